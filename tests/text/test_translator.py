"""Languages, their choice, and how sentences are filled in."""

import pytest

from app.text.translator import LANGUAGE_NAMES, LANGUAGES, language_from_header, translator


def test_a_translator_is_made_once_and_english_stands_in_for_the_unknown() -> None:
    assert translator("th") is translator("th")
    assert translator("tlh") is translator("en")
    assert [translator(language).language for language in LANGUAGES] == ["en", "ja", "th"]
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ja", "ja"),
        ("th-TH,th;q=0.9,en;q=0.8", "th"),
        ("de-DE,de;q=0.9,ja;q=0.5,en;q=0.4", "ja"),
        ("en;q=0.4, JA-jp;q=0.6", "ja"),
        ("th;q=0, en", "en"),
        ("th;q=oops, ja;q=0.1", "ja"),
        ("th;q=nan, ja;q=0.1", "ja"),
        ("fr, *", "en"),
        (",;,;q=1,-", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_browser_names_its_language(header: str | None, language: str) -> None:
    assert language_from_header(header) == language


def test_a_sentence_unknown_to_the_catalogues_stays_as_it_is() -> None:
    assert translator("ja").t("Nobody ever says {what}.", what="this") == "Nobody ever says this."


def test_braces_in_a_name_are_only_text() -> None:
    assert translator("en").t("{name} passed.", name="{count}") == "{count} passed."


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_english_counts(count: int, text: str) -> None:
    assert translator("en").n("{count} card", "{count} cards", count) == text


def test_lists_read_as_in_each_language() -> None:
    assert translator("en").list([]) == ""
    assert translator("en").list(["a"]) == "a"
    assert translator("en").list(["a", "b", "c"]) == "a, b and c"
    assert translator("ja").list(["あ", "い", "う"]) == "あ、い、う"
    assert translator("th").list(["ก", "ข"]) == "ก และ ข"


def test_places() -> None:
    assert [translator(language).place(2) for language in LANGUAGES] == ["2nd", "2位", "ที่ 2"]
