"""When computers act, and the task that lets them.

``Computers.step`` looks at a table, does the one thing that is due and says how long until the next; it knows
time only from the table's clock, so tests turn the clock and call it. ``Computers.wake`` runs it in a task for
as long as somebody watches. Expired clocks of persons go through here, too: the table has one heartbeat.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from app.computer import policies
from app.engine.moves import CALL, TIMEOUT, Do, Move
from app.engine.state import DRAWING, TAKING
from app.engine.views import TableView
from app.play.broken import described
from app.play.commands import By, Command, Outcome
from app.play.setup import Level, Speed
from app.play.table import LiveTable
from app.play.thinking import chosen_move, reaction

THINKING: Final = {Speed.SLOW: 2.0, Speed.NORMAL: 1.1, Speed.FAST: 0.5}
"""Seconds that a computer thinks about its turn, at a pace of 1."""
DRAWING_ON: Final = 0.4
"""Seconds between the cards of a draw made one by one."""
AFTER_CALL: Final = 0.5
"""Seconds between a computer's UNO and its play."""
BEFORE_CATCH: Final = 1.0
"""Seconds in which a seat may still say UNO."""
BEFORE_JUMP_IN: Final = 0.7
BEFORE_LATE_CALL: Final = 3.0
"""Seconds in which a computer that forgot UNO can be caught by a person, before it may think of it."""
UNEVEN: Final = 0.15
"""The part of a wait by which it varies, so that computers do not act like a machine."""
UNWATCHED: Final = 0.3
"""How much of its time a computer takes once no person is left in the round."""
RETRY_AFTER: Final = 1.0
"""Seconds until a move that could not be stored is tried again."""

log = logging.getLogger(__name__)


class _What(IntEnum):
    """What is going to be done; of things due together the lower number comes first."""

    CATCH = 0
    LATE_CALL = 1
    JUMP_IN = 2
    TURN = 3
    CLOCK = 4


_REACTION_TIMES: Final = {
    _What.CATCH: BEFORE_CATCH,
    _What.LATE_CALL: BEFORE_LATE_CALL,
    _What.JUMP_IN: BEFORE_JUMP_IN,
}


class _Wish(NamedTuple):
    """Something that a seat will do at its time, unless the table moves on before."""

    what: _What
    seat: int
    target: int
    since: int
    """Version of the table that gave the occasion."""


