"""The reason that comes with a hint names what stands out about the move."""

import pytest

from app.computer.explain import Explanation, Why, explain
from app.engine.cards import BLUE, GREEN, RED, parse
from app.engine.match import apply
from app.engine.moves import parse_move
from app.engine.state import State
from tests.computer.situations import seen, table


def why(state: State, move: str, seat: int = 0) -> Explanation:
    found = parse_move(move)
    view = seen(state, seat)
    assert found in view.legal
    return explain(view, found)


WORDS: list[tuple[State, str, Why, dict[str, int]]] = [
    (table(["r5", 4], "r1"), "r5", Why.GOES_OUT, {"card": parse("r5"), "count": 1}),
    (table(["r5 b3", 4], "r1"), "u", Why.CALL_FIRST, {}),
    (table(["b5", 4], "r1", exposed=[0]), "u", Why.CALL_LATE, {}),
    (table([4, "b5"], "r1", exposed=[1], uno_penalty=4), "x1", Why.CATCH_SEAT, {"seat": 1, "count": 4}),
    (table(["b5 b6", 4], "r1"), "d", Why.NOTHING_FITS, {}),
    (table(["r7 b6", 4, 5], "r1", seven="swap"), "d", Why.DRAW_IS_BETTER, {}),
    (table(["b5 b6", 4], "rD", penalty=(2, "D", 1)), "t", Why.NOTHING_ANSWERS, {"count": 2}),
    (table(["gD b6", 4], "rD", penalty=(2, "D", 1), stacking="same"), "t", Why.TAKE_IS_BETTER, {"count": 2}),
    (table(["b5 r7", 4], "r1", drawn="r7"), "p", Why.KEEPS_DRAWN_CARD, {"card": parse("r7")}),
    (table(["gD b6 b7", 4], "rD", penalty=(2, "D", 1), stacking="same"), "gD", Why.ANSWERS_PENALTY,
     {"card": parse("gD"), "seat": 1, "count": 4}),
    (table(["rR b6 b7", 4, 5], "rD", penalty=(2, "D", 2), deflect="both"), "rR", Why.DEFLECTS_PENALTY,
     {"card": parse("rR"), "seat": 2, "count": 2}),
    (table([5, 5, "r1 b2 b3"], "r1", jump_in="all"), "r1", Why.JUMPS_IN, {"card": parse("r1")}),
    (table(["r7 b1 b2 b3 b4", 2, 6], "r1", seven="swap"), "r7@1", Why.SWAP_SMALLER,
     {"card": parse("r7"), "seat": 1, "count": 2, "own": 4}),
    (table(["r7 b1 b2", 3, 6], "r1", seven="swap"), "r7@1", Why.SWAP_LEAST_BAD,
     {"card": parse("r7"), "seat": 1, "count": 3, "own": 2}),
    (table(["r0 b1 b2 b3 b4", 6, 2], "r1", zero="pass"), "r0", Why.HANDS_MOVE_WELL,
     {"card": parse("r0"), "count": 2, "own": 4}),
    (table(["WS b1 b2 b3 b4 b6 b8", 2, 1], "r1", shuffle_wilds=1), "WS>b", Why.SHUFFLE_HELPS,
     {"card": parse("WS"), "count": 3, "own": 6}),
    (table(["rS b1 b2 b3", 1, 4], "r1"), "rS", Why.STOPS_SEAT, {"card": parse("rS"), "seat": 1, "count": 1}),
    (table(["rR b1 b2 b3", 1, 4], "r1"), "rR", Why.STOPS_SEAT, {"card": parse("rR"), "seat": 1, "count": 1}),
    (table(["rS b1 b2 b3", 5], "r1"), "rS", Why.PLAYS_AGAIN, {"card": parse("rS")}),
    (table(["rD b1 b2 b3", 3, 4], "r1"), "rD", Why.HITS_NEXT,
     {"card": parse("rD"), "seat": 1, "count": 2, "held": 3}),
    (table(["r5 r5 b2 b3", 5], "r1", multi_card="identical"), "r5+r5", Why.SHEDS_MANY,
     {"card": parse("r5"), "count": 2}),
    (table(["r5 W", 5, 5], "r1", going_out="no_wild"), "W>r", Why.KEEPS_LAST_CARD, {"card": parse("W")}),
    (table(["r5 b2 b3", 5], "r1"), "r5", Why.ONLY_CARD, {"card": parse("r5")}),
    (table(["W b2 b3", 5], "r1"), "W>b", Why.ONLY_WILDS, {"card": parse("W"), "colour": BLUE, "count": 2}),
    (table(["W r5 b2 b3", 5], "r1"), "W>b", Why.NAMES_COLOUR, {"card": parse("W"), "colour": BLUE, "count": 2}),
    (table(["r5 r6 W b3", 5], "r1"), "r5", Why.KEEPS_COLOUR, {"card": parse("r5"), "colour": RED, "count": 1}),
    (table(["g1 g6 r5", 5], "r1"), "g1", Why.CHANGES_COLOUR, {"card": parse("g1"), "colour": GREEN, "count": 1}),
    (table(["g1 r5 W", 5], "r1"), "r5", Why.HOLDS_WILD_BACK, {"card": parse("r5")}),
    (table(["g1 r5", 5], "r1"), "r5", Why.BEST_OF_FEW, {"card": parse("r5")}),
    (table(["r5 r5 r9 r9 b2", 5, 1], "r1", multi_card="identical", match_format="penalty"), "r9", Why.KEEPS_COLOUR,
     {"card": parse("r9"), "colour": RED, "count": 3}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "move", "word", "params"), WORDS, ids=[f"{word.value}-{move}" for _, move, word, _ in WORDS]
)
def test_the_word_and_its_params(state: State, move: str, word: Why, params: dict[str, int]) -> None:
    seat = 2 if word is Why.JUMPS_IN else 0
    assert why(state, move, seat) == Explanation(word, params)


