"""A beat in one line of words, and whatever else the terminal client says. Pure."""

from collections.abc import Iterable
from typing import assert_never

from polemos.projections.tables import Table
from polemos.rules.cards import Card
from polemos.rules.events import (
    AutoplayPaused,
    AutoplayStarted,
    CardFlipped,
    CardHidden,
    CardsDealt,
    EndReason,
    EntropyRevealed,
    Event,
    GameEnded,
    GameOpened,
    PileReturned,
    SeatEliminated,
    SeatKind,
    SeatReleased,
    SeatsLocked,
    SeatTaken,
    Tempo,
    TempoChanged,
    TieDeclared,
)
from polemos.wire.pushes import SeatStanding
from polemos_demo.client.beats import Beat
from polemos_demo.client.company import Company, Member
from polemos_demo.client.conversation import Wish
from polemos_demo.client.facts import CardPlace
from polemos_demo.terminal.deeds import Deed

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
REASONS = {
    EndReason.ALL_CARDS: "one seat holds all the cards",
    EndReason.CAP: "the game reached its cap of rounds",
    EndReason.EXHAUSTED: "nobody could turn another card",
    EndReason.ENDLESS: "the cards came to lie exactly as before, so it would never end",
    EndReason.ABANDONED: "the game was abandoned",
    EndReason.CLOSED_BY_HOST: "the host ended the game",
    EndReason.STOPPED: "the server stopped the game",
}

NO_SEAT = "No seat is free in that room: `polemos watch` shows its game."
TOO_LATE = "The room's game has ended and nobody has asked for a rematch yet: try again then."
LINK_WARNING = (
    "Your seat's link, to come back on another device. Whoever has it has your seat: "
    "show it to nobody."
)
NOT_DUE = "No card of yours is waited for."
LEAVE_DROPPED = "You keep your seat."
RESTED = "The room may play another game: waiting for a rematch."
ASK_REMATCH = "r asks for a rematch, q leaves."
SEAT_STAYS = "Your seat stays yours: its link brings you back."
SEAT_GIVEN_UP = "You gave your seat up."
HINTS_SEATED = ("Enter turns your card", "r rematch", "l leave", "k link", "? keys", "q quit")
HINTS_WATCHING = ("space plays or pauses", "←→ beat", ",. round", "w l x jump", "? keys", "q quit")
HINTS_NARROW = ("? keys", "q quit")
GAME_OVER = "The game has ended: q leaves, and the arrows show it again."
FILE_OVER = "This is all that is recorded."
CONNECTING = "connecting"
RECONNECTING = "reconnecting"
LIVE = "live"
ENDED = "ended"
RECORDED = "recorded"
PLAYING = "▶ playing"
PAUSED = "⏸ paused"
FOLLOWING = "● live"
HELP_TITLE = "Keys"
HELP_CLOSES = "Any key closes this."
GO_TO_ROUND = "Go to round, then Enter"
LINK_TITLE = "Your seat's link"
DEEDS = {
    Deed.TURN: "turn your card",
    Deed.REMATCH: "ask for a rematch",
    Deed.LEAVE: "give your seat up",
    Deed.LINK: "show your seat's link",
    Deed.TOGGLE: "play or pause",
    Deed.BEAT_BACK: "a beat back",
    Deed.BEAT_ON: "a beat on",
    Deed.ROUND_BACK: "the round before",
    Deed.ROUND_ON: "the next round",
    Deed.TO_START: "to the start",
    Deed.TO_END: "to the end, or to the live game",
    Deed.SLOWER: "slower",
    Deed.FASTER: "faster",
    Deed.WAR_ON: "the next war",
    Deed.WAR_BACK: "the war before",
    Deed.LEAD_ON: "the next change of the lead",
    Deed.LEAD_BACK: "the change of the lead before",
    Deed.OUT_ON: "the next elimination",
    Deed.OUT_BACK: "the elimination before",
    Deed.GO_TO_ROUND: "go to a round",
    Deed.FOUR_COLOURS: "two or four colours for the suits",
    Deed.HELP: "these keys",
    Deed.QUIT: "quit; a seat stays yours",
}
KEY_NAMES = {
    "enter": "Enter",
    "space": "Space",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "shift+left": "Shift ←",
    "shift+right": "Shift →",
    "home": "Home",
    "end": "End",
}
GAME_BEGINS_ANEW = "The game begins anew."
NO_SERVER = "No server answers"
CONNECTION_LOST = "The connection is lost"


def tell_card(card: Card | None) -> str:
    """Show a card as 10♥, a hidden one as a dotted field."""
    if card is None:
        return "▒▒"
    rank = "10" if card[0] == "T" else card[0]
    return rank + SUITS[card[1]]


def tell_seat(seat: int) -> str:
    """Name a seat for people, who count from 1."""
    return f"Seat {seat + 1}"


