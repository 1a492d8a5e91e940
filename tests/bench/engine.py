"""How fast the engine is: ``python -m tests.bench.engine``.

Rounds per CPU-second of one core against RLCard 1.2.0, the sides by turns in one run; microseconds
of the engine's calls; the cost of a move early and late in long matches, and under Mayhem; the size
of a record. Figures are medians over the repetitions, ratios medians of the ratios of each one.
"""

import argparse
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from app.engine.house_rules import OFFICIAL, PRESETS, HouseRules
from app.engine.match import apply, legal_moves, start_match
from app.engine.moves import CALL, NEXT_ROUND, Do, Move
from app.engine.record import MatchRecord
from app.engine.state import MATCH_OVER, State
from app.engine.views import view_for

PEER = "rlcard==1.2.0"
PEER_SIDE = Path(__file__).with_name("rlcard_rounds.py")
POLICY = """\
Everybody plays one of the plays that the engine lists, each equally likely, draws only when stuck, and always
calls UNO where the engine has it. A game of RLCard is one round; ours are the rounds of matches to 500 points,
with challenge, call and catch judged and listed and the scores counted."""
SEATS = (2, 4)
TARGETS = {"env": 12.0, "bare": 3.0}
"""How many times as fast as RLCard, by way of playing it."""
MAYHEM_TARGET = 2.0
RECORD_TARGET = 300
LONG = HouseRules(target_score=1000, losers_pay="on")
"""Rules under which a match has many rounds."""

Log = list[tuple[int, Move, str | None]]
"""Seat, move, and the seed of the round that the move begins."""
Position = tuple[State, int, Move]
_PLAY = Do.PLAY


# Playing at random


class Played(NamedTuple):
    """What some matches came to."""

    rounds: int
    moves: int
    seconds: float
    """CPU time."""

    @property
    def speed(self) -> float:
        """Rounds per CPU-second."""
        return self.rounds / self.seconds

    @property
    def micros(self) -> float:
        """CPU microseconds of a move with all that belongs to it, a share of the deals too."""
        return self.seconds / self.moves * 1e6


@cache
def secret(match: int, round_: int) -> str:
    """The seed of a round, made once: it is given to the engine, not made by it."""
    return f"{match:016x}{round_:016x}"


def play_match(rules: HouseRules, seats: int, match: int, make: Callable[..., None] = apply) -> State:
    """Play a whole match at random; its last state. ``make`` is called as ``apply`` is, for each move."""
    bits = Random(match).getrandbits
    state = start_match(rules, seats, secret(match, 1))
    while True:
        while not state.places:  # There are none as long as the round goes on.
            seat = state.turn
            legal = legal_moves(state, seat)
            last = len(legal) - 1
            if legal[last] is CALL:
                move = CALL
            elif legal[0].do is not _PLAY:
                move = legal[0]
            else:
                last -= 1  # What closes the list is no play.
                while legal[last].do is not _PLAY:
                    last -= 1
                move = legal[bits(30) % (last + 1)]
            make(state, seat, move)
        if state.pending is MATCH_OVER:
            return state
        make(state, state.turn, NEXT_ROUND, None, secret(match, state.round + 1))


def log_of(rules: HouseRules, seats: int, match: int) -> Log:
    """The moves of that match."""
    log: Log = []

    def make(state: State, seat: int, move: Move, tell: None = None, seed: str | None = None) -> None:
        log.append((seat, move, seed))
        apply(state, seat, move, tell, seed)

    play_match(rules, seats, match, make)
    return log


def play(rules: HouseRules, seats: int, matches: Sequence[int]) -> Played:
    """Play the matches with these numbers."""
    moves = sum(len(log_of(rules, seats, match)) for match in matches)
    began = time.process_time()
    rounds = sum(play_match(rules, seats, match).round for match in matches)
    return Played(rounds, moves, time.process_time() - began)


def replayed(rules: HouseRules, seats: int, match: int, log: Log) -> Iterator[Position]:
    """The state before each move of a log, one object that changes as you go on."""
    state = start_match(rules, seats, secret(match, 1))
    for seat, move, seed in log:
        yield state, seat, move
        apply(state, seat, move, None, seed)


# The engine alone


def positions(rules: HouseRules, seats: int, count: int) -> list[Position]:
    """Every seventh position of some random matches, with the move that was made there."""
    found: list[Position] = []
    for match in itertools.count():
        for number, (state, seat, move) in enumerate(replayed(rules, seats, match, log_of(rules, seats, match))):
            if number % 7 == 0 and move != NEXT_ROUND:
                found.append((state.copy(), seat, move))
        if len(found) >= count:
            return found[:count]
    raise AssertionError("there is always another match")


