"""rules.md 11, last paragraph: a rule changed by a vote in mid-match."""

import pytest

from app.engine.cards import WS
from app.engine.house_rules import OFFICIAL, SETTINGS, BadRules, HouseRules, TakesEffect, preset
from app.engine.legality import legal_moves
from app.engine.match import apply, change_rule, start_match
from app.engine.moves import CHALLENGE, DRAW, NEXT_ROUND, TAKE, Event, Happened, Move, parse_move
from app.engine.state import PENALTY, ROUND_OVER, State
from app.engine.views import view_for
from tests.engine.seating import make, seated
from tests.engine.setups import offered

SEED = "9" * 32


def next_round(state: State) -> None:
    """End the round where it stands and deal the next one."""
    state.pending = ROUND_OVER
    apply(state, 0, NEXT_ROUND, seed=SEED)


@pytest.mark.parametrize("key", [key for key, item in SETTINGS.items() if item.takes_effect is TakesEffect.AT_ONCE])
def test_most_changes_hold_at_once(key: str) -> None:
    state = start_match(preset("modern"), 3, SEED)
    for value in offered(key):
        change_rule(state, key, value)
        assert state.rules.value(key) == state.next_rules.value(key) == value
    next_round(state)
    assert state.rules.value(key) == value


@pytest.mark.parametrize(
    "key", ["hand_size", "decks", "shuffle_wilds", "custom_wilds", "first_card", "match_format", "rounds"]
)
def test_what_belongs_to_the_deal_waits_for_it(key: str) -> None:
    state = start_match(OFFICIAL, 3, SEED)
    official, other = SETTINGS[key].values[0], offered(key)[1]
    change_rule(state, key, other)
    assert state.rules == OFFICIAL and state.next_rules.value(key) == other
    view = view_for(state, 0)
    assert (view.rules.value(key), view.next_rules.value(key)) == (official, other)
    next_round(state)
    assert state.rules == state.next_rules and state.rules.value(key) == other


def test_the_next_deal_is_made_as_voted() -> None:
    state = start_match(OFFICIAL, 2, SEED)
    for key, value in (("hand_size", 10), ("decks", 2), ("shuffle_wilds", 2)):
        change_rule(state, key, value)
    assert [len(hand) for hand in state.hands] == [7, 7]
    next_round(state)
    assert [len(hand) for hand in state.hands] == [10, 10]
    cards = state.draw + state.discard + state.hands[0] + state.hands[1]
    assert len(cards) == 220 and cards.count(WS) == 4


@pytest.mark.parametrize(("key", "value"), [("match_format", "penalty"), ("rounds", 3)])
def test_format_and_rounds_are_too_late_once_the_second_round_is_dealt(key: str, value: str | int) -> None:
    state = start_match(OFFICIAL, 2, SEED)
    state.pending = ROUND_OVER
    change_rule(state, key, value)
    apply(state, 0, NEXT_ROUND, seed=SEED)
    before = state.to_dict()
    with pytest.raises(BadRules) as refusal:
        change_rule(state, key, SETTINGS[key].values[0])
    assert (refusal.value.problem, refusal.value.key) == ("too_late", key)
    assert state.to_dict() == before


@pytest.mark.parametrize(
    ("seats", "key", "value", "problem", "named"),
    [
        (10, "hand_size", 10, "too_many_cards", "hand_size"),
        (2, "hand_size", 16, "out_of_range", "hand_size"),
        (2, "stacking", "sometimes", "unknown_value", "stacking"),
        (2, "no_such_rule", "on", "unknown_key", "no_such_rule"),
        (2, "custom_text", "x" * 121, "too_long", "custom_text"),
    ],
)
def test_a_change_that_makes_the_set_up_impossible_is_refused(
    seats: int, key: str, value: str | int, problem: str, named: str
) -> None:
    state = start_match(OFFICIAL, seats, SEED)
    before = state.to_dict()
    with pytest.raises(BadRules) as refusal:
        change_rule(state, key, value)
    assert (refusal.value.problem, refusal.value.key) == (problem, named)
    assert state.to_dict() == before


def test_two_votes_that_do_not_go_together_are_refused_together() -> None:
    state = start_match(OFFICIAL, 2, SEED)
    change_rule(state, "hand_size", 12)
    with pytest.raises(BadRules):
        change_rule(state, "hand_limit", 10)
    change_rule(state, "hand_limit", 15)
    assert state.rules.hand_limit == 15 and state.rules.hand_size == 7


def test_the_table_is_told_of_a_change() -> None:
    told: list[Event] = []
    state = start_match(preset("mayhem"), 2, SEED)
    change_rule(state, "hand_limit", "off", told.append)
    change_rule(state, "decks", 1, told.append)
    assert told == [
        Event(Happened.RULE_CHANGED, setting="hand_limit", value="off"),
        Event(Happened.RULE_CHANGED, setting="decks", value="1"),
    ]


