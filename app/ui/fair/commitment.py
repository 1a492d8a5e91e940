"""The fingerprint of the round that is being played: for the browser to keep, and for whoever wants to see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.engine.moves import Event, Happened
from app.play import Vantage
from app.ui.element import Node
from app.ui.fair.subject import fair_link
from app.ui.frame import button, icon_button, link, sheet, words
from app.ui.session import Session


class Commitment:
    """An element in which ``commitment.js`` finds the fingerprint of the round at the table, and a small shield.

    ``where`` names the match in the address of the check: ``table=local`` or ``room=CODE``. The page has to load
    ``commitment.js``; call ``stop`` when the table is shown no longer.
    """

    def __init__(self, session: Session, table: Vantage, where: str, *, shield: bool = True) -> None:
        self.session: Final = session
        self.table: Final = table
        self.where: Final = where
        self._fingerprint = ""
        self.node: Final = Node("span", "fair-mark", data_match=table.id, hidden=not shield)
        if shield:
            with self.node:
                tool = icon_button(session, "shield", lambda tr: tr.t("Fair deal"), "tool", data_action="fair")
                tool.on_tap(self.open)
        self.update()
        self.stop: Final[Callable[[], None]] = table.subscribe(self._changed)

    def _changed(self, _version: int, events: tuple[Event, ...]) -> None:
        # Without events the table may have become another one.
        if not events or any(event.kind is Happened.ROUND_STARTED for event in events):
            self.update()

    def update(self) -> None:
        """Show the fingerprint as it is now; nothing is sent while the round is the same."""
        fingerprint = self.table.commitment
        if fingerprint != self._fingerprint and not self.node.is_deleted:
            self._fingerprint = fingerprint
            self.node.set(data_commitment=fingerprint, data_round=self.table.shown().view.round)

    def open(self) -> None:
        """Explain it, and lead to the check of the rounds that are over."""
        session = self.session
        with sheet(session, lambda tr: tr.t("Fair deal"), "fair-sheet"), Node("div", "stack"):
            words(
                session,
                "p",
                lambda tr: tr.t(
                    "How the cards of this round lie was settled before its first move, by a secret seed. "
                    "This is the fingerprint of that seed:"
                ),
            )
            self._show()
            words(
                session,
                "p",
                lambda tr: tr.t(
                    "Your browser keeps it. When the round is over the seed is shown, and you can check that "
                    "no card was changed."
                ),
            )
            self._rounds()
            more = link(
                session, lambda tr: tr.t("How a deal is proved"), "/fair", "btn btn-quiet", data_action="fair-page"
            )
            more.set(target="_blank", rel="noopener")

    def _show(self) -> None:
        session = self.session
        with Node("div", "row"):
            shown = Node("input", "field grow", type="text", readonly=True, id="fair-fingerprint")
            session.label(shown.fill(self._fingerprint), lambda tr: tr.t("Fingerprint"))
            copy = button(session, lambda tr: tr.t("Copy"), data_action="copy", data_copy="#fair-fingerprint")
            copy.on_tap(lambda: session.tell(lambda tr: tr.t("The fingerprint is copied.")))

    def _rounds(self) -> None:
        over = [result.round for result in self.table.rounds]
        if not over:
            return
        words(self.session, "h3", lambda tr: tr.t("Check a round"))
        with Node("div", "row"):
            for number in over:
                check = link(
                    self.session,
                    lambda tr, number=number: tr.t("Round {round}", round=number),  # type: ignore[misc]
                    fair_link(self.where, number),
                    "btn btn-small",
                    data_check=number,
                )
                check.set(target="_blank", rel="noopener")
