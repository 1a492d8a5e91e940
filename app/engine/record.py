"""A whole match as rules, seeds and moves: small, and replayed to the identical states.

A round is kept as its seed and one text of moves with spaces between them. A move by the
seat on turn stands as ``Move.code`` writes it; any other seat's number goes before it
(``3x0``: seat 3 catches seat 0). A voted change of a rule is ``!key=value``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from app.engine.house_rules import SETTINGS, BadRules, HouseRules
from app.engine.match import apply, change_rule, start_match
from app.engine.moves import NEXT_ROUND, IllegalMove, Move, parse_move
from app.engine.piles import Tell
from app.engine.state import State

RECORD_SCHEMA: Final = 1
_MOST_ROUNDS: Final = 1_000
_LONGEST_ROUND: Final = 100_000
"""Characters; far more than 1,000 turns need."""


class BadRecord(ValueError):
    """A record from outside that is damaged, or whose moves are not legal."""


@dataclass(slots=True)
class MatchRecord:
    """The log of one match; grows by ``note`` and ``note_change``."""

    rules: HouseRules
    seats: int
    seeds: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    """One text for each round begun."""

    @staticmethod
    def begin(rules: HouseRules, seats: int, seed: str) -> MatchRecord:
        """The record of a match that has just been dealt."""
        return MatchRecord(rules, seats, [seed], [""])

    def note(self, turn: int, seat: int, move: Move, seed: str | None = None) -> None:
        """Add a move that was made while ``turn`` was the seat on turn; ``seed`` with the next round."""
        if move == NEXT_ROUND:
            if seed is None:
                raise ValueError("a new round needs a seed")
            self.seeds.append(seed)
            self.moves.append("")
            return
        self._add(move.code() if seat == turn else f"{seat}{move.code()}")

    def note_change(self, key: str, value: str | int) -> None:
        """Add a voted change of the setting ``key`` to ``value`` (as rules.md writes it)."""
        text = f"!{key}={value}"
        self._add(text.replace(" ", "\N{NO-BREAK SPACE}"))

    def _add(self, entry: str) -> None:
        self.moves[-1] += f" {entry}" if self.moves[-1] else entry

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; the seeds of a running round are secret."""
        return {
            "schema": RECORD_SCHEMA,
            "rules": self.rules.to_dict(),
            "seats": self.seats,
            "seeds": list(self.seeds),
            "moves": list(self.moves),
        }

    @staticmethod
    def from_dict(stored: Any) -> MatchRecord:
        """The record that ``to_dict`` wrote. Raises ``BadRecord`` for anything else."""
        try:
            if stored["schema"] != RECORD_SCHEMA:
                raise BadRecord("a record of another schema")
            seats, seeds, moves = stored["seats"], stored["seeds"], stored["moves"]
            rules = HouseRules.from_dict(stored["rules"])
        except (KeyError, TypeError, BadRules) as error:
            raise BadRecord(f"not a record: {error}") from None
        texts = isinstance(seeds, list) and isinstance(moves, list) and all(isinstance(t, str) for t in seeds + moves)
        if not isinstance(seats, int) or not texts or not 0 < len(seeds) == len(moves) <= _MOST_ROUNDS:
            raise BadRecord("not a record")
        if any(len(text) > _LONGEST_ROUND for text in seeds + moves):
            raise BadRecord("too long")
        return MatchRecord(rules, seats, list(seeds), list(moves))


def replay(record: MatchRecord, tell: Tell = None) -> State:
    """The state at the end of the record. Raises ``BadRecord`` when a move in it is not legal."""
    states = replay_states(record, tell)
    state = next(states)
    for _ in states:
        pass
    return state


def replay_states(record: MatchRecord, tell: Tell = None) -> Iterator[State]:
    """The state after the first deal and after each entry; one object that changes as you go on.

    Raises ``BadRecord`` when an entry cannot be made.
    """
    try:
        state = start_match(record.rules, record.seats, record.seeds[0], tell)
        yield state
        for number, text in enumerate(record.moves):
            if number:
                apply(state, state.turn, NEXT_ROUND, tell, record.seeds[number])
                yield state
            for entry in text.split(" ") if text else ():
                _enter(state, entry, tell)
                yield state
    except (IllegalMove, ValueError) as error:
        raise BadRecord(f"cannot be replayed: {error}") from error


def _enter(state: State, entry: str, tell: Tell) -> None:
    if entry.startswith("!"):
        key, _, written = entry[1:].partition("=")
        if key not in SETTINGS:
            raise BadRecord(f"no such setting: {key!r}")
        change_rule(state, key, _read_value(key, written.replace("\N{NO-BREAK SPACE}", " ")), tell)
    elif entry[:1].isascii() and entry[:1].isdigit():
        apply(state, int(entry[0]), parse_move(entry[1:]), tell)
    else:
        apply(state, state.turn, parse_move(entry), tell)


def _read_value(key: str, written: str) -> str | int:
    """A setting's value from its text: a number where the setting has numbers."""
    numeric = any(isinstance(value, int) for value in SETTINGS[key].values)
    return int(written) if numeric and written != "off" else written
