"""Every store against the reference store, in any order of calls, reopened now and then."""

import shutil
import tempfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from kit.postgres_databases import OWNER, new_database
from kit.streams import laid_cards, lines_of, played
from polemos.log.memory import MemoryStore
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.sqlite import SqliteStore
from polemos.log.store import VersionConflict

GAMES = st.sampled_from(["a-1", "a-2", "a-10", "b-1", "c-3"])
ENDED = played("z-1", "tod-und-leben")


def shown(results):
    return [str(result) if isinstance(result, VersionConflict) else result for result in results]


@contextmanager
def sqlite_place():
    """Give what opens a store in a file of its own."""
    folder = Path(tempfile.mkdtemp())
    yield lambda stack: stack.enter_context(closing(SqliteStore.open(folder / "events.db")))
    shutil.rmtree(folder)


def postgres_place(server):
    """Give what opens a store in a database of its own."""

    @contextmanager
    def place():
        with new_database(server) as name:

            def open_store(stack):
                address = server.address(name, OWNER)
                database = stack.enter_context(closing(Database.open(address)))
                return stack.enter_context(closing(PostgresStore(database)))

            yield open_store

    return place


class Stores(RuleBasedStateMachine):
    def __init__(self, place):
        super().__init__()
        self.place = ExitStack()
        self.open = self.place.enter_context(place())

    @initialize()
    def open_both(self):
        self.model = MemoryStore()
        self.opened = ExitStack()
        self.store = self.open(self.opened)
        self.sent = []

    @rule(
        requests=st.lists(
            st.tuples(GAMES, st.integers(1, 4), st.integers(-1, 1)), min_size=1, max_size=5
        )
    )
    def append(self, requests):
        seqs = {}
        batch = []
        for game, count, error in requests:
            head = self.model.head(game)
            seq = max(0, seqs.get(game, head.seq if head else 0) + error)
            batch.append(laid_cards(game, count, expected_seq=seq, name=f"{len(self.sent)}"))
            self.sent.append(batch[-1])
            if not error:
                seqs[game] = seq + count
        assert shown(self.store.append(batch)) == shown(self.model.append(batch))

    @rule(data=st.data())
    def repeat(self, data):
        if self.sent:
            batch = data.draw(st.lists(st.sampled_from(self.sent), max_size=3))
            assert shown(self.store.append(batch)) == shown(self.model.append(batch))

    @rule()
    def play_a_game_to_its_end(self):
        assert shown(self.store.append(ENDED)) == shown(self.model.append(ENDED))

    @rule()
    def reopen(self):
        self.opened.close()
        self.store = self.open(self.opened)

    @rule(
        game=GAMES, seq=st.integers(0, 20), events_max=st.integers(1, 6), size=st.integers(1, 900)
    )
    def load(self, game, seq, events_max, size):
        asked = {"events_max": events_max, "bytes_max": size}
        assert self.store.load(game, seq, **asked) == self.model.load(game, seq, **asked)

    @rule(position=st.integers(0, 30), events_max=st.integers(1, 50))
    def read(self, position, events_max):
        page = self.store.read(position, events_max=events_max)
        assert page == self.model.read(position, events_max=events_max)

    @invariant()
    def both_tell_the_same(self):
        assert self.store.last_position() == self.model.last_position()
        assert self.store.running_games() == self.model.running_games()
        assert self.store.games() == self.model.games()
        for game in ("a-1", "a-10", "b-1", "z-1"):
            assert self.store.head(game) == self.model.head(game)
        asked = ["a-1", "a-10", "b-1", "z-1"]
        assert {*self.store.heads(asked)} == {*self.model.heads(asked)}
        for room in "abz":
            assert self.store.latest_game(room) == self.model.latest_game(room)

    def teardown(self):
        self.opened.close()
        self.place.close()


BOUNDS = settings(max_examples=25, stateful_step_count=20, deadline=None)


def test_sqlite_does_what_the_reference_store_does():
    run_state_machine_as_test(lambda: Stores(sqlite_place), settings=BOUNDS)


def test_postgresql_does_what_the_reference_store_does(postgres):
    run_state_machine_as_test(lambda: Stores(postgres_place(postgres)), settings=BOUNDS)


def test_the_machine_ends_a_game():
    assert ENDED[-1].types == ("GameEnded",)
    assert len(lines_of(ENDED)) > 100
