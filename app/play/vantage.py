"""A place from which a table is seen and played at: all that pages may use of it.

Local games have one, the device on the table. In a room each member has one; whoever only watches has one without
seats. What it shows holds no card that its owner may not see at this moment.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.engine.house_rules import HouseRules
from app.engine.legality import selectable, why_illegal
from app.engine.moves import NEXT_ROUND, Event, Move, Reason
from app.engine.views import TableView, redact
from app.play.chronicle import LogEntry, RoundResult
from app.play.clock import ClockView
from app.play.commands import Answer, Command, Outcome
from app.play.records import Figures
from app.play.screen import Revealed, Screen
from app.play.setup import LocalSetup

if TYPE_CHECKING:
    from app.play.fairness import RoundProof
    from app.play.table import Callback, LiveTable

HERE: Final = "here"
"""The one party of a local game."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a device may show at this moment."""

    seat: int | None
    """The person on screen; ``None`` while covered and when nobody is."""
    view: TableView
    """The table as that person sees it, or as a spectator does."""
    cover_for: int | None
    """The person to whom the device is being handed, while the cover is up."""
    offers_call: int | None
    """The person to whom the cover offers UNO!."""
    revealed: Revealed | None
    """The hand that a challenge showed to the person on screen, until it looks away."""
    drawn: tuple[int, ...]
    """Cards in the hand on screen that have just come."""
    clock: ClockView | None

    @property
    def over(self) -> bool:
        """Whether the round or the match is over."""
        return self.view.round_over


class Vantage:
    """One party at one table, or a spectator (``party`` None or not of this table)."""

    def __init__(self, table: LiveTable, party: str | None) -> None:
        self.party: Final = party
        self._table: Final = table
        self.called: Sequence[str] = ()
        """Names that a page says in its own language, if it does."""
        self._lamps = 0

    # What anybody may know

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._table.id

    @property
    def version(self) -> int:
        """How many moves have been made and stored."""
        return self._table.version

    @property
    def setup(self) -> LocalSetup:
        """Who plays by which rules."""
        return self._table.setup

    @property
    def rules(self) -> HouseRules:
        """The rules in force; a vote may have changed those of ``setup``."""
        return self._table.state.rules

    @property
    def names(self) -> Sequence[str]:
        """The name of each seat, as the page that looks wants it said."""
        return self.called or self._table.names

    @property
    def online(self) -> bool:
        """Whether the table stands in a room."""
        return self._table.online

    @property
    def away(self) -> frozenset[int]:
        """The seats of persons for whom a computer plays meanwhile."""
        return self._table.away

    @property
    def paused(self) -> bool:
        """Whether the match stands still by agreement."""
        return self._table.paused

    @property
    def frozen(self) -> bool:
        """Whether an error of ours has stopped the table."""
        return self._table.frozen

    @property
    def closed(self) -> bool:
        """Whether the table was replaced or thrown away."""
        return self._table.closed

    @property
    def match_over(self) -> bool:
        """Whether the match has been played to its end."""
        return self._table.match_over

    @property
    def rounds(self) -> tuple[RoundResult, ...]:
        """How each finished round ended."""
        return self._table.rounds

    @property
    def figures(self) -> Figures:
        """The statistics of the match so far."""
        return self._table.figures

    @property
    def commitment(self) -> str:
        """The hash by which the deal of the present round can be checked afterwards."""
        return self._table.commitment

    def proof(self, round: int) -> RoundProof | None:
        """How round number ``round`` was dealt, once it is over; ``None`` for any other."""
        return self._table.proof(round)

    # What this party may know

    @property
    def seats(self) -> frozenset[int]:
        """The seats that this party plays; none for a spectator."""
        return self._screen.persons

    @property
    def shared(self) -> bool:
        """Whether several persons pass this device round."""
        return self._screen.shared

    @property
    def _screen(self) -> Screen:
        return self._table.screens.of(self.party)

    def shown(self) -> Shown:
        """All that the device may show now: no hand at all while it is being handed over."""
        table, screen = self._table, self._screen
        view = table.view_for(screen.on)
        return Shown(
            seat=screen.on,
            view=view,
            cover_for=screen.cover_for,
            offers_call=screen.offers_call(table.state),
            revealed=screen.revealed,
            drawn=() if screen.on is None else table.just_drawn(screen.on, view.hand),
            clock=None if table.clock is None else table.clock.view(table.now()),
        )

    def shown_events(self, events: Iterable[Event]) -> list[Event]:
        """The events as the device may show them now."""
        return redact(events, self._screen.on)

    def shown_log(self) -> list[LogEntry]:
        """The log as the device may show it now."""
        return self._table.log(self._screen.on)

    def explain(self, seat: int, move: Move) -> Reason | None:
        """Why the person on screen may not make this move now, or ``None`` when it may."""
        return why_illegal(self._table.state, seat, move) if seat == self._screen.on else Reason.NOT_YOUR_TURN

    def selectable(self, seat: int, chosen: tuple[int, ...]) -> frozenset[int]:
        """The cards that the person on screen may tap after ``chosen`` on the way to a play of several cards."""
        return selectable(self._table.state, seat, chosen) if seat == self._screen.on else frozenset()

    # Following it

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have ``callback`` told whenever something changes; call what is returned to end that."""
        return self._table.subscribe(callback)

    def watch(self) -> None:
        """A page of this party watches from now on. Spectators do not keep a table going."""
        if self.seats:
            self._table.watch(self.party)
            self._lamps += 1

    def unwatch(self) -> None:
        """A page of this party watches no longer."""
        if self._lamps:
            self._lamps -= 1
            self._table.unwatch(self.party)

    def start(self, seat: int) -> bool:
        """The person on ``seat`` has the device: take the cover away. False when it is not up for that seat."""
        return self._table.look(self.party, self._screen.started(seat))

    def look_away(self) -> bool:
        """The person on screen has seen the hand that a challenge showed. False when there is none."""
        screen = self._screen
        return self._table.look(self.party, screen.looked_away(self._table.state)) if screen.revealed else False

    # Acting

    async def act(
        self, move: Move, expected_version: int, action_id: str | None = None, seat: int | None = None
    ) -> Outcome:
        """A move of the person on screen, or of ``seat`` where the cover offers it UNO!."""
        chosen = self._screen.on if seat is None else seat
        if chosen is None or chosen not in self.seats:
            return Outcome(Answer.NOT_YOURS, self.version)
        return await self._table.submit(Command(chosen, move, action_id or uuid.uuid4().hex, expected_version))

    async def next_round(self, expected_version: int, action_id: str | None = None) -> Outcome:
        """Deal the next round; any person at the table may ask for it."""
        return await self.act(NEXT_ROUND, expected_version, action_id, min(self.seats, default=None))
