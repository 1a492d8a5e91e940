"""A replay: a finished match at the table again, step by step, every hand open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nicegui import ui

from app.engine.cards import COLOUR_NAMES, code
from app.engine.moves import Event
from app.play import Shown, Speed, TableDamaged
from app.play.archive import Watched
from app.play.replays import Step
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.fair.subject import fair_link
from app.ui.frame import Site, icon_button, words
from app.ui.pages.errors import message
from app.ui.replay.controls import SECONDS, Controls, Steering, round_text
from app.ui.replay.hands import Hands
from app.ui.replay.moments import MomentList, sentences
from app.ui.replay.share import Share
from app.ui.session import Session
from app.ui.setup.seats import VALUE
from app.ui.widgets.hand import Cards
from app.ui.widgets.moments import Moments
from app.ui.widgets.places import places_style
from app.ui.widgets.ring import DrawPile, Ring
from app.ui.widgets.seats import Seats

CROWD: Final = 6
"""Seats from which a narrow screen shows them smaller."""


def register(site: Site) -> None:
    """Add the page at ``/replay/KEY``: the id of a match of one's own, or the token of a link."""

    styles = "title.css", "table.css", "replay.css"

    @site.page("/replay/{key}", lambda tr: tr.t("Replay"), *styles, scripts=("records.js", "replay.js"))
    async def replay(session: Session, key: str) -> None:
        ui.add_head_html('<meta name="robots" content="noindex">')
        try:
            watched = await session.lounge.archive.replay(session.owner, key)
        except TableDamaged:
            _cannot_be_watched(session)
            return
        if watched is None:
            _not_here(session)
            return
        ReplayPage(site, session, watched, key).build()


def _not_here(session: Session) -> None:
    session.client.status_code = 404
    message(
        session,
        lambda tr: tr.t("This replay is not here"),
        lambda tr: tr.t("The link may have been ended, the match deleted, or the address mistyped."),
    )


def _cannot_be_watched(session: Session) -> None:
    session.client.status_code = 404
    message(
        session,
        lambda tr: tr.t("This match cannot be watched any more"),
        lambda tr: tr.t("Its moves can no longer be followed. Its result stays in the records."),
    )


