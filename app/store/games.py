"""`GameStore`: everything the rest of the product asks the database for.

What is returned is a copy; changing it changes nothing that is stored.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam
from sqlmodel import Session, col, delete, func, insert, select, update
from sqlmodel.sql.expression import SelectOfScalar

from app.store.db import Database, in_session
from app.store.models import METADATA, FinishedMatch, LiveTable, Owner, ReplayLink, TableEvent

# How many finished matches are kept for a device; those of an account are all kept.
KEPT_MATCHES = 60

# How many of an account's matches a device asks for at once.
KEPT_WHEN_SIGNED_IN = 200

# Seconds within which an owner's next visit is not noted.
SEEN_TO_THE = 3600

ACCOUNT_PREFIX = "account-"

# What every move needs. Made once and without the ORM: making them is most of what storing a move costs.
_TABLE, _EVENT = METADATA.tables["live_table"], METADATA.tables["table_event"]
_REPEATED = select(_EVENT.c.seq).where(
    _EVENT.c.table_id == bindparam("of_table"), _EVENT.c.action_id == bindparam("of_action")
)
_VERSION = select(_TABLE.c.version).where(_TABLE.c.id == bindparam("of_table"))
_STEP = update(_TABLE).where(
    _TABLE.c.id == bindparam("of_table"), _TABLE.c.version == bindparam("of_version"), ~_REPEATED.exists()
)
_MOVE = insert(_EVENT)


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


class MatchSummary(NamedTuple):
    """A finished match without its moves, which are most of it. Texts are as in `FinishedMatch`."""

    id: str
    finished_at: float
    online: bool
    rules: str
    seats: str
    places: str
    scores: str
    figures: str
    own_seats: str | None
    place: int | None


def device_id(token: str) -> str:
    """The id of the device whose cookie holds ``token``: a hash, so that the database cannot be used to sign in."""
    return hashlib.sha256(token.encode()).hexdigest()


def account_owner(id: str) -> str:
    """The owner that stands for the account with this id; no device has such an id."""
    return ACCOUNT_PREFIX + id


def is_account(owner: str) -> bool:
    """Whether this owner is an account, not a device."""
    return owner.startswith(ACCOUNT_PREFIX)


def shown_at_once(owner: str) -> int:
    """How many finished matches this owner's device asks for unless told otherwise."""
    return KEPT_WHEN_SIGNED_IN if is_account(owner) else KEPT_MATCHES


