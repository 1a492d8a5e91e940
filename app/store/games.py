"""`GameStore`: everything the rest of the product asks the database for.

What is returned is a copy; changing it changes nothing that is stored.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, func, select, update
from sqlmodel.sql.expression import SelectOfScalar

from app.store.db import Database
from app.store.models import Device, FinishedMatch, LiveTable, TableEvent

# How many finished matches are kept for a device that nobody has signed in on.
KEPT_MATCHES = 60

# Seconds within which a device's next visit is not noted.
SEEN_TO_THE = 3600


@dataclass(frozen=True)
class Committed:
    """The move is on the disk and led to ``version``."""

    version: int


@dataclass(frozen=True)
class Repeat:
    """A move with this action id was stored before; it had led to ``version``. Nothing was changed."""

    version: int


@dataclass(frozen=True)
class Stale:
    """The table is at ``version``, not where the move expected it. Nothing was changed."""

    version: int


@dataclass(frozen=True)
class Gone:
    """There is no such table any more. Nothing was changed."""


Result = Committed | Repeat | Stale | Gone


@dataclass(frozen=True)
class Move:
    """A move to store, with what it leads to. Texts are the caller's own JSON.

    ``expected_version`` is the version it was made for, ``action_id`` the same again when the move is sent
    again. ``due_at`` (seconds since 1970) is when the table moves by itself. ``record`` None leaves the
    record stored so far as it is.
    """

    table_id: str
    expected_version: int
    action_id: str
    seat: int
    move: str
    snapshot: str
    told: str = "[]"
    due_at: float | None = None
    record: str | None = None
    status: str = "running"


def device_id(token: str) -> str:
    """The id of the device whose cookie holds ``token``: a hash, so that the database cannot be used to sign in."""
    return hashlib.sha256(token.encode()).hexdigest()


class GameStore:
    """Devices, live tables and finished matches in one database.

    Every method that writes returns once the change is on the disk, and raises `errors.StorageFull` or
    `errors.StorageFailed` with nothing changed.
    """

    def __init__(self, url: str) -> None:
        """Open the database at ``url``, which `upkeep.prepare` has made ready."""
        self.database = Database(url)

    def close(self) -> None:
        """Finish what was handed in, then let go of the database."""
        self.database.close()

    # Devices

    async def find_device(self, id: str) -> Device | None:
        """The device with this id, or None for one that has kept nothing yet. Writes nothing."""
        return await self.database.read(lambda session: session.get(Device, id))

    async def device(self, id: str) -> Device:
        """The device with this id, made when missing; it counts as seen now (to the hour, to spare the disk)."""
        known = await self.find_device(id)
        if known is not None and time.time() - known.seen_at < SEEN_TO_THE:
            return known

        def look(session: Session) -> Device:
            device = session.get(Device, id) or Device(id=id, created_at=time.time(), seen_at=0)
            device.seen_at = time.time()
            session.add(device)
            return device

        return await self.database.run(look)

    async def set_preferences(self, id: str, *, language: str | None = None, preferences: str | None = None) -> None:
        """Remember a device's language (a code such as ``ja``) or its other preferences (JSON), or both."""

        def change(session: Session) -> None:
            device = session.get(Device, id) or Device(id=id, created_at=time.time(), seen_at=time.time())
            device.language = device.language if language is None else language
            device.preferences = device.preferences if preferences is None else preferences
            session.add(device)

        await self.database.run(change)

    # Live tables

    async def create_table(
        self,
        id: str,
        device: str,
        *,
        rules: str,
        seats: str,
        snapshot: str,
        record: str = "",
        due_at: float | None = None,
    ) -> None:
        """Begin the local game of a device at version 0; its other one, if there was one, goes in the same step."""
        now = time.time()

        def create(session: Session) -> None:
            if session.get(Device, device) is None:
                session.add(Device(id=device, created_at=now, seen_at=now))
                session.flush()
            session.exec(delete(LiveTable).where(col(LiveTable.device_id) == device))
            table = LiveTable(id=id, device_id=device, rules=rules, seats=seats, snapshot=snapshot, record=record,
                              due_at=due_at, created_at=now, updated_at=now)  # fmt: skip
            session.add(table)

        await self.database.run(create)

    async def commit_move(self, move: Move, finished: FinishedMatch | None = None) -> Result:
        """Store a move, the state after it and, when it ends the match, what is kept of that: all or nothing."""
        now = time.time()

        def commit(session: Session) -> Result:
            repeated = _version_of(session, move.table_id, move.action_id)
            if repeated is not None:
                return Repeat(repeated)
            if not _advance(session, move, now):
                stored = session.exec(select(LiveTable.version).where(LiveTable.id == move.table_id)).first()
                return Gone() if stored is None else Stale(stored)
            session.add(_event(move, now))
            if finished is not None:
                _keep(session, finished)
            return Committed(move.expected_version + 1)

        return await self.database.run(commit)

    async def table_of(self, device: str) -> LiveTable | None:
        """The local game of a device, or None."""
        newest = select(LiveTable).where(LiveTable.device_id == device).order_by(col(LiveTable.created_at).desc())
        return await self.database.read(lambda session: session.exec(newest).first())

    async def table(self, id: str) -> LiveTable | None:
        """The table with this id, or None."""
        return await self.database.read(lambda session: session.get(LiveTable, id))

    async def unfinished_tables(self) -> Sequence[LiveTable]:
        """Every table that is still running, the one due first at the front, those that wait for a person last."""
        running = select(LiveTable).where(LiveTable.status == "running")
        ordered = running.order_by(col(LiveTable.due_at).is_(None), col(LiveTable.due_at))
        return await self.database.read(lambda session: session.exec(ordered).all())

    async def events(self, table: str, after: int = 0) -> Sequence[TableEvent]:
        """The moves made at a table, oldest first; only those that led past version ``after``."""
        wanted = select(TableEvent).where(TableEvent.table_id == table, TableEvent.seq > after)
        return await self.database.read(lambda session: session.exec(wanted.order_by(col(TableEvent.seq))).all())

    async def delete_table(self, id: str) -> bool:
        """Throw a table and its moves away; whether there was one."""
        gone = delete(LiveTable).where(col(LiveTable.id) == id)
        return await self.database.run(lambda session: session.exec(gone).rowcount > 0)

    # Finished matches

    async def save_finished(self, match: FinishedMatch) -> None:
        """Keep a finished match, once however often it is saved; the device's oldest make room."""
        await self.database.run(lambda session: _keep(session, match))

    async def finished(self, device: str, limit: int = KEPT_MATCHES, offset: int = 0) -> Sequence[FinishedMatch]:
        """A device's finished matches, the latest first."""
        page = _latest(device).offset(offset).limit(limit)
        return await self.database.read(lambda session: session.exec(page).all())

    async def count_finished(self, device: str) -> int:
        """How many finished matches are kept for a device."""
        count = select(func.count()).where(FinishedMatch.device_id == device)
        return await self.database.read(lambda session: session.exec(count).one())

    async def finished_match(self, id: str) -> FinishedMatch | None:
        """The finished match with this id, or None."""
        return await self.database.read(lambda session: session.get(FinishedMatch, id))

    async def clear_finished(self, device: str) -> int:
        """Throw a device's finished matches away; how many there were."""
        all_of_it = delete(FinishedMatch).where(col(FinishedMatch.device_id) == device)
        return await self.database.run(lambda session: session.exec(all_of_it).rowcount)


