"""What a person signs in with: a password, passkeys, recovery codes."""

from typing import Final

from app.play import Passkey
from app.play.names import LONGEST_PASSKEY_NAME
from app.text.translator import Translator
from app.ui.account.codes import make_codes
from app.ui.account.confirm import when_certain
from app.ui.account.entry import about_passwords
from app.ui.account.facts import Facts, Refresh, Row, signed_in
from app.ui.account.forms import Form, attempt
from app.ui.account.passkey_button import passkey_button, passkey_help
from app.ui.ago import ago
from app.ui.element import Node
from app.ui.frame import ask, button, icon_button, sheet, words
from app.ui.session import Session


class WaysIn:
    """The panel of the profile about signing in."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh
        self.facts: Facts
        self.passkeys: Final[dict[str, Row]] = {}

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel account-panel", aria_labelledby="ways-in"):
            words(session, "h2", lambda tr: tr.t("Signing in"), id="ways-in")
            with Node("ul", "account-rows"):
                self._password()
            words(session, "h3", lambda tr: tr.t("Passkeys"))
            self.none = words(
                session, "p", lambda tr: tr.t("With a passkey you sign in by fingerprint, face or screen lock."), "soft"
            )
            self.list = Node("ul", "account-rows", data_list="passkeys")
            with Node("div", "row", data_needs_passkeys=True):
                add = button(session, lambda tr: tr.t("Add a passkey"), data_action="add-passkey")
                add.on_tap(lambda: when_certain(session, self.ask_passkey))
            passkey_help(session)
            words(session, "h3", lambda tr: tr.t("Recovery codes"))
            words(session, "p", lambda tr: tr.t("For when nothing else lets you in."), "soft")
            with Node("ul", "account-rows"):
                self._codes()

    def _password(self) -> None:
        session = self.session
        self.password = Row(session, "lock")
        with self.password.buttons:
            self.set = button(session, lambda tr: tr.t("Change"), "btn btn-small", data_action="password")
            self.set.on_tap(self.ask_password)
            self.drop = icon_button(
                session, "trash", lambda tr: tr.t("Remove the password"), "btn btn-icon btn-quiet",
                data_action="remove-password",
            ).on_tap(lambda: when_certain(session, self._ask_to_drop))  # fmt: skip

    def _codes(self) -> None:
        session = self.session
        self.codes = Row(session, "rules")
        with self.codes.buttons:
            self.new_codes = button(session, lambda tr: tr.t("New codes"), "btn btn-small", data_action="codes")
            self.new_codes.on_tap(lambda: when_certain(session, self.ask_codes))

    def show(self, facts: Facts) -> None:
        """Bring the panel up to date."""
        self.facts = facts
        self.password.show(lambda tr: tr.t("Password"), self._about_password)
        self.drop.set(hidden=not (facts.account.has_password and facts.passkeys))
        self.codes.show(self._count_codes)
        self.none.set(hidden=bool(facts.passkeys))
        self._show_passkeys(facts.passkeys)

    def _about_password(self, tr: Translator) -> str:
        return tr.t("Is set") if self.facts.account.has_password else tr.t("None: you sign in with passkeys")

    def _count_codes(self, tr: Translator) -> str:
        if not self.facts.codes:
            return tr.t("None yet")
        return tr.n("{count} unused code", "{count} unused codes", self.facts.codes)

    # The password

    def ask_password(self) -> None:
        """Ask for a new password; where the person has not been asked lately, for the old one as well."""
        session, account = self.session, self.facts.account
        with sheet(session, lambda tr: tr.t("Change the password"), "dialog-account") as dialog:
            words(session, "p", lambda tr: tr.t("Afterwards you are signed out everywhere else."), "soft")

            async def changed() -> None:
                dialog.close()
                session.tell(lambda tr: tr.t("Your password is changed."))
                await attempt(session, self.refresh)

            with Form(
                session, "password", send="/api/account/password", done=changed,
                confirm=lambda then: when_certain(session, then),
            ) as form:  # fmt: skip
                # Password managers want to know whose it is.
                Node(
                    "input", type="text", name="name", autocomplete="username", hidden=True, value=account.name,
                    aria_hidden=True, tabindex=-1,
                )  # fmt: skip
                if account.has_password and not signed_in(session).fresh:
                    form.field(
                        "current", lambda tr: tr.t("Present password"), type="password",
                        autocomplete="current-password", autofocus=True,
                    )  # fmt: skip
                form.field(
                    "password", lambda tr: tr.t("New password"), about_passwords, type="password",
                    autocomplete="new-password",
                )  # fmt: skip
                form.end(lambda tr: tr.t("Save"), cancel=True)

    def _ask_to_drop(self) -> None:
        session = self.session

        async def drop() -> None:
            await session.accounts.remove_password(signed_in(session))
            session.tell(lambda tr: tr.t("The password is removed."))
            await self.refresh()

        ask(
            session,
            lambda tr: tr.t("Remove the password?"),
            lambda tr: tr.t("From then on you sign in with your passkeys alone. You are signed out everywhere else."),
            lambda tr: tr.t("Remove"),
            lambda: attempt(session, drop),
        )

    # Passkeys

    def _show_passkeys(self, passkeys: list[Passkey]) -> None:
        for gone in set(self.passkeys) - {passkey.id for passkey in passkeys}:
            self.passkeys.pop(gone).node.delete()
        for passkey in passkeys:
            if passkey.id not in self.passkeys:
                self.passkeys[passkey.id] = self._row(passkey.id)
            self._show_passkey(self.passkeys[passkey.id], passkey)

    def _row(self, id: str) -> Row:
        session = self.session
        with self.list:
            row = Row(session, "key")
        with row.buttons:
            icon_button(
                session, "edit", lambda tr: tr.t("Rename {passkey}", passkey=self._name(id)), "btn btn-icon btn-quiet",
                data_action="rename-passkey",
            ).on_tap(lambda: self._ask_name(id))  # fmt: skip
            icon_button(
                session, "trash", lambda tr: tr.t("Remove {passkey}", passkey=self._name(id)), "btn btn-icon btn-quiet",
                data_action="remove-passkey",
            ).on_tap(lambda: when_certain(session, lambda: self._ask_to_remove(id)))  # fmt: skip
        return row

    def _name(self, id: str) -> str:
        return next((passkey.name for passkey in self.facts.passkeys if passkey.id == id), "")

    def _show_passkey(self, row: Row, passkey: Passkey) -> None:
        def details(tr: Translator) -> str:
            used = passkey.used_at
            said = tr.t("Never used") if used is None else tr.t("Last used: {when}", when=ago(used, tr))
            return f"{said} · {tr.t('Synced')}" if passkey.synced else said

        row.show(lambda tr: passkey.name, details)

    def ask_passkey(self) -> None:
        """Add a passkey, with a name to know it by."""
        session = self.session
        with sheet(session, lambda tr: tr.t("Add a passkey"), "dialog-account") as dialog:
            words(
                session, "p",
                lambda tr: tr.t(
                    "This device or your password manager keeps it, and asks for your fingerprint, face or screen lock."
                ),
            )  # fmt: skip

            async def added() -> None:
                dialog.close()
                session.tell(lambda tr: tr.t("The passkey is added."))
                await attempt(session, self.refresh)

            with Node("div", "form-field"):
                words(session, "label", lambda tr: tr.t("Name (optional)"), for_="new-passkey-name")
                words(
                    session, "p", lambda tr: tr.t("So that you know it again, such as: my phone."), "soft small",
                    id="new-passkey-hint",
                )  # fmt: skip
                Node(
                    "input", "field", type="text", id="new-passkey-name", autocomplete="off", autofocus=True,
                    maxlength=LONGEST_PASSKEY_NAME, aria_describedby="new-passkey-hint",
                )  # fmt: skip
            made = passkey_button(session, "add", lambda tr: tr.t("Add a passkey"), added)
            made.toggle("btn-main", True).set(data_passkey_name="#new-passkey-name")
            passkey_help(session)

    def _ask_name(self, id: str) -> None:
        session = self.session
        with sheet(session, lambda tr: tr.t("Rename the passkey"), "dialog-account") as dialog:

            async def save(typed: dict[str, str]) -> None:
                await session.passkeys.rename(signed_in(session), id, typed.get("name", ""))
                dialog.close()
                await self.refresh()

            with Form(session, "rename-passkey", save=save) as form:
                form.field("name", lambda tr: tr.t("Name"), autofocus=True, defaultValue=self._name(id))
                form.end(lambda tr: tr.t("Save"), cancel=True)

    def _ask_to_remove(self, id: str) -> None:
        session, name = self.session, self._name(id)

        async def remove() -> None:
            await session.passkeys.remove(signed_in(session), id)
            session.client.run_javascript("document.dispatchEvent(new Event('passkeys-changed'))")
            session.tell(lambda tr: tr.t("The passkey is removed."))
            await self.refresh()

        ask(
            session,
            lambda tr: tr.t("Remove this passkey?"),
            lambda tr: tr.t(
                "You cannot sign in with {passkey} any more. You are signed out everywhere else.", passkey=name
            ),
            lambda tr: tr.t("Remove"),
            lambda: attempt(session, remove),
        )

    # Recovery codes

    async def ask_codes(self) -> None:
        """Make new recovery codes; where there are some already, after a question."""
        session = self.session

        async def make() -> None:
            await make_codes(session, self.refresh)

        if not self.facts.codes:
            await attempt(session, make)
            return
        ask(
            session,
            lambda tr: tr.t("Make new recovery codes?"),
            lambda tr: tr.t("The codes that you have stop working."),
            lambda tr: tr.t("New codes"),
            lambda: attempt(session, make),
        )
