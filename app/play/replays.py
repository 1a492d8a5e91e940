"""A finished match to be watched again, step by step, with every hand open.

Never for a match that is being played: a replay is made of a record whose moves lead to the end of the match, and
refused for any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from app.engine.moves import NEXT_ROUND, Event, Happened, Move, parse_move
from app.engine.record import BadRecord, MatchRecord, replay_states
from app.engine.state import MATCH_OVER, State
from app.engine.views import SeatView, TableView, view_for
from app.play.chronicle import RoundResult
from app.play.saved import FinishedMatch, TableDamaged

PILE_KEPT: Final = 5
"""Cards of the discard pile that a step keeps; no more of them can be seen."""


class Made(NamedTuple):
    """One entry of a record, carried out."""

    state: State
    """After it; one object that changes as you go on."""
    seat: int
    """Whose move it was."""
    move: Move | None
    """``None`` for the first deal and for a rule that was voted."""
    events: tuple[Event, ...]


class Step(NamedTuple):
    """One moment of a match."""

    round: int
    view: TableView
    """The table as a spectator sees it, but with every hand open."""
    events: tuple[Event, ...]
    """What led here."""


@dataclass(frozen=True)
class Round:
    """One round within the steps of a match."""

    number: int
    first: int
    """The step that deals it."""
    last: int
    """The step that ends it."""
    result: RoundResult


@dataclass(frozen=True)
class Replay:
    """Every moment of a finished match."""

    match: FinishedMatch
    steps: tuple[Step, ...]
    rounds: tuple[Round, ...]

    @staticmethod
    def of(match: FinishedMatch) -> Replay:
        """The replay of ``match``. Raises ``TableDamaged`` when its record cannot be followed to its end."""
        try:
            steps = tuple(_steps(match.record))
        except BadRecord as damage:
            raise TableDamaged(match.id) from damage
        if not steps[-1].view.match_over:
            raise TableDamaged(match.id)
        return Replay(match, steps, tuple(_rounds(steps)))

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    def round_at(self, step: int) -> Round:
        """The round that a step belongs to."""
        return self.rounds[self.steps[step].round - 1]


def made(record: MatchRecord) -> Iterator[Made]:
    """Carry out a record, entry by entry. Raises ``BadRecord`` when one cannot be."""
    events: list[Event] = []
    entries = _entries(record)
    turn = 0
    for state in replay_states(record, events.append):
        seat, move = _read(next(entries), turn)
        yield Made(state, seat, move, tuple(events))
        events.clear()
        turn = state.turn


def _entries(record: MatchRecord) -> Iterator[str]:
    """What stands in a record for each state: an empty text for a deal."""
    for text in record.moves:
        yield ""
        yield from text.split(" ") if text else ()


def _read(entry: str, turn: int) -> tuple[int, Move | None]:
    """Seat and move of an entry that has been carried out already."""
    if not entry:
        return turn, NEXT_ROUND
    if entry.startswith("!"):
        return turn, None
    return (int(entry[0]), parse_move(entry[1:])) if entry[0].isdigit() else (turn, parse_move(entry))


def _steps(record: MatchRecord) -> Iterator[Step]:
    before: TableView | None = None
    for each in made(record):
        before = open_view(each.state, before)
        yield Step(each.state.round, before, each.events)
    if before is None or each.state.pending is not MATCH_OVER:
        raise BadRecord("the match is not over")


def open_view(state: State, before: TableView | None = None) -> TableView:
    """The table with every hand open, for a match that is over; what is as in ``before`` is shared with it."""
    view = view_for(state, None)
    seats = tuple(_shared(each._replace(hand=tuple(state.hands[each.seat])), before) for each in view.seats)
    return replace(view, seats=seats, discard=view.discard[-PILE_KEPT:], seed=None)


def _shared(seat: SeatView, before: TableView | None) -> SeatView:
    """The same object as before where nothing has changed: a match has a thousand steps."""
    old = None if before is None else before.seats[seat.seat]
    return old if old is not None and old == seat else seat


def _rounds(steps: tuple[Step, ...]) -> Iterator[Round]:
    first = 0
    totals: tuple[int, ...] = (0,) * len(steps[0].view.seats)
    for number, step in enumerate(steps):
        ended = next((event for event in step.events if event.kind is Happened.ROUND_ENDED), None)
        if ended is not None:
            totals = tuple(total + won for total, won in zip(totals, ended.points, strict=True))
            result = RoundResult(step.round, ended.places, ended.points, totals, ended.hands)
            yield Round(step.round, first, number, result)
            first = number + 1
