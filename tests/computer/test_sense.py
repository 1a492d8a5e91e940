"""What a sensible player does in situations that leave little doubt, under many house rules."""

from typing import Any

import pytest

from app.computer.outlook import Outlook
from app.computer.policies import Level
from app.engine.moves import CALL, CATCH
from app.engine.views import view_for
from tests.computer.situations import always, chosen, reaction, table

EVERY = list(Level)
THINKING = [Level.NORMAL, Level.HARD]


@pytest.mark.parametrize("level", EVERY)
@pytest.mark.parametrize(("hand", "out"), [("r5", "r5"), ("W", "W>"), ("W4", "W4>")])
def test_goes_out_when_it_can(level: Level, hand: str, out: str) -> None:
    assert all(move.startswith(out) for move in always(table([hand, 3, 4], "r1"), level))


@pytest.mark.parametrize("level", EVERY)
def test_draws_when_nothing_fits(level: Level) -> None:
    assert always(table(["b5 g6", 7], "r1"), level) == {"d"}


@pytest.mark.parametrize("level", EVERY)
def test_plays_rather_than_draws(level: Level) -> None:
    assert "d" not in always(table(["r5 g6 g7", 7], "r1"), level)


def test_holds_wilds_back() -> None:
    assert always(table(["r5 r7 W W4 g6", 7, 7], "r1"), Level.HARD) <= {"r5", "r7"}


def test_names_the_colour_held_most() -> None:
    assert chosen(table(["W g1 g4 g7 b2", 5, 5], "r5")) == "W>g"


def test_strikes_a_seat_about_to_go_out() -> None:
    assert chosen(table(["r5 r7 rS b3 g2", 1, 7], "r1")) == "rS"
    assert chosen(table(["r5 r7 rD b3 g2", 1, 7], "r1")) == "rD"
    assert chosen(table(["r5 r7 rR b3 g2", 1, 7], "r1")) == "rR"


def test_a_reverse_is_not_turned_towards_a_seat_about_to_go_out() -> None:
    assert chosen(table(["r5 rR b3 g2 g4", 7, 1], "r1")) == "r5"


def test_with_two_seats_it_plays_all_it_can_before_it_ends() -> None:
    """A Skip gives the turn back: Skip, Skip and the last card go in one turn."""
    state = table(["rS bS b4", 1], "r1")
    assert chosen(state) == "rS"


# Several cards at once


def test_sheds_many() -> None:
    assert chosen(table(["r5 r5 r5 g2 g3", 4, 4], "r1", multi_card="identical")) == "r5+r5+r5"
    assert chosen(table(["r5 g5 b5 y5 b2 b7 b9", 4, 4], "r1", multi_card="same_symbol")).endswith("b5")


def test_goes_out_with_several_cards() -> None:
    assert chosen(table(["r5 g5 b5", 4, 4], "r1", multi_card="same_symbol")).count("+") == 2


# Penalties


