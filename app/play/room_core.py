"""The inside of a room: its state, who is connected, its table, and how a change is made.

A change is a step from one ``RoomState`` to another. It is made under the lock, stored, and only then becomes true:
the table gets who sits there, and everybody who subscribed is told to look again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from app.engine.moves import Event, Happened
from app.engine.state import ROUND_OVER
from app.play import room_seats, saved
from app.play.broken import described
from app.play.computers import Computers
from app.play.notices import Notice
from app.play.room_house import Beat, House
from app.play.room_look import RoomLook, Stage, look_of, shown_room_code
from app.play.room_plan import RoomState, SeatKind, Status
from app.play.room_presence import Attendance, Connection
from app.play.room_records import rows_of
from app.play.saved import Saved
from app.play.setup import LocalSetup
from app.play.table import LiveTable
from app.play.vantage import Vantage
from app.store import models
from app.store.errors import StoreError

T = TypeVar("T")
Step = Callable[[RoomState], RoomState]

ABANDONED_AFTER: Final = 30 * 60.0
"""Seconds after which a room that everybody has left alone ends."""
OVER_DAYS_END: Final = 30 * 24 * 3600.0
"""The same for rooms over days, where only a move counts."""
_TELLING: Final = (Happened.ROUND_STARTED, Happened.ROUND_ENDED, Happened.MATCH_ENDED)

log = logging.getLogger(__name__)


class RoomCore(ABC):
    """One room in memory; all calls belong on one event loop."""

    def __init__(self, house: House, state: RoomState, created_at: float) -> None:
        self.state = state
        """As last stored. Holds owners: pages get ``look``."""
        self.attendance: Final = Attendance(house.now)
        self.touched = house.now()
        """When somebody last asked for it."""
        self.table: LiveTable | None = None
        self.parties: dict[str, frozenset[int]] = {}
        """Who plays which seats of it."""
        self._house = house
        self._created_at = created_at
        self._seen_version = 0
        """Of the table, when it was last followed."""
        self._lock = asyncio.Lock()
        self._computers: Computers | None = None
        self._subscribers: dict[int, Callable[[], None]] = {}
        self._subscribed = 0
        self._watching: dict[Connection | None, tuple[LiveTable, str | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._beat = Beat(f"room {state.code}", self.step)

    @abstractmethod
    async def step(self) -> float | None:
        """Do what is due. Seconds until there is more to do, ``None`` when nothing will be due by itself."""

    async def begin(self, *, new: bool) -> None:
        """Live in memory from now on: look after what is due, and in a new room tell who is invited."""
        for member in self.state.members:
            self.attendance.gone_for(member.owner)
        self.fit_table()
        if new:
            await self._tell_invited(frozenset())
        self.wake()

    # What is known of it

    @property
    def code(self) -> str:
        """Six letters and digits."""
        return self.state.code

    @property
    def stage(self) -> Stage:
        """How far it has come."""
        if self.state.status is Status.PLAYING and self.round_over:
            return Stage.BETWEEN
        return Stage(self.state.status.value)

    @property
    def round_over(self) -> bool:
        """Whether a round of its match, or the match, is over."""
        return self.table is not None and self.table.state.pending >= ROUND_OVER

    @property
    def round(self) -> int:
        """The number of the round, 0 without a match."""
        return 0 if self.table is None else self.table.state.round

    @property
    def in_use(self) -> bool:
        """Whether anybody is connected or wants to be told of changes."""
        return bool(self._subscribers) or any(True for _ in self.attendance)

    def here(self, owner: str) -> bool:
        """Whether this owner is connected."""
        return self.attendance.here(owner)

    def anybody_here(self) -> bool:
        """Whether any member is connected."""
        return self.attendance.any_of(each.owner for each in self.state.members)

    def look(self, owner: str) -> RoomLook:
        """All that this owner may see of the room."""
        return look_of(self.state, owner, self.stage, self.round, self._house.wall(), self.here)

    def vantage(self, owner: str) -> Vantage | None:
        """The match as this owner may see it, a spectator where they play no seat; ``None`` without one."""
        return None if self.table is None else self.table.vantage(owner)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have ``callback`` told when there is something new to look at; call what is returned to end that."""
        self._subscribed += 1
        number = self._subscribed
        self._subscribers[number] = callback
        return lambda: self._subscribers.pop(number, None) and None

    def publish(self) -> None:
        """Tell everybody to look again."""
        for callback in list(self._subscribers.values()):
            try:
                callback()
            except Exception as broken:
                # One broken page must not keep the others from being told.
                log.error("a subscriber of room %s failed: %s", self.code, described(broken))

    # Changing it

    async def under_lock(self, do: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do something alone. Whoever stops waiting for it does not undo it."""

        async def alone() -> T:
            async with self._lock:
                return await do()

        task = asyncio.ensure_future(alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def change(self, step: Step) -> None:
        """Take a step. Raises what it raises, or ``StoreError``; nothing has changed then."""
        await self.under_lock(lambda: self.store(step(self.state)))

    async def store(self, state: RoomState, fresh: Saved | None = None) -> None:
        """Store ``state``, with a new match if there is one; then let it become true. Call it under the lock."""
        if state is self.state:
            return
        table = None if fresh is None else saved.table_row(fresh)
        gone = self.state.table_id if fresh is not None and self.state.table_id else None
        await self._house.rooms.save(self.row(state), _owners(state), table=table, gone=gone)
        await self._become(state, fresh)

    async def note(self, state: RoomState) -> None:
        """Let ``state`` become true even where it cannot be stored: who is connected can be seen again any time."""
        if state is self.state:
            return
        try:
            await self.store(state)
        except StoreError as failed:
            log.warning("room %s could not be stored: %s", self.code, type(failed).__name__)
            await self._become(state, None)

    def row(self, state: RoomState) -> models.Room:
        """The state as stored."""
        host = state.member(state.host)
        return models.Room(
            code=state.code,
            host_id="" if host is None else host.owner,
            status=state.status.value,
            listed=state.options.listed and not state.options.locked,
            table_id=state.table_id or None,
            body=json.dumps(state.to_dict(), ensure_ascii=False, separators=(",", ":")),
            created_at=self._created_at,
            updated_at=self._house.wall(),
            due_at=self._due_at(state),
        )

    def _due_at(self, state: RoomState) -> float | None:
        """When the room has to be looked at, even if nobody comes."""
        if not state.is_open:
            return None
        if state.options.over_days:
            end = state.moved_at + OVER_DAYS_END
        else:
            end = (state.empty_since or self._house.wall()) + ABANDONED_AFTER
        moments = [end, state.next_round_at, None if state.vote is None else state.vote.ends_at]
        if state.options.over_days and self._computer_on_turn(state):
            moments.append(self._house.wall())
        return min(moment for moment in moments if moment is not None)

    def _computer_on_turn(self, state: RoomState) -> bool:
        """Whether the match goes on by itself, with whoever it is that nobody has to wait for."""
        playing = self.table is not None and state.status is Status.PLAYING and not self.round_over
        return playing and self.table is not None and self.table.state.turn not in state.persons

    async def _become(self, state: RoomState, fresh: Saved | None) -> None:
        before, self.state = self.state, state
        if fresh is not None:
            await self._let_go_of_table()
            self.open_table(fresh)
        if not state.is_open and self.table is not None and not self.table.match_over:
            self.table.close()
        self.fit_table()
        if before.options.listed or state.options.listed:
            self._house.lobby_changed()
        self.publish()
        self.wake()
        await self._tell_invited(_invited(before))

    def due_within(self, seconds: float) -> bool:
        """Whether something is due so soon."""
        due = self._due_at(self.state)
        return due is not None and due - self._house.wall() < seconds

    def wake(self) -> None:
        """See whether anything is due."""
        if self._house.beats and self.state.is_open:
            self._beat.wake()

    # Its table

    def open_table(self, stored: Saved) -> None:
        """Have the match as it is stored."""
        house = self._house
        self.parties = _parties(self.state, stored.setup)
        table = LiveTable(
            house.games,
            stored,
            parties=self.parties or {"": frozenset()},
            now=house.now,
            wall=house.wall,
            new_seed=house.new_seed,
            finished_rows=lambda match: rows_of(self.state, match),
        )
        computers = Computers(table, house.pace)
        table.subscribe(lambda _version, events: self._heard(computers, events))
        self.table, self._computers = table, computers
        self._seen_version = table.version
        self.fit_table()

    def _heard(self, computers: Computers, events: tuple[Event, ...]) -> None:
        computers.wake()
        if any(event.kind in _TELLING for event in events):
            self.publish()
            self.wake()
        elif events and self.state.options.over_days:
            self.wake()

    def fit_table(self) -> None:
        """Let the table know who sits there, who is away, who watches."""
        state, table = self.state, self.table
        if table is None:
            return
        if state.status is Status.PLAYING:
            setup = replace(room_seats.setup_of(state, table.setup.rules), base=table.setup.base)
            if (setup, state.parties) != (table.setup, self.parties):
                self.reseat(table, setup, state.parties)
            table.set_away(state.away)
            table.pause(state.paused)
            table.set_grace(state.options.uno_window / 1000)
        self._fit_watchers(table)

    def reseat(self, table: LiveTable, setup: LocalSetup, parties: Mapping[str, frozenset[int]]) -> None:
        """Have others sit at the table."""
        self.parties = dict(parties)
        table.reseat(setup, parties)

    def _fit_watchers(self, table: LiveTable) -> None:
        """The match goes on while a person who plays it is connected; over days it goes on by itself."""
        parties = self.state.parties
        wanted: dict[Connection | None, tuple[LiveTable, str | None]] = {}
        for each in self.attendance:
            if each.owner in parties:
                wanted[each] = table, each.owner
        if self.state.options.over_days and self.state.is_open:
            wanted[None] = table, None
        for who, (watched, party) in list(self._watching.items()):
            if wanted.get(who) != (watched, party):
                del self._watching[who]
                watched.unwatch(party)
        for who, (watched, party) in wanted.items():
            if who not in self._watching:
                self._watching[who] = watched, party
                watched.watch(party)

    async def revive(self) -> None:
        """A table that met an error of ours may go on from what was stored last."""
        if self.table is None or not self.table.frozen:
            return
        stored = await self.stored_table()
        if stored is not None:
            await self._let_go_of_table()
            self.open_table(stored)
            self.publish()

    async def stored_table(self) -> Saved | None:
        """The match as stored; ``None`` where there is none, or none that can be read."""
        games = self._house.games
        try:
            return await saved.load(games, await games.table(self.state.table_id))
        except saved.TableDamaged:
            log.error("the table of room %s is damaged", self.code)
            return None

    async def _let_go_of_table(self) -> None:
        if self.table is not None:
            self.table.close()
        if self._computers is not None:
            await self._computers.stop()

    async def stop(self) -> None:
        """Leave memory, or end with the process: nothing moves by itself any more, what came in is stored."""
        await self._beat.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._computers is not None:
            await self._computers.stop()
        if self.table is not None:
            await self.table.finish()

    # Who is connected

    async def arrive(self, owner: str) -> Connection:
        """A page of this owner is connected; close what is returned when it is not any more.

        The computer that played for the owner has let go of the seat when this returns.
        """
        self.touched = self._house.now()
        connection = Connection(owner, self._depart)
        self.attendance.arrive(connection)
        if self.table is not None:
            self._fit_watchers(self.table)
        await self.under_lock(lambda: self._welcome(owner))
        self.publish()
        self.wake()
        return connection

    async def _welcome(self, owner: str) -> None:
        await self.revive()
        state, member = self.state, self.state.member_of(owner)
        if member is None or not state.is_open:
            return
        if member.away:
            state = state.with_member(replace(member, away=False)).told("back", member.name)
        if state.empty_since is not None:
            state = replace(state, empty_since=None)
        if member.key == state.host and state.host_gone_since is not None:
            state = replace(state, host_gone_since=None)
        await self.note(state)

    def _depart(self, connection: Connection) -> None:
        if not self.attendance.leave(connection):
            return
        if self.table is not None:
            self._fit_watchers(self.table)
        self.publish()
        self.wake()

    # What is told elsewhere

    async def _tell_invited(self, was: frozenset[str]) -> None:
        """Invitations appear on the friends' pages, and go once they have come or cannot any more."""
        now = _invited(self.state)
        if was == now:
            return
        host = self.state.member(self.state.host)
        params = {"name": "" if host is None else host.name, "code": shown_room_code(self.code)}
        try:
            for owner in now - was:
                await self._house.notices.keep(owner, self.notice("room_invitation", "room", **params))
            for owner in was - now:
                await self._house.notices.forget(owner, self.notice("", "room").key)
        except StoreError as failed:
            log.warning("invitations of room %s could not be stored: %s", self.code, type(failed).__name__)

    def notice(self, kind: str, about: str, owner: str = "", **params: str) -> Notice:
        """A notice that leads here; for a member, ``owner``, by the address that they are to see."""
        place = self.code if self.state.member_of(owner) is None else self.look(owner).place
        host, hidden = self.state.member(self.state.host), self.state.options.hidden
        called = {"code": "" if hidden else shown_room_code(self.code), "host": "" if host is None else host.name}
        return Notice(kind, f"/room/{place}", params or called, f"{about}:{self.code}")


def _parties(state: RoomState, setup: LocalSetup) -> dict[str, frozenset[int]]:
    """Who plays which seats of a table; after the match, when seats may have moved, as far as they are the same."""
    if state.status is not Status.OVER:
        return state.parties
    names = dict(enumerate(setup.names))
    same = {seat for seat, each in enumerate(state.seats) if names.get(seat) == each.name}
    return {owner: mine for owner, seats in state.parties.items() if (mine := seats & same)}


def _owners(state: RoomState) -> frozenset[str]:
    """Everybody with whom the room has to do: who is in it, has left it or its match, or was removed."""
    inside = {each.owner for each in state.members}
    gone = {each.owner for each in state.leavers} | {each.owner for each in state.former}
    return frozenset(inside | gone | state.banned)


def _invited(state: RoomState) -> frozenset[str]:
    """The owners for whom a seat is kept and who have not come."""
    if not state.is_open:
        return frozenset()
    kept = {seat.invited for seat in state.seats if seat.invited and seat.kind is not SeatKind.MEMBER}
    return frozenset(kept - {each.owner for each in state.members})
