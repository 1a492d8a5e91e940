"""Several devices at one table: what each shows, who may act, stand-ins, pauses, and rules changed in mid-match."""

import asyncio
import hashlib
import uuid
from dataclasses import replace

import pytest

from app.engine.house_rules import BadRules, HouseRules
from app.engine.moves import CALL, DRAW, TIMEOUT, Do, Happened, Move, Reason, parse_move
from app.engine.record import replay
from app.engine.state import ROUND_OVER
from app.play import saved
from app.play.commands import Answer, By, Command, Outcome
from app.play.setup import Kind
from app.play.table import LiveTable
from app.store.games import GameStore
from tests.play.conftest import SEED, Deal, FakeTime, TableUnderTest, seated

ANN, BEN, CAT = frozenset({0}), frozenset({1}), frozenset({2})
THREE = {"ann": ANN, "ben": BEN, "cat": CAT}
HANDS = ["r5 r6 g1", "r7 r8 g2", "r9 b3 g3"]
CATCH_ANN = Move(Do.CATCH, target=0)


async def three(deal: Deal, hands: list[str] = HANDS, rules: HouseRules | None = None) -> TableUnderTest:
    table = await deal("PPP", hands, "r1", rules, parties=THREE)
    table.live.watch("ann")
    return table


async def stood_in(table: TableUnderTest, seat: int, move: str) -> Outcome:
    command = Command(seat, parse_move(move), uuid.uuid4().hex, table.live.version, By.COMPUTER)
    return await table.live.submit(command)


# What each sees, and who may act


async def test_each_member_sees_their_own_hand_at_once_and_a_spectator_none(deal: Deal) -> None:
    table = await three(deal)
    for seat, party in enumerate(THREE):
        shown = table.live.vantage(party).shown()
        assert shown.seat == seat
        assert shown.view == table.live.view_for(seat)
        assert shown.cover_for is None
    for nobody in (None, "a stranger"):
        shown = table.live.vantage(nobody).shown()
        assert shown.seat is None
        assert shown.view == table.live.view_for(None)
        assert shown.view.hand == ()


async def test_a_member_moves_only_seats_of_their_own(deal: Deal) -> None:
    table = await three(deal)
    assert (await table.live.vantage("ben").act(DRAW, 0, seat=0)).answer is Answer.NOT_YOURS
    assert (await table.live.vantage(None).act(DRAW, 0)).answer is Answer.NOT_YOURS
    assert (await table.live.vantage(None).act(DRAW, 0, seat=0)).answer is Answer.NOT_YOURS
    assert (await table.live.vantage(None).next_round(0)).answer is Answer.NOT_YOURS
    assert table.live.version == 0
    assert (await table.live.vantage("ann").act(parse_move("r5"), 0)).ok


async def test_a_vantage_explains_nothing_about_the_hand_of_another(deal: Deal) -> None:
    table = await three(deal)
    ben = table.live.vantage("ben")
    assert ben.explain(0, parse_move("r5")) is Reason.NOT_YOUR_TURN
    assert ben.selectable(0, ()) == frozenset()


async def test_two_on_one_device_hand_it_over_while_a_third_looks_on(deal: Deal) -> None:
    table = await deal("PPP", HANDS, "r1", parties={"both": ANN | BEN, "cat": CAT})
    both, cat = table.live.vantage("both"), table.live.vantage("cat")
    both.watch()
    cat.watch()
    assert both.shown().cover_for == 0
    assert both.shown().view.hand == ()
    assert cat.shown().seat == 2
    both.start(0)
    assert (await both.act(parse_move("r5"), 0)).ok
    assert both.shown().cover_for == 1
    assert cat.shown().cover_for is None
    both.start(1)
    cat.unwatch()
    assert both.shown().seat == 1
    both.unwatch()
    assert both.shown().cover_for == 1


async def test_the_hand_of_a_challenge_is_shown_to_the_challenger_alone(deal: Deal) -> None:
    table = await three(deal, ["r5 W4 g1", "r7 r8 g2", "r9 b3 g3"])
    assert (await table.act(0, "W4>b")).ok
    assert (await table.act(1, Move(Do.CHALLENGE))).ok
    ben = table.live.vantage("ben").shown().revealed
    assert ben is not None and ben.target == 0 and len(ben.cards) == 6
    assert table.live.vantage("cat").shown().revealed is None
    assert table.live.vantage(None).shown().revealed is None
    events = table.told[-1][1]
    for other in ("ann", "cat", None):
        seen = table.live.vantage(other).shown_events(events)
        assert all(not event.cards for event in seen if event.kind is Happened.CHALLENGED)


