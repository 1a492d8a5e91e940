"""What all pages share: the site they belong to, the head of their HTML, and the pieces they are built of."""

import inspect
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from nicegui import Client, ui

from app.config import Settings
from app.play import Accounts, Friends, Lounge, Passkeys
from app.text.translator import LANGUAGE_NAMES
from app.ui.assets import Assets
from app.ui.element import Node
from app.ui.http import DEVICE_KEY, SECURE_KEY, SESSION_KEY
from app.ui.notice_strip import NoticeStrip
from app.ui.session import Sentence, Session, first_language, speak_html

VIEWPORT: Final = "width=device-width, initial-scale=1, viewport-fit=cover"
STYLES: Final = ("art/art.css", "static/css/base.css")
FACES: Final = ("k2d", "-400"), ("k2d", "-600"), ("itim", "")
"""The fonts of every page: a page whose fonts come late is laid out twice."""
Build = Callable[..., Awaitable[None]]


class Site(NamedTuple):
    """The one web site of this process: its settings, its lounge, its files, its accounts, their friends."""

    settings: Settings
    lounge: Lounge
    assets: Assets
    accounts: Accounts
    passkeys: Passkeys
    friends: Friends

    def page(
        self, path: str, title: Sentence, *styles: str, scripts: tuple[str, ...] = (), reconnect_timeout: float = 30
    ) -> Callable[[Build], Build]:
        """Register an asynchronous builder for ``path``; it is given the ``Session``, then the path's parameters.

        ``styles`` and ``scripts`` are names of files in ``static/css`` and ``static/js``;
        ``reconnect_timeout`` says how many seconds a page outlives its connection.
        """

        def register(build: Build) -> Build:
            async def shown(client: Client, **given: Any) -> None:
                session = await open_session(self, client, title)
                fill_head(self, session.language, styles, scripts)
                # Made first, so that it is a sibling of whatever the page shows.
                session.place_toasts(toasts())
                await NoticeStrip(session).build()
                session.sound.place(self.assets)
                await build(session, **given)

            shown.__signature__ = _without_session(build)  # type: ignore[attr-defined]
            ui.page(path, viewport=VIEWPORT, reconnect_timeout=reconnect_timeout)(shown)
            return build

        return register


def _without_session(build: Build) -> inspect.Signature:
    """The parameters that the address of a page gives, and the client that the framework gives."""
    client = inspect.Parameter("client", inspect.Parameter.KEYWORD_ONLY, annotation=Client)
    given = [p.replace(kind=p.KEYWORD_ONLY) for p in list(inspect.signature(build).parameters.values())[1:]]
    return inspect.Signature([*given, client])


async def open_session(site: Site, client: Client, title: Sentence) -> Session:
    """The session of a page that is being built, speaking its visitor's language."""
    scope = client.request.scope
    device = await site.lounge.device(scope[DEVICE_KEY])
    me = await site.accounts.signed_in(scope[SESSION_KEY])
    preferences = await site.lounge.preferences(device, None if me is None else me.owner)
    language = first_language(preferences, client.request.headers.get("accept-language"))
    session = Session(client, site.lounge, device, preferences, language)
    session.know(site.accounts, site.passkeys, site.friends, me, secure=scope[SECURE_KEY])
    speak_html(client, session.tr)
    session.title(title)
    client.on_exception(lambda: session.tell(lambda tr: tr.t("Something went wrong. Nothing is lost.")))
    return session


def fill_head(site: Site, language: str, styles: tuple[str, ...], scripts: tuple[str, ...]) -> None:
    """Link the style sheets, scripts and fonts into the head of the page being built in ``language``."""
    sheets = [*STYLES, *(f"static/css/{name}" for name in styles)]
    links = [f'<link rel="stylesheet" href="{site.assets.url(name)}">' for name in sheets]
    # Otherwise they are asked for only when the page has been put together.
    # A waiting room has no cards, and a browser complains of what it fetched in vain.
    pictures = () if "table.css" not in styles else ("portraits",) if "room.css" in styles else ("portraits", "cards")
    links += [f'<link rel="preload" as="image" href="{site.assets.sprite(name)}">' for name in pictures]
    fonts = _fonts(language)
    links += [f'<link rel="preload" as="font" crossorigin href="/static/fonts/{name}.woff2">' for name in fonts]
    # A mask is fetched as if from another site.
    links.append(f'<link rel="preload" as="image" crossorigin href="{site.assets.sprite("icons")}">')
    scripts = ("base.js", *scripts)
    links += [f'<script defer src="{site.assets.url(f"static/js/{name}")}"></script>' for name in scripts]
    links += [
        f'<link rel="icon" type="image/svg+xml" href="{site.assets.picture("app-icon")}">',
        '<meta name="theme-color" content="#1d5a41" media="(prefers-color-scheme: light)">',
        '<meta name="theme-color" content="#0f2a20" media="(prefers-color-scheme: dark)">',
    ]
    ui.add_head_html("\n".join(links))


def _fonts(language: str) -> list[str]:
    """What a page in ``language`` is written with."""
    scripts = ("latin", "thai") if language == "th" else ("latin",)
    return [f"{face}-{script}{weight}" for script in scripts for face, weight in FACES]


