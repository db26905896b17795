"""The worked example of docs/fair-deal.md is what the code computes."""

import hashlib
from itertools import islice
from pathlib import Path

from polemos.fairness.commitments import bot_entropy, commit_seat, commit_secret
from polemos.fairness.dealers import Fair
from polemos.fairness.transcript import fair_transcript
from polemos.rules.cards import deck
from polemos.rules.chance import Transcript, Use
from polemos.rules.deal import deal_cards, first_seat
from polemos.rules.encoding import b64url, canonical, from_b64url, rule_set_object, rules_digest
from polemos.rules.presets import PRESETS
from polemos.rules.shuffle import byte_stream, shuffle

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"


def read_example():
    text = DOCUMENT.read_text().split("## Worked example")[1].split("```")[1]
    return dict(line.split(" = ", 1) for line in text.strip().splitlines())


EXAMPLE = read_example()


def framed(*fields):
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def compute():
    game, secret, rules = "k7m2q9x4wd-1", bytes(range(32)), PRESETS["pyanitsa"]
    entropies = (b"\x11" * 32, bot_entropy(game, 1))
    seats = [commit_seat(game, seat, entropy) for seat, entropy in enumerate(entropies)]
    transcript = Transcript(
        game=game,
        rules_digest=rules_digest(rules),
        commitment=commit_secret(game, secret),
        entropies=tuple(b64url(entropy) for entropy in entropies),
    )
    keys = Fair((secret,)).chance(transcript)
    deck_key = keys.key(Use.DECK, 0)
    first = first_seat(rules, keys)
    hands = deal_cards(rules, keys, first)
    pot = [pile[0] for pile in hands.piles]
    return {
        "game": game,
        "canonical rules": canonical(rule_set_object(rules)).decode(),
        "rules": from_b64url(rules_digest(rules)).hex(),
        "S": secret.hex(),
        "P[0] (a person)": entropies[0].hex(),
        "P[1] (a bot)": entropies[1].hex(),
        "C_S": from_b64url(transcript.commitment).hex(),
        "C_P[0]": from_b64url(seats[0]).hex(),
        "C_P[1]": from_b64url(seats[1]).hex(),
        "bytes hashed for C_P[0]": (
            b"fair/1 seat\0" + framed(game.encode(), b"0", entropies[0])
        ).hex(),
        "T": fair_transcript(transcript).hex(),
        "K": keys.root.hex(),
        "key of the deck": deck_key.hex(),
        "first block of its stream": bytes(islice(byte_stream(deck_key), 32)).hex(),
        "shuffled deck": " ".join(shuffle(deck(rules.deck), deck_key)),
        "key of the first seat": keys.key(Use.FIRST_SEAT, 0).hex(),
        "first seat": str(first),
        "pile of seat 0": " ".join(hands.piles[0]),
        "pile of seat 1": " ".join(hands.piles[1]),
        "key of round 1": keys.key(Use.RETURN, 1).hex(),
        "pot of round 1": " ".join(pot),
        "under the winner's pile": " ".join(shuffle(pot, keys.key(Use.RETURN, 1))),
    }


def test_every_line_of_the_example_is_computed_and_every_computed_value_is_shown():
    assert compute() == EXAMPLE


def test_the_hashed_bytes_that_are_shown_hash_to_the_commitment_that_is_shown():
    hashed = bytes.fromhex(EXAMPLE["bytes hashed for C_P[0]"])
    assert hashlib.sha256(hashed).hexdigest() == EXAMPLE["C_P[0]"]
