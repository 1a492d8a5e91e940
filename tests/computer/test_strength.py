"""Each level is clearly stronger than the one below; the exact figures are those of tests/bench/computers.py.

The deals are fixed, so these figures change only with the players. Margins are those of 400 rounds.
"""

import pytest

from app.computer.arena import Player
from tests.bench.computers import SLOWEST, decision_times, win_rate


@pytest.mark.parametrize(
    ("seats", "least"), [(2, 0.60), (4, 0.31)], ids=["two seats, par 50 %", "four seats, par 25 %"]
)
def test_hard_beats_random_fitting_cards(seats: int, least: float) -> None:
    assert win_rate(Player.HARD, Player.RANDOM, seats, 400 // seats).rate >= least


def test_hard_beats_normal() -> None:
    assert win_rate(Player.HARD, Player.NORMAL, 2, 200).rate >= 0.56


def test_normal_beats_easy() -> None:
    assert win_rate(Player.NORMAL, Player.EASY, 2, 200).rate >= 0.54


@pytest.mark.parametrize("preset", ["official", "mayhem"])
def test_hard_decides_at_once(preset: str) -> None:
    times = decision_times(preset, 4, 3)
    assert times[len(times) * 95 // 100] <= SLOWEST
