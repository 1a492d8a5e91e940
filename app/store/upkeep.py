"""Before and around the running product: check the database, migrate it, copy it, put a copy back.

Nothing here ever deletes a database: what cannot be used is moved aside under a dated name.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from app.store.db import sqlite_file, sqlite_url, writing_engine
from app.store.errors import ForeignDatabase, InUse, NewerDatabase, Unusable

try:
    import fcntl
except ImportError:  # Windows, where starting twice is not noticed.
    fcntl = None  # type: ignore[assignment]

# The two sets of tables, which may share a database: each has migrations and a note of its step of its own.
GAMES = "versions"
ACCOUNTS = "accounts"
STEP_TABLES = {GAMES: "alembic_version", ACCOUNTS: "accounts_version"}

# Beside its file SQLite keeps the newest commits in the first and an index of them in the second.
COMPANIONS = ("-wal", "-shm")


@contextlib.contextmanager
def held(url: str, *, shared: bool = False) -> Iterator[None]:
    """Keep other processes off the SQLite file of ``url``; the hold ends with the process, however it ends.

    A ``shared`` hold keeps off only those that want it for themselves. Raises `InUse` when another process
    holds it. A database server looks after itself.
    """
    with _plainly(f"The database {redacted(url)} cannot be opened"):
        lock = _lock(sqlite_file(url), shared)
    with lock:
        yield


def _lock(file: str | None, shared: bool) -> contextlib.AbstractContextManager[object]:
    if file is None or fcntl is None:
        return contextlib.nullcontext()
    lock = open(f"{file}.lock", "a")  # noqa: SIM115 - held open for as long as the caller holds the database.
    try:
        fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise InUse(f"The database {file} is in use by another UNO Ultimate; stop that one first.") from None
    return lock


def redacted(url: str) -> str:
    """The database of ``url`` as it may be shown: a file's path, or the address without its password."""
    try:
        return sqlite_file(url) or make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "of the settings"


@contextlib.contextmanager
def _plainly(what: str) -> Iterator[None]:
    """Turn what the system or the database refuses into one sentence that begins with ``what``."""
    try:
        yield
    except (OSError, ImportError, ValueError, sqlite3.Error, SQLAlchemyError) as problem:
        cause = getattr(problem, "strerror", None) or getattr(problem, "orig", None) or problem
        raise Unusable(f"{what} ({' '.join(str(cause).split())}).") from problem


class BeganAnew(str):
    """A notice that what was stored had to be put aside; people who miss their games want to know."""


def prepare(url: str, tables: str = GAMES) -> list[str]:
    """Bring the database at ``url`` to the newest tables, making it when missing, and tell what was unusual.

    ``tables`` are `GAMES` or `ACCOUNTS`. A corrupt SQLite file is moved aside and a new one begun. Raises
    `Unusable` (see `errors`) where the database must not be touched.
    """
    notices: list[str] = []
    file = sqlite_file(url)
    if file is not None and is_corrupt(Path(file)):
        aside = _move_aside(Path(file), "corrupt")
        notices.append(BeganAnew(f"The database {file} was damaged. It is kept as {aside}, and a new one was begun."))
    with _plainly(f"The database {redacted(url)} cannot be opened"):
        copy = _migrate(url, tables, keep_copy=file is not None)
    if copy is not None:
        notices.append(f"The database was migrated; as it was before, it is kept as {copy}.")
    return notices


def is_corrupt(file: Path) -> bool:
    """Whether SQLite finds the file at ``file`` damaged. One that cannot be read at all is not called so."""
    if not file.exists():
        return False
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True


def _dated(file: Path, why: str) -> Path:
    """A name beside ``file`` that is still free, with the reason and the time in it."""
    stem = f"{file.name}.{why}-{time.strftime('%Y%m%d-%H%M%S')}"
    numbered = (file.with_name(stem + (f"-{number}" if number else "")) for number in range(1000))
    return next(name for name in numbered if not name.exists())


def _move_aside(file: Path, why: str) -> Path:
    aside = _dated(file, why)
    with _plainly(f"The database {file} cannot be moved aside"):
        for ending in ("", *COMPANIONS):
            part = Path(f"{file}{ending}")
            if part.exists():
                part.rename(f"{aside}{ending}")
    return aside