class GameStore:
    """Owners, live tables and finished matches in one database.

    Every method that writes returns once the change is on the disk, and raises `errors.StorageFull` or
    `errors.StorageFailed` with nothing changed.
    """

    def __init__(self, url: str) -> None:
        """Open the database at ``url``, which `upkeep.prepare` has made ready."""
        self.database = Database(url)

    def close(self) -> None:
        """Finish what was handed in, then let go of the database."""
        self.database.close()

    # Owners

    async def find_owner(self, id: str) -> Owner | None:
        """The owner with this id, or None for one that has kept nothing yet. Writes nothing."""
        return await self.database.read(lambda session: session.get(Owner, id))

    async def owner(self, id: str) -> Owner:
        """The owner with this id, made when missing; it counts as seen now (to the hour, to spare the disk)."""
        known = await self.find_owner(id)
        if known is not None and time.time() - known.seen_at < SEEN_TO_THE:
            return known

        def look(session: Session) -> Owner:
            owner = _owner(session, id)
            owner.seen_at = time.time()
            return owner

        return await self.database.run(look)

    async def set_preferences(self, id: str, *, language: str | None = None, preferences: str | None = None) -> None:
        """Remember an owner's language (a code such as ``ja``) or other preferences (JSON), or both."""

        def change(session: Session) -> None:
            owner = _owner(session, id)
            owner.language = owner.language if language is None else language
            owner.preferences = owner.preferences if preferences is None else preferences

        await self.database.run(change)

    async def adopt(self, device: str, account: str, merge: Callable[[str, str], tuple[str, str]]) -> str | None:
        """Let a device's matches and unfinished game move to an account, in one step.

        The game moves only where the account has no unfinished one of its own; the id of the table that moved,
        or None. ``merge`` is given the preferences of both and returns what each keeps.
        """

        def move(session: Session) -> str | None:
            giver, taker = _owner(session, device), _owner(session, account)
            giver.preferences, taker.preferences = merge(giver.preferences, taker.preferences)
            session.flush()
            given = col(FinishedMatch.owner_id) == device
            session.exec(update(FinishedMatch).where(given).values(owner_id=account))
            return _move_table(session, device, account)

        return await self.database.run(move)

    async def delete_owner(self, id: str) -> bool:
        """Throw away an owner with its game, matches and preferences; whether there was one."""
        gone = delete(Owner).where(col(Owner.id) == id)
        return await self.database.run(lambda session: session.exec(gone).rowcount > 0)

    # Live tables

    async def create_table(
        self,
        id: str,
        owner: str,
        *,
        rules: str,
        seats: str,
        snapshot: str,
        record: str = "",
        due_at: float | None = None,
    ) -> None:
        """Begin the local game of an owner at version 0; its other one, if there was one, goes in the same step."""
        now = time.time()

        def create(session: Session) -> None:
            _owner(session, owner)
            session.flush()
            session.exec(delete(LiveTable).where(col(LiveTable.owner_id) == owner))
            table = LiveTable(id=id, owner_id=owner, rules=rules, seats=seats, snapshot=snapshot, record=record,
                              due_at=due_at, created_at=now, updated_at=now)  # fmt: skip
            session.add(table)

        await self.database.run(create)

    async def commit_move(self, move: Move, finished: Sequence[FinishedMatch] = ()) -> Result:
        """Store a move, the state after it and, when it ends the match, what each owner keeps of it: all or nothing.

        A match without an owner gets that of its table, which may have changed since the move was made.
        """
        now = time.time()

        def commit(connection: Connection) -> Result:
            if not _advance(connection, move, now):
                return _why_not(connection, move)
            _note(connection, move, now)
            if finished:
                in_session(connection, keep)
            return Committed(move.expected_version + 1)

        def keep(session: Session) -> None:
            for match in finished:
                _keep(session, match, match.owner_id or _owner_of(session, move.table_id))

        return await self.database.execute(commit)

    async def table_of(self, owner: str) -> LiveTable | None:
        """The local game of an owner, or None."""
        newest = select(LiveTable).where(LiveTable.owner_id == owner).order_by(col(LiveTable.created_at).desc())
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
        """Keep a finished match, once however often it is saved; a device's oldest make room."""
        await self.database.run(lambda session: _keep(session, match, match.owner_id))

    async def finished(self, owner: str, limit: int = KEPT_MATCHES, offset: int = 0) -> Sequence[FinishedMatch]:
        """An owner's finished matches, the latest first."""
        page = _latest(owner).offset(offset).limit(limit)
        return await self.database.read(lambda session: session.exec(page).all())

    async def count_finished(self, owner: str) -> int:
        """How many finished matches are kept for an owner."""
        count = select(func.count()).where(FinishedMatch.owner_id == owner)
        return await self.database.read(lambda session: session.exec(count).one())

    async def finished_match(self, id: str) -> FinishedMatch | None:
        """The finished match with this id, or None."""
        return await self.database.read(lambda session: session.get(FinishedMatch, id))

    async def summaries(self, owner: str) -> Sequence[MatchSummary]:
        """All of an owner's finished matches without their moves, the latest first."""
        columns = [getattr(FinishedMatch, name) for name in MatchSummary._fields]
        of_owner = select(*columns).where(FinishedMatch.owner_id == owner)
        latest = of_owner.order_by(col(FinishedMatch.finished_at).desc(), col(FinishedMatch.id))
        return await self.database.read(lambda session: [MatchSummary(*row) for row in session.exec(latest)])

    async def records_of(self, owner: str) -> dict[str, str]:
        """The record of each of an owner's finished matches, by its id."""
        records = select(FinishedMatch.id, FinishedMatch.record).where(FinishedMatch.owner_id == owner)
        return await self.database.read(lambda session: dict(session.exec(records).all()))

    async def add_finished(self, owner: str, matches: Sequence[FinishedMatch]) -> int:
        """Keep many finished matches for an owner in one step; how many of them there was room for."""

        def add(session: Session) -> int:
            _owner(session, owner)
            session.flush()
            known = set(session.exec(select(FinishedMatch.id).where(FinishedMatch.owner_id == owner)).all())
            fresh = {match.id: {**match.model_dump(), "owner_id": owner} for match in matches if match.id not in known}
            if fresh:
                session.exec(insert(FinishedMatch), params=list(fresh.values()))
            return len(fresh.keys() - _make_room(session, owner))

        return await self.database.run(add)

    async def clear_finished(self, owner: str) -> int:
        """Throw an owner's finished matches away; how many there were."""
        all_of_it = delete(FinishedMatch).where(col(FinishedMatch.owner_id) == owner)
        return await self.database.run(lambda session: session.exec(all_of_it).rowcount)

    # Links to replays

    async def share(self, id: str, owner: str, token: str) -> str | None:
        """Let whoever has ``token`` watch an owner's match; the token of its link, which may be an older one.

        None when the owner has no such match.
        """

        def make(session: Session) -> str | None:
            match = session.get(FinishedMatch, id)
            if match is None or match.owner_id != owner:
                return None
            link = session.exec(select(ReplayLink).where(ReplayLink.match_id == id)).first()
            if link is None:
                link = ReplayLink(token=token, match_id=id, created_at=time.time())
                session.add(link)
            return link.token

        return await self.database.run(make)

    async def link_of(self, id: str) -> str | None:
        """The token of the link to a match, or None while there is none."""
        token = select(ReplayLink.token).where(ReplayLink.match_id == id)
        return await self.database.read(lambda session: session.exec(token).first())

    async def unshare(self, id: str, owner: str) -> bool:
        """End the link to an owner's match; whether there was one."""
        theirs = select(FinishedMatch.id).where(FinishedMatch.id == id, FinishedMatch.owner_id == owner)
        gone = delete(ReplayLink).where(col(ReplayLink.match_id).in_(theirs))
        return await self.database.run(lambda session: session.exec(gone).rowcount > 0)

    async def shared_match(self, token: str) -> FinishedMatch | None:
        """The match to which the link with this token leads, or None."""
        match = select(FinishedMatch).join(ReplayLink).where(ReplayLink.token == token)
        return await self.database.read(lambda session: session.exec(match).first())


