"""Votes and talk in a room (product.md 8, rules.md 11)."""

from dataclasses import replace

import pytest

from app.engine.house_rules import BadRules
from app.engine.moves import Happened
from app.play.lounge import Lounge
from app.play.room_look import RoomLook
from app.play.rooms import Rooms
from app.play.voting import AGAIN_AFTER, PAUSE_AGAIN_AFTER, SLOW_VOTE_SECONDS, VOTE_SECONDS, Verdict
from app.store.games import GameStore
from tests.play.conftest import FakeTime, lounge_at
from tests.play.people import refused
from tests.play.rooms import (
    ANN,
    BEN,
    CAT,
    DAN,
    POINTS,
    Crowd,
    person,
    play_round,
    playing,
    room_of,
    table_of,
    words,
)


def vote_seats(look: RoomLook) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    assert look.vote is not None
    return look.vote.yes, look.vote.no, look.vote.silent


async def test_more_than_half_of_all_persons_change_a_rule_at_once(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    look = room.look(CAT)
    assert vote_seats(look) == ((1,), (), (0, 2)) and look.my_votes == (2,) and look.vote_left == VOTE_SECONDS
    await room.vote(CAT, True)
    assert room.look(ANN).vote is None and words(room)[-1] == "vote_accepted"
    assert table_of(room).state.rules.stacking == "any" and room.state.rules.stacking == "any"
    changes = [entry.event for entry in table_of(room).log(None) if entry.event.kind is Happened.RULE_CHANGED]
    assert [(event.setting, event.value) for event in changes] == [("stacking", "any")]


async def test_silence_is_no_after_30_seconds(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    time.pass_(VOTE_SECONDS - 1)
    assert await room.step() == 1
    time.pass_(1)
    await room.step()
    assert room.look(ANN).vote is None and words(room)[-1] == "vote_refused"
    assert table_of(room).state.rules.stacking == "off"


async def test_the_host_vetoes_or_forces(rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    with refused("not_host"):
        await room.force(BEN)
    await room.veto(ANN)
    assert words(room)[-1] == "vote_vetoed"
    await room.propose(BEN, "jump_in", "all")
    await room.force(ANN)
    assert words(room)[-1] == "vote_forced" and table_of(room).state.rules.jump_in == "all"
    with refused("no_vote"):
        await room.force(ANN)


async def test_what_was_lost_is_not_asked_again_at_once(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms, "Ann Ben", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    await room.veto(ANN)
    for value in ("any", "same"):
        with refused("turned_down") as answer:
            await room.propose(BEN, "stacking", value)
        assert answer.refusal.params == {"minutes": AGAIN_AFTER // 60}
    await room.propose(BEN, "jump_in", "all")
    await room.vote(ANN, False)
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    # The host has no advantage over the others.
    for key, value in (("stacking", "any"), ("jump_in", "all")):
        for owner in (ANN, BEN):
            with refused("turned_down"):
                await room.propose(owner, key, value)
    time.pass_(AGAIN_AFTER)
    await room.propose(BEN, "stacking", "any")
    await after.close()


async def test_what_was_accepted_may_be_taken_back_at_once_but_is_asked_only_once(rooms: Rooms) -> None:
    """To go back takes a majority, too; and if there is none, that has been turned down."""
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    await room.vote(CAT, True)
    await room.propose(ANN, "stacking", "off")
    await room.vote(BEN, False)
    await room.vote(CAT, False)
    assert table_of(room).state.rules.stacking == "any"
    for owner in (ANN, BEN):
        with refused("turned_down"):
            await room.propose(owner, "stacking", "off")


async def test_in_the_next_round_it_may_be_asked_again(rooms: Rooms) -> None:
    room, crowd = await playing(rooms, "Ann Ben", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    await room.veto(ANN)
    await crowd.come(ANN, BEN)
    await play_round(room)
    assert (await table_of(room).vantage(ANN).next_round(table_of(room).version)).ok
    await room.propose(BEN, "stacking", "any")


async def test_a_pause_that_was_not_granted_may_be_asked_for_again_soon(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, "Ann Ben", rules=POINTS)
    await room.pause(BEN)
    await room.veto(ANN)
    with refused("turned_down") as answer:
        await room.pause(BEN)
    assert answer.refusal.params == {"minutes": 2}
    time.pass_(PAUSE_AGAIN_AFTER)
    await room.pause(BEN)
    assert room.look(ANN).vote is not None


async def test_each_person_on_a_device_has_a_vote_of_their_own(rooms: Rooms) -> None:
    room = await rooms.create(ANN, [person("Ann"), person("Amy"), person("Abe")], POINTS, "official")
    await room.start(ANN)
    await room.propose(ANN, "stacking", "any")
    assert room.look(ANN).my_votes == (0, 1, 2)
    await room.vote(ANN, False, seat=1)
    assert vote_seats(room.look(ANN)) == ((0,), (1,), (2,))
    await room.vote(ANN, True, seat=2)
    assert words(room)[-1] == "vote_accepted"


async def test_one_vote_at_a_time_and_only_by_persons_with_a_seat(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.spectate(DAN, person("Dan"))
    with refused("not_seated"):
        await room.propose(DAN, "stacking", "any")
    await room.propose(BEN, "stacking", "any")
    with refused("vote_running"):
        await room.propose(CAT, "seven", "swap")
    with refused("not_seated"):
        await room.vote(DAN, True)


async def test_what_cannot_be_is_refused_at_once(rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    for key, value, problem in (
        ("stacking", "off", "no_change"),
        ("stacking", "sideways", "unknown_value"),
        ("nonsense", "on", "unknown_key"),
    ):
        with pytest.raises(BadRules) as bad:
            await room.propose(BEN, key, value)
        assert bad.value.problem == problem
    await play_round(room)
    vantage = room.vantage(ANN)
    assert vantage is not None and (await vantage.next_round(vantage.version)).ok
    with pytest.raises(BadRules) as bad:
        await room.propose(BEN, "match_format", "first_out")
    assert bad.value.problem == "too_late" and room.state.vote is None


async def test_before_the_match_there_is_nothing_to_vote_on(rooms: Rooms) -> None:
    room = await room_of(rooms)
    with refused("not_started"):
        await room.propose(BEN, "stacking", "any")


async def test_a_change_that_has_become_too_late_meanwhile_is_void(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await play_round(room)
    await room.propose(BEN, "match_format", "penalty")
    vantage = room.vantage(ANN)
    assert vantage is not None and (await vantage.next_round(vantage.version)).ok
    await room.vote(CAT, True)
    assert words(room)[-1] == "vote_void" and room.state.rules.match_format == "points"


async def test_whoever_leaves_has_no_vote_any_more(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat Dan", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    await room.vote(CAT, True)
    assert room.state.vote is not None
    await room.leave(DAN)
    await room.step()
    assert words(room)[-1] == "vote_accepted"


async def test_a_pause_for_somebody_who_has_left_is_no_question_any_more(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.pause(BEN)
    await room.leave(BEN)
    assert room.state.vote is None and not room.state.paused
    # A rule is proposed to everybody, and those who stay decide it.
    await room.propose(CAT, "stacking", "any")
    await room.leave(CAT)
    assert room.state.vote is not None
    await room.vote(ANN, True)
    assert table_of(room).state.rules.stacking == "any"


async def test_a_vote_goes_on_after_a_restart(lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    time.pass_(10)
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    assert vote_seats(room.look(ANN)) == ((1,), (), (0, 2)) and room.look(ANN).vote_left == VOTE_SECONDS - 10
    await room.vote(ANN, True)
    assert table_of(room).state.rules.stacking == "any"
    await after.close()


async def test_a_vote_that_was_won_just_before_a_restart_counts_once(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat", rules=POINTS)
    await room.propose(BEN, "stacking", "any")
    won = room.state.vote
    assert won is not None
    # As it stands when the server stops between the change and what the room says of it.
    await room.store(replace(room.state, vote=won.cast(2, True)))
    assert won.cast(2, True).outcome(time()) is Verdict.ACCEPTED
    await table_of(room).change_rule("stacking", "any", f"vote-{won.began:.6f}")
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    await room.step()
    changes = [entry for entry in table_of(room).log(None) if entry.event.kind is Happened.RULE_CHANGED]
    assert len(changes) == 1 and room.state.vote is None and room.state.rules.stacking == "any"
    await after.close()


async def test_over_days_a_vote_lasts_a_day(rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS, over_days=True)
    await room.propose(BEN, "stacking", "any")
    assert room.look(ANN).vote_left == SLOW_VOTE_SECONDS


# Talk


async def test_what_is_said_is_heard_by_everybody_in_the_room(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.spectate(CAT, person("Cat"))
    await room.say(BEN, " hello\u202e  there ")
    await room.phrase(CAT, "good_luck")
    await room.emote(ANN, "laugh")
    said = [(line.name, line.seat, line.what) for line in room.look(ANN).talk]
    assert said == [("Ben", 1, "hello there"), ("Cat", None, "good_luck"), ("Ann", 0, "laugh")]
    assert room.look(DAN).talk == ()
    with refused("not_member"):
        await room.say(DAN, "hello")


async def test_the_host_may_switch_free_text_off(rooms: Rooms) -> None:
    room = await room_of(rooms, chat=False)
    with refused("chat_off"):
        await room.say(BEN, "hello")
    await room.emote(BEN, "wow")
    with refused("talk_unknown"):
        await room.emote(BEN, "hello, a text")


async def test_ten_lines_in_ten_seconds_are_enough(rooms: Rooms, time: FakeTime) -> None:
    room = await room_of(rooms)
    for _ in range(10):
        await room.emote(BEN, "wow")
    with refused("talk_wait"):
        await room.emote(BEN, "wow")
    await room.emote(ANN, "wow")
    time.pass_(10)
    await room.emote(BEN, "wow")


async def test_mute_is_for_the_one_who_asked(rooms: Rooms) -> None:
    room = await room_of(rooms)
    await room.say(BEN, "noise")
    await room.mute(ANN, 2, True)
    assert room.look(ANN).talk == () and len(room.look(BEN).talk) == 1
    assert [each.muted for each in room.look(ANN).members] == [False, True]
    await room.mute(ANN, 2, False)
    assert len(room.look(ANN).talk) == 1


async def test_talk_outlasts_a_restart_and_holds_no_owner(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room = await room_of(rooms)
    await room.say(BEN, "still here")
    assert BEN not in str(room.look(ANN)) and ANN not in str(room.look(ANN))
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    assert [line.what for line in room.look(ANN).talk] == ["still here"]
    await after.close()


async def test_everybody_is_told_of_each_change(rooms: Rooms) -> None:
    room = await room_of(rooms)
    told: list[int] = []
    stop = room.subscribe(lambda: told.append(len(room.look(ANN).talk)))
    await room.say(BEN, "one")
    crowd = Crowd(room)
    await crowd.come(BEN)
    stop()
    await room.say(BEN, "two")
    assert told[0] == 1 and set(told) == {1}
