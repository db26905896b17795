import os
import sqlite3
import stat
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from kit.postgres_databases import OWNER, new_database
from polemos.log.postgres.database import Database
from polemos.log.postgres.vault import PostgresVault
from polemos.log.store import StoreCorrupt, StoreError
from polemos.log.vault import MemoryVault, RoomRecord, SqliteVault
from polemos.log.vault_contents import VaultContents

SECRET = bytes(range(32))
RECORD = RoomRecord(turn_seconds=20, is_autoplay_wanted=True)
FIRST_VERSION = """
CREATE TABLE "secrets" (
   [number] INTEGER PRIMARY KEY, [game] TEXT NOT NULL, [commitment] TEXT NOT NULL,
   [secret] BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX [idx_secrets_game_commitment] ON [secrets] ([game], [commitment]);
CREATE TABLE "digests" (
   [room] TEXT NOT NULL, [role] TEXT NOT NULL, [digest] BLOB NOT NULL,
   PRIMARY KEY ([room], [role])
) STRICT;
INSERT INTO secrets (game, commitment, secret) VALUES ('a-1', 'c', x'0102'), ('b-1', 'd', x'03');
INSERT INTO digests (room, role, digest) VALUES ('a', 'host', x'04');
PRAGMA application_id = 0x504C4D56;
PRAGMA user_version = 1;
"""
"""A vault as the first version of this program left it."""


@pytest.fixture
def vault_path(tmp_path):
    return tmp_path / "vault.db"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def vault(request, vault_path):
    match request.param:
        case "memory":
            vault = MemoryVault()
        case "sqlite":
            vault = SqliteVault.open(vault_path)
        case _:
            vault = PostgresVault(request.getfixturevalue("database"))
    with closing(vault):
        yield vault


def test_a_games_secrets_come_back_in_the_order_in_which_they_were_kept(vault):
    vault.keep_secret("a-1", "z", SECRET)
    vault.keep_secret("a-1", "b", bytes(32))
    vault.keep_secret("a-2", "c", b"other")

    assert vault.secrets("a-1") == (("z", SECRET), ("b", bytes(32)))
    assert vault.secrets("a-3") == ()


def test_a_secret_may_be_kept_twice(vault):
    vault.keep_secret("a-1", "c", SECRET)
    vault.keep_secret("a-1", "c", SECRET)

    assert vault.secrets("a-1") == (("c", SECRET),)


def test_a_forgotten_game_has_no_secrets_and_others_keep_theirs(vault):
    vault.keep_secret("a-1", "c", SECRET)
    vault.keep_secret("a-2", "c", SECRET)
    vault.forget_game("a-1")
    vault.forget_game("a-9")

    assert vault.secrets("a-1") == ()
    assert vault.secrets("a-2") == (("c", SECRET),)


def test_of_a_games_secrets_one_is_forgotten_and_the_others_are_kept(vault):
    vault.keep_secret("a-1", "b", bytes(32))
    vault.keep_secret("a-1", "c", SECRET)
    vault.keep_secret("a-2", "b", SECRET)
    vault.forget_secret("a-1", "b")
    vault.forget_secret("a-9", "b")

    assert vault.secrets("a-1") == (("c", SECRET),)
    assert vault.secrets("a-2") == (("b", SECRET),)
    vault.forget_secret("a-2", "b")
    assert vault.games() == ("a-1",)


def test_the_games_that_have_secrets_are_listed_once_each(vault):
    assert vault.games() == ()
    vault.keep_secret("b-1", "c", SECRET)
    vault.keep_secret("a-1", "c", SECRET)
    vault.keep_secret("a-1", "d", SECRET)

    assert vault.games() == ("a-1", "b-1")


def test_a_forgotten_room_has_no_digests_and_others_keep_theirs(vault):
    vault.keep_digest("a", "host", b"digest")
    vault.keep_digest("b", "host", b"digest")
    vault.forget_room("a")

    assert vault.digests("a").get("host") != b"digest"
    assert vault.digests("b").get("host") == b"digest"


def test_a_digest_is_held_for_its_room_and_role_alone(vault):
    vault.keep_digest("a", "host", b"digest")

    assert vault.digests("a").get("host") == b"digest"
    assert vault.digests("a").get("host") != b"other!"
    assert vault.digests("a").get("host") != b""
    assert vault.digests("a").get("seat 0") != b"digest"
    assert vault.digests("b").get("host") != b"digest"


