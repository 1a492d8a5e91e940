"""Anything that people can do to a room in any order: what must hold always holds (product.md 8)."""

import random
from collections.abc import Awaitable, Callable

import pytest

from app.engine.house_rules import BadRules
from app.engine.state import ROUND_OVER
from app.play.lounge import Lounge
from app.play.refusals import Refused
from app.play.room import Room
from app.play.room_look import Stage
from app.play.room_plan import RoomState, SeatKind, SeatPlan, Status
from app.play.room_presence import Connection
from app.store.games import GameStore, account_owner, device_id
from tests.play.conftest import FakeTime, lounge_at
from tests.play.rooms import QUICK, one_move, person, play_round, stage_of

STEPS = 150
OWNERS = [device_id(f"owner {number}") for number in range(5)]
ACCOUNTS = [account_owner(f"{number:032x}") for number in range(2)]


class Machine:
    """A room in the hands of people who do whatever comes to their minds."""

    def __init__(self, store: GameStore, time: FakeTime, seed: int) -> None:
        self.rng = random.Random(seed)
        self.store = store
        self.time = time
        self.lounge: Lounge = lounge_at(store, time)
        self.owners = [*OWNERS, *ACCOUNTS]
        self.connections: list[Connection] = []
        self.done: set[str] = set()
        self.room: Room

    async def begin(self) -> None:
        plans = [SeatPlan.open(), SeatPlan.open(), SeatPlan.computer(), SeatPlan.for_friend(ACCOUNTS[0], "Acc")]
        rules = QUICK if self.rng.random() < 0.5 else QUICK.with_value("match_format", "points")
        self.room = await self.lounge.rooms.create(OWNERS[0], [person("Host")], rules, "quick", plans)

    async def step(self) -> None:
        """Something happens; refusals are fine, anything else is not."""
        name = self.rng.choice(list(ACTIONS))
        host = self.room.state.member(self.room.state.host)
        owner = self.rng.choice(self.owners) if host is None or self.rng.random() < 0.6 else host.owner
        try:
            await ACTIONS[name](self, owner)
            self.done.add(name)
        except (Refused, BadRules):
            pass
        if self.rng.random() < 0.5:
            await self.room.step()
        check(self.room)

    def member(self) -> int:
        return self.rng.randrange(1, self.room.state.next_key + 1)

    def seat(self) -> int:
        return self.rng.randrange(len(self.room.state.seats) + 1)

    async def join(self, owner: str) -> None:
        await self.room.join(owner, [person(f"P{self.rng.randrange(6)}") for _ in range(self.rng.randint(1, 2))])

    async def spectate(self, owner: str) -> None:
        await self.room.spectate(owner, person(f"P{self.rng.randrange(6)}"))

    async def take_seat(self, owner: str) -> None:
        await self.room.take_seat(owner, self.rng.choice([None, self.seat()]))

    async def stand_up(self, owner: str) -> None:
        await self.room.stand_up(owner)

    async def leave(self, owner: str) -> None:
        if self.rng.random() < 0.5:
            await self.room.leave(owner)

    async def kick(self, owner: str) -> None:
        if self.rng.random() < 0.3:
            await self.room.kick(owner, self.member())

    async def hand_over(self, owner: str) -> None:
        await self.room.hand_over(owner, self.member())

    async def start(self, owner: str) -> None:
        await self.room.start(owner)

    async def rematch(self, owner: str) -> None:
        await self.room.rematch(owner)

    async def arrange(self, owner: str) -> None:
        plan = self.rng.choice([SeatPlan.open(), SeatPlan.computer(), SeatPlan.for_friend(ACCOUNTS[1], "Acc2")])
        changes: list[Callable[[], Awaitable[None]]] = [
            lambda: self.room.add_seat(owner, plan),
            lambda: self.room.set_seat(owner, self.seat(), plan),
            lambda: self.room.remove_seat(owner, self.seat()),
            lambda: self.room.move_seat(owner, self.seat(), self.seat()),
            lambda: self.room.offer_seat(owner, self.seat(), self.rng.random() < 0.7),
        ]
        await self.rng.choice(changes)()

    async def come(self, owner: str) -> None:
        self.connections.append(await self.room.arrive(owner))

    async def go(self, _owner: str) -> None:
        if self.connections:
            self.connections.pop(self.rng.randrange(len(self.connections))).close()

    async def wait(self, _owner: str) -> None:
        self.time.pass_(self.rng.choice([1, 10, 46, 120]))

    async def play(self, _owner: str) -> None:
        table = self.room.table
        if table is not None and not table.closed and table.state.pending < ROUND_OVER and not table.paused:
            await one_move(self.room)

    async def play_on(self, _owner: str) -> None:
        table = self.room.table
        if table is not None and not table.closed and not table.paused:
            await play_round(self.room)

    async def deal(self, owner: str) -> None:
        vantage = self.room.vantage(owner)
        if vantage is not None:
            await vantage.next_round(vantage.version)

    async def propose(self, owner: str) -> None:
        await self.room.propose(owner, *self.rng.choice([("stacking", "any"), ("stacking", "off"), ("rounds", 3)]))

    async def vote(self, owner: str) -> None:
        await self.room.vote(owner, self.rng.random() < 0.6)

    async def end_vote(self, owner: str) -> None:
        await (self.room.veto(owner) if self.rng.random() < 0.5 else self.room.force(owner))

    async def pause(self, owner: str) -> None:
        await (self.room.pause(owner) if self.rng.random() < 0.4 else self.room.resume(owner))

    async def talk(self, owner: str) -> None:
        await self.room.emote(owner, "wow")
        await self.room.mute(owner, self.member(), self.rng.random() < 0.5)

    async def adopt(self, owner: str) -> None:
        if self.rng.random() < 0.3 and owner in OWNERS:
            await self.lounge.adopt(owner, self.rng.choice(ACCOUNTS).removeprefix("account-"))

    async def restart(self, owner: str) -> None:
        before = self.room.state
        await self.lounge.close()
        self.connections.clear()
        self.lounge = lounge_at(self.store, self.time)
        self.room = await self.lounge.rooms.find(self.room.code, owner)
        assert self.room.state.to_dict() == before.to_dict()


