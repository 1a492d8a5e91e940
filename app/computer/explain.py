"""Why a move is a good one, as a word with numbers: the hint's sentence before it is one.

``explain`` judges by what stands out about a move, in the order in which a good player
would say it: going out comes before colours, a penalty before tidiness. The sentences are
made elsewhere, from ``Why`` and the params listed at each word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final

from app.computer.outlook import Outlook, at_least_one
from app.computer.weighing import without
from app.engine.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, W4, WC, WS, W
from app.engine.moves import Do, Move
from app.engine.rulings import FITS
from app.engine.state import DRAWING, TAKING
from app.engine.views import TableView


class Why(StrEnum):
    """The reasons. Each names the params that come with it; every one also has ``card`` when cards are played."""

    GOES_OUT = auto()
    """It is the last of the hand. ``count`` cards played."""
    CALL_FIRST = auto()
    """One card will be left: say UNO before playing."""
    CALL_LATE = auto()
    """Nobody has caught you yet: say UNO."""
    CATCH_SEAT = auto()
    """``seat`` forgot to say UNO. ``count`` cards it draws."""
    MUST_DRAW_ON = auto()
    """The draw, or the penalty, is not complete: nothing else is open."""
    NOTHING_FITS = auto()
    """No card can be played: draw."""
    NOTHING_ANSWERS = auto()
    """No card answers the penalty: take it. ``count`` cards."""
    DRAW_IS_BETTER = auto()
    """Something could be played, but that would help others more: draw."""
    TAKE_IS_BETTER = auto()
    """The penalty could be answered or challenged, but taking it costs less. ``count`` cards."""
    KEEPS_DRAWN_CARD = auto()
    """The card just drawn is worth more later: pass. ``card``."""
    BLUFF_LIKELY = auto()
    """``seat`` probably held the colour. ``count`` its cards, ``percent`` the chance."""
    ANSWERS_PENALTY = auto()
    """The penalty goes on, larger. ``count`` cards for ``seat``."""
    DEFLECTS_PENALTY = auto()
    """The penalty is passed on. ``count`` cards for ``seat``."""
    JUMPS_IN = auto()
    """The same card as the top card, out of turn."""
    SWAP_SMALLER = auto()
    """Swaps with ``seat``, who holds ``count`` cards, for ``own`` of one's own."""
    SWAP_LEAST_BAD = auto()
    """A swap that cannot be avoided; ``seat`` holds ``count``, ``own`` as above."""
    HANDS_MOVE_WELL = auto()
    """Every hand moves along: the new hand has ``count`` cards, the old one ``own``."""
    SHUFFLE_HELPS = auto()
    """All hands are dealt anew: about ``count`` cards each, ``own`` now."""
    STOPS_SEAT = auto()
    """``seat`` is about to go out with ``count`` cards and is skipped, or play turns away from it."""
    PLAYS_AGAIN = auto()
    """The turn stays with the player."""
    HITS_NEXT = auto()
    """``seat``, holding ``held`` cards, faces a penalty of ``count``."""
    SHEDS_MANY = auto()
    """``count`` cards go at once."""
    KEEPS_LAST_CARD = auto()
    """A card with which the hand may end is kept for the end."""
    ONLY_CARD = auto()
    """It is the only card that fits."""
    ONLY_WILDS = auto()
    """Only wilds fit. Names ``colour``, of which ``count`` cards are held."""
    NAMES_COLOUR = auto()
    """A wild is the best choice now. ``colour``, ``count`` as above."""
    HOLDS_WILD_BACK = auto()
    """A wild could be played, but is worth more later."""
    LACKS_COLOUR = auto()
    """``seat`` comes next and probably (``percent``) has nothing that goes on it. ``colour``."""
    KEEPS_COLOUR = auto()
    """``count`` cards of ``colour`` are left to go on with."""
    CHANGES_COLOUR = auto()
    """Brings ``colour`` into play, of which ``count`` cards are held."""
    SHEDS_POINTS = auto()
    """``count`` points leave the hand while somebody is about to go out."""
    BEST_OF_FEW = auto()
    """Nothing stands out."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A reason and its params: seats, colours and cards as the engine writes them, numbers whole."""

    why: Why
    params: Mapping[str, int] = field(default_factory=dict)


NEAR: Final = 2
"""With so few cards a seat is about to go out."""
HIGH_CARD: Final = 20
"""Points from which a card is a burden at the end of a round."""
LACKING: Final = 0.45
"""Below this chance to fit, the next seat probably lacks the colour."""
_BLUFFS: Final = 0.35


