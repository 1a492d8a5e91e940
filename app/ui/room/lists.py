"""The rooms that a visitor is in, and those that are open to everybody."""

from collections.abc import Sequence
from typing import Final

from app.play import MyRoom, OpenRoom
from app.text.rooms import stage_text
from app.text.rules import rules_title
from app.text.translator import Translator
from app.ui.ago import saved_ago
from app.ui.element import Node
from app.ui.frame import link, words
from app.ui.session import Session


class MyRooms:
    """The rooms to go on with; the panel is there only when there are any."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        with Node("section", "panel mine-panel", aria_labelledby="mine-title", hidden=True) as self._panel:
            words(session, "h2", lambda tr: tr.t("Your rooms"), id="mine-title")
            self._list = Node("ul", "room-cards")

    def show(self, rooms: Sequence[MyRoom]) -> None:
        """Show ``rooms``."""
        self._panel.set(hidden=not rooms)
        self._list.clear()
        with self._list:
            for room in rooms:
                self._card(room)

    def _card(self, room: MyRoom) -> None:
        tr = self._session.tr
        with Node("li", "room-card", data_room=room.place):
            Node("b", text=tr.list(room.names))
            facts = [*filter(None, [room.shown_code]), stage_text(room.stage.value, tr), saved_ago(room.updated_at, tr)]
            if room.over_days:
                facts.append(tr.t("over days"))
            Node("span", "soft", " · ".join(facts))
            if room.my_turn:
                Node("span", "your-turn", tr.t("Your turn"))
            link(self._session, lambda tr: tr.t("Go on"), f"/room/{room.place}", "btn btn-main", data_action="go-on")


class OpenRooms:
    """The rooms whose hosts have listed them."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        with Node("section", "panel open-panel", aria_labelledby="open-title"):
            words(session, "h2", lambda tr: tr.t("Open rooms"), id="open-title")
            self._none = words(
                session, "p", lambda tr: tr.t("No room is open to everybody just now. Make one and list it."), "soft"
            )
            self._list = Node("ul", "room-cards")

    def show(self, rooms: Sequence[OpenRoom]) -> None:
        """Show ``rooms``."""
        self._none.set(hidden=bool(rooms))
        self._list.clear()
        with self._list:
            for room in rooms:
                self._card(room)

    def _card(self, room: OpenRoom) -> None:
        tr = self._session.tr
        with Node("li", "room-card", data_room=room.code):
            Node("b", text=tr.t("{name}’s room", name=room.host))
            Node("span", "soft", " · ".join(_facts(room, tr)))
            if room.free:
                link(self._session, lambda tr: tr.t("Look in"), f"/room/{room.code}", "btn", data_action="look-in")
            else:
                link(self._session, lambda tr: tr.t("Watch"), f"/room/{room.code}", "btn", data_action="look-in")


def _facts(room: OpenRoom, tr: Translator) -> list[str]:
    facts = [
        rules_title(room.rules, tr, room.base),
        tr.t("{taken} of {seats} seats taken", taken=room.taken, seats=room.seats),
        stage_text(room.stage.value, tr),
    ]
    if room.over_days:
        facts.append(tr.t("over days"))
    if room.spectators:
        facts.append(tr.n("{count} person watching", "{count} people watching", room.spectators))
    return facts
