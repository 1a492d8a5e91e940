"""What a legal move is worth to a seat, in rough numbers of cards.

The worth of a play is a sum of small judgements: how well the rest of the hand goes on,
what a wild would have been worth later, whom an action card hurts, what a swap brings.
Everything is read from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.engine.cards import (
    COLOUR_OF,
    DRAW_TWO,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    W4,
    WC,
    WS,
    W,
    points,
)
from app.engine.moves import Do, Move
from app.engine.rulings import FITS
from app.engine.views import TableView


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each judgement counts; units are cards."""

    follow: float = 0.35
    """For each card left that would fit on what was played."""
    keep_wild: float = 1.6
    """What a plain wild in the hand is worth later."""
    keep_four: float = 2.0
    hurt: float = 0.9
    """For each card of a penalty, or lost turn, of a seat about to go out."""
    near: float = 4.0
    """A seat with this many cards or fewer is about to go out."""
    calm_hurt: float = 0.35
    """The same for a seat that is not."""
    shed: float = 1.0
    """For each further card played at once."""
    points: float = 0.01
    """For each point that leaves the hand."""
    swap: float = 1.0
    """For each card fewer after a swap or a pass."""
    again: float = 0.8
    """Playing once more at once."""
    bluff_from: int = 5
    """Challenge a seat that still held this many cards."""


PLAIN: Final = Weights()
TUNED: Final = Weights()

LEAST: Final = -1000.0


def worth(view: TableView, move: Move, weights: Weights) -> float:
    """The worth of a legal move to the viewing seat; only the order of worths matters."""
    if move.do is Do.PLAY:
        return _worth_of_play(view, move, weights)
    if move.do is Do.CHALLENGE:
        return _worth_of_challenge(view, weights)
    if move.do is Do.TAKE:
        return -1.0 * (view.penalty.amount if view.penalty else 0)
    return -1.0 if move.do is Do.DRAW else -0.2


def _worth_of_play(view: TableView, move: Move, weights: Weights) -> float:
    rest = list(view.hand)
    for card in move.cards:
        rest.remove(card)
    top = move.cards[-1]
    colour = move.colour if move.colour is not None and top >= W else COLOUR_OF[top]
    total = weights.shed * (len(move.cards) - 1)
    total += weights.points * sum(points(card, view.rules.special_wild_points) for card in move.cards)
    if not rest:
        return total + 100.0
    fits = FITS[colour][top]
    total += weights.follow * sum(card in fits and card < W for card in rest)
    total -= sum(_price(card, weights) for card in move.cards)
    total += _worth_of_effect(view, move, weights)
    return total + _worth_of_hands(view, move, len(rest), weights)


def _price(card: int, weights: Weights) -> float:
    """What a wild would be worth if it were kept."""
    if card < W:
        return 0.0
    return weights.keep_four if card == W4 else weights.keep_wild


def _worth_of_effect(view: TableView, move: Move, weights: Weights) -> float:
    symbol = SYMBOL_OF[move.cards[0]]
    count = len(move.cards)
    victim = victim_of(view, symbol)
    hurt = weights.hurt if victim is not None and view.seats[victim].cards <= weights.near else weights.calm_hurt
    if view.penalty:
        return view.penalty.amount + hurt * view.penalty.amount
    if symbol == DRAW_TWO:
        return hurt * 2 * count
    if symbol == W4:
        return hurt * 4 * count
    if symbol == SKIP:
        return hurt * count + (weights.again if count >= len(others(view)) else 0.0)
    if symbol == REVERSE:
        two = len(others(view)) == 1 and view.rules.reverse_two == "skip"
        return (hurt + weights.again if two else 0.3 * hurt) if count % 2 else 0.0
    return 0.0


def _worth_of_hands(view: TableView, move: Move, left: int, weights: Weights) -> float:
    """What swaps, passes and shuffles bring: cards fewer than before."""
    card = move.cards[0]
    symbol = SYMBOL_OF[card]
    sizes = [view.seats[seat].cards for seat in others(view)]
    if move.target is not None:
        return weights.swap * (left - view.seats[move.target].cards)
    swaps = symbol == 7 and view.rules.seven == "swap" or card == WC and view.rules.custom_effect == "swap_hands"
    if swaps and len(sizes) == 1:
        return weights.swap * (left - sizes[0])
    if symbol == 0 and view.rules.zero == "pass" or card == WC and view.rules.custom_effect == "pass_hands":
        return weights.swap * (left - sizes[-1])
    if card == WS:
        return weights.swap * (left - (left + sum(sizes)) / (1 + len(sizes)))
    return 0.0


def _worth_of_challenge(view: TableView, weights: Weights) -> float:
    penalty = view.penalty
    if penalty is None or penalty.by is None:
        return LEAST
    held = view.seats[penalty.by].cards
    return 1.0 if held >= weights.bluff_from else -1.0 * (penalty.amount + 2)


def others(view: TableView) -> list[int]:
    """The other active seats in the order of play, from the one after the viewer."""
    seat = view.seat if view.seat is not None else view.turn
    count = len(view.seats)
    order = [(seat + view.direction * step) % count for step in range(1, count)]
    return [other for other in order if view.seats[other].place is None and not view.seats[other].knocked_out]


def victim_of(view: TableView, symbol: int) -> int | None:
    """The seat that an action card of this symbol hits: the next one, after a Reverse the one before."""
    around = others(view)
    if not around:
        return None
    return around[-1] if symbol == REVERSE and view.penalty else around[0]


def best(view: TableView, moves: Sequence[Move], weights: Weights) -> Move:
    """The move of greatest worth; the first of equals."""
    return max(moves, key=lambda move: worth(view, move, weights))
