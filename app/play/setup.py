"""Who plays by which rules, checked before anything is dealt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from typing import Any, Final

from app.computer.policies import Level
from app.engine.house_rules import PRESETS, BadRules, HouseRules, check_setup
from app.play.names import is_disguised

__all__ = ["BadSetup", "Kind", "Level", "LocalSetup", "Occupant", "SetupProblem", "Speed", "checked"]

LONGEST_NAME: Final = 20
"""Characters of a name."""

PORTRAIT: Final = re.compile(r"[a-z0-9_-]{0,40}")
"""Keys of portraits."""
_SILENT: Final = re.compile("[\u200d\ufe0f]")
"""What joins and colours emoji, so it may stand in a name; it cannot be seen and so makes no name different."""


class Kind(StrEnum):
    """What sits on a seat."""

    PERSON = auto()
    COMPUTER = auto()


class Speed(StrEnum):
    """How long a computer thinks before it plays."""

    SLOW = auto()
    NORMAL = auto()
    FAST = auto()


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat. ``level`` and ``speed`` matter for computers only."""

    kind: Kind
    name: str
    portrait: str = ""
    """Key of a portrait of ours, empty for none chosen."""
    level: Level = Level.NORMAL
    speed: Speed = Speed.NORMAL

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind is Kind.PERSON

    def to_dict(self) -> dict[str, str]:
        """Every field as text, ready for JSON."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "portrait": self.portrait,
            "level": self.level.value,
            "speed": self.speed.value,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Occupant:
        """The occupant that ``to_dict`` wrote. Raises ``ValueError`` or ``KeyError`` for anything else."""
        return Occupant(
            Kind(stored["kind"]),
            str(stored["name"]),
            str(stored.get("portrait", "")),
            Level(stored.get("level", Level.NORMAL)),
            Speed(stored.get("speed", Speed.NORMAL)),
        )


@dataclass(frozen=True, slots=True)
class LocalSetup:
    """A match to be played on one device."""

    occupants: tuple[Occupant, ...]
    rules: HouseRules
    base: str = "official"
    """Key of the preset that the rules began from."""

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons, in order."""
        return tuple(seat for seat, occupant in enumerate(self.occupants) if occupant.is_person)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(occupant.name for occupant in self.occupants)

    def to_dict(self) -> dict[str, Any]:
        """The whole set-up, ready for JSON."""
        return {
            "occupants": [occupant.to_dict() for occupant in self.occupants],
            "rules": self.rules.to_dict(),
            "base": self.base,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> LocalSetup:
        """The set-up that ``to_dict`` wrote. Raises ``ValueError`` or ``KeyError`` for anything else."""
        return LocalSetup(
            tuple(Occupant.from_dict(occupant) for occupant in stored["occupants"]),
            HouseRules.from_dict(stored["rules"]),
            str(stored["base"]),
        )


@dataclass(frozen=True, slots=True)
class SetupProblem:
    """One thing to put right.

    ``word`` is ``name_empty name_too_long name_bad_characters name_taken bad_portrait`` with a ``seat``,
    ``no_person`` or ``unknown_preset``, or a word of ``BadRules`` with the ``key`` of the setting and ``params``.
    """

    word: str
    seat: int | None = None
    key: str = ""
    params: Mapping[str, int] = field(default_factory=dict)


class BadSetup(ValueError):
    """A set-up that cannot be played; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: tuple[SetupProblem, ...]) -> None:
        super().__init__(", ".join(problem.word for problem in problems))
        self.problems = problems


def checked(setup: LocalSetup) -> LocalSetup:
    """The set-up with tidy names (trimmed, NFC). Raises ``BadSetup`` when it cannot be played."""
    tidy = replace(setup, occupants=tuple(replace(each, name=tidy_name(each.name)) for each in setup.occupants))
    problems = (*_rule_problems(tidy), *_seat_problems(tidy.occupants))
    if problems:
        raise BadSetup(problems)
    return tidy


def tidy_name(name: str) -> str:
    """The name in NFC, with single spaces inside and none around it. Control characters stay, to be refused."""
    return re.sub(" +", " ", "".join(_plain_space(char) for char in unicodedata.normalize("NFC", name))).strip()


def _plain_space(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else char


def _rule_problems(setup: LocalSetup) -> list[SetupProblem]:
    problems = []
    if setup.base not in PRESETS:
        problems.append(SetupProblem("unknown_preset", key="base"))
    try:
        check_setup(setup.rules, len(setup.occupants))
    except BadRules as bad:
        problems.append(SetupProblem(bad.problem, key=bad.key, params=bad.params))
    if not setup.persons:
        problems.append(SetupProblem("no_person"))
    return problems


def _seat_problems(occupants: tuple[Occupant, ...]) -> list[SetupProblem]:
    problems = []
    taken: set[str] = set()
    for seat, occupant in enumerate(occupants):
        word = name_problem(occupant.name, taken)
        if word:
            problems.append(SetupProblem(word, seat))
        taken.add(as_heard(occupant.name))
        if not PORTRAIT.fullmatch(occupant.portrait):
            problems.append(SetupProblem("bad_portrait", seat))
    return problems


def name_problem(name: str, taken: set[str]) -> str:
    """What is wrong with a tidy name, as a word, or nothing; ``taken`` are others' names ``as_heard``."""
    if not as_heard(name):
        return "name_empty"
    if len(name) > LONGEST_NAME:
        return "name_too_long"
    seen = _SILENT.sub("", name)
    if any(map(_is_bad, seen)) or is_disguised(seen):
        return "name_bad_characters"
    return "name_taken" if as_heard(name) in taken else ""


def as_heard(name: str) -> str:
    """What two names must not share: neither case nor invisible characters make a difference."""
    return _SILENT.sub("", unicodedata.normalize("NFKC", name).casefold()).strip()


def _is_bad(char: str) -> bool:
    """Control, format (bidi overrides among them), surrogate, private and unassigned characters, line ends."""
    return unicodedata.category(char)[0] == "C" or unicodedata.category(char) in ("Zl", "Zp")
