"""What is counted of a match while it is played (product.md 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from app.engine.moves import Do, Event, Happened, Move

LONGEST_THOUGHT: Final = 120.0
"""Seconds between two moves that count as playing; a longer gap is a pause and counts as this much."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics of a match so far. Tuples hold one number per seat."""

    turns: int
    played: tuple[int, ...]
    """Cards played."""
    drawn: tuple[int, ...]
    """Cards drawn, whatever for."""
    calls: tuple[int, ...]
    catches: tuple[int, ...]
    jump_ins: tuple[int, ...]
    challenges: int
    won_challenges: int
    biggest_stack: int
    """The largest penalty that waited."""
    reshuffles: int
    seconds: float
    """Time played, pauses left out."""

    def to_dict(self) -> dict[str, Any]:
        """Every figure, ready for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Figures:
        """The figures that ``to_dict`` wrote. Raises ``KeyError`` when some are missing."""
        values: dict[str, Any] = {}
        for each in fields(Figures):
            value = stored[each.name]
            values[each.name] = tuple(value) if isinstance(value, list) else value
        return Figures(**values)


class Tally:
    """Counts as events come in."""

    def __init__(self, seats: int, began_at: float) -> None:
        self._last_at = began_at
        self._seconds = 0.0
        self._turns = 0
        self._turn: int | None = None
        self._stack = 0
        self._by_seat = {name: [0] * seats for name in ("played", "drawn", "calls", "catches", "jump_ins")}
        self._totals = dict.fromkeys(("challenges", "won_challenges", "reshuffles"), 0)

    def add(self, seat: int, move: Move, events: tuple[Event, ...], at: float) -> None:
        """Count one move, made at ``at`` (seconds since 1970), and what came of it."""
        self._seconds += min(max(0.0, at - self._last_at), LONGEST_THOUGHT)
        self._last_at = at
        self._count_turn(seat, move, events)
        for event in events:
            self._count(event)

    def figures(self) -> Figures:
        """What has been counted so far."""
        counted: dict[str, Any] = {name: tuple(counts) for name, counts in self._by_seat.items()}
        counted.update(self._totals)
        return Figures(turns=self._turns, biggest_stack=self._stack, seconds=round(self._seconds, 1), **counted)

    @property
    def turns(self) -> int:
        """Turns so far."""
        return self._turns

    def _count_turn(self, seat: int, move: Move, events: tuple[Event, ...]) -> None:
        """Drawing, taking and then playing are one turn of a seat; a play ends it, though a Skip may bring another."""
        if move.do in (Do.CALL, Do.CATCH, Do.NEXT_ROUND):
            return
        self._turns += seat != self._turn
        ended = any(event.kind in (Happened.PLAYED, Happened.JUMPED_IN) for event in events)
        self._turn = None if ended else seat

    def _count(self, event: Event) -> None:
        seat = event.seat
        if event.kind in (Happened.PENALTY_GREW, Happened.DEFLECTED):
            self._stack = max(self._stack, event.count)
        elif event.kind in _TOTALS:
            self._totals[_TOTALS[event.kind]] += 1
        elif seat is not None:
            for name, amount in _OF_SEAT.get(event.kind, ()):
                self._by_seat[name][seat] += amount or (len(event.cards) if name == "played" else event.count)


_TOTALS: Final = {
    Happened.CHALLENGED: "challenges",
    Happened.GUILTY: "won_challenges",
    Happened.RESHUFFLED: "reshuffles",
}
_OF_SEAT: Final[dict[Happened, tuple[tuple[str, int], ...]]] = {
    Happened.PLAYED: (("played", 0),),
    Happened.JUMPED_IN: (("played", 0), ("jump_ins", 1)),
    Happened.DREW: (("drawn", 0),),
    Happened.TOOK: (("drawn", 0),),
    Happened.CALLED: (("calls", 1),),
    Happened.CAUGHT: (("catches", 1),),
}
"""What each event adds for its seat: an amount, or 0 for as many cards as it names."""