# Pieces


def toasts() -> Node:
    """A place for messages; give it to ``Session.place_toasts``."""
    return Node("div", "toasts", role="status", aria_live="polite")


def button(session: Session, sentence: Sentence, classes: str = "btn", **attributes: Any) -> Node:
    """A button with a text; give it ``.on_tap(handler)``."""
    return session.say(Node("button", classes, type="button", **attributes), sentence)


def icon_button(
    session: Session, icon: str, sentence: Sentence, classes: str = "btn btn-icon", **attributes: Any
) -> Node:
    """A button that shows only an icon of ``app.art.icons``; the text is its name and its tooltip."""
    made = Node("button", classes, type="button", **attributes)
    with made:
        Node("i", f"icon-{icon}", aria_hidden=True)
    session.label(made, sentence, "title")
    return session.label(made, sentence)


def link(session: Session, sentence: Sentence, href: str, classes: str = "btn", **attributes: Any) -> Node:
    """A link that looks like a button; it works without a connection."""
    return session.say(Node("a", classes, href=href, **attributes), sentence)


def words(session: Session, tag: str, sentence: Sentence, classes: str = "", **attributes: Any) -> Node:
    """A text in a tag of its own (``p``, ``h2``, ``span``) that follows the language."""
    return session.say(Node(tag, classes, **attributes), sentence)


class Dialog:
    """A question or a sheet above the page, closed by Esc, by a tap beside it, or by its buttons.

    It is a native ``<dialog>``, so the browser keeps the focus inside and gives it back. Fill it with
    ``with dialog:`` and call ``open``; once closed it is gone, and ``on_close`` has been called.
    """

    def __init__(self, session: Session, name: Sentence, classes: str = "") -> None:
        self.session: Final = session
        with session.dialogs:
            self.node: Final = session.label(Node("dialog", f"dialog {classes}".strip()), name)
        self.on_close: Callable[[], None] | None = None
        self._is_shut = False
        self.node.on("close", self._closed, args=[])
        self.node.on("click", js_handler="(e) => e.target === e.currentTarget && e.currentTarget.close()")
        with self.node:
            self.body: Final = Node("div", "dialog-body")
            # What lies outside of an open dialog is dim, and silent for screen readers.
            self._toasts: Final = toasts()

    def __enter__(self) -> "Dialog":
        self.body.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.body.__exit__(*_)

    def open(self) -> None:
        """Show it; the first field or button that is marked ``autofocus`` gets the focus."""
        # Far from the server somebody taps twice before they see it: the later one is kept up to date, so it stays.
        for other in self.session.dialogs.default_slot.children:
            if other is not self.node and other.props["aria-label"] == self.node.props["aria-label"]:
                other.run_method("close")
        self.session.place_toasts(self._toasts)
        self.node.run_method("showModal")

    def close(self) -> None:
        """Take it away, unless it is gone already."""
        if not self.node.is_deleted:
            self.shut()
            self.node.run_method("close")

    def shut(self) -> bool:
        """Note that it is being shut by a tap (``Node.closing``): messages go elsewhere from now on.

        Says whether it is the first such tap.
        """
        first, self._is_shut = not self._is_shut, True
        self.session.displace_toasts(self._toasts)
        return first

    def _closed(self) -> None:
        self.shut()
        if self.on_close:
            self.on_close()
        self.node.delete()


@contextmanager
def sheet(session: Session, heading: Sentence, classes: str = "") -> Iterator[Dialog]:
    """A dialog with a heading and a Close button, opened when the ``with`` block has filled it."""
    dialog = Dialog(session, heading, classes)
    with dialog:
        with Node("header", "dialog-head"):
            words(session, "h2", heading)
            close = icon_button(session, "close", lambda tr: tr.t("Close"), data_action="close")
            close.closing()
        yield dialog
    dialog.open()


def ask(session: Session, question: Sentence, detail: Sentence, yes: Sentence, answer: Callable[[], Any]) -> None:
    """Ask before something that cannot be undone; ``answer`` is called only for yes."""
    dialog = Dialog(session, question, "dialog-question")

    async def agreed() -> None:
        if dialog.shut():
            result = answer()
            if inspect.isawaitable(result):
                await result

    with dialog:
        words(session, "h2", question)
        words(session, "p", detail)
        with Node("div", "row row-end"):
            button(session, lambda tr: tr.t("Cancel"), autofocus=True, data_action="cancel").closing()
            button(session, yes, "btn btn-danger", data_action="confirm").closing(agreed)
    dialog.open()


def language_switch(session: Session) -> Node:
    """The choice of language, each in its own words."""
    group = session.label(Node("div", "languages", role="group"), lambda tr: tr.t("Language"))
    with group:
        choices = {
            language: Node(
                "button", "btn btn-small", name, type="button", data_language=language, lang=language
            ).on_tap(lambda language=language: session.switch_language(language))  # type: ignore[misc]
            for language, name in LANGUAGE_NAMES.items()
        }

    def mark() -> None:
        for language, choice in choices.items():
            choice.set(aria_pressed=language == session.language)

    mark()
    session.on_language(mark, group)
    return group
