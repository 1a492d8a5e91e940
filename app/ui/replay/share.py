"""The sheet from which a replay is shared by a link, and the link ended again."""

from __future__ import annotations

from typing import Final

from app.config import Settings
from app.play import StoreError
from app.ui.element import Node
from app.ui.frame import Dialog, button, sheet, words
from app.ui.session import Session


class Share:
    """Sharing one match of the visitor's own."""

    def __init__(self, session: Session, settings: Settings, id: str) -> None:
        self.session: Final = session
        self.settings: Final = settings
        self.id: Final = id

    async def open(self) -> None:
        """Show the sheet as the link is now."""
        token = await self.session.lounge.archive.link_of(self.id)
        with sheet(self.session, lambda tr: tr.t("Share this replay"), "dialog-share") as dialog:
            body = Node("div", "stack")
        self._fill(dialog, body, token)

    def _fill(self, dialog: Dialog, body: Node, token: str | None) -> None:
        body.clear()
        with body:
            if token is None:
                self._offer(dialog, body)
            else:
                self._link(dialog, body, token)

    def _offer(self, dialog: Dialog, body: Node) -> None:
        session = self.session
        words(
            session,
            "p",
            lambda tr: tr.t("Whoever has the link can watch this match: every card, every name. You can end it again."),
        )

        async def make() -> None:
            try:
                token = await session.lounge.archive.share(session.owner, self.id)
            except StoreError:
                session.tell(lambda tr: tr.t("It could not be saved. Nothing is lost: please try again."))
                return
            if token is None:
                dialog.close()
                session.tell(lambda tr: tr.t("This match is not in your records any more."))
                return
            self._fill(dialog, body, token)

        button(session, lambda tr: tr.t("Make a link"), "btn btn-main", data_action="make-link").on_tap(make)

    def _link(self, dialog: Dialog, body: Node, token: str) -> None:
        session = self.session
        words(session, "label", lambda tr: tr.t("Link to this replay"), for_="replay-link")
        with Node("div", "row"):
            Node("input", "field grow", type="text", readonly=True, id="replay-link").fill(self._address(token))
            copy = button(session, lambda tr: tr.t("Copy"), "btn", data_action="copy-link", data_copy="#replay-link")
            copy.on_tap(lambda: session.tell(lambda tr: tr.t("The link is copied.")))
        with Node("div", "row"):
            send = button(session, lambda tr: tr.t("Send ..."), "btn share-only", data_share="#replay-link")
            session.label(send, lambda tr: tr.t("Send the link with another app"))
            end = button(session, lambda tr: tr.t("End this link"), "btn share-end", data_action="end-link")
        words(session, "p", lambda tr: tr.t("Whoever has the link can watch until you end it."), "soft small")

        async def end_it() -> None:
            try:
                await session.lounge.archive.unshare(session.owner, self.id)
            except StoreError:
                session.tell(lambda tr: tr.t("It could not be saved. Nothing is lost: please try again."))
                return
            dialog.close()
            session.tell(lambda tr: tr.t("The link is ended. It leads nowhere any more."))

        end.on_tap(end_it)

    def _address(self, token: str) -> str:
        base = self.settings.base_url or str(self.session.client.request.base_url).rstrip("/")
        return f"{base}/replay/{token}"
