"""A gentle sentence for everything that is refused."""

import pytest

from app.engine.house_rules import SETTINGS, BadRules, HouseRules, check_setup, idle_because
from app.engine.moves import Reason
from app.text.reasons import idle_text, name_problem_text, problem_text, reason_text
from app.text.translator import LANGUAGES, translator

PROBLEMS = [
    BadRules("wrong_kind", "rounds"),
    BadRules("out_of_range", "target_score", low=50, high=1000),
    BadRules("unknown_value", "rounds"),
    BadRules("unknown_key", "colour_of_the_table"),
    BadRules("too_long", "custom_text", high=120),
    BadRules("bad_text", "custom_text"),
    BadRules("too_late", "rounds"),
    BadRules("no_change", "rounds"),
    BadRules("too_many_cards", "hand_size", high=9),
    BadRules("limit_too_low", "hand_size", high=9),
    BadRules("bad_seats", low=2, high=10),
    BadRules("bad_code"),
]
NAMES = ("empty", "too_long", "bad_characters", "taken")


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_explained_in_every_language(reason: Reason) -> None:
    assert len({reason_text(reason, translator(language)) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_refusals_sound_alike(language: str) -> None:
    assert len({reason_text(reason, translator(language)) for reason in Reason}) == len(Reason)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda bad: bad.problem)
def test_every_problem_of_a_rule_set_is_explained(problem: BadRules) -> None:
    texts = {problem_text(problem, translator(language)) for language in LANGUAGES}
    assert len(texts) == 3
    assert not any("{" in text for text in texts)


@pytest.mark.parametrize("given", ["", "500.5", "many", None, 7_000])
def test_whatever_is_no_number_that_is_allowed_is_answered_with_those_that_are(given: object) -> None:
    with pytest.raises(BadRules) as refused:
        HouseRules().with_value("target_score", given)
    assert problem_text(refused.value, translator("en")) == "Choose a whole number from 50 to 1000."


def test_a_set_up_that_cannot_be_dealt_says_how_to_repair_it() -> None:
    with pytest.raises(BadRules) as refused:
        check_setup(HouseRules(hand_size=15), 10)
    assert "at most 9 cards each" in problem_text(refused.value, translator("en"))


def test_every_idle_setting_says_why() -> None:
    rules = HouseRules(wild_draw_four="anytime", forced_play="on", uno_call="off")
    by_place = HouseRules(match_format="first_out")
    words = {idle_because(each, key) for each in (rules, by_place) for key in SETTINGS} - {None}
    assert words == {"format", "no_special_wilds", "no_custom_wilds", "anytime", "forced", "no_call"}
    for word in words:
        assert word is not None
        assert len({idle_text(word, translator(language)) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("word", NAMES)
def test_every_bad_name_is_explained(word: str) -> None:
    texts = {name_problem_text(word, translator(language), longest=12) for language in LANGUAGES}
    assert len(texts) == 3
    assert word != "too_long" or all("12" in text for text in texts)
