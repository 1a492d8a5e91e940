"""What can go wrong with the database.

StoreError
├── StorageFull         nothing was stored; the same call may succeed once there is room
├── StorageFailed       nothing was stored; the database or its disk refused
│   └── Conflict        something with the same key is there already
└── Unusable            the database cannot be opened; the message says why, in one sentence
    ├── NewerDatabase   made by a newer version of the product
    ├── ForeignDatabase made by another program
    └── InUse           another process holds it
"""

from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The database did not do what was asked; it is as it was before."""


class StorageFull(StoreError):
    """There is no room on the disk; the same call may succeed later."""


class StorageFailed(StoreError):
    """The database or its disk refused."""


class Conflict(StorageFailed):
    """Something that may be there only once is there already."""


class Unusable(StoreError):
    """The database cannot be opened. The message is one sentence for whoever starts the product."""


class NewerDatabase(Unusable):
    """The database was made by a newer version of the product."""


class ForeignDatabase(Unusable):
    """The database belongs to another program."""


class InUse(Unusable):
    """Another process holds the database."""


# What SQLite and PostgreSQL call a full disk.
_FULL = ("SQLITE_FULL", "53100")

# What they call a key that is there already.
_DOUBLE = ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505")


def translated(problem: DBAPIError) -> StoreError:
    """The error of this module that says what ``problem`` means."""
    first = list(_back_from(problem))[-1].orig
    code = getattr(first, "sqlite_errorname", None) or getattr(first, "sqlstate", None)
    if code in _FULL:
        return StorageFull("there is no room left in the database or on its disk")
    if code in _DOUBLE:
        return Conflict(f"this is there already: {first}")
    return StorageFailed(f"the database refused: {first}")


def _back_from(problem: BaseException) -> Iterator[DBAPIError]:
    """``problem`` and those in whose handling it came up: a full disk ends SQLite's savepoints, too."""
    step: BaseException | None = problem
    while step is not None:
        if isinstance(step, DBAPIError):
            yield step
        step = step.__context__
