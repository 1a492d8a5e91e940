"""What the table costs on the wire, on the server and in the browser: ``python -m tests.bench.pages``.

The real product and a real browser on this machine. A person plays at a table of four with three computers; the
person's taps come from a script in the page. Bytes are what the page receives over the socket (nothing is packed
there). The server's time for a move is that of its whole process, what it does by itself taken off; the same
matches without any page, in this process, tell how much of it is rules, computers and storing. Times are those of
a shared machine: look at the load beside them.
"""

import argparse
import asyncio
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from app.computer.arena import Player, choose
from app.engine.house_rules import HouseRules
from app.play import Lounge
from app.play.setup import Kind, LocalSetup, Occupant, Speed
from app.play.table import LiveTable
from app.store import upkeep
from app.store.db import sqlite_url
from app.store.games import GameStore
from e2e.conftest import PATIENCE, Product, browser_path, connected, free_port, start_product, stop_product
from e2e.tables import NAMES, deal
from tests.wire.rooms import Player as Person
from tests.wire.rooms import play_on, staged_rooms

BYTES, CPU, PAINTED, WEIGHT, FIRST_CARD = 2048.0, 3.0, 50.0, 400.0, 0.8
"""The targets: bytes and ms per move, ms from tap to paint, kB cold, s to the first card."""
SLOWED = 4
THIRD_GENERATION = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""Bytes per second and ms of a 3G connection; the browser slows requests down, not the socket."""
WATCH = """() => {
    const times = window.painted = [];
    let tapped = 0;
    addEventListener('click', (event) => { if (event.isTrusted || window.scripted) tapped = performance.now(); }, true);
    const root = document.querySelector('.table');
    new MutationObserver(() => {
        const from = tapped;
        tapped = 0;
        if (from) requestAnimationFrame(() => { const port = new MessageChannel();
            port.port1.onmessage = () => times.push(performance.now() - from); port.port2.postMessage(0); });
    }).observe(root, { attributes: true, attributeFilter: ['data-version'] });
}"""
"""Collects the time from each tap to the first frame that shows its effect."""
PLAY = """() => {
    window.scripted = true;
    const control = (name) => document.querySelector(`[data-action="${name}"]`);
    const next = () => {
        const asked = ['next-round', 'colour-red', 'look-away', 'call'].map(control);
        const lit = document.querySelector('.table[data-mine]') && document.querySelector('[data-card][data-fits]');
        return [...asked, lit, ...['draw', 'pass', 'take'].map(control)].find(Boolean);
    };
    let noticed = null, since = 0, tapped = null, at = 0;
    window.playing = setInterval(() => {
        const found = next(), now = performance.now();
        if (found !== noticed) { noticed = found; since = now; }
        if (!found || now - since < 250 || (found === tapped && now - at < 1000)) return;
        tapped = found; at = now;
        found.click();
    }, 30);
}"""
"""Plays by tapping, one tap at a time, each a quarter of a second after there is something to tap: as quick as a
person who does not read."""
FIRST = """() => {
    const look = () => {
        const card = document.querySelector('.card.hand');
        if (!card) return requestAnimationFrame(look);
        const drawn = new Image();
        drawn.src = getComputedStyle(card).backgroundImage.replace(/^url\\("?|"?\\)$/g, '');
        const note = () => requestAnimationFrame(() => { window.firstCard = performance.now(); });
        drawn.decode().catch(() => 0).then(note);
    };
    look();
}"""
"""Notes when the first card of the hand, with its picture, is there."""
FRAMES = """(seconds) => new Promise((done) => {
    const gaps = [];
    const end = performance.now() + seconds * 1000;
    let before = performance.now();
    const frame = (now) => {
        gaps.push(now - before);
        before = now;
        now < end ? requestAnimationFrame(frame) : done(gaps);
    };
    requestAnimationFrame(frame);
})"""


class Line(NamedTuple):
    """One line of the table; ``most`` is the target, 0 where a figure is only told."""

    what: str
    value: float
    unit: str
    most: float = 0.0

    @property
    def met(self) -> bool:
        """Whether the target is kept."""
        return not self.most or self.value <= self.most

    def __str__(self) -> str:
        target = f"at most {self.most:g}: {'met' if self.met else 'MISSED'}" if self.most else ""
        return f"{self.what:<58} {self.value:>9.2f} {self.unit:<9} {target}"


@contextmanager
def opened(browser: Browser, product: Product, **options: Any) -> Iterator[Page]:
    """A context at a fresh table of four, with nothing opened yet."""
    staged = deal(product, "Pccc", rules=HouseRules(rounds=5))
    staged.pop("base")
    context = browser.new_context(**{**staged, "viewport": {"width": 1280, "height": 800}, **options})
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()


def cpu_seconds(product: Product) -> float:
    """Processor time that the server's process has used so far."""
    fields = Path(f"/proc/{product.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def version(page: Page) -> int:
    """Moves made at the table so far."""
    return int(page.locator(".table").get_attribute("data-version") or 0)


def play(browser: Browser, product: Product, moves: int, alone: float) -> Iterator[Line]:
    """Bytes, server time and the time from tap to paint, over ``moves`` moves."""
    received = [0]

    def count(payload: str | bytes) -> None:
        received[0] += len(payload if isinstance(payload, bytes) else payload.encode())

    with opened(browser, product, reduced_motion="reduce") as page:
        page.on("websocket", lambda socket: socket.on("framereceived", count))
        page.goto(f"{product.url}/table")
        connected(page)
        page.wait_for_timeout(1000)
        idle = _idle(page, product)
        page.evaluate(WATCH)
        first, bytes_before, began, cpu = version(page), received[0], time.monotonic(), cpu_seconds(product)
        page.evaluate(PLAY)
        over = page.locator('[data-action="play-again"]')
        while version(page) - first < moves and time.monotonic() - began < moves and not over.count():
            page.wait_for_timeout(500)
        made = version(page) - first
        spent = 1000 * (cpu_seconds(product) - cpu - idle * (time.monotonic() - began)) / made
        times = sorted(page.evaluate("window.painted"))
        yield Line(f"bytes per move and client ({made} moves)", (received[0] - bytes_before) / made, "bytes", BYTES)
    yield Line("server time per move, one person and three computers", spent, "ms", CPU)
    yield Line("    of which rules, computers, storing", alone, "ms")
    yield Line("    of which the page", spent - alone, "ms")
    yield Line(f"tap to painted, median of {len(times)}", statistics.median(times), "ms")
    yield Line("tap to painted, p95", times[len(times) * 95 // 100], "ms", PAINTED)


def _idle(page: Page, product: Product) -> float:
    """Seconds of processor time for each second in which nobody does anything."""
    before, began = cpu_seconds(product), time.monotonic()
    page.wait_for_timeout(2000)
    return (cpu_seconds(product) - before) / (time.monotonic() - began)


async def four_persons(folder: Path, moves: int) -> tuple[float, float]:
    """Milliseconds of server time, and bytes to each page, for a move at an online table of four persons.

    Their pages are socket clients: no browser shares the machine with the server.
    """
    (room,) = await staged_rooms(folder, 1, 4, HouseRules(target_score=1000, uno_call="auto"))
    product = await asyncio.to_thread(start_product, folder, free_port())
    try:
        players = [await Person.open(product.url, room, seat) for seat in range(4)]
        await asyncio.sleep(2)
        idle, began = cpu_seconds(product), time.monotonic()
        await asyncio.sleep(2)
        idle = (cpu_seconds(product) - idle) / (time.monotonic() - began)
        for player in players:
            player.page.keeps_frames = True
        first, cpu, began = players[0].version, cpu_seconds(product), time.monotonic()
        await play_on(players, moves, 0.06)
        spent = cpu_seconds(product) - cpu - idle * (time.monotonic() - began)
        made = players[0].version - first
        received = sum(len(frame.encode()) for player in players for frame in player.page.frames)
        for player in players:
            await player.page.close()
    finally:
        stop_product(product)
    return 1000 * spent / made, received / len(players) / made


async def without_page(folder: Path, moves: int) -> float:
    """Milliseconds of processor time for a move at a table that no page shows."""
    url = sqlite_url(folder / "alone.sqlite3")
    upkeep.prepare(url)
    store = GameStore(url)
    lounge = Lounge(store, pace=0.0)
    device = await lounge.device("bench-device-token-of-32-characters")
    kinds = (Kind.PERSON, Kind.COMPUTER, Kind.COMPUTER, Kind.COMPUTER)
    occupants = tuple(Occupant(kind, NAMES[seat], speed=Speed.FAST) for seat, kind in enumerate(kinds))
    table = await lounge.start_local(device, LocalSetup(occupants, HouseRules(rounds=5)))
    table.watch()
    began = time.process_time()
    await _play_alone(table, moves)
    spent = 1000 * (time.process_time() - began) / table.version
    await lounge.close()
    store.close()
    return spent


async def _play_alone(table: LiveTable, moves: int) -> None:
    rng, changed = Random(1), asyncio.Event()
    table.subscribe(lambda version, events: changed.set())
    while table.version < moves and not table.match_over:
        changed.clear()
        view, number = table.here.shown().view, table.version
        if view.round_over:
            await table.here.next_round(number)
        elif view.turn == 0 and view.legal:
            await table.here.act(choose(Player.NORMAL, view, rng), number)
        else:
            await asyncio.wait_for(changed.wait(), 10)


def cold(browser: Browser, product: Product, slow: bool) -> Iterator[Line]:
    """Weight and time to the first card of a visitor who has nothing yet."""
    name = f"{SLOWED}x slower processor, 3G" if slow else "fast"
    with opened(browser, product) as page:
        wire = page.context.new_cdp_session(page)
        loaded: list[float] = []
        wire.on("Network.loadingFinished", lambda told: loaded.append(told["encodedDataLength"]))
        wire.send("Network.enable")
        wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
        if slow:
            wire.send("Network.emulateNetworkConditions", THIRD_GENERATION)
            wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.add_init_script(f"({FIRST})()")
        page.goto(f"{product.url}/table")
        page.wait_for_function("window.firstCard > 0", timeout=60_000)
        first = page.evaluate("window.firstCard") / 1000
        yield Line(f"first card, {name}", first, "s", 0 if slow else FIRST_CARD)
        if not slow:
            page.mouse.click(2, 400)
            page.wait_for_timeout(2000)
            yield Line("page weight cold, with art and sound code", sum(loaded) / 1000, "kB", WEIGHT)
            yield Line("requests", len(loaded), "")


def frames(browser: Browser, product: Product, seconds: float) -> Iterator[Line]:
    """How smoothly cards fly on a slow processor."""
    with opened(browser, product, viewport={"width": 360, "height": 740}, reduced_motion="no-preference") as page:
        page.goto(f"{product.url}/table")
        connected(page)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.evaluate(PLAY)
        gaps = sorted(page.evaluate(FRAMES, seconds)[1:])
    yield Line(f"frames per second while cards fly, {SLOWED}x slower processor", 1000 / statistics.mean(gaps), "1/s")
    yield Line("    longest gap between frames but for 5 in 100", gaps[len(gaps) * 95 // 100], "ms")


def main() -> int:
    """Print the table; 0 when every target is met."""
    parser = argparse.ArgumentParser(description="what the table costs")
    parser.add_argument("--moves", type=int, default=200, help="moves to play (default: 200)")
    asked = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, "
          f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    missed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        (alone,) = _apart("without_page", Path(folder, "alone"), asked.moves)
        spent, received = _apart("four_persons", Path(folder, "four"), asked.moves)
        product = start_product(Path(folder), free_port(), UNO_COMPUTER_PACE="0.15")
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = running.chromium.launch(executable_path=browser_path(running), args=flags)
        try:
            for lines in (
                iter(
                    (
                        Line("server time per move, four persons", spent, "ms", CPU),
                        Line("    bytes per move and page", received, "bytes", BYTES),
                    )
                ),
                play(browser, product, asked.moves, alone),
                cold(browser, product, slow=False),
                cold(browser, product, slow=True),
                frames(browser, product, 6),
            ):
                for line in lines:
                    print(line, flush=True)
                    missed += not line.met
        finally:
            browser.close()
            stop_product(product)
    print(f"load at the end {os.getloadavg()[0]:.1f}")
    return 1 if missed else 0


def _apart(name: str, folder: Path, moves: int) -> tuple[float, ...]:
    """What the function ``name`` of this module measures, in a process of its own: Playwright keeps a loop in this."""
    folder.mkdir()
    command = [sys.executable, "-c", "import asyncio, sys; from pathlib import Path; from tests.bench import pages; "
               "print(asyncio.run(getattr(pages, sys.argv[1])(Path(sys.argv[2]), int(sys.argv[3]))))"]  # fmt: skip
    done = subprocess.run([*command, name, str(folder), str(moves)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return tuple(float(figure) for figure in done.stdout.strip("()\n ").split(","))


if __name__ == "__main__":
    raise SystemExit(main())
