"""One sentence for every refusal about accounts, in every language."""

import pytest

from app.text.accounts import WORDS, account_problem_text
from app.text.translator import LANGUAGES, translator

PARAMS = {"low": 15, "high": 256, "seconds": 40}
EN = translator("en")


@pytest.mark.parametrize("word", sorted(WORDS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_finished_sentence(language: str, word: str) -> None:
    text = account_problem_text(word, PARAMS, translator(language))
    assert text.strip() == text != ""
    assert "{" not in text and "}" not in text
    assert language == "en" or text != account_problem_text(word, PARAMS, EN)


def test_short_waits_are_told_in_seconds_and_long_ones_in_whole_minutes() -> None:
    assert account_problem_text("wait", {"seconds": 0}, EN).endswith("in 1 second.")
    assert account_problem_text("wait", {"seconds": 45}, EN).endswith("in 45 seconds.")
    assert account_problem_text("wait", {"seconds": 121}, EN).endswith("in 3 minutes.")


def test_limits_are_named() -> None:
    assert "15 characters" in account_problem_text("password_too_short", {"low": 15}, EN)
    assert "2 megabytes" in account_problem_text("picture_too_big", {"high": 2}, EN)


@pytest.mark.parametrize("word", ["no_such_word", "", "wait", "password_too_short"])
def test_what_is_not_understood_is_told_as_a_form_that_could_not_be_read(word: str) -> None:
    assert account_problem_text(word, {}, EN) == account_problem_text("bad_form", {}, EN)
