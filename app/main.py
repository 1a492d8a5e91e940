"""The composition root and the command line.

Exit codes: 0 when all went well, 1 when the database, the port or a file was in the way, 2 when the words
on the command line or a setting are wrong. Each trouble is one sentence on the error output.
"""

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn

from app import __version__, simulate
from app.config import BadSetting, Settings, described, read_settings, unknown_variables, with_data_dir
from app.store import upkeep
from app.store.accounts import AccountStore
from app.store.db import Database
from app.store.errors import InUse, StoreError
from app.store.games import GameStore

# A command of the browser is a few hundred bytes; pictures come by ordinary requests.
LARGEST_FRAME = 64 * 1024
SECONDS_TO_FINISH = 5

# A full collection stops every table for about a millisecond per person, so it shall be rare.
GC_THRESHOLDS = (100_000, 50, 1000)


class Trouble(Exception):
    """Something outside is in the way; the message is one sentence for whoever started the product."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says (``serve`` when it says nothing) and return the exit code."""
    asked = _parser().parse_args(words)
    try:
        settings = read_settings(os.environ)
        _warn_of_unknown()
        asked.do(settings, asked)
    except (BadSetting, simulate.BadArguments) as wrong:
        return _complain(wrong, 2)
    except (StoreError, Trouble, simulate.NotDone) as trouble:
        return _complain(trouble, 1)
    return 0


def _complain(problem: Exception, code: int) -> int:
    print(problem, file=sys.stderr)
    return code


