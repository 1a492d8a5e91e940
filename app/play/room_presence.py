"""Who is connected to a room: by owner, however many tabs and devices that is.

Each connection is a thing of its own, so the late death of an old one takes nothing from those that came after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

AWAY_AFTER: Final = 45.0
"""Seconds without any connection after which a computer plays, and another member decides."""


class Connection:
    """One connected page. Close it when that connection is lost."""

    def __init__(self, owner: str, closed: Callable[[Connection], None]) -> None:
        self.owner = owner
        self._closed = closed

    def close(self) -> None:
        """The page is not connected any more. A second time does nothing."""
        self._closed(self)


class Attendance:
    """The connections of one room. ``now`` is a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._connections: dict[Connection, None] = {}
        self._gone: dict[str, float] = {}
        self._came: dict[str, float] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def arrive(self, connection: Connection) -> None:
        """One more; whoever was gone only for a moment has been here all the time."""
        owner = connection.owner
        if not self.here(owner) and (owner not in self._came or self.gone_for(owner) >= AWAY_AFTER):
            self._came[owner] = self._now()
        self._gone.pop(owner, None)
        self._connections[connection] = None

    def leave(self, connection: Connection) -> bool:
        """One less; whether it was one of these at all."""
        if self._connections.pop(connection, connection) is not None:
            return False
        if not self.here(connection.owner):
            self._gone[connection.owner] = self._now()
        return True

    def here(self, owner: str) -> bool:
        """Whether this owner is connected."""
        return any(each.owner == owner for each in self._connections)

    def any_of(self, owners: Iterable[str]) -> bool:
        """Whether any of these is."""
        connected = {each.owner for each in self._connections}
        return not connected.isdisjoint(owners)

    def gone_for(self, owner: str) -> float:
        """Seconds since this owner was here; one that was never seen is taken to have gone just now."""
        return 0.0 if self.here(owner) else self._now() - self._gone.setdefault(owner, self._now())

    def by_stay(self, owners: Iterable[str]) -> list[str]:
        """Those of these who are here, the one who has been here longest first."""
        return sorted((owner for owner in owners if self.here(owner)), key=lambda owner: self._came[owner])

    def adopt(self, device: str, account: str) -> None:
        """Everything of the device is the account's from now on."""
        for connection in self._connections:
            if connection.owner == device:
                connection.owner = account
        for times in (self._gone, self._came):
            if device in times:
                times.setdefault(account, times.pop(device))
