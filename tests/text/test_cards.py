"""Cards in words."""

import pytest

from app.engine.cards import COLOURS, KINDS, NO_COLOUR, parse
from app.text.cards import card_label, card_list, card_name, colour_name, colour_title, hero_name, mark_name
from app.text.translator import LANGUAGES, translator


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("r5", ["red 5", "赤の5", "5 สีแดง"]),
        ("gS", ["green Skip", "緑のスキップ", "ข้าม สีเขียว"]),
        ("yR", ["yellow Reverse", "黄のリバース", "ย้อนทิศ สีเหลือง"]),
        ("bD", ["blue Draw Two", "青のドロー2", "จั่วสอง สีน้ำเงิน"]),
        ("W", ["Wild", "ワイルド", "ไวลด์"]),
        ("W4", ["Wild Draw Four", "ワイルドドロー4", "ไวลด์จั่วสี่"]),
        ("WS", ["Wild Shuffle Hands", "シャッフルワイルド", "ไวลด์สลับมือ"]),
        ("WC", ["Wild Custom", "カスタムワイルド", "ไวลด์กำหนดเอง"]),
    ],
)
def test_names(code: str, names: list[str]) -> None:
    assert [card_name(parse(code), translator(language)) for language in LANGUAGES] == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_colour_has_a_name_of_its_own(language: str) -> None:
    tr = translator(language)
    assert len({card_name(card, tr) for card in KINDS}) == len(KINDS)
    for words in (colour_name, colour_title, hero_name, mark_name):
        assert len({words(colour, tr) for colour in COLOURS}) == 4
    assert colour_name(NO_COLOUR, tr)


def test_a_label_says_what_may_be_done_with_the_card() -> None:
    card, tr = parse("gS"), translator("en")
    assert card_label(card, tr) == "green Skip"
    assert card_label(card, tr, fits=True) == "green Skip, fits"
    assert card_label(card, tr, fits=True, drawn=True) == "green Skip, just drawn, fits"
    assert card_label(card, tr, selected=2) == "green Skip, selected as number 2"


def test_several_cards_in_one_phrase() -> None:
    cards = [parse("r5"), parse("g5"), parse("W")]
    assert card_list(cards, translator("en")) == "red 5, green 5 and Wild"
