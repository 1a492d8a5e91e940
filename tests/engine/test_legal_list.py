"""The list of legal moves is remembered between two changes, never beyond one."""

from app.engine.house_rules import HouseRules
from app.engine.legality import legal_moves
from app.engine.match import change_rule
from app.engine.moves import CALL, CATCH, DRAW, PASS
from tests.engine.seating import make, seated


def test_a_clock_that_runs_out_after_somebody_looked_acts_on_what_was_drawn() -> None:
    """rules.md 10: it draws, and then passes a card that fits."""
    state = seated(["g1 g2", "b1 b2"], "r5", "r1 y1", HouseRules(turn_clock=15))
    assert DRAW in legal_moves(state, 0)
    make(state, 0, "o")
    assert state.hands[0][-1] == 1 and state.turn == 1


def test_a_vote_changes_what_is_open_at_once() -> None:
    state = seated(["r1 g2", "b1 b2"], "r5", "r1 y1")
    assert DRAW in legal_moves(state, 0)
    change_rule(state, "forced_play", "on")
    assert DRAW not in legal_moves(state, 0)


def test_a_call_and_a_catch_are_open_once() -> None:
    state = seated(["r1 r2", "b1 b2"], "r5", "y1 y2 y3 y4")
    assert CALL in legal_moves(state, 0)
    make(state, 0, CALL)
    assert CALL not in legal_moves(state, 0)
    state = seated(["r1 g2", "b1 b2"], "r5", "y1 y2 y3 y4")
    make(state, 0, "r1")
    assert CATCH[0] in legal_moves(state, 1)
    make(state, 1, CATCH[0])
    assert CATCH[0] not in legal_moves(state, 1)


def test_a_copy_has_a_list_of_its_own() -> None:
    state = seated(["r1 g2", "b1 b2"], "r5", "r3 y2", HouseRules(turn_clock=15))
    before = legal_moves(state, 0)
    twin = state.copy()
    make(twin, 0, DRAW)
    assert PASS in legal_moves(twin, 0)
    assert legal_moves(state, 0) == before and DRAW in before
