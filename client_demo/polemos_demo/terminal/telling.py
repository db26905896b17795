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
from polemos.rules.presets import PRESETS
from polemos.wire.pushes import SeatStanding
from polemos_demo.client.beats import Beat
from polemos_demo.client.company import Company, Member
from polemos_demo.client.conversation import Wish
from polemos_demo.client.facts import CardPlace
from polemos_demo.terminal.deeds import Deed
from polemos_demo.terminal.language import say

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

NO_SEAT = say("term_no_seat")
TOO_LATE = say("term_too_late")
LINK_WARNING = say("term_link_warning")
NOT_DUE = say("term_not_due")
LEAVE_DROPPED = say("term_leave_dropped")
RESTED = say("term_rested")
ASK_REMATCH = say("term_ask_rematch")
SEAT_STAYS = say("term_seat_stays")
SEAT_GIVEN_UP = say("term_seat_given_up")
HINTS_NARROW = (say("term_hint_help"), say("term_hint_quit"))
HINTS_SEATED = (
    say("term_hint_turn"),
    say("term_hint_rematch"),
    say("term_hint_leave"),
    say("term_hint_link"),
    *HINTS_NARROW,
)
HINTS_WATCHING = (
    say("term_hint_toggle"),
    say("term_hint_beat"),
    say("term_hint_round"),
    say("term_hint_jump"),
    *HINTS_NARROW,
)
GAME_OVER = say("term_game_over")
FILE_OVER = say("term_file_over")
CONNECTING = say("term_connecting")
RECONNECTING = say("term_reconnecting")
LIVE = say("term_live")
ENDED = say("term_ended")
RECORDED = say("term_recorded")
PLAYING = say("term_playing")
PAUSED = say("term_paused")
FOLLOWING = say("term_following")
HELP_TITLE = say("term_help_title")
HELP_CLOSES = say("term_help_closes")
GO_TO_ROUND = say("term_go_to_round")
LINK_TITLE = say("term_link_title")
DEEDS = {deed: say(f"term_deed_{deed.name.lower()}") for deed in Deed}
KEY_NAMES = {
    "enter": say("term_key_enter"),
    "space": say("term_key_space"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "shift+left": "Shift ←",
    "shift+right": "Shift →",
    "home": say("term_key_home"),
    "end": say("term_key_end"),
}
GAME_BEGINS_ANEW = say("term_begins_anew")
NO_SERVER = say("term_no_server")
CONNECTION_LOST = say("term_connection_lost")


def tell_card(card: Card | None) -> str:
    """Show a card as 10♥, a hidden one as a dotted field."""
    if card is None:
        return "▒▒"
    return tell_rank(card[0]) + SUITS[card[1]]


def tell_rank(rank: str) -> str:
    """Show a rank as it stands on the cards of whoever speaks the language."""
    return say("rank_letter", rank=int(rank) if rank.isdigit() else rank)


def tell_preset(preset: str) -> str:
    """Give a preset its title; one that is not known keeps its name."""
    return say(f"preset_{preset.replace('-', '_')}") if preset in PRESETS else preset


def tell_seat(seat: int) -> str:
    """Name a seat for people, who count from 1."""
    return say("seat", number=seat + 1)


def tell_seats(seats: tuple[int, ...]) -> str:
    """Name several seats."""
    return say.list(map(tell_seat, seats))


def tell_tempo(tempo: Tempo) -> str:
    """Tell a tempo in words."""
    if tempo is Tempo.LIGHTNING:
        return say("tempo_lightning")
    return say("tempo_beats", tempo=float(tempo))


def tell_duration(milliseconds: int) -> str:
    """Show a duration; a very short one to the tenth of a second."""
    if milliseconds < 10_000:
        return say("span_seconds", seconds=milliseconds / 1_000)
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
            return say("term_round", round=flip.round, what=", ".join(cards))
        case TieDeclared() as tie:
            return say("term_round", round=tie.round, what=_tell_tie(tie, len(beat) - 1))
        case PileReturned() as returned:
            took = say("term_takes", seat=tell_seat(returned.seat), count=returned.count)
            what = "; ".join([took, *map(_tell_single, beat[1:])])
            return say("term_round", round=returned.round, what=what)
        case _:
            return "; ".join(map(_tell_single, beat))


def tell_result(ended: GameEnded) -> str:
    """Tell who won, or who drew, and why."""
    if ended.winner is not None:
        headline = say("term_wins", seat=tell_seat(ended.winner))
    elif ended.places:
        first = tuple(seat for seat, place in enumerate(ended.places) if place == 1)
        headline = say("term_draw", seats=tell_seats(first))
    else:
        headline = say("term_no_result")
    reason = say(f"term_reason_{ended.reason}")
    return say(
        "term_result", headline=headline, reason=reason, rounds=ended.rounds, wars=ended.wars
    )


def tell_rules(table: Table) -> str:
    """Tell what is played."""
    rules = table.setting.rules
    if rules is None:
        return say("term_waiting")
    preset = tell_preset(rules.preset)
    return say("term_rules", preset=preset, deck=rules.deck, hidden=rules.hidden_cards)


def tell_seated(seat: int, wanted: int | None) -> str:
    """Tell somebody where they sit."""
    if wanted is None:
        return say("term_seated", seat=tell_seat(seat))
    return say("term_seated_elsewhere", seat=tell_seat(seat), wanted=tell_seat(wanted))


def tell_watching(game: str) -> str:
    """Tell which game is shown."""
    return say("term_watching", game=game)


def tell_lost(what: str, seconds: float) -> str:
    """Tell that the connection is gone, and when it is tried again."""
    return say("term_lost", what=what, seconds=seconds)


def tell_rematch(game: str) -> str:
    """Tell that the next game of the room begins."""
    return say("term_rematch", game=game)


def tell_joined_late(table: Table) -> str:
    """Tell where in a game somebody came in."""
    return say("term_joined_late", events=table.events, round=table.round)


def tell_counters(table: Table) -> str:
    """Tell how far a game is and what lies on the table."""
    parts = [
        say("term_rounds", count=table.standing.rounds_completed),
        say("term_wars", count=table.standing.wars),
        say("term_pot", count=len(table.laid)),
    ]
    setting = table.setting
    if setting.dealt_at is not None:
        parts.append(tell_duration(table.last_at - setting.dealt_at))
    return " · ".join(parts)


def tell_pace(table: Table) -> str:
    """Tell at which tempo a game goes, or nothing before it is opened."""
    setting = table.setting
    if setting.tempo is None or setting.ended is not None:
        return ""
    tempo = tell_tempo(setting.tempo)
    return tempo if setting.is_autoplay_on else say("term_by_hand", tempo=tempo)


def tell_audience(spectators: int) -> str:
    """Tell how many watch."""
    return say("audience", count=spectators)


def tell_place(number: int, rounds: int, beat: int, beats: int) -> tuple[str, str]:
    """Tell where in a game a replay stands: by round, and by beat."""
    return (
        say("term_place_round", number=number, rounds=rounds),
        say("term_place_beat", beat=beat, beats=beats),
    )


def tell_fault(line: int, sentence: str) -> str:
    """Tell why a recorded game is shown only up to a line."""
    return say("term_fault", line=line, sentence=sentence)


def tell_behind(beats: int) -> str:
    """Tell how far the live game is ahead."""
    return say("term_behind", count=beats)


def tell_key(name: str) -> str:
    """Name a key for people."""
    return KEY_NAMES.get(name, name)


def tell_out(place: int) -> str:
    """Tell the place of a seat that has no cards any more."""
    return say("term_out", place=place)


def tell_you(label: str) -> str:
    """Mark the person's own seat."""
    return say("term_you", label=label)


def tell_due(place: CardPlace) -> str:
    """Ask for a card."""
    number, step = place
    if step:
        return say("term_due_in_war", round=number, step=step)
    return say("term_due", round=number)


def tell_turned(company: Company | None, seat: int | None) -> str:
    """Confirm that a card was turned, and tell who is missing."""
    members = () if company is None else company.members
    awaited = [member for member in members if member.is_awaited and member.seat != seat]
    if awaited:
        return say("term_turned_waiting", names=tell_members(awaited))
    return say("term_turned")


def tell_early(wish: Wish) -> str:
    """Tell that it is too early for a wish."""
    return say("term_early") if wish is Wish.REMATCH else NOT_DUE


def tell_leave_asked(seat: int) -> str:
    """Ask whether somebody means it."""
    return say("term_leave_asked", seat=tell_seat(seat))


def tell_refused(code: str, sentence: str) -> str:
    """Tell a refusal by its code, else in the server's own sentence, as the page does."""
    key = f"refused_{code}"
    return say(key) if say.has(key) else printable(sentence)


def printable(text: str) -> str:
    """Leave out what a terminal would obey."""
    return "".join(letter for letter in text if letter.isprintable())


def tell_removed(seat: int) -> str:
    """Tell that the host took a seat from its holder."""
    return say("term_removed", seat=tell_seat(seat))


def tell_released(seat: int) -> str:
    """Tell that a seat is no longer its holder's."""
    return say("term_released", seat=tell_seat(seat))


def tell_members(members: Iterable[Member]) -> str:
    """Name some of a company, by their names where they have one."""
    return say.list(member.name or tell_seat(member.seat) for member in members)


def tell_member(member: Member) -> str:
    """Tell who sits on a seat and what they are at, to be put behind the seat."""
    name = f" {member.name}" if member.name else ""
    match member.standing:
        case SeatStanding.FREE:
            return f"{name} · {say('term_free')}"
        case SeatStanding.RESERVED:
            return f"{name} · {say('term_kept')}"
        case SeatStanding.LEFT:
            return f"{name} · {say('term_left')}"
        case SeatStanding.TAKEN:
            return f"{name}{_tell_hand(member)}"


def _tell_hand(member: Member) -> str:
    if not member.is_here:
        return f" · {say('term_away')}"
    if member.is_due:
        return f" · {say('term_has_turned') if member.has_turned else say('term_to_turn')}"
    return ""


def tell_awaited(company: Company) -> str:
    """Tell whose cards the next beat waits for, or nothing."""
    awaited = [member for member in company.members if member.is_awaited]
    return say("term_awaited", names=tell_members(awaited)) if awaited else ""


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
        lines.append(say("term_named", seat=tell_seat(member.seat), name=member.name))
    if before is None or not is_same:
        return lines
    if member.standing is not before.standing:
        match member.standing:
            case SeatStanding.LEFT:
                lines.append(say("term_gave_up", name=who))
            case SeatStanding.RESERVED:
                lines.append(say("term_kept_for", seat=tell_seat(member.seat), name=who))
            case _:
                pass
    elif member.is_here is not before.is_here:
        back = say("term_is_back", name=who)
        lines.append(back if member.is_here else say("term_is_away", name=who))
    return lines


def _tell_tie(tie: TieDeclared, hidden: int) -> str:
    seats, rank = tell_seats(tie.seats), tell_rank(tie.rank)
    if tie.step == 0:
        called = say("term_war", seats=seats, rank=rank)
    else:
        called = say("term_war_goes_on", seats=seats, rank=rank)
    return f"{called}; {say('term_hidden_cards', count=hidden)}" if hidden else called


def _tell_single(event: Event) -> str:
    match event:
        case CardFlipped() | TieDeclared() | PileReturned():
            return tell_beat((event,))
        case CardHidden(seat=seat):
            return say("term_card_hidden", seat=tell_seat(seat))
        case SeatEliminated(seat=seat, place=place):
            return say("term_eliminated", seat=tell_seat(seat), place=place)
        case AutoplayStarted():
            return say("term_autoplay_started")
        case AutoplayPaused():
            return say("term_autoplay_paused")
        case TempoChanged(tempo=tempo):
            return say("term_tempo_changed", tempo=tell_tempo(tempo))
        case GameEnded():
            return tell_result(event)
        case _:
            return _tell_lobby(event)


def _tell_lobby(
    event: GameOpened | SeatTaken | SeatReleased | SeatsLocked | EntropyRevealed | CardsDealt,
) -> str:
    match event:
        case GameOpened(rules=rules):
            return say("term_game_opened", preset=tell_preset(rules.preset))
        case SeatTaken(seat=seat, kind=kind):
            return say(f"term_seat_taken_{kind}", seat=tell_seat(seat))
        case SeatReleased(seat=seat):
            return say("term_seat_free", seat=tell_seat(seat))
        case SeatsLocked(players=players):
            return say("term_seats_locked", players=players)
        case EntropyRevealed(seat=seat):
            return say("term_entropy_revealed", seat=tell_seat(seat))
        case CardsDealt(counts=counts, first_seat=first):
            shared = ", ".join(map(str, counts))
            return say("term_cards_dealt", counts=shared, seat=tell_seat(first))
        case _:
            assert_never(event)
