"""Accounts: registering, signing in and out, what a person may change, and everything that ends (product.md 7).

Refuses passwords, codes and tokens to the database: it gets hashes. Whoever is signed in is a `SignedIn`; each call
that takes one looks again whether that session is still open, and some want a proof of the last ten minutes.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.art import PORTRAITS
from app.play.names import checked_email, checked_id, email_key, id_key
from app.play.passwords import Passwords, password_problem
from app.play.pictures import portrait_of
from app.play.refusals import Refused
from app.play.throttle import ADDRESS_TRIES, Throttle
from app.store import account_models as models
from app.store.accounts import AccountStore, InviteUnusable, Taken
from app.store.games import account_owner

IDLE_SECONDS: Final = 14 * 24 * 3600
LONGEST_SECONDS: Final = 30 * 24 * 3600
FRESH_SECONDS: Final = 600
"""How long after a proof of who they are somebody may change what they sign in with, or delete the account."""
SEEN_TO_THE: Final = 3600
"""Seconds within which the next use of a session is not noted."""
INVITE_DAYS: Final = 7
RECOVERY_CODES: Final = 8
MOST_CHANGES: Final = 20
"""Changes of ID or e-mail in a day: enough for everybody but those who try which ones are taken."""
OPEN_REGISTRATIONS: Final = 60
"""New accounts from one address in ten minutes where no invite is needed."""
PICTURE_PREFIX: Final = "picture-"

_CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter is mistaken for a digit."""
_INVITE_LENGTH: Final = 26
_RECOVERY_LENGTH: Final = 24
_LONGEST_NAME: Final = 300
_DAY: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: the device, the address and browser it comes from, and the token it brought, if any."""

    device: str
    address: str
    agent: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """What a person sees of their own account."""

    id: str
    """Ours, never shown."""
    name: str
    """The ID."""
    email: str
    portrait: str
    """Key of a portrait of ours, ``picture-...`` for an uploaded one, empty for none chosen."""
    created_at: float
    has_password: bool


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody in one browser, as known when it was looked up."""

    account: Account
    session: str
    """Id of the session; not the token that opens it."""
    confirmed_at: float
    """When they last proved who they are, in seconds since 1970."""

    @property
    def owner(self) -> str:
        """The owner of the account's games, for the lounge."""
        return account_owner(self.account.id)

    @property
    def fresh(self) -> bool:
        """Whether that was in the last ten minutes."""
        return time.time() - self.confirmed_at <= FRESH_SECONDS


