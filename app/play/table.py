"""A table at which a match is played: one door for every move.

Persons, computers and clocks all hand their moves to ``LiveTable.submit``, which lets one in at a time. A move
is applied to a copy of the state, stored with what it led to, and only then becomes the state that everybody
is told of; so nothing that was ever shown can be lost, and nothing is applied twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from app.engine.legality import selectable, why_illegal
from app.engine.match import apply
from app.engine.moves import NEXT_ROUND, Do, Event, IllegalMove, Move, Reason
from app.engine.rounds import standings
from app.engine.state import MATCH_OVER, ROUND_OVER, State
from app.engine.views import TableView, redact, view_for
from app.play import saved
from app.play.chronicle import Chronicle, LogEntry, RoundResult
from app.play.clock import Clock, ClockView, clock_after
from app.play.records import Figures
from app.play.saved import Saved
from app.play.screen import Revealed, Screen
from app.play.setup import LocalSetup
from app.store import games, models
from app.store.errors import StorageFull, StoreError
from app.store.games import GameStore

REMEMBERED_ANSWERS: Final = 256
LONGEST_ACTION_ID: Final = 64

log = logging.getLogger(__name__)

Callback = Callable[[int, tuple[Event, ...]], None]
"""Told the version and what happened; no events when something other than the match has changed."""


class By(StrEnum):
    """Who hands in a command."""

    PERSON = auto()
    COMPUTER = auto()
    CLOCK = auto()


class Answer(StrEnum):
    """What became of a command; every value but ``DONE`` has a sentence in every language."""

    DONE = auto()
    REFUSED = auto()
    """The rules forbid it; ``reason`` says why."""
    NOT_YOURS = auto()
    """There is no such seat, it is somebody else's, or another person is on screen."""
    STALE = auto()
    """It was made for a table that has moved on since."""
    STORAGE_FULL = auto()
    """It could not be saved because the disk is full; the table is as before."""
    STORAGE_FAILED = auto()
    """It could not be saved; the table is as before."""
    FROZEN = auto()
    """The table met an error of ours and stands still."""
    CLOSED = auto()
    """The table was replaced or thrown away."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command, with the version of the table after it."""

    answer: Answer
    version: int
    reason: Reason | None = None

    @property
    def ok(self) -> bool:
        """Whether the move was made."""
        return self.answer is Answer.DONE

    @property
    def retry(self) -> bool:
        """Whether the same command, with the same action id, may succeed later."""
        return self.answer in (Answer.STORAGE_FULL, Answer.STORAGE_FAILED)


@dataclass(frozen=True, slots=True)
class Command:
    """A move that somebody wants to make.

    ``action_id`` (1 to 64 characters) is the same when the same command is sent again;
    ``expected_version`` is the version of the table that its maker saw.
    """

    seat: int
    move: Move
    action_id: str
    expected_version: int
    by: By = By.PERSON

    def __post_init__(self) -> None:
        if not 1 <= len(self.action_id) <= LONGEST_ACTION_ID:
            raise ValueError("an action id has 1 to 64 characters")


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


@dataclass(frozen=True, slots=True)
class _Step:
    """A move that was applied to a copy, ready to be stored and then to become true."""

    command: Command
    state: State
    events: tuple[Event, ...]
    seed: str | None
    """The secret of the round that it began."""
    at: float
    """When it was made, in seconds since 1970."""


