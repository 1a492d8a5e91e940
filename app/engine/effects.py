"""What cards do once they lie on the discard pile (rules.md 4 and 5).

Each effect exists once, whether its card was played in turn, jumped in, stacked or
deflected. It returns the seat whose turn follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.engine.cards import DRAW_TWO, REVERSE, SKIP, W4, WC, WS
from app.engine.moves import Event, Happened, Move
from app.engine.piles import Tell, draw_cards
from app.engine.shuffle import shuffle_in_place
from app.engine.state import State
from app.engine.turns import ran_out, settle


def _skip(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    if state.penalty:
        return _deflect(state, seat, tell)
    return _skip_seats(state, seat, len(move.cards), tell)


def _skip_seats(state: State, seat: int, count: int, tell: Tell) -> int:
    """Pass over ``count`` seats but never the player; the seat after them."""
    following = state.next_after(seat)
    for _ in range(count):
        if following == seat:
            break
        if tell:
            tell(Event(Happened.SKIPPED, following))
        following = state.next_after(following)
    return following


def _reverse(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    if len(move.cards) % 2 == 0:
        return state.next_after(seat)
    state.direction = -state.direction
    if tell:
        tell(Event(Happened.DIRECTION_CHANGED, seat, count=state.direction))
    if state.penalty:
        return _deflect(state, seat, tell)
    following = state.next_after(seat)
    if state.law.reverse_two_skips and state.next_after(following) in (seat, following):
        return _skip_seats(state, seat, 1, tell)  # Only one other seat is left.
    return following


def _deflect(state: State, seat: int, tell: Tell) -> int:
    """Pass the waiting penalty on; it can no longer be challenged (rules.md 5)."""
    state.challengeable = state.guilty = False
    following = state.next_after(seat)
    if tell:
        tell(Event(Happened.DEFLECTED, following, target=seat, count=state.penalty))
    return following


def _draw_two(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    return _add_penalty(state, seat, DRAW_TWO, 2 * len(move.cards), tell)


def _wild_draw_four(state: State, seat: int, move: Move, before: int, tell: Tell) -> int:
    rest = state.hands[seat]
    following = _add_penalty(state, seat, W4, 4 * len(move.cards), tell)
    state.challengeable = True
    state.shown = tuple(rest)
    state.colour_before = before
    state.guilty = state.law.bluff(rest, before)
    return following


def _add_penalty(state: State, seat: int, kind: int, amount: int, tell: Tell) -> int:
    total = state.penalty + amount
    if state.penalty:
        state.clear_penalty()
    state.penalty = total
    state.penalty_kind = kind
    state.penalty_by = seat
    following = state.next_after(seat)
    if tell:
        tell(Event(Happened.PENALTY_GREW, following, target=seat, count=total))
    return following


def _shuffle_hands(state: State, seat: int, _move: Move, _before: int, tell: Tell) -> int:
    """All active hands are dealt again, the player last (rules.md 4)."""
    order = state.active_after(seat) + ([seat] if state.is_active(seat) else [])
    cards = [card for other in order for card in state.hands[other]]
    shuffle_in_place(cards, state.seed, state.next_shuffle())
    for place, other in enumerate(order):
        state.hands[other] = cards[place :: len(order)]
    _handed(state, order)
    if tell:
        tell(Event(Happened.HANDS_SHUFFLED, seat))
    return state.next_after(seat)


def _custom(state: State, seat: int, _move: Move, _before: int, tell: Tell) -> int:
    """The effect that the table gave its custom wilds (rules.md 4)."""
    if tell:
        tell(Event(Happened.CUSTOM, seat, value=state.law.custom_effect))
    if state.law.custom_effect == "play_again" and state.is_active(seat):
        if tell:
            tell(Event(Happened.PLAYS_AGAIN, seat))
        return seat
    if state.law.custom_effect == "others_draw":
        _others_draw(state, seat, tell)
    return state.next_after(seat)


def _others_draw(state: State, seat: int, tell: Tell) -> None:
    for other in state.active_after(seat):
        if not draw_cards(state, other, 1, tell) and state.law.ends_when_empty:
            ran_out(state, tell)
            return
        if state.active_count() == 1 and (state.law.goes_on or state.is_active(seat)):
            break
    if state.active_count() == 1 and state.is_active(seat):
        settle(state, seat, tell)


def move_hands(state: State, seat: int, move: Move, tell: Tell) -> None:
    """Swap two hands, or pass every hand along (rules.md 4)."""
    hands = state.hands
    if move.cards[0] in state.law.swaps:
        target = state.next_after(seat) if move.target is None or state.active_count() == 2 else move.target
        hands[seat], hands[target] = hands[target], hands[seat]
        _handed(state, [seat, target])
        if tell:
            tell(Event(Happened.SWAPPED, seat, target=target))
    else:
        order = [seat, *state.active_after(seat)]
        passed = hands[order[-1]]
        for other in order:
            hands[other], passed = passed, hands[other]
        _handed(state, order)
        if tell:
            tell(Event(Happened.HANDS_PASSED, seat, count=state.direction))


def _handed(state: State, seats: list[int]) -> None:
    """A seat handed exactly one card has called UNO, any other no longer (rules.md 4)."""
    for seat in seats:
        if len(state.hands[seat]) == 1:
            state.called |= 1 << seat
        elif state.called:
            state.called &= ~(1 << seat)


EFFECTS: Final[dict[int, Callable[[State, int, Move, int, Tell], int]]] = {
    SKIP: _skip,
    REVERSE: _reverse,
    DRAW_TWO: _draw_two,
    W4: _wild_draw_four,
    WS: _shuffle_hands,
    WC: _custom,
}
"""The effect of each symbol that has one: (state, seat, move, colour before the play, listener)."""
