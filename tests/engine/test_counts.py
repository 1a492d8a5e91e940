"""How many sequences of moves a position has: a change of any rule shows in these numbers.

All seats' moves count, those out of turn as well, and the end of a round has no moves. The
first column of each line was counted by hand, the others by the slow candidates of
``invariants.py`` (see the last test) and then written down.
"""

from collections.abc import Iterator

import pytest

from app.engine.house_rules import HouseRules, preset
from app.engine.legality import why_illegal
from app.engine.match import apply, legal_moves
from app.engine.moves import Move
from app.engine.state import ROUND_OVER, State
from tests.engine.invariants import candidates, essential
from tests.engine.seating import seated

PILE = "y1 g1 r1 b1 y2 g2 r2 b2 y3 g3 r3 b3 y4 g4 r4 b4"


def official() -> State:
    """A fitting colour, a fitting symbol, a wild in four colours; two cards do not fit: 6 plays and a draw."""
    return seated(["r5 y7 W g2 bS", "b7 rD y1", "g9 W4 y3"], "r7", PILE)


def nearly_out() -> State:
    """Two cards, both fit: 2 plays, a draw, a call. Calls and catches follow."""
    return seated(["r5 r6", "r1 b7", "r9 g9"], "r7", PILE)


def stacking() -> State:
    """Under a penalty of two: a Draw Two, a Draw Four in four colours, a skip, a reverse, or take."""
    rules = HouseRules(stacking="any", deflect="both")
    state = seated(["gD W4 rS rR r1", "yD rD b2", "W4 rR b3"], "rD", PILE, rules)
    state.penalty, state.penalty_kind, state.penalty_by, state.pending = 2, 12, 2, type(state.pending)(3)
    return state


def jump_in() -> State:
    """Seat 0 plays r5 or r1 or draws; both others may jump in with r5."""
    return seated(["r5 r1 b2", "r5 b5 g5", "r5 y5 b9"], "r5", PILE, HouseRules(jump_in="all"))


def mayhem() -> State:
    """Sevens alone (2 targets each), all pairs and the three sevens by their last card, r5, and a draw.

    Singly r7 alone fits with 2 targets, W with 4 colours and r5: 7. Sevens begin with r7: r7 g7 and
    r7 y7 (2 targets each), all three ending in g7 or y7 (2 targets each): 8. A draw: 16.
    """
    return seated(["r7 g7 y7 W r5 b0", "b7 r0 g0", "yD r5 W4"], "r3", PILE, preset("mayhem"))


def drawing() -> State:
    """Nothing fits: a draw of up to three, one by one."""
    rules = HouseRules(draw_mode="three", draw_pace="one_by_one", uno_call="off")
    return seated(["y8 g8", "r8 b8"], "b5", "g9 g7 b9 r1 r2 b1 b2", rules)


POSITIONS = {
    "official": (official, [7, 15, 60, 159]),
    "nearly_out": (nearly_out, [4, 19, 73, 236]),
    "stacking": (stacking, [8, 25, 105, 474]),
    "jump_in": (jump_in, [5, 21, 78, 278]),
    "mayhem": (mayhem, [16, 81, 344, 985]),
    "drawing": (drawing, [1, 1, 1, 2]),
}


def sequences(state: State, depth: int) -> int:
    """The number of sequences of that many moves, or of fewer where the round ends first."""
    if state.pending >= ROUND_OVER:
        return 1
    moves = [(seat, move) for seat in range(state.seats) for move in legal_moves(state, seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, move in moves:
        following = state.copy()
        apply(following, seat, move)
        total += sequences(following, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_sequences_to_depth_four(name: str) -> None:
    start, expected = POSITIONS[name]
    assert [sequences(start(), depth) for depth in range(1, 5)] == expected


@pytest.mark.parametrize("name", POSITIONS)
def test_the_slow_way_counts_the_same(name: str) -> None:
    start, expected = POSITIONS[name]
    assert [slow_sequences(start(), depth) for depth in range(1, 3)] == expected[:2]


def slow_sequences(state: State, depth: int) -> int:
    """``sequences`` by trying every candidate of every seat."""
    if state.pending >= ROUND_OVER or depth == 0:
        return 1
    total = 0
    for seat, move in slow_moves(state):
        following = state.copy()
        apply(following, seat, move)
        total += slow_sequences(following, depth - 1)
    return total


def slow_moves(state: State) -> Iterator[tuple[int, Move]]:
    """Each choice once, in an order of its cards that is allowed."""
    for seat in range(state.seats):
        allowed = [move for move in candidates(state, seat) if why_illegal(state, seat, move) is None]
        yield from ((seat, move) for move in {essential(state, seat, move): move for move in allowed}.values())
