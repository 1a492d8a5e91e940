"""`AccountStore`: accounts with their sessions, invites, codes, pictures and passkeys, and counters of tries.

The accounts' database may be the game's or one of its own, shared with a sister game. Callers hand in hashes, never
a token, code or password. What is returned is a copy.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, TypeVar

from sqlmodel import Session, col, delete, func, select, update

from app.store.account_models import (
    Account,
    AccountSession,
    AccountsModel,
    Challenge,
    Invite,
    Passkey,
    Picture,
    RecoveryCode,
    Tries,
)
from app.store.db import Database
from app.store.errors import Conflict

T = TypeVar("T")
Row = TypeVar("Row", bound=AccountsModel)

# Counters that nobody has touched for so long are thrown away.
TRIES_KEPT = 2 * 24 * 3600

# Challenges that one browser can have open: a few tabs.
OPEN_CHALLENGES = 8


class Taken(Exception):
    """Another account has this name, address or passkey. Nothing was changed."""


class InviteUnusable(Exception):
    """The invite is unknown, used or expired. Nothing was changed."""


class Removal(StrEnum):
    """What came of removing a passkey."""

    DONE = auto()
    GONE = auto()
    LAST = auto()
    """It is the last way in."""


@dataclass(frozen=True)
class Count:
    """How often something was tried (see `account_models.Tries`)."""

    count: int = 0
    since: float = 0.0
    until: float = 0.0


class AccountStore:
    """Everything about accounts in one database.

    Every method that writes returns once the change is on the disk, and raises `errors.StorageFull` or
    `errors.StorageFailed` with nothing changed.
    """

    def __init__(self, database: Database) -> None:
        """Use ``database``, which `upkeep.prepare` has made ready for accounts; whoever opened it closes it."""
        self.database = database

    # Accounts

    async def add_account(
        self, account: Account, session: AccountSession, *, invite: str | None, now: float, ends: str | None = None
    ) -> None:
        """Make an account that is signed in, and use up the invite with this hash (None: none is needed).

        ``ends`` is the hash of a session to end. Raises `InviteUnusable` or `Taken`.
        """

        def add(db: Session) -> None:
            if invite is not None and not _use_invite(db, invite, now):
                raise InviteUnusable
            db.add(_copy(account))
            db.flush()
            _open(db, session, ends)

        await self._unless_taken(add)

    async def account(self, id: str) -> Account | None:
        """The account with this id, or None."""
        return await self.database.read(lambda db: db.get(Account, id))

    async def find(self, *, name_key: str = "", email_key: str = "", handle: bytes = b"") -> Account | None:
        """The account with this name, address or handle (give one), or None."""
        wanted = (
            (Account.name_key == name_key)
            if name_key
            else (Account.email_key == email_key)
            if email_key
            else (Account.handle == handle)
        )
        return await self.database.read(lambda db: db.exec(select(Account).where(wanted)).first())

    async def change(self, id: str, **values: Any) -> None:
        """Change columns of an account. Raises `Taken`."""
        changed = update(Account).where(col(Account.id) == id).values(**values)
        await self._unless_taken(lambda db: db.exec(changed))

    async def set_password(self, account: str, password: str, session: AccountSession) -> list[str]:
        """Have another password (empty: none), and every session but this one ended; the ids of those."""

        def change(db: Session) -> list[str]:
            db.exec(update(Account).where(col(Account.id) == account).values(password=password))
            _renew(db, session)
            return _end(db, account, but=session.id)

        return await self.database.run(change)

    async def drop_password(self, account: str, keep: str) -> list[str] | None:
        """Have no password where there is a passkey, and every session but ``keep`` ended; None without passkeys."""

        def drop(db: Session) -> list[str] | None:
            if not _count(db, Passkey, account):
                return None
            db.exec(update(Account).where(col(Account.id) == account).values(password=""))
            return _end(db, account, but=keep)

        return await self.database.run(drop)

    async def delete_account(self, id: str) -> list[str]:
        """Throw an account away with everything that hangs on it; the ids of the sessions that ended."""

        def remove(db: Session) -> list[str]:
            ended = _end(db, id)
            db.exec(delete(Account).where(col(Account.id) == id))
            return ended

        return await self.database.run(remove)

    # Sessions

    async def open_session(self, session: AccountSession, ends: str | None = None) -> None:
        """Sign somebody in; ``ends`` is the hash of the token of a session that ends thereby."""
        await self.database.run(lambda db: _open(db, session, ends))

    async def session(self, *, token_hash: str = "", id: str = "") -> tuple[AccountSession, Account] | None:
        """The session with this hash or id and whose it is, or None."""
        wanted = (AccountSession.token_hash == token_hash) if token_hash else (AccountSession.id == id)
        joined = select(AccountSession, Account).where(wanted, AccountSession.account_id == Account.id)
        return await self.database.read(lambda db: _pair(db.exec(joined).first()))

    async def sessions(self, account: str) -> Sequence[AccountSession]:
        """The open sessions of an account, the latest seen first."""
        mine = select(AccountSession).where(AccountSession.account_id == account)
        ordered = mine.order_by(col(AccountSession.seen_at).desc(), col(AccountSession.id))
        return await self.database.read(lambda db: db.exec(ordered).all())

    async def touch(self, session: str, at: float) -> None:
        """Note that a session was in use."""
        seen = update(AccountSession).where(col(AccountSession.id) == session).values(seen_at=at)
        await self.database.run(lambda db: db.exec(seen))

    async def renew(self, session: AccountSession) -> bool:
        """Give a session another token and moment of proof; whether it was still there."""
        return await self.database.run(lambda db: _renew(db, session))

    async def end_sessions(self, account: str, *, only: str | None = None, but: str | None = None) -> list[str]:
        """End an account's sessions, all or ``only`` one or all ``but`` one; the ids of those that ended."""
        return await self.database.run(lambda db: _end(db, account, only=only, but=but))

    async def end_expired(self, seen_before: float, begun_before: float) -> list[str]:
        """End the sessions that nobody has used for long, or that are old; the ids of those."""
        expired = (col(AccountSession.seen_at) < seen_before) | (col(AccountSession.created_at) < begun_before)

        def end(db: Session) -> list[str]:
            ended = list(db.exec(select(AccountSession.id).where(expired)).all())
            db.exec(delete(AccountSession).where(expired))
            return ended

        return await self.database.run(end)

    # Invites and recovery codes

    async def add_invites(self, hashes: Iterable[str], now: float, expires_at: float) -> None:
        """Keep new invites."""
        rows = [Invite(code_hash=each, created_at=now, expires_at=expires_at) for each in hashes]
        await self.database.run(lambda db: db.add_all([_copy(row) for row in rows]))

    async def invite_usable(self, code_hash: str, now: float) -> bool:
        """Whether an account could be made with this invite just now."""
        invite = await self.database.read(lambda db: db.get(Invite, code_hash))
        return invite is not None and invite.used_at is None and invite.expires_at > now

    async def set_recovery_codes(self, account: str, hashes: Sequence[str]) -> None:
        """Have these recovery codes in place of all others."""

        def put(db: Session) -> None:
            db.exec(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account))
            db.add_all([RecoveryCode(code_hash=each, account_id=account) for each in hashes])

        await self.database.run(put)

    async def count_recovery_codes(self, account: str) -> int:
        """How many recovery codes are left."""
        return await self.database.read(lambda db: _count(db, RecoveryCode, account))

    async def recover(self, account: str, code_hash: str, session: AccountSession, ends: str | None) -> bool:
        """Sign in by using up a recovery code; whether there was such a one."""
        code = (col(RecoveryCode.code_hash) == code_hash) & (col(RecoveryCode.account_id) == account)

        def use(db: Session) -> bool:
            if not db.exec(delete(RecoveryCode).where(code)).rowcount:
                return False
            _open(db, session, ends)
            return True

        return await self.database.run(use)

    # Pictures

    async def set_portrait(self, account: str, portrait: str, picture: Picture | None = None) -> None:
        """Have another portrait; an uploaded one goes, unless ``picture`` takes its place."""

        def put(db: Session) -> None:
            db.exec(delete(Picture).where(col(Picture.account_id) == account))
            if picture is not None:
                db.add(_copy(picture))
            db.exec(update(Account).where(col(Account.id) == account).values(portrait=portrait))

        await self.database.run(put)

    async def picture(self, id: str) -> Picture | None:
        """The picture with this id, or None."""
        return await self.database.read(lambda db: db.get(Picture, id))

    # Passkeys

    async def passkeys(self, account: str) -> Sequence[Passkey]:
        """An account's passkeys, the oldest first."""
        mine = select(Passkey).where(Passkey.account_id == account).order_by(col(Passkey.created_at), col(Passkey.id))
        return await self.database.read(lambda db: db.exec(mine).all())

    async def passkey(self, credential_id: bytes) -> tuple[Passkey, Account] | None:
        """The passkey with this credential id and whose it is, or None."""
        joined = select(Passkey, Account).where(
            Passkey.credential_id == credential_id, Passkey.account_id == Account.id
        )
        return await self.database.read(lambda db: _pair(db.exec(joined).first()))

    async def add_passkey(self, passkey: Passkey, session: AccountSession, most: int) -> list[str] | None:
        """Keep a new passkey, renew the session it was added in and end the others; the ids of those.

        None when the account has ``most`` passkeys already. Raises `Taken` when an account has this credential.
        """

        def add(db: Session) -> list[str] | None:
            if _count(db, Passkey, passkey.account_id) >= most:
                return None
            db.add(_copy(passkey))
            db.flush()
            _renew(db, session)
            return _end(db, passkey.account_id, but=session.id)

        return await self._unless_taken(add)

    async def rename_passkey(self, account: str, id: str, name: str) -> bool:
        """Call a passkey ``name``; whether the account has it."""
        renamed = update(Passkey).where(_owned(account, id)).values(name=name)
        return await self.database.run(lambda db: db.exec(renamed).rowcount > 0)

    async def remove_passkey(self, account: str, id: str, keep: str) -> tuple[Removal, list[str]]:
        """Remove a passkey unless it is the last way in; ends every session but ``keep``, whose ids are given."""

        def remove(db: Session) -> tuple[Removal, list[str]]:
            owner = db.exec(select(Account).where(Account.id == account).with_for_update()).first()
            if owner is None or db.exec(select(Passkey.id).where(_owned(account, id))).first() is None:
                return Removal.GONE, []
            if not owner.password and _count(db, Passkey, account) == 1:
                return Removal.LAST, []
            db.exec(delete(Passkey).where(_owned(account, id)))
            return Removal.DONE, _end(db, account, but=keep)

        return await self.database.run(remove)

    async def use_passkey(self, id: str, before: int, after: int, synced: bool, at: float) -> bool:
        """Note a use that moved the counter on from ``before``; False when another use came in between."""
        here = (col(Passkey.id) == id) & (col(Passkey.sign_count) == before)
        used = update(Passkey).where(here).values(sign_count=after, synced=synced, used_at=at)
        return await self.database.run(lambda db: db.exec(used).rowcount > 0)

    # Challenges

    async def add_challenge(self, challenge: Challenge, now: float, most: int) -> bool:
        """Keep a challenge; the oldest of the same browser make room. False when there are ``most`` in all."""

        def add(db: Session) -> bool:
            db.exec(delete(Challenge).where(col(Challenge.expires_at) <= now))
            if db.exec(select(func.count()).select_from(Challenge)).one() >= most:
                return False
            mine = select(Challenge).where(Challenge.bound_to == challenge.bound_to)
            older = mine.order_by(col(Challenge.expires_at).desc()).offset(OPEN_CHALLENGES - 1)
            for old in db.exec(older).all():
                db.delete(old)
            db.add(_copy(challenge))
            return True

        return await self.database.run(add)

    async def take_challenge(self, id: str, purpose: str, bound_to: str, now: float) -> bytes | None:
        """The challenge with this id, which is thereby used up whoever asked; None unless it is still good."""

        def take(db: Session) -> bytes | None:
            asked = delete(Challenge).where(col(Challenge.id) == id)
            found = db.exec(asked.returning(Challenge)).scalars().first()
            if found is None or (found.purpose, found.bound_to) != (purpose, bound_to) or found.expires_at <= now:
                return None
            return bytes(found.challenge)

        return await self.database.run(take)

    # Tries

    async def count_tries(
        self, keys: Sequence[str], step: Callable[[Sequence[Count]], tuple[Sequence[Count], T]], now: float
    ) -> T:
        """Let ``step`` see the counters of ``keys`` and put others in their place, in one step; what it answers.

        A counter of 0 is forgotten.
        """

        def count(db: Session) -> T:
            found = {row.key: row for row in db.exec(select(Tries).where(col(Tries.key).in_(keys)).with_for_update())}
            db.exec(delete(Tries).where(col(Tries.since) < now - TRIES_KEPT, col(Tries.key).not_in(keys)))
            after, answer = step([_counted(found.get(key)) for key in keys])
            for key, value in zip(keys, after, strict=True):
                _put_tries(db, found.get(key), key, value)
            return answer

        try:
            return await self.database.run(count)
        except Conflict:
            # Another process began the same counter in this very moment; now it is there.
            return await self.database.run(count)

    async def _unless_taken(self, do: Callable[[Session], T]) -> T:
        try:
            return await self.database.run(do)
        except Conflict as conflict:
            raise Taken from conflict


