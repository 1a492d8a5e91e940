"""Truths about any match, whatever the rules, the seats, the deal and the choices."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.legality import selectable
from app.engine.match import apply
from app.engine.moves import Do, Event, Happened, Move
from app.engine.record import replay
from app.engine.state import MATCH_OVER, ROUND_OVER, State
from app.engine.views import redact, view_for
from tests.engine.invariants import check, full_deck
from tests.engine.setups import THOROUGH, all_legal, matches, positions, recorded, sensible

MOST_ROUNDS = 3_000
"""No sensible match comes near; a wandering score under losers_pay takes longest."""


@settings(max_examples=300 if THOROUGH else 25)
@given(matches(), st.integers(0, 2**32))
def test_every_match_ends(state: State, chance: int) -> None:
    random = Random(chance)
    record = recorded(state)
    while state.pending is not MATCH_OVER:
        seat, move = sensible(state, random)
        seed = f"{state.round:032x}" if move.do is Do.NEXT_ROUND else None
        record.note(state.turn, seat, move, seed)
        apply(state, seat, move, seed=seed)
        assert state.round < MOST_ROUNDS
    check(state, full_deck(state))
    assert all_legal(state) == []
    assert replay(record).to_dict() == state.to_dict()


@given(positions(), st.integers(0, 2**32))
def test_a_restored_match_goes_on_as_the_old_one_does(state: State, chance: int) -> None:
    restored = State.from_dict(json.loads(json.dumps(state.to_dict())))
    there: list[Event] = []
    here: list[Event] = []
    for told, table in ((here, state), (there, restored)):
        random = Random(chance)
        for number in range(30):
            if table.pending is not MATCH_OVER:
                apply(table, *sensible(table, random), told.append, f"{number:032x}")
    assert here == there and restored.to_dict() == state.to_dict()


@given(positions(), st.integers(0, 2**32))
def test_a_copy_is_independent_of_its_original(state: State, chance: int) -> None:
    random = Random(chance)
    before, twin = state.to_dict(), state.copy()
    assert twin.to_dict() == before
    for number in range(30):
        if twin.pending is not MATCH_OVER:
            apply(twin, *sensible(twin, random), seed=f"{number:032x}")
    assert state.to_dict() == before


@given(positions(), st.integers(0, 2**32))
def test_a_match_is_the_same_whether_anybody_listens(state: State, chance: int) -> None:
    random = Random(chance)
    for number in range(30):
        if state.pending is not MATCH_OVER:
            twin = state.copy()
            seat, move = sensible(state, random)
            apply(state, seat, move, seed=f"{number:032x}")
            apply(twin, seat, move, lambda _: None, seed=f"{number:032x}")
            assert twin.to_dict() == state.to_dict()


@given(positions(), st.integers(0, 2**32))
def test_events_survive_json_and_tell_who_holds_how_many(state: State, chance: int) -> None:
    """Whoever hears the public events alone knows the size of every hand (a redealt round tells anew)."""
    random = Random(chance)
    for number in range(30):
        if state.pending >= ROUND_OVER:
            return
        counts = [len(hand) for hand in state.hands]
        told: list[Event] = []
        seat, move = sensible(state, random)
        direction = state.direction
        apply(state, seat, move, told.append, f"{number:032x}")
        for event in redact(told, None):
            assert Event.from_dict(json.loads(json.dumps(event.to_dict()))) == event
            direction = event.count if event.kind is Happened.DIRECTION_CHANGED else direction
            _count(event, counts, direction, state.seats)
        assert counts == [len(hand) for hand in state.hands]


def _count(event: Event, counts: list[int], direction: int, seats: int) -> None:
    seat = event.seat
    if seat is None:
        return
    if event.kind in (Happened.PLAYED, Happened.JUMPED_IN):
        counts[seat] -= len(event.cards)
    elif event.kind in (Happened.DREW, Happened.TOOK):
        counts[seat] += event.count
    elif event.kind is Happened.KNOCKED_OUT:
        assert counts[seat] == event.count
        counts[seat] = 0
    elif event.kind is Happened.SWAPPED and event.target is not None:
        counts[seat], counts[event.target] = counts[event.target], counts[seat]
    elif event.kind is Happened.HANDS_PASSED:
        order = [place for place in ((seat + direction * step) % seats for step in range(seats)) if counts[place]]
        sizes = [counts[place] for place in order]
        for place, size in zip(order, [sizes[-1], *sizes[:-1]], strict=True):
            counts[place] = size
    elif event.kind is Happened.HANDS_SHUFFLED:
        order = [
            place for place in ((seat + direction * step) % seats for step in range(1, seats + 1)) if counts[place]
        ]
        total = sum(counts)
        for number, place in enumerate(order):
            counts[place] = len(range(number, total, len(order)))


@given(positions())
def test_a_view_is_the_same_whoever_else_looks(state: State) -> None:
    """Looking changes nothing, and a spectator may do nothing and sees no hand of a running round."""
    before = state.to_dict()
    alone = view_for(state, None)
    views = [view_for(state, seat) for seat in range(state.seats)]
    assert view_for(state, None) == alone and state.to_dict() == before
    assert alone.legal == () and alone.hand == () and alone.fits == frozenset()
    assert (alone.seed is None) == (not alone.round_over)
    assert all((seat.hand is None) == (not alone.round_over) for seat in alone.seats)
    assert [view.hand for view in views] == [tuple(hand) for hand in state.hands]


@given(positions())
def test_a_selection_of_cards_not_held_leads_nowhere(state: State) -> None:
    strange = next(card for card in range(56) if card not in state.hands[0])
    assert selectable(state, 0, (strange,)) == frozenset()


@given(positions())
def test_a_new_round_needs_a_seed(state: State) -> None:
    if state.pending is ROUND_OVER:
        before = state.to_dict()
        with pytest.raises(ValueError, match="seed"):
            apply(state, 0, Move(Do.NEXT_ROUND))
        assert state.to_dict() == before
