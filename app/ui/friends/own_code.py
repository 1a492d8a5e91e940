"""The person's own friend code: to be read out, copied or sent."""

from typing import Final

from app.config import Settings
from app.play import shown_code
from app.ui.account.facts import signed_in
from app.ui.account.forms import attempt
from app.ui.element import Node
from app.ui.frame import ask, button, words
from app.ui.session import Session


class OwnCode:
    """The panel with the code."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self.session: Final = session
        self.settings: Final = settings

    def build(self, code: str) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel friends-panel own-code", aria_labelledby="own-code-title"):
            words(session, "h2", lambda tr: tr.t("Your friend code"), id="own-code-title")
            words(session, "p", lambda tr: tr.t("Whoever has it can ask to be your friend."), "soft")
            self.shown = Node("output", "friend-code", data_code=True)
            self.copied = Node("input", "visually-hidden", type="text", readonly=True, tabindex=-1, aria_hidden=True,
                               id="friend-code")  # fmt: skip
            self.link = Node("input", "visually-hidden", type="text", readonly=True, tabindex=-1, aria_hidden=True,
                             id="friend-link")  # fmt: skip
            with Node("div", "row"):
                copy = button(session, lambda tr: tr.t("Copy"), data_action="copy-code", data_copy="#friend-code")
                copy.on_tap(lambda: session.tell(lambda tr: tr.t("The code is copied.")))
                send = button(session, lambda tr: tr.t("Send ..."), "btn share-only", data_share="#friend-link")
                session.label(send, lambda tr: tr.t("Send the code with another app"))
                new = button(session, lambda tr: tr.t("New code"), "btn btn-quiet", data_action="new-code")
                new.on_tap(self._ask_for_another)
        self._show(code)

    def _show(self, code: str) -> None:
        self.shown.text = shown_code(code)
        self.copied.fill(code)
        base = self.settings.base_url or str(self.session.client.request.base_url).rstrip("/")
        self.link.fill(f"{base}/friends?add={code}")

    def _ask_for_another(self) -> None:
        ask(
            self.session,
            lambda tr: tr.t("Have a new friend code?"),
            lambda tr: tr.t("Nobody finds you by the old one any more. Your friends stay."),
            lambda tr: tr.t("New code"),
            lambda: attempt(self.session, self._renew),
        )

    async def _renew(self) -> None:
        self._show(await self.session.friends.new_code(signed_in(self.session)))
        self.session.tell(lambda tr: tr.t("You have a new friend code."))