def explain(view: TableView, move: Move) -> Explanation:
    """Why ``move``, one of ``view.legal``, may be a good one.

    Reads the view alone. The params of each reason stand at its word in ``Why``.
    """
    if move.do is Do.PLAY:
        return _Play(view, move).explanation()
    return _OTHERS[move.do](view, move)


def _why_draw(view: TableView, _move: Move) -> Explanation:
    if view.pending is DRAWING:
        return Explanation(Why.MUST_DRAW_ON)
    return Explanation(Why.DRAW_IS_BETTER if Do.PLAY in view.actions else Why.NOTHING_FITS)


def _why_pass(view: TableView, _move: Move) -> Explanation:
    return Explanation(Why.KEEPS_DRAWN_CARD, {} if view.drawn is None else {"card": view.drawn})


def _why_take(view: TableView, _move: Move) -> Explanation:
    if view.pending is TAKING:
        return Explanation(Why.MUST_DRAW_ON)
    amount = view.penalty.amount if view.penalty else 0
    better = Do.PLAY in view.actions or Do.CHALLENGE in view.actions
    return Explanation(Why.TAKE_IS_BETTER if better else Why.NOTHING_ANSWERS, {"count": amount})


def _why_challenge(view: TableView, _move: Move) -> Explanation:
    by = view.penalty.by if view.penalty else None
    if by is None:
        return Explanation(Why.BEST_OF_FEW)
    percent = round(100 * Outlook(view).chance_of_bluff(_BLUFFS))
    return Explanation(Why.BLUFF_LIKELY, {"seat": by, "count": view.seats[by].cards, "percent": percent})


def _why_call(view: TableView, _move: Move) -> Explanation:
    exposed = view.seat is not None and view.seats[view.seat].exposed
    return Explanation(Why.CALL_LATE if exposed else Why.CALL_FIRST)


def _why_catch(view: TableView, move: Move) -> Explanation:
    return Explanation(Why.CATCH_SEAT, {"seat": move.target or 0, "count": view.rules.uno_penalty})


def _why_next_round(_view: TableView, _move: Move) -> Explanation:
    return Explanation(Why.BEST_OF_FEW)


_OTHERS: Final[dict[Do, Callable[[TableView, Move], Explanation]]] = {
    Do.DRAW: _why_draw,
    Do.PASS: _why_pass,
    Do.TAKE: _why_take,
    Do.CHALLENGE: _why_challenge,
    Do.CALL: _why_call,
    Do.CATCH: _why_catch,
    Do.TIMEOUT: _why_next_round,
    Do.NEXT_ROUND: _why_next_round,
}


class _Play:
    """One play and what there is to say about it."""

    def __init__(self, view: TableView, move: Move) -> None:
        self.view = view
        self.move = move
        self.look = Outlook(view)
        self.law = self.look.law
        self.rest = without(self.look.hand, move.cards)
        self.top = move.cards[-1]
        self.symbol = SYMBOL_OF[move.cards[0]]
        self.colour = COLOUR_OF[self.top] if self.top < W or move.colour is None else move.colour
        self.alike = sum(COLOUR_OF[card] == self.colour for card in self.rest)
        others = self.look.order
        self.next = others[-1] if self.symbol == REVERSE and len(move.cards) % 2 and others else others[0]

    def explanation(self) -> Explanation:
        """The first thing that stands out."""
        for reason in _REASONS:
            found = reason(self)
            if found is not None:
                why, params = found
                return Explanation(why, {"card": self.top, **params})
        return Explanation(Why.BEST_OF_FEW, {"card": self.top})

    @property
    def fitting(self) -> set[int]:
        """The cards that could have gone first in some play."""
        return {move.cards[0] for move in self.view.legal if move.do is Do.PLAY}

    def held(self, seat: int) -> int:
        """Cards of a seat."""
        return self.view.seats[seat].cards


_Found = tuple[Why, dict[str, int]] | None


def _goes_out(play: _Play) -> _Found:
    return None if play.rest else (Why.GOES_OUT, {"count": len(play.move.cards)})


def _answers(play: _Play) -> _Found:
    penalty = play.view.penalty
    if penalty is None:
        return None
    added = {DRAW_TWO: 2, W4: 4}.get(play.symbol, 0) * len(play.move.cards)
    why = Why.ANSWERS_PENALTY if added else Why.DEFLECTS_PENALTY
    return why, {"seat": play.next, "count": penalty.amount + added}


