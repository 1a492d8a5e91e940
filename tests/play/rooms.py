"""Rooms for tests: clocks that move when told, people who come and go, matches played in no time."""

import random
import uuid
from collections.abc import Sequence
from typing import Any

from app.computer.arena import Player, choose
from app.engine.house_rules import HouseRules
from app.engine.moves import NEXT_ROUND, parse_move
from app.engine.state import MATCH_OVER, ROUND_OVER
from app.engine.views import view_for
from app.play.commands import By, Command, Outcome
from app.play.room import Room
from app.play.room_look import Stage
from app.play.room_plan import Newcomer, RoomOptions, SeatPlan
from app.play.room_presence import Connection
from app.play.rooms import Rooms
from app.play.table import LiveTable
from app.store.games import account_owner, device_id

ANN, BEN, CAT, DAN = (device_id(name) for name in ("Ann", "Ben", "Cat", "Dan"))
ACCOUNT = account_owner("0" * 32)
QUICK = HouseRules(match_format="first_out", hand_size=3, uno_call="off")
POINTS = HouseRules(hand_size=7, uno_call="off", target_score=1000, wild_draw_four="anytime")


def person(name: str, seat: int | None = None) -> Newcomer:
    return Newcomer(name, "", seat)


async def room_of(
    rooms: Rooms,
    names: str = "Ann Ben",
    *,
    rules: HouseRules = QUICK,
    seats: Sequence[SeatPlan] = (),
    **options: Any,
) -> Room:
    """A room with a member for each name, Ann being the host, and perhaps more seats."""
    host, *others = names.split()
    plans = [SeatPlan.open() for _ in others] + list(seats)
    room = await rooms.create(device_id(host), [person(host)], rules, "official", plans, RoomOptions(**options))
    for name in others:
        await room.join(device_id(name), [person(name)])
    return room


class Crowd:
    """The connections of a room, by owner."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.of: dict[str, list[Connection]] = {}

    async def come(self, *owners: str) -> None:
        """One more page of each of these is connected."""
        for owner in owners:
            self.of.setdefault(owner, []).append(await self.room.arrive(owner))

    def go(self, *owners: str) -> None:
        """All pages of these are lost."""
        for owner in owners:
            for connection in self.of.pop(owner, []):
                connection.close()


async def playing(rooms: Rooms, names: str = "Ann Ben", **options: Any) -> tuple[Room, Crowd]:
    """A room whose match has begun, everybody connected."""
    room = await room_of(rooms, names, **options)
    crowd = Crowd(room)
    await crowd.come(*(device_id(name) for name in names.split()))
    await room.start(ANN)
    return room, crowd


def table_of(room: Room) -> LiveTable:
    assert room.table is not None
    return room.table


async def moved(table: LiveTable, seat: int, text: str, by: By = By.PERSON) -> Outcome:
    """A move by its written form."""
    return await table.submit(Command(seat, parse_move(text), uuid.uuid4().hex, table.version, by))


async def one_move(room: Room) -> None:
    """Whoever is on turn does something sensible."""
    table = table_of(room)
    seat = table.state.turn
    owner = next((owner for owner, seats in room.state.parties.items() if seat in seats), "")
    vantage = table.vantage(owner)
    vantage.look_away()
    vantage.start(seat)
    move = choose(Player.EASY, view_for(table.state, seat), random.Random(table.version))
    by = By.PERSON if seat in table.acting else By.COMPUTER
    outcome = await table.submit(Command(seat, move, uuid.uuid4().hex, table.version, by))
    assert outcome.ok, outcome


async def play_round(room: Room) -> None:
    """The round played to its end, and the room knows."""
    while table_of(room).state.pending < ROUND_OVER:
        await one_move(room)
    await room.step()


async def play_match(room: Room) -> None:
    """The match played to its end, and the room knows."""
    table = table_of(room)
    while table.state.pending is not MATCH_OVER:
        await play_round(room)
        if table.state.pending is ROUND_OVER:
            seat = min(table.acting)
            await table.submit(Command(seat, NEXT_ROUND, uuid.uuid4().hex, table.version))
    await room.step()


def stage_of(room: Room) -> Stage:
    """How far the room has come by now."""
    return room.stage


def words(room: Room) -> list[str]:
    """What the news say."""
    return [news.word for news in room.state.news]


def names_of(room: Room, owner: str = ANN) -> list[str]:
    return [seat.name for seat in room.look(owner).seats]
