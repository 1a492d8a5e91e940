"""The lounge: the tables, preferences and records of every device.

A device is a browser known by a token in its cookie. It has one local match at most; beginning another
replaces it. Methods that write raise ``StorageFull`` or ``StoreError``, with nothing changed.
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.play import saved
from app.play.computers import Computers
from app.play.saved import FinishedMatch, TableDamaged
from app.play.setup import LocalSetup, checked
from app.play.table import LiveTable
from app.store import models
from app.store.games import KEPT_MATCHES, GameStore, device_id

MOST_TABLES: Final = 500
"""Tables kept in memory; of those that nobody watches the one asked for longest ago makes room."""
LARGEST_PREFERENCES: Final = 8_000
"""Characters of JSON."""
_LANGUAGE: Final = "language"


@dataclass(frozen=True, slots=True)
class ContinueCard:
    """What the title says of an unfinished match."""

    setup: LocalSetup | None
    """``None`` when it is damaged."""
    round: int
    scores: tuple[int, ...]
    updated_at: float
    """When the last move was made, in seconds since 1970."""
    damaged: bool = False
    """It cannot be gone on with; it can only be thrown away."""


@dataclass(slots=True)
class _Kept:
    """A table in memory with what moves it."""

    table: LiveTable
    computers: Computers


class Lounge:
    """Everything that devices have. One per process."""

    def __init__(
        self,
        store: GameStore,
        *,
        pace: float = 1.0,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        new_seed: Callable[[], str] = saved.new_seed,
    ) -> None:
        """``pace`` multiplies how long computers wait; the rest is for tests (see ``LiveTable``)."""
        self._store = store
        self._pace = pace
        self._now = now
        self._wall = wall
        self._new_seed = new_seed
        self._tables: OrderedDict[str, _Kept] = OrderedDict()
        # A device's table is read and replaced by one caller at a time, or it would exist twice.
        self._lock = asyncio.Lock()

    async def close(self) -> None:
        """Let every computer stop, and every move in hand be stored."""
        for kept in self._tables.values():
            await kept.computers.stop()
            await kept.table.finish()
        self._tables.clear()

    # Devices

    async def device(self, token: str) -> str:
        """The id of the device whose cookie holds ``token``; it is remembered from now on."""
        id = device_id(token)
        await self._store.device(id)
        return id

    async def preferences(self, device: str) -> dict[str, Any]:
        """What the device has been told to remember."""
        return _preferences(await self._store.device(device))

    async def set_preferences(self, device: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Remember ``changes`` (``None`` forgets a key) and return all preferences.

        Raises ``ValueError`` for what is no JSON or too much of it.
        """
        async with self._lock:
            kept = {**await self.preferences(device), **changes}
            kept = {key: value for key, value in kept.items() if value is not None}
            language = str(kept.get(_LANGUAGE, ""))
            text = _json({key: value for key, value in kept.items() if key != _LANGUAGE})
            if len(text) > LARGEST_PREFERENCES or len(language) > 8:
                raise ValueError("these preferences are too long")
            await self._store.set_preferences(device, language=language, preferences=text)
            return kept

    # The local match

    async def local_table(self, device: str) -> LiveTable | None:
        """The device's match, running or just finished, or ``None``; always the same object.

        Raises ``TableDamaged`` when what is stored cannot be read: offer ``discard_local``.
        """
        async with self._lock:
            return await self._table(device)

    async def start_local(self, device: str, setup: LocalSetup) -> LiveTable:
        """Deal a new match, in the place of the device's other one. Raises ``BadSetup``."""
        tidy = checked(setup)
        async with self._lock:
            fresh = saved.begin(str(uuid.uuid4()), device, tidy, self._new_seed(), self._wall())
            await saved.create(self._store, fresh)
            await self._forget(device)
            return self._keep(fresh)

    async def play_again(self, device: str) -> LiveTable | None:
        """A new match of the same persons, computers and rules; ``None`` when there is none to repeat."""
        row = await self._store.table_of(device)
        return None if row is None else await self.start_local(device, saved.setup_of(row))

    async def discard_local(self, device: str) -> None:
        """Throw the device's match away; it leaves no record."""
        async with self._lock:
            row = await self._store.table_of(device)
            if row is not None:
                await self._store.delete_table(row.id)
            await self._forget(device)

    async def continue_card(self, device: str) -> ContinueCard | None:
        """What there is to go on with; ``None`` when there is no unfinished match."""
        row = await self._store.table_of(device)
        if row is None or row.status == saved.FINISHED:
            return None
        try:
            state = await saved.state_of(self._store, row)
            return ContinueCard(saved.setup_of(row), state.round, tuple(state.scores), row.updated_at)
        except TableDamaged:
            return ContinueCard(None, 0, (), row.updated_at, damaged=True)

    async def _table(self, device: str) -> LiveTable | None:
        kept = self._tables.get(device)
        if kept is not None and not kept.table.frozen:
            self._tables.move_to_end(device)
            return kept.table
        # A frozen one may go on from what was stored last: another move need not meet the same error.
        self._tables.pop(device, None)
        table = await saved.load(self._store, await self._store.table_of(device))
        return None if table is None else self._keep(table)

    def _keep(self, stored: saved.Saved) -> LiveTable:
        table = LiveTable(self._store, stored, now=self._now, wall=self._wall, new_seed=self._new_seed)
        computers = Computers(table, self._pace)
        table.subscribe(lambda _version, _events: computers.wake())
        self._tables[stored.device] = _Kept(table, computers)
        self._make_room()
        return table

    def _make_room(self) -> None:
        unwatched = (device for device, kept in self._tables.items() if not kept.table.watchers)
        while len(self._tables) > MOST_TABLES and (oldest := next(unwatched, None)) is not None:
            del self._tables[oldest]
            unwatched = (device for device, kept in self._tables.items() if not kept.table.watchers)

    async def _forget(self, device: str) -> None:
        kept = self._tables.pop(device, None)
        if kept is not None:
            kept.table.close()
            await kept.computers.stop()

    # Records

    async def records(self, device: str, limit: int = KEPT_MATCHES) -> list[FinishedMatch]:
        """The device's finished matches, the latest first; damaged ones are left out."""
        found = []
        for row in await self._store.finished(device, limit):
            try:
                found.append(saved.read_finished(row))
            except TableDamaged:
                continue
        return found


def _preferences(device: models.Device) -> dict[str, Any]:
    try:
        kept = json.loads(device.preferences)
    except ValueError:
        kept = {}
    found: dict[str, Any] = kept if isinstance(kept, dict) else {}
    return {**found, _LANGUAGE: device.language} if device.language else found


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, RecursionError) as error:
        raise ValueError("preferences must be JSON") from error
