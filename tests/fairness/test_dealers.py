"""A dealer deals with what it knows, and knows only what opens the commitment."""

from dataclasses import replace

import pytest

from kit.exports import bytes_of, dealt, seeded
from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Sealed, Seeded
from polemos.rules.chance import Transcript, Use
from polemos.rules.encoding import b64url

GAME = "k7m2q9x4wd-1"
SECRETS = (b"1" * 32, b"2" * 32, b"3" * 32)
SEED = "πόλεμος"


def transcript(commitment, game=GAME):
    return Transcript(
        game=game,
        rules_digest=b64url(b"r" * 32),
        commitment=commitment,
        entropies=tuple(b64url(bot_entropy(game, seat)) for seat in range(2)),
    )


def deck_key(dealer, of):
    return dealer.chance(of).key(Use.DECK, 0)


@pytest.mark.parametrize("secret", SECRETS)
def test_fair_takes_the_secret_that_opens_the_commitment(secret):
    commitment = commit_secret(GAME, secret)
    fair = Fair(SECRETS)
    assert fair.secret(GAME, commitment) == b64url(secret)
    assert deck_key(fair, transcript(commitment)) == deck_key(
        Fair((secret,)), transcript(commitment)
    )


def test_fair_deals_nothing_without_the_secret():
    commitment = commit_secret(GAME, b"4" * 32)
    assert Fair(SECRETS).chance(transcript(commitment)) is None
    assert Fair(SECRETS).secret(GAME, commitment) == ""


def test_fair_takes_no_secret_for_a_commitment_of_another_game():
    commitment = commit_secret("k7m2q9x4wd-2", SECRETS[0])
    assert Fair(SECRETS).chance(transcript(commitment)) is None


def test_every_attempt_at_a_deal_has_other_keys():
    keys = {deck_key(Fair(SECRETS), transcript(commit_secret(GAME, secret))) for secret in SECRETS}
    assert len(keys) == len(SECRETS)


@pytest.mark.parametrize("size_bytes", [0, 16, 31, 33])
def test_fair_refuses_a_secret_of_another_size(size_bytes):
    with pytest.raises(ValueError, match="32 bytes"):
        Fair((bytes(size_bytes),))


def test_a_seed_gives_the_same_deal_in_every_game():
    deals = {
        deck_key(Seeded(SEED), transcript(commit_seed(game, SEED), game))
        for game in ("a-1", "b-7", GAME)
    }
    assert len(deals) == 1


def test_a_seeded_deal_depends_on_seed_rules_and_number_of_players():
    here = transcript(commit_seed(GAME, SEED))
    there = transcript(commit_seed(GAME, "other"))
    third = (*here.entropies, b64url(bot_entropy(GAME, 2)))
    deals = {
        deck_key(Seeded(SEED), here),
        deck_key(Seeded("other"), there),
        deck_key(Seeded(SEED), replace(here, rules_digest=b64url(b"R" * 32))),
        deck_key(Seeded(SEED), replace(here, entropies=third)),
    }
    assert len(deals) == 4


def test_another_seed_deals_and_reveals_nothing():
    commitment = commit_seed(GAME, SEED)
    assert Seeded("other").chance(transcript(commitment)) is None
    assert Seeded("other").secret(GAME, commitment) == ""
    assert Seeded(SEED).secret(GAME, commitment) == SEED


def test_sealed_knows_nothing():
    commitment = commit_secret(GAME, SECRETS[0])
    assert Sealed().chance(transcript(commitment)) is None
    assert Sealed().secret(GAME, commitment) == ""


@pytest.mark.parametrize("dealer", [Fair(SECRETS), Seeded(SEED), Sealed()])
def test_every_dealer_checks_the_seats_alike(dealer):
    entropy = bot_entropy(GAME, 1)
    commitment = commit_seat(GAME, 1, entropy)
    assert dealer.seat_opens(GAME, 1, b64url(entropy), commitment)
    assert not dealer.seat_opens(GAME, 0, b64url(entropy), commitment)


@pytest.mark.parametrize("beats", [0, 5])
def test_a_running_game_shows_neither_its_secret_nor_its_keys(beats):
    secret, seed = bytes_of("secret", 1), "not to be told"
    for recorder, held in ((dealt(number=1), secret), (seeded(seed), seed)):
        state = recorder.play(beats).state
        shown = repr(state)
        assert "'k7m2q9x4wd-1'" in shown
        assert seed not in shown
        for hidden in (held, state.setup.chance.root):
            raw = hidden if isinstance(hidden, bytes) else hidden.encode()
            for form in (repr(raw)[2:-1], raw.hex(), b64url(raw)):
                assert form not in shown
