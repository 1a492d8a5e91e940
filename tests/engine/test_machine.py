"""A table that anything may happen at: moves, refusals, clocks, votes, crashes and curious neighbours.

Hypothesis chooses the rules, the seats, the seed and all that is done. Set UNO_THOROUGH=1 for
2,000 matches instead of a few.
"""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from app.engine.house_rules import SETTINGS, BadRules, HouseRules, TakesEffect
from app.engine.match import apply, change_rule, start_match
from app.engine.moves import NEXT_ROUND, TIMEOUT, Do, Event, Happened, IllegalMove, Move
from app.engine.record import MatchRecord, replay_states
from app.engine.state import DRAWING, MATCH_OVER, ROUND_OVER, TURN, State
from tests.engine.hidden import check_nothing_leaks
from tests.engine.invariants import check, check_legal, full_deck
from tests.engine.setups import THOROUGH, all_legal, can_be_dealt, fitted, offered, recorded, rule_sets, seeds, sensible


def snapshot(state: State) -> str:
    """The whole state as text."""
    return json.dumps(state.to_dict(), sort_keys=True)


def refuse(state: State, seat: int, move: Move) -> None:
    """Try a move that is not legal."""
    with pytest.raises(IllegalMove):
        apply(state, seat, move, seed="0" * 32)


class Table(RuleBasedStateMachine):
    """One match with its record, checked after everything that happens."""

    state: State
    record: MatchRecord
    history: list[str]
    """The snapshot after the deal and after each entry of the record."""

    @initialize(rules=rule_sets(), seats=st.integers(2, 10), seed=seeds())
    def deal(self, rules: HouseRules, seats: int, seed: str) -> None:
        self.state = start_match(fitted(rules, seats), seats, seed)
        self.record = recorded(self.state)
        self.history = []
        self._note()

    def _note(self) -> None:
        self.history.append(snapshot(self.state))
        check(self.state, full_deck(self.state))

    def _make(self, seat: int, move: Move) -> list[Event]:
        seed = f"{len(self.history):032x}" if move == NEXT_ROUND else None
        told: list[Event] = []
        turn = self.state.turn
        apply(self.state, seat, move, told.append, seed)
        self.record.note(turn, seat, move, seed)
        self._note()
        return told

    @rule(choice=st.integers(0, 2**16))
    def any_move(self, choice: int) -> None:
        moves = all_legal(self.state)
        if moves:
            seat, move = moves[choice % len(moves)]
            event(move.do)
            self._make(seat, move)

    @rule(count=st.integers(1, 60), chance=st.integers(0, 2**32))
    def some_turns(self, count: int, chance: int) -> None:
        random = Random(chance)
        for _ in range(count):
            if self.state.pending < MATCH_OVER:
                self._make(*sensible(self.state, random))

    @precondition(lambda self: self.state.pending < ROUND_OVER)
    @rule()
    def the_clock_runs_out(self) -> None:
        """The table draws, takes, passes or plays for the seat, and its turn or its penalty ends (rules.md 10)."""
        state = self.state
        clock = state.rules.turn_clock if state.pending in (TURN, DRAWING) else state.rules.answer_clock
        before, turns = snapshot(state), state.turns
        if not clock:
            refuse(state, state.turn, TIMEOUT)
            assert snapshot(state) == before
            return
        told = self._make(state.turn, TIMEOUT)
        assert told[0].kind is Happened.TIMED_OUT
        assert state.turns > turns or state.pending is TURN or state.pending >= ROUND_OVER

    @rule(chance=st.integers(0, 2**16))
    def nothing_else_is_legal(self, chance: int) -> None:
        """The list of legal moves is exactly what is not refused, and a refusal changes nothing."""
        state = self.state
        before = snapshot(state)
        seats = {state.turn, chance % state.seats} if state.pending < ROUND_OVER else {chance % state.seats}
        for seat in seats:
            for move in check_legal(state, seat):
                refuse(state, seat, move)
        for seat in (-1, state.seats):
            refuse(state, seat, Move(Do.DRAW))
            refuse(state, seat, NEXT_ROUND)
        assert snapshot(state) == before

    @rule()
    def every_legal_move_can_be_made(self) -> None:
        """On copies, so that the state itself stays: copies share nothing that changes."""
        before = snapshot(self.state)
        for seat, move in all_legal(self.state)[:40]:
            twin = self.state.copy()
            apply(twin, seat, move, seed="1" * 32)
            check(twin, full_deck(twin))
        assert snapshot(self.state) == before

    @rule()
    def the_server_restarts(self) -> None:
        """A snapshot goes through JSON and the match goes on from it."""
        text = snapshot(self.state)
        self.state = State.from_dict(json.loads(text))
        assert snapshot(self.state) == text

    @precondition(lambda self: self.state.pending < ROUND_OVER)
    @rule(chance=st.integers(0, 2**32))
    def nobody_sees_more(self, chance: int) -> None:
        check_nothing_leaks(self.state, Random(chance))

    @rule(key=st.sampled_from(list(SETTINGS)), choice=st.integers(0, 12))
    def a_vote(self, key: str, choice: int) -> None:
        """A voted change holds when rules.md 11 says so, or is refused and changes nothing."""
        value = offered(key)[choice % len(offered(key))]
        before, old, when = snapshot(self.state), self.state.rules, SETTINGS[key].takes_effect
        late = self.state.round > 1 and when is TakesEffect.BEFORE_ROUND_TWO
        if late or not can_be_dealt(self.state.next_rules.with_value(key, value), self.state.seats):
            with pytest.raises(BadRules):
                change_rule(self.state, key, value)
            assert snapshot(self.state) == before
            return
        change_rule(self.state, key, value)
        written = SETTINGS[key].written(value)
        assert self.state.next_rules.value(key) == value
        assert self.state.rules == (old.with_value(key, value) if when is TakesEffect.AT_ONCE else old)
        self.record.note_change(key, written)
        self._note()

    def teardown(self) -> None:
        if not hasattr(self, "record"):
            return
        stored: Any = json.loads(json.dumps(self.record.to_dict()))
        replayed = replay_states(MatchRecord.from_dict(stored))
        for seen, state in zip(self.history, replayed, strict=True):
            assert snapshot(state) == seen


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=2_000 if THOROUGH else 60)
