"""The layer of cards: the hand on screen, and the top of the discard pile.

Both share one layer, because a card that is played stays the same element: only its class changes, and the
style sheet takes it from the hand to the pile. Cards that come start from where they come from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.engine.cards import W, code, colour_of, symbol_of
from app.engine.moves import Event, Happened
from app.engine.views import TableView
from app.play import Shown
from app.text.cards import card_label
from app.ui.element import Node
from app.ui.session import Session
from app.ui.widgets.places import place_of

PILE_SHOWN: Final = 5
"""Cards of the discard pile that are drawn."""
LAST_TO_WAIT: Final = 9
"""Cards that come together set off one after the other; from here on all at once, so that none is late."""
SORTS: Final = ("colour", "number")

WHICH_CARD: Final = "(e) => { const card = e.target.closest('.card.hand'); if (card) emit(Number(card.id.slice(1))); }"

_PLAYS: Final = (Happened.PLAYED, Happened.JUMPED_IN)


@dataclass(eq=False, slots=True)
class Held:
    """One card of the hand and its element."""

    node: Node
    card: int
    marked: tuple[object, ...] = ()
    """How it was marked last, and in which language that was said."""


class Cards:
    """Every card that lies open for the person on screen. ``tap`` is called with the card tapped."""

    def __init__(self, session: Session, tap: Callable[[Held], Any]) -> None:
        self._session = session
        self._tap = tap
        self.hand: list[Held] = []
        """The cards on screen, from left to right."""
        self.chosen: list[Held] = []
        """The cards selected, in the order in which they go down."""
        self.sort = str(session.preferences.get("sort", SORTS[0]))
        self._pile: list[Node] = []
        self._top: int | None = None
        self._laid = 0
        self._leaving: list[Node] = []
        self._lit: frozenset[int] = frozenset()
        self._drawn: tuple[int, ...] = ()
        self.tapped: Held | None = None
        """The card tapped last."""
        self._dealt = False
        with Node("div", "tappable", role="group") as self.around:
            # Nothing but the list of its children, since it is sent whenever a card comes or goes.
            self.layer = Node("div", "cards")
        # One listener for all cards, on an element that never changes: otherwise it is most of what is sent.
        self.around.on("click", lambda event: self._clicked(event.args), js_handler=WHICH_CARD)
        session.label(self.around, lambda tr: tr.t("Your hand and the discard pile"))

    # What is new

    def update(self, shown: Shown, events: Sequence[Event], base: int, just_dealt: bool = False) -> None:
        """Show the hand and the pile of ``shown``; ``events`` tell how the cards got there. ``mark`` is to follow."""
        view = shown.view
        for node in self._leaving:
            node.delete()
        self._leaving.clear()
        if any(event.kind is Happened.ROUND_STARTED for event in events):
            self.clear()
            self._clear_pile()
        self._exchange(view, events, base)
        self._play(view, events, base)
        self._settle(view.hand)
        self._receive(view, events, base, just_dealt)
        self._lit, self._drawn = view.fits, shown.drawn
        self._arrange()
        self._dealt = bool(self.hand) or view.seat is None

    def clear(self) -> None:
        """Take the hand off the page, at once and entirely."""
        for held in self.hand:
            held.node.delete()
        for node in self._leaving:
            node.delete()
        self.hand.clear()
        self.chosen.clear()
        self._leaving.clear()
        self.tapped = None
        self._dealt = False

    def sort_next(self) -> str:
        """Sort in the other way; its name."""
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)] if self.sort in SORTS else SORTS[0]
        self._arrange()
        return self.sort

    # The hand

    def _exchange(self, view: TableView, events: Iterable[Event], base: int) -> None:
        """Let the whole hand go where a swap, a pass or a shuffle takes it, after the card that did it."""
        for event in events:
            if event.kind in _PLAYS and event.seat == view.seat:
                self._lay_own(event.cards)
            to = None if view.seat is None else _goes_to(event, view, base)
            if to is not None:
                for held in self.hand:
                    held.node.wear(f"card leaving to-{to}")
                    held.node.set(data_card=None, data_fits=None, aria_label=None, aria_hidden=True)
                self._leaving += [held.node for held in self.hand]
                self.hand.clear()

    def _settle(self, hand: Iterable[int]) -> None:
        """Let go of elements of cards that are not in the hand any more for reasons nobody told."""
        wanted = Counter(hand)
        kept = []
        for held in self.hand:
            if wanted[held.card] > 0:
                wanted[held.card] -= 1
                kept.append(held)
            else:
                held.node.delete()
        self.hand = kept
        self.chosen = [held for held in self.chosen if held in kept]

    def _receive(self, view: TableView, events: Sequence[Event], base: int, just_dealt: bool) -> None:
        """Make the elements of cards that have come, starting from where they come from; all others are in the hand."""
        if len(self.hand) == len(view.hand):
            return
        missing = Counter(view.hand) - Counter(held.card for held in self.hand)
        origin = _comes_from(view, events, base) if self._dealt or events or just_dealt else "appear"
        with self.layer:
            coming = sorted(missing.elements(), key=lambda card: _order(card, self.sort))
            for number, card in enumerate(coming):
                self.hand.append(self._make(card, origin, number))

    def _make(self, card: int, origin: str, number: int) -> Held:
        node = Node("button", f"card hand face-{code(card)} {origin}", tabindex=-1, data_card=code(card))
        if number:
            node.style_value("--d", str(min(number, LAST_TO_WAIT)))
        return Held(node, card)

    def _clicked(self, id: object) -> Any:
        """Tell of the card whose element has this id; one that has been played meanwhile is nobody's any more."""
        held = next((held for held in self.hand if held.node.id == id), None)
        if held is None:
            return None
        self.tapped = held
        return self._tap(held)

    def _arrange(self) -> None:
        """Put the hand in order: the places of the cards, and the order in which a screen reader meets them."""
        self.hand.sort(key=lambda held: _order(held.card, self.sort))
        for place, held in enumerate(self.hand):
            held.node.style_value("--i", str(place))
        children = self.layer.default_slot.children
        wanted: list[Any] = [held.node for held in self.hand]
        ours = {node.id for node in wanted}
        if [child.id for child in children if child.id in ours] != [node.id for node in wanted]:
            rest = iter(wanted)
            children[:] = [next(rest) if child.id in ours else child for child in children]
            self.layer.update()

    def mark(self, partners: frozenset[int] | None = None) -> None:
        """Light what fits; while cards are chosen, their ``partners`` instead."""
        drawn = list(self._drawn)
        for held in reversed(self.hand):
            is_new = held.card in drawn
            if is_new:
                drawn.remove(held.card)
            order = self.chosen.index(held) + 1 if held in self.chosen else 0
            partner = partners is not None and not order and held.card in partners
            self._mark(held, held.card in self._lit, is_new, order, partner)

    def _mark(self, held: Held, fits: bool, is_new: bool, order: int, partner: bool) -> None:
        held.node.toggle("hinted", False)
        tr = self._session.tr
        before, held.marked = held.marked, (tr.language, fits, is_new, order, partner)
        if held.marked == before:
            return
        label = card_label(held.card, tr, fits, is_new, order)
        held.node.set(data_fits=fits, data_order=order or None, aria_label=label)
        held.node.toggle("drawn", is_new).toggle("chosen", bool(order)).toggle("partner", partner)

    def shake(self, held: Held) -> None:
        """Refuse a card with a shake of its head."""
        turned = "shake-a" in held.node.classes
        held.node.toggle("shake-b", turned).toggle("shake-a", not turned)

    def point_at(self, cards: Iterable[int]) -> None:
        """Show which cards a hint means."""
        wanted = Counter(cards)
        for held in self.hand:
            held.node.toggle("hinted", wanted[held.card] > 0)
            wanted[held.card] -= 1

    # The discard pile

    def _play(self, view: TableView, events: Iterable[Event], base: int) -> None:
        """Lay down what others played, and make sure that the right card lies on top."""
        for event in events:
            if event.kind in _PLAYS and event.seat is not None and event.seat != view.seat:
                place = place_of(event.seat, base, len(view.seats))
                for card in event.cards:
                    self._lay_new(card, f"from-{place}")
            elif event.kind is Happened.ROUND_STARTED:
                self._lay_new(event.cards[0], "from-draw")
        if self._top != view.top:
            self._clear_pile()
            for card in view.discard[-PILE_SHOWN:]:
                self._lay_new(card, "")

    def _lay_own(self, cards: Iterable[int]) -> None:
        """The cards that the person on screen played go from the hand to the pile, as the same elements."""
        for card in cards:
            held = next((each for each in [self.tapped, *self.chosen, *self.hand] if each and each.card == card), None)
            if held is None or held not in self.hand:
                self._lay_new(card, "from-0")
                continue
            self.hand.remove(held)
            held.node.set(
                data_card=None, data_fits=None, data_order=None, aria_label=None, aria_hidden=True, tabindex=-1
            )
            self._lay(held.node, card, "")
        self.chosen.clear()
        self.tapped = None

    def _lay_new(self, card: int, origin: str) -> None:
        """Lay a card on the pile that was not on the page, as the element of the lowest where there are enough."""
        if len(self._pile) < PILE_SHOWN:
            with self.layer:
                node = Node("div")
        else:
            node = self._pile.pop(0)
        # Two names for one animation: it starts anew only when the name changes.
        came = "" if not origin else "came" if "came-again" in node.classes else "came came-again"
        self._lay(node, card, f"{came} {origin}")

    def _lay(self, node: Node, card: int, origin: str) -> None:
        """Put one more card on the pile; the style sheet lays it a little askew, as people do."""
        self._laid += 1
        node.wear(f"card pile face-{code(card)} {origin}")
        # Its place and its turn in the hand would hold it back when it comes as another card.
        node.style.clear()
        node.style_value("--z", str(self._laid))
        self._top = card
        self._pile.append(node)
        if len(self._pile) > PILE_SHOWN:
            self._pile.pop(0).delete()

    def _clear_pile(self) -> None:
        for node in self._pile:
            node.delete()
        self._pile.clear()
        self._top = None
        self._laid = 0


