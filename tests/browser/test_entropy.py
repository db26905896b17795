"""The page's own hashing says what Python's does, and what the published vectors say."""

import hashlib
import hmac
import json
import random
from pathlib import Path

import pytest

from kit.browser import Windows
from polemos.fairness.commitments import commit_seat
from polemos.fairness.hashing import tagged_hash
from polemos.fairness.seat_entropy import seat_entropy, words_key
from polemos.rules.encoding import b64url

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parents[1] / "fairness" / "vectors"

HASH = """async (cases) => {
  const { sha256, hmacSha256 } = await import("/sha256.js");
  const { fromBase64url, toBase64url } = await import("/base64url.js");
  return cases.map(([key, bytes]) => [
    toBase64url(sha256(fromBase64url(bytes))),
    toBase64url(hmacSha256(fromBase64url(key), fromBase64url(bytes))),
  ]);
}"""

COMMIT = """async (cases) => {
  const { commitSeat } = await import("/entropy.js");
  const { fromBase64url } = await import("/base64url.js");
  return cases.map(([game, seat, entropy]) => commitSeat(game, seat, fromBase64url(entropy)));
}"""

WORDS = """async (cases) => {
  const { keyOfWords } = await import("/entropy.js");
  const { toBase64url } = await import("/base64url.js");
  return cases.map((words) => {
    const key = keyOfWords(words);
    return key === null ? null : toBase64url(key);
  });
}"""

DERIVE = """async (cases) => {
  const { commitSeat, seatEntropy } = await import("/entropy.js");
  const { fromBase64url, toBase64url } = await import("/base64url.js");
  return cases.map(([key, game, seat, commitment]) => {
    const entropy = seatEntropy(fromBase64url(key), game, commitment);
    return [toBase64url(entropy), commitSeat(game, seat, entropy)];
  });
}"""

TAGGED = """async (cases) => {
  const { taggedHash } = await import("/entropy.js");
  const { fromBase64url, toBase64url } = await import("/base64url.js");
  return cases.map(([tag, fields]) => toBase64url(taggedHash(tag, ...fields.map(fromBase64url))));
}"""


def test_the_page_hashes_as_python_does(windows: Windows) -> None:
    chance = random.Random("page")
    lengths = [*range(131), *(chance.randrange(5_000) for _ in range(120))]
    cases = [(chance.randbytes(chance.randrange(150)), chance.randbytes(size)) for size in lengths]
    told = [[b64url(key), b64url(message)] for key, message in cases]
    assert windows.open_blank().evaluate(HASH, told) == [
        [
            b64url(hashlib.sha256(message).digest()),
            b64url(hmac.digest(key, message, "sha256")),
        ]
        for key, message in cases
    ]


def test_the_page_commits_a_seat_as_the_server_does(windows: Windows) -> None:
    chance = random.Random("seats")
    games = ("a-1", "k7m2q9x4wd-1", "0-999999999")
    cases = [(chance.choice(games), chance.randrange(4), chance.randbytes(32)) for _ in range(200)]
    told = [[game, seat, b64url(entropy)] for game, seat, entropy in cases]
    assert windows.open_blank().evaluate(COMMIT, told) == [commit_seat(*case) for case in cases]


def test_the_page_hashes_fields_under_a_tag_as_the_server_does(windows: Windows) -> None:
    chance = random.Random("tags")
    cases = [
        (tag, [chance.randbytes(chance.randrange(300)) for _ in range(chance.randrange(6))])
        for tag in ("fair/1 seat", "fair/1 bot", "x") * 20
    ]
    told = [[tag, [b64url(field) for field in fields]] for tag, fields in cases]
    assert windows.open_blank().evaluate(TAGGED, told) == [
        b64url(tagged_hash(tag, *fields)) for tag, fields in cases
    ]


def test_the_page_agrees_with_the_published_vectors_of_the_fair_deal(windows: Windows) -> None:
    vectors = json.loads((VECTORS / "fair-1.json").read_bytes())
    cases, commitments = [], []
    for vector in vectors:
        for seat, committed in enumerate(vector["seats"]):
            cases.append([vector["game"], seat, b64url(bytes.fromhex(committed["entropy"]))])
            commitments.append(committed["commitment"])
    assert len(cases) >= 16
    assert windows.open_blank().evaluate(COMMIT, cases) == commitments


def test_the_page_derives_a_seats_part_as_the_published_vectors_say(windows: Windows) -> None:
    vectors = json.loads((VECTORS / "seat-entropy.json").read_bytes())
    page = windows.open_blank()
    typed = [vector["words"] for vector in vectors["words"]]
    keys = [b64url(bytes.fromhex(vector["key"])) for vector in vectors["words"]]
    assert page.evaluate(WORDS, typed) == keys
    seats = vectors["seats"]
    cases = [
        [b64url(bytes.fromhex(one["key"])), one["game"], one["seat"], one["server_commitment"]]
        for one in seats
    ]
    assert len(typed) >= 10
    assert len(cases) >= 5
    assert page.evaluate(DERIVE, cases) == [
        [b64url(bytes.fromhex(one["entropy"])), one["commitment"]] for one in seats
    ]


def test_the_page_derives_a_seats_part_as_the_terminal_does(windows: Windows) -> None:
    chance = random.Random("derivation")
    letters = "aZ é\u0301\u00a0\ufeff\u0085\t\u1100\u1161♠ω黑"
    words = ["".join(chance.choices(letters, k=chance.randrange(1, 12))) for _ in range(200)]
    page = windows.open_blank()
    assert page.evaluate(WORDS, words) == [key_told(text) for text in words]
    keys = [chance.randbytes(32) for _ in range(100)]
    cases = [[b64url(key), "abc-7", 2, b64url(chance.randbytes(32))] for key in keys]
    assert [told[0] for told in page.evaluate(DERIVE, cases)] == [
        b64url(seat_entropy(key, "abc-7", case[3])) for key, case in zip(keys, cases, strict=True)
    ]


def key_told(words: str) -> str | None:
    try:
        return b64url(words_key(words))
    except ValueError:
        return None


@pytest.mark.parametrize("text", ["AA==", "A", "AB", "!!!!", "AAA ", "AAB", "A-_"])
def test_the_page_reads_only_the_canonical_spelling_of_bytes(windows: Windows, text: str) -> None:
    spelled = """async (text) => {
      const { fromBase64url, toBase64url } = await import("/base64url.js");
      const bytes = fromBase64url(text);
      return bytes === null ? null : toBase64url(bytes);
    }"""
    assert windows.open_blank().evaluate(spelled, text) is None
