"""Who comes into a room, sits where, decides, and goes (product.md 8)."""

import asyncio

import pytest

from app.engine.house_rules import BadRules, HouseRules
from app.play.lounge import Lounge
from app.play.room_look import Stage
from app.play.room_plan import MOST_SPECTATORS, RoomOptions, SeatKind, SeatPlan
from app.play.rooms import ALPHABET, MOST_ROOMS, Rooms, code_in
from app.play.setup import Level
from app.store.games import account_owner, device_id
from tests.play.people import refused
from tests.play.rooms import (
    ANN,
    BEN,
    CAT,
    DAN,
    POINTS,
    QUICK,
    Crowd,
    names_of,
    person,
    play_match,
    play_round,
    playing,
    room_of,
    stage_of,
    table_of,
    words,
)

# Codes


@pytest.mark.parametrize(
    "typed",
    [
        "ABC-DEF",
        "abcdef",
        " abc def ",
        "ＡＢＣｄｅｆ",
        "abc–def",
        "https://cards.example/room/abcdef?x=1",
        "/room/ABCDEF",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert code_in(typed) == "ABCDEF"


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "ABC-DE0", "ABCDEI", "<script>", "A" * 10_000])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert code_in(typed) is None


def test_no_letter_of_a_code_looks_like_another() -> None:
    for pair in ("O0", "I1", "Il", "L1", "S5", "Z2"):
        assert len(set(pair) & set(ALPHABET)) < 2


async def test_a_room_is_found_by_its_code_and_nothing_else_is(rooms: Rooms) -> None:
    room = await room_of(rooms)
    assert await rooms.find(room.code.lower(), CAT) is room
    with refused("no_room"):
        await rooms.find("ABCDEF" if room.code != "ABCDEF" else "FEDCBA", CAT)
    with refused("no_room"):
        await rooms.find("nonsense", CAT)


# Making one


async def test_whoever_makes_a_room_decides_there_and_sits_there(rooms: Rooms) -> None:
    room = await rooms.create(ANN, [person("Ann")], QUICK, "quick", [SeatPlan.open(), SeatPlan.computer(Level.HARD)])
    look = room.look(ANN)
    assert (look.stage, look.is_host, look.base, look.rules) == (Stage.WAITING, True, "quick", QUICK)
    assert [seat.kind for seat in look.seats] == [SeatKind.MEMBER, SeatKind.OPEN, SeatKind.COMPUTER]
    assert look.me is not None and look.me.seats == (0,)
    assert look.seats[2].name and look.seats[2].level is Level.HARD
    assert look.start_problem == "needs_another"


async def test_a_room_has_two_to_ten_seats(rooms: Rooms) -> None:
    with refused("too_few_seats"):
        await rooms.create(ANN, [person("Ann")], QUICK, "official")
    with refused("too_many_seats"):
        await rooms.create(ANN, [person("Ann")], QUICK, "official", [SeatPlan.open()] * 10)
    room = await rooms.create(ANN, [person("Ann")], HouseRules(), "official", [SeatPlan.open()] * 9)
    with refused("too_many_seats"):
        await room.add_seat(ANN, SeatPlan.open())


async def test_rules_that_cannot_be_dealt_make_no_room(rooms: Rooms) -> None:
    with pytest.raises(BadRules):
        await rooms.create(ANN, [person("Ann")], HouseRules(hand_size=15), "official", [SeatPlan.open()] * 9)
    assert await rooms.of(ANN) == []


async def test_nobody_decides_in_more_than_three_rooms_that_go_on(rooms: Rooms) -> None:
    made = [await room_of(rooms, "Ann Ben") for _ in range(MOST_ROOMS)]
    with refused("too_many_rooms") as full:
        await room_of(rooms, "Ann Ben")
    assert full.refusal.params == {"high": MOST_ROOMS}
    await made[0].end(ANN)
    await room_of(rooms, "Ann Ben")


# Coming in


async def test_several_persons_on_one_device_have_a_seat_each(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()] * 3)
    me = await room.join(BEN, [person("Ben"), person("Bea")])
    assert (me.name, me.seats) == ("Ben", (1, 2))
    assert room.state.parties == {ANN: frozenset({0}), BEN: frozenset({1, 2})}


async def test_persons_on_the_hosts_device_are_another_person_to_start_with(rooms: Rooms) -> None:
    room = await rooms.create(ANN, [person("Ann"), person("Amy")], QUICK, "official")
    await room.start(ANN)
    assert stage_of(room) is Stage.PLAYING


