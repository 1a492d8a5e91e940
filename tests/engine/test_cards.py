"""rules.md 1: the cards, the decks and what a card left in a hand counts."""

from collections import Counter

import pytest

from app.engine.cards import KINDS, code, codes, colour_of, deck, deck_size, parse, parse_all, points, symbol_of


def test_one_deck_holds_108_cards() -> None:
    cards = Counter(code(card) for card in deck(1, 0, 0))
    assert cards.total() == 108
    for colour in "rygb":
        assert cards[colour + "0"] == 1
        assert all(cards[colour + symbol] == 2 for symbol in "123456789SRD")
        assert sum(count for written, count in cards.items() if written[0] == colour) == 25
    assert cards["W"] == cards["W4"] == 4
    assert cards["WS"] == cards["WC"] == 0


@pytest.mark.parametrize(("shuffle_wilds", "custom_wilds"), [(0, 1), (1, 0), (1, 3), (2, 3)])
def test_special_wilds_are_added(shuffle_wilds: int, custom_wilds: int) -> None:
    cards = Counter(deck(1, shuffle_wilds, custom_wilds))
    assert cards - Counter(deck(1, 0, 0)) == Counter({parse("WS"): shuffle_wilds, parse("WC"): custom_wilds})


def test_two_decks_double_everything() -> None:
    one, two = Counter(deck(1, 1, 3)), Counter(deck(2, 1, 3))
    assert two == one + one


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("specials", [(0, 0), (1, 3), (2, 1)])
def test_the_size_of_a_deck_is_known_without_making_it(decks: int, specials: tuple[int, int]) -> None:
    assert deck_size(decks, *specials) == len(deck(decks, *specials))


@pytest.mark.parametrize(
    ("written", "value"),
    [("r0", 0), ("y1", 1), ("g5", 5), ("b9", 9), ("rS", 20), ("yR", 20), ("gD", 20), ("W", 50), ("W4", 50)],
)
@pytest.mark.parametrize("special", [40, 50])
def test_values_left_in_hand(written: str, value: int, special: int) -> None:
    assert points(parse(written), special) == value


@pytest.mark.parametrize("written", ["WS", "WC"])
def test_special_wilds_count_what_the_table_says(written: str) -> None:
    assert points(parse(written), 40) == 40
    assert points(parse(written), 50) == 50


def test_every_card_has_a_code_of_its_own() -> None:
    assert [parse(code(card)) for card in KINDS] == list(KINDS)
    assert parse_all(codes(KINDS)) == list(KINDS)
    assert (colour_of(parse("g7")), symbol_of(parse("g7"))) == (2, 7)


@pytest.mark.parametrize("text", ["", "r", "5", "r10", "R5", "x5", "w4", "W5", "r5 ", "WW", "\udcff", "r" * 10_000_000])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        parse(text)
