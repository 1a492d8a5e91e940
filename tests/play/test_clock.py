"""Clocks of persons (rules.md 10), on a time that the tests turn."""

import random

from app.engine.house_rules import HouseRules
from app.engine.moves import DRAW, Happened
from app.play.computers import Computers
from app.store.games import GameStore
from tests.play.conftest import Deal, TableUnderTest

CLOCKS = HouseRules(turn_clock=30, answer_clock=10, uno_call="off")


def left(table: TableUnderTest) -> float | None:
    clock = table.live.here.shown().clock
    return clock.left if clock is not None and clock.running else None


async def test_a_person_on_turn_sees_the_seconds_run(deal: Deal) -> None:
    table = await deal("Pc", ["r5", "r7"], "r1", CLOCKS)
    table.live.watch()
    assert left(table) == 30
    table.time.pass_(12)
    assert left(table) == 18
    table.time.pass_(100)
    assert left(table) == 0


async def test_when_it_runs_out_the_table_acts(deal: Deal) -> None:
    table = await deal("Pc", ["r5", "r7"], "r1", CLOCKS, then="y9")
    computers = Computers(table.live, rng=random.Random(1))
    table.live.watch()
    assert await computers.step() == 30
    table.time.pass_(29.9)
    wait = await computers.step()
    assert wait is not None and 0 < wait < 0.11
    table.time.pass_(0.1)
    assert await computers.step() == 0
    assert table.told[-1][1][0].kind is Happened.TIMED_OUT
    assert table.live.view_for(None).turn == 1


async def test_a_drawn_card_is_answered_on_a_clock_of_its_own(deal: Deal) -> None:
    table = await deal("Pc", ["r5", "r7"], "r1", CLOCKS, then="r9")
    table.live.watch()
    table.time.pass_(20)
    await table.act(0, DRAW)
    assert left(table) == 10


async def test_drawing_one_by_one_does_not_wind_the_clock_up_again(deal: Deal) -> None:
    rules = HouseRules(turn_clock=30, draw_mode="three", draw_pace="one_by_one")
    table = await deal("Pc", ["r5", "r7"], "r1", rules, then="y2 y3 y4")
    table.live.watch()
    table.time.pass_(20)
    await table.act(0, DRAW)
    assert left(table) == 10


async def test_a_clock_stands_under_the_cover_and_begins_with_the_start(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r7"], "r1", CLOCKS)
    table.live.watch()
    table.time.pass_(50)
    clock = table.live.here.shown().clock
    assert clock is not None and not clock.running and clock.left == 30
    table.live.here.start(0)
    table.time.pass_(5)
    assert left(table) == 25


async def test_a_clock_stands_while_nobody_watches(deal: Deal, store: GameStore) -> None:
    table = await deal("Pc", ["r5", "r7"], "r1", CLOCKS)
    computers = Computers(table.live)
    table.live.watch()
    table.time.pass_(5)
    table.live.unwatch()
    table.time.pass_(500)
    assert await computers.step() is None
    table.live.watch()
    assert left(table) == 25
    assert table.live.version == 0


async def test_the_end_of_the_clock_is_stored_with_the_move(deal: Deal, store: GameStore) -> None:
    table = await deal("Pc", ["rS", "r7"], "r1", CLOCKS)
    table.live.watch()
    await table.act(0, "rS")
    row = await store.table(table.live.id)
    assert row is not None and row.due_at == table.time() + 30
    table.live.unwatch()
    await table.act(0, DRAW)
    row = await store.table(table.live.id)
    assert row is not None and row.due_at is None


async def test_computers_and_rules_without_clocks_have_none(deal: Deal) -> None:
    table = await deal("cP", ["r5", "r7"], "r1", CLOCKS)
    table.live.watch()
    assert table.live.here.shown().clock is None
    table = await deal("Pc", ["r5", "r7"], "r1")
    table.live.watch()
    assert table.live.here.shown().clock is None
