"""Rule sets, seats and first deals: what may be chosen for a match, as Hypothesis strategies."""

import os
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from app.engine.cards import deck_size
from app.engine.house_rules import PRESETS, SETTINGS, HouseRules
from app.engine.match import apply, legal_moves, start_match
from app.engine.moves import Do, Move
from app.engine.record import MatchRecord
from app.engine.state import MATCH_OVER, ROUND_OVER, State

THOROUGH = os.environ.get("UNO_THOROUGH") == "1"


def offered(key: str) -> tuple[str | int, ...]:
    """The values of a setting worth trying: those offered, and the bounds where none are offered."""
    setting = SETTINGS[key]
    if setting.is_text:
        return ("", "Everybody sings")
    if setting.low is not None and setting.high is not None and len(setting.values) == 1:
        return (setting.values[0], setting.low, 10, setting.high)
    return setting.values


def fitted(rules: HouseRules, seats: int) -> HouseRules:
    """These rules with hands small enough for the deck and the hand limit."""
    cards = deck_size(rules.decks, rules.shuffle_wilds, rules.custom_wilds)
    most = min((cards - 1 - seats) // seats, rules.hand_limit - 1 if rules.hand_limit else 15)
    return replace(rules, hand_size=min(rules.hand_size, most))


def can_be_dealt(rules: HouseRules, seats: int) -> bool:
    """Whether a card is left for each seat after the deal, and nobody is knocked out by it."""
    cards = deck_size(rules.decks, rules.shuffle_wilds, rules.custom_wilds)
    below_limit = not rules.hand_limit or rules.hand_size < rules.hand_limit
    return below_limit and seats * rules.hand_size + 1 + seats <= cards


def rule_sets() -> st.SearchStrategy[HouseRules]:
    """Any rule set: a preset with anything changed, or every setting chosen freely."""
    chosen = {key: st.sampled_from(offered(key)) for key in SETTINGS}
    few = st.fixed_dictionaries({}, optional=chosen)
    everything = st.fixed_dictionaries(chosen)
    bases = st.sampled_from(list(PRESETS.values()))
    return st.builds(lambda base, given: HouseRules.from_dict(given, base), bases, st.one_of(few, everything))


def seeds() -> st.SearchStrategy[str]:
    """The secret of a round."""
    return st.integers(0, 2**128 - 1).map(lambda number: f"{number:032x}")


@st.composite
def matches(draw: st.DrawFn) -> State:
    """A match that has just been dealt: any rules, 2 to 10 seats, any seed."""
    seats = draw(st.integers(2, 10))
    return start_match(fitted(draw(rule_sets()), seats), seats, draw(seeds()))


def all_legal(state: State) -> list[tuple[int, Move]]:
    """Every legal move at the table with the seat that may make it."""
    if state.pending is ROUND_OVER:
        return [(state.turn, move) for move in legal_moves(state, state.turn)]
    return [(seat, move) for seat in range(state.seats) for move in legal_moves(state, seat)]


def sensible(state: State, chance: Random) -> tuple[int, Move]:
    """A legal move as people make them: rather play than draw, so that rounds come to an end."""
    moves = all_legal(state)
    playing = [pair for pair in moves if pair[1].do is Do.PLAY]
    return chance.choice(playing if playing and chance.random() < 0.8 else moves)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A match somewhere on its way, seldom at its very beginning."""
    state = draw(matches())
    chance = Random(draw(st.integers(0, 2**32)))
    for number in range(draw(st.integers(0, 150))):
        if state.pending is MATCH_OVER:
            break
        apply(state, *sensible(state, chance), seed=f"{number:032x}")
    return state


def recorded(state: State) -> MatchRecord:
    """The record of a match that has just been dealt."""
    return MatchRecord.begin(state.rules, state.seats, state.seed)
