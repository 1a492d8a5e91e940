"""The moments of a round as a list, in words; a tap on one goes there, and the one on the table is marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.cards import code
from app.engine.moves import Event, Happened
from app.play.replays import Replay
from app.text.events import event_text
from app.text.rules import rules_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import icon_button, words
from app.ui.session import Session

CHUNK: Final = 100
"""Moments in the list at once; at its ends it goes on to those before and after."""

WHICH: Final = "(e) => { const line = e.target.closest('[data-step]'); if (line) emit(Number(line.dataset.step)); }"

_WITH_CARDS: Final = (Happened.PLAYED, Happened.JUMPED_IN, Happened.DREW, Happened.TOOK)
_STEPS: Final = (Happened.ROUND_STARTED, Happened.ROUND_ENDED, Happened.MATCH_ENDED)


def sentences(replay: Replay, step: int, tr: Translator) -> str:
    """What happened at a step."""
    view = replay.steps[step].view
    names = replay.match.names
    said = [event_text(event, tr, names, rules=view.rules) for event in replay.steps[step].events]
    return tr.p("between sentences", " ").join(said)


class MomentList:
    """A panel beside the table, or over it on a small screen. ``go`` is called with the step tapped."""

    def __init__(self, session: Session, replay: Replay, go: Callable[[object], Any]) -> None:
        self._session = session
        self._replay = replay
        self._lines: dict[int, Node] = {}
        self._marked: Node | None = None
        match = replay.match
        with Node("aside", "moves", data_open=False) as self._root:
            with Node("header", "moves-head"):
                with Node("div", "grow"):
                    words(session, "h2", lambda tr: rules_title(match.setup.rules, tr, match.setup.base))
                    Node("time", "soft small", data_when=round(match.finished_at))
                icon_button(
                    session, "close", lambda tr: tr.t("Close"), "btn btn-icon btn-quiet moves-close",
                    data_action="close-log",
                ).on_tap(self.toggle)  # fmt: skip
            with Node("div", "moves-scroll", role="group", tabindex=0) as scroll:
                self._list = Node("ol", "moves-list")
            scroll.on("click", lambda event: go(event.args), js_handler=WHICH)
        session.label(scroll, lambda tr: tr.t("What has happened"))
        session.label(self._root, lambda tr: tr.t("Log"))

    def toggle(self) -> None:
        """Show it on a small screen, or put it away; beside the table it is always there."""
        self._root.set(data_open=self._root.props.get("data-open") != "")

    def close(self) -> None:
        """Put it away on a small screen."""
        self._root.set(data_open=False)

    def mark(self, step: int) -> None:
        """Mark the moment that is on the table, and have it in the list."""
        if step not in self._lines:
            self._fill(step)
        if self._marked is not None:
            self._marked.set(aria_current=None)
        self._marked = self._lines[step].set(aria_current="step")

    def say_again(self, step: int) -> None:
        """Say everything in the language of now."""
        self._lines.clear()
        self.mark(step)

    def _fill(self, step: int) -> None:
        """Make the lines of the part of a round that ``step`` lies in."""
        span = self._replay.round_at(step)
        first = span.first + (step - span.first) // CHUNK * CHUNK
        last = min(span.last, first + CHUNK - 1)
        tr = self._session.tr
        self._list.clear()
        self._lines.clear()
        self._marked = None
        with self._list:
            if first > span.first:
                self._onward(first - 1, tr.t("Earlier in this round"))
            for number in range(first, last + 1):
                self._line(number, tr)
            if last < span.last:
                self._onward(last + 1, tr.t("Later in this round"))

    def _onward(self, step: int, text: str) -> None:
        with Node("li"):
            Node("button", "move-onward", text, type="button", data_step=step)

    def _line(self, step: int, tr: Translator) -> None:
        events = self._replay.steps[step].events
        ends = any(event.kind in _STEPS for event in events)
        with Node("li"), Node("button", "move move-step" if ends else "move", type="button", data_step=step) as line:
            Node("span", text=sentences(self._replay, step, tr))
            for card in _cards(events):
                Node("i", f"playing-card face-{code(card)}", aria_hidden=True)
        self._lines[step] = line


def _cards(events: tuple[Event, ...]) -> list[int]:
    """The cards to draw beside a sentence."""
    return [card for event in events if event.kind in _WITH_CARDS for card in event.cards]
