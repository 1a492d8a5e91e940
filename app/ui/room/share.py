"""How others come in: the code to say aloud, the QR code to scan, the link to send."""

from typing import Final

from nicegui import ui

from app.play import shown_room_code
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import Site, button, words
from app.ui.room.qr import qr_svg
from app.ui.session import Session


def room_link(site: Site, session: Session, code: str) -> str:
    """The whole address of the room called ``code``, as somebody elsewhere has to open it."""
    base = site.settings.base_url or str(session.client.request.base_url).rstrip("/")
    return f"{base}/room/{code}"


SHOWN_SECONDS: Final = 20.0
"""How long a code that is hidden is shown to whoever asks for it."""


class Share:
    """The panel with code, picture and link. Where they are hidden, nothing of them is on the page until the host
    asks for them, and only for a moment.
    """

    def __init__(self, session: Session, code: str, link: str) -> None:
        self._session: Final = session
        self._code: Final = code
        self._link: Final = link
        self._state: tuple[bool, bool] | None = None
        with Node("section", "panel share-panel", aria_labelledby="share-title"):
            words(session, "h2", lambda tr: tr.t("Invite"), id="share-title")
            self._place = Node("div", "stack")

    def show(self, hidden: bool, host: bool) -> None:
        """Show the code, or keep it out of sight; who is the host may look at it all the same."""
        if self._state != (hidden, host):
            self._state = hidden, host
            self._fill(open=not hidden)

    def _fill(self, *, open: bool) -> None:
        hidden, host = self._state or (False, False)
        self._place.clear()
        with self._place:
            if hidden:
                self._about_hidden(host, open)
            if open:
                with Node("div", "share-body"):
                    self._show_code()
                    with Node("div", "share-qr", role="img") as picture:
                        Node("div", "room-qr")._props["innerHTML"] = qr_svg(self._link)
                    self._session.label(picture, lambda tr: tr.t("QR code of the link to this room"))
                    self._ways()

    def _about_hidden(self, host: bool, open: bool) -> None:
        session = self._session
        words(session, "p", _hidden_from_host if host else _hidden_from_others)
        if not host:
            return
        if not open:
            button(session, lambda tr: tr.t("Show it for a moment"), data_action="show-code").on_tap(self._reveal)
            return
        button(session, lambda tr: tr.t("Hide it again"), data_action="hide-code").on_tap(self._conceal)
        ui.timer(SHOWN_SECONDS, self._conceal, once=True)

    def _reveal(self) -> None:
        self._fill(open=True)

    def _conceal(self) -> None:
        self._fill(open=self._state is None or not self._state[0])

    def _show_code(self) -> None:
        session = self._session
        with Node("div", "share-code"):
            words(session, "p", lambda tr: tr.t("Code of the room"), "soft small")
            Node("p", "code-big", shown_room_code(self._code), data_code=self._code, translate="no")

    def _ways(self) -> None:
        session = self._session
        with Node("div", "share-ways"):
            # What the buttons take the address from.
            Node(
                "input", "visually-hidden", type="text", readonly=True, tabindex=-1, aria_hidden=True, id="room-link"
            ).fill(self._link)
            send = button(
                session, lambda tr: tr.t("Send ..."), "btn btn-main share-only", data_action="share-link",
                data_share="#room-link",
            )  # fmt: skip
            session.label(send, lambda tr: tr.t("Send the link with another app"))
            copy = button(
                session, lambda tr: tr.t("Copy the link"), data_action="copy-link", data_copy="#room-link"
            )  # fmt: skip
            copy.on_tap(lambda: session.tell(lambda tr: tr.t("The link is copied.")))


def _hidden_from_host(tr: Translator) -> str:
    return tr.t(
        "Code, link and QR code are hidden on everybody’s page, and so is the address. "
        "Whoever has come in by them knows them all the same: lock the room to let nobody else in."
    )


def _hidden_from_others(tr: Translator) -> str:
    return tr.t("The host has hidden the code. Ask them for it if somebody else wants to come.")
