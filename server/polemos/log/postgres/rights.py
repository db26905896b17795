"""What somebody must be allowed to do in a database, and what of it they may not.

It is asked before anything is done, so that whoever lacks a right learns it at the start, all that
is missing at once, with the words that mend it. A test holds the tables below against a role that
has just these rights.
"""

from collections.abc import Mapping

from polemos.log.postgres.connections import Connection
from polemos.log.store import StoreError

Rights = Mapping[str, tuple[str, ...]]
"""Privileges by the table, sequence or function that they are for, with its schema."""

OPENING: Rights = {"polemos.steps": ("SELECT",), "polemos.cluster": ("SELECT",)}

READING: Rights = {
    **OPENING,
    **{f"polemos.{table}": ("SELECT",) for table in ("log_head", "games", "events")},
}
"""What `polemos_reader` may, as far as the log needs it."""

APPENDING: Rights = {
    **READING,
    "polemos.log_head": ("SELECT", "UPDATE"),
    "polemos.types": ("SELECT", "INSERT"),
    "polemos.games": ("SELECT", "INSERT", "UPDATE"),
    "polemos.events": ("SELECT", "INSERT"),
    "polemos.commands": ("SELECT", "INSERT", "DELETE"),
    "polemos.leases": ("SELECT",),
    "polemos.append": ("EXECUTE",),
}

_LEASE_FUNCTIONS = (
    *("clock", "is_alive", "lease_in_force", "lock_writers", "let_rooms_go", "join_cluster"),
    *("leave_cluster", "release", "renew", "claim", "sweep", "orphans", "surely_dead"),
)
LEASING: Rights = {
    "polemos.nodes": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "polemos.leases": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "polemos.fences": ("USAGE",),
    **{f"polemos.{function}": ("EXECUTE",) for function in _LEASE_FUNCTIONS},
}

FORGETTING: Rights = {**OPENING, "polemos_vault.names": ("SELECT", "DELETE")}

VAULT_READING: Rights = {
    f"polemos_vault.{table}": ("SELECT",) for table in ("secrets", "digests", "names", "rooms")
}

VAULT: Rights = {
    **dict.fromkeys(VAULT_READING, ("SELECT", "INSERT", "UPDATE", "DELETE")),
    "polemos_vault.bus_key": ("SELECT",),
}

# Asked of the catalogue, which everybody may read. What is not there is no matter of rights.
_MISSING = """
    WITH needed AS (
        SELECT schema.oid AS schema, schema.nspname, named.name, named.privilege
        FROM unnest(%(schemas)s::text[], %(names)s::text[], %(privileges)s::text[])
            AS named (schema, name, privilege)
        JOIN pg_namespace AS schema ON schema.nspname = named.schema
    )
    SELECT 'USAGE', 'SCHEMA ', quote_ident(nspname)
    FROM (SELECT DISTINCT schema, nspname FROM needed) AS needed
    WHERE NOT has_schema_privilege(schema, 'USAGE')
    UNION ALL
    SELECT privilege, CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END,
        quote_ident(nspname) || '.' || quote_ident(relname)
    FROM needed JOIN pg_class ON relnamespace = schema AND relname = name
    WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(pg_class.oid, privilege)
        ELSE NOT has_table_privilege(pg_class.oid, privilege) END
    UNION ALL
    SELECT privilege, 'FUNCTION ', quote_ident(nspname) || '.' || quote_ident(proname)
    FROM needed JOIN pg_proc ON pronamespace = schema AND proname = name
    WHERE NOT has_function_privilege(pg_proc.oid, privilege)
    ORDER BY 2, 3, 1 DESC
"""

_MAY_READ_VERSION = """
    SELECT NOT EXISTS (
        SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = 'polemos' AND relname = 'steps' AND NOT (
            has_schema_privilege(pg_namespace.oid, 'USAGE')
            AND has_table_privilege(pg_class.oid, 'SELECT')
        )
    )
"""

_USER = "SELECT current_user, quote_ident(current_user)"


def may_read_version(connection: Connection) -> bool:
    """Tell whether a user may see which version made the tables, if there are any."""
    row = connection.execute(_MAY_READ_VERSION).fetchone()
    return row is not None and bool(row[0])


def refuse_missing_rights(connection: Connection, rights: Rights, shown: str) -> None:
    """Check that the user of a connection may do all that it will.

    Args:
        connection: of any user.
        rights: what it must be allowed.
        shown: the address, without a password.

    Raises:
        StoreError: something is missing; the sentence names all of it, in words that grant it.
    """
    asked = [(name, privilege) for name, its in rights.items() for privilege in its]
    rows = connection.execute(
        _MISSING,
        {
            "schemas": [name.partition(".")[0] for name, _ in asked],
            "names": [name.partition(".")[2] for name, _ in asked],
            "privileges": [privilege for _, privilege in asked],
        },
    ).fetchall()
    if not rows:
        return
    ((user, quoted),) = connection.execute(_USER).fetchall()
    raise StoreError(
        f"The user {user} lacks rights in the database {shown}: as the owner of its tables run "
        f"there {'; '.join(_grants(rows, quoted))}."
    )


def _grants(rows: list[tuple[str, str, str]], user: str) -> list[str]:
    """Write as few sentences of SQL as grant all that is missing.

    Args:
        rows: privilege, kind of thing, thing.
        user: quoted as SQL has it.
    """
    privileges: dict[tuple[str, str], list[str]] = {}
    for privilege, kind, name in rows:
        privileges.setdefault((kind, name), []).append(privilege)
    names: dict[tuple[str, str], list[str]] = {}
    for (kind, name), its in privileges.items():
        names.setdefault((", ".join(its), kind), []).append(name)
    return [
        f"GRANT {its} ON {kind}{', '.join(named)} TO {user}" for (its, kind), named in names.items()
    ]
