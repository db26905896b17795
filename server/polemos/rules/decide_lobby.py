"""Answer what is asked before the deal: seats, commitments, reveals, the deal itself."""

from polemos.rules.chance import Transcript
from polemos.rules.commands import (
    DealCards,
    EndGame,
    LockSeats,
    OpenGame,
    ReleaseSeat,
    RevealEntropy,
    TakeSeat,
)
from polemos.rules.deal import deal_counts, first_seat, set_aside_count
from polemos.rules.encoding import rules_digest
from polemos.rules.endings import end_before_deal
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import (
    CardsDealt,
    EntropyRevealed,
    GameEnded,
    GameOpened,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
)
from polemos.rules.presets import check_rules
from polemos.rules.state import Lobby, Seat

LobbyCommand = TakeSeat | ReleaseSeat | LockSeats | RevealEntropy | DealCards


def open_game(command: OpenGame) -> GameOpened:
    """Open a game whose rules agree with themselves and with their digest."""
    check_rules(command.rules)
    if command.rules_digest != rules_digest(command.rules):
        raise RuleViolation(
            RuleCode.BAD_RULE_VALUE,
            f"The digest {command.rules_digest!r} is not that of the rules: "
            f"send {rules_digest(command.rules)!r}.",
        )
    return GameOpened(
        rules=command.rules,
        rules_digest=command.rules_digest,
        deal=command.deal,
        commitment=command.commitment,
        tempo=command.tempo,
        opened_by=command.opened_by,
    )


def take_seat(state: Lobby, command: TakeSeat) -> SeatTaken:
    """Seat somebody, or let a holder commit anew."""
    _check_seat(state, command.seat)
    _check_unlocked(state)
    _check_free(state, command)
    _check_commitment(state, command)
    return SeatTaken(
        seat=command.seat,
        kind=command.kind,
        player=command.player,
        commitment=command.commitment,
    )


def release_seat(state: Lobby, command: ReleaseSeat) -> SeatReleased:
    """Free a seat; after the lock the attempt's secret is shown and the deal starts over."""
    _check_seat(state, command.seat)
    _seat(state, command.seat)
    if not state.is_locked:
        return SeatReleased(seat=command.seat, reason=command.reason, secret=None, commitment=None)
    if not command.commitment or command.commitment == state.commitment:
        raise RuleViolation(
            RuleCode.COMMITMENT_REPEATED,
            f"Releasing seat {command.seat} after the lock reveals the secret: "
            "send the commitment to a new one.",
        )
    return SeatReleased(
        seat=command.seat,
        reason=command.reason,
        secret=state.dealer.secret(state.game, state.commitment),
        commitment=command.commitment,
    )


def lock_seats(state: Lobby) -> SeatsLocked:
    """Fix seats and commitments once every seat has both."""
    _check_unlocked(state)
    for number in range(len(state.seats)):
        if not _seat(state, number).commitment:
            raise RuleViolation(
                RuleCode.ENTROPY_MISSING,
                f"Seat {number} has not committed anew since the deal was aborted: "
                "it must take its seat again with a new commitment.",
            )
    return SeatsLocked(players=len(state.seats))


def reveal_entropy(state: Lobby, command: RevealEntropy) -> EntropyRevealed:
    """Open a seat's commitment."""
    _check_seat(state, command.seat)
    seat = _seat(state, command.seat)
    _check_locked(state)
    if state.entropies[command.seat] is not None:
        raise RuleViolation(
            RuleCode.ENTROPY_REVEALED, f"Seat {command.seat} has revealed its entropy already."
        )
    if not state.dealer.seat_opens(state.game, command.seat, command.entropy, seat.commitment):
        raise RuleViolation(
            RuleCode.ENTROPY_MISMATCH,
            f"The entropy does not open the commitment of seat {command.seat}: "
            "reveal the 32 bytes that it committed to.",
        )
    return EntropyRevealed(seat=command.seat, entropy=command.entropy)


def deal_cards(state: Lobby) -> CardsDealt:
    """Deal, once every seat has revealed.

    Raises:
        ValueError: the dealer of this state lacks the secret, so nobody can be dealt to by it.
    """
    _check_locked(state)
    rules = state.opening.rules
    chance = state.dealer.chance(transcript(state))
    if chance is None:
        raise ValueError(f"The secret of {state.game} is not known here, so it cannot be dealt.")
    first = first_seat(rules, chance)
    return CardsDealt(
        counts=deal_counts(rules, first), first_seat=first, set_aside=set_aside_count(rules)
    )


def end_lobby(state: Lobby, command: EndGame) -> GameEnded:
    """End a game before its deal."""
    return end_before_deal(state.game, state.dealer, state.commitment, command.reason)


def transcript(state: Lobby) -> Transcript:
    """Collect what the deal depends on.

    Raises:
        RuleViolation: a seat has not revealed.
    """
    entropies = []
    for seat, entropy in enumerate(state.entropies):
        if entropy is None:
            raise RuleViolation(
                RuleCode.ENTROPY_MISSING,
                f"Seat {seat} has not revealed its entropy: reveal it or release the seat.",
            )
        entropies.append(entropy)
    return Transcript(
        game=state.game,
        rules_digest=state.opening.rules_digest,
        commitment=state.commitment,
        entropies=tuple(entropies),
    )


def _seat(state: Lobby, number: int) -> Seat:
    seat = state.seats[number]
    if seat is None:
        raise RuleViolation(
            RuleCode.SEAT_IS_FREE, f"Nobody sits on seat {number}: it must be taken first."
        )
    return seat


def _check_seat(state: Lobby, number: int) -> None:
    if not 0 <= number < len(state.seats):
        raise RuleViolation(
            RuleCode.SEAT_UNKNOWN,
            f"There is no seat {number} in a game of {len(state.seats)}: "
            f"choose 0 to {len(state.seats) - 1}.",
        )


def _check_unlocked(state: Lobby) -> None:
    if state.is_locked:
        raise RuleViolation(
            RuleCode.SEATS_ARE_LOCKED, "The seats are locked: only releasing one reopens them."
        )


def _check_locked(state: Lobby) -> None:
    if not state.is_locked:
        raise RuleViolation(
            RuleCode.SEATS_NOT_LOCKED, "The seats are not locked yet: lock them first."
        )


def _check_free(state: Lobby, command: TakeSeat) -> None:
    holder = state.seats[command.seat]
    if holder is None:
        return
    if holder.commitment or (holder.kind, holder.player) != (command.kind, command.player):
        raise RuleViolation(
            RuleCode.SEAT_IS_TAKEN, f"Seat {command.seat} is taken: choose a free one."
        )


def _check_commitment(state: Lobby, command: TakeSeat) -> None:
    """Refuse a commitment whose entropy somebody else chose or everybody knows.

    A bot's entropy is public from the start, so it alone may use the same one in every attempt.
    """
    used = {seat.commitment for seat in state.seats if seat is not None} | {state.commitment, ""}
    is_spent = command.kind is SeatKind.HUMAN and command.commitment in state.spent
    if is_spent or command.commitment in used:
        raise RuleViolation(
            RuleCode.COMMITMENT_REPEATED,
            f"The commitment of seat {command.seat} is empty or was used before: "
            "draw fresh entropy and commit to it.",
        )
