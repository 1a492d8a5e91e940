"""How many people one process carries: ``python -m tests.bench.rooms``.

The real product; its visitors are socket clients that speak the page's protocol (``tests.wire``), four to a room, one
move each two seconds in every room. A time is that from sending a tap to the frame that shows the move on the last of
the four pages. Then more and more rooms, until the times are too long. The clients run on this machine as well, and
on a busy one their own slowness counts: look at the load beside the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from app.engine.house_rules import HouseRules
from e2e.conftest import Product, free_port, start_product, stop_product
from tests.wire.rooms import Player, StagedRoom, staged_rooms

PERSONS: Final = 4
EVERY: Final = 2.0
"""Seconds between two moves in a room."""
LOST: Final = 10.0
"""Seconds after which a move that somebody has not seen counts as an error."""
TARGET, LIMIT = 50.0, 100.0
"""p95 in ms: the target for the crowd, and where more rooms are no use."""
LONG: Final = HouseRules(target_score=1000, uno_call="auto")
_QUIET_TAPS: Final = ("ready", "look-away")
_OPENED_AT_ONCE: Final = 8


class Crowd(NamedTuple):
    """What a crowd came to."""

    persons: int
    moves: int
    errors: int
    p50: float
    p95: float
    p99: float
    processor: float
    """Part of one processor that the server used."""
    memory: float
    """kB of the server per connected page."""

    def line(self) -> str:
        """As a row of the table."""
        return (
            f"{self.persons:8} {self.moves:8} {self.errors:7} {self.p50:9.1f} {self.p95:9.1f} {self.p99:9.1f}"
            f" {self.processor:9.0%} {self.memory:10.0f} {os.getloadavg()[0]:6.1f}"
        )


HEAD: Final = " persons    moves  errors    p50 ms    p95 ms    p99 ms processor  kB/person   load"


class RoomRun:
    """The persons of one room, playing for a while."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.times: list[float] = []
        self.errors = 0
        self._seen = asyncio.Event()
        for player in players:
            player.page.keeps_frames = False
            player.page.on_change = self._seen.set

    async def play(self, seconds: float, rng: random.Random) -> None:
        """Make a move every two seconds, the first after a random part of that."""
        until = time.perf_counter() + seconds
        await asyncio.sleep(rng.random() * EVERY)
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self.move()
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - began)))

    async def move(self) -> None:
        """Tap what there is to tap until one more move is made, and note how long it took to be seen by all."""
        for _ in range(8):
            player, wish = await self._whose_turn()
            if player is None:
                self.errors += 1
                return
            asks = wish.get("data_action") in _QUIET_TAPS or player.mark_of(wish).startswith("W")
            before, sent = player.version, time.perf_counter()
            await player.page.tap(**wish)
            if not asks:
                await self._seen_by_all(before, sent)
                return
            with contextlib.suppress(TimeoutError):
                await self._until(partial(_asks_no_more, player, wish), 2.0)

    async def _whose_turn(self) -> tuple[Player | None, dict[str, str | None]]:
        """Somebody who has something to tap, and what."""
        with contextlib.suppress(TimeoutError):
            await self._until(lambda: any(player.wish() is not None for player in self.players), LOST)
        wishes = ((player, player.wish()) for player in self.players)
        return next(((player, wish) for player, wish in wishes if wish is not None), (None, {}))

    async def _seen_by_all(self, before: int, sent: float) -> None:
        try:
            await self._until(lambda: all(player.version > before for player in self.players), LOST)
        except TimeoutError:
            self.errors += 1
        else:
            self.times.append((time.perf_counter() - sent) * 1000)

    async def _until(self, seen: Callable[[], bool], seconds: float) -> None:
        async with asyncio.timeout(seconds):
            while not seen():
                self._seen.clear()
                await self._seen.wait()


def _asks_no_more(player: Player, wish: dict[str, str | None]) -> bool:
    return player.wish() != wish


async def crowd(product: Product, rooms: Sequence[StagedRoom], seconds: float) -> Crowd:
    """Open every page, let all rooms play, and count."""
    empty = memory_of(product)
    gate = asyncio.Semaphore(_OPENED_AT_ONCE)

    async def enter(room: StagedRoom, seat: int) -> Player:
        async with gate:
            return await Player.open(product.url, room, seat)

    players = [await asyncio.gather(*(enter(room, seat) for seat in range(PERSONS))) for room in rooms]
    gc.collect()
    gc.freeze()
    runs = [RoomRun(list(each)) for each in players]
    used, began = processor_of(product), time.perf_counter()
    await asyncio.gather(*(run.play(seconds, random.Random(number)) for number, run in enumerate(runs)))
    used, took = processor_of(product) - used, time.perf_counter() - began
    memory = (memory_of(product) - empty) / (len(rooms) * PERSONS)
    await asyncio.gather(*(player.page.close() for run in runs for player in run.players))
    times = sorted(ms for run in runs for ms in run.times)
    cuts = statistics.quantiles(times, n=100)
    errors = sum(run.errors for run in runs) + product.log.count("Traceback")
    return Crowd(len(rooms) * PERSONS, len(times), errors, cuts[49], cuts[94], cuts[98], used / took, memory)


def memory_of(product: Product) -> float:
    """Resident memory of the server in kB."""
    status = Path(f"/proc/{product.process.pid}/status").read_text(encoding="ascii")
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def processor_of(product: Product) -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{product.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(count: int, seconds: float) -> Crowd:
    """One crowd at a fresh server."""
    with tempfile.TemporaryDirectory() as folder:
        rooms = asyncio.run(staged_rooms(Path(folder), count, PERSONS, LONG))
        product = start_product(Path(folder), free_port())
        try:
            return asyncio.run(crowd(product, rooms, seconds))
        finally:
            stop_product(product)


def main() -> None:
    """Print one table."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rooms", type=int, default=50, help="rooms of the first crowd")
    wanted.add_argument("--seconds", type=float, default=300, help="how long the first crowd plays")
    wanted.add_argument("--more", type=float, default=60, help="how long each larger crowd plays; 0 for none")
    wanted.add_argument("--step", type=int, default=50, help="rooms more each time")
    chosen = wanted.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    print(HEAD)
    first = measured(chosen.rooms, chosen.seconds)
    print(first.line(), f" at most {TARGET:.0f} ms: {'met' if first.p95 <= TARGET else 'MISSED'}", flush=True)
    count, latest = chosen.rooms, first
    while chosen.more and latest.p95 <= LIMIT:
        count += chosen.step
        latest = measured(count, chosen.more)
        print(latest.line(), flush=True)
    if chosen.more:
        print(f"p95 passes {LIMIT:.0f} ms at {latest.persons} persons.")


if __name__ == "__main__":
    main()