def nothing(_state: State, _seat: int, _move: Move) -> None:
    """The cost of the measuring itself."""


def listing(state: State, seat: int, _move: Move) -> None:
    """The legal moves, worked out anew."""
    legal_moves(state, seat)


def copying(state: State, _seat: int, _move: Move) -> None:
    """A copy of the state."""
    state.copy()


def viewing(state: State, seat: int, _move: Move) -> None:
    """The view of the seat on turn, its legal moves worked out anew."""
    view_for(state, seat)


CALLS: dict[str, Callable[[State, int, Move], None]] = {
    "legal_moves": listing,
    "apply": apply,
    "copy": copying,
    "view_for": viewing,
}


def micros_of_call(call: Callable[[State, int, Move], None], places: Sequence[Position]) -> float:
    """CPU microseconds of a call, the mean over the positions; for ``apply`` the move has been looked up."""

    def spent(timed: Callable[[State, int, Move], None]) -> float:
        fresh = [(state.copy(), seat, move) for state, seat, move in places]
        if timed is apply:
            for state, seat, _ in fresh:
                legal_moves(state, seat)
        began = time.process_time()
        for state, seat, move in fresh:
            timed(state, seat, move)
        return time.process_time() - began

    return (spent(call) - spent(nothing)) / len(places) * 1e6


def early_and_late(seats: int, match: int) -> tuple[float, float]:
    """CPU microseconds of listing and making a move in the first and in the last tenth of a long match."""
    log = log_of(LONG, seats, match)
    tenth = len(log) // 10
    return micros_of_stretch(seats, match, log, 0, tenth), micros_of_stretch(seats, match, log, len(log) - tenth, tenth)


def micros_of_stretch(seats: int, match: int, log: Log, start: int, length: int) -> float:
    """CPU microseconds of a move out of the part of a match that begins with move ``start``."""
    state = next(state for place, (state, _, _) in enumerate(replayed(LONG, seats, match, log)) if place == start)
    began = time.process_time()
    for seat, move, seed in log[start : start + length]:
        legal_moves(state, seat)
        apply(state, seat, move, None, seed)
    return (time.process_time() - began) / length * 1e6


def record_bytes(seats: int, matches: int) -> float:
    """Bytes of JSON per round of records of official matches, without spaces, with the seeds."""
    size = rounds = 0
    for match in range(matches):
        record = MatchRecord.begin(OFFICIAL, seats, secret(match, 1))
        for seat, move, seed in log_of(OFFICIAL, seats, match):
            record.note(seat, seat, move, seed)
        size += len(json.dumps(record.to_dict(), separators=(",", ":")))
        rounds += len(record.seeds)
    return size / rounds


# RLCard


class Peer:
    """RLCard in a process of its own, asked for a few games at a time."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, PEER_SIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def speed(self, way: str, seats: int, rounds: int) -> float:
        """Rounds per CPU-second. Raises ``RuntimeError`` when RLCard has given up."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{way} {seats} {rounds}\n")
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("RLCard gave no answer")
        return rounds / float(answer)

    def close(self) -> None:
        """Let the process read the end and end itself."""
        self._process.communicate()


