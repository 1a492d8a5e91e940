"""Tables in the middle of a round, for asking a computer what it would do."""

from collections.abc import Sequence
from random import Random
from typing import Any

from app.computer.policies import Level, choose, react
from app.engine.cards import COLOUR_OF, DRAW_TWO, W4, deck, parse, parse_all
from app.engine.house_rules import HouseRules
from app.engine.moves import Move
from app.engine.state import DRAWN, PENALTY, State
from app.engine.views import TableView, view_for

FILLER = "b1 b2 b3 b4 b6 b8 b9 g1 g2 g3 g4 g6 g8 g9 y1 y2 y3 y4"
"""Cards of seats whose cards nobody sees anyway."""


def table(
    hands: Sequence[str | int],
    top: str,
    *,
    under: str = "",
    colour: int | None = None,
    turn: int = 0,
    penalty: tuple[int, str, int] | None = None,
    drawn: str | None = None,
    exposed: Sequence[int] = (),
    called: bool = False,
    **rules: Any,
) -> State:
    """A table whose hands are written out, or just so many cards. Everything else is in the draw pile.

    ``penalty`` is an amount, ``D`` or ``W4`` (which can be challenged) and the seat that played it;
    ``drawn`` the card that the seat on turn has just drawn; ``called`` whether it has called early.
    """
    state = State(HouseRules(**rules), len(hands), "0123456789abcdef")
    state.hands = [_hand(hand) for hand in hands]
    state.discard = [*parse_all(under), parse(top)]
    state.colour = COLOUR_OF[parse(top)] if colour is None else colour
    state.turn = turn
    rest = list(deck(state.rules.decks, state.rules.shuffle_wilds, state.rules.custom_wilds)) * 2
    for card in [*state.discard, *(card for hand in state.hands for card in hand)]:
        rest.remove(card)
    state.draw = rest[::2]
    if penalty is not None:
        amount, kind, state.penalty_by = penalty
        state.penalty = amount
        state.penalty_kind = {"D": DRAW_TWO, "W4": W4}[kind]
        state.challengeable = kind == "W4"
        state.pending = PENALTY
    if drawn is not None:
        state.drawn = parse(drawn)
        state.pending = DRAWN
        state.acted = True
    state.early_call = called
    state.exposed = sum(1 << seat for seat in exposed)
    return state


def _hand(hand: str | int) -> list[int]:
    return parse_all(FILLER)[:hand] if isinstance(hand, int) else parse_all(hand)


def seen(state: State, seat: int = 0) -> TableView:
    """What a seat sees."""
    return view_for(state, seat)


def chosen(state: State, seat: int = 0, level: Level = Level.HARD) -> str:
    """What a computer does on its turn, written as in records."""
    return choose(seen(state, seat), level, Random(1)).code()


def always(state: State, level: Level, seat: int = 0) -> set[str]:
    """What a computer may do, over many moods."""
    return {choose(seen(state, seat), level, Random(mood)).code() for mood in range(40)}


def reaction(state: State, seat: int, level: Level = Level.HARD, mood: int = 1) -> Move | None:
    """What a computer does out of turn."""
    return react(seen(state, seat), level, Random(mood))
