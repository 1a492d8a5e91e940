"""The two commands of the README: when they install, what they run, which browser they take."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The commands that would have been run, in a checkout of its own; each succeeds at once."""
    made: list[list[str]] = []

    def call(command: list[str], **_options: object) -> int:
        made.append(command)
        if "venv" in command:
            run.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            run.PYTHON.touch()
        return 0

    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "STAMP", tmp_path / ".venv" / "installed.txt")
    monkeypatch.setattr(run, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(subprocess, "call", call)
    return made


def test_what_is_installed_once_is_not_installed_again(calls: list[list[str]]) -> None:
    run.install("")
    assert [command[2] for command in calls] == ["venv", "pip"]
    calls.clear()
    run.install("")
    assert calls == []


def test_the_packages_of_the_tests_come_on_top_and_serve_the_product_too(calls: list[list[str]]) -> None:
    run.install("")
    calls.clear()
    run.install("test")
    (pip,) = calls
    assert any(word.startswith("pytest") for word in pip)
    assert any(word.startswith("nicegui") for word in pip)
    calls.clear()
    run.install("")
    run.install("test")
    assert calls == []


def test_changed_requirements_make_everything_anew(calls: list[list[str]]) -> None:
    run.install("test")
    calls.clear()
    with (run.ROOT / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    run.install("test")
    assert [command[2] for command in calls] == ["venv", "pip"]


def test_an_installation_that_broke_off_is_done_again(
    calls: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as without_network:
        without_network.setattr(subprocess, "call", lambda command: int("pip" in command))
        with pytest.raises(SystemExit) as end:
            run.install("")
    assert end.value.code == 2
    assert "network" in capsys.readouterr().err
    run.install("")
    assert [command[2] for command in calls] == ["venv", "pip"]


def test_the_stages_run_in_order_and_the_first_that_fails_ends_it(
    calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run.install("test")
    calls.clear()
    note = subprocess.call
    monkeypatch.setattr(subprocess, "call", lambda words, **more: note(words, **more) or 3 * ("mypy" in words[0]))
    assert run.main(["test"]) == 3
    assert [Path(command[0]).name for command in calls] == ["ruff", "lint-imports", "python", "mypy"]


def test_a_stage_alone(calls: list[list[str]]) -> None:
    run.install("test")
    calls.clear()
    assert run.main(["test", "types"]) == 0
    assert [Path(command[0]).name for command in calls] == ["mypy"]


def test_an_unknown_stage_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run.main(["test", "everything"])
    assert end.value.code == 2
    assert "everything" in capsys.readouterr().err


def test_a_python_that_is_too_old_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit):
        run.main([])
    assert capsys.readouterr().err == "UNO Ultimate needs Python 3.11 or newer; this is Python 3.9.\n"


def found(path: str) -> Callable[[], str]:
    return lambda: path


def test_the_first_browser_that_starts_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for finder, path in {"named": "", "on_path": "", "from_playwright": "/no/such/browser"}.items():
        monkeypatch.setattr(run, finder, found(path))
    monkeypatch.setattr(run, "from_apt", found(sys.executable))
    assert run.browser() == sys.executable


def test_without_any_browser_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for finder in ("named", "on_path", "from_playwright", "from_apt", "download"):
        monkeypatch.setattr(run, finder, found(""))
    with pytest.raises(SystemExit):
        run.browser()
    assert "UNO_TEST_BROWSER" in capsys.readouterr().err


def test_a_program_that_does_not_run_is_no_browser(tmp_path: Path) -> None:
    stub = tmp_path / "chromium"
    stub.write_text("#!/bin/sh\nexit 1\n")
    stub.chmod(0o755)
    assert not run.starts(str(stub))
    assert not run.starts(str(tmp_path / "none"))
    assert run.starts(sys.executable)
