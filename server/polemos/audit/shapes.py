"""The shape of every event's line: which fields, and of which kind.

Written down a second time on purpose: an auditor must not take the format from the code that wrote
the log.
"""

from polemos.audit.kinds import (
    CARD,
    COUNT,
    COUNTS,
    GAME,
    HASH,
    HASH_OR_NOTHING,
    ORDINAL,
    ORDINALS,
    RANK,
    RULES,
    SEAT,
    SEATS,
    TEXT,
    Kind,
    choice,
    optional,
)
from polemos.rules.events import DealScheme, EndReason, ReleaseReason, SeatKind, Tempo

ENVELOPE: dict[str, Kind] = {
    "at": COUNT,
    "game": GAME,
    "prev": HASH_OR_NOTHING,
    "seq": ORDINAL,
}
"""The fields of every line besides `type`."""

SHAPES: dict[str, dict[str, Kind]] = {
    "GameOpened": {
        "rules": RULES,
        "rules_digest": HASH,
        "deal": choice(DealScheme),
        "commitment": HASH,
        "tempo": choice(Tempo),
        "opened_by": TEXT,
    },
    "SeatTaken": {"seat": SEAT, "kind": choice(SeatKind), "player": TEXT, "commitment": HASH},
    "SeatReleased": {
        "seat": SEAT,
        "reason": choice(ReleaseReason),
        "secret": optional(TEXT),
        "commitment": optional(HASH),
    },
    "SeatsLocked": {"players": COUNT},
    "EntropyRevealed": {"seat": SEAT, "entropy": HASH},
    "CardsDealt": {"counts": COUNTS, "first_seat": SEAT, "set_aside": COUNT},
    "CardFlipped": {"round": ORDINAL, "step": COUNT, "seat": SEAT, "card": CARD},
    "TieDeclared": {
        "round": ORDINAL,
        "step": COUNT,
        "rank": RANK,
        "seats": SEATS,
        "participants": SEATS,
    },
    "CardHidden": {"round": ORDINAL, "step": ORDINAL, "seat": SEAT},
    "PileReturned": {"round": ORDINAL, "seat": SEAT, "count": COUNT},
    "SeatEliminated": {"round": ORDINAL, "seat": SEAT, "place": ORDINAL},
    "AutoplayStarted": {},
    "AutoplayPaused": {},
    "TempoChanged": {"tempo": choice(Tempo)},
    "GameEnded": {
        "reason": choice(EndReason),
        "winner": optional(SEAT),
        "places": ORDINALS,
        "rounds": COUNT,
        "wars": COUNT,
        "secret": TEXT,
    },
}
"""The fields of every type besides the envelope's."""
