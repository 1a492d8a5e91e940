"""What many finished matches amount to (product.md 6)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from app.computer.policies import Level
from app.engine.house_rules import preset_of
from app.play.records import Figures
from app.play.setup import LocalSetup, Occupant


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match without its moves."""

    id: str
    finished_at: float
    """Seconds since 1970."""
    setup: LocalSetup
    places: tuple[int, ...]
    """Seats from first to last."""
    scores: tuple[int, ...]
    figures: Figures
    online: bool
    own: tuple[int, ...] = ()
    """The owner's seats where other people played, too; none where all persons are the owner's."""
    left: bool = False
    """The owner did not stay to the end."""

    @property
    def winner(self) -> Occupant:
        """Who won."""
        return self.setup.occupants[self.places[0]]

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats that count for the owner."""
        return self.own or self.setup.persons

    @property
    def won(self) -> bool:
        """Whether one of these won; whoever left has not, even if the computer did in their place."""
        return self.places[0] in self.mine and not self.left


@dataclass(slots=True)
class Share:
    """What one person, or one level of computers, has won and done."""

    name: str = ""
    """As the person was called last; empty for computers."""
    level: Level | None = None
    played_in: int = 0
    """Matches; a match with two computers of a level counts twice for that level."""
    won: int = 0
    fair: float = 0.0
    """How many would have been won if every seat of each match had won equally often."""
    played: int = 0
    """Cards."""
    drawn: int = 0

    @property
    def rate(self) -> float:
        """Share of the matches that were won, 0 to 1."""
        return self.won / self.played_in

    @property
    def fair_rate(self) -> float:
        """The share that chance would have given, 0 to 1."""
        return self.fair / self.played_in


@dataclass(slots=True)
class RulesShare:
    """How matches by one set of rules went."""

    preset: str
    """Key of the preset; for rules that were changed, the one they began from."""
    changed: bool
    matches: int = 0
    won_by_persons: int = 0
    turns: int = 0


@dataclass(slots=True)
class Totals:
    """All of it together."""

    matches: int = 0
    won_by_persons: int = 0
    turns: int = 0
    seconds: float = 0.0
    played: int = 0
    """Cards that the owner's persons played."""
    drawn: int = 0
    """Cards that they drew."""
    catches: int = 0
    """Times that one of them caught somebody."""
    challenges: int = 0
    won_challenges: int = 0
    biggest: Played | None = None
    """The match with the biggest penalty; ``None`` when there never was one."""
    persons: list[Share] = field(default_factory=list)
    """The most active first."""
    levels: list[Share] = field(default_factory=list)
    """Easy first."""
    rules: list[RulesShare] = field(default_factory=list)
    """The most played first."""


class Cards(NamedTuple):
    """The cards of the persons of one match, per person."""

    match: Played
    played: float
    drawn: float


def totals(matches: Sequence[Played]) -> Totals:
    """What ``matches``, the latest first, amount to."""
    found = Totals()
    for match in matches:
        _add(found, match)
    found.persons = _persons(matches)
    found.levels = _levels(matches)
    found.rules = _rules(matches)
    return found


def _add(found: Totals, match: Played) -> None:
    figures = match.figures
    found.matches += 1
    found.won_by_persons += match.won
    found.turns += figures.turns
    found.seconds += figures.seconds
    for seat in match.mine:
        found.played += figures.played[seat]
        found.drawn += figures.drawn[seat]
        found.catches += figures.catches[seat]
    found.challenges += figures.challenges
    found.won_challenges += figures.won_challenges
    if figures.biggest_stack > (found.biggest.figures.biggest_stack if found.biggest else 0):
        found.biggest = match


def _persons(matches: Iterable[Played]) -> list[Share]:
    shares: dict[str, Share] = {}
    for match in matches:
        for seat in match.mine:
            name = match.setup.occupants[seat].name
            _count(shares.setdefault(as_one(name), Share(name)), match, seat)
    return sorted(shares.values(), key=lambda share: -share.played_in)


def _levels(matches: Iterable[Played]) -> list[Share]:
    shares: dict[Level, Share] = {}
    for match in matches:
        for seat, occupant in enumerate(match.setup.occupants):
            if not occupant.is_person and seat not in match.own:
                _count(shares.setdefault(occupant.level, Share(level=occupant.level)), match, seat)
    return [shares[level] for level in Level if level in shares]


def _count(share: Share, match: Played, seat: int) -> None:
    share.played_in += 1
    share.won += match.places[0] == seat and not (match.left and seat in match.own)
    share.fair += 1 / len(match.places)
    share.played += match.figures.played[seat]
    share.drawn += match.figures.drawn[seat]


def _rules(matches: Iterable[Played]) -> list[RulesShare]:
    shares: dict[tuple[str, bool], RulesShare] = {}
    for match in matches:
        preset = preset_of(match.setup.rules)
        key = (match.setup.base, True) if preset is None else (preset, False)
        share = shares.setdefault(key, RulesShare(*key))
        share.matches += 1
        share.won_by_persons += match.won
        share.turns += match.figures.turns
    return sorted(shares.values(), key=lambda share: -share.matches)


def as_one(name: str) -> str:
    """Names that are the same to this belong to one person."""
    return unicodedata.normalize("NFKC", name).casefold()


def cards_by_match(matches: Sequence[Played], most: int) -> list[Cards]:
    """Cards played and drawn by the persons of the latest matches, the oldest of these first."""
    found = []
    for match in reversed(matches[:most]):
        persons, figures = match.mine, match.figures
        played = sum(figures.played[seat] for seat in persons)
        drawn = sum(figures.drawn[seat] for seat in persons)
        found.append(Cards(match, played / max(1, len(persons)), drawn / max(1, len(persons))))
    return found


class Wanted(NamedTuple):
    """Which matches to list; every field left empty lets all through."""

    format: str = ""
    """A value of the setting ``match_format``."""
    who: str = ""
    """``one`` or ``several`` persons, or ``name:`` and a person's name."""
    where: str = ""
    """``online`` or ``local``."""

    def fits(self, match: Played) -> bool:
        """Whether ``match`` is wanted."""
        right_format = self.format in ("", match.setup.rules.match_format)
        right_place = self.where in ("", "online" if match.online else "local")
        return right_format and right_place and self._fits_persons(match)

    def _fits_persons(self, match: Played) -> bool:
        persons = match.setup.persons
        if self.who.startswith("name:"):
            wanted = as_one(self.who.removeprefix("name:"))
            return any(as_one(match.setup.occupants[seat].name) == wanted for seat in persons)
        return not self.who or (self.who == "one") == (len(persons) == 1)


def names_by_use(matches: Iterable[Played], most: int) -> list[str]:
    """The names of the persons who played most often, as they were written last."""
    uses: Counter[str] = Counter()
    written: dict[str, str] = {}
    for match in matches:
        for seat in match.setup.persons:
            name = match.setup.occupants[seat].name
            uses[as_one(name)] += 1
            written.setdefault(as_one(name), name)
    return [written[key] for key, _ in uses.most_common(most)]
