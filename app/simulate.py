"""Many matches of computers, and what came of them: the command ``simulate``.

Match k of a run depends on the seed, k, the rules and the seats alone, so a run gives the
same figures on any number of cores. Trouble is one of two exceptions, each one sentence:

* ``BadArguments`` - the words on the command line cannot be meant like this
* ``NotDone`` - the run was stopped, or its export could not be written
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

from app.computer.arena import Player, play_match
from app.engine.house_rules import PRESETS, BadRules, HouseRules, check_setup, preset_of
from app.engine.moves import Event, Move
from app.engine.share_code import from_share_code, share_code
from app.play.records import Figures, Tally

MOST_MATCHES: Final = 1_000_000
MOST_JOBS: Final = 256
CHUNK: Final = 20
"""Matches that a process plays before it reports, at most."""
SECONDS_BETWEEN_REPORTS: Final = 0.5
_Z: Final = 1.959964
"""Standard deviations on either side that hold 95 %."""


class BadArguments(Exception):
    """The run that was asked for cannot be made."""


class NotDone(Exception):
    """The run came to no end, or its result could not be kept."""


class Run(NamedTuple):
    """What to simulate."""

    rules: HouseRules
    players: tuple[Player, ...]
    """One for each seat."""
    seed: str
    matches: int


class Result(NamedTuple):
    """How one match ended."""

    winner: int
    rounds: int
    round_wins: tuple[int, ...]
    scores: tuple[int, ...]
    figures: Figures


# One match


def simulate_match(run: Run, number: int) -> Result:
    """Play match ``number`` of the run."""
    seats = len(run.players)
    tally = Tally(seats, began_at=0.0)

    def note(seat: int, move: Move, events: tuple[Event, ...]) -> None:
        tally.add(seat, move, events, at=0.0)

    state = play_match(run.rules, run.players, f"{run.seed} match {number}", note)
    return Result(state.winner, state.round, tuple(state.round_wins), tuple(state.scores), tally.figures())


def _play_chunk(run: Run, numbers: range) -> list[Result]:
    return [simulate_match(run, number) for number in numbers]


# All of them


def results_of(run: Run, jobs: int, told: Callable[[int], None] = lambda done: None) -> list[Result]:
    """Every match of the run, in order, played by so many processes.

    ``told`` hears from time to time how many are done. Raises ``NotDone`` when a person stops it.
    """
    results: list[Result] = []
    chunks = _chunks(run.matches, jobs)
    try:
        with closing(_played(run, chunks, min(jobs, len(chunks)))) as played:
            for chunk in played:
                results += chunk
                told(len(results))
    except KeyboardInterrupt:
        raise NotDone(f"Stopped after {len(results)} of {run.matches} matches; nothing was exported.") from None
    return results


def _chunks(matches: int, jobs: int) -> list[range]:
    size = max(1, min(CHUNK, matches // (4 * jobs)))
    return [range(first, min(first + size, matches)) for first in range(0, matches, size)]


def _played(run: Run, chunks: list[range], jobs: int) -> Generator[list[Result], None, None]:
    play = partial(_play_chunk, run)
    if jobs == 1:
        yield from map(play, chunks)
        return
    # A fresh interpreter each: what this process holds open, a fork would share.
    with multiprocessing.get_context("spawn").Pool(jobs, _leave_interrupts_alone) as pool:
        yield from pool.imap(play, chunks)


def _leave_interrupts_alone() -> None:
    """Ctrl+C reaches every process of the terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# Statistics


class Rate(NamedTuple):
    """A share of so many trials, with its 95 % interval (Wilson)."""

    times: int
    rate: float
    low: float
    high: float


def rate_of(count: int, trials: int) -> Rate:
    """How often something happened; the interval is meaningful for independent trials."""
    if not trials:
        return Rate(0, 0.0, 0.0, 1.0)
    share = count / trials
    spread = _Z * math.sqrt(share * (1 - share) / trials + (_Z / (2 * trials)) ** 2)
    middle = share + _Z**2 / (2 * trials)
    scale = 1 + _Z**2 / trials
    # Rounding must not leave the share outside its own interval.
    low, high = min(share, (middle - spread) / scale), max(share, (middle + spread) / scale)
    return Rate(count, share, max(0.0, low), min(1.0, high))