def test_a_newer_digest_takes_the_place_of_an_older_one(vault):
    vault.keep_digest("a", "host", b"older")
    vault.keep_digest("a", "host", b"newer")

    assert vault.digests("a").get("host") == b"newer"
    assert vault.digests("a").get("host") != b"older"


def test_a_rooms_digests_are_given_by_their_roles(vault):
    vault.keep_digest("a", "host", b"host")
    vault.keep_digest("a", "invite", b"older")
    vault.keep_digest("a", "invite", b"newer")
    vault.keep_digest("b", "host", b"other")

    assert vault.digests("a") == {"host": b"host", "invite": b"newer"}
    assert vault.digests("c") == {}


def test_a_forgotten_digest_is_gone_and_others_of_its_room_and_role_stay(vault):
    for room, role in (("a", "host"), ("a", "seat 0"), ("b", "seat 0")):
        vault.keep_digest(room, role, b"digest")
    vault.forget_digest("a", "seat 0")
    vault.forget_digest("a", "seat 1")
    vault.forget_digest("c", "host")

    assert vault.digests("a").get("seat 0") != b"digest"
    assert vault.digests("a") == {"host": b"digest"}
    assert vault.digests("b") == {"seat 0": b"digest"}


def test_a_player_is_shown_by_the_newest_name_and_strangers_by_none(vault):
    vault.keep_name("p", "Élodie")
    vault.keep_name("q", "李小龍")
    vault.keep_name("p", "Ντάμα")

    assert vault.names(["p", "q", "r", "p"]) == {"p": "Ντάμα", "q": "李小龍"}
    assert vault.names(iter(["q"])) == {"q": "李小龍"}
    assert vault.names([]) == {}


def test_thousands_of_names_can_be_asked_for_at_once(vault):
    players = [f"player {number}" for number in range(3_000)]
    vault.keep_name(players[-1], "the last")

    assert vault.names(players) == {players[-1]: "the last"}


def test_a_forgotten_name_is_gone_and_it_is_told_whether_there_was_one(vault):
    vault.keep_name("p", "Ann")
    vault.keep_name("q", "Ben")

    assert vault.forget_name("p")
    assert not vault.forget_name("p")
    assert vault.names(["p", "q"]) == {"q": "Ben"}


@pytest.mark.parametrize("is_autoplay_wanted", [True, False])
def test_a_rooms_newest_record_comes_back_as_it_was_kept(vault, is_autoplay_wanted):
    record = RoomRecord(turn_seconds=7, is_autoplay_wanted=is_autoplay_wanted)
    vault.keep_room("a", RECORD)
    vault.keep_room("a", record)
    vault.keep_room("b", RECORD)

    assert vault.room("a") == record
    assert vault.room("b") == RECORD
    assert vault.room("c") is None


def test_a_forgotten_room_has_no_record_and_others_keep_theirs(vault):
    vault.keep_room("a", RECORD)
    vault.keep_room("b", RECORD)
    vault.forget_room("a")

    assert vault.room("a") is None
    assert vault.room("b") == RECORD


CONTENTS = VaultContents(
    secrets={"a-1": (("z", SECRET), ("b", bytes(32))), "a-2": (("c", b"other"),)},
    digests={("a", "host"): b"digest", ("a", "seat 0"): b"another", ("b", "host"): b"third"},
    rooms={"a": RECORD, "b": RoomRecord(turn_seconds=7, is_autoplay_wanted=False)},
    names={"p": "Élodie", "q": "李小龍"},
)


def test_an_empty_vault_has_no_contents(vault):
    assert vault.contents() == VaultContents()


def test_what_a_vault_is_given_at_once_is_what_it_gives(vault):
    vault.replace(CONTENTS)

    assert vault.contents() == CONTENTS
    assert vault.secrets("a-1") == CONTENTS.secrets["a-1"]
    assert vault.digests("a") == {"host": b"digest", "seat 0": b"another"}
    assert vault.room("a") == RECORD
    assert vault.names(["p"]) == {"p": "Élodie"}


