"""Founds rooms and their games: draws the secrets, keeps them, and stores how a game opens."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from polemos.log.store import AppendUnknown, EventStore, StoreError
from polemos.log.vault import RoomRecord, Vault
from polemos.rooms import refusals
from polemos.rooms.company import Chair, Company
from polemos.rooms.errors import Refusal
from polemos.rooms.game_secrets import GameSecret
from polemos.rooms.identities import secret_digest
from polemos.rooms.openings import opening
from polemos.rooms.recollection import Opening, Recollection, read_opening
from polemos.rooms.room import Room
from polemos.rooms.seating import HOST, INVITATION
from polemos.rooms.streams import Stream
from polemos.rooms.surroundings import Surroundings
from polemos.rooms.threads import in_thread
from polemos.rooms.writers import GameWriter
from polemos.rules.commands import Command
from polemos.rules.errors import RuleCode, RuleViolation
from polemos.rules.events import DealScheme, SeatKind
from polemos.rules.names import number_of, room_of
from polemos.rules.presets import rule_set
from polemos.rules.rule_set import RuleSet
from polemos.rules.state import initial_state
from polemos.wire import requests
from polemos.wire.codes import WireCode

Forget = Callable[[Callable[[], None], str], Awaitable[None]]
"""Drops what the vault need not keep: how, and the name of what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Founded:
    """A room whose first game is durable.

    Args:
        room: in memory.
        writer: of its first game, not yet running.
        host_secret: what controls the room; told once, kept nowhere but as a digest.
        invite_secret: what lets somebody take a free seat; told once as well.
    """

    room: Room
    writer: GameWriter
    host_secret: str = field(repr=False)
    invite_secret: str = field(repr=False)


