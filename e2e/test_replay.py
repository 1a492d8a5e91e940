"""Watching a match again: every hand open, forwards, backwards, from the log, and by a link that can be ended."""

import contextlib
import re
import sqlite3
from collections import Counter
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from app.engine.cards import code
from app.engine.house_rules import PRESETS, HouseRules
from app.play.replays import Replay
from app.play.saved import FinishedMatch
from e2e.conftest import DESK, PHONE, TABLET, Product, Visit, accessible, eventually, no_sideways_scrolling
from e2e.history import with_matches
from e2e.tables import deal, play_out
from tests.play.matches import finished, setup_of

QUICK = PRESETS["quick"]
SIDEWAYS = (740, 360)
GONE = "The link may have been ended, the match deleted, or the address mistyped."
STRANGE = ("<b>Ann</b>", "ก้องเกียรติ", "さくら", "Maximiliana-Theodora")

SMALL_TARGETS = """() => [...document.querySelectorAll('.replay :is(a, button, select)')]
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, b]) => b.width && !e.matches('.draw-pile') && (b.height < 43.5 || b.width < 43.5))
  .map(([e]) => e.outerHTML.slice(0, 100))"""

HANDS = """() => [...document.querySelectorAll('[data-rack]')].sort((a, b) => a.dataset.rack - b.dataset.rack)
  .map(rack => [...rack.querySelectorAll('.playing-card')].map(card => card.className.match(/face-(\\w+)/)[1]))"""


@pytest.fixture(scope="module")
def match() -> FinishedMatch:
    """Several rounds of two persons and a computer."""
    return finished(11, setup_of("PPc", HouseRules(target_score=200), names=STRANGE))


@pytest.fixture(scope="module")
def replay(match: FinishedMatch) -> Replay:
    return Replay.of(match)


def stands_at(page: Page, step: int) -> None:
    """Wait until the replay shows this step, in the table, the slider and the log."""
    expect(page.locator('[data-page="replay"]')).to_have_attribute("data-step", str(step))
    expect(page.locator(".slider")).to_have_js_property("value", str(step))
    expect(page.locator('.moves [aria-current="step"]')).to_have_attribute("data-step", str(step))


def shows_hands_of(page: Page, replay: Replay, step: int) -> None:
    """Every card of every hand lies open."""
    wanted = [Counter(code(card) for card in seat.hand or ()) for seat in replay.steps[step].view.seats]
    eventually(page, lambda: [Counter(hand) for hand in page.evaluate(HANDS)], wanted)


def open_replay(visit: Visit, product: Product, match: FinishedMatch, **options: object) -> Page:
    past = with_matches(product, match)
    return visit(f"/replay/{past.ids[0]}", **{**past.visitor, **options})


def test_step_by_step_with_every_hand_open(
    visit: Visit, product: Product, match: FinishedMatch, replay: Replay
) -> None:
    page = open_replay(visit, product, match)
    for step in range(4):
        stands_at(page, step)
        shows_hands_of(page, replay, step)
        top = code(replay.steps[step].view.top)
        expect(page.locator('[data-page="replay"]')).to_have_attribute("data-top", top)
        page.locator('[data-action="step-forward"]').click()
    page.locator('[data-action="step-back"]').click()
    stands_at(page, 3)
    shows_hands_of(page, replay, 3)
    expect(page.locator(".caption")).not_to_be_empty()
    expect(page.locator(".seat .who").first).to_have_text("<b>Ann</b>")


def test_a_match_of_a_room_is_seen_from_one_s_own_seat(
    visit: Visit, product: Product, match: FinishedMatch, replay: Replay
) -> None:
    page = open_replay(visit, product, replace(match, online=True, own=(1,)))
    expect(page.locator(".seat.own .who")).to_have_text(STRANGE[1])
    page.locator('[data-action="step-forward"]').click()
    expect(page.locator(".seat.own .who")).to_have_text(STRANGE[1])
    shows_hands_of(page, replay, 1)


