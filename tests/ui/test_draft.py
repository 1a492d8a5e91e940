"""A set-up in the making, and what is read back of one that was stored."""

from typing import Any

import pytest

from app.art import PORTRAITS
from app.engine.house_rules import MAX_SEATS, PRESETS, HouseRules
from app.play import Kind, checked
from app.text.translator import translator
from app.ui.favourites import MOST_FAVOURITES, Favourite, favourites, to_store
from app.ui.setup.draft import Draft, nearest_preset, stored_draft
from app.ui.setup.friends import FRIENDS, PERSON_PORTRAITS, PORTRAIT_WORDS

EN, TH = translator("en"), translator("th")


def test_the_usual_table_can_be_dealt() -> None:
    setup = checked(Draft().setup(EN))
    assert setup.names == ("You", "Momo", "Bruno", "Pip")
    assert setup.persons == (0,)


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_usual_names_never_collide_whoever_plays(language: str) -> None:
    tr = translator(language)
    draft = Draft()
    while draft.may_add:
        draft.add_seat()
    assert len(draft.seats) == MAX_SEATS
    assert not [each for each in draft.problems(tr) if each.seat is not None]
    for seat in draft.seats:
        seat.kind = Kind.PERSON
    assert not [each for each in draft.problems(tr) if each.seat is not None]


def test_usual_names_follow_the_language_and_typed_ones_stay() -> None:
    draft = Draft()
    draft.seats[1].name = "Ada"
    assert draft.name(1, TH) == "Ada"
    assert draft.name(0, TH) == TH.t("You")


def test_whoever_shares_the_device_is_called_you_by_nobody() -> None:
    draft = Draft()
    draft.seats[1].kind = Kind.PERSON
    assert draft.setup(EN).names[:2] == ("Player 1", "Player 2")
    draft.account_name = "Ada"
    assert draft.name(0, EN) == "Ada"


def test_a_seat_that_was_removed_gives_its_name_back() -> None:
    draft = Draft()
    del draft.seats[1]
    assert draft.add_seat().friend == 0
    assert len(set(draft.setup(EN).names)) == len(draft.seats)


def test_what_is_stored_is_read_back() -> None:
    draft = Draft()
    draft.add_seat().name = "ゾーイ"
    draft.seats[2].portrait = "octopus"
    draft.take_rules(HouseRules(stacking="any", custom_text="Sing", custom_wilds=1), "quick")
    assert stored_draft({"setup": draft.to_store()}) == draft


@pytest.mark.parametrize(
    "stored",
    [
        None,
        7,
        [],
        {},
        {"seats": [], "rules": "", "base": "", "speed": ""},
        {**Draft().to_store(), "seats": [{"kind": "person"}] * 3},
        {**Draft().to_store(), "rules": "NONSENSE"},
        {**Draft().to_store(), "speed": "warp"},
        {**Draft().to_store(), "seats": Draft().to_store()["seats"] * 2},
        {**Draft().to_store(), "seats": Draft().to_store()["seats"][:1]},
    ],
)
def test_what_cannot_be_read_is_a_fresh_draft(stored: Any) -> None:
    assert stored_draft({"setup": stored}) == Draft()


def test_a_share_code_is_named_after_the_preset_it_is_closest_to() -> None:
    assert nearest_preset(PRESETS["mayhem"].with_value("hand_size", 9)) == "mayhem"
    assert nearest_preset(HouseRules()) == "official"


def test_favourites_are_read_back_and_nonsense_among_them_is_left_out() -> None:
    kept = [Favourite("Sunday", HouseRules(hand_size=9), "official"), Favourite("Club", PRESETS["mayhem"], "mayhem")]
    assert favourites({"favourites": to_store(kept)}) == kept
    spoilt: list[Any] = [None, {"name": "x"}, {"name": "x", "code": "no", "base": "quick"}, *to_store(kept)]
    assert favourites({"favourites": spoilt}) == kept
    assert len(favourites({"favourites": to_store(kept * 3)})) == MOST_FAVOURITES
    assert favourites({"favourites": "x"}) == []


def test_every_portrait_has_words_and_every_seat_a_portrait() -> None:
    assert set(PORTRAIT_WORDS) == set(PORTRAITS)
    assert {portrait for _, portrait in FRIENDS} | set(PERSON_PORTRAITS) <= set(PORTRAITS)
    assert len(FRIENDS) >= MAX_SEATS and len(PERSON_PORTRAITS) >= MAX_SEATS
    assert not {portrait for _, portrait in FRIENDS} & set(PERSON_PORTRAITS)


def test_the_first_person_is_whoever_is_signed_in_until_something_else_is_chosen() -> None:
    draft = Draft(account_name="Ann", account_portrait="picture-" + "0" * 32)
    assert draft.name(0, EN) == "Ann" and draft.portrait(0) == draft.account_portrait
    assert not draft.problems(EN)
    draft.seats[0].kind, draft.seats[1].kind = Kind.COMPUTER, Kind.PERSON
    assert draft.name(0, EN) != "Ann" and draft.name(1, EN) == "Ann"
    draft.seats[1].name, draft.seats[1].portrait = "Annie", "fox"
    assert draft.name(1, EN) == "Annie" and draft.portrait(1) == "fox"


def test_an_uploaded_picture_is_not_kept_with_the_draft() -> None:
    draft = Draft(account_name="Ann", account_portrait="picture-" + "0" * 32)
    again = stored_draft({"setup": draft.to_store()})
    assert again.name(0, EN) == "You" and again.portrait(0) != draft.account_portrait


def test_a_computer_gives_way_to_an_account_of_its_name() -> None:
    draft = Draft(account_name="momo")
    assert checked(draft.setup(EN)).names == ("momo", "Computer 2", "Bruno", "Pip")
