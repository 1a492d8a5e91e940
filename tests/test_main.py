"""The command line as people use it: the real program in a process of its own."""

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import main as program
from app.config import described, read_settings

SECONDS = 60
ROOT = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with a folder and a port of its own. NiceGUI must not take the program for a test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("UNO_", "PYTEST"))}
    own = {"UNO_DATA_DIR": str(tmp_path / "data"), "UNO_HOST": "127.0.0.1", "UNO_PORT": str(free_port())}
    return {**kept, **own, "PYTHONPATH": str(ROOT)}


def ended(environ: dict[str, str], *words: str) -> tuple[int, str, str]:
    """The exit code, output and error output of the program."""
    done = subprocess.run(
        [sys.executable, "-m", "app.main", *words], env=environ, capture_output=True, text=True, timeout=SECONDS
    )
    return done.returncode, done.stdout, done.stderr


@contextlib.contextmanager
def serving(environ: dict[str, str], *words: str) -> Iterator["subprocess.Popen[str]"]:
    """The program once it has said that it is ready; killed at the end if it still runs."""
    command = [sys.executable, "-m", "app.main", *words]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(2)]
            assert "ready" in said[0], process.communicate()
            assert f"http://localhost:{environ['UNO_PORT']}" in said[1]
            yield process
        finally:
            process.kill()


def healthy(environ: dict[str, str]) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{environ['UNO_PORT']}/healthz", timeout=SECONDS) as answer:
        return bool(answer.status == 200)


def database(environ: dict[str, str]) -> Path:
    return Path(environ["UNO_DATA_DIR"]) / "uno.sqlite3"