def _warn_of_unknown() -> None:
    for name in unknown_variables(os.environ):
        print(f"{name} is no setting and has no effect; --help lists the settings.", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="unoultimate",
        description="UNO Ultimate: a complete UNO-style card game in the browser.\n"
        "A fan project, not affiliated with Mattel.",
        epilog=settings_text(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.set_defaults(do=serve)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    commands.add_parser("serve", help="start the product (when no command is given)").set_defaults(do=serve)
    commands.add_parser("migrate", help="bring the database to the newest tables").set_defaults(do=migrate)
    _with_file(commands.add_parser("backup", help="copy the database to a new file")).set_defaults(do=backup)
    _with_file(commands.add_parser("restore", help="put such a copy in its place")).set_defaults(do=restore)
    inviting = commands.add_parser("invite", help="make invite codes, with which people can register")
    inviting.add_argument("--count", type=_from_one_to(100), default=1, metavar="N", help="how many (default: 1)")
    inviting.add_argument("--days", type=_from_one_to(365), default=7, metavar="N", help="how long (default: 7)")
    inviting.set_defaults(do=invite)
    simulation = commands.add_parser("simulate", help="let computers play many matches and count")
    simulate.add_arguments(simulation).set_defaults(do=run_simulation)
    return parser


def _with_file(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--accounts", action="store_true", help="the database of accounts, where that is another one")
    return command


def _from_one_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {most}")
        return int(text)

    return number


def settings_text() -> str:
    """Every setting with its meaning and default, as ``--help`` shows it."""
    lines = [f"  {about.variable}\n      {about.meaning} (default: {about.default})" for about in described()]
    return "\n".join(["settings, read from the environment:", *lines])


def migrate(settings: Settings, _asked: argparse.Namespace) -> None:
    """Bring the database to the newest tables, as ``serve`` does before it starts."""
    settings = with_data_dir(settings)
    with _held(settings):
        _prepare(settings)
    print("The database is up to date.")


def _prepare(settings: Settings) -> bool:
    """Make the databases ready; whether one of them was damaged and had to be begun anew."""
    notices = upkeep.prepare(settings.database_url)
    notices += upkeep.prepare(settings.accounts_database_url, upkeep.ACCOUNTS)
    _tell(notices)
    return any(isinstance(notice, upkeep.BeganAnew) for notice in notices)


def backup(settings: Settings, asked: argparse.Namespace) -> None:
    """Copy the database to a new file, also while the product runs."""
    upkeep.backup(_database(settings, asked), asked.file)
    print(f"The database was copied to {asked.file}.")


def restore(settings: Settings, asked: argparse.Namespace) -> None:
    """Put a copy in the database's place and keep what was there."""
    settings = with_data_dir(settings)
    kept = upkeep.restore(_database(settings, asked), asked.file)
    print(f"{asked.file} was restored." + (f" What was there before is kept as {kept}." if kept else ""))


def _database(settings: Settings, asked: argparse.Namespace) -> str:
    return settings.accounts_database_url if asked.accounts else settings.database_url


def invite(settings: Settings, asked: argparse.Namespace) -> None:
    """Make invite codes and print them, also while the product runs."""
    from app.play.accounts import new_invites

    settings = with_data_dir(settings)
    # Held by the running product it is in order already.
    with contextlib.suppress(InUse), upkeep.held(settings.accounts_database_url):
        _tell(upkeep.prepare(settings.accounts_database_url, upkeep.ACCOUNTS))
    with contextlib.closing(Database(settings.accounts_database_url)) as database:
        codes = asyncio.run(new_invites(AccountStore(database), asked.count, asked.days, time.time()))
    print("\n".join(codes))
    print(f"Each makes one account, once, in the next {asked.days} days.", file=sys.stderr)
    if not settings.invites:
        print("UNO_INVITES is off, so that anybody can register without one.", file=sys.stderr)


def run_simulation(_settings: Settings, asked: argparse.Namespace) -> None:
    """Let computers play many matches, print and export what came of them."""
    simulate.run_command(asked)


def _tell(notices: Sequence[str]) -> None:
    for notice in notices:
        print(notice, file=sys.stderr)


def serve(settings: Settings, _asked: argparse.Namespace) -> None:
    """Start the product and run it until it is told to stop."""
    settings = with_data_dir(settings)
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    signal.signal(signal.SIGTERM, _leave)
    with _listening(settings) as door, _stores(settings) as stores, contextlib.suppress(KeyboardInterrupt):
        Server(settings, *stores).run(sockets=[door])


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    # Uvicorn hands the signal on once it has finished; leaving this way closes the store, too.
    raise SystemExit(0)


@contextlib.contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """The socket of the port, taken before anything is touched. Raises `Trouble` where it is not to be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as door:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((settings.host, settings.port))
        except OSError as problem:
            raise Trouble(
                f"Port {settings.port} of {settings.host} cannot be used ({problem.strerror or problem}); "
                "choose another in UNO_PORT or UNO_HOST."
            ) from problem
        yield door


@contextlib.contextmanager
def _stores(settings: Settings) -> Iterator[tuple[GameStore, AccountStore, bool]]:
    """The databases, made ready, held against other processes and closed at the end, and whether they are anew."""
    with _held(settings):
        anew = _prepare(settings)
        with contextlib.closing(GameStore(settings.database_url)) as games:
            if _one_database(settings):
                # One database has one writer.
                yield games, AccountStore(games.database), anew
                return
            with contextlib.closing(Database(settings.accounts_database_url)) as own:
                yield games, AccountStore(own), anew


@contextlib.contextmanager
def _held(settings: Settings) -> Iterator[None]:
    """Keep others off the databases; a sister game may use the accounts at the same time."""
    with contextlib.ExitStack() as holds:
        holds.enter_context(upkeep.held(settings.database_url))
        if not _one_database(settings):
            holds.enter_context(upkeep.held(settings.accounts_database_url, shared=True))
        yield


def _one_database(settings: Settings) -> bool:
    return settings.accounts_database_url == settings.database_url


class Server(uvicorn.Server):
    """Our own uvicorn: it says where it can be reached once it can be, and keeps the garbage collector rare."""

    def __init__(self, settings: Settings, store: GameStore, account_store: AccountStore, anew: bool) -> None:
        """The whole product, to be served on sockets handed to `run`."""
        # The pages bring a framework along that takes a second to load, which no other command needs.
        from app.play import Accounts, Lounge
        from app.ui.server import create_app

        self.settings = settings
        self.lounge = Lounge(store, pace=settings.computer_pace)
        self.lounge.began_anew = anew
        self.accounts = Accounts(account_store, invites=settings.invites)
        super().__init__(
            uvicorn.Config(
                create_app(settings, self.lounge, self.accounts),
                ws="websockets-sansio",
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                access_log=False,
                log_config=None,
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=SECONDS_TO_FINISH,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.lounge.rooms.begin()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.collect()
        gc.freeze()
        if self.started:
            print(welcome(self.settings), flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering, then let the computers stop; what was played is stored already."""
        await super().shutdown(sockets)
        await self.lounge.close()
        self.accounts.close()


def welcome(settings: Settings) -> str:
    """Where the product can be opened, on this machine and on others."""
    lines = [f"  {address}  ({where})" for address, where in addresses(settings)]
    return "\n".join(["UNO Ultimate is ready. Open", *lines, "Ctrl+C stops it."])


def addresses(settings: Settings) -> list[tuple[str, str]]:
    """Each address to open with what it is good for; the public one first where there is one."""
    found = [(settings.base_url, "from anywhere")] if settings.base_url else []
    host = settings.host
    everywhere = host in ("0.0.0.0", "::")
    if everywhere or host in ("localhost", "::1") or host.startswith("127."):
        found.append((f"http://localhost:{settings.port}", "on this machine"))
    outward = lan_address() if everywhere else host
    if outward and not outward.startswith("127.") and outward not in ("localhost", "::1"):
        shown = f"[{outward}]" if ":" in outward else outward
        found.append((f"http://{shown}:{settings.port}", "on other devices in the network"))
    return found


def lan_address() -> str | None:
    """The address under which other devices see this machine, or None outside any network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A documentation address: connecting a datagram socket only asks for the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


if __name__ == "__main__":
    raise SystemExit(main())
