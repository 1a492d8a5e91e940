"""Positions laid out by hand, for tests that look at one situation."""

from typing import Any

from app.engine.cards import COLOUR_OF, parse, parse_all
from app.engine.house_rules import HouseRules
from app.engine.match import apply
from app.engine.moves import Event, Move, parse_move
from app.engine.state import State

SEED = "0123456789abcdef" * 2


def seated(hands: list[str], top: str, draw: str = "", rules: HouseRules | None = None, **fields: Any) -> State:
    """A table with these hands, top card and draw pile (next card first); seat 0 is on turn."""
    state = State(rules or HouseRules(), len(hands), SEED)
    state.hands = [parse_all(hand) for hand in hands]
    state.discard = [parse(top)]
    state.colour = COLOUR_OF[parse(top)]
    state.draw = parse_all(draw)[::-1]
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def make(state: State, seat: int, move: Move | str) -> list[Event]:
    """Make a move (given as it is written in records) and return what the table is told."""
    told: list[Event] = []
    apply(state, seat, parse_move(move) if isinstance(move, str) else move, told.append)
    return told
