"""Playing online: make a room, go into one by its code, go on with one, or look at the open ones."""

from typing import Final

from nicegui import background_tasks

from app.play import Refused, code_in
from app.ui.element import Node
from app.ui.frame import Site, link, words
from app.ui.room.fields import CodeForm
from app.ui.room.head import page_head
from app.ui.room.lists import MyRooms, OpenRooms
from app.ui.room.make import MakeRoom
from app.ui.room.tried import because
from app.ui.scene import STYLE, beside, free_seat
from app.ui.session import Session

STYLES: Final = ("title.css", "setup.css", "room.css")


def register(site: Site) -> None:
    """Add the pages at ``/online`` and ``/join``."""

    @site.page("/online", lambda tr: tr.t("Play online"), *STYLES, scripts=("room.js",))
    async def online(session: Session, rules: str = "") -> None:
        await OnlinePage(session, rules).build()

    @site.page("/rooms", lambda tr: tr.t("Play online"), *STYLES, scripts=("room.js",))
    async def rooms(session: Session, rules: str = "") -> None:
        await OnlinePage(session, rules).build()

    @site.page("/join", lambda tr: tr.t("Join with a code"), *STYLES, STYLE, scripts=("room.js",))
    async def join(session: Session, code: str = "") -> None:
        JoinPage(session).build(code)


class OnlinePage:
    """The doors. What others do in the lobby shows at once; ``rules`` is the share code of a room to be made."""

    def __init__(self, session: Session, rules: str) -> None:
        self.session: Final = session
        self.rules: Final = rules

    async def build(self) -> None:
        """Make the page and follow the lobby."""
        session = self.session
        with Node("div", "page page-online", data_page="online"):
            page_head(session, lambda tr: tr.t("Play online"), "/", lambda tr: tr.t("To the title"))
            with Node("div", "room-columns"):
                with Node("div", "room-column"):
                    self.mine = MyRooms(session)
                    self._enter()
                    self.open = OpenRooms(session)
                with Node("div", "room-column"):
                    MakeRoom(session, self.rules).build()
        await self.refresh()
        session.on_language(self._soon)
        session.client.on_delete(session.lounge.rooms.watch_lobby(self._soon))

    def _enter(self) -> None:
        session = self.session
        with Node("section", "panel door enter-panel", aria_labelledby="enter-title"):
            with Node("div", "door-head"):
                Node("i", "icon-key", aria_hidden=True)
                words(session, "h2", lambda tr: tr.t("Join with a code"), id="enter-title")
            code = CodeForm(session, lambda typed: enter(session, code, typed))

    def _soon(self) -> None:
        background_tasks.create(self.refresh(), name="lobby")

    async def refresh(self) -> None:
        """Show the rooms as they are now."""
        rooms = self.session.lounge.rooms
        mine, listed = await rooms.of(self.session.owner), await rooms.lobby()
        if self.session.client.is_deleted:
            return
        with self.session.client:
            self.mine.show(mine)
            own = {room.code for room in mine}
            self.open.show([room for room in listed if room.code not in own])


class JoinPage:
    """One field for the code, and nothing else."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session

    def build(self, code: str) -> None:
        """Make the page; a code in the address leads on at once."""
        session = self.session
        with Node("div", "page page-online", data_page="join"):
            page_head(session, lambda tr: tr.t("Join with a code"), "/", lambda tr: tr.t("To the title"))
            with beside(free_seat, "beside-code"), Node("section", "panel door"):
                form = CodeForm(session, lambda typed: enter(session, form, typed), first=True)
                link(session, lambda tr: tr.t("Open rooms, or make one"), "/online", "btn", data_action="online")
        found = code_in(code)
        if found is not None:
            session.client.open(f"/room/{found}")


async def enter(session: Session, form: CodeForm, typed: str) -> None:
    """Go to the room whose code was typed, or say beside the field why that leads nowhere."""
    try:
        room = await session.lounge.rooms.find(typed, session.owner, session.address)
    except Refused as refused:
        form.refuse(because(refused).sentence)
        return
    session.client.open(f"/room/{room.code}")
