"""Who is connected to a room, and what happens when somebody is not (product.md 8)."""

import pytest

from app.engine.house_rules import HouseRules
from app.engine.state import ROUND_OVER
from app.play.commands import Answer, By
from app.play.lounge import Lounge
from app.play.room import MORE_SECONDS, Room
from app.play.room_core import ABANDONED_AFTER, OVER_DAYS_END
from app.play.room_due import HOST_MISSED_OVER_DAYS
from app.play.room_look import Stage
from app.play.room_plan import RoomState, SeatPlan
from app.play.room_presence import AWAY_AFTER
from app.play.rooms import ENDED_KEPT, LEFT_ALONE, Rooms
from app.store.games import GameStore
from tests.play.conftest import FakeTime, lounge_at
from tests.play.people import refused
from tests.play.rooms import (
    ANN,
    BEN,
    CAT,
    POINTS,
    Crowd,
    moved,
    one_move,
    person,
    play_round,
    playing,
    room_of,
    stage_of,
    table_of,
    words,
)


async def until_turn_of(room: Room, seat: int) -> None:
    """Play until this seat is on turn."""
    while table_of(room).state.turn != seat:
        assert table_of(room).state.pending < ROUND_OVER
        await one_move(room)


# Away and back


async def test_after_45_seconds_a_computer_plays_and_the_place_is_kept(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    table = table_of(room)
    await until_turn_of(room, 1)
    crowd.go(BEN)
    time.pass_(AWAY_AFTER - 0.1)
    await room.step()
    assert table.away == frozenset() and not (await moved(table, 1, "d", By.COMPUTER)).ok
    time.pass_(0.1)
    await room.step()
    assert table.away == frozenset({1}) and words(room)[-1] == "away"
    assert room.look(ANN).seats[1].away and not room.look(ANN).seats[1].left
    await one_move(room)
    assert room.state.parties[BEN] == frozenset({1})


async def test_whoever_comes_back_has_the_seat_at_once_and_no_computer_moves_for_them(
    rooms: Rooms, time: FakeTime
) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    table = table_of(room)
    crowd.go(BEN)
    time.pass_(AWAY_AFTER)
    await room.step()
    await until_turn_of(room, 1)
    assert (await moved(table, 1, "d")).answer is Answer.NOT_YOURS
    await crowd.come(BEN)
    assert table.away == frozenset() and words(room)[-1] == "back"
    late = await moved(table, 1, "d", By.COMPUTER)
    assert late.answer is Answer.NOT_YOURS
    await one_move(room)


async def test_a_short_absence_is_none(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    for _ in range(5):
        crowd.go(BEN)
        assert not room.look(ANN).seats[1].here
        time.pass_(AWAY_AFTER - 1)
        await room.step()
        await crowd.come(BEN)
    assert table_of(room).away == frozenset()


async def test_several_tabs_and_devices_are_one(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    second = await room.arrive(BEN)
    crowd.go(BEN)
    time.pass_(10 * AWAY_AFTER)
    await room.step()
    assert table_of(room).away == frozenset() and room.look(ANN).seats[1].here
    second.close()
    time.pass_(AWAY_AFTER)
    await room.step()
    assert table_of(room).away == frozenset({1})


async def test_the_late_death_of_an_old_connection_changes_nothing(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    table = table_of(room)
    old = await room.arrive(CAT)
    new = await room.arrive(CAT)
    watchers = table.watchers
    old.close()
    old.close()
    time.pass_(AWAY_AFTER)
    await room.step()
    assert room.here(CAT) and table.watchers == watchers
    new.close()
    assert not room.here(CAT)


async def test_a_shared_device_is_covered_once_nobody_looks_at_it(rooms: Rooms) -> None:
    room = await rooms.create(ANN, [person("Ann"), person("Amy")], POINTS, "official")
    crowd = Crowd(room)
    await crowd.come(ANN)
    await room.start(ANN)
    vantage = room.vantage(ANN)
    assert vantage is not None
    turn = vantage.shown().cover_for
    assert turn is not None and vantage.start(turn) and vantage.shown().view.hand
    crowd.go(ANN)
    assert vantage.shown().cover_for == turn and not vantage.shown().view.hand


# Nobody there


async def test_a_match_that_nobody_looks_at_stands_still(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=HouseRules(turn_clock=15))
    table = table_of(room)
    crowd.go(ANN, BEN)
    assert not table.at_play and table.clock is not None and table.clock.due() is None
    await room.spectate(CAT, person("Cat"))
    await crowd.come(CAT)
    assert not table.at_play
    await crowd.come(ANN)
    assert table.at_play


async def test_a_room_that_everybody_left_alone_waits_30_minutes(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms)
    crowd.go(ANN, BEN)
    await room.step()
    time.pass_(ABANDONED_AFTER - 1)
    await room.step()
    assert stage_of(room) is Stage.PLAYING
    await crowd.come(BEN)
    crowd.go(BEN)
    await room.step()
    time.pass_(ABANDONED_AFTER - 1)
    await room.step()
    assert stage_of(room) is Stage.PLAYING
    time.pass_(1)
    assert await room.step() is None
    assert (room.stage, room.look(ANN).ended_because) == (Stage.ENDED, "abandoned")
    assert table_of(room).closed and await rooms.of(ANN) == []


async def test_a_step_says_when_the_next_thing_is_due(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    assert await room.step() is None
    time.pass_(5)
    crowd.go(BEN)
    assert await room.step() == AWAY_AFTER
    time.pass_(20)
    assert await room.step() == AWAY_AFTER - 20
    crowd.go(ANN)
    assert await room.step() == ABANDONED_AFTER


# The host


async def test_hosting_passes_to_whoever_has_been_here_longest_and_stays_there(rooms: Rooms, time: FakeTime) -> None:
    room = await room_of(rooms, "Ann Ben Cat")
    crowd = Crowd(room)
    for owner in (ANN, CAT, BEN):
        await crowd.come(owner)
        time.pass_(60)
    crowd.go(ANN)
    time.pass_(AWAY_AFTER - 1)
    await room.step()
    assert room.look(ANN).is_host
    time.pass_(1)
    await room.step()
    assert room.look(CAT).is_host
    await crowd.come(ANN)
    await room.step()
    assert room.look(CAT).is_host


async def test_hosting_does_not_pass_to_spectators_before_players(rooms: Rooms, time: FakeTime) -> None:
    room = await room_of(rooms)
    await room.spectate(CAT, person("Cat"))
    crowd = Crowd(room)
    await crowd.come(CAT)
    time.pass_(60)
    await crowd.come(BEN)
    time.pass_(AWAY_AFTER)
    await room.step()
    assert room.look(BEN).is_host


# The next round


async def test_the_next_round_begins_by_itself_after_a_while(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS, next_round_after=20)
    await play_round(room)
    assert stage_of(room) is Stage.BETWEEN and room.look(ANN).next_round_in == 20
    time.pass_(19)
    assert await room.step() == 1
    time.pass_(1)
    await room.step()
    assert stage_of(room) is Stage.PLAYING and room.round == 2 and room.look(ANN).next_round_in is None


async def test_any_person_begins_the_next_round(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS, next_round_after=0)
    await play_round(room)
    time.pass_(600)
    await room.step()
    assert stage_of(room) is Stage.BETWEEN and room.look(ANN).next_round_in is None
    vantage = room.vantage(BEN)
    assert vantage is not None and (await vantage.next_round(vantage.version)).ok
    assert stage_of(room) is Stage.PLAYING


async def test_nobody_there_means_no_next_round(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    await play_round(room)
    crowd.go(ANN, BEN)
    time.pass_(60)
    await room.step()
    assert stage_of(room) is Stage.BETWEEN
    await crowd.come(BEN)
    await room.step()
    assert stage_of(room) is Stage.PLAYING


# Clocks


async def test_more_time_once_per_round_for_each(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS.with_value("turn_clock", 30))
    table = table_of(room)
    while table.state.turn != 1 or table.clock is None:
        await one_move(room)
    assert room.look(BEN).more_time == frozenset({1})
    with refused("no_clock"):
        await room.more_time(ANN)
    time.pass_(10)
    await room.more_time(BEN)
    assert table.clock.left(time()) == 20 + MORE_SECONDS
    assert room.look(BEN).more_time == frozenset() and room.look(ANN).more_time == frozenset({0})
    with refused("no_more_time"):
        await room.more_time(BEN)
    await play_round(room)
    time.pass_(20)
    await room.step()
    assert room.look(BEN).more_time == frozenset({1})


async def test_a_pause_of_the_host_holds_everything_up(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS.with_value("turn_clock", 30))
    table = table_of(room)
    await room.pause(ANN)
    assert room.look(BEN).paused and not table.at_play
    assert (await moved(table, table.state.turn, "d")).answer is Answer.PAUSED
    crowd.go(BEN)
    time.pass_(10 * AWAY_AFTER)
    await room.step()
    assert table.away == frozenset()
    with refused("not_now"):
        await room.pause(BEN)
    await room.resume(BEN)
    assert table.at_play
    await room.step()
    assert table.away == frozenset({1})


async def test_a_pause_of_others_needs_more_than_half_of_those_who_are_there(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    crowd.go(CAT)
    await room.pause(BEN)
    assert not room.state.paused and room.look(ANN).my_votes == (0,) and room.look(CAT).my_votes == ()
    await room.vote(ANN, True)
    assert room.state.paused and room.look(ANN).vote is None and words(room)[-1] == "paused"


# A restart


async def test_a_restart_in_mid_round_keeps_hands_clocks_and_stand_ins(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, crowd = await playing(rooms, "Ann Ben Cat", rules=POINTS.with_value("turn_clock", 60))
    crowd.go(BEN)
    time.pass_(AWAY_AFTER)
    await room.step()
    await one_move(room)
    await until_turn_of(room, 0)
    before, hands = room.state, table_of(room).state.to_dict()
    time.pass_(25)
    await lounge.close()

    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    table = table_of(room)
    assert room.state == before and table.state.to_dict() == hands
    assert table.away == frozenset({1}) and not table.at_play
    crowd = Crowd(room)
    await crowd.come(ANN)
    assert table.clock is not None and table.clock.left(time()) == pytest.approx(35)
    await crowd.come(BEN)
    assert table.away == frozenset()
    assert (await room.step()) == AWAY_AFTER
    time.pass_(AWAY_AFTER)
    await room.step()
    assert table.away == frozenset({2})
    await after.close()


async def test_a_restart_keeps_the_next_round_and_the_end_of_lonely_rooms(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    await play_round(room)
    await lounge.close()

    after = lounge_at(store, time)
    await after.rooms.sweep()
    room = await after.rooms.find(room.code, ANN)
    assert room.look(ANN).next_round_in == 20
    await room.step()
    time.pass_(ABANDONED_AFTER)
    await after.close()

    last = lounge_at(store, time)
    await last.rooms.sweep()
    room = await last.rooms.find(room.code, ANN)
    await room.step()
    assert room.look(ANN).ended_because == "abandoned"
    await last.close()


async def test_rooms_that_nobody_uses_leave_memory_and_come_back(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS)
    crowd.go(ANN, BEN)
    await room.step()
    time.pass_(LEFT_ALONE)
    await rooms.sweep()
    again = await rooms.find(room.code, ANN)
    assert again is not room and again.state == room.state
    assert table_of(again).state.to_dict() == table_of(room).state.to_dict()
    await Crowd(again).come(ANN)
    time.pass_(LEFT_ALONE)
    await rooms.sweep()
    assert await rooms.find(room.code, BEN) is again


async def test_an_ended_room_says_so_for_a_day(rooms: Rooms, store: GameStore, time: FakeTime) -> None:
    room, crowd = await playing(rooms)
    await room.end(ANN)
    crowd.go(ANN, BEN)
    time.pass_(ENDED_KEPT - 1)
    await rooms.sweep()
    assert (await rooms.find(room.code, CAT)).look(CAT).ended_because == "ended_by_host"
    time.pass_(LEFT_ALONE + 1)
    await rooms.sweep()
    await rooms.sweep()
    with refused("no_room"):
        await rooms.find(room.code, CAT)
    assert await store.table(room.state.table_id) is None


# Over days


async def test_over_days_the_room_simply_waits(lounge: Lounge, rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS.with_value("turn_clock", 30), over_days=True)
    table = table_of(room)
    assert table.clock is None and table.setup.rules.turn_clock == 0
    crowd.go(ANN, BEN)
    time.pass_(10 * 24 * 3600)
    await room.step()
    assert table.away == frozenset() and stage_of(room) is Stage.PLAYING and room.look(ANN).is_host
    for owner in (ANN, BEN):
        with refused("not_now"):
            await room.pause(owner)
    with refused("no_clock"):
        await room.propose(ANN, "turn_clock", 30)


async def test_over_days_whoever_is_on_turn_is_told_wherever_they_are(lounge: Lounge, rooms: Rooms) -> None:
    room, crowd = await playing(rooms, rules=POINTS, over_days=True)
    await until_turn_of(room, 1)
    await room.step()
    crowd.go(BEN)
    (notice,) = await lounge.notices.kept(BEN)
    assert (notice.kind, notice.href) == ("your_turn", f"/room/{room.code}")
    assert (await rooms.of(BEN))[0].my_turn
    await until_turn_of(room, 0)
    await room.step()
    assert await lounge.notices.kept(BEN) == [] and len(await lounge.notices.kept(ANN)) == 1


async def test_over_days_a_host_who_vanishes_decides_no_more_once_somebody_is_there(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, crowd = await playing(rooms, "Ann Ben Cat", rules=POINTS, over_days=True)
    crowd.go(ANN, BEN, CAT)
    await room.step()
    time.pass_(HOST_MISSED_OVER_DAYS - 60)
    await lounge.close()

    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, CAT)
    crowd = Crowd(room)
    await crowd.come(CAT)
    assert await room.step() == 60 and room.look(CAT).host == room.look(ANN).me
    time.pass_(60)
    await room.step()
    assert room.look(CAT).is_host and words(room)[-1] == "new_host"
    (notice,) = (each for each in await after.notices.kept(ANN) if each.kind == "host_passed")
    assert (notice.params["host"], notice.href) == ("Cat", f"/room/{room.code}")
    # It does not come back by itself; but whoever is back knows.
    await crowd.come(ANN)
    await room.step()
    assert room.look(CAT).is_host
    assert "host_passed" not in [each.kind for each in await after.notices.kept(ANN)]
    await after.close()


async def test_over_days_a_host_who_looks_in_now_and_then_goes_on_deciding(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS, over_days=True)
    for _ in range(3):
        crowd.go(ANN)
        await room.step()
        time.pass_(HOST_MISSED_OVER_DAYS - 1)
        await room.step()
        await crowd.come(ANN)
    crowd.go(ANN)
    await room.step()
    time.pass_(1)
    await room.step()
    assert room.look(ANN).is_host


async def test_what_a_former_host_is_told_goes_with_the_room(lounge: Lounge, rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, rules=POINTS, over_days=True)
    crowd.go(ANN)
    await room.step()
    time.pass_(HOST_MISSED_OVER_DAYS)
    await room.step()
    assert "host_passed" in [notice.kind for notice in await lounge.notices.kept(ANN)]
    await room.end(BEN)
    assert await lounge.notices.kept(ANN) == []


async def test_over_days_hosting_waits_for_somebody_to_be_there(rooms: Rooms, time: FakeTime) -> None:
    room, crowd = await playing(rooms, "Ann Ben Cat", rules=POINTS, over_days=True)
    crowd.go(ANN, BEN, CAT)
    await room.step()
    time.pass_(2 * HOST_MISSED_OVER_DAYS)
    await room.step()
    assert room.look(ANN).is_host
    await crowd.come(BEN)
    await room.step()
    assert room.look(BEN).is_host


async def test_a_room_of_before_these_were_remembered_can_be_read(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    stored = room.state.to_dict()
    for later in ("host_gone_since", "former", "turned_down", "took"):
        del stored[later]
    assert RoomState.from_dict(stored) == room.state


async def kinds_kept(lounge: Lounge, *owners: str) -> list[list[str]]:
    return [[notice.kind for notice in await lounge.notices.kept(owner)] for owner in owners]


async def test_over_days_everybody_is_told_that_a_round_is_over(lounge: Lounge, rooms: Rooms) -> None:
    room, crowd = await playing(rooms, rules=POINTS, over_days=True)
    await play_round(room)
    crowd.go(ANN, BEN)
    assert await kinds_kept(lounge, ANN, BEN) == [["round_over"], ["round_over"]]
    assert (await table_of(room).vantage(BEN).next_round(table_of(room).version)).ok
    await room.step()
    assert sorted(await kinds_kept(lounge, ANN, BEN)) == [[], ["your_turn"]]
    # What has ended waits for nobody.
    await room.end(ANN)
    assert await kinds_kept(lounge, ANN, BEN) == [[], []]


async def test_over_days_whoever_is_asked_is_told_of_the_vote(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS, over_days=True)
    await until_turn_of(room, 0)
    await room.propose(BEN, "stacking", "any")
    await room.step()
    assert await kinds_kept(lounge, ANN, BEN, CAT) == [["your_turn"], [], ["vote"]]
    await room.vote(CAT, True)
    await room.step()
    assert await kinds_kept(lounge, CAT) == [[]]


async def test_a_notice_tells_no_code_that_is_hidden(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS, over_days=True)
    await until_turn_of(room, 1)
    await room.step()
    await room.set_options(ANN, hidden=True)
    await room.step()
    (notice,) = await lounge.notices.kept(BEN)
    assert notice.href == f"/room/{room.look(BEN).place}" and room.code not in notice.href
    assert await rooms.find(room.look(BEN).place, BEN) is room


async def test_over_days_a_room_without_a_move_ends_after_30_days(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS, over_days=True)
    await room.step()
    time.pass_(OVER_DAYS_END - 1)
    await one_move(room)
    await room.step()
    time.pass_(OVER_DAYS_END - 1)
    await room.step()
    assert stage_of(room) is Stage.PLAYING
    time.pass_(1)
    await room.step()
    assert room.look(ANN).ended_because == "abandoned"


async def test_over_days_a_match_goes_on_after_a_restart_though_nobody_comes(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms, rules=POINTS, over_days=True, seats=[SeatPlan.computer()])
    for seat in (0, 2):
        await until_turn_of(room, seat)
    await room.step()
    await lounge.close()
    after = lounge_at(store, time)
    assert await after.rooms.house.rooms.due(time() + 1) == [room.code]
    room = await after.rooms.find(room.code, ANN)
    assert table_of(room).at_play
    await until_turn_of(room, 0)
    await room.step()
    assert await after.rooms.house.rooms.due(time() + 1) == []
    await after.close()
