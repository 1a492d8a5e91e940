"""Everything that has happened, in the language of now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.cards import code
from app.engine.house_rules import HouseRules
from app.engine.moves import Event, Happened
from app.play import Vantage
from app.text.events import event_text
from app.ui.element import Node
from app.ui.frame import icon_button, words
from app.ui.session import Sentence, Session

WHICH_CHOICE: Final = "(event) => emit(event.target.value)"
PAGE: Final = 15
"""Lines in one element: with each new line only those beside it are sent again."""
PAGES: Final = 8
"""Pages kept in sight; a match makes hundreds of lines."""

MOST_PICTURES: Final = 8
"""Cards of one line that are drawn; the words name them all."""

_PLAYS: Final = (Happened.PLAYED, Happened.JUMPED_IN)
_DRAWS: Final = (
    Happened.DREW, Happened.TOOK, Happened.PASSED, Happened.PENALTY_GREW, Happened.DEFLECTED, Happened.CHALLENGED,
    Happened.GUILTY, Happened.NOT_GUILTY, Happened.CAUGHT, Happened.TIMED_OUT, Happened.PILE_EMPTY,
)  # fmt: skip
_STEPS: Final = (Happened.ROUND_STARTED, Happened.WENT_OUT, Happened.ROUND_ENDED, Happened.MATCH_ENDED)
_PICTURED: Final = (*_PLAYS, Happened.DREW, Happened.TOOK, Happened.ROUND_STARTED, Happened.PUT_BACK)
KINDS: Final = {"play": _PLAYS, "draw": _DRAWS, "turning": _STEPS}
"""What the filter tells apart."""
FILTERS: Final[dict[str, Sentence]] = {
    "": lambda tr: tr.t("Everything"),
    "only-play": lambda tr: tr.t("Cards played"),
    "only-draw": lambda tr: tr.t("Draws and penalties"),
    "only-turning": lambda tr: tr.t("Starts and ends of rounds"),
}
"""The choices of the filter, by the class that hides the other lines."""


class Log:
    """A panel beside the table; closed, it goes on telling screen readers what happens."""

    def __init__(self, session: Session, table: Vantage) -> None:
        self._session = session
        self._table = table
        self._viewer: int | None = None
        with Node("aside", "log", data_open=False) as self._root:
            with Node("header", "log-head"):
                words(session, "h2", lambda tr: tr.t("Log"))
                self._filter()
                icon_button(session, "close", lambda tr: tr.t("Close"), "tool").on_tap(self.toggle)
            with Node("div", "log-scroll", role="group", tabindex=0) as scroll:
                self._lines = Node("div", "log-lines", role="log", aria_live="polite", aria_relevant="additions")
        session.label(scroll, lambda tr: tr.t("What has happened"))
        session.label(self._root, lambda tr: tr.t("Log"))
        session.label(self._lines, lambda tr: tr.t("What has happened"))
        self._pages: list[Node] = []
        self._room = 0

    @property
    def is_open(self) -> bool:
        """Whether it can be seen."""
        return self._root.props.get("data-open") == ""

    def toggle(self) -> None:
        """Show it, or put it away."""
        self._root.set(data_open=not self.is_open)

    def rebuild(self, viewer: int | None) -> None:
        """Tell everything anew, as ``viewer`` may know it."""
        self._viewer = viewer
        # What was said before must not be spoken again.
        self._lines.set(aria_live="off")
        for page in self._pages:
            page.delete()
        self._pages.clear()
        self._room = 0
        self._tell([entry.event for entry in self._table.shown_log()[-PAGE * PAGES :]])

    def add(self, events: Sequence[Event], viewer: int | None) -> None:
        """Tell what is new; all of it anew when another person looks on now."""
        if viewer != self._viewer:
            self.rebuild(viewer)
            return
        if events:
            self._lines.set(aria_live="polite")
            self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        rules = self._table.rules
        for event in events:
            with self._page():
                self._line(event, rules)

    def _page(self) -> Node:
        """The element for the next line."""
        if self._room == 0:
            self._room = PAGE
            with self._lines:
                self._pages.append(Node("div", "log-page"))
            if len(self._pages) > PAGES:
                self._pages.pop(0).delete()
        self._room -= 1
        return self._pages[-1]

    def _line(self, event: Event, rules: HouseRules) -> None:
        kind = next((name for name, kinds in KINDS.items() if event.kind in kinds), "")
        text = event_text(event, self._session.tr, self._table.names, self._viewer, rules)
        cards = event.cards[:MOST_PICTURES] if event.kind in _PICTURED else ()
        if len(cards) == 1:
            # The line itself shows it: half as much to make and to send for most of what happens.
            Node("div", f"log-line {kind} one-card face-{code(cards[0])}", text)
            return
        with Node("div", f"log-line {kind}".strip(), text):
            if cards:
                self._pictures(cards)

    @staticmethod
    def _pictures(cards: Sequence[int]) -> None:
        with Node("div", "log-cards"):
            for card in cards:
                Node("i", f"playing-card face-{code(card)}")

    def _filter(self) -> None:
        """The choice of what is told."""
        choice = self._session.label(Node("select", "field log-filter"), lambda tr: tr.t("What to show"))
        with choice:
            for name, sentence in FILTERS.items():
                words(self._session, "option", sentence, value=name)
        choice.on("change", lambda event: self._show_only(event.args), js_handler=WHICH_CHOICE)

    def _show_only(self, wanted: object) -> None:
        """Hide what the filter leaves out; ``wanted`` comes from the browser."""
        for name in FILTERS:
            if name:
                self._root.toggle(name, name == wanted)