def statistics_of(run: Run, results: Sequence[Result]) -> dict[str, Any]:
    """Everything that is printed and exported, ready for JSON; equal for equal runs."""
    rounds = sum(result.rounds for result in results)
    turns = sum(result.figures.turns for result in results)
    return {
        "rules": preset_of(run.rules) or share_code(run.rules),
        "seed": run.seed,
        "matches": len(results),
        "rounds": rounds,
        "turns": turns,
        "rounds_per_match": _mean(rounds, len(results)),
        "turns_per_round": _mean(turns, rounds),
        "biggest_stack": max((result.figures.biggest_stack for result in results), default=0),
        **{name: sum(getattr(result.figures, name) for result in results) for name in _TOTALS},
        "seats": [_seat_statistics(run, results, seat, rounds) for seat in range(len(run.players))],
    }


_TOTALS: Final = ("reshuffles", "challenges", "won_challenges")
_BY_SEAT: Final = ("played", "drawn", "calls", "catches", "jump_ins")


def _seat_statistics(run: Run, results: Sequence[Result], seat: int, rounds: int) -> dict[str, Any]:
    matches_won = sum(result.winner == seat for result in results)
    rounds_won = sum(result.round_wins[seat] for result in results)
    return {
        "seat": seat,
        "player": run.players[seat].value,
        "matches_won": rate_of(matches_won, len(results))._asdict(),
        "rounds_won": rate_of(rounds_won, rounds)._asdict(),
        "mean_score": _mean(sum(result.scores[seat] for result in results), len(results)),
        **{name: sum(getattr(result.figures, name)[seat] for result in results) for name in _BY_SEAT},
    }


def _mean(total: int, count: int) -> float:
    return round(total / count, 3) if count else 0.0


def report(statistics: dict[str, Any]) -> str:
    """The statistics as a table for people."""
    seats = statistics["seats"]
    lines = [
        f"rules {statistics['rules']}, seed {statistics['seed']}: {statistics['matches']} matches, "
        f"{statistics['rounds']} rounds, {statistics['turns']} turns",
        f"{statistics['rounds_per_match']:.2f} rounds a match, {statistics['turns_per_round']:.1f} turns a round, "
        f"biggest stack {statistics['biggest_stack']}, reshuffles {statistics['reshuffles']}",
        f"challenges {statistics['challenges']} ({statistics['won_challenges']} won), "
        f"catches {sum(seat['catches'] for seat in seats)}, jump-ins {sum(seat['jump_ins'] for seat in seats)}",
        "",
        f"{'seat':>4}  {'player':<7} {'matches won (95 %)':>24} {'rounds won (95 %)':>24} {'score':>8} "
        f"{'played':>8} {'drawn':>8}",
    ]
    return "\n".join([*lines, *map(_seat_line, seats)])


def _seat_line(seat: dict[str, Any]) -> str:
    won = f"{_shown(seat['matches_won']):>24} {_shown(seat['rounds_won']):>24}"
    cards = f"{seat['played']:>8} {seat['drawn']:>8}"
    return f"{seat['seat']:>4}  {seat['player']:<7} {won} {seat['mean_score']:>8.1f} {cards}"


def _shown(rate: dict[str, Any]) -> str:
    return f"{rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"


# Export


def export(statistics: dict[str, Any], file: Path) -> None:
    """Write the statistics as JSON, or as CSV with one figure in each row. Raises ``NotDone``."""
    try:
        with file.open("w", encoding="utf-8", newline="") as target:
            _WRITERS[file.suffix.lower()](statistics, target)
    except OSError as problem:
        raise NotDone(f"{file} could not be written: {problem.strerror or problem}.") from None


def _write_json(statistics: dict[str, Any], target: TextIO) -> None:
    json.dump(statistics, target, indent=2)
    target.write("\n")


def _write_csv(statistics: dict[str, Any], target: TextIO) -> None:
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(("figure", "seat", "player", "value", "rate", "low", "high"))
    for name, value in statistics.items():
        if name != "seats":
            writer.writerow((name, "", "", value, "", "", ""))
    for seat in statistics["seats"]:
        for name, value in seat.items():
            if name in ("seat", "player"):
                continue
            row = tuple(value.values()) if isinstance(value, dict) else (value, "", "", "")
            writer.writerow((name, seat["seat"], seat["player"], *row))


_WRITERS: Final[dict[str, Callable[[dict[str, Any], TextIO], None]]] = {".json": _write_json, ".csv": _write_csv}


