"""Where the person is signed in."""

from typing import Final

from app.play import OpenSession
from app.text.translator import Translator
from app.ui.account.facts import Facts, Refresh, Row, signed_in
from app.ui.account.forms import attempt
from app.ui.ago import ago
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.session import Session


class OpenSessions:
    """The panel of the profile that lists the browsers in which the person is signed in."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh
        self.rows: Final[dict[str, Row]] = {}

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel account-panel", aria_labelledby="sessions-title"):
            words(session, "h2", lambda tr: tr.t("Where you are signed in"), id="sessions-title")
            self.list = Node("ul", "account-rows", data_list="sessions")
            self.others = button(session, lambda tr: tr.t("Sign out everywhere else"), data_action="end-others")
            self.others.on_tap(lambda: attempt(session, self._end_others))

    def show(self, facts: Facts) -> None:
        """Bring the list up to date."""
        for gone in set(self.rows) - {each.id for each in facts.sessions}:
            self.rows.pop(gone).node.delete()
        for each in facts.sessions:
            if each.id not in self.rows:
                self.rows[each.id] = self._row(each)
            self._show(self.rows[each.id], each)
        self.others.set(hidden=len(facts.sessions) < 2)

    def _row(self, each: OpenSession) -> Row:
        session = self.session
        with self.list:
            row = Row(session, "check" if each.current else "computer")
        row.node.set(data_current=each.current)
        if not each.current:
            with row.buttons:
                end = button(session, lambda tr: tr.t("Sign out"), "btn btn-small", data_action="end-session")
                session.label(end, lambda tr: tr.t("Sign out {browser}", browser=_browser(each, tr)))
                end.on_tap(lambda: attempt(session, lambda: self._end(each.id)))
        return row

    def _show(self, row: Row, each: OpenSession) -> None:
        def seen(tr: Translator) -> str:
            return tr.t("This browser") if each.current else tr.t("Last used: {when}", when=ago(each.seen_at, tr))

        row.show(lambda tr: _browser(each, tr), seen)

    async def _end(self, id: str) -> None:
        await self.session.accounts.end_session(signed_in(self.session), id)
        self.session.tell(lambda tr: tr.t("That browser is signed out."))
        await self.refresh()

    async def _end_others(self) -> None:
        await self.session.accounts.end_other_sessions(signed_in(self.session))
        self.session.tell(lambda tr: tr.t("You are signed out everywhere else."))
        await self.refresh()


def _browser(each: OpenSession, tr: Translator) -> str:
    return each.agent or tr.t("Unknown browser")
