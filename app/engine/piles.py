"""Drawing cards: the piles, what happens when they run out, and knock-outs (rules.md 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.moves import Event, Happened
from app.engine.rulings import NO_CARDS
from app.engine.shuffle import shuffle_in_place
from app.engine.state import State

Tell = Callable[[Event], None] | None
"""A listener for events; nothing is built for ``None``."""


def draw_cards(
    state: State,
    seat: int,
    wanted: int,
    tell: Tell,
    kind: Happened = Happened.DREW,
    *,
    limited: bool = True,
    enough: frozenset[int] = NO_CARDS,
) -> int:
    """Give ``seat`` up to ``wanted`` cards and return how many it got.

    Fewer come when one of the cards that are ``enough`` is drawn, when the piles run dry, or
    when the seat is knocked out by one of them (``limited``); the caller looks which it was.
    """
    hand = state.hands[seat]
    held = len(hand)
    room = state.law.hand_limit - held if limited else wanted
    got = 0
    while got < wanted and (state.draw or refill(state, tell)):
        card = state.draw.pop()
        hand.append(card)
        got += 1
        if got >= room or card in enough:
            break
    if not got:
        return 0
    state.last_move = state.turns + 1
    # A seat that has drawn is no longer one card from going out (rules.md 6).
    if state.called:
        state.called &= ~(1 << seat)
    if seat == state.turn:
        state.early_call = False
    if tell:
        tell(Event(kind, seat, count=got, cards=tuple(hand[held:]), private=True))
    if limited and got >= room:
        _knock_out(state, seat, tell)
    return got


def refill(state: State, tell: Tell) -> bool:
    """Make the discard pile, all but its top card, the new draw pile; False when nothing comes of it."""
    if state.law.ends_when_empty or len(state.discard) < 2:
        return False
    state.draw = state.discard[:-1]
    del state.discard[:-1]
    shuffle_in_place(state.draw, state.seed, state.next_shuffle())
    if tell:
        tell(Event(Happened.RESHUFFLED, count=len(state.draw)))
    return True


def _knock_out(state: State, seat: int, tell: Tell) -> None:
    hand = state.hands[seat]
    state.knocked_out = (*state.knocked_out, (seat, state.law.value_of(hand)))
    state.inactive |= 1 << seat
    if tell:
        tell(Event(Happened.KNOCKED_OUT, seat, count=len(hand)))
    state.draw += hand
    hand.clear()
    shuffle_in_place(state.draw, state.seed, state.next_shuffle())