def _why_not(connection: Connection, move: Move) -> Repeat | Stale | Gone:
    """Why ``move`` changed nothing."""
    sent = {"of_table": move.table_id, "of_action": move.action_id}
    repeated = connection.execute(_REPEATED, sent).first()
    if repeated is not None:
        return Repeat(int(repeated[0]))
    stored = connection.execute(_VERSION, {"of_table": move.table_id}).first()
    return Gone() if stored is None else Stale(int(stored[0]))


def _advance(connection: Connection, move: Move, now: float) -> bool:
    """Put the state after ``move`` in place; whether it is new, and the table where it expected it."""
    after: dict[str, Any] = {
        "of_table": move.table_id,
        "of_action": move.action_id,
        "of_version": move.expected_version,
        "version": move.expected_version + 1,
        "snapshot": move.snapshot,
        "status": move.status,
        "due_at": move.due_at,
        "updated_at": now,
    }
    if move.record is not None:
        after["record"] = move.record
    return bool(connection.execute(_STEP, after).rowcount)


def _note(connection: Connection, move: Move, now: float) -> None:
    """Keep ``move`` itself."""
    row = {
        "table_id": move.table_id,
        "seq": move.expected_version + 1,
        "action_id": move.action_id,
        "seat": move.seat,
        "move": move.move,
        "told": move.told,
        "at": now,
    }
    connection.execute(_MOVE, row)


def _owner(session: Session, id: str) -> Owner:
    """The owner with this id, made when missing."""
    owner = session.get(Owner, id)
    if owner is None:
        owner = Owner(id=id, created_at=time.time(), seen_at=time.time())
        session.add(owner)
    return owner


def _owner_of(session: Session, table: str) -> str | None:
    return session.exec(select(LiveTable.owner_id).where(LiveTable.id == table)).first()


def _move_table(session: Session, device: str, account: str) -> str | None:
    """Move a device's unfinished game; its id, or None when there is none or the account is busy with its own."""
    running = select(LiveTable).where(LiveTable.status == "running")
    moving = session.exec(running.where(LiveTable.owner_id == device)).first()
    if moving is None or session.exec(running.where(LiveTable.owner_id == account)).first() is not None:
        return None
    session.exec(delete(LiveTable).where(col(LiveTable.owner_id) == account))
    session.exec(update(LiveTable).where(col(LiveTable.id) == moving.id).values(owner_id=account))
    return moving.id


def _latest(owner: str) -> SelectOfScalar[FinishedMatch]:
    """An owner's finished matches, the latest first; the id settles ties, so that pages do not overlap."""
    of_owner = select(FinishedMatch).where(FinishedMatch.owner_id == owner)
    return of_owner.order_by(col(FinishedMatch.finished_at).desc(), col(FinishedMatch.id))


def _keep(session: Session, match: FinishedMatch, owner: str | None) -> None:
    """Keep a copy of ``match`` for ``owner`` unless it is kept already, and of a device's only the latest."""
    if session.get(FinishedMatch, match.id) is not None:
        return
    if owner is not None:
        _owner(session, owner)
        session.flush()
    session.add(FinishedMatch(**{**match.model_dump(), "owner_id": owner}))
    if owner is not None:
        _make_room(session, owner)


def _make_room(session: Session, owner: str) -> set[str]:
    """Let go of a device's oldest matches when there are too many; the ids of those that went."""
    session.flush()
    if is_account(owner):
        return set()
    old = session.exec(_latest(owner).offset(KEPT_MATCHES)).all()
    for match in old:
        session.delete(match)
    return {match.id for match in old}
