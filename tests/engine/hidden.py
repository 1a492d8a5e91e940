"""Tables that look the same to one seat, and the proof that it cannot tell them apart."""

from dataclasses import replace
from random import Random

from app.engine.legality import why_illegal
from app.engine.match import apply
from app.engine.moves import Do, Event, Happened, Move
from app.engine.state import ROUND_OVER, State
from app.engine.views import redact, view_for
from tests.engine.setups import all_legal


def twin_of(state: State, viewer: int | None, kept: tuple[int, ...], mover: int, chance: Random) -> State:
    """Another table that ``viewer`` cannot tell from this one.

    The cards that it does not see change places, ``kept`` cards of ``mover`` stay with it. The
    round's seed and what a challenge would find are others as well.
    """
    twin = state.copy()
    twin.seed = f"{chance.getrandbits(128):032x}"
    others = [seat for seat in range(state.seats) if seat != viewer]
    fixed = {seat: list(kept) if seat == mover else [] for seat in others}
    for card in fixed.get(mover, []):
        twin.hands[mover].remove(card)
    pool = [card for seat in others for card in twin.hands[seat]] + twin.draw
    chance.shuffle(pool)
    for seat in others:
        count = len(twin.hands[seat])
        twin.hands[seat], pool = fixed[seat] + pool[:count], pool[count:]
    twin.draw = pool
    twin.legal_seat = -1
    if twin.challengeable and twin.penalty_by != viewer:
        twin.guilty = not twin.guilty
        twin.shown = tuple(twin.hands[twin.penalty_by])
    return twin


def check_nothing_leaks(state: State, chance: Random) -> None:
    """Let the same thing happen at two tables that look the same to somebody: they still look the same."""
    viewer = chance.choice([None, *range(state.seats)])
    mover, move = chance.choice(all_legal(state))
    kept = move.cards if mover != viewer else ()
    twin = twin_of(state, viewer, kept, mover, chance)
    if state.drawn < 0 or state.turn == viewer:
        assert repr(view_for(twin, viewer)) == repr(view_for(state, viewer))
    here = state.copy()
    if tells_hidden_things(state, move) or why_illegal(twin, mover, move) is not None:
        return
    seen_here, seen_there = _events(here, mover, move), _events(twin, mover, move)
    if here.pending >= ROUND_OVER or twin.pending >= ROUND_OVER:
        return
    assert [_faceless(event, viewer) for event in redact(seen_here, viewer)] == [
        _faceless(event, viewer) for event in redact(seen_there, viewer)
    ]
    if viewer is None or here.hands[viewer] == twin.hands[viewer]:
        assert repr(view_for(here, viewer)) == repr(view_for(twin, viewer))


def tells_hidden_things(state: State, move: Move) -> bool:
    """Whether the rules let everybody learn something of hidden cards by this move.

    A challenge finds a bluff or none; a draw that stops at a fitting card, or after which the
    turn goes on, shows that one fits.
    """
    if move.do is Do.DRAW:
        return state.rules.draw_mode != "one" or state.rules.drawn_card != "keep" or state.rules.forced_play == "on"
    return move.do is Do.CHALLENGE


def _events(state: State, seat: int, move: Move) -> list[Event]:
    told: list[Event] = []
    apply(state, seat, move, told.append)
    return told


def _faceless(event: Event, viewer: int | None) -> Event:
    """The event without the faces of cards that the viewer itself drew from the hidden pile."""
    own = event.private and event.seat == viewer and event.kind is not Happened.CHALLENGED
    return replace(event, cards=()) if own else event
