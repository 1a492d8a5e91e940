"""Cards as small integers, and the words for them (rules.md 1).

A card is an integer from 0 to 55, its *kind*. Coloured cards are
``colour * 13 + symbol``; the four wilds follow. Two cards of one kind are the same
card for every purpose of the game, so no other identity exists. Integers make the
state cheap to copy and the matching rules a look-up (see ``compiled.py``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

RED: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BLUE: Final = 3
NO_COLOUR: Final = 4
"""Colour in play when any card may be played."""

COLOURS: Final = (RED, YELLOW, GREEN, BLUE)
COLOUR_NAMES: Final = ("red", "yellow", "green", "blue")

SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
SYMBOLS_PER_COLOUR: Final = 13

W: Final = 52
W4: Final = 53
WS: Final = 54
WC: Final = 55
WILDS: Final = (W, W4, WS, WC)
KINDS: Final = tuple(range(56))

_SYMBOL_CODES: Final = "0123456789SRD"
_CODES: Final = (
    *(colour + symbol for colour in "rygb" for symbol in _SYMBOL_CODES),
    "W",
    "W4",
    "WS",
    "WC",
)
_KIND_BY_CODE: Final = {code_: kind for kind, code_ in enumerate(_CODES)}

COLOUR_OF: Final = tuple(kind // SYMBOLS_PER_COLOUR if kind < W else NO_COLOUR for kind in KINDS)
"""Colour of each kind; ``NO_COLOUR`` for wilds."""
SYMBOL_OF: Final = tuple(kind % SYMBOLS_PER_COLOUR if kind < W else kind for kind in KINDS)
"""Symbol of each kind; a wild is its own symbol."""


def colour_of(card: int) -> int:
    """The colour of a card, ``NO_COLOUR`` for a wild."""
    return COLOUR_OF[card]


def symbol_of(card: int) -> int:
    """The symbol of a card: 0 to 9, ``SKIP``, ``REVERSE``, ``DRAW_TWO``, or the wild itself."""
    return SYMBOL_OF[card]


def is_wild(card: int) -> bool:
    """True for W, W4, WS and WC."""
    return card >= W


def is_number(card: int) -> bool:
    """True for the cards 0 to 9."""
    return SYMBOL_OF[card] < SKIP


def code(card: int) -> str:
    """The written form of a card: ``r5``, ``gS``, ``W4``."""
    return _CODES[card]


def codes(cards: list[int] | tuple[int, ...]) -> str:
    """Several cards written with spaces between them."""
    return " ".join(_CODES[card] for card in cards)


def parse(text: str) -> int:
    """The card written as ``text``.

    Raises ``ValueError`` when there is no such card.
    """
    try:
        return _KIND_BY_CODE[text]
    except KeyError:
        raise ValueError(f"no such card: {text!r}") from None


def parse_all(text: str) -> list[int]:
    """The cards written in ``text``, separated by spaces; an empty text is no cards."""
    return [parse(word) for word in text.split()]


def points(card: int, special_wild_points: int) -> int:
    """What a card left in a hand counts (rules.md 1)."""
    symbol = SYMBOL_OF[card]
    if symbol < SKIP:
        return symbol
    if symbol < W:
        return 20
    return 50 if symbol in (W, W4) else special_wild_points


@lru_cache(maxsize=64)
def deck(decks: int, shuffle_wilds: int, custom_wilds: int) -> tuple[int, ...]:
    """The full deck in a fixed order (rules.md 1)."""
    one = [kind for kind in range(W) for _ in range(1 if SYMBOL_OF[kind] == 0 else 2)]
    one += [W] * 4 + [W4] * 4 + [WS] * shuffle_wilds + [WC] * custom_wilds
    return tuple(one * decks)


def deck_size(decks: int, shuffle_wilds: int, custom_wilds: int) -> int:
    """How many cards ``deck`` holds, without making it."""
    return decks * (108 + shuffle_wilds + custom_wilds)
