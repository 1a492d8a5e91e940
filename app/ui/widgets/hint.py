"""A hint in one sentence: what the Hard computer would do, and why."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.cards import COLOURS, DRAW_TWO, SKIP, W4, colour_of, is_wild, symbol_of
from app.engine.moves import Do, Move
from app.engine.views import TableView
from app.text.cards import card_list, colour_name
from app.text.translator import Translator

FEW_CARDS = 3
"""Cards at which a seat is about to go out."""


def hint_text(move: Move, view: TableView, names: Sequence[str], tr: Translator) -> str:
    """One sentence about ``move``, the advice for the viewer of ``view``."""
    match move.do:
        case Do.PLAY:
            return _of_play(move, view, names, tr)
        case Do.DRAW:
            return tr.t("Draw: nothing better can be done.") if view.fits else tr.t("Draw: nothing in your hand fits.")
        case Do.PASS:
            return tr.t("Pass: the card you drew is worth more later.")
        case Do.TAKE:
            return tr.t("Take the penalty: you cannot answer it well.")
        case Do.CHALLENGE:
            return tr.t("Challenge: a bluff is likely.")
        case Do.CATCH if move.target is not None:
            return tr.t("Catch {name} before the moment has passed.", name=names[move.target])
        case _:
            return tr.t("Call UNO now, or the others may catch you.")


def _of_play(move: Move, view: TableView, names: Sequence[str], tr: Translator) -> str:
    cards = card_list(move.cards, tr)
    if move.colour is not None:
        colour = colour_name(move.colour, tr)
        if move.colour == _longest_colour(view):
            return tr.t("Play {cards} and choose {colour}: you hold most of it.", cards=cards, colour=colour)
        return tr.t("Play {cards} and choose {colour}: it hurts the others most.", cards=cards, colour=colour)
    if move.target is not None:
        return tr.t("Play {cards} and swap with {name}.", cards=cards, name=names[move.target])
    next_seat = _next(view)
    if _hits(move.cards[-1]) and view.seats[next_seat].cards <= FEW_CARDS:
        return tr.t("Play {cards}: {name} is about to go out.", cards=cards, name=names[next_seat])
    if colour_of(move.cards[-1]) == _longest_colour(view):
        return tr.t("Play {cards}: you hold most of its colour.", cards=cards)
    return tr.t("Play {cards}: it keeps your better cards for later.", cards=cards)


def _hits(card: int) -> bool:
    return card == W4 or SKIP <= symbol_of(card) <= DRAW_TWO


def _longest_colour(view: TableView) -> int:
    """The colour of which the viewer holds most."""
    held = [colour_of(card) for card in view.hand if not is_wild(card)]
    return max(COLOURS, key=held.count)


def _next(view: TableView) -> int:
    """The seat that plays after the viewer."""
    seat = view.turn
    while True:
        seat = (seat + view.direction) % len(view.seats)
        if view.seats[seat].place is None and not view.seats[seat].knocked_out:
            return seat
