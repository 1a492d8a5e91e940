"""The catalogues are complete, and the tool that says so can be trusted."""

import pytest
from babel.messages.catalog import Catalog, Message

from app.text.translator import LANGUAGES as SPOKEN
from tools.catalogue import LANGUAGES, complaints, complaints_about, missing, placeholders


def test_every_sentence_of_the_code_exists_in_every_language() -> None:
    assert list(complaints()) == []


def test_the_tool_and_the_product_speak_the_same_languages() -> None:
    assert LANGUAGES == SPOKEN


@pytest.mark.parametrize(
    ("source", "translation", "complaint"),
    [
        ("Hello {name}", "やあ {name}", ""),
        ("Hello {name}", "", "not translated"),
        ("Hello {name}", "やあ", "placeholders"),
        ("Hello {name}", "やあ {naem}", "placeholders"),
        ("Hello", "やあ {name}", "placeholders"),
        ("{points:+d}", "{points}", "placeholders"),
        ("Hello {name}", "やあ {name", "malformed"),
        (("{count} card", "{count} cards"), ("{count}枚",), ""),
        (("one card", "{count} cards"), ("{count}枚",), ""),
        (("{count} card of {name}", "{count} cards of {name}"), ("{count}枚",), "placeholders"),
    ],
)
def test_a_faulty_translation_is_named(
    source: str | tuple[str, str], translation: str | tuple[str, ...], complaint: str
) -> None:
    found = list(complaints_about(Message(source, translation)))
    assert len(found) == bool(complaint)
    assert "".join(found).startswith(complaint)


def test_a_fuzzy_translation_is_named() -> None:
    assert list(complaints_about(Message("Hello", "やあ", flags=("fuzzy",)))) == ["fuzzy"]


def test_a_plural_form_left_empty_is_missing() -> None:
    catalogue = Catalog("en")
    catalogue.add(("{count} card", "{count} cards"), ("{count} card", ""))
    assert len(list(missing(catalogue))) == 1


def test_placeholders_keep_their_formats() -> None:
    assert placeholders("{name} {points:+d} {{}}") == {"name", "points:+d"}
