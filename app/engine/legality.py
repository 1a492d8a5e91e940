"""Which moves are legal, and why the others are not: the one source of both.

``why_illegal`` judges any move; ``legal_moves`` lists those for which it finds nothing.
Of several cards played at once the list holds one order for each set of cards and each
last card; ``why_illegal`` judges every order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

from app.engine.cards import COLOURS, W4, W
from app.engine.moves import (
    CALL,
    CATCH,
    CHALLENGE,
    DRAW,
    NEXT_ROUND,
    PASS,
    PLAY,
    TAKE,
    Do,
    Move,
    Reason,
)
from app.engine.rulings import DRAW_TWOS, FITS, FITTING, NO_CARDS, WILD_DRAW_FOURS
from app.engine.state import DRAWING, DRAWN, MATCH_OVER, NO_CARD, PENALTY, ROUND_OVER, TAKING, TURN, State

NO_MOVES: Final[tuple[Move, ...]] = ()
_PLAY: Final = Do.PLAY
"""Found once: looking for a member of an enumeration takes longer than many a rule."""


def legal_moves(state: State, seat: int) -> list[Move]:
    """Every move open to ``seat`` now, in an order that depends on the state alone.

    Clocks are not a choice, so a timeout is never listed. The list belongs to the state;
    copy it before changing it.
    """
    if state.legal_seat == seat:
        return state.legal
    moves: list[Move]
    seen: list[int]
    if seat != state.turn:
        moves = _moves_out_of_turn(state, seat)
    elif state.pending is TURN and state.law.all_plain:
        # By far the most frequent: the top card and the colour in play alone decide.
        hand = state.hands[seat]
        fitting = FITTING[state.colour][state.discard[-1]]
        moves, seen = [], []
        for card in hand:
            if fitting[card] and card not in seen:
                seen.append(card)
                moves += PLAY[card]
        moves.append(DRAW)
        if len(hand) == 2 and state.law.calls_matter and not state.early_call:
            moves.append(CALL)
    else:
        moves = _ON_TURN[state.pending](state, seat)
    if state.exposed:
        _add_calls(state, seat, moves)
    state.legal_seat = seat
    state.legal = moves
    return moves


def plays(state: State, seat: int) -> list[Move]:
    """The plays among the legal moves."""
    return [move for move in legal_moves(state, seat) if move.do is _PLAY]


def playable_alone(state: State, seat: int) -> frozenset[int]:
    """The cards that ``seat`` may play now by themselves."""
    return frozenset([move.cards[0] for move in legal_moves(state, seat) if len(move.cards) == 1])


def selectable(state: State, seat: int, chosen: tuple[int, ...]) -> frozenset[int]:
    """The cards that may be tapped after ``chosen`` on the way to a legal play of several cards.

    ``chosen`` are cards of the seat's hand in the order in which they shall go down. With
    nothing chosen these are the cards with which a play can begin.
    """
    rest = without(state.hands[seat], chosen)
    if rest is None or state.pending >= ROUND_OVER:
        return NO_CARDS
    return frozenset(card for card in set(rest) if _can_complete(state, seat, (*chosen, card)))


def _can_complete(state: State, seat: int, chosen: tuple[int, ...]) -> bool:
    """Whether ``chosen``, or ``chosen`` and some of its partners in the hand, may go down in this order."""
    if not state.law.go_together(chosen):
        return False
    rest = without(state.hands[seat], chosen) or []
    fits = FITS[state.colour][state.discard[-1]]
    partners = [card for card in rest if state.law.go_together((chosen[0], card))]
    partners.sort(key=lambda card: card not in fits)
    return any(_plays_cards(state, seat, (*chosen, *partners[:more])) for more in range(len(partners) + 1))


def _plays_cards(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    """Whether these cards may go down in this order, with some colour and target."""
    reason = why_illegal(state, seat, Move(Do.PLAY, cards, COLOURS[0]))
    return reason is None or reason is Reason.CHOOSE_A_SEAT


# What is open on turn


def _moves_of_turn(state: State, seat: int) -> list[Move]:
    law = state.law
    fits = FITS[state.colour][state.discard[-1]]
    found, moves, shared = _plays_of_one(state, seat, fits)
    leaves_one = len(state.hands[seat]) == 2
    if shared:
        leaves_one |= _add_plays_of_several(state, seat, found, shared, fits, law.first_must_fit, moves)
    if not (law.forced and moves):
        moves.append(DRAW)
    if leaves_one:
        _add_early_call(state, moves)
    return moves


def _moves_after_draw(state: State, seat: int) -> list[Move]:
    card = state.drawn
    moves: list[Move] = []
    if FITTING[state.colour][state.discard[-1]][card]:
        moves += PLAY[card] if state.law.plain[card] else _plays_of(state, seat, card)
    if not (moves and state.law.after_draw == "must_play"):
        moves.append(PASS)
    if len(state.hands[seat]) == 2:
        _add_early_call(state, moves)
    return moves


def _moves_under_penalty(state: State, seat: int) -> list[Move]:
    law = state.law
    row = state.penalty_kind == W4
    answers = law.answers[row][state.colour]
    found, moves, shared = _plays_of_one(state, seat, answers) if answers else ([], [], 0)
    leaves_one = False
    if shared:
        stacks = law.stacks[row][state.colour]
        leaves_one = _add_plays_of_several(state, seat, found, shared, stacks, True, moves)
    # Two cards that answer only together end the hand; holding two is enough to call all the same.
    may_call = leaves_one or (len(state.hands[seat]) == 2 and len(moves) > 0)
    moves.append(TAKE)
    if state.challengeable and law.challenges:
        moves.append(CHALLENGE)
    if may_call:
        _add_early_call(state, moves)
    return moves


def _add_early_call(state: State, moves: list[Move]) -> None:
    """A seat on turn with a play that leaves one card, or with two cards, may call for it (rules.md 6)."""
    if state.law.calls_matter and not state.early_call:
        moves.append(CALL)


def _moves_in_draw(_state: State, _seat: int) -> list[Move]:
    return [DRAW]


def _moves_in_take(_state: State, _seat: int) -> list[Move]:
    return [TAKE]


def _moves_after_round(state: State, _seat: int) -> list[Move]:
    return [NEXT_ROUND] if state.pending is ROUND_OVER else []


_ON_TURN: Final[tuple[Callable[[State, int], list[Move]], ...]] = (
    _moves_of_turn,
    _moves_after_draw,
    _moves_in_draw,
    _moves_under_penalty,
    _moves_in_take,
    _moves_after_round,
    _moves_after_round,
)


def fits_alone(state: State, seat: int, card: int) -> bool:
    """Whether a card of the seat's hand may be played by itself where no penalty waits (rules.md 3)."""
    if not FITTING[state.colour][state.discard[-1]][card]:
        return False
    hand = state.hands[seat]
    if len(hand) == 1:
        return card in state.law.may_end
    return card != W4 or _is_honest(state, hand, 1)


