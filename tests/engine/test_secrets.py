"""What is shown to whom: a challenged hand, drawn cards, the text of custom wilds, the seed."""

import pytest

from app.engine.cards import parse_all
from app.engine.house_rules import HouseRules
from app.engine.match import apply, start_match
from app.engine.moves import CATCH, CHALLENGE, DRAW, NEXT_ROUND, TAKE, Happened
from app.engine.state import ROUND_OVER, State
from app.engine.views import redact, view_for
from tests.engine.seating import make, seated


@pytest.mark.parametrize(("top", "verdict"), [("r5", Happened.GUILTY), ("y5", Happened.NOT_GUILTY)])
def test_a_challenged_hand_is_shown_to_the_challenger_alone(top: str, verdict: Happened) -> None:
    """rules.md 5"""
    state = seated(["W4 r1 b2", "b1 b2 b3", "g1 g2"], top, "y1 y2 y3 y4 y5 y6 y7")
    make(state, 0, "W4>g")
    told = make(state, 1, CHALLENGE)
    assert told[1].kind is verdict
    shown = {seat: redact(told, seat)[0].cards for seat in (None, 0, 1, 2)}
    assert shown == {None: (), 0: (), 1: tuple(parse_all("r1 b2")), 2: ()}
    assert all(redact(told, seat)[1] == told[1] for seat in (None, 0, 1, 2)), "the verdict is public"


@pytest.mark.parametrize(("top", "bluffs", "honest"), [("r5", (1, 0, 0), (0, 0, 0)), ("y5", (0, 0, 0), (1, 0, 0))])
def test_verdicts_are_remembered_for_the_match(top: str, bluffs: tuple[int, ...], honest: tuple[int, ...]) -> None:
    """rules.md 5: everybody has heard them; a new round does not wipe them out, a restored table knows them."""
    state = seated(["W4 r1 b2", "b1 b2 b3", "g1 g2"], top, "y1 y2 y3 y4 y5 y6 y7")
    make(state, 0, "W4>g")
    make(state, 1, CHALLENGE)
    state.pending = ROUND_OVER
    apply(state, 0, NEXT_ROUND, seed="5" * 32)
    for table in (state, state.copy(), State.from_dict(state.to_dict())):
        for viewer in (None, 0, 1, 2):
            seats = view_for(table, viewer).seats
            assert tuple(seat.bluffs for seat in seats) == bluffs
            assert tuple(seat.honest for seat in seats) == honest


def test_the_hand_shown_is_that_of_the_play_though_the_seat_was_caught_since() -> None:
    state = seated(["W4 r1", "b1 b2 b3", "g1 g2"], "r5", "y1 y2 y3 y4 y5 y6 y7 y8")
    make(state, 0, "W4>g")
    make(state, 2, CATCH[0])
    told = make(state, 1, CHALLENGE)
    assert told[0].cards == tuple(parse_all("r1")) and told[1].kind is Happened.GUILTY


@pytest.mark.parametrize("move", [DRAW, TAKE])
def test_drawn_cards_are_for_the_eyes_of_who_drew_them(move: object) -> None:
    state = seated(["rD r1 r2", "b1 b2 b3", "g1 g2"], "r5", "y1 y2 y3")
    seat = 0
    if move is TAKE:
        make(state, 0, "rD")
        seat = 1
    (told,) = (event for event in make(state, seat, move) if event.kind in (Happened.DREW, Happened.TOOK))  # type: ignore[arg-type]
    assert redact([told], seat)[0].cards == told.cards != ()
    for other in {None, 0, 1, 2} - {seat}:
        seen = redact([told], other)[0]
        assert seen.cards == () and seen.count == len(told.cards)


def test_cards_drawn_by_a_catch_are_private_too() -> None:
    state = seated(["r1 g2", "b1 b2", "g1 g2"], "r5", "y1 y2 y3")
    make(state, 0, "r1")
    told = make(state, 2, CATCH[0])
    assert [event.cards for event in redact(told, 2)] == [(), ()]
    assert redact(told, 0)[1].cards == tuple(parse_all("y1 y2"))


def test_a_custom_text_is_there_for_the_whole_table() -> None:
    """rules.md 4: all custom wilds of a match share one text and effect."""
    rules = HouseRules(custom_wilds=1, custom_text="Everybody sings", custom_effect="others_draw")
    state = seated(["WC r1 r2", "b1 b2", "g1 g2"], "r5", "y1 y2 y3", rules)
    told = make(state, 0, "WC>b")
    custom = next(event for event in told if event.kind is Happened.CUSTOM)
    for seat in (None, 0, 1, 2):
        assert custom in redact(told, seat)
        assert view_for(state, seat).rules.custom_text == "Everybody sings"
        assert view_for(state, seat).rules.custom_effect == custom.value == "others_draw"


def test_the_drawn_card_and_an_early_call_are_shown_to_their_seat_alone() -> None:
    state = seated(["b1 r2", "b1 b2"], "g5", "g1 y2")
    make(state, 0, "u")
    assert [view_for(state, seat).called_early for seat in (None, 0, 1)] == [False, True, False]
    make(state, 0, DRAW)
    assert [view_for(state, seat).drawn for seat in (None, 0, 1)] == [None, *parse_all("g1"), None]


def test_hands_and_seed_are_opened_when_the_round_is_over() -> None:
    state = seated(["r1", "b1 b2"], "r5", "y1 y2 y3")
    assert view_for(state, 1).seed is None and view_for(state, 1).seats[0].hand is None
    told = make(state, 0, "r1")
    view = view_for(state, None)
    assert view.seed == state.seed
    assert [seat.hand for seat in view.seats] == [(), tuple(parse_all("b1 b2"))]
    assert [seat.hand_value for seat in view.seats] == [0, 3]
    ended = next(event for event in told if event.kind is Happened.ROUND_ENDED)
    assert redact([ended], None) == [ended]


def test_a_view_has_no_field_for_a_secret() -> None:
    """The one text of the draw pile, the seed and other hands in what a seat gets."""
    state: State = start_match(HouseRules(), 3, "cafe" * 8)
    text = repr(view_for(state, 0))
    assert "cafe" not in text and repr(state.draw)[1:60] not in text
    assert not any(repr(tuple(state.hands[seat])) in text for seat in (1, 2))
