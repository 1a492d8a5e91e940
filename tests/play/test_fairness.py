"""product.md 8: what is told of a round once it is over, so that its deal can be checked."""

from dataclasses import replace
from hashlib import sha256

import pytest

from app.engine.cards import code, deck, parse
from app.engine.house_rules import OFFICIAL, PRESETS, HouseRules
from app.engine.match import start_match
from app.engine.moves import Event, Happened
from app.engine.record import MatchRecord, replay_states
from app.engine.shuffle import number_below, shuffle_in_place, stream
from app.play.fairness import RoundProof, commitment, proof
from tests.play.matches import finished, setup_of

QUICK = PRESETS["quick"]
MATCH = finished(11, setup_of("PPc", HouseRules(target_score=200)))


def put_back_first() -> MatchRecord:
    """A match whose first card had to be put back."""
    for number in range(100):
        turned: list[Event] = []
        start_match(QUICK, 3, f"{number:032x}", turned.append)
        if turned[0].kind is Happened.PUT_BACK:
            return finished(number, setup_of("PPP", QUICK)).record
    raise AssertionError("no card was ever put back")


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    found = proof(MATCH.record, 1)
    assert found is not None
    assert found.commitment == sha256(MATCH.record.seeds[0].encode()).hexdigest()


def test_every_round_that_is_over_can_be_proved() -> None:
    rounds = len(MATCH.record.seeds)
    assert rounds > 2
    deals = [state.copy() for state in replay_states(MATCH.record) if state.turns == 0 and not state.places]
    firsts = {state.round: state for state in reversed(deals)}
    for number in range(1, rounds + 1):
        found, dealt = proof(MATCH.record, number), firsts[number]
        assert found is not None
        assert (found.round, found.dealer, found.seats) == (number, dealt.dealer, 3)
        assert found.seed == MATCH.record.seeds[number - 1]
        assert found.hands == tuple(map(tuple, dealt.hands))
        assert (found.first, found.pile) == (dealt.discard[0], tuple(dealt.draw))


@pytest.mark.parametrize("round", [-1, 0, 99])
def test_a_round_that_never_was_has_no_proof(round: int) -> None:
    assert proof(MATCH.record, round) is None


def test_a_round_that_is_not_over_has_no_proof() -> None:
    record = MATCH.record
    running = MatchRecord(record.rules, record.seats, record.seeds[:2], [record.moves[0], ""])
    for upto in range(record.moves[1].count(" ") + 1):
        running.moves[1] = " ".join(record.moves[1].split(" ")[:upto])
        assert proof(running, 2) is None
    running.moves[1] = record.moves[1]
    assert proof(running, 2) is not None


def test_the_first_round_is_no_secret_while_the_second_runs() -> None:
    record = MATCH.record
    running = MatchRecord(record.rules, record.seats, record.seeds[:2], [record.moves[0], ""])
    assert proof(running, 1) == proof(record, 1) and proof(running, 2) is None


def test_rules_voted_for_the_next_round_are_those_of_its_proof() -> None:
    match = finished(3, setup_of("Pc", HouseRules(match_format="first_out", rounds=3)))
    first = MatchRecord(match.record.rules, 2, match.record.seeds[:1], match.record.moves[:1])
    first.note_change("hand_size", 4)
    first.note_change("decks", 2)
    second = MatchRecord(first.rules, 2, [*first.seeds, "5" * 32], [*first.moves, ""])
    deals = [state.copy() for state in replay_states(second)]
    # Nobody has finished it, so there is nothing to see but that it is dealt so; what was before stays as it was.
    assert [len(hand) for hand in deals[-1].hands] == [4, 4]
    before = proof(second, 1)
    assert before is not None and (before.hand_size, before.decks) == (7, 1)


def test_it_says_which_cards_were_put_back() -> None:
    found = proof(put_back_first(), 1)
    assert found is not None
    assert found.put_back and set(map(code, found.put_back)) <= {"W4"}
    assert code(found.first) != "W4"
    cards = [*found.pile, found.first, *(card for hand in found.hands for card in hand)]
    assert sorted(cards) == sorted(deck(1, 0, 0))


@pytest.mark.parametrize("preset", PRESETS)
def test_whoever_repeats_what_is_written_down_comes_to_the_same(preset: str) -> None:
    record = finished(8, setup_of("PcP", PRESETS[preset])).record
    for round in range(1, len(record.seeds) + 1):
        found = proof(record, round)
        assert found is not None
        assert repeated(found) == found


def test_another_seed_leads_to_another_deal() -> None:
    found = proof(MATCH.record, 1)
    assert found is not None
    other = repeated(replace(found, seed=found.seed[::-1]))
    assert other.hands != found.hands and other.commitment != found.commitment


def repeated(found: RoundProof) -> RoundProof:
    """The deal made anew from the seed, as docs/fair-deals.md tells it."""
    shuffle, dealer = 0, found.dealer
    if found.round == 1:
        dealer, shuffle = number_below(stream(found.seed, 0), found.seats), 1
    cards = list(deck(found.decks, found.shuffle_wilds, found.custom_wilds))
    shuffle_in_place(cards, found.seed, shuffle)
    hands: list[list[int]] = [[] for _ in range(found.seats)]
    for place in range(found.seats * found.hand_size):
        hands[(dealer + 1 + place) % found.seats].append(cards.pop())
    put_back = []
    first = cards.pop()
    while not opens(first, found.first_card):
        put_back.append(first)
        shuffle += 1
        cards.insert(number_below(stream(found.seed, shuffle), len(cards) + 1), first)
        first = cards.pop()
    dealt = tuple(map(tuple, hands))
    return replace(found, dealer=dealer, hands=dealt, put_back=tuple(put_back), first=first, pile=tuple(cards))


def opens(card: int, first_card: str) -> bool:
    return code(card)[1:].isdigit() and card < parse("W") if first_card == "numbers" else card <= parse("W")


def test_what_the_script_reads_holds_codes() -> None:
    state = start_match(OFFICIAL, 3, MATCH.record.seeds[0])
    found = proof(MATCH.record, 1)
    assert found is not None
    told = found.to_dict()
    assert told["hands"] == [list(map(code, hand)) for hand in state.hands]
    assert told["first"] == code(state.discard[0]) and len(told["pile"]) == 108 - 21 - 1