def fitting_draws(state: State, seat: int) -> frozenset[int]:
    """The cards that, once drawn by the seat on turn, could be played alone; the first ends its draw (rules.md 3)."""
    fits = FITS[state.colour][state.discard[-1]]
    if not state.law.honest_only:
        return fits
    # What is drawn before does not fit, so it makes no bluff of a Wild Draw Four that is none now.
    return fits if _is_honest(state, [*state.hands[seat], W4], 1) else fits - WILD_DRAW_FOURS


# Plays of one card and of several


def _plays_of_one(state: State, seat: int, allowed: frozenset[int]) -> tuple[list[int], list[Move], int]:
    """The cards of the hand that are ``allowed`` by what they go on, each once, and their plays alone.

    The third is the bits of those of them beside which the hand holds a card that may go down with them.
    """
    hand = state.hands[seat]
    plain = state.law.plain
    bits = state.law.together
    found: list[int] = []
    moves: list[Move] = []
    once = twice = bits_found = 0
    for card in hand:
        bit = bits[card]
        twice |= once & bit
        once |= bit
        if card in allowed and card not in found:
            found.append(card)
            bits_found |= bit
            moves += PLAY[card] if plain[card] else _plays_of(state, seat, card)
    if len(hand) == 1 and hand[0] not in state.law.may_end:
        moves = []
    return found, moves, twice & bits_found


def _plays_of(state: State, seat: int, card: int) -> tuple[Move, ...]:
    """The plays of a card alone that suits what it goes on: one for each colour or target, none for a bluff."""
    hand = state.hands[seat]
    if card in state.law.swaps and len(hand) > 1:
        return _swaps(card, _targets(state, seat))
    return PLAY[card] if card != W4 or _is_honest(state, hand, 1) else NO_MOVES


