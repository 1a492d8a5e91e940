"""A store for each test, a clock that moves only when told, and tables dealt as the test wants them."""

import itertools
import shutil
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.engine.cards import W, deck, parse, parse_all
from app.engine.house_rules import HouseRules
from app.engine.match import start_dealt
from app.engine.moves import Event, Move, parse_move
from app.engine.record import MatchRecord
from app.play import saved
from app.play.accounts import Accounts
from app.play.chronicle import Chronicle
from app.play.commands import Command, Outcome
from app.play.lounge import Lounge
from app.play.rooms import Rooms
from app.play.setup import Kind, Level, LocalSetup, Occupant, Speed
from app.play.table import LiveTable
from app.store import upkeep
from app.store.db import sqlite_url
from app.store.games import GameStore
from tests.play.people import Clock, accounts_at, closed

SEED = "0123456789abcdef0123456789abcdef"
DEVICE = "device"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


class FakeTime:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture(scope="session")
def empty_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of games with nothing in it; each test gets a copy."""
    file = tmp_path_factory.mktemp("games") / "empty.sqlite3"
    upkeep.prepare(sqlite_url(file))
    return file


@pytest.fixture
def url(tmp_path: Path, empty_games: Path) -> str:
    return sqlite_url(Path(shutil.copy(empty_games, tmp_path / "play.sqlite3")))


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    store = GameStore(url)
    yield store
    store.close()


def seated(kinds: str, rules: HouseRules | None = None, level: Level = Level.HARD) -> LocalSetup:
    """A set-up with one seat per letter: ``P`` a person, ``c`` a computer."""
    occupants = tuple(
        Occupant(Kind.PERSON if kind == "P" else Kind.COMPUTER, NAMES[seat], "", level, Speed.NORMAL)
        for seat, kind in enumerate(kinds)
    )
    return LocalSetup(occupants, rules or HouseRules())


def stacked_deck(rules: HouseRules, hands: Sequence[str], top: str, then: str = "") -> list[int]:
    """The whole deck so that seat 0 is dealt the first hand, and so on, then the top card, then ``then``.

    Hands may be shorter than the rules deal; the missing cards are high blue ones. The dealer is the last seat.
    """
    rest = sorted(deck(rules.decks, rules.shuffle_wilds, rules.custom_wilds), key=lambda card: card < W)
    wanted = [parse_all(hand) for hand in hands]
    for card in [*(card for hand in wanted for card in hand), parse(top), *parse_all(then)]:
        rest.remove(card)
    for hand in wanted:
        hand += [rest.pop() for _ in range(rules.hand_size - len(hand))]
    dealt = [wanted[seat][place] for place in range(rules.hand_size) for seat in range(len(hands))]
    return [*dealt, parse(top), *parse_all(then), *rest]


Deal = Callable[..., Awaitable["TableUnderTest"]]


class TableUnderTest:
    """A live table and short words for what tests do with it."""

    def __init__(self, live: LiveTable, time: FakeTime) -> None:
        self.live = live
        self.time = time
        self.told: list[tuple[int, tuple[Event, ...]]] = []
        live.subscribe(lambda version, events: self.told.append((version, events)))

    async def act(self, seat: int, move: str | Move, version: int | None = None, action: str | None = None) -> Outcome:
        """A person's move, given in its written form."""
        made = parse_move(move) if isinstance(move, str) else move
        expected = self.live.version if version is None else version
        return await self.live.submit(Command(seat, made, action or uuid.uuid4().hex, expected))


@pytest.fixture
def deal(store: GameStore, time: FakeTime) -> Deal:
    """Make, store and return a table: ``await deal("Pc", ["r5 r6", ...], "r1")``."""

    async def make(
        kinds: str,
        hands: Sequence[str],
        top: str,
        rules: HouseRules | None = None,
        then: str = "",
        parties: dict[str, frozenset[int]] | None = None,
        **options: Level,
    ) -> TableUnderTest:
        setup = seated(kinds, rules, **options)
        opening: list[Event] = []
        cards = stacked_deck(setup.rules, hands, top, then)
        state = start_dealt(setup.rules, len(kinds), SEED, len(kinds) - 1, cards, opening.append)
        record = MatchRecord.begin(setup.rules, len(kinds), SEED)
        table = saved.Saved(uuid.uuid4().hex, DEVICE, setup, state, Chronicle(record, opening, 0.0), 0.0)
        await saved.create(store, table)
        live = LiveTable(store, table, parties=parties, now=time, wall=time, new_seed=lambda: SEED)
        return TableUnderTest(live, time)

    return make


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def empty_accounts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the tables of accounts and nobody in it; each test gets a copy."""
    file = tmp_path_factory.mktemp("accounts") / "empty.sqlite3"
    upkeep.prepare(sqlite_url(file), upkeep.ACCOUNTS)
    return file


@pytest.fixture
def accounts_url(tmp_path: Path, empty_accounts: Path) -> str:
    return sqlite_url(Path(shutil.copy(empty_accounts, tmp_path / "accounts.sqlite3")))


@pytest.fixture
def accounts(accounts_url: str, clock: Clock) -> Iterator[Accounts]:
    accounts = accounts_at(accounts_url, clock)
    yield accounts
    closed(accounts)


def lounge_at(store: GameStore, time: FakeTime, beats: bool = False) -> Lounge:
    """Everything of a process with these clocks, where computers never act by themselves and seeds are known.

    Without ``beats`` rooms do nothing before ``Room.step``.
    """
    numbers = itertools.count(1)
    lounge = Lounge(store, pace=1e9, now=time, wall=time, new_seed=lambda: f"{next(numbers):032x}")
    lounge.rooms.house.beats = beats
    return lounge


@pytest.fixture
async def lounge(store: GameStore, time: FakeTime) -> AsyncIterator[Lounge]:
    """A lounge whose clocks stand, in which rooms do nothing by themselves."""
    lounge = lounge_at(store, time)
    yield lounge
    await lounge.close()


@pytest.fixture
def rooms(lounge: Lounge) -> Rooms:
    return lounge.rooms
