"""A game outlasts its server, its page and its second tab."""

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from app.engine.house_rules import HouseRules
from e2e.conftest import Product, Visit, arrived, connected, eventually, free_port, start_product, stop_product
from e2e.tables import action, cards, deal, my_turn, table, tap

CODES = "all => all.map(e => e.dataset.card)"
MARKS = ("data-top", "data-turn", "data-version")


def stands(page: Page) -> list[object]:
    """The hand, the marks of the table, and how many cards are left to draw."""
    marks = [table(page).get_attribute(name) for name in MARKS]
    return [cards(page).evaluate_all(CODES), marks, page.locator(".pile-count").inner_text()]


def test_the_server_is_killed_and_the_game_goes_on_with_the_same_cards(
    visit: Visit, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, port = tmp_path_factory.mktemp("killed"), free_port()
    running = start_product(folder, port)
    game = deal(running, "Pc", ["r5 r6"], "r1", HouseRules(drawn_card="keep"))
    page = visit("/table", expected=("ERR_CONNECTION_REFUSED", "WebSocket"), **game)
    tap(cards(page, "r5"))
    expect(cards(page)).to_have_count(6)
    my_turn(page)
    page.evaluate("window.beforeTheKill = true")
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()
    before = stands(page)
    # Nothing of the game is hidden by the word about it.
    strip = page.locator("#popup")
    expect(strip).to_be_visible()
    expect(strip).to_have_text(re.compile(r"Connection lost\.\s*Trying to reconnect"))
    assert strip.evaluate("e => e.getBoundingClientRect().bottom") < 48
    running = start_product(folder, port)
    try:
        # The page finds the new server and loads itself again.
        page.wait_for_function("!window.beforeTheKill")
        connected(page)
        eventually(page, lambda: stands(page), before)
        expect(strip).to_be_hidden()
        expect(page.locator(".log-lines")).to_contain_text("You played a red 5.")
        action(page, "draw").click()
        expect(cards(page)).not_to_have_count(6)
    finally:
        page.close()
        stop_product(running)


def test_two_tabs_show_one_game_and_a_stale_tap_does_nothing(visit: Visit, product: object, server: str) -> None:
    game = deal(product, "Pc", ["r5 r6"], "r1")  # type: ignore[arg-type]
    first = visit("/table", **game)
    second = visit("/table", same=first, base=server)
    expect(cards(second)).to_have_count(7)
    tap(cards(first, "r5"))
    expect(cards(second, "r5")).to_have_count(0)
    my_turn(second)
    eventually(page=first, look=lambda: stands(first) == stands(second), wanted=True)


def test_what_was_tapped_while_the_connection_was_lost_is_not_played_later(visit: Visit, product: Product) -> None:
    game = deal(product, "Pc", ["r5 r6"], "r1")
    page = visit("/table", expected=("ERR_INTERNET_DISCONNECTED", "WebSocket"), **game)
    before = stands(page)
    page.context.set_offline(True)
    strip = page.locator("#popup")
    expect(strip).to_be_visible()
    tap(cards(page, "r5"))
    action(page, "draw").click()
    page.context.set_offline(False)
    expect(strip).to_be_hidden()
    # Whatever would still be sent has been sent before this is answered.
    action(page, "menu").click()
    expect(page.locator(".menu-sheet")).to_be_visible()
    assert stands(page) == before
    action(page, "close").click()
    tap(cards(page, "r5"))
    expect(cards(page, "r5")).to_have_count(0)


def test_a_game_begun_in_another_tab_takes_the_first_one_away(visit: Visit, product: object, server: str) -> None:
    game = deal(product, "Pc", ["r5 r6"], "r1")  # type: ignore[arg-type]
    first = visit("/table", **game)
    second = visit("/table", same=first, base=server)
    action(second, "menu").click()
    second.locator('[data-menu="abandon"]').click()
    action(second, "confirm").click()
    arrived(first, "**/")


def test_without_a_game_the_page_shows_the_way_to_the_title(visit: Visit) -> None:
    page = visit("/table")
    expect(page.locator('[data-action="title"]')).to_be_visible()
