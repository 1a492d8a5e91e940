"""Records: what is kept of a match, and that a damaged one is refused as such."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.house_rules import OFFICIAL, HouseRules, preset
from app.engine.match import apply, change_rule, start_match
from app.engine.moves import NEXT_ROUND, Event, parse_move
from app.engine.record import BadRecord, MatchRecord, replay, replay_states
from app.engine.state import MATCH_OVER, State
from tests.engine.setups import sensible

SEED = "a" * 32


def played(rules: HouseRules, seats: int, chance: int = 1) -> tuple[MatchRecord, State]:
    """A whole match and its record."""
    state, random = start_match(rules, seats, SEED), Random(chance)
    record = MatchRecord.begin(rules, seats, SEED)
    while state.pending is not MATCH_OVER:
        seat, move = sensible(state, random)
        seed = f"{state.round:032x}" if move == NEXT_ROUND else None
        record.note(state.turn, seat, move, seed)
        apply(state, seat, move, seed=seed)
    return record, state


@pytest.mark.parametrize("key", ["official", "mayhem", "quick"])
def test_a_match_is_its_rules_its_seeds_and_its_moves(key: str) -> None:
    record, state = played(preset(key), 3)
    stored = json.loads(json.dumps(record.to_dict()))
    assert MatchRecord.from_dict(stored) == record
    assert replay(MatchRecord.from_dict(stored)).to_dict() == state.to_dict()
    assert len(record.seeds) == state.round == len(record.moves)


def test_a_record_is_read_by_people_as_well() -> None:
    state = start_match(preset("one"), 2, SEED)
    record = MatchRecord.begin(preset("one"), 2, SEED)
    record.note(state.turn, state.turn, parse_move("o"))
    record.note(1, 0, parse_move("x1"))
    record.note(0, 0, parse_move("W4>b"))
    record.note_change("custom_text", "Sing a song = win")
    record.note_change("turn_clock", "off")
    assert record.moves == ["o 0x1 W4>b !custom_text=Sing\xa0a\xa0song\xa0=\xa0win !turn_clock=off"]


@pytest.mark.parametrize(
    ("key", "value"), [("custom_text", "a = b ! c"), ("custom_text", ""), ("hand_limit", "off"), ("target_score", 77)]
)
def test_a_vote_is_replayed(key: str, value: str | int) -> None:
    rules = HouseRules(custom_text="before", hand_limit=10, custom_wilds=1)
    record, state = MatchRecord.begin(rules, 2, SEED), start_match(rules, 2, SEED)
    change_rule(state, key, value)
    record.note_change(key, value)
    assert replay(record).to_dict() == state.to_dict()


def test_a_replay_tells_the_events_of_the_match() -> None:
    told: list[Event] = []
    again: list[Event] = []
    state, random = start_match(OFFICIAL, 4, SEED, told.append), Random(5)
    record = MatchRecord.begin(OFFICIAL, 4, SEED)
    for _ in range(100):
        seat, move = sensible(state, random)
        seed = "b" * 32 if move == NEXT_ROUND else None
        record.note(state.turn, seat, move, seed)
        apply(state, seat, move, told.append, seed)
    assert replay(record, again.append).to_dict() == state.to_dict()
    assert again == told


def test_states_come_one_for_each_entry() -> None:
    record, _ = played(preset("quick"), 2)
    states = sum(1 for _ in replay_states(record))
    assert states == sum(1 + len(text.split()) for text in record.moves)


GOOD: dict[str, Any] = {"schema": 1, "rules": {}, "seats": 2, "seeds": [SEED], "moves": [""]}


@pytest.mark.parametrize(
    "damage",
    [
        {"schema": 2},
        {"rules": {"no_such_rule": "on"}},
        {"rules": None},
        {"rules": {"stacking": ["any"]}},
        {"seats": "2"},
        {"seeds": []},
        {"seeds": SEED},
        {"seeds": [SEED, SEED]},
        {"seeds": [7]},
        {"moves": []},
        {"moves": [None]},
        {"moves": "d"},
        {"moves": ["d" * 10_000_000]},
        {"seeds": ["d" * 10_000_000]},
        {"seeds": [SEED] * 2000, "moves": [""] * 2000},
    ],
)
def test_what_is_no_record_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        MatchRecord.from_dict({**GOOD, **damage})


@pytest.mark.parametrize("stored", [None, [], "schema", 7, {}, {"schema": 1}])
def test_what_is_nothing_like_a_record_is_refused(stored: Any) -> None:
    with pytest.raises(BadRecord):
        MatchRecord.from_dict(stored)


@pytest.mark.parametrize(
    "damage",
    [
        {"seats": 1},
        {"seats": 11},
        {"seats": True},
        {"seats": -1},
        {"rules": {"hand_size": 15, "hand_limit": 10}},
        {"seeds": ["\ud800"]},
        {"seeds": [SEED, SEED], "moves": ["", ""]},
        {"moves": ["p"]},
        {"moves": [" "]},
        {"moves": ["d  d"]},
        {"moves": ["²d"]},
        {"moves": ["٣d"]},
        {"moves": ["9d"]},
        {"moves": ["n"]},
        {"moves": ["r5+"]},
        {"moves": ["!"]},
        {"moves": ["!stacking"]},
        {"moves": ["!no_such_rule=on"]},
        {"moves": ["!stacking=sometimes"]},
        {"moves": ["!target_score=high"]},
        {"moves": ["!target_score=" + "9" * 90_000]},
        {"moves": ["!hand_size=99"]},
        {"moves": ["\ud800"]},
    ],
)
def test_a_record_that_cannot_have_happened_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        replay(MatchRecord.from_dict({**GOOD, **damage}))


@given(st.text(max_size=20) | st.text("rygbS0123456789+>@xdptcuon! =", max_size=20))
def test_nonsense_is_refused_or_replayed(text: str) -> None:
    try:
        replay(MatchRecord.from_dict({**GOOD, "moves": [text]}))
    except BadRecord:
        return


@pytest.mark.parametrize("damage", [{"schema": 0}, {"schema": None}, {"pending": "sleeping"}, {"draw": "r5 x9"}])
def test_a_damaged_snapshot_is_refused(damage: dict[str, Any]) -> None:
    stored = start_match(OFFICIAL, 2, SEED).to_dict()
    with pytest.raises((ValueError, KeyError)):
        State.from_dict({**stored, **damage})


def test_a_snapshot_with_a_part_missing_is_refused() -> None:
    stored = start_match(OFFICIAL, 2, SEED).to_dict()
    for key in stored:
        with pytest.raises((ValueError, KeyError)):
            State.from_dict({name: value for name, value in stored.items() if name != key})
