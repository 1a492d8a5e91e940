"""What the tests of accounts share: a store in a file, cheap hashes, a clock, a visitor."""

from collections.abc import Callable

from app.play.accounts import Accounts, Opened, Visitor, new_invites
from app.play.passwords import Passwords
from app.play.refusals import Refused
from app.store.accounts import AccountStore
from app.store.db import Database

PASSWORD = "tulip harbour mango drum"
OTHER_PASSWORD = "seven quiet otters paint walls"
ANN = Visitor("device of ann", "192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
BEN = Visitor("device of ben", "198.51.100.1")


class Clock:
    """Seconds since 1970 that pass only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


def accounts_at(url: str, clock: Callable[[], float], *, invites: bool = False, queue: int = 20) -> Accounts:
    """The accounts in the database at ``url``, with hashes that cost next to nothing."""
    passwords = Passwords(memory_kib=8, longest_queue=queue)
    return Accounts(AccountStore(Database(url)), invites=invites, passwords=passwords, wall=clock)


def closed(accounts: Accounts) -> None:
    accounts.close()
    accounts.store.database.close()


async def registered(accounts: Accounts, visitor: Visitor = ANN, name: str = "Ann", email: str = "") -> Opened:
    return await accounts.register(visitor, name, PASSWORD, email)


async def an_invite(accounts: Accounts, days: int = 7) -> str:
    (code,) = await new_invites(accounts.store, 1, days, accounts.wall())
    return code


class refused:
    """Expect the refusal with this word; ``.refusal`` is it."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.refusal = Refused("")

    def __enter__(self) -> "refused":
        return self

    def __exit__(self, kind: object, problem: object, _trace: object) -> bool:
        assert isinstance(problem, Refused), f"expected {self.word}, got {problem!r}"
        assert problem.word == self.word
        self.refusal = problem
        return True
