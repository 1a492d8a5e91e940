"""The account: coming in, or the profile of whoever is signed in."""

import re
from typing import Final

from app.ui.account.entry import Entry
from app.ui.account.profile import Profile
from app.ui.element import Node
from app.ui.frame import Site, language_switch, words
from app.ui.session import Session

# An address of ours alone: a page can be named, no other site.
_OWN_PAGE: Final = re.compile(r"/(?:[A-Za-z0-9_~.-][A-Za-z0-9_~./?=&%-]{0,200})?")


def register(site: Site) -> None:
    """Add the page at ``/account``.

    ``view`` is ``sign-in``, ``register`` or ``recover``; ``next`` is the page to go on to.
    """

    @site.page("/account", lambda tr: tr.t("Account"), "setup.css", "account.css", scripts=("passkeys.js",))
    async def account(session: Session, view: str = "", next: str = "", new: str = "", recovered: str = "") -> None:
        follow = next if _OWN_PAGE.fullmatch(next) else "/"
        with Node("div", "page page-account", data_passkey_origin=session.passkeys.origin):
            _top(session)
            if not session.secure:
                _notice(session)
            if session.me is None:
                Entry(session, view, follow).build()
            else:
                await Profile(session, "new" if new else "recovered" if recovered else "", follow).build()


def _top(session: Session) -> None:
    with Node("header", "setup-top"):
        back = Node("a", "btn btn-icon btn-quiet on-felt", href="/", data_action="title")
        with session.label(back, lambda tr: tr.t("To the title")):
            Node("i", "icon-back", aria_hidden=True)
        words(session, "h1", lambda tr: tr.t("Account"), "grow")
        language_switch(session)


def _notice(session: Session) -> None:
    with Node("p", "panel account-notice", role="note"):
        Node("i", "icon-warning", aria_hidden=True)
        words(
            session,
            "span",
            lambda tr: tr.t(
                "This connection is not encrypted: others in your network could read what you type. Use a password "
                "that you use nowhere else."
            ),
        )
