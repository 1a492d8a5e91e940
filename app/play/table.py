"""A table at which a match is played: one door for every move.

Persons, computers and clocks all hand their moves to ``LiveTable.submit``, which lets one in at a time. A move
is applied to a copy of the state, stored with what it led to, and only then becomes the state that everybody
is told of; so nothing that was ever shown can be lost, and nothing is applied twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.engine.match import apply, change_rule
from app.engine.moves import Do, Event, Happened, IllegalMove, Move, Reason
from app.engine.rounds import standings
from app.engine.state import MATCH_OVER, NOBODY, ROUND_OVER, State
from app.engine.views import TableView, view_for
from app.play import saved
from app.play.broken import described
from app.play.chronicle import Chronicle, LogEntry, RoundResult
from app.play.clock import Clock, clock_after
from app.play.commands import Answer, By, Command, Outcome
from app.play.fairness import RoundProof, commitment, proof
from app.play.held import HeldCatches
from app.play.records import Figures
from app.play.saved import Saved
from app.play.screen import Screen, Screens
from app.play.setup import LocalSetup
from app.play.vantage import HERE, Vantage
from app.store import games, models
from app.store.errors import StorageFull, StoreError
from app.store.games import GameStore

REMEMBERED_ANSWERS: Final = 256
LEAST_AFTER_RESTART: Final = 10.0
"""Seconds that a clock of a room has left at least when the server comes back."""

log = logging.getLogger(__name__)

Callback = Callable[[int, tuple[Event, ...]], None]
"""Told the version and what happened; no events when something other than the match has changed."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A move, or a change of a rule, that was applied to a copy, ready to be stored and then to become true."""

    action_id: str
    seat: int
    """Who moved, ``NOBODY`` for a change of a rule."""
    move: Move | None
    """``None`` for a change of a rule."""
    written: str
    """The move or the change as it is stored."""
    state: State
    events: tuple[Event, ...]
    seed: str | None
    """The secret of the round that it began."""
    at: float
    """When it was made, in seconds since 1970."""

    @property
    def change(self) -> Event:
        """The change of a rule that this is."""
        return next(event for event in self.events if event.kind is Happened.RULE_CHANGED)


