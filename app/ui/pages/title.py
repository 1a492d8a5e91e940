"""The title: choose a preset, go on with a game, choose a language."""

from typing import Any, Final

from app.art.portraits import portrait_for
from app.engine.house_rules import PRESETS, HouseRules
from app.play import ContinueCard, LocalSetup
from app.text.rules import changed_rules, preset_about, preset_line, preset_title, rules_title
from app.text.translator import Translator
from app.ui.ago import saved_ago
from app.ui.element import Node
from app.ui.favourites import Favourite, favourites
from app.ui.frame import Site, ask, button, icon_button, language_switch, link, sheet, words
from app.ui.friends.way_in import friends_link
from app.ui.portrait import portrait_of, show_portrait
from app.ui.session import Session
from app.ui.setup.usual_names import called

HANDS: Final[dict[str, tuple[str, str, str]]] = {
    "official": ("r5", "g8", "b2"),
    "modern": ("y3", "WS", "WC"),
    "one": ("g4", "gD", "back"),
    "quick": ("y1", "bS", "r9"),
    "seven_o": ("r0", "y7", "b7"),
    "mayhem": ("rD", "yD", "W4"),
}
"""Three cards that tell what a preset is about."""


def register(site: Site) -> None:
    """Add the page at ``/``."""

    @site.page("/", lambda tr: tr.t("UNO Ultimate"), "title.css")
    async def title(session: Session) -> None:
        unfinished = await session.lounge.continue_card(session.owner)
        with Node("div", "page page-title"):
            _top(session)
            if session.lounge.began_anew:
                words(session, "p", _began_anew, "panel began-anew", role="status")
            with Node("div", "title-head"):
                with Node("h1", "wordmark"):
                    Node("img", src=site.assets.picture("logo"), alt="UNO Ultimate", width=400, height=250)
                if unfinished:
                    _continue(session, unfinished)
            await _elsewhere(session)
            chooser = Chooser(session)
            chooser.build()
            words(session, "p", _fan_project, "fan-project")


def _began_anew(tr: Translator) -> str:
    return tr.t(
        "The stored games were damaged, so this server began anew. "
        "Nothing was deleted: whoever runs it still has the old file."
    )


def _fan_project(tr: Translator) -> str:
    return tr.t("A fan project. Not affiliated with Mattel, who own the name UNO.")


def _top(session: Session) -> None:
    with Node("header", "title-top"):
        language_switch(session)
        with Node("div", "row title-tools"):
            with session.label(Node("div", "row", role="group"), lambda tr: tr.t("Sound")):
                session.sound.buttons()
            icon_button(
                session,
                "full-screen",
                lambda tr: tr.t("Full screen"),
                "btn btn-icon btn-quiet on-felt full-screen-only",
                data_action="full-screen",
            )
            _account(session)


def _account(session: Session) -> None:
    """Who is signed in, or the way there."""
    account = Node("a", "btn btn-quiet on-felt account-link", href="/account", data_action="account")
    if session.me is None:
        with account:
            Node("i", "icon-person", aria_hidden=True)
            words(session, "span", lambda tr: tr.t("Sign in"))
        return
    me = session.me.account
    session.label(account, lambda tr: tr.t("Account: {name}", name=me.name))
    with account:
        show_portrait(Node("i", aria_hidden=True), portrait_of(me))
        Node("bdi", text=me.name)


async def _elsewhere(session: Session) -> None:
    """The ways to what is not a new game."""
    with session.label(Node("nav", "title-nav"), lambda tr: tr.t("More")) as nav:
        with Node("a", "btn btn-main", href="/online", data_action="online"):
            Node("i", "icon-language", aria_hidden=True)
            words(session, "span", lambda tr: tr.t("Play online"))
            await _invitations(session)
        with Node("a", "btn", href="/join", data_action="join"):
            Node("i", "icon-key", aria_hidden=True)
            words(session, "span", lambda tr: tr.t("Join with a code"))
        records = Node("a", "btn", href="/records", data_action="records")
    with records:
        Node("i", "icon-trophy", aria_hidden=True)
        words(session, "span", lambda tr: tr.t("Records"))
    with nav:
        await friends_link(session)


async def _invitations(session: Session) -> None:
    """How many invitations to rooms wait for an answer."""
    kept = await session.lounge.notices.kept(session.owner)
    count = sum(notice.kind == "room_invitation" for notice in kept)
    if count:
        badge = Node("span", "badge", str(count), role="img")
        session.label(badge, lambda tr: tr.n("{count} invitation", "{count} invitations", count))


# The unfinished game


def _continue(session: Session, card: ContinueCard) -> None:
    with Node("section", "panel continue", data_continue=True) as panel:
        with Node("div", "row continue-head"):
            words(session, "h2", lambda tr: tr.t("Your unfinished game"), "grow")
            icon_button(
                session,
                "trash",
                lambda tr: tr.t("Delete this game"),
                "btn btn-icon btn-quiet",
                data_action="delete-game",
            ).on_tap(lambda: _ask_to_delete(session, panel))
        if card.setup is None:
            words(session, "p", lambda tr: tr.t("This game cannot be read any more. You can only delete it."))
            return
        _continue_details(session, card, card.setup)