class ReplayPage:
    """One open page that shows one match."""

    def __init__(self, site: Site, session: Session, watched: Watched, key: str) -> None:
        self.site: Final = site
        self.session: Final = session
        self.key: Final = key
        self.own: Final = watched.own
        self.replay: Final = watched.replay
        self.match: Final = watched.replay.match
        self.base: Final = min(self.match.own or self.match.setup.persons, default=0)
        self.at = 0
        self.playing = False
        self.speed = Speed.NORMAL

    def build(self) -> None:
        """Make the page, at the first deal."""
        seats = len(self.match.names)
        kind = "crowd" if seats >= CROWD else "duel" if seats == 2 else ""
        with Node("div", f"table-places {kind}".strip()) as places:
            for name, value in places_style(seats).items():
                places.style_value(name, value)
            self.root = Node("div", "table replay", data_page="replay")
        with self.root:
            self._build_table()
        self.timer = ui.timer(SECONDS[self.speed], self._tick, active=False, immediate=False)
        self._show(())
        self.session.on_language(self._say_again)

    def _build_table(self) -> None:
        session = self.session
        Node("div", "felt", aria_hidden=True)
        words(session, "h1", lambda tr: tr.t("Replay"), "visually-hidden")
        self._bar()
        self.ring = Ring(session)
        self.pile = DrawPile(session, lambda: None)
        self.seats = Seats(session, self.match)
        self.cards = Cards(session, lambda held: None)
        session.label(self.cards.around, lambda tr: tr.t("Discard pile"))
        self.hands = Hands(session, self.match, self.base)
        self.moments = Moments(session, self.match.names)
        with Node("div", "steering"):
            self.caption = Node("p", "caption", role="status")
            steering = Steering(self.go, self.slide, self.step_by, self.round_by, self.play, self.set_speed)
            self.controls = Controls(session, self.replay, steering, self.speed)
        self.list = MomentList(session, self.replay, self.go)

    def _bar(self) -> None:
        session = self.session
        with Node("header", "bar replay-bar"):
            back = Node("a", "tool", href="/records" if self.own else "/", data_action="back")
            session.label(back, lambda tr: tr.t("To the records") if self.own else tr.t("To the title"))
            with back:
                Node("i", "icon-back", aria_hidden=True)
            self._rounds()
            Node("span", "space")
            self.fair = Node("a", "tool", data_action="fair")
            session.label(session.label(self.fair, _fair), _fair, "title")
            with self.fair:
                Node("i", "icon-shield", aria_hidden=True)
            if self.own:
                share = Share(session, self.site.settings, self.match.id)
                icon_button(session, "share", lambda tr: tr.t("Share"), "tool", data_action="share").on_tap(share.open)
            log = icon_button(session, "log", lambda tr: tr.t("Log"), "tool log-tool", data_action="log")
            log.on_tap(self.toggle_log)

    def _rounds(self) -> None:
        session, replay = self.session, self.replay
        self.rounds = Node("select", "field round-picker", data_action="round", hidden=len(replay.rounds) < 2)
        session.label(self.rounds, lambda tr: tr.t("Round"))
        with self.rounds:
            for span in replay.rounds:
                option = Node("option", value=str(span.first))
                session.say(option, lambda tr, span=span: round_text(span, replay, tr))  # type: ignore[misc]
        self.rounds.on("change", lambda event: self.go(_number(event.args)), js_handler=VALUE)

    # Going

    def go(self, to: object) -> None:
        """Go to a step; what the browser asks for is brought into bounds."""
        self._stop()
        self._move(to, sliding=False)

    def slide(self, to: object) -> None:
        """Go to where the slider is, which is still being moved."""
        self._stop()
        self._move(to, sliding=True)

    def step_by(self, steps: int) -> None:
        """Go on, or back."""
        self.go(self.at + steps)

    def round_by(self, rounds: int) -> None:
        """Go on to the next round, or its end in the last; back to the start of this one, then of the one before."""
        here = self.replay.round_at(self.at)
        if rounds > 0:
            self.go(min(here.last + 1, self.replay.last))
        else:
            self.go(here.first if self.at > here.first else self.replay.round_at(max(0, here.first - 1)).first)

    def play(self) -> None:
        """Play by itself, or stop; at the end it begins anew."""
        if self.playing:
            self._stop()
            self._show_controls(sliding=False)
            return
        self.playing = True
        self.caption.set(aria_live="off")
        if self.at == self.replay.last:
            self._move(0, sliding=False)
        else:
            self._move(self.at + 1, sliding=False)
        self.timer.activate()

    def set_speed(self, given: object) -> None:
        """Play faster or slower from now on."""
        if given in tuple(Speed):
            self.speed = Speed(str(given))
            self.timer.interval = SECONDS[self.speed]

    def _tick(self) -> None:
        if self.at >= self.replay.last - 1:
            self._stop()
        self._move(self.at + 1, sliding=False)

    def _stop(self) -> None:
        self.playing = False
        self.timer.deactivate()
        self.caption.set(aria_live=None)

    def _move(self, to: object, sliding: bool) -> None:
        wanted = self.at
        if isinstance(to, int) and not isinstance(to, bool):
            wanted = max(0, min(self.replay.last, to))
        on_by_one = wanted == self.at + 1
        self.at = wanted
        # Only what is reached by one step is seen happening; anywhere else the table simply stands.
        self._show(self.replay.steps[wanted].events if on_by_one else (), sliding)

    # Showing

    def _show(self, events: Sequence[Event], sliding: bool = False) -> None:
        step = self.replay.steps[self.at]
        view = step.view
        self._mark_root(step)
        self.seats.update(view, self.base)
        self.ring.update(view)
        self.pile.update(view)
        self.cards.update(_seen(step), events, self.base)
        self.hands.update(view, step.events)
        self.moments.show(view, events, self.base)
        self.session.sound.follow(view, events, self.base)
        self.caption.text = sentences(self.replay, self.at, self.session.tr)
        self.list.mark(self.at)
        self._show_controls(sliding)

    def _show_controls(self, sliding: bool) -> None:
        self.controls.update(self.at, self.playing, sliding)
        here = self.replay.round_at(self.at)
        self.rounds.fill(str(here.first))
        self.fair.set(href=fair_link(f"match={self.key}", here.number))

    def _mark_root(self, step: Step) -> None:
        view = step.view
        self.root.set(
            data_turn=view.turn,
            data_direction=view.direction,
            data_colour=COLOUR_NAMES[view.colour] if view.colour < len(COLOUR_NAMES) else "none",
            data_top=code(view.top),
            data_penalty=view.penalty.amount if view.penalty else 0,
            data_step=self.at,
            data_round=step.round,
        )
        self.root.toggle("calm", bool(self.session.preferences.get("calm")))

    def _say_again(self) -> None:
        view = self.replay.steps[self.at].view
        self.seats.update(view, self.base)
        self.ring.update(view)
        self.pile.update(view)
        self.hands.update(view, self.replay.steps[self.at].events)
        self.caption.text = sentences(self.replay, self.at, self.session.tr)
        self.list.say_again(self.at)
        self._show_controls(sliding=False)

    def toggle_log(self) -> None:
        """Show the log on a small screen, or put it away."""
        self.list.toggle()


def _fair(tr: Translator) -> str:
    return tr.t("Check the deal of this round")


def _seen(step: Step) -> Shown:
    """A step as the layer of cards wants it: nobody's hand is larger than the others'."""
    return Shown(seat=None, view=step.view, cover_for=None, offers_call=None, revealed=None, drawn=(), clock=None)


def _number(given: object) -> object:
    """The number in the text of a field, or the text where there is none."""
    return int(given) if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 8 else given
