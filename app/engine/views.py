"""What one seat, or somebody watching, may know of a table.

An allow-list: a view is built field by field from what is public, so a new secret in the
state stays secret until somebody shows it here on purpose. Computers and pages get
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.engine.house_rules import HouseRules
from app.engine.legality import legal_moves, playable_alone
from app.engine.moves import Do, Event, Move
from app.engine.state import DRAWN, MATCH_OVER, ROUND_OVER, Pending, State


class SeatView(NamedTuple):
    """The public face of one seat."""

    seat: int
    cards: int
    """Number of cards held."""
    called: bool
    """Holds one card and counts as having called UNO."""
    exposed: bool
    """Can be caught now."""
    place: int | None
    """Place of going out in this round, from 1; ``None`` while it is still in."""
    knocked_out: bool
    score: int
    round_wins: int
    bluffs: int
    """How often a challenge has found it guilty in this match."""
    honest: int
    """How often a challenge has found it not guilty."""
    hand: tuple[int, ...] | None
    """The cards left, opened at the end of the round; ``None`` before."""
    hand_value: int | None
    """What the cards left count (remembered ones of a knocked-out seat too), at the end of the round."""


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A waiting penalty (rules.md 5)."""

    amount: int
    kind: int
    """DRAW_TWO or W4."""
    by: int | None
    """The seat that played the newest draw card; ``None`` for a first card."""
    challengeable: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat sees it; ``seat`` is ``None`` for a spectator."""

    seat: int | None
    rules: HouseRules
    next_rules: HouseRules
    round: int
    dealer: int
    turn: int
    direction: int
    colour: int
    """Colour in play, ``NO_COLOUR`` for none."""
    top: int
    discard: tuple[int, ...]
    """The discard pile, the top card last."""
    draw_count: int
    pending: Pending
    penalty: PenaltyView | None
    seats: tuple[SeatView, ...]
    hand: tuple[int, ...]
    """The viewer's cards in the order in which they came."""
    drawn: int | None
    """The card just drawn that the viewer may play."""
    called_early: bool
    """Whether the viewer has called UNO for its next play."""
    legal: tuple[Move, ...]
    """Every move open to the viewer now."""
    fits: frozenset[int]
    """The cards that the viewer may play alone."""
    actions: frozenset[Do]
    """The kinds of move open to the viewer."""
    places: tuple[int, ...]
    round_points: tuple[int, ...]
    winner: int | None
    seed: str | None
    """The round's seed, opened when the round is over."""

    @property
    def round_over(self) -> bool:
        """Whether the round (or the match) has ended."""
        return self.pending in (ROUND_OVER, MATCH_OVER)

    @property
    def match_over(self) -> bool:
        """Whether the match has ended."""
        return self.pending is MATCH_OVER


def view_for(state: State, seat: int | None) -> TableView:
    """The view of one seat, or of a spectator (``None``)."""
    over = state.pending >= ROUND_OVER
    on_turn = seat == state.turn and not over
    legal = () if seat is None else tuple(legal_moves(state, seat))
    return TableView(
        seat=seat,
        rules=state.rules,
        next_rules=state.next_rules,
        round=state.round,
        dealer=state.dealer,
        turn=state.turn,
        direction=state.direction,
        colour=state.colour,
        top=state.discard[-1],
        discard=tuple(state.discard),
        draw_count=len(state.draw),
        pending=state.pending,
        penalty=_penalty_view(state),
        seats=_seat_views(state, over),
        hand=() if seat is None else tuple(state.hands[seat]),
        drawn=state.drawn if on_turn and state.pending is DRAWN else None,
        called_early=on_turn and state.early_call,
        legal=legal,
        fits=frozenset() if seat is None else playable_alone(state, seat),
        actions=frozenset([move.do for move in legal]),
        places=state.places,
        round_points=state.round_points,
        winner=state.winner if state.winner >= 0 else None,
        seed=state.seed if over else None,
    )


def _penalty_view(state: State) -> PenaltyView | None:
    if not state.penalty:
        return None
    by = state.penalty_by if state.penalty_by >= 0 else None
    return PenaltyView(state.penalty, state.penalty_kind, by, state.challengeable and state.law.challenges)


def _seat_views(state: State, over: bool) -> tuple[SeatView, ...]:
    called = state.seats_with_uno()
    gone = [seat for seat, _ in state.knocked_out]
    values = state.hand_values() if over else None
    return tuple(
        [
            SeatView(
                seat=seat,
                cards=len(hand),
                called=seat in called,
                exposed=bool(state.exposed >> seat & 1),
                place=state.out.index(seat) + 1 if seat in state.out else None,
                knocked_out=seat in gone,
                score=state.scores[seat],
                round_wins=state.round_wins[seat],
                bluffs=state.bluffs[seat],
                honest=state.honest[seat],
                hand=tuple(hand) if over else None,
                hand_value=values[seat] if values else None,
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


def redact(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events as one seat (``None``: a spectator) may know them."""
    return [
        replace(event, cards=(), private=False) if event.private and event.seat != seat else event for event in events
    ]
