"""A match from its first deal to its end: the one module that changes a state.

``apply`` asks ``why_illegal`` first, so a refused move has changed nothing. Everything
that happens is told to a listener, when there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from app.engine.cards import (
    COLOUR_OF,
    COLOURS,
    DRAW_TWO,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    W4,
    WC,
    WS,
    W,
)
from app.engine.house_rules import SETTINGS, BadRules, HouseRules, TakesEffect, check_setup
from app.engine.legality import fits_alone, fitting_draws, legal_moves, plays, why_illegal
from app.engine.moves import DRAW, NEXT_ROUND, TAKE, Do, Event, Happened, IllegalMove, Move
from app.engine.piles import Tell, draw_card, draw_cards
from app.engine.rounds import deal_from, deal_round, finish_round
from app.engine.rulings import FITTING, rulings_for
from app.engine.shuffle import number_below, shuffle_in_place, stream
from app.engine.state import (
    DRAWING,
    DRAWN,
    NO_CARD,
    NOBODY,
    PENALTY,
    TAKING,
    TURN,
    Pending,
    State,
)

__all__ = ["apply", "change_rule", "legal_moves", "next_round_dealt", "start_dealt", "start_match", "why_illegal"]

LONGEST_ROUND: Final = 1_000
"""Turns after which a round ends by the hands (rules.md 7)."""
IDLE_LAPS: Final = 3

_NEXT_ROUND: Final = Do.NEXT_ROUND
"""Found once: looking for a member of an enumeration takes longer than most moves."""


def start_match(rules: HouseRules, seats: int, seed: str, tell: Tell = None) -> State:
    """A new match with its first round dealt.

    ``seed`` is the round's secret (shuffle.py); its shuffle number 0 chooses the first
    dealer. Raises ``BadRules`` when the set-up cannot be dealt (rules.md 2).
    """
    check_setup(rules, seats)
    state = State(rules, seats, seed)
    state.dealer = number_below(stream(seed, state.next_shuffle()), seats)
    deal_round(state, tell)
    return state


def start_dealt(
    rules: HouseRules, seats: int, seed: str, dealer: int, cards: Sequence[int], tell: Tell = None
) -> State:
    """A match whose first round is dealt from ``cards``, the first one first."""
    state = State(rules, seats, seed)
    state.dealer = dealer
    deal_from(state, list(reversed(cards)), tell)
    return state


def apply(state: State, seat: int, move: Move, tell: Tell = None, seed: str | None = None) -> None:
    """Make a move.

    ``seed`` is the secret of the next round and is needed for that move only. Raises
    ``IllegalMove`` when the move is not allowed; the state is unchanged then.
    """
    if state.legal_seat != seat or move not in state.legal:
        reason = why_illegal(state, seat, move)
        if reason is not None:
            raise IllegalMove(reason)
    if seed is not None and move.do is _NEXT_ROUND:
        _next_round(state, seed, tell)
    else:
        _APPLY[move.do](state, seat, move, tell)
    state.legal_seat = NOBODY


# Turns


def _end_turn(state: State, seat: int, tell: Tell, following: int = NOBODY) -> None:
    """End the turn of ``seat``; ``following``, or else the next seat, plays and faces what penalty waits."""
    state.turns = turns = state.turns + 1
    if (turns - state.last_move > IDLE_LAPS or turns >= LONGEST_ROUND) and _nobody_moves(state):
        if tell:
            tell(Event(Happened.STALLED))
        finish_round(state, _winner_already(state), tell)
        return
    if following != NOBODY:
        state.turn = following
    else:
        state.turn = state.next_after(seat) if state.inactive else (seat + state.direction) % state.seats
    state.pending = PENALTY if state.penalty else TURN
    state.acted = False
    state.early_call = False
    state.drawn = NO_CARD


def _nobody_moves(state: State) -> bool:
    """Whether the round has gone on for too long (rules.md 7)."""
    return state.turns >= LONGEST_ROUND or state.turns - state.last_move >= IDLE_LAPS * state.active_count()


def _winner_already(state: State) -> int | None:
    """The seat whose going out decides the round, when one has gone out."""
    return state.out[0] if state.out else None


def _settle(state: State, seat: int, tell: Tell) -> bool:
    """After cards were drawn for ``seat``: end what a knock-out ends.

    True when the turn cannot go on as it was.
    """
    if state.active_count() == 1:
        winner = _winner_already(state)
        if winner is None:
            winner = seat if state.is_active(seat) else state.next_after(seat)
        finish_round(state, winner, tell)
        return True
    if not state.is_active(seat) and seat == state.turn:
        state.clear_penalty()
        _end_turn(state, seat, tell)
        return True
    return False


def _ran_out(state: State, tell: Tell) -> None:
    """End the round because a card was needed and the pile is empty (rules.md 7, ``end_round``)."""
    if tell:
        tell(Event(Happened.PILE_EMPTY))
    finish_round(state, _winner_already(state), tell)


def _give(state: State, seat: int, wanted: int, tell: Tell, kind: Happened = Happened.DREW) -> tuple[int, bool]:
    """Draw for a seat; how many came, and whether the round or the seat's turn has ended by it."""
    got = draw_cards(state, seat, wanted, tell, kind)
    if got < wanted and state.law.ends_when_empty and state.is_active(seat):
        _ran_out(state, tell)
        return got, True
    return got, state.inactive > 0 and _settle(state, seat, tell)


