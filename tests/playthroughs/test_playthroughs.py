"""Matches written down in full, and compared word for word.

When a rule changes on purpose: ``UNO_UPDATE_PLAYTHROUGHS=1 pytest tests/playthroughs`` writes the
files again, with the same moves as long as they are legal. Read the difference before you commit it.
"""

import os
from pathlib import Path

import pytest

from app.engine.house_rules import PRESETS, SETTINGS
from app.engine.moves import Do
from tests.engine.setups import offered
from tests.playthroughs.script import Playthrough, moves_in, written

HERE = Path(__file__).parent
UPDATE = os.environ.get("UNO_UPDATE_PLAYTHROUGHS") == "1"

PLAYTHROUGHS = [
    Playthrough("official", 4, 57, rounds=2),
    Playthrough("modern", 3, 102, base="modern"),
    Playthrough("one", 2, 68, base="one"),
    Playthrough("quick", 4, 77, base="quick"),
    Playthrough("seven_o", 3, 60, base="seven_o"),
    Playthrough("mayhem", 4, 65, base="mayhem"),
    Playthrough("forced", 2, 19, 2, "one", {
        "match_format": "penalty", "target_score": 100, "hand_size": 3, "shuffle_wilds": 2, "custom_wilds": 1,
        "custom_text": "Everybody sings", "custom_effect": "others_draw", "first_card": "neutral",
        "deck_out": "end_round", "multi_card": "identical", "forced_play": "on", "going_out": "no_wild",
        "reverse_two": "turn", "draw_mode": "three", "drawn_card": "must_play", "stacking": "draw_two",
        "deflect": "reverse", "wild_draw_four": "anytime", "hand_limit": 10, "uno_call": "off",
        "turn_clock": 15, "answer_clock": 10,
    }),
    Playthrough("losers_pay", 3, 23, 2, "modern", {
        "target_score": 200, "losers_pay": "on", "hand_size": 7, "custom_effect": "play_again", "multi_card": "doubles",
        "going_out": "no_action", "drawn_card": "keep", "stacking": "draw_four", "deflect": "skip",
        "wild_draw_four": "only_without", "after_penalty": "keep", "hand_limit": 15, "uno_penalty": 4,
        "turn_clock": 30, "answer_clock": 15,
    }),
    Playthrough("large_hands", 2, 58, 1, "modern", {
        "target_score": 300, "hand_size": 15, "custom_effect": "swap_hands", "jump_in": "numbers",
        "stacking": "upward", "hand_limit": 20, "turn_clock": 60, "answer_clock": 40,
    }),
    Playthrough("to_the_last", 4, 11, 1, "official", {
        "match_format": "last_standing", "rounds": 3, "hand_size": 5, "custom_wilds": 3,
        "custom_effect": "pass_hands", "draw_mode": "three", "hand_limit": 10, "turn_clock": 90,
    }),
    Playthrough("first_of_five", 3, 38, 2, "quick", {
        "rounds": 5, "hand_size": 10, "multi_card": "same_symbol", "stacking": "any", "deflect": "both",
        "uno_call": "call",
    }),
]  # fmt: skip


def file_of(played: Playthrough) -> Path:
    return HERE / f"{played.name}.txt"


@pytest.mark.parametrize("played", PLAYTHROUGHS, ids=lambda played: played.name)
def test_playthrough(played: Playthrough) -> None:
    path = file_of(played)
    known = moves_in(path.read_text(encoding="utf-8")) if path.exists() else []
    found = written(played, known)
    if UPDATE:
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_there_is_a_playthrough_for_each_preset() -> None:
    plain = {played.base for played in PLAYTHROUGHS if not played.changes}
    assert plain == set(PRESETS)


@pytest.mark.parametrize("key", SETTINGS)
def test_every_value_of_a_setting_occurs_in_some_playthrough(key: str) -> None:
    found = {played.rules.value(key) for played in PLAYTHROUGHS}
    assert found >= set(offered(key))


def test_every_kind_of_move_occurs_in_some_playthrough() -> None:
    texts = [file_of(played).read_text(encoding="utf-8") for played in PLAYTHROUGHS]
    assert {move.do for text in texts for _, move in moves_in(text)} == set(Do)


def test_no_file_is_left_over() -> None:
    assert set(HERE.glob("*.txt")) == {file_of(played) for played in PLAYTHROUGHS}
