"""Fair deals that can be checked: a seed is committed to before its round, and opened after it.

While a round runs, everybody may see the hash of its seed and nobody the seed. Once it is over, ``RoundProof`` holds
all that is needed to make the deal again: docs/fair-deals.md tells how, and a script in the browser does it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.engine.cards import code
from app.engine.moves import Event, Happened
from app.engine.record import MatchRecord, replay_states
from app.engine.state import ROUND_OVER, State


def commitment(seed: str) -> str:
    """What binds to a seed without telling it: SHA-256 of its text in UTF-8, as 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RoundProof:
    """How one finished round was dealt, and from what."""

    round: int
    seed: str
    seats: int
    dealer: int
    decks: int
    shuffle_wilds: int
    custom_wilds: int
    hand_size: int
    first_card: str
    """The setting: which cards may start the discard pile."""
    hands: tuple[tuple[int, ...], ...]
    """By seat, each in the order in which it was dealt."""
    put_back: tuple[int, ...]
    """Cards that were turned over but may not start the discard pile, the first one first."""
    first: int
    """The card that started it."""
    pile: tuple[int, ...]
    """The draw pile from bottom to top, once the first card lay."""

    @property
    def commitment(self) -> str:
        """What was shown of the seed while the round ran."""
        return commitment(self.seed)

    def to_dict(self) -> dict[str, Any]:
        """All of it with cards as codes: what the script in the browser reads."""
        return {
            "round": self.round,
            "commitment": self.commitment,
            "seed": self.seed,
            "seats": self.seats,
            "dealer": self.dealer,
            "decks": self.decks,
            "shuffle_wilds": self.shuffle_wilds,
            "custom_wilds": self.custom_wilds,
            "hand_size": self.hand_size,
            "first_card": self.first_card,
            "hands": [list(map(code, hand)) for hand in self.hands],
            "put_back": list(map(code, self.put_back)),
            "first": code(self.first),
            "pile": list(map(code, self.pile)),
        }


def proof(record: MatchRecord, round: int) -> RoundProof | None:
    """How round number ``round`` of a match was dealt; ``None`` when it was never begun or is not over yet.

    Raises ``BadRecord`` when the moves before cannot be followed.
    """
    if not 1 <= round <= len(record.seeds):
        return None
    told: list[Event] = []
    dealt: RoundProof | None = None
    upto = MatchRecord(record.rules, record.seats, record.seeds[:round], record.moves[:round])
    for state in replay_states(upto, told.append):
        if dealt is None and state.round == round:
            dealt = _dealt(state, told)
        told.clear()
    return dealt if state.pending >= ROUND_OVER else None


def _dealt(state: State, told: list[Event]) -> RoundProof:
    """The proof of a round whose first move is still to come."""
    rules = state.rules
    last_deal = max((place for place, event in enumerate(told) if event.kind is Happened.REDEALT), default=0)
    back = [event.cards[0] for event in told[last_deal:] if event.kind is Happened.PUT_BACK]
    return RoundProof(
        round=state.round,
        seed=state.seed,
        seats=state.seats,
        dealer=state.dealer,
        decks=rules.decks,
        shuffle_wilds=rules.shuffle_wilds,
        custom_wilds=rules.custom_wilds,
        hand_size=rules.hand_size,
        first_card=rules.first_card,
        hands=tuple(map(tuple, state.hands)),
        put_back=tuple(back),
        first=state.discard[0],
        pile=tuple(state.draw),
    )
