"""Friends: asking, answering, parting, blocking, and who of them is online (product.md 8).

Asking by code or ID gives the same answer whether somebody has it, nobody has, or they have blocked whoever asks; the
list of one's requests shows what one typed, and stays the same when one is declined.
"""

from __future__ import annotations

import secrets
import unicodedata
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.play.accounts import Accounts, SignedIn
from app.play.names import id_key, is_plain, tidy
from app.play.notices import Notice, Notices
from app.play.presence import Presence
from app.play.refusals import Refused
from app.store import account_models as models
from app.store.friends import Answer, FriendStore, Limits
from app.store.games import account_owner

CODE_LENGTH: Final = 8
MOST_FRIENDS: Final = 200
MOST_REQUESTS: Final = 20
MOST_INCOMING: Final = 100
"""Requests to one account; more reach nobody."""
MOST_BLOCKED: Final = 500
MOST_ASKED: Final = 20
"""Requests in ten minutes; whoever tries codes or IDs learns nothing from the answers, and slowly."""
MOST_ASKED_A_DAY: Final = 100
MOST_CODES: Final = 5
"""New codes in a day."""
PAGE: Final = "/friends"
REQUESTS_KEY: Final = "friend-requests"
"""The one notice of all requests that nobody has looked at."""

_LIMITS: Final = Limits(MOST_REQUESTS, MOST_INCOMING, MOST_FRIENDS)
_DAY: Final = 24 * 3600
_TRIES_FOR_A_CODE: Final = 50
_LONGEST_TYPED: Final = 40
_REFUSALS: Final[dict[Answer, tuple[str, dict[str, int]]]] = {
    Answer.ALREADY: ("friend_already", {}),
    Answer.SELF: ("friend_self", {}),
    Answer.BLOCKED: ("friend_blocked", {}),
    Answer.MANY_REQUESTS: ("friend_requests_full", {"high": MOST_REQUESTS}),
    Answer.MANY_FRIENDS: ("friends_full", {"high": MOST_FRIENDS}),
    Answer.THEIRS_FULL: ("friend_theirs_full", {}),
    Answer.GONE: ("gone", {}),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody else's account, as others may see it."""

    account: str
    """Ours, never shown."""
    name: str
    portrait: str
    """As in ``Account``."""

    @property
    def owner(self) -> str:
        """The owner of the account's games and notices."""
        return account_owner(self.account)


@dataclass(frozen=True, slots=True)
class Friend(Person):
    """A friend: since when (seconds since 1970), and whether a page of theirs is open."""

    since: float
    online: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of one's own: what was typed, and when."""

    id: str
    typed: str
    created_at: float


@dataclass(frozen=True, slots=True)
class Requests:
    """Who has asked, and whom one has asked."""

    incoming: tuple[Person, ...]
    outgoing: tuple[Asked, ...]


class Friends:
    """Everything about friends. One per process.

    Each call that takes a ``SignedIn`` looks whether that session is still open. All raise ``Refused`` for what is
    expected, and ``StoreError`` when nothing could be stored.
    """

    def __init__(self, accounts: Accounts, notices: Notices, presence: Presence | None = None) -> None:
        self.presence: Final = presence or Presence()
        self._accounts = accounts
        self._store = FriendStore(accounts.store.database)
        self._notices = notices
        self._followers: dict[str, list[Callable[[], None]]] = {}
        self.when_blocked: Callable[[str], Awaitable[None]] | None = None
        """Told the account that has just blocked somebody; what it raises is not this one's trouble to undo."""

    def follow(self, account: str, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` when anything about the account's friends has changed; the function returned stops that.

        Who comes online is told by ``presence``.
        """
        mine = self._followers.setdefault(account, [])
        mine.append(callback)

        def stop() -> None:
            if callback in mine:
                mine.remove(callback)
            if not mine and self._followers.get(account) is mine:
                del self._followers[account]

        return stop

    # Codes

    async def code(self, me: SignedIn) -> str:
        """The person's friend code, eight digits, made when they have none yet."""
        await self._accounts.rows(me)
        return await self._store.code(me.account.id) or await self._give_code(me, renew=False)

    async def new_code(self, me: SignedIn) -> str:
        """Another friend code; the old one finds nobody any more. Raises ``Refused`` (``wait``)."""
        await self._accounts.rows(me)
        await self._accounts.throttle.limit("friend-code", me.account.id, MOST_CODES, _DAY)
        return await self._give_code(me, renew=True)

    async def _give_code(self, me: SignedIn, *, renew: bool) -> str:
        for _ in range(_TRIES_FOR_A_CODE):
            fresh = f"{secrets.randbelow(10**CODE_LENGTH):0{CODE_LENGTH}d}"
            given = await self._store.set_code(me.account.id, fresh, renew=renew)
            if given is not None:
                return given
        raise Refused("busy")

    # Asking and answering

    async def ask(self, me: SignedIn, code_or_id: str) -> bool:
        """Ask somebody to be a friend; whether they are one now, because they had asked, too.

        False is the same answer for those who see the request, those who do not want to, and nobody at all. Raises
        ``Refused`` for what one knows already: oneself, a friend, somebody one has blocked, one's own lists full.
        """
        await self._accounts.rows(me)
        typed = tidy(code_or_id)[:_LONGEST_TYPED]
        if not typed:
            raise Refused("friend_empty", "friend")
        if not is_plain(typed):
            # Nobody can have such an ID, so this tells nothing.
            raise Refused("id_bad_characters", "friend")
        await self._accounts.throttle.limit("friend-ask", me.account.id, MOST_ASKED)
        await self._accounts.throttle.limit("friend-ask-day", me.account.id, MOST_ASKED_A_DAY, _DAY)
        code, key, now = code_in(typed), id_key(typed), self._accounts.wall()
        request = models.FriendRequest(
            id=uuid.uuid4().hex, from_id=me.account.id, typed=shown_code(code) if code else typed,
            typed_key=code or key[:120], created_at=now,
        )  # fmt: skip
        outcome = await self._store.ask(request, code, key, _LIMITS)
        _refuse(outcome.answer)
        await self._told(me, outcome.answer, outcome.other)
        return outcome.answer is Answer.FRIENDS

    async def accept(self, me: SignedIn, account: str) -> None:
        """Say yes to somebody's request. Raises ``Refused`` (``gone``, ``friends_full``, ``friend_theirs_full``)."""
        await self._accounts.rows(me)
        outcome = await self._store.accept(me.account.id, account, self._accounts.wall(), _LIMITS)
        _refuse(outcome.answer)
        await self._told(me, outcome.answer, account)

    async def decline(self, me: SignedIn, account: str) -> None:
        """Say no to somebody's request; they are not told. Raises ``Refused`` (``gone``)."""
        await self._accounts.rows(me)
        if not await self._store.decline(me.account.id, account):
            raise Refused("gone")
        await self._requests_changed(me.account.id)

    async def withdraw(self, me: SignedIn, id: str) -> None:
        """Take back a request. Raises ``Refused`` (``gone``)."""
        await self._accounts.rows(me)
        outcome = await self._store.withdraw(me.account.id, id)
        _refuse(outcome.answer)
        self._changed(me.account.id)
        if outcome.other:
            await self._requests_changed(outcome.other)

    async def seen(self, me: SignedIn) -> None:
        """The person has seen their requests: no page shows a notice of them any more, unanswered as they are."""
        if await self._store.notice(me.account.id):
            self._notices.take_away(me.owner, REQUESTS_KEY)

    async def _told(self, me: SignedIn, answer: Answer, other: str) -> None:
        """Let both see what has changed, and the other hear of it."""
        self._changed(me.account.id)
        if not other:
            # As much work as for somebody who is there, or the time would tell.
            await self._requests_changed(me.account.id)
            return
        if answer is Answer.FRIENDS:
            name = me.account.name
            self._notices.send(account_owner(other), Notice("friend_accepted", PAGE, {"name": name}, f"friend:{name}"))
            await self._requests_changed(me.account.id)
        await self._requests_changed(other)

    # Friends and blocks

    async def remove(self, me: SignedIn, account: str) -> None:
        """End a friendship; the other is not told, only sees it. Raises ``Refused`` (``gone``)."""
        await self._accounts.rows(me)
        if not await self._store.remove(me.account.id, account):
            raise Refused("gone")
        self._changed(me.account.id, account)

    async def block(self, me: SignedIn, account: str) -> None:
        """Hear and see nothing of somebody any more, who is not told. Raises ``Refused`` (``gone``)."""
        await self._accounts.rows(me)
        if account == me.account.id or not await self._store.block(
            me.account.id, account, self._accounts.wall(), MOST_BLOCKED
        ):
            raise Refused("gone")
        self._changed(account)
        await self._requests_changed(me.account.id)
        if self.when_blocked is not None:
            await self.when_blocked(me.account.id)

    async def unblock(self, me: SignedIn, account: str) -> None:
        """Hear of somebody again. Raises ``Refused`` (``gone``)."""
        await self._accounts.rows(me)
        if not await self._store.unblock(me.account.id, account):
            raise Refused("gone")
        self._changed(me.account.id)

    # Reading

    async def list(self, me: SignedIn) -> Sequence[Friend]:
        """The person's friends: those online first, then by name."""
        await self._accounts.rows(me)
        friends = [
            Friend(account.id, account.name, account.portrait, since, self.presence.online(account.id))
            for account, since in await self._store.friends(me.account.id)
        ]
        return sorted(friends, key=lambda friend: (not friend.online, id_key(friend.name)))

    async def requests(self, me: SignedIn) -> Requests:
        """Who has asked the person (once each), and whom they have asked."""
        await self._accounts.rows(me)
        incoming = {account.id: _person(account) for _, account in await self._store.incoming(me.account.id)}
        outgoing = [Asked(row.id, row.typed, row.created_at) for row in await self._store.outgoing(me.account.id)]
        return Requests(tuple(incoming.values()), tuple(outgoing))

    async def open_requests(self, me: SignedIn) -> int:
        """How many have asked the person and wait."""
        return len({account.id for _, account in await self._store.incoming(me.account.id)})

    async def blocked(self, me: SignedIn) -> Sequence[Person]:
        """Whom the person has blocked, the latest first."""
        await self._accounts.rows(me)
        return [_person(account) for account, _ in await self._store.blocked(me.account.id)]

    async def are_friends(self, account: str, other: str) -> bool:
        """Whether these two accounts are friends."""
        return await self._store.are_friends(account, other)

    async def has_blocked(self, account: str, other: str) -> bool:
        """Whether the first account has blocked the second."""
        return await self._store.has_blocked(account, other)

    async def unseen(self, account: str) -> Notice | None:
        """The notice of the requests to this account that nobody has looked at; ``None`` when there are none."""
        names = {who.id: who.name for row, who in await self._store.incoming(account) if not row.noticed}
        if not names:
            return None
        if len(names) > 1:
            return Notice("friend_requests", PAGE, {"count": str(len(names))}, REQUESTS_KEY, kept=True)
        return Notice("friend_request", PAGE, {"name": next(iter(names.values()))}, REQUESTS_KEY, kept=True)

    async def everything(self, me: SignedIn) -> dict[str, Any]:
        """All that is kept of the person's friends, ready for JSON; of others, their IDs alone."""
        asked = await self.requests(me)
        return {
            "code": await self._store.code(me.account.id),
            "friends": [{"id": friend.name, "since": friend.since} for friend in await self.list(me)],
            "asked_by": [person.name for person in asked.incoming],
            "asked": [{"typed": each.typed, "created_at": each.created_at} for each in asked.outgoing],
            "blocked": [person.name for person in await self.blocked(me)],
        }

    # Telling pages

    def _changed(self, *accounts: str) -> None:
        for account in accounts:
            for callback in self._followers.get(account, [])[:]:
                callback()

    async def _requests_changed(self, account: str) -> None:
        """The requests to this account are others than before: pages and the notice of them follow."""
        self._changed(account)
        notice = await self.unseen(account)
        if notice is None:
            self._notices.take_away(account_owner(account), REQUESTS_KEY)
        else:
            self._notices.send(account_owner(account), notice)


def code_in(typed: str) -> str:
    """The friend code that was typed, in whatever digits and groups; empty for anything else."""
    digits = "".join(
        char for char in unicodedata.normalize("NFKC", typed) if not char.isspace() and char not in "-‐–·."
    )
    if len(digits) != CODE_LENGTH or not digits.isdecimal():
        return ""
    return "".join(str(unicodedata.decimal(char)) for char in digits)


def shown_code(code: str) -> str:
    """A friend code in two groups, as it is read out."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


def _person(account: models.Account) -> Person:
    return Person(account.id, account.name, account.portrait)


def _refuse(answer: Answer) -> None:
    if answer in _REFUSALS:
        word, params = _REFUSALS[answer]
        raise Refused(word, "friend", **params)
