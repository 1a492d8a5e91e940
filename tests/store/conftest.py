"""A database of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store import upkeep
from app.store.db import sqlite_url
from app.store.games import GameStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database of the test lies; nothing is there yet."""
    return tmp_path / "50% ünö?.sqlite3"


@pytest.fixture
def url(file: Path) -> str:
    """The address of that database."""
    return sqlite_url(file)


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    """An open store with the newest tables and nothing in them."""
    assert upkeep.prepare(url) == []
    store = GameStore(url)
    yield store
    store.close()
