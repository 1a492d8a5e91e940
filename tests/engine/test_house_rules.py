"""rules.md 11: every setting with its values, the presets, and what is refused of rule sets from outside."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.house_rules import (
    OFFICIAL,
    PRESETS,
    SETTINGS,
    BadRules,
    HouseRules,
    TakesEffect,
    check_setup,
    idle_because,
    preset,
    preset_of,
)
from app.engine.match import start_match
from tests.engine.setups import can_be_dealt, rule_sets

TABLE = """
match_format points penalty first_out last_standing
target_score 500 100 200 300
rounds 1 3 5
losers_pay off on
special_wild_points 40 50
hand_size 7
decks 1 2
shuffle_wilds 0 1 2
custom_wilds 0 1 3
custom_text
custom_effect note others_draw play_again swap_hands pass_hands
first_card apply neutral numbers
deck_out reshuffle end_round
multi_card off identical same_symbol doubles
jump_in off numbers all
forced_play off on
going_out any no_wild no_action
reverse_two skip turn
draw_mode one three until_playable
drawn_card may_play must_play keep
draw_pace together one_by_one
stacking off draw_two draw_four same upward any
deflect off reverse skip both
wild_draw_four challenge anytime only_without
wilds_match_colour off on
after_penalty lose keep
seven off swap
zero off pass
hand_limit off 10 15 20 25
uno_call call auto off
uno_penalty 2 4
turn_clock off 15 30 45 60 90
answer_clock off 10 15 25 40
"""

SEED = "5" * 32


def test_the_settings_are_those_of_the_table() -> None:
    listed = {}
    for line in TABLE.strip().splitlines():
        key, *values = line.split()
        listed[key] = values
    found = {key: [str(setting.written(value)) for value in setting.values] for key, setting in SETTINGS.items()}
    assert found == {**listed, "custom_text": [""]}
    assert [setting.section for setting in SETTINGS.values()] == sorted(
        (setting.section for setting in SETTINGS.values()), key=list(type(SETTINGS["decks"].section)).index
    )


def test_the_presets_are_those_of_the_table() -> None:
    assert {key: rules.to_dict() for key, rules in PRESETS.items()} == {
        "official": {},
        "modern": {
            "shuffle_wilds": 1,
            "custom_wilds": 3,
            "special_wild_points": 50,
            "first_card": "numbers",
            "wilds_match_colour": "on",
        },
        "one": {"first_card": "numbers", "draw_pace": "one_by_one", "turn_clock": 45, "answer_clock": 25},
        "quick": {"match_format": "first_out", "hand_size": 5, "draw_mode": "until_playable", "uno_call": "auto"},
        "seven_o": {"seven": "swap", "zero": "pass", "jump_in": "all", "stacking": "same"},
        "mayhem": {
            "match_format": "last_standing",
            "decks": 2,
            "shuffle_wilds": 1,
            "multi_card": "same_symbol",
            "jump_in": "all",
            "draw_mode": "until_playable",
            "stacking": "any",
            "deflect": "both",
            "seven": "swap",
            "zero": "pass",
            "hand_limit": 25,
        },
    }


def test_a_preset_is_known_again_and_a_changed_one_is_not() -> None:
    assert [preset_of(preset(key)) for key in PRESETS] == list(PRESETS)
    assert preset_of(preset("one").with_value("seven", "swap")) is None
    assert preset("one").with_value("seven", "swap").changed(preset("one")) == ("seven",)
    with pytest.raises(BadRules):
        preset("none")


def test_votes_wait_for_the_next_round_where_the_rules_say_so() -> None:
    waiting = {key for key, setting in SETTINGS.items() if setting.takes_effect is TakesEffect.NEXT_ROUND}
    early = {key for key, setting in SETTINGS.items() if setting.takes_effect is TakesEffect.BEFORE_ROUND_TWO}
    assert waiting == {"hand_size", "decks", "shuffle_wilds", "custom_wilds", "first_card"}
    assert early == {"match_format", "rounds"}


@pytest.mark.parametrize(
    ("rules", "seats", "problem", "key", "most"),
    [
        ({}, 1, "bad_seats", "", 10),
        ({}, 11, "bad_seats", "", 10),
        ({"hand_size": 15}, 7, "too_many_cards", "hand_size", 14),
        ({"hand_size": 10}, 10, "too_many_cards", "hand_size", 9),
        ({"hand_size": 10, "hand_limit": 10}, 2, "limit_too_low", "hand_size", 9),
        ({"hand_size": 15, "hand_limit": 15}, 2, "limit_too_low", "hand_size", 14),
    ],
)
def test_a_set_up_that_cannot_be_dealt_names_the_setting_to_lower(
    rules: dict[str, Any], seats: int, problem: str, key: str, most: int
) -> None:
    with pytest.raises(BadRules) as refusal:
        start_match(HouseRules.from_dict(rules), seats, SEED)
    assert (refusal.value.problem, refusal.value.key) == (problem, key)
    assert refusal.value.params["high"] == most


@given(rule_sets(), st.integers(0, 12))
def test_a_set_up_is_refused_exactly_when_a_card_for_each_seat_would_be_missing(rules: HouseRules, seats: int) -> None:
    if 2 <= seats <= 10 and can_be_dealt(rules, seats):
        check_setup(rules, seats)
        return
    with pytest.raises(BadRules) as refusal:
        check_setup(rules, seats)
    if refusal.value.key:
        lower = rules.with_value("hand_size", max(3, refusal.value.params["high"]))
        assert lower.hand_size < rules.hand_size


@given(rule_sets())
def test_a_rule_set_survives_being_stored(rules: HouseRules) -> None:
    stored = rules.to_dict()
    assert HouseRules.from_dict(stored) == rules
    assert set(stored) == set(rules.changed())
    assert all(OFFICIAL.with_value(key, value).value(key) == rules.value(key) for key, value in stored.items())


def test_an_old_rule_set_has_the_official_value_for_what_it_lacks() -> None:
    assert HouseRules.from_dict({"seven": "swap"}) == OFFICIAL.with_value("seven", "swap")
    assert HouseRules.from_dict({}) == OFFICIAL


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("no_such_rule", "on", "unknown_key"),
        ("", "on", "unknown_key"),
        ("x" * 10_000_000, "on", "unknown_key"),
        (7, "on", "unknown_key"),
        ("stacking", "sometimes", "unknown_value"),
        ("stacking", "x" * 10_000_000, "unknown_value"),
        ("stacking", "\ud800", "unknown_value"),
        ("stacking", 1, "unknown_value"),
        ("stacking", True, "wrong_kind"),
        ("stacking", None, "wrong_kind"),
        ("stacking", ["any"], "wrong_kind"),
        ("stacking", {}, "wrong_kind"),
        ("target_score", 49, "out_of_range"),
        ("target_score", 1001, "out_of_range"),
        ("target_score", 10**1000, "out_of_range"),
        ("target_score", "500", "wrong_kind"),
        ("target_score", 500.0, "wrong_kind"),
        ("hand_size", 2, "out_of_range"),
        ("hand_size", 16, "out_of_range"),
        ("decks", 3, "unknown_value"),
        ("hand_limit", 5, "unknown_value"),
        ("hand_limit", False, "wrong_kind"),
        ("decks", True, "wrong_kind"),
        ("custom_text", "x" * 121, "too_long"),
        ("custom_text", "x" * 10_000_000, "too_long"),
        ("custom_text", "\ud800", "bad_text"),
        ("custom_text", "two\nlines", "bad_text"),
        ("custom_text", "\u202eturned", "bad_text"),
        ("custom_text", "\0", "bad_text"),
        ("custom_text", 5, "wrong_kind"),
    ],
)
def test_a_bad_value_is_refused_by_name(key: Any, value: Any, problem: str) -> None:
    with pytest.raises(BadRules) as refusal:
        HouseRules.from_dict({key: value})
    assert refusal.value.problem == problem
    assert refusal.value.key in (key, "")
    assert problem == "unknown_key" or refusal.value.key == key
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("stored", [None, [], "stacking", 7, {str(number): 1 for number in range(100_000)}])
def test_what_is_no_rule_set_is_refused(stored: Any) -> None:
    with pytest.raises(BadRules):
        HouseRules.from_dict(stored)


@given(st.dictionaries(st.sampled_from(list(SETTINGS)) | st.text(max_size=5), st.none() | st.integers() | st.text()))
def test_nonsense_is_refused_or_read_as_something_that_can_be_stored(stored: dict[str, Any]) -> None:
    try:
        rules = HouseRules.from_dict(stored)
    except BadRules:
        return
    assert HouseRules.from_dict(rules.to_dict()) == rules


def test_a_number_that_is_off_is_written_off() -> None:
    assert preset("mayhem").with_value("hand_limit", "off").hand_limit == 0
    assert OFFICIAL.with_value("turn_clock", 0) == OFFICIAL
    assert preset("one").with_value("turn_clock", "off").to_dict()["answer_clock"] == 25


@pytest.mark.parametrize(
    ("rules", "key", "word"),
    [
        ({"match_format": "first_out"}, "target_score", "format"),
        ({"match_format": "penalty"}, "losers_pay", "format"),
        ({}, "rounds", "format"),
        ({}, "special_wild_points", "no_special_wilds"),
        ({"shuffle_wilds": 1}, "special_wild_points", None),
        ({}, "custom_effect", "no_custom_wilds"),
        ({"wild_draw_four": "anytime"}, "wilds_match_colour", "anytime"),
        ({"forced_play": "on"}, "drawn_card", "forced"),
        ({"uno_call": "auto"}, "uno_penalty", "no_call"),
        ({}, "stacking", None),
    ],
)
def test_a_setting_that_changes_nothing_says_why(rules: dict[str, Any], key: str, word: str | None) -> None:
    assert idle_because(HouseRules.from_dict(rules), key) == word
