"""Finished matches for tests, played by computers in no time."""

import json
from random import Random
from typing import Any

from app.computer.arena import Player, choose
from app.engine.house_rules import HouseRules
from app.engine.match import apply, start_match
from app.engine.moves import NEXT_ROUND, Event
from app.engine.record import MatchRecord
from app.engine.rounds import standings
from app.engine.state import MATCH_OVER, ROUND_OVER
from app.engine.views import view_for
from app.play.records import Tally
from app.play.saved import FinishedMatch
from app.play.setup import Kind, Level, LocalSetup, Occupant

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
LEVELS = (Level.EASY, Level.NORMAL, Level.HARD)
AUTUMN = 1_795_000_000.0
"""A day in November 2026."""


def setup_of(kinds: str, rules: HouseRules, base: str = "official", names: tuple[str, ...] = NAMES) -> LocalSetup:
    """Seats with a ``P`` for each person and a ``c`` for each computer; the levels of computers take turns."""
    return LocalSetup(
        tuple(
            Occupant(Kind.PERSON if kind == "P" else Kind.COMPUTER, names[seat], level=LEVELS[seat % 3])
            for seat, kind in enumerate(kinds)
        ),
        rules,
        base,
    )


def finished(number: int, setup: LocalSetup, *, online: bool = False, at: float | None = None) -> FinishedMatch:
    """A match played to its end; the same for the same number."""
    seats = len(setup.occupants)
    rng = Random(number)
    seed = f"{number:032x}"
    record = MatchRecord.begin(setup.rules, seats, seed)
    tally = Tally(seats, 0.0)
    state = start_match(setup.rules, seats, seed)
    clock = 0.0
    while state.pending is not MATCH_OVER:
        seat, turn, events = state.turn, state.turn, list[Event]()
        over = state.pending is ROUND_OVER
        move = NEXT_ROUND if over else choose(Player.EASY, view_for(state, seat), rng)
        next_seed = f"{number:016x}{state.round:016x}" if over else None
        apply(state, seat, move, events.append, next_seed)
        record.note(turn, seat, move, next_seed)
        clock += 2
        tally.add(seat, move, tuple(events), clock)
    when = AUTUMN + 1000 * number if at is None else at
    places, scores = tuple(standings(state)), tuple(state.scores)
    return FinishedMatch(f"match-{number}", when, setup, places, scores, tally.figures(), record, online)


def file_of(*matches: FinishedMatch | dict[str, Any]) -> bytes:
    """A file of records as the product writes it."""
    listed = [match if isinstance(match, dict) else match.to_dict() for match in matches]
    return json.dumps({"format": "uno-ultimate-records", "schema": 1, "matches": listed}).encode()
