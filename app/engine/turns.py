"""How a turn ends, and what the end of cards or seats ends with it (rules.md 3, 7 and 8)."""

from __future__ import annotations

from typing import Final

from app.engine.moves import Event, Happened
from app.engine.piles import Tell, draw_cards
from app.engine.rounds import finish_round
from app.engine.state import NO_CARD, NOBODY, PENALTY, TURN, State

LONGEST_ROUND: Final = 1_000
"""Turns after which a round ends by the hands (rules.md 7)."""
IDLE_LAPS: Final = 3


def end_turn(state: State, seat: int, tell: Tell, following: int = NOBODY) -> None:
    """End the turn of ``seat``; ``following``, or else the next seat, plays and faces what penalty waits."""
    state.turns = turns = state.turns + 1
    if (turns - state.last_move > IDLE_LAPS or turns >= LONGEST_ROUND) and _nobody_moves(state):
        if tell:
            tell(Event(Happened.STALLED))
        finish_round(state, _winner_already(state), tell)
        return
    if following != NOBODY:
        state.turn = following
    else:
        state.turn = state.next_after(seat) if state.inactive else (seat + state.direction) % state.seats
    state.pending = PENALTY if state.penalty else TURN
    state.acted = False
    state.early_call = False
    state.drawn = NO_CARD


def _nobody_moves(state: State) -> bool:
    """Whether the round has gone on for too long (rules.md 7)."""
    return state.turns >= LONGEST_ROUND or state.turns - state.last_move >= IDLE_LAPS * state.active_count()


def _winner_already(state: State) -> int | None:
    """The seat whose going out decides the round, when one has gone out."""
    return state.out[0] if state.out else None


def settle(state: State, seat: int, tell: Tell) -> bool:
    """After cards were drawn for ``seat``: end what a knock-out ends.

    True when the turn cannot go on as it was.
    """
    if state.active_count() == 1:
        winner = _winner_already(state)
        if winner is None:
            winner = seat if state.is_active(seat) else state.next_after(seat)
        finish_round(state, winner, tell)
        return True
    if not state.is_active(seat) and seat == state.turn:
        state.clear_penalty()
        end_turn(state, seat, tell)
        return True
    return False


def ran_out(state: State, tell: Tell) -> None:
    """End the round because a card was needed and the pile is empty (rules.md 7, ``end_round``)."""
    if tell:
        tell(Event(Happened.PILE_EMPTY))
    finish_round(state, _winner_already(state), tell)


def give(state: State, seat: int, wanted: int, tell: Tell, kind: Happened = Happened.DREW) -> tuple[int, bool]:
    """Draw for a seat; how many came, and whether the round or the seat's turn has ended by it."""
    got = draw_cards(state, seat, wanted, tell, kind)
    if got < wanted and state.law.ends_when_empty and state.is_active(seat):
        ran_out(state, tell)
        return got, True
    return got, state.inactive > 0 and settle(state, seat, tell)