# Drawing, passing, taking


def _draw(state: State, seat: int, _move: Move, tell: Tell, *, at_once: bool = False) -> None:
    """Draw until the draw is complete, or one card of it where cards are drawn one by one (rules.md 3)."""
    law = state.law
    state.exposed = 0
    state.acted = True
    owed = state.owed if state.pending is DRAWING else law.draw_limit
    wanted = 1 if law.one_by_one and not at_once else owed
    if wanted == 1:
        got = draw_card(state, seat, tell)
    else:
        got = draw_cards(state, seat, wanted, tell, enough=fitting_draws(state, seat))
    if state.inactive and not state.is_active(seat):
        _settle(state, seat, tell)
        return
    card = state.hands[seat][-1]
    fits = got and FITTING[state.colour][state.discard[-1]][card] and fits_alone(state, seat, card)
    if fits and law.after_draw != "keep":
        state.drawn = card
        state.pending = DRAWN
    elif fits or got == owed or (got < wanted and not law.ends_when_empty):
        _end_turn(state, seat, tell)
    elif got < wanted:
        _ran_out(state, tell)
    else:
        state.owed = owed - got
        state.pending = DRAWING


def _pass(state: State, seat: int, _move: Move, tell: Tell) -> None:
    state.exposed = 0
    if tell:
        tell(Event(Happened.PASSED, seat))
    _end_turn(state, seat, tell)


def _take(state: State, seat: int, _move: Move, tell: Tell, *, at_once: bool = False) -> None:
    """Take the penalty, or one card of it where cards are drawn one by one (rules.md 5)."""
    state.exposed = 0
    state.acted = True
    count = 1 if state.law.one_by_one and not at_once else state.penalty
    got, ended = _give(state, seat, count, tell, Happened.TOOK)
    if ended:
        return
    state.penalty -= count
    if state.penalty and got == count:
        state.pending = TAKING
        return
    state.clear_penalty()
    if state.law.keeps_turn:
        state.pending = TURN
    else:
        _end_turn(state, seat, tell)


def _challenge(state: State, seat: int, _move: Move, tell: Tell) -> None:
    """Look at the hand of whoever played the Wild Draw Four (rules.md 5)."""
    state.exposed = 0
    state.acted = True
    by, amount, guilty = state.penalty_by, state.penalty, state.guilty
    if tell:
        tell(Event(Happened.CHALLENGED, seat, target=by, cards=state.shown, private=True))
        verdict = Happened.GUILTY if guilty else Happened.NOT_GUILTY
        tell(Event(verdict, seat, target=by, count=amount if guilty else amount + 2))
    state.clear_penalty()
    if guilty:
        state.pending = TURN
        _give(state, by, amount, tell)
        return
    _, ended = _give(state, seat, amount + 2, tell)
    if not ended:
        _end_turn(state, seat, tell)


# UNO


def _call(state: State, seat: int, _move: Move, tell: Tell) -> None:
    bit = 1 << seat
    if state.exposed & bit:
        state.exposed &= ~bit
        state.called |= bit
    else:
        state.early_call = True
    if tell:
        tell(Event(Happened.CALLED, seat))


def _catch(state: State, seat: int, move: Move, tell: Tell) -> None:
    target = move.target
    assert target is not None
    state.exposed &= ~(1 << target)
    if tell:
        tell(Event(Happened.CAUGHT, seat, target=target, count=state.law.uno_penalty))
    _give(state, target, state.law.uno_penalty, tell)


# Playing


