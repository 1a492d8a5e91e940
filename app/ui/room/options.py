"""What the host decides about a room, as switches; everybody else sees what is unusual."""

from __future__ import annotations

from typing import Final

from app.play import Room, RoomLook, Stage
from app.play.room_plan import WINDOWS
from app.text.translator import mark
from app.ui.element import Node
from app.ui.frame import words
from app.ui.room.fields import CHECKED, VALUE
from app.ui.room.tried import tried
from app.ui.session import Session

SWITCHES: Final = {
    "locked": (mark("Lock the room"), mark("Nobody else can come in.")),
    "hidden": (
        mark("Hide the code"),
        mark("No page shows it any more, for example while streaming; you can look at it for a moment."),
    ),
    "listed": (mark("List as an open room"), mark("Anybody on this server can find it and join.")),
    "spectators": (mark("Spectators"), mark("People without a seat may watch; they see no hands.")),
    "chat": (mark("Free messages"), mark("Emotes and phrases always work.")),
    "over_days": (
        mark("Play over days"),
        mark("No clocks and nobody plays for you: the game waits until you come back."),
    ),
}
"""Options that are on or off, with what they mean."""
_WINDOW_WORDS: Final = {0: mark("Off"), 200: mark("0.2 s"), 400: mark("0.4 s"), 800: mark("0.8 s")}
WAITS: Final = (0, 10, 20, 40, 60)
"""Seconds offered for the next round to begin by itself."""


class Options:
    """The host's switches."""

    def __init__(self, session: Session, room: Room) -> None:
        self._session: Final = session
        self._room: Final = room
        self._switches: Final[dict[str, Node]] = {}
        with Node("section", "panel options-panel", aria_labelledby="options-title") as self._panel:
            words(session, "h2", lambda tr: tr.t("Room"), id="options-title")
            with Node("div", "options-list"):
                for key, (title, about) in SWITCHES.items():
                    self._switch(key, title, about)
                self._wait = self._select(
                    "next_round_after",
                    mark("Next round by itself"),
                    mark("Seconds after the end of a round."),
                    [(str(seconds), str(seconds) if seconds else mark("Off")) for seconds in WAITS],
                )
                self._window = self._select(
                    "uno_window",
                    mark("Fair UNO window"),
                    mark("A catch waits so long for a call that is still on its way."),
                    [(str(ms), _WINDOW_WORDS[ms]) for ms in WINDOWS],
                )

    def _switch(self, key: str, title: str, about: str) -> None:
        session = self._session
        with Node("div", "option") as row:
            words(session, "label", lambda tr: tr.t(title), for_=f"option-{key}")
            words(session, "span", lambda tr: tr.t(about), "soft", id=f"about-{key}")
            switch = Node(
                "input", "switch", type="checkbox", role="switch", id=f"option-{key}", data_option=key,
                aria_describedby=f"about-{key}",
            )  # fmt: skip
        switch.on("change", lambda event: self._set(key, event.args is True), js_handler=CHECKED)
        self._switches[key] = switch
        if key == "over_days":
            self._over_days_row = row

    def _select(self, key: str, title: str, about: str, choices: list[tuple[str, str]]) -> Node:
        session = self._session
        with Node("div", "option"):
            words(session, "label", lambda tr: tr.t(title), for_=f"option-{key}")
            words(session, "span", lambda tr: tr.t(about), "soft", id=f"about-{key}")
            select = Node("select", "field", id=f"option-{key}", data_option=key, aria_describedby=f"about-{key}")
            with select:
                for value, word in choices:
                    words(session, "option", lambda tr, word=word: tr.t(word), value=value)  # type: ignore[misc]
        known = {value for value, _ in choices}
        select.on("change", lambda event: self._set_number(key, event.args, known), js_handler=VALUE)
        return select

    async def _set_number(self, key: str, given: object, known: set[str]) -> None:
        if isinstance(given, str) and given in known:
            await self._set(key, int(given))

    async def _set(self, key: str, value: bool | int) -> None:
        if not await tried(self._session, self._room.set_options(self._session.owner, **{key: value})):
            self.show(self._room.look(self._session.owner))

    def show(self, look: RoomLook) -> None:
        """Bring the switches up to date; they are the host's alone."""
        self._panel.set(hidden=not look.is_host)
        for key, switch in self._switches.items():
            switch.set(checked=bool(getattr(look.options, key)))
        self._over_days_row.set(hidden=look.stage is not Stage.WAITING)
        self._wait.fill(str(look.options.next_round_after))
        self._window.fill(str(look.options.uno_window))
