"""Small hands of awkward cards, where the rules meet one another: few seats, all that combines, any house rule."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.cards import COLOUR_OF, DRAW_TWO, NO_COLOUR, W4, W, parse_all
from app.engine.house_rules import HouseRules
from app.engine.legality import fits_alone, playable_alone, plays, selectable, why_illegal
from app.engine.match import apply
from app.engine.moves import Do, IllegalMove, Move
from app.engine.state import DRAWN, MATCH_OVER, PENALTY, TURN, State
from tests.engine.hidden import check_nothing_leaks
from tests.engine.invariants import cards_of, check, check_legal
from tests.engine.seating import seated
from tests.engine.setups import THOROUGH, rule_sets, sensible

AWKWARD = parse_all("r7 r7 g7 b7 r0 g0 rS rS gS bS rR gR bR rD rD gD bD W W W4 W4 WS WC r1 r1 g1 b2")
OFTEN = settings(max_examples=3_000 if THOROUGH else 120)


@st.composite
def corners(draw: st.DrawFn) -> State:
    """A running round with at most five cards in each hand."""
    state = State(draw(rule_sets()), draw(st.integers(2, 4)), "c" * 32)
    some_cards = st.lists(st.sampled_from(AWKWARD), min_size=1, max_size=5)
    state.hands = [draw(some_cards) for _ in range(state.seats)]
    state.draw = draw(st.lists(st.sampled_from(AWKWARD), max_size=12))
    state.discard = draw(some_cards)
    state.turn = draw(st.integers(0, state.seats - 1))
    state.direction = draw(st.sampled_from([1, -1]))
    top = state.discard[-1]
    state.colour = COLOUR_OF[top] if top < W else draw(st.integers(0, NO_COLOUR if top == W else 3))
    if state.law.calls_matter:
        ones = [seat for seat in range(state.seats) if len(state.hands[seat]) == 1]
        state.exposed = sum(1 << seat for seat in ones if draw(st.booleans()))
        state.called = sum(1 << seat for seat in ones if not state.exposed >> seat & 1)
    pending = draw(st.sampled_from([TURN, PENALTY, DRAWN]))
    if pending is PENALTY:
        _penalise(state, draw(st.sampled_from([2, 4, 6])), draw(st.integers(0, 3)))
    elif pending is DRAWN:
        _draw_one(state)
    return state


def _penalise(state: State, amount: int, colour_before: int) -> None:
    top = state.discard[-1]
    deflected = top < W and top % 13 in (10, 11)
    if top != W4 and not deflected and top % 13 != DRAW_TWO:
        return
    state.pending = PENALTY
    state.penalty = amount
    state.penalty_kind = W4 if top == W4 or (deflected and state.penalty > 2) else DRAW_TWO
    state.penalty_by = (state.turn - state.direction) % state.seats
    if top == W4:
        state.challengeable = True
        state.colour_before = colour_before
        state.shown = tuple(state.hands[state.penalty_by])
        state.guilty = state.law.bluff(list(state.shown), state.colour_before)


def _draw_one(state: State) -> None:
    if fits_alone(state, state.turn, state.hands[state.turn][-1]) and len(state.hands[state.turn]) > 1:
        state.pending = DRAWN
        state.drawn = state.hands[state.turn][-1]
        state.acted = True
        state.exposed = 0


@OFTEN
@given(corners())
def test_the_list_is_what_is_not_refused(state: State) -> None:
    before = state.to_dict()
    for seat in range(state.seats):
        for move in check_legal(state, seat):
            with pytest.raises(IllegalMove):
                apply(state, seat, move)
    assert state.to_dict() == before


@OFTEN
@given(corners())
def test_cards_that_may_be_tapped_lead_to_a_legal_play(state: State) -> None:
    """``selectable`` against every order of the hand (rules.md 4)."""
    for seat in range(state.seats):
        hand = state.hands[seat]
        orders = {order for count in range(1, len(hand) + 1) for order in permutations(hand, count)}
        legal = {order for order in orders if _goes_down(state, seat, order)}
        for chosen in {(), *(order[:-1] for order in orders)}:
            begun = {order[len(chosen)] for order in legal if order[:-1][: len(chosen)] == chosen}
            assert selectable(state, seat, chosen) == begun, (seat, chosen)
        assert playable_alone(state, seat) == {order[0] for order in legal if len(order) == 1}
        assert {tuple(sorted(order)) for order in legal} == {tuple(sorted(move.cards)) for move in plays(state, seat)}


def _goes_down(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    targets = (None, *range(state.seats))
    return any(why_illegal(state, seat, Move(Do.PLAY, cards, 0, target)) is None for target in targets)


def test_a_tap_may_lead_to_a_play_that_leaves_a_card_behind() -> None:
    """Skips cannot end this hand, so that two of the three go down, the red one that fits among them."""
    red, green, blue = parse_all("rS gS bS")
    state = seated(["gS bS rS", "b1 b2"], "r5", rules=HouseRules(multi_card="doubles", going_out="no_action"))
    assert selectable(state, 0, ()) == {red, green, blue}
    assert selectable(state, 0, (green,)) == {red}


@OFTEN
@given(corners(), st.integers(0, 2**32))
def test_the_round_goes_on_to_its_end(state: State, chance: int) -> None:
    random, cards = Random(chance), cards_of(state)
    while state.places == ():
        check_nothing_leaks(state, random)
        apply(state, *sensible(state, random))
        assert cards_of(state) == cards
    assert sorted(state.places) == list(range(state.seats))
    assert state.winner in range(state.seats) if state.pending is MATCH_OVER else state.winner < 0
    check(state, cards)
