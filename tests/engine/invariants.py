"""What holds at every moment of every match, and an own, slow idea of what a seat may do."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from app.engine.cards import SYMBOL_OF, WC, W, deck
from app.engine.legality import legal_moves, why_illegal
from app.engine.moves import Do, Move
from app.engine.state import DRAWN, MATCH_OVER, NO_CARD, PENALTY, ROUND_OVER, TAKING, State


def cards_of(state: State) -> Counter[int]:
    """Every card at the table."""
    return Counter(state.draw + state.discard + [card for hand in state.hands for card in hand])


def full_deck(state: State) -> Counter[int]:
    """The cards with which a round under the rules in force is dealt."""
    return Counter(deck(state.rules.decks, state.rules.shuffle_wilds, state.rules.custom_wilds))


def check(state: State, cards: Counter[int]) -> None:
    """Everything that must hold whatever has happened; ``cards`` are those of this round."""
    assert cards_of(state) == cards
    gone = [*state.out, *(seat for seat, _ in state.knocked_out)]
    assert state.inactive == sum(1 << seat for seat in gone) and len(set(gone)) == len(gone)
    assert all(not state.hands[seat] for seat in gone)
    assert all(state.hands[seat] or seat in gone for seat in range(state.seats))
    assert state.colour in range(4) or (state.colour == 4 and len(state.discard) >= 1)
    assert state.direction in (1, -1)
    for seat in state.exposed_seats():
        assert len(state.hands[seat]) == 1 and not state.called >> seat & 1 and state.law.calls_matter
    if state.pending >= ROUND_OVER:
        _check_end(state)
    else:
        _check_running(state)


def _check_running(state: State) -> None:
    assert state.is_active(state.turn) and state.active_count() > 1
    assert (state.penalty > 0) == (state.pending in (PENALTY, TAKING))
    assert (state.drawn != NO_CARD) == (state.pending is DRAWN)
    assert state.turns < 1_000 and state.winner < 0
    assert state.places == () and legal_moves(state, state.turn)
    if state.pending is DRAWN:
        assert state.drawn == state.hands[state.turn][-1]


def _check_end(state: State) -> None:
    assert sorted(state.places) == list(range(state.seats))
    assert len(state.round_points) == len(state.scores) == state.seats
    assert state.penalty == state.exposed == 0 and not state.early_call
    assert sum(state.round_wins) == state.round
    assert (state.winner >= 0) == (state.pending is MATCH_OVER)
    if state.law.format in ("first_out", "last_standing"):
        assert sorted(state.round_points) == list(range(state.seats))


def candidates(state: State, seat: int) -> Iterator[Move]:
    """All that a seat could say, sense or nonsense: every order of cards, every colour, every target."""
    targets = [None, *range(state.seats)]
    for cards in _orders(state.hands[seat]):
        for colour in (None, 0, 1, 2, 3):
            for target in targets if SYMBOL_OF[cards[0]] in (7, WC) or len(cards) == 1 else targets[:2]:
                yield Move(Do.PLAY, cards, colour, target)
    for do in (Do.DRAW, Do.PASS, Do.TAKE, Do.CHALLENGE, Do.CALL, Do.NEXT_ROUND):
        yield Move(do)
    for target in (*targets, -1, state.seats):
        yield Move(Do.CATCH, target=target)


def _orders(hand: list[int]) -> set[tuple[int, ...]]:
    """Orders of cards: all of a small hand; of a large one all pairs and what shares a symbol."""
    if len(hand) <= 4:
        return {order for count in range(1, len(hand) + 1) for order in permutations(hand, count)}
    few = sorted(hand, key=lambda card: (SYMBOL_OF[card], card))[:8]
    found: set[tuple[int, ...]] = {(card,) for card in hand}
    found.update(permutations(few, 2))
    for symbol in {SYMBOL_OF[card] for card in hand}:
        alike = [card for card in hand if SYMBOL_OF[card] == symbol][:5]
        found.update(order for count in range(2, len(alike) + 1) for order in permutations(alike, count))
    return found


def nonsense(state: State, seat: int) -> Iterator[Move]:
    """Moves that nobody may make in any position."""
    strange = next(card for card in range(56) if card not in state.hands[seat])
    top = state.discard[-1]
    yield Move(Do.PLAY)
    yield Move(Do.PLAY, (strange,), 0)
    yield Move(Do.PLAY, (top,) * 9, 0)
    for card in (card for card in state.hands[seat] if card >= W):
        yield Move(Do.PLAY, (card,), 4)
        yield Move(Do.PLAY, (card,), -1)


def essential(state: State, seat: int, move: Move) -> Move:
    """The move without a colour or a target that it does not need, its inner cards in a fixed order."""
    if move.do is not Do.PLAY:
        return move
    colour = move.colour if move.cards[-1] >= W else None
    symbol = SYMBOL_OF[move.cards[0]]
    swaps = state.rules.seven == "swap" if symbol == 7 else symbol == WC and state.rules.custom_effect == "swap_hands"
    asks = swaps and len(move.cards) < len(state.hands[seat]) and state.active_count() > 2
    cards = (*sorted(move.cards[:-1]), move.cards[-1])
    return Move(Do.PLAY, cards, colour, move.target if asks else None)


def check_legal(state: State, seat: int) -> list[Move]:
    """Compare the list of legal moves with what ``why_illegal`` says of every candidate; the refused ones."""
    legal = legal_moves(state, seat)
    listed = {essential(state, seat, move) for move in legal}
    assert len(listed) == len(legal), "the list names a choice twice"
    assert all(why_illegal(state, seat, move) is None for move in legal)
    allowed, refused = set(), []
    for move in candidates(state, seat):
        if why_illegal(state, seat, move) is None:
            allowed.add(essential(state, seat, move))
        else:
            refused.append(move)
    assert allowed <= listed, f"allowed but not listed: {[move.code() for move in allowed - listed]}"
    return [*refused, *nonsense(state, seat)]
