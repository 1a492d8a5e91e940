"""Cards and colours in words, for people who read and people who listen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.cards import DRAW_TWO, REVERSE, SKIP, W4, WC, WS, W, colour_of, is_wild, symbol_of
from app.text.translator import Translator, mark

_COLOURS: Final = (mark("red"), mark("yellow"), mark("green"), mark("blue"), mark("any colour"))
_COLOUR_TITLES: Final = (mark("Red"), mark("Yellow"), mark("Green"), mark("Blue"), mark("Any colour"))
_MARKS: Final = (mark("circle"), mark("triangle"), mark("square"), mark("diamond"))
_HEROES: Final = (mark("rabbit"), mark("goose"), mark("mushroom"), mark("snail knight"))
_SYMBOLS: Final = {SKIP: mark("Skip"), REVERSE: mark("Reverse"), DRAW_TWO: mark("Draw Two")}
_WILDS: Final = {
    W: mark("Wild"),
    W4: mark("Wild Draw Four"),
    WS: mark("Wild Shuffle Hands"),
    WC: mark("Wild Custom"),
}


def colour_name(colour: int, tr: Translator) -> str:
    """A colour within a sentence: "red"; "any colour" for ``NO_COLOUR``."""
    return tr.t(_COLOURS[colour])


def colour_title(colour: int, tr: Translator) -> str:
    """A colour on a button or as a heading: "Red"."""
    return tr.t(_COLOUR_TITLES[colour])


def mark_name(colour: int, tr: Translator) -> str:
    """The mark that every card of a colour bears: "circle"."""
    return tr.t(_MARKS[colour])


def hero_name(colour: int, tr: Translator) -> str:
    """The hero of a colour: "rabbit"."""
    return tr.t(_HEROES[colour])


def symbol_name(symbol: int, tr: Translator) -> str:
    """A number, an action or a wild without its colour: "7", "Skip", "Wild"."""
    if symbol < SKIP:
        return str(symbol)
    return tr.t(_WILDS[symbol] if is_wild(symbol) else _SYMBOLS[symbol])


def card_name(card: int, tr: Translator) -> str:
    """A card: "green Skip", "red 5", "Wild Draw Four"."""
    name = symbol_name(symbol_of(card), tr)
    if is_wild(card):
        return name
    return tr.p("card", "{colour} {symbol}", colour=colour_name(colour_of(card), tr), symbol=name)


def card_list(cards: Sequence[int], tr: Translator) -> str:
    """Several cards in one phrase: "red 5, green 5 and Wild"."""
    return tr.list([card_name(card, tr) for card in cards])


def card_label(card: int, tr: Translator, fits: bool = False, drawn: bool = False, selected: int = 0) -> str:
    """What a screen reader says of a card in the hand: "green Skip, fits".

    ``selected`` is the card's number in the order of play, from 1; 0 when it is not selected.
    """
    parts = [card_name(card, tr)]
    if selected:
        parts.append(tr.t("selected as number {number}", number=selected))
    if drawn:
        parts.append(tr.t("just drawn"))
    if fits:
        parts.append(tr.p("the card may be played", "fits"))
    return tr.p("between the parts of a card's label", ", ").join(parts)