class LiveTable:
    """One match on one device. Made by ``Lounge``; all calls belong on one event loop."""

    def __init__(
        self,
        store: GameStore,
        table: Saved,
        *,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        new_seed: Callable[[], str] = saved.new_seed,
    ) -> None:
        """A table as it was stored. ``now`` is monotonic and ``wall`` counts from 1970, both in seconds."""
        self.id = table.id
        self.setup: LocalSetup = table.setup
        self.created_at = table.created_at
        self.persons = frozenset(table.setup.persons)
        self.frozen = False
        """An error of ours stopped it; it stays as last stored."""
        self.closed = False
        """It was replaced or thrown away."""
        self.watchers = 0
        """How many pages watch."""
        self.now = now
        self._wall = wall
        self._new_seed = new_seed
        self._store = store
        self._lock = asyncio.Lock()
        self._answers: OrderedDict[str, Outcome] = OrderedDict()
        self._subscribers: dict[int, Callback] = {}
        self._subscribed = 0
        self._commands: set[asyncio.Task[Outcome]] = set()
        self._in_doubt = False
        self._adopt(table)

    def _adopt(self, table: Saved) -> None:
        """Become what is stored."""
        self._state: State = table.state
        self._past: Chronicle = table.past
        self._screen = Screen(self.persons).after(table.state)
        self._clock = clock_after(None, table.state, self.persons)
        for action_id, version in table.answered[-REMEMBERED_ANSWERS:]:
            self._answers[action_id] = Outcome(Answer.DONE, version)

    # What is known of it

    @property
    def version(self) -> int:
        """How many moves have been made and stored."""
        return self._past.version

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return self.setup.names

    @property
    def match_over(self) -> bool:
        """Whether the match has been played to its end."""
        return self._state.pending is MATCH_OVER

    @property
    def rounds(self) -> tuple[RoundResult, ...]:
        """How each finished round ended."""
        return tuple(self._past.rounds)

    @property
    def figures(self) -> Figures:
        """The statistics of the match so far."""
        return self._past.tally.figures()

    @property
    def screen(self) -> Screen:
        """Who is on screen, and whether the cover is up."""
        return self._screen

    @property
    def clock(self) -> Clock | None:
        """The clock of the person awaited."""
        return self._clock

    @property
    def persons_left(self) -> bool:
        """Whether any person is still in the round."""
        return any(self._state.is_active(seat) for seat in self.persons)

    @property
    def settled(self) -> int:
        """The version of the latest move that was neither a call nor a catch."""
        return self._past.settled

    @property
    def top_version(self) -> int:
        """The version since which the top card lies on top."""
        return self._past.top

    def view_for(self, seat: int | None) -> TableView:
        """The table as ``seat`` sees it, or a spectator (``None``). Not for pages: see ``shown``."""
        return view_for(self._state, seat)

    def log(self, seat: int | None) -> list[LogEntry]:
        """Everything that has happened in the match, as ``seat`` may know it. Not for pages: see ``shown_log``."""
        return self._past.log(seat)

    def explain(self, seat: int, move: Move) -> Reason | None:
        """Why ``seat`` may not make this move now, or ``None`` when it may."""
        return why_illegal(self._state, seat, move)

    def selectable(self, seat: int, chosen: tuple[int, ...]) -> frozenset[int]:
        """The cards that ``seat`` may tap after ``chosen`` on the way to a play of several cards."""
        return selectable(self._state, seat, chosen)

    # What the device may show

    def shown(self) -> Shown:
        """All that the device may show now: no hand at all while it is being handed over."""
        screen = self._screen
        view = view_for(self._state, screen.on)
        return Shown(
            seat=screen.on,
            view=view,
            cover_for=screen.cover_for,
            offers_call=screen.offers_call(self._state),
            revealed=screen.revealed,
            drawn=() if screen.on is None else self._past.just_drawn(screen.on, view.hand),
            clock=None if self._clock is None else self._clock.view(self.now()),
        )

    def shown_events(self, events: Iterable[Event]) -> list[Event]:
        """The events as the device may show them now."""
        return redact(events, self._screen.on)

    def shown_log(self) -> list[LogEntry]:
        """The log as the device may show it now."""
        return self._past.log(self._screen.on)

    def start(self, seat: int) -> bool:
        """The person on ``seat`` has the device: take the cover away. False when it is not up for that seat."""
        return self._look(self._screen.started(seat))

    def look_away(self) -> bool:
        """The person on screen has seen the hand that a challenge showed. False when there is none."""
        return self._look(self._screen.looked_away(self._state)) if self._screen.revealed else False

    def _look(self, screen: Screen) -> bool:
        if screen == self._screen or self.closed:
            return False
        self._screen = screen
        self._run_clock()
        self._publish(())
        return True

    # Who watches

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have ``callback`` told whenever something changes; call what is returned to end that."""
        self._subscribed += 1
        number = self._subscribed
        self._subscribers[number] = callback
        return lambda: self._subscribers.pop(number, None) and None

    def watch(self) -> None:
        """A page watches from now on."""
        self.watchers += 1
        if self.watchers == 1:
            self._run_clock()
            self._publish(())

    def unwatch(self) -> None:
        """A page watches no longer. Without any, computers and clocks stand still, and a shared device is covered.

        The cover goes up now rather than when somebody comes back: the page is built before it watches.
        """
        self.watchers = max(0, self.watchers - 1)
        if self.watchers == 0:
            self._screen = self._screen.covered(self._state)
            self._run_clock()
            self._publish(())

    def close(self) -> None:
        """The table has been replaced or thrown away: no more moves, and everybody is told."""
        self.closed = True
        self._run_clock()
        self._publish(())

    async def finish(self) -> None:
        """Wait until every command that has come in is answered."""
        await asyncio.gather(*self._commands, return_exceptions=True)

    def _publish(self, events: tuple[Event, ...]) -> None:
        for callback in list(self._subscribers.values()):
            try:
                callback(self.version, events)
            except Exception as broken:
                # One broken page must not keep the others, or the table, from going on.
                log.error("a subscriber of table %s failed: %s", self.id, described(broken))

    # Clocks

    def _running(self, clock: Clock | None, screen: Screen) -> Clock | None:
        """The clock going or standing, as it should with this screen."""
        if clock is None:
            return None
        at_play = self.watchers > 0 and not self.frozen and not self.closed
        return clock.running(self.now(), at_play and screen.on == clock.decision.seat)

    def _run_clock(self) -> None:
        self._clock = self._running(self._clock, self._screen)

    def _due_at(self, step: _Step) -> float | None:
        """When the clock will run out after this step, in seconds since 1970."""
        screen = self._screen.after(step.state, step.events)
        clock = self._running(clock_after(self._clock, step.state, self.persons), screen)
        due = None if clock is None else clock.due()
        return None if due is None else self._wall() + due - self.now()

    # The door

    async def act(
        self, move: Move, expected_version: int, action_id: str | None = None, seat: int | None = None
    ) -> Outcome:
        """A move of the person on screen, or of ``seat`` where the cover offers it UNO!."""
        chosen = self._screen.on if seat is None else seat
        if chosen is None:
            return Outcome(Answer.NOT_YOURS, self.version)
        return await self.submit(Command(chosen, move, action_id or uuid.uuid4().hex, expected_version))

    async def next_round(self, expected_version: int, action_id: str | None = None) -> Outcome:
        """Deal the next round; anybody on the device may ask for it."""
        return await self.act(NEXT_ROUND, expected_version, action_id, min(self.persons))

    async def submit(self, command: Command) -> Outcome:
        """Make a move, or say why not. Whoever stops waiting for the answer does not undo it."""
        task = asyncio.ensure_future(self._enter(command))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        return await asyncio.shield(task)

    async def _enter(self, command: Command) -> Outcome:
        async with self._lock:
            if self._in_doubt:
                await self._resolve_doubt()
            if self.closed:
                return self._answer(Answer.CLOSED)
            if self.frozen:
                return self._answer(Answer.FROZEN)
            if not self._belongs(command):
                return self._answer(Answer.NOT_YOURS)
            if command.action_id not in self._answers:
                outcome = self._objection(command) or await self._make(command)
                if outcome.retry or self.frozen:
                    return outcome
                self._remember(command.action_id, outcome)
            return self._answers[command.action_id]

    def _objection(self, command: Command) -> Outcome | None:
        """Why the move is not even looked at, if there is a reason."""
        if not self._may_act(command):
            return self._answer(Answer.NOT_YOURS)
        return None if self._is_current(command) else self._answer(Answer.STALE)

    def _answer(self, answer: Answer, reason: Reason | None = None) -> Outcome:
        return Outcome(answer, self.version, reason)

    def _remember(self, action_id: str, outcome: Outcome) -> None:
        self._answers[action_id] = outcome
        if len(self._answers) > REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)

    def _belongs(self, command: Command) -> bool:
        """Whether the seat exists and is in the hands of whoever acts."""
        if not 0 <= command.seat < len(self.setup.occupants):
            return False
        if command.by is By.COMPUTER:
            return command.seat not in self.persons
        is_timeout = command.move.do is Do.TIMEOUT
        return command.seat in self.persons and is_timeout == (command.by is By.CLOCK)

    def _may_act(self, command: Command) -> bool:
        """Whether the device is in the hands of whoever acts; under the cover computers may only catch."""
        if command.by is By.COMPUTER:
            return self._screen.cover_for is None or command.move.do is Do.CATCH
        return self._screen.allows(self._state, command.seat, command.move)

    def _is_current(self, command: Command) -> bool:
        """Whether the command was made for this table as it is, as far as the move depends on that.

        A call needs only to be right now, a catch names its seat, and a jump-in answers the top card. For a
        move on turn calls and catches of others change nothing, so they do not make it stale.
        """
        if command.expected_version > self.version:
            return False
        if command.move.do in (Do.CALL, Do.CATCH):
            return True
        jumps_in = command.move.do is Do.PLAY and command.seat != self._state.turn and self._state.pending < ROUND_OVER
        return command.expected_version >= (self._past.top if jumps_in else self._past.settled)

    async def _make(self, command: Command) -> Outcome:
        try:
            step = self._applied(command)
        except IllegalMove as refused:
            return self._answer(Answer.REFUSED, refused.reason)
        except Exception as broken:
            return self._freeze(broken)
        try:
            result = await self._store.commit_move(*self._stored_form(step))
        except StorageFull:
            return self._answer(Answer.STORAGE_FULL)
        except StoreError as failed:
            log.warning("table %s could not be stored: %s", self.id, type(failed).__name__)
            self._in_doubt = True
            return self._answer(Answer.STORAGE_FAILED)
        return await self._after_storing(step, result)

    def _applied(self, command: Command) -> _Step:
        """The move made on a copy. Raises ``IllegalMove``, or anything else when an invariant broke."""
        state = self._state.copy()
        events: list[Event] = []
        seed = self._new_seed() if command.move.do is Do.NEXT_ROUND else None
        apply(state, command.seat, command.move, events.append, seed)
        saved.check_cards(state)
        return _Step(command, state, tuple(events), seed, self._wall())

    def _stored_form(self, step: _Step) -> tuple[games.Move, models.FinishedMatch | None]:
        over = step.state.pending is MATCH_OVER
        command = step.command
        past = self._past
        row = games.Move(
            table_id=self.id,
            expected_version=self.version,
            action_id=command.action_id,
            seat=command.seat,
            move=saved.move_text(self._state.turn, command.seat, command.move),
            snapshot=saved.snapshot_text(step.state),
            told=saved.events_text(step.events),
            due_at=self._due_at(step),
            record=None if step.seed is None else saved.secrets_text([*past.record.seeds, step.seed], past.opening),
            status=saved.FINISHED if over else saved.RUNNING,
        )
        return row, self._finished(step) if over else None

    def _finished(self, step: _Step) -> models.FinishedMatch:
        """What is kept of the match that this step ends."""
        command = step.command
        record, figures = self._past.ended_by(self._state.turn, command.seat, command.move, step.events, step.at)
        scores = tuple(step.state.scores)
        places = tuple(standings(step.state))
        match = saved.FinishedMatch(self.id, step.at, self.setup, places, scores, figures, record)
        return saved.finished_row(match)

    async def _after_storing(self, step: _Step, result: games.Result) -> Outcome:
        if isinstance(result, games.Committed):
            self._advance(step)
            return self._answer(Answer.DONE)
        if isinstance(result, games.Gone):
            self.close()
            return self._answer(Answer.CLOSED)
        # The database has more moves than we know of: an earlier commit that looked as if it had failed.
        self._in_doubt = True
        await self._resolve_doubt()
        return Outcome(Answer.DONE if isinstance(result, games.Repeat) else Answer.STALE, result.version)

    def _advance(self, step: _Step) -> None:
        """Let what has been stored become true, and tell everybody."""
        before, self._state = self._state, step.state
        command = step.command
        self._past.add(before.turn, command.seat, command.move, step.events, step.at, step.seed)
        # From the screen as it is now: the device may have changed hands while the move was being stored.
        self._screen = self._screen.after(step.state, step.events)
        self._clock = clock_after(self._clock, step.state, self.persons)
        self._run_clock()
        self._publish(step.events)

    def _freeze(self, broken: Exception) -> Outcome:
        """Stop this table alone; what was stored last stays."""
        self.frozen = True
        log.error("table %s froze at version %d: %s", self.id, self.version, described(broken))
        self._run_clock()
        self._publish(())
        return self._answer(Answer.FROZEN)

    async def _resolve_doubt(self) -> None:
        """After a failed commit ask the database what is true, since it may have been done all the same."""
        try:
            table = await saved.load(self._store, await self._store.table(self.id))
        except (StoreError, saved.TableDamaged):
            return
        self._in_doubt = False
        if table is None:
            self.close()
        elif table.past.version != self.version:
            self._adopt(table)
            self._run_clock()
            self._publish(())


def described(broken: Exception) -> str:
    """What broke and where, for the log. Without the message, which may hold cards."""
    frames = traceback.extract_tb(broken.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(broken).__name__} at {places}"
