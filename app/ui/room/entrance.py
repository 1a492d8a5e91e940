"""In front of a room: who is there, by which rules, and one big button to come in."""

from __future__ import annotations

from typing import Any, Final

from app.play import Newcomer, Room, RoomLook, Stage
from app.text.rooms import stage_text
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.portrait import show_portrait
from app.ui.room.faces import seat_face
from app.ui.room.fields import LONGEST_TYPED, NameField, Problem, own_portrait
from app.ui.room.head import page_head
from app.ui.room.rules_choice import rules_summary
from app.ui.scene import beside, free_seat
from app.ui.session import Session


class Entrance:
    """What somebody sees who is not in the room yet."""

    def __init__(self, session: Session, room: Room, look: RoomLook) -> None:
        self._session: Final = session
        self._room: Final = room
        self._coming = False
        self._facts: Any = None
        with Node("div", "page page-room", data_page="room-entrance"):
            page_head(session, lambda tr: tr.t("Play online"), "/online", lambda tr: tr.t("Back to all rooms"))
            with beside(free_seat, "beside-wide"), Node("div", "entrance"):
                with Node("section", "panel door", aria_labelledby="join-title"):
                    self._title = Node("h2", id="join-title")
                    self._form()
                with Node("section", "panel", aria_labelledby="there-title"):
                    words(session, "h2", lambda tr: tr.t("Who is there"), id="there-title")
                    self._people = Node("ul", "entrance-people")
                    self._state = Node("p", "soft entrance-state")
                with Node("section", "panel", aria_labelledby="rules-title"):
                    words(session, "h2", lambda tr: tr.t("Rules"), id="rules-title")
                    self._rules = Node("div", "stack")
        self.show(look)

    def _form(self) -> None:
        session = self._session
        with Node("form", "room-form", novalidate=True, data_form="join") as form:
            self._name = NameField(session)
            self._problem = Problem(session, "join-problem")
            with Node("div", "join-ways"):
                self._join = button(session, lambda tr: tr.t("Join"), "btn btn-main btn-big", data_action="join")
                self._join.set(type="submit", value="join", name="way")
                self._watch = button(session, lambda tr: tr.t("Watch"), "btn btn-big", data_action="watch")
                self._watch.set(type="submit", value="watch", name="way")
            if session.me is None:
                words(session, "p", lambda tr: tr.t("No account is needed: a name is enough."), "soft small")
        form.on("submit", lambda event: self._come(event.args), js_handler=_WAY)

    async def _come(self, given: object) -> None:
        """Come in once; only a refusal makes the form ready for another try."""
        if self._coming or not isinstance(given, dict):
            return
        self._coming = True
        try:
            name = str(given.get("name") or "")[:LONGEST_TYPED].strip()
            way = self._take_seat if given.get("way") != "watch" else self._spectate
            if await self._name.went_well(way(name), self._problem):
                await self._session.keep(name=name)
        finally:
            self._coming = False

    async def _take_seat(self, name: str) -> None:
        await self._room.join(self._session.owner, [self._person(name)])

    async def _spectate(self, name: str) -> None:
        await self._room.spectate(self._session.owner, self._person(name))

    def _person(self, name: str) -> Newcomer:
        look = self._room.look(self._session.owner)
        taken = {each.portrait for each in look.members} | {seat.portrait for seat in look.seats}
        # A computer that plays on for whoever comes back looks like them, and takes nothing from them.
        return Newcomer(name, own_portrait(self._session, taken - {look.former_portrait}))

    def show(self, look: RoomLook) -> None:
        """Bring it up to date."""
        session, tr = self._session, self._session.tr
        host = look.host.name if look.host else ""
        self._title.text = tr.t("{name}’s room", name=host)
        self._join.set(hidden=not look.free)
        self._watch.set(hidden=not look.options.spectators)
        self._watch.toggle("btn-main", not look.free)
        self._state.text = " · ".join(_state(look, session))
        facts = [(seat.name, seat_face(seat)) for seat in look.seats if seat.name], look.rules, tr.language
        if facts == self._facts:
            return
        self._facts = facts
        self._people.clear()
        with self._people:
            for name, portrait in facts[0]:
                with Node("li"):
                    show_portrait(Node("i", aria_hidden=True), portrait)
                    Node("bdi", text=name)
        self._rules.clear()
        with self._rules:
            rules_summary(session, look.rules, look.base)


def _state(look: RoomLook, session: Session) -> list[str]:
    tr = session.tr
    free = tr.n("{count} seat is free", "{count} seats are free", look.free) if look.free else tr.t("No seat is free")
    found = [stage_text(look.stage.value, tr), free]
    if look.stage in (Stage.PLAYING, Stage.BETWEEN) and look.free:
        found.append(tr.t("you take your seat with the next round"))
    if look.spectators:
        found.append(tr.n("{count} person watching", "{count} people watching", len(look.spectators)))
    if look.options.over_days:
        found.append(tr.t("over days"))
    return found


_WAY: Final = (
    "(event) => { event.preventDefault(); emit({ name: new FormData(event.currentTarget).get('name'),"
    " way: event.submitter?.value || 'join' }); }"
)
