"""What a tap does at once, however far the server is; and a question is answered once."""

import pytest
from playwright.sync_api import Page, expect

from app.engine.house_rules import HouseRules
from e2e.conftest import Product, Visit, eventually
from e2e.tables import action, cards, deal, tap

DEAF = """() => {
    window.said = [];
    window.socket.emit = (name, message) => { if (name === 'event') window.said.push(message.id); };
}"""
"""From now on nothing reaches the server."""
RULES = HouseRules(hand_size=3, seven="swap")


def at_table(visit: Visit, product: Product) -> Page:
    page = visit("/table", **deal(product, "Pcc", ["W r7 g9", "r2 b3 g4", "y5 y6 g7"], "r1", RULES))
    expect(cards(page)).to_have_count(3)
    return page


def shut(page: Page) -> None:
    eventually(page, lambda: page.locator("dialog[open]").count(), 0)


def test_a_sheet_is_closed_without_the_server(visit: Visit, product: Product) -> None:
    page = at_table(visit, product)
    action(page, "rules").click()
    expect(page.locator("dialog")).to_be_visible()
    page.evaluate(DEAF)
    action(page, "close").click()
    shut(page)


def test_a_question_is_left_without_the_server(visit: Visit, product: Product) -> None:
    page = at_table(visit, product)
    action(page, "menu").click()
    page.locator('[data-menu="abandon"]').click()
    expect(action(page, "confirm")).to_be_visible()
    page.evaluate(DEAF)
    action(page, "cancel").click()
    expect(action(page, "cancel")).to_be_hidden()


@pytest.mark.parametrize(("card", "answer"), [("W", "colour-green"), ("r7", "target-2")])
def test_a_choice_is_gone_before_the_server_has_heard_of_it(
    visit: Visit, product: Product, card: str, answer: str
) -> None:
    page = at_table(visit, product)
    tap(cards(page, card))
    expect(action(page, answer)).to_be_visible()
    page.evaluate(DEAF)
    action(page, answer).click()
    shut(page)
    assert page.evaluate("window.said.length") > 0


def test_two_taps_on_a_choice_are_one_answer(visit: Visit, product: Product) -> None:
    page = at_table(visit, product)
    tap(cards(page, "W"))
    expect(action(page, "colour-green")).to_be_visible()
    page.evaluate("""() => {
        document.querySelector('[data-action=colour-green]').click();
        document.querySelector('[data-action=colour-blue]').click();
    }""")
    expect(page.locator(".table")).to_have_attribute("data-colour", "green")
    expect(cards(page)).to_have_count(2)
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


def test_a_played_card_and_a_pressed_button_show_the_tap_until_the_table_moves_on(
    visit: Visit, product: Product
) -> None:
    page = at_table(visit, product)
    lifted = page.locator(".card.hand.sent")
    page.evaluate(DEAF)
    tap(cards(page, "r7"))
    expect(lifted).to_have_attribute("data-card", "r7")
    action(page, "draw").and_(page.locator(".press")).click()
    expect(lifted).to_have_count(0)
    expect(page.locator(".press.sent")).to_have_count(1)
    page.locator(".table").evaluate("table => { table.dataset.version = 99; }")
    expect(page.locator(".sent")).to_have_count(0)


def test_a_tap_that_nobody_answers_is_taken_back(visit: Visit, product: Product) -> None:
    page = at_table(visit, product)
    page.evaluate(DEAF)
    tap(cards(page, "r7"))
    expect(page.locator(".card.hand.sent")).to_have_count(1)
    expect(page.locator(".sent")).to_have_count(0)
