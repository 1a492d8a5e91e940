"""The rooms of a process: made, found by their code, listed, swept, and read again after a restart.

What is refused, as words: ``no_room`` (none with this code) ``wait`` (seconds) ``room_ended room_locked`` ``room_full``
(free) ``kicked no_spectators`` ``too_many_spectators too_many_rooms too_many_seats`` (high) ``too_few_seats`` (low)
``seat_taken no_seat not_member not_host not_seated needs_another already_started not_started not_over vote_running
no_vote`` ``turned_down`` (minutes) ``no_clock no_more_time not_friends not_yourself not_now chat_off``, about names
``name_empty`` ``name_too_long`` (high) ``name_bad_characters bad_portrait``, and the words of ``talk``.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.engine.house_rules import HouseRules
from app.play.friends import Friends
from app.play.refusals import Refused
from app.play.room import Room, with_clocks
from app.play.room_house import Beat, House
from app.play.room_look import ALIAS_MARK, Stage, room_alias, shown_room_code
from app.play.room_plan import Newcomer, RoomOptions, RoomState, SeatKind, SeatPlan, Status
from app.play.room_records import HeadToHead, head_to_head
from app.play.room_seats import new_room
from app.play.throttle import Throttle, Trickle, is_own, network
from app.store import models
from app.store.errors import Conflict, StoreError
from app.store.games import account_owner, is_account

ALPHABET: Final = "ABCDEFGHJKMNPQRTUVWXY346789"
"""Of codes: nothing in it looks like something else in it."""
CODE_LENGTH: Final = 6
MOST_ROOMS: Final = 3
"""Rooms that go on in which one owner decides."""
GUESSES: Final = Trickle(10, 20)
"""Codes without a room that one browser may try: so many at once, then one more every so many seconds."""
GUESSES_OF_STRANGERS: Final = Trickle(60, 10)
"""The same for all browsers of one network together that have never played here: about 9,000 codes a day."""
GUESSES_OF_PLAYERS: Final = Trickle(120, 5)
"""The same for those that have, whom no stranger beside them keeps out. Codes are some 390 million."""
MOST_MADE: Final = 40
"""Rooms that may be made from one address in ten minutes: enough for a school."""
MOST_LISTED: Final = 50
USUAL: Final = RoomOptions()
SWEEP_SECONDS: Final = 30.0
SOON: Final = 120.0
"""Seconds: a room with something due so soon stays in memory."""
LEFT_ALONE: Final = 60.0
"""Seconds for which a room stays in memory after somebody asked for it."""
ENDED_KEPT: Final = 24 * 3600.0
"""Seconds for which an ended room says how it ended."""
_TRIES: Final = 20
_LONGEST_TYPED: Final = 200

log = logging.getLogger(__name__)

# What malformed stored text makes the readers raise.
_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, Refused)


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A room in the lobby."""

    code: str
    host: str
    """A name."""
    rules: HouseRules
    base: str
    stage: Stage
    seats: int
    taken: int
    """By persons."""
    free: int
    """Seats that anybody may take."""
    spectators: int
    over_days: bool
    spectators_allowed: bool


@dataclass(frozen=True, slots=True)
class MyRoom:
    """A room that goes on, to which an owner belongs."""

    code: str
    place: str
    """What stands in its address, as in ``RoomLook``."""
    shown_code: str
    """Empty where it is hidden."""
    stage: Stage
    names: tuple[str, ...]
    """Of the seats that somebody has."""
    hosting: bool
    seated: bool
    my_turn: bool
    over_days: bool
    updated_at: float
    """Seconds since 1970."""


