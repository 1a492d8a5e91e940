"""`NoticeStore`: what owners are told on every page until it is settled."""

import time
from collections.abc import Sequence

from sqlmodel import Session, col, delete, select

from app.store.db import Database
from app.store.models import Notice, Owner


class NoticeStore:
    """Notices in the game's database. Writing raises `errors.StorageFull` or `errors.StorageFailed`."""

    def __init__(self, database: Database) -> None:
        """Use ``database``; whoever opened it closes it."""
        self.database = database

    async def put(self, notice: Notice, most: int) -> None:
        """Keep a notice in the place of an older one with its key; past ``most`` of an owner the oldest go."""

        def put(session: Session) -> None:
            _make_owner(session, notice.owner_id)
            session.merge(Notice(**notice.model_dump()))
            session.flush()
            of_owner = select(Notice).where(Notice.owner_id == notice.owner_id)
            for old in session.exec(of_owner.order_by(col(Notice.created_at).desc()).offset(most)).all():
                session.delete(old)

        await self.database.run(put)

    async def of(self, owner: str, since: float) -> Sequence[Notice]:
        """An owner's notices made after ``since`` (seconds since 1970), the oldest first."""
        mine = select(Notice).where(Notice.owner_id == owner, Notice.created_at > since)
        ordered = mine.order_by(col(Notice.created_at), col(Notice.key))
        return await self.database.read(lambda session: session.exec(ordered).all())

    async def drop(self, owner: str, key: str) -> bool:
        """Keep this notice no longer; whether it was kept."""
        gone = delete(Notice).where(col(Notice.owner_id) == owner, col(Notice.key) == key)
        return await self.database.run(lambda session: session.exec(gone).rowcount > 0)

    async def drop_before(self, moment: float) -> None:
        """Throw away what is older than ``moment`` (seconds since 1970)."""
        old = delete(Notice).where(col(Notice.created_at) <= moment)
        await self.database.run(lambda session: session.exec(old))

    async def move(self, giver: str, taker: str) -> None:
        """Let ``taker`` have the notices of ``giver``; its own stay where both have one with the same key."""

        def move(session: Session) -> None:
            known = set(session.exec(select(Notice.key).where(Notice.owner_id == taker)).all())
            given = session.exec(select(Notice).where(Notice.owner_id == giver)).all()
            if given:
                _make_owner(session, taker)
            for notice in given:
                if notice.key not in known:
                    session.add(Notice(**{**notice.model_dump(), "owner_id": taker}))
                session.delete(notice)

        await self.database.run(move)


def _make_owner(session: Session, id: str) -> None:
    if session.get(Owner, id) is None:
        session.add(Owner(id=id, created_at=time.time(), seen_at=time.time()))
        session.flush()