@pytest.mark.parametrize("level", EVERY)
@pytest.mark.parametrize(
    ("hand", "top", "kind", "rules"),
    [
        ("gD b3 b4 b5", "rD", "D", {"stacking": "same"}),
        ("W4 b3 b4 b5", "rD", "D", {"stacking": "upward"}),
        ("rS b3 b4 b5", "rD", "D", {"deflect": "skip"}),
        ("rR b3 b4 b5", "rD", "D", {"deflect": "both"}),
    ],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_never_takes_what_it_can_answer(
    level: Level, hand: str, top: str, kind: str, rules: dict[str, Any], seats: int
) -> None:
    state = table([hand, *[5] * (seats - 1)], top, penalty=(4, kind, 1), **rules)
    assert not {"t", "c"} & always(state, level)


def test_an_answer_beats_a_doubtful_challenge() -> None:
    state = table(["W4 b3 b4 b5", 2, 5], "W4", under="r3", colour=1, penalty=(4, "W4", 1), stacking="same")
    assert chosen(state).startswith("W4")


def test_challenges_a_large_hand_and_believes_a_small_one() -> None:
    large = table(["b3 b4 b5", 14, 5], "W4", under="r3", colour=1, penalty=(4, "W4", 1))
    small = table(["b3 b4 b5", 1, 5], "W4", under="r3", colour=1, penalty=(4, "W4", 1))
    assert chosen(large) == "c"
    assert chosen(small) == "t"


def test_never_challenges_where_no_bluff_was_possible() -> None:
    """With no colour in play every Wild Draw Four is honest."""
    state = table(["b3 b4 b5", 14, 5], "W4", under="W", colour=1, penalty=(4, "W4", 1))
    assert chosen(state) == "t"


@pytest.mark.parametrize("seats", [2, 4])
def test_believes_a_seat_that_has_been_honest_whenever_it_was_challenged(seats: int) -> None:
    state = table(["b3 b4 b5", *[7] * (seats - 1)], "W4", under="r3", colour=1, penalty=(4, "W4", 1))
    assert chosen(state) == "c"
    state.honest = (0, 6, *[0] * (seats - 2))
    assert chosen(state) == "t"
    state.honest = (6, 0, *[6] * (seats - 2))
    assert chosen(state) == "c", "what others did tells nothing of this one"


def test_a_bluff_once_seen_makes_honesty_less_convincing() -> None:
    state = table(["b3 b4 b5", 7], "W4", under="r3", colour=1, penalty=(4, "W4", 1))
    chances = []
    for bluffs, honest in [(0, 0), (0, 1), (0, 3), (0, 6), (1, 0), (1, 1), (1, 6)]:
        state.bluffs, state.honest = (0, bluffs), (0, honest)
        chances.append(Outlook(view_for(state, 0)).chance_of_bluff(0.35))
    none, one, three, six, caught, even, seldom = chances
    assert none > one > three > six > 0
    assert 1 > caught > none and even == none and none > seldom > six


def test_takes_what_it_cannot_answer() -> None:
    for level in EVERY:
        assert always(table(["b3 b4", 5], "rD", penalty=(2, "D", 1), stacking="same"), level) == {"t"}


# Hands that move


def test_swaps_with_the_smallest_hand() -> None:
    state = table(["r7 b1 b2 b3 b4 b5", 6, 2, 3], "r1", seven="swap")
    for level in THINKING:
        assert always(state, level) == {"r7@2"}


def test_never_swaps_a_small_hand_for_a_larger_one_if_avoidable() -> None:
    state = table(["r7 r2 b3", 6, 7, 8], "r1", seven="swap")
    for level in THINKING:
        assert always(state, level) == {"r2"}
    assert chosen(table(["r7 b3", 6, 7, 8], "r1", seven="swap", uno_call="off")) == "d"


def test_a_forced_swap_takes_the_least_bad_hand() -> None:
    assert chosen(table(["r7 b3", 6, 4, 8], "r1", seven="swap", forced_play="on")) == "r7@2"


def test_passes_hands_when_it_gets_the_smaller_one() -> None:
    good = table(["r0 r5 b1 b2 b3 b4", 6, 1], "r1", zero="pass")
    bad = table(["r0 r5 b1", 6, 9], "r1", zero="pass")
    assert chosen(good) == "r0"
    assert chosen(bad) == "r5"


def test_shuffles_hands_when_its_own_is_large_and_not_when_it_is_small() -> None:
    assert chosen(table(["WS b1 b2 b3 b4 b6 r9 r8", 2, 1], "r1", shuffle_wilds=1)).startswith("WS")
    assert chosen(table(["WS r2 b3", 9, 9], "r1", shuffle_wilds=1)) == "r2"


def test_swaps_by_a_custom_wild_too() -> None:
    state = table(["WC b1 b2 b3 b4 b6 r9", 6, 2], "r1", custom_wilds=1, custom_effect="swap_hands")
    assert chosen(state).endswith("@2")


# The end of a hand


@pytest.mark.parametrize(
    ("going_out", "hand", "first"),
    [("no_action", "r5 rS", "rS"), ("no_action", "r5 W", "W>r"), ("no_wild", "r5 W", "W>r")],
)
def test_keeps_a_card_with_which_it_may_end(going_out: str, hand: str, first: str) -> None:
    assert chosen(table([hand, 5, 5], "r1", going_out=going_out, uno_call="off")) == first


def test_does_not_draw_towards_its_knock_out() -> None:
    state = table(["W b1 b2 b3 b4 b6 b8 b9 g2", 5, 5], "r5", hand_limit=10, draw_mode="until_playable")
    for level in EVERY:
        assert all(move.startswith("W>") for move in always(state, level))


def test_gets_rid_of_what_counts_when_somebody_is_about_to_go_out() -> None:
    state = table(["r9 r1 b4 g3", 5, 1], "r5", match_format="penalty")
    assert chosen(state) == "r9"


# Drawn cards


def test_plays_a_drawn_card_that_helps() -> None:
    assert chosen(table(["b1 b2 r5", 5, 5], "r1", drawn="r5")) == "r5"


def test_keeps_a_drawn_card_that_would_only_hurt() -> None:
    assert chosen(table(["b1 r7", 9, 9], "r1", drawn="r7", seven="swap", uno_call="off")) == "p"


# UNO


@pytest.mark.parametrize("seats", [2, 3])
def test_calls_before_it_plays(seats: int) -> None:
    hands: list[str | int] = ["r5 b3", *[5] * (seats - 1)]
    assert chosen(table(hands, "r1")) == "u"
    assert chosen(table(hands, "r1", called=True)) == "r5"


def test_calls_before_several_cards_leave_one() -> None:
    assert chosen(table(["r5 g5 b5 y2", 5], "r1", multi_card="same_symbol")) == "u"


def test_does_not_call_for_a_hand_that_it_gives_away() -> None:
    assert chosen(table(["r7 b3", 1, 5], "r1", seven="swap", forced_play="on")) == "r7@1"


def test_calls_late_when_its_turn_comes_round() -> None:
    assert chosen(table(["b5", 5], "r1", exposed=[0])) == "u"


def test_easy_forgets_at_times_and_hard_never_does() -> None:
    state = table(["r5 b3", 5], "r1")
    assert always(state, Level.EASY) == {"u", "r5"}
    assert always(state, Level.HARD) == {"u"}


def test_catches() -> None:
    state = table([5, "b5", 5], "r1", exposed=[1])
    assert reaction(state, 2) == CATCH[1]
    assert reaction(state, 0) == CATCH[1]
    moods = [reaction(state, 2, Level.EASY, mood) for mood in range(40)]
    assert {CATCH[1], None} == set(moods)


def test_calls_late_out_of_turn() -> None:
    assert reaction(table([5, "b5", 5], "r1", exposed=[1]), 1) == CALL


# Jump-ins


def test_jumps_in_where_it_helps() -> None:
    state = table([5, 5, "r1 b3 b4"], "r1", jump_in="all")
    move = reaction(state, 2)
    assert move is not None and move.code() == "r1"


def test_does_not_jump_in_to_give_a_good_hand_away() -> None:
    assert reaction(table([8, 8, "r7 b3"], "r7", jump_in="all", seven="swap"), 2) is None


def test_nothing_to_do_out_of_turn() -> None:
    assert reaction(table([5, 5, 5], "r1", jump_in="all"), 2) is None


def test_a_seat_with_nothing_open_has_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        chosen(table([5, 5], "r1"), seat=1)


# Colours that others lack


def test_hard_names_a_colour_that_the_next_seat_lacks() -> None:
    """Two colours are held alike; of one of them all but two cards are seen."""
    gone = "g0 g1 g1 g2 g2 g3 g3 g4 g5 g5 g6 g6 g8 g8 g9 g9 gS gS gR gR gD gD"
    state = table(["W y7 y8 g4 g7", "b1", 7], "r5", under=gone)
    assert chosen(state) == "W>g"
