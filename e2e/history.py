"""Visitors with a past: finished matches put into the database of a running product."""

import asyncio
import contextlib
import secrets
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple

from app.play import saved
from app.play.saved import FinishedMatch
from app.store.db import sqlite_url
from app.store.games import GameStore, device_id
from e2e.conftest import Product


class Past(NamedTuple):
    """A new device that has played: ``visit("/records", **past.visitor)``."""

    visitor: dict[str, Any]
    ids: tuple[str, ...]
    """Of its matches, in the order in which they were given."""


def with_matches(product: Product, *matches: FinishedMatch) -> Past:
    """A new device that has played these."""
    token = secrets.token_urlsafe(32)
    kept = [replace(match, id=str(uuid.uuid4())) for match in matches]

    async def put() -> None:
        await store.add_finished(device_id(token), [saved.finished_row(match) for match in kept])

    # Playwright keeps a loop of its own in this thread.
    with (
        contextlib.closing(GameStore(sqlite_url(product.folder / "uno.sqlite3"))) as store,
        ThreadPoolExecutor(1) as aside,
    ):
        aside.submit(asyncio.run, put()).result()
    cookie: dict[str, Any] = {"name": "uno_device", "value": token, "domain": "127.0.0.1", "path": "/"}
    cookie |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    # Without motion nothing has to be waited for.
    visitor = {
        "base": product.url,
        "reduced_motion": "reduce",
        "storage_state": {"cookies": [cookie], "origins": []},
    }
    return Past(visitor, tuple(match.id for match in kept))