def _is_honest(state: State, hand: list[int], fours: int) -> bool:
    """Whether the rules let that many Wild Draw Fours of the hand be played (rules.md 5, ``only_without``)."""
    if not state.law.honest_only:
        return True
    rest = sorted(hand, key=lambda card: card != W4)[fours:]
    return not state.law.bluff(rest, state.colour)


def _targets(state: State, seat: int) -> int:
    """Bit mask of the seats that ``seat`` may choose to swap with; with two active seats there is no choice."""
    others = ((1 << state.seats) - 1) & ~state.inactive & ~(1 << seat)
    return others if others.bit_count() > 1 else 0


@lru_cache(maxsize=1 << 12)
def _swaps(card: int, targets: int) -> tuple[Move, ...]:
    """The plays of a card that swaps hands, played alone."""
    return _aimed(PLAY[card], targets)


def _aimed(moves: tuple[Move, ...], targets: int) -> tuple[Move, ...]:
    """Each play once for each seat out of the bit mask, or as it is for an empty one."""
    seats = [seat for seat in range(targets.bit_length()) if targets >> seat & 1]
    return tuple(move._replace(target=seat) for move in moves for seat in seats) if seats else moves


def _add_plays_of_several(
    state: State, seat: int, found: list[int], shared: int, allowed: frozenset[int], first_must: bool, moves: list[Move]
) -> bool:
    """Add the plays of several cards at once, the first (or any) of them ``allowed``; whether one leaves a single card.

    ``found`` are the cards of the hand, each once, one of which is among those played; ``shared``
    are the bits of those of them that may go down with another.
    """
    hand = state.hands[seat]
    bits = state.law.together
    leaves_one = False
    for card in found:
        bit = bits[card]
        if bit & shared and card in allowed:
            shared &= ~bit
            group = tuple(sorted([held for held in hand if bits[held] == bit]))
            # Of the cards of a symbol either all are allowed or those of one colour, which are of one kind.
            lead = NO_CARD if allowed.issuperset(group) else card
            plain = state.law.plain[card]
            if plain and (len(group) < len(hand) or state.law.may_end.issuperset(group)):
                several = _arrangements(group, lead, first_must, 0)
            else:
                several = _special_plays_of_several(state, seat, group, lead, first_must)
            moves += several
            if len(group) >= len(hand) - 1 > 1:
                leaves_one |= plain or any(len(move.cards) == len(hand) - 1 for move in several)
    return leaves_one


def _special_plays_of_several(
    state: State, seat: int, group: tuple[int, ...], lead: int, first_must: bool
) -> tuple[Move, ...]:
    """The arrangements of cards that need honesty or a target, or that may be all of the hand."""
    law = state.law
    hand = state.hands[seat]
    targets = _targets(state, seat) if group[0] in law.swaps else 0
    moves = _arrangements(group, lead, first_must, targets)
    if group[0] == W4:
        moves = tuple(move for move in moves if _is_honest(state, hand, len(move.cards)))
    if len(group) == len(hand):
        ending = _arrangements(group, lead, first_must, 0)
        moves = tuple(move for move in moves if len(move.cards) < len(hand))
        moves += tuple(move for move in ending if len(move.cards) == len(hand) and move.cards[-1] in law.may_end)
    return moves


@lru_cache(maxsize=1 << 12)
def _arrangements(group: tuple[int, ...], lead: int, first_must: bool, targets: int) -> tuple[Move, ...]:
    """One play for each choice of two or more cards of ``group``, each last card among them, and each target.

    The first card, or else any, must be a ``lead`` unless that is ``NO_CARD``.
    """
    fitting = group if lead == NO_CARD else (lead,)
    kinds = sorted(set(group))
    found = []
    for numbers in product(*(range(group.count(kind) + 1) for kind in kinds)):
        if sum(numbers) < 2:
            continue
        chosen = [kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number)]
        for last in (kind for kind, number in zip(kinds, numbers, strict=True) if number):
            rest = chosen.copy()
            rest.remove(last)
            first = next((card for card in rest if card in fitting), None)
            if first is not None:
                rest.remove(first)
                found.append((first, *rest, last))
            elif not first_must and last in fitting:
                found.append((*rest, last))
    colours = (None,) if group[0] < W else COLOURS
    return _aimed(tuple(Move(_PLAY, cards, colour) for cards in found for colour in colours), targets)


# What is open out of turn


