"""What has just happened, shown where it happened: a word at a seat, backs of cards flying between places.

A fixed set of elements is used again and again, so a page that was away shows the latest moments only and
nothing piles up. All of it is decoration: the log says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final, NamedTuple

from app.engine.moves import Event, Happened
from app.engine.views import TableView
from app.text.events import event_banner
from app.ui.element import Node
from app.ui.session import Session
from app.ui.widgets.places import place_of

MOST_WORDS: Final = 4
"""Words shown for one move; with more, the earliest give way."""
MOST_FLIGHTS: Final = 8
BETWEEN: Final = 260
"""Milliseconds between the moments of one move, so that they can be followed."""
BETWEEN_CARDS: Final = 70

_LOUD: Final = {
    Happened.CALLED: "uno", Happened.CAUGHT: "caught", Happened.GUILTY: "guilty", Happened.NOT_GUILTY: "honest",
    Happened.CHALLENGED: "duel", Happened.SKIPPED: "skip", Happened.PENALTY_GREW: "plus", Happened.DEFLECTED: "plus",
    Happened.KNOCKED_OUT: "caught", Happened.WENT_OUT: "win", Happened.JUMPED_IN: "jump",
    Happened.TIMED_OUT: "quiet", Happened.PLAYS_AGAIN: "skip",
}  # fmt: skip
"""Moments at a seat and how they look."""
_CENTRE: Final = (
    Happened.DIRECTION_CHANGED, Happened.SWAPPED, Happened.HANDS_PASSED, Happened.HANDS_SHUFFLED,
    Happened.RESHUFFLED, Happened.PILE_EMPTY, Happened.STALLED, Happened.RULE_CHANGED, Happened.CUSTOM,
)  # fmt: skip
"""Moments of the whole table."""
_AT_TARGET: Final = (Happened.CAUGHT, Happened.GUILTY)


class _Flight(NamedTuple):
    """One card or hand on its way, by the classes of its two ends."""

    start: str
    end: str
    hand: bool = False


class Moments:
    """The layer above the table on which moments appear."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session = session
        self._names = names
        with Node("div", "moments", aria_hidden=True):
            self._words = cycle([Node("div", "word") for _ in range(MOST_WORDS + 2)])
            self._flights = cycle([Node("div", "flight face-back") for _ in range(MOST_FLIGHTS + 4)])

    def show(self, view: TableView, events: Sequence[Event], base: int) -> None:
        """Show what ``events`` tell; ``base`` is the seat at the bottom."""
        words = [word for event in events if (word := self._word(event, view, base))]
        for number, (text, classes) in enumerate(words[-MOST_WORDS:]):
            self._appear(next(self._words), f"word {classes}", number * BETWEEN, text)
        flights = [flight for event in events for flight in _flights(event, view, base)]
        for number, flight in enumerate(flights[:MOST_FLIGHTS]):
            classes = f"flight face-back {flight.start} {flight.end}" + " hand-flight" * flight.hand
            self._appear(next(self._flights), classes, number * BETWEEN_CARDS)

    def _appear(self, node: Node, classes: str, delay: int, text: str = "") -> None:
        # Two names for one animation: it starts anew only when the name changes.
        again = "again-b" if "again-a" in node.classes else "again-a"
        node.wear(f"{classes} {again}")
        node.style_value("--delay", f"{delay}ms")
        node.text = text

    def _word(self, event: Event, view: TableView, base: int) -> tuple[str, str] | None:
        text = event_banner(event, self._session.tr)
        if event.kind is Happened.CUSTOM:
            text = view.rules.custom_text
        if not text:
            return None
        if event.kind in _CENTRE:
            return text, "centre big" if event.kind is not Happened.CUSTOM else "centre"
        seat = event.target if event.kind in _AT_TARGET else event.seat
        if event.kind not in _LOUD or seat is None:
            return None
        return text, f"at-{place_of(seat, base, len(view.seats))} {_LOUD[event.kind]}"


def _flights(event: Event, view: TableView, base: int) -> Iterator[_Flight]:
    """The cards that ``event`` moves between places; those of the hand on screen move by themselves."""
    seats = len(view.seats)
    place = None if event.seat is None else place_of(event.seat, base, seats)
    own = None if view.seat is None else place_of(view.seat, base, seats)
    others = [at for at in range(seats) if at != own]
    match event.kind:
        case Happened.DREW | Happened.TOOK if place != own:
            yield from [_Flight("from-draw", f"to-{place}")] * event.count
        case Happened.SWAPPED if event.target is not None:
            other = place_of(event.target, base, seats)
            if own not in (place, other):
                yield _Flight(f"from-{place}", f"to-{other}", hand=True)
                yield _Flight(f"from-{other}", f"to-{place}", hand=True)
        case Happened.HANDS_PASSED:
            yield from (
                _Flight(f"from-{start}", f"to-{end}", hand=True)
                for start, end in _all_pass(view, base)
                if own not in (start, end)
            )
        case Happened.HANDS_SHUFFLED:
            yield from (_Flight(f"from-{at}", "to-draw", hand=True) for at in others)
        case Happened.RESHUFFLED:
            yield from [_Flight("from-pile", "to-draw")] * 4
        case Happened.ROUND_STARTED:
            yield from (_Flight("from-draw", f"to-{at}", hand=True) for at in others)


def _all_pass(view: TableView, base: int) -> Iterator[tuple[int, int]]:
    """The places between which every hand moves one along."""
    seats = len(view.seats)
    active = [seat.seat for seat in view.seats if seat.place is None and not seat.knocked_out]
    for number, seat in enumerate(active):
        receiver = active[(number + view.direction) % len(active)]
        yield place_of(seat, base, seats), place_of(receiver, base, seats)