class Rooms:
    """All rooms. One per process; ``house`` is what they share."""

    def __init__(self, house: House) -> None:
        self.house: Final = house
        self._rooms: dict[str, Room] = {}
        # A room is read by one caller at a time, or it would exist twice.
        self._lock = asyncio.Lock()
        self._beat = Beat("rooms", self._sweep_again)

    def know(self, friends: Friends, throttle: Throttle) -> None:
        """Let friends be invited, and slow down whoever guesses codes."""
        self.house.friends, self.house.throttle = friends, throttle
        friends.when_blocked = self._blocked

    def begin(self) -> None:
        """Look after rooms from now on, those of before a restart among them."""
        self._beat.wake()

    async def close(self) -> None:
        """Let everything stop, and what came in be stored."""
        await self._beat.stop()
        for room in list(self._rooms.values()):
            await room.stop()
        self._rooms.clear()

    # Making and finding

    async def create(
        self,
        owner: str,
        newcomers: Sequence[Newcomer],
        rules: HouseRules,
        base: str,
        seats: Sequence[SeatPlan] = (),
        options: RoomOptions = USUAL,
        address: str = "",
    ) -> Room:
        """A room in which ``owner`` decides, with a seat for each of the persons there. Raises ``BadRules``, too.

        ``address`` is where they are, so that nobody makes rooms without end by being always somebody else.
        """
        for plan in seats:
            if plan.kind is SeatKind.INVITED:
                await self.house.check_friends(owner, plan.invited)
        async with self._lock:
            if await self.house.rooms.hosted(owner) >= MOST_ROOMS:
                raise Refused("too_many_rooms", high=MOST_ROOMS)
            played = with_clocks(rules, options)
            state = new_room("", owner, newcomers, played, base, seats, options, self.house.wall())
            # On the machine itself, or behind a server that hides where people are, the limit would be everybody's.
            if self.house.throttle is not None and address and not is_own(address):
                await self.house.throttle.limit("rooms", network(address), MOST_MADE)
            return await self._opened(state)

    async def _opened(self, state: RoomState) -> Room:
        """The new room with a code that no other has."""
        for _ in range(_TRIES):
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            room = Room(self.house, replace(state, code=code), self.house.wall())
            try:
                await self.house.rooms.add(room.row(room.state), {each.owner for each in state.members})
            except Conflict:
                continue
            self._rooms[code] = room
            await room.begin(new=True)
            return room
        raise AssertionError("no code was free")

    async def find(self, typed: str, owner: str, address: str = "") -> Room:
        """The room with the code that somebody typed or whose link they followed.

        Whoever guesses at codes is slowed down, each browser by itself, and so is its network, for the time of one
        more code at most; members never are.
        """
        if typed.startswith(ALIAS_MARK):
            return await self._by_alias(typed, owner)
        code = code_in(typed)
        room = None if code is None else await self._room(code)
        if room is not None and room.state.member_of(owner) is not None:
            return room
        throttle = self.house.throttle
        counts = [] if throttle is None else await self._guesses(owner, address)
        if throttle is not None:
            await throttle.trickle(counts)
        if room is None:
            raise Refused("no_room")
        if throttle is not None:
            await throttle.trickle_back(counts)
        return room

    async def _by_alias(self, alias: str, owner: str) -> Room:
        """The room whose address does not show its code, for somebody who is or was in it; also one that has ended."""
        codes = [row.code for row in await self.house.rooms.rooms_of(owner, ended=True)]
        code = next((each for each in codes if room_alias(each, owner) == alias), None)
        room = None if code is None else await self._room(code)
        if room is None:
            raise Refused("no_room")
        return room

    async def _guesses(self, owner: str, address: str) -> list[tuple[str, str, Trickle]]:
        """What counts the codes that this owner tries."""
        who = network(address)
        played = is_account(owner) or await self.house.rooms.has_played(owner)
        theirs = ("room-known", who, GUESSES_OF_PLAYERS) if played else ("room", who, GUESSES_OF_STRANGERS)
        return [("room-device", owner, GUESSES), theirs]

    async def _room(self, code: str) -> Room | None:
        async with self._lock:
            room = self._rooms.get(code)
            if room is None:
                room = await self._read(code)
            if room is not None:
                room.touched = self.house.now()
            return room

    async def _read(self, code: str) -> Room | None:
        """The room as it was stored, in memory again."""
        row = await self.house.rooms.room(code)
        state = None if row is None else _state(row)
        if row is None or state is None:
            return None
        room = Room(self.house, state, row.created_at)
        if state.table_id and state.is_open:
            stored = await room.stored_table()
            if stored is None:
                await room.change(lambda state: state.ended("damaged"))
            else:
                room.open_table(stored)
        self._rooms[code] = room
        await room.begin(new=False)
        return room

    # Lists

    async def lobby(self) -> list[OpenRoom]:
        """The open rooms that anybody may see and where somebody is, the latest changed first."""
        found = []
        for row in await self.house.rooms.listed(MOST_LISTED):
            room, state = self._rooms.get(row.code), _state(row)
            lively = room is not None and room.anybody_here()
            if state is not None and (lively or state.options.over_days):
                found.append(_in_lobby(state, _stage(room, state)))
        return found

    def watch_lobby(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have ``callback`` told when the lobby may have changed; call what is returned to end that."""
        listeners = self.house.in_lobby
        listeners.append(callback)
        return lambda: listeners.remove(callback) if callback in listeners else None

    async def of(self, owner: str) -> list[MyRoom]:
        """The rooms that go on and to which this owner belongs, the latest changed first."""
        found = []
        for row in await self.house.rooms.rooms_of(owner):
            state = _state(row)
            if state is not None and state.member_of(owner) is not None:
                # Whose turn it is says only the table.
                room = await self._room(row.code) if state.options.over_days else self._rooms.get(row.code)
                found.append(_mine(state, room, owner, row.updated_at))
        return found

    async def head_to_head(self, owner: str, other: str) -> HeadToHead:
        """How two owners did in the matches of rooms that both have finished."""
        return (await self.heads_to_head(owner, [other]))[other]

    async def heads_to_head(self, owner: str, others: Collection[str]) -> dict[str, HeadToHead]:
        """How an owner did against each of the others."""
        mine, theirs = await self.house.rooms.results(owner, others)
        return {other: head_to_head(mine, results) for other, results in theirs.items()}

    # Accounts

    async def adopt(self, device: str, account: str) -> None:
        """A guest has signed in: what was the device's in any room is the account's from now on."""
        for row in await self.house.rooms.rooms_of(device):
            room = await self._room(row.code)
            if room is not None:
                await room.adopt(device, account)

    async def forget(self, owner: str) -> None:
        """An account is deleted: it leaves every room."""
        for row in await self.house.rooms.rooms_of(owner):
            room = await self._room(row.code)
            if room is not None and room.state.is_open and room.state.member_of(owner) is not None:
                await room.leave(owner)

    async def _blocked(self, account: str) -> None:
        """An account hears somebody no more whom it has blocked just now, in whatever rooms they are together."""
        owner = account_owner(account)
        for row in await self.house.rooms.rooms_of(owner):
            room = await self._room(row.code)
            if room is not None and room.state.is_open:
                try:
                    await room.mute_blocked(owner)
                except StoreError:
                    log.warning("what is blocked in room %s could not be stored", row.code)

    # Upkeep

    async def _sweep_again(self) -> float:
        await self.sweep()
        return SWEEP_SECONDS

    async def sweep(self) -> None:
        """Read the rooms where something will soon be due, let go of those that nobody uses, throw old ones away."""
        wall = self.house.wall()
        for code in await self.house.rooms.due(wall + SWEEP_SECONDS):
            try:
                room = self._rooms.get(code) or await self._room(code)
                if room is not None:
                    room.wake()
            except StoreError:
                log.warning("room %s could not be read", code)
        await self._let_go()
        await self.house.rooms.drop_ended(wall - ENDED_KEPT)

    async def _let_go(self) -> None:
        async with self._lock:
            for code, room in list(self._rooms.items()):
                idle = self.house.now() - room.touched >= LEFT_ALONE and not room.in_use
                if idle and not room.due_within(SOON):
                    del self._rooms[code]
                    await room.stop()


def code_in(typed: str) -> str | None:
    """The code that somebody typed, pasted or scanned in whatever way, or ``None`` when it cannot be one."""
    text = unicodedata.normalize("NFKC", typed[:_LONGEST_TYPED]).strip()
    _, link, after = text.rpartition("/room/")
    text = re.split(r"[/?#]", after)[0] if link else text
    code = re.sub(r"[\W_]", "", text).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def _state(row: models.Room) -> RoomState | None:
    """The room in this row; ``None`` when it cannot be read any more."""
    try:
        return RoomState.from_dict(json.loads(row.body))
    except _DAMAGE:
        log.error("room %s is damaged", row.code)
        return None


def _stage(room: Room | None, state: RoomState) -> Stage:
    return Stage(state.status.value) if room is None else room.stage


def _in_lobby(state: RoomState, stage: Stage) -> OpenRoom:
    host = state.member(state.host)
    return OpenRoom(
        state.code,
        "" if host is None else host.name,
        state.rules,
        state.base,
        stage,
        len(state.seats),
        len(state.persons),
        state.free,
        len(state.spectators),
        state.options.over_days,
        state.options.spectators,
    )


def _mine(state: RoomState, room: Room | None, owner: str, updated_at: float) -> MyRoom:
    me = state.member_of(owner)
    assert me is not None
    seats = state.seats_of(me.key)
    table = None if room is None else room.table
    running = table is not None and state.status is Status.PLAYING and room is not None and not room.round_over
    return MyRoom(
        state.code,
        room_alias(state.code, owner) if state.options.hidden else state.code,
        "" if state.options.hidden else shown_room_code(state.code),
        _stage(room, state),
        tuple(seat.name for seat in state.seats if seat.name and seat.kind is not SeatKind.INVITED),
        me.key == state.host,
        bool(seats),
        running and table is not None and table.state.turn in seats,
        state.options.over_days,
        updated_at,
    )
