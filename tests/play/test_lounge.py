"""What a device has: its match across restarts, preferences, records."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from app.engine.house_rules import HouseRules
from app.engine.moves import DRAW, NEXT_ROUND
from app.engine.record import replay
from app.play.commands import Answer
from app.play.lounge import Lounge
from app.play.saved import TableDamaged
from app.play.setup import BadSetup
from app.play.table import LiveTable
from app.store.db import sqlite_file
from app.store.errors import StoreError
from app.store.games import GameStore
from tests.play.conftest import DEVICE, FakeTime, seated
from tests.play.test_computers import finished

SETUP = seated("PcP", HouseRules(jump_in="all", stacking="any", target_score=1000))
SHORT = replace(SETUP, rules=SETUP.rules.with_value("target_score", 50))


@pytest.fixture
async def lounge(store: GameStore) -> AsyncIterator[Lounge]:
    lounge = Lounge(store, pace=0)
    yield lounge
    await lounge.close()


@contextmanager
def restarted(url: str) -> Iterator[Lounge]:
    """The product as another process would find it: nothing of the first one but its database."""
    store = GameStore(url)
    yield Lounge(store, pace=0)
    store.close()


def everything(table: LiveTable) -> tuple[object, ...]:
    seats = (None, *range(len(table.names)))
    views = [table.view_for(seat) for seat in seats]
    return (
        table.version,
        table.rounds,
        table.figures,
        views,
        [table.log(seat) for seat in seats],
        table._state.to_dict(),
    )


async def play_on(table: LiveTable, moves: int) -> None:
    """Persons draw and pass whoever's turn it is, until that many moves were made."""
    table.watch()
    target = table.version + moves
    while table.version < target and not table.here.shown().over:
        shown = table.here.shown()
        if shown.cover_for is not None:
            table.here.start(shown.cover_for)
        elif shown.revealed is not None:
            table.here.look_away()
        elif shown.view.turn == shown.seat:
            await table.here.act(shown.view.legal[0], table.version)
        else:
            await change_of(table)
    table.unwatch()


async def change_of(table: LiveTable) -> None:
    """Wait until something happens at the table."""
    told = asyncio.Event()
    stop = table.subscribe(lambda _version, _events: told.set())
    await asyncio.wait_for(told.wait(), 20)
    stop()


async def test_a_restart_loses_nothing(lounge: Lounge, url: str) -> None:
    table = await lounge.start_local(DEVICE, SETUP)
    await play_on(table, 25)
    await lounge.close()
    with restarted(url) as other:
        again = await other.local_table(DEVICE)
        assert again is not None and again is not table
        assert everything(again) == everything(table)
        assert again.setup == table.setup
        assert again.here.shown().cover_for is not None or again.here.shown().over


async def test_a_damaged_snapshot_is_made_again_from_the_moves(lounge: Lounge, url: str) -> None:
    table = await lounge.start_local(DEVICE, SETUP)
    await play_on(table, 25)
    await lounge.close()
    for damage in ("", "{", "[]", '{"schema": 1}', json.dumps({**table._state.to_dict(), "draw": "r5"})):
        _write(url, "UPDATE live_table SET snapshot = ?", damage)
        with restarted(url) as other:
            again = await other.local_table(DEVICE)
            assert again is not None
            assert everything(again) == everything(table)
            card = await other.continue_card(DEVICE)
            assert card is not None and not card.damaged


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE live_table SET record = '{'",
        "UPDATE live_table SET seats = 'null'",
        'UPDATE live_table SET snapshot = \'\', record = \'{"seeds": ["1"], "opening": []}\'',
        "DELETE FROM table_event WHERE seq = 3",
        "UPDATE table_event SET told = '[7]'",
        "UPDATE table_event SET move = '?'",
    ],
)
async def test_a_table_that_cannot_be_read_says_so_and_can_be_thrown_away(
    lounge: Lounge, url: str, statement: str
) -> None:
    table = await lounge.start_local(DEVICE, SETUP)
    await play_on(table, 25)
    await lounge.close()
    _write(url, statement)
    with restarted(url) as other:
        with pytest.raises(TableDamaged):
            await other.local_table(DEVICE)
        assert await other.continue_card(DEVICE) is not None
        await other.discard_local(DEVICE)
        assert await other.local_table(DEVICE) is None


def _write(url: str, statement: str, *values: str) -> None:
    file = sqlite_file(url)
    assert file is not None
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


async def test_the_same_table_is_handed_out_every_time(lounge: Lounge) -> None:
    table = await lounge.start_local(DEVICE, SETUP)
    assert await lounge.local_table(DEVICE) is table
    assert await lounge.local_table("another") is None


