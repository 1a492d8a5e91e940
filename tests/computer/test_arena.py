"""Whole matches of computers: they end, whatever the house rules, and can be repeated."""

from dataclasses import replace
from random import Random

import pytest

from app.computer.arena import Player, play_match, play_round, random_card
from app.computer.policies import Level, choose
from app.engine.house_rules import OFFICIAL, PRESETS, SETTINGS, HouseRules
from app.engine.match import start_match
from app.engine.moves import CALL, Event, Move, parse_move
from app.engine.state import MATCH_OVER
from app.engine.views import TableView
from tests.computer.situations import seen, table
from tests.engine.setups import THOROUGH, fitted, offered

FORMATS = ("points", "penalty", "first_out", "last_standing")
PER_FORMAT = 60 if THOROUGH else 6


def any_rules(chance: Random, match_format: str, seats: int) -> HouseRules:
    """Every setting by chance, but a short match."""
    given = {key: chance.choice(offered(key)) for key in SETTINGS}
    given |= {"match_format": match_format, "target_score": 50, "rounds": 1}
    return fitted(HouseRules.from_dict(given), seats)


@pytest.mark.parametrize("match_format", FORMATS)
@pytest.mark.parametrize("number", range(PER_FORMAT))
def test_matches_end_under_any_house_rules(match_format: str, number: int) -> None:
    chance = Random(f"{match_format} {number}")
    seats = chance.randint(2, 10)
    rules = any_rules(chance, match_format, seats)
    players = chance.choices(list(Player), k=seats)
    state = play_match(rules, players, f"{number}")
    assert state.pending is MATCH_OVER


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("player", Player)
def test_each_level_finishes_each_preset(preset: str, player: Player) -> None:
    rules = replace(PRESETS[preset], target_score=50)
    state = play_match(rules, [player] * 4, "even")
    assert state.pending is MATCH_OVER


def moves_of(seed: str) -> list[tuple[int, Move]]:
    made: list[tuple[int, Move]] = []

    def note(seat: int, move: Move, events: tuple[Event, ...]) -> None:
        assert events
        made.append((seat, move))

    play_match(PRESETS["quick"], [Player.HARD, Player.EASY, Player.RANDOM], seed, note)
    return made


def test_the_same_seed_gives_the_same_match() -> None:
    assert moves_of("one") == moves_of("one")
    assert moves_of("one") != moves_of("two")


def test_who_forgets_is_caught() -> None:
    caught: list[int] = []

    def note(seat: int, move: Move, events: tuple[Event, ...]) -> None:
        if move.do.value == "catch":
            caught.append(seat)

    for number in range(20):
        play_match(PRESETS["official"], [Player.EASY, Player.HARD], f"{number}", note)
    assert caught.count(1) > 10


def test_computers_jump_in() -> None:
    jumps: list[int] = []

    def note(seat: int, move: Move, events: tuple[Event, ...]) -> None:
        jumps.extend(seat for event in events if event.kind.value == "jumped_in")

    play_match(PRESETS["seven_o"], [Player.HARD] * 4, "jump", note)
    assert len(jumps) > 5


# The yardstick


def random_moves(view: TableView) -> set[str]:
    return {random_card(view, Random(mood)).code() for mood in range(60)}


def test_the_yardstick_plays_any_fitting_card() -> None:
    assert random_moves(seen(table(["r5 r6 b1 W", 4], "r1"))) == {"r5", "r6", "b1", "W>r", "W>y", "W>g", "W>b"}


def test_the_yardstick_weighs_cards_not_colours() -> None:
    """A wild is one card like any other, though it may name four colours."""
    view = seen(table(["r5 b3 g4 W", 4], "r1"))
    wilds = sum(random_card(view, Random(mood)).cards[0] >= 52 for mood in range(400))
    assert 150 < wilds < 250


def test_the_yardstick_draws_only_when_stuck() -> None:
    assert random_moves(seen(table(["b5 b6 g7", 4], "r1"))) == {"d"}


def test_the_yardstick_plays_what_it_drew() -> None:
    assert random_moves(seen(table(["r5 b6 b7 r7", 4], "r1", drawn="r7"))) == {"r7"}


def test_the_yardstick_takes_without_challenge() -> None:
    view = seen(table(["b5 b6 g7", 9], "W4", under="r3", colour=1, penalty=(4, "W4", 1)))
    assert random_moves(view) == {"t"}


def test_the_yardstick_always_calls() -> None:
    assert random_card(seen(table(["r5 b6", 4], "r1")), Random(1)) == CALL


def test_random_matches_end_quickly_enough() -> None:
    state = start_match(OFFICIAL, 4, "5" * 32)
    play_round(state, [Player.RANDOM] * 4, Random(1))
    assert state.turns < 1_000


def test_a_level_can_sit_where_a_view_comes_from_elsewhere() -> None:
    view = seen(table(["r5 b6 b7", 4], "r1"))
    assert choose(view, Level.HARD, Random(1)) == parse_move("r5")