def _copy(row: Row) -> Row:
    """A fresh row, since a job may be done again and what is given belongs to the caller."""
    return type(row)(**row.model_dump())


def _pair(row: Any) -> Any:
    return None if row is None else tuple(row)


def _owned(account: str, passkey: str) -> Any:
    return (col(Passkey.id) == passkey) & (col(Passkey.account_id) == account)


def _count(db: Session, model: type[Passkey] | type[RecoveryCode], account: str) -> int:
    return db.exec(select(func.count()).select_from(model).where(col(model.account_id) == account)).one()


def _use_invite(db: Session, code_hash: str, now: float) -> bool:
    usable = (col(Invite.code_hash) == code_hash) & col(Invite.used_at).is_(None) & (col(Invite.expires_at) > now)
    return bool(db.exec(update(Invite).where(usable).values(used_at=now)).rowcount)


def _open(db: Session, session: AccountSession, ends: str | None) -> None:
    if ends is not None:
        db.exec(delete(AccountSession).where(col(AccountSession.token_hash) == ends))
    db.add(_copy(session))


def _renew(db: Session, session: AccountSession) -> bool:
    renewed = {"token_hash": session.token_hash, "confirmed_at": session.confirmed_at, "seen_at": session.seen_at}
    return bool(db.exec(update(AccountSession).where(col(AccountSession.id) == session.id).values(**renewed)).rowcount)


def _end(db: Session, account: str, *, only: str | None = None, but: str | None = None) -> list[str]:
    wanted = col(AccountSession.account_id) == account
    if only is not None:
        wanted &= col(AccountSession.id) == only
    if but is not None:
        wanted &= col(AccountSession.id) != but
    ended = list(db.exec(select(AccountSession.id).where(wanted)).all())
    db.exec(delete(AccountSession).where(wanted))
    return ended


def _counted(row: Tries | None) -> Count:
    return Count() if row is None else Count(row.count, row.since, row.until)


def _put_tries(db: Session, row: Tries | None, key: str, value: Count) -> None:
    if value.count <= 0:
        if row is not None:
            db.delete(row)
        return
    kept = row or Tries(key=key, count=0, since=0, until=0)
    kept.count, kept.since, kept.until = value.count, value.since, value.until
    db.add(kept)
