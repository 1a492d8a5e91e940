"""Rooms as stored: with those who belong to them, in one step with their tables."""

from typing import Any

import pytest

from app.store.errors import Conflict
from app.store.games import GameStore
from app.store.models import FinishedMatch, LiveTable, Room
from app.store.rooms import Result, RoomStore
from tests.store.test_games import match


def row(code: str, **changes: Any) -> Room:
    """A room that waits, changed as told."""
    values: dict[str, Any] = {"host_id": "ann", "status": "waiting", "body": "{}", "created_at": 1.0, "updated_at": 1.0}
    return Room(code=code, **{**values, **changes})


def table(id: str) -> LiveTable:
    return LiveTable(id=id, rules="{}", seats="[]", snapshot="{}", created_at=1.0, updated_at=1.0)


@pytest.fixture
def rooms(store: GameStore) -> RoomStore:
    return RoomStore(store.database)


async def test_a_code_is_given_once(rooms: RoomStore) -> None:
    await rooms.add(row("AAAAAA"), {"ann"})
    with pytest.raises(Conflict):
        await rooms.add(row("AAAAAA", host_id="ben"), {"ben"})
    kept = await rooms.room("AAAAAA")
    assert kept is not None and kept.host_id == "ann" and await rooms.rooms_of("ben") == []


async def test_a_room_belongs_to_those_who_are_named(rooms: RoomStore) -> None:
    await rooms.add(row("AAAAAA"), {"ann", "ben"})
    await rooms.save(row("AAAAAA", body="[1]", updated_at=2.0), {"ann", "cat"})
    assert [len(await rooms.rooms_of(owner)) for owner in ("ann", "ben", "cat")] == [1, 0, 1]
    (kept,) = await rooms.rooms_of("cat")
    assert (kept.body, kept.created_at, kept.updated_at) == ("[1]", 1.0, 2.0)


async def test_a_room_and_its_table_begin_in_one_step_and_the_old_table_goes(
    rooms: RoomStore, store: GameStore
) -> None:
    await rooms.add(row("AAAAAA"), {"ann"})
    await rooms.save(row("AAAAAA", table_id="t1"), {"ann"}, table=table("t1"))
    with pytest.raises(Conflict):
        await rooms.save(row("AAAAAA", table_id="t9", body="[9]"), {"ben"}, table=table("t1"))
    kept = await rooms.room("AAAAAA")
    assert kept is not None and (kept.table_id, kept.body) == ("t1", "{}") and await rooms.rooms_of("ben") == []
    await rooms.save(row("AAAAAA", table_id="t2"), {"ann"}, table=table("t2"), gone="t1")
    assert await store.table("t1") is None and await store.table("t2") is not None


async def test_ended_rooms_count_and_belong_no_more(rooms: RoomStore) -> None:
    for number, status in enumerate(("waiting", "playing", "over", "ended")):
        await rooms.add(row("AAAAA" + "BCDE"[number], status=status, updated_at=float(number)), {"ann"})
    assert await rooms.hosted("ann") == 3 and await rooms.hosted("ben") == 0
    assert [room.code[-1] for room in await rooms.rooms_of("ann")] == ["D", "C", "B"]


async def test_listed_rooms_come_latest_first(rooms: RoomStore) -> None:
    for number in range(4):
        await rooms.add(row(f"AAAAA{number}", listed=number != 1, updated_at=float(number)), {"ann"})
    await rooms.add(row("BBBBBB", listed=True, status="ended"), {"ann"})
    assert [room.code for room in await rooms.listed(2)] == ["AAAAA3", "AAAAA2"]
    assert len(await rooms.listed(50)) == 3


async def test_rooms_are_due_in_order(rooms: RoomStore) -> None:
    for code, due in (("AAAAAA", 30.0), ("BBBBBB", 10.0), ("CCCCCC", None), ("DDDDDD", 99.0)):
        await rooms.add(row(code, due_at=due), {"ann"})
    assert await rooms.due(50.0) == ["BBBBBB", "AAAAAA"]


async def test_old_ended_rooms_go_with_their_tables(rooms: RoomStore, store: GameStore) -> None:
    for number, (status, at) in enumerate((("ended", 1.0), ("ended", 9.0), ("over", 1.0))):
        room = row(f"AAAAA{number}")
        await rooms.add(room, {"ann"})
        ended = row(f"AAAAA{number}", status=status, updated_at=at, table_id=f"t{number}")
        await rooms.save(ended, {"ann"}, table=table(f"t{number}"))
    assert await rooms.drop_ended(5.0) == 1
    assert [await rooms.room(f"AAAAA{number}") is None for number in range(3)] == [True, False, False]
    assert [await store.table(f"t{number}") is None for number in range(3)] == [True, False, False]
    assert await rooms.drop_ended(5.0) == 0


async def test_results_of_others_are_of_matches_that_are_ones_own_too(rooms: RoomStore, store: GameStore) -> None:
    def kept(number: int, owner: str, of: str | None, place: int | None) -> FinishedMatch:
        return FinishedMatch(**{**match(number, owner).model_dump(), "match_id": of, "place": place})

    for each in (
        kept(1, "ann", "m1", 1),
        kept(2, "ben", "m1", 2),
        kept(3, "ann", "m2", 3),
        kept(4, "ben", None, None),
        kept(5, "ann", None, None),
        kept(6, "ann", "m3", 0),
        kept(7, "ben", "m3", 1),
    ):
        await store.save_finished(each)
    ann, others = await rooms.results("ann", ["ben", "cat"])
    assert sorted((each.match_id, each.place) for each in ann) == [("m1", 1), ("m2", 3), ("m3", 0)]
    assert others == {"ben": [Result("m1", 2), Result("m3", 1)], "cat": []}
    assert await rooms.kept_by("ben", "m3") == "m7" and await rooms.kept_by("ben", "m2") is None