def _moves_out_of_turn(state: State, seat: int) -> list[Move]:
    if state.pending >= ROUND_OVER:
        return _moves_after_round(state, seat)
    return _jump_ins(state, seat) if state.law.jumps else []


def jump_in_card(state: State) -> int:
    """The card that may be jumped in now, ``NO_CARD`` for none (rules.md 4)."""
    law = state.law
    top = state.discard[-1]
    if state.acted or top not in law.jumps:
        return NO_CARD
    if state.pending is PENALTY:
        return top if law.penalty_stack_jump and top in DRAW_TWOS else NO_CARD
    return top if state.pending is TURN else NO_CARD


def _jump_ins(state: State, seat: int) -> list[Move]:
    card = jump_in_card(state)
    if card == NO_CARD or card not in state.hands[seat] or state.inactive >> seat & 1:
        return []
    only = frozenset((card,))
    found, moves, shared = _plays_of_one(state, seat, only)
    if shared:
        _add_plays_of_several(state, seat, found, shared, only, True, moves)
    return moves


def _add_calls(state: State, seat: int, moves: list[Move]) -> None:
    if state.inactive >> seat & 1:
        return
    if state.exposed >> seat & 1:
        moves.append(CALL)
    moves += [CATCH[other] for other in range(state.seats) if state.exposed >> other & 1 and other != seat]


# Why not


def why_illegal(state: State, seat: int, move: Move) -> Reason | None:
    """Why ``seat`` may not make this move now, or ``None`` when it may."""
    if not 0 <= seat < state.seats:
        return Reason.NO_SUCH_SEAT
    if state.pending >= ROUND_OVER:
        if state.pending is MATCH_OVER:
            return Reason.MATCH_IS_OVER
        return None if move.do is Do.NEXT_ROUND else Reason.ROUND_IS_OVER
    return _WHY_NOT[move.do](state, seat, move)


def _why_not_play(state: State, seat: int, move: Move) -> Reason | None:
    cards = move.cards
    hand = state.hands[seat]
    if seat == state.turn:
        if len(cards) == 1 and state.pending is TURN and len(hand) > 1:
            card = cards[0]
            if card in hand and state.law.plain[card] and FITTING[state.colour][state.discard[-1]][card]:
                return None if card < W or move.colour in COLOURS else Reason.NAME_A_COLOUR
    elif not state.law.jumps or state.inactive >> seat & 1:
        return Reason.NOT_YOUR_TURN
    return _why_not_any_play(state, seat, move)


def _why_not_any_play(state: State, seat: int, move: Move) -> Reason | None:
    cards = move.cards
    hand = state.hands[seat]
    if not cards:
        return Reason.NO_CARDS
    rest = without(hand, cards)
    if rest is None:
        return Reason.CARD_NOT_HELD
    reason = _why_not_down(state, cards, rest) if seat == state.turn else _why_no_jump_in(state, cards)
    if reason is not None:
        return reason
    if not rest and cards[-1] not in state.law.may_end:
        return Reason.MAY_NOT_GO_OUT
    if cards[-1] >= W and move.colour not in COLOURS:
        return Reason.NAME_A_COLOUR
    if rest and cards[0] in state.law.swaps and state.active_count() > 2 and not _may_swap(state, seat, move.target):
        return Reason.CHOOSE_A_SEAT
    return None


def _may_swap(state: State, seat: int, target: int | None) -> bool:
    return target is not None and 0 <= target < state.seats and target != seat and state.is_active(target)


def _why_not_down(state: State, cards: tuple[int, ...], rest: list[int]) -> Reason | None:
    """Why these cards of the seat on turn may not go down, leaving ``rest``."""
    law = state.law
    if state.pending is DRAWING or state.pending is TAKING:
        return Reason.MUST_DRAW_ON
    if state.pending is DRAWN and cards != (state.drawn,):
        return Reason.ONLY_DRAWN_CARD
    if not law.go_together(cards):
        return Reason.MAY_NOT_COMBINE
    if state.pending is PENALTY:
        row = state.penalty_kind == W4
        allowed = law.answers if len(cards) == 1 else law.stacks
        if cards[0] not in allowed[row][state.colour]:
            return Reason.CANNOT_ANSWER
    else:
        reason = _why_not_fit(state, cards)
        if reason is not None:
            return reason
    if cards[0] == W4 and law.honest_only and law.bluff(rest, state.colour):
        return Reason.HOLDS_COLOUR
    return None


