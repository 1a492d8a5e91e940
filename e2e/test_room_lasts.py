"""A room outlasts its server, and everybody in it finds the same cards, turn and people again."""

import signal
import time
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Visit, connected, eventually, free_port, start_product, stop_product
from e2e.rooms import TABLE, code_of, come_in, make_room, start
from e2e.tables import cards, play_on, table

CODES = "all => all.map(e => e.dataset.card)"
EXPECTED = ("ERR_CONNECTION_REFUSED", "WebSocket")


def stands(page: Page) -> list[object]:
    """The hand on this page, and the marks of the table."""
    marks = [table(page).get_attribute(name) for name in ("data-top", "data-turn", "data-version")]
    return [sorted(cards(page).evaluate_all(CODES)), marks]


def played_further(pages: tuple[Page, ...], version: int, seconds: float = 60) -> None:
    """Whoever is on turn plays, until every page has seen it."""
    deadline = time.monotonic() + seconds
    while any(int(table(page).get_attribute("data-version") or 0) <= version for page in pages):
        assert time.monotonic() < deadline, "nobody can play"
        for page in pages[:2]:
            play_on(page)
        pages[0].wait_for_timeout(50)


def test_the_server_is_killed_and_everybody_plays_on(visit: Visit, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder, port = tmp_path_factory.mktemp("killed-room"), free_port()
    running = start_product(folder, port)
    ann = make_room(visit, base=running.url, expected=EXPECTED)
    code = code_of(ann)
    ben = come_in(visit, code, "Ben", base=running.url, expected=EXPECTED)
    cat = come_in(visit, code, "Cat", "watch", base=running.url, expected=EXPECTED)
    pages = (ann, ben, cat)
    start(*pages)
    played_further(pages, 0)
    eventually(ann, lambda: stands(ann)[1] == stands(ben)[1] == stands(cat)[1], True)
    for page in pages:
        page.evaluate("window.beforeTheKill = true")
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()
    before = [stands(page) for page in pages]
    running = start_product(folder, port)
    try:
        for page, stood in zip(pages, before, strict=True):
            page.wait_for_function("!window.beforeTheKill")
            connected(page)
            expect(page.locator(TABLE)).to_be_visible()
            eventually(page, partial(stands, page), stood)
        expect(cards(cat)).to_have_count(0)
        played_further(pages, int(table(ann).get_attribute("data-version") or 0))
    finally:
        for page in pages:
            page.close()
        stop_product(running)
    assert "Traceback" not in running.log, running.log
