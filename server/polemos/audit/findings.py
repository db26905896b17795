"""What can be wrong with an export; docs/audit.md has the same table."""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What is wrong, told apart by what a reader of the report would do about it."""

    LINE_CUT = "line_cut"
    LINE_TOO_LONG = "line_too_long"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    KEY_REPEATED = "key_repeated"
    TYPE_UNKNOWN = "type_unknown"
    FIELD_MISSING = "field_missing"
    FIELD_UNKNOWN = "field_unknown"
    VALUE_BAD = "value_bad"
    NOT_CANONICAL = "not_canonical"

    GAME_DIFFERS = "game_differs"
    SEQ_BROKEN = "seq_broken"
    PREV_BROKEN = "prev_broken"
    LINE_CHANGED = "line_changed"
    TIME_FELL = "time_fell"
    HEAD_DIFFERS = "head_differs"

    REFUSED = "refused"
    OTHER_DUE = "other_due"
    INSIDE_BEAT = "inside_beat"
    BEAT_CUT = "beat_cut"
    AFTER_END = "after_end"
    NOT_CONSERVED = "not_conserved"
    CARD_REPEATED = "card_repeated"

    BOT_NOT_PUBLIC = "bot_not_public"
    ENTROPY_UNOPENED = "entropy_unopened"
    SECRET_UNOPENED = "secret_unopened"  # noqa: S105  a code, not a secret
    DEAL_DIFFERS = "deal_differs"
    CARD_DIFFERS = "card_differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong.

    Args:
        line: counts from 1.
        seq: the seq that the line gives itself, or none if that cannot be read.
        code: what is wrong.
        sentence: the same for a person, with the values.
    """

    line: int
    seq: int | None
    code: Code
    sentence: str


class Fault(Exception):  # noqa: N818  not an error of ours: the export is wrong
    """What is wrong with a line, before it is known which line it is.

    Args:
        code: what is wrong.
        sentence: the same for a person, with the values.
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
