"""What people say: faces and phrases that everybody reads in their own language, free words, bubbles at the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nicegui import json as page_json

from app.play import Room, RoomLook
from app.play.talk import EMOTES, LONGEST_TEXT, PHRASES, Line, Said
from app.text.talk import emote_title, line_text, phrase_text
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.room.tried import tried
from app.ui.session import Session
from app.ui.widgets.places import place_of

Later = Callable[[float, Callable[[], None]], object]
"""Calls something after so many seconds."""

BUBBLE_SECONDS: Final = 5.0
_SEND: Final = (
    "(event) => { event.preventDefault(); emit(new FormData(event.currentTarget).get('line'));"
    " event.currentTarget.reset(); }"
)
_GIVE_BACK: Final = "const field = document.getElementById('%s'); if (field) field.value ||= %s"
"""What was refused goes back where it was written, unless there is something else already."""


class TalkPanel:
    """The lines said so far, and the ways to say something."""

    def __init__(self, session: Session, room: Room) -> None:
        self._session = session
        self._room = room
        self._shown: dict[int, Node] = {}
        self._last: Sequence[Line] = ()
        with Node("div", "talk") as self.node:
            with session.label(
                Node("div", "talk-lines", role="log", aria_live="polite", tabindex=0), lambda tr: tr.t("Talk")
            ) as self._lines:
                self._empty = words(session, "p", lambda tr: tr.t("Nobody has said anything yet."), "soft small")
            self._emotes()
            self._phrases()
            self._form()
        session.on_language(self._say_again, self.node)

    def _emotes(self) -> None:
        session = self._session
        with session.label(Node("div", "emotes", role="group"), lambda tr: tr.t("Faces")):
            for key in EMOTES:
                choice = Node("button", "emote-choice", type="button", data_emote=key)
                session.label(choice, lambda tr, key=key: emote_title(key, tr))  # type: ignore[misc]
                session.label(choice, lambda tr, key=key: emote_title(key, tr), "title")  # type: ignore[misc]
                with choice.on_tap(lambda key=key: self._say_emote(key)):  # type: ignore[misc]
                    Node("i", f"emote emote-{key}", aria_hidden=True)

    def _phrases(self) -> None:
        session = self._session
        with session.label(Node("div", "phrases", role="group"), lambda tr: tr.t("Phrases")):
            for key in PHRASES:
                choice = Node("button", "phrase", type="button", data_phrase=key)
                session.say(choice, lambda tr, key=key: phrase_text(key, tr))  # type: ignore[misc]
                choice.on_tap(lambda key=key: self._say_phrase(key))  # type: ignore[misc]

    def _form(self) -> None:
        session = self._session
        with Node("form", "say-form", novalidate=True, data_form="say") as self._text:
            field = self._field = Node(
                "input", "field grow", type="text", name="line", autocomplete="off", maxlength=LONGEST_TEXT,
                enterkeyhint="send",
            )  # fmt: skip
            session.label(field, lambda tr: tr.t("Message"))
            session.label(field, lambda tr: tr.t("Write something ..."), "placeholder")
            button(session, lambda tr: tr.t("Send"), "btn", data_action="send-line").set(type="submit")
        self._text.on("submit", lambda event: self._written(event.args), js_handler=_SEND)

    async def _say_emote(self, key: str) -> None:
        await tried(self._session, self._room.emote(self._session.owner, key))

    async def _say_phrase(self, key: str) -> None:
        await tried(self._session, self._room.phrase(self._session.owner, key))

    async def _written(self, given: object) -> None:
        if isinstance(given, str) and given.strip():
            # One more than may be said, so that what is too long is refused rather than cut.
            said = given[: LONGEST_TEXT + 1]
            if not await tried(self._session, self._room.say(self._session.owner, said)) and not self.node.is_deleted:
                self._session.client.run_javascript(_GIVE_BACK % (self._field.html_id, page_json.dumps(said)))

    def show(self, look: RoomLook) -> None:
        """Show what has been said, the latest at the bottom; the field for words only where they are allowed."""
        lines = self._last = look.talk
        self._text.set(hidden=not look.options.chat)
        self._empty.set(hidden=bool(lines))
        wanted = {line.number: line for line in lines}
        for number in [number for number in self._shown if number not in wanted]:
            self._shown.pop(number).delete()
        for number, line in wanted.items():
            if number not in self._shown:
                self._shown[number] = self._line(line)

    def _line(self, line: Line) -> Node:
        tr = self._session.tr
        with self._lines, Node("p", "talk-line") as made:
            Node("b", text=line.name)
            if line.kind is Said.EMOTE:
                Node("i", f"emote emote-{line.what}", role="img", aria_label=emote_title(line.what, tr))
            else:
                Node("span", text=line_text(line.kind, line.what, tr))
        # The list runs from the bottom up, so that the newest line is always in sight.
        made.move(target_index=0)
        return made

    def _say_again(self) -> None:
        self._lines.set(aria_live="off")
        for node in self._shown.values():
            node.delete()
        self._shown.clear()
        for line in self._last:
            self._shown[line.number] = self._line(line)
        self._lines.set(aria_live="polite")


class Bubbles:
    """What has just been said, at the seat of whoever said it, for some seconds."""

    def __init__(self, session: Session, later: Later) -> None:
        self._session = session
        self._later = later
        self._seen: int | None = None
        self._at: dict[int, Node] = {}
        self._root = Node("div", "bubbles", aria_hidden=True)
        # What screen readers say of it; the seats are only where it is seen.
        self._spoken = Node("p", "visually-hidden", role="status")

    def show(self, lines: Sequence[Line], base: int, seats: int) -> None:
        """Show what is new in ``lines``; ``base`` is the seat at the bottom."""
        newest = max((line.number for line in lines), default=0)
        if self._seen is not None:
            for line in lines:
                if line.number > self._seen and line.seat is not None:
                    self._appear(line, place_of(line.seat, base, seats))
        self._seen = newest

    def _appear(self, line: Line, place: int) -> None:
        self._fade(place)
        with self._root, Node("div", f"bubble at-{place}") as bubble:
            if line.kind is Said.EMOTE:
                Node("i", f"emote emote-{line.what}")
            else:
                bubble.text = line_text(line.kind, line.what, self._session.tr)
        text = line_text(line.kind, line.what, self._session.tr)
        self._spoken.text = self._session.tr.p("said", "{name}: {text}", name=line.name, text=text)
        self._at[place] = bubble
        self._later(BUBBLE_SECONDS, lambda: self._over(place, bubble))

    def _over(self, place: int, bubble: Node) -> None:
        if self._at.get(place) is bubble:
            self._fade(place)

    def _fade(self, place: int) -> None:
        old = self._at.pop(place, None)
        if old is not None and not old.is_deleted:
            old.delete()
