"""A covering set: few rule sets in which each pair of values of two settings occurs at least once."""

from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from app.engine.house_rules import SETTINGS, HouseRules
from tests.engine.setups import can_be_dealt, offered

Choice: TypeAlias = tuple[str, str | int]
"""A setting (or ``seats``) and a value."""
Pair: TypeAlias = frozenset[Choice]

SEATS = "seats"
_OFFERED: dict[str, tuple[str | int, ...]] = {**{key: offered(key) for key in SETTINGS}, SEATS: tuple(range(2, 11))}
VALUES = dict(sorted(_OFFERED.items(), key=lambda item: -len(item[1])))
"""Those with most values first, which makes the set smaller."""


_OF_THE_DEAL = {"hand_size", "decks", "hand_limit", "shuffle_wilds", "custom_wilds", SEATS}


def possible(chosen: dict[str, str | int]) -> bool:
    """Whether these values can be dealt, what is not chosen yet being as small as can be."""
    given = {key: value for key, value in chosen.items() if key in _OF_THE_DEAL}
    smallest: dict[str, str | int] = {"hand_size": 3, "decks": 2, **given}
    seats = smallest.pop(SEATS, 2)
    assert isinstance(seats, int)
    return can_be_dealt(HouseRules.from_dict(smallest), seats)


def all_pairs() -> set[Pair]:
    """Every pair of values of two settings (seats among them) that can be dealt at all."""
    return {
        frozenset({(one, value), (other, second)})
        for one, other in combinations(VALUES, 2)
        for value in VALUES[one]
        for second in VALUES[other]
        if possible({one: value, other: second})
    }


def pairs_in(chosen: dict[str, str | int]) -> set[Pair]:
    """The pairs that a whole rule set holds."""
    return {frozenset(pair) for pair in combinations(chosen.items(), 2)}


@lru_cache(maxsize=1)
def covering_set() -> tuple[tuple[HouseRules, int], ...]:
    """Rule sets with seats that hold every pair between them; the same ones each time."""
    left = all_pairs()
    found = []
    for first in sorted(left, key=lambda pair: sorted(map(str, pair))):
        if first in left:
            chosen = _fill(dict(first), left)
            left -= pairs_in(chosen)
            seats = chosen.pop(SEATS)
            assert isinstance(seats, int)
            found.append((HouseRules.from_dict(chosen), seats))
    return tuple(found)


def _fill(chosen: dict[str, str | int], left: set[Pair]) -> dict[str, str | int]:
    """Add each other setting with the value that holds most open pairs with those chosen before."""
    for key in VALUES:
        if key not in chosen:
            fitting = [value for value in VALUES[key] if possible({**chosen, key: value})]
            chosen[key] = max(fitting, key=lambda value: _gain((key, value), chosen, left))
    return chosen


def _gain(choice: Choice, chosen: dict[str, str | int], left: set[Pair]) -> int:
    return sum(frozenset({choice, other}) in left for other in chosen.items())
