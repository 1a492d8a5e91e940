"""Passing one device round: whose hand is on screen, and when the cover is up (product.md 4)."""

from app.engine.cards import parse
from app.engine.house_rules import HouseRules
from app.engine.moves import CALL, CATCH, DRAW, Happened
from app.play.commands import Answer
from tests.play.conftest import Deal


async def test_one_person_among_computers_never_meets_a_cover(deal: Deal) -> None:
    table = await deal("Pcc", ["r5", "r6", "r7"], "r1")
    table.live.watch()
    shown = table.live.here.shown()
    assert (shown.seat, shown.cover_for) == (0, None)
    await table.act(0, "r5")
    assert (table.live.here.shown().seat, table.live.here.shown().cover_for) == (0, None)


async def test_a_shared_device_begins_with_the_cover(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    shown = table.live.here.shown()
    assert (shown.seat, shown.cover_for, shown.view.hand, shown.view.legal) == (None, 0, (), ())
    assert table.live.here.start(0)
    assert table.live.here.shown().seat == 0
    assert table.live.here.shown().view == table.live.view_for(0)


async def test_only_the_person_named_can_take_the_cover_away(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    assert not table.live.here.start(1)
    assert table.live.here.shown().cover_for == 0


async def test_the_cover_is_up_for_the_next_person_after_a_play(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    table.live.here.start(0)
    await table.act(0, "r5")
    shown = table.live.here.shown()
    assert (shown.seat, shown.cover_for, shown.view.hand) == (None, 1, ())


async def test_playing_again_keeps_the_person_on_screen(deal: Deal) -> None:
    table = await deal("PP", ["rS", "r6"], "r1")
    table.live.here.start(0)
    await table.act(0, "rS")
    assert (table.live.here.shown().seat, table.live.here.shown().cover_for) == (0, None)


async def test_a_computer_on_turn_leaves_the_last_person_on_screen(deal: Deal) -> None:
    table = await deal("PcP", ["r5", "r6", "r7"], "r1")
    table.live.here.start(0)
    await table.act(0, "r5")
    assert (table.live.here.shown().seat, table.live.here.shown().view.turn) == (0, 1)


async def test_when_a_computer_begins_the_next_person_is_asked_to_start(deal: Deal) -> None:
    table = await deal("cPP", ["r5", "r6", "r7"], "r1")
    assert table.live.here.shown().cover_for == 1


async def test_nobody_can_move_under_the_cover(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    for seat in (0, 1):
        assert (await table.act(seat, DRAW)).answer is Answer.NOT_YOURS
    assert (await table.live.here.act(DRAW, 0)).answer is Answer.NOT_YOURS
    assert table.live.version == 0


async def test_only_the_person_on_screen_can_jump_in(deal: Deal) -> None:
    table = await deal("PcP", ["r5 r9", "", "r5 r9"], "r1", HouseRules(jump_in="all"))
    table.live.here.start(0)
    await table.act(0, "r5")
    assert (await table.act(2, "r5")).answer is Answer.NOT_YOURS
    # Seat 0 holds no second r5: its try reaches the rules and is refused there.
    assert (await table.act(0, "r5")).answer is Answer.REFUSED


SHORT = HouseRules(hand_size=3)


async def test_the_cover_offers_uno_to_the_person_who_has_just_played(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 b1", "r7 r8 b2"], "r1", SHORT)
    table.live.here.start(0)
    await table.act(0, "r5")
    table.live.here.start(1)
    await table.act(1, "r7")
    table.live.here.start(0)
    await table.act(0, "r6")
    assert (table.live.here.shown().cover_for, table.live.here.shown().offers_call) == (1, 0)
    assert (await table.act(1, CATCH[0])).answer is Answer.NOT_YOURS
    assert (await table.live.here.act(CALL, table.live.version, seat=0)).ok
    assert (table.live.here.shown().cover_for, table.live.here.shown().offers_call) == (1, None)
    assert table.live.view_for(None).seats[0].called


async def test_the_next_person_can_catch_once_on_screen(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 b1", "r7 r8 b2"], "r1", SHORT)
    for seat, move in ((0, "r5"), (1, "r7"), (0, "r6")):
        table.live.here.start(seat)
        await table.act(seat, move)
    table.live.here.start(1)
    assert (await table.act(0, CALL)).answer is Answer.NOT_YOURS
    assert (await table.act(1, CATCH[0])).ok


async def test_the_end_of_a_round_takes_the_cover_away_and_opens_the_hands(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 r7", "b7 b8 b2"], "r1", SHORT, then="y1 y2")
    for seat, move in ((0, "r5"), (1, "d"), (0, "r6"), (1, "d"), (0, "r7")):
        table.live.here.start(seat)
        assert (await table.act(seat, move)).ok
    shown = table.live.here.shown()
    assert shown.over
    assert (shown.seat, shown.cover_for) == (None, None)
    assert set(map(parse, ("b7", "b8", "b2"))) <= set(shown.view.seats[1].hand or ())


async def test_the_next_round_begins_with_the_cover(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 r7", "b7 b8 b2"], "r1", SHORT, then="y1 y2")
    for seat, move in ((0, "r5"), (1, "d"), (0, "r6"), (1, "d"), (0, "r7")):
        table.live.here.start(seat)
        await table.act(seat, move)
    assert (await table.live.here.next_round(table.live.version)).ok
    shown = table.live.here.shown()
    assert shown.view.round == 2
    assert shown.cover_for == shown.view.turn


async def test_a_person_who_is_out_gives_the_device_to_the_next_one(deal: Deal) -> None:
    rules = HouseRules(hand_size=3, match_format="last_standing", uno_call="off")
    table = await deal("PPP", ["r5 r6 r7", "b7 b8 b2", "b3 b4 b6"], "r1", rules, then="y1 y2 y3 y4 y6 y8")
    for seat, move in ((0, "r5"), (1, "d"), (2, "d"), (0, "r6"), (1, "d"), (2, "d"), (0, "r7")):
        table.live.here.start(seat)
        assert (await table.act(seat, move)).ok
    assert table.live.here.shown().cover_for == 1
    for seat, following in ((1, 2), (2, 1)):
        table.live.here.start(seat)
        assert (await table.act(seat, DRAW)).ok
        assert table.live.here.shown().cover_for == following


async def test_the_challenger_sees_the_hand_before_the_device_moves_on(deal: Deal) -> None:
    table = await deal("PP", ["W4 b5", "r7"], "r1", HouseRules(hand_size=4))
    table.live.here.start(0)
    await table.act(0, "W4>g")
    table.live.here.start(1)
    hand = table.live.view_for(0).hand
    await table.act(1, "c")
    shown = table.live.here.shown()
    assert (shown.seat, shown.cover_for) == (1, None)
    assert shown.revealed is not None
    assert (shown.revealed.target, sorted(shown.revealed.cards)) == (0, sorted(hand))
    assert (await table.act(0, DRAW)).answer is Answer.NOT_YOURS
    assert table.live.here.look_away()
    assert (table.live.here.shown().cover_for, table.live.here.shown().revealed) == (0, None)
    assert not table.live.here.look_away()


async def test_a_game_gone_on_with_starts_with_the_cover(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    table.live.watch()
    table.live.here.start(0)
    table.live.unwatch()
    # Up already: a page is built, and may not hold a hand, before it can say that it watches.
    assert table.live.here.shown().cover_for == 0
    table.live.watch()
    assert table.live.here.shown().cover_for == 0


async def test_a_second_page_of_the_device_does_not_raise_the_cover(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1")
    table.live.watch()
    table.live.here.start(0)
    table.live.watch()
    table.live.unwatch()
    assert table.live.here.shown().seat == 0


async def test_drawn_cards_are_marked_for_the_one_who_drew_and_hidden_from_others(deal: Deal) -> None:
    table = await deal("PP", ["r5", "r6"], "r1", then="r9 y3")
    table.live.here.start(0)
    await table.act(0, DRAW)
    assert table.live.here.shown().drawn == (parse("r9"),)
    drew = [entry.event for entry in table.live.here.shown_log() if entry.event.kind is Happened.DREW]
    assert [event.cards for event in drew] == [(parse("r9"),)]
    await table.act(0, "p")
    table.live.here.start(1)
    assert table.live.here.shown().drawn == ()
    drew = [entry.event for entry in table.live.here.shown_log() if entry.event.kind is Happened.DREW]
    assert [event.cards for event in drew] == [()]
