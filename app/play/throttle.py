"""How often somebody may try: counted in the database, so that neither a restart nor a second process forgets.

Whoever guesses at one account is slowed down, longer each time but never for good; whoever guesses at many from one
address has to wait. A try counts before it is looked at, so that a hundred at once are a hundred.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.play.refusals import Refused
from app.store.accounts import AccountStore, Count

FREE_TRIES: Final = 5
"""Tries at one account before each costs a wait of 1, 2, 4 ... seconds."""
LONGEST_WAIT: Final = 900
FORGOTTEN_AFTER: Final = 24 * 3600
ADDRESS_TRIES: Final = 20
WINDOW: Final = 600
"""Seconds in which an address has its ``ADDRESS_TRIES``."""


class Trickle(NamedTuple):
    """How many there may be at once, and after how many seconds each time one more."""

    most: int
    every: float

    @property
    def at_most(self) -> float:
        """Seconds that all of them at once are ahead of time."""
        return self.most * self.every


class Throttle:
    """Counts tries. ``wall`` is the time in seconds since 1970."""

    def __init__(self, store: AccountStore, wall: Callable[[], float]) -> None:
        self._store = store
        self._wall = wall

    async def try_(self, account: str, address: str) -> None:
        """Count a try at an account (or at a name that nobody has). Raises ``Refused`` (``wait``)."""
        now = self._wall()

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], float]:
            mine, theirs = counts
            wait = max(mine.until - now, _full(theirs, ADDRESS_TRIES, WINDOW, now))
            if wait > 0:
                return counts, wait
            return (_slower(mine, now), _one_more(theirs, WINDOW, now)), 0.0

        await self._refuse(await self._store.count_tries(_keys(account, address), step, now))

    async def forgive(self, account: str, address: str, *, wholly: bool = True) -> None:
        """The try was right: the account's are forgotten, the address has one fewer.

        With ``wholly`` False the try was never looked at, so the account has only one fewer, too.
        """

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], None]:
            mine, theirs = counts
            before = Count() if wholly else Count(mine.count - 1, mine.since, 0.0)
            return (before, Count(theirs.count - 1, theirs.since)), None

        await self._store.count_tries(_keys(account, address), step, self._wall())

    async def limit(self, what: str, who: str, most: int, seconds: float = WINDOW) -> None:
        """Count one more of ``what`` by ``who``. Raises ``Refused`` (``wait``) past ``most`` in ``seconds``."""
        now = self._wall()

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], float]:
            (count,) = counts
            wait = _full(count, most, seconds, now)
            return (counts, wait) if wait > 0 else ((_one_more(count, seconds, now),), 0.0)

        await self._refuse(await self._store.count_tries([_key(what, who)], step, now))

    async def give_back(self, what: str, who: str) -> None:
        """One fewer of ``what`` by ``who``: it was a right one."""

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], None]:
            (count,) = counts
            return (Count(max(0, count.count - 1), count.since),), None

        await self._store.count_tries([_key(what, who)], step, self._wall())

    async def trickle(self, whose: Sequence[tuple[str, str, Trickle]]) -> None:
        """Count one more of each ``(what, who, how many may be)``. Raises ``Refused`` (``wait``) past any of them.

        Nobody waits longer than it takes for one more to be free, however often they have tried.
        """
        now = self._wall()

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], float]:
            after = [_trickled(count, each, now) for count, (_, _, each) in zip(counts, whose, strict=True)]
            wait = max(count.since - now - each.at_most for count, (_, _, each) in zip(after, whose, strict=True))
            # Seconds since 1970 have no more exact fractions.
            return (counts, wait) if wait > 0.001 else (after, 0.0)

        await self._refuse(await self._store.count_tries([_key(what, who) for what, who, _ in whose], step, now))

    async def trickle_back(self, whose: Sequence[tuple[str, str, Trickle]]) -> None:
        """One fewer of each: it was a right one."""

        def step(counts: Sequence[Count]) -> tuple[Sequence[Count], None]:
            return [Count(1, count.since - each.every) for count, (_, _, each) in zip(counts, whose, strict=True)], None

        await self._store.count_tries([_key(what, who) for what, who, _ in whose], step, self._wall())

    async def _refuse(self, wait: float) -> None:
        if wait > 0:
            raise Refused("wait", seconds=math.ceil(wait))


def network(address: str) -> str:
    """What counts as one address: a /24 of IPv4, a /64 of IPv6; any other text stands for itself."""
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address[:100]
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    parsed = mapped or parsed
    return str(ipaddress.ip_network(f"{parsed}/{24 if parsed.version == 4 else 64}", strict=False))


def is_own(address: str) -> bool:
    """Whether this is the machine's own address."""
    try:
        return ipaddress.ip_address(address.split("%")[0]).is_loopback
    except ValueError:
        return False


def _keys(account: str, address: str) -> list[str]:
    return [_key("account", account), _key("address", network(address))]


def _key(what: str, who: str) -> str:
    return hashlib.sha256(f"{what}:{who}".encode(errors="replace")).hexdigest()


def _full(count: Count, most: int, seconds: float, now: float) -> float:
    """Seconds until there may be another, 0 when there may be one now."""
    return count.since + seconds - now if count.count >= most and now < count.since + seconds else 0.0


def _one_more(count: Count, seconds: float, now: float) -> Count:
    return Count(count.count + 1, count.since) if now < count.since + seconds and count.count else Count(1, now)


def _trickled(count: Count, trickle: Trickle, now: float) -> Count:
    """With one more, where ``since`` is the time up to which everything is used."""
    return Count(1, max(now, count.since if count.count else 0.0) + trickle.every)


def _slower(count: Count, now: float) -> Count:
    tries = 1 if now - count.since > FORGOTTEN_AFTER else count.count + 1
    paid = tries - FREE_TRIES
    return Count(tries, now, now + min(LONGEST_WAIT, 2.0 ** (paid - 1)) if paid > 0 else 0.0)
