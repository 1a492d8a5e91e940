"""The writer thread: groups, failures of one and of all, a full disk, closing."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from app.store.db import Database
from app.store.errors import StorageFailed, StorageFull
from app.store.games import Committed, GameStore, Move

INSERT = text("INSERT INTO owner (id, language, preferences, created_at, seen_at) VALUES (:id, '', :text, 0, 0)")


def inserting(id: str, size: int = 2) -> Callable[[Session], str]:
    def insert(session: Session) -> str:
        session.connection().execute(INSERT, {"id": id, "text": "x" * size})
        return id

    return insert


class Busy:
    """Keeps the writer busy inside the block: what is handed in meanwhile waits, and then forms one group."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.begun = threading.Event()
        self.gate = threading.Event()

    async def __aenter__(self) -> None:
        self.job = asyncio.ensure_future(self.database.run(self.hold))
        assert await asyncio.to_thread(self.begun.wait, 10)

    async def __aexit__(self, *_error: object) -> None:
        self.gate.set()
        await self.job

    def hold(self, session: Session) -> None:
        inserting("held")(session)
        self.begun.set()
        assert self.gate.wait(10)


async def hand_in(database: Database, *jobs: Callable[[Session], Any]) -> list[asyncio.Task[Any]]:
    """Put the jobs into the writer's queue without waiting for them."""
    waiting = [asyncio.create_task(database.run(job)) for job in jobs]
    await asyncio.sleep(0)
    return waiting


async def together(database: Database, *jobs: Callable[[Session], Any]) -> list[Any]:
    """Let the jobs be one group; their outcomes."""
    async with Busy(database):
        waiting = await hand_in(database, *jobs)
    return await asyncio.gather(*waiting, return_exceptions=True)


async def ids(database: Database) -> list[str]:
    return await database.read(
        lambda session: list(session.connection().execute(text("SELECT id FROM owner ORDER BY id")).scalars())
    )


async def test_a_group_shares_one_transaction(store: GameStore) -> None:
    def transaction(session: Session) -> object:
        return session.connection().get_transaction()

    first, second = await together(store.database, transaction, transaction)
    assert first is second


async def test_a_job_that_fails_takes_nobody_along(store: GameStore) -> None:
    def fails(session: Session) -> None:
        inserting("half")(session)
        raise LookupError("mine")

    outcomes = await together(store.database, inserting("a"), fails, inserting("a"), inserting("b"))
    assert outcomes[0] == "a"
    assert isinstance(outcomes[1], LookupError)
    assert isinstance(outcomes[2], StorageFailed)
    assert outcomes[3] == "b"
    assert await ids(store.database) == ["a", "b", "held"]


async def test_nonsense_to_the_database_takes_nobody_along(store: GameStore) -> None:
    def nonsense(session: Session) -> None:
        session.connection().execute(text("SELEKT"))

    outcomes = await together(store.database, inserting("a"), nonsense, inserting("b"))
    assert [outcomes[0], outcomes[2]] == ["a", "b"]
    assert isinstance(outcomes[1], StorageFailed)
    assert await ids(store.database) == ["a", "b", "held"]


async def limit_pages(database: Database, spare: int | None) -> None:
    """Let the file grow by ``spare`` pages at most; None lets it grow as it likes."""

    def limit(session: Session) -> None:
        used = session.connection().execute(text("PRAGMA page_count")).scalar_one()
        most = 1_000_000 if spare is None else used + spare
        session.connection().execute(text(f"PRAGMA max_page_count={most}"))

    await database.run(limit)


async def test_a_full_disk_refuses_the_move_and_the_game_goes_on_when_there_is_room(store: GameStore) -> None:
    await store.create_table("t", "d", rules="{}", seats="[]", snapshot="before")
    await limit_pages(store.database, 2)
    big = Move("t", 0, "a1", 0, "draw", "x" * 100_000)
    with pytest.raises(StorageFull):
        await store.commit_move(big)
    table = await store.table("t")
    assert table is not None
    assert (table.version, table.snapshot) == (0, "before")
    assert await store.events("t") == []
    await limit_pages(store.database, None)
    assert await store.commit_move(big) == Committed(1)


async def test_what_is_too_big_takes_nobody_along(store: GameStore) -> None:
    await limit_pages(store.database, 4)
    outcomes = await together(store.database, inserting("a"), inserting("big", 1_000_000), inserting("b"))
    assert [outcomes[0], outcomes[2]] == ["a", "b"]
    assert isinstance(outcomes[1], StorageFull)
    assert await ids(store.database) == ["a", "b", "held"]


async def test_a_reader_cannot_write(store: GameStore) -> None:
    with pytest.raises(StorageFailed):
        await store.database.read(inserting("a"))
    assert await ids(store.database) == []


async def test_a_reader_does_not_wait_for_the_writer(store: GameStore) -> None:
    async with Busy(store.database):
        assert await ids(store.database) == []
    assert await ids(store.database) == ["held"]


async def test_a_job_given_up_before_its_turn_is_not_done(store: GameStore) -> None:
    async with Busy(store.database):
        dropped, kept = await hand_in(store.database, inserting("dropped"), inserting("kept"))
        dropped.cancel()
    assert await kept == "kept"
    assert await ids(store.database) == ["held", "kept"]


async def test_closing_finishes_what_was_handed_in(url: str, store: GameStore) -> None:
    second = Database(url)
    (writing,) = await hand_in(second, inserting("last"))
    second.close()
    assert await writing == "last"
    assert await ids(store.database) == ["last"]


async def test_every_commit_is_forced_to_the_disk(store: GameStore) -> None:
    def pragmas(session: Session) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [session.connection().execute(text(f"PRAGMA {name}")).scalar_one() for name in names]

    assert await store.database.run(pragmas) == ["wal", 2, 1, 5000]