_M = Machine
ACTIONS: dict[str, Callable[[Machine, str], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        _M.join, _M.spectate, _M.take_seat, _M.stand_up, _M.leave, _M.kick, _M.hand_over, _M.start, _M.rematch,
        _M.arrange, _M.come, _M.go, _M.wait, _M.play, _M.play_on, _M.deal, _M.propose, _M.vote, _M.end_vote,
        _M.pause, _M.talk, _M.adopt, _M.restart,
    )
}  # fmt: skip


def check(room: Room) -> None:
    """What always holds."""
    state = room.state
    keys = [each.key for each in state.members]
    assert len(set(keys)) == len(keys) and len({each.owner for each in state.members}) == len(keys)
    assert all((seat.kind is SeatKind.MEMBER) == (seat.member in keys) for seat in state.seats)
    names = [seat.name.casefold() for seat in state.seats if seat.name and seat.kind is not SeatKind.INVITED]
    assert len(set(names)) == len(names)
    assert not state.banned & {each.owner for each in state.members}
    assert RoomState.from_dict(state.to_dict()).to_dict() == state.to_dict()
    if state.is_open:
        assert state.host in keys and 2 <= len(state.seats) <= 10
    if state.status is Status.PLAYING:
        assert room.table is not None and room.table.persons == state.persons
        assert room.table.away == state.away and room.table.paused == state.paused
        assert room.table.names == tuple(seat.name for seat in state.seats)
    for owner in (*OWNERS, *ACCOUNTS, "stranger"):
        look, vantage = room.look(owner), room.vantage(owner)
        assert not any(other in str(look) for other in OWNERS)
        if vantage is not None and state.status is Status.PLAYING:
            mine = frozenset() if look.me is None else frozenset(look.me.seats)
            assert vantage.seats == mine and vantage.shown().seat in {None, *mine}


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_people_do_the_room_holds_together(store: GameStore, time: FakeTime, seed: int) -> None:
    machine = Machine(store, time, seed)
    await machine.begin()
    for _ in range(STEPS):
        await machine.step()
        if stage_of(machine.room) is Stage.ENDED:
            await machine.begin()
    assert len(machine.done) >= 12, machine.done
    await machine.lounge.close()
