"""What notices say in every language."""

import pytest

from app.text.notices import KINDS, notice_action, notice_text
from app.text.translator import LANGUAGES, translator

PARAMS = {"name": "Mia", "code": "ABC-DEF", "count": "3", "host": "Noa"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sentence_with_its_texts_and_a_way(kind: str, language: str) -> None:
    tr = translator(language)
    text = notice_text(kind, PARAMS, tr)
    assert notice_action(kind, tr)
    for name in {"name", "host", "code", "count"} & set(KINDS[kind].params) - (
        {"code"} if kind == "room_invitation" or KINDS[kind].named else set()
    ):
        assert PARAMS[name] in text
    if language != "en":
        assert text != notice_text(kind, PARAMS, translator("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_room_is_called_after_its_host_and_by_its_code_where_nobody_is(language: str) -> None:
    tr = translator(language)
    for kind in ("room_started", "your_turn"):
        assert "Noa" in notice_text(kind, {"code": "", "host": "Noa"}, tr)
        assert "ABC-DEF" in notice_text(kind, {"code": "ABC-DEF"}, tr)


def test_what_cannot_be_said_is_an_empty_text() -> None:
    tr = translator("en")
    assert notice_text("unheard_of", PARAMS, tr) == ""
    assert notice_text("friend_request", {}, tr) == ""


def test_a_name_is_never_read_as_a_placeholder() -> None:
    assert notice_text("friend_request", {"name": "{code}"}, translator("en")) == "{code} asks to be your friend."
