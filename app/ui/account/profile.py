"""The account of somebody who is signed in: everything that can be seen and changed of it."""

from typing import Final

from app.ui.account.confirm import when_certain
from app.ui.account.facts import Facts, read_facts
from app.ui.account.forms import Form
from app.ui.account.identity import Identity
from app.ui.account.open_sessions import OpenSessions
from app.ui.account.ways_in import WaysIn
from app.ui.element import Node
from app.ui.frame import button, link, sheet, words
from app.ui.session import Session


class Profile:
    """The panels, all filled from the same facts.

    ``occasion`` is ``new`` just after registering, ``recovered`` after coming in by a recovery code, else empty;
    ``follow`` is where the person was going.
    """

    def __init__(self, session: Session, occasion: str, follow: str) -> None:
        self.session: Final = session
        self.identity: Final = Identity(session, self.refresh)
        self.ways_in: Final = WaysIn(session, self.refresh)
        self.sessions: Final = OpenSessions(session, self.refresh)
        self.advice: Final = Advice(session, self.ways_in, occasion, follow)

    async def build(self) -> None:
        """Make the page."""
        facts = await read_facts(self.session)
        with Node("div", "profile"):
            with Node("div", "profile-column"):
                self.identity.build()
                self.advice.build()
                self.ways_in.build()
            with Node("div", "profile-column"):
                self.sessions.build()
                self._data()
        self._show(facts)

    async def refresh(self) -> None:
        """Bring everything up to date. Raises ``Refused`` when the session has ended."""
        self._show(await read_facts(self.session))

    def _show(self, facts: Facts) -> None:
        self.identity.show(facts)
        self.ways_in.show(facts)
        self.sessions.show(facts)
        self.advice.show(facts)

    def _data(self) -> None:
        session = self.session
        with Node("section", "panel account-panel", aria_labelledby="data-title"):
            words(session, "h2", lambda tr: tr.t("Your data"), id="data-title")
            with Node("div", "row"):
                link(
                    session, lambda tr: tr.t("Download my data"), "/api/account/data", download="uno-account.json",
                    data_action="download",
                )  # fmt: skip
                away = button(session, lambda tr: tr.t("Delete the account"), "btn danger-text", data_action="delete")
                away.on_tap(lambda: when_certain(session, self._ask_to_delete))

    def _ask_to_delete(self) -> None:
        session = self.session
        with sheet(session, lambda tr: tr.t("Delete the account?"), "dialog-account"):
            words(
                session, "p",
                lambda tr: tr.t(
                    "Everything in it is deleted for good: your ID, portrait, passkeys, unfinished game, matches and "
                    "favourites. You may want to download your data first."
                ),
            )  # fmt: skip
            with Form(
                session, "delete", send="/api/account/delete", follow="/",
                confirm=lambda then: when_certain(session, then),
            ) as form:  # fmt: skip
                form.end(lambda tr: tr.t("Delete everything"), "btn btn-danger", cancel=True)


class Advice:
    """What a person should do next: after registering, and after coming in by a recovery code."""

    def __init__(self, session: Session, ways_in: WaysIn, occasion: str, follow: str) -> None:
        self.session: Final = session
        self.ways_in: Final = ways_in
        self.occasion: Final = occasion
        self.follow: Final = follow

    def build(self) -> None:
        """Make the panel, if there is an occasion."""
        self.steps: dict[str, Node] = {}
        if self.occasion:
            with Node("section", "panel advice", aria_labelledby="advice-title"):
                self._new() if self.occasion == "new" else self._recovered()

    def show(self, facts: Facts) -> None:
        """Tick off what is done."""
        done = {"passkey": bool(facts.passkeys), "codes": bool(facts.codes)}
        for step, node in self.steps.items():
            node.set(data_done=done[step])

    def _new(self) -> None:
        session, ways = self.session, self.ways_in
        words(session, "h2", lambda tr: tr.t("Welcome!"), id="advice-title")
        words(session, "p", lambda tr: tr.t("Your account is ready. Make sure that you can always get in:"))
        with Node("ul", "advice-steps"):
            with Node("li", "advice-step", data_needs_passkeys=True) as self.steps["passkey"]:
                add = button(session, lambda tr: tr.t("Add a passkey"), "btn", data_action="first-passkey")
                add.on_tap(lambda: when_certain(session, ways.ask_passkey))
            with Node("li", "advice-step") as self.steps["codes"]:
                make = button(session, lambda tr: tr.t("Make recovery codes"), "btn", data_action="first-codes")
                make.on_tap(lambda: when_certain(session, ways.ask_codes))
        with Node("div", "row row-end"):
            link(session, lambda tr: tr.t("Go and play"), self.follow, "btn btn-main", data_action="go-on")

    def _recovered(self) -> None:
        session, ways = self.session, self.ways_in
        words(session, "h2", lambda tr: tr.t("You are in again"), id="advice-title")
        words(session, "p", lambda tr: tr.t("Set a new password now, so that you need no other code."))
        with Node("div", "row"):
            change = button(session, lambda tr: tr.t("Set a new password"), "btn btn-main", data_action="new-password")
            change.on_tap(ways.ask_password)
