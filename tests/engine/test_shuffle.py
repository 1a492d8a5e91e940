"""Shuffles are the same everywhere and for ever, and favour no order.

The seeds are fixed, so the counts are as well: these tests cannot fail by bad luck.
"""

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from app.engine.shuffle import number_below, shuffle_in_place, stream

SEED = "00112233445566778899aabbccddeeff"


def shuffled(count: int, seed: str, shuffle: int = 0) -> list[int]:
    """The order into which that many cards come."""
    cards = list(range(count))
    shuffle_in_place(cards, seed, shuffle)
    return cards


def by_the_recipe(count: int, seed: str, shuffle: int) -> list[int]:
    """The recipe in the docstring of shuffle.py again, as plainly as a reader would write it."""
    cards, block, waiting = list(range(count)), 0, b""
    for i in range(count - 1, 0, -1):
        n = i + 1
        size = 1 if n <= 256 else 2
        while True:
            while len(waiting) < size:
                waiting += sha256((seed + ":" + str(shuffle) + ":" + str(block)).encode("utf-8")).digest()
                block += 1
            number, waiting = int.from_bytes(waiting[:size], "big"), waiting[size:]
            if number < 256**size // n * n:
                break
        j = number % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_the_order_of_ten_cards_is_written_down() -> None:
    assert shuffled(10, SEED, 0) == [6, 9, 8, 5, 0, 3, 1, 2, 7, 4]
    assert shuffled(10, SEED, 1) == [7, 2, 3, 1, 9, 4, 5, 6, 0, 8]
    assert shuffled(10, "f" * 32, 0) == [2, 7, 6, 5, 4, 0, 1, 3, 9, 8]


def test_the_order_of_a_whole_deck_is_written_down() -> None:
    assert (
        sha256(bytes(shuffled(108, SEED))).hexdigest()
        == "9efcc076bee15d0052b65d800f231ad1b473c0c627af84d74ccb1c2edd41d9ff"
    )
    assert (
        sha256(bytes(shuffled(226, SEED, 12))).hexdigest()
        == "37c177411a52e06040ff4da6a6515dd2409c54e46959ce4c57a8cf519c30fe04"
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3, 107, 108, 112, 216, 226, 256, 257, 300, 1_000])
@pytest.mark.parametrize("shuffle", [0, 1, 10, 999])
def test_the_recipe_gives_the_same_order(count: int, shuffle: int) -> None:
    assert shuffled(count, SEED, shuffle) == by_the_recipe(count, SEED, shuffle)


def test_the_stream_goes_on_over_its_blocks() -> None:
    two_blocks = sha256(f"{SEED}:3:0".encode()).digest() + sha256(f"{SEED}:3:1".encode()).digest()
    assert bytes(islice(stream(SEED, 3), 64)) == two_blocks


def test_bytes_too_large_for_an_even_share_are_passed_over() -> None:
    assert number_below(iter([255, 250, 242]), 10) == 2
    assert number_below(iter([250, 249]), 10) == 9
    assert number_below(iter([255]), 256) == 255
    assert number_below(iter([255]), 1) == 0
    assert number_below(iter([255, 255, 1, 5]), 1_000) == 261


def test_every_order_of_four_cards_comes_equally_often() -> None:
    orders = Counter(tuple(shuffled(4, f"{number:032x}")) for number in range(4_800))
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7, "0.1 % of fair shuffles exceed this"


def test_every_card_comes_to_every_place_equally_often() -> None:
    places = [Counter[int]() for _ in range(108)]
    for number in range(2_160):
        for place, card in enumerate(shuffled(108, SEED, number)):
            places[place][card] += 1
    squares = sum((places[place][card] - 20) ** 2 / 20 for place in range(108) for card in range(108))
    assert 10_900 < squares < 12_000, "107 * 107 degrees of freedom, three standard deviations of 151 to each side"


@pytest.mark.parametrize(("seed", "shuffle"), [(SEED, 1), (SEED[:-1] + "e", 0), (SEED.upper(), 0)])
def test_another_seed_or_number_gives_another_order(seed: str, shuffle: int) -> None:
    assert shuffled(108, seed, shuffle) != shuffled(108, SEED, 0)
