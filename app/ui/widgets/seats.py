"""The seats round the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from app.art.portraits import portrait_for
from app.engine.views import SeatView, TableView
from app.play import LocalSetup
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.portrait import show_portrait
from app.ui.session import Session
from app.ui.widgets.places import place_of


class Seated(Protocol):
    """Who sits where: at a live table, or in a match that is over."""

    @property
    def names(self) -> Sequence[str]:
        """The name of each seat."""

    @property
    def setup(self) -> LocalSetup:
        """Who plays by which rules."""


def seat_portrait(table: Seated, seat: int) -> str:
    """The key of the portrait of ``seat``."""
    return table.setup.occupants[seat].portrait or portrait_for(seat)


def shows_scores(view: TableView) -> bool:
    """Whether running scores mean anything: not in a match of a single round."""
    return view.rules.match_format in ("points", "penalty") or view.rules.rounds > 1


class _Plate(NamedTuple):
    """The elements of one seat that change."""

    root: Node
    portrait: Node
    tag: Node
    dealer: Node
    who: Node
    score: Node


class Seats:
    """One plate per seat; the person on screen sits at the bottom."""

    def __init__(self, session: Session, table: Seated) -> None:
        self._session = session
        self._table = table
        self.notes: dict[int, Sequence[str]] = {}
        """What else is said of a seat to screen readers."""
        self._plates = [self._make(seat) for seat in range(len(table.names))]
        self._drawn: dict[int, tuple[object, ...]] = {}
        """What each plate shows; most change nothing with a move."""

    def plate(self, seat: int) -> Node:
        """The element of ``seat``."""
        return self._plates[seat].root

    def _make(self, seat: int) -> _Plate:
        # One child, silent as a whole: an element that changes is sent with its attributes and a list of its children.
        with Node("div", "seat", role="group", data_seat=seat) as root, Node("div", "parts", aria_hidden=True):
            portrait = show_portrait(Node("div"), seat_portrait(self._table, seat))
            Node("div", "fan")
            Node("div", "count")
            tag = Node("div", "tag")
            with Node("div", "dealer", hidden=True) as dealer:
                Node("i", "icon-dealer")
            who = Node("div", "who", self._table.names[seat])
            score = Node("div", "score")
        return _Plate(root, portrait, tag, dealer, who, score)

    def update(self, view: TableView, base: int) -> None:
        """Show the seats of ``view`` with ``base`` at the bottom."""
        names = self._table.names
        for seat in view.seats:
            place = place_of(seat.seat, base, len(view.seats))
            own = seat.seat == view.seat, view.called_early, view.round_over
            turn = seat.seat == view.turn, seat.seat == view.dealer
            said = self._session.language, names[seat.seat], *self.notes.get(seat.seat, ())
            shown = (seat, place, len(view.seats), *own, *turn, *said)
            if self._drawn.get(seat.seat) != shown:
                self._drawn[seat.seat] = shown
                self._update(self._plates[seat.seat], seat, names[seat.seat], view, place)

    def _update(self, plate: _Plate, seat: SeatView, name: str, view: TableView, place: int) -> None:
        on_turn = seat.seat == view.turn and not view.round_over
        gone = seat.knocked_out or (seat.place is not None and not view.round_over)
        # Fans open towards the middle of the table.
        right = 2 * place > len(view.seats)
        states = {"own": place == 0, "right": right, "turn": on_turn, "gone": gone}
        classes = ["seat", f"at-{place}", *(name for name, holds in states.items() if holds)]
        plate.root.wear(" ".join(classes))
        kind, tag = _tag(seat, view, self._session.tr)
        plate.root.set(data_cards=seat.cards, aria_label=self._label(seat, name, tag, view, on_turn))
        # Fan and count are drawn from this: the seat is sent anyway when they change.
        plate.root.style_value("--cards", str(seat.cards))
        plate.tag.wear(f"tag {kind}")
        plate.tag.text = tag
        plate.who.text = name
        plate.dealer.set(hidden=seat.seat != view.dealer)
        plate.score.text = self._score(seat, view, place)

    def _score(self, seat: SeatView, view: TableView, place: int) -> str:
        if not shows_scores(view):
            return ""
        tr = self._session.tr
        return tr.n("{count} point", "{count} points", seat.score) if place == 0 else str(seat.score)

    def _label(self, seat: SeatView, name: str, tag: str, view: TableView, on_turn: bool) -> str:
        """The seat in words, for screen readers."""
        tr = self._session.tr
        parts = [name, tr.n("{count} card", "{count} cards", seat.cards)]
        if shows_scores(view):
            parts.append(tr.n("{count} point", "{count} points", seat.score))
        if on_turn:
            parts.append(tr.t("on turn"))
        if seat.seat == view.dealer:
            parts.append(tr.t("dealer"))
        parts += self.notes.get(seat.seat, ())
        return tr.p("between the parts of a label", ", ").join([*parts, tag] if tag else parts)


def _tag(seat: SeatView, view: TableView, tr: Translator) -> tuple[str, str]:
    """The flag on a seat: its style class and its word."""
    if seat.knocked_out:
        return "quiet", tr.t("Knocked out")
    if seat.place is not None:
        return "quiet", tr.place(seat.place)
    if seat.exposed:
        return "exposed", tr.t("No call!")
    if seat.called or (seat.seat == view.seat and view.called_early):
        return "", tr.t("UNO!")
    return "quiet", ""