def test_a_bluff_is_told_with_its_chance() -> None:
    state = table(["b3 b4", 10, 5], "W4", under="r3", colour=1, penalty=(4, "W4", 1))
    found = why(state, "c")
    assert found.why is Why.BLUFF_LIKELY
    assert found.params["seat"] == 1 and found.params["count"] == 10
    assert 50 < found.params["percent"] < 100


def test_a_draw_in_the_middle_of_a_penalty_has_no_choice() -> None:
    state = table(["b3 b4", 5], "rD", penalty=(4, "D", 1), draw_pace="one_by_one")
    assert why(state, "t").why is Why.NOTHING_ANSWERS
    apply(state, 0, parse_move("t"))
    assert why(state, "t").why is Why.MUST_DRAW_ON


def test_a_colour_that_the_next_seat_lacks() -> None:
    gone = "g0 g1 g1 g2 g2 g3 g3 g4 g5 g5 g6 g6 g8 g8 g9 g9 gS gS gR gR gD gD W W W W4 W4 W4 W4 r7"
    found = why(table(["g7 y7 b1 b2", "b3", 7], "r7", under=gone), "g7")
    assert found.why is Why.LACKS_COLOUR
    assert found.params["colour"] == GREEN and found.params["percent"] > 55


def test_high_cards_go_when_somebody_is_near() -> None:
    found = why(table(["rR r4 b2 b3", 5, 2], "r1"), "rR")
    assert found.why is Why.SHEDS_POINTS
    assert found.params["count"] == 20


def test_every_word_is_tested() -> None:
    tested = {word for _, _, word, _ in WORDS} | {
        Why.BLUFF_LIKELY, Why.MUST_DRAW_ON, Why.LACKS_COLOUR, Why.SHEDS_POINTS,
    }  # fmt: skip
    assert tested == set(Why)