def _moves_hands(play: _Play) -> _Found:
    own = len(play.rest)
    card = play.move.cards[0]
    if card in play.law.swaps:
        seat = play.look.order[0] if play.move.target is None else play.move.target
        why = Why.SWAP_SMALLER if play.held(seat) < own else Why.SWAP_LEAST_BAD
        return why, {"seat": seat, "count": play.held(seat), "own": own}
    if card in play.law.passes_on and play.look.around[-1] < own:
        return Why.HANDS_MOVE_WELL, {"count": play.look.around[-1], "own": own}
    if card == WS:
        each = round((own + sum(play.look.around)) / (1 + len(play.look.around)))
        return (Why.SHUFFLE_HELPS, {"count": each, "own": own}) if each < own else None
    return None


def _jumps_in(play: _Play) -> _Found:
    return (Why.JUMPS_IN, {}) if play.view.turn != play.view.seat else None


def _stops(play: _Play) -> _Found:
    seat = play.look.order[0]
    stopped = play.symbol == SKIP or (play.symbol == REVERSE and len(play.move.cards) % 2 == 1)
    if stopped and play.held(seat) <= NEAR:
        return Why.STOPS_SEAT, {"seat": seat, "count": play.held(seat)}
    return None


def _hits(play: _Play) -> _Found:
    amount = {DRAW_TWO: 2, W4: 4}.get(play.symbol, 0) * len(play.move.cards)
    if not amount or (play.symbol == W4 and any(card < W for card in play.fitting) and play.held(play.next) > NEAR):
        return None
    return Why.HITS_NEXT, {"seat": play.next, "count": amount, "held": play.held(play.next)}


def _plays_again(play: _Play) -> _Found:
    seats = len(play.look.order)
    reverses = play.symbol == REVERSE and seats == 1 and play.law.reverse_two_skips and len(play.move.cards) % 2
    skips = play.symbol == SKIP and len(play.move.cards) >= seats
    again = play.symbol == WC and play.law.custom_effect == "play_again"
    return (Why.PLAYS_AGAIN, {}) if reverses or skips or again else None


def _sheds_many(play: _Play) -> _Found:
    return (Why.SHEDS_MANY, {"count": len(play.move.cards)}) if len(play.move.cards) > 1 else None


def _keeps_last(play: _Play) -> _Found:
    ends = play.law.may_end
    kept = len(play.rest) <= 2 and play.top not in ends and not ends.isdisjoint(play.rest)
    return (Why.KEEPS_LAST_CARD, {}) if kept and len(play.fitting) > 1 else None


def _only(play: _Play) -> _Found:
    return (Why.ONLY_CARD, {}) if len(play.fitting) == 1 and play.top < W else None


def _wild(play: _Play) -> _Found:
    if play.top < W:
        return None
    only = all(card >= W for card in play.fitting)
    return Why.ONLY_WILDS if only else Why.NAMES_COLOUR, {"colour": play.colour, "count": play.alike}


def _sheds_points(play: _Play) -> _Found:
    points = sum(play.look.values[card] for card in play.move.cards)
    counts = play.view.rules.match_format != "last_standing"
    near = min(play.look.around) <= NEAR
    return (Why.SHEDS_POINTS, {"count": points}) if counts and near and points >= HIGH_CARD else None


def _lacks(play: _Play) -> _Found:
    held = play.held(play.next)
    chance = at_least_one(play.look.chance_to_fit(play.colour, play.top), held)
    if play.symbol == SKIP or held > NEAR or chance >= LACKING:
        return None
    return Why.LACKS_COLOUR, {"seat": play.next, "colour": play.colour, "percent": round(100 * (1 - chance))}


def _follows(play: _Play) -> _Found:
    if not play.alike:
        return None
    kept = play.colour == play.view.colour
    return Why.KEEPS_COLOUR if kept else Why.CHANGES_COLOUR, {"colour": play.colour, "count": play.alike}


def _holds_back(play: _Play) -> _Found:
    wilds = any(card >= W and card in FITS[play.view.colour][play.view.top] for card in play.rest)
    return (Why.HOLDS_WILD_BACK, {}) if wilds and any(card >= W for card in play.fitting) else None


_REASONS: Final[tuple[Callable[[_Play], _Found], ...]] = (
    _goes_out,
    _answers,
    _moves_hands,
    _jumps_in,
    _stops,
    _hits,
    _plays_again,
    _sheds_many,
    _keeps_last,
    _only,
    _wild,
    _sheds_points,
    _lacks,
    _follows,
    _holds_back,
)
"""What may stand out, the most striking first."""
