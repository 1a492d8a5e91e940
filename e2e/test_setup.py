"""The set-up page: seats, rules, favourites, share codes, and what cannot be dealt."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.engine.house_rules import PRESETS, SETTINGS, HouseRules
from app.engine.share_code import share_code
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    TABLET,
    Visit,
    accessible,
    arrived,
    connected,
    eventually,
    no_sideways_scrolling,
)

VALUES = """all => all.map(
    (e) => [e.dataset.setting, e.getAttribute('role') === 'switch' ? (e.checked ? 'on' : 'off') : e.value])"""


def row(page: Page, key: str) -> Locator:
    return page.locator("li.setting", has=page.locator(f'[data-setting="{key}"]'))


def test_every_setting_has_a_field_with_the_value_of_the_preset(visit: Visit) -> None:
    page = visit("/setup?preset=mayhem")
    fields = page.locator("[data-setting]")
    wanted = [[key, str(PRESETS["mayhem"].value(key))] for key in SETTINGS]
    eventually(page, lambda: fields.evaluate_all(VALUES), wanted)
    expect(page.locator("section.rules-section")).to_have_count(7)


def test_a_change_is_marked_and_named_and_reset_takes_it_back(visit: Visit) -> None:
    page = visit("/setup?preset=quick")
    page.locator('[data-setting="stacking"]').select_option("any")
    page.locator('[data-setting="forced_play"]').check()
    page.get_by_role("button", name="More: Opening hand").click()
    expect(page.locator('[data-setting="hand_size"]')).to_have_value("6")
    expect(page.locator(".rules-title")).to_have_text("Customised (based on Quick)")
    changed = page.locator("li.setting[data-changed] [data-setting]")
    wanted = ["forced_play", "hand_size", "stacking"]
    eventually(page, lambda: changed.evaluate_all("all => all.map(e => e.dataset.setting).sort()"), wanted)
    page.locator('[data-action="reset"]').click()
    expect(page.locator(".rules-title")).to_have_text("Quick")
    expect(page.locator('[data-setting="stacking"]')).to_have_value("off")
    expect(page.locator('[data-setting="forced_play"]')).not_to_be_checked()
    expect(page.locator("li.setting[data-changed]")).to_have_count(0)


def test_a_setting_that_does_not_matter_says_why(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    expect(row(page, "rounds")).to_have_attribute("data-idle", "format")
    expect(row(page, "rounds")).to_contain_text("Has no effect in the chosen way of winning.")
    page.locator('[data-setting="match_format"]').select_option("first_out")
    expect(row(page, "rounds")).not_to_have_attribute("data-idle", "format")
    expect(row(page, "target_score")).to_have_attribute("data-idle", "format")


def test_a_number_out_of_range_is_refused_beside_it(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    field = page.locator('[data-setting="target_score"]')
    field.fill("9999")
    field.press("Enter")
    expect(row(page, "target_score")).to_contain_text("Choose a whole number from 50 to 1000.")
    expect(field).to_have_value("500")
    field.fill("250")
    field.press("Enter")
    expect(page.locator(".rules-title")).to_have_text("Customised (based on Official)")
    expect(row(page, "target_score")).not_to_contain_text("Choose a whole number")


def test_a_setup_that_cannot_be_dealt_is_refused_beside_the_setting(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    for _ in range(6):
        page.locator('[data-action="add-seat"]').click()
    expect(page.locator("li.seat")).to_have_count(10)
    expect(page.locator('[data-action="add-seat"]')).to_be_disabled()
    page.locator('[data-setting="hand_size"]').fill("15")
    page.locator('[data-setting="hand_size"]').press("Enter")
    expect(row(page, "hand_size")).to_contain_text("not enough cards")
    page.locator('[data-action="start"]').click()
    expect(page.get_by_text("Something has to be put right first.")).to_be_visible()
    expect(page.locator('[data-setting="hand_size"]')).to_be_focused()
    expect(page).to_have_url(re.compile("/setup$"))
    page.locator('[data-setting="decks"]').select_option("2")
    expect(row(page, "hand_size")).not_to_contain_text("not enough cards")


def test_help_explains_a_rule_with_real_cards(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    page.locator('[data-help="jump_in"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text("Jump-in")
    expect(dialog.locator(".example-cards .face-g4")).to_have_count(2)
    accessible(page)
    dialog.locator('[data-action="close"]').click()
    expect(dialog).to_have_count(0)


def test_seats_get_names_portraits_and_levels(visit: Visit) -> None:
    page = visit("/setup?preset=quick")
    seats = page.locator("li.seat")
    expect(seats).to_have_count(4)
    for seat, called in enumerate(("You", "Momo", "Bruno", "Pip")):
        expect(page.locator('[data-field="name"]').nth(seat)).to_have_value(called)
    seats.nth(3).locator('[data-action="remove-seat"]').click()
    seats.nth(2).locator('[data-action="remove-seat"]').click()
    expect(seats).to_have_count(2)
    expect(page.locator('[data-action="remove-seat"]:visible')).to_have_count(0)
    name = seats.nth(1).locator('[data-field="name"]')
    name.fill("<b>Zoë</b> ☂")
    name.press("Tab")
    seats.nth(1).locator('[data-field="who"]').select_option("hard")
    seats.nth(1).locator('[data-field="portrait"]').click()
    accessible(page)
    page.locator('[data-portrait="octopus"]').click()
    expect(seats.nth(1).locator(".portrait-octopus")).to_be_visible()
    page.locator('[data-action="start"]').click()
    arrived(page, "**/table")
    title = visit("/", same=page)
    expect(title.locator("[data-continue]")).to_contain_text("You and <b>Zoë</b> ☂")
    again = visit("/setup", same=page)
    expect(again.locator('[data-field="name"]').nth(1)).to_have_value("<b>Zoë</b> ☂")
    expect(again.locator('[data-field="who"]').nth(1)).to_have_value("hard")
    expect(again.locator("li.seat").nth(1).locator(".portrait-octopus")).to_be_visible()


def test_names_that_cannot_be_are_refused_beside_them(visit: Visit) -> None:
    page = visit("/setup?preset=quick")
    names = page.locator('[data-field="name"]')
    names.nth(1).fill("you")
    names.nth(1).press("Tab")
    expect(page.locator("li.seat").nth(1)).to_contain_text("Somebody at the table already has this name.")
    names.nth(1).fill("x" * 21)
    names.nth(1).press("Tab")
    expect(page.locator("li.seat").nth(1)).to_contain_text("at most 20 characters")
    page.locator('[data-action="start"]').click()
    expect(names.nth(1)).to_be_focused()
    page.locator('[data-field="who"]').nth(0).select_option("easy")
    expect(page.get_by_text("At least one seat needs a person.")).to_be_visible()


def test_switching_language_keeps_what_was_chosen(visit: Visit) -> None:
    page = visit("/setup?preset=seven_o")
    page.locator('[data-setting="hand_size"]').fill("9")
    page.locator('[data-setting="hand_size"]').press("Enter")
    page.locator('[data-field="name"]').nth(1).fill("Ada")
    page.locator('[data-field="name"]').nth(1).press("Tab")
    page.locator('[data-language="th"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "th")
    expect(page.locator('[data-setting="hand_size"]')).to_have_value("9")
    expect(page.locator('[data-field="name"]').nth(1)).to_have_value("Ada")
    expect(page.locator('[data-field="name"]').nth(0)).not_to_have_value("You")
    known = {"English", "UNO"}
    eventually(page, lambda: set(re.findall(r"[A-Za-z]{3,}", page.locator("main").inner_text())) - known, set())


def test_a_reload_keeps_what_was_chosen(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    page.locator('[data-setting="jump_in"]').select_option("all")
    expect(page).to_have_url(re.compile("/setup$"))
    page.reload()
    connected(page)
    expect(page.locator('[data-setting="jump_in"]')).to_have_value("all")


def test_starting_over_an_unfinished_game_asks_first(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    page.locator('[data-action="start"]').click()
    arrived(page, "**/table")
    other = visit("/setup?preset=quick", same=page)
    other.locator('[data-action="start"]').click()
    other.get_by_role("dialog").locator('[data-action="cancel"]').click()
    expect(other.get_by_role("dialog")).to_have_count(0)
    title = visit("/", same=page)
    expect(title.locator("[data-continue]")).to_contain_text("Official")
    other.locator('[data-action="start"]').click()
    other.get_by_role("dialog").locator('[data-action="confirm"]').click()
    arrived(other, "**/table")
    title.reload()
    expect(title.locator("[data-continue]")).to_contain_text("Quick")


def test_favourites_three_at_most_offered_on_the_title_and_deleted(visit: Visit) -> None:
    page = visit("/setup?preset=quick")
    for number, name in enumerate(("Sunday", "Club", "Children")):
        page.locator('[data-setting="hand_size"]').fill(str(8 + number))
        page.locator('[data-setting="hand_size"]').press("Enter")
        page.locator('[data-action="save-favourite"]').click()
        page.locator("#favourite-name").fill(name)
        page.get_by_role("dialog").locator('[data-action="confirm"]').click()
        expect(page.locator("li.favourite")).to_have_count(number + 1)
    expect(page.locator('[data-action="save-favourite"]')).to_be_disabled()
    title = visit("/", same=page)
    title.locator("[data-favourite]", has_text="Club").click()
    title.locator('[data-action="next"]').click()
    arrived(title, "**/setup?favourite=1")
    expect(title.locator('[data-setting="hand_size"]')).to_have_value("9")
    page.locator('[data-action="delete-favourite"]').first.click()
    expect(page.locator("li.favourite")).to_have_count(2)
    page.locator("[data-favourite]", has_text="Children").click()
    expect(page.locator('[data-setting="hand_size"]')).to_have_value("10")


def test_share_codes_are_shown_typed_and_opened_as_a_link(visit: Visit) -> None:
    rules = HouseRules(stacking="any", custom_wilds=3, custom_text="Sing a line", hand_size=9)
    page = visit(f"/rules/{share_code(rules)}")
    expect(page.locator('[data-setting="custom_text"]')).to_have_value("Sing a line")
    expect(page.locator('[data-setting="stacking"]')).to_have_value("any")
    expect(page.locator("#share-code")).to_have_value(share_code(rules))
    page.locator('[data-action="copy-code"]').click()
    expect(page.get_by_text("The share code is copied.")).to_be_visible()
    other = visit("/setup?preset=official")
    other.locator("#other-code").fill(f" http://anywhere.example/rules/{share_code(rules).lower()} ")
    other.locator('[data-action="use-code"]').click()
    expect(other.locator('[data-setting="hand_size"]')).to_have_value("9")
    expect(other.locator('[data-setting="custom_text"]')).to_have_value("Sing a line")
    other.locator("#other-code").fill("NONSENSE")
    other.locator('[data-action="use-code"]').click()
    expect(other.locator("#code-problem")).to_be_visible()
    expect(other.locator('[data-setting="hand_size"]')).to_have_value("9")


def test_enter_in_a_field_does_what_the_button_beside_it_does(visit: Visit) -> None:
    page = visit("/setup?preset=official")
    page.locator("#other-code").fill(share_code(PRESETS["mayhem"]))
    page.locator("#other-code").press("Enter")
    expect(page.locator('[data-setting="decks"]')).to_have_value("2")
    page.locator('[data-action="save-favourite"]').click()
    page.locator("#favourite-name").fill("Sunday")
    page.locator("#favourite-name").press("Enter")
    expect(page.locator("li.favourite")).to_contain_text("Sunday")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_up_fits_and_is_accessible(visit: Visit, language: str) -> None:
    page = visit("/setup?preset=mayhem", language=language, size=PHONE, scheme="dark")
    page.locator('[data-help="stacking"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    no_sideways_scrolling(page)
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # Something changed, something wrong, something that does not matter.
    page.locator('[data-setting="hand_limit"]').select_option("10")
    page.locator('[data-setting="hand_size"]').fill("12")
    page.locator('[data-setting="hand_size"]').press("Enter")
    expect(page.locator("li.is-wrong")).to_have_count(1)
    accessible(page)
    for width, height in ((320, 568), PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scrolling(page)
    page.emulate_media(color_scheme="light")
    accessible(page)
