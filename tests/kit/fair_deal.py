"""A second implementation of the fair deal, written from docs/fair-deal.md alone.

It shares no code with `polemos`, so that it can contradict it.
"""

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def decimal(number):
    return str(number).encode("ascii")


def letters(raw):
    return urlsafe_b64encode(raw).decode("ascii").replace("=", "")


def H(tag, *fields):  # noqa: N802  the document's name
    message = tag.encode() + b"\x00"
    for field in fields:
        message += u32(len(field)) + field
    return hashlib.sha256(message).digest()


def M(key, message):  # noqa: N802  the document's name
    return hmac.new(key, message, hashlib.sha256).digest()


def rules_digest(rules):
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def server_commitment(game, secret):
    return H("fair/1 server", game.encode(), secret)


def seed_commitment(game, seed):
    return H("seeded/1 server", game.encode(), seed.encode())


def seat_commitment(game, seat, entropy):
    return H("fair/1 seat", game.encode(), decimal(seat), entropy)


def bot_entropy(game, seat):
    return H("fair/1 bot", game.encode(), decimal(seat))


def fair_transcript(game, rules, secret, entropies):
    fields = [
        game.encode(),
        rules_digest(rules),
        decimal(len(entropies)),
        server_commitment(game, secret),
    ]
    for seat, entropy in enumerate(entropies):
        fields.append(decimal(seat))
        fields.append(entropy)
    return H("fair/1 transcript", *fields)


def fair_root(secret, transcript):
    return M(secret, b"fair/1 extract\x00" + transcript)


def seeded_transcript(rules, seats):
    return H("seeded/1 transcript", rules_digest(rules), decimal(seats))


def seeded_root(seed, transcript):
    return M(H("seeded/1 seed", seed.encode()), b"seeded/1 extract\x00" + transcript)


def deck_key(root):
    return M(root, b"fair/1 deck\x00" + u64(0))


def first_seat_key(root):
    return M(root, b"fair/1 first seat\x00" + u64(0))


def return_key(root, round_number):
    return M(root, b"fair/1 return\x00" + u64(round_number))


class Stream:
    def __init__(self, key):
        self.key = key
        self.read = 0

    def byte(self):
        block, place = divmod(self.read, 32)
        self.read += 1
        return M(self.key, u64(block))[place]

    def below(self, m):
        limit = 256 - (256 % m)
        b = self.byte()
        while b >= limit:
            b = self.byte()
        return b % m


def shuffled(items, key):
    result = list(items)
    stream = Stream(key)
    i = len(result) - 1
    while i >= 1:
        j = stream.below(i + 1)
        result[i], result[j] = result[j], result[i]
        i -= 1
    return result


def fresh_deck(size):
    ranks = "23456789TJQKA"
    ranks = ranks[13 - size // 4 :]
    return [rank + suit for rank in ranks for suit in "cdhs"]


def dealt(root, rules):
    """Give the shuffled deck, the first seat, the piles and what was set aside."""
    n = rules["players"]
    cards = shuffled(fresh_deck(rules["deck"]), deck_key(root))
    first = Stream(first_seat_key(root)).below(n)
    left_over = rules["deck"] % n if rules["deal"] == "equal" else 0
    piles = [[] for _ in range(n)]
    for k in range(rules["deck"] - left_over):
        piles[(first + k) % n].append(cards[k])
    return cards, first, piles, cards[rules["deck"] - left_over :]
