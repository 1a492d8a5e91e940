"""`FriendStore`: friend codes, requests, friendships and blocks, beside the accounts in their database.

A request that reaches nobody (an unknown ID, somebody who blocks whoever asks, a full list) is kept like any other,
only without the one it is for, so that whoever asked learns nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, or_, select, update

from app.store.account_models import Account, Block, FriendCode, FriendRequest, Friendship
from app.store.db import Database
from app.store.errors import Conflict

FriendRow = tuple[Account, float]
RequestRow = tuple[FriendRequest, Account]


class Answer(StrEnum):
    """What came of asking somebody, or of saying yes."""

    ASKED = auto()
    """The request is kept, whether it reaches anybody or not."""
    FRIENDS = auto()
    """They are friends now: both had asked."""
    ALREADY = auto()
    """They are friends since long."""
    SELF = auto()
    BLOCKED = auto()
    """Whoever asks has blocked the other."""
    MANY_REQUESTS = auto()
    MANY_FRIENDS = auto()
    THEIRS_FULL = auto()
    GONE = auto()
    """There is no such request any more."""


@dataclass(frozen=True)
class Outcome:
    """The answer, and the account that has to hear of it, if any."""

    answer: Answer
    other: str = ""


@dataclass(frozen=True)
class Limits:
    """How many an account may have: requests of its own, requests to it, friends."""

    out: int
    into: int
    friends: int


class FriendStore:
    """Friends in the database of accounts.

    Every method that writes returns once the change is on the disk, and raises `errors.StorageFull` or
    `errors.StorageFailed` with nothing changed.
    """

    def __init__(self, database: Database) -> None:
        """Use ``database``; whoever opened it closes it."""
        self.database = database

    # Codes

    async def code(self, account: str) -> str:
        """The friend code of an account, empty while it has none."""
        mine = select(FriendCode.code).where(FriendCode.account_id == account)
        return await self.database.read(lambda db: db.exec(mine).first()) or ""

    async def set_code(self, account: str, code: str, *, renew: bool) -> str | None:
        """Give an account this code unless it has one and is not to ``renew`` it; its code, None when it is taken."""

        def put(db: Session) -> str:
            row = db.get(FriendCode, account) or FriendCode(account_id=account, code="")
            if renew or not row.code:
                row.code = code
                db.add(row)
            return row.code

        try:
            return await self.database.run(put)
        except Conflict:
            return None

    # Asking and answering

    async def ask(self, request: FriendRequest, code: str, name_key: str, limits: Limits) -> Outcome:
        """Ask whoever has this code or name; ``request`` says who asks and what was typed.

        Asking the same again changes nothing. Where the other has asked, too, both are friends at once.
        """

        def ask(db: Session) -> Outcome:
            me, other = request.from_id, _meant(db, code, name_key)
            problem = _problem(db, me, other, limits)
            if problem is not None:
                return Outcome(problem)
            if other is not None and _incoming(db, me, other):
                return _befriend(db, me, other, request.created_at, limits)
            return _keep_request(db, request, other, limits)

        return await self.database.run(ask)

    async def accept(self, me: str, other: str, now: float, limits: Limits) -> Outcome:
        """Say yes to the request of ``other``."""

        def accept(db: Session) -> Outcome:
            if not _incoming(db, me, other):
                return Outcome(Answer.GONE)
            if _count_friends(db, me) >= limits.friends:
                return Outcome(Answer.MANY_FRIENDS)
            return _befriend(db, me, other, now, limits)

        return await self.database.run(accept)

    async def decline(self, me: str, other: str) -> bool:
        """Have the request of ``other`` reach nobody any more; whether there was one."""
        return await self.database.run(lambda db: _swallow(db, me, other))

    async def withdraw(self, me: str, id: str) -> Outcome:
        """Take back a request of one's own; the one it was for, if it reached anybody."""

        def withdraw(db: Session) -> Outcome:
            request = db.get(FriendRequest, id)
            if request is None or request.from_id != me:
                return Outcome(Answer.GONE)
            db.delete(request)
            return Outcome(Answer.ASKED, request.to_id or "")

        return await self.database.run(withdraw)

    async def notice(self, me: str) -> bool:
        """The notices of the requests to ``me`` have been put away; whether there were any."""
        mine = (col(FriendRequest.to_id) == me) & col(FriendRequest.noticed).is_(False)
        return await self.database.run(
            lambda db: db.exec(update(FriendRequest).where(mine).values(noticed=True)).rowcount > 0
        )

    # Friends and blocks

    async def remove(self, me: str, other: str) -> bool:
        """End a friendship; whether there was one."""
        return await self.database.run(lambda db: _part(db, me, other))

    async def block(self, me: str, other: str, now: float, most: int) -> bool:
        """Hear nothing of ``other`` any more: no friendship, no requests. False when ``most`` are blocked already."""

        def block(db: Session) -> bool:
            if db.get(Block, (me, other)) is not None:
                return True
            if db.get(Account, other) is None or _count(db, col(Block.account_id), me) >= most:
                return False
            db.add(Block(account_id=me, blocked_id=other, created_at=now))
            _part(db, me, other)
            _swallow(db, me, other)
            db.exec(delete(FriendRequest).where(col(FriendRequest.from_id) == me, col(FriendRequest.to_id) == other))
            return True

        return await self.database.run(block)

    async def unblock(self, me: str, other: str) -> bool:
        """Hear of ``other`` again; whether they were blocked."""
        gone = delete(Block).where(col(Block.account_id) == me, col(Block.blocked_id) == other)
        return await self.database.run(lambda db: db.exec(gone).rowcount > 0)

    # Reading

    async def friends(self, me: str) -> Sequence[FriendRow]:
        """The friends of an account with the moment since when."""
        joined = select(Account, Friendship.since).join(Friendship, col(Friendship.friend_id) == col(Account.id))
        return await self._pairs(joined.where(Friendship.account_id == me))

    async def are_friends(self, me: str, other: str) -> bool:
        """Whether these two are friends."""
        return await self.database.read(lambda db: db.get(Friendship, (me, other)) is not None)

    async def has_blocked(self, me: str, other: str) -> bool:
        """Whether ``me`` has blocked ``other``."""
        return await self.database.read(lambda db: db.get(Block, (me, other)) is not None)

    async def incoming(self, me: str) -> Sequence[RequestRow]:
        """The requests to an account with whose they are, the oldest first."""
        joined = select(FriendRequest, Account).join(Account, col(FriendRequest.from_id) == col(Account.id))
        ordered = joined.where(FriendRequest.to_id == me).order_by(col(FriendRequest.created_at), col(FriendRequest.id))
        return await self._pairs(ordered)

    async def outgoing(self, me: str) -> Sequence[FriendRequest]:
        """The requests of an account, the latest first."""
        mine = select(FriendRequest).where(FriendRequest.from_id == me)
        ordered = mine.order_by(col(FriendRequest.created_at).desc(), col(FriendRequest.id))
        return await self.database.read(lambda db: db.exec(ordered).all())

    async def blocked(self, me: str) -> Sequence[FriendRow]:
        """Whom an account has blocked, and when, the latest first."""
        joined = select(Account, Block.created_at).join(Block, col(Block.blocked_id) == col(Account.id))
        return await self._pairs(joined.where(Block.account_id == me).order_by(col(Block.created_at).desc()))

    async def _pairs(self, wanted: Any) -> list[Any]:
        return await self.database.read(lambda db: [tuple(row) for row in db.exec(wanted)])


