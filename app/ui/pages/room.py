"""A room: the way in, the waiting room and the table, all at one address and without ever loading the page anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol
from urllib.parse import quote

from app.play import ALIAS_MARK, Connection, Refused, Room, RoomLook, Stage, Vantage
from app.ui.element import Node
from app.ui.frame import Site
from app.ui.pages.rooms import enter
from app.ui.room.closed import no_way_in, room_is_over
from app.ui.room.entrance import Entrance
from app.ui.room.share import room_link
from app.ui.room.table import RoomTable, fresh_news
from app.ui.room.tried import because
from app.ui.room.waiting import WaitingRoom
from app.ui.scene import STYLE
from app.ui.session import Session

STYLES: Final = ("table.css", "panels.css", "title.css", "setup.css", "fair.css", "room.css", STYLE)
SCRIPTS: Final = ("table.js", "commitment.js", "room.js")
CLOSE_DIALOGS: Final = "document.querySelectorAll('dialog[open]').forEach((each) => each.close())"
MOST_TOLD: Final = 2
"""Pieces of news told at once."""


def register(site: Site) -> None:
    """Add the page at ``/room/CODE``."""

    @site.page("/room/{code}", lambda tr: tr.t("Room"), *STYLES, scripts=SCRIPTS, reconnect_timeout=120)
    async def room(session: Session, code: str) -> None:
        try:
            found = await session.lounge.rooms.find(code, session.owner, session.address)
        except Refused as refused:
            _not_found(session, refused, code)
            return
        RoomPage(site, session, found).build()


def _not_found(session: Session, refused: Refused, code: str) -> None:
    """Say that there is no such room, or that one has to wait, and let another code be typed."""
    nowhere = refused.word == "no_room"
    session.client.status_code = 404 if nowhere else 429
    form = no_way_in(
        session,
        lambda tr: tr.t("No room here") if nowhere else tr.t("You cannot come in"),
        because(refused).sentence,
        lambda typed: enter(session, form, typed) if form is not None else asyncio.sleep(0),
        again="" if nowhere else f"/room/{quote(code)}",
        seconds=refused.params.get("seconds", 0),
    )


class View(Protocol):
    """One of the faces of the page."""

    def show(self, look: RoomLook) -> None:
        """Bring it up to date."""


class RoomPage:
    """One open page of one room; what it shows follows from how the room looks to its owner."""

    def __init__(self, site: Site, session: Session, room: Room) -> None:
        self.site: Final = site
        self.session: Final = session
        self.room: Final = room
        self.look: RoomLook = room.look(session.owner)
        self.key: object = None
        self.table: RoomTable | None = None
        self.view: View | None = None
        self.rather_room = ""
        """The match that is over and whose result has been left for the waiting room."""
        self.seen = self._latest()
        self._place = session.client.request.url.path
        self._connection: Connection | None = None
        self._arrivals = 0
        self._left: Callable[[], None] = room.subscribe(self.changed)

    def build(self) -> None:
        """Make the page and follow the room from now on."""
        client = self.session.client
        self.place = Node("div", "room-place")
        self._show()
        client.on_connect(self._arrived)
        client.on_disconnect(self._disconnected)
        client.on_delete(self._gone)
        self.session.on_language(self._say_again)

    # Being there

    async def _arrived(self) -> None:
        """Tell the room that this page is connected. The page may be lost again before the room has taken note."""
        self._lost()
        number = self._arrivals
        connection = await self.room.arrive(self.session.owner)
        if number == self._arrivals and not self.session.client.is_deleted:
            self._connection = connection
        else:
            connection.close()

    def _disconnected(self) -> None:
        # An old socket may die after a new one has come in its place.
        if not self.session.client.has_socket_connection:
            self._lost()

    def _lost(self) -> None:
        self._arrivals += 1
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _gone(self) -> None:
        self._lost()
        self._left()
        if self.table is not None:
            self.table.leave()

    # Showing

    def changed(self) -> None:
        """Something of the room has changed: look again."""
        if self.place.is_deleted:
            # Whoever was signed in is so no more; the page is about to be loaded anew.
            return
        before, self.look = self.look, self.room.look(self.session.owner)
        if before.me is None:
            # What happened before is no news to somebody who has just come in.
            self.seen = self._latest()
        with self.session.client:
            self._show()
            self._tell()

    def _say_again(self) -> None:
        if self.table is None:
            self._show()

    def _show(self) -> None:
        look = self.look
        self._show_place(look)
        table = self.room.vantage(self.session.owner)
        key = self._key(look, table)
        if key != self.key:
            self.key = key
            self._clear()
            with self.place:
                self._build(key[0], look, table)
        elif self.table is not None:
            self.table.show_room(look)
        elif self.view is not None:
            self.view.show(look)

    def _show_place(self, look: RoomLook) -> None:
        """Have the address of the page tell no more than the page itself."""
        place = f"/room/{look.place}" if look.me is not None and look.stage is not Stage.ENDED else self._place
        if place != self._place and (look.options.hidden or ALIAS_MARK in self._place):
            self._place = place
            self.session.client.run_javascript(f"history.replaceState(history.state, '', '{place}')")

    def _key(self, look: RoomLook, table: Vantage | None) -> tuple[object, ...]:
        """What is shown; when it becomes another, the page is filled anew."""
        if look.kicked:
            return ("kicked",)
        if look.stage is Stage.ENDED:
            return ("ended",)
        if look.me is None:
            return ("locked",) if look.shut_out else ("entrance",)
        at_table = look.stage in (Stage.PLAYING, Stage.BETWEEN, Stage.OVER)
        if table is None or not at_table or (look.stage is Stage.OVER and self.rather_room == look.table_id):
            return ("waiting",)
        return "table", look.table_id, look.me.seats, table.names

    def _clear(self) -> None:
        if self.table is not None or self.view is not None:
            # Whatever was opened over it speaks of what is not there any more.
            self.session.client.run_javascript(CLOSE_DIALOGS)
        if self.table is not None:
            self.table.close()
        self.table = self.view = None
        self.place.clear()

    def _build(self, kind: object, look: RoomLook, table: Vantage | None) -> None:
        session = self.session
        if kind == "kicked":
            no_way_in(
                session,
                lambda tr: tr.t("You cannot come in"),
                lambda tr: tr.t("The host has removed you from this room."),
            )
        elif kind == "locked":
            no_way_in(
                session,
                lambda tr: tr.t("This room is locked"),
                lambda tr: tr.t("The host lets nobody else in just now. Ask them; this page opens by itself."),
            )
        elif kind == "ended":
            room_is_over(session, look)
        elif kind == "entrance":
            self.view = Entrance(session, self.room, look)
        elif kind == "waiting" or table is None:
            self.view = WaitingRoom(self.site, session, self.room, look)
        else:
            address = room_link(self.site, session, self.room.code)
            self.table = RoomTable(session, self.room, table, look, address, self.to_room)
            self.table.build()

    def to_room(self) -> None:
        """Leave the result of the match for the waiting room."""
        self.rather_room = self.look.table_id
        self._show()

    def _latest(self) -> int:
        """The number of the latest piece of news."""
        return self.look.news[-1].number if self.look.news else 0

    def _tell(self) -> None:
        """Say what has happened."""
        news = fresh_news(self.look, self.seen, self.session.tr)
        self.seen = self._latest()
        for text in news[-MOST_TOLD:]:
            self.session.tell(lambda _, text=text: text)  # type: ignore[misc]
