"""A database that goes away: nothing is half stored, nothing is guessed, and it is found again."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import anyio
import pytest

from kit.histories import check_history, whole_log
from kit.postgres_databases import OWNER, until_gone
from kit.postgres_proxy import Cut, proxied
from kit.streams import laid_cards
from polemos.log.group_commit import GroupCommit
from polemos.log.postgres.database import Database
from polemos.log.postgres.store import PostgresStore
from polemos.log.postgres.vault import PostgresVault
from polemos.log.store import Appended, AppendUnknown, StoreError

TESTS = Path(__file__).parents[1]
RESTARTS = int(os.environ.get("TEST_RESTARTS", "4"))


@pytest.fixture
def proxy(postgres):
    with proxied(postgres.port) as proxy:
        yield proxy


@pytest.fixture
def proxied_database(proxy, postgres, database_name):
    address = postgres.address(database_name, OWNER).replace(f":{postgres.port}", f":{proxy.port}")
    with closing(Database.open(address)) as database:
        yield database


@pytest.mark.parametrize("cut", [Cut.REQUEST, Cut.ANSWER])
def test_an_append_whose_connection_breaks_takes_effect_once(proxy, proxied_database, cut):
    with closing(PostgresStore(proxied_database)) as store:
        store.append([laid_cards("a-1", 1)])
        batch = [laid_cards("b-1", 2), laid_cards("a-1", 2, name="late"), laid_cards("c-1", 1)]

        proxy.cut = cut
        first, conflict, last = store.append(batch)

        assert proxy.cuts == 1
        assert (first, last) == (Appended(position=3, seq=2), Appended(position=4, seq=1))
        assert conflict.actual_seq == 1
        assert [entry.game for entry in whole_log(store)] == ["a-1", "b-1", "b-1", "c-1"]


def test_an_append_is_found_by_its_events_where_its_command_is_forgotten(
    proxy, proxied_database, postgres, database_name
):
    """Other nodes may append so much in between that a command is not remembered any more."""
    postgres.execute(
        """
        CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN DELETE FROM polemos.commands; RETURN NULL; END
        $$;
        CREATE TRIGGER forget AFTER INSERT ON polemos.commands
            FOR EACH STATEMENT EXECUTE FUNCTION forget();
        """,
        database_name,
    )
    with closing(PostgresStore(proxied_database)) as store:
        store.append([laid_cards("a-1", 1)])
        proxy.cut = Cut.ANSWER
        first, conflict = store.append([laid_cards("b-1", 2), laid_cards("a-1", 2, name="late")])

        assert proxy.cuts == 1
        assert first == Appended(position=3, seq=2)
        assert conflict.actual_seq == 1
        assert store.last_position() == 3


@pytest.mark.parametrize("cut", [Cut.REQUEST, Cut.ANSWER])
def test_a_question_whose_connection_breaks_is_asked_again(proxy, proxied_database, cut):
    with closing(PostgresStore(proxied_database)) as store:
        store.append([laid_cards("a-1", 1)])
        proxy.cut = cut

        assert store.head("a-1").seq == 1
        assert proxy.cuts == 1


@pytest.mark.parametrize("cut", [Cut.REQUEST, Cut.ANSWER])
def test_a_secret_whose_connection_breaks_is_kept(proxy, proxied_database, cut):
    vault = PostgresVault(proxied_database)
    vault.games()
    proxy.cut = cut

    vault.keep_secret("a-1", "c", b"secret")
    assert proxy.cuts == 1
    assert vault.secrets("a-1") == (("c", b"secret"),)


def test_an_append_to_a_database_that_stays_away_ends_in_a_sentence(postgres, database):
    with closing(PostgresStore(database, resolved_seconds_max=0.3)) as store:
        store.append([laid_cards("a-1", 1)])
        postgres.stop()
        try:
            # The first one may have been sent and stored; the second one was surely not.
            for error in (AppendUnknown, StoreError):
                with pytest.raises(StoreError, match="cannot be reached") as refused:
                    store.append([laid_cards("a-1", 1, expected_seq=1)])
                assert refused.type is error
            with pytest.raises(StoreError, match="cannot be reached"):
                store.head("a-1")
        finally:
            postgres.start()
        assert store.head("a-1").seq == 1
        assert store.append([laid_cards("a-1", 1, expected_seq=1)]) == [Appended(position=2, seq=2)]


class Acknowledged(dict):
    """Lines whose append has returned, with their positions; a test may wait for more of them."""

    def __init__(self):
        super().__init__()
        self.wanted, self.is_enough = 0, asyncio.Event()

    def note(self, append, result):
        for back, line in enumerate(reversed(append.lines)):
            self[line] = result.position - back
        if len(self) >= self.wanted:
            self.is_enough.set()

    async def more(self, count):
        self.wanted = len(self) + count
        self.is_enough.clear()
        await self.is_enough.wait()


async def produce(commits, game, acknowledged, is_over):
    seq, head = 0, ""
    while not is_over.is_set():
        append = laid_cards(game, 1 + seq % 3, expected_seq=seq, head=head)
        try:
            result = await commits.append(append)
        except StoreError:
            continue  # the same again, as a room does
        acknowledged.note(append, result)
        seq, head = result.seq, append.head


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGQUIT])
async def test_a_database_that_is_restarted_loses_and_doubles_nothing(postgres, database, sent):
    acknowledged, is_over, random = Acknowledged(), asyncio.Event(), Random(7)
    with closing(PostgresStore(database)) as store:
        commits = GroupCommit(store)
        async with anyio.create_task_group() as producers:
            for number in range(1, 9):
                producers.start_soon(produce, commits, f"a-{number}", acknowledged, is_over)
            for _ in range(RESTARTS):
                await acknowledged.more(random.randint(50, 300))
                await asyncio.to_thread(postgres.restart, sent)
            is_over.set()
        await commits.close()

        entries = check_history(store, acknowledged)
    assert len(entries) == len(acknowledged)


def test_no_acknowledged_event_is_lost_when_nodes_are_killed(address, postgres_store):
    """Nodes die at any moment, and every game goes on under the next."""
    random, durable = Random(11), {}
    for _ in range(RESTARTS):
        process = subprocess.Popen(
            [
                sys.executable,
                str(TESTS / "log" / "appender.py"),
                f"{address}?application_name=killed",
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(TESTS)},
        )
        with process:
            for _ in range(random.randint(1, 200)):
                note(process.stdout.readline(), durable)
            process.kill()
            for line in process.stdout:
                note(line, durable)
        until_gone(address, "killed")
        check_history(postgres_store, {})
        for game, seq in durable.items():
            assert postgres_store.head(game).seq >= seq
    assert sum(durable.values()) > RESTARTS


def note(line, durable):
    if line.endswith("\n"):
        game, seq = line.split()
        durable[game] = max(durable.get(game, 0), int(seq))