@contextmanager
def installed_peer(folder: Path) -> Iterator[Peer]:
    """RLCard, installed into an environment in ``folder`` unless it is there already."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        print(f"Installing {PEER} into {folder} ...", file=sys.stderr)
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True)
    peer = Peer(python)
    try:
        yield peer
    finally:
        peer.close()


# The table


class Race(NamedTuple):
    """Rounds per CPU-second of all sides in one repetition."""

    ours: float
    env: float
    bare: float


def races(peer: Peer, seats: int, repetitions: int, matches: int) -> list[Race]:
    """The sides by turns, so that what else the machine does hits all alike."""
    found = []
    for _ in range(repetitions):
        before = play(OFFICIAL, seats, range(matches))
        env = peer.speed("env", seats, before.rounds // 10 + 1)
        bare = peer.speed("bare", seats, before.rounds // 3 + 1)
        after = play(OFFICIAL, seats, range(matches))
        ours = (before.rounds + after.rounds) / (before.seconds + after.seconds)
        found.append(Race(ours, env, bare))
    return found


def print_races(peer: Peer, repetitions: int, matches: int) -> bool:
    """The comparison with RLCard; whether both targets are met at 2 and at 4 seats."""
    met = True
    print(f"\n{'rounds per CPU-second':<28}{'seats':>6}{'ours':>9}{'RLCard':>9}{'ratio':>8}   target")
    for seats in SEATS:
        found = races(peer, seats, repetitions, matches)
        for way, target in TARGETS.items():
            theirs = [getattr(race, way) for race in found]
            ratio = median(race.ours / their for race, their in zip(found, theirs, strict=True))
            met &= ratio >= target
            label = "RLCard env.run" if way == "env" else "RLCard bare game"
            ours = median(race.ours for race in found)
            print(
                f"{label:<28}{seats:>6}{ours:>9.0f}{median(theirs):>9.0f}{ratio:>8.2f}   "
                f"{target:.0f}: {'met' if ratio >= target else 'MISSED'}",
                flush=True,
            )
    return met


def print_calls(repetitions: int, count: int) -> None:
    """Microseconds of each call at 2 and 4 seats, official rules and Mayhem."""
    columns = [
        (preset, seats, positions(PRESETS[preset], seats, count))
        for preset in ("official", "mayhem")
        for seats in SEATS
    ]
    heads = "".join(f"{preset + f', {seats} seats':>19}" for preset, seats, _ in columns)
    print(f"\n{'CPU microseconds':<18}{heads}")
    for name, call in CALLS.items():
        times = [median(micros_of_call(call, places) for _ in range(repetitions)) for _, _, places in columns]
        print(f"{name:<18}" + "".join(f"{micros:>19.2f}" for micros in times), flush=True)


def print_moves(repetitions: int, matches: int) -> bool:
    """What a move costs under Mayhem and late in a match; whether Mayhem meets its target."""
    met = True
    print(f"\n{'microseconds a move':<34}{'seats':>6}{'first':>8}{'second':>8}{'ratio':>8}")
    for seats in SEATS:
        pairs = [
            (play(OFFICIAL, seats, range(matches)).micros, play(PRESETS["mayhem"], seats, range(2 * matches)).micros)
            for _ in range(repetitions)
        ]
        met &= print_pairs("official, then Mayhem", seats, pairs) <= MAYHEM_TARGET
    for seats in SEATS:
        pairs = [early_and_late(seats, match) for match in range(2 * repetitions)]
        print_pairs("first tenth of a match, then last", seats, pairs)
    print(f"target: Mayhem at most {MAYHEM_TARGET:.0f} times official: {'met' if met else 'MISSED'}")
    return met


def print_pairs(label: str, seats: int, pairs: Sequence[tuple[float, float]]) -> float:
    """One line of two costs; the median of their ratios."""
    ratio = median(second / first for first, second in pairs)
    first, second = (median(column) for column in zip(*pairs, strict=True))
    print(f"{label:<34}{seats:>6}{first:>8.2f}{second:>8.2f}{ratio:>8.2f}", flush=True)
    return ratio


def print_records(matches: int) -> bool:
    """The size of records; whether it meets its target."""
    sizes = {seats: record_bytes(seats, matches) for seats in SEATS}
    met = max(sizes.values()) <= RECORD_TARGET
    told = ", ".join(f"{size:.0f} at {seats} seats" for seats, size in sizes.items())
    print(f"\nbytes of JSON a round: {told}; target at most {RECORD_TARGET}: {'met' if met else 'MISSED'}")
    return met


def machine() -> str:
    """Where the figures come from."""
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def main() -> int:
    """Print the tables; 0 when every target is met."""
    parser = argparse.ArgumentParser(description="speed of the engine")
    parser.add_argument("--repetitions", type=int, default=15, help="of each figure (default: 15)")
    parser.add_argument("--matches", type=int, default=40, help="matches of each repetition (default: 40)")
    parser.add_argument("--peer", type=Path, help="folder of an environment with RLCard, made there if need be")
    asked = parser.parse_args()
    print(machine())
    print(POLICY)
    with tempfile.TemporaryDirectory() as temporary, installed_peer(asked.peer or Path(temporary) / "rlcard") as peer:
        fast = print_races(peer, asked.repetitions, asked.matches)
    print_calls(asked.repetitions, 10 * asked.matches)
    cheap = print_moves(asked.repetitions, asked.matches)
    small = print_records(asked.matches)
    print(machine())
    return 0 if fast and cheap and small else 1


if __name__ == "__main__":
    raise SystemExit(main())