def device_ids(file: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return [id for (id,) in connection.execute("SELECT id FROM owner ORDER BY id")]


def execute(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


ADD = "INSERT INTO owner VALUES ('{}', '', '', 0, 0)"


@pytest.mark.parametrize("words", [(), ("serve",)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops_cleanly(environ: dict[str, str], words: tuple[str, ...], number: int) -> None:
    with serving(environ, *words) as process:
        assert healthy(environ)
        process.send_signal(number)
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in errors
    # A clean end leaves no journal to recover from.
    assert sorted(path.name for path in database(environ).parent.iterdir()) == [
        "secret", "uno.sqlite3", "uno.sqlite3.lock",
    ]  # fmt: skip


def test_after_sigkill_it_starts_again(environ: dict[str, str]) -> None:
    with serving(environ) as process:
        process.kill()
        process.wait(SECONDS)
    with serving(environ):
        assert healthy(environ)


def test_help_lists_every_setting_and_command(environ: dict[str, str]) -> None:
    code, out, _ = ended(environ, "--help")
    assert code == 0
    for about in described():
        assert about.variable in out
        assert f"{about.meaning} (default: {about.default})" in out
    assert all(command in out for command in ("serve", "migrate", "backup", "restore", "invite"))


@pytest.mark.parametrize("words", [("fly",), ("backup",), ("serve", "now"), ("--port", "80")])
def test_wrong_words_are_refused(environ: dict[str, str], words: tuple[str, ...]) -> None:
    code, _, errors = ended(environ, *words)
    assert code == 2
    assert "Traceback" not in errors


def test_a_bad_setting_is_one_sentence(environ: dict[str, str]) -> None:
    assert ended({**environ, "UNO_PORT": "eighty"}) == (2, "", "UNO_PORT must be a whole number from 1 to 65535.\n")


def test_a_mistyped_setting_is_mentioned(environ: dict[str, str]) -> None:
    code, _, errors = ended({**environ, "UNO_PROT": "80"}, "migrate")
    assert code == 0
    assert errors == "UNO_PROT is no setting and has no effect; --help lists the settings.\n"


def one_sentence(errors: str) -> bool:
    return errors.endswith(".\n") and errors.count("\n") == 1


def test_a_folder_that_cannot_be_written_to_is_one_sentence(environ: dict[str, str]) -> None:
    code, _, errors = ended({**environ, "UNO_DATA_DIR": "/proc/data"})
    assert code == 2
    assert one_sentence(errors)
    assert "/proc/data" in errors


def test_a_port_in_use_is_one_sentence(environ: dict[str, str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(environ["UNO_PORT"])))
        other.listen()
        code, _, errors = ended(environ)
    assert code == 1
    assert one_sentence(errors)
    assert environ["UNO_PORT"] in errors
    assert "UNO_PORT" in errors


def test_a_second_one_on_the_same_database_is_refused(environ: dict[str, str]) -> None:
    with serving(environ):
        code, _, errors = ended({**environ, "UNO_PORT": str(free_port())})
        assert healthy(environ)
    assert code == 1
    assert one_sentence(errors)
    assert "in use" in errors


def test_a_damaged_database_is_kept_and_it_starts_with_a_new_one(environ: dict[str, str]) -> None:
    database(environ).parent.mkdir()
    database(environ).write_bytes(b"not a database at all" * 100)
    with serving(environ) as process:
        assert healthy(environ)
        process.terminate()
        _, errors = process.communicate(timeout=SECONDS)
    (kept,) = database(environ).parent.glob("*.corrupt-*")
    assert kept.read_bytes() == b"not a database at all" * 100
    assert str(kept) in errors


def test_a_newer_database_is_one_sentence_and_left_alone(environ: dict[str, str]) -> None:
    assert ended(environ, "migrate")[0] == 0
    execute(database(environ), "UPDATE alembic_version SET version_num = '9999'")
    code, _, errors = ended(environ)
    assert code == 1
    assert one_sentence(errors)
    assert "newer version" in errors


def test_backup_while_it_runs_and_restore(environ: dict[str, str], tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.sqlite3")
    with serving(environ):
        execute(database(environ), ADD.format("before"))
        assert ended(environ, "backup", copy)[0] == 0
        execute(database(environ), ADD.format("after"))
        code, _, errors = ended(environ, "restore", copy)
        assert (code, one_sentence(errors)) == (1, True)
    assert ended(environ, "backup", copy)[0] == 1
    code, out, _ = ended(environ, "restore", copy)
    assert code == 0
    assert "kept as" in out
    assert device_ids(database(environ)) == ["before"]
    with serving(environ):
        assert healthy(environ)


def invites(file: Path) -> int:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (number,) = connection.execute("SELECT count(*) FROM account_invite").fetchone()
    return int(number)


def test_invites_are_made_before_it_runs_and_while_it_runs(environ: dict[str, str]) -> None:
    code, out, _ = ended(environ, "invite", "--count", "3", "--days", "2")
    assert code == 0
    assert len({line for line in out.splitlines() if re.fullmatch(r"([0-9A-Z]{4}-){6}[0-9A-Z]{2}", line)}) == 3
    with serving(environ):
        assert ended(environ, "invite")[0] == 0
        assert healthy(environ)
    assert invites(database(environ)) == 4
    assert out.splitlines()[0].encode() not in database(environ).read_bytes()


@pytest.mark.parametrize("words", [("--count", "0"), ("--count", "101"), ("--days", "-1"), ("--days", "soon")])
def test_invites_that_make_no_sense_are_refused(environ: dict[str, str], words: tuple[str, str]) -> None:
    code, _, errors = ended(environ, "invite", *words)
    assert code == 2
    assert "whole number" in errors


def test_where_nobody_needs_an_invite_that_is_said(environ: dict[str, str]) -> None:
    assert "without one" in ended({**environ, "UNO_INVITES": "off"}, "invite")[2]


def test_accounts_can_have_a_database_of_their_own(environ: dict[str, str], tmp_path: Path) -> None:
    own, copy = tmp_path / "accounts.sqlite3", tmp_path / "copy.sqlite3"
    environ = {**environ, "UNO_ACCOUNTS_DATABASE_URL": f"sqlite:///{own}"}
    with serving(environ):
        assert healthy(environ)
        assert ended(environ, "invite")[0] == 0
        assert ended(environ, "backup", "--accounts", str(copy))[0] == 0
        code, _, errors = ended(environ, "restore", "--accounts", str(copy))
        assert (code, one_sentence(errors)) == (1, True)
    assert (invites(own), invites(copy)) == (1, 1)
    assert ended(environ, "restore", "--accounts", str(copy))[0] == 0
    with contextlib.closing(sqlite3.connect(database(environ))) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "live_table" in names and "account" not in names


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"UNO_HOST": "127.0.0.1"}, ["http://localhost:8080"]),
        ({"UNO_HOST": "0.0.0.0"}, ["http://localhost:8080", "http://192.168.1.5:8080"]),
        ({"UNO_HOST": "192.168.1.7", "UNO_PORT": "80"}, ["http://192.168.1.7:80"]),
        ({"UNO_HOST": "fe80::1"}, ["http://[fe80::1]:8080"]),
        (
            {"UNO_HOST": "127.0.0.1", "UNO_BASE_URL": "https://uno.example.org"},
            ["https://uno.example.org", "http://localhost:8080"],
        ),
    ],
)
def test_the_addresses_that_are_said(
    given: dict[str, str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "lan_address", lambda: "192.168.1.5")
    assert [address for address, _ in program.addresses(read_settings(given))] == expected


def test_without_a_network_there_is_still_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "lan_address", lambda: None)
    assert [address for address, _ in program.addresses(read_settings({}))] == ["http://localhost:8080"]


def test_the_address_in_the_network_is_a_plain_number() -> None:
    address = program.lan_address()
    assert address is None or re.fullmatch(r"\d+(\.\d+){3}", address)
