"""The menu of the table, and the sheet that explains its keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from app.text.translator import mark
from app.ui.element import Node
from app.ui.frame import ask, button, language_switch, link, sheet, words
from app.ui.session import Sentence, Session

KEYS: Final = (
    ("← → ↑ ↓", mark("Move between the cards of your hand")),
    ("Enter", mark("Play the card, or the cards you have selected")),
    ("D", mark("Draw, or take the penalty")),
    ("P", mark("Pass")),
    ("U", mark("Call UNO")),
    ("X", mark("Catch somebody who has not called")),
    ("C", mark("Challenge a Wild Draw Four")),
    ("H", mark("Ask for a hint")),
    ("S", mark("Sort your hand")),
    ("L", mark("Open the log")),
    ("T", mark("People and talk, when you play online")),
    ("M", mark("Music on or off")),
    ("F", mark("Full screen")),
    ("?", mark("Rules of this table")),
    ("Esc", mark("Close, or clear the selection")),
)


class MenuEntry(NamedTuple):
    """One more way of the menu."""

    key: str
    icon: str
    sentence: Sentence
    do: Callable[[], Any]


class MenuActions(NamedTuple):
    """What the menu can do besides leaving."""

    sort: Callable[[], Any] | None
    """Not while no hand is to be seen."""
    rules: Callable[[], Any]
    fair: Callable[[], Any]
    """Show the fingerprint of the deal."""
    abandon: Callable[[], Any]
    toggle: Callable[[str], Any]
    """Switch a preference of this device (``calm`` or ``buzz``) over."""
    more: tuple[MenuEntry, ...] = ()
    """What only some tables have; it comes first."""
    online: bool = False
    """Whether the table stands in a room: that is not abandoned, but left for good."""


def open_menu(session: Session, actions: MenuActions) -> None:
    """Show the menu."""
    with sheet(session, lambda tr: tr.t("Menu"), "menu-sheet") as dialog:
        language_switch(session)
        with Node("div", "menu-grid"):
            for entry in actions.more:
                _item(session, entry.icon, entry.sentence, data_menu=entry.key).on_tap(
                    lambda entry=entry: _then(dialog.close, entry.do)  # type: ignore[misc]
                )
            if actions.sort is not None:
                _item(session, "sort", lambda tr: tr.t("Sort your hand"), data_menu="sort").on_tap(actions.sort)
            _item(session, "rules", lambda tr: tr.t("Rules of this table"), data_menu="rules").on_tap(
                lambda: _then(dialog.close, actions.rules)
            )
            _item(session, "shield", lambda tr: tr.t("Fair deal"), data_menu="fair").on_tap(
                lambda: _then(dialog.close, actions.fair)
            )
            _item(session, "help", lambda tr: tr.t("How it works"), data_menu="help").on_tap(
                lambda: _then(dialog.close, lambda: open_help(session))
            )
            _item(session, "full-screen", lambda tr: tr.t("Full screen"), data_full_screen=True)
            session.sound.buttons("btn menu-item", text=True)
            _switch(session, "motion", "calm", lambda tr: tr.t("Less motion"), actions)
            _switch(session, "vibrate", "buzz", lambda tr: tr.t("Vibrate on my turn"), actions)
        with Node("div", "row row-end"):
            if actions.online:
                button(session, lambda tr: tr.t("Leave for good"), "btn btn-quiet", data_menu="leave-room").on_tap(
                    lambda: _then(dialog.close, actions.abandon)
                )
                link(session, lambda tr: tr.t("Play on later"), "/online", "btn btn-main", data_menu="leave")
                return
            button(session, lambda tr: tr.t("Abandon the game"), "btn btn-quiet", data_menu="abandon").on_tap(
                lambda: _then(dialog.close, lambda: _ask_abandon(session, actions))
            )
            link(session, lambda tr: tr.t("Save and leave"), "/", "btn btn-main", data_menu="leave")


def _then(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    first()
    return second()


def _item(session: Session, icon: str, sentence: Sentence, **attributes: Any) -> Node:
    with Node("button", "btn menu-item", type="button", **attributes) as item:
        Node("i", f"icon-{icon}", aria_hidden=True)
        words(session, "span", sentence)
    return item


def _switch(session: Session, icon: str, key: str, sentence: Sentence, actions: MenuActions) -> None:
    item = _item(session, icon, sentence, aria_pressed=bool(session.preferences.get(key)), data_menu=key)

    async def switched() -> None:
        await actions.toggle(key)
        item.set(aria_pressed=bool(session.preferences.get(key)))

    item.on_tap(switched)


def _ask_abandon(session: Session, actions: MenuActions) -> None:
    ask(
        session,
        lambda tr: tr.t("Abandon this game?"),
        lambda tr: tr.t("It will be gone for good and not count in the records."),
        lambda tr: tr.t("Abandon"),
        actions.abandon,
    )


def open_help(session: Session) -> None:
    """Show how the table is played, by touch and by keys."""
    with sheet(session, lambda tr: tr.t("How it works"), "help-sheet"):
        for sentence in _HELP:
            words(session, "p", lambda tr, sentence=sentence: tr.t(sentence))  # type: ignore[misc]
        words(session, "h3", lambda tr: tr.t("Keys"))
        with Node("dl", "keys"):
            for key, sentence in KEYS:
                with Node("div"):
                    with Node("dt"):
                        Node("kbd", text=key)
                    words(session, "dd", lambda tr, sentence=sentence: tr.t(sentence))  # type: ignore[misc]


_HELP: Final = (
    mark("Cards that fit are lifted and lit. Tap one to play it; tap the draw pile or Draw to draw."),
    mark("A wild asks for a colour. Tap beside the question or press Esc to take it back."),
    mark("With two cards left, tap UNO! before you play. Forget it, and the others may catch you."),
    mark("Where several cards may go down at once, tap them in order and then tap Play."),
)
