"""The waiting room: how others come in, who sits where, by which rules, and the way to the table."""

from __future__ import annotations

from typing import Final

from app.play import Room, RoomLook, Stage
from app.text.rooms import room_problem_text
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import Site, ask, button, words
from app.ui.room.evening import evening_table
from app.ui.room.head import page_head
from app.ui.room.options import SWITCHES, Options
from app.ui.room.rules_choice import RulesChoice, rules_summary
from app.ui.room.seat_list import SeatList
from app.ui.room.share import Share, room_link
from app.ui.room.talk import TalkPanel
from app.ui.room.tried import tried
from app.ui.session import Session
from app.ui.setup.draft import Draft
from app.ui.widgets.rules_panel import rules_sheet


class WaitingRoom:
    """What a member sees while no match is on."""

    def __init__(self, site: Site, session: Session, room: Room, look: RoomLook) -> None:
        self._session: Final = session
        self._room: Final = room
        self._look = look
        self._shown: object = None
        self._beginning = False
        self._draft: Final = Draft(rules=look.rules, base=look.base)
        self._page = Node("div", "page page-room", data_page="waiting-room")
        with self._page:
            page_head(session, lambda tr: tr.t("Waiting room"), "/online", lambda tr: tr.t("Back to all rooms"))
            with Node("div", "room-columns"):
                with Node("div", "room-column"):
                    self._share = Share(session, room.code, room_link(site, session, room.code))
                    self._seats = SeatList(session, room)
                with Node("div", "room-column"):
                    self._evening = Node("section", "panel", hidden=True)
                    self._rules_panel()
                    self._options = Options(session, room)
                    self._talk_panel()
                    self._ways_out()
            with Node("div", "next-bar start-bar"):
                self._note = Node("p", "start-note", role="status")
                self._start = button(session, lambda tr: tr.t("Start"), "btn btn-main btn-big", data_action="start")
                self._start.on_tap(self._begin)
        session.on_language(self._say_again, self._page)
        self.show(look)

    def _rules_panel(self) -> None:
        session = self._session
        with Node("section", "panel", aria_labelledby="room-rules"):
            words(session, "h2", lambda tr: tr.t("Rules"), id="room-rules")
            with Node("div", "stack") as self._choice_place:
                self._choice = RulesChoice(session, self._draft, self._rules_changed)
                self._choice.build()
            with Node("div", "stack") as self._summary_place:
                self._summary = Node("div", "stack")
                button(session, lambda tr: tr.t("All rules"), data_action="rules").on_tap(
                    lambda: rules_sheet(session, self._look.rules, self._look.base)
                )

    def _talk_panel(self) -> None:
        with Node("section", "panel", aria_labelledby="talk-title"):
            words(self._session, "h2", lambda tr: tr.t("Talk"), id="talk-title")
            self._talk = TalkPanel(self._session, self._room)

    def _ways_out(self) -> None:
        session = self._session
        with Node("div", "row row-end"):
            self._end = button(
                session, lambda tr: tr.t("End the room"), "btn btn-quiet on-felt", data_action="end-room"
            ).on_tap(lambda: ask_end(session, self._room))
            button(
                session, lambda tr: tr.t("Leave the room"), "btn btn-quiet on-felt", data_action="leave-room"
            ).on_tap(self._ask_leave)

    # Showing

    def show(self, look: RoomLook) -> None:
        """Bring everything up to date."""
        self._look = look
        self._share.show(look.options.hidden, look.is_host)
        self._seats.show(look)
        self._options.show(look)
        self._talk.show(look)
        self._end.set(hidden=not look.is_host)
        self._show_rules(look)
        self._show_evening(look)
        self._start.set(hidden=not look.is_host, aria_disabled=not look.can_start)
        self._note.text = self._note_text(look, self._session.tr)

    def _show_rules(self, look: RoomLook) -> None:
        self._choice_place.set(hidden=not look.is_host)
        self._summary_place.set(hidden=look.is_host)
        self._draft.take_rules(look.rules, look.base)
        self._choice.show()
        shown = look.rules, look.base, look.options.over_days, self._session.language
        if shown != self._shown:
            self._shown = shown
            self._summary.clear()
            with self._summary:
                rules_summary(self._session, look.rules, look.base)
                if look.options.over_days:
                    words(self._session, "p", lambda tr: tr.t(SWITCHES["over_days"][1]), "soft")

    def _show_evening(self, look: RoomLook) -> None:
        self._evening.set(hidden=not look.evening.matches)
        self._evening.clear()
        with self._evening:
            evening_table(self._session, look.evening)

    def _note_text(self, look: RoomLook, tr: Translator) -> str:
        if look.start_problem:
            return room_problem_text(look.start_problem, {}, tr)
        if not look.is_host:
            name = look.host.name if look.host else ""
            return tr.t("{name} starts the match.", name=name)
        if look.stage is Stage.OVER:
            return tr.t("The next match begins with what is set now.")
        free = sum(not seat.name for seat in look.seats)
        return (
            tr.n("{count} open seat becomes a computer.", "{count} open seats become computers.", free) if free else ""
        )

    def _say_again(self) -> None:
        self.show(self._look)

    # Acting

    async def _begin(self) -> None:
        """Start the match once, however often the button is tapped meanwhile."""
        if not self._beginning:
            self._beginning = True
            self._beginning = await tried(self._session, self._room.start(self._session.owner))

    async def _rules_changed(self) -> None:
        session, draft = self._session, self._draft
        if not await tried(session, self._room.set_rules(session.owner, draft.rules, draft.base)):
            self._show_rules(self._room.look(session.owner))

    def _ask_leave(self) -> None:
        ask_leave(self._session, self._room)


def ask_end(session: Session, room: Room) -> None:
    """Close the room for everybody, after a question."""
    ask(
        session,
        lambda tr: tr.t("End this room?"),
        lambda tr: tr.t("Everybody is sent away, and the code leads nowhere any more."),
        lambda tr: tr.t("End the room"),
        lambda: tried(session, room.end(session.owner)),
    )


def ask_leave(session: Session, room: Room) -> None:
    """Leave the room for good, after a question."""

    async def leave() -> None:
        if await tried(session, room.leave(session.owner)):
            session.client.open("/online")

    ask(
        session,
        lambda tr: tr.t("Leave this room for good?"),
        lambda tr: tr.t(
            "In a match a computer plays on for you, and it counts as not won. To play on later, just close the page."
        ),
        lambda tr: tr.t("Leave"),
        leave,
    )
