"""Whoever has left a room and comes back to it on the same device, or to what is left of it (product.md 8)."""

from app.play.room_look import Stage
from app.play.room_plan import Newcomer, SeatPlan
from app.play.rooms import Rooms
from tests.play.people import refused
from tests.play.rooms import ACCOUNT, ANN, BEN, CAT, DAN, POINTS, person, play_match, play_round, playing, room_of

SEVERAL_ROUNDS = POINTS.with_value("target_score", 200)


async def test_the_seat_the_name_and_the_place_in_the_evening_are_given_back(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    await play_match(room)
    key = room.look(CAT).me
    assert key is not None
    await room.leave(BEN)
    await room.leave(CAT)
    back = await room.join(CAT, [person("Cat")])
    assert (back.key, back.name, back.seats) == (key.key, "Cat", (2,))
    await room.start(ANN)
    await play_match(room)
    assert {line.name: line.matches for line in room.look(ANN).evening.persons} == {"Ann": 2, "Ben": 1, "Cat": 2}


async def test_a_seat_that_somebody_else_has_by_now_is_not_given_back(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben", seats=[SeatPlan.open()])
    await room.leave(BEN)
    await room.join(CAT, [person("Ben", seat=1)])
    back = await room.join(BEN, [person("Ben")])
    assert (back.name, back.seats) == ("Ben 2", (2,))


async def test_a_seat_that_is_asked_for_goes_before_the_one_left(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben", seats=[SeatPlan.open()])
    await room.leave(BEN)
    assert (await room.join(BEN, [person("Ben", seat=2)])).seats == (2,)


async def test_how_somebody_looked_is_known_when_they_come_back(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.rename(BEN, 1, Newcomer("Ben", "tiger"))
    assert room.look(BEN).former_portrait == ""
    await room.leave(BEN)
    assert [room.look(owner).former_portrait for owner in (ANN, BEN)] == ["", "tiger"]


async def test_whoever_was_muted_is_so_after_coming_back(rooms: Rooms) -> None:
    room = await room_of(rooms)
    ben = room.look(BEN).me
    assert ben is not None
    await room.mute(ANN, ben.key, True)
    await room.leave(BEN)
    await room.spectate(BEN, person("Ben"))
    await room.say(BEN, "Hello")
    assert room.look(ANN).talk == () and len(room.look(BEN).talk) == 1


async def test_whoever_left_a_match_takes_up_the_own_seat_under_the_own_name(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben", seats=[SeatPlan.open()], rules=SEVERAL_ROUNDS)
    await room.leave(BEN)
    back = await room.join(BEN, [person("Ben")])
    assert (back.name, back.wants) == ("Ben", 1)
    await play_round(room)
    assert room.look(BEN).me is not None and room.look(ANN).seats[1].name == "Ben"


async def test_who_left_and_played_on_stands_in_the_evening_once(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben", rules=SEVERAL_ROUNDS)
    await room.leave(BEN)
    await room.join(BEN, [person("Ben")])
    await play_round(room)
    assert room.state.parties[BEN] == frozenset({1})
    await play_match(room)
    lines = {line.name: line for line in room.look(ANN).evening.persons}
    assert (lines["Ben"].matches, lines["Ben"].left) == (1, 0)


async def test_who_left_is_not_called_like_whoever_plays_there_now(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben", rules=SEVERAL_ROUNDS)
    await room.leave(BEN)
    await room.join(CAT, [person("Cat")])
    await play_round(room)
    await play_match(room)
    left = {line.name: line.left for line in room.look(ANN).evening.persons}
    assert left == {"Ann": 0, "Ben": 1, "Cat": 0}


async def test_the_address_of_a_hidden_room_leads_to_its_result_for_all_who_were_in_it(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", hidden=True)
    places = {owner: room.look(owner).place for owner in (ANN, BEN, CAT)}
    await play_match(room)
    await room.leave(CAT)
    await room.end(ANN)
    for owner, place in places.items():
        found = await rooms.find(place, owner)
        assert found is room and found.look(owner).stage is Stage.ENDED and found.look(owner).evening.matches
        with refused("no_room"):
            await rooms.find(place, DAN)
    assert await rooms.of(BEN) == [] == await rooms.of(CAT)


async def test_an_account_made_after_leaving_is_given_back_what_the_guest_had(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben", seats=[SeatPlan.open()])
    ben = room.look(BEN).me
    assert ben is not None
    await room.leave(BEN)
    await rooms.adopt(BEN, ACCOUNT)
    back = await room.join(ACCOUNT, [person("Ben")])
    assert (back.key, back.seats) == (ben.key, (1,))


async def test_a_seat_kept_for_whoever_comes_back_goes_before_the_one_left(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben", seats=[SeatPlan.open()])
    await room.leave(BEN)
    await room.set_seat(ANN, 2, SeatPlan.for_friend(BEN, "Ben"))
    assert (await room.join(BEN, [person("Ben")])).seats == (2,)
