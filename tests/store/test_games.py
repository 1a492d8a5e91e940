"""Live tables, their moves, finished matches and devices, as the rest of the product uses them."""

import asyncio
import time
from dataclasses import replace

import pytest

from app.store import games
from app.store.games import (
    KEPT_MATCHES,
    Committed,
    GameStore,
    Gone,
    Move,
    Repeat,
    Stale,
    device_id,
)
from app.store.models import FinishedMatch

MOVE = Move("t1", 0, "a1", 2, "play r5", '{"after": 1}', told='["played"]', due_at=12.5)


async def begin(store: GameStore, table: str = "t1", device: str = "d1") -> None:
    await store.create_table(table, device, rules='{"r": 1}', seats='["Ann"]', snapshot='{"after": 0}')


def match(number: int, owner: str | None = "d1") -> FinishedMatch:
    return FinishedMatch(id=f"m{number}", owner_id=owner, finished_at=1000 + number, rules="{}", seats="[]",
                         places="[]", scores="[]", figures="{}", record=f"[{number}]")  # fmt: skip


async def test_a_move_is_stored_with_the_state_after_it(store: GameStore) -> None:
    await begin(store)
    assert await store.commit_move(MOVE) == Committed(1)
    table = await store.table("t1")
    assert table is not None
    assert (table.version, table.snapshot, table.due_at, table.rules) == (1, '{"after": 1}', 12.5, '{"r": 1}')
    (event,) = await store.events("t1")
    assert (event.seq, event.action_id, event.seat, event.move, event.told) == (1, "a1", 2, "play r5", '["played"]')


async def test_the_same_action_again_changes_nothing_and_gets_the_same_answer(store: GameStore) -> None:
    await begin(store)
    await store.commit_move(MOVE)
    await store.commit_move(replace(MOVE, expected_version=1, action_id="a2"))
    assert await store.commit_move(replace(MOVE, snapshot="other")) == Repeat(1)
    table = await store.table("t1")
    assert table is not None
    assert (table.version, table.snapshot) == (2, '{"after": 1}')
    assert len(await store.events("t1")) == 2


async def test_a_move_for_another_version_is_stale(store: GameStore) -> None:
    await begin(store)
    await store.commit_move(MOVE)
    assert await store.commit_move(replace(MOVE, action_id="a2")) == Stale(1)
    assert await store.commit_move(replace(MOVE, action_id="a3", expected_version=7)) == Stale(1)
    assert len(await store.events("t1")) == 1


async def test_a_move_at_a_table_that_is_gone(store: GameStore) -> None:
    await begin(store)
    assert await store.delete_table("t1")
    assert not await store.delete_table("t1")
    assert await store.commit_move(MOVE) == Gone()
    assert await store.events("t1") == []


async def test_the_same_click_five_times_at_once_is_one_move(store: GameStore) -> None:
    await begin(store)
    answers = await asyncio.gather(*(store.commit_move(MOVE) for _ in range(5)))
    assert sorted(answers, key=repr) == [Committed(1), *[Repeat(1)] * 4]


async def test_of_different_clicks_at_once_one_wins(store: GameStore) -> None:
    await begin(store)
    answers = await asyncio.gather(*(store.commit_move(replace(MOVE, action_id=f"a{n}")) for n in range(5)))
    assert sorted(answers, key=repr) == [Committed(1), *[Stale(1)] * 4]


async def test_a_device_has_one_local_game(store: GameStore) -> None:
    await begin(store)
    await begin(store, "other", "d2")
    await store.commit_move(MOVE)
    await begin(store, "t2")
    mine = await store.table_of("d1")
    assert mine is not None
    assert (mine.id, mine.version) == ("t2", 0)
    assert await store.table("t1") is None
    assert await store.events("t1") == []
    assert await store.table("other") is not None
    assert await store.table_of("nobody") is None


async def test_unfinished_tables_come_with_the_next_due_first(store: GameStore) -> None:
    for number, due in enumerate([None, 30.0, 10.0]):
        await begin(store, f"t{number}", f"d{number}")
        await store.commit_move(replace(MOVE, table_id=f"t{number}", due_at=due))
    await begin(store, "over", "d9")
    await store.commit_move(replace(MOVE, table_id="over", status="finished"))
    assert [table.id for table in await store.unfinished_tables()] == ["t2", "t1", "t0"]


