"""Matches in a room: again, over an evening, in everybody's records, and when the disk is full (product.md 8)."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from app.engine.house_rules import BadRules, HouseRules
from app.play.accounts import Accounts, SignedIn
from app.play.archive import Archive
from app.play.friends import Friends
from app.play.lounge import Lounge
from app.play.room_look import Stage
from app.play.room_plan import SeatPlan
from app.play.room_records import HeadToHead
from app.play.rooms import Rooms
from app.play.totals import totals
from app.store.db import sqlite_file
from app.store.errors import StorageFull, StoreError
from app.store.games import GameStore
from app.store.models import Room as RoomRow
from tests.play.conftest import FakeTime, lounge_at
from tests.play.matches import finished, setup_of
from tests.play.people import ANN as ANNS_PHONE
from tests.play.people import BEN as BENS_PHONE
from tests.play.people import refused, registered
from tests.play.rooms import (
    ACCOUNT,
    ANN,
    BEN,
    CAT,
    DAN,
    POINTS,
    QUICK,
    Crowd,
    names_of,
    one_move,
    person,
    play_match,
    play_round,
    playing,
    room_of,
    stage_of,
    table_of,
)

SEED = "0123456789abcdef0123456789abcdef"


# Again


async def test_a_rematch_is_of_the_same_people_on_a_new_table(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    first = table_of(room)
    with refused("not_over"):
        await room.rematch(BEN)
    await play_match(room)
    assert stage_of(room) is Stage.OVER and room.look(BEN).can_start and not room.look(DAN).can_start
    await room.rematch(BEN)
    assert stage_of(room) is Stage.PLAYING and first.closed
    assert table_of(room).id == room.look(ANN).table_id != first.id
    assert names_of(room) == ["Ann", "Ben", "Cat"] and table_of(room).at_play


async def test_of_two_who_ask_for_a_rematch_one_begins_it(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await play_match(room)
    await room.rematch(BEN)
    table = table_of(room)
    with refused("not_over"):
        await room.rematch(ANN)
    assert table_of(room) is table


async def test_between_matches_people_come_and_go_and_rules_change(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    await play_match(room)
    await room.leave(CAT)
    await room.join(DAN, [person("Dan")])
    await room.set_rules(ANN, POINTS, "official")
    with pytest.raises(BadRules):
        await room.set_rules(ANN, HouseRules(hand_size=15, decks=1).with_value("hand_limit", 10), "official")
    await room.add_seat(ANN, SeatPlan.computer(name="Robo"))
    await room.start(ANN)
    assert names_of(room) == ["Ann", "Ben", "Dan", "Robo"]
    assert table_of(room).setup.rules == POINTS


async def test_alone_there_is_no_rematch(rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await play_match(room)
    await room.leave(BEN)
    assert room.look(ANN).start_problem == "needs_another"
    with refused("needs_another"):
        await room.rematch(ANN)


async def test_the_evening_adds_up(rooms: Rooms, time: FakeTime) -> None:
    room, _ = await playing(rooms, rules=POINTS.with_value("target_score", 50), next_round_after=0)
    winners = []
    for number in range(3):
        await play_match(room)
        winners.append(room.look(ANN).evening.matches[-1].winner)
        assert len(room.look(ANN).evening.matches) == number + 1
        await room.rematch(ANN)
    evening = room.look(CAT).evening
    assert {line.name: line.wins for line in evening.persons} == {who: winners.count(who) for who in ("Ann", "Ben")}
    assert [line.matches for line in evening.persons] == [3, 3]
    assert evening.persons[0].wins >= evening.persons[1].wins and sum(line.points for line in evening.persons) >= 150
    assert ANN not in str(evening) and BEN not in str(evening)


async def test_whoever_left_stands_in_the_evening_as_having_left(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    await room.leave(BEN)
    await play_match(room)
    lines = {line.name: line for line in room.look(ANN).evening.persons}
    assert (lines["Ben"].matches, lines["Ben"].wins, lines["Ben"].left) == (1, 0, 1)
    assert lines["Ann"].left == 0


async def test_a_match_that_ended_just_before_a_restart_is_in_the_evening(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms)
    while not table_of(room).match_over:
        await one_move(room)
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    await room.step()
    assert stage_of(room) is Stage.OVER and len(room.look(ANN).evening.matches) == 1
    assert len(await after.records(ANN)) == 1
    await after.close()


# Records


async def test_everybody_keeps_the_match_with_the_seats_that_were_theirs(lounge: Lounge, rooms: Rooms) -> None:
    room = await rooms.create(ANN, [person("Ann"), person("Amy")], QUICK, "quick", [SeatPlan.open()] * 2)
    await room.join(BEN, [person("Ben")])
    await room.start(ANN)
    await play_match(room)
    (anns,), (bens,) = await lounge.records(ANN), await lounge.records(BEN)
    assert anns.online and bens.online and anns.match_id == bens.match_id == room.look(ANN).table_id
    assert anns.id != bens.id and (anns.own, bens.own) == ((0, 1), (2,))
    assert anns.record.to_dict() == bens.record.to_dict()
    (played,) = await lounge.archive.matches(BEN)
    found = totals([played])
    assert [share.name for share in found.persons] == ["Ben"]
    assert found.won_by_persons == (played.places[0] == 2) and found.played == played.figures.played[2]
    assert [share.name for share in totals(await lounge.archive.matches(ANN)).persons] == ["Ann", "Amy"]


async def test_spectators_and_unfinished_matches_leave_no_record(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await room.spectate(CAT, person("Cat"))
    await play_match(room)
    other, _ = await playing(rooms, "Ann Dan", rules=POINTS)
    await play_round(other)
    await other.end(ANN)
    assert len(await lounge.records(ANN)) == 1
    assert await lounge.records(CAT) == await lounge.records(DAN) == []


async def test_whoever_left_keeps_the_match_as_left_and_never_as_won(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    await room.leave(BEN)
    await play_match(room)
    (bens,) = await lounge.records(BEN)
    assert bens.left and bens.own == (1,)
    found = totals(await lounge.archive.matches(BEN))
    assert (found.matches, found.won_by_persons) == (1, 0) and found.persons[0].won == 0


async def test_whoever_took_a_seat_in_mid_match_keeps_it_too(lounge: Lounge, rooms: Rooms) -> None:
    room, crowd = await playing(rooms, "Ann Ben Cat", rules=POINTS.with_value("target_score", 300), next_round_after=0)
    await room.leave(BEN)
    await room.join(DAN, [person("Dan")])
    await crowd.come(DAN)
    await play_match(room)
    took_part = DAN in room.state.parties and bool(await lounge.records(DAN))
    assert took_part and (await lounge.records(BEN))[0].left


async def test_matches_can_be_taken_away_and_brought_back_with_their_seats(
    lounge: Lounge, rooms: Rooms, time: FakeTime
) -> None:
    time.pass_(1_800_000_000)
    room, _ = await playing(rooms, "Ann Ben Cat")
    await room.leave(BEN)
    await play_match(room)
    file = (await lounge.archive.export(BEN)).encode()
    assert (await lounge.archive.take_in(DAN, file)).added == 1
    (match,) = await lounge.records(DAN)
    assert match.own == (1,) and match.left and match.online and match.match_id == ""
    forged = json.loads(file)
    forged["matches"][0]["own"] = [7]
    with refused("damaged_match"):
        await lounge.archive.take_in("a stranger", json.dumps(forged).encode())


async def test_files_of_before_there_were_rooms_still_come_in(store: GameStore) -> None:
    match = finished(1, setup_of("Pc", QUICK), online=True).to_dict()
    for key in ("own", "left"):
        del match[key]
    file = json.dumps({"format": "uno-ultimate-records", "schema": 1, "matches": [match]}).encode()
    archive = Archive(store)
    assert (await archive.take_in(ANN, file)).added == 1
    (played,) = await archive.matches(ANN)
    assert played.own == () and played.mine == (0,)


async def test_a_replay_is_open_to_everybody_in_the_room(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await room.spectate(CAT, person("Cat"))
    await play_match(room)
    id = room.look(ANN).table_id
    for owner, own in ((ANN, True), (CAT, False)):
        key = await room.replay_key(owner, id)
        assert key is not None
        watched = await lounge.archive.replay(owner, key)
        assert watched is not None and watched.own is own
    assert await room.replay_key(ANN, "another") is None
    with refused("not_member"):
        await room.replay_key(DAN, id)


async def test_who_watched_sees_the_replay_for_as_long_as_anybody_keeps_it(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await room.spectate(CAT, person("Cat"))
    await play_match(room)
    await lounge.adopt(BEN, ACCOUNT.removeprefix("account-"))
    key = await room.replay_key(CAT, room.look(ANN).table_id)
    # The guest's own record goes after a day; the link leads to the one that an account keeps.
    assert await lounge.archive.clear(ANN) == 1
    assert key is not None and await lounge.archive.replay(CAT, key) is not None


async def test_head_to_head_counts_who_came_before_whom(rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    places = []
    for _ in range(2):
        await play_match(room)
        places.append(room.look(ANN).evening.matches[-1].scores)
        await room.rematch(ANN)
    ahead = sum(scores[0].place < scores[1].place for scores in places)
    assert await rooms.head_to_head(ANN, BEN) == HeadToHead(2, ahead, 2 - ahead)
    await room.leave(BEN)
    await play_match(room)
    assert await rooms.head_to_head(BEN, ANN) == HeadToHead(3, 2 - ahead, ahead + 1)
    assert await rooms.head_to_head(ANN, DAN) == HeadToHead(0, 0, 0)


# A guest who makes an account


async def test_a_guest_who_signs_in_keeps_seat_hand_and_record(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS.with_value("target_score", 50), next_round_after=0)
    await room.say(BEN, "hello")
    before = room.vantage(BEN)
    assert before is not None
    hand = before.shown().view.hand
    account = await lounge.adopt(BEN, "0" * 32)
    assert account == ACCOUNT
    vantage = room.vantage(account)
    assert vantage is not None and vantage.shown().view.hand == hand and hand
    assert room.look(BEN).me is None and room.look(account).me is not None
    assert len(room.look(account).talk) == 1 and room.here(account)
    await play_match(room)
    (match,) = await lounge.records(account)
    assert match.own == (1,) and await lounge.records(BEN) == []
    assert await rooms.of(BEN) == [] and len(await rooms.of(account)) == 1


async def test_a_guests_matches_move_to_the_account_made_after_them(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms)
    await play_match(room)
    account = await lounge.adopt(BEN, "0" * 32)
    assert [match.own for match in await lounge.records(account)] == [(1,)]
    assert (await rooms.head_to_head(ANN, account)).matches == 1
    vantage = room.vantage(account)
    assert vantage is not None and vantage.seats == frozenset({1})
    key = await room.replay_key(account, room.look(account).table_id)
    assert key is not None and (await lounge.archive.replay(account, key)) is not None


async def test_guest_and_account_in_one_room_become_one_member(lounge: Lounge, rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben", seats=[SeatPlan.open()])
    await room.join(ACCOUNT, [person("Benjamin")])
    await room.hand_over(ANN, 2)
    await room.start(BEN)
    await lounge.adopt(BEN, "0" * 32)
    assert room.state.parties[ACCOUNT] == frozenset({1, 2}) and room.look(ACCOUNT).is_host
    vantage = room.vantage(ACCOUNT)
    assert vantage is not None and vantage.seats == frozenset({1, 2})


async def test_whoever_was_removed_as_a_guest_does_not_come_back_by_signing_in(lounge: Lounge, rooms: Rooms) -> None:
    room = await room_of(rooms, "Ann Ben Cat")
    await room.kick(ANN, 2)
    await lounge.adopt(BEN, "0" * 32)
    for owner in (BEN, ACCOUNT):
        with refused("kicked"):
            await room.join(owner, [person("Ben")])
    assert await rooms.of(ACCOUNT) == []


async def test_a_deleted_account_has_left_its_rooms(lounge: Lounge, rooms: Rooms) -> None:
    room, _ = await playing(rooms, "Ann Cat", seats=[SeatPlan.open()])
    other = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    await other.join(ACCOUNT, [person("Acc")])
    await lounge.forget_account("0" * 32)
    assert other.look(ANN).free == 1 and other.look(ACCOUNT).me is None
    assert stage_of(room) is Stage.PLAYING


# When something is in the way


async def test_a_full_disk_lets_nobody_half_in(rooms: Rooms, store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await room_of(rooms, "Ann", seats=[SeatPlan.open()])
    before = room.state

    async def full(*_: object, **__: object) -> None:
        raise StorageFull("full")

    with monkeypatch.context() as patch:
        patch.setattr(rooms.house.rooms, "save", full)
        with pytest.raises(StorageFull):
            await room.join(BEN, [person("Ben")])
        with pytest.raises(StorageFull):
            await room.say(ANN, "hello")
    assert room.state is before and await rooms.of(BEN) == []
    await room.join(BEN, [person("Ben")])
    with monkeypatch.context() as patch:
        patch.setattr(rooms.house.rooms, "save", full)
        with pytest.raises(StorageFull):
            await room.start(ANN)
        assert stage_of(room) is Stage.WAITING and room.vantage(ANN) is None
        # Who is there is known even so.
        crowd = Crowd(room)
        await crowd.come(BEN)
        assert room.look(ANN).seats[1].here
    await room.start(ANN)
    assert stage_of(room) is Stage.PLAYING


async def test_the_disk_filling_up_for_good_refuses_rooms_and_keeps_what_is_there(
    rooms: Rooms, url: str, store: GameStore
) -> None:
    room = await room_of(rooms)
    with closing(sqlite3.connect(str(sqlite_file(url)))) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]

    async def limit(pages: int) -> None:
        await store.database.execute(
            lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar()
        )

    async def talk_on() -> None:
        for _ in range(200):
            await room.say(ANN, "x" * 200)
            room.state = replace(room.state, talk=replace(room.state.talk, recent={}))

    await limit(pages)
    with pytest.raises(StoreError):
        await talk_on()
    lines = len(room.look(ANN).talk)
    stored = await rooms.house.rooms.room(room.code)
    assert stored is not None and len(json.loads(stored.body)["talk"]["lines"]) == lines
    await limit(100_000)
    await room.emote(BEN, "wow")
    assert len(room.look(ANN).talk) == min(50, lines + 1)


async def test_a_damaged_table_ends_its_room_and_no_other(
    lounge: Lounge, rooms: Rooms, url: str, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms)
    other, _ = await playing(rooms)
    await lounge.close()
    with closing(sqlite3.connect(str(sqlite_file(url)))) as connection:
        connection.execute("UPDATE live_table SET record = '{' WHERE id = ?", (room.state.table_id,))
        connection.commit()
    after = lounge_at(store, time)
    damaged = await after.rooms.find(room.code, ANN)
    assert (damaged.stage, damaged.look(ANN).ended_because) == (Stage.ENDED, "damaged")
    assert stage_of(await after.rooms.find(other.code, ANN)) is Stage.PLAYING
    await after.close()


async def test_a_damaged_room_is_no_room_and_hurts_no_list(rooms: Rooms, lounge: Lounge, store: GameStore) -> None:
    room = await room_of(rooms, listed=True)
    broken = RoomRow(**{**room.row(room.state).model_dump(), "code": "ABCDEF", "body": '{"code":', "due_at": 0.0})
    await rooms.house.rooms.add(broken, {ANN})
    with refused("no_room"):
        await rooms.find("ABCDEF", ANN)
    assert len(await rooms.of(ANN)) == 1 and await rooms.lobby() == []
    await rooms.sweep()


async def test_hidden_things_never_enter_what_is_stored_of_a_room(rooms: Rooms) -> None:
    room, _ = await playing(rooms, rules=POINTS)
    rooms.house.new_seed = lambda: SEED
    await play_round(room)
    table = table_of(room)
    await table.vantage(ANN).next_round(table.version)
    await room.say(ANN, "and on")
    stored = await rooms.house.rooms.room(room.code)
    assert stored is not None and SEED not in stored.body and "hands" not in stored.body


# Friends


async def with_accounts(lounge: Lounge, rooms: Rooms, accounts: Accounts) -> tuple[Friends, SignedIn, SignedIn]:
    """Rooms that know of friends, and two persons with accounts."""
    friends = Friends(accounts, lounge.notices)
    rooms.know(friends, accounts.throttle)
    ann = (await registered(accounts, ANNS_PHONE, "Ann")).me
    ben = (await registered(accounts, BENS_PHONE, "Ben")).me
    return friends, ann, ben


async def test_only_friends_are_invited_and_the_blocked_are_not_heard(
    lounge: Lounge, rooms: Rooms, accounts: Accounts
) -> None:
    friends, ann, ben = await with_accounts(lounge, rooms, accounts)
    plan = [SeatPlan.for_friend(ben.owner, "Ben")]
    with refused("not_friends"):
        await rooms.create(ann.owner, [person("Ann")], QUICK, "quick", plan)
    await friends.ask(ann, "Ben")
    await friends.accept(ben, ann.account.id)
    room = await rooms.create(ann.owner, [person("Ann")], QUICK, "quick", plan)
    await friends.block(ben, ann.account.id)
    await room.join(ben.owner, [person("Ben")])
    await room.say(ann.owner, "hello")
    assert room.look(ben.owner).talk == () and len(room.look(ann.owner).talk) == 1


async def test_whoever_is_blocked_in_a_room_is_not_heard_there_any_more(
    lounge: Lounge, rooms: Rooms, accounts: Accounts
) -> None:
    friends, ann, ben = await with_accounts(lounge, rooms, accounts)
    room = await rooms.create(ann.owner, [person("Ann")], QUICK, "quick", [SeatPlan.open()])
    await room.join(ben.owner, [person("Ben")])
    await room.say(ann.owner, "hello")
    told: list[int] = []
    room.subscribe(lambda: told.append(len(room.look(ben.owner).talk)))
    await friends.block(ben, ann.account.id)
    assert told == [0] and len(room.look(ann.owner).talk) == 1
    await room.say(ann.owner, "are you there?")
    assert room.look(ben.owner).talk == ()


async def test_a_guest_who_makes_an_account_does_not_hear_whom_it_has_blocked(
    lounge: Lounge, rooms: Rooms, accounts: Accounts
) -> None:
    friends, ann, ben = await with_accounts(lounge, rooms, accounts)
    await friends.block(ben, ann.account.id)
    room = await rooms.create(ann.owner, [person("Ann")], QUICK, "quick", [SeatPlan.open()])
    await room.join(CAT, [person("Ben")])
    await room.say(ann.owner, "hello")
    assert len(room.look(CAT).talk) == 1
    await lounge.adopt(CAT, ben.account.id)
    assert room.look(ben.owner).talk == ()


async def test_seats_that_moved_after_a_match_do_not_confuse_a_restart(
    lounge: Lounge, rooms: Rooms, store: GameStore, time: FakeTime
) -> None:
    room, _ = await playing(rooms, "Ann Ben Cat")
    await play_match(room)
    await room.add_seat(ANN, SeatPlan.open())
    await room.move_seat(ANN, 2, 3)
    await lounge.close()
    after = lounge_at(store, time)
    room = await after.rooms.find(room.code, ANN)
    found = {who: room.vantage(who) for who in (ANN, CAT)}
    assert [vantage.shown().seat for vantage in found.values() if vantage] == [0, None]
    await after.close()
