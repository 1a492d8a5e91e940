"""Connections: one writer thread that commits in groups, and reads beside it.

SQLite lets one connection write at a time, so all writing goes through one thread with one connection. Jobs
that wait together share one transaction (and one fsync), each inside a savepoint of its own; one that waits
alone has the transaction for itself. Nobody is told that a job is done before the transaction is on the disk.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import Session

from app.store.errors import translated

T = TypeVar("T")

# A group larger than this makes the first of it wait for the last without saving another fsync.
LARGEST_GROUP = 128
READERS = 2
BUSY_MILLISECONDS = 5000


def sqlite_file(url: str) -> str | None:
    """The path of the SQLite file that ``url`` names, or None for another database."""
    parsed = make_url(url)
    return parsed.database if parsed.get_backend_name() == "sqlite" else None


def sqlite_url(file: Path) -> str:
    """The URL of the SQLite file at ``file``."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def writing_engine(url: str, *, enforce: bool = True) -> Engine:
    """An engine for the one connection that writes. A transaction takes SQLite's write lock when it begins.

    Migrations rebuild tables and so must not ``enforce`` foreign keys meanwhile.
    """
    if sqlite_file(url) is None:
        return create_engine(url, pool_pre_ping=True)
    engine = _sqlite_engine(
        url,
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
        f"PRAGMA foreign_keys={'ON' if enforce else 'OFF'}",
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def reading_engine(url: str) -> Engine:
    """An engine whose connections refuse to write."""
    file = sqlite_file(url)
    if file is None:
        return create_engine(url, pool_pre_ping=True, execution_options={"postgresql_readonly": True})
    engine = _sqlite_engine(url, f"PRAGMA busy_timeout={BUSY_MILLISECONDS}", "PRAGMA query_only=ON")
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _sqlite_engine(url: str, *pragmas: str) -> Engine:
    # isolation_level None: transactions begin where we say, not where Python's driver guesses.
    engine = create_engine(url, connect_args={"isolation_level": None, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        for pragma in pragmas:
            connection.execute(pragma)

    return engine


class _Job:
    """Something to do inside a transaction, and where its outcome is awaited."""

    __slots__ = ("do", "future")

    def __init__(self, do: Callable[[Connection], Any]) -> None:
        self.do = do
        self.future: Future[Any] = Future()


class _Outcome:
    """What came of a job: a value or an error."""

    __slots__ = ("error", "value")

    def __init__(self, value: Any = None, error: Exception | None = None) -> None:
        self.value = value
        self.error = error

    def tell(self, future: "Future[Any]") -> None:
        if self.error is not None:
            future.set_exception(self.error)
        else:
            future.set_result(self.value)


class Database:
    """The writer and the readers of one database."""

    def __init__(self, url: str) -> None:
        """Open ``url``; the schema must be the newest (see `upkeep.prepare`)."""
        self.writing = writing_engine(url)
        self.reading = reading_engine(url)
        # To take it from the pool and give it back takes a third as long as to store a move; a file's does not break.
        self._keeps_connection = sqlite_file(url) is not None
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-read")
        self._thread = threading.Thread(target=self._write, name="store-write", daemon=True)
        self._thread.start()

    async def run(self, do: Callable[[Session], T]) -> T:
        """Do something in the writer's transaction and return its value once that is on the disk.

        ``do`` may be called again when its group could not be committed, so it must change nothing but the
        session. Raises what ``do`` raises (its changes are undone, those of others are not), `StorageFull` or
        `StorageFailed`.
        """
        return await self.execute(lambda connection: in_session(connection, do))

    async def execute(self, do: Callable[[Connection], T]) -> T:
        """The same on the bare connection: a session takes as long to make as a move to store."""
        job = _Job(do)
        self._jobs.put(job)
        value: T = await asyncio.wrap_future(job.future)
        return value

    async def read(self, do: Callable[[Session], T]) -> T:
        """Return what ``do`` reads from the last committed state, beside the writer and without waiting for it."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, do)

    def close(self) -> None:
        """Finish the jobs handed in so far, then close every connection."""
        self._jobs.put(None)
        self._thread.join()
        self._readers.shutdown()
        self.reading.dispose()
        self.writing.dispose()

    def _read(self, do: Callable[[Session], T]) -> T:
        try:
            with Session(self.reading, expire_on_commit=False) as session:
                return do(session)
        except DBAPIError as problem:
            raise translated(problem) from problem

    def _write(self) -> None:
        last = False
        while not last:
            group, last = self._next_group()
            wanted = [job for job in group if job.future.set_running_or_notify_cancel()]
            for job, outcome in zip(wanted, self._commit(wanted), strict=True):
                outcome.tell(job.future)
        self._let_go()

    def _next_group(self) -> tuple[list[_Job], bool]:
        """Wait for a job, take along those that wait with it; and whether the end has been asked for."""
        group: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP or self._jobs.empty():
                return group, False
            job = self._jobs.get()
        return group, True

    def _commit(self, group: Sequence[_Job]) -> list[_Outcome]:
        """Do the jobs in one transaction. If that fails as a whole, do each in one of its own."""
        if not group:
            return []
        try:
            return self._done_together(group)
        except Exception as problem:  # Whatever it is, it is told to those who wait and the writer goes on.
            self._let_go()
            if len(group) == 1:
                return [_Outcome(error=_chained(problem))]
        return [outcome for job in group for outcome in self._commit([job])]

    def _done_together(self, group: Sequence[_Job]) -> list[_Outcome]:
        connection = self._connection = self._connection or self.writing.connect()
        with connection.begin():
            # Alone, its transaction is all that there is to undo: a savepoint would cost as much as a move.
            alone = len(group) == 1
            done = [_Outcome(job.do(connection)) if alone else _attempt(connection, job) for job in group]
        if not self._keeps_connection:
            self._let_go()
        return done

    def _let_go(self) -> None:
        """Give the connection back; whatever is left open in it is undone."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # One that is broken is out of the pool by then, and the writer goes on with another.
            with contextlib.suppress(DBAPIError):
                connection.close()


def in_session(connection: Connection, do: Callable[[Session], T]) -> T:
    """Do something with a session inside the transaction, or the savepoint, that is open on ``connection``."""
    with Session(connection, expire_on_commit=False, join_transaction_mode="rollback_only") as session:
        value = do(session)
        session.commit()
    return value


def _attempt(connection: Connection, job: _Job) -> _Outcome:
    """Do one job inside a savepoint. An error of the database itself (full, broken) goes up: the group is lost."""
    try:
        with connection.begin_nested():
            return _Outcome(job.do(connection))
    except IntegrityError as problem:
        return _Outcome(error=_chained(problem))
    except DBAPIError:
        raise
    except Exception as problem:  # The caller's own error: theirs to handle, and no reason to stop the writer.
        return _Outcome(error=problem)


def _chained(problem: Exception) -> Exception:
    if not isinstance(problem, DBAPIError):
        return problem
    error = translated(problem)
    error.__cause__ = problem
    return error
