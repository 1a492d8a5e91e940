"""What the table's widgets decide without a browser: where seats sit, what the status line says, what flies."""

import pytest

from app.engine.cards import parse
from app.engine.house_rules import HouseRules
from app.engine.match import start_match
from app.engine.moves import Event, Happened
from app.engine.state import PENALTY, State
from app.engine.views import view_for
from app.text.translator import translator
from app.ui.widgets.controls import status_text
from app.ui.widgets.hand import _order
from app.ui.widgets.moments import _flights
from app.ui.widgets.places import place_of, places_style

NAMES = ("Ann", "Ben", "Cat", "Dan")
EN = translator("en")


def dealt(hand: str, top: str, **rules: str) -> State:
    """A match of four in which seat 0 is on turn with this hand."""
    state = start_match(HouseRules(**rules), 4, "00" * 16)  # type: ignore[arg-type]
    state.turn = 0
    state.hands[0] = [parse(code) for code in hand.split()]
    state.discard[-1] = parse(top)
    state.colour = parse(top) // 13
    return state


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_sit_on_the_felt_and_apart(seats: int) -> None:
    style = places_style(seats)
    for letter in "pl":
        places = [(float(style[f"--{letter}x{k}"]), float(style[f"--{letter}y{k}"])) for k in range(1, seats)]
        assert all(0 < x < 1 and 0 <= y < 1 for x, y in places)
        for number, (x, y) in enumerate(places):
            assert all(abs(x - a) > 0.11 or abs(y - b) > 0.2 for a, b in places[:number])


def test_the_person_on_screen_sits_at_the_bottom_and_the_next_seat_to_the_left() -> None:
    assert [place_of(seat, 2, 4) for seat in range(4)] == [2, 3, 0, 1]


def test_the_status_line_says_what_fits() -> None:
    view = view_for(dealt("r5 g1", "r1"), 0)
    assert status_text(view, NAMES, EN) == "Your turn: red or 1 fits"


def test_the_status_line_says_when_nothing_fits() -> None:
    assert status_text(view_for(dealt("g5 b7", "r1"), 0), NAMES, EN) == "Nothing fits: draw"


def test_the_status_line_names_who_is_on_turn() -> None:
    assert status_text(view_for(dealt("r5", "r1"), 2), NAMES, EN) == "Ann is on turn"


def test_the_status_line_says_how_a_penalty_can_be_answered() -> None:
    state = dealt("rD g1", "bD", stacking="draw_two")
    state.pending, state.penalty, state.penalty_kind, state.penalty_by = PENALTY, 2, 12, 3
    assert status_text(view_for(state, 0), NAMES, EN) == "Answer it with a card, or take it"
    assert status_text(view_for(state, 1), NAMES, EN) == "Ann faces 2 cards"


def test_wilds_come_last_however_the_hand_is_sorted() -> None:
    hand = [parse(code) for code in ("W4", "b0", "r9", "W", "g9")]
    assert sorted(hand, key=lambda card: _order(card, "colour")) == [
        parse(code) for code in ("r9", "g9", "b0", "W", "W4")
    ]
    assert sorted(hand, key=lambda card: _order(card, "number")) == [
        parse(code) for code in ("b0", "r9", "g9", "W", "W4")
    ]


def test_backs_fly_only_where_the_person_on_screen_does_not_see_the_faces() -> None:
    view = view_for(dealt("r5 g1", "r1"), 0)
    assert [tuple(flight) for flight in _flights(Event(Happened.DREW, 2, count=2), view, 0)] == [
        ("from-draw", "to-2", False)
    ] * 2
    assert not list(_flights(Event(Happened.DREW, 0, count=2), view, 0))
    assert not list(_flights(Event(Happened.SWAPPED, 1, target=0), view, 0))
    passed = list(_flights(Event(Happened.HANDS_PASSED, 1), view, 0))
    assert [(flight.start, flight.end) for flight in passed] == [("from-1", "to-2"), ("from-2", "to-3")]
