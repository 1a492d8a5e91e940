"""The command ``simulate``: equal figures for equal seeds, and plain words for wrong ones."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.computer.arena import Player
from app.engine.house_rules import PRESETS
from app.engine.share_code import share_code
from app.main import main
from app.simulate import Progress, Run, rate_of, report, results_of, simulate_match, statistics_of

SHORT = share_code(PRESETS["quick"])
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("UNO_"):
            monkeypatch.delenv(name)


def run_of(matches: int = 12, seed: str = "s", *players: Player) -> Run:
    return Run(PRESETS["quick"], players or (Player.HARD, Player.EASY, Player.RANDOM), seed, matches)


def test_the_figures_do_not_depend_on_the_number_of_jobs() -> None:
    run = run_of(30)
    one = statistics_of(run, results_of(run, 1))
    assert one == statistics_of(run, results_of(run, 3))
    assert one["matches"] == 30


def test_another_seed_gives_other_figures() -> None:
    first, second = run_of(12, "a"), run_of(12, "b")
    assert results_of(first, 1) != results_of(second, 1)


def test_what_is_counted_adds_up() -> None:
    run = run_of(20)
    results = results_of(run, 1)
    found = statistics_of(run, results)
    seats = found["seats"]
    assert found["rounds"] == sum(result.rounds for result in results) == 20
    assert sum(seat["matches_won"]["times"] for seat in seats) == 20
    assert sum(seat["rounds_won"]["times"] for seat in seats) == found["rounds"]
    assert found["turns"] > found["rounds"] * 5
    assert [seat["player"] for seat in seats] == ["hard", "easy", "random"]
    assert all(seat["played"] > 0 for seat in seats)


def test_stacks_and_challenges_are_counted() -> None:
    run = Run(PRESETS["official"], (Player.HARD, Player.RANDOM, Player.EASY), "challenges", 4)
    found = statistics_of(run, results_of(run, 1))
    assert found["challenges"] > found["won_challenges"] > 0
    assert found["biggest_stack"] == 4
    assert found["reshuffles"] >= 0 and found["rounds_per_match"] > 1


def test_a_match_is_found_again_by_its_number() -> None:
    run = run_of(5)
    assert results_of(run, 1)[3] == simulate_match(run, 3)


@pytest.mark.parametrize(("times", "trials"), [(0, 10), (5, 10), (10, 10), (630, 1000)])
def test_intervals_hold_the_share(times: int, trials: int) -> None:
    rate = rate_of(times, trials)
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1
    if trials == 1000:
        assert math.isclose(rate.low, 0.5996, abs_tol=1e-3) and math.isclose(rate.high, 0.6594, abs_tol=1e-3)


def test_an_empty_run_says_nothing() -> None:
    assert rate_of(0, 0).high == 1.0


# The command


def words(*more: str) -> list[str]:
    return ["simulate", "--matches", "10", "--seed", "s", "--jobs", "1", "--rules", "quick", *more]


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("--seats", "hard,normal,easy,random")) == 0
    out, errors = capsys.readouterr()
    assert "rules quick, seed s: 10 matches, 10 rounds" in out
    for player in ("hard", "normal", "easy", "random"):
        assert player in out
    assert "10 of 10 matches" in errors


def test_it_exports_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    assert main(words("--export", str(file))) == 0
    found: dict[str, Any] = json.loads(file.read_text())
    assert found["matches"] == 10 and found["rules"] == "quick" and len(found["seats"]) == 2
    assert str(file) in capsys.readouterr().out


def test_it_exports_csv(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    assert main(words("--export", str(file))) == 0
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    by_name = {(row["figure"], row["seat"]): row for row in rows}
    assert by_name["matches", ""]["value"] == "10"
    won = [by_name["matches_won", seat] for seat in ("0", "1")]
    assert sum(int(row["value"]) for row in won) == 10
    assert all(float(row["low"]) <= float(row["rate"]) <= float(row["high"]) for row in won)


def test_equal_runs_export_equal_files(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    assert main(words("--export", str(first))) == main(words("--export", str(second))) == 0
    assert first.read_bytes() == second.read_bytes()


def test_rules_may_come_as_a_share_code(capsys: pytest.CaptureFixture[str]) -> None:
    code = share_code(PRESETS["quick"].with_value("hand_size", 3))
    assert main(words("--rules", code.lower())) == 0
    assert f"rules {code}" in capsys.readouterr().out


def test_without_a_seed_it_tells_the_one_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--matches", "1", "--jobs", "1", "--rules", SHORT]) == 0
    first = capsys.readouterr().out
    seed = first.split("seed ")[1].split(":")[0]
    assert len(seed) == 16
    assert main(["simulate", "--matches", "1", "--jobs", "1", "--rules", SHORT, "--seed", seed]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--seats", "hard,goofy"), "no such player: 'goofy'; the players are hard, normal, easy, random"),
        (("--rules", "nonsense"), "'nonsense' is no share code and none of the presets official, modern"),
        (("--matches", "0"), "must be a whole number from 1 to 1000000, not '0'"),
        (("--matches", "-3"), "must be a whole number from 1 to 1000000, not '-3'"),
        (("--matches", "9" * 400), "must be a whole number from 1"),
        (("--jobs", "many"), "must be a whole number from 1 to 256, not 'many'"),
        (("--export", "figures.txt"), "must end in .json or .csv, not 'figures.txt'"),
        (("--export", "/no/such/folder/figures.csv"), "no file can be written at"),
    ],
)
def test_wrong_words_are_told(given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words(*given))
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--seats", "hard"), "There are 2 to 10 seats, not 1.\n"),
        (("--seats", ",".join(["hard"] * 11)), "There are 2 to 10 seats, not 11.\n"),
    ],
)
def test_seats_that_cannot_be(given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words(*given)) == 2
    assert capsys.readouterr() == ("", said)


def test_a_deal_that_is_too_large_names_the_largest(capsys: pytest.CaptureFixture[str]) -> None:
    rules = share_code(PRESETS["official"].with_value("hand_size", 12))
    assert main(words("--rules", rules, "--seats", ",".join(["easy"] * 10))) == 2
    assert "hands of 12 are too large, 9 would be the most." in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    file.symlink_to(tmp_path / "gone" / "figures.json")
    assert main(words("--export", str(file))) == 1
    assert capsys.readouterr().err.endswith(f"{file} could not be written: No such file or directory.\n")


def test_stopping_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(*_anything: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.simulate._play_chunk", stopped)
    assert main(words()) == 1
    assert capsys.readouterr().err == "Stopped after 0 of 10 matches; nothing was exported.\n"


def test_it_runs_on_all_cores_from_the_command_line() -> None:
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("UNO_", "PYTEST"))}
    command = [sys.executable, "-m", "app.main", *words("--matches", "8", "--jobs", "2")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT, env=environ)
    run = Run(PRESETS["quick"], (Player.HARD, Player.NORMAL), "s", 8)
    assert done.returncode == 0, done.stderr
    assert done.stdout == report(statistics_of(run, results_of(run, 1))) + "\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_stays_on_one_line_and_goes_away() -> None:
    terminal = Terminal()
    progress = Progress(100, terminal)
    for done in range(10, 101, 10):
        progress.told(done)
    progress.end()
    assert "\n" not in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def test_progress_elsewhere_is_at_most_ten_lines() -> None:
    stream = io.StringIO()
    progress = Progress(1000, stream)
    for done in range(5, 1001, 5):
        progress.told(done)
    progress.end()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("100 of 1000 matches, about ")
