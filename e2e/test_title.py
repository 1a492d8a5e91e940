"""The title page, as people meet it."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.engine.house_rules import PRESETS
from app.text.translator import translator
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    TABLET,
    Product,
    Visit,
    accessible,
    arrived,
    connected,
    eventually,
    kept,
    no_sideways_scrolling,
)
from e2e.tables import action, deal

NEXT = {"en": "Next", "ja": "次へ", "th": "ถัดไป"}


def test_six_presets_each_with_a_line_about_it(visit: Visit) -> None:
    page = visit("/")
    cards = page.locator("[data-preset]")
    eventually(page, lambda: cards.evaluate_all("all => all.map(e => e.dataset.preset)"), list(PRESETS))
    expect(page.locator(".preset-name")).to_have_text([re.compile(r"\w")] * len(PRESETS))
    expect(page.locator(".preset-line")).to_have_text([re.compile(r"\w")] * len(PRESETS))
    expect(page.get_by_role("heading", level=1).get_by_role("img")).to_have_attribute("alt", "UNO Ultimate")
    expect(page.get_by_text("not affiliated with Mattel", exact=False)).to_be_visible()


def test_tap_chooses_and_next_leads_to_its_set_up(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-preset="quick"]').click()
    expect(page.locator('[data-preset="quick"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-preset][aria-pressed="true"]')).to_have_count(1)
    page.locator('[data-action="next"]').click()
    expect(page).to_have_url(re.compile(r"/setup\?preset=quick$"))
    expect(page.locator(".rules-title")).to_have_text("Quick")


def test_tapping_the_chosen_preset_again_goes_on(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-preset="mayhem"]').click()
    expect(page.locator('[data-preset="mayhem"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-preset="mayhem"]').click()
    expect(page).to_have_url(re.compile(r"/setup\?preset=mayhem$"))


def test_the_title_remembers_the_preset(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-preset="seven_o"]').click()
    expect(page.locator('[data-preset="seven_o"]')).to_have_attribute("aria-pressed", "true")
    again = visit("/", same=page)
    kept(again, lambda: again.locator('[data-preset="seven_o"]').get_attribute("aria-pressed"), "true")


def test_about_tells_what_a_preset_changes_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit("/")
    about = page.locator('[data-about="quick"]')
    about.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text("Quick")
    expect(dialog.locator(".changed-rules li")).to_have_count(len(PRESETS["quick"].changed()))
    accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(about).to_be_focused()


def test_two_taps_before_a_sheet_is_there_open_one(visit: Visit) -> None:
    page = visit("/")
    about = page.locator('[data-about="quick"]')
    about.focus()
    about.evaluate("(it) => { it.click(); it.click(); document.querySelector('[data-about=\"mayhem\"]').click(); }")
    expect(page.get_by_role("dialog", name="Mayhem")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(2)
    for left in (1, 0):
        page.locator("dialog[open]").last.locator('[data-action="close"]').click()
        expect(page.locator("dialog[open]")).to_have_count(left)
    expect(about).to_be_focused()


def test_an_open_sheet_follows_when_night_falls(visit: Visit) -> None:
    page = visit("/")
    colour = "e => getComputedStyle(e).color"
    for motion in ("reduce", "no-preference"):
        page.emulate_media(color_scheme="light", reduced_motion=motion)
        page.locator('[data-about="quick"]').click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("h2")).to_be_visible()
        by_day = dialog.evaluate(colour)
        page.emulate_media(color_scheme="dark", reduced_motion=motion)
        expect(dialog).not_to_have_css("color", by_day)
        by_night = dialog.evaluate(colour)
        for words in ("h2", "h3", "p", "li"):
            expect(dialog.locator(words).first).to_have_css("color", by_night)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_with_colours_of_their_own_people_do_not_read_through_a_sheet(visit: Visit) -> None:
    page = visit("/", forced_colors="active")
    page.locator('[data-about="quick"]').click()
    expect(page.get_by_role("dialog")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator('[data-action="next"]')).to_have_css("background-color", re.compile(r"^rgb\("))


def test_the_keyboard_alone_gets_to_the_set_up(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-preset="one"]').focus()
    page.keyboard.press("Space")
    expect(page.locator('[data-preset="one"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/setup\?preset=one$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_is_met_in_the_language_of_the_browser(visit: Visit, language: str) -> None:
    page = visit("/", language=language)
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
    expect(page.locator(f'[data-language="{language}"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-action="next"]')).to_have_text(NEXT[language])


def test_first_paint_already_has_the_right_language(visit: Visit, server: str) -> None:
    page = visit("/", language="th")
    answer = page.request.get(server + "/", headers={"accept-language": "ja"})
    assert '<html lang="ja"' in answer.text()


def test_switching_language_changes_every_text_at_once_and_for_good(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-preset="quick"]').click()
    page.locator('[data-language="ja"]').click()
    expect(page.locator('[data-action="next"]')).to_have_text(NEXT["ja"])
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator('[data-preset="quick"]')).to_have_attribute("aria-pressed", "true")
    known = {"English", "UNO", "Mattel", "One", "Ultimate"}
    eventually(page, lambda: set(re.findall(r"[A-Za-z]{3,}", page.locator("main").inner_text())) - known, set())
    again = visit("/", same=page)
    kept(again, lambda: again.locator('[data-action="next"]').inner_text(), NEXT["ja"])


def test_every_device_has_a_cookie_of_its_own(visit: Visit, server: str) -> None:
    pages = [visit("/"), visit("/")]
    cookies = [{c["name"]: c for c in page.context.cookies()}["uno_device"] for page in pages]
    assert cookies[0]["value"] != cookies[1]["value"]
    assert cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Lax"
    pages[0].reload()
    assert {c["name"]: c for c in pages[0].context.cookies()}["uno_device"]["value"] == cookies[0]["value"]


def start_a_game(visit: Visit) -> Page:
    page = visit("/setup?preset=official")
    page.locator('[data-action="start"]').click()
    arrived(page, "**/table")
    connected(page)
    return page


def test_an_unfinished_game_can_be_gone_on_with_or_deleted(visit: Visit) -> None:
    table = start_a_game(visit)
    title = visit("/", same=table)
    # What is still fading in has no contrast yet.
    title.emulate_media(reduced_motion="reduce")
    card = title.locator("[data-continue]")
    expect(card).to_contain_text("Official")
    expect(card).to_contain_text("Round 1")
    expect(card).to_contain_text("You, Momo, Bruno and Pip")
    accessible(title)
    expect(title.locator('[data-action="continue"]')).to_have_attribute("href", "/table")

    title.locator('[data-action="delete-game"]').click()
    title.get_by_role("dialog").locator('[data-action="cancel"]').click()
    expect(title.get_by_role("dialog")).to_have_count(0)
    expect(card).to_be_visible()

    title.locator('[data-action="delete-game"]').click()
    accessible(title)
    title.get_by_role("dialog").locator('[data-action="confirm"]').click()
    expect(card).to_have_count(0)
    title.reload()
    connected(title)
    expect(card).to_have_count(0)


def test_usual_names_follow_the_language_in_a_game_that_was_begun_in_another(visit: Visit) -> None:
    table = start_a_game(visit)
    expect(table.locator('[data-seat="0"] .who')).to_have_text("You")
    action(table, "menu").click()
    table.locator('dialog [data-language="ja"]').click()
    tr = translator("ja")
    expect(table.locator('[data-seat="0"] .who')).to_have_text(tr.t("You"))
    expect(table.locator('[data-seat="1"] .who')).to_have_text(tr.t("Momo"))
    title = visit("/", same=table)
    kept(title, lambda: tr.t("You") in title.locator("[data-continue]").inner_text(), True)


def test_the_unfinished_game_shows_the_faces_of_its_table(visit: Visit, product: Product) -> None:
    title = visit("/", **deal(product, "Pcc"))
    faces = "all => all.map(e => [...e.classList].find(name => name.startsWith('portrait-')))"
    expect(title.locator(".continue-seats .portrait")).to_have_count(3)
    shown = title.locator(".continue-seats .portrait").evaluate_all(faces)
    table = visit("/table", same=title)
    seated = table.locator("[data-seat] .portrait")
    eventually(table, lambda: sorted(seated.evaluate_all(faces)), sorted(shown))
    assert len(set(shown)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_fits_and_is_accessible(visit: Visit, language: str) -> None:
    page = visit("/", language=language, size=PHONE, scheme="dark")
    accessible(page)
    for width, height in ((320, 568), PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scrolling(page)
    page.emulate_media(color_scheme="light")
    accessible(page)


MOST_MESSAGES = """() => {
    const count = () => document.querySelectorAll('.toast').length;
    window.most = 0;
    new MutationObserver(() => { window.most = Math.max(window.most, count()); })
        .observe(document.body, { childList: true, subtree: true });
}"""


def test_of_several_messages_the_two_newest_are_shown(visit: Visit, product: Product) -> None:
    page = visit("/", **deal(product, "Pc"))
    page.evaluate(MOST_MESSAGES)
    for text in ("Music is on.", "Music is off."):
        page.keyboard.press("m")
        expect(page.locator(".toast").last).to_have_text(text)
    page.locator('[data-action="delete-game"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".toast").last).to_have_text("The game is deleted.")
    assert page.evaluate("window.most") <= 2