def alembic_config(tables: str = GAMES) -> Config:
    """Alembic's own settings, made here so that no file of them has to be found."""
    config = Config()
    # Alembic reads a path as a template in which % has a meaning.
    folder = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", folder)
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", f"{folder}/{tables}")
    config.attributes["tables"] = tables
    return config


def _migrate(url: str, tables: str, *, keep_copy: bool) -> Path | None:
    """Migrate to the newest tables; with ``keep_copy``, the copy made before an older database was changed."""
    config = alembic_config(tables)
    newest = ScriptDirectory.from_config(config).get_current_head()
    engine = writing_engine(url, enforce=False)
    try:
        with engine.begin() as connection:
            revision = _revision(connection, config)
        if revision == newest:
            return None
        copy = _copy_before(url, revision) if keep_copy and revision else None
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            _check_references(connection)
        return copy
    finally:
        engine.dispose()


def _revision(connection: Connection, config: Config) -> str | None:
    """The step that the database has reached, or None before the first. Raises what must not be touched."""
    step_table = STEP_TABLES[config.attributes["tables"]]
    revision = MigrationContext.configure(connection, opts={"version_table": step_table}).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is None and _is_foreign(inspect(connection).get_table_names()):
        raise ForeignDatabase(
            "The database belongs to another program; name another one in UNO_DATABASE_URL "
            "or UNO_ACCOUNTS_DATABASE_URL."
        )
    if revision is not None and revision not in known:
        raise NewerDatabase(
            f"The database was made by a newer version of UNO Ultimate (step {revision}); "
            "start that version, or restore a backup made by this one."
        )
    return revision


def _is_foreign(names: Sequence[str]) -> bool:
    """Whether tables are there, and neither the game's nor those of accounts among them."""
    return bool(names) and not set(names) & set(STEP_TABLES.values())


def _copy_before(url: str, revision: str) -> Path:
    file = Path(_needed_file(url, "copy"))
    copy = _dated(file, f"before-migration-from-{revision}")
    _copy(file, copy)
    return copy


def _check_references(connection: Connection) -> None:
    """Migrations run without foreign keys; this is the check that they owe."""
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise Unusable("The migration would have left moves without their table, so nothing was changed.")


def _copy(source: Path, target: Path) -> None:
    """A whole and consistent copy, also while ``source`` is being written to. Refuses an existing ``target``."""
    with contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    with target.open("rb") as written:
        os.fsync(written.fileno())


def backup(url: str, target: Path) -> None:
    """Write a copy of the database to ``target``; the product may be running. Raises `Unusable`."""
    file = _needed_file(url, "back up")
    if not Path(file).exists():
        raise Unusable(f"There is no database at {file} yet.")
    if target.exists():
        raise Unusable(f"{target} exists already; name a new file.")
    with _plainly(f"The backup {target} could not be written"):
        _copy(Path(file), target)


def restore(url: str, source: Path) -> Path | None:
    """Put the copy at ``source`` in the database's place; where there was one, the name under which it is kept.

    Raises `Unusable` when ``source`` is no whole database of this product, or the product is running.
    """
    file = Path(_needed_file(url, "restore"))
    if not source.is_file():
        raise Unusable(f"There is no file {source}.")
    if is_corrupt(source):
        raise Unusable(f"{source} is damaged or no database; nothing was changed.")
    with held(url), _plainly(f"{source} could not be restored"):
        fresh = _dated(file, "restoring")
        _copy(source, fresh)
        try:
            for tables in _tables_in(fresh):
                _migrate(sqlite_url(fresh), tables, keep_copy=False)
        except Unusable:
            fresh.unlink()
            raise
        before = _move_aside(file, "before-restore") if file.exists() else None
        fresh.rename(file)
        return before


def _tables_in(file: Path) -> list[str]:
    """Which of our tables a copy holds; the game's, to be judged, where it is a stranger's."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [tables for tables, step_table in STEP_TABLES.items() if step_table in names] or [GAMES]


def _needed_file(url: str, what: str) -> str:
    file = sqlite_file(url)
    if file is None:
        raise Unusable(f"Only SQLite can be handled here; {what} a database server with its own tools.")
    return file
