"""Computers at a table: their pace, what they do out of turn, and that nothing makes them stall."""

import asyncio
import random

import pytest

from app.computer import policies
from app.engine.house_rules import PRESETS, HouseRules
from app.engine.moves import CALL, DRAW, Happened
from app.play import thinking
from app.play.computers import BEFORE_CATCH, THINKING, Computers
from app.play.lounge import Lounge
from app.play.setup import Level, Speed
from app.play.table import LiveTable
from app.play.thinking import chosen_move, hint
from app.store.errors import StorageFull
from app.store.games import GameStore
from tests.play.conftest import DEVICE, Deal, TableUnderTest, seated


def kinds(table: TableUnderTest) -> list[Happened]:
    return [event.kind for _, events in table.told for event in events]


def keeper(table: TableUnderTest) -> Computers:
    return Computers(table.live, rng=random.Random(7))


async def settle(table: TableUnderTest, computers: Computers, seconds: float) -> None:
    """Let that much time pass, every deed done at its moment."""
    end = table.time() + seconds
    while True:
        wait = await computers.step()
        if wait is None or table.time() + wait > end:
            break
        table.time.pass_(wait)
    table.time.seconds = end


async def test_a_computer_thinks_before_it_plays(deal: Deal) -> None:
    table = await deal("cP", ["r5", "r7"], "r1")
    computers = keeper(table)
    table.live.watch()
    wait = await computers.step()
    assert wait is not None and THINKING[Speed.NORMAL] <= wait <= 1.3 * THINKING[Speed.NORMAL]
    await settle(table, computers, wait - 0.01)
    assert table.live.version == 0
    await settle(table, computers, 0.02)
    assert table.live.version == 1


async def test_computers_rest_while_nobody_watches(deal: Deal) -> None:
    table = await deal("cP", ["r5", "r7"], "r1")
    computers = keeper(table)
    assert await computers.step() is None
    table.live.watch()
    await settle(table, computers, 0.5)
    table.live.unwatch()
    await settle(table, computers, 50)
    assert table.live.version == 0
    table.live.watch()
    await settle(table, computers, 0.9)
    assert table.live.version == 0
    await settle(table, computers, 0.5)
    assert table.live.version == 1


async def test_a_computer_says_uno_and_then_plays(deal: Deal) -> None:
    table = await deal("cP", ["r5 r6 r7", "b7 b8 b2"], "r1", HouseRules(hand_size=3), then="y1 y2 y3")
    computers = keeper(table)
    table.live.watch()
    await settle(table, computers, 2)
    await table.act(1, DRAW)
    await settle(table, computers, 2)
    assert [kind for kind in kinds(table) if kind in (Happened.CALLED, Happened.EXPOSED)] == [Happened.CALLED]
    assert table.live.view_for(None).seats[0].called


SHORT = HouseRules(hand_size=3)


async def exposed_person(deal: Deal, seats: str = "Pc") -> tuple[TableUnderTest, Computers]:
    table = await deal(seats, ["r5 r6 b1", "r8 r7 b2", "r3 r4 b4"][: len(seats)], "r1", SHORT)
    computers = keeper(table)
    table.live.watch()
    table.live.here.start(0)
    await table.act(0, "r5")
    for _ in range(len(seats) - 1):
        await settle(table, computers, 1.5)
    table.live.here.start(0)
    assert table.live.view_for(None).turn == 0
    assert (await table.act(0, "r6")).ok
    assert table.live.view_for(None).seats[0].exposed
    return table, computers


async def test_a_forgotten_uno_is_caught_after_about_a_second(deal: Deal) -> None:
    table, computers = await exposed_person(deal)
    await settle(table, computers, BEFORE_CATCH - 0.05)
    assert Happened.CAUGHT not in kinds(table)
    await settle(table, computers, 0.25)
    assert Happened.CAUGHT in kinds(table)


async def test_who_says_uno_in_time_is_not_caught(deal: Deal) -> None:
    table, computers = await exposed_person(deal)
    await settle(table, computers, 0.9)
    assert (await table.act(0, CALL)).ok
    await settle(table, computers, 5)
    assert Happened.CAUGHT not in kinds(table)


async def test_even_a_fast_computer_on_turn_leaves_the_second_to_say_uno(deal: Deal) -> None:
    table, computers = await exposed_person(deal)
    setup = table.live.setup
    assert all(occupant.speed is Speed.NORMAL for occupant in setup.occupants)
    table.live.setup = type(setup)(
        tuple(type(each)(each.kind, each.name, each.portrait, each.level, Speed.FAST) for each in setup.occupants),
        setup.rules,
    )
    version = table.live.version
    await settle(table, computers, 0.95)
    assert table.live.version == version


async def test_under_the_cover_computers_only_catch(deal: Deal) -> None:
    table = await deal("PPc", ["r5 r6 b1", "r8 r7 b2", "r3 r4 b4"], "r1", SHORT)
    computers = keeper(table)
    table.live.watch()
    table.live.here.start(0)
    await table.act(0, "r5")
    table.live.here.start(1)
    await table.act(1, "r8")
    await settle(table, computers, 2)
    table.live.here.start(0)
    await table.act(0, "r6")
    assert table.live.here.shown().cover_for == 1
    await settle(table, computers, 10)
    assert kinds(table)[-2:] == [Happened.CAUGHT, Happened.DREW]
    assert table.live.here.shown().cover_for == 1


