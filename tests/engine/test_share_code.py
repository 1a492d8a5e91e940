"""A rule set as a few letters: there and back, and nothing but BadRules for what is no code."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.house_rules import OFFICIAL, PRESETS, BadRules, HouseRules
from app.engine.share_code import from_share_code, share_code
from tests.engine.setups import rule_sets

CODES = {
    "official": "A9",
    "modern": "ABF2XNAFYMF4",
    "one": "A83SFCJB8",
    "quick": "AH6FQXV5CZ6",
    "seven_o": "A9UT5T9V",
    "mayhem": "AP2Q58XZZEM",
}

texts = st.text(st.characters(codec="utf-8"), max_size=120).filter(str.isprintable)


@given(rule_sets(), texts)
def test_there_and_back(rules: HouseRules, text: str) -> None:
    rules = rules.with_value("custom_text", text)
    code = share_code(rules)
    assert from_share_code(code) == rules
    assert from_share_code(f" {code.lower()} ") == rules
    assert code.isascii() and code.replace("-", "").isalnum()


@given(st.integers(50, 1000), st.integers(3, 15))
def test_free_numbers_survive(target: int, hand: int) -> None:
    rules = HouseRules(target_score=target, hand_size=hand)
    assert from_share_code(share_code(rules)) == rules


def test_codes_are_short_and_differ() -> None:
    codes = {share_code(rules) for rules in PRESETS.values()}
    assert len(codes) == len(PRESETS)
    assert len(share_code(OFFICIAL)) == 2
    assert max(map(len, codes)) <= 16


def test_codes_given_away_stay_valid() -> None:
    """Somebody has these on paper."""
    assert {key: share_code(rules) for key, rules in PRESETS.items()} == CODES


@given(rule_sets(), st.data())
def test_most_slips_of_the_pen_are_noticed(rules: HouseRules, data: st.DataObject) -> None:
    """A slip is refused or, one time in thirty, gives another rule set: never the one that was meant."""
    code = share_code(rules)
    place = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("23456789ABCDEFGHJKMNPQRSTUVWXYZ").filter(lambda other: other != code[place]))
    try:
        other = from_share_code(code[:place] + letter + code[place + 1 :])
    except BadRules:
        return
    assert other != rules


@given(st.text() | st.text("A23456789BCDEFGHJKMNPQRSTUVWXYZ-=", max_size=30).map(lambda tail: "A" + tail))
@example("")
@example("A")
@example("-")
@example("A-")
@example("\ud800")
@example("A\ud8002")
@example("ß" * 900)
@example("İ" * 900)
def test_nonsense_is_refused(text: str) -> None:
    try:
        rules = from_share_code(text)
    except BadRules:
        return
    assert from_share_code(share_code(rules)) == rules


@given(st.text(min_size=1, max_size=8))
def test_a_well_checked_code_with_a_strange_tail_is_refused(tail: str) -> None:
    """The check letter is one of 31, so that strange tails do come past it."""
    for letter in "23456789ABCDEFGHJKMNPQRSTUVWXYZ":
        try:
            from_share_code(f"A{letter}-{tail}")
        except BadRules:
            continue


@pytest.mark.parametrize("char", ["A", "é", " ", "\0", "-"])
def test_10_mb_are_refused_at_once(char: str) -> None:
    with pytest.raises(BadRules) as refusal:
        from_share_code(char * 10_000_000)
    assert refusal.value.problem == "bad_code"