# Command line


def add_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Teach the command line the words of this command."""
    cores = _cores()
    add = parser.add_argument
    add("--matches", type=_whole(1, MOST_MATCHES), default=100, metavar="N", help="how many (default: 100)")
    presets = ", ".join(PRESETS)
    add("--rules", type=_rules, default=PRESETS["official"], metavar="PRESET_OR_SHARE_CODE",
        help=f"a share code or one of {presets} (default: official)")  # fmt: skip
    add("--seats", type=_players, default=(Player.HARD, Player.NORMAL), metavar="PLAYER,PLAYER,...",
        help="2 to 10 of hard, normal, easy and random (plays any card that fits; default: hard,normal)")  # fmt: skip
    add("--seed", metavar="S", help="any text; the same seed gives the same matches (default: a new one)")
    add("--export", type=_export_file, metavar="FILE", help="write the figures to FILE.json or FILE.csv")
    add("--jobs", type=_whole(1, MOST_JOBS), default=cores, metavar="N", help=f"processes (default: {cores})")
    return parser


def run_command(asked: argparse.Namespace) -> None:
    """Simulate what the command line asks for, print it and export it.

    Raises ``BadArguments`` or ``NotDone``.
    """
    seed = secrets.token_hex(8) if asked.seed is None else asked.seed
    run = Run(asked.rules, asked.seats, seed, asked.matches)
    _check_deal(run)
    progress = Progress(run.matches, sys.stderr)
    results = results_of(run, asked.jobs, progress.told)
    progress.end()
    statistics = statistics_of(run, results)
    print(report(statistics))
    if asked.export is not None:
        export(statistics, asked.export)
        print(f"\nThe figures were written to {asked.export}.")


def _check_deal(run: Run) -> None:
    seats = len(run.players)
    try:
        check_setup(run.rules, seats)
    except BadRules as wrong:
        if wrong.key == "hand_size":
            most = wrong.params["high"]
            raise BadArguments(
                f"These rules cannot be dealt to {seats} seats: hands of {run.rules.hand_size} are too large, "
                f"{most} would be the most."
            ) from None
        raise BadArguments(f"There are 2 to 10 seats, not {seats}.") from None


class Progress:
    """A line on a terminal that says how far a run is, or a line for each tenth elsewhere."""

    def __init__(self, matches: int, stream: TextIO) -> None:
        self._matches = matches
        self._stream = stream
        self._began = self._last = time.monotonic()
        self._tenth = 0

    def told(self, done: int) -> None:
        """So many matches are done."""
        if self._stream.isatty():
            now = time.monotonic()
            if now - self._last >= SECONDS_BETWEEN_REPORTS:
                self._last = now
                self._stream.write(f"\r{self._line(done, now)}   ")
                self._stream.flush()
        elif done * 10 // self._matches > self._tenth:
            self._tenth = done * 10 // self._matches
            print(self._line(done, time.monotonic()), file=self._stream, flush=True)

    def end(self) -> None:
        """Nothing more will come: leave the terminal's line as it was."""
        if self._stream.isatty():
            self._stream.write("\r" + " " * 60 + "\r")
            self._stream.flush()

    def _line(self, done: int, now: float) -> str:
        left = (now - self._began) / done * (self._matches - done)
        return f"{done} of {self._matches} matches, about {left:.0f} s left"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text!r}")
        return number

    return read


def _rules(text: str) -> HouseRules:
    if text in PRESETS:
        return PRESETS[text]
    try:
        return from_share_code(text)
    except BadRules:
        known = ", ".join(PRESETS)
        raise argparse.ArgumentTypeError(f"{text!r} is no share code and none of the presets {known}") from None


def _players(text: str) -> tuple[Player, ...]:
    known = {player.value: player for player in Player}
    words = [word.strip().lower() for word in text.split(",")]
    for word in words:
        if word not in known:
            raise argparse.ArgumentTypeError(f"no such player: {word!r}; the players are {', '.join(known)}")
    return tuple(known[word] for word in words)


def _export_file(text: str) -> Path:
    file = Path(text)
    if file.suffix.lower() not in _WRITERS:
        raise argparse.ArgumentTypeError(f"must end in .json or .csv, not {text!r}")
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"no file can be written at {text!r}")
    return file


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_JOBS, len(os.sched_getaffinity(0)))
    return min(MOST_JOBS, os.cpu_count() or 1)
