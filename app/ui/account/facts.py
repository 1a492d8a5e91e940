"""What the profile shows, read at one time, and the list rows it is shown in."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from app.play import Account, OpenSession, Passkey, Refused, SignedIn
from app.ui.element import Node
from app.ui.session import Sentence, Session

Refresh = Callable[[], Awaitable[None]]


class Facts(NamedTuple):
    """An account with everything that belongs to it."""

    account: Account
    passkeys: list[Passkey]
    sessions: list[OpenSession]
    codes: int
    """Recovery codes that have not been used."""


def signed_in(session: Session) -> SignedIn:
    """Whoever is signed in on the page. Raises ``Refused`` (``not_signed_in``)."""
    if session.me is None:
        raise Refused("not_signed_in")
    return session.me


async def read_facts(session: Session) -> Facts:
    """The facts as of now. Raises ``Refused`` (``not_signed_in``)."""
    await session.look_again()
    me = signed_in(session)
    passkeys, sessions = await session.passkeys.list(me), await session.accounts.sessions(me)
    return Facts(me.account, passkeys, sessions, await session.accounts.recovery_codes_left(me))


class Row:
    """One line of a list: an icon, a name with details under it, and buttons (``with row.buttons:``)."""

    def __init__(self, session: Session, icon: str) -> None:
        self.session = session
        with Node("li", "account-row") as self.node:
            Node("i", f"icon-{icon} row-icon", aria_hidden=True)
            with Node("div", "row-text"):
                # In a direction of its own, whatever alphabet a name is of.
                self.name = Node("bdi", "row-name")
                self.detail = Node("span", "soft small row-detail")
            self.buttons = Node("div", "row-buttons")

    def show(self, name: Sentence, detail: Sentence | None = None) -> None:
        """Show these texts, in the language of the page whichever that becomes."""
        self.session.say(self.name, name)
        self.detail.set(hidden=detail is None)
        if detail is not None:
            self.session.say(self.detail, detail)
