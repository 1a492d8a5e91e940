"""The seats of a room before a match: who has them, who is there, and what may be done with each."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from app.engine.house_rules import MAX_SEATS
from app.play import Level, MemberLook, Newcomer, Room, RoomLook, SeatKind, SeatLook, SeatPlan
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import button, icon_button, words
from app.ui.portrait import show_portrait
from app.ui.room.faces import seat_face
from app.ui.room.fields import VALUE, ask_text
from app.ui.room.seat_sheets import host_sheet, invite_sheet, own_seat_sheet
from app.ui.room.tried import tried
from app.ui.session import Session
from app.ui.setup.friends import PERSON_PORTRAITS
from app.ui.setup.seats import LEVEL_WORDS, options

OPEN: Final = "open"
FRIEND: Final = "friend"


class SeatList:
    """The panel of seats. Everybody sees the same; the host can change what nobody has."""

    def __init__(self, session: Session, room: Room) -> None:
        self.session: Final = session
        self.room: Final = room
        self.look: RoomLook
        self._rows: Final[list[SeatRow]] = []
        with Node("section", "panel seat-panel", aria_labelledby="seats-title"):
            words(session, "h2", lambda tr: tr.t("Seats"), id="seats-title")
            self._list = Node("ol", "room-seats")
            self._watching = Node("p", "spectators")
            with Node("div", "seats-foot"):
                self._sit = button(session, lambda tr: tr.t("Take a seat"), "btn btn-main", data_action="take-seat")
                self._sit.on_tap(lambda: self.act(room.take_seat(session.owner)))
                self._more = button(session, lambda tr: tr.t("Add a seat"), data_action="add-seat")
                self._more.on_tap(lambda: self.act(room.add_seat(session.owner, SeatPlan.open())))
                self._person = button(
                    session, lambda tr: tr.t("Add a person on this device"), data_action="add-person"
                ).on_tap(self._add_person)

    async def act(self, action: Awaitable[Any]) -> None:
        """Do something to the room; a refusal is said, and what was not changed is shown as it is."""
        if not await tried(self.session, action):
            self.show(self.room.look(self.session.owner))

    def show(self, look: RoomLook) -> None:
        """Bring every seat up to date."""
        self.look = look
        while len(self._rows) > len(look.seats):
            self._rows.pop().node.delete()
        for seat in look.seats:
            if seat.seat == len(self._rows):
                with self._list:
                    self._rows.append(SeatRow(self, seat.seat))
            self._rows[seat.seat].show(seat, look)
        seated = look.me is not None and bool(look.me.seats)
        self._sit.set(hidden=seated or not look.free)
        self._person.set(hidden=not seated or not look.free)
        self._more.set(hidden=not look.is_host or len(look.seats) >= MAX_SEATS)
        tr = self.session.tr
        self._watching.set(hidden=not look.spectators)
        self._watching.text = watching_text(look, tr)

    def _add_person(self) -> None:
        session = self.session

        async def add(name: str) -> None:
            taken = {seat.portrait for seat in self.look.seats}
            portrait = next((each for each in PERSON_PORTRAITS if each not in taken), PERSON_PORTRAITS[0])
            await self.room.take_seat(session.owner, None, Newcomer(name, portrait))

        ask_text(
            session,
            lambda tr: tr.t("Add a person on this device"),
            lambda tr: tr.t("Name"),
            lambda tr: tr.t("Add"),
            add,
        )


def watching_text(look: RoomLook, tr: Translator) -> str:
    """How many watch, and who; nothing where nobody does."""
    if not look.spectators:
        return ""
    names = tr.list([each.name for each in look.spectators])
    return tr.n("{count} is watching: {names}", "{count} are watching: {names}", len(look.spectators), names=names)


class SeatRow:
    """One seat; its elements stay, so that whoever is at one with the keyboard is not thrown out."""

    def __init__(self, panel: SeatList, number: int) -> None:
        self._panel: Final = panel
        self._number: Final = number
        self._seat = panel.look.seats[number]
        session = panel.session
        with Node("li", "room-seat", data_seat=number) as self.node:
            with Node("div", "seat-face", aria_hidden=True):
                self._portrait = Node("i", "portrait")
                self._dot = Node("span", "dot")
            with Node("div", "seat-facts"):
                with Node("div", "seat-called"):
                    self._name = Node("bdi")
                    self._crown = Node("i", "icon-crown", aria_hidden=True)
                self._line = Node("span", "soft")
            with Node("div", "seat-tools"):
                self._who = self._choice()
                self._edit = icon_button(
                    session, "edit", lambda tr: tr.t("Change your seat"), "btn btn-icon btn-quiet",
                    data_action="edit-seat",
                ).on_tap(self._open_own)  # fmt: skip
                self._menu = icon_button(
                    session, "settings", lambda tr: tr.t("Seat {number}: what the host can do", number=number + 1),
                    "btn btn-icon btn-quiet", data_action="seat-menu",
                ).on_tap(self._open_menu)  # fmt: skip
        session.on_language(self._say_again, self.node)

    def _choice(self) -> Node:
        session = self._panel.session
        with Node("select", "field", data_field="who") as who:
            words(session, "option", lambda tr: tr.t("Open"), value=OPEN)
            if session.me is not None:
                words(session, "option", lambda tr: tr.t("A friend ..."), value=FRIEND)
            with session.label(Node("optgroup"), lambda tr: tr.t("Computer"), "label"):
                options(session, LEVEL_WORDS)
        return who.on("change", lambda event: self._set_who(event.args), js_handler=VALUE)

    def _say_again(self) -> None:
        self.show(self._seat, self._panel.look)

    def show(self, seat: SeatLook, look: RoomLook) -> None:
        """Show the seat as it is."""
        self._seat = seat
        tr = self._panel.session.tr
        vacant = seat.kind is not SeatKind.MEMBER
        member = next((each for each in look.members if each.key == seat.member), None)
        self.node.toggle("free", seat.kind in (SeatKind.OPEN, SeatKind.INVITED)).set(data_kind=seat.kind.value)
        show_portrait(self._portrait, seat_face(seat))
        self._dot.set(hidden=vacant).toggle("off", not seat.here)
        self._name.text = seat.name or tr.t("Open seat")
        self._crown.set(hidden=not _is_host(seat, member))
        self._line.text = _line(seat, look, tr)
        label = tr.t("Who plays at seat {number}", number=seat.seat + 1)
        self._who.set(hidden=not (look.is_host and vacant), aria_label=label).fill(_choice_of(seat))
        self._edit.set(hidden=not seat.mine)
        self._menu.set(hidden=not look.is_host)

    async def _set_who(self, given: object) -> None:
        panel = self._panel
        if not isinstance(given, str):
            return
        if given == FRIEND and panel.session.me is not None:
            self._who.fill("").fill(_choice_of(self._seat))
            await invite_sheet(panel.session, panel.room, self._number)
        elif given == OPEN:
            await panel.act(panel.room.set_seat(panel.session.owner, self._number, SeatPlan.open()))
        elif given in LEVEL_WORDS:
            plan = SeatPlan.computer(Level(given))
            await panel.act(panel.room.set_seat(panel.session.owner, self._number, plan))

    def _open_own(self) -> None:
        own_seat_sheet(self._panel.session, self._panel.room, self._seat, self._panel.look)

    def _open_menu(self) -> None:
        host_sheet(self._panel.session, self._panel.room, self._seat, self._panel.look)


def _is_host(seat: SeatLook, member: MemberLook | None) -> bool:
    """Whether this is the seat of who decides; others on the same device do not."""
    return member is not None and member.is_host and seat.seat == min(member.seats)


def _choice_of(seat: SeatLook) -> str:
    if seat.kind is SeatKind.COMPUTER:
        return seat.level.value
    return FRIEND if seat.kind is SeatKind.INVITED else OPEN


def _line(seat: SeatLook, look: RoomLook, tr: Translator) -> str:
    """What there is to say about a seat besides the name."""
    match seat.kind:
        case SeatKind.OPEN:
            return tr.t("Anyone with the link")
        case SeatKind.INVITED:
            return tr.t("Invited, not here yet")
        case SeatKind.COMPUTER:
            return tr.t("Computer, {level}", level=tr.t(LEVEL_WORDS[seat.level]))
    member = next((each for each in look.members if each.key == seat.member), None)
    facts = []
    if seat.mine:
        first = look.me is not None and look.me.seats and min(look.me.seats) == seat.seat
        facts.append(tr.t("You") if first else tr.t("On this device"))
    if _is_host(seat, member):
        facts.append(tr.t("Host"))
    if not seat.here:
        facts.append(tr.t("not connected"))
    return tr.p("between the parts of a label", ", ").join(facts)
