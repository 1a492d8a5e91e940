"""The lounge: the tables, preferences and records of every owner.

An owner is a device, or an account that somebody is signed in to; a device is a browser known by a token in its
cookie. An owner has one local match at most; beginning another replaces it. Methods that write raise
``StorageFull`` or ``StoreError``, with nothing changed.
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
from app.play.archive import Archive
from app.play.computers import Computers
from app.play.notices import Notices
from app.play.room_house import House
from app.play.rooms import Rooms
from app.play.saved import FinishedMatch, TableDamaged
from app.play.setup import LocalSetup, checked
from app.play.table import LiveTable
from app.store import models
from app.store.games import GameStore, account_owner, device_id, shown_at_once
from app.store.notices import NoticeStore
from app.store.rooms import RoomStore

MOST_TABLES: Final = 500
"""Tables kept in memory; of those that nobody watches the one asked for longest ago makes room."""
MOST_EXPORTED: Final = 1_000_000
"""Matches in a person's data: all of them."""
LARGEST_PREFERENCES: Final = 8_000
"""Characters of JSON."""
MOST_FAVOURITES: Final = 3
"""Rule sets of one's own."""
_LANGUAGE: Final = "language"
_FAVOURITES: Final = "favourites"
PERSONAL: Final = frozenset({_FAVOURITES, "setup"})
"""Preferences that go where the person goes; the others (language, sound) are about the device."""


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

    def to_dict(self) -> dict[str, Any]:
        """What the card tells, ready for JSON."""
        setup = None if self.setup is None else self.setup.to_dict()
        return {"setup": setup, "round": self.round, "scores": list(self.scores), "updated_at": self.updated_at}


@dataclass(slots=True)
class _Kept:
    """A table in memory with what moves it."""

    table: LiveTable
    computers: Computers