def tell_seats(seats: tuple[int, ...]) -> str:
    """Name several seats."""
    names = [tell_seat(seat) for seat in seats]
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def tell_tempo(tempo: Tempo) -> str:
    """Tell a tempo in words."""
    match tempo:
        case Tempo.LIGHTNING:
            return "lightning"
        case Tempo.ONE:
            return "1 beat a second"
        case _:
            return f"{tempo} beats a second"


def tell_duration(milliseconds: int) -> str:
    """Show a duration; a very short one to the tenth of a second."""
    if milliseconds < 10_000:
        return f"{milliseconds / 1_000:.1f} s"
    minutes, seconds = divmod(milliseconds // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def tell_beat(beat: Beat) -> str:
    """Tell a beat, as one line."""
    match beat[0]:
        case CardFlipped() as flip:
            cards = [
                f"{tell_seat(event.seat)} {tell_card(event.card)}"
                for event in beat
                if isinstance(event, CardFlipped)
            ]
            return f"Round {flip.round}: {', '.join(cards)}"
        case TieDeclared() as tie:
            return f"Round {tie.round}: {_tell_tie(tie, len(beat) - 1)}"
        case PileReturned() as returned:
            took = f"{tell_seat(returned.seat)} takes {returned.count} cards"
            return f"Round {returned.round}: {'; '.join([took, *map(_tell_single, beat[1:])])}"
        case _:
            return "; ".join(map(_tell_single, beat))


def tell_result(ended: GameEnded) -> str:
    """Tell who won, or who drew, and why."""
    if ended.winner is not None:
        headline = f"{tell_seat(ended.winner)} wins"
    elif ended.places:
        first = tuple(seat for seat, place in enumerate(ended.places) if place == 1)
        headline = f"A draw between {tell_seats(first)}"
    else:
        headline = "Ended without a result"
    figures = f"{ended.rounds:,} rounds, {ended.wars:,} wars"
    return f"{headline}: {REASONS[ended.reason]}. {figures}."


def tell_rules(table: Table) -> str:
    """Tell what is played."""
    rules = table.setting.rules
    if rules is None:
        return "waiting for the game"
    return f"{rules.preset}, {rules.deck} cards, {rules.hidden_cards} hidden in a war"


def tell_seated(seat: int, wanted: int | None) -> str:
    """Tell somebody where they sit."""
    instead = "" if wanted is None else f"; {tell_seat(wanted)} was not free"
    return f"You sit on {tell_seat(seat)}{instead}."


def tell_watching(game: str) -> str:
    """Tell which game is shown."""
    return f"Watching game {game}."


def tell_lost(what: str, seconds: float) -> str:
    """Tell that the connection is gone, and when it is tried again."""
    return f"{what}; trying again in {seconds:.1f} seconds."


def tell_rematch(game: str) -> str:
    """Tell that the next game of the room begins."""
    return f"A rematch: game {game}."


def tell_joined_late(table: Table) -> str:
    """Tell where in a game somebody came in."""
    return f"Joined after {table.events:,} events, in round {table.round:,}."


def tell_counters(table: Table) -> str:
    """Tell how far a game is and what lies on the table."""
    parts = [f"rounds {table.standing.rounds_completed:,}", f"wars {table.standing.wars:,}"]
    parts.append(f"pot {len(table.laid)}")
    setting = table.setting
    if setting.dealt_at is not None:
        parts.append(tell_duration(table.last_at - setting.dealt_at))
    return " · ".join(parts)


def tell_pace(table: Table) -> str:
    """Tell at which tempo a game goes, or nothing before it is opened."""
    setting = table.setting
    if setting.tempo is None or setting.ended is not None:
        return ""
    return tell_tempo(setting.tempo) + ("" if setting.is_autoplay_on else ", by hand or paused")


def tell_audience(spectators: int) -> str:
    """Tell how many watch."""
    return f"{spectators:,} watching"


def tell_place(number: int, rounds: int, beat: int, beats: int) -> tuple[str, str]:
    """Tell where in a game a replay stands: by round, and by beat."""
    return f"round {number:,} / {rounds:,}", f"beat {beat:,} / {beats:,}"


def tell_fault(line: int, sentence: str) -> str:
    """Tell why a recorded game is shown only up to a line."""
    return f"Line {line:,} is wrong, so the replay ends before it: {sentence}"


def tell_behind(beats: int) -> str:
    """Tell how far the live game is ahead."""
    return f"live is {beats:,} beats on"


def tell_key(name: str) -> str:
    """Name a key for people."""
    return KEY_NAMES.get(name, name)


def tell_out(place: int) -> str:
    """Tell the place of a seat that has no cards any more."""
    return f"place {place}"


def tell_you(label: str) -> str:
    """Mark the person's own seat."""
    return f"{label} (you)"


def tell_due(place: CardPlace) -> str:
    """Ask for a card."""
    number, step = place
    step_told = f", step {step} of the war" if step else ""
    return f"Your card, round {number:,}{step_told}: press Enter to turn it."


def tell_turned(company: Company | None, seat: int | None) -> str:
    """Confirm that a card was turned, and tell who is missing."""
    members = () if company is None else company.members
    awaited = [member for member in members if member.is_awaited and member.seat != seat]
    return f"You turned; waiting for {tell_members(awaited)}." if awaited else "You turned."


def tell_early(wish: Wish) -> str:
    """Tell that it is too early for a wish."""
    return "The game goes on: a rematch follows its end." if wish is Wish.REMATCH else NOT_DUE


def tell_leave_asked(seat: int) -> str:
    """Ask whether somebody means it."""
    return f"Give {tell_seat(seat)} up for good? y gives it up, any other key keeps it."


def printable(text: str) -> str:
    """Leave out what a terminal would obey."""
    return "".join(letter for letter in text if letter.isprintable())


def tell_removed(seat: int) -> str:
    """Tell that the host took a seat from its holder."""
    return f"The host removed you from {tell_seat(seat)}."


def tell_released(seat: int) -> str:
    """Tell that a seat is no longer its holder's."""
    return f"{tell_seat(seat)} is yours no longer: it was given up."


def tell_members(members: Iterable[Member]) -> str:
    """Name some of a company, by their names where they have one."""
    names = [member.name or tell_seat(member.seat) for member in members]
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def tell_member(member: Member) -> str:
    """Tell who sits on a seat and what they are at, to be put behind the seat."""
    name = f" {member.name}" if member.name else ""
    match member.standing:
        case SeatStanding.FREE:
            return f"{name} · free"
        case SeatStanding.RESERVED:
            return f"{name} · kept"
        case SeatStanding.LEFT:
            return f"{name} · left"
        case SeatStanding.TAKEN:
            return f"{name}{_tell_hand(member)}"


def _tell_hand(member: Member) -> str:
    if not member.is_here:
        return " · away"
    if member.is_due:
        return " · turned" if member.has_turned else " · to turn"
    return ""


def tell_awaited(company: Company) -> str:
    """Tell whose cards the next beat waits for, or nothing."""
    awaited = [member for member in company.members if member.is_awaited]
    return f"Waiting for {tell_members(awaited)}." if awaited else ""


def tell_company(former: Company | None, company: Company) -> tuple[str, ...]:
    """Tell what has changed among the people of a room, a line each."""
    lines = []
    for member in company.members:
        before = None if former is None else former.member(member.seat)
        if member.kind is SeatKind.HUMAN:
            lines += _tell_member(before, member)
    return tuple(lines)


def _tell_member(before: Member | None, member: Member) -> list[str]:
    who = member.name or tell_seat(member.seat)
    is_same = before is not None and before.player == member.player
    lines = []
    if member.name is not None and not (is_same and before and before.name == member.name):
        lines.append(f"{tell_seat(member.seat)} is {member.name}.")
    if before is None or not is_same:
        return lines
    if member.standing is not before.standing:
        match member.standing:
            case SeatStanding.LEFT:
                lines.append(f"{who} has given up; their cards turn by themselves.")
            case SeatStanding.RESERVED:
                lines.append(f"{tell_seat(member.seat)} is kept for {who}.")
            case _:
                pass
    elif member.is_here is not before.is_here:
        lines.append(f"{who} is {'back' if member.is_here else 'away'}.")
    return lines


def _tell_tie(tie: TieDeclared, hidden: int) -> str:
    call = "War!" if tie.step == 0 else "The war goes on:"
    rank = "10" if tie.rank == "T" else tie.rank
    laid = f"; {hidden} hidden cards" if hidden else ""
    return f"{call} {tell_seats(tie.seats)} tie with {rank}{laid}"


def _tell_single(event: Event) -> str:
    match event:
        case CardFlipped() | TieDeclared() | PileReturned():
            return tell_beat((event,))
        case CardHidden(seat=seat):
            return f"{tell_seat(seat)} lays a hidden card"
        case SeatEliminated(seat=seat, place=place):
            return f"{tell_seat(seat)} is out, place {place}"
        case AutoplayStarted():
            return "The beats follow each other"
        case AutoplayPaused():
            return "Paused"
        case TempoChanged(tempo=tempo):
            return f"The tempo is now {tell_tempo(tempo)}"
        case GameEnded():
            return tell_result(event)
        case _:
            return _tell_lobby(event)


def _tell_lobby(
    event: GameOpened | SeatTaken | SeatReleased | SeatsLocked | EntropyRevealed | CardsDealt,
) -> str:
    match event:
        case GameOpened(rules=rules):
            return f"The game is opened with the preset {rules.preset}"
        case SeatTaken(seat=seat, kind=kind):
            return f"{tell_seat(seat)} is taken by a {kind}"
        case SeatReleased(seat=seat):
            return f"{tell_seat(seat)} is free again"
        case SeatsLocked(players=players):
            return f"The seats are locked: {players} players"
        case EntropyRevealed(seat=seat):
            return f"{tell_seat(seat)} reveals its entropy"
        case CardsDealt(counts=counts, first_seat=first):
            shared = ", ".join(map(str, counts))
            return f"The cards are dealt: {shared}; {tell_seat(first)} gets the first"
        case _:
            assert_never(event)