async def test_the_record_stays_unless_the_move_brings_a_new_one(store: GameStore) -> None:
    await begin(store)
    await store.commit_move(replace(MOVE, record="[1]"))
    await store.commit_move(replace(MOVE, expected_version=1, action_id="a2"))
    table = await store.table("t1")
    assert table is not None
    assert table.record == "[1]"


async def test_events_after_a_version(store: GameStore) -> None:
    await begin(store)
    for version in range(3):
        await store.commit_move(replace(MOVE, expected_version=version, action_id=f"a{version}"))
    assert [event.seq for event in await store.events("t1", after=1)] == [2, 3]


async def test_the_last_move_keeps_the_match_in_the_same_step(store: GameStore) -> None:
    await begin(store)
    assert await store.commit_move(replace(MOVE, status="finished"), [match(1)]) == Committed(1)
    assert await store.commit_move(replace(MOVE, status="finished"), [match(1)]) == Repeat(1)
    assert [kept.id for kept in await store.finished("d1")] == ["m1"]


async def test_a_stale_last_move_keeps_no_match(store: GameStore) -> None:
    await begin(store)
    assert await store.commit_move(replace(MOVE, expected_version=3), [match(1)]) == Stale(0)
    assert await store.finished("d1") == []


async def test_finished_matches_are_listed_latest_first_and_kept_once(store: GameStore) -> None:
    await store.owner("d1")
    for number in (2, 1, 3, 1):
        await store.save_finished(match(number))
    assert [kept.id for kept in await store.finished("d1")] == ["m3", "m2", "m1"]
    assert [kept.id for kept in await store.finished("d1", limit=1, offset=1)] == ["m2"]
    one = await store.finished_match("m2")
    assert one is not None
    assert one.record == "[2]"
    assert await store.count_finished("d1") == 3
    assert await store.clear_finished("d1") == 3
    assert await store.finished("d1") == []


async def test_a_device_keeps_its_latest_matches(store: GameStore) -> None:
    await store.owner("d1")
    await store.owner("d2")
    await store.save_finished(match(0, "d2"))
    for number in range(1, KEPT_MATCHES + 3):
        await store.save_finished(match(number))
    kept = await store.finished("d1", limit=100)
    assert [each.id for each in kept] == [f"m{number}" for number in range(KEPT_MATCHES + 2, 2, -1)]
    assert await store.count_finished("d2") == 1


async def test_a_device_is_made_at_first_sight_and_remembers(store: GameStore) -> None:
    id = device_id("token")
    first = await store.owner(id)
    await store.set_preferences(id, language="th")
    await store.set_preferences(id, preferences='{"sound": false}')
    again = await store.owner(id)
    assert (again.language, again.preferences, again.created_at) == ("th", '{"sound": false}', first.created_at)
    assert again.seen_at == first.seen_at


async def test_a_device_is_seen_again_after_an_hour(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await store.owner("d1")
    later = first.seen_at + games.SEEN_TO_THE + 1
    monkeypatch.setattr(time, "time", lambda: later)
    again = await store.owner("d1")
    assert (again.created_at, again.seen_at) == (first.created_at, later)


async def test_looking_for_a_device_makes_none(store: GameStore) -> None:
    assert await store.find_owner("d1") is None
    assert await store.find_owner("d1") is None


def test_the_database_holds_no_token() -> None:
    assert "token" not in device_id("token")
    assert device_id("token") == device_id("token") != device_id("other")


async def test_two_groups_of_moves_reach_the_disk_in_order(store: GameStore) -> None:
    await asyncio.gather(*(begin(store, f"t{n}", f"d{n}") for n in range(20)))

    async def play(table: str) -> None:
        for version in range(10):
            move = replace(MOVE, table_id=table, expected_version=version, action_id=f"a{version}")
            assert await store.commit_move(move) == Committed(version + 1)

    await asyncio.gather(*(play(f"t{n}") for n in range(20)))
    for n in range(20):
        assert [event.seq for event in await store.events(f"t{n}")] == list(range(1, 11))


@pytest.mark.parametrize("text", ["'; DROP TABLE owner; --", "ไทย 日本語 \N{SNAIL}", "\x00\x01", "x" * 200_000])
async def test_any_text_comes_back_as_it_was_given(store: GameStore, text: str) -> None:
    await begin(store)
    await store.commit_move(replace(MOVE, snapshot=text))
    table = await store.table("t1")
    assert table is not None
    assert table.snapshot == text
