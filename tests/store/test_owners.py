"""What belongs to whom: devices, accounts, and what moves from one to the other."""

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

from alembic import command

from app.store import upkeep
from app.store.db import writing_engine
from app.store.games import KEPT_MATCHES, GameStore, account_owner, device_id, is_account, shown_at_once
from tests.store.test_games import MOVE, begin, match

ANN = account_owner("a1")


def swapped(device: str, account: str) -> tuple[str, str]:
    return account, device


async def test_matches_and_game_of_a_device_move_to_the_account(store: GameStore) -> None:
    await begin(store)
    await begin(store, "other", "d2")
    for number in (1, 2):
        await store.save_finished(match(number))
    await store.save_finished(match(3, "d2"))
    assert await store.adopt("d1", ANN, swapped) == "t1"
    assert await store.table_of("d1") is None
    table = await store.table_of(ANN)
    assert table is not None and table.id == "t1"
    assert [kept.id for kept in await store.finished(ANN)] == ["m2", "m1"]
    assert [kept.id for kept in await store.finished("d1")] == []
    assert [kept.id for kept in await store.finished("d2")] == ["m3"]
    assert await store.table_of("d2") is not None


async def test_an_account_in_the_middle_of_a_game_keeps_it_and_the_device_its_own(store: GameStore) -> None:
    await begin(store, "hers", ANN)
    await begin(store)
    assert await store.adopt("d1", ANN, swapped) is None
    hers, left = await store.table_of(ANN), await store.table_of("d1")
    assert hers is not None and left is not None
    assert (hers.id, left.id) == ("hers", "t1")


async def test_a_game_that_is_over_makes_room(store: GameStore) -> None:
    await begin(store, "over", ANN)
    await store.commit_move(replace(MOVE, table_id="over", status="finished"), [match(1, None)])
    await begin(store)
    assert await store.adopt("d1", ANN, swapped) == "t1"
    assert await store.table("over") is None
    assert [kept.id for kept in await store.finished(ANN)] == ["m1"]


async def test_a_finished_game_stays_on_its_device(store: GameStore) -> None:
    await begin(store)
    await store.commit_move(replace(MOVE, status="finished"))
    assert await store.adopt("d1", ANN, swapped) is None
    assert await store.table_of(ANN) is None


async def test_signing_in_again_moves_nothing_twice(store: GameStore) -> None:
    await begin(store)
    await store.save_finished(match(1))
    assert [await store.adopt("d1", ANN, swapped) for _ in range(2)] == ["t1", None]
    assert await store.count_finished(ANN) == 1


async def test_preferences_are_shared_out_in_the_same_step(store: GameStore) -> None:
    await store.set_preferences("d1", language="th", preferences="device's")
    await store.set_preferences(ANN, preferences="account's")
    await store.adopt("d1", ANN, swapped)
    device, account = await store.owner("d1"), await store.owner(ANN)
    assert (device.preferences, device.language) == ("account's", "th")
    assert (account.preferences, account.language) == ("device's", "")


async def test_the_last_move_of_a_game_that_has_moved_is_the_accounts(store: GameStore) -> None:
    await begin(store)
    await store.adopt("d1", ANN, swapped)
    await store.commit_move(replace(MOVE, status="finished"), [match(1, None)])
    assert await store.count_finished(ANN) == 1
    assert await store.count_finished("d1") == 0


async def test_an_account_keeps_every_match(store: GameStore) -> None:
    await store.owner(ANN)
    for number in range(KEPT_MATCHES + 5):
        await store.save_finished(match(number, ANN))
    assert await store.count_finished(ANN) == KEPT_MATCHES + 5


def test_no_device_is_mistaken_for_an_account() -> None:
    assert is_account(ANN) and not is_account(device_id("account-a1"))
    assert (shown_at_once(device_id("t")), shown_at_once(ANN)) == (60, 200)


async def test_an_owner_goes_with_everything_and_alone(store: GameStore) -> None:
    await begin(store, "hers", ANN)
    await store.commit_move(replace(MOVE, table_id="hers"), [match(1, None)])
    await begin(store)
    await store.save_finished(match(2))
    assert await store.delete_owner(ANN)
    assert not await store.delete_owner(ANN)
    assert await store.table("hers") is None
    assert await store.events("hers") == []
    assert await store.count_finished(ANN) == 0
    assert await store.count_finished("d1") == 1
    assert await store.table("t1") is not None


def test_what_devices_had_before_there_were_accounts_is_still_theirs(url: str, file: Path) -> None:
    engine = writing_engine(url, enforce=False)
    with engine.begin() as connection:
        config = upkeep.alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with contextlib.closing(sqlite3.connect(file)) as plain, plain:
        plain.execute("INSERT INTO device VALUES ('d1', 'ja', '{}', 1, 2)")
        plain.execute("INSERT INTO live_table VALUES ('t1', 'd1', '{}', '[]', 'running', 1, '', '', NULL, 1, 2)")
        plain.execute("INSERT INTO table_event VALUES ('t1', 1, 'a', 0, 'd', '[]', 2)")
        plain.execute("INSERT INTO finished_match VALUES ('m1', 'd1', 3, 0, '', '', '', '', '', '')")
    upkeep.prepare(url)
    with contextlib.closing(sqlite3.connect(file)) as plain:
        assert plain.execute("SELECT id, language FROM owner").fetchall() == [("d1", "ja")]
        assert plain.execute("SELECT id, owner_id FROM live_table").fetchall() == [("t1", "d1")]
        assert plain.execute("SELECT table_id, seq FROM table_event").fetchall() == [("t1", 1)]
        assert plain.execute("SELECT id, owner_id FROM finished_match").fetchall() == [("m1", "d1")]
