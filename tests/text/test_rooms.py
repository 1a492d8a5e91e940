"""Everything that a room can say has a sentence in every language."""

import re

import pytest

from app.play import room_look, rooms
from app.text.rooms import WORDS, ended_text, news_text, room_problem_text, stage_text
from app.text.translator import LANGUAGES, translator

COUNTED = {"room_full": "free", "wait": "seconds"}
REFUSALS = set(re.findall(r"[a-z]+(?:_[a-z]+)+", (rooms.__doc__ or "").partition("words:")[2])) | {"kicked"}
NEWS = set((room_look.__doc__ or "").partition("``News``:")[2].replace("``", "").replace(".", "").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_what_is_the_matter(language: str) -> None:
    tr = translator(language)
    params = {"high": 3, "low": 2, "free": 0, "seconds": 20, "minutes": 2}
    unread = room_problem_text("no such word", {}, tr)
    assert len(REFUSALS) > 20
    for word in REFUSALS | WORDS:
        text = room_problem_text(word, params, tr)
        assert text and "{" not in text
        assert text != unread or word == "bad_portrait", word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_of_news_is_told(language: str) -> None:
    tr = translator(language)
    assert len(NEWS) > 15
    for word in NEWS:
        text = news_text(word, "Mia", "jump_in", "all", tr)
        assert text and "{" not in text, word
    assert news_text("not yet known", "Mia", "", "", tr) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_vote_on_a_pause_is_told_as_one(language: str) -> None:
    tr = translator(language)
    for word in ("vote_opened", "vote_refused", "vote_vetoed"):
        text = news_text(word, "Mia", "", "on", tr)
        assert text and not text.rstrip().endswith((":", "："))


@pytest.mark.parametrize("language", LANGUAGES)
def test_stages_and_ends_are_told(language: str) -> None:
    tr = translator(language)
    stages = {stage_text(stage.value, tr) for stage in room_look.Stage}
    assert len(stages) == len(room_look.Stage)
    assert ended_text("abandoned", tr) != ended_text("ended_by_host", tr)
    assert ended_text("in no known way", tr)
