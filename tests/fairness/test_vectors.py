"""The published vectors, against the code and against a second implementation."""

import json
from pathlib import Path

import pytest

from kit import fair_deal
from polemos.fairness.commitments import commit_seat, commit_secret, commit_seed
from polemos.fairness.dealers import Fair, Seeded
from polemos.fairness.transcript import fair_transcript, seeded_transcript
from polemos.rules import rule_set
from polemos.rules.chance import Transcript, Use
from polemos.rules.deal import deal_cards, first_seat
from polemos.rules.encoding import b64url, rules_digest
from polemos.rules.shuffle import shuffle

VECTORS = Path(__file__).parent / "vectors"


def read(name):
    return json.loads((VECTORS / name).read_text())


FAIR, SEEDED, SHUFFLES = read("fair-1.json"), read("seeded-1.json"), read("shuffles.json")


def rules_of(vector):
    rules = vector["rules"]
    return rule_set.RuleSet(
        **rules
        | {
            "best": rule_set.Best(rules["best"]),
            "war_joined_by": rule_set.WarJoinedBy(rules["war_joined_by"]),
            "short_in_war": rule_set.ShortInWar(rules["short_in_war"]),
            "return_order": rule_set.ReturnOrder(rules["return_order"]),
            "deal": rule_set.Deal(rules["deal"]),
            "at_cap": rule_set.AtCap(rules["at_cap"]),
        }
    )


def transcript_of(vector):
    return Transcript(
        game=vector["game"],
        rules_digest=vector["rules_digest"],
        commitment=vector["commitment"],
        entropies=tuple(b64url(bytes.fromhex(seat["entropy"])) for seat in vector["seats"]),
    )


def dealer_of(vector):
    if "seed" in vector:
        return Seeded(vector["seed"])
    return Fair((bytes.fromhex(vector["secret"]),))


@pytest.mark.parametrize("vector", FAIR + SEEDED)
def test_the_code_commits_as_published(vector):
    assert rules_digest(rules_of(vector)) == vector["rules_digest"]
    for number, seat in enumerate(vector["seats"]):
        entropy = bytes.fromhex(seat["entropy"])
        assert commit_seat(vector["game"], number, entropy) == seat["commitment"]
    if "seed" in vector:
        assert commit_seed(vector["game"], vector["seed"]) == vector["commitment"]
    else:
        secret = bytes.fromhex(vector["secret"])
        assert commit_secret(vector["game"], secret) == vector["commitment"]


@pytest.mark.parametrize("vector", FAIR + SEEDED)
def test_the_code_derives_the_published_keys(vector):
    transcript = transcript_of(vector)
    digest = seeded_transcript if "seed" in vector else fair_transcript
    assert digest(transcript).hex() == vector["transcript"]
    keys = dealer_of(vector).chance(transcript)
    assert keys.root.hex() == vector["root"]
    assert keys.key(Use.DECK, 0).hex() == vector["keys"]["deck"]
    assert keys.key(Use.FIRST_SEAT, 0).hex() == vector["keys"]["first_seat"]
    for returned in vector["keys"]["returns"]:
        assert keys.key(Use.RETURN, returned["round"]).hex() == returned["key"]


@pytest.mark.parametrize("vector", FAIR + SEEDED)
def test_the_code_deals_the_published_cards(vector):
    rules, keys = rules_of(vector), dealer_of(vector).chance(transcript_of(vector))
    first = first_seat(rules, keys)
    hands = deal_cards(rules, keys, first)
    assert first == vector["first_seat"]
    assert [list(pile) for pile in hands.piles] == vector["piles"]
    assert list(hands.set_aside) == vector["set_aside"]
    for returned in vector["returns"]:
        under = shuffle(returned["pot"], keys.key(Use.RETURN, returned["round"]))
        assert list(under) == returned["under"]


@pytest.mark.parametrize("vector", SHUFFLES)
def test_the_code_shuffles_as_published(vector):
    assert list(shuffle(range(vector["size"]), bytes.fromhex(vector["key"]))) == vector["order"]


@pytest.mark.parametrize("vector", FAIR + SEEDED)
def test_the_document_alone_leads_to_the_published_values(vector):
    rules, game = vector["rules"], vector["game"]
    entropies = [bytes.fromhex(seat["entropy"]) for seat in vector["seats"]]
    if "seed" in vector:
        transcript = fair_deal.seeded_transcript(rules, len(entropies))
        root = fair_deal.seeded_root(vector["seed"], transcript)
    else:
        secret = bytes.fromhex(vector["secret"])
        transcript = fair_deal.fair_transcript(game, rules, secret, entropies)
        root = fair_deal.fair_root(secret, transcript)
    assert (transcript.hex(), root.hex()) == (vector["transcript"], vector["root"])
    deck, first, piles, set_aside = fair_deal.dealt(root, rules)
    assert (deck, first) == (vector["deck"], vector["first_seat"])
    assert (piles, set_aside) == (vector["piles"], vector["set_aside"])
    for returned in vector["returns"]:
        key = fair_deal.return_key(root, returned["round"])
        assert fair_deal.shuffled(returned["pot"], key) == returned["under"]
