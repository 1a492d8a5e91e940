"""The levels of computer players (product.md 5).

``choose`` answers the decision that the table awaits from a seat, ``react`` what a seat
does out of turn: jump in, catch, call late. Both pick from ``view.legal`` and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from random import Random
from typing import Final

from app.computer.outlook import Outlook
from app.computer.weighing import MANY, MOVING, PLAIN, TWO, Weigher, Weights, shortlist
from app.engine.cards import SYMBOL_OF, WS
from app.engine.moves import CALL, Do, Move
from app.engine.views import TableView


class Level(StrEnum):
    """How well a computer plays."""

    EASY = auto()
    NORMAL = auto()
    HARD = auto()


@dataclass(frozen=True, slots=True)
class Habits:
    """What makes one level different from another."""

    two: Weights
    """How it weighs with two seats left in the round."""
    many: Weights
    """How it weighs with more."""
    moving: Weights
    """How it weighs where house rules make hands change owners."""
    whim: float
    """By how many cards its judgement of a move may be off."""
    forgets: float
    """How often it forgets to call UNO, or to catch somebody."""
    jumps: float
    """How often it sees that it could jump in."""
    challenges: float
    """How often it thinks of challenging."""
    may_hold_back: bool
    """Whether it would ever draw, or take a penalty, with a play at hand."""


HABITS: Final = {
    Level.EASY: Habits(PLAIN, PLAIN, PLAIN, whim=3.0, forgets=0.3, jumps=0.35, challenges=0.3, may_hold_back=False),
    Level.NORMAL: Habits(PLAIN, PLAIN, PLAIN, whim=1.0, forgets=0.05, jumps=0.75, challenges=0.7, may_hold_back=True),
    Level.HARD: Habits(TWO, MANY, MOVING, whim=0.01, forgets=0.0, jumps=1.0, challenges=1.0, may_hold_back=True),
}

_DECISIONS: Final = frozenset({Do.PLAY, Do.DRAW, Do.PASS, Do.TAKE, Do.CHALLENGE})


def choose(view: TableView, level: Level, rng: Random) -> Move:
    """The move that a computer makes when the table waits for its seat.

    UNO is called first, as a move of its own. Raises ``ValueError`` when nothing is open
    to the seat.
    """
    moves = [move for move in view.legal if move.do in _DECISIONS]
    if not moves:
        raise ValueError("nothing to decide")
    habits = HABITS[level]
    may_call = CALL in view.legal and rng.random() >= habits.forgets
    if may_call and is_exposed(view):
        return CALL
    picked = _pick(view, moves, habits, rng)
    return CALL if may_call and leaves_one(view, picked) else picked


def react(view: TableView, level: Level, rng: Random) -> Move | None:
    """What a computer does although the table does not wait for its seat; ``None`` for nothing.

    Ask once for each new situation: what a level overlooks, it overlooks for good.
    """
    habits = HABITS[level]
    if view.turn == view.seat:
        return _catch(view, habits, rng)
    if CALL in view.legal and rng.random() >= habits.forgets:
        return CALL
    return _catch(view, habits, rng) or _jump_in(view, habits, rng)


def fallback(view: TableView) -> Move:
    """A sensible legal move without any thought, for when a policy fails or is late."""
    order = (Do.PLAY, Do.TAKE, Do.DRAW, Do.PASS)
    return min((move for move in view.legal if move.do in order), key=lambda move: order.index(move.do))


def leaves_one(view: TableView, move: Move) -> bool:
    """Whether the move leaves its seat with one card, for which it must have called UNO."""
    if move.do is not Do.PLAY or len(view.hand) - len(move.cards) != 1:
        return False
    return not _moves_hands(view, move)


def is_exposed(view: TableView) -> bool:
    """Whether the viewer can be caught now."""
    return view.seat is not None and view.seats[view.seat].exposed


def _moves_hands(view: TableView, move: Move) -> bool:
    symbol = SYMBOL_OF[move.cards[0]]
    return symbol == WS or symbol in Outlook(view).law.moves_hands


def _pick(view: TableView, moves: list[Move], habits: Habits, rng: Random) -> Move:
    moves = _considered(moves, habits, rng)
    if len(moves) == 1:
        return moves[0]
    weigher = weigher_for(view, habits)
    return max(shortlist(moves), key=lambda move: weigher.worth(move) + habits.whim * rng.random())


def weigher_for(view: TableView, habits: Habits) -> Weigher:
    """The scales of a level for one view."""
    look = Outlook(view)
    if look.law.moves_hands:
        return Weigher(look, habits.moving)
    return Weigher(look, habits.two if len(look.around) == 1 else habits.many)


def _considered(moves: list[Move], habits: Habits, rng: Random) -> list[Move]:
    """The moves of which the level thinks at all."""
    bold = rng.random() < habits.challenges
    plays = any(move.do is Do.PLAY for move in moves)
    passive = plays and not habits.may_hold_back
    return [
        move
        for move in moves
        if (bold or move.do is not Do.CHALLENGE) and not (passive and move.do in (Do.DRAW, Do.TAKE, Do.PASS))
    ]


def _catch(view: TableView, habits: Habits, rng: Random) -> Move | None:
    catches = [move for move in view.legal if move.do is Do.CATCH]
    return catches[0] if catches and rng.random() >= habits.forgets else None


def _jump_in(view: TableView, habits: Habits, rng: Random) -> Move | None:
    """The best jump-in, if it is better than to wait."""
    jumps = [move for move in view.legal if move.do is Do.PLAY]
    if not jumps or rng.random() >= habits.jumps:
        return None
    weigher = weigher_for(view, habits)
    worth, place = max((weigher.worth(move), -place) for place, move in enumerate(jumps))
    return jumps[-place] if worth > weigher.stay() else None