def _why_not_fit(state: State, cards: tuple[int, ...]) -> Reason | None:
    fits = FITS[state.colour][state.discard[-1]]
    if len(cards) == 1:
        return None if cards[0] in fits else Reason.DOES_NOT_FIT
    if state.law.first_must_fit:
        return None if cards[0] in fits else Reason.FIRST_MUST_FIT
    return Reason.ONE_MUST_FIT if fits.isdisjoint(cards) else None


def _why_no_jump_in(state: State, cards: tuple[int, ...]) -> Reason | None:
    card = jump_in_card(state)
    if card == NO_CARD:
        top_may = state.discard[-1] in state.law.jumps
        return Reason.JUMP_IN_TOO_LATE if state.acted and top_may else Reason.NOT_YOUR_TURN
    if cards[0] != card:
        return Reason.JUMP_IN_NOT_IDENTICAL
    return None if state.law.go_together(cards) else Reason.MAY_NOT_COMBINE


def without(hand: list[int], cards: tuple[int, ...]) -> list[int] | None:
    """A copy of the hand after these cards have left it, ``None`` when they are not all there."""
    rest = hand.copy()
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return rest


def _why_not_draw(state: State, seat: int, _move: Move) -> Reason | None:
    if seat != state.turn:
        return Reason.NOT_YOUR_TURN
    if state.pending is DRAWN:
        return Reason.ALREADY_DREW
    if state.pending is PENALTY or state.pending is TAKING:
        return Reason.PENALTY_WAITS
    if state.pending is TURN and state.law.forced and DRAW not in _moves_of_turn(state, seat):
        return Reason.MUST_PLAY
    return None


def _why_not_pass(state: State, seat: int, _move: Move) -> Reason | None:
    if seat != state.turn:
        return Reason.NOT_YOUR_TURN
    if state.pending is not DRAWN:
        return Reason.PENALTY_WAITS if state.penalty else Reason.DRAW_FIRST
    return None if PASS in _moves_after_draw(state, seat) else Reason.MUST_PLAY


def _why_not_take(state: State, seat: int, _move: Move) -> Reason | None:
    if seat != state.turn:
        return Reason.NOT_YOUR_TURN
    return None if state.penalty else Reason.NO_PENALTY


def _why_not_challenge(state: State, seat: int, _move: Move) -> Reason | None:
    if seat != state.turn:
        return Reason.NOT_YOUR_TURN
    if state.pending is TAKING:
        return Reason.MUST_DRAW_ON
    waits = state.pending is PENALTY and state.challengeable and state.law.challenges
    return None if waits else Reason.NO_CHALLENGE


def _why_not_call(state: State, seat: int, _move: Move) -> Reason | None:
    if not state.law.calls_matter:
        return Reason.CALL_OFF
    if state.exposed >> seat & 1:
        return None
    if state.called >> seat & 1 or (state.early_call and seat == state.turn):
        return Reason.ALREADY_CALLED
    if seat != state.turn:
        return Reason.CANNOT_CALL
    return None if CALL in legal_moves(state, seat) else Reason.CANNOT_CALL


def _why_not_catch(state: State, seat: int, move: Move) -> Reason | None:
    if state.inactive >> seat & 1:
        return Reason.NOT_IN_ROUND
    target = move.target
    if target is None or not 0 <= target < state.seats:
        return Reason.NO_SUCH_SEAT
    return None if state.exposed >> target & 1 and target != seat else Reason.NOT_EXPOSED


def _why_no_timeout(state: State, seat: int, _move: Move) -> Reason | None:
    if seat != state.turn:
        return Reason.NOT_YOUR_TURN
    on_turn = state.pending is TURN or state.pending is DRAWING
    return None if (state.law.turn_clock if on_turn else state.law.answer_clock) else Reason.NO_CLOCK


def _why_no_next_round(_state: State, _seat: int, _move: Move) -> Reason | None:
    return Reason.ROUND_NOT_OVER


_WHY_NOT: Final[dict[Do, Callable[[State, int, Move], Reason | None]]] = {
    Do.PLAY: _why_not_play,
    Do.DRAW: _why_not_draw,
    Do.PASS: _why_not_pass,
    Do.TAKE: _why_not_take,
    Do.CHALLENGE: _why_not_challenge,
    Do.CALL: _why_not_call,
    Do.CATCH: _why_not_catch,
    Do.TIMEOUT: _why_no_timeout,
    Do.NEXT_ROUND: _why_no_next_round,
}