@dataclass(frozen=True, slots=True)
class Opened:
    """A session with the token that opens it, which only the browser's cookie may keep."""

    token: str
    me: SignedIn


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser in which the person is signed in."""

    id: str
    agent: str
    created_at: float
    seen_at: float
    current: bool


class Accounts:
    """Everything about accounts except passkeys. One per process."""

    def __init__(
        self,
        store: AccountStore,
        *,
        invites: bool = True,
        passwords: Passwords | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """``invites``: whether a code is needed to register. ``wall`` is the time in seconds since 1970."""
        self.store: Final = store
        self.invites: Final = invites
        self.passwords: Final = passwords or Passwords()
        self.throttle: Final = Throttle(store, wall)
        self.wall: Final = wall
        self._painter = asyncio.Semaphore(1)
        self._listeners: dict[str, set[Callable[[], None]]] = {}

    def close(self) -> None:
        """Let go of the threads; the store is closed by whoever opened it."""
        self.passwords.close()

    # Coming in

    async def register(self, visitor: Visitor, name: str, password: str, email: str = "", invite: str = "") -> Opened:
        """Make an account and sign in. Raises ``Refused``; a used ID, address or invite gets the same word."""
        name, address = checked_id(name), checked_email(email)
        problem = password_problem(password, name, address or "")
        if problem is not None:
            raise problem
        code = _hashed_code(invite) if self.invites else None
        most = ADDRESS_TRIES if self.invites else OPEN_REGISTRATIONS
        await self.throttle.limit("register", visitor.address, most)
        refused = Refused("register_refused" if code is None else "register_refused_invite")
        if code is not None and not await self.store.invite_usable(code, self.wall()):
            raise refused
        account = models.Account(
            id=uuid.uuid4().hex, name=name, name_key=id_key(name), email=address,
            email_key=None if address is None else email_key(address), password=await self.passwords.hashed(password),
            handle=secrets.token_bytes(64), created_at=self.wall(),
        )  # fmt: skip
        token, session = self._new_session(account.id, visitor)
        before = await self.signed_in(visitor.token)
        try:
            await self.store.add_account(account, session, invite=code, now=self.wall(), ends=_ending(visitor))
        except (Taken, InviteUnusable) as clash:
            raise refused from clash
        self._tell_left(before)
        return Opened(token, _signed_in(session, account))

    async def sign_in(self, visitor: Visitor, name: str, password: str) -> Opened:
        """Sign in with ID or e-mail and password. Raises ``Refused`` (``wrong_sign_in``, ``wait``, ``busy``)."""
        account, tried = await self._named(name)
        if not await self._proves(visitor, account, tried, password):
            raise Refused("wrong_sign_in")
        assert account is not None
        return await self.open(account, visitor)

    async def recover(self, visitor: Visitor, name: str, code: str) -> Opened:
        """Sign in with a recovery code, which is used up. Raises ``Refused`` (``wrong_recovery``, ``wait``)."""
        account, tried = await self._named(name)
        await self.throttle.try_(tried, visitor.address)
        token, session = self._new_session("" if account is None else account.id, visitor)
        before = await self.signed_in(visitor.token)
        used = await self.store.recover(session.account_id, _hashed_code(code), session, _ending(visitor))
        if account is None or not used:
            raise Refused("wrong_recovery")
        self._tell_left(before)
        await self.throttle.forgive(tried, visitor.address)
        return Opened(token, _signed_in(session, account))

    async def open(self, account: models.Account, visitor: Visitor) -> Opened:
        """A new session for somebody who has proved who they are; the one their browser had ends."""
        token, session = self._new_session(account.id, visitor)
        before = await self.signed_in(visitor.token)
        await self.store.open_session(session, _ending(visitor))
        now = self.wall()
        self.tell_ended(await self.store.end_expired(now - IDLE_SECONDS, now - LONGEST_SECONDS))
        self._tell_left(before)
        return Opened(token, _signed_in(session, account))

    async def _named(self, name: str) -> tuple[models.Account | None, str]:
        """The account with this ID or address, and under which key tries at it are counted."""
        if len(name) > _LONGEST_NAME:
            return None, name[:_LONGEST_NAME]
        by_email = "@" in name
        key = email_key(name) if by_email else id_key(name)
        found = (
            (await self.store.find(email_key=key) if by_email else await self.store.find(name_key=key)) if key else None
        )
        return found, key if found is None else found.id

    async def _proves(self, visitor: Visitor, account: models.Account | None, tried: str, password: str) -> bool:
        """Whether the password is the account's; the try is counted, an unknown account takes as long."""
        await self.throttle.try_(tried, visitor.address)
        kept = "" if account is None else account.password
        try:
            fits = await self.passwords.fits(kept, password)
        except Refused:
            await self.throttle.forgive(tried, visitor.address, wholly=False)
            raise
        if account is not None and fits:
            await self.throttle.forgive(tried, visitor.address)
            if self.passwords.is_outdated(kept):
                await self.store.change(account.id, password=await self.passwords.hashed(password))
        return fits

    # Being signed in

    async def signed_in(self, token: str) -> SignedIn | None:
        """Who the token of a cookie stands for; ``None`` when it is unknown, ended or too old."""
        found = await self.store.session(token_hash=_hashed(token)) if token else None
        if found is None or not self._is_open(found[0]):
            return None
        session, account = found
        if self.wall() - session.seen_at > SEEN_TO_THE:
            await self.store.touch(session.id, self.wall())
        return _signed_in(session, account)

    async def again(self, me: SignedIn) -> SignedIn:
        """The same person as of now. Raises ``Refused`` (``not_signed_in``)."""
        return _signed_in(*await self.rows(me))

    async def account(self, me: SignedIn) -> Account:
        """The person's account as of now. Raises ``Refused`` (``not_signed_in``)."""
        return (await self.again(me)).account

    async def rows(self, me: SignedIn, *, fresh: bool = False) -> tuple[models.AccountSession, models.Account]:
        """Session and account as stored; with ``fresh``, proved in the last ten minutes.

        Raises ``Refused`` (``not_signed_in``, ``confirm_first``).
        """
        found = await self.store.session(id=me.session)
        if found is None or found[1].id != me.account.id or not self._is_open(found[0]):
            raise Refused("not_signed_in")
        if fresh and self.wall() - found[0].confirmed_at > FRESH_SECONDS:
            raise Refused("confirm_first")
        return found

    async def confirm(self, me: SignedIn, visitor: Visitor, password: str) -> Opened:
        """Prove again who one is, with the password; the session gets another token."""
        session, account = await self.rows(me)
        if not await self._proves(visitor, account, account.id, password):
            raise Refused("wrong_password", "password")
        return await self.confirmed(session, account)

    async def confirmed(self, session: models.AccountSession, account: models.Account) -> Opened:
        """The same session with another token, after a proof. Raises ``Refused`` when it has ended meanwhile."""
        token, renewed = self.renewed(session)
        if not await self.store.renew(renewed):
            raise Refused("not_signed_in")
        return Opened(token, _signed_in(renewed, account))

    def renewed(self, session: models.AccountSession) -> tuple[str, models.AccountSession]:
        """Another token for a session, and the row to be stored for it."""
        token, now = secrets.token_urlsafe(32), self.wall()
        changes = {"token_hash": _hashed(token), "confirmed_at": now, "seen_at": now}
        return token, models.AccountSession(**{**session.model_dump(), **changes})

    async def sign_out(self, me: SignedIn) -> None:
        """End this session."""
        self.tell_ended(await self.store.end_sessions(me.account.id, only=me.session))

    async def sessions(self, me: SignedIn) -> list[OpenSession]:
        """Where the person is signed in, the latest used first."""
        await self.rows(me)
        rows = await self.store.sessions(me.account.id)
        return [
            OpenSession(row.id, row.agent, row.created_at, row.seen_at, row.id == me.session)
            for row in rows
            if self._is_open(row)
        ]

    async def end_session(self, me: SignedIn, id: str) -> None:
        """End one session of the person's. Raises ``Refused`` (``gone``)."""
        await self.rows(me)
        ended = await self.store.end_sessions(me.account.id, only=id)
        if not ended:
            raise Refused("gone")
        self.tell_ended(ended)

    async def end_other_sessions(self, me: SignedIn) -> int:
        """End every session but this one; how many there were."""
        await self.rows(me)
        ended = await self.store.end_sessions(me.account.id, but=me.session)
        self.tell_ended(ended)
        return len(ended)

    def when_ended(self, session: str, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` once the session has ended, however; the function returned stops that."""
        listeners = self._listeners.setdefault(session, set())
        listeners.add(callback)

        def stop() -> None:
            listeners.discard(callback)
            if not listeners and self._listeners.get(session) is listeners:
                del self._listeners[session]

        return stop

    def tell_ended(self, sessions: Sequence[str]) -> None:
        """Tell whoever waits for it that these sessions are over."""
        for session in sessions:
            for callback in self._listeners.pop(session, set()).copy():
                callback()

    def _tell_left(self, before: SignedIn | None) -> None:
        if before is not None:
            self.tell_ended([before.session])

    def _is_open(self, session: models.AccountSession) -> bool:
        now = self.wall()
        return now - session.seen_at <= IDLE_SECONDS and now - session.created_at <= LONGEST_SECONDS

    def _new_session(self, account: str, visitor: Visitor) -> tuple[str, models.AccountSession]:
        token, now = secrets.token_urlsafe(32), self.wall()
        session = models.AccountSession(
            id=uuid.uuid4().hex, account_id=account, token_hash=_hashed(token), agent=short_agent(visitor.agent),
            created_at=now, seen_at=now, confirmed_at=now,
        )  # fmt: skip
        return token, session

    # What can be changed

    async def rename(self, me: SignedIn, name: str) -> Account:
        """Have another ID. Raises ``Refused``."""
        await self.rows(me)
        name = checked_id(name)
        await self.throttle.limit("rename", me.account.id, MOST_CHANGES, _DAY)
        try:
            await self.store.change(me.account.id, name=name, name_key=id_key(name))
        except Taken as taken:
            raise Refused("id_taken", "name") from taken
        return await self.account(me)

    async def set_email(self, me: SignedIn, email: str) -> Account:
        """Have another e-mail address, or none. Raises ``Refused``."""
        await self.rows(me, fresh=True)
        address = checked_email(email)
        await self.throttle.limit("email", me.account.id, MOST_CHANGES, _DAY)
        key = None if address is None else email_key(address)
        try:
            await self.store.change(me.account.id, email=address, email_key=key)
        except Taken as taken:
            raise Refused("email_not_usable", "email") from taken
        return await self.account(me)

    async def set_portrait(self, me: SignedIn, portrait: str) -> Account:
        """Have a portrait of ours, or none; an uploaded picture goes. Raises ``Refused`` (``portrait_unknown``)."""
        await self.rows(me)
        if portrait and portrait not in PORTRAITS:
            raise Refused("portrait_unknown", "portrait")
        await self.store.set_portrait(me.account.id, portrait)
        return await self.account(me)

    async def set_picture(self, me: SignedIn, upload: bytes) -> Account:
        """Have a picture of one's own as portrait. Raises ``Refused``."""
        await self.rows(me)
        async with self._painter:
            image = await asyncio.to_thread(portrait_of, upload)
        picture = models.Picture(id=secrets.token_hex(16), account_id=me.account.id, image=image)
        await self.store.set_portrait(me.account.id, PICTURE_PREFIX + picture.id, picture)
        return await self.account(me)

    async def picture(self, id: str) -> bytes | None:
        """The uploaded picture with this id, a WebP; whoever knows the id may see it."""
        found = await self.store.picture(id)
        return None if found is None else found.image

    async def set_password(self, me: SignedIn, visitor: Visitor, password: str, current: str = "") -> Opened:
        """Have another password; all other sessions end. Without a fresh proof ``current`` has to be right."""
        session, account = await self.rows(me)
        problem = password_problem(password, account.name, account.email or "")
        if problem is not None:
            raise problem
        if self.wall() - session.confirmed_at > FRESH_SECONDS:
            if not account.password:
                raise Refused("confirm_first")
            if not await self._proves(visitor, account, account.id, current):
                raise Refused("wrong_password", "current")
        token, renewed = self.renewed(session)
        hashed = await self.passwords.hashed(password)
        self.tell_ended(await self.store.set_password(account.id, hashed, renewed))
        account.password = hashed
        return Opened(token, _signed_in(renewed, account))

    async def remove_password(self, me: SignedIn) -> Account:
        """Have no password any more, only passkeys; all other sessions end. Raises ``Refused``."""
        await self.rows(me, fresh=True)
        ended = await self.store.drop_password(me.account.id, me.session)
        if ended is None:
            raise Refused("needs_passkey")
        self.tell_ended(ended)
        return await self.account(me)

    async def new_recovery_codes(self, me: SignedIn) -> tuple[str, ...]:
        """Eight new recovery codes in place of the old ones; they are kept hashed and cannot be shown again."""
        await self.rows(me, fresh=True)
        codes = tuple(_new_code(_RECOVERY_LENGTH) for _ in range(RECOVERY_CODES))
        await self.store.set_recovery_codes(me.account.id, [_hashed_code(code) for code in codes])
        return codes

    async def recovery_codes_left(self, me: SignedIn) -> int:
        """How many recovery codes have not been used."""
        return await self.store.count_recovery_codes(me.account.id)

    # Taking away

    async def everything(self, me: SignedIn) -> dict[str, Any]:
        """All that is kept of the account itself, ready for JSON; what would let somebody in is left out."""
        _, account = await self.rows(me)
        picture = await self.store.picture(account.portrait.removeprefix(PICTURE_PREFIX))
        return {
            "id": account.name,
            "email": account.email or "",
            "portrait": account.portrait,
            "picture": None if picture is None else base64.b64encode(picture.image).decode("ascii"),
            "created_at": account.created_at,
            "has_password": bool(account.password),
            "recovery_codes_left": await self.recovery_codes_left(me),
            "sessions": [
                {"browser": row.agent, "created_at": row.created_at, "seen_at": row.seen_at}
                for row in await self.store.sessions(account.id)
            ],
            "passkeys": [
                {"name": row.name, "created_at": row.created_at, "used_at": row.used_at}
                for row in await self.store.passkeys(account.id)
            ],
        }

    async def delete(self, me: SignedIn) -> None:
        """Delete the account with its sessions, passkeys, codes and picture. Raises ``Refused``."""
        await self.rows(me, fresh=True)
        self.tell_ended(await self.store.delete_account(me.account.id))


async def new_invites(store: AccountStore, count: int, days: int, now: float) -> list[str]:
    """Make invite codes, each good for one account within ``days``; only hashes of them are kept."""
    codes = [_new_code(_INVITE_LENGTH) for _ in range(count)]
    await store.add_invites([_hashed_code(code) for code in codes], now, now + days * _DAY)
    return codes


def short_agent(header: str) -> str:
    """What a browser calls itself, in two words: ``Firefox · Linux``; empty for what is not known."""
    browser = next((name for name, mark in _BROWSERS if mark in header), "")
    system = next((name for name, mark in _SYSTEMS if mark in header), "")
    return " · ".join(filter(None, (browser, system)))


_BROWSERS: Final = (
    ("Edge", "Edg"), ("Opera", "OPR/"), ("Samsung Internet", "SamsungBrowser"), ("Firefox", "Firefox/"),
    ("Firefox", "FxiOS"), ("Chrome", "CriOS"), ("Chrome", "Chrome/"), ("Safari", "Safari/"),
)  # fmt: skip
"""Names and what gives them away, the more special ones first."""
_SYSTEMS: Final = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
                   ("macOS", "Mac OS X"), ("ChromeOS", "CrOS"), ("Linux", "Linux"))  # fmt: skip


def _signed_in(session: models.AccountSession, account: models.Account) -> SignedIn:
    shown = Account(
        account.id, account.name, account.email or "", account.portrait, account.created_at, bool(account.password)
    )
    return SignedIn(shown, session.id, session.confirmed_at)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _ending(visitor: Visitor) -> str | None:
    return _hashed(visitor.token) if visitor.token else None


def _new_code(length: int) -> str:
    """A code of five random bits a character, in groups that can be read out."""
    letters = "".join(secrets.choice(_CODE_ALPHABET) for _ in range(length))
    return "-".join(letters[start : start + 4] for start in range(0, length, 4))


def _hashed_code(code: str) -> str:
    """The hash of a code as a person may type it. Codes are random and long, so that a plain hash keeps them."""
    letters = "".join(char for char in code[:100].upper() if char.isascii() and char.isalnum())
    return _hashed(letters.translate(str.maketrans("OIL", "011")))
