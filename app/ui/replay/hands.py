"""Every hand, open: one rack of cards for each seat, changed card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.engine.cards import code
from app.engine.moves import Event, Happened
from app.engine.views import SeatView, TableView
from app.play import FinishedMatch
from app.text.cards import card_list
from app.ui.element import Node
from app.ui.portrait import show_portrait
from app.ui.session import Session
from app.ui.widgets.places import place_of
from app.ui.widgets.seats import seat_portrait

_DRAWS = (Happened.DREW, Happened.TOOK)


class _Card(NamedTuple):
    """One card and its element."""

    card: int
    node: Node


class _Rack:
    """The hand of one seat."""

    def __init__(self, session: Session, match: FinishedMatch, seat: int, place: int) -> None:
        self._session = session
        self._cards: list[_Card] = []
        with Node("li", f"rack at-{place}", data_rack=seat) as self.root:
            with Node("span", "rack-who"):
                show_portrait(Node("i", aria_hidden=True), seat_portrait(match, seat))
                Node("bdi", "rack-name", match.names[seat])
            self._hand = Node("span", "rack-cards", role="img")

    def update(self, seat: SeatView, on_turn: bool, drawn: Counter[int]) -> None:
        """Show the hand of ``seat``, in order; the cards ``drawn`` just now are marked."""
        hand = seat.hand or ()
        self.root.toggle("on-turn", on_turn).toggle("empty", not hand)
        self.root.style_value("--c", str(max(1, len(hand))))
        if tuple(each.card for each in self._cards) != (wanted := tuple(sorted(hand))):
            self._exchange(wanted)
        for each in self._cards:
            each.node.toggle("new", drawn[each.card] > 0)
            drawn[each.card] -= 1
        self._hand.set(aria_label=self._said(hand))

    def _said(self, hand: tuple[int, ...]) -> str:
        tr = self._session.tr
        return card_list(sorted(hand), tr) if hand else tr.t("No cards left")

    def _exchange(self, wanted: tuple[int, ...]) -> None:
        """Let cards go and come; those that stay keep their elements."""
        missing = Counter(wanted)
        kept = []
        for each in self._cards:
            if missing[each.card] > 0:
                missing[each.card] -= 1
                kept.append(each)
            else:
                each.node.delete()
        with self._hand:
            come = [_Card(card, Node("i", f"playing-card face-{code(card)}")) for card in missing.elements()]
        self._cards = sorted([*kept, *come], key=lambda each: each.card)
        self._hand.default_slot.children[:] = [each.node for each in self._cards]
        self._hand.update()


class Hands:
    """The racks of all seats, ``base`` at the bottom of the table."""

    def __init__(self, session: Session, match: FinishedMatch, base: int) -> None:
        seats = len(match.names)
        with Node("div", "racks", role="group", tabindex=0) as root, Node("ol", "racks-list"):
            self._racks = [_Rack(session, match, seat, place_of(seat, base, seats)) for seat in range(seats)]
        session.label(root, lambda tr: tr.t("All hands"))

    def update(self, view: TableView, events: Sequence[Event]) -> None:
        """Show the hands of ``view``; ``events`` tell what was drawn on the way there."""
        drawn: list[Counter[int]] = [Counter() for _ in self._racks]
        for event in events:
            if event.kind in _DRAWS and event.seat is not None:
                drawn[event.seat].update(event.cards)
        for seat, rack, new in zip(view.seats, self._racks, drawn, strict=True):
            rack.update(seat, seat.seat == view.turn and not view.round_over, new)
