"""The middle of the table: the ring with colour and direction, the draw pile, the waiting penalty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.cards import COLOUR_NAMES, NO_COLOUR
from app.engine.moves import Do
from app.engine.views import TableView
from app.text.cards import colour_title
from app.ui.element import Node
from app.ui.session import Session

LOW_PILE = 8


class Ring:
    """Colour in play and direction; its looks follow the marks on the table's root."""

    def __init__(self, session: Session) -> None:
        self._session = session
        with Node("div", "ring"):
            Node("div", "ring-band")
            with Node("div", "ring-flip"):
                Node("div", "ring-arrows")
            with Node("div", "ring-name"):
                self._mark = Node("i", "icon-mark-wild", aria_hidden=True)
                self._name = Node("span")
        self._penalty = Node("div", "penalty", aria_hidden=True)

    def update(self, view: TableView) -> None:
        """Show the colour in play of ``view`` and what penalty waits."""
        name = "wild" if view.colour == NO_COLOUR else COLOUR_NAMES[view.colour]
        self._mark.wear(f"icon-mark-{name}")
        self._name.text = colour_title(view.colour, self._session.tr)
        self._show_penalty(view.penalty.amount if view.penalty else 0)

    def _show_penalty(self, amount: int) -> None:
        text = f"+{amount}" if amount else ""
        if text == self._penalty.text:
            return
        # Two names for one animation: it starts anew only when the name changes.
        grown = "grown-b" if "grown-a" in self._penalty.classes else "grown-a"
        self._penalty.wear(f"penalty {grown}" if text else "penalty")
        self._penalty.text = text


class DrawPile:
    """The draw pile: a tap on it draws, or takes the penalty that waits."""

    def __init__(self, session: Session, draw: Callable[[], Any]) -> None:
        self._session = session
        with Node("button", "draw-pile", type="button", tabindex=-1).on_tap(draw) as self.root:
            self._back = Node("span", "top-back face-back", aria_hidden=True)
            self._count = Node("span", "pile-count", aria_hidden=True)
            self._said = Node("span", "visually-hidden")
        Node("div", "pile-spot")

    def update(self, view: TableView) -> None:
        """Show how many cards are left, and whether a tap would do something."""
        left = view.draw_count
        self._count.text = str(left)
        self.root.toggle("low", left < LOW_PILE).toggle("none", left == 0)
        self._back.toggle("open", not view.actions.isdisjoint((Do.DRAW, Do.TAKE)))
        tr = self._session.tr
        self._said.text = tr.n("Draw pile, {count} card", "Draw pile, {count} cards", left)