async def test_a_frozen_table_is_read_again_as_it_was_stored(lounge: Lounge) -> None:
    table = await lounge.start_local(DEVICE, SETUP)
    await play_on(table, 5)
    await table.finish()
    table.frozen = True
    again = await lounge.local_table(DEVICE)
    assert again is not None and again is not table and not again.frozen
    assert everything(again) == everything(table)


async def test_a_new_match_replaces_the_old_one(lounge: Lounge, store: GameStore) -> None:
    old = await lounge.start_local(DEVICE, SETUP)
    new = await lounge.start_local(DEVICE, SETUP)
    assert old.closed
    assert (await old.here.act(DRAW, 0, seat=0)).answer is Answer.CLOSED
    assert await lounge.local_table(DEVICE) is new
    assert await store.table(old.id) is None


async def test_a_bad_setup_leaves_the_old_match_alone(lounge: Lounge) -> None:
    old = await lounge.start_local(DEVICE, SETUP)
    with pytest.raises(BadSetup):
        await lounge.start_local(DEVICE, replace(SETUP, occupants=()))
    assert not old.closed
    assert await lounge.local_table(DEVICE) is old


async def test_a_match_that_cannot_be_stored_leaves_the_old_one_alone(
    lounge: Lounge, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await lounge.start_local(DEVICE, SETUP)

    async def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError

    monkeypatch.setattr(store, "create_table", refuse)
    with pytest.raises(StoreError):
        await lounge.start_local(DEVICE, SETUP)
    assert await lounge.local_table(DEVICE) is old and not old.closed


async def test_the_continue_card_tells_where_the_match_stands(store: GameStore, time: FakeTime) -> None:
    lounge = Lounge(store, now=time)
    assert await lounge.continue_card(DEVICE) is None
    await lounge.start_local(DEVICE, SETUP)
    card = await lounge.continue_card(DEVICE)
    assert card is not None
    assert (card.setup, card.round, card.scores, card.damaged) == (SETUP, 1, (0, 0, 0), False)
    await lounge.discard_local(DEVICE)
    assert await lounge.continue_card(DEVICE) is None


async def test_a_finished_match_is_recorded_and_not_continued(lounge: Lounge) -> None:
    table = await lounge.start_local(DEVICE, SHORT)
    await finished(table)
    (match,) = await lounge.records(DEVICE)
    assert match.setup == SHORT
    assert match.id == table.id
    assert match.scores == table.rounds[-1].totals
    assert match.figures == table.figures
    assert replay(match.record).to_dict() == table._state.to_dict()
    assert await lounge.continue_card(DEVICE) is None
    assert await lounge.local_table(DEVICE) is table
    assert (await table.here.act(NEXT_ROUND, table.version, seat=0)).answer is Answer.REFUSED


async def test_play_again_deals_anew_for_the_same_seats(lounge: Lounge) -> None:
    assert await lounge.play_again(DEVICE) is None
    table = await lounge.start_local(DEVICE, SETUP)
    again = await lounge.play_again(DEVICE)
    assert again is not None and again is not table
    assert again.setup == table.setup
    assert again._state.seed != table._state.seed


async def test_seeds_are_long_and_never_the_same(lounge: Lounge) -> None:
    tables = [await lounge.start_local(f"device {number}", SETUP) for number in range(20)]
    seeds = {table._state.seed for table in tables}
    assert len(seeds) == 20
    assert all(len(seed) == 32 for seed in seeds)


async def test_a_device_is_known_by_its_token(lounge: Lounge) -> None:
    device = await lounge.device("token")
    assert device == await lounge.device("token") != await lounge.device("another")
    assert "token" not in device


async def test_preferences_are_merged_and_forgotten(lounge: Lounge, url: str) -> None:
    device = await lounge.device("token")
    assert await lounge.preferences(device) == {}
    await lounge.set_preferences(device, {"language": "th", "sound": True, "favourites": [{"base": "quick"}]})
    await lounge.set_preferences(device, {"sound": None, "music": False})
    wanted = {"language": "th", "music": False, "favourites": [{"base": "quick"}]}
    assert await lounge.preferences(device) == wanted
    with restarted(url) as other:
        assert await other.preferences(device) == wanted


@pytest.mark.parametrize("value", ["x" * 9000, float("nan"), object(), {1, 2}])
async def test_preferences_that_cannot_be_kept_are_refused(lounge: Lounge, value: object) -> None:
    device = await lounge.device("token")
    with pytest.raises(ValueError, match=r"preferences|JSON"):
        await lounge.set_preferences(device, {"sound": value})
    assert await lounge.preferences(device) == {}


async def test_two_pages_that_ask_at_once_get_one_table(lounge: Lounge, url: str) -> None:
    await lounge.start_local(DEVICE, SETUP)
    with restarted(url) as other:
        first, second = await asyncio.gather(other.local_table(DEVICE), other.local_table(DEVICE))
        assert first is second is not None
