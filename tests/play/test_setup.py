"""Set-ups: what is tidied, what is refused."""

from dataclasses import replace

import pytest

from app.engine.house_rules import HouseRules
from app.play.setup import BadSetup, LocalSetup, Occupant, checked
from tests.play.conftest import seated


def problems(setup: LocalSetup) -> list[tuple[str, int | None, str]]:
    with pytest.raises(BadSetup) as refused:
        checked(setup)
    return [(each.word, each.seat, each.key) for each in refused.value.problems]


def named(*names: str) -> LocalSetup:
    setup = seated("P" * len(names))
    return replace(setup, occupants=tuple(map(replaced_name, setup.occupants, names)))


def replaced_name(occupant: Occupant, name: str) -> Occupant:
    return replace(occupant, name=name)


def test_names_are_trimmed_and_composed() -> None:
    assert checked(named("  Jose\u0301  Maria ", "あい\u3000う")).names == ("José Maria", "あい う")


@pytest.mark.parametrize("name", ["สมชาย", "大河内", "👩\u200d🚀 Zoë", "O'Neil-2"])
def test_names_of_every_script_are_welcome(name: str) -> None:
    assert checked(named(name, "Ben")).names[0] == name


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("", "name_empty"),
        (" \u00a0 ", "name_empty"),
        ("\u200d", "name_empty"),
        ("a" * 21, "name_too_long"),
        ("a\nb", "name_bad_characters"),
        ("a\x00b", "name_bad_characters"),
        ("a\u202eb", "name_bad_characters"),
        ("a\u2066b", "name_bad_characters"),
        ("a\u200bb", "name_bad_characters"),
        ("a\u2028b", "name_bad_characters"),
        ("a\ud800b", "name_bad_characters"),
        ("\u3164", "name_bad_characters"),
        ("a\u034fb", "name_bad_characters"),
        ("a\u2800", "name_bad_characters"),
        ("a\u0335\u0316\u0317\u0318", "name_bad_characters"),
        ("\ufe0f", "name_empty"),
        ("ben", "name_taken"),
        ("B\u200den", "name_taken"),
        ("Ben\ufe0f", "name_taken"),
    ],
)
def test_a_bad_name_is_refused_with_its_seat(name: str, word: str) -> None:
    assert problems(named("Ben", name)) == [(word, 1, "")]


def test_twenty_characters_are_just_right() -> None:
    assert checked(named("a" * 20, "Ben")).names[0] == "a" * 20


def test_two_to_ten_seats() -> None:
    assert problems(seated("P")) == [("bad_seats", None, "")]
    too_many = LocalSetup(tuple(replace(seated("P").occupants[0], name=f"P{n}") for n in range(11)), HouseRules())
    assert problems(too_many) == [("bad_seats", None, "")]


def test_somebody_has_to_play() -> None:
    assert problems(seated("ccc")) == [("no_person", None, "")]


def test_a_deal_that_cannot_be_made_names_the_setting() -> None:
    assert problems(seated("P" + 9 * "c", HouseRules(hand_size=15))) == [("too_many_cards", None, "hand_size")]


def test_everything_wrong_is_said_at_once() -> None:
    setup = replace(named("", "Ben"), base="nothing")
    setup = replace(setup, occupants=(setup.occupants[0], replace(setup.occupants[1], portrait="../x")))
    assert problems(setup) == [("unknown_preset", None, "base"), ("name_empty", 0, ""), ("bad_portrait", 1, "")]


def test_a_setup_survives_being_written_down() -> None:
    setup = seated("Pcc", HouseRules(stacking="any", hand_limit=25))
    assert LocalSetup.from_dict(setup.to_dict()) == setup
