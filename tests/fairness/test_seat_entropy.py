"""The entropy of a person's seat, against vectors, the document and a second implementation."""

import json
import unicodedata
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.fairness.commitments import commit_seat, commit_secret, seat_opens
from polemos.fairness.seat_entropy import seat_entropy, words_key
from polemos.rules.encoding import b64url, from_b64url

VECTORS = json.loads((Path(__file__).parent / "vectors" / "seat-entropy.json").read_text())
DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"
KEYS = st.binary(min_size=32, max_size=32)
GAMES = st.from_regex(r"[a-z0-9]{1,32}-[1-9][0-9]{0,8}", fullmatch=True)
COMMITMENTS = st.binary(min_size=32, max_size=32).map(b64url)
WHITE_SPACE = (
    "".join(map(chr, [*range(9, 14), 32, 133, 160, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029]))
    + "\u202f\u205f\u3000"
)
WORDS = st.text(st.characters(codec="utf-8")).filter(lambda words: words.strip(WHITE_SPACE))


def plain_hmac(key, message):
    """Compute HMAC-SHA-256 for a key of at most a block, as RFC 2104 writes it down."""
    block = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def plain_key(words):
    first, last = 0, len(words)
    while words[first] in WHITE_SPACE:
        first += 1
    while words[last - 1] in WHITE_SPACE:
        last -= 1
    composed = unicodedata.normalize("NFC", words[first:last])
    return sha256(b"polemos words\x00" + bytes(composed, "utf-8")).digest()


def plain_entropy(key, game, commitment):
    message = f"polemos entropy\x00{game}\x00{commitment}"
    return plain_hmac(key, bytes(message, "ascii"))


def plain_commitment(game, seat, entropy):
    message = b"fair/1 seat\x00"
    for field in (bytes(game, "ascii"), bytes(str(seat), "ascii"), entropy):
        message += bytes([0, 0, 0, len(field)]) + field
    return str(urlsafe_b64encode(sha256(message).digest()), "ascii").rstrip("=")


@pytest.mark.parametrize("vector", VECTORS["words"])
def test_words_give_the_published_key(vector):
    assert words_key(vector["words"]).hex() == vector["key"] == plain_key(vector["words"]).hex()


@pytest.mark.parametrize("vector", VECTORS["seats"])
def test_a_key_gives_the_published_entropy_and_commitment(vector):
    key, game, seat = bytes.fromhex(vector["key"]), vector["game"], vector["seat"]
    entropy = bytes.fromhex(vector["entropy"])

    assert seat_entropy(key, game, vector["server_commitment"]) == entropy
    assert commit_seat(game, seat, entropy) == vector["commitment"]
    assert plain_entropy(key, game, vector["server_commitment"]) == entropy
    assert plain_commitment(game, seat, entropy) == vector["commitment"]


def test_the_vectors_hold_what_implementations_get_wrong():
    words = [vector["words"] for vector in VECTORS["words"]]
    assert any(not unicodedata.is_normalized("NFC", text) for text in words)
    assert any(text[-1] in WHITE_SPACE for text in words)
    assert {"\u0085", "\ufeff", "\u001f"} <= {text[0] for text in words}
    for field in ("key", "game", "seat", "server_commitment"):
        assert len({vector[field] for vector in VECTORS["seats"]}) > 1


@given(KEYS, GAMES, COMMITMENTS)
def test_the_entropy_is_the_one_that_rfc_2104_leads_to(key, game, commitment):
    assert seat_entropy(key, game, commitment) == plain_entropy(key, game, commitment)


@given(KEYS, GAMES, COMMITMENTS, st.integers(0, 3))
def test_the_derived_entropy_opens_the_commitment_of_its_seat(key, game, commitment, seat):
    entropy = seat_entropy(key, game, commitment)
    assert seat_opens(game, seat, b64url(entropy), commit_seat(game, seat, entropy))


@given(st.lists(st.tuples(KEYS, GAMES, COMMITMENTS), min_size=2, max_size=2, unique=True))
def test_another_key_game_or_attempt_gives_other_entropy(inputs):
    first, second = inputs
    assert seat_entropy(*first) != seat_entropy(*second)


@given(WORDS, st.text(st.sampled_from(WHITE_SPACE)), st.text(st.sampled_from(WHITE_SPACE)))
def test_neither_white_space_around_words_nor_the_form_of_accents_matters(words, before, after):
    assert words_key(before + words + after) == words_key(words)
    assert words_key(unicodedata.normalize("NFD", words)) == words_key(words)


@given(WORDS)
def test_the_key_of_words_is_a_plain_hash_of_them(words):
    assert words_key(words) == plain_key(words)


@pytest.mark.parametrize("words", ["", " ", "\u3000\n", "\ud800"])
def test_what_holds_no_words_gives_no_key(words):
    with pytest.raises(ValueError, match=r"no words|surrogates not allowed"):
        words_key(words)


def test_the_documents_example_is_what_the_code_computes():
    section = DOCUMENT.read_text().split("## A person's entropy")[1].split("\n## ")[0]
    shown = dict(line.split(" = ", 1) for line in section.split("```")[1].strip().splitlines())
    game, commitment = "k7m2q9x4wd-1", commit_secret("k7m2q9x4wd-1", bytes(range(32)))
    key = words_key("correct horse battery staple")
    entropy = seat_entropy(key, game, commitment)

    assert shown == {
        "words": "correct horse battery staple",
        "key": key.hex(),
        "game": game,
        "C_S": commitment,
        "P[0]": entropy.hex(),
        "C_P[0]": commit_seat(game, 0, entropy),
    }
    assert (key, entropy) == (plain_key(shown["words"]), plain_entropy(key, game, commitment))
    assert len(from_b64url(shown["C_P[0]"])) == 32
