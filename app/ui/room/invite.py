"""Playing with a friend in one tap: a seat in the room that waits already, or a new room with a seat for them."""

from __future__ import annotations

from typing import Final

from app.play import Friend, Newcomer, Room, SeatKind, SeatPlan, Stage
from app.ui.portrait import portrait_of_other
from app.ui.room.fields import known_name, own_portrait
from app.ui.room.tried import tried
from app.ui.session import Session
from app.ui.setup.draft import stored_draft


class Invitation:
    """Inviting one friend from wherever they are shown; the way leads into the room."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._code = ""

    async def send(self, friend: Friend) -> None:
        """Keep a seat for ``friend``, who is told at once, and go to the room."""
        if await tried(self._session, self._keep_seat(friend)):
            self._session.client.open(f"/room/{self._code}")

    async def _keep_seat(self, friend: Friend) -> None:
        plan = SeatPlan.for_friend(friend.owner, friend.name, portrait_of_other(friend.portrait, friend.account))
        room = await self._waiting_room()
        if room is None:
            self._code = (await self._new_room(plan)).code
            return
        self._code = room.code
        look = room.look(self._session.owner)
        if any(member.account == friend.account for member in look.members):
            return
        free = next((seat.seat for seat in look.seats if seat.kind is SeatKind.OPEN), None)
        if free is None:
            await room.add_seat(self._session.owner, plan)
        else:
            await room.set_seat(self._session.owner, free, plan)

    async def _waiting_room(self) -> Room | None:
        """The room in which people wait for whoever invites to start."""
        rooms, owner = self._session.lounge.rooms, self._session.owner
        mine = await rooms.of(owner)
        code = next((room.code for room in mine if room.hosting and room.stage is Stage.WAITING), None)
        return None if code is None else await rooms.find(code, owner)

    async def _new_room(self, plan: SeatPlan) -> Room:
        session, known = self._session, stored_draft(self._session.preferences)
        host = Newcomer(known_name(session), own_portrait(session))
        return await session.lounge.rooms.create(
            session.owner, [host], known.rules, known.base, [plan], address=session.address
        )