def _version_of(session: Session, table: str, action: str) -> int | None:
    """The version to which the move with this action id led, or None when it was never stored."""
    return session.exec(
        select(TableEvent.seq).where(TableEvent.table_id == table, TableEvent.action_id == action)
    ).first()


def _advance(session: Session, move: Move, now: float) -> bool:
    """Put the state after ``move`` in place; whether the table was where the move expected it."""
    here = (col(LiveTable.id) == move.table_id) & (col(LiveTable.version) == move.expected_version)
    after = {
        "version": move.expected_version + 1,
        "snapshot": move.snapshot,
        "status": move.status,
        "due_at": move.due_at,
        "updated_at": now,
    }
    if move.record is not None:
        after["record"] = move.record
    return bool(session.exec(update(LiveTable).where(here).values(**after)).rowcount)


def _event(move: Move, now: float) -> TableEvent:
    return TableEvent(
        table_id=move.table_id,
        seq=move.expected_version + 1,
        action_id=move.action_id,
        seat=move.seat,
        move=move.move,
        told=move.told,
        at=now,
    )


def _latest(device: str) -> SelectOfScalar[FinishedMatch]:
    """A device's finished matches, the latest first; the id settles ties, so that pages do not overlap."""
    of_device = select(FinishedMatch).where(FinishedMatch.device_id == device)
    return of_device.order_by(col(FinishedMatch.finished_at).desc(), col(FinishedMatch.id))


def _keep(session: Session, match: FinishedMatch) -> None:
    """Keep a copy of ``match`` unless it is kept already, and of its device's matches only the latest."""
    if session.get(FinishedMatch, match.id) is not None:
        return
    session.add(FinishedMatch(**match.model_dump()))
    session.flush()
    if match.device_id is not None:
        for old in session.exec(_latest(match.device_id).offset(KEPT_MATCHES)).all():
            session.delete(old)
