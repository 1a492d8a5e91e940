"""Rules meet one another: every pair of values of two settings plays whole matches.

Four seeded matches for each rule set by default, 20 with UNO_THOROUGH=1, to the end of the match,
with every invariant checked after each move.
"""

from itertools import combinations
from random import Random

import pytest

from app.engine.house_rules import SETTINGS, HouseRules, check_setup
from app.engine.match import apply, start_match
from app.engine.moves import Do, Move
from app.engine.state import DRAWING, MATCH_OVER, ROUND_OVER, TURN, State
from tests.engine.invariants import check, full_deck
from tests.engine.pairs import all_pairs, covering_set, pairs_in
from tests.engine.setups import THOROUGH, offered, sensible

MATCHES = 20 if THOROUGH else 4
SETS = covering_set()


def test_every_pair_of_values_occurs_in_some_rule_set() -> None:
    covered = set()
    for rules, seats in SETS:
        check_setup(rules, seats)
        covered |= pairs_in({**{key: rules.value(key) for key in SETTINGS}, "seats": seats})
    assert covered >= all_pairs()
    assert {seats for _, seats in SETS} == set(range(2, 11))


def test_only_pairs_that_cannot_be_dealt_are_left_out() -> None:
    counted = [len(offered(key)) for key in SETTINGS]
    every = sum(one * other for one, other in combinations([*counted, 9], 2))
    too_large_hands = {("hand_size", 10, "hand_limit", 10), ("hand_size", 15, "hand_limit", 10),
                       ("hand_size", 15, "hand_limit", 15)}  # fmt: skip
    assert len(all_pairs()) == every - len(too_large_hands)


@pytest.mark.parametrize("number", range(len(SETS)))
def test_matches_are_played_to_their_end(number: int) -> None:
    rules, seats = SETS[number]
    for match in range(MATCHES):
        play(rules, seats, 1_000 * number + match)


def play(rules: HouseRules, seats: int, chance: int) -> None:
    """One match by chance: mostly plays, some draws, calls and catches, and clocks that run out."""
    random = Random(chance)
    state = start_match(rules, seats, f"{chance:032x}")
    cards = full_deck(state)
    while state.pending is not MATCH_OVER:
        apply(state, *_next(state, random), seed=f"{random.getrandbits(128):032x}")
        check(state, cards)
    if rules.match_format == "points" and rules.losers_pay == "on":
        assert sum(state.scores) == 0, "what one wins the others pay"


def _next(state: State, random: Random) -> tuple[int, Move]:
    if state.pending < ROUND_OVER and random.random() < 0.05:
        clock = state.rules.turn_clock if state.pending in (TURN, DRAWING) else state.rules.answer_clock
        if clock:
            return state.turn, Move(Do.TIMEOUT)
    return sensible(state, random)
