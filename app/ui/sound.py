"""What a page has to do with sound: three switches, and saying which effects belong to what happened.

The browser does the rest (``static/js/sound.js``): it stays silent until the first tap and while the page is hidden.
A page tells it once for each change of the table, and only where somebody wants to hear it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from nicegui import json, ui

from app.engine.cards import COLOUR_NAMES, is_wild
from app.engine.moves import Event, Happened
from app.engine.views import TableView
from app.ui.assets import Assets
from app.ui.element import Node

if TYPE_CHECKING:
    from app.ui.session import Sentence, Session

DEFAULTS: Final = {"effects": True, "music": False, "voice": True}
"""The three switches, and how a new device has them."""
ICONS: Final = {
    "effects": ("sound-on", "sound-off"),
    "music": ("music-on", "music-off"),
    "voice": ("voice", "voice-off"),
}
NAMES: Final[dict[str, Sentence]] = {
    "effects": lambda tr: tr.t("Sound effects"),
    "music": lambda tr: tr.t("Music"),
    "voice": lambda tr: tr.t("Voice"),
}
MOST: Final = 6
"""Effects for one change of the table; with more, the earliest are left out."""
MOST_CARDS: Final = 3
"""How often the sound of one card is heard for several."""
WIDTH: Final = 0.6
"""How far to the left and right the seats are heard, of 1."""

_EFFECTS: Final = {
    Happened.ROUND_STARTED: "deal", Happened.REDEALT: "shuffle", Happened.PUT_BACK: "draw",
    Happened.PLAYED: "play", Happened.JUMPED_IN: "jump-in", Happened.DIRECTION_CHANGED: "reverse",
    Happened.SKIPPED: "skip", Happened.PENALTY_GREW: "grow", Happened.DEFLECTED: "deflect",
    Happened.DREW: "draw", Happened.TOOK: "take", Happened.PASSED: "pass",
    Happened.CHALLENGED: "challenge", Happened.GUILTY: "guilty", Happened.NOT_GUILTY: "honest",
    Happened.CALLED: "uno", Happened.CAUGHT: "caught",
    Happened.SWAPPED: "swap", Happened.HANDS_PASSED: "hands", Happened.HANDS_SHUFFLED: "shuffle",
    Happened.CUSTOM: "custom", Happened.PLAYS_AGAIN: "again", Happened.RESHUFFLED: "shuffle",
    Happened.PILE_EMPTY: "stalled", Happened.STALLED: "stalled", Happened.TIMED_OUT: "time",
    Happened.WENT_OUT: "out", Happened.KNOCKED_OUT: "knocked-out", Happened.RULE_CHANGED: "rule",
}  # fmt: skip
SILENT: Final = frozenset((Happened.EXPOSED,))
"""What must not be heard: a sound would catch for everybody."""


def effects_for(events: Sequence[Event], viewer: int | None) -> list[str]:
    """The effects that tell of ``events``, in their order, to the seat ``viewer`` (``None``: a spectator)."""
    kinds = {event.kind for event in events}
    names: list[str] = []
    for event in events:
        if event.kind is Happened.ROUND_ENDED and Happened.MATCH_ENDED in kinds:
            continue
        names += _effects_of(event, viewer)
    return names[-MOST:]


def _effects_of(event: Event, viewer: int | None) -> Iterator[str]:
    mine = viewer is None or event.seat == viewer
    match event.kind:
        case Happened.PLAYED | Happened.JUMPED_IN:
            yield _EFFECTS[event.kind]
            yield from ["play"] * (min(len(event.cards), MOST_CARDS) - 1)
            if any(is_wild(card) for card in event.cards):
                yield "wild"
        case Happened.COLOUR_NAMED:
            if event.colour is not None:
                yield COLOUR_NAMES[event.colour]
        case Happened.DREW:
            yield from ["draw"] * min(event.count, MOST_CARDS)
        case Happened.ROUND_ENDED:
            yield "round-won" if mine else "round-over"
        case Happened.MATCH_ENDED:
            yield "match-won" if mine else "match-over"
        case kind if kind not in SILENT:
            yield _EFFECTS[kind]


def pan_of(seat: int | None, base: int, seats: int) -> float:
    """Where a seat is heard, -1 left to 1 right, when ``base`` sits at the bottom and the others clockwise."""
    if seat is None:
        return 0.0
    return round(-WIDTH * math.sin(2 * math.pi * (seat - base) / seats), 2) + 0.0


class Sound:
    """The sound of one open page, by the switches of its device."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._buttons: Final[list[tuple[str, Node, Node]]] = []
        self._on_turn = False
        self._asked = 0
        self._horn: Node | None = None
        """Its mark tells an open page what is heard, in one message with the rest of a change."""

    def place(self, assets: Assets) -> None:
        """Put the synthesiser into the page that is being built, and the button behind the key M."""
        on = " ".join(name for name in DEFAULTS if self.is_on(name))
        scores = " ".join(f'data-{name}="{assets.picture(name)}"' for name in ("effects", "music"))
        source = assets.url("static/js/sound.js")
        ui.add_head_html(f'<script defer src="{source}" data-on="{on}" {scores}></script>')
        Node("button", hidden=True, type="button", data_sound="music").on_tap(self._music_by_key)
        with Node("div", hidden=True):
            self._horn = Node("i")

    # Switches

    def is_on(self, name: str) -> bool:
        """Whether the device wants ``effects``, ``music`` or ``voice``."""
        return bool(self._session.preferences.get(name, DEFAULTS[name]))

    async def switch(self, name: str) -> bool:
        """Switch one of the three over, at once and for the next time; how it is now."""
        on = not self.is_on(name)
        # What is as on a new device need not be kept.
        await self._session.keep(**{name: None if on == DEFAULTS[name] else on})
        self._run(f"{name}({json.dumps(on)})")
        self._show()
        return on

    async def _music_by_key(self) -> None:
        on = await self.switch("music")
        self._session.tell(lambda tr: tr.t("Music is on.") if on else tr.t("Music is off."))

    def buttons(self, classes: str = "btn btn-icon", *, text: bool = False) -> None:
        """The three switches, as buttons with an icon (and their name, when ``text``)."""
        for name in DEFAULTS:
            button = Node("button", classes, type="button", data_switch=name)
            with button:
                icon = Node("i", aria_hidden=True)
                if text:
                    self._session.say(Node("span"), NAMES[name])
            if not text:
                self._session.label(button, NAMES[name], "title")
                self._session.label(button, NAMES[name])
            button.on_tap(lambda name=name: self.switch(name))  # type: ignore[misc]
            self._buttons.append((name, button, icon))
        self._show()

    def _show(self) -> None:
        self._buttons[:] = [each for each in self._buttons if not each[1].is_deleted]
        for name, button, icon in self._buttons:
            on = self.is_on(name)
            button.set(aria_pressed=on)
            icon.wear(f"icon-{ICONS[name][0 if on else 1]}")

    # Effects

    def play(self, *names: str, pan: float = 0.0) -> None:
        """Let effects of ``app.art.effects`` be heard, one after the other."""
        wanted = [name for name in names if self.is_on("effects") or (name == "uno" and self.is_on("voice"))]
        if not wanted:
            return
        options: dict[str, Any] = {"pan": pan} if pan else {}
        if "uno" in wanted and self.is_on("voice"):
            options["say"] = self._session.tr.p("spoken", "UNO!")
        told = [wanted, options] if options else [wanted]
        if self._horn is not None and self._session.client.has_socket_connection:
            # The number makes the same sound twice two marks.
            self._asked += 1
            self._horn.set(data_fx=json.dumps([self._asked, *told]))
        else:
            self._run(f"fx({json.dumps(told)[1:-1]})")

    def follow(self, view: TableView, events: Sequence[Event], base: int) -> None:
        """Let be heard what ``events`` tell, and that the turn has come to whoever is on screen.

        ``view`` is the table after them, ``base`` the seat at the bottom.
        """
        on_turn = view.seat is not None and view.seat == view.turn and not view.round_over
        names = effects_for(events, view.seat)
        if on_turn and not self._on_turn:
            names.append("turn")
        self._on_turn = on_turn
        actor = next((event.seat for event in events if event.seat is not None), None)
        self.play(*names, pan=pan_of(actor, base, len(view.seats)))

    def _run(self, call: str) -> None:
        self._session.client.run_javascript(f"unoSound.{call}")
