"""Presence: which accounts have a page of ours open and connected.

Several pages and devices count as one. A page whose connection is lost counts for a few seconds more, since a phone
that only blinks is back by then. Who may see it is not decided here: `friends` tells it to friends alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

GRACE_SECONDS: Final = 6.0

Watcher = Callable[[bool], None]


class Presence:
    """The connected pages of every account. One per process; all calls are made in its event loop."""

    def __init__(self, grace: float = GRACE_SECONDS) -> None:
        """``grace``: seconds for which a page counts after its connection was lost."""
        self._grace = grace
        self._pages: dict[str, dict[str, asyncio.TimerHandle | None]] = {}
        self._watchers: dict[str, list[Watcher]] = {}

    def online(self, account: str) -> bool:
        """Whether this account has a page open."""
        return account in self._pages

    def watch(self, account: str, callback: Watcher) -> Callable[[], None]:
        """Call ``callback`` whenever the account comes or goes; the function returned stops that."""
        watchers = self._watchers.setdefault(account, [])
        watchers.append(callback)

        def stop() -> None:
            if callback in watchers:
                watchers.remove(callback)
            if not watchers and self._watchers.get(account) is watchers:
                del self._watchers[account]

        return stop

    def arrive(self, account: str, page: str) -> None:
        """This page of the account is connected, for the first time or again."""
        pages = self._pages.setdefault(account, {})
        leaving = pages.get(page)
        if leaving is not None:
            leaving.cancel()
        first = not pages
        pages[page] = None
        if first:
            self._tell(account, True)

    def leave(self, account: str, page: str) -> None:
        """The page has lost its last connection: it counts until the grace is over."""
        pages = self._pages.get(account, {})
        if page in pages and pages[page] is None:
            pages[page] = asyncio.get_running_loop().call_later(self._grace, self.gone, account, page)

    def gone(self, account: str, page: str) -> None:
        """The page is no more."""
        pages = self._pages.get(account, {})
        if page not in pages:
            return
        leaving = pages.pop(page)
        if leaving is not None:
            leaving.cancel()
        if not pages:
            del self._pages[account]
            self._tell(account, False)

    def _tell(self, account: str, online: bool) -> None:
        for callback in self._watchers.get(account, [])[:]:
            callback(online)
