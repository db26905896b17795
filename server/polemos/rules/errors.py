"""A rule refuses: the state is untouched, and whoever asked is told why."""

from enum import StrEnum


class RuleCode(StrEnum):
    """Why a rule refuses; every code stands in the table of `wire.codes`."""

    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_RULE = "unknown_rule"
    BAD_RULE_VALUE = "bad_rule_value"
    CONTRADICTING_RULES = "contradicting_rules"
    WRONG_PLAYER_COUNT = "wrong_player_count"
    GAME_IS_OPEN = "game_is_open"
    GAME_NOT_OPEN = "game_not_open"
    GAME_NOT_DEALT = "game_not_dealt"
    GAME_IS_DEALT = "game_is_dealt"
    GAME_IS_OVER = "game_is_over"
    SEAT_UNKNOWN = "seat_unknown"
    SEAT_IS_TAKEN = "seat_is_taken"
    SEAT_IS_FREE = "seat_is_free"
    SEATS_ARE_LOCKED = "seats_are_locked"
    SEATS_NOT_LOCKED = "seats_not_locked"
    COMMITMENT_REPEATED = "commitment_repeated"
    ENTROPY_MISMATCH = "entropy_mismatch"
    ENTROPY_REVEALED = "entropy_revealed"
    ENTROPY_MISSING = "entropy_missing"
    AUTOPLAY_IS_ON = "autoplay_is_on"
    AUTOPLAY_IS_OFF = "autoplay_is_off"
    TEMPO_UNCHANGED = "tempo_unchanged"


class RuleViolation(Exception):  # noqa: N818  the field's word for a refusal by the rules
    """A command that the rules do not allow now.

    Args:
        code: which rule.
        sentence: what is wrong and what to do, for a person.
    """

    def __init__(self, code: RuleCode, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class ImpossibleEvent(Exception):  # noqa: N818  it names the event, not a fault of this program
    """An event that cannot follow the state it was applied to; the state is untouched.

    The log holds what `decide` answered, so a fold that meets one was given an edited stream, the
    wrong secret or another game's events.

    Args:
        sentence: what was expected and what came.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
