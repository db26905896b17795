"""A person's secret is made once, for them alone, and never guessed from a damaged file."""

import os
import secrets
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from polemos.rules.encoding import from_b64url
from polemos_demo.client.player_secrets import BadPlayerSecret, player_path, player_secret


def test_it_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "polemos" / "player"
    made = player_secret(path, secrets.token_bytes)
    assert len(from_b64url(made)) == 32
    assert player_secret(path, secrets.token_bytes) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == ["player"]


def test_terminals_that_start_together_agree(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / str(number) / "player"
        with ThreadPoolExecutor(4) as pool:
            made = {
                future.result()
                for future in [
                    pool.submit(player_secret, path, secrets.token_bytes) for _ in "1234"
                ]
            }
        assert len(made) == 1


@pytest.mark.parametrize("content", [b"", b"\n", b"A" * 42, b"A" * 44, b"\xff" * 43, b"A" * 500])
def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "player"
    path.write_bytes(content)
    with pytest.raises(BadPlayerSecret, match="damaged") as caught:
        player_secret(path, secrets.token_bytes)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "player", tmp_path):
        with pytest.raises(BadPlayerSecret, match="cannot be used"):
            player_secret(path, secrets.token_bytes)


def test_the_state_folder_is_the_one_that_the_environment_names() -> None:
    home = Path("/home/ann")
    usual = home / ".local" / "state" / "polemos" / "player"
    assert player_path({}, home) == usual
    assert player_path({"XDG_STATE_HOME": "relative"}, home) == usual
    assert player_path({"XDG_STATE_HOME": "/state"}, home) == Path("/state/polemos/player")
    assert player_path(os.environ, home).is_absolute()
