"""The questions that house rules answer, and nothing else of the game reads the settings.

``rulings_for`` asks every question once for a rule set and keeps the answers as tables,
so that during play a rule costs a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from app.engine.cards import (
    BLUE,
    COLOUR_OF,
    COLOURS,
    DRAW_TWO,
    KINDS,
    NO_COLOUR,
    RED,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    SYMBOLS_PER_COLOUR,
    W4,
    WC,
    WS,
    W,
    is_number,
    is_wild,
    points,
)
from app.engine.house_rules import HouseRules

NO_CARDS: Final[frozenset[int]] = frozenset()
UNLIMITED: Final = 1_000
"""More cards than any deck holds."""


def _fitting(colour: int, top: int) -> frozenset[int]:
    """What goes on ``top`` with ``colour`` in play, as far as colour and symbol say (rules.md 3)."""
    if colour == NO_COLOUR:
        return frozenset(KINDS)
    return frozenset(
        card for card in KINDS if is_wild(card) or COLOUR_OF[card] == colour or SYMBOL_OF[card] == SYMBOL_OF[top]
    )


FITS: Final = tuple(tuple(_fitting(colour, top) for top in KINDS) for colour in (*COLOURS, NO_COLOUR))
"""``FITS[colour in play][top card]``: the cards that go on it. No house rule changes this table."""

FITTING: Final = tuple(tuple(tuple(card in fits for card in KINDS) for fits in row) for row in FITS)
"""``FITTING[colour in play][top card][card]``: the same for a quick look at one card."""

OF_COLOUR: Final = tuple(frozenset(card for card in KINDS if COLOUR_OF[card] == colour) for colour in range(5))
"""The coloured cards of each colour; the wilds at ``NO_COLOUR``."""


def _symbols(symbol: int) -> frozenset[int]:
    return frozenset(card for card in KINDS if SYMBOL_OF[card] == symbol)


DRAW_TWOS: Final = _symbols(DRAW_TWO)
WILD_DRAW_FOURS: Final = frozenset((W4,))


class Rulings:
    """The answers of one rule set. See the functions below for the rule behind each."""

    __slots__ = (
        "_revealing", "_values", "after_draw", "all_plain", "answer_clock", "answers", "calls_for_all", "calls_matter",
        "challenges", "combines", "custom_effect", "deflects", "draw_limit", "ends_when_empty", "final_draw",
        "first_must_fit", "forced", "format", "goes_on", "hand_limit", "honest_only", "in_full", "jumps", "keeps_turn",
        "losers_pay", "may_combine", "may_end", "moves_hands", "one_by_one", "opens", "passes_on", "penalty_stack_jump",
        "plain", "quiet", "reverse_two_skips", "rounds", "stacks", "swaps", "target_score", "together", "turn_clock",
        "uno_penalty", "wilds_count",
    )  # fmt: skip

    def __init__(self, rules: HouseRules) -> None:
        self.opens = _opening_cards(rules)
        """Cards that may start the discard pile."""
        self.in_full = rules.first_card == "apply"
        """Whether a first action card takes effect."""
        self.combines = rules.multi_card
        """Which cards go down together."""
        self.may_combine = rules.multi_card != "off"
        self.together = _together(rules)
        """By card: a bit that it shares with the cards it may go down with, 0 for none."""
        self.first_must_fit = rules.multi_card != "doubles"
        self.jumps = _jumping_cards(rules)
        """Cards that may be jumped in on their like."""
        self.stacks = _stacking_cards(rules)
        """``stacks[kind == W4][colour in play]``: the draw cards that may go on a penalty."""
        self.deflects = _deflecting_cards(rules)
        """By colour in play: the cards that pass a penalty on."""
        self.answers = tuple(
            tuple(stack | deflect for stack, deflect in zip(row, self.deflects, strict=True)) for row in self.stacks
        )
        self.penalty_stack_jump = bool(self.stacks[0][RED] & DRAW_TWOS)
        """Whether a Draw Two may be jumped in while a penalty waits."""
        self.challenges = rules.wild_draw_four == "challenge"
        self.honest_only = rules.wild_draw_four == "only_without"
        self.wilds_count = rules.wilds_match_colour == "on"
        self._revealing = _revealing_cards(rules)
        self.keeps_turn = rules.after_penalty == "keep"
        self.draw_limit = {"one": 1, "three": 3, "until_playable": UNLIMITED}[rules.draw_mode]
        self.one_by_one = rules.draw_pace == "one_by_one"
        self.forced = rules.forced_play == "on"
        self.after_draw = "must_play" if self.forced else rules.drawn_card
        self.may_end = _ending_cards(rules)
        self.swaps = _swapping_cards(rules)
        self.passes_on = _passing_cards(rules)
        self.moves_hands = frozenset(SYMBOL_OF[card] for card in self.swaps | self.passes_on)
        """The symbols of both."""
        self.custom_effect = rules.custom_effect
        self.reverse_two_skips = rules.reverse_two == "skip"
        self.calls_matter = rules.uno_call == "call"
        self.calls_for_all = rules.uno_call == "auto"
        self.uno_penalty = rules.uno_penalty
        self.ends_when_empty = rules.deck_out == "end_round"
        self.hand_limit = rules.hand_limit or UNLIMITED
        self.format = rules.match_format
        self.goes_on = rules.match_format == "last_standing"
        """Whether the round goes on when a seat has gone out."""
        self.final_draw = rules.match_format in ("points", "penalty")
        """Whether a penalty left by the last play is drawn before the hands are counted."""
        self.losers_pay = rules.losers_pay == "on"
        self.target_score = rules.target_score
        self.rounds = rules.rounds
        self.turn_clock = rules.turn_clock
        self.answer_clock = rules.answer_clock
        self._values = tuple(points(card, rules.special_wild_points) for card in KINDS)
        self.plain = tuple(card not in self.swaps and (card != W4 or not self.honest_only) for card in KINDS)
        """By card: whether its play depends on nothing but what it goes on, and needs no target."""
        self.all_plain = not (self.may_combine or self.forced) and all(self.plain) and self.may_end == frozenset(KINDS)
        """Whether every play and draw depends on nothing but what fits."""
        moving = self.swaps | self.passes_on
        self.quiet = tuple(card == W or (is_number(card) and card not in moving) for card in KINDS)
        """By card: whether it does nothing but lie there."""

    def value_of(self, hand: Iterable[int]) -> int:
        """What these cards count (rules.md 1)."""
        return sum(map(self._values.__getitem__, hand))

    def bluff(self, rest: Iterable[int], colour: int) -> bool:
        """Whether a Wild Draw Four beside ``rest`` is dishonest with ``colour`` in play (rules.md 5)."""
        return not self._revealing[colour].isdisjoint(rest)

    def go_together(self, cards: tuple[int, ...]) -> bool:
        """Whether these cards may be played at once, apart from what fits (rules.md 4)."""
        bit = self.together[cards[0]]
        return len(cards) == 1 or (bit > 0 and all(self.together[card] == bit for card in cards))


@lru_cache(maxsize=4096)
def rulings_for(rules: HouseRules) -> Rulings:
    """The answers of a rule set; the same object for equal rules."""
    return Rulings(rules)


def _opening_cards(rules: HouseRules) -> frozenset[int]:
    """May this card start the discard pile? (rules.md 2)"""
    if rules.first_card == "numbers":
        return frozenset(filter(is_number, KINDS))
    return frozenset(range(W + 1))


def _together(rules: HouseRules) -> tuple[int, ...]:
    """Which cards may go down at once, as a bit that they share? (rules.md 4)"""
    if rules.multi_card == "off":
        return (0,) * len(KINDS)
    shared: list[int] = list(KINDS)
    if rules.multi_card != "identical":
        shared = [SYMBOL_OF[card] if card < W else SYMBOLS_PER_COLOUR + card - W for card in KINDS]
    return tuple(0 if card in (WS, WC) else 1 << shared[card] for card in KINDS)


def _jumping_cards(rules: HouseRules) -> frozenset[int]:
    """May this card be played out of turn on its like? (rules.md 4)"""
    if rules.jump_in == "off":
        return NO_CARDS
    return frozenset(card for card in range(W) if rules.jump_in == "all" or is_number(card))


def _stacking_cards(rules: HouseRules) -> tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]]:
    """Which draw cards may be put on a waiting Draw Two, and on a Wild Draw Four? (rules.md 5)"""
    two_on_two = rules.stacking in ("draw_two", "same", "upward", "any")
    four_on_four = rules.stacking in ("draw_four", "same", "upward", "any")
    four_on_two = rules.stacking in ("upward", "any")
    on_two = (DRAW_TWOS if two_on_two else NO_CARDS) | (WILD_DRAW_FOURS if four_on_two else NO_CARDS)
    on_four = [
        (WILD_DRAW_FOURS if four_on_four else NO_CARDS)
        | (DRAW_TWOS & OF_COLOUR[colour] if rules.stacking == "any" else NO_CARDS)
        for colour in range(NO_COLOUR + 1)
    ]
    return (on_two,) * (NO_COLOUR + 1), tuple(on_four)


def _deflecting_cards(rules: HouseRules) -> tuple[frozenset[int], ...]:
    """Which cards pass a penalty on, by colour in play? (rules.md 5)"""
    symbols = {"off": (), "skip": (SKIP,), "reverse": (REVERSE,), "both": (SKIP, REVERSE)}[rules.deflect]
    by_colour = [frozenset(colour * SYMBOLS_PER_COLOUR + symbol for symbol in symbols) for colour in COLOURS]
    return (*by_colour, NO_CARDS)


def _revealing_cards(rules: HouseRules) -> tuple[frozenset[int], ...]:
    """Beside which cards is a Wild Draw Four dishonest, by colour in play? (rules.md 5)"""
    wilds = OF_COLOUR[NO_COLOUR] if rules.wilds_match_colour == "on" else NO_CARDS
    return (*(OF_COLOUR[colour] | wilds for colour in COLOURS), NO_CARDS)


def _ending_cards(rules: HouseRules) -> frozenset[int]:
    """May this card be the last of a hand? (rules.md 3)"""
    if rules.going_out == "no_wild":
        return frozenset(range(BLUE * SYMBOLS_PER_COLOUR + DRAW_TWO + 1))
    return frozenset(filter(is_number, KINDS)) if rules.going_out == "no_action" else frozenset(KINDS)


def _swapping_cards(rules: HouseRules) -> frozenset[int]:
    """Which cards swap hands with a chosen seat? (rules.md 4)"""
    return (_symbols(7) if rules.seven == "swap" else NO_CARDS) | (
        frozenset((WC,)) if rules.custom_effect == "swap_hands" else NO_CARDS
    )


def _passing_cards(rules: HouseRules) -> frozenset[int]:
    """Which cards move every hand along? (rules.md 4)"""
    return (_symbols(0) if rules.zero == "pass" else NO_CARDS) | (
        frozenset((WC,)) if rules.custom_effect == "pass_hands" else NO_CARDS
    )
