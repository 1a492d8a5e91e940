"""product.md 8 and rules.md 11: votes on a change of the rules, or on a pause."""

import json

import pytest

from app.engine.house_rules import OFFICIAL, BadRules, HouseRules, TakesEffect
from app.engine.match import apply, change_rule, start_match
from app.engine.moves import NEXT_ROUND
from app.engine.state import MATCH_OVER, ROUND_OVER, State
from app.play.voting import VOTE_SECONDS, Verdict, Vote, propose, propose_pause

SEED = "7" * 32
NOW = 1_800_000_000.0
LATER = NOW + VOTE_SECONDS


def table(rules: HouseRules = OFFICIAL, seats: int = 4) -> State:
    return start_match(rules, seats, SEED)


def vote_of(*voters: int, by: int = 0) -> Vote:
    return propose(table(), "stacking", "any", by=by, voters=voters, now=NOW)


def test_the_proposer_counts_as_yes_and_the_others_are_silent() -> None:
    vote = vote_of(0, 1, 3, by=1)
    assert (vote.yes, vote.no, vote.silent) == ((1,), (), (0, 3))
    assert vote.outcome(NOW) is None
    assert vote.left(NOW + 10) == VOTE_SECONDS - 10 and vote.left(LATER + 5) == 0


@pytest.mark.parametrize(("persons", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (9, 5), (10, 6)])
def test_more_than_half_of_all_persons_accept(persons: int, needed: int) -> None:
    vote = vote_of(*range(persons))
    assert vote.needed == needed
    for seat in range(1, needed):
        assert vote.outcome(NOW) is None
        vote = vote.cast(seat, True)
    assert vote.outcome(NOW) is Verdict.ACCEPTED


def test_it_is_refused_as_soon_as_it_cannot_be_accepted_any_more() -> None:
    vote = vote_of(0, 1, 2, 3).cast(1, False)
    assert vote.outcome(NOW) is None
    assert vote.cast(2, False).outcome(NOW) is Verdict.REFUSED


def test_silence_is_no_when_the_time_is_up_and_not_before() -> None:
    vote = vote_of(0, 1, 2)
    assert vote.outcome(LATER - 0.01) is None
    assert vote.outcome(LATER) is Verdict.REFUSED
    assert vote.cast(2, True).outcome(LATER) is Verdict.ACCEPTED


def test_a_voter_may_think_again_but_the_proposer_stands_by_it() -> None:
    vote = vote_of(0, 1, 2, 3).cast(1, False).cast(1, True).cast(0, False)
    assert vote.yes == (0, 1) and vote.no == ()


def test_a_seat_without_a_person_has_no_vote() -> None:
    vote = vote_of(0, 2)
    with pytest.raises(ValueError, match="no vote"):
        vote.cast(1, True)
    with pytest.raises(ValueError, match="may propose"):
        vote_of(0, 2, by=1)


def test_the_host_may_end_it_either_way() -> None:
    vote = vote_of(0, 1, 2)
    assert vote.vetoed().outcome(NOW) is Verdict.REFUSED
    assert vote.forced().outcome(NOW) is Verdict.ACCEPTED
    assert vote.cast(1, True).vetoed().outcome(NOW) is Verdict.REFUSED


def test_whoever_leaves_for_good_is_not_counted_any_more() -> None:
    vote = vote_of(0, 1, 2, 3).cast(1, True)
    assert vote.outcome(NOW) is None
    assert vote.without(3).outcome(NOW) is Verdict.ACCEPTED
    assert vote.without(1).yes == (0,)


def test_casting_leaves_the_vote_before_as_it_was() -> None:
    vote = vote_of(0, 1, 2)
    vote.cast(1, True)
    assert vote.silent == (1, 2)


