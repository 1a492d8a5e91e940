"""The real product in a process of its own, and a real browser in front of it.

A test opens pages with ``visit``; each is a visitor of its own (own cookies, language, size) unless told
otherwise. A message on the browser's console that is an error, or an exception in a page, fails the test.
"""

import asyncio
import contextlib
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parent.parent
LOCALES = {"en": "en-GB", "ja": "ja-JP", "th": "th-TH"}
LANGUAGES = tuple(LOCALES)
PHONE, TABLET, DESK = (360, 740), (768, 1024), (1280, 800)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
SECONDS_TO_START, SECONDS_TO_STOP = 120.0, 60.0
PLAIN_HOST = "uno.test"
# Generous, for machines that do other things besides; what is there already costs no waiting.
PATIENCE = 30_000
SECONDS_TO_CLOSE = 15
expect.set_options(timeout=PATIENCE)


class Product(NamedTuple):
    """A running product: where it answers, its process, its folder."""

    url: str
    process: "subprocess.Popen[bytes]"
    folder: Path

    @property
    def log(self) -> str:
        """What it has written so far."""
        return (self.folder / "log.txt").read_text(encoding="utf-8", errors="replace")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_product(folder: Path, port: int, module: str = "e2e.dealt", **settings: str) -> Product:
    """Start the product with its data in ``folder`` and wait until it answers."""
    # The framework behaves differently when it believes that it is inside a test.
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "UNO_"))}
    own = {"UNO_HOST": "127.0.0.1", "UNO_PORT": str(port), "UNO_DATA_DIR": str(folder), "UNO_COMPUTER_PACE": "0.05"}
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module, "serve"],
            cwd=ROOT,
            env={**inherited, **own, **settings},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    product = Product(f"http://127.0.0.1:{port}", process, folder)
    deadline = time.monotonic() + SECONDS_TO_START
    while not _answers(product.url):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"The product did not start:\n{product.log}")
        time.sleep(0.1)
    return product


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def stop_product(product: Product) -> None:
    """Stop it as an operator would."""
    product.process.send_signal(signal.SIGTERM)
    try:
        product.process.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        product.process.kill()
        product.process.wait()


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """One product for all tests that do not stop it."""
    running = start_product(tmp_path_factory.mktemp("product"), free_port())
    yield running
    stop_product(running)
    assert "Traceback" not in running.log, running.log


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product at an address that can have passkeys, where nobody needs an invite."""
    port = free_port()
    address = f"http://localhost:{port}"
    running = start_product(tmp_path_factory.mktemp("home"), port, UNO_BASE_URL=address, UNO_INVITES="off")
    yield running._replace(url=address)
    stop_product(running)
    assert "Traceback" not in running.log, running.log


@pytest.fixture
def server(product: Product) -> str:
    """The address of the product."""
    return product.url


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
    # A name in a network without encryption, which no browser takes for this machine.
    flags += [f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"]
    started = playwright.chromium.launch(executable_path=browser_path(playwright), args=flags)
    yield started
    let_go(started)


def let_go(opened: BrowserContext | Browser) -> None:
    """Close it. Chromium hardly ever keeps hold of one, but then for good, so nobody waits for that."""
    with contextlib.suppress(TimeoutError, Error):
        # Closing is the one thing for which Playwright has no time-out.
        opened._sync(asyncio.wait_for(opened._impl_obj.close(None), SECONDS_TO_CLOSE))


def browser_path(playwright: Playwright) -> str:
    """A Chromium: the one the environment names, one on the PATH, or Playwright's own."""
    named = os.environ.get("UNO_TEST_BROWSER") or os.environ.get("UNO_BROWSER")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None) or playwright.chromium.executable_path
    if not Path(found).exists():
        pytest.fail("The browser tests need Chromium or Chrome. Install one, or name it in UNO_TEST_BROWSER.")
    return found


Visit = Callable[..., Page]

_addresses = (f"10.{count >> 8}.{count & 255}.1" for count in itertools.count(1))
"""A network of their own for each visitor: what one address may do too often, all of them together may."""


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visit]:
    """Open a page as a new visitor: ``visit("/setup", language="ja", size=PHONE, scheme="dark")``.

    ``same`` is a page whose visitor opens the new one, too; ``first`` is done with a new visitor's context before
    the page is loaded. A test about what goes wrong names in ``expected`` the words of console messages that belong
    to it.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str = "/",
        *,
        language: str = "en",
        size: tuple[int, int] = DESK,
        scheme: Any = "light",
        same: Page | None = None,
        first: Callable[[BrowserContext], None] | None = None,
        expected: tuple[str, ...] = (),
        base: str = server,
        **options: Any,
    ) -> Page:
        context = same.context if same else browser.new_context(
            locale=LOCALES[language], viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
            extra_http_headers={"X-Forwarded-For": next(_addresses)}, **options,
        )  # fmt: skip
        if same is None:
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            if first is not None:
                first(context)
        page = context.new_page()

        def listen(message: ConsoleMessage) -> None:
            if message.type == "error" and not any(words in message.text for words in expected):
                complaints.append(f"{page.url}: {message.text}")

        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.goto(base + path)
        connected(page)
        return page

    yield open_page
    for context in contexts:
        let_go(context)
    assert not complaints, "\n".join(complaints)


def connected(page: Page) -> None:
    """Wait until the page has its socket: from then on, taps are answered."""
    page.wait_for_function("window.did_handshake === true")


def arrived(page: Page, address: str) -> None:
    """Wait until the page of this address is loaded, also when one way to it overtakes another; ``**`` is anything."""
    expect(page).to_have_url(re.compile("^" + ".*".join(map(re.escape, address.split("**"))) + "$"))
    page.wait_for_load_state()


def eventually(page: Page, look: Callable[[], object], wanted: object) -> None:
    """Look again and again until ``wanted`` is seen; fail with what was seen last.

    A page follows its server some moments later, so what ``expect`` cannot say is never asked only once.
    """
    deadline = time.monotonic() + PATIENCE / 1000
    while (seen := look()) != wanted:
        assert time.monotonic() < deadline, f"still {seen!r} instead of {wanted!r}"
        page.wait_for_timeout(50)


def kept(page: Page, look: Callable[[], object], wanted: object) -> None:
    """Load the page again until it shows ``wanted``: keeping a choice takes a moment longer than showing it."""

    def look_again() -> object:
        page.reload()
        connected(page)
        return look()

    eventually(page, look_again, wanted)


WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120))"""


def no_sideways_scrolling(page: Page) -> None:
    """Fail when the page stays wider than its window, and say what sticks out."""
    eventually(page, lambda: page.evaluate(WIDE), [])


def accessible(page: Page) -> None:
    """Fail on anything that axe finds. Animations are over first: half-faded colours are no violation."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(a => a.finished))")
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert not found.response["violations"], found.generate_report()
