"""A hint for every reason that the computers know."""

import pytest

from app.computer.explain import Why
from app.engine.cards import BLUE, parse, parse_all
from app.engine.moves import CATCH, Do, Move
from app.text.hints import advice_text, hint_text
from app.text.translator import LANGUAGES, translator

NAMES = ("Ann", "Leo", "Mia")
EN = translator("en")
SKIP = Move(Do.PLAY, (parse("gS"),))
ALL_PARAMS = {"seat": 1, "colour": BLUE, "card": parse("gS"), "own": 5, "held": 2, "percent": 80}


@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_every_reason_is_a_finished_sentence_in_every_language(why: Why, count: int) -> None:
    texts = [hint_text(why.value, ALL_PARAMS | {"count": count}, SKIP, NAMES, translator(each)) for each in LANGUAGES]
    assert len(set(texts)) == 3
    assert not any("{" in text or "  " in text for text in texts)


@pytest.mark.parametrize("do", Do)
def test_every_move_can_be_advised(do: Do) -> None:
    move = CATCH[1] if do is Do.CATCH else Move(do, SKIP.cards)
    assert len({advice_text(move, NAMES, translator(each)) for each in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (SKIP, "Play a green Skip."),
        (Move(Do.PLAY, tuple(parse_all("g5 r5"))), "Play green 5 and red 5."),
        (Move(Do.PLAY, (parse("W"),), BLUE), "Play a Wild and choose blue."),
        (Move(Do.PLAY, (parse("g7"),), target=2), "Play a green 7 and swap hands with Mia."),
        (Move(Do.PLAY, (parse("WC"),), BLUE, 2), "Play a Wild Custom, choose blue and swap hands with Mia."),
        (CATCH[1], "Catch Leo."),
    ],
)
def test_what_is_advised(move: Move, text: str) -> None:
    assert advice_text(move, NAMES, EN) == text


def test_advice_and_reason_stand_together() -> None:
    text = hint_text("stops_seat", {"seat": 1, "count": 1, "card": parse("gS")}, SKIP, NAMES, EN)
    assert text == "Play a green Skip. Leo has 1 card left and must not play next."