def _order(card: int, sort: str) -> tuple[int, int]:
    """Where a card stands in a hand sorted by colour or by number; wilds come last."""
    if sort == "number" and card < W:
        return symbol_of(card), colour_of(card)
    return (card, 0) if sort != "number" else (card + W, 0)


def _goes_to(event: Event, view: TableView, base: int) -> int | None:
    """The place to which the whole hand on screen goes with ``event``, if it does."""
    seats = len(view.seats)
    if event.kind is Happened.SWAPPED and view.seat in (event.seat, event.target):
        other = event.target if event.seat == view.seat else event.seat
        return None if other is None else place_of(other, base, seats)
    if event.kind is Happened.HANDS_SHUFFLED and event.seat is not None:
        return place_of(event.seat, base, seats)
    if event.kind is Happened.HANDS_PASSED:
        return 1 if view.direction > 0 else seats - 1
    return None


def _comes_from(view: TableView, events: Sequence[Event], base: int) -> str:
    """The style classes that say where new cards of the hand on screen come from."""
    for event in events:
        if event.kind is Happened.HANDS_PASSED:
            return f"came from-{len(view.seats) - 1 if view.direction > 0 else 1}"
        to = None if view.seat is None else _goes_to(event, view, base)
        if to is not None:
            return f"came from-{to}"
    return "came from-draw"
