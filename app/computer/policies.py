"""The levels of computer players (product.md 5).

``choose`` answers the decision that the table awaits from a seat, ``react`` what a seat
does out of turn: jump in, catch, call late. Both pick from ``view.legal`` and nothing else.
"""

from __future__ import annotations

from enum import StrEnum, auto
from random import Random
from typing import Final

from app.computer.weighing import PLAIN, TUNED, Weights, best, worth
from app.engine.cards import COLOUR_OF
from app.engine.moves import CALL, Do, Move
from app.engine.views import TableView


class Level(StrEnum):
    """How well a computer plays."""

    EASY = auto()
    NORMAL = auto()
    HARD = auto()


_FORGETS: Final = {Level.EASY: 0.3, Level.NORMAL: 0.05, Level.HARD: 0.0}
"""How often a level forgets to call UNO, or to catch somebody."""
_JUMPS: Final = {Level.EASY: 0.35, Level.NORMAL: 0.75, Level.HARD: 1.0}
"""How often a level sees that it could jump in."""


def choose(view: TableView, level: Level, rng: Random) -> Move:
    """The move that a computer makes when the table waits for its seat.

    UNO is called first, as a move of its own. Raises ``ValueError`` when nothing is open
    to the seat.
    """
    moves = [move for move in view.legal if move.do in _DECISIONS]
    if not moves:
        raise ValueError("nothing to decide")
    picked = _PICK[level](view, moves, rng)
    if CALL in view.legal and _will_hold_one(view, picked) and rng.random() >= _FORGETS[level]:
        return CALL
    return picked


_DECISIONS: Final = frozenset({Do.PLAY, Do.DRAW, Do.PASS, Do.TAKE, Do.CHALLENGE})


def react(view: TableView, level: Level, rng: Random) -> Move | None:
    """What a computer does although the table does not wait for its seat; ``None`` for nothing.

    Ask once for each new situation: what a level overlooks, it overlooks for good.
    """
    if CALL in view.legal and view.turn != view.seat and rng.random() >= _FORGETS[level]:
        return CALL
    catches = [move for move in view.legal if move.do is Do.CATCH]
    if catches and rng.random() >= _FORGETS[level]:
        return catches[0]
    jumps = [move for move in view.legal if move.do is Do.PLAY] if view.turn != view.seat else []
    if jumps and rng.random() < _JUMPS[level]:
        picked = best(view, jumps, TUNED)
        return picked if worth(view, picked, TUNED) > 0 else None
    return None


def fallback(view: TableView) -> Move:
    """A sensible legal move without any thought, for when a policy fails or is late."""
    order = (Do.PLAY, Do.TAKE, Do.DRAW, Do.PASS)
    return min((move for move in view.legal if move.do in order), key=lambda move: order.index(move.do))


def _will_hold_one(view: TableView, move: Move) -> bool:
    return move.do is Do.PLAY and len(view.hand) - len(move.cards) == 1


def _pick_easy(view: TableView, moves: list[Move], rng: Random) -> Move:
    """Any card that fits, wilds not held back, a colour it likes; it seldom challenges."""
    plays = [move for move in moves if move.do is Do.PLAY]
    if not plays:
        return _without_choice(moves, rng, challenge=0.15)
    cards = rng.choice(sorted({move.cards for move in plays}))
    options = [move for move in plays if move.cards == cards]
    if rng.random() < 0.5:
        return rng.choice(options)
    return max(options, key=lambda move: _held(view, move.colour))


def _held(view: TableView, colour: int | None) -> int:
    return sum(COLOUR_OF[card] == colour for card in view.hand)


def _without_choice(moves: list[Move], rng: Random, challenge: float) -> Move:
    bold = [move for move in moves if move.do is Do.CHALLENGE]
    if bold and rng.random() < challenge:
        return bold[0]
    return next(move for move in moves if move.do is not Do.CHALLENGE)


def _pick_weighed(view: TableView, moves: list[Move], rng: Random, weights: Weights, noise: float) -> Move:
    return max(moves, key=lambda move: worth(view, move, weights) + noise * rng.random())


def _pick_normal(view: TableView, moves: list[Move], rng: Random) -> Move:
    return _pick_weighed(view, moves, rng, PLAIN, noise=0.8)


def _pick_hard(view: TableView, moves: list[Move], rng: Random) -> Move:
    return _pick_weighed(view, moves, rng, TUNED, noise=0.01)


_PICK: Final = {Level.EASY: _pick_easy, Level.NORMAL: _pick_normal, Level.HARD: _pick_hard}
