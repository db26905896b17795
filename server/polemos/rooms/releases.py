"""What it comes to when seats hold the deal up: they are freed, and it begins anew."""

from collections.abc import Callable, Sequence
from functools import partial

from polemos.log.vault import Vault
from polemos.rooms.company import Company
from polemos.rooms.deeds import Plan
from polemos.rooms.game_secrets import NextSecrets, is_last_attempt
from polemos.rooms.lobbies import unrevealed_seats
from polemos.rooms.seating import forget_seats
from polemos.rules.commands import EndGame, ReleaseSeat
from polemos.rules.events import EndReason, ReleaseReason
from polemos.rules.state import Lobby


class Releases:
    """Plans to free the seats of one game that did not open their commitments in time.

    Args:
        company: the people of its room.
        vault: what is kept beside the log.
        next_secrets: begins to draw secrets for further attempts at the deal.
    """

    def __init__(
        self, company: Company, vault: Vault, next_secrets: Callable[[], NextSecrets]
    ) -> None:
        self._company = company
        self._vault = vault
        self._next_secrets = next_secrets
        # Drawn once for a release, however often the store fails to take it.
        self._secrets = next_secrets()

    @property
    def secrets(self) -> NextSecrets:
        """The secrets that the newest plan needs."""
        return self._secrets

    def plan(self, state: Lobby) -> Plan:
        """Plan a release; after too many attempts at the deal, the game's end."""
        late = unrevealed_seats(state)
        # Forgotten before it is released: whoever the log shows seated may lose a seat by a kill in
        # between, and has not revealed either; nobody may come back to a seat that is free.
        forget = partial(forget_seats, self._vault, self._company.room, late)
        if is_last_attempt(state):
            end = EndGame(reason=EndReason.STOPPED)
            return Plan(commands=[end], keep=forget, remember=partial(self._give_up, late))
        # The first release opens the lobby again; the others free seats of an open one.
        commitments = [self._secrets.drawn or self._secrets.draw(), *(None for _ in late[1:])]
        commands = [
            ReleaseSeat(seat=seat, reason=ReleaseReason.UNREVEALED, commitment=commitment)
            for seat, commitment in zip(late, commitments, strict=True)
        ]
        return Plan(commands=commands, keep=forget, remember=self._note_released)

    def _give_up(self, seats: Sequence[int]) -> None:
        for seat in seats:
            self._company.give_up(seat, is_dealt=False)

    def _note_released(self) -> None:
        self._secrets = self._next_secrets()
