"""The beginning and the end of a round, scores and the end of the match (rules.md 2 and 9)."""

from __future__ import annotations

from operator import add

from app.engine.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, W, deck
from app.engine.house_rules import check_setup
from app.engine.moves import Event, Happened
from app.engine.piles import Tell
from app.engine.rulings import rulings_for
from app.engine.shuffle import number_below, shuffle_in_place, stream
from app.engine.state import MATCH_OVER, PENALTY, ROUND_OVER, State

_MOST_DEALS = 1_000
"""A real deck can always start sooner or later; cards given by hand may not."""


def deal_round(state: State, tell: Tell) -> None:
    """Shuffle a fresh deck and deal the round that ``state.round`` and ``state.dealer`` name.

    Raises ``BadRules`` when the settings of this round cannot be dealt.
    """
    rules = state.next_rules
    if rules is not state.rules:
        check_setup(rules, state.seats)
        state.rules = rules
        state.law = rulings_for(rules)
    cards = list(deck(rules.decks, rules.shuffle_wilds, rules.custom_wilds))
    shuffle_in_place(cards, state.seed, state.next_shuffle())
    deal_from(state, cards, tell)


def deal_from(state: State, cards: list[int], tell: Tell) -> None:
    """Deal from these cards, the last one first, and turn over the first card of the discard pile.

    Raises ``ValueError`` when none of the cards may start a discard pile.
    """
    opens = state.law.opens
    for _ in range(_MOST_DEALS):
        _deal_hands(state, cards)
        if not opens.isdisjoint(state.draw):
            _turn_over(state, tell)
            return
        if opens.isdisjoint(cards):
            raise ValueError("none of these cards may start the discard pile")
        cards = sorted(cards)
        shuffle_in_place(cards, state.seed, state.next_shuffle())
        if tell:
            tell(Event(Happened.REDEALT))
    raise ValueError("none of the cards left by the deal may start the discard pile")


def _deal_hands(state: State, cards: list[int]) -> None:
    """One card at a time to each seat from the one after the dealer; the pile keeps at least one card."""
    seats = state.seats
    left = max(len(cards) - seats * state.rules.hand_size, 1)
    state.draw = cards[:left]
    dealt = cards[: left - 1 : -1]
    for place in range(seats):
        state.hands[(state.dealer + 1 + place) % seats] = dealt[place::seats]


def _turn_over(state: State, tell: Tell) -> None:
    passed_over = []
    card = state.draw.pop()
    while card not in state.law.opens:
        place = number_below(stream(state.seed, state.next_shuffle()), len(state.draw) + 1)
        state.draw.insert(place, card)
        passed_over.append(card)
        card = state.draw.pop()
    state.discard = [card]
    state.colour = COLOUR_OF[card]
    if tell:
        for back in passed_over:
            tell(Event(Happened.PUT_BACK, cards=(back,)))
        tell(Event(Happened.ROUND_STARTED, count=state.round, target=state.dealer, cards=(card,)))
    _open(state, card, tell)


def _open(state: State, card: int, tell: Tell) -> None:
    """Who begins, and what a first action card does (rules.md 2, the table)."""
    first = (state.dealer + 1) % state.seats
    state.turn = first
    if not state.law.in_full or card >= W:
        return
    symbol = SYMBOL_OF[card]
    if symbol == SKIP:
        state.turn = (state.dealer + 2) % state.seats
        if tell:
            tell(Event(Happened.SKIPPED, first))
    elif symbol == REVERSE:
        state.direction = -1
        state.turn = state.dealer
        if tell:
            tell(Event(Happened.DIRECTION_CHANGED, count=-1))
    elif symbol == DRAW_TWO:
        state.penalty = 2
        state.penalty_kind = DRAW_TWO
        state.pending = PENALTY
        if tell:
            tell(Event(Happened.PENALTY_GREW, first, count=2))


def finish_round(state: State, winner: int | None, tell: Tell) -> None:
    """End the round: places, points, and the match when it is over.

    ``winner`` is the seat that won the round; ``None`` when the hands decide, because the
    pile is empty or nobody can move.
    """
    state.pending = ROUND_OVER
    state.exposed = 0
    state.early_call = False
    state.clear_penalty()
    values = state.hand_values()
    state.places = _places(state, winner, values)
    state.round_points = _points(state, values)
    state.scores = tuple(map(add, state.scores, state.round_points))
    state.round_wins = tuple([wins + (seat == state.places[0]) for seat, wins in enumerate(state.round_wins)])
    if tell:
        hands = tuple(tuple(hand) for hand in state.hands)
        tell(Event(Happened.ROUND_ENDED, state.places[0], places=state.places, points=state.round_points, hands=hands))
    if _match_is_over(state):
        state.pending = MATCH_OVER
        state.winner = standings(state)[0]
        if tell:
            tell(Event(Happened.MATCH_ENDED, state.winner, places=tuple(standings(state)), points=state.scores))


def _places(state: State, winner: int | None, values: list[int]) -> tuple[int, ...]:
    first = state.out if winner is None or state.law.goes_on else (winner,)
    gone = tuple([seat for seat, _ in reversed(state.knocked_out)])
    placed = first + gone
    holding = [(values[seat], len(hand), seat) for seat, hand in enumerate(state.hands) if seat not in placed]
    holding.sort()
    return (*first, *[seat for _, _, seat in holding], *gone)


def _points(state: State, values: list[int]) -> tuple[int, ...]:
    """Round points of each seat (rules.md 9)."""
    law = state.law
    if law.format in ("first_out", "last_standing"):
        return tuple(state.seats - 1 - state.places.index(seat) for seat in range(state.seats))
    winner = state.places[0]
    losses = values.copy()
    losses[winner] = 0
    if law.format == "penalty":
        return tuple(losses)
    points = [-loss for loss in losses] if law.losers_pay else [0] * state.seats
    points[winner] = sum(losses)
    return tuple(points)


def _match_is_over(state: State) -> bool:
    law = state.law
    if law.format == "points":
        return state.scores[state.places[0]] >= law.target_score
    if law.format == "penalty":
        return max(state.scores) >= law.target_score
    return state.round >= law.rounds


def standings(state: State) -> list[int]:
    """Seats from first to last in the match so far, ties resolved (rules.md 9).

    In mid-round the last finished round is not known any more; ties then go by rounds won and seat.
    """
    sign = 1 if state.law.format == "penalty" else -1

    def rank(seat: int) -> tuple[int, int, int, int]:
        place = state.places.index(seat) if state.places else 0
        return sign * state.scores[seat], -state.round_wins[seat], place, seat

    return sorted(range(state.seats), key=rank)