def _play(state: State, seat: int, move: Move, tell: Tell) -> None:
    """Put the cards down and let them take effect, in the order of rules.md 4."""
    cards = move.cards
    hand = state.hands[seat]
    for card in cards:
        hand.remove(card)
    state.discard += cards
    before = state.colour
    state.colour = COLOUR_OF[card] if card < W or move.colour is None else move.colour
    state.last_move = turn = state.turns + 1
    state.exposed = 0
    if tell:
        _tell_play(state, seat, cards, tell)
    if not state.law.quiet[card] or len(hand) < 2 or turn >= LONGEST_ROUND:
        _finish_play(state, seat, move, before, tell)
        return
    # Most cards do nothing but lie there; then this is all that _finish_play comes to.
    state.turns = turn
    state.turn = state.next_after(seat) if state.inactive else (seat + state.direction) % state.seats
    state.early_call = False
    if state.acted:
        state.acted = False
        state.pending = TURN
        state.drawn = NO_CARD


def _tell_play(state: State, seat: int, cards: tuple[int, ...], tell: Callable[[Event], None]) -> None:
    kind = Happened.PLAYED if seat == state.turn else Happened.JUMPED_IN
    tell(Event(kind, seat, cards=cards, colour=state.colour))
    if cards[-1] >= W:
        tell(Event(Happened.COLOUR_NAMED, seat, colour=state.colour))


def _finish_play(state: State, seat: int, move: Move, before: int, tell: Tell) -> None:
    """The effect of a play, and who plays next; ``before`` is the colour that was in play."""
    hand = state.hands[seat]
    called = state.early_call and seat == state.turn
    state.turn = seat
    state.early_call = False
    if state.called:
        state.called &= ~(1 << seat)
    if not hand:
        state.out = (*state.out, seat)
        state.inactive |= 1 << seat
    symbol = SYMBOL_OF[move.cards[0]]
    if symbol in state.law.moves_hands and hand:
        _move_hands(state, seat, move, tell)
    following = _EFFECTS[symbol](state, seat, move, before, tell) if symbol in _EFFECTS else state.next_after(seat)
    if state.places:
        return  # The effect has ended the round.
    if len(hand) == 1 and hand is state.hands[seat]:
        _one_left(state, seat, called, tell)
    if state.out and _check_end(state, seat, following, tell):
        return
    _end_turn(state, seat, tell, following)


def _one_left(state: State, seat: int, called: bool, tell: Tell) -> None:
    """A play left one card: called, or exposed (rules.md 6)."""
    bit = 1 << seat
    if called or state.called & bit:
        state.called |= bit
    elif state.law.calls_matter:
        state.exposed |= bit
        if tell:
            tell(Event(Happened.EXPOSED, seat))


def _check_end(state: State, seat: int, following: int, tell: Tell) -> bool:
    """End the round when the play has ended it (rules.md 9)."""
    if state.out[-1] != seat and state.active_count() > 1:
        return False
    if seat in state.out and tell:
        tell(Event(Happened.WENT_OUT, seat, count=state.out.index(seat) + 1))
    if state.law.goes_on and state.active_count() > 1:
        return False
    if state.penalty and state.law.final_draw:
        draw_cards(state, following, state.penalty, tell, Happened.TOOK, limited=False)
    finish_round(state, state.out[0], tell)
    return True


