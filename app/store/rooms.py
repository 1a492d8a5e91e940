"""`RoomStore`: rooms, who belongs to them, and what matches came of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, func, select

from app.store.db import Database
from app.store.models import FinishedMatch, LiveTable, Room, RoomMember

ENDED = "ended"


@dataclass(frozen=True)
class Result:
    """What one owner made of one match of a room."""

    match_id: str
    place: int
    """From 1; 0 for an owner who left for good."""


class RoomStore:
    """Rooms in the game's database.

    Every method that writes returns once the change is on the disk, and raises `errors.StorageFull` or
    `errors.StorageFailed` with nothing changed.
    """

    def __init__(self, database: Database) -> None:
        """Use ``database``; whoever opened it closes it."""
        self.database = database

    async def add(self, room: Room, owners: Collection[str]) -> None:
        """Keep a new room. Raises `errors.Conflict` when there is one with its code."""

        def add(session: Session) -> None:
            session.add(Room(**room.model_dump()))
            session.flush()
            _belong(session, room.code, owners)

        await self.database.run(add)

    async def save(
        self, room: Room, owners: Collection[str], *, table: LiveTable | None = None, gone: str | None = None
    ) -> None:
        """Put a room in the place of what is stored of it; ``owners`` are those with whom it has to do.

        In the same step ``table`` begins and the table with the id ``gone`` goes.
        """

        def save(session: Session) -> None:
            session.merge(Room(**room.model_dump()))
            _belong(session, room.code, owners)
            if table is not None:
                session.add(LiveTable(**table.model_dump()))
            if gone is not None:
                session.exec(delete(LiveTable).where(col(LiveTable.id) == gone))

        await self.database.run(save)

    async def room(self, code: str) -> Room | None:
        """The room with this code, or None."""
        return await self.database.read(lambda session: session.get(Room, code))

    async def rooms_of(self, owner: str, *, ended: bool = False) -> Sequence[Room]:
        """The rooms that have to do with an owner and still go on, the latest changed first; ``ended`` ones, too."""
        theirs = select(Room).join(RoomMember).where(RoomMember.owner_id == owner)
        if not ended:
            theirs = theirs.where(Room.status != ENDED)
        latest = theirs.order_by(col(Room.updated_at).desc())
        return await self.database.read(lambda session: session.exec(latest).all())

    async def has_played(self, owner: str) -> bool:
        """Whether an owner is or was lately in any room, or has finished a match."""
        room = select(RoomMember.owner_id).where(RoomMember.owner_id == owner).limit(1)
        match = select(FinishedMatch.owner_id).where(FinishedMatch.owner_id == owner).limit(1)

        def read(session: Session) -> bool:
            return session.exec(room).first() is not None or session.exec(match).first() is not None

        return await self.database.read(read)

    async def hosted(self, owner: str) -> int:
        """In how many rooms that still go on an owner decides."""
        count = select(func.count()).where(Room.host_id == owner, Room.status != ENDED)
        return await self.database.read(lambda session: session.exec(count).one())

    async def listed(self, limit: int) -> Sequence[Room]:
        """The open rooms that anybody may see, the latest changed first."""
        shown = select(Room).where(col(Room.listed), Room.status != ENDED)
        latest = shown.order_by(col(Room.updated_at).desc()).limit(limit)
        return await self.database.read(lambda session: session.exec(latest).all())

    async def due(self, moment: float) -> Sequence[str]:
        """The codes of rooms that move by themselves before ``moment`` (seconds since 1970), the first first."""
        codes = select(Room.code).where(col(Room.due_at) < moment).order_by(col(Room.due_at))
        return await self.database.read(lambda session: session.exec(codes).all())

    async def drop_ended(self, moment: float) -> int:
        """Throw away rooms that have ended before ``moment``, with their tables; how many there were."""

        def drop(session: Session) -> int:
            old = session.exec(select(Room).where(Room.status == ENDED, Room.updated_at < moment)).all()
            tables = [room.table_id for room in old if room.table_id]
            session.exec(delete(LiveTable).where(col(LiveTable.id).in_(tables)))
            session.exec(delete(Room).where(col(Room.code).in_([room.code for room in old])))
            return len(old)

        return await self.database.run(drop)

    async def kept_by(self, owner: str, match: str) -> str | None:
        """The id of the row in which an owner keeps a match of a room, or None."""
        row = select(FinishedMatch.id).where(FinishedMatch.owner_id == owner, FinishedMatch.match_id == match)
        return await self.database.read(lambda session: session.exec(row).first())

    async def results(self, owner: str, others: Collection[str]) -> tuple[list[Result], dict[str, list[Result]]]:
        """What an owner made of the matches of rooms, and each of the others of those that were theirs, too."""

        def read(session: Session) -> tuple[list[Result], dict[str, list[Result]]]:
            return _results(session, owner), _shared(session, owner, others)

        return await self.database.read(read)


def _belong(session: Session, code: str, owners: Collection[str]) -> None:
    """Have exactly these owners belong to a room."""
    known = set(session.exec(select(RoomMember.owner_id).where(RoomMember.code == code)).all())
    gone = known - set(owners)
    if gone:
        session.exec(delete(RoomMember).where(col(RoomMember.code) == code, col(RoomMember.owner_id).in_(gone)))
    for owner in set(owners) - known:
        session.add(RoomMember(code=code, owner_id=owner))


def _results(session: Session, owner: str) -> list[Result]:
    rows = select(FinishedMatch.match_id, FinishedMatch.place).where(
        FinishedMatch.owner_id == owner, col(FinishedMatch.match_id) != ""
    )
    return [Result(str(match), place or 0) for match, place in session.exec(rows)]


def _shared(session: Session, owner: str, others: Collection[str]) -> dict[str, list[Result]]:
    """The share of each of the others in the owner's matches."""
    mine = select(FinishedMatch.match_id).where(FinishedMatch.owner_id == owner, col(FinishedMatch.match_id) != "")
    rows = select(FinishedMatch.owner_id, FinishedMatch.match_id, FinishedMatch.place).where(
        col(FinishedMatch.owner_id).in_(others), col(FinishedMatch.match_id).in_(mine)
    )
    found: dict[str, list[Result]] = {other: [] for other in others}
    for other, match, place in session.exec(rows):
        found[str(other)].append(Result(str(match), place or 0))
    return found
