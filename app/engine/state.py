"""Everything that is true at a table at one moment, in a flat form that is cheap to copy.

The state is mutable and changed only by ``match.py`` and what it calls; whoever wants to
keep an older one copies it first. It knows no clock and no randomness: what a shuffle
needs is the round's seed and the number of shuffles so far.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Any, Final

from app.engine.cards import NO_COLOUR, codes, parse_all
from app.engine.house_rules import HouseRules
from app.engine.moves import Move
from app.engine.rulings import Rulings, rulings_for

SNAPSHOT_SCHEMA: Final = 2


class Pending(IntEnum):
    """The decision that the table waits for."""

    TURN = 0
    """The seat on turn may play or draw."""
    DRAWN = 1
    """It drew a card that fits and may play that card or pass."""
    DRAWING = 2
    """It is in the middle of drawing and can only draw on."""
    PENALTY = 3
    """It faces a penalty."""
    TAKING = 4
    """It is in the middle of taking a penalty."""
    ROUND_OVER = 5
    MATCH_OVER = 6


TURN: Final = Pending.TURN
DRAWN: Final = Pending.DRAWN
DRAWING: Final = Pending.DRAWING
PENALTY: Final = Pending.PENALTY
TAKING: Final = Pending.TAKING
ROUND_OVER: Final = Pending.ROUND_OVER
MATCH_OVER: Final = Pending.MATCH_OVER

NOBODY: Final = -1
NO_CARD: Final = -1


class State:
    """A match at one moment. Seats are 0 to ``seats - 1``; sets of seats are bit masks."""

    __slots__ = (
        "rules", "next_rules", "law", "seats", "seed", "shuffles", "round", "dealer", "direction", "turn", "pending",
        "acted", "last_move", "early_call", "colour", "draw", "discard", "hands", "penalty", "penalty_kind",
        "penalty_by", "challengeable", "guilty", "shown", "colour_before", "owed", "drawn", "called", "exposed",
        "out", "knocked_out", "inactive", "turns", "legal_seat", "legal", "scores", "round_wins", "places",
        "round_points", "bluffs", "honest", "winner",
    )  # fmt: skip

    rules: HouseRules
    """The settings in force."""
    next_rules: HouseRules
    """The settings of the next round; they differ after a vote that waits for it."""
    law: Rulings
    """The settings in force as answers to the engine's questions."""
    seats: int
    seed: str
    """Secret seed of this round's shuffles (shuffle.py)."""
    shuffles: int
    """Shuffles made in this round."""
    round: int
    dealer: int
    direction: int
    turn: int
    """The seat on turn, or facing the penalty."""
    pending: Pending
    acted: bool
    """Whether the seat on turn has drawn, taken or challenged in this turn: no jump-in any more."""
    last_move: int
    """Number of the turn (from 1) in which a card was last played or drawn."""
    early_call: bool
    """Whether the seat on turn has called while it still holds more than one card."""
    colour: int
    draw: list[int]
    """The draw pile; the next card is the last element."""
    discard: list[int]
    """The discard pile; the top card is the last element."""
    hands: list[list[int]]
    """Cards of each seat in the order in which they came."""
    penalty: int
    """The waiting amount, 0 for none."""
    penalty_kind: int
    """DRAW_TWO or W4: the newest draw card."""
    penalty_by: int
    """The seat that played it, NOBODY for a first card."""
    challengeable: bool
    guilty: bool
    """What a challenge would find."""
    shown: tuple[int, ...]
    """The hand a challenge would show."""
    colour_before: int
    """Colour in play just before the newest Wild Draw Four."""
    owed: int
    """Cards still to be drawn at most, in the middle of drawing."""
    drawn: int
    """The drawn card that may be played, NO_CARD for none."""
    called: int
    exposed: int
    out: tuple[int, ...]
    """Seats that have gone out, in order."""
    knocked_out: tuple[tuple[int, int], ...]
    """(seat, remembered hand value) in order."""
    inactive: int
    """Bit mask of the seats out or knocked out."""
    turns: int
    """Turns of this round that have ended."""
    legal_seat: int
    """The seat whose legal moves are remembered in ``legal``, NOBODY after every change."""
    legal: list[Move]
    scores: tuple[int, ...]
    round_wins: tuple[int, ...]
    places: tuple[int, ...]
    """Seats from first to last once the round is over."""
    round_points: tuple[int, ...]
    bluffs: tuple[int, ...]
    """How often each seat has been challenged and found guilty in this match."""
    honest: tuple[int, ...]
    """How often each seat has been challenged and found not guilty."""
    winner: int
    """Seat that won the match, NOBODY before its end."""

    def __init__(self, rules: HouseRules, seats: int, seed: str) -> None:
        self.rules = rules
        self.next_rules = rules
        self.law = rulings_for(rules)
        self.seats = seats
        self.seed = seed
        self.round = 1
        self.dealer = seats - 1
        self.scores = (0,) * seats
        self.round_wins = self.bluffs = self.honest = (0,) * seats
        self.winner = NOBODY
        self.clear_round()

    def clear_round(self) -> None:
        """Put everything that belongs to one round back to its beginning, without any cards."""
        self.shuffles = 0
        self.direction = 1
        self.turn = 0
        self.pending = TURN
        self.acted = self.early_call = False
        self.colour = NO_COLOUR
        self.draw = []
        self.discard = []
        self.hands = [[] for _ in range(self.seats)]
        self.clear_penalty()
        self.owed = 0
        self.drawn = NO_CARD
        self.called = self.exposed = self.inactive = 0
        self.out = ()
        self.knocked_out = ()
        self.last_move = self.turns = 0
        self.legal_seat = NOBODY
        self.places = ()
        self.round_points = ()

    def clear_penalty(self) -> None:
        """No penalty waits any more."""
        self.penalty = 0
        self.penalty_kind = NO_CARD
        self.penalty_by = NOBODY
        self.challengeable = self.guilty = False
        self.shown = ()
        self.colour_before = NO_COLOUR

    def copy(self) -> State:
        """An independent copy; the pieces that never change in place are shared."""
        new = State.__new__(State)
        new.rules = self.rules
        new.next_rules = self.next_rules
        new.law = self.law
        new.seats = self.seats
        new.seed = self.seed
        new.shuffles = self.shuffles
        new.round = self.round
        new.dealer = self.dealer
        new.direction = self.direction
        new.turn = self.turn
        new.pending = self.pending
        new.acted = self.acted
        new.last_move = self.last_move
        new.early_call = self.early_call
        new.colour = self.colour
        new.draw = self.draw[:]
        new.discard = self.discard[:]
        new.hands = [hand[:] for hand in self.hands]
        new.penalty = self.penalty
        new.penalty_kind = self.penalty_kind
        new.penalty_by = self.penalty_by
        new.challengeable = self.challengeable
        new.guilty = self.guilty
        new.shown = self.shown
        new.colour_before = self.colour_before
        new.owed = self.owed
        new.drawn = self.drawn
        new.called = self.called
        new.exposed = self.exposed
        new.out = self.out
        new.knocked_out = self.knocked_out
        new.inactive = self.inactive
        new.turns = self.turns
        new.legal_seat = NOBODY
        new.scores = self.scores
        new.round_wins = self.round_wins
        new.places = self.places
        new.round_points = self.round_points
        new.bluffs = self.bluffs
        new.honest = self.honest
        new.winner = self.winner
        return new

    # Seats

    def is_active(self, seat: int) -> bool:
        """Whether the seat is still in the round (rules.md 2)."""
        return not self.inactive >> seat & 1

    def active_count(self) -> int:
        """How many seats are still in the round."""
        return self.seats - self.inactive.bit_count()

    def active_after(self, seat: int) -> list[int]:
        """The other active seats in the order of play, from the one after ``seat``."""
        seats, step = self.seats, self.direction
        others = range(seat + step, seat + step * seats, step)
        return [other % seats for other in others if not self.inactive >> other % seats & 1]

    def next_after(self, seat: int) -> int:
        """The next active seat in the direction of play; ``seat`` itself when it is alone."""
        following = (seat + self.direction) % self.seats
        if self.inactive:
            while self.inactive >> following & 1 and following != seat:
                following = (following + self.direction) % self.seats
        return following

    def next_shuffle(self) -> int:
        """The number of the shuffle about to be made; each number is used once in a round."""
        number = self.shuffles
        self.shuffles += 1
        return number

    def seats_with_uno(self) -> list[int]:
        """Active seats that hold one card and count as having called (rules.md 6)."""
        counted = -1 if self.law.calls_for_all else self.called if self.law.calls_matter else 0
        return [seat for seat, hand in enumerate(self.hands) if len(hand) == 1 and counted >> seat & 1]

    def exposed_seats(self) -> list[int]:
        """Seats that can be caught now."""
        return [seat for seat in range(self.seats) if self.exposed >> seat & 1]

    def hand_values(self) -> list[int]:
        """What the cards of each seat count, remembered ones of a knocked-out seat too (rules.md 1 and 8)."""
        values = list(map(self.law.value_of, self.hands))
        for seat, remembered in self.knocked_out:
            values[seat] += remembered
        return values

    # Snapshots

    def to_dict(self) -> dict[str, Any]:
        """Everything, the secret parts too, ready for JSON."""
        found: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        found["schema"] = SNAPSHOT_SCHEMA
        found["rules"] = dict(_rules_written(self.rules))
        found["next_rules"] = dict(_rules_written(self.next_rules))
        found["pending"] = self.pending.name.lower()
        found["draw"] = codes(self.draw)
        found["discard"] = codes(self.discard)
        found["hands"] = [codes(hand) for hand in self.hands]
        found["shown"] = codes(self.shown)
        for name in _LISTS:
            found[name] = list(getattr(self, name))
        found["knocked_out"] = [list(pair) for pair in self.knocked_out]
        return found

    @staticmethod
    def from_dict(stored: dict[str, Any]) -> State:
        """The state that ``to_dict`` wrote.

        Raises ``ValueError`` or ``KeyError`` when the snapshot is damaged or of another schema.
        """
        if stored.get("schema") != SNAPSHOT_SCHEMA:
            raise ValueError("a snapshot of another schema")
        state = State(HouseRules.from_dict(stored["rules"]), int(stored["seats"]), str(stored["seed"]))
        for name in _PLAIN:
            setattr(state, name, stored[name])
        state.next_rules = HouseRules.from_dict(stored["next_rules"])
        state.pending = Pending[stored["pending"].upper()]
        state.draw = parse_all(stored["draw"])
        state.discard = parse_all(stored["discard"])
        state.hands = [parse_all(hand) for hand in stored["hands"]]
        state.shown = tuple(parse_all(stored["shown"]))
        state.out = tuple(stored["out"])
        state.scores = tuple(stored["scores"])
        state.round_wins = tuple(stored["round_wins"])
        state.places = tuple(stored["places"])
        state.round_points = tuple(stored["round_points"])
        state.bluffs = tuple(stored["bluffs"])
        state.honest = tuple(stored["honest"])
        state.knocked_out = tuple((int(seat), int(value)) for seat, value in stored["knocked_out"])
        return state


@lru_cache(maxsize=256)
def _rules_written(rules: HouseRules) -> dict[str, str | int]:
    """The rules in a snapshot: the same after nearly every move, and as much work as all the rest."""
    return rules.to_dict()


_PLAIN: Final = (
    "seats", "seed", "shuffles", "round", "dealer", "direction", "turn", "acted", "last_move", "early_call", "colour",
    "penalty", "penalty_kind", "penalty_by", "challengeable", "guilty", "colour_before", "owed", "drawn", "called",
    "exposed", "inactive", "turns", "winner",
)  # fmt: skip
_LISTS: Final = ("out", "scores", "round_wins", "places", "round_points", "bluffs", "honest")
