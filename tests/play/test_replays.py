"""Watching a finished match again: every moment of it, every hand open, and never one that still goes on."""

from dataclasses import replace

import pytest

from app.engine.house_rules import PRESETS, HouseRules
from app.engine.moves import Happened
from app.engine.record import MatchRecord, replay_states
from app.play.replays import Replay
from app.play.saved import FinishedMatch, TableDamaged
from tests.play.matches import finished, setup_of

SHORT = HouseRules(target_score=200)


@pytest.fixture(scope="module")
def match() -> FinishedMatch:
    return finished(1, setup_of("Pcc", SHORT))


def test_every_step_shows_every_hand_as_the_engine_has_it(match: FinishedMatch) -> None:
    replay = Replay.of(match)
    hands = [tuple(map(tuple, state.hands)) for state in replay_states(match.record)]
    assert len(hands) == len(replay.steps) > 20
    assert [tuple(seat.hand for seat in step.view.seats) for step in replay.steps] == hands


def test_the_steps_tell_what_happened_and_end_with_the_match(match: FinishedMatch) -> None:
    replay = Replay.of(match)
    told: list[object] = []
    for _ in replay_states(match.record, told.append):
        pass
    assert [event for step in replay.steps for event in step.events] == told
    assert replay.steps[-1].view.match_over and replay.steps[-1].events[-1].kind is Happened.MATCH_ENDED
    assert tuple(seat.score for seat in replay.steps[-1].view.seats) == match.scores
    assert replay.last == len(replay.steps) - 1


def test_the_rounds_follow_one_another_without_a_gap(match: FinishedMatch) -> None:
    replay = Replay.of(match)
    assert len(replay.rounds) == len(match.record.seeds) > 1
    assert replay.rounds[0].first == 0 and replay.rounds[-1].last == replay.last
    for before, after in zip(replay.rounds, replay.rounds[1:], strict=False):
        assert after.first == before.last + 1
    for each in replay.rounds:
        assert replay.round_at(each.first) is replay.round_at(each.last) is each
        assert replay.steps[each.last].view.round_over and not replay.steps[each.first].view.round_over
    assert replay.rounds[-1].result.totals == match.scores


@pytest.mark.parametrize("key", PRESETS)
def test_a_match_by_any_preset_can_be_watched(key: str) -> None:
    replay = Replay.of(finished(2, setup_of("Pc", replace(PRESETS[key], target_score=50), key)))
    assert replay.steps[-1].view.match_over


def test_what_does_not_change_is_kept_once(match: FinishedMatch) -> None:
    steps = Replay.of(match).steps
    kept = {id(seat) for step in steps for seat in step.view.seats}
    assert len(kept) < len(steps) * 2.5
    assert all(len(step.view.discard) <= 5 and step.view.seed is None for step in steps)


def test_a_match_that_goes_on_has_no_replay(match: FinishedMatch) -> None:
    record = match.record
    unfinished = MatchRecord(record.rules, record.seats, record.seeds[:1], record.moves[:1])
    with pytest.raises(TableDamaged):
        Replay.of(replace(match, record=unfinished))


def test_a_record_that_cannot_be_followed_has_no_replay(match: FinishedMatch) -> None:
    record = match.record
    forged = MatchRecord(record.rules, record.seats, list(record.seeds), ["r5 r5 r5", *record.moves[1:]])
    with pytest.raises(TableDamaged):
        Replay.of(replace(match, record=forged))
