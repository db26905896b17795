import os
import stat
from contextlib import closing

import pytest

from polemos.log.store import StoreCorrupt, StoreError
from polemos.log.vault import MemoryVault, SqliteVault

SECRET = bytes(range(32))


@pytest.fixture
def vault_path(tmp_path):
    return tmp_path / "vault.db"


@pytest.fixture(params=["memory", "sqlite"])
def vault(request, vault_path):
    vault = MemoryVault() if request.param == "memory" else SqliteVault.open(vault_path)
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

    assert not vault.holds_digest("a", "host", b"digest")
    assert vault.holds_digest("b", "host", b"digest")


def test_a_digest_is_held_for_its_room_and_role_alone(vault):
    vault.keep_digest("a", "host", b"digest")

    assert vault.holds_digest("a", "host", b"digest")
    assert not vault.holds_digest("a", "host", b"other!")
    assert not vault.holds_digest("a", "host", b"")
    assert not vault.holds_digest("a", "seat 0", b"digest")
    assert not vault.holds_digest("b", "host", b"digest")


def test_a_newer_digest_takes_the_place_of_an_older_one(vault):
    vault.keep_digest("a", "host", b"older")
    vault.keep_digest("a", "host", b"newer")

    assert vault.holds_digest("a", "host", b"newer")
    assert not vault.holds_digest("a", "host", b"older")


def test_what_is_kept_is_there_after_reopening(vault_path):
    with closing(SqliteVault.open(vault_path)) as vault:
        vault.keep_secret("a-1", "c", SECRET)
        vault.keep_digest("a", "host", b"digest")
    with closing(SqliteVault.open(vault_path)) as vault:
        assert vault.secrets("a-1") == (("c", SECRET),)
        assert vault.holds_digest("a", "host", b"digest")


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
