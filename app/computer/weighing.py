"""What a legal move is worth to a seat, in rough numbers of cards.

A move is worth what the table would look like after it: how good the viewer's own hand
would be, how near the others would be to going out, and who would act next with which
chance to play. All house rules meet here in the same few judgements, so that a swap, a
penalty of eight and a plain red 5 can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.computer.outlook import Outlook, at_least_one
from app.engine.cards import COLOUR_OF, COLOURS, DRAW_TWO, NO_COLOUR, REVERSE, SKIP, SYMBOL_OF, W4, WC, WS, W
from app.engine.moves import Do, Move
from app.engine.rulings import FITS

Hand = tuple[int, ...]
Around = tuple[float, ...]

ME: Final = -1
"""The viewer itself, among places in the order of play."""
OUT: Final = 100.0
"""Going out."""
RUIN: Final = 60.0
"""Being knocked out."""


class Spot(NamedTuple):
    """A table as the viewer may find it."""

    hand: Hand
    unknown: float
    """Cards in the own hand besides, which nobody can name yet."""
    around: Around
    colour: int
    top: int


class Played(NamedTuple):
    """Cards going down."""

    cards: tuple[int, ...]
    named: int | None
    target: int | None = None
    """Place of the seat to swap with."""
    penalty: int = 0
    """The penalty that they answer."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each judgement counts; units are cards of one's own hand."""

    follow: float = 0.3
    """For each coloured card left that would go on what was played."""
    some: float = 0.5
    """For having any such card at all."""
    variety: float = 0.15
    """For each further colour in the hand."""
    keep_wild: float = 1.2
    """What a plain wild in the hand is worth later."""
    keep_four: float = 1.5
    """What a Wild Draw Four is worth later."""
    keep_action: float = 0.1
    """What a Skip, a Reverse or a Draw Two is worth later."""
    close: float = 1.5
    """Having one card left; fades with every further card."""
    peril: float = 2.5
    """Another seat having one card left; fades in the same way."""
    fade: float = 0.6
    """How much of closeness and peril remains with each further card."""
    lead: float = 0.5
    """For each card that the other seats hold, on average."""
    loss: float = 6.0
    """Another seat going out at once."""
    turn: float = 0.8
    """Being on turn with a card that fits."""
    draw: float = 0.0
    """For drawing although something fits."""
    value: float = 0.02
    """For each ten points that leave the hand, in the points format without any danger."""
    bluffs: float = 0.35
    """How much more seldom a Wild Draw Four is played by somebody who holds the colour."""
    doubts: float = 0.3
    """How often others challenge a Wild Draw Four."""
    group: float = 0.6
    """For each card that can go down together with another one."""
    stuck: float = 4.0
    """Holding no card with which the hand may end; shared among the cards of the hand."""
    depth: int = 4
    """How many plays in a row are thought through when one's own turn goes on."""


PLAIN: Final = Weights(depth=1)
"""Guesses, as a player who has read the rules would make them."""
# The tuned weights were found by following the gradient of the win rate under the official rules:
# in every round each weight was moved up or down by chance, and what the rounds with one weight up won over
# those with it down told which way to go. Half of the rounds were played against random fitting cards, half
# against ``Weights()``, so that neither opponent is learnt by heart. The numbers are means of the last steps.
TWO: Final = Weights(
    follow=0.15, some=0.33, variety=0.03, keep_wild=1.55, keep_four=2.4, keep_action=0.3, close=3.6, peril=1.8,
    fade=0.53, lead=0.45, loss=6.0, turn=0.68, draw=0.15, bluffs=0.33, doubts=0.65,
)  # fmt: skip
"""With two seats left, from about 120,000 rounds."""
MANY: Final = Weights(
    follow=0.18, some=0.55, variety=0.0, keep_wild=1.66, keep_four=2.0, keep_action=0.18, close=2.6, peril=2.1,
    fade=0.55, lead=0.48, loss=5.7, turn=0.58, draw=-0.6, bluffs=0.4, doubts=0.48,
)  # fmt: skip
"""With more, from about 60,000 rounds of four seats."""
MOVING: Final = Weights(
    follow=0.16, some=0.3, variety=0.1, keep_wild=1.27, keep_four=2.0, keep_action=0.0, close=1.4, peril=1.7,
    fade=0.28, lead=0.4, loss=6.0, turn=1.0, draw=-0.3, bluffs=0.3, doubts=0.65, group=0.9,
)  # fmt: skip
"""Where hands change owners: a small hand is worth less when somebody may take it. From about 50,000 rounds
of Seven-O, Mayhem and swapping custom wilds with two to four seats, all against ``Weights()``."""