# Clocks


async def test_in_a_room_clocks_go_on_under_a_cover_and_apply_to_it(deal: Deal, time: FakeTime) -> None:
    rules = HouseRules(turn_clock=30)
    table = await deal("PPP", HANDS, "r1", rules, parties={"both": ANN | BEN, "cat": CAT})
    table.live.vantage("cat").watch()
    time.pass_(30)
    clock = table.live.vantage("cat").shown().clock
    assert clock is not None and clock.running and clock.left == 0
    command = Command(0, TIMEOUT, "out", 0, By.CLOCK)
    assert (await table.live.submit(command)).ok


async def test_more_time_lengthens_the_clock_that_runs(deal: Deal, time: FakeTime) -> None:
    table = await three(deal, rules=HouseRules(turn_clock=30))
    time.pass_(20)
    assert not table.live.more_time(1, 60)
    assert table.live.more_time(0, 60)
    clock = table.live.vantage("ben").shown().clock
    assert clock is not None and clock.left == 70


async def test_a_restart_goes_on_with_what_was_left(deal: Deal, store: GameStore, time: FakeTime) -> None:
    table = await three(deal, rules=HouseRules(turn_clock=60))
    assert (await table.act(0, "r5")).ok
    for later, left in ((15, 45), (40, 10), (3600, 10)):
        time.pass_(later)
        found = await saved.load(store, await store.table(table.live.id))
        assert found is not None
        again = LiveTable(store, found, parties=THREE, now=time, wall=time)
        clock = again.vantage("ben").shown().clock
        assert clock is not None and clock.left == left


# Away


async def test_a_computer_plays_for_a_person_who_is_away_until_they_are_back(deal: Deal) -> None:
    table = await three(deal)
    assert (await stood_in(table, 0, "r5")).answer is Answer.NOT_YOURS
    table.live.set_away(ANN)
    assert (await table.act(0, "r5")).answer is Answer.NOT_YOURS
    assert table.live.clock is None
    assert (await stood_in(table, 0, "r5")).ok
    table.live.set_away(frozenset())
    assert table.live.vantage("ann").seats == ANN
    assert (await stood_in(table, 0, "r6")).answer is Answer.NOT_YOURS


async def test_a_stand_ins_move_that_was_under_way_does_not_count_after_the_return(deal: Deal) -> None:
    table = await three(deal)
    table.live.set_away(ANN)
    async with table.live._lock:
        late = asyncio.ensure_future(stood_in(table, 0, "r5"))
        await asyncio.sleep(0)
        table.live.set_away(frozenset())
    assert (await late).answer is Answer.NOT_YOURS
    assert table.live.version == 0


async def test_somebody_else_takes_a_seat(deal: Deal) -> None:
    table = await three(deal)
    setup = table.live.setup
    computer = replace(setup.occupants[2], kind=Kind.COMPUTER)
    table.live.reseat(replace(setup, occupants=(*setup.occupants[:2], computer)), {"ann": ANN, "ben": BEN})
    assert table.live.vantage("cat").shown().seat is None
    assert table.live.vantage("ann").shown().seat == 0
    table.live.reseat(setup, {"ann": ANN, "ben": BEN, "dan": CAT})
    assert table.live.vantage("dan").shown().view == table.live.view_for(2)
    with pytest.raises(ValueError, match="only who sits there"):
        table.live.reseat(replace(setup, occupants=setup.occupants[:2]), {"ann": ANN})


# Pauses


async def test_a_pause_stops_moves_clocks_and_stand_ins(deal: Deal, time: FakeTime) -> None:
    table = await three(deal, rules=HouseRules(turn_clock=30))
    time.pass_(10)
    table.live.pause(True)
    time.pass_(100)
    clock = table.live.vantage("ann").shown().clock
    assert clock is not None and not clock.running and clock.left == 20
    assert (await table.act(0, "r5")).answer is Answer.PAUSED
    assert not table.live.at_play
    table.live.pause(False)
    assert (await table.act(0, "r5")).ok


# The window for saying UNO


async def exposed(deal: Deal) -> TableUnderTest:
    table = await three(deal, ["r5 r6", "r7 r8 g2", "r9 b3 g3"], HouseRules(hand_size=3))
    # Three cards are dealt, so play two: the second leaves one.
    table.live.set_grace(0.4)
    for seat, move in ((0, "r5"), (1, "r7"), (2, "r9")):
        assert (await table.act(seat, move)).ok
    assert (await table.act(0, "r6")).ok
    assert table.live.state.exposed_seats() == [0]
    return table


