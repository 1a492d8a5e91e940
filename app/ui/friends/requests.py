"""Who has asked to be a friend, and whom the person has asked."""

from typing import Final

from app.play import Asked, Person
from app.ui.account.facts import signed_in
from app.ui.account.forms import attempt
from app.ui.ago import ago
from app.ui.element import Node
from app.ui.frame import button, icon_button, words
from app.ui.friends.facts import Facts, Refresh
from app.ui.friends.person_sheet import ask_to_block
from app.ui.friends.rows import Row, Rows
from app.ui.session import Session


class OpenRequests:
    """The panel of requests; it is there only while there are any."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel friends-panel", aria_labelledby="requests-title") as self.panel:
            words(session, "h2", lambda tr: tr.t("Requests"), id="requests-title")
            incoming = session.label(Node("ul", "friend-rows", data_list="incoming"), lambda tr: tr.t("Who asks you"))
            outgoing = session.label(Node("ul", "friend-rows", data_list="outgoing"), lambda tr: tr.t("Whom you ask"))
        self.incoming: Rows[Person] = Rows(incoming, lambda person: person.account, self._asking, _show_asking)
        self.outgoing: Rows[Asked] = Rows(outgoing, lambda asked: asked.id, self._asked, _show_asked)

    def show(self, facts: Facts) -> None:
        """Bring the panel up to date."""
        incoming, outgoing = facts.requests.incoming, facts.requests.outgoing
        self.panel.set(hidden=not incoming and not outgoing)
        self.incoming.update(incoming)
        self.outgoing.update(outgoing)

    def _asking(self, person: Person) -> Row:
        session, account = self.session, person.account
        row = Row(session)
        with row.buttons:
            yes = button(session, lambda tr: tr.t("Accept"), "btn btn-small btn-main", data_action="accept")
            session.label(yes, lambda tr: tr.t("Accept {name}", name=person.name))
            yes.on_tap(lambda: attempt(session, lambda: self._accept(account)))
            no = button(session, lambda tr: tr.t("Decline"), "btn btn-small", data_action="decline")
            session.label(no, lambda tr: tr.t("Decline {name}", name=person.name))
            no.on_tap(lambda: attempt(session, lambda: self._decline(account)))
            icon_button(
                session, "lock", lambda tr: tr.t("Block {name}", name=person.name), "btn btn-icon btn-quiet",
                data_action="block",
            ).on_tap(lambda: ask_to_block(session, person, self.refresh))  # fmt: skip
        return row

    def _asked(self, asked: Asked) -> Row:
        session = self.session
        row = Row(session, portrait=False)
        with row.buttons:
            back = button(session, lambda tr: tr.t("Withdraw"), "btn btn-small", data_action="withdraw")
            session.label(back, lambda tr: tr.t("Withdraw the request to {name}", name=asked.typed))
            back.on_tap(lambda: attempt(session, lambda: self._withdraw(asked.id)))
        return row

    async def _accept(self, account: str) -> None:
        await self.session.friends.accept(signed_in(self.session), account)
        await self.refresh()

    async def _decline(self, account: str) -> None:
        await self.session.friends.decline(signed_in(self.session), account)
        await self.refresh()

    async def _withdraw(self, id: str) -> None:
        await self.session.friends.withdraw(signed_in(self.session), id)
        await self.refresh()


def _show_asking(row: Row, person: Person) -> None:
    row.show_person(person, lambda tr: tr.t("asks to be your friend"))


def _show_asked(row: Row, asked: Asked) -> None:
    row.name.text = asked.typed
    row.session.say(row.detail, lambda tr: tr.t("No answer yet. Asked: {when}", when=ago(asked.created_at, tr)))