class Computers:
    """The computers and the clock of one table."""

    def __init__(self, table: LiveTable, pace: float = 1.0, rng: random.Random | None = None) -> None:
        """``pace`` multiplies every wait of the computers; 0 makes them act at once."""
        self._table = table
        self._pace = pace
        self._rng = rng or random.Random()
        self._due: dict[_Wish, float] = {}
        self._declined: set[_Wish] = set()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    # The task

    def wake(self) -> None:
        """Something has changed: look again. Starts the task when somebody watches and it does not run."""
        self._woken.set()
        if self._lives() and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self._table.id}")

    async def stop(self) -> None:
        """End the task; a move in the middle of being stored is still stored."""
        # A task that has just been woken may miss that it is cancelled.
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _lives(self) -> bool:
        return self._table.at_play and not self._stopped

    async def _run(self) -> None:
        while self._lives():
            self._woken.clear()
            wait = await self._safe_step()
            if wait is not None and wait <= 0:
                await asyncio.sleep(0)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def _safe_step(self) -> float | None:
        try:
            return await self.step()
        except Exception as broken:
            # The table itself is whole, so it is worth going on.
            log.error("computers of table %s failed: %s", self._table.id, described(broken))
            return RETRY_AFTER

    # What is due

    async def step(self) -> float | None:
        """Do the one thing that is due, if any.

        Seconds until something else is, 0 to be called again at once, ``None`` when only persons can act.
        """
        if not self._lives():
            self._due.clear()
            return None
        now = self._table.now()
        self._plan(now)
        if not self._due:
            return None
        wish = min(self._due, key=lambda each: (self._due[each], each))
        return await self._fulfil(wish) if self._due[wish] <= now else self._due[wish] - now

    def _plan(self, now: float) -> None:
        """Bring the wishes up to date; those that stay keep their time."""
        before = self._due
        wishes = [wish for wish in self._wishes() if wish not in self._declined]
        self._due = {wish: before[wish] if wish in before else now + self._wait(wish) for wish in wishes}
        clock = self._table.clock
        due = None if clock is None else clock.due()
        if clock is not None and due is not None:
            self._due[_Wish(_What.CLOCK, clock.decision.seat, -1, self._table.version)] = due
        self._let_catches_come_first()

    def _let_catches_come_first(self) -> None:
        """A computer on turn lets the others catch: its own move would end their chance."""
        last = max((due for wish, due in self._due.items() if wish.what is _What.CATCH), default=None)
        if last is not None:
            for wish in self._due:
                if wish.what in (_What.TURN, _What.JUMP_IN):
                    self._due[wish] = max(self._due[wish], last)

    def _wishes(self) -> Iterator[_Wish]:
        public = self._table.view_for(None)
        if public.round_over:
            self._declined.clear()
            return
        covered, persons = self._table.covered, self._table.acting
        for seat in range(len(public.seats)):
            if seat in persons:
                continue
            yield from self._catches(public, seat)
            if not covered:
                yield from self._own_moves(public, seat)

    def _catches(self, public: TableView, seat: int) -> Iterator[_Wish]:
        for each in public.seats:
            if each.exposed and each.seat != seat and self._in_round(public, seat):
                yield _Wish(_What.CATCH, seat, each.seat, self._table.settled)

    def _own_moves(self, public: TableView, seat: int) -> Iterator[_Wish]:
        if seat == public.turn:
            yield _Wish(_What.TURN, seat, -1, self._table.settled)
        elif public.rules.jump_in != "off" and Do.PLAY in self._table.view_for(seat).actions:
            yield _Wish(_What.JUMP_IN, seat, -1, self._table.top_version)
        if public.seats[seat].exposed and seat != public.turn:
            yield _Wish(_What.LATE_CALL, seat, -1, self._table.settled)

    @staticmethod
    def _in_round(public: TableView, seat: int) -> bool:
        return public.seats[seat].place is None and not public.seats[seat].knocked_out

    def _wait(self, wish: _Wish) -> float:
        """Seconds from the occasion to the deed."""
        usual = self._thinking(wish.seat) if wish.what is _What.TURN else _REACTION_TIMES[wish.what]
        hurry = 1.0 if self._table.persons_left else UNWATCHED
        return usual * hurry * self._pace * (1 + self._rng.uniform(0, UNEVEN))

    def _thinking(self, seat: int) -> float:
        if self._table.view_for(None).pending in (DRAWING, TAKING):
            return DRAWING_ON
        return THINKING[self._table.setup.occupants[seat].speed]

    # Doing it

    async def _fulfil(self, wish: _Wish) -> float:
        self._due.pop(wish)
        if wish.what is _What.CLOCK:
            outcome = await self._submit(wish.seat, TIMEOUT, By.CLOCK)
            return RETRY_AFTER if outcome.retry else 0.0
        if wish.what is _What.TURN:
            return await self._take_turn(wish)
        return await self._react(wish)

    async def _take_turn(self, wish: _Wish) -> float:
        table = self._table
        version = table.version
        view = table.view_for(wish.seat)
        move = await chosen_move(view, self._level(wish.seat), self._rng)
        if version != table.version or not self._lives():
            return 0.0
        outcome = await self._submit(wish.seat, move)
        if outcome.reason is not None:
            log.error("table %s: a computer's move was refused: %s", table.id, outcome.reason)
            outcome = await self._submit(wish.seat, policies.fallback(view))
        if outcome.ok and move == CALL:
            self._due[wish] = table.now() + AFTER_CALL * self._pace
        return 0.0 if outcome.ok else RETRY_AFTER

    async def _react(self, wish: _Wish) -> float:
        """Catch, jump in or call late, if the computer feels like it; it decides once for each occasion."""
        self._declined.add(wish)
        view = self._table.view_for(wish.seat)
        open_to_it = tuple(move for move in view.legal if _is_wished(wish, move))
        move = await reaction(replace(view, legal=open_to_it), self._level(wish.seat), self._rng)
        if move is not None and self._lives():
            outcome = await self._submit(wish.seat, move)
            if outcome.retry:
                self._declined.discard(wish)
                return RETRY_AFTER
        return 0.0

    async def _submit(self, seat: int, move: Move, by: By = By.COMPUTER) -> Outcome:
        return await self._table.submit(Command(seat, move, uuid.uuid4().hex, self._table.version, by))

    def _level(self, seat: int) -> Level:
        return self._table.setup.occupants[seat].level


def _is_wished(wish: _Wish, move: Move) -> bool:
    if wish.what is _What.CATCH:
        return move.do is Do.CATCH and move.target == wish.target
    return move.do is (Do.CALL if wish.what is _What.LATE_CALL else Do.PLAY)
