"""What all rooms of a process share, and the beat by which each does what is due."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from app.play.broken import described
from app.play.friends import Friends
from app.play.notices import Notices
from app.play.refusals import Refused
from app.play.throttle import Throttle
from app.store.games import ACCOUNT_PREFIX, GameStore, is_account
from app.store.rooms import RoomStore

RETRY_AFTER: Final = 1.0
"""Seconds until something that was due and could not be done is tried again."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class House:
    """Stores, clocks and neighbours of all rooms."""

    games: GameStore
    rooms: RoomStore
    notices: Notices
    now: Callable[[], float]
    """A monotonic clock in seconds."""
    wall: Callable[[], float]
    """Seconds since 1970."""
    new_seed: Callable[[], str]
    pace: float = 1.0
    """What every wait of the computers is multiplied by."""
    friends: Friends | None = None
    """Who may be invited, and who does not want to hear whom; without, everybody and nobody."""
    throttle: Throttle | None = None
    """Slows down whoever guesses codes; without, nobody is."""
    beats: bool = True
    """Whether rooms do by themselves what is due. Tests call ``Room.step`` instead."""
    in_lobby: list[Callable[[], None]] = field(default_factory=list)
    """Called when what the lobby lists may have changed."""

    async def check_friends(self, owner: str, other: str) -> None:
        """Raise ``Refused`` unless the first owner may invite the second."""
        if self.friends is None:
            return
        both = is_account(owner) and is_account(other)
        if not both or not await self.friends.are_friends(account_of(owner), account_of(other)):
            raise Refused("not_friends")

    async def has_blocked(self, owner: str, other: str) -> bool:
        """Whether the first owner does not want to hear the second."""
        if self.friends is None or not is_account(owner) or not is_account(other):
            return False
        return await self.friends.has_blocked(account_of(owner), account_of(other))

    def lobby_changed(self) -> None:
        """Tell those who look at the lobby."""
        for callback in self.in_lobby[:]:
            try:
                callback()
            except Exception as broken:
                # One broken page must not keep a room from going on.
                log.error("a reader of the lobby failed: %s", described(broken))


def account_of(owner: str) -> str:
    """The id of the account that this owner is, or nothing for a device."""
    return owner.removeprefix(ACCOUNT_PREFIX) if is_account(owner) else ""


class Beat:
    """Calls ``step`` whenever something is due: at once after ``wake``, then as long after as the step says."""

    def __init__(self, name: str, step: Callable[[], Awaitable[float | None]]) -> None:
        """``step`` returns the seconds until it wants to be called again; ``None`` for not before it is woken."""
        self._name = name
        self._step = step
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def wake(self) -> None:
        """Something has changed: look again."""
        self._woken.set()
        if not self._stopped and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """End it; what is being stored is still stored."""
        # A task that has just been woken may miss that it is cancelled.
        self._stopped = True
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        wait: float | None = 0.0
        while not self._stopped and (self._woken.is_set() or wait is not None):
            self._woken.clear()
            wait = await self._safe_step()
            if wait is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()

    async def _safe_step(self) -> float | None:
        try:
            return await self._step()
        except Exception as broken:
            log.error("%s failed: %s", self._name, described(broken))
            return RETRY_AFTER