def test_the_keyboard_goes_everywhere(visit: Visit, product: Product, match: FinishedMatch, replay: Replay) -> None:
    page = open_replay(visit, product, match)
    stands_at(page, 0)
    expect(page.locator('[data-action="step-back"]')).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)
    expect(page.locator('[data-action="step-back"]')).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("End")
    stands_at(page, replay.last)
    shows_hands_of(page, replay, replay.last)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    stands_at(page, replay.last - 1)
    page.keyboard.press("PageUp")
    stands_at(page, replay.rounds[-1].first)
    page.keyboard.press("PageUp")
    stands_at(page, replay.rounds[-2].first)
    page.keyboard.press("PageDown")
    stands_at(page, replay.rounds[-1].first)
    page.keyboard.press("Home")
    stands_at(page, 0)
    page.keyboard.press("Space")
    expect(page.locator('[data-action="replay-play"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.locator('[data-action="replay-play"]')).to_have_attribute("aria-pressed", "false")


def test_the_slider_answers_arrows_and_being_moved(
    visit: Visit, product: Product, match: FinishedMatch, replay: Replay
) -> None:
    page = open_replay(visit, product, match)
    slider = page.locator(".slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)
    page.keyboard.press("End")
    stands_at(page, replay.last)
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for share in (0.4, 0.3, 0.25):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    page.mouse.up()
    step = int(str(slider.evaluate("e => e.value")))
    assert 0.15 * replay.last < step < 0.35 * replay.last
    stands_at(page, step)
    shows_hands_of(page, replay, step)
    # The place it was told first is a change again.
    page.keyboard.press("Home")
    stands_at(page, 0)


def test_from_a_line_of_the_log_to_its_moment_and_back(
    visit: Visit, product: Product, match: FinishedMatch, replay: Replay
) -> None:
    page = open_replay(visit, product, match)
    page.locator('.moves [data-step="9"]').click()
    stands_at(page, 9)
    shows_hands_of(page, replay, 9)
    page.locator('[data-action="step-back"]').click()
    stands_at(page, 8)
    # The marked line is in sight, wherever the match stands.
    page.locator('[data-action="round-forward"]').click()
    stands_at(page, replay.rounds[1].first)
    page.keyboard.press("End")
    stands_at(page, replay.last)
    expect(page.locator('.moves [aria-current="step"]')).to_be_in_viewport()


def test_a_long_round_is_told_in_parts(visit: Visit, product: Product) -> None:
    long = finished(7, setup_of("PcccP", PRESETS["mayhem"], "mayhem"))
    replay = Replay.of(long)
    assert replay.last > 110
    page = open_replay(visit, product, long)
    expect(page.locator(".move")).to_have_count(100)
    page.get_by_role("button", name="Later in this round").click()
    stands_at(page, 100)
    page.get_by_role("button", name="Earlier in this round").click()
    stands_at(page, 99)


def test_rounds_can_be_picked(visit: Visit, product: Product, match: FinishedMatch, replay: Replay) -> None:
    page = open_replay(visit, product, match)
    picker = page.locator('[data-action="round"]')
    assert len(replay.rounds) > 1
    expect(picker.locator("option")).to_have_count(len(replay.rounds))
    last = replay.rounds[-1]
    picker.select_option(str(last.first))
    stands_at(page, last.first)
    expect(page.locator('[data-page="replay"]')).to_have_attribute("data-round", str(last.number))
    page.locator('[data-action="step-forward"]').click()
    expect(picker).to_have_value(str(last.first))


def test_it_plays_by_itself_to_the_end_and_stops(visit: Visit, product: Product) -> None:
    short = finished(1, setup_of("Pc", QUICK, "quick"))
    replay = Replay.of(short)
    page = open_replay(visit, product, short)
    page.locator('[data-action="speed"]').select_option("fast")
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    stands_at(page, replay.last - 3)
    page.locator('[data-action="replay-play"]').click()
    stands_at(page, replay.last)
    expect(page.locator('[data-action="replay-play"]')).to_have_attribute("aria-pressed", "false")
    # From the end it begins anew.
    page.locator('[data-action="replay-play"]').click()
    expect(page.locator('[data-page="replay"]')).not_to_have_attribute("data-step", str(replay.last))
    page.locator('[data-action="step-back"]').click()
    expect(page.locator('[data-action="replay-play"]')).to_have_attribute("aria-pressed", "false")


def test_shared_by_a_link_until_it_is_ended(visit: Visit, product: Product, match: FinishedMatch) -> None:
    page = open_replay(visit, product, match)
    page.locator('[data-action="share"]').click()
    page.locator('[data-action="make-link"]').click()
    field = page.locator("#replay-link")
    expect(field).to_have_value(re.compile(rf"^{re.escape(product.url)}/replay/[\w-]{{22}}$"))
    accessible(page)
    path = field.input_value().removeprefix(product.url)

    other = visit(path, expected=("404",))
    stands_at(other, 0)
    expect(other.locator("[data-rack]")).to_have_count(3)
    expect(other.locator('[data-action="share"]')).to_have_count(0)
    expect(other.locator('[data-action="back"]')).to_have_attribute("href", "/")
    expect(other.locator('meta[name="robots"]')).to_have_attribute("content", "noindex")

    # The same link again, then no more.
    page.keyboard.press("Escape")
    page.locator('[data-action="share"]').click()
    expect(field).to_have_value(product.url + path)
    page.locator('[data-action="end-link"]').click()
    expect(page.locator(".toast")).to_be_visible()
    other.reload()
    expect(other.get_by_text(GONE)).to_be_visible()


def test_what_is_not_there_or_not_theirs_gets_one_sentence(
    visit: Visit, product: Product, match: FinishedMatch
) -> None:
    past = with_matches(product, match)
    for path in (
        f"/replay/{past.ids[0]}",
        "/replay/nothing",
        "/replay/" + "x" * 300,
        "/replay/%00",
        "/replay/<b>x",
    ):
        page = visit(path, expected=("404",))
        expect(page.get_by_text(GONE)).to_be_visible()
        expect(page.locator("[data-rack], [data-step]")).to_have_count(0)
    accessible(page)


def test_a_match_that_still_goes_on_cannot_be_watched(visit: Visit, product: Product) -> None:
    running = deal(product, "Pc", ["r5 r6 r7"], "r1")
    table = visit("/table", **running)
    expect(table.locator('[data-page="table"]')).to_be_visible()
    page = visit(f"/replay/{table_dealt_last(product)}", same=table, expected=("404",))
    expect(page.get_by_text(GONE)).to_be_visible()


def table_dealt_last(product: Product) -> str:
    with contextlib.closing(sqlite3.connect(product.folder / "uno.sqlite3")) as database:
        found = database.execute("SELECT id FROM live_table ORDER BY created_at DESC LIMIT 1").fetchone()
    return str(found[0])


def test_a_record_that_was_damaged_says_so(visit: Visit, product: Product, match: FinishedMatch) -> None:
    record = replace(match.record, moves=["r5 r5 r5", *match.record.moves[1:]])
    page = open_replay(visit, product, replace(match, record=record), expected=("404",))
    expect(page.get_by_text("Its moves can no longer be followed.", exact=False)).to_be_visible()


def test_the_language_changes_at_once_and_the_moment_stays(
    visit: Visit, product: Product, match: FinishedMatch
) -> None:
    past = with_matches(product, match)
    page = visit(f"/replay/{past.ids[0]}", **past.visitor)
    page.locator('.moves [data-step="5"]').click()
    stands_at(page, 5)
    expect(page.locator(".caption")).not_to_be_empty()
    said = page.locator(".caption").inner_text()
    title = visit("/", same=page)
    title.locator('[data-language="th"]').click()
    expect(title.locator("html")).to_have_attribute("lang", "th")
    again = visit(f"/replay/{past.ids[0]}", same=page)
    again.locator('.moves [data-step="5"]').click()
    stands_at(again, 5)
    expect(again.locator(".caption")).to_have_text(re.compile("[\u0e00-\u0e7f]"))
    expect(again.locator(".caption")).not_to_have_text(said)


@pytest.mark.parametrize(
    ("language", "size", "scheme", "kinds"),
    [
        ("en", PHONE, "light", "PPcc"), ("th", PHONE, "dark", "PPPPcccccc"), ("ja", TABLET, "dark", "Pcc"),
        ("ja", DESK, "light", "PPPPcccccc"), ("th", DESK, "dark", "Pc"), ("en", SIDEWAYS, "light", "Pccc"),
    ],
)  # fmt: skip
def test_it_looks_right_and_reads_well(
    visit: Visit, product: Product, language: str, size: tuple[int, int], scheme: str, kinds: str
) -> None:
    match = finished(21, setup_of(kinds, QUICK, "quick", (*STRANGE, "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")))
    page = open_replay(visit, product, match, language=language, size=size, scheme=scheme)
    page.locator('[data-action="step-forward"]').click()
    stands_at(page, 1)
    no_sideways_scrolling(page)
    accessible(page)
    eventually(page, lambda: page.evaluate(SMALL_TARGETS), [])


def test_on_a_phone_the_log_opens_over_the_table(visit: Visit, product: Product, match: FinishedMatch) -> None:
    page = open_replay(visit, product, match, size=PHONE)
    expect(page.locator(".moves")).to_be_hidden()
    page.locator('[data-action="log"]').click()
    page.locator('.moves [data-step="4"]').click()
    stands_at(page, 4)
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator(".moves")).to_be_hidden()


def test_from_the_end_of_a_match_to_its_replay_and_the_records(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", rules=replace(QUICK, hand_size=3)))
    play_out(page)
    page.locator('[data-page="match-end"] [data-action="replay"]').click()
    stands_at(page, 0)
    expect(page.locator("[data-rack]")).to_have_count(2)
    page.locator('[data-action="back"]').click()
    expect(page.locator("[data-match]")).to_have_count(1)
