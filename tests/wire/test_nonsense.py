"""What no browser would say for the fields of our pages: nothing of it is taken for granted, and nothing breaks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

from e2e.conftest import Product, free_port, start_product, stop_product
from tests.wire.page import Element, SocketPage

PAGES: Final = ("/setup", "/online", "/records", "/account")
NONSENSE: Final[tuple[list[Any], ...]] = (
    [],
    [None],
    [True],
    [-1],
    [2**70],
    [[]],
    [["hand_size", "9" * 5000]],
    [["first_card", {}]],
    [[["x"], {}]],
    [{}],
    [{"name": {}, "line": [], "value": {}, "code": 5, "way": {}}],
    [{"detail": {"name": [], "text": {}}}],
    ["friend"],
    ["\u202e"],
    ["x" * 10_000],
    [0, 0, 0, 0],
)
BETWEEN: Final = 0.07
"""Seconds between two messages: the guard lets fifteen through in a second."""


async def talk_nonsense(page: SocketPage) -> None:
    """Say everything of it for each field and form of the page, until they go away."""
    fields = [
        (id, event, f"{event['type']} {event.get('js_handler')} {_marks(element)}")
        for id, element in page.elements.items()
        for event in element.get("events", [])
    ]
    heard: set[str] = set()
    for id, event, kind in fields:
        # Fields of a kind have the same handler behind them.
        if event["type"] == "click" or kind in heard:
            continue
        heard.add(kind)
        for arguments in NONSENSE:
            element = page.elements.get(id)
            if element is not None and event in element.get("events", []):
                await page.send_event(id, element, event["type"], arguments)
                await asyncio.sleep(BETWEEN)


def _marks(element: Element) -> str:
    props = element.get("props", {})
    return json.dumps([props.get(name) for name in ("data-form", "data-field", "data-option")])


async def visits(product: Product) -> None:
    host = await SocketPage(product.url).open("/online")
    await host.submit({"name": "Ann"}, data_form="make-room")
    await host.until(lambda: bool(host.opened))
    room = host.opened[-1]
    pages = [
        await SocketPage(product.url, host.cookies).open(room),
        await SocketPage(product.url).open(room),
        *[await SocketPage(product.url).open(path) for path in PAGES],
    ]
    await asyncio.gather(*map(talk_nonsense, pages))
    for page in [host, *pages]:
        await page.close()
    # After all of that somebody else still comes in.
    guest = await SocketPage(product.url).open(room)
    await guest.submit({"name": "Zoe", "way": "join"}, data_form="join")
    await guest.until(lambda: guest.has(data_page="waiting-room"))
    await guest.close()


def test_nonsense_breaks_nothing(tmp_path: Path) -> None:
    product = start_product(tmp_path, free_port())
    try:
        asyncio.run(visits(product))
    finally:
        stop_product(product)
    assert "Traceback" not in product.log, product.log