def _meant(db: Session, code: str, name_key: str) -> str | None:
    """The account that has this code or else this name, or None."""
    found = db.exec(select(FriendCode.account_id).where(FriendCode.code == code)).first() if code else None
    return found or db.exec(select(Account.id).where(Account.name_key == name_key)).first()


def _problem(db: Session, me: str, other: str | None, limits: Limits) -> Answer | None:
    """What stands in the way and may be said, for it tells only what ``me`` knows already."""
    if other == me:
        return Answer.SELF
    if other is not None and db.get(Friendship, (me, other)) is not None:
        return Answer.ALREADY
    if other is not None and db.get(Block, (me, other)) is not None:
        return Answer.BLOCKED
    return Answer.MANY_FRIENDS if _count_friends(db, me) >= limits.friends else None


def _keep_request(db: Session, request: FriendRequest, other: str | None, limits: Limits) -> Outcome:
    me = request.from_id
    same = select(FriendRequest.id).where(FriendRequest.from_id == me, FriendRequest.typed_key == request.typed_key)
    if db.exec(same).first() is not None:
        return Outcome(Answer.ASKED)
    if _count(db, col(FriendRequest.from_id), me) >= limits.out:
        return Outcome(Answer.MANY_REQUESTS)
    reached = other if other is not None and _hears(db, other, me, limits) else None
    again = reached is not None and _incoming(db, reached, me)
    db.add(FriendRequest(**{**request.model_dump(), "to_id": reached}))
    return Outcome(Answer.ASKED, "" if again else reached or "")


def _hears(db: Session, other: str, me: str, limits: Limits) -> bool:
    """Whether a request of ``me`` reaches ``other``."""
    return db.get(Block, (other, me)) is None and _count(db, col(FriendRequest.to_id), other) < limits.into


def _befriend(db: Session, me: str, other: str, now: float, limits: Limits) -> Outcome:
    if _count_friends(db, other) >= limits.friends:
        return Outcome(Answer.THEIRS_FULL)
    for account, friend in ((me, other), (other, me)):
        db.merge(Friendship(account_id=account, friend_id=friend, since=now))
    db.exec(delete(FriendRequest).where(_between(FriendRequest.from_id, FriendRequest.to_id, me, other)))
    return Outcome(Answer.FRIENDS, other)


def _part(db: Session, me: str, other: str) -> bool:
    ended = delete(Friendship).where(_between(Friendship.account_id, Friendship.friend_id, me, other))
    return db.exec(ended).rowcount > 0


def _swallow(db: Session, me: str, other: str) -> bool:
    asked = (col(FriendRequest.to_id) == me) & (col(FriendRequest.from_id) == other)
    return db.exec(update(FriendRequest).where(asked).values(to_id=None)).rowcount > 0


def _between(one: Any, two: Any, me: str, other: str) -> ColumnElement[bool]:
    return or_((col(one) == me) & (col(two) == other), (col(one) == other) & (col(two) == me))


def _incoming(db: Session, me: str, other: str) -> bool:
    asked = select(FriendRequest.id).where(FriendRequest.to_id == me, FriendRequest.from_id == other)
    return db.exec(asked).first() is not None


def _count_friends(db: Session, account: str) -> int:
    return _count(db, col(Friendship.account_id), account)


def _count(db: Session, column: Any, account: str) -> int:
    return db.exec(select(func.count()).where(column == account)).one()
