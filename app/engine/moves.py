"""What seats may do, what then happened, and why something is refused.

``Move`` is a choice, ``Event`` a fact, ``Reason`` a refusal:

* ``IllegalMove`` - the move is well formed, but not allowed now; carries a ``Reason``
* ``ValueError`` from ``parse_move`` - the text is no move at all
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any, Final, NamedTuple

from app.engine.cards import COLOUR_NAMES, COLOURS, KINDS, W, code, parse


class Do(StrEnum):
    """The kinds of move (rules.md 3 to 10)."""

    PLAY = auto()
    DRAW = auto()
    PASS = auto()
    TAKE = auto()
    CHALLENGE = auto()
    CALL = auto()
    CATCH = auto()
    TIMEOUT = auto()
    NEXT_ROUND = auto()


class Move(NamedTuple):
    """One choice of a seat.

    ``cards`` are the cards played, in the order in which they go down; ``colour`` is
    the colour named (0 to 3) where a wild is played; ``target`` the other seat of a
    swap or a catch. Fields that a move does not need are ``None`` or empty.
    """

    do: Do
    cards: tuple[int, ...] = ()
    colour: int | None = None
    target: int | None = None

    def code(self) -> str:
        """The short written form, as kept in records: ``r5``, ``W4>b``, ``g7@2``, ``r5+g5``, ``d``."""
        if self.do is not Do.PLAY:
            letter = _LETTERS[self.do]
            return letter if self.target is None else f"{letter}{self.target}"
        text = "+".join(code(card) for card in self.cards)
        if self.colour is not None:
            text += ">" + COLOUR_NAMES[self.colour][0]
        return text if self.target is None else f"{text}@{self.target}"


_LETTERS: Final = {
    Do.DRAW: "d",
    Do.PASS: "p",
    Do.TAKE: "t",
    Do.CHALLENGE: "c",
    Do.CALL: "u",
    Do.CATCH: "x",
    Do.TIMEOUT: "o",
    Do.NEXT_ROUND: "n",
}
_MOVES_BY_LETTER: Final = {letter: do for do, letter in _LETTERS.items()}
_PLAY: Final = re.compile(r"((?:[rygb][0-9SRD]|W[4SC]?)(?:\+(?:[rygb][0-9SRD]|W[4SC]?))*)(?:>([rygb]))?(?:@([0-9]))?")
_LONGEST_MOVE: Final = 4 * 250

DRAW: Final = Move(Do.DRAW)
PASS: Final = Move(Do.PASS)
TAKE: Final = Move(Do.TAKE)
CHALLENGE: Final = Move(Do.CHALLENGE)
CALL: Final = Move(Do.CALL)
TIMEOUT: Final = Move(Do.TIMEOUT)
NEXT_ROUND: Final = Move(Do.NEXT_ROUND)
CATCH: Final = tuple(Move(Do.CATCH, target=seat) for seat in range(10))
"""The catch of each seat."""

PLAY: Final = tuple((Move(Do.PLAY, (card,)),) for card in range(W)) + tuple(
    tuple(Move(Do.PLAY, (card,), colour) for colour in COLOURS) for card in KINDS[W:]
)
"""The plays of each single card that need no target: one, or one per colour for a wild."""


def parse_move(text: str) -> Move:
    """The move written as ``text`` (see ``Move.code``).

    Raises ``ValueError`` when the text is not the written form of any move.
    """
    if len(text) > _LONGEST_MOVE:
        raise ValueError("a move is never this long")
    if text in _MOVES_BY_LETTER and text != "x":
        return Move(_MOVES_BY_LETTER[text])
    if re.fullmatch("x[0-9]", text):
        return CATCH[int(text[1])]
    match = _PLAY.fullmatch(text)
    if match is None:
        raise ValueError(f"not a move: {text!r}")
    cards, colour, target = match.groups()
    return Move(
        Do.PLAY,
        tuple(parse(card) for card in cards.split("+")),
        None if colour is None else "rygb".index(colour),
        None if target is None else int(target),
    )


class Reason(StrEnum):
    """Why a move is refused; every value has a sentence in every language."""

    NOT_YOUR_TURN = auto()
    ROUND_IS_OVER = auto()
    ROUND_NOT_OVER = auto()
    MATCH_IS_OVER = auto()
    NOT_IN_ROUND = auto()
    NO_SUCH_SEAT = auto()
    NO_CARDS = auto()
    CARD_NOT_HELD = auto()
    DOES_NOT_FIT = auto()
    ONLY_DRAWN_CARD = auto()
    MAY_NOT_GO_OUT = auto()
    MAY_NOT_COMBINE = auto()
    FIRST_MUST_FIT = auto()
    ONE_MUST_FIT = auto()
    HOLDS_COLOUR = auto()
    CANNOT_ANSWER = auto()
    NAME_A_COLOUR = auto()
    CHOOSE_A_SEAT = auto()
    MUST_PLAY = auto()
    MUST_DRAW_ON = auto()
    ALREADY_DREW = auto()
    DRAW_FIRST = auto()
    PENALTY_WAITS = auto()
    NO_PENALTY = auto()
    NO_CHALLENGE = auto()
    JUMP_IN_OFF = auto()
    JUMP_IN_TOO_LATE = auto()
    JUMP_IN_NOT_IDENTICAL = auto()
    CALL_OFF = auto()
    CANNOT_CALL = auto()
    ALREADY_CALLED = auto()
    NOT_EXPOSED = auto()
    NO_CLOCK = auto()


class IllegalMove(Exception):
    """A refused move; nothing has changed. ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Happened(StrEnum):
    """The kinds of event; every value has a sentence in every language."""

    ROUND_STARTED = auto()
    """``count`` round number, ``target`` dealer, ``cards`` the first card."""
    REDEALT = auto()
    """No card could start; everything was dealt again."""
    PUT_BACK = auto()
    """``cards``: a card that may not start went back into the draw pile."""
    PLAYED = auto()
    """``seat`` put ``cards`` down; ``colour`` is in play now."""
    JUMPED_IN = auto()
    """As ``PLAYED``, out of turn."""
    COLOUR_NAMED = auto()
    DIRECTION_CHANGED = auto()
    """``count`` is the new direction, 1 or -1."""
    SKIPPED = auto()
    """``seat`` loses its turn."""
    PENALTY_GREW = auto()
    """``seat`` now faces a penalty of ``count``."""
    DEFLECTED = auto()
    """The penalty of ``count`` was passed on to ``seat``."""
    DREW = auto()
    """``seat`` drew ``count`` cards of its own will; ``cards`` only for its own eyes."""
    TOOK = auto()
    """``seat`` took ``count`` cards of a penalty; ``cards`` only for its own eyes."""
    PASSED = auto()
    CHALLENGED = auto()
    """``seat`` challenged ``target``; ``cards``, the hand shown, only for the challenger."""
    GUILTY = auto()
    """``target`` was bluffing and draws ``count``."""
    NOT_GUILTY = auto()
    """``seat`` was wrong and draws ``count``."""
    CALLED = auto()
    EXPOSED = auto()
    CAUGHT = auto()
    """``seat`` caught ``target``, who draws ``count``."""
    SWAPPED = auto()
    """``seat`` swapped hands with ``target``."""
    HANDS_PASSED = auto()
    HANDS_SHUFFLED = auto()
    CUSTOM = auto()
    """``seat`` played a custom wild; its text is the table's."""
    PLAYS_AGAIN = auto()
    RESHUFFLED = auto()
    """The discard pile became the draw pile of ``count`` cards."""
    PILE_EMPTY = auto()
    TIMED_OUT = auto()
    WENT_OUT = auto()
    """``seat`` played its last card; ``count`` is its place, from 1."""
    KNOCKED_OUT = auto()
    """``seat`` held ``count`` cards, too many."""
    STALLED = auto()
    """Nobody could play or draw any more."""
    ROUND_ENDED = auto()
    """``places``, ``points`` and ``hands`` tell how."""
    MATCH_ENDED = auto()
    """``seat`` won."""
    RULE_CHANGED = auto()
    """``setting`` is now ``value``."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Fields an event does not need keep their defaults."""

    kind: Happened
    seat: int | None = None
    target: int | None = None
    cards: tuple[int, ...] = ()
    count: int = 0
    colour: int | None = None
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    setting: str = ""
    value: str = ""
    private: bool = field(default=False)
    """True when ``cards`` may be seen by ``seat`` alone."""

    def to_dict(self) -> dict[str, Any]:
        """The fields that differ from their defaults, ready for JSON."""
        found: dict[str, Any] = {"kind": self.kind.value}
        for name in _EVENT_FIELDS:
            value = getattr(self, name)
            if value != _EVENT_DEFAULTS[name]:
                found[name] = value
        return found

    @staticmethod
    def from_dict(stored: dict[str, Any]) -> Event:
        """The event that ``to_dict`` wrote (after a trip through JSON as well)."""
        fields_: dict[str, Any] = dict(stored)
        fields_["kind"] = Happened(fields_["kind"])
        for name in ("cards", "places", "points"):
            fields_[name] = tuple(fields_.get(name, ()))
        fields_["hands"] = tuple(tuple(hand) for hand in fields_.get("hands", ()))
        return Event(**fields_)


_EVENT_DEFAULTS: Final = {
    name: getattr(Event(Happened.PASSED), name) for name in Event.__dataclass_fields__ if name != "kind"
}
_EVENT_FIELDS: Final = tuple(_EVENT_DEFAULTS)
