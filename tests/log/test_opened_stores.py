"""What `--store` may name, opened as a server opens it."""

import pytest

from kit.streams import lines_of, played
from polemos.log.store import StoreError
from polemos.settings import Settings
from polemos.stores import opened_stores


def test_a_database_keeps_everything_from_one_start_to_the_next(address):
    game = played("a-1", "tod-und-leben", people={0: "alice"})
    settings = Settings(store=address)
    with opened_stores(settings) as stores:
        stores.events.append(game)
        stores.vault.keep_name("alice", "Ντάμα")
        assert stores.projector.catch_up() == len(lines_of(game))

    with opened_stores(settings) as stores:
        assert stores.events.load("a-1", events_max=10_000) == lines_of(game)
        assert stores.views.player("alice")["name"] == "Ντάμα"
        assert stores.views.player("alice")["games"][0]["game"] == "a-1"
        assert stores.projector.check() == []
        assert stores.shared is not None
        assert len(stores.shared.cluster) == 36


def test_the_other_scheme_that_people_write_is_understood(address):
    with opened_stores(Settings(store=address.replace("postgresql://", "postgres://"))) as stores:
        assert stores.events.last_position() == 0


@pytest.mark.parametrize("store", ["memory:", "sqlite:"])
def test_what_one_process_has_to_itself_is_shared_with_nobody(tmp_path, store):
    with opened_stores(Settings(store=store, data=tmp_path / "data")) as stores:
        assert stores.shared is None


@pytest.mark.parametrize("store", ["mysql://x/y", "", "/var/lib/x"])
def test_a_store_of_no_known_kind_is_told_with_what_there_is(store):
    with (
        pytest.raises(
            StoreError, match=r"There is no kind of store .*sqlite: .*memory: or postgresql://"
        ),
        opened_stores(Settings(store=store)),
    ):
        pass
