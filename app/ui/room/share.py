"""How others come in: the code to say aloud, the QR code to scan, the link to send."""

from typing import Final

from app.play import shown_room_code
from app.ui.element import Node
from app.ui.frame import Site, button, words
from app.ui.room.qr import qr_svg
from app.ui.session import Session


def room_link(site: Site, session: Session, code: str) -> str:
    """The whole address of the room called ``code``, as somebody elsewhere has to open it."""
    base = site.settings.base_url or str(session.client.request.base_url).rstrip("/")
    return f"{base}/room/{code}"


class Share:
    """The panel with code, picture and link; the host may hide all of it from curious eyes."""

    def __init__(self, session: Session, code: str, link: str) -> None:
        self._session: Final = session
        with Node("section", "panel share-panel", aria_labelledby="share-title"):
            words(session, "h2", lambda tr: tr.t("Invite"), id="share-title")
            with Node("div", "share-body") as self._body:
                self._code(code)
                with Node("div", "share-qr", role="img") as picture:
                    Node("div", "room-qr")._props["innerHTML"] = qr_svg(link)
                session.label(picture, lambda tr: tr.t("QR code of the link to this room"))
                self._ways(link)
            self._hidden = words(
                session, "p", lambda tr: tr.t("The code is hidden. Whoever has it can still come in."), hidden=True
            )

    def _code(self, code: str) -> None:
        session = self._session
        with Node("div", "share-code"):
            words(session, "p", lambda tr: tr.t("Code of the room"), "soft small")
            Node("p", "code-big", shown_room_code(code), data_code=code, translate="no")

    def _ways(self, link: str) -> None:
        session = self._session
        with Node("div", "share-ways"):
            # What the buttons take the address from.
            Node(
                "input", "visually-hidden", type="text", readonly=True, tabindex=-1, aria_hidden=True, id="room-link"
            ).fill(link)
            send = button(
                session, lambda tr: tr.t("Send ..."), "btn btn-main share-only", data_action="share-link",
                data_share="#room-link",
            )  # fmt: skip
            session.label(send, lambda tr: tr.t("Send the link with another app"))
            copy = button(
                session, lambda tr: tr.t("Copy the link"), data_action="copy-link", data_copy="#room-link"
            )  # fmt: skip
            copy.on_tap(lambda: session.tell(lambda tr: tr.t("The link is copied.")))

    def show(self, hidden: bool) -> None:
        """Show the code, or keep it out of sight."""
        self._body.set(hidden=hidden)
        self._hidden.set(hidden=not hidden)
