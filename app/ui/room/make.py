"""The door "Make a room": rules, how many seats, and go; everything else is chosen in the room itself."""

import contextlib
from typing import Final

from app.engine.house_rules import MAX_SEATS, MIN_SEATS, BadRules
from app.engine.share_code import from_share_code, share_code
from app.play import Newcomer, SeatPlan
from app.ui.element import Node
from app.ui.frame import button, icon_button, words
from app.ui.room.fields import FIELDS, NameField, Problem, own_portrait, typed
from app.ui.room.rules_choice import RulesChoice
from app.ui.session import Session
from app.ui.setup.draft import FIRST_SEATS, Draft, nearest_preset, stored_draft


class MakeRoom:
    """The panel in which a room is made; by the rules of a share ``code``, or those of last time."""

    def __init__(self, session: Session, code: str = "") -> None:
        self._session: Final = session
        self._draft: Final = _draft(session, code)
        seats = session.preferences.get("room_seats")
        self._seats = seats if isinstance(seats, int) and MIN_SEATS <= seats <= MAX_SEATS else FIRST_SEATS
        self._making = False
        self._made = ""

    def build(self) -> None:
        """Make the panel."""
        session = self._session
        with Node("section", "panel door", aria_labelledby="make-title"):
            with Node("div", "door-head"):
                Node("i", "icon-people", aria_hidden=True)
                words(session, "h2", lambda tr: tr.t("Make a room"), id="make-title")
            with Node("form", "room-form", novalidate=True, data_form="make-room") as form:
                self._name = NameField(session, "make-name")
                self._rules = RulesChoice(session, self._draft, self._changed)
                self._rules.build()
                self._count()
                self._problem = Problem(session, "make-problem")
                button(session, lambda tr: tr.t("Make the room"), "btn btn-main btn-big", data_action="make-room").set(
                    type="submit"
                )
                words(
                    session, "p", lambda tr: tr.t("Then invite people by link or code, and add computers if you like."),
                    "soft small",
                )  # fmt: skip
        form.on("submit", lambda event: self._make(typed(event.args, "name")), js_handler=FIELDS)

    def _count(self) -> None:
        session = self._session
        with Node("div", "count-choice", role="group", aria_labelledby="count-title"):
            words(session, "span", lambda tr: tr.t("Seats"), id="count-title")
            with Node("div", "row"):
                icon_button(session, "minus", lambda tr: tr.t("One seat less"), data_action="fewer-seats").on_tap(
                    lambda: self._step(-1)
                )
                self._number = Node("output", text=str(self._seats), aria_live="polite")
                icon_button(session, "plus", lambda tr: tr.t("One seat more"), data_action="more-seats").on_tap(
                    lambda: self._step(1)
                )

    def _step(self, by: int) -> None:
        self._seats = min(MAX_SEATS, max(MIN_SEATS, self._seats + by))
        self._number.text = str(self._seats)

    async def _changed(self) -> None:
        self._problem.clear()

    async def _make(self, name: str) -> None:
        """Make the room once and go there; only a refusal makes the form ready for another try."""
        if self._making:
            return
        self._making = True
        try:
            if await self._name.went_well(self._create(name), self._problem):
                rules = share_code(self._draft.rules)
                await self._session.keep(name=name, room_seats=self._seats, room_rules=rules)
                self._session.client.open(f"/room/{self._made}")
        finally:
            self._making = False

    async def _create(self, name: str) -> None:
        session, draft = self._session, self._draft
        host = Newcomer(name, own_portrait(session))
        others = [SeatPlan.open() for _ in range(self._seats - 1)]
        room = await session.lounge.rooms.create(
            session.owner, [host], draft.rules, draft.base, others, address=session.address
        )
        self._made = room.code


def _draft(session: Session, code: str) -> Draft:
    """The rules to begin with; a share code that cannot be read counts as none."""
    for each in (code, session.preferences.get("room_rules")):
        with contextlib.suppress(BadRules):
            rules = from_share_code(str(each))
            return Draft(rules=rules, base=nearest_preset(rules))
    known = stored_draft(session.preferences)
    return Draft(rules=known.rules, base=known.base)