async def test_of_two_who_want_the_last_seat_one_gets_it(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    answers = await asyncio.gather(
        room.join(BEN, [person("Ben")]), room.join(CAT, [person("Cat")]), return_exceptions=True
    )
    assert sum(isinstance(each, Exception) for each in answers) == 1
    assert len(room.state.members) == 2
    with refused("room_full"):
        await room.join(DAN, [person("Dan")])


async def test_two_persons_do_not_come_in_where_there_is_one_seat(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    before = room.state
    with refused("room_full") as full:
        await room.join(BEN, [person("Ben"), person("Bea")])
    assert full.refusal.params == {"free": 1}
    assert room.state is before


async def test_whoever_is_in_joins_without_effect(rooms: Rooms) -> None:
    room = await room_of(rooms)
    before = room.state
    me = await room.join(BEN, [person("Benjamin")])
    assert me.name == "Ben" and room.state is before


async def test_names_are_tidy_and_differ(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()] * 2)
    assert (await room.join(BEN, [person("  ann ")])).name == "ann 2"
    assert (await room.join(CAT, [person("A" * 20)])).name == "A" * 20
    assert (await room.spectate(DAN, person("A" * 20))).name == "A" * 16 + " 2"


@pytest.mark.parametrize(
    ("name", "word"), [("  ", "name_empty"), ("x" * 21, "name_too_long"), ("a\u202eb", "name_bad_characters")]
)
async def test_a_bad_name_is_refused(rooms: Rooms, name: str, word: str) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    with refused(word) as bad:
        await room.join(BEN, [person(name)])
    assert bad.refusal.field == "name"


async def test_a_locked_room_lets_in_only_whom_a_seat_is_kept_for(rooms: Rooms) -> None:
    friend = account_owner("f" * 32)
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open(), SeatPlan.for_friend(friend, "Fay")], locked=True)
    for attempt in (room.join(BEN, [person("Ben")]), room.spectate(BEN, person("Ben"))):
        with refused("room_locked"):
            await attempt
    assert (room.look(BEN).shut_out, room.look(friend).shut_out) == (True, False)
    assert (await room.join(friend, [person("Fay")])).seats == (2,)
    assert not room.look(friend).shut_out


async def test_an_invited_seat_is_kept_and_told_until_the_friend_comes(lounge: Lounge, rooms: Rooms) -> None:
    friend = account_owner("f" * 32)
    room = await room_of(rooms, "Ann", seats=[SeatPlan.for_friend(friend, "Fay")])
    (notice,) = await lounge.notices.kept(friend)
    assert (notice.kind, notice.href, notice.params["name"]) == ("room_invitation", f"/room/{room.code}", "Ann")
    with refused("room_full"):
        await room.join(BEN, [person("Ben")])
    assert room.look(friend).free == 1 and room.look(BEN).free == 0
    await room.join(friend, [person("Fay")])
    assert await lounge.notices.kept(friend) == []


async def test_an_invitation_goes_with_its_seat_and_with_the_room(lounge: Lounge, rooms: Rooms) -> None:
    friend, other = account_owner("f" * 32), account_owner("e" * 32)
    seats = [SeatPlan.for_friend(friend, "Fay"), SeatPlan.for_friend(other, "Eve")]
    room = await room_of(rooms, "Ann", seats=seats)
    await room.set_seat(ANN, 1, SeatPlan.open())
    assert await lounge.notices.kept(friend) == [] and len(await lounge.notices.kept(other)) == 1
    await room.end(ANN)
    assert await lounge.notices.kept(other) == []


# What the host decides


async def test_only_the_host_decides(rooms: Rooms) -> None:
    room = await room_of(rooms)
    before = room.state
    for attempt in (
        room.set_options(BEN, locked=True),
        room.set_rules(BEN, QUICK, "quick"),
        room.add_seat(BEN, SeatPlan.open()),
        room.remove_seat(BEN, 0),
        room.kick(BEN, 1),
        room.hand_over(BEN, 2),
        room.end(BEN),
        room.start(BEN),
        room.offer_seat(BEN, 1, True),
    ):
        with refused("not_host"):
            await attempt
    with refused("not_member"):
        await room.start(CAT)
    assert room.state is before