class Lounge:
    """Everything that owners have. One per process."""

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
        self.began_anew = False
        """Whether what was stored before was damaged, so that people may miss their games."""
        self.archive: Final = Archive(store, wall)
        """Finished matches: totals, files, replays."""
        self.notices: Final = Notices(NoticeStore(store.database), wall)
        """What owners are told on whatever page is open."""
        self.rooms: Final = Rooms(
            House(store, RoomStore(store.database), self.notices, now=now, wall=wall, new_seed=new_seed, pace=pace)
        )
        """Where people play online."""
        self._store = store
        self._pace = pace
        self._now = now
        self._wall = wall
        self._new_seed = new_seed
        self._tables: OrderedDict[str, _Kept] = OrderedDict()
        # An owner's table is read and replaced by one caller at a time, or it would exist twice.
        self._lock = asyncio.Lock()

    async def close(self) -> None:
        """Let every computer stop, and every move in hand be stored."""
        await self.rooms.close()
        for kept in self._tables.values():
            await kept.computers.stop()
            await kept.table.finish()
        self._tables.clear()

    # Devices and accounts

    async def device(self, token: str) -> str:
        """The id of the device whose cookie holds ``token``; it is remembered from now on."""
        id = device_id(token)
        await self._store.owner(id)
        return id

    async def preferences(self, device: str, owner: str | None = None) -> dict[str, Any]:
        """What has been told to be remembered; with an ``owner``, the personal ones are those of that account."""
        kept = _preferences(await self._store.owner(device))
        if owner in (None, device):
            return kept
        theirs = _preferences(await self._store.owner(owner))
        return {**_only(kept, personal=False), **_only(theirs, personal=True)}

    async def set_preferences(
        self, device: str, changes: Mapping[str, Any], owner: str | None = None
    ) -> dict[str, Any]:
        """Remember ``changes`` (``None`` forgets a key) and return all preferences.

        With an ``owner``, the personal ones are kept by that account, the others by the device. Raises
        ``ValueError`` for what is no JSON or too much of it.
        """
        async with self._lock:
            if owner in (None, device):
                await self._merge(device, changes)
            else:
                await self._merge(device, _only(changes, personal=False))
                await self._merge(owner, _only(changes, personal=True))
            return await self.preferences(device, owner)

    async def _merge(self, owner: str, changes: Mapping[str, Any]) -> None:
        if not changes:
            return
        kept = {**_preferences(await self._store.owner(owner)), **changes}
        kept = {key: value for key, value in kept.items() if value is not None}
        language = str(kept.pop(_LANGUAGE, ""))
        text = _json(kept)
        if len(text) > LARGEST_PREFERENCES or len(language) > 8:
            raise ValueError("these preferences are too long")
        await self._store.set_preferences(owner, language=language, preferences=text)

    async def adopt(self, device: str, account: str) -> str:
        """The owner that stands for the account; matches, unfinished game and favourites of ``device`` move there.

        A game stays on the device when the account has an unfinished one of its own.
        """
        owner = account_owner(account)
        async with self._lock:
            moved = await self._store.adopt(device, owner, _handed_over)
            if moved is not None:
                await self._forget(owner)
                kept = self._tables.pop(device, None)
                if kept is not None and kept.table.id == moved:
                    self._tables[owner] = kept
        await self.notices.move(device, owner)
        await self.rooms.adopt(device, owner)
        return owner

    async def forget_account(self, account: str) -> None:
        """Throw away everything that the account has: its game, its matches, its preferences."""
        owner = account_owner(account)
        await self.rooms.forget(owner)
        async with self._lock:
            await self._store.delete_owner(owner)
            await self._forget(owner)

    async def everything_of(self, account: str) -> dict[str, Any]:
        """All that is kept of an account, ready for JSON. Of an unfinished match, nothing that is still hidden."""
        owner = account_owner(account)
        card = await self.continue_card(owner)
        matches = await self.records(owner, MOST_EXPORTED)
        return {
            "preferences": _preferences(await self._store.owner(owner)),
            "unfinished": None if card is None else card.to_dict(),
            "matches": [match.to_dict() for match in matches],
        }

    # The local match

    async def local_table(self, owner: str) -> LiveTable | None:
        """The owner's match, running or just finished, or ``None``; always the same object.

        Raises ``TableDamaged`` when what is stored cannot be read: offer ``discard_local``.
        """
        async with self._lock:
            return await self._table(owner)

    async def start_local(self, owner: str, setup: LocalSetup) -> LiveTable:
        """Deal a new match, in the place of the owner's other one. Raises ``BadSetup``."""
        tidy = checked(setup)
        async with self._lock:
            fresh = saved.begin(str(uuid.uuid4()), owner, tidy, self._new_seed(), self._wall())
            await saved.create(self._store, fresh)
            await self._forget(owner)
            return self._keep(fresh)

    async def play_again(self, owner: str) -> LiveTable | None:
        """A new match of the same persons, computers and rules; ``None`` when there is none to repeat."""
        row = await self._store.table_of(owner)
        return None if row is None else await self.start_local(owner, saved.setup_of(row))

    async def discard_local(self, owner: str) -> None:
        """Throw the owner's match away; it leaves no record."""
        async with self._lock:
            row = await self._store.table_of(owner)
            if row is not None:
                await self._store.delete_table(row.id)
            await self._forget(owner)

    async def continue_card(self, owner: str) -> ContinueCard | None:
        """What there is to go on with; ``None`` when there is no unfinished match."""
        row = await self._store.table_of(owner)
        if row is None or row.status == saved.FINISHED:
            return None
        try:
            state = await saved.state_of(self._store, row)
            return ContinueCard(saved.setup_of(row), state.round, tuple(state.scores), row.updated_at)
        except TableDamaged:
            return ContinueCard(None, 0, (), row.updated_at, damaged=True)

    async def _table(self, owner: str) -> LiveTable | None:
        kept = self._tables.get(owner)
        if kept is not None and not kept.table.frozen:
            self._tables.move_to_end(owner)
            return kept.table
        # A frozen one may go on from what was stored last: another move need not meet the same error.
        self._tables.pop(owner, None)
        table = await saved.load(self._store, await self._store.table_of(owner))
        return None if table is None else self._keep(table)

    def _keep(self, stored: saved.Saved) -> LiveTable:
        table = LiveTable(self._store, stored, now=self._now, wall=self._wall, new_seed=self._new_seed)
        computers = Computers(table, self._pace)
        table.subscribe(lambda _version, _events: computers.wake())
        self._tables[stored.owner] = _Kept(table, computers)
        self._make_room()
        return table

    def _make_room(self) -> None:
        unwatched = (owner for owner, kept in self._tables.items() if not kept.table.watchers)
        while len(self._tables) > MOST_TABLES and (oldest := next(unwatched, None)) is not None:
            del self._tables[oldest]
            unwatched = (owner for owner, kept in self._tables.items() if not kept.table.watchers)

    async def _forget(self, owner: str) -> None:
        kept = self._tables.pop(owner, None)
        if kept is not None:
            kept.table.close()
            await kept.computers.stop()

    # Records

    async def records(self, owner: str, limit: int | None = None) -> list[FinishedMatch]:
        """The owner's finished matches, the latest first (60, an account's 200); damaged ones are left out."""
        found = []
        for row in await self._store.finished(owner, shown_at_once(owner) if limit is None else limit):
            try:
                found.append(saved.read_finished(row))
            except TableDamaged:
                continue
        return found


def _preferences(owner: models.Owner) -> dict[str, Any]:
    found = _read(owner.preferences)
    return {**found, _LANGUAGE: owner.language} if owner.language else found


def _read(text: str) -> dict[str, Any]:
    try:
        kept = json.loads(text)
    except ValueError:
        kept = {}
    return kept if isinstance(kept, dict) else {}


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, RecursionError) as error:
        raise ValueError("preferences must be JSON") from error


def _only(preferences: Mapping[str, Any], *, personal: bool) -> dict[str, Any]:
    return {key: value for key, value in preferences.items() if (key in PERSONAL) is personal}


def _handed_over(device: str, account: str) -> tuple[str, str]:
    """What device and account remember after signing in: the personal things move, as far as there is room."""
    giving, taking = _read(device), _read(account)
    mine, theirs = _listed(giving), _listed(taking)
    fresh = [each for each in mine if each not in theirs]
    room = max(0, MOST_FAVOURITES - len(theirs))
    taking = {**_only(giving, personal=True), **taking, _FAVOURITES: theirs + fresh[:room]}
    giving = {**_only(giving, personal=False), _FAVOURITES: fresh[room:]}
    return _json(_without_empty(giving)), _json(_without_empty(taking))


def _listed(preferences: Mapping[str, Any]) -> list[Any]:
    found = preferences.get(_FAVOURITES)
    return found if isinstance(found, list) else []


def _without_empty(preferences: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in preferences.items() if key != _FAVOURITES or value}
