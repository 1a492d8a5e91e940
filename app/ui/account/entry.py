"""Coming in: sign in, register, or use a recovery code."""

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from app.play.names import LONGEST_ID, SHORTEST_ID
from app.play.passwords import SHORTEST as SHORTEST_PASSWORD
from app.text.translator import Translator, mark
from app.ui.account.forms import Form
from app.ui.account.passkey_button import passkey_button, passkey_help
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.session import Session

VIEWS: Final = ("sign-in", "register", "recover")
_TABS: Final = {"sign-in": mark("Sign in"), "register": mark("Register")}
_PORTRAITS: Final = ("owl", "rabbit", "fox", "goose", "cat")
_GOOD_FOR: Final = (
    ("cards", mark("Go on with your game on any device.")),
    ("chart", mark("All your matches are kept, with every figure.")),
    ("star", mark("Your favourite rules come along.")),
)

# Left and right go from tab to tab, as everywhere.
_ARROWS: Final = """(event) => {
    const tabs = [...event.currentTarget.querySelectorAll('[role=tab]')];
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
}"""


class Entry:
    """The panel for somebody who is not signed in; ``follow`` is where the way in leads to."""

    def __init__(self, session: Session, view: str, follow: str) -> None:
        self.session: Final = session
        self.view = view if view in VIEWS else VIEWS[0]
        self.follow: Final = follow
        self.tabs: Final[dict[str, Node]] = {}
        self.parts: Final[dict[str, Node]] = {}

    def build(self) -> None:
        """Make the panel and what stands beside it."""
        with Node("div", "entry"):
            self._welcome()
            with Node("section", "panel entry-panel", aria_labelledby="entry-title"):
                words(self.session, "h2", lambda tr: tr.t("Sign in or register"), "visually-hidden", id="entry-title")
                self._tabs()
                self._part("sign-in", self._sign_in)
                self._part("register", self._register)
                self._part("recover", self._recover)
        self._show()

    def _welcome(self) -> None:
        session = self.session
        with Node("div", "entry-welcome"):
            with Node("div", "entry-portraits", aria_hidden=True):
                for key in _PORTRAITS:
                    Node("i", f"portrait portrait-{key}")
            with Node("ul", "entry-good"):
                for icon, sentence in _GOOD_FOR:
                    with Node("li"):
                        Node("i", f"icon-{icon}", aria_hidden=True)
                        words(session, "span", lambda tr, sentence=sentence: tr.t(sentence))  # type: ignore[misc]
            words(session, "p", lambda tr: tr.t("You can play without an account, too."), "entry-optional")

    def _tabs(self) -> None:
        session = self.session
        with session.label(Node("div", "tabs", role="tablist"), lambda tr: tr.t("Sign in or register")) as tabs:
            for view, word in _TABS.items():
                tab = Node("button", "tab", type="button", role="tab", id=f"tab-{view}", aria_controls=f"part-{view}")
                session.say(tab, lambda tr, word=word: tr.t(word))  # type: ignore[misc]
                self.tabs[view] = tab.on_tap(lambda view=view: self._turn_to(view))  # type: ignore[misc]
        tabs.on("keydown", js_handler=_ARROWS)

    def _part(self, view: str, fill: Callable[[], None]) -> None:
        described = {"role": "tabpanel", "aria_labelledby": f"tab-{view}"} if view in _TABS else {}
        with Node("div", "entry-part", id=f"part-{view}", data_view=view, **described) as self.parts[view]:
            fill()

    def _turn_to(self, view: str) -> None:
        self.view = view
        self._show()

    def _show(self) -> None:
        for view, tab in self.tabs.items():
            chosen = view == self.view or (view == "sign-in" and self.view == "recover")
            tab.set(aria_selected=chosen, tabindex=0 if chosen else -1)
        for view, part in self.parts.items():
            part.set(hidden=view != self.view)

    # The three ways

    def _sign_in(self) -> None:
        session = self.session
        passkey_button(session, "sign-in", lambda tr: tr.t("Sign in with a passkey"), follow=self.follow)
        with Node("p", "or", data_needs_passkeys=True):
            words(session, "span", lambda tr: tr.t("or"))
        with Form(session, "sign-in", send="/api/account/sign-in", follow=self.follow) as form:
            _who(form, "username webauthn")
            form.field("password", lambda tr: tr.t("Password"), type="password", autocomplete="current-password")
            form.end(lambda tr: tr.t("Sign in"), "btn btn-main btn-big")
        with Node("div", "entry-foot"):
            recover = button(session, lambda tr: tr.t("Use a recovery code"), "text-button", data_action="recover")
            recover.on_tap(lambda: self._turn_to("recover"))
            passkey_help(session)

    def _register(self) -> None:
        follow = "/account?new=1" + (f"&next={quote(self.follow)}" if self.follow != "/" else "")
        with Form(self.session, "register", send="/api/account/register", follow=follow) as form:
            form.field("name", lambda tr: tr.t("ID"), _about_ids, autocomplete="username")
            form.field("password", _new_password, about_passwords, type="password", autocomplete="new-password")
            form.field(
                "email", lambda tr: tr.t("E-mail address (optional)"),
                lambda tr: tr.t("You can sign in with it instead of the ID. Nothing is ever sent to it."),
                type="email", autocomplete="email", inputmode="email",
            )  # fmt: skip
            if self.session.accounts.invites:
                form.field(
                    "invite", lambda tr: tr.t("Invite code"),
                    lambda tr: tr.t("You get it from whoever runs this server."), autocapitalize="characters",
                )  # fmt: skip
            form.end(lambda tr: tr.t("Register"), "btn btn-main btn-big")

    def _recover(self) -> None:
        session = self.session
        words(session, "h3", lambda tr: tr.t("Use a recovery code"))
        words(
            session, "p",
            lambda tr: tr.t("Each of your recovery codes lets you in once. Then set a new password or add a passkey."),
            "soft",
        )  # fmt: skip
        with Form(session, "recover", send="/api/account/recover", follow="/account?recovered=1") as form:
            _who(form, "username")
            form.field("code", lambda tr: tr.t("Recovery code"), autocapitalize="characters").toggle("code", True)
            form.end(lambda tr: tr.t("Sign in"), "btn btn-main", cancel=lambda: self._turn_to("sign-in"))


def _who(form: Form, autocomplete: str) -> None:
    form.field("name", lambda tr: tr.t("ID or e-mail address"), autocomplete=autocomplete)


def _new_password(tr: Translator) -> str:
    return tr.t("Password")


def _about_ids(tr: Translator) -> str:
    return tr.t("What others see: from {shortest} to {longest} characters.", shortest=SHORTEST_ID, longest=LONGEST_ID)


def about_passwords(tr: Translator) -> str:
    """What makes a good password, for those who choose one."""
    return tr.n(
        "At least {count} character; some words that do not belong together are easy to remember.",
        "At least {count} characters; some words that do not belong together are easy to remember.",
        SHORTEST_PASSWORD,
    )