class LiveTable:
    """One match, in a local game or in a room. Made by ``Lounge`` and ``Rooms``; all calls belong on one event loop."""

    def __init__(
        self,
        store: GameStore,
        table: Saved,
        *,
        parties: Mapping[str, frozenset[int]] | None = None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        new_seed: Callable[[], str] = saved.new_seed,
        finished_rows: Callable[[saved.FinishedMatch], Sequence[models.FinishedMatch]] | None = None,
    ) -> None:
        """A table as it was stored. ``now`` is monotonic and ``wall`` counts from 1970, both in seconds.

        ``parties`` are those of a room: the seats that each member plays. Without them it is a local game, all of
        whose persons share one device. ``finished_rows`` says what is kept of the match at its end, and for whom.
        """
        self.id = table.id
        self.created_at = table.created_at
        self.online = parties is not None
        """Whether it stands in a room, with a screen for each member."""
        self.away: frozenset[int] = frozenset()
        """Seats of persons for whom a computer plays meanwhile."""
        self.paused = False
        """The match stands still by agreement."""
        self.frozen = False
        """An error of ours stopped it; it stays as last stored."""
        self.closed = False
        """It was replaced or thrown away."""
        self.now = now
        self._wall = wall
        self._new_seed = new_seed
        self._finished_rows = finished_rows or (lambda match: [saved.finished_row(match)])
        self._store = store
        self._lock = asyncio.Lock()
        self._answers: OrderedDict[str, Outcome] = OrderedDict()
        self._subscribers: dict[int, Callback] = {}
        self._subscribed = 0
        self._watching: Counter[str | None] = Counter()
        self._tasks: set[asyncio.Task[Outcome]] = set()
        self._held = HeldCatches(now)
        self._in_doubt = False
        self._adopt(table, parties or {HERE: frozenset(table.setup.persons)})

    def _adopt(self, table: Saved, parties: Mapping[str, frozenset[int]]) -> None:
        """Become what is stored."""
        self.setup: LocalSetup = table.setup
        self._parties = dict(parties)
        self._state: State = table.state
        self._views: dict[int | None, TableView] = {}
        self._past: Chronicle = table.past
        self._screens = Screens.of_parties(parties, table.state)
        self._clock = self._clock_after(None, table.state)
        if self.online and self._clock and table.due_at is not None:
            left = max(LEAST_AFTER_RESTART, table.due_at - self._wall())
            self._clock = self._clock.with_left(min(left, self._clock.seconds))
        self._held.follow(table.state)
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
    def persons(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset[int]().union(*self._parties.values())

    @property
    def acting(self) -> frozenset[int]:
        """The seats of persons who play for themselves: all but those who are away."""
        return self.persons - self.away

    @property
    def watchers(self) -> int:
        """How many pages of persons watch."""
        return self._watching.total()

    @property
    def at_play(self) -> bool:
        """Whether clocks and computers go: some person watches, and nothing holds the match up."""
        return self.watchers > 0 and not (self.frozen or self.closed or self.paused)

    @property
    def state(self) -> State:
        """The match as it is. Holds everything hidden: for ``Vantage`` and ``view_for`` only."""
        return self._state

    @property
    def screens(self) -> Screens:
        """Who is on screen at each party's device, and whether the cover is up there."""
        return self._screens

    @property
    def covered(self) -> bool:
        """Whether everybody waits for the one device to be handed over; in a room nobody does."""
        return not self.online and self._screens.covered

    @property
    def commitment(self) -> str:
        """The hash of the present round's seed, by which its deal can be checked afterwards (fairness.py)."""
        return commitment(self._past.record.seeds[-1])

    def proof(self, round: int) -> RoundProof | None:
        """How round number ``round`` was dealt, once it is over; ``None`` for any other."""
        return proof(self._past.record, round)

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
        # A state that is true is never changed, so that a view of it is made only once.
        if seat not in self._views:
            self._views[seat] = view_for(self._state, seat)
        return self._views[seat]

    def log(self, seat: int | None) -> list[LogEntry]:
        """Everything that has happened in the match, as ``seat`` may know it. Not for pages: see ``shown_log``."""
        return self._past.log(seat)

    def just_drawn(self, seat: int, hand: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in the hand of ``seat`` that have just come."""
        return self._past.just_drawn(seat, hand)

    # Who sits there

    @property
    def here(self) -> Vantage:
        """The one device of a local game."""
        return self.vantage(HERE)

    def vantage(self, party: str | None) -> Vantage:
        """What pages of this party may use; with ``None``, or nobody of this table, what a spectator may."""
        return Vantage(self, party)

    def look(self, party: str | None, screen: Screen) -> bool:
        """Let the device of ``party`` show this from now on; whether that changed anything."""
        if screen == self._screens.of(party) or self.closed:
            return False
        self._screens = self._screens.with_screen(party, screen)
        self._changed()
        return True

    def set_away(self, seats: frozenset[int]) -> None:
        """Let computers play for the persons on these seats, and for no others.

        From now on the door lets in only the computer on such a seat, and only the person on any other. The room
        keeps who is away; nothing is stored here.
        """
        if seats != self.away:
            self.away = seats
            self._clock = self._clock_after(self._clock, self._state)
            self._changed()

    def reseat(self, setup: LocalSetup, parties: Mapping[str, frozenset[int]]) -> None:
        """Others sit there from now on: same rules, same number of seats. The room keeps it; nothing is stored here."""
        if setup.rules != self.setup.rules or len(setup.occupants) != len(self.setup.occupants):
            raise ValueError("only who sits there can change")
        self.setup, self._parties = setup, dict(parties)
        self.away &= self.persons
        self._screens = self._screens.reseated(parties, self._state)
        self._clock = self._clock_after(self._clock, self._state)
        self._changed()

    def set_grace(self, seconds: float) -> None:
        """How long a catch waits at the door for the call of its target (see ``HeldCatches``)."""
        self._held.grace = seconds

    def pause(self, paused: bool) -> None:
        """Stop the match, or go on: clocks and computers stand, and persons cannot move."""
        if paused != self.paused:
            self.paused = paused
            self._changed()

    def more_time(self, seat: int, seconds: float) -> bool:
        """Give ``seat`` that much longer on its running clock; False when it is not awaited with one."""
        clock = self._clock
        if clock is None or clock.decision.seat != seat or clock.running_since is None:
            return False
        self._clock = clock.with_left(clock.left_at_stop + seconds)
        self._changed()
        return True

    def _changed(self) -> None:
        self._run_clock()
        self._publish(())

    # Who watches

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have ``callback`` told whenever something changes; call what is returned to end that."""
        number = self._subscribed = self._subscribed + 1
        self._subscribers[number] = callback
        return lambda: self._subscribers.pop(number, None) and None

    def watch(self, party: str | None = HERE) -> None:
        """A page of ``party`` watches from now on."""
        self._watching[party] += 1
        if self.watchers == 1:
            self._changed()

    def unwatch(self, party: str | None = HERE) -> None:
        """A page of ``party`` watches no longer. Without any, computers and clocks stand still.

        Without any of a shared device, that is covered: now rather than when somebody comes back, since the page is
        built before it watches.
        """
        self._watching[party] -= 1
        if self._watching[party] <= 0:
            del self._watching[party]
            self._screens = self._screens.with_screen(party, self._screens.of(party).covered(self._state))
            self._changed()

    def close(self) -> None:
        """The table has been replaced or thrown away: no more moves, and everybody is told."""
        self.closed = True
        self._changed()

    async def finish(self) -> None:
        """Wait until every command that has come in is answered."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _publish(self, events: tuple[Event, ...]) -> None:
        for callback in list(self._subscribers.values()):
            try:
                callback(self.version, events)
            except Exception as broken:
                # One broken page must not keep the others, or the table, from going on.
                log.error("a subscriber of table %s failed: %s", self.id, described(broken))

    # Clocks

    def _clock_after(self, before: Clock | None, state: State) -> Clock | None:
        return clock_after(before, state, self.acting)

    def _running(self, clock: Clock | None, screens: Screens) -> Clock | None:
        """The clock going or standing, as it should with these screens; in a room nobody waits for a cover."""
        if clock is None:
            return None
        seat = clock.decision.seat
        return clock.running(self.now(), self.at_play and (self.online or screens.showing_to(seat).on == seat))

    def _run_clock(self) -> None:
        self._clock = self._running(self._clock, self._screens)

    def _due_at(self, step: _Step) -> float | None:
        """When the clock will run out after this step, in seconds since 1970."""
        clock = self._running(self._clock_after(self._clock, step.state), self._screens.after(step.state, step.events))
        due = None if clock is None else clock.due()
        return None if due is None else self._wall() + due - self.now()

    # The door

    async def submit(self, command: Command) -> Outcome:
        """Make a move, or say why not. Whoever stops waiting for the answer does not undo it."""
        return await asyncio.shield(self._start(self._enter(command)))

    async def change_rule(self, key: str, value: object, action_id: str | None = None) -> Outcome:
        """Change one setting in mid-match (rules.md 11). Raises ``BadRules`` with nothing changed."""
        return await asyncio.shield(self._start(self._enter_change(key, value, action_id or uuid.uuid4().hex)))

    def _start(self, entering: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        task = asyncio.ensure_future(entering)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _enter(self, command: Command) -> Outcome:
        async with self._lock:
            wait = self._held.wait(command)
            if wait <= 0:
                return await self._in_order(command)
            held = self._held.hold(command)
            asyncio.get_running_loop().call_later(wait, lambda: self._start(self._let_held_in()))
        return await asyncio.shield(held)

    async def _in_order(self, command: Command) -> Outcome:
        """Let a command in: after the catches that wait, unless it is the call that they wait for."""
        if self._held.go_first(command.seat, command.move):
            outcome = await self._decide(command)
            await self._release_held()
            return outcome
        await self._release_held()
        return await self._decide(command)

    async def _let_held_in(self) -> Outcome:
        async with self._lock:
            await self._release_held()
            return self._answer(Answer.DONE)

    async def _release_held(self) -> None:
        for command, answer in self._held.release():
            outcome = await self._decide(command)
            if not answer.done():
                answer.set_result(outcome)

    async def _decide(self, command: Command) -> Outcome:
        halted = await self._halted()
        if halted is not None:
            return halted
        if not self._belongs(command):
            return self._answer(Answer.NOT_YOURS)
        if command.action_id not in self._answers:
            outcome = self._objection(command) or await self._make(command)
            if outcome.retry or self.frozen:
                return outcome
            self._remember(command.action_id, outcome)
        return self._answers[command.action_id]

    async def _halted(self) -> Outcome | None:
        """Why nothing at all can be done at this table, if so."""
        if self._in_doubt:
            await self._resolve_doubt()
        if self.closed:
            return self._answer(Answer.CLOSED)
        return self._answer(Answer.FROZEN) if self.frozen else None

    async def _enter_change(self, key: str, value: object, action_id: str) -> Outcome:
        async with self._lock:
            await self._release_held()
            halted = await self._halted()
            if halted is not None or action_id in self._answers:
                return halted or self._answers[action_id]
            state = self._state.copy()
            events: list[Event] = []
            change_rule(state, key, value, events.append)
            written = f"!{key}={next(each.value for each in events if each.kind is Happened.RULE_CHANGED)}"
            step = _Step(action_id, NOBODY, None, written, state, tuple(events), None, self._wall())
            outcome = await self._commit(step)
            if outcome.ok:
                self._remember(action_id, outcome)
            return outcome

    def _objection(self, command: Command) -> Outcome | None:
        """Why the move is not even looked at, if there is a reason."""
        if self.paused:
            return self._answer(Answer.PAUSED)
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
            return command.seat not in self.acting
        is_timeout = command.move.do is Do.TIMEOUT
        return command.seat in self.acting and is_timeout == (command.by is By.CLOCK)

    def _may_act(self, command: Command) -> bool:
        """Whether the device is in the hands of whoever acts; under the cover computers may only catch."""
        if command.by is By.COMPUTER:
            return not self.covered or command.move.do is Do.CATCH
        if command.by is By.CLOCK and self.online:
            return True
        return self._screens.showing_to(command.seat).allows(self._state, command.seat, command.move)

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
        return await self._commit(step)

    async def _commit(self, step: _Step) -> Outcome:
        """Store the step; only then let it become true."""
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
        seat, move = command.seat, command.move
        seed = self._new_seed() if move.do is Do.NEXT_ROUND else None
        apply(state, seat, move, events.append, seed)
        saved.check_cards(state)
        written = saved.move_text(self._state.turn, seat, move)
        return _Step(command.action_id, seat, move, written, state, tuple(events), seed, self._wall())

    def _stored_form(self, step: _Step) -> tuple[games.Move, Sequence[models.FinishedMatch]]:
        over = step.state.pending is MATCH_OVER
        past = self._past
        row = games.Move(
            table_id=self.id,
            expected_version=self.version,
            action_id=step.action_id,
            seat=step.seat,
            move=step.written,
            snapshot=saved.snapshot_text(step.state),
            told=saved.events_text(step.events),
            due_at=self._due_at(step),
            record=None if step.seed is None else saved.secrets_text([*past.record.seeds, step.seed], past.opening),
            status=saved.FINISHED if over else saved.RUNNING,
        )
        return row, self._finished(step) if over and self._state.pending is not MATCH_OVER else ()

    def _finished(self, step: _Step) -> Sequence[models.FinishedMatch]:
        """What is kept of the match that this step ends."""
        assert step.move is not None, "a change of a rule ends no match"
        record, figures = self._past.ended_by(self._state.turn, step.seat, step.move, step.events, step.at)
        scores = tuple(step.state.scores)
        places = tuple(standings(step.state))
        match = saved.FinishedMatch(self.id, step.at, self.setup, places, scores, figures, record, self.online)
        return self._finished_rows(match)

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
        before, self._state, self._views = self._state, step.state, {}
        if step.move is None:
            self._past.add_change(step.change.setting or "", step.change.value or "", step.events)
        else:
            self._past.add(before.turn, step.seat, step.move, step.events, step.at, step.seed)
        # From the screens as they are now: a device may have changed hands while the move was being stored.
        self._screens = self._screens.after(step.state, step.events)
        self._clock = self._clock_after(self._clock, step.state)
        self._held.follow(step.state)
        self._run_clock()
        self._publish(step.events)

    def _freeze(self, broken: Exception) -> Outcome:
        """Stop this table alone; what was stored last stays."""
        self.frozen = True
        log.error("table %s froze at version %d: %s", self.id, self.version, described(broken))
        self._changed()
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
            self._adopt(replace(table, setup=self.setup), self._parties)
            self._changed()
