"""What a view tells a computer before it weighs anything.

Seats become places in the order of play: ``around[0]`` is the number of cards of the seat
that comes next, ``around[-1]`` that of the seat before. Whatever lies neither in the
viewer's hand nor on the discard pile is *unseen*; every unseen card is taken to be as
likely in one hand as in another or in the draw pile.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from app.engine.cards import COLOUR_OF, KINDS, NO_COLOUR, SYMBOL_OF, W4, W, deck, points
from app.engine.rulings import FITS, UNLIMITED, rulings_for
from app.engine.views import SeatView, TableView

UNKNOWN_COLOUR: Final = 0.25
"""Share of the unseen cards of a colour when nobody can tell which colour it was."""

USUAL_BLUFFS: Final = 0.5
"""Share of the challenges that succeed, against many kinds of players."""
DOUBT: Final = 0.5
"""How many bluffs seen or missed it takes to outweigh what is usual. Somebody who never bluffs is challenged
about three times in a match; with more doubt it would be more often, with less a chance honesty would mislead."""
SUREST: Final = 0.95
"""No bluff is surer than this."""


class Outlook:
    """One view, made ready for weighing."""

    __slots__ = ("_fit", "_unseen", "_unseen_total", "around", "hand", "law", "order", "values", "view")

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.law = rulings_for(view.rules)
        self.hand = tuple(sorted(view.hand))
        self.order = others(view)
        """The other active seats in the order of play."""
        self.around = tuple(view.seats[seat].cards for seat in self.order)
        self.values = card_values(view.rules.special_wild_points)
        """What each card counts at the end of a round."""
        self._unseen = _unseen(view)
        self._unseen_total = max(1, sum(self._unseen))
        self._fit: dict[tuple[int, int], float] = {}

    def chance_to_fit(self, colour: int, top: int) -> float:
        """How likely a single unseen card goes on ``top`` with ``colour`` in play."""
        key = (colour, SYMBOL_OF[top])
        if key not in self._fit:
            self._fit[key] = self.chance_of(FITS[colour][top])
        return self._fit[key]

    def chance_of(self, cards: frozenset[int]) -> float:
        """How likely a single unseen card is one of ``cards``."""
        return sum(self._unseen[card] for card in cards) / self._unseen_total

    def chance_to_answer(self, kind: int, colour: int, held: float) -> float:
        """How likely a hand of ``held`` unseen cards can stack on, or deflect, a penalty."""
        answers = self.law.answers[kind == W4][colour]
        return at_least_one(self.chance_of(answers), held) if answers else 0.0

    def chance_of_bluff(self, bluffs: float) -> float:
        """How likely the Wild Draw Four that waits was dishonest.

        The seat held its present cards when it played. The more of them, the surer it held
        the colour; but who holds the colour plays the card less often (``bluffs`` times as
        often as somebody who does not). What challenges in this match have found makes it
        likelier or less likely.
        """
        view = self.view
        if view.penalty is None or view.penalty.by is None:
            return 0.0
        before = _colour_before(view)
        if before == NO_COLOUR:
            return 0.0
        share = UNKNOWN_COLOUR if before is None else sum(
            self._unseen[card] for card in KINDS if COLOUR_OF[card] == before
        ) / self._unseen_total  # fmt: skip
        if view.rules.wilds_match_colour == "on":
            share += sum(self._unseen[W:]) / self._unseen_total
        by = view.seats[view.penalty.by]
        held = at_least_one(share, by.cards)
        return min(SUREST, held * bluffs / (held * bluffs + 1 - held) * _reputation(by))

    @property
    def room(self) -> int:
        """How many cards the viewer may draw before it is knocked out."""
        return self.law.hand_limit - len(self.hand)

    @property
    def limited(self) -> bool:
        """Whether large hands are knocked out."""
        return self.law.hand_limit < UNLIMITED


def _reputation(seat: SeatView) -> float:
    """How many times as often as others this seat bluffs, by the verdicts on it; 1 without any."""
    expected = USUAL_BLUFFS * (seat.bluffs + seat.honest)
    return (seat.bluffs + DOUBT) / (expected + DOUBT)


def others(view: TableView) -> tuple[int, ...]:
    """The other active seats in the order of play, from the one after the viewer."""
    seat = view.seat if view.seat is not None else view.turn
    count = len(view.seats)
    order = ((seat + view.direction * step) % count for step in range(1, count))
    return tuple(other for other in order if view.seats[other].place is None and not view.seats[other].knocked_out)


def at_least_one(share: float, cards: float) -> float:
    """The chance that one of so many cards is of a kind that makes up ``share`` of all."""
    missing: float = max(0.0, 1.0 - share) ** cards
    return 1.0 - missing


@lru_cache(maxsize=4)
def card_values(special_wild_points: int) -> tuple[int, ...]:
    """What each kind counts when it is left in a hand."""
    return tuple(points(card, special_wild_points) for card in KINDS)


@lru_cache(maxsize=64)
def _full(decks: int, shuffle_wilds: int, custom_wilds: int) -> tuple[int, ...]:
    """How many cards of each kind there are."""
    cards = deck(decks, shuffle_wilds, custom_wilds)
    return tuple(cards.count(kind) for kind in KINDS)


def _unseen(view: TableView) -> list[int]:
    rules = view.rules
    unseen = list(_full(rules.decks, rules.shuffle_wilds, rules.custom_wilds))
    for card in view.discard:
        unseen[card] -= 1
    for card in view.hand:
        unseen[card] -= 1
    return [max(0, count) for count in unseen]


def _colour_before(view: TableView) -> int | None:
    """The colour in play before the waiting Wild Draw Four, ``None`` where the view does not tell.

    The card below shows it, unless that is a wild: nobody sees what was named for it.
    """
    below = next((card for card in reversed(view.discard) if card != W4), None)
    if below is None:
        return None
    stacked = view.penalty is not None and view.penalty.amount > 4
    if below >= W:
        return NO_COLOUR if len(view.discard) == 2 else None
    # A second Wild Draw Four in a row: the first one named a colour, unless both came in one play.
    fours = len(view.discard) - 1 - max(place for place, card in enumerate(view.discard) if card != W4)
    if stacked and fours > 1 and view.rules.multi_card == "off":
        return None
    return COLOUR_OF[below]