def test_nothing_else_is_kept_after_a_replacement(vault):
    vault.replace(CONTENTS)
    other = VaultContents(
        secrets={"a-1": (("b", bytes(32)), ("z", SECRET))},
        digests={("a", "host"): b"newer", ("c", "host"): b"new"},
        rooms={"b": RECORD},
        names={"q": "Ben", "r": "Ann"},
    )
    vault.replace(other)

    assert vault.contents() == other
    assert vault.secrets("a-1") == other.secrets["a-1"]
    vault.replace(VaultContents())
    assert vault.contents() == VaultContents()


def test_a_replaced_vault_goes_on_as_any(vault):
    vault.replace(CONTENTS)
    vault.keep_secret("a-1", "new", b"kept")
    vault.forget_game("a-2")
    vault.forget_name("q")

    assert vault.secrets("a-1") == (*CONTENTS.secrets["a-1"], ("new", b"kept"))
    assert vault.contents().names == {"p": "Élodie"}
    assert "a-2" not in vault.contents().secrets


def test_what_is_kept_is_there_after_reopening(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault.keep_secret("a-1", "c", SECRET)
        vault.keep_digest("a", "host", b"digest")
        vault.keep_name("p", "Ann")
        vault.keep_room("a", RECORD)
    with closing(SqliteVault.open(vault_path)) as vault:
        assert vault.secrets("a-1") == (("c", SECRET),)
        assert vault.digests("a").get("host") == b"digest"
        assert vault.names(["p"]) == {"p": "Ann"}
        assert vault.room("a") == RECORD


class TwoVaults(RuleBasedStateMachine):
    """A vault that keeps, against the one in memory, and against itself after reopening."""

    keys = st.sampled_from(["a", "b", "c"])
    # PostgreSQL's text takes no NUL, and neither does a name on the wire.
    names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=3)

    def __init__(self, place):
        super().__init__()
        self.place, self.opened = ExitStack(), ExitStack()
        self.open = self.place.enter_context(place())
        self.memory, self.kept = MemoryVault(), self.open(self.opened)

    def teardown(self):
        self.opened.close()
        self.place.close()

    def both(self, method, *values):
        assert getattr(self.kept, method)(*values) == getattr(self.memory, method)(*values)

    @rule(room=keys, commitment=keys, secret=st.binary(max_size=3))
    def keep_secret(self, room, commitment, secret):
        self.both("keep_secret", f"{room}-1", commitment, secret)

    @rule(room=keys)
    def forget_game(self, room):
        self.both("forget_game", f"{room}-1")

    @rule(room=keys, commitment=keys)
    def forget_secret(self, room, commitment):
        self.both("forget_secret", f"{room}-1", commitment)

    @rule(room=keys, role=keys, digest=st.binary(max_size=3))
    def keep_digest(self, room, role, digest):
        self.both("keep_digest", room, role, digest)

    @rule(room=keys, role=keys)
    def forget_digest(self, room, role):
        self.both("forget_digest", room, role)

    @rule(room=keys, seconds=st.integers(1, 600), is_wanted=st.booleans())
    def keep_room(self, room, seconds, is_wanted):
        record = RoomRecord(turn_seconds=seconds, is_autoplay_wanted=is_wanted)
        self.both("keep_room", room, record)

    @rule(room=keys)
    def forget_room(self, room):
        self.both("forget_room", room)

    @rule(player=keys, name=names)
    def keep_name(self, player, name):
        self.both("keep_name", player, name)

    @rule(player=keys)
    def forget_name(self, player):
        self.both("forget_name", player)

    @rule(player=keys, room=keys)
    def replace_by_the_same_but_a_few(self, player, room):
        kept = self.memory.contents()
        names = {key: name for key, name in kept.names.items() if key != player}
        secrets = kept.secrets | {f"{room}-1": (("e", b"e"), ("a", b"a"))}
        digests = {key: digest for key, digest in kept.digests.items() if key[0] != room}
        self.both("replace", replace(kept, names=names, secrets=secrets, digests=digests, rooms={}))

    @rule()
    def reopen(self):
        self.opened.close()
        self.kept = self.open(self.opened)

    @invariant()
    def hold_the_same(self):
        self.both("names", ["a", "b", "c"])
        for room in ("a", "b", "c"):
            self.both("digests", room)
            self.both("room", room)
            self.both("secrets", f"{room}-1")
        self.both("games")
        self.both("contents")


