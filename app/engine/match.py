"""A match from its first deal to its end: every change of a state begins here.

Turns, effects, piles and rounds are carried out by the modules of these names. ``apply``
asks ``why_illegal`` first, so a refused move has changed nothing. Everything that happens
is told to a listener, when there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from app.engine.cards import COLOUR_OF, COLOURS, SYMBOL_OF, W
from app.engine.effects import EFFECTS, move_hands
from app.engine.house_rules import SETTINGS, BadRules, HouseRules, TakesEffect, check_setup
from app.engine.legality import fits_alone, fitting_draws, legal_moves, plays, why_illegal
from app.engine.moves import DRAW, NEXT_ROUND, TAKE, Do, Event, Happened, IllegalMove, Move
from app.engine.piles import Tell, draw_cards
from app.engine.rounds import deal_from, deal_round, finish_round
from app.engine.rulings import FITTING, rulings_for
from app.engine.shuffle import number_below, shuffle_in_place, stream
from app.engine.state import DRAWING, DRAWN, NO_CARD, NOBODY, TAKING, TURN, Pending, State
from app.engine.turns import LONGEST_ROUND, end_turn, give, ran_out, settle

__all__ = ["apply", "change_rule", "legal_moves", "next_round_dealt", "start_dealt", "start_match", "why_illegal"]

_NEXT_ROUND: Final = Do.NEXT_ROUND
_TOOK: Final = Happened.TOOK
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


# Drawing, passing, taking


def _draw(state: State, seat: int, _move: Move, tell: Tell, *, at_once: bool = False) -> None:
    """Draw until the draw is complete, or one card of it where cards are drawn one by one (rules.md 3)."""
    law = state.law
    state.exposed = 0
    state.acted = True
    owed = state.owed if state.pending is DRAWING else law.draw_limit
    wanted = 1 if law.one_by_one and not at_once else owed
    hand = state.hands[seat]
    if wanted == 1 and state.draw and not tell and len(hand) + 1 < law.hand_limit:
        # All that draw_cards comes to for one card when nobody listens, as in nearly every simulated draw.
        hand.append(state.draw.pop())
        state.last_move = state.turns + 1
        state.early_call = False
        if state.called:
            state.called &= ~(1 << seat)
        got = 1
    else:
        got = draw_cards(state, seat, wanted, tell, enough=fitting_draws(state, seat))
        if state.inactive and not state.is_active(seat):
            settle(state, seat, tell)
            return
    card = hand[-1] if got else NO_CARD
    fits = got and FITTING[state.colour][state.discard[-1]][card] and (law.plain[card] or fits_alone(state, seat, card))
    if fits and law.after_draw != "keep":
        state.drawn = card
        state.pending = DRAWN
    elif fits or got == owed or (got < wanted and not law.ends_when_empty):
        end_turn(state, seat, tell)
    elif got < wanted:
        ran_out(state, tell)
    else:
        state.owed = owed - got
        state.pending = DRAWING


def _pass(state: State, seat: int, _move: Move, tell: Tell) -> None:
    state.exposed = 0
    if tell:
        tell(Event(Happened.PASSED, seat))
    end_turn(state, seat, tell)


def _take(state: State, seat: int, _move: Move, tell: Tell, *, at_once: bool = False) -> None:
    """Take the penalty, or one card of it where cards are drawn one by one (rules.md 5)."""
    state.exposed = 0
    state.acted = True
    count = 1 if state.law.one_by_one and not at_once else state.penalty
    got, ended = give(state, seat, count, tell, _TOOK)
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
        end_turn(state, seat, tell)


def _challenge(state: State, seat: int, _move: Move, tell: Tell) -> None:
    """Look at the hand of whoever played the Wild Draw Four (rules.md 5)."""
    state.exposed = 0
    state.acted = True
    by, amount, guilty = state.penalty_by, state.penalty, state.guilty
    if tell:
        tell(Event(Happened.CHALLENGED, seat, target=by, cards=state.shown, private=True))
        verdict = Happened.GUILTY if guilty else Happened.NOT_GUILTY
        tell(Event(verdict, seat, target=by, count=amount if guilty else amount + 2))
    _remember_verdict(state, by, guilty)
    state.clear_penalty()
    if guilty:
        state.pending = TURN
        give(state, by, amount, tell)
        return
    _, ended = give(state, seat, amount + 2, tell)
    if not ended:
        end_turn(state, seat, tell)


def _remember_verdict(state: State, seat: int, guilty: bool) -> None:
    """What the whole table has heard of a seat's Wild Draw Fours, for the rest of the match."""
    if guilty:
        state.bluffs = tuple([count + (other == seat) for other, count in enumerate(state.bluffs)])
    else:
        state.honest = tuple([count + (other == seat) for other, count in enumerate(state.honest)])


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
    give(state, target, state.law.uno_penalty, tell)


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
        move_hands(state, seat, move, tell)
    following = EFFECTS[symbol](state, seat, move, before, tell) if symbol in EFFECTS else state.next_after(seat)
    if state.places:  # The effect has ended the round.
        if called and len(hand) == 1:
            state.called |= 1 << seat
        return
    if len(hand) == 1 and hand is state.hands[seat]:
        _one_left(state, seat, called, tell)
    if state.out and _check_end(state, seat, following, tell):
        return
    end_turn(state, seat, tell, following)


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
