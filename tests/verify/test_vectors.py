"""The published vectors come out of the page's own derivation, word for word."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parents[1] / "fairness" / "vectors"

DERIVE = """async (vectors) => {
  const fair = await import("/verify/fair.js");
  const { dealTold, hex } = await import("/verify/account.js");
  const { toBase64url } = await import("/base64url.js");
  const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  return vectors.map((vector) => {
    const { game, rules } = vector;
    const scheme = "seed" in vector ? fair.SEEDED : fair.FAIR;
    const secret = vector.seed ?? toBase64url(bytes(vector.secret));
    const commitment = fair.serverCommitment(scheme, game, secret);
    const entropies = vector.seats.map((seat) => bytes(seat.entropy));
    const rooted = fair.rooted({ scheme, game, rules, commitment, secret, entropies });
    const { first, ...deal } = fair.dealOf(rooted.root, rules);
    const told = dealTold({ first, ...deal, ...rooted });
    return {
      ...vector,
      rules_digest: toBase64url(fair.rulesDigest(rules)),
      commitment,
      seats: entropies.map((entropy, seat) => ({
        entropy: hex(entropy), commitment: fair.seatCommitment(game, seat, entropy),
      })),
      ...told,
      keys: {
        ...told.keys,
        returns: vector.keys.returns.map(({ round }) => ({
          round, key: hex(fair.returnKey(rooted.root, round)),
        })),
      },
      returns: vector.returns.map(({ round, pot }) => ({
        round, pot, under: fair.shuffled(pot, fair.returnKey(rooted.root, round)),
      })),
    };
  });
}"""

SHUFFLE = """async (vectors) => {
  const { shuffled } = await import("/verify/fair.js");
  return vectors.map(({ key, size }) => ({
    key, size,
    order: shuffled([...Array(size).keys()],
      Uint8Array.from(key.match(/../g), (pair) => parseInt(pair, 16))),
  }));
}"""

OWN = """async ({ words, seats }) => {
  const { entropyOfKey, isOfKey, keyOfWords } = await import("/verify/own.js");
  const { seatCommitment } = await import("/verify/fair.js");
  const { hex } = await import("/verify/account.js");
  const { toBase64url } = await import("/base64url.js");
  const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  return {
    words: words.map(({ words }) => ({ words, key: hex(keyOfWords(words)) })),
    seats: seats.map((seat) => {
      const entropy = entropyOfKey(bytes(seat.key), seat.game, seat.server_commitment);
      const taken = { entropy: toBase64url(entropy) };
      const attempt = { commitment: seat.server_commitment, seats: Array(4).fill(taken) };
      if (!isOfKey(bytes(seat.key), seat.game, attempt, seat.seat)) throw new Error("not its own");
      if (isOfKey(bytes(seat.key), "other-1", attempt, seat.seat)) throw new Error("another's");
      const commitment = seatCommitment(seat.game, seat.seat, entropy);
      return { ...seat, entropy: hex(entropy), commitment };
    }),
  };
}"""


def vectors(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


@pytest.mark.parametrize("name", ["fair-1", "seeded-1"])
def test_every_deal_comes_out(verifier, name):
    published = vectors(name)
    assert len(published) >= 7
    assert verifier.call(DERIVE, published) == published


def test_every_shuffle_comes_out(verifier):
    published = vectors("shuffles")
    assert len(published) >= 14
    assert verifier.call(SHUFFLE, published) == published


def test_every_seats_entropy_comes_out(verifier):
    published = vectors("seat-entropy")
    del published["form"]
    assert min(len(published["words"]), len(published["seats"])) >= 3
    assert verifier.call(OWN, published) == published


def test_there_is_no_other_file_of_vectors():
    assert {path.stem for path in VECTORS.iterdir()} == {
        "fair-1",
        "seeded-1",
        "shuffles",
        "seat-entropy",
    }
