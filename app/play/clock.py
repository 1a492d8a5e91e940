"""The clock of the person awaited (rules.md 10).

Times are seconds of a monotonic clock that is passed in, so a change of the wall clock moves nothing. A clock
stands while nobody watches and while the device is being handed over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from app.engine.state import DRAWING, ROUND_OVER, TURN, State


class _Decision(NamedTuple):
    """What is being timed; the clock goes on while this stays the same."""

    round: int
    turns: int
    seat: int
    is_turn: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """What pages show of a clock."""

    seat: int
    seconds: int
    """How long it was set for."""
    left: float
    """Seconds left at the moment of asking."""
    running: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock set for one decision of one person. A value: each step gives a new one."""

    decision: _Decision
    seconds: int
    left_at_stop: float
    """Seconds left when it was last stopped or set."""
    running_since: float | None = None

    def left(self, now: float) -> float:
        """Seconds left, never below 0."""
        ran = 0.0 if self.running_since is None else now - self.running_since
        return max(0.0, self.left_at_stop - ran)

    def running(self, now: float, runs: bool) -> Clock:
        """The clock set going (``runs``) or stopped."""
        if runs == (self.running_since is not None):
            return self
        return replace(self, left_at_stop=self.left(now), running_since=now if runs else None)

    def with_left(self, left: float) -> Clock:
        """The clock with ``left`` seconds from when it was last stopped or set going."""
        return replace(self, left_at_stop=left)

    def due(self) -> float | None:
        """The moment at which it runs out, ``None`` while it stands."""
        return None if self.running_since is None else self.running_since + self.left_at_stop

    def view(self, now: float) -> ClockView:
        """What pages show of it."""
        return ClockView(self.decision.seat, self.seconds, self.left(now), self.running_since is not None)


def clock_after(before: Clock | None, state: State, persons: frozenset[int]) -> Clock | None:
    """The clock of whoever is awaited in ``state``; the one before goes on while the decision is the same.

    ``None`` for computers, between rounds, and where the rules set no clock.
    """
    if state.pending >= ROUND_OVER or state.turn not in persons:
        return None
    is_turn = state.pending in (TURN, DRAWING)
    seconds = state.rules.turn_clock if is_turn else state.rules.answer_clock
    decision = _Decision(state.round, state.turns, state.turn, is_turn)
    if before is not None and before.decision == decision and before.seconds == seconds:
        return before
    return Clock(decision, seconds, seconds) if seconds else None
