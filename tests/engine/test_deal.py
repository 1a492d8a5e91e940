"""rules.md 2: what a scenario cannot say of the deal, because it is random."""

from collections import Counter

import pytest

from app.engine.cards import SYMBOL_OF, W, deck, parse, parse_all
from app.engine.house_rules import OFFICIAL, HouseRules
from app.engine.match import apply, start_dealt, start_match
from app.engine.moves import NEXT_ROUND, Event, Happened
from app.engine.shuffle import shuffle_in_place
from app.engine.state import ROUND_OVER

SEEDS = [f"{number:032x}" for number in range(600)]


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_the_first_dealer_is_random_and_comes_from_the_seed(seats: int) -> None:
    dealers = Counter(start_match(OFFICIAL, seats, seed).dealer for seed in SEEDS)
    fair = len(SEEDS) / seats
    assert set(dealers) == set(range(seats))
    assert all(0.6 * fair < count < 1.4 * fair for count in dealers.values())
    assert start_match(OFFICIAL, seats, SEEDS[7]).to_dict() == start_match(OFFICIAL, seats, SEEDS[7]).to_dict()


def test_the_deal_moves_one_seat_up_each_round() -> None:
    state = start_match(OFFICIAL, 3, SEEDS[0])
    first = state.dealer
    for number in range(1, 5):
        state.pending = ROUND_OVER
        apply(state, 0, NEXT_ROUND, seed=SEEDS[number])
        assert state.dealer == (first + number) % 3
        assert state.round == 1 + number


def test_cards_go_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    state = start_match(HouseRules(first_card="neutral"), 4, SEEDS[3])
    cards = list(deck(1, 0, 0))
    shuffle_in_place(cards, SEEDS[3], 1)
    order = [(state.dealer + step) % 4 for step in (1, 2, 3, 4)]
    dealt = cards[::-1]
    for place, seat in enumerate(order):
        assert state.hands[seat] == dealt[place:28:4]


@pytest.mark.parametrize(("first_card", "most"), [("apply", W), ("neutral", W), ("numbers", 51)])
def test_only_cards_that_may_start_are_left_on_top(first_card: str, most: int) -> None:
    rules = HouseRules.from_dict({"first_card": first_card, "shuffle_wilds": 2, "custom_wilds": 3, "decks": 2})
    tops = Counter(start_match(rules, 2, seed).discard[-1] for seed in SEEDS)
    assert max(tops) <= most
    assert first_card != "numbers" or all(SYMBOL_OF[card] < 10 for card in tops)
    assert len(tops) > 35, "all sorts of cards start"


def test_a_card_put_back_lies_anywhere_in_the_pile() -> None:
    cards = parse_all("b1 " * 14 + "rS " + "g2 " * 60)
    places = Counter(
        start_dealt(HouseRules(first_card="numbers"), 2, seed, 1, cards).draw.index(parse("rS")) for seed in SEEDS
    )
    assert set(places) == set(range(60)), "every place below the first card"
    assert max(places.values()) < 30, "10 are fair"


def test_the_table_is_told_who_deals_and_what_lies_there() -> None:
    told: list[Event] = []
    state = start_match(OFFICIAL, 5, SEEDS[5], told.append)
    started = next(event for event in told if event.kind is Happened.ROUND_STARTED)
    assert (started.count, started.target, started.cards) == (1, state.dealer, tuple(state.discard))
    assert not started.private
