"""What steers a replay: a slider over the whole match, steps, rounds, playing by itself and how fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from app.play import Speed
from app.play.replays import Replay, Round
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import icon_button
from app.ui.session import Session
from app.ui.setup.seats import SPEED_WORDS, VALUE

SECONDS: Final = {Speed.SLOW: 2.4, Speed.NORMAL: 1.3, Speed.FAST: 0.5}
"""How long each moment stays while the replay plays."""
BETWEEN_INPUTS: Final = 0.15
"""Seconds between two places that a moving slider tells."""
NUMBER: Final = "(event) => emit(Number(event.target.value))"


class Steering(NamedTuple):
    """What the controls ask for."""

    go: Callable[[object], Any]
    """Go to the step of this number."""
    slide: Callable[[object], Any]
    """Go there, while the slider is being moved."""
    by: Callable[[int], Any]
    """Go so many steps on, or back."""
    by_round: Callable[[int], Any]
    play: Callable[[], Any]
    """Play by itself, or stop."""
    speed: Callable[[object], Any]


class Controls:
    """The slider, the buttons, the speed."""

    def __init__(self, session: Session, replay: Replay, steering: Steering, speed: Speed) -> None:
        self._session = session
        self._replay = replay
        self._slider = Node("input", "slider", type="range", min=0, max=replay.last, step=1, data_action="scrub")
        self._slider.on("input", lambda e: steering.slide(e.args), js_handler=NUMBER, throttle=BETWEEN_INPUTS)
        self._slider.on("change", lambda e: steering.go(e.args), js_handler=NUMBER)
        self._place = Node("span", "steer-place", aria_hidden=True)
        session.label(self._slider, lambda tr: tr.t("Moment of the match"))
        with Node("div", "steer-buttons", role="toolbar") as bar:
            self._round_back = self._tool("step-back", lambda tr: tr.t("Start of the round"), "round-back")
            self._back = self._tool("chevron-left", lambda tr: tr.t("One step back"), "step-back")
            self._play = Node("button", "btn btn-main steer-play", type="button", data_action="replay-play")
            with self._play.on_tap(steering.play):
                self._icon = Node("i", "icon-play", aria_hidden=True)
            self._on = self._tool("chevron-right", lambda tr: tr.t("One step on"), "step-forward")
            self._round_on = self._tool("step-forward", lambda tr: tr.t("Next round"), "round-forward")
        self._speeds(steering, speed)
        session.label(bar, lambda tr: tr.t("Replay"))
        self._round_back.on_tap(lambda: steering.by_round(-1))
        self._back.on_tap(lambda: steering.by(-1))
        self._on.on_tap(lambda: steering.by(1))
        self._round_on.on_tap(lambda: steering.by_round(1))

    def _tool(self, icon: str, name: Callable[[Translator], str], action: str) -> Node:
        return icon_button(self._session, icon, name, "btn btn-icon steer", data_action=action)

    def _speeds(self, steering: Steering, speed: Speed) -> None:
        chosen = Node("select", "field steer-speed", data_action="speed").fill(speed.value)
        self._session.label(chosen, lambda tr: tr.t("Speed"))
        with chosen:
            for value, word in SPEED_WORDS.items():
                self._session.say(Node("option", value=value.value), lambda tr, word=word: tr.t(word))  # type: ignore[misc]
        chosen.on("change", lambda event: steering.speed(event.args), js_handler=VALUE)

    def update(self, step: int, playing: bool, sliding: bool) -> None:
        """Show where the replay stands; a slider that is being moved is left to the hand that moves it."""
        tr = self._session.tr
        if not sliding:
            self._slider.refill(step)
        span = self._replay.round_at(step)
        self._slider.set(aria_valuetext=_place_text(span, step, tr))
        self._place.text = f"{step} / {self._replay.last}"
        for node, stands in ((self._back, step == 0), (self._round_back, step == 0)):
            node.set(aria_disabled=stands or None)
        for node, stands in ((self._on, step == self._replay.last), (self._round_on, step == self._replay.last)):
            node.set(aria_disabled=stands or None)
        self._icon.wear(f"icon-{'pause' if playing else 'play'}")
        name = tr.p("button", "Pause") if playing else tr.t("Play the match")
        self._play.set(aria_label=name, title=name, aria_pressed=playing)


def _place_text(span: Round, step: int, tr: Translator) -> str:
    """Where a step lies, for those who listen."""
    return tr.t(
        "Round {round}, moment {step} of {steps}",
        round=span.number,
        step=step - span.first + 1,
        steps=span.last - span.first + 1,
    )


def round_text(span: Round, replay: Replay, tr: Translator) -> str:
    """A round in the picker: its number and who won it."""
    return tr.t("Round {round}: {name}", round=span.number, name=replay.match.names[span.result.places[0]])
