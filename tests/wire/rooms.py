"""Rooms of a product that is not running yet, with a match begun, and what a person taps at one's table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from pathlib import Path
from typing import NamedTuple

from app.engine.house_rules import HouseRules
from app.play import Lounge
from app.play.room_plan import Newcomer, RoomOptions, SeatPlan
from app.store import upkeep
from app.store.db import sqlite_url
from app.store.games import GameStore, device_id
from e2e import dealt
from tests.wire.page import SocketPage

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
QUESTIONS = (
    "ready",
    "look-away",
    "next-round",
    "colour-red",
    *(f"target-{seat}" for seat in range(10)),
    "call",
    "play",
)
STUCK = 30.0
"""Seconds in which something must happen at a table."""
LAST_RESORTS = ("take", "draw", "pass")


class StagedRoom(NamedTuple):
    """A room with a match: its code, and the cookie of each person's device."""

    code: str
    tokens: tuple[str, ...]


async def staged_rooms(
    folder: Path, count: int, persons: int = 4, rules: HouseRules | None = None, options: RoomOptions | None = None
) -> list[StagedRoom]:
    """Rooms in the database of ``folder``, which no product has open, each with a match just dealt."""
    url = sqlite_url(folder / "uno.sqlite3")
    upkeep.prepare(url)
    with contextlib.closing(GameStore(url)) as store:
        lounge = Lounge(store, new_seed=dealt.next_seed)
        lounge.rooms.house.beats = False
        try:
            return [
                await _staged(lounge, persons, rules or HouseRules(), options or RoomOptions()) for _ in range(count)
            ]
        finally:
            await lounge.close()


async def _staged(lounge: Lounge, persons: int, rules: HouseRules, options: RoomOptions) -> StagedRoom:
    tokens = tuple(secrets.token_urlsafe(32) for _ in range(persons))
    devices = [await lounge.device(token) for token in tokens]
    assert devices == [device_id(token) for token in tokens]
    host, *others = devices
    plans = [SeatPlan.open() for _ in others]
    room = await lounge.rooms.create(host, [Newcomer(NAMES[0])], rules, "official", plans, options)
    for seat, device in enumerate(others, 1):
        await room.join(device, [Newcomer(NAMES[seat])])
    await room.start(host)
    return StagedRoom(room.code, tokens)


class Player:
    """One person at the table of a room, with a page but no browser."""

    def __init__(self, page: SocketPage) -> None:
        self.page = page
        self._root = -1

    @staticmethod
    async def open(base: str, room: StagedRoom, seat: int, language: str = "en") -> Player:
        """The page of the person on ``seat``, once the table is there."""
        page = SocketPage(base, {"uno_device": room.tokens[seat]}, language)
        await page.open(f"/room/{room.code}")
        player = Player(page)
        await page.until(player.at_table)
        return player

    @staticmethod
    async def watch(base: str, room: StagedRoom, name: str = "Zoe") -> Player:
        """The page of somebody new, who only watches."""
        page = await SocketPage(base).open(f"/room/{room.code}")
        await page.submit({"name": name, "way": "watch"}, data_form="join")
        player = Player(page)
        await page.until(player.at_table)
        return player

    def at_table(self) -> bool:
        """Whether the table is on the page."""
        return bool(self._marks())

    def _marks(self) -> dict[str, object]:
        element = self.page.elements.get(self._root)
        if element is None or element.get("props", {}).get("data-page") != "table":
            self._root = next((id for id, _ in self.page.all(data_page="table")), -1)
            element = self.page.elements.get(self._root, {})
        marks: dict[str, object] = element.get("props", {})
        return marks

    @property
    def version(self) -> int:
        """The version of the table that this page shows."""
        return int(str(self._marks().get("data-version", -1)))

    @property
    def on_turn(self) -> bool:
        """Whether it is this person's turn."""
        return "data-mine" in self._marks()

    @property
    def hand(self) -> list[str]:
        """The codes of the cards on screen."""
        return [str(card["props"]["data-card"]) for _, card in self.page.all(data_card=None)]

    def wish(self) -> dict[str, str | None] | None:
        """The marks of what a person in no doubt would tap now; ``None`` while others are to act."""
        for question in QUESTIONS:
            if self.page.has(data_action=question):
                return {"data_action": question}
        if not self.on_turn:
            return None
        if self.page.has(data_card=None, data_fits=None):
            return {"data_card": None, "data_fits": None}
        found = next((each for each in LAST_RESORTS if self.page.has(data_action=each)), None)
        return None if found is None else {"data_action": found}

    def mark_of(self, wish: dict[str, str | None]) -> str:
        """The code of the card, or the name of the control, that this is about."""
        return str(self.page.mark("data-card", **wish) or self.page.mark("data-action", **wish) or "")

    async def tap(self) -> bool:
        """Tap that, if there is anything."""
        wish = self.wish()
        if wish is not None:
            await self.page.tap(**wish)
        return wish is not None


async def play_on(players: list[Player], moves: int, pause: float = 0.0) -> None:
    """Let the persons of a room play until that many more moves have been made and everybody has seen them."""
    until = max(player.version for player in players) + moves
    latest, moved_at = -1, time.monotonic()
    while (slowest := min(player.version for player in players)) < until:
        if slowest != latest:
            latest, moved_at = slowest, time.monotonic()
        wishes = [player.mark_of(wish) if (wish := player.wish()) else "" for player in players]
        assert time.monotonic() - moved_at < STUCK, f"stuck at {slowest}: {wishes}\n{players[0].page.text}"
        before = [player.version for player in players]
        for player in players:
            await player.tap()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                while [player.version for player in players] == before:
                    await asyncio.sleep(0.005)
        await asyncio.sleep(pause)
