"""The sheet at the table with everybody who is there, and with what they say."""

from __future__ import annotations

from typing import Final

from app.play import MemberLook, Room, RoomLook
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import icon_button, sheet, words
from app.ui.portrait import show_portrait
from app.ui.room.faces import member_face
from app.ui.room.seat_sheets import member_ways
from app.ui.room.talk import TalkPanel
from app.ui.room.tried import tried
from app.ui.session import Session


class PeopleSheet:
    """People and talk, kept up to date while it is open."""

    def __init__(self, session: Session, room: Room, look: RoomLook) -> None:
        self._session: Final = session
        self._room: Final = room
        self._key: object = None
        with sheet(session, lambda tr: tr.t("People and talk"), "people-sheet") as self._dialog:
            self._talk = TalkPanel(session, room)
            words(session, "h3", lambda tr: tr.t("Who is there"))
            self._list = Node("ul", "people-list")
        self.show(look)

    @property
    def is_open(self) -> bool:
        """Whether it can still be seen."""
        return not self._dialog.node.is_deleted

    def close(self) -> None:
        """Take it away."""
        self._dialog.close()

    def show(self, look: RoomLook) -> None:
        """Bring it up to date."""
        self._talk.show(look)
        key = look.members, look.is_host, self._session.language
        if key == self._key:
            return
        self._key = key
        self._list.clear()
        with self._list:
            for member in look.members:
                self._row(member, look)

    def _row(self, member: MemberLook, look: RoomLook) -> None:
        tr = self._session.tr
        with Node("li", "person-row", data_member=member.name):
            with Node("div", "seat-face", aria_hidden=True):
                show_portrait(Node("i"), member_face(member))
                Node("span", "dot" if member.here else "dot off")
            with Node("div", "seat-facts"):
                with Node("div", "seat-called"):
                    Node("bdi", text=member.name)
                    if member.is_host:
                        Node("i", "icon-crown", aria_hidden=True)
                Node("span", "soft small", _facts(member, look, tr))
            with Node("div", "seat-tools"):
                if look.me is not None and member.key != look.me.key:
                    self._mute(member)
                    if look.is_host:
                        self._host(member)

    def _mute(self, member: MemberLook) -> None:
        session, name = self._session, member.name
        icon, on = ("sound-off", False) if member.muted else ("sound-on", True)

        def called(tr: Translator) -> str:
            return tr.t("Mute {name}", name=name) if on else tr.t("Hear {name} again", name=name)

        icon_button(session, icon, called, "btn btn-icon btn-quiet", data_action="mute", aria_pressed=not on).on_tap(
            lambda: tried(session, self._room.mute(session.owner, member.key, on))
        )

    def _host(self, member: MemberLook) -> None:
        session, name = self._session, member.name

        def open_ways() -> None:
            with sheet(session, lambda _: name, "dialog-seat") as dialog, Node("div", "stack"):
                member_ways(session, self._room, dialog, member.key, name)

        icon_button(
            session, "settings", lambda tr: tr.t("{name}: what the host can do", name=name),
            "btn btn-icon btn-quiet", data_action="member-menu",
        ).on_tap(open_ways)  # fmt: skip


def _facts(member: MemberLook, look: RoomLook, tr: Translator) -> str:
    """What there is to say about somebody besides the name."""
    facts: list[str] = []
    if look.me is not None and member.key == look.me.key:
        facts.append(tr.t("You"))
    if member.is_host:
        facts.append(tr.t("Host"))
    if len(member.seats) > 1:
        facts.append(tr.list([look.seats[seat].name for seat in member.seats]))
    if not member.seats:
        facts.append(tr.t("watching"))
    if member.wants is not None:
        facts.append(tr.t("takes a seat next round"))
    if member.away:
        facts.append(tr.t("away, a computer plays"))
    elif not member.here:
        facts.append(tr.t("not connected"))
    return tr.p("between the parts of a label", ", ").join(facts)