@contextmanager
def sqlite_place():
    """Give what opens a vault in a file of its own."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "vault.db"
        yield lambda stack: stack.enter_context(closing(SqliteVault.open(path)))


def test_a_vault_in_a_file_keeps_what_one_in_memory_does():
    run_state_machine_as_test(lambda: TwoVaults(sqlite_place))


def test_a_vault_in_postgresql_keeps_what_one_in_memory_does(postgres):
    @contextmanager
    def place():
        with new_database(postgres) as name:

            def open_vault(stack):
                address = postgres.address(name, OWNER)
                return PostgresVault(stack.enter_context(closing(Database.open(address))))

            yield open_vault

    bounds = settings(max_examples=20, stateful_step_count=25)
    run_state_machine_as_test(lambda: TwoVaults(place), settings=bounds)


def test_a_vault_of_the_first_version_is_brought_up_to_date_with_its_contents(vault_path):
    with closing(sqlite3.connect(vault_path)) as connection:
        connection.executescript(FIRST_VERSION)
    with closing(SqliteVault.open(vault_path)) as vault:
        assert vault.secrets("a-1") == (("c", b"\1\2"),)
        assert vault.games() == ("a-1", "b-1")
        assert vault.digests("a") == {"host": b"\4"}
        vault.keep_name("p", "Ann")
        vault.keep_room("a", RECORD)
    with closing(SqliteVault.open(vault_path)) as vault:
        assert vault.names(["p"]) == {"p": "Ann"}
        assert vault.room("a") == RECORD
        assert vault.digests("a").get("host") == b"\4"


def test_the_first_version_is_what_a_former_program_made(vault_path, tmp_path):
    former = tmp_path / "former.db"
    with closing(sqlite3.connect(former)) as connection:
        connection.executescript(FIRST_VERSION)
        columns = connection.execute("PRAGMA table_list").fetchall()
        digests = connection.execute("PRAGMA table_info(digests)").fetchall()
        secrets = connection.execute("PRAGMA table_info(secrets)").fetchall()
    SqliteVault.open(vault_path).close()
    with closing(sqlite3.connect(vault_path)) as connection:
        assert {*columns} <= {*connection.execute("PRAGMA table_list").fetchall()}
        assert digests == connection.execute("PRAGMA table_info(digests)").fetchall()
        assert secrets == connection.execute("PRAGMA table_info(secrets)").fetchall()


def test_a_vault_beside_a_server_is_neither_made_nor_brought_up_to_date(vault_path):
    with pytest.raises(StoreError, match="There is no vault"):
        SqliteVault.open_existing(vault_path)
    assert not vault_path.exists()
    with closing(sqlite3.connect(vault_path)) as connection:
        connection.executescript(FIRST_VERSION)

    with pytest.raises(StoreError, match="start the server on it once"):
        SqliteVault.open_existing(vault_path)


def test_a_name_that_another_process_forgets_is_gone_for_the_server(vault_path):
    with closing(SqliteVault.open(vault_path)) as served:
        served.keep_name("p", "Ann")
        with closing(SqliteVault.open_existing(vault_path)) as vault:
            assert vault.forget_name("p")
        assert served.names(["p"]) == {}
        served.keep_name("q", "Ben")
        assert served.names(["p", "q"]) == {"q": "Ben"}


def test_only_its_owner_may_read_the_files(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault.keep_secret("a-1", "c", SECRET)
        for file in vault_path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_forgotten_secret_is_in_none_of_the_files_after_closing(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault.keep_secret("a-1", "c", SECRET)
        vault.forget_game("a-1")
    for file in vault_path.parent.iterdir():
        assert SECRET not in file.read_bytes()


def test_a_forgotten_name_is_in_none_of_the_files_even_while_they_are_open(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault.keep_name("p", "Wilhelmina")
        vault.forget_name("p")
        for file in vault_path.parent.iterdir():
            assert b"Wilhelmina" not in file.read_bytes()


def test_a_vault_in_a_folder_that_is_missing_cannot_be_opened(tmp_path):
    with pytest.raises(StoreError, match="check its permissions"):
        SqliteVault.open(tmp_path / "absent" / "vault.db")


def test_a_damaged_vault_is_refused(vault_path):
    vault_path.write_bytes(os.urandom(8_192))

    with pytest.raises(StoreCorrupt, match="vault"):
        SqliteVault.open(vault_path)


def test_nothing_is_kept_once_the_file_is_gone(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault_path.unlink()
        with pytest.raises(StoreError, match="removed or replaced"):
            vault.keep_secret("a-1", "c", SECRET)
