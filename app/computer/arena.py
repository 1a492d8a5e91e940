"""Matches of computers against one another, as fast as they can decide.

For measuring (``simulate``, tests/bench) and for tests. Besides the three levels there is
``Player.RANDOM``, the yardstick: a player of random fitting cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from enum import StrEnum, auto
from random import Random
from typing import Final

from app.computer import policies
from app.computer.policies import Level
from app.engine.house_rules import HouseRules
from app.engine.legality import legal_moves
from app.engine.match import apply, start_match
from app.engine.moves import CALL, NEXT_ROUND, Do, Event, Move
from app.engine.state import MATCH_OVER, ROUND_OVER, State
from app.engine.views import TableView, view_for


class Player(StrEnum):
    """Who can be put on a seat."""

    HARD = auto()
    NORMAL = auto()
    EASY = auto()
    RANDOM = auto()


Note = Callable[[int, Move, tuple[Event, ...]], None]
"""Told of each move: its seat, the move, what happened."""

_LEVELS: Final = {Player.HARD: Level.HARD, Player.NORMAL: Level.NORMAL, Player.EASY: Level.EASY}


def choose(player: Player, view: TableView, rng: Random) -> Move:
    """The move of a player for whom the table waits."""
    level = _LEVELS.get(player)
    return random_card(view, rng) if level is None else policies.choose(view, level, rng)


def random_card(view: TableView, rng: Random) -> Move:
    """The yardstick: a random one of the cards in its hand that fit, alone, colour and seat by chance.

    It draws and takes only when no card can be played, plays a drawn card that fits, calls
    UNO always, and never challenges, catches or jumps in.
    """
    if CALL in view.legal and (policies.is_exposed(view) or len(view.hand) == 2):
        return CALL
    cards = [card for card in view.hand if card in view.fits and (view.drawn is None or card == view.drawn)]
    if not cards:
        return policies.fallback(view)
    card = (rng.choice(cards),)
    return rng.choice([move for move in view.legal if move.cards == card])


def play_round(state: State, players: Sequence[Player], rng: Random, note: Note | None = None) -> None:
    """Play the round of ``state`` to its end."""
    while state.pending < ROUND_OVER:
        if _interrupted(state, players, rng, note):
            continue
        seat = state.turn
        _make(state, seat, choose(players[seat], view_for(state, seat), rng), note)


def play_match(rules: HouseRules, players: Sequence[Player], seed: str, note: Note | None = None) -> State:
    """A whole match; the same for the same seed. The state at its end."""
    rng = Random(f"{seed} choices")
    state = start_match(rules, len(players), _round_seed(seed, 1))
    play_round(state, players, rng, note)
    while state.pending is not MATCH_OVER:
        _make(state, state.turn, NEXT_ROUND, note, _round_seed(seed, state.round + 1))
        play_round(state, players, rng, note)
    return state


def _round_seed(seed: str, number: int) -> str:
    return hashlib.sha256(f"{seed} round {number}".encode()).hexdigest()[:32]


def _interrupted(state: State, players: Sequence[Player], rng: Random, note: Note | None) -> bool:
    """Let every seat catch or jump in, in an order left to chance; whether somebody did.

    A seat that could be caught keeps silent here: whoever thinks of it calls before it
    plays, or when its turn comes.
    """
    if not state.exposed and not state.law.jumps:
        return False
    for seat in rng.sample(range(state.seats), state.seats):
        level = _LEVELS.get(players[seat])
        if level is None or state.exposed >> seat & 1 or not _has_occasion(state, seat):
            continue
        move = policies.react(view_for(state, seat), level, rng)
        if move is not None:
            _make(state, seat, move, note)
            return True
    return False


def _has_occasion(state: State, seat: int) -> bool:
    moves = legal_moves(state, seat)
    return any(move.do is Do.CATCH or (move.do is Do.PLAY and seat != state.turn) for move in moves)


def _make(state: State, seat: int, move: Move, note: Note | None, seed: str | None = None) -> None:
    if note is None:
        apply(state, seat, move, seed=seed)
        return
    events: list[Event] = []
    apply(state, seat, move, events.append, seed)
    note(seat, move, tuple(events))