def _continue_details(session: Session, card: ContinueCard, setup: LocalSetup) -> None:
    with Node("div", "continue-seats", aria_hidden=True):
        for seat, occupant in enumerate(setup.occupants):
            show_portrait(Node("i"), occupant.portrait or portrait_for(seat))
    rules, base = setup.rules, setup.base
    with Node("p", "continue-facts"):
        words(session, "strong", lambda tr: rules_title(rules, tr, base))
        words(session, "span", lambda tr: tr.t("Round {round}", round=card.round))
        words(session, "span", lambda tr: tr.list([called(occupant, tr) for occupant in setup.occupants]))
        words(session, "span", lambda tr: saved_ago(card.updated_at, tr), "soft")
    link(session, lambda tr: tr.t("Continue"), "/table", "btn btn-main", data_action="continue")


def _ask_to_delete(session: Session, panel: Node) -> None:
    async def delete() -> None:
        await session.lounge.discard_local(session.owner)
        panel.delete()
        session.tell(lambda tr: tr.t("The game is deleted."))

    ask(
        session,
        lambda tr: tr.t("Delete this game?"),
        lambda tr: tr.t("The unfinished match is lost; it does not count as played."),
        lambda tr: tr.t("Delete"),
        delete,
    )


# The choice of rules


class Chooser:
    """The presets and favourites as cards; one is chosen, Next leads on with it."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        chosen = session.preferences.get("preset")
        self.chosen: str = chosen if chosen in PRESETS else "official"
        self.cards: Final[dict[str, Node]] = {}
        self.targets: Final[dict[str, str]] = {}

    def build(self) -> None:
        """Make the cards and the Next button."""
        session = self.session
        with Node("section", "chooser", aria_labelledby="choose-rules"):
            words(session, "h2", lambda tr: tr.t("How do you want to play?"), "chooser-title", id="choose-rules")
            with Node("ul", "presets"):
                for key in PRESETS:
                    self._preset(key)
                for number, favourite in enumerate(favourites(session.preferences)):
                    self._favourite(number, favourite)
            with Node("div", "next-bar"):
                self.next = link(session, lambda tr: tr.t("Next"), "/setup", "btn btn-main btn-big", data_action="next")
        self._mark()

    def _preset(self, key: str) -> None:
        session = self.session
        self.targets[key] = f"/setup?preset={key}"
        with Node("li", "preset"):
            with self._card(key, HANDS[key], data_preset=key):
                words(session, "span", lambda tr: preset_title(key, tr), "preset-name")
                words(session, "span", lambda tr: preset_line(key, tr), "preset-line")
            about = button(session, lambda tr: tr.t("About"), "preset-about", data_about=key)
            session.label(about, lambda tr: tr.t("About {preset}", preset=preset_title(key, tr)))
            about.on_tap(lambda: about_preset(session, key))

    def _favourite(self, number: int, favourite: Favourite) -> None:
        key = f"favourite-{number}"
        self.targets[key] = f"/setup?favourite={number}"
        with Node("li", "preset preset-own"), self._card(key, ("W", "W", "W"), data_favourite=number):
            Node("span", "preset-name", favourite.name)
            words(self.session, "span", lambda tr: rules_title(favourite.rules, tr, favourite.base), "preset-line")

    def _card(self, key: str, hand: tuple[str, str, str], **marks: Any) -> Node:
        card = Node("button", "preset-card", type="button", **marks).on_tap(lambda: self._tapped(key))
        self.cards[key] = card
        with card, Node("span", "preset-hand", aria_hidden=True):
            for face in hand:
                Node("i", f"playing-card face-{face}")
        return card

    async def _tapped(self, key: str) -> None:
        if key == self.chosen:
            self.session.client.open(self.targets[key])
            return
        self.chosen = key
        self._mark()
        if key in PRESETS:
            await self.session.keep(preset=key)

    def _mark(self) -> None:
        for key, card in self.cards.items():
            card.set(aria_pressed=key == self.chosen)
        self.next.set(href=self.targets[self.chosen])


def about_preset(session: Session, key: str) -> None:
    """A sheet that tells what a preset is like and what it changes."""
    with sheet(session, lambda tr: preset_title(key, tr), "dialog-about"):
        with Node("div", "preset-hand preset-hand-big", aria_hidden=True):
            for face in HANDS[key]:
                Node("i", f"playing-card face-{face}")
        for part in range(len(preset_about(key, session.tr))):
            words(session, "p", lambda tr, part=part: preset_about(key, tr)[part])  # type: ignore[misc]
        changed_list(session, PRESETS[key])


def changed_list(session: Session, rules: HouseRules) -> None:
    """What differs from the official rules, one line for each setting."""
    count = len(changed_rules(rules, session.tr))
    if not count:
        return
    words(session, "h3", lambda tr: tr.t("What it changes"))
    with Node("ul", "changed-rules"):
        for line in range(count):
            words(session, "li", lambda tr, line=line: changed_rules(rules, tr)[line][1])  # type: ignore[misc]
