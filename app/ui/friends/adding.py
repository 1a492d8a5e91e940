"""Asking somebody to be a friend, by code or ID."""

from typing import Final

from app.ui.account.facts import signed_in
from app.ui.account.forms import Form
from app.ui.element import Node
from app.ui.frame import words
from app.ui.friends.facts import Refresh
from app.ui.session import Session


class Adding:
    """The panel with the field."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh

    def build(self, code: str) -> None:
        """Make the panel; ``code`` stands in the field already."""
        session = self.session
        with Node("section", "panel friends-panel", aria_labelledby="adding-title"):
            words(session, "h2", lambda tr: tr.t("Add a friend"), id="adding-title")
            with Form(session, "add-friend", save=self._ask) as self.form:
                self.field = self.form.field(
                    "friend", lambda tr: tr.t("Friend code or ID"), defaultValue=code, enterkeyhint="send", maxlength=60
                )
                self.form.end(lambda tr: tr.t("Ask"))
            self.answer = Node("p", "friend-answer", role="status")

    async def _ask(self, typed: dict[str, str]) -> None:
        session = self.session
        self.answer.text = ""
        friends_now = await session.friends.ask(signed_in(session), typed.get("friend", ""))
        session.say(
            self.answer,
            lambda tr: (
                tr.t("You are friends now.") if friends_now else tr.t("If that is right, they see your request now.")
            ),
        )
        self.field.set(defaultValue="")
        self.form.node.run_method("reset")
        await self.refresh()