async def test_a_call_in_time_cancels_an_earlier_catch(deal: Deal) -> None:
    table = await exposed(deal)
    catch = asyncio.ensure_future(table.act(1, CATCH_ANN))
    await asyncio.sleep(0)
    assert (await table.act(0, CALL)).ok
    outcome = await catch
    assert (outcome.answer, outcome.reason) == (Answer.REFUSED, Reason.NOT_EXPOSED)
    assert len(table.live.state.hands[0]) == 1


async def test_of_several_catches_the_first_counts_once_the_time_is_up(deal: Deal) -> None:
    table = await exposed(deal)
    before = table.live.version
    first, second = await asyncio.gather(table.act(2, CATCH_ANN), table.act(1, CATCH_ANN))
    assert first.ok
    assert (second.answer, second.reason) == (Answer.REFUSED, Reason.NOT_EXPOSED)
    assert table.live.version == before + 1


async def test_a_held_catch_counts_just_before_any_other_move(deal: Deal) -> None:
    table = await exposed(deal)
    catch = asyncio.ensure_future(table.act(2, CATCH_ANN))
    await asyncio.sleep(0)
    assert (await table.act(1, "r8")).ok
    assert catch.done() or (await catch).ok
    assert [events[0].kind for _, events in table.told if events][-2:] == [Happened.CAUGHT, Happened.PLAYED]


async def test_a_catch_after_the_window_counts_at_once(deal: Deal, time: FakeTime) -> None:
    table = await exposed(deal)
    time.pass_(0.4)
    assert (await table.act(1, CATCH_ANN)).ok
    assert (await table.act(0, CALL)).answer is Answer.REFUSED


async def test_the_same_held_catch_sent_again_counts_once(deal: Deal) -> None:
    table = await exposed(deal)
    before = table.live.version
    outcomes = await asyncio.gather(*(table.act(1, CATCH_ANN, action="same") for _ in range(5)))
    assert {outcome.answer for outcome in outcomes} == {Answer.DONE}
    assert table.live.version == before + 1


# Rules that change in mid-match


async def test_a_changed_rule_is_stored_logged_and_found_in_the_record(deal: Deal, store: GameStore) -> None:
    table = await three(deal)
    assert (await table.act(0, "r5")).ok
    assert (await table.live.change_rule("stacking", "same")).ok
    assert table.live.view_for(1).rules.stacking == "same"
    change = table.live.log(1)[-1].event
    assert (change.kind, change.setting, change.value) == (Happened.RULE_CHANGED, "stacking", "same")
    assert (await table.act(1, "r7")).ok
    found = await saved.load(store, await store.table(table.live.id))
    assert found is not None
    assert found.state.to_dict() == table.live.state.to_dict()
    again = LiveTable(store, found, parties=THREE)
    assert again.log(None) == table.live.log(None)
    assert again._past.record == table.live._past.record


async def test_a_match_with_changed_rules_is_replayed_to_the_same_state(store: GameStore, time: FakeTime) -> None:
    fresh = saved.begin(uuid.uuid4().hex, "owner", seated("PPP"), SEED, 0.0)
    await saved.create(store, fresh)
    table = LiveTable(store, fresh, parties=THREE, now=time, wall=time)
    for key, value in (("stacking", "any"), ("hand_limit", 20), ("draw_mode", "until_playable")):
        assert (await table.change_rule(key, value)).ok
        move = table.view_for(table.state.turn).legal[0]
        assert (await table.submit(Command(table.state.turn, move, uuid.uuid4().hex, table.version))).ok
    assert replay(table._past.record).to_dict() == table.state.to_dict()


async def test_a_rule_that_cannot_change_changes_nothing(deal: Deal) -> None:
    table = await three(deal)
    with pytest.raises(BadRules):
        await table.live.change_rule("hand_size", 100)
    assert table.live.version == 0
    assert all(not events for _, events in table.told)


# Fair deals


async def test_the_commitment_is_the_hash_of_a_seed_that_nobody_sees_while_the_round_runs(deal: Deal) -> None:
    table = await three(deal)
    spectator = table.live.vantage(None)
    assert spectator.commitment == hashlib.sha256(SEED.encode()).hexdigest()
    assert table.live.view_for(0).seed is None
    assert spectator.proof(1) is None and spectator.proof(2) is None


async def test_anybody_with_a_seat_deals_the_next_round(deal: Deal) -> None:
    table = await three(deal, ["r5", "r7", "r9"], HouseRules(hand_size=1))
    assert (await table.act(0, "r5")).ok
    assert table.live.state.pending >= ROUND_OVER
    outcome = await table.live.vantage("cat").next_round(table.live.version)
    assert outcome.ok
    assert table.live.state.round == 2
