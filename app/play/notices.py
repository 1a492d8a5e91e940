"""Notices: what an owner is told on whatever page is open, at once.

Owners are those of the lounge, accounts and devices alike. What is only sent is gone with the page; what is kept
(an invitation) is shown on every page from now on, until it is settled.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.store import models
from app.store.notices import NoticeStore

MOST_KEPT: Final = 20
"""Notices kept for one owner; the oldest make room."""
KEPT_SECONDS: Final = 7 * 24 * 3600

Listener = Callable[[str, "Notice | None"], None]
"""Called with the key of a notice and the notice, or ``None`` to take that one away."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: which sentence, with which texts in it, and where it leads.

    ``key`` says what it is about (``room:ABC-DEF``): a later notice with the same key takes the place of the
    earlier one. One without a key stands alone.
    """

    kind: str
    href: str
    """An address of ours."""
    params: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    kept: bool = False
    """Whether it stays until it is settled; set by ``Notices.keep``."""


class Notices:
    """Who listens to what is told to which owner. One per process."""

    def __init__(self, store: NoticeStore, wall: Callable[[], float] = time.time) -> None:
        """``wall`` is the time in seconds since 1970."""
        self._store = store
        self._wall = wall
        self._listeners: dict[str, list[Listener]] = {}

    def subscribe(self, owner: str, callback: Listener) -> Callable[[], None]:
        """Call ``callback`` for each notice to ``owner`` from now on; the function returned stops that."""
        mine = self._listeners.setdefault(owner, [])
        mine.append(callback)

        def stop() -> None:
            if callback in mine:
                mine.remove(callback)
            if not mine and self._listeners.get(owner) is mine:
                del self._listeners[owner]

        return stop

    def send(self, owner: str, notice: Notice) -> None:
        """Show a notice on every page that ``owner`` has open now."""
        self._tell(owner, notice.key, notice)

    def take_away(self, owner: str, key: str) -> None:
        """Take the notice with this key off the pages of ``owner``; a kept one comes back with the next page."""
        self._tell(owner, key, None)

    async def keep(self, owner: str, notice: Notice) -> None:
        """Show a notice now and on every page until ``forget``. It needs a key. Raises ``StoreError``."""
        if not notice.key:
            raise ValueError("a notice that is kept needs a key")
        kept = Notice(notice.kind, notice.href, notice.params, notice.key, kept=True)
        row = models.Notice(
            owner_id=owner, key=kept.key, kind=kept.kind, href=kept.href,
            params=json.dumps(dict(kept.params), ensure_ascii=False), created_at=self._wall(),
        )  # fmt: skip
        await self._store.put(row, MOST_KEPT)
        self._tell(owner, kept.key, kept)

    async def forget(self, owner: str, key: str) -> None:
        """The matter is settled: keep the notice no longer, and take it off every page. Raises ``StoreError``."""
        await self._store.drop(owner, key)
        self.take_away(owner, key)

    async def kept(self, owner: str) -> list[Notice]:
        """What a page that is opened now has to show, the oldest first."""
        return [_read(row) for row in await self._store.of(owner, self._wall() - KEPT_SECONDS)]

    async def move(self, device: str, account: str) -> None:
        """What was kept for a device is for the account that signed in there (both are owners)."""
        await self._store.drop_before(self._wall() - KEPT_SECONDS)
        await self._store.move(device, account)

    def _tell(self, owner: str, key: str, notice: Notice | None) -> None:
        for callback in self._listeners.get(owner, [])[:]:
            callback(key, notice)


def _read(row: models.Notice) -> Notice:
    try:
        params = json.loads(row.params)
    except ValueError:
        params = {}
    texts = {str(name): str(value) for name, value in params.items()} if isinstance(params, dict) else {}
    return Notice(row.kind, row.href, texts, row.key, kept=True)
