"""A computer chooses by its own view, from the moves that the view offers, under all house rules."""

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.computer.explain import explain
from app.computer.policies import Level, choose, fallback, react
from app.engine.state import ROUND_OVER, State
from app.engine.views import TableView, view_for
from tests.engine.setups import THOROUGH, all_legal, positions

LEVELS = list(Level)
searching = settings(
    max_examples=1_000 if THOROUGH else 30,
    deadline=None,
    derandomize=not THOROUGH,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def reshuffled(state: State, seat: int, chance: Random) -> State:
    """The same table with all that the seat cannot see in other places."""
    other = state.copy()
    hidden = list(other.draw)
    strangers = [each for each in range(other.seats) if each != seat]
    for each in strangers:
        hidden += other.hands[each]
    chance.shuffle(hidden)
    for each in strangers:
        held = len(other.hands[each])
        other.hands[each], hidden = hidden[:held], hidden[held:]
    other.draw = hidden
    other.seed = f"{chance.getrandbits(128):032x}"
    return other


@searching
@given(positions(), st.integers(0, 2**32), st.sampled_from(LEVELS))
def test_hidden_cards_change_nothing(state: State, mood: int, level: Level) -> None:
    if state.pending >= ROUND_OVER:
        return
    for seat in range(state.seats):
        other = reshuffled(state, seat, Random(mood))
        own, changed = view_for(state, seat), view_for(other, seat)
        assert own == changed
        assert answer(own, level, mood) == answer(changed, level, mood)


def answer(view: TableView, level: Level, mood: int) -> object:
    if view.turn == view.seat:
        return choose(view, level, Random(mood))
    return react(view, level, Random(mood))


@searching
@given(positions(), st.integers(0, 2**32))
def test_every_answer_is_a_legal_move(state: State, mood: int) -> None:
    if state.pending >= ROUND_OVER:
        return
    for level in LEVELS:
        view = view_for(state, state.turn)
        assert choose(view, level, Random(mood)) in view.legal
        for seat in range(state.seats):
            view = view_for(state, seat)
            assert react(view, level, Random(mood)) in (None, *view.legal)
    view = view_for(state, state.turn)
    assert fallback(view) in view.legal


@searching
@given(positions(), st.integers(0, 2**32))
def test_the_same_mood_gives_the_same_answer(state: State, mood: int) -> None:
    if state.pending < ROUND_OVER:
        view = view_for(state, state.turn)
        for level in LEVELS:
            assert choose(view, level, Random(mood)) == choose(view, level, Random(mood))


@searching
@given(positions())
def test_every_legal_move_can_be_explained(state: State) -> None:
    for seat, move in all_legal(state):
        if state.pending < ROUND_OVER:
            found = explain(view_for(state, seat), move)
            assert all(isinstance(value, int) for value in found.params.values())


@searching
@given(positions(), st.integers(0, 2**32))
def test_it_answers_where_only_some_moves_are_offered(state: State, mood: int) -> None:
    """A table may ask for one kind of reaction at a time."""
    for seat in range(state.seats):
        view = replace(view_for(state, seat), legal=())
        assert react(view, Level.HARD, Random(mood)) is None
