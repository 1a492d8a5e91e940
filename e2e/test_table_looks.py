"""The table on every screen: nothing sticks out, every card can be reached, nothing for axe to find."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from app.engine.cards import deck
from app.engine.house_rules import HouseRules, preset
from app.engine.match import apply
from app.engine.moves import parse_move
from app.engine.state import State
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    TABLET,
    Product,
    Visit,
    accessible,
    eventually,
    no_sideways_scrolling,
)
from e2e.tables import action, cards, deal, play_out, table, tap

SMALL, SIDEWAYS = (320, 568), (740, 360)
STRIPS = """() => {
    const size = 24;
    const seen = (card) => {
        const box = card.getBoundingClientRect();
        for (let y = box.top + 2; y + size <= box.bottom; y += 4)
            for (let x = box.left + 2; x + size <= Math.min(box.right, innerWidth); x += 4) {
                const corners = [[x, y], [x + size, y], [x, y + size], [x + size, y + size]];
                if (corners.every(([a, b]) => document.elementFromPoint(a, b) === card)) return true;
            }
        return false;
    };
    return [...document.querySelectorAll('.card.hand')].filter((card) => !seen(card)).map((card) => card.dataset.card);
}"""
"""The cards of which no square of 24 by 24 can be tapped."""
MEET = """const boxes = (all) => [...document.querySelectorAll(all)].map((e) => [e, e.getBoundingClientRect()]);
    const meet = (a, b) => a.width && b.width
        && Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1
        && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 1;
    const on = (these, those) => boxes(these).filter(([, a]) => boxes(those).some(([, b]) => meet(a, b)))
        .map(([e]) => e.outerHTML.slice(0, 100));"""
ON_THE_PILES = f"""() => {{ {MEET}
    return on('.seat:not(.own) :is(.portrait, .who, .fan, .count)', '.draw-pile, .pile-spot'); }}"""
ON_THE_HAND = f"() => {{ {MEET} return on('.controls .press', '.card.hand'); }}"
READ_OR_TAPPED = ".seat .portrait, .seat .who, .status, .ring-name, .draw-pile, .press, .tool, .card.hand"
UNDER_A_MESSAGE = f"() => {{ {MEET} return on('{READ_OR_TAPPED}', '.toast'); }}"
BOX = "all => all.map((e) => [e, e.getBoundingClientRect()])"
INSIDE = "b.width && b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight"
OUTSIDE = BOX + f".filter(([, b]) => !({INSIDE})).map(([e]) => e.outerHTML.slice(0, 100))"
SMALL_ONES = BOX + ".filter(([, b]) => b.width < 44 || b.height < 44).map(([e]) => e.outerHTML.slice(0, 100))"


def many_cards(count: int) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        while len(state.hands[0]) < count:
            state.hands[0].append(state.draw.pop())

    return arrange


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET, DESK, SIDEWAYS], ids=str)
@pytest.mark.parametrize("count", [25, 40])
def test_every_card_of_a_large_hand_can_be_tapped(
    visit: Visit, product: Product, size: tuple[int, int], count: int
) -> None:
    rules = HouseRules(decks=2)
    assert len(deck(2, 0, 0)) > 100
    page = visit("/table", size=size, **deal(product, "Pccc", [], "r1", rules, arrange=many_cards(count)))
    expect(cards(page)).to_have_count(count)
    eventually(page, lambda: page.evaluate(STRIPS), [])
    no_sideways_scrolling(page)
    eventually(page, lambda: page.evaluate("document.documentElement.scrollHeight <= innerHeight"), True)


def test_no_focus_and_no_search_moves_the_table_out_of_its_frame(visit: Visit, product: Product) -> None:
    page = visit("/table", size=PHONE, **deal(product, "Pc", [], "r1"))
    expect(cards(page)).to_have_count(7)
    pushed = "it => { it.scrollTo(50, 50); return [it.scrollLeft, it.scrollTop]; }"
    assert page.locator(".table").evaluate("it => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight")
    eventually(page, lambda: page.locator(".table").evaluate(pushed), [0, 0])


@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS], ids=str)
def test_ten_seats_fit_on_a_phone(visit: Visit, product: Product, size: tuple[int, int]) -> None:
    page = visit("/table", size=size, **deal(product, "P" + "c" * 9, [], "r1", preset("mayhem")))
    portraits = page.locator("[data-seat] .portrait")
    expect(portraits).to_have_count(10)
    eventually(page, lambda: portraits.evaluate_all(OUTSIDE), [])
    no_sideways_scrolling(page)


@pytest.mark.parametrize("seats", [5, 6, 8])
@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET], ids=str)
def test_no_seat_lies_on_the_piles(visit: Visit, product: Product, size: tuple[int, int], seats: int) -> None:
    page = visit("/table", size=size, **deal(product, "P" + "c" * (seats - 1), [], "r1"))
    expect(page.locator("[data-seat]")).to_have_count(seats)
    eventually(page, lambda: page.evaluate(ON_THE_PILES), [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALL, SIDEWAYS], ids=str)
def test_the_answers_to_a_draw_four_cover_no_card_on_a_small_phone(
    visit: Visit, product: Product, size: tuple[int, int], language: str
) -> None:
    def bluffed(state: State) -> None:
        for move in ("r7", "r3", "W4>b"):
            apply(state, state.turn, parse_move(move))

    game = deal(product, "Pcc", ["r7 y2", "r3", "W4 b6"], "r1", arrange=bluffed)
    page = visit("/table", size=size, language=language, **game)
    expect(action(page, "challenge")).to_be_visible()
    expect(action(page, "take")).to_be_visible()
    eventually(page, lambda: page.evaluate(ON_THE_HAND), [])


def test_the_controls_are_large_enough_for_a_thumb(visit: Visit, product: Product) -> None:
    page = visit("/table", size=SMALL, **deal(product, "Pc", [], "r1"))
    expect(action(page, "draw")).to_be_visible()
    expect(page.locator(".tool:visible")).not_to_have_count(0)
    eventually(page, lambda: page.locator(".press:visible, .tool:visible").evaluate_all(SMALL_ONES), [])


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark"), ("th", "light")])
def test_axe_finds_nothing_on_the_table_its_dialogs_and_its_end(
    visit: Visit, product: Product, language: str, scheme: str
) -> None:
    assert language in LANGUAGES
    rules = HouseRules(hand_size=3, seven="swap")
    game = deal(
        product, "Pcc", ["W r7 r9", "r2 b3 g4", "y5 y6 g7"], "r1", rules, then="r3 g5 r6 b9 y1 g1 r4 y8 b1 b2 g8"
    )
    page = visit("/table", language=language, scheme=scheme, size=PHONE, **game)
    expect(cards(page)).to_have_count(3)
    accessible(page)
    tap(cards(page, "W"))
    expect(action(page, "colour-red")).to_be_visible()
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    for name in ("menu", "rules"):
        action(page, name).click()
        expect(page.locator("dialog")).to_be_visible()
        accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    action(page, "log").click()
    expect(page.locator(".log[data-open]")).to_be_visible()
    accessible(page)
    action(page, "log").press("Escape")
    play_out(page)
    expect(page.locator('[data-page="round-end"]')).to_be_visible()
    accessible(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET, DESK, SIDEWAYS], ids=str)
def test_a_message_covers_nothing_that_is_read_or_tapped(
    visit: Visit, product: Product, size: tuple[int, int], language: str
) -> None:
    page = visit("/table", size=size, language=language, **deal(product, "Pcc", ["g5 r9"], "r1"))
    tap(cards(page, "g5"))
    expect(page.locator(".toast")).to_be_visible()
    eventually(page, lambda: page.evaluate(UNDER_A_MESSAGE), [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_round_is_seen_without_scrolling(visit: Visit, product: Product, language: str) -> None:
    def nearly_out(state: State) -> None:
        state.draw[:0] = state.hands[0][1:]
        del state.hands[0][1:]

    rules = HouseRules(hand_size=3, match_format="penalty", target_score=500)
    page = visit("/table", size=PHONE, language=language, **deal(product, "Pccc", ["r5"], "r1", rules, "", nearly_out))
    tap(cards(page, "r5"))
    end = page.locator('[data-page="round-end"]')
    expect(end).to_be_visible()
    action(page, "next-round").click()
    expect(end).to_have_count(0)
    play_out(page)
    expect(end.locator(".standing")).to_have_count(4)
    expect(end.locator(".chart")).to_be_visible()
    eventually(page, lambda: end.evaluate("e => e.scrollHeight <= e.clientHeight"), True)


def test_axe_finds_nothing_on_the_cover(visit: Visit, product: Product) -> None:
    page = visit("/table", size=PHONE, **deal(product, "PP", [], "r1"))
    expect(action(page, "ready")).to_be_visible()
    accessible(page)


def test_the_match_ends_with_a_podium_and_can_be_played_again(visit: Visit, product: Product) -> None:
    def nearly_out(state: State) -> None:
        state.draw[:0] = state.hands[0][1:]
        del state.hands[0][1:]

    rules = HouseRules(match_format="first_out")
    page = visit("/table", size=PHONE, **deal(product, "Pcc", ["r5"], "r1", rules, arrange=nearly_out))
    tap(cards(page, "r5"))
    end = page.locator('[data-page="match-end"]')
    expect(end.locator("h1")).to_have_text("You won the match!")
    expect(end.locator(".podium .step")).to_have_count(3)
    # Nobody is named a second time under the podium.
    expect(end.locator(".standing")).to_have_count(0)
    accessible(page)
    action(page, "play-again").click()
    expect(end).to_have_count(0)
    expect(table(page)).to_have_attribute("data-version", "0")
    expect(cards(page)).to_have_count(7)