_UNKNOWN_CARD: Final = 0.85
"""The burden of a card that is yet to come, less than 1 for what it may be good for."""
_UNKNOWN_POINTS: Final = 12.0
"""What such a card counts on average."""
_URGENT: Final = 4.0
"""How many times more points count when somebody may go out with the next play."""
_POINTS_MATTER: Final = {"points": 1.0, "penalty": 4.0, "first_out": 2.0, "last_standing": 0.0}
_NEAR_LIMIT: Final = 0.4
"""How much of the fear of a knock-out remains with each further card of room."""
_LIMIT_IN_SIGHT: Final = 8
"""Cards of room from which that fear begins."""
_FAR: Final = 20
"""Cards by which a seat that is knocked out counts as farther away."""
_FINAL_BLOW: Final = 0.1
"""What each card of a penalty is worth that a last card leaves to the next seat."""
_PENALTY_OF: Final = {DRAW_TWO: 2, W4: 4}


class Weigher:
    """Weighs the moves of one view; keeps what it has found out between them."""

    __slots__ = ("_hands", "_limit", "_points", "law", "look", "weights")

    def __init__(self, look: Outlook, weights: Weights) -> None:
        self.look = look
        self.law = look.law
        self.weights = weights
        self._hands: dict[tuple[Hand, int, int], float] = {}
        self._limit = look.law.hand_limit
        matter = _POINTS_MATTER[look.law.format] * (2.0 if look.law.losers_pay else 1.0)
        nearest = min(look.around, default=7.0)
        self._points = weights.value / 10 * matter * (1 + _URGENT * self._near(nearest))

    # Moves

    def worth(self, move: Move) -> float:
        """The worth of a legal move; only the order of worths matters."""
        if move.do is Do.PLAY:
            return self._play(move)
        if move.do is Do.TAKE:
            return self._take()
        if move.do is Do.CHALLENGE:
            return self._challenge()
        return self._draw() if move.do is Do.DRAW else self._table(self._now(), 0)

    def stay(self) -> float:
        """The worth of doing nothing out of turn."""
        look = self.look
        actor = look.order.index(look.view.turn) if look.view.turn in look.order else ME
        return self._table(self._now(), actor)

    def _now(self, unknown: float = 0) -> Spot:
        """The table as it is, with so many cards more in the own hand."""
        look = self.look
        return Spot(look.hand, unknown, look.around, look.view.colour, look.view.top)

    def _play(self, move: Move) -> float:
        look = self.look
        target = None if move.target is None else look.order.index(move.target)
        penalty = look.view.penalty.amount if look.view.penalty else 0
        spot = Spot(without(look.hand, move.cards), 0, look.around, look.view.colour, look.view.top)
        return self._after(spot, Played(move.cards, move.colour, target, penalty), self.weights.depth)

    def _take(self) -> float:
        penalty = self.look.view.penalty
        return self._table(self._now(penalty.amount if penalty else 0), ME if self.law.keeps_turn else 0)

    def _challenge(self) -> float:
        look = self.look
        penalty = look.view.penalty
        if penalty is None or penalty.by is None:
            return -RUIN
        guilty = look.chance_of_bluff(self.weights.bluffs)
        won = self._now()
        if penalty.by in look.order:
            won = self._drawn(won, look.order.index(penalty.by), penalty.amount)
        lost = self._table(self._now(penalty.amount + 2), 0)
        return guilty * self._table(won, ME) + (1 - guilty) * lost

    def _draw(self) -> float:
        look = self.look
        chance = max(0.02, look.chance_to_fit(look.view.colour, look.view.top))
        cards, played, risk = _expected_draw(chance, self.law.draw_limit, look.room)
        if self.law.after_draw == "keep":
            played = 0.0
        worth = self._table(self._now(cards - played), 0, limited=False)
        return (1 - risk) * worth - risk * RUIN + self.weights.draw

    # What a play leads to

    def _after(self, spot: Spot, played: Played, depth: int) -> float:
        """The worth of ``spot``, from whose hand the cards are gone already, once they have taken effect."""
        top = played.cards[-1]
        before = spot.colour
        colour = COLOUR_OF[top] if top < W or played.named is None else played.named
        symbol = SYMBOL_OF[played.cards[0]]
        added = len(played.cards) * _PENALTY_OF.get(symbol, 0)
        if not spot.hand:
            return OUT + _FINAL_BLOW * (played.penalty + added)
        spot = self._dealt_with(spot._replace(colour=colour, top=top), symbol, played)
        if symbol == REVERSE and len(played.cards) % 2:
            spot = spot._replace(around=spot.around[::-1])
        if added:
            bluff = symbol == W4 and self.law.challenges and self.law.bluff(list(spot.hand), before)
            return self._hit(spot, played.penalty + added, symbol, depth, self.weights.doubts if bluff else 0.0)
        if played.penalty and self.look.view.penalty:
            return self._hit(spot, played.penalty, self.look.view.penalty.kind, depth, 0.0)
        actor = self._next(symbol, len(played.cards), len(spot.around))
        return self._go_on(spot, depth) if actor == ME else self._table(spot, actor)

    def _next(self, symbol: int, count: int, others: int) -> int:
        """Who acts after cards of this symbol, where no penalty waits."""
        if symbol == SKIP:
            return count if count < others else ME
        if symbol == REVERSE:
            return ME if count % 2 and others == 1 and self.law.reverse_two_skips else 0
        return ME if symbol == WC and self.law.custom_effect == "play_again" else 0

    def _dealt_with(self, spot: Spot, symbol: int, played: Played) -> Spot:
        """What a swap, a pass, a shuffle or a custom wild makes of the hands."""
        around = spot.around
        own = float(len(spot.hand))
        if symbol in self.law.moves_hands:
            if played.cards[0] in self.law.swaps:
                place = played.target or 0
                return spot._replace(hand=(), unknown=around[place], around=_with(around, place, own))
            return spot._replace(hand=(), unknown=around[-1], around=(own, *around[:-1]))
        if symbol == WS:
            total = own + sum(around)
            dealt = total // (len(around) + 1)
            return spot._replace(hand=(), unknown=dealt, around=((total - dealt) / len(around),) * len(around))
        if symbol == WC and self.law.custom_effect == "others_draw":
            for place in range(len(around)):
                spot = self._drawn(spot, place, 1)
        return spot

    def _hit(self, spot: Spot, amount: int, kind: int, depth: int, doubts: float) -> float:
        """The worth when the next seat faces a penalty: it draws, answers or challenges."""
        drawn = self._drawn(spot, 0, amount)
        answers = self.look.chance_to_answer(kind, spot.colour, spot.around[0])
        if self.law.keeps_turn:
            worth = self._table(drawn, 0)
        elif len(spot.around) > 1:
            worth = self._table(drawn, 1)
        else:
            worth = self._go_on(drawn, 1 if answers else depth)
        if answers:
            worth += answers * (self._thrown_back(spot, amount + 2) - worth)
        if doubts:
            worth += doubts * (self._table(spot._replace(unknown=amount), 0) - worth)
        return worth

    def _thrown_back(self, spot: Spot, amount: int) -> float:
        """The worth when the next seat answers: the one after it draws, which with two seats is the viewer."""
        others = len(spot.around)
        if others > 1:
            return self._table(self._drawn(spot, 1, amount), 2 if others > 2 else ME)
        ready = any(SYMBOL_OF[card] in _PENALTY_OF for card in spot.hand)
        return self._table(spot if ready else spot._replace(unknown=amount), 0)

    def _drawn(self, spot: Spot, place: int, amount: float) -> Spot:
        """The table after the seat at ``place`` drew; a seat knocked out is as good as far away."""
        held = spot.around[place] + amount
        return spot._replace(around=_with(spot.around, place, held + _FAR if held >= self._limit else held))

    def _go_on(self, spot: Spot, depth: int) -> float:
        """The worth of being on turn again at once: that of the best play which follows."""
        best = self._table(spot, ME)
        if depth <= 1 or spot.unknown:
            return best
        for card in sorted(FITS[spot.colour][spot.top].intersection(spot.hand)):
            if self._may_follow(card, spot.hand):
                rest = spot._replace(hand=without(spot.hand, (card,)))
                named = _held_most(rest.hand) if card >= W else None
                best = max(best, self._after(rest, Played((card,), named), depth - 1))
        return best

    def _may_follow(self, card: int, hand: Hand) -> bool:
        """Whether a fitting card is thought of as the next one."""
        if len(hand) == 1 and card not in self.law.may_end:
            return False
        return card not in self.law.swaps and not (card == W4 and self.law.honest_only)

    # What a table is worth

    def _table(self, spot: Spot, actor: int, *, limited: bool = True) -> float:
        """The worth of the table: own hand, the others' hands, and who acts next.

        ``limited``: a hand that reaches the limit is knocked out.
        """
        weights = self.weights
        size = len(spot.hand) + spot.unknown
        if limited and size >= self._limit:
            return -RUIN
        key = (spot.hand, spot.colour, spot.top)
        total = self._hands.get(key)
        if total is None:
            total = self._hands[key] = self._hand(*key)
        total += weights.close * self._near(size)
        if spot.unknown:
            total -= spot.unknown * (_UNKNOWN_CARD + self._points * _UNKNOWN_POINTS)
        if self._limit - size < _LIMIT_IN_SIGHT:
            total -= RUIN * _NEAR_LIMIT ** (self._limit - size)
        lead = weights.lead / len(spot.around)
        for held in spot.around:
            total += lead * held - weights.peril * self._near(held)
        return total + self._turn(spot, actor)

    def _near(self, cards: float) -> float:
        """How near so many cards are to none: 1 for a single card, fading."""
        near: float = self.weights.fade ** (cards - 1)
        return near

    def _turn(self, spot: Spot, actor: int) -> float:
        """What it is worth, or costs, that the seat at this place acts next."""
        weights = self.weights
        if actor == ME:
            fits = FITS[spot.colour][spot.top]
            return weights.turn if spot.unknown or not fits.isdisjoint(spot.hand) else 0.0
        held = spot.around[actor]
        plays = at_least_one(self.look.chance_to_fit(spot.colour, spot.top), held)
        if held <= 1:
            return -weights.loss * plays
        nearer = weights.peril * (self._near(held - 1) - self._near(held))
        return -plays * (weights.lead / len(spot.around) + nearer)

    def _hand(self, hand: Hand, colour: int, top: int) -> float:
        """What these cards are worth to hold, apart from how few they are."""
        if not hand:
            return 0.0
        weights = self.weights
        fits = FITS[colour][top]
        worth = -float(len(hand)) - self._points * sum(self.look.values[card] for card in hand)
        following = 0
        colours = set()
        for card in hand:
            if card >= W:
                worth += weights.keep_four if card == W4 else weights.keep_wild
                continue
            colours.add(COLOUR_OF[card])
            following += card in fits
            if SYMBOL_OF[card] >= SKIP:
                worth += weights.keep_action
        worth += weights.follow * following + weights.variety * len(colours)
        if following or hand[-1] >= W:
            worth += weights.some
        if self.law.may_end.isdisjoint(hand):
            worth -= weights.stuck / len(hand)
        if self.law.combines != "off":
            kinds = set(hand) if self.law.combines == "identical" else {SYMBOL_OF[card] for card in hand}
            worth += weights.group * (len(hand) - len(kinds))
        return worth