async def test_the_host_changes_seats_while_no_match_is_on(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.add_seat(ANN, SeatPlan.computer(name="Robo"))
    await room.move_seat(ANN, 2, 0)
    assert names_of(room) == ["Robo", "Ann", "Ben"]
    await room.set_seat(ANN, 0, SeatPlan.open())
    with refused("seat_taken"):
        await room.remove_seat(ANN, 1)
    await room.remove_seat(ANN, 0)
    assert names_of(room) == ["Ann", "Ben"]
    with refused("no_seat"):
        await room.set_seat(ANN, 7, SeatPlan.open())
    await room.start(ANN)
    with refused("already_started"):
        await room.add_seat(ANN, SeatPlan.open())


async def test_a_hidden_code_is_seen_by_the_host_alone(rooms: Rooms) -> None:
    room = await room_of(rooms, hidden=True)
    assert room.look(ANN).code == room.code
    assert room.look(BEN).code == room.look(BEN).shown_code == ""


async def test_the_address_of_a_hidden_room_tells_its_code_to_nobody_else(rooms: Rooms) -> None:
    room = await room_of(rooms, hidden=True)
    places = {room.look(owner).place for owner in (ANN, BEN)}
    assert len(places) == 2 and all(room.code not in place.upper() for place in places)
    for owner in (ANN, BEN):
        assert await rooms.find(room.look(owner).place, owner) is room
        (mine,) = await rooms.of(owner)
        assert (mine.place, mine.shown_code) == (room.look(owner).place, "")
    for place in (*places, "at-", "at-000000000000"):
        with refused("no_room"):
            await rooms.find(place, CAT)
    await room.set_options(ANN, hidden=False)
    assert room.look(BEN).place == room.code


async def test_whoever_is_kicked_cannot_come_back(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben Cat")
    ben = room.look(BEN).me
    assert ben is not None
    await room.kick(ANN, ben.key)
    assert room.look(BEN).kicked and room.look(BEN).me is None
    for attempt in (room.join(BEN, [person("Ben")]), room.spectate(BEN, person("Ben"))):
        with refused("kicked"):
            await attempt
    with refused("not_member"):
        await room.leave(BEN)
    with refused("not_yourself"):
        await room.kick(ANN, 1)


async def test_whoever_is_kicked_may_be_kept_out_under_other_names_too(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben Cat")
    await room.kick(ANN, 2, lock=True)
    assert words(room)[-2:] == ["kicked", "locked"] and room.look(ANN).options.locked
    with refused("room_locked"):
        await room.join(DAN, [person("Ben again")])
    await room.kick(ANN, 3)
    assert room.look(ANN).options.locked


async def test_hosting_can_be_handed_over(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.hand_over(ANN, 2)
    assert room.look(BEN).is_host and not room.look(ANN).is_host
    with refused("not_host"):
        await room.start(ANN)
    await room.start(BEN)


# Watching


async def test_spectators_are_listed_and_see_no_hand(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await room.spectate(CAT, person("Cat"))
    vantage = room.vantage(CAT)
    assert [each.name for each in room.look(ANN).spectators] == ["Cat"]
    assert vantage is not None
    assert vantage.shown().seat is None and vantage.shown().view.hand == ()
    assert not (await vantage.next_round(vantage.version)).ok


async def test_spectators_may_be_too_many_or_not_wanted(rooms: Rooms) -> None:
    room = await room_of(rooms)
    for number in range(MOST_SPECTATORS):
        await room.spectate(device_id(f"watcher {number}"), person(f"W{number}"))
    with refused("too_many_spectators"):
        await room.spectate(CAT, person("Cat"))
    other = await room_of(rooms, "Ben Ann", spectators=False)
    with refused("no_spectators"):
        await other.spectate(CAT, person("Cat"))


async def test_a_spectator_takes_a_free_seat_with_the_next_round(rooms: Rooms) -> None:
    room, crowd = await playing(rooms, seats=[SeatPlan.open()], rules=HouseRules(hand_size=3, uno_call="off"))
    await room.spectate(CAT, person("Cat"))
    await crowd.come(CAT)
    await room.take_seat(CAT)
    me = room.look(CAT).me
    assert me is not None and me.wants == 2 and me.seats == ()
    with refused("room_full"):
        await room.join(DAN, [person("Dan")])
    await play_round(room)
    assert room.state.parties[CAT] == frozenset({2})
    vantage = room.vantage(CAT)
    assert vantage is not None and (await vantage.next_round(vantage.version)).ok
    assert len(vantage.shown().view.hand) == 3


async def test_a_seat_taken_after_a_round_was_not_yet_ones_own_in_that_round(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben", rules=POINTS, seats=[SeatPlan.open()])
    computer = names_of(room)[2]
    await room.spectate(CAT, person("Cat"))
    await play_round(room)
    await room.take_seat(CAT)
    look = room.look(CAT)
    assert look.me is not None and look.me.seats == (2,)
    assert [(took.seat, took.name) for took in look.took] == [(2, computer)]
    assert (await table_of(room).vantage(ANN).next_round(table_of(room).version)).ok
    await room.step()
    assert room.look(CAT).took == () == room.state.took


async def test_whoever_joins_in_mid_match_waits_for_the_next_round(rooms: Rooms) -> None:
    room, _ = await playing(rooms, seats=[SeatPlan.open()], rules=HouseRules(hand_size=3, uno_call="off"))
    me = await room.join(CAT, [person("Cat")])
    assert me.wants == 2 and table_of(room).setup.occupants[2].name != "Cat"
    await room.withdraw_claim(CAT)
    await play_round(room)
    assert CAT not in room.state.parties


async def test_a_computer_that_the_host_wanted_keeps_its_seat_until_it_is_offered(rooms: Rooms) -> None:
    room, _ = await playing(rooms, seats=[SeatPlan.computer()])
    await room.spectate(CAT, person("Cat"))
    with refused("room_full"):
        await room.take_seat(CAT)
    await room.offer_seat(ANN, 2, True)
    await room.take_seat(CAT, 2)
    with refused("seat_taken"):
        await room.take_seat(BEN, 2, person("Bea"))


async def test_before_the_match_a_spectator_sits_down_and_stands_up_at_once(rooms: Rooms) -> None:
    room = await room_of(rooms, seats=[SeatPlan.open()])
    await room.spectate(CAT, person("Cat"))
    await room.take_seat(CAT)
    assert room.state.parties[CAT] == frozenset({2})
    await room.stand_up(CAT)
    assert [each.name for each in room.look(ANN).spectators] == ["Cat"] and room.state.free == 1
    await room.rename(BEN, 1, person("Benny"))
    assert names_of(room)[:2] == ["Ann", "Benny"]
    with refused("no_seat"):
        await room.rename(BEN, 0, person("Anna"))


# Going


async def test_leaving_the_waiting_room_frees_the_seat(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.leave(BEN)
    assert room.look(ANN).free == 1 and len(room.look(ANN).members) == 1
    await room.join(CAT, [person("Cat")])


async def test_leaving_a_match_leaves_a_computer_of_the_same_name(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    hand = list(table_of(room).state.hands[1])
    await room.leave(BEN)
    look = room.look(ANN)
    assert (look.seats[1].name, look.seats[1].kind, look.seats[1].left) == ("Ben", SeatKind.COMPUTER, True)
    assert table_of(room).state.hands[1] == hand
    vantage = room.vantage(BEN)
    assert vantage is not None and vantage.shown().view.hand == ()
    assert 1 not in table_of(room).acting
    await play_match(room)


async def test_hosting_passes_on_when_the_host_leaves(rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben Cat")
    crowd = Crowd(room)
    await crowd.come(CAT)
    await room.leave(ANN)
    assert room.look(CAT).is_host
    assert words(room)[-1] == "new_host"


async def test_a_room_that_everybody_has_left_has_ended(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.leave(ANN)
    await room.leave(BEN)
    assert (room.stage, room.look(ANN).ended_because) == (Stage.ENDED, "everybody_left")
    with refused("room_ended"):
        await room.join(CAT, [person("Cat")])
    assert await rooms.of(ANN) == []


async def test_the_host_ends_the_room_for_everybody(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    told: list[None] = []
    room.subscribe(lambda: told.append(None))
    await room.end(ANN)
    assert told and room.look(BEN).ended_because == "ended_by_host"
    assert table_of(room).closed


# Lists


async def test_the_lobby_lists_rooms_where_somebody_is(rooms: Rooms) -> None:
    told: list[None] = []
    stop = rooms.watch_lobby(lambda: told.append(None))
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    assert await rooms.lobby() == []
    await room.set_options(ANN, listed=True)
    assert told and await rooms.lobby() == []
    await Crowd(room).come(ANN)
    (listed,) = await rooms.lobby()
    assert (listed.code, listed.host, listed.seats, listed.taken, listed.free) == (room.code, "Ann", 2, 1, 1)
    await room.set_options(ANN, locked=True)
    assert await rooms.lobby() == []
    stop()


async def test_my_rooms_are_those_to_which_i_belong(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    (mine,) = await rooms.of(BEN)
    assert (mine.code, mine.stage, mine.hosting, mine.seated) == (room.code, Stage.PLAYING, False, True)
    assert [each.my_turn for owner in (ANN, BEN) for each in await rooms.of(owner)].count(True) == 1
    assert await rooms.of(CAT) == []
    await room.leave(BEN)
    assert await rooms.of(BEN) == []


async def test_options_are_what_they_can_be(rooms: Rooms) -> None:
    room = await room_of(rooms)
    for wrong in ({"uno_window": 123}, {"next_round_after": -1}):
        with pytest.raises(ValueError, match="no such option"):
            await room.set_options(ANN, **wrong)
    assert room.state.options == RoomOptions()
    await room.start(ANN)
    with refused("already_started"):
        await room.set_options(ANN, over_days=True)
