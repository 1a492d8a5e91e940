"""What a play still asks for: the colour of a wild, the seat of a swap; and the hand that a challenge shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.cards import COLOUR_NAMES, COLOURS, code, is_wild
from app.engine.moves import Do, Happened, Move, Reason
from app.engine.views import TableView
from app.play import Revealed, Vantage
from app.text.cards import card_name, colour_title
from app.text.events import event_banner, event_text
from app.ui.element import Node
from app.ui.frame import Dialog, button, words
from app.ui.portrait import show_portrait
from app.ui.session import Sentence, Session
from app.ui.widgets.seats import seat_portrait

AT_ONCE: Final = 0.12
"""Seconds in which an answer that comes shuts its question; a slower one finds it shut."""
RECENT: Final = 40
"""Lines of the log among which the verdict of a challenge is looked for."""


class Asker:
    """Finds out what a play of some cards still needs, asks for it, and hands on the whole move.

    ``act`` is given the move; ``refuse`` the reason why there is none.
    """

    def __init__(
        self, session: Session, table: Vantage, act: Callable[[Move], Any], refuse: Callable[[Reason], Any]
    ) -> None:
        self._session: Final = session
        self._table: Final = table
        self._act = act
        self._refuse = refuse
        self._dialog: Dialog | None = None

    async def play(self, view: TableView, cards: tuple[int, ...]) -> None:
        """Play ``cards``, after asking for a colour and a seat where the play needs them."""
        if any(is_wild(card) for card in cards):
            # Whether it may be played at all does not depend on the colour.
            if await self._is_refused(view, Move(Do.PLAY, cards, COLOURS[0])):
                return
            self._ask_colour(view, cards)
        else:
            await self._with_target(view, Move(Do.PLAY, cards))

    def close(self) -> None:
        """Take away a question that the table has answered meanwhile."""
        if self._dialog is not None:
            dialog, self._dialog = self._dialog, None
            dialog.close()

    async def _is_refused(self, view: TableView, move: Move) -> bool:
        reason = Reason.NOT_YOUR_TURN if view.seat is None else self._table.explain(view.seat, move)
        if reason is None or reason is Reason.CHOOSE_A_SEAT:
            return False
        await _awaited(self._refuse(reason))
        return True

    async def _with_target(self, view: TableView, move: Move) -> None:
        if await self._is_refused(view, move):
            return
        if view.seat is not None and self._table.explain(view.seat, move) is Reason.CHOOSE_A_SEAT:
            self._ask_target(view, move)
        else:
            await _awaited(self._act(move))

    def _open(self, name: Sentence, classes: str) -> Dialog:
        self.close()
        self._dialog = Dialog(self._session, name, f"choice {classes}")
        return self._dialog

    def _ask_colour(self, view: TableView, cards: tuple[int, ...]) -> None:
        dialog = self._open(lambda tr: tr.t("Choose a colour"), "choice-colour")
        with dialog:
            words(self._session, "h2", lambda tr: tr.t("Choose a colour"))
            with Node("div", "colours"):
                for colour in COLOURS:
                    self._colour_button(dialog, view, cards, colour)
        dialog.open()

    def _colour_button(self, dialog: Dialog, view: TableView, cards: tuple[int, ...], colour: int) -> None:
        name = COLOUR_NAMES[colour]

        async def chosen() -> None:
            if dialog.shut():
                await self._with_target(view, Move(Do.PLAY, cards, colour))

        with Node("button", f"colour colour-{name}", type="button", data_action=f"colour-{name}") as root:
            Node("i", f"icon-mark-{name}", aria_hidden=True)
            words(self._session, "span", lambda tr: colour_title(colour, tr))
        root.closing(chosen, within=AT_ONCE)

    def _ask_target(self, view: TableView, move: Move) -> None:
        targets = [each.seat for each in view.seats if _can_be_target(view, each.seat)]
        dialog = self._open(lambda tr: tr.t("Swap hands with ..."), "choice-target")
        with dialog:
            words(self._session, "h2", lambda tr: tr.t("Swap hands with ..."))
            with Node("div", "targets"):
                for seat in targets:
                    self._target_button(dialog, view, move, seat)
        dialog.open()

    def _target_button(self, dialog: Dialog, view: TableView, move: Move, seat: int) -> None:
        async def chosen() -> None:
            if dialog.shut():
                await _awaited(self._act(move._replace(target=seat)))

        with Node("button", "target", type="button", data_action=f"target-{seat}") as root:
            show_portrait(Node("span", aria_hidden=True), seat_portrait(self._table, seat))
            Node("span", "target-name", self._table.names[seat])
            count = view.seats[seat].cards
            words(self._session, "span", lambda tr: tr.n("{count} card", "{count} cards", count), "target-cards")
        root.closing(chosen, within=AT_ONCE)


def _can_be_target(view: TableView, seat: int) -> bool:
    other = view.seats[seat]
    return seat != view.seat and other.place is None and not other.knocked_out


async def _awaited(result: Any) -> None:
    if hasattr(result, "__await__"):
        await result


class RevealedHand:
    """The hand that a challenge showed, on top of everything until the person has seen enough."""

    def __init__(self, session: Session, table: Vantage, seen: Callable[[], Any]) -> None:
        self._session = session
        self._table = table
        self._seen = seen
        self._dialog: Dialog | None = None
        self._shown: Revealed | None = None

    def update(self, revealed: Revealed | None) -> None:
        """Show the hand, or take it away."""
        if revealed == self._shown:
            return
        self._shown = revealed
        if self._dialog is not None:
            self._dialog.on_close = None
            self._dialog.close()
            self._dialog.body.clear()
            self._dialog = None
        if revealed is not None:
            self._open(revealed)

    def _open(self, revealed: Revealed) -> None:
        name = self._table.names[revealed.target]
        dialog = self._dialog = Dialog(self._session, lambda tr: tr.t("The hand of {name}", name=name), "choice")
        dialog.on_close = self._closed
        with dialog:
            words(self._session, "h2", lambda tr: tr.t("The hand of {name}", name=name))
            self._verdict()
            with Node("ul", "shown-hand"):
                for card in revealed.cards:
                    with Node("li"):
                        face = Node("span", f"playing-card face-{code(card)}", role="img")
                        self._session.label(face, lambda tr, card=card: card_name(card, tr))  # type: ignore[misc]
            button(
                self._session, lambda tr: tr.t("Seen"), "btn btn-main", autofocus=True, data_action="look-away"
            ).closing()
        dialog.open()

    def _verdict(self) -> None:
        """Whether it was a bluff, and who pays for that."""
        events = [entry.event for entry in reversed(self._table.shown_log()[-RECENT:])]
        verdict = next((event for event in events if event.kind in (Happened.GUILTY, Happened.NOT_GUILTY)), None)
        asked = next((event for event in events if event.kind is Happened.CHALLENGED), None)
        if verdict is None or asked is None:
            return
        names, rules = self._table.names, self._table.rules
        words(self._session, "p", lambda tr: event_banner(verdict, tr), f"verdict verdict-{verdict.kind.value}")
        words(self._session, "p", lambda tr: event_text(verdict, tr, names, asked.seat, rules), "verdict-text")

    def _closed(self) -> None:
        self._dialog = None
        self._shown = None
        self._seen()
