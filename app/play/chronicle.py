"""What has happened at a table since its first deal: the log, the rounds, and all that a record needs.

Built from stored moves and what each made happen, so that a restart loses nothing of it.
"""

from __future__ import annotations

import copy
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.engine.moves import Do, Event, Happened, Move
from app.engine.record import MatchRecord
from app.engine.views import redact
from app.play.records import Figures, Tally

LONGEST_LOG: Final = 6_000
"""Events kept for the log: far more than any match to 500 makes."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    version: int
    """The version of the table to which it led."""
    round: int
    event: Event


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended. Tuples hold one value per seat, but ``places`` lists seats from first to last."""

    round: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """The cards left."""


class Chronicle:
    """The past of one table. Holds every event unredacted: hand out ``log(seat)`` only."""

    def __init__(self, record: MatchRecord, opening: Iterable[Event], began_at: float) -> None:
        self.record = record
        """Rules, secret seeds and moves."""
        self.version = 0
        """How many moves have been made."""
        self.opening = tuple(opening)
        """What happened when the first round was dealt."""
        self.rounds: list[RoundResult] = []
        self.tally = Tally(record.seats, began_at)
        self.settled = 0
        """Version of the latest move that was neither a call nor a catch."""
        self.top = 0
        """Version since which the top card lies on top."""
        self._round = 1
        self._log: deque[LogEntry] = deque(maxlen=LONGEST_LOG)
        self._drawn: list[Counter[int]] = [Counter() for _ in range(record.seats)]
        self._note(0, self.opening)

    def add(
        self, turn: int, seat: int, move: Move, events: tuple[Event, ...], at: float, seed: str | None = None
    ) -> None:
        """Remember a move made at ``at`` (seconds since 1970) while it was the turn of ``turn``.

        ``seed`` is the secret of the round that it began.
        """
        self.version += 1
        self.record.note(turn, seat, move, seed)
        turns = self.tally.turns
        self.tally.add(seat, move, events, at)
        if self.tally.turns != turns:
            self._drawn[seat].clear()
        if move.do not in (Do.CALL, Do.CATCH):
            self.settled = self.version
        self._note(self.version, events)

    def add_change(self, key: str, value: str, events: tuple[Event, ...]) -> None:
        """Remember that the setting ``key`` was changed to ``value`` (as rules.md writes it)."""
        self.version += 1
        self.record.note_change(key, value)
        # Whoever chose a move under the rules of before looks again.
        self.settled = self.version
        self._note(self.version, events)

    def ended_by(
        self, turn: int, seat: int, move: Move, events: tuple[Event, ...], at: float
    ) -> tuple[MatchRecord, Figures]:
        """The record and figures of the match as they will be with one more move, the last."""
        old = self.record
        record = MatchRecord(old.rules, old.seats, old.seeds.copy(), old.moves.copy())
        record.note(turn, seat, move)
        tally = copy.deepcopy(self.tally)
        tally.add(seat, move, events, at)
        return record, tally.figures()

    def log(self, seat: int | None) -> list[LogEntry]:
        """The log as one seat (``None``: a spectator) may read it."""
        entries = list(self._log)
        events = redact((entry.event for entry in entries), seat)
        return [LogEntry(old.version, old.round, event) for old, event in zip(entries, events, strict=True)]

    def just_drawn(self, seat: int, hand: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in ``hand`` that came since the seat began its latest turn, until it plays."""
        drawn = self._drawn[seat]
        return tuple((drawn & Counter(hand)).elements()) if drawn else ()

    def _note(self, version: int, events: tuple[Event, ...]) -> None:
        # Cards put back and a second deal are told before the round is said to have started.
        self._round = next((each.count for each in events if each.kind is Happened.ROUND_STARTED), self._round)
        for event in events:
            self._log.append(LogEntry(version, self._round, event))
            self._mark(version, event)

    def _mark(self, version: int, event: Event) -> None:
        if event.kind in (Happened.PLAYED, Happened.JUMPED_IN, Happened.ROUND_STARTED):
            self.top = version
        if event.kind is Happened.ROUND_ENDED:
            self._end_round(event)
        elif event.kind is Happened.ROUND_STARTED:
            self._drawn = [Counter() for _ in self._drawn]
        elif event.seat is not None and event.kind in (Happened.DREW, Happened.TOOK):
            self._drawn[event.seat].update(event.cards)
        elif event.seat is not None and event.kind in (Happened.PLAYED, Happened.JUMPED_IN):
            self._drawn[event.seat].clear()

    def _end_round(self, event: Event) -> None:
        before = self.rounds[-1].totals if self.rounds else (0,) * len(event.points)
        totals = tuple(total + won for total, won in zip(before, event.points, strict=True))
        self.rounds.append(RoundResult(self._round, event.places, event.points, totals, event.hands))
