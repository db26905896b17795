"""The role of examples/node-role.sql: it may do just what a node does, after a rebuild, too."""

from contextlib import closing
from pathlib import Path

import pytest

from polemos.log.postgres.database import Database
from polemos.projections.views_tables import ViewsSchema
from polemos.settings import Settings
from polemos.stores import SERVING, opened_stores

EXAMPLE = Path(__file__).parents[2] / "examples" / "node-role.sql"

EFFECTIVE = """
    SELECT relation.oid::regclass::text, privilege
    FROM pg_class AS relation CROSS JOIN unnest(ARRAY[
        'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'
    ]) AS privilege
    WHERE relnamespace::regnamespace::text LIKE 'polemos%' AND relkind IN ('r', 'v')
        AND has_table_privilege('{role}', relation.oid, privilege)
    UNION ALL
    SELECT relation.oid::regclass::text, privilege
    FROM pg_class AS relation CROSS JOIN unnest(ARRAY['USAGE', 'SELECT', 'UPDATE']) AS privilege
    WHERE relnamespace::regnamespace::text LIKE 'polemos%' AND relkind = 'S'
        AND has_sequence_privilege('{role}', relation.oid, privilege)
    UNION ALL
    SELECT pronamespace::regnamespace || '.' || proname, 'EXECUTE'
    FROM pg_proc AS function
    WHERE pronamespace::regnamespace::text LIKE 'polemos%' AND prorettype <> 'trigger'::regtype
        AND has_function_privilege('{role}', function.oid, 'EXECUTE')
    UNION ALL
    SELECT nspname, privilege
    FROM pg_namespace AS schema CROSS JOIN unnest(ARRAY['USAGE', 'CREATE']) AS privilege
    WHERE nspname LIKE 'polemos%' AND has_schema_privilege('{role}', schema.oid, privilege)
"""

NEEDED = {
    *((name, privilege) for name, its in SERVING.items() for privilege in its),
    *((schema, "USAGE") for schema in ("polemos", "polemos_vault", "polemos_views")),
}


@pytest.fixture
def served_name(address, database_name):
    """A database in which a server has made everything."""
    with opened_stores(Settings(store=address)):
        return database_name


@pytest.fixture
def node_role(postgres, served_name):
    """A role as the document has it made."""
    role = postgres.new_role()
    postgres.execute(EXAMPLE.read_text().replace("polemos_node", role), served_name)
    return role


def test_the_node_role_may_do_just_what_a_node_does(postgres, served_name, node_role):
    """Neither less, or it could not serve, nor more, for somebody may break into a node."""
    assert set(postgres.execute(EFFECTIVE.format(role=node_role), served_name)) == NEEDED


def test_what_the_node_role_may_beyond_that_is_taken_away(postgres, served_name, node_role):
    """An older version's role had more, and the file is run again after every upgrade."""
    postgres.execute(f"GRANT DELETE ON polemos.steps, polemos.events TO {node_role}", served_name)
    postgres.execute(EXAMPLE.read_text().replace("polemos_node", node_role), served_name)
    assert set(postgres.execute(EFFECTIVE.format(role=node_role), served_name)) == NEEDED


def test_a_rebuild_by_the_owner_locks_no_node_out(postgres, address, served_name, node_role):
    """The new tables are another's, and whoever might use the old ones may use them."""
    for _ in range(2):
        with opened_stores(Settings(store=address)) as stores:
            stores.projector.rebuild()
        assert set(postgres.execute(EFFECTIVE.format(role=node_role), served_name)) == NEEDED
    with (
        closing(Database.open(postgres.address(served_name, node_role), rights=SERVING)) as own,
        closing(ViewsSchema(own)) as views,
        views.turn() as position,
    ):
        assert position == 0
