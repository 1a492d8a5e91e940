"""Several persons acting in the same moment: arrival decides, and each thing happens once."""

import asyncio
import random
import uuid
from collections import Counter
from typing import cast

import pytest

from app.engine.house_rules import HouseRules
from app.engine.match import start_dealt
from app.engine.moves import CALL, Do, Event, Happened, Move, Reason
from app.engine.record import MatchRecord
from app.play import saved
from app.play.chronicle import Chronicle
from app.play.commands import Answer, Command, Outcome
from app.play.table import LiveTable
from app.store import games
from app.store.games import GameStore
from tests.play.conftest import SEED, Deal, FakeTime, seated, stacked_deck

RACES = 1_000
SENT = 3
"""How often each command is sent: an impatient finger, and a network that repeats."""
TWO_DECKS = HouseRules(jump_in="all", decks=2, uno_call="auto")
DONE, STALE, REFUSED = Answer.DONE, Answer.STALE, Answer.REFUSED


class Shelf:
    """A store that keeps nothing, and takes a moment over it, so that others come in between."""

    async def commit_move(self, move: games.Move, _finished: object = None) -> games.Result:
        await asyncio.sleep(0)
        return games.Committed(move.expected_version + 1)


def online_table(hands: list[str], top: str, rules: HouseRules, then: str = "") -> LiveTable:
    """A table of a room with one person per hand."""
    setup = seated("P" * len(hands), rules)
    opening: list[Event] = []
    cards = stacked_deck(rules, hands, top, then)
    state = start_dealt(rules, len(hands), SEED, len(hands) - 1, cards, opening.append)
    past = Chronicle(MatchRecord.begin(rules, len(hands), SEED), opening, 0.0)
    table = saved.Saved(uuid.uuid4().hex, "", setup, state, past, 0.0)
    parties = {f"member {seat}": frozenset({seat}) for seat in range(len(hands))}
    time = FakeTime()
    return LiveTable(cast(GameStore, Shelf()), table, parties=parties, now=time, wall=time, new_seed=lambda: SEED)


def first_card(table: LiveTable, seat: int) -> Move:
    """The play of the first card that ``seat`` was dealt."""
    return Move(Do.PLAY, (table.state.hands[seat][0],))


async def all_at_once(table: LiveTable, rng: random.Random, wishes: dict[int, Move]) -> dict[int, set[Outcome]]:
    """Every seat sends its move several times, in any order; the answers that each got."""
    commands = [Command(seat, move, uuid.uuid4().hex, table.version) for seat, move in wishes.items()]
    crowd = commands * SENT
    rng.shuffle(crowd)
    outcomes = await asyncio.gather(*map(table.submit, crowd))
    answers: dict[int, set[Outcome]] = {seat: set() for seat in wishes}
    for command, outcome in zip(crowd, outcomes, strict=True):
        answers[command.seat].add(outcome)
    return answers


@pytest.mark.parametrize("jumpers", [2, 3])
async def test_of_seats_that_jump_in_at_once_exactly_one_wins(jumpers: int) -> None:
    # Seat 0 has played the one red 5; every other seat holds one like it, of which two decks have four.
    rng = random.Random(jumpers)
    hands = ["r5 g1 g2", *["r5 b1 b2"] * jumpers, "y1 y2 y3"]
    winners: Counter[int] = Counter()
    for _ in range(RACES // 2):
        table = online_table(hands, "r9", TWO_DECKS)
        assert (await table.submit(Command(0, first_card(table, 0), "first", 0))).ok
        jump = first_card(table, 1)
        answers = await all_at_once(table, rng, dict.fromkeys(range(1, jumpers + 1), jump))
        won = [seat for seat, got in answers.items() if any(outcome.ok for outcome in got)]
        assert len(won) == 1
        # The same command sent again got the same answer; the others are told that the table has moved on.
        assert all(len(got) == 1 for got in answers.values())
        assert {outcome.answer for seat, got in answers.items() if seat not in won for outcome in got} <= {STALE}
        assert table.version == 2
        saved.check_cards(table.state)
        winners[won[0]] += 1
    assert len(winners) == jumpers, "arrival decides, not the seat"


async def test_a_turn_against_a_jump_in_is_won_by_one_of_them() -> None:
    rng = random.Random(3)
    winners: Counter[int] = Counter()
    for _ in range(RACES // 5):
        table = online_table(["r5 g1 g2", "r7 b1 b2", "r5 y1 y2"], "r9", TWO_DECKS)
        assert (await table.submit(Command(0, first_card(table, 0), "first", 0))).ok
        wishes = {1: first_card(table, 1), 2: first_card(table, 2)}
        answers = await all_at_once(table, rng, wishes)
        won = [seat for seat, got in answers.items() if any(outcome.ok for outcome in got)]
        assert len(won) == 1
        assert table.version == 2
        winners[won[0]] += 1
    assert len(winners) == 2


async def test_of_several_catches_at_once_one_counts() -> None:
    rng = random.Random(4)
    rules = HouseRules(hand_size=2)
    for _ in range(RACES // 5):
        table = online_table(["r5 r6", "b7 b8", "y9 y3", "g3 g4"], "r1", rules)
        assert (await table.submit(Command(0, first_card(table, 0), "first", 0))).ok
        catch = Move(Do.CATCH, target=0)
        answers = await all_at_once(table, rng, {1: catch, 2: catch, 3: catch})
        caught = [seat for seat, got in answers.items() if any(outcome.ok for outcome in got)]
        assert len(caught) == 1
        late = {outcome.reason for seat, got in answers.items() if seat not in caught for outcome in got}
        assert late == {Reason.NOT_EXPOSED}
        assert len(table.state.hands[0]) == 1 + rules.uno_penalty


async def test_a_call_against_catches_is_decided_once() -> None:
    rng = random.Random(5)
    saved_itself: Counter[bool] = Counter()
    for _ in range(RACES // 5):
        table = online_table(["r5 r6", "b7 b8", "y9 y3"], "r1", HouseRules(hand_size=2))
        assert (await table.submit(Command(0, first_card(table, 0), "first", 0))).ok
        catch = Move(Do.CATCH, target=0)
        answers = await all_at_once(table, rng, {0: CALL, 1: catch, 2: catch})
        done = [seat for seat, got in answers.items() if any(outcome.ok for outcome in got)]
        assert len(done) == 1
        saved_itself[done == [0]] += 1
    assert set(saved_itself) == {True, False}


async def test_of_two_answers_to_a_wild_draw_four_one_counts(deal: Deal) -> None:
    table = await deal("PP", ["W4 r1 r2", "g1 g2 g3"], "r9", parties={"a": frozenset({0}), "b": frozenset({1})})
    assert (await table.act(0, "W4>b")).ok
    challenge, take = Command(1, Move(Do.CHALLENGE), "c", 1), Command(1, Move(Do.TAKE), "t", 1)
    outcomes = await asyncio.gather(*map(table.live.submit, (challenge, take, challenge, take)))
    assert [outcome.answer for outcome in outcomes] == [DONE, STALE, DONE, STALE]
    kinds = [event.kind for _, events in table.told for event in events]
    assert kinds.count(Happened.CHALLENGED) == 1


async def test_a_double_tap_plays_once(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 r7", "g1 g2 g3"], "r1", parties={"a": frozenset({0}), "b": frozenset({1})})
    command = Command(0, first_card(table.live, 0), "tap", 0)
    outcomes = await asyncio.gather(*(table.live.submit(command) for _ in range(5)))
    assert {outcome.version for outcome in outcomes} == {1}
    assert table.live.version == 1
