"""Who the person is: portrait, ID, e-mail address, and the way out."""

from typing import Final

from app.play import Account
from app.ui.account.confirm import when_certain
from app.ui.account.facts import Facts, Refresh, signed_in
from app.ui.account.forms import Form, Problem, listen
from app.ui.account.portraits import choose_portrait
from app.ui.element import Node
from app.ui.frame import button, sheet, words
from app.ui.portrait import portrait_of, show_portrait
from app.ui.session import Session


class Identity:
    """The panel at the top of the profile."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh
        self.account: Account

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel identity", aria_labelledby="account-name"):
            self.face = Node("button", "seat-portrait", type="button", data_action="portrait")
            session.label(self.face, lambda tr: tr.t("Change the portrait"))
            session.label(self.face, lambda tr: tr.t("Change the portrait"), "title")
            with self.face.on_tap(self._choose_portrait):
                self.picture = Node("i", "portrait")
            with Node("div", "identity-text"):
                with Node("h2", id="account-name"):
                    self.name = Node("bdi", data_account=True)
                self.email = Node("p", "soft identity-email")
            with Node("div", "row identity-buttons"):
                button(session, lambda tr: tr.t("Change ID"), "btn btn-small", data_action="rename").on_tap(
                    self._ask_id
                )
                email = button(session, lambda tr: tr.t("Change e-mail"), "btn btn-small", data_action="email")
                email.on_tap(lambda: when_certain(session, self._ask_email))
            self._way_out()

    def _way_out(self) -> None:
        with Node("form", "identity-out", method="post", data_send="/api/account/sign-out", data_next="/") as form:
            problem = Problem(self.session)
            with Node("button", "btn", type="submit", data_action="sign-out"):
                Node("i", "icon-sign-out", aria_hidden=True)
                words(self.session, "span", lambda tr: tr.t("Sign out"))
        listen(form, lambda word, params, field: problem.show(word, params), None)

    def show(self, facts: Facts) -> None:
        """Bring the panel up to date."""
        account = self.account = facts.account
        show_portrait(self.picture, portrait_of(account))
        self.name.text = account.name
        self.session.say(self.email, lambda tr: account.email or tr.t("No e-mail address"))

    def _choose_portrait(self) -> None:
        choose_portrait(self.session, self.account, self.refresh)

    def _ask_id(self) -> None:
        session = self.session
        with sheet(session, lambda tr: tr.t("Change ID"), "dialog-account") as dialog:
            words(session, "p", lambda tr: tr.t("Others see your ID, and you sign in with it."), "soft")

            async def save(typed: dict[str, str]) -> None:
                await session.accounts.rename(signed_in(session), typed.get("name", ""))
                dialog.close()
                session.tell(lambda tr: tr.t("Your ID is changed."))
                await self.refresh()

            with Form(session, "rename", save=save) as form:
                form.field(
                    "name", lambda tr: tr.t("ID"), autocomplete="username", autofocus=True,
                    defaultValue=self.account.name,
                )  # fmt: skip
                form.end(lambda tr: tr.t("Save"), cancel=True)

    def _ask_email(self) -> None:
        session = self.session
        with sheet(session, lambda tr: tr.t("Change e-mail"), "dialog-account") as dialog:

            async def save(typed: dict[str, str]) -> None:
                await session.accounts.set_email(signed_in(session), typed.get("email", ""))
                dialog.close()
                session.tell(lambda tr: tr.t("Your e-mail address is changed."))
                await self.refresh()

            with Form(session, "email", save=save, confirm=lambda then: when_certain(session, then)) as form:
                form.field(
                    "email", lambda tr: tr.t("E-mail address (optional)"),
                    lambda tr: tr.t("You can sign in with it instead of the ID. Nothing is ever sent to it."),
                    type="email", autocomplete="email", autofocus=True, defaultValue=self.account.email,
                )  # fmt: skip
                form.end(lambda tr: tr.t("Save"), cancel=True)
