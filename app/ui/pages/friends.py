"""The friends of whoever is signed in: who they are, who asks, whether they are here."""

from collections.abc import Callable, Set
from typing import Final
from urllib.parse import quote

from nicegui import background_tasks

from app.config import Settings
from app.play import Refused, StoreError, shown_code
from app.play.friends import code_in
from app.text.translator import mark
from app.ui.account.facts import signed_in
from app.ui.element import Node
from app.ui.frame import Site, language_switch, link, words
from app.ui.friends.adding import Adding
from app.ui.friends.facts import Facts, read_facts
from app.ui.friends.lists import BlockedList, FriendList
from app.ui.friends.own_code import OwnCode
from app.ui.friends.requests import OpenRequests
from app.ui.scene import STYLE, beside, gathering
from app.ui.session import Sentence, Session

_ASKS: Final = mark("{name} asks to be your friend.")
_FRIEND: Final = mark("{name} is your friend now.")


def register(site: Site) -> None:
    """Add the page at ``/friends``; ``add`` is a friend code, which a link brings along."""

    styles = "setup.css", "account.css", "friends.css", STYLE

    @site.page("/friends", lambda tr: tr.t("Friends"), *styles)
    async def friends(session: Session, add: str = "") -> None:
        code = code_in(add[:20])
        with Node("div", "page page-friends", data_page="friends"):
            _top(session)
            if session.me is None:
                _nobody(session, f"/friends?add={code}" if code else "/friends")
            else:
                await FriendsPage(session, site.settings).build(shown_code(code) if code else "")


def _top(session: Session) -> None:
    with Node("header", "setup-top"):
        back = Node("a", "btn btn-icon btn-quiet on-felt", href="/", data_action="title")
        with session.label(back, lambda tr: tr.t("To the title")):
            Node("i", "icon-back", aria_hidden=True)
        words(session, "h1", lambda tr: tr.t("Friends"), "grow")
        language_switch(session)


def _nobody(session: Session, follow: str) -> None:
    with beside(gathering), Node("section", "panel friends-nobody"):
        words(session, "h2", lambda tr: tr.t("Friends need an account"))
        words(session, "p", lambda tr: tr.t("Sign in or register, so that your friends find you on any device."))
        link(
            session, lambda tr: tr.t("Sign in or register"), f"/account?next={quote(follow, safe='')}",
            "btn btn-main btn-big", data_action="sign-in",
        )  # fmt: skip


class FriendsPage:
    """The panels, all filled from the same facts, and brought up to date whenever something happens."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self.session: Final = session
        self.code: Final = OwnCode(session, settings)
        self.adding: Final = Adding(session, self.refresh)
        self.requests: Final = OpenRequests(session, self.refresh)
        self.friends: Final = FriendList(session, self.refresh)
        self.blocked: Final = BlockedList(session, self.refresh)
        self._watched: Final[dict[str, Callable[[], None]]] = {}
        self._known: Set[str] | None = None
        self._friends: Set[str] = frozenset()
        self._reading = False
        self._stale = False

    async def build(self, code: str) -> None:
        """Make the page; ``code`` is somebody's, to be asked."""
        session, me = self.session, signed_in(self.session)
        own = await session.friends.code(me)
        facts = await read_facts(session)
        # Whoever opens the page sees who asks. One that lies open behind another page may not be looked at.
        await session.friends.seen(me)
        with Node("div", "friends-columns"):
            with Node("div", "friends-column"):
                self.requests.build()
                self.friends.build()
                self.blocked.build()
            with Node("div", "friends-column"):
                self.adding.build(code)
                self.code.build(own)
        self._show(facts)
        session.client.on_delete(session.friends.follow(me.account.id, self._changed))
        session.client.on_delete(self._stop_watching)

    async def refresh(self) -> None:
        """Bring everything up to date. Raises ``Refused`` when the session has ended."""
        facts = await read_facts(self.session)
        if not self.session.client.is_deleted:
            with self.session.client:
                self._show(facts)

    def _changed(self, *_: object) -> None:
        """Something has happened; what happens while the facts are being read is read after that."""
        self._stale = True
        if not self._reading:
            background_tasks.create(self._catch_up(), name="friends")

    async def _catch_up(self) -> None:
        self._reading = True
        try:
            while self._stale:
                self._stale = False
                await self.refresh()
        except (Refused, StoreError):
            # The session has ended and the page with it, or the next change brings it up to date.
            self._stale = False
        finally:
            self._reading = False

    def _show(self, facts: Facts) -> None:
        for panel in (self.requests, self.friends, self.blocked):
            panel.show(facts)
        self._tell_of_new(facts)
        self._watch({friend.account for friend in facts.friends})

    def _tell_of_new(self, facts: Facts) -> None:
        """The lists alone would not be heard by those who cannot see them."""
        asking = {person.account: person.name for person in facts.requests.incoming}
        friends = {friend.account: friend.name for friend in facts.friends}
        if self._known is not None:
            for account in asking.keys() - self._known:
                self.session.tell(_sentence(_ASKS, asking[account]))
            for account in friends.keys() - self._friends:
                self.session.tell(_sentence(_FRIEND, friends[account]))
        self._known, self._friends = asking.keys() | friends.keys(), friends.keys()

    def _watch(self, accounts: set[str]) -> None:
        for gone in self._watched.keys() - accounts:
            self._watched.pop(gone)()
        for fresh in accounts - self._watched.keys():
            self._watched[fresh] = self.session.friends.presence.watch(fresh, self._changed)

    def _stop_watching(self) -> None:
        self._watch(set())


def _sentence(words: str, name: str) -> Sentence:
    return lambda tr: tr.t(words, name=name)
