"""What an export shows of its secrets."""

from kit.exports import GAME, bytes_of, chained, controlled, dealt, people, seeded
from polemos.audit.reveals import is_public, opens, revealed_by
from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.rules.encoding import b64url
from polemos.rules.events import DealScheme

FAIR, SEEDED = DealScheme.FAIR, DealScheme.SEEDED


def test_the_secrets_of_every_attempt_are_collected():
    revealed = revealed_by(chained(people().events))
    for name in ("first", "second"):
        secret = bytes_of(name, 1)
        assert revealed.secret(GAME, commit_secret(GAME, secret)) == b64url(secret)


def test_the_seed_of_a_seeded_game_is_collected():
    revealed = revealed_by(chained(seeded("x", cap=3).play().events))
    assert revealed.secret(GAME, commit_seed(GAME, "x")) == "x"


def test_a_running_game_reveals_nothing():
    assert revealed_by(chained(dealt().play(5).events)).dealers == ()


def test_lines_that_cannot_be_read_reveal_nothing():
    lines = chained(controlled().events)
    assert revealed_by([*lines[:-1], lines[-1][:-5] + b"\n"]).dealers == ()
    assert revealed_by([b"noise\n", b'{"secret":"' + b"A" * 43 + b'"}\n']).dealers == ()


def test_a_secret_opens_its_commitment_in_its_game_and_scheme_only():
    secret = bytes_of("x")
    commitment = commit_secret(GAME, secret)
    assert opens(FAIR, GAME, b64url(secret), commitment)
    assert not opens(FAIR, "a-1", b64url(secret), commitment)
    assert not opens(SEEDED, GAME, b64url(secret), commitment)
    assert not opens(FAIR, GAME, b64url(secret[:31]), commit_secret(GAME, secret[:31]))
    assert opens(SEEDED, GAME, "x", commit_seed(GAME, "x"))
    assert not opens(FAIR, GAME, "x", commit_seed(GAME, "x"))


def test_only_the_public_entropy_of_its_own_seat_is_a_bots():
    commitment = commit_seat(GAME, 1, bot_entropy(GAME, 1))
    assert is_public(GAME, 1, commitment)
    assert not is_public(GAME, 0, commitment)
    assert not is_public("a-1", 1, commitment)
