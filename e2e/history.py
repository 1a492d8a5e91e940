"""Visitors with a past: finished matches put into the database of a running product."""

import asyncio
import contextlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from app.play import saved
from app.play.saved import FinishedMatch
from app.store.db import sqlite_url
from app.store.games import GameStore, device_id
from e2e.conftest import Product


def with_matches(product: Product, *matches: FinishedMatch) -> dict[str, Any]:
    """A new device that has played these: ``visit("/records", **with_matches(product, match))``."""
    token = secrets.token_urlsafe(32)

    async def put() -> None:
        await store.add_finished(device_id(token), [saved.finished_row(match) for match in matches])

    # Playwright keeps a loop of its own in this thread.
    with (
        contextlib.closing(GameStore(sqlite_url(product.folder / "uno.sqlite3"))) as store,
        ThreadPoolExecutor(1) as aside,
    ):
        aside.submit(asyncio.run, put()).result()
    cookie = {"name": "uno_device", "value": token, "domain": "127.0.0.1", "path": "/"}
    cookie |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {
        "base": product.url,
        "reduced_motion": "reduce",
        "storage_state": {"cookies": [cookie], "origins": []},
    }
