"""A vote at a table: on one change of the rules, or on a pause (product.md 8, rules.md 11).

More than half of all persons with a seat accept; the proposer counts as yes and silence as no. A vote is over as soon
as no ballot still to come could turn it, at the latest when its time is up, or when the host says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from typing import Any, Final

from app.engine.house_rules import SETTINGS, BadRules, TakesEffect
from app.engine.match import change_rule
from app.engine.state import MATCH_OVER, State

VOTE_SECONDS: Final = 30
SLOW_VOTE_SECONDS: Final = 24 * 3600
"""At tables that are played over days."""
AGAIN_AFTER: Final = 10 * 60
"""Seconds after which what was turned down may be proposed once more in the same round."""
SLOW_AGAIN_AFTER: Final = 24 * 3600
"""At tables that are played over days."""
PAUSE_AGAIN_AFTER: Final = 2 * 60
"""The same for a pause: why somebody needs one may be new."""


class Proposal(StrEnum):
    """What a vote is about."""

    RULE = auto()
    PAUSE = auto()
    """Value ``on`` to stop the table, ``off`` to go on."""


class Verdict(StrEnum):
    """How a vote ended."""

    ACCEPTED = auto()
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """A proposal that was lost or vetoed, so that nobody is asked the same again and again."""

    key: str
    """The setting; empty for a pause."""
    round: int
    """In which it was; the next one is another matter."""
    until: float
    """Seconds since 1970."""

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {"key": self.key, "round": self.round, "until": self.until}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> TurnedDown:
        """What ``to_dict`` wrote. Raises ``ValueError``, ``KeyError`` or ``TypeError`` for anything else."""
        return TurnedDown(str(stored["key"]), int(stored["round"]), float(stored["until"]))


@dataclass(frozen=True, slots=True)
class Vote:
    """One proposal and what everybody says to it."""

    kind: Proposal
    key: str
    """The setting; empty for a pause."""
    value: str | int
    """As rules.md writes it."""
    by: int
    """Whose proposal it is."""
    began: float
    """Seconds since 1970."""
    ends_at: float
    voters: frozenset[int]
    """The seats of all persons, those out of the round included."""
    ballots: Mapping[int, bool] = field(default_factory=dict)
    by_host: Verdict | None = None
    """How the host ended it, if so."""

    @property
    def when(self) -> TakesEffect | None:
        """When the change would hold; ``None`` for a pause, which holds at once."""
        return SETTINGS[self.key].takes_effect if self.kind is Proposal.RULE else None

    @property
    def yes(self) -> tuple[int, ...]:
        """The seats that want it."""
        return tuple(seat for seat in sorted(self.voters) if self.ballots.get(seat) is True)

    @property
    def no(self) -> tuple[int, ...]:
        """The seats that do not want it."""
        return tuple(seat for seat in sorted(self.voters) if self.ballots.get(seat) is False)

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that have not said anything yet."""
        return tuple(seat for seat in sorted(self.voters) if seat not in self.ballots)

    @property
    def needed(self) -> int:
        """How many have to say yes."""
        return len(self.voters) // 2 + 1

    def left(self, now: float) -> float:
        """Seconds until silence counts as no."""
        return max(0.0, self.ends_at - now)

    def outcome(self, now: float) -> Verdict | None:
        """How it has ended, or ``None`` while it is open."""
        if self.by_host is not None:
            return self.by_host
        if len(self.yes) >= self.needed:
            return Verdict.ACCEPTED
        lost = len(self.yes) + len(self.silent) < self.needed
        return Verdict.REFUSED if lost or now >= self.ends_at else None

    def cast(self, seat: int, yes: bool) -> Vote:
        """With what ``seat`` says; it may think again, but the proposer stands by the proposal.

        Raises ``ValueError`` for a seat that has no vote.
        """
        if seat not in self.voters:
            raise ValueError(f"seat {seat} has no vote")
        return replace(self, ballots={**self.ballots, seat: yes or seat == self.by})

    def turned_down(self, round: int, now: float, *, slow: bool) -> TurnedDown:
        """What is remembered of it when it is lost in this round; ``slow`` at tables that are played over days."""
        usual = SLOW_AGAIN_AFTER if slow else AGAIN_AFTER
        return TurnedDown(self.key, round, now + (usual if self.kind is Proposal.RULE else PAUSE_AGAIN_AFTER))

    def without(self, seat: int) -> Vote:
        """As it stands when the person on ``seat`` has left the table for good."""
        ballots = {voter: yes for voter, yes in self.ballots.items() if voter != seat}
        return replace(self, voters=self.voters - {seat}, ballots=ballots)

    def vetoed(self) -> Vote:
        """Ended by the host: it is not to be."""
        return replace(self, by_host=Verdict.REFUSED)

    def forced(self) -> Vote:
        """Ended by the host: so be it."""
        return replace(self, by_host=Verdict.ACCEPTED)

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {
            "kind": self.kind.value,
            "key": self.key,
            "value": self.value,
            "by": self.by,
            "began": self.began,
            "ends_at": self.ends_at,
            "voters": sorted(self.voters),
            "ballots": [[seat, self.ballots[seat]] for seat in sorted(self.ballots)],
            "by_host": self.by_host,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Vote:
        """The vote that ``to_dict`` wrote. Raises ``ValueError``, ``KeyError`` or ``TypeError`` for anything else."""
        kind, key, ended = Proposal(stored["kind"]), str(stored["key"]), stored["by_host"]
        if kind is Proposal.RULE:
            SETTINGS[key].read(stored["value"])
        return Vote(
            kind,
            key,
            stored["value"],
            int(stored["by"]),
            float(stored["began"]),
            float(stored["ends_at"]),
            frozenset(map(int, stored["voters"])),
            {int(seat): bool(yes) for seat, yes in stored["ballots"]},
            None if ended is None else Verdict(ended),
        )


def propose(
    state: State,
    key: str,
    value: object,
    *,
    by: int,
    voters: Iterable[int],
    now: float,
    seconds: float = VOTE_SECONDS,
) -> Vote:
    """A vote on changing the setting ``key`` to ``value``, opened by the person on seat ``by`` at ``now``.

    Raises ``BadRules`` when the engine would refuse the change now, with its word, or ``no_change`` when the setting
    has this value already or will have it from the next round on. The state stays as it is.
    """
    if state.pending is MATCH_OVER:
        raise BadRules("too_late", key)
    tried = state.copy()
    change_rule(tried, key, value)
    if tried.next_rules == state.next_rules:
        raise BadRules("no_change", key)
    written = SETTINGS[key].written(tried.next_rules.value(key))
    return _opened(Proposal.RULE, key, written, by, voters, now, seconds)


def propose_pause(on: bool, *, by: int, voters: Iterable[int], now: float, seconds: float = VOTE_SECONDS) -> Vote:
    """A vote on stopping the table for a while (``on``), or on going on, opened by the person on seat ``by``."""
    return _opened(Proposal.PAUSE, "", "on" if on else "off", by, voters, now, seconds)


def _opened(
    kind: Proposal, key: str, value: str | int, by: int, voters: Iterable[int], now: float, seconds: float
) -> Vote:
    asked = frozenset(voters)
    if by not in asked:
        raise ValueError("only persons with a seat may propose")
    return Vote(kind, key, value, by, now, now + seconds, asked, {by: True})