def test_a_waiting_penalty_is_answered_under_the_settings_in_force_then() -> None:
    state = seated(["rD r1 r2", "bD b1 b2"], "r5", "y1 y2 y3 y4 y5")
    make(state, 0, "rD")
    assert legal_moves(state, 1) == [TAKE]
    change_rule(state, "stacking", "same")
    assert parse_move("bD") in legal_moves(state, 1)
    make(state, 1, "bD")
    assert (state.pending, state.turn, state.penalty) == (PENALTY, 0, 4)
    change_rule(state, "after_penalty", "keep")
    make(state, 0, TAKE)
    assert state.turn == 0 and DRAW in legal_moves(state, 0)


def test_challenges_may_be_voted_away_and_back_while_one_is_possible() -> None:
    state = seated(["W4 r1 b2", "b1 b2 b3"], "r5", "y1 y2 y3 y4 y5")
    make(state, 0, "W4>g")
    assert CHALLENGE in legal_moves(state, 1)
    change_rule(state, "wild_draw_four", "anytime")
    assert CHALLENGE not in legal_moves(state, 1)
    change_rule(state, "wild_draw_four", "challenge")
    make(state, 1, CHALLENGE)
    assert len(state.hands[0]) == 6 and state.turn == 1


def test_a_bluff_is_judged_by_the_settings_in_force_at_the_challenge() -> None:
    state = seated(["W4 W b2", "b1 b2 b3"], "r5", "y1 y2 y3 y4 y5 y6")
    make(state, 0, "W4>g")
    change_rule(state, "wilds_match_colour", "on")
    make(state, 1, CHALLENGE)
    assert len(state.hands[0]) == 6, "the plain wild counts as a card of the colour now"


@pytest.mark.parametrize("value", ["auto", "off"])
def test_nobody_can_be_caught_once_calls_are_voted_away(value: str) -> None:
    state = seated(["r1 g2", "b1 b2"], "r5", "y1 y2 y3 y4")
    make(state, 0, "r1")
    assert state.exposed_seats() == [0]
    change_rule(state, "uno_call", value)
    assert state.exposed_seats() == []
    assert state.seats_with_uno() == ([0] if value == "auto" else [])
    change_rule(state, "uno_call", "call")
    assert state.exposed_seats() == [], "what was let go stays so"


def test_a_hand_over_a_voted_limit_is_knocked_out_by_its_next_drawn_card() -> None:
    state = seated(["r1 " * 12, "b1 b2", "b3 b4"], "g5", "y1 y2 y3")
    change_rule(state, "hand_limit", 10)
    assert state.is_active(0)
    make(state, 0, DRAW)
    assert [seat for seat, _ in state.knocked_out] == [0] and state.turn == 1


def test_the_pace_may_change_in_the_middle_of_a_draw() -> None:
    state = seated(
        ["b1 b2", "b3 b4"], "g5", "y1 y2 r7 g1 y3", HouseRules(draw_pace="one_by_one", draw_mode="until_playable")
    )
    make(state, 0, DRAW)
    change_rule(state, "draw_pace", "together")
    make(state, 0, DRAW)
    assert len(state.hands[0]) == 6 and state.drawn == state.hands[0][-1]


def test_a_vote_after_the_draw_may_force_the_play() -> None:
    state = seated(["b1 b2", "b3 b4"], "g5", "g1 y3")
    make(state, 0, DRAW)
    change_rule(state, "drawn_card", "must_play")
    assert all(isinstance(move, Move) and move.cards for move in legal_moves(state, 0) if move.code() != "u")


def test_a_drawn_card_that_a_vote_keeps_from_fitting_is_passed_on() -> None:
    state = seated(["b1 r2", "b3 b4"], "b5", "W4 y3", HouseRules(drawn_card="must_play"))
    make(state, 0, DRAW)
    change_rule(state, "wild_draw_four", "only_without")
    assert [move.code() for move in legal_moves(state, 0)] == ["p"]


def test_a_draw_begun_is_as_long_as_it_was_whatever_is_voted_in_the_middle() -> None:
    """Where rules.md is open: the number of cards belongs to the action, which is not over yet."""
    state = seated(["b1 b2", "b3 b4"], "g5", "y1 y2 r7 y3", HouseRules(draw_pace="one_by_one", draw_mode="three"))
    make(state, 0, DRAW)
    change_rule(state, "draw_mode", "one")
    make(state, 0, DRAW)
    assert state.turn == 0
    make(state, 0, DRAW)
    assert state.turn == 1 and len(state.hands[0]) == 5
