"""The cover of a shared device: nothing of any hand is on the page while it is up (product.md 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.play import Shown, Vantage
from app.ui.element import Node
from app.ui.frame import button, toasts, words
from app.ui.portrait import show_portrait
from app.ui.session import Session
from app.ui.widgets.seats import seat_portrait


class HandOver:
    """The screen between two persons. ``start`` is given the seat that is ready, ``call`` the seat that says UNO.

    ``tools`` makes the buttons of what anybody may do meanwhile: nothing that tells of a hand.
    """

    def __init__(
        self,
        session: Session,
        table: Vantage,
        start: Callable[[int], Any],
        call: Callable[[int], Any],
        tools: Callable[[], None],
    ) -> None:
        self._session = session
        self._table = table
        self._start = start
        self._call = call
        self._tools = tools
        self._screen: Node | None = None
        self._says: Node
        self._state: tuple[int | None, int | None] = (None, None)

    def update(self, shown: Shown) -> None:
        """Put the cover up, change it, or take it away."""
        state = shown.cover_for, shown.offers_call
        if state == self._state:
            return
        self.close()
        self._state = state
        if shown.cover_for is not None:
            with self._session.client.layout:
                self._screen = self._build(shown.cover_for, shown.offers_call)

    def close(self) -> None:
        """Take the cover away."""
        self._state = None, None
        if self._screen is not None:
            self._session.displace_toasts(self._says)
            self._screen.delete()
            self._screen = None

    def _build(self, seat: int, caller: int | None) -> Node:
        session, name = self._session, self._table.names[seat]
        screen = Node("section", "hand-over", data_page="hand-over", data_focus=True, role="dialog", aria_modal=True)
        session.label(screen, lambda tr: tr.t("Hand over the device"))
        with screen, session.label(Node("div", "hand-over-tools", role="toolbar"), lambda tr: tr.t("Tools")):
            self._tools()
        with screen, Node("div", "hand-over-box"):
            Node("div", "playing-card face-back hand-over-card", aria_hidden=True)
            show_portrait(Node("div", aria_hidden=True), seat_portrait(self._table, seat))
            words(session, "p", lambda tr: tr.t("Hand the device to"), "hand-over-line")
            Node("h1", text=name)
            button(
                session, lambda tr: tr.t("I am {name} – start", name=name), "btn btn-main btn-big", data_action="ready"
            ).on_tap(lambda: self._start(seat))
            if caller is not None:
                self._offer_call(caller)
        with screen:
            self._says = toasts()
        session.place_toasts(self._says)
        return screen

    def _offer_call(self, caller: int) -> None:
        name = self._table.names[caller]
        with Node("div", "hand-over-call"):
            words(
                self._session, "p", lambda tr: tr.t("{name} has one card left and has not called UNO yet.", name=name)
            )
            button(self._session, lambda tr: tr.t("UNO!"), "press alarm loud", data_action="call").on_tap(
                lambda: self._call(caller)
            )