class Founder:
    """Founds rooms.

    Args:
        store: read for the rules of a room's games.
        surroundings: what the writers share.
        forget: drops what the vault need not keep.
    """

    def __init__(self, *, store: EventStore, surroundings: Surroundings, forget: Forget) -> None:
        self._store = store
        self._vault: Vault = surroundings.vault
        self._around = surroundings
        self._forget = forget

    async def found(self, request: requests.OpenRoom) -> Founded:
        """Open a room and its first game; with bots on all seats it is dealt at once.

        Raises:
            RuleViolation: the rules contradict each other, or there is no such preset.
            Refusal: a chosen seed is for bots only, or nothing could be stored.
            StoreError: the secrets could not be kept.
        """
        rules = rule_set(request.preset, request.players, request.rules)
        _check_people(request, rules)
        identities = self._around.identities
        name, host_secret = identities.room(), identities.link_secret()
        invite_secret, secret = identities.link_secret(), self._draw_secret(request.seed)
        record = RoomRecord(
            turn_seconds=self._around.limits.turn_seconds, is_autoplay_wanted=request.autoplay
        )
        host, invitation = secret_digest(host_secret), secret_digest(invite_secret)
        company = self._company(name, f"{name}-1", host, invitation, record)
        company.chairs = [Chair() for _ in range(rules.players)]
        vault = self._vault

        def keep() -> None:
            # The secret first: what a kill leaves here is found by it, and forgotten.
            vault.keep_secret(company.game, secret.commitment(company.game), secret.secret)
            vault.keep_digest(name, HOST, host)
            vault.keep_digest(name, INVITATION, invitation)
            vault.keep_room(name, record)

        bots = range(request.people, rules.players)
        commands = opening(company.game, rules, secret, tempo=request.tempo, bots=bots)
        try:
            await in_thread(keep)
            writer = await self._first_append(company, company.game, secret, commands)
        except AppendUnknown as error:
            # If it is stored it needs what was kept; if not, that is of no use to anybody.
            raise refusals.uncertain(company.game) from error
        except (Refusal, StoreError):
            await self._forget(partial(vault.forget_room, name), name)
            raise
        return Founded(
            room=Room(company=company, vault=vault, head_seq=writer.seq),
            writer=writer,
            host_secret=host_secret,
            invite_secret=invite_secret,
        )

    async def found_next(self, room: Room) -> GameWriter:
        """Open a room's next game, by the same rules, with bots on the same seats.

        Returns:
            The game's writer, not yet running.

        Raises:
            Refusal: the events could not be stored; the room is as it was.
            StoreError: the log could not be read, or the secret not be kept; the room is as it
                was.
        """
        company, former = room.company, room.game
        game = f"{company.room}-{number_of(former) + 1}"
        secret = self._draw_secret(None)
        players = [chair.player for chair in company.chairs if chair.player is not None]

        def prepare() -> tuple[Opening | None, dict[str, str]]:
            self._vault.keep_secret(game, secret.commitment(game), secret.secret)
            # Somebody may have had their name forgotten meanwhile.
            return read_opening(self._store, former), dict(self._vault.names(players))

        was, names = await in_thread(prepare)
        assert was is not None  # noqa: S101  the room's newest game has a first event
        bots = [seat for seat, chair in enumerate(company.chairs) if chair.kind is SeatKind.BOT]
        commands = opening(game, was.opened.rules, secret, tempo=was.opened.tempo, bots=bots)
        # From the append on nothing may fail before the game has its writer.
        try:
            writer = await self._first_append(company, game, secret, commands)
        except AppendUnknown as error:
            raise refusals.uncertain(game) from error
        company.names = names
        company.reserve(game, self._around.limits.reserve_seconds)
        return writer

    def recollected(self, game: str, recalled: Recollection) -> Company:
        """Gather a room's company as the log and the vault know it, with nobody here."""
        limits = self._around.limits
        record = recalled.record or RoomRecord(
            turn_seconds=limits.turn_seconds, is_autoplay_wanted=True
        )
        company = self._company(room_of(game), game, recalled.host, recalled.invitation, record)
        company.chairs, company.names = recalled.chairs, recalled.names
        company.keep_reserved(limits.reserve_seconds)
        return company

    def _company(
        self,
        room: str,
        game: str,
        host: bytes | None,
        invitation: bytes | None,
        record: RoomRecord,
    ) -> Company:
        return Company(
            room=room,
            game=game,
            clock=self._around.clock,
            tell=self._around.tell,
            grants=self._around.grants,
            host=host,
            invitation=invitation,
            turn_seconds=record.turn_seconds,
            is_autoplay_wanted=record.is_autoplay_wanted,
        )

    def _draw_secret(self, seed: str | None) -> GameSecret:
        if seed is None:
            return GameSecret(deal=DealScheme.FAIR, secret=self._around.identities.secret())
        return GameSecret(deal=DealScheme.SEEDED, secret=seed.encode())

    async def _first_append(
        self, company: Company, game: str, secret: GameSecret, commands: Iterable[Command]
    ) -> GameWriter:
        """Store how a game opens; its secret is kept before, or it could never be dealt."""
        writer = GameWriter(
            state=initial_state(game, secret.dealer()),
            stream=Stream(game=game),
            company=company,
            surroundings=self._around,
        )
        try:
            await writer.open(commands)
        except Refusal:
            # Its own alone: another node may have opened the same game meanwhile.
            commitment = secret.commitment(game)
            await self._forget(partial(self._vault.forget_secret, game, commitment), game)
            raise
        return writer


def _check_people(request: requests.OpenRoom, rules: RuleSet) -> None:
    if request.people > rules.players:
        raise RuleViolation(
            RuleCode.WRONG_PLAYER_COUNT,
            f"There are {rules.players} seats and {request.people} people: "
            "ask for more players or invite fewer people.",
        )
    if request.people and request.seed is not None:
        raise Refusal(
            WireCode.SEEDED_WITH_PEOPLE,
            "Whoever chooses the seed knows the deal, so such a game is for bots: leave `seed` "
            "out, and let people type words of their own when they take their seats.",
        )
