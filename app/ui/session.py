"""One open page of one device: whose it is, which language it speaks, and how its texts follow a change."""

import asyncio
import copy
from collections.abc import Callable
from typing import Any, Final

from nicegui import Client, ui
from nicegui import json as page_json
from nicegui.language import Language

from app.play import Accounts, Friends, Lounge, Passkeys, SignedIn
from app.text.translator import LANGUAGES, Translator, language_from_header, translator
from app.ui.element import Node
from app.ui.sound import Sound

Sentence = Callable[[Translator], str]
"""How a text is said in a given language: ``lambda tr: tr.t("Start")``."""

HTML_LANGUAGES: Final[dict[str, Language]] = {"en": "en-US", "ja": "ja", "th": "th"}
TOAST_SECONDS: Final = 6.0
MOST_TOASTS: Final = 2
"""Messages on a page at once; the oldest make room."""
GOODBYE_SECONDS: Final = 1.0
"""How long a page whose session has ended is kept to be told so; its handlers are dead afterwards."""


class Session:
    """What the handlers of one open page know about its visitor.

    ``tr`` is the visitor's translator at this moment, ``device`` the id of the browser, ``me`` who is signed in
    there, ``owner`` whose games and favourites are shown (the account's, or the device's), ``preferences`` what they
    have chosen to keep, ``sound`` what may be heard, ``secure`` whether nobody can listen on the way. A text shown by
    ``say`` or ``label`` follows the language by itself; anything else registers with ``on_language``.
    """

    def __init__(self, client: Client, lounge: Lounge, device: str, preferences: dict[str, Any], language: str) -> None:
        self.client: Final = client
        self.lounge: Final = lounge
        self.device: Final = device
        self.owner = device
        self.me: SignedIn | None = None
        self.accounts: Accounts
        self.passkeys: Passkeys
        self.friends: Friends
        self.secure = True
        self.preferences = preferences
        self.tr = translator(language)
        self.sound: Final = Sound(self)
        self._said: dict[tuple[int, str], tuple[Node, Sentence]] = {}
        self._followers: list[tuple[Callable[[], None], Node | None]] = []
        self._title: Sentence = _no_title
        self._places: list[Node] = []
        self._toasts: list[Node] = []
        self._dialogs: Node | None = None

    @property
    def dialogs(self) -> Node:
        """The box where dialogs are put: with each, what it lies in is sent anew, and this is less than the page's."""
        if self._dialogs is None:
            with self.client.layout:
                self._dialogs = Node("div", "dialogs")
        return self._dialogs

    @property
    def language(self) -> str:
        """The visitor's language, one of ``LANGUAGES``."""
        return self.tr.language

    @property
    def address(self) -> str:
        """Where the visitor's requests come from, for slowing down who tries too much."""
        client = self.client.request.client
        return client.host if client else ""

    # Who is signed in

    def know(
        self, accounts: Accounts, passkeys: Passkeys, friends: Friends, me: SignedIn | None, *, secure: bool
    ) -> None:
        """Take note of who is signed in, who is thereby seen as online; the page is over when that is."""
        self.accounts, self.passkeys, self.friends, self.me, self.secure = accounts, passkeys, friends, me, secure
        if me is not None:
            self.owner = me.owner
            self.client.on_delete(accounts.when_ended(me.session, self._end))
            self._be_present(me.account.id)

    def _be_present(self, account: str) -> None:
        presence, client = self.friends.presence, self.client

        def lost() -> None:
            # An old socket may die after a new one has come in its place.
            if not client.has_socket_connection:
                presence.leave(account, client.id)

        client.on_connect(lambda: presence.arrive(account, client.id))
        client.on_disconnect(lost)
        client.on_delete(lambda: presence.gone(account, client.id))

    async def look_again(self) -> SignedIn | None:
        """Who is signed in as of now, after something of the account has changed."""
        if self.me is not None:
            self.me = await self.accounts.again(self.me)
        return self.me

    def _end(self) -> None:
        """Have the browser load the page anew, as nobody's; a page that is on its way elsewhere is let go."""
        self.client.run_javascript("if (!window.unoLeaving) location.reload()")
        asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._delete)

    def _delete(self) -> None:
        # The client itself is the framework's to delete, once the browser has gone.
        if not self.client.is_deleted:
            self.client.remove_all_elements()

    # Texts that follow the language

    def say(self, node: Node, sentence: Sentence) -> Node:
        """Show ``sentence`` as the text of ``node``, now and after every change of language."""
        node.text = sentence(self.tr)
        self._said[node.id, ""] = node, sentence
        return node

    def label(self, node: Node, sentence: Sentence, attribute: str = "aria_label") -> Node:
        """Have ``sentence`` in an attribute of ``node`` (what a screen reader says), in every language."""
        node.set(**{attribute: sentence(self.tr)})
        self._said[node.id, attribute] = node, sentence
        return node

    def title(self, sentence: Sentence) -> None:
        """Name the page, in the tab of the browser."""
        self._title = sentence
        with self.client:
            ui.page_title(sentence(self.tr))

    def on_language(self, follower: Callable[[], None], node: Node | None = None) -> None:
        """Call ``follower`` after each change of language, when ``tr`` is the new one already; with ``node``
        only for as long as that is there.
        """
        self._followers.append((follower, node))

    async def switch_language(self, language: str) -> None:
        """Speak ``language`` from now on, here at once and on this device's pages from their next load."""
        if language not in LANGUAGES or language == self.language:
            return
        self.tr = translator(language)
        self._say_again()
        await self.keep(language=language)

    def _say_again(self) -> None:
        self._said = {place: said for place, said in self._said.items() if not said[0].is_deleted}
        for (_, attribute), (node, sentence) in self._said.items():
            if attribute:
                node.set(**{attribute: sentence(self.tr)})
            else:
                node.text = sentence(self.tr)
        with self.client:
            speak_html(self.client, self.tr)
            ui.page_title(self._title(self.tr))
            self._followers = [
                (follower, node) for follower, node in self._followers if not node or not node.is_deleted
            ]
            for follower, place in [*self._followers]:
                # One that fills the page anew takes the nodes of others with it.
                if not place or not place.is_deleted:
                    follower()

    # What device and account keep

    async def keep(self, **preferences: Any) -> None:
        """Remember preferences (``None`` forgets one): personal ones in the account, if there is one."""
        self.preferences = await self.lounge.set_preferences(self.device, preferences, self.owner)

    # Messages

    def place_toasts(self, place: Node) -> None:
        """Say where messages appear from now on: in the frame of the page, at its table, or in what has come on top."""
        self._places.append(place)

    def displace_toasts(self, place: Node) -> None:
        """``place`` is about to go: its messages go on where they were shown before."""
        if place not in self._places:
            return
        self._places.remove(place)
        for toast in self._toasts:
            if not toast.is_deleted and toast.parent_slot and toast.parent_slot.parent is place:
                toast.move(self._place)

    @property
    def behind_dialog(self) -> bool:
        """Whether a dialog lies over the page, so that nothing else of it can be reached."""
        return _is_in_dialog(self._place)

    @property
    def _place(self) -> Node:
        self._places = [place for place in self._places if not place.is_deleted]
        # An open dialog stays on top of whatever comes after it.
        return next(filter(_is_in_dialog, reversed(self._places)), self._places[-1])

    def tell(self, sentence: Sentence) -> None:
        """Show a short message for a few seconds; screen readers speak it. The same once more takes its own place."""
        text = sentence(self.tr)
        others = [each for each in self._toasts if each.text != text]
        for old in [each for each in self._toasts if each not in others[-(MOST_TOASTS - 1) :]]:
            self._drop(old)
        with self._place:
            toast = Node("p", "toast", text)
        self._toasts.append(toast)
        asyncio.get_running_loop().call_later(TOAST_SECONDS, self._drop, toast)

    def hush(self) -> None:
        """Take all messages away: the person has moved on."""
        for toast in [*self._toasts]:
            self._drop(toast)

    def _drop(self, toast: Node) -> None:
        if toast in self._toasts:
            self._toasts.remove(toast)
        if not toast.is_deleted:
            toast.delete()


def _is_in_dialog(place: Node) -> bool:
    around = place.parent_slot
    return around is not None and around.parent.tag == "dialog"


def _no_title(tr: Translator) -> str:
    return "UNO Ultimate"


def first_language(preferences: dict[str, Any], accept_language: str | None) -> str:
    """The language a page opens in: the device's choice, else what the browser asks for."""
    chosen = preferences.get("language")
    return chosen if chosen in LANGUAGES else language_from_header(accept_language)


def speak_html(client: Client, tr: Translator) -> None:
    """Have the right ``lang`` in the page's HTML, whether it is still to be sent or open already."""
    # The page object is shared by everybody who opens it; the copy is this client's own.
    client.page = copy.copy(client.page)
    client.page.language = HTML_LANGUAGES[tr.language]
    if client.has_socket_connection:
        lost = page_json.dumps([tr.t("Connection lost."), tr.t("Trying to reconnect ...")])
        client.run_javascript(
            f"document.documentElement.lang = '{HTML_LANGUAGES[tr.language]}';"
            f"const lost = {lost};"
            "document.querySelectorAll('#popup span').forEach((span, i) => { span.textContent = lost[i]; })"
        )
