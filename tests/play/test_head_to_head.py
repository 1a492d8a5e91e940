"""product.md 8: how two people did against each other in the matches of rooms."""

import pytest

from app.engine.house_rules import HouseRules
from app.play import saved
from app.play.room_records import HeadToHead
from app.play.rooms import Rooms
from app.store.games import GameStore
from tests.play.conftest import FakeTime, lounge_at
from tests.play.matches import finished, setup_of
from tests.play.rooms import ANN, BEN, CAT, DAN

QUICK = HouseRules(match_format="first_out", hand_size=3, uno_call="off")


@pytest.fixture
def rooms(store: GameStore, time: FakeTime) -> Rooms:
    return lounge_at(store, time).rooms


async def played(store: GameStore, number: int, *owners: str, left: str = "") -> tuple[int, ...]:
    """A match in a room that these owners have kept, a seat each; the places of its seats."""
    match = finished(number, setup_of("P" * max(2, len(owners)), QUICK), online=True)
    for seat, owner in enumerate(owners):
        await store.add_finished(owner, [saved.own_row(match, owner, [seat], left=owner == left)])
    return match.places


async def test_whoever_is_placed_before_the_other_has_won(rooms: Rooms, store: GameStore) -> None:
    places = [await played(store, number, ANN, BEN, CAT) for number in range(6)]
    wins = sum(each.index(0) < each.index(1) for each in places)
    assert 0 < wins < 6
    assert await rooms.head_to_head(ANN, BEN) == HeadToHead(6, wins, 6 - wins)
    assert await rooms.head_to_head(BEN, ANN) == HeadToHead(6, 6 - wins, wins)


async def test_only_matches_of_both_count(rooms: Rooms, store: GameStore) -> None:
    await played(store, 1, ANN, BEN)
    await played(store, 2, ANN, CAT)
    await played(store, 3, BEN, CAT)
    for number, owner in ((4, ANN), (5, BEN)):
        await store.add_finished(owner, [saved.finished_row(finished(number, setup_of("PP", QUICK)))])
    found = await rooms.heads_to_head(ANN, [BEN, CAT, DAN])
    assert {other: head.matches for other, head in found.items()} == {BEN: 1, CAT: 1, DAN: 0}
    assert await rooms.heads_to_head(ANN, []) == {}


async def test_whoever_left_for_good_is_behind(rooms: Rooms, store: GameStore) -> None:
    for number in range(4):
        await played(store, number, ANN, BEN, left=ANN)
    assert await rooms.head_to_head(ANN, BEN) == HeadToHead(4, 0, 4)