async def test_a_computer_waits_while_the_first_person_takes_the_device(deal: Deal) -> None:
    table = await deal("cPP", ["r5", "r7", "r8"], "r1")
    computers = keeper(table)
    table.live.watch()
    await settle(table, computers, 10)
    assert table.live.version == 0
    table.live.here.start(1)
    await settle(table, computers, 2)
    assert table.live.version == 1


async def test_a_computer_jumps_in_after_a_moment(deal: Deal) -> None:
    rules = HouseRules(jump_in="all", decks=2)
    table = await deal("PPc", ["r5 r9", "b1", "r5 r8"], "r1", rules)
    computers = keeper(table)
    table.live.watch()
    table.live.here.start(0)
    await table.act(0, "r5")
    assert table.live.here.shown().cover_for == 1
    await settle(table, computers, 5)
    assert Happened.JUMPED_IN not in kinds(table)
    table.live.here.start(1)
    await settle(table, computers, 0.5)
    assert Happened.JUMPED_IN not in kinds(table)
    await settle(table, computers, 0.5)
    assert Happened.JUMPED_IN in kinds(table)


async def test_a_decision_not_to_react_is_made_once(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def never(view: object, *_rest: object) -> None:
        asked.append(1)

    monkeypatch.setattr(policies, "react", never)
    table, computers = await exposed_person(deal)
    await settle(table, computers, 1.19)
    await computers.step()
    assert len(asked) == 1


async def test_without_persons_in_the_round_computers_play_faster(deal: Deal) -> None:
    rules = HouseRules(hand_size=3, match_format="last_standing", uno_call="off")
    table = await deal("Pcc", ["r5 r6 r7", "b7 b8 b2", "b3 b4 b9"], "r1", rules, then="y1 y2 y3 y4 y6 y8")
    computers = keeper(table)
    table.live.watch()
    for move in ("r5", "r6", "r7"):
        assert (await table.act(0, move)).ok
        if move != "r7":
            await settle(table, computers, 2.6)
    assert not table.live.persons_left
    wait = await computers.step()
    assert wait is not None and wait < 0.5


@pytest.mark.parametrize("fails", ["raises", "illegal", "late"])
async def test_a_policy_that_fails_is_replaced_by_a_sensible_move(
    deal: Deal, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    table = await deal("cP", ["r5", "r7"], "r1")
    view = table.live.view_for(0)
    released = asyncio.Event()
    loop = asyncio.get_running_loop()
    done = asyncio.run_coroutine_threadsafe

    def failing(*_arguments: object) -> object:
        if fails == "raises":
            raise RuntimeError("r5")
        if fails == "late":
            done(released.wait(), loop).result()
        return CALL

    monkeypatch.setattr(policies, "choose", failing)
    move = await chosen_move(view, Level.HARD, random.Random(1), deadline=0.01)
    released.set()
    assert move == policies.fallback(view)


async def test_a_move_that_cannot_be_stored_is_tried_again_later(
    deal: Deal, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await deal("cP", ["r5", "r7"], "r1")
    computers = keeper(table)
    table.live.watch()
    table.time.pass_(5)
    await computers.step()
    table.time.pass_(5)

    async def full(*_move: object) -> None:
        raise StorageFull("full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "commit_move", full)
        assert await computers.step() == 1
    assert table.live.version == 0
    await settle(table, computers, 3)
    assert table.live.version == 1


async def test_a_hint_is_what_hard_would_play(deal: Deal) -> None:
    table = await deal("Pc", ["r5", "r7"], "r1")
    found = await hint(table.live.here)
    assert found in table.live.view_for(0).legal
    assert found == await hint(table.live.here)
    await table.act(0, "r5")
    assert await hint(table.live.here) is None


async def finished(table: LiveTable) -> None:
    """Play the match to its end: the persons as Hard would, dealing each next round."""
    changed = asyncio.Event()
    table.subscribe(lambda _version, _events: changed.set())
    table.watch()
    while not table.match_over:
        changed.clear()
        shown = table.here.shown()
        if shown.over:
            await table.here.next_round(table.version)
        elif shown.seat is not None and shown.view.turn == shown.seat:
            move = policies.choose(shown.view, Level.HARD, random.Random(table.version))
            await table.here.act(move, table.version)
        elif shown.cover_for is not None:
            table.here.start(shown.cover_for)
        elif shown.revealed is not None:
            table.here.look_away()
        else:
            await asyncio.wait_for(changed.wait(), 20)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", ["Pcc", "PcPc"])
async def test_whole_matches_play_themselves_at_pace_nothing(store: GameStore, preset: str, seats: str) -> None:
    lounge = Lounge(store, pace=0)
    setup = seated(seats, PRESETS[preset].with_value("target_score", 100))
    table = await lounge.start_local(DEVICE, setup)
    await finished(table)
    (match,) = await lounge.records(DEVICE)
    assert match.places[0] == table.view_for(None).winner
    assert sum(match.figures.played) > 10
    assert table.figures.turns == match.figures.turns
    await lounge.close()


def test_the_deadline_is_no_hair_trigger() -> None:
    assert thinking.DEADLINE >= 1