def _skip(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    if state.penalty:
        return _deflect(state, seat, tell)
    return _skip_seats(state, seat, len(move.cards), tell)


def _skip_seats(state: State, seat: int, count: int, tell: Tell) -> int:
    """Pass over ``count`` seats but never the player; the seat after them."""
    following = state.next_after(seat)
    for _ in range(count):
        if following == seat:
            break
        if tell:
            tell(Event(Happened.SKIPPED, following))
        following = state.next_after(following)
    return following


def _reverse(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    if len(move.cards) % 2 == 0:
        return state.next_after(seat)
    state.direction = -state.direction
    if tell:
        tell(Event(Happened.DIRECTION_CHANGED, seat, count=state.direction))
    if state.penalty:
        return _deflect(state, seat, tell)
    following = state.next_after(seat)
    if state.law.reverse_two_skips and state.next_after(following) in (seat, following):
        return _skip_seats(state, seat, 1, tell)  # Only one other seat is left.
    return following


def _deflect(state: State, seat: int, tell: Tell) -> int:
    """Pass the waiting penalty on; it can no longer be challenged (rules.md 5)."""
    state.challengeable = state.guilty = False
    following = state.next_after(seat)
    if tell:
        tell(Event(Happened.DEFLECTED, following, target=seat, count=state.penalty))
    return following


def _draw_two(state: State, seat: int, move: Move, _before: int, tell: Tell) -> int:
    return _add_penalty(state, seat, DRAW_TWO, 2 * len(move.cards), tell)


def _wild_draw_four(state: State, seat: int, move: Move, before: int, tell: Tell) -> int:
    rest = state.hands[seat]
    following = _add_penalty(state, seat, W4, 4 * len(move.cards), tell)
    state.challengeable = True
    state.shown = tuple(rest)
    state.colour_before = before
    state.guilty = state.law.bluff(rest, before)
    return following


def _add_penalty(state: State, seat: int, kind: int, amount: int, tell: Tell) -> int:
    total = state.penalty + amount
    if state.penalty:
        state.clear_penalty()
    state.penalty = total
    state.penalty_kind = kind
    state.penalty_by = seat
    following = state.next_after(seat)
    if tell:
        tell(Event(Happened.PENALTY_GREW, following, target=seat, count=total))
    return following


def _shuffle_hands(state: State, seat: int, _move: Move, _before: int, tell: Tell) -> int:
    """All active hands are dealt again, the player last (rules.md 4)."""
    order = state.active_after(seat) + ([seat] if state.is_active(seat) else [])
    cards = [card for other in order for card in state.hands[other]]
    shuffle_in_place(cards, state.seed, state.next_shuffle())
    for place, other in enumerate(order):
        state.hands[other] = cards[place :: len(order)]
    _handed(state, order)
    if tell:
        tell(Event(Happened.HANDS_SHUFFLED, seat))
    return state.next_after(seat)


def _custom(state: State, seat: int, _move: Move, _before: int, tell: Tell) -> int:
    """The effect that the table gave its custom wilds (rules.md 4)."""
    if tell:
        tell(Event(Happened.CUSTOM, seat, value=state.law.custom_effect))
    if state.law.custom_effect == "play_again" and state.is_active(seat):
        if tell:
            tell(Event(Happened.PLAYS_AGAIN, seat))
        return seat
    if state.law.custom_effect == "others_draw":
        _others_draw(state, seat, tell)
    return state.next_after(seat)


def _others_draw(state: State, seat: int, tell: Tell) -> None:
    for other in state.active_after(seat):
        if not draw_cards(state, other, 1, tell) and state.law.ends_when_empty:
            _ran_out(state, tell)
            return
        if state.active_count() == 1 and (state.law.goes_on or state.is_active(seat)):
            break
    if state.active_count() == 1 and state.is_active(seat):
        _settle(state, seat, tell)


def _move_hands(state: State, seat: int, move: Move, tell: Tell) -> None:
    """Swap two hands, or pass every hand along (rules.md 4)."""
    if move.cards[0] in state.law.swaps:
        target = move.target
        if target is None or state.active_count() == 2:
            target = state.next_after(seat)
        hands = state.hands
        hands[seat], hands[target] = hands[target], hands[seat]
        _handed(state, [seat, target])
        event = Event(Happened.SWAPPED, seat, target=target) if tell else None
    else:
        order = [seat, *state.active_after(seat)]
        held = [state.hands[other] for other in order]
        for other, hand in zip(order, [held[-1], *held[:-1]], strict=True):
            state.hands[other] = hand
        _handed(state, order)
        event = Event(Happened.HANDS_PASSED, seat, count=state.direction) if tell else None
    if tell and event:
        tell(event)


def _handed(state: State, seats: list[int]) -> None:
    """A seat handed exactly one card has called UNO, any other no longer (rules.md 4)."""
    for seat in seats:
        bit = 1 << seat
        state.called = state.called | bit if len(state.hands[seat]) == 1 else state.called & ~bit


_EFFECTS: Final[dict[int, Callable[[State, int, Move, int, Tell], int]]] = {
    SKIP: _skip,
    REVERSE: _reverse,
    DRAW_TWO: _draw_two,
    W4: _wild_draw_four,
    WS: _shuffle_hands,
    WC: _custom,
}


# Clocks


def _time_out(state: State, seat: int, _move: Move, tell: Tell) -> None:
    """The clock of the seat ran out, and the table acts for it (rules.md 10)."""
    if tell:
        tell(Event(Happened.TIMED_OUT, seat))
    match state.pending:
        case Pending.PENALTY | Pending.TAKING:
            _take(state, seat, TAKE, tell, at_once=True)
        case Pending.DRAWN:
            _pass_or_play(state, seat, tell)
        case Pending.TURN if why_illegal(state, seat, DRAW) is not None:
            _play_for(state, seat, tell)
        case _:
            turns = state.turns
            _draw(state, seat, DRAW, tell, at_once=True)
            state.legal_seat = NOBODY  # What was open before the draw is not what is open now.
            if _may_play_drawn(state) and state.turns == turns:
                _pass_or_play(state, seat, tell)


def _may_play_drawn(state: State) -> bool:
    return state.pending is DRAWN


def _pass_or_play(state: State, seat: int, tell: Tell) -> None:
    moves = legal_moves(state, seat)
    passing = next((move for move in moves if move.do is Do.PASS), None)
    if passing is None:
        _play_for(state, seat, tell)
    else:
        _pass(state, seat, passing, tell)


def _play_for(state: State, seat: int, tell: Tell) -> None:
    """The first legal play in hand order, its colour and target chosen by the table."""
    hand = state.hands[seat]
    legal = plays(state, seat)
    first = min(legal, key=lambda move: (len(move.cards), hand.index(move.cards[0])))
    colour = max(COLOURS, key=lambda named: sum(COLOUR_OF[card] == named for card in hand))
    target = None
    if first.target is not None:
        target = min(state.active_after(seat), key=lambda other: (len(state.hands[other]), other))
    _play(state, seat, Move(Do.PLAY, first.cards, colour if first.colour is not None else None, target), tell)


def _miss_seed(_state: State, _seat: int, _move: Move, _tell: Tell) -> None:
    raise ValueError("a new round needs a seed")


_APPLY: Final[dict[Do, Callable[[State, int, Move, Tell], None]]] = {
    Do.PLAY: _play,
    Do.DRAW: _draw,
    Do.PASS: _pass,
    Do.TAKE: _take,
    Do.CHALLENGE: _challenge,
    Do.CALL: _call,
    Do.CATCH: _catch,
    Do.TIMEOUT: _time_out,
    Do.NEXT_ROUND: _miss_seed,
}


# Rounds and rules


def _next_round(state: State, seed: str, tell: Tell) -> None:
    _move_on(state, seed)
    deal_round(state, tell)


def _move_on(state: State, seed: str) -> None:
    state.seed = seed
    state.round += 1
    state.dealer = (state.dealer + 1) % state.seats
    state.clear_round()


def next_round_dealt(state: State, seat: int, seed: str, cards: list[int]) -> None:
    """The move to the next round, dealt from a shuffle of ``cards`` instead of a full deck.

    Raises ``IllegalMove`` as ``apply`` does.
    """
    reason = why_illegal(state, seat, NEXT_ROUND)
    if reason is not None:
        raise IllegalMove(reason)
    _move_on(state, seed)
    own = sorted(cards)
    shuffle_in_place(own, seed, state.next_shuffle())
    deal_from(state, own, None)


def change_rule(state: State, key: str, value: object, tell: Tell = None) -> None:
    """Change one setting in mid-match, now or with the next round as rules.md 11 says.

    Raises ``BadRules`` when the setting cannot have the value, cannot be changed any more,
    or would make the next deal impossible; nothing has changed then.
    """
    later = state.next_rules.with_value(key, value)
    check_setup(later, state.seats)
    when = SETTINGS[key].takes_effect
    if when is TakesEffect.BEFORE_ROUND_TWO and state.round > 1:
        raise BadRules("too_late", key)
    state.next_rules = later
    if when is TakesEffect.AT_ONCE:
        _put_in_force(state, state.rules.with_value(key, value))
    if tell:
        tell(Event(Happened.RULE_CHANGED, setting=key, value=str(SETTINGS[key].written(later.value(key)))))


def _put_in_force(state: State, rules: HouseRules) -> None:
    """Make ``rules`` hold for the next action, the waiting penalty and the calls included."""
    before = state.law
    state.rules = rules
    state.law = law = rulings_for(rules)
    state.legal_seat = NOBODY
    if state.challengeable:
        state.guilty = law.bluff(list(state.shown), state.colour_before)
    if before.calls_for_all and not law.calls_for_all:
        for seat in range(state.seats):
            state.called |= (len(state.hands[seat]) == 1) << seat
    if not law.calls_matter:
        state.exposed = 0
        state.early_call = False
