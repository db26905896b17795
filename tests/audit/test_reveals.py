"""What an export shows of its secrets."""

from dataclasses import dataclass

from kit.exports import GAME, bytes_of, chained, controlled, dealt, people, seeded
from polemos.audit.reveals import Revealed, is_public, opens, revealed_by
from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair
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
    assert revealed_by(chained(dealt().play(5).events)).dealers == {}


def test_each_secret_is_found_by_its_commitment_and_not_by_trying_all():
    tried = []

    @dataclass(frozen=True)
    class Counting(Fair):
        def secret(self, game, commitment):
            tried.append(commitment)
            return super().secret(game, commitment)

    secrets = [bytes_of("attempt", number) for number in range(50)]
    commitments = [commit_secret(GAME, secret) for secret in secrets]
    revealed = Revealed(
        {
            commitment: Counting((secret,))
            for commitment, secret in zip(commitments, secrets, strict=True)
        }
    )
    for commitment, secret in zip(commitments, secrets, strict=True):
        assert revealed.secret(GAME, commitment) == b64url(secret)
    assert tried == commitments
    assert revealed.secret(GAME, commit_secret(GAME, bytes_of("other"))) == ""


def test_what_an_export_revealed_is_not_shown():
    seed = "not to be told"
    assert seed not in repr(revealed_by(chained(seeded(seed, cap=3).play().events)))


def test_lines_that_cannot_be_read_reveal_nothing():
    lines = chained(controlled().events)
    assert revealed_by([*lines[:-1], lines[-1][:-5] + b"\n"]).dealers == {}
    assert revealed_by([b"noise\n", b'{"secret":"' + b"A" * 43 + b'"}\n']).dealers == {}


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
