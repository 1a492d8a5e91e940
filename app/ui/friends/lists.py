"""The friends themselves, and whom the person has blocked."""

from collections.abc import Mapping
from typing import Final

from app.play import Friend, HeadToHead, Person
from app.ui.account.facts import signed_in
from app.ui.account.forms import attempt
from app.ui.element import Node
from app.ui.frame import button, icon_button, words
from app.ui.friends.facts import Facts, Refresh
from app.ui.friends.person_sheet import open_person
from app.ui.friends.rows import Row, Rows
from app.ui.room.invite import Invitation
from app.ui.session import Session


class FriendRow(Row):
    """A friend: whether they are here, how matches against them went, and what can be done."""

    def __init__(self, session: Session, friend: Friend, refresh: Refresh) -> None:
        super().__init__(session)
        self.friend = friend
        self.head: HeadToHead | None = None
        with self.facts:
            self.score: Final = Node("bdi", "friend-score")
        with self.buttons:
            invite = button(session, lambda tr: tr.t("Invite"), "btn btn-small", data_action="invite-friend")
            session.label(invite, lambda tr: tr.t("Invite {name} to a game", name=self.friend.name))
            invite.on_tap(lambda: Invitation(session).send(self.friend))
            icon_button(
                session, "menu", lambda tr: tr.t("More about {name}", name=self.friend.name),
                "btn btn-icon btn-quiet", data_action="friend",
            ).on_tap(lambda: open_person(session, self.friend, self.head, refresh))  # fmt: skip

    def show(self, friend: Friend, head: HeadToHead | None) -> None:
        """Show them as they are now."""
        self.friend, self.head = friend, head
        self.node.set(data_online=friend.online, data_friend=friend.name)
        self.show_person(friend, lambda tr: tr.t("Online") if friend.online else tr.t("Not here now"))
        self.score.set(hidden=head is None or not head.matches)
        if head is not None and head.matches:
            self.session.say(
                self.score,
                lambda tr: tr.t("You {mine} : {theirs} {name}", mine=head.wins_a, theirs=head.wins_b, name=friend.name),
            )


class FriendList:
    """The panel of friends."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh
        self._heads: Mapping[str, HeadToHead] = {}

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel friends-panel", aria_labelledby="friends-title"):
            words(session, "h2", lambda tr: tr.t("Your friends"), id="friends-title")
            self.none = words(
                session, "p", lambda tr: tr.t("Nobody yet. Give somebody your code, or type theirs."), "soft"
            )
            rows = Node("ul", "friend-rows", data_list="friends")
        self.rows: Rows[Friend] = Rows(
            rows,
            lambda friend: friend.account,
            lambda friend: FriendRow(session, friend, self.refresh),
            self._show_row,
        )

    def show(self, facts: Facts) -> None:
        """Bring the panel up to date."""
        self._heads = facts.heads
        self.none.set(hidden=bool(facts.friends))
        self.rows.update(facts.friends)

    def _show_row(self, row: Row, friend: Friend) -> None:
        if isinstance(row, FriendRow):
            row.show(friend, self._heads.get(friend.account))


class BlockedList:
    """Whom the person has blocked, folded away; it is there only while there is anybody."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh

    def build(self) -> None:
        """Make the panel."""
        with Node("details", "panel friends-panel blocked") as self.panel:
            self.summary = Node("summary")
            rows = Node("ul", "friend-rows", data_list="blocked")
        self.rows: Rows[Person] = Rows(rows, lambda person: person.account, self._row, _show_blocked)

    def show(self, facts: Facts) -> None:
        """Bring the panel up to date."""
        count = len(facts.blocked)
        self.panel.set(hidden=not count)
        self.session.say(self.summary, lambda tr: tr.t("Blocked: {count}", count=count))
        self.rows.update(facts.blocked)

    def _row(self, person: Person) -> Row:
        session = self.session
        row = Row(session)
        with row.buttons:
            again = button(session, lambda tr: tr.t("Unblock"), "btn btn-small", data_action="unblock")
            session.label(again, lambda tr: tr.t("Unblock {name}", name=person.name))
            again.on_tap(lambda: attempt(session, lambda: self._unblock(person.account)))
        return row

    async def _unblock(self, account: str) -> None:
        await self.session.friends.unblock(signed_in(self.session), account)
        await self.refresh()


def _show_blocked(row: Row, person: Person) -> None:
    row.show_person(person, lambda tr: tr.t("You hear nothing of them."))