def without(hand: Hand, cards: Sequence[int]) -> Hand:
    """The hand after these cards have left it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def _held_most(hand: Hand) -> int:
    """The colour held most; the first of equals."""
    held = [0] * (NO_COLOUR + 1)
    for card in hand:
        held[COLOUR_OF[card]] += 1
    return max(COLOURS, key=held.__getitem__)


def _with(around: Around, place: int, held: float) -> Around:
    """The hands around with another number at one place."""
    return (*around[:place], held, *around[place + 1 :])


def _expected_draw(chance: float, limit: int, room: int) -> tuple[float, float, float]:
    """For a draw of up to ``limit`` cards until one fits: cards drawn, chance that one fits, of a knock-out."""
    miss = 1 - chance
    fits = 1 - miss**limit
    risk = miss ** (room - 1) if room <= limit else 0.0
    return fits / chance, fits, risk


_SHORT: Final = 48
"""So many moves are weighed without ado."""


def shortlist(moves: Sequence[Move]) -> Sequence[Move]:
    """The moves worth weighing where there are very many, as with large hands and several cards at once.

    Of the plays that differ only in what lies under the same last card, the shortest and the longest remain.
    """
    if len(moves) <= _SHORT:
        return moves
    shortest: dict[object, Move] = {}
    longest: dict[object, Move] = {}
    for move in moves:
        key = (move.do, move.cards[-1:], move.colour, move.target)
        if key not in shortest or len(move.cards) < len(shortest[key].cards):
            shortest[key] = move
        if key not in longest or len(move.cards) > len(longest[key].cards):
            longest[key] = move
    return list(dict.fromkeys([*shortest.values(), *longest.values()]))
