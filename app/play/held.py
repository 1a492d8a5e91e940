"""Catches that wait at the door, so that a seat on a slow line has time to say UNO.

The engine knows nothing of it. A catch that comes within ``grace`` seconds of the play which exposed its target
is held; the target's own call, if it comes meanwhile, is let in first. Held catches are let in when their time is
up, or just before any other move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from app.engine.moves import Do, Move
from app.engine.state import State
from app.play.commands import Command, Outcome


@dataclass(frozen=True, slots=True)
class _Held:
    command: Command
    answer: asyncio.Future[Outcome]


class HeldCatches:
    """Those waiting at one table, in the order in which they came. Use it under the lock of the table."""

    def __init__(self, now: Callable[[], float], grace: float = 0.0) -> None:
        """``now`` is a monotonic clock, ``grace`` how long a catch waits at most; both in seconds."""
        self.grace = grace
        self._now = now
        self._exposed_at: dict[int, float] = {}
        self._held: list[_Held] = []

    def follow(self, state: State) -> None:
        """Note which seats can be caught since when."""
        now = self._now()
        self._exposed_at = {seat: self._exposed_at.get(seat, now) for seat in state.exposed_seats()}

    def wait(self, command: Command) -> float:
        """Seconds that this command has to wait, 0 for none."""
        target = command.move.target
        if command.move.do is not Do.CATCH or target not in self._exposed_at:
            return 0.0
        return max(0.0, self._exposed_at[target] + self.grace - self._now())

    def hold(self, command: Command) -> asyncio.Future[Outcome]:
        """Let the command wait; the same one handed in again gets the same answer."""
        known = next((each.answer for each in self._held if each.command.action_id == command.action_id), None)
        if known is not None:
            return known
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._held.append(_Held(command, answer))
        return answer

    def go_first(self, seat: int, move: Move) -> bool:
        """Whether this move is let in before the catches that wait: the call of a seat that they are after."""
        return move.do is Do.CALL and any(each.command.move.target == seat for each in self._held)

    def release(self) -> list[tuple[Command, asyncio.Future[Outcome]]]:
        """All that wait, first come first; they wait no longer, and the caller answers each."""
        held, self._held = self._held, []
        return [(each.command, each.answer) for each in held]
