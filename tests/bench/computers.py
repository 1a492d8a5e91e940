"""How strong and how quick the computer players are: ``python -m tests.bench.computers``.

Every figure is the share of official rounds (one deal, won by going out first) that one
seat of the first player wins against seats of the second. Each deal is played once with
the first player in every seat, so no seat has an advantage. The intervals treat rounds as
independent, which is a little too careful for rounds of one deal. The targets are those
of a Hard computer against the yardstick, by the lower end of the interval.
"""

import argparse
import os
import platform
import time
from collections.abc import Sequence
from random import Random

from app.computer import arena, policies
from app.computer.arena import Player, play_round
from app.computer.policies import Level
from app.engine.house_rules import OFFICIAL, PRESETS
from app.engine.match import start_match
from app.engine.moves import Move
from app.engine.views import TableView
from app.simulate import Rate, rate_of

YARDSTICK = """\
random: plays one of the cards in its hand that fit, each card equally likely, a wild with a random colour;
        draws only when stuck, plays a drawn card that fits, always calls UNO, takes every penalty
        without a challenge, never catches. (It does not choose among all legal moves.)"""
TARGETS = {2: 0.63, 4: 0.34}
SLOWEST = 2.0
"""Milliseconds for a decision of Hard at the 95th percentile."""
PAIRS = (
    (Player.HARD, Player.RANDOM),
    (Player.NORMAL, Player.RANDOM),
    (Player.EASY, Player.RANDOM),
    (Player.HARD, Player.NORMAL),
    (Player.NORMAL, Player.EASY),
)


def win_rate(first: Player, second: Player, seats: int, deals: int, base: int = 0) -> Rate:
    """How often one seat of ``first`` wins against ``second`` on the others, over all seats of each deal."""
    won = 0
    for deal in range(base, base + deals):
        for own in range(seats):
            state = start_match(OFFICIAL, seats, f"{deal:032x}")
            players = [first if seat == own else second for seat in range(seats)]
            play_round(state, players, Random(f"{deal} {own}"))
            won += state.places[0] == own
    return rate_of(won, deals * seats)


def decision_times(preset: str, seats: int, rounds: int) -> list[float]:
    """Milliseconds of each decision of Hard, shortest first, the making of its view not included."""
    times: list[float] = []
    decide = policies.choose

    def timed(view: TableView, level: Level, rng: Random) -> Move:
        began = time.perf_counter()
        move = decide(view, level, rng)
        times.append((time.perf_counter() - began) * 1e3)
        return move

    policies.choose = timed
    try:
        for number in range(rounds):
            state = start_match(PRESETS[preset], seats, f"{number:032x}")
            arena.play_round(state, [Player.HARD] * seats, Random(number))
    finally:
        policies.choose = decide
    return sorted(times)


def shown(rate: Rate) -> str:
    """A rate with its interval."""
    return f"{rate.rate:6.1%}  ({rate.low:.1%} to {rate.high:.1%})"


def print_strength(rounds: int) -> bool:
    """The table of win rates; whether the targets are met."""
    met = True
    print(f"\n{'seats':>5}  {'one':<7} {'against':<8} {'rounds':>7}  wins (95 %)")
    for seats, target in TARGETS.items():
        for first, second in PAIRS:
            rate = win_rate(first, second, seats, -(-rounds // seats))
            note = ""
            if (first, second) == (Player.HARD, Player.RANDOM):
                reached = rate.low >= target
                met &= reached
                note = f"  target: at least {target:.0%} by the lower end: {'met' if reached else 'MISSED'}"
            print(f"{seats:>5}  {first.value:<7} {second.value:<8} {rounds:>7}  {shown(rate)}{note}", flush=True)
    return met


def print_times(presets: Sequence[str], rounds: int) -> bool:
    """The table of decision times; whether all are quick enough."""
    met = True
    print(f"\n{'rules':<9} {'seats':>5} {'decisions':>9}   ms of a decision of Hard: median, p95, longest")
    for preset in presets:
        for seats in (2, 4, 10):
            times = decision_times(preset, seats, rounds)
            middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
            met &= late <= SLOWEST
            print(f"{preset:<9} {seats:>5} {len(times):>9}   {middle:6.3f} {late:6.3f} {times[-1]:6.3f}", flush=True)
    print(f"target: at most {SLOWEST:.0f} ms at p95: {'met' if met else 'MISSED'}")
    return met


def main() -> int:
    """Print both tables; 0 when every target is met."""
    parser = argparse.ArgumentParser(description="strength and speed of the computer players")
    parser.add_argument("--rounds", type=int, default=8000, help="rounds for each win rate (default: 8000)")
    asked = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, "
          f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(YARDSTICK)
    quick = print_times(("official", "seven_o", "mayhem"), 10)
    strong = print_strength(asked.rounds)
    return 0 if strong and quick else 1


if __name__ == "__main__":
    raise SystemExit(main())