@pytest.mark.parametrize(
    ("key", "value", "when"),
    [
        ("stacking", "any", TakesEffect.AT_ONCE),
        ("decks", 2, TakesEffect.NEXT_ROUND),
        ("match_format", "penalty", TakesEffect.BEFORE_ROUND_TWO),
    ],
)
def test_it_tells_when_the_change_would_hold(key: str, value: str | int, when: TakesEffect) -> None:
    assert propose(table(), key, value, by=0, voters={0, 1}, now=NOW).when is when


@pytest.mark.parametrize(
    ("rules", "key", "value", "problem"),
    [
        (OFFICIAL, "stacking", "off", "no_change"),
        (HouseRules(hand_limit=10), "hand_limit", 10, "no_change"),
        (OFFICIAL, "hand_limit", "off", "no_change"),
        (OFFICIAL, "stacking", "everything", "unknown_value"),
        (OFFICIAL, "colour", "red", "unknown_key"),
        (OFFICIAL, "hand_size", 16, "out_of_range"),
        (OFFICIAL, "hand_size", "7", "wrong_kind"),
        (HouseRules(hand_limit=10), "hand_size", 10, "limit_too_low"),
    ],
)
def test_what_cannot_be_or_changes_nothing_is_refused_at_once(
    rules: HouseRules, key: str, value: str | int, problem: str
) -> None:
    state = table(rules)
    with pytest.raises(BadRules) as refused:
        propose(state, key, value, by=0, voters={0, 1}, now=NOW)
    assert refused.value.problem == problem
    assert state.rules == state.next_rules == rules


def test_a_set_up_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(BadRules) as refused:
        propose(table(seats=10), "hand_size", 10, by=0, voters={0, 1}, now=NOW)
    assert refused.value.problem == "too_many_cards"


def test_what_has_been_voted_for_the_next_round_is_no_change_but_going_back_is() -> None:
    state = table()
    change_rule(state, "decks", 2)
    with pytest.raises(BadRules, match="no_change"):
        propose(state, "decks", 2, by=0, voters={0, 1}, now=NOW)
    assert propose(state, "decks", 1, by=0, voters={0, 1}, now=NOW).value == 1


def test_too_late_is_refused() -> None:
    state = table()
    state.pending = ROUND_OVER
    apply(state, 0, NEXT_ROUND, seed=SEED)
    with pytest.raises(BadRules, match="too_late"):
        propose(state, "rounds", 3, by=0, voters={0, 1}, now=NOW)
    state.pending = MATCH_OVER
    with pytest.raises(BadRules, match="too_late"):
        propose(state, "stacking", "any", by=0, voters={0, 1}, now=NOW)


def test_the_value_is_kept_as_the_engine_takes_it() -> None:
    state = table(HouseRules(hand_limit=10))
    vote = propose(state, "hand_limit", 0, by=0, voters={0}, now=NOW)
    assert vote.value == "off"
    change_rule(state, vote.key, vote.value)
    assert state.rules.hand_limit == 0


def test_a_pause_is_voted_on_in_the_same_way() -> None:
    vote = propose_pause(True, by=1, voters={0, 1}, now=NOW, seconds=60)
    assert (vote.value, vote.when, vote.ends_at) == ("on", None, NOW + 60)
    assert vote.cast(0, True).outcome(NOW) is Verdict.ACCEPTED
    assert propose_pause(False, by=1, voters={0, 1}, now=NOW).value == "off"


@pytest.mark.parametrize(
    "vote",
    [
        vote_of(0, 1, 2).cast(1, False),
        vote_of(0, 1, 2).vetoed(),
        propose(table(), "hand_limit", 20, by=3, voters={3, 1}, now=NOW).forced(),
        propose_pause(True, by=1, voters={0, 1}, now=NOW),
    ],
)
def test_a_vote_outlasts_a_restart(vote: Vote) -> None:
    assert Vote.from_dict(json.loads(json.dumps(vote.to_dict()))) == vote


@pytest.mark.parametrize("change", [{"key": "colour"}, {"value": "everything"}, {"kind": "war"}, {"voters": None}])
def test_a_damaged_vote_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Vote.from_dict({**vote_of(0, 1).to_dict(), **change})
