"""The table as a person plays at it: tapping, choosing, answering, keys, languages."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from app.engine.house_rules import HouseRules, preset
from app.engine.state import State
from e2e.conftest import PHONE, Product, Visit, arrived, eventually, free_port, kept, start_product, stop_product
from e2e.tables import action, cards, deal, my_turn, play_out, table, tap


@pytest.fixture(scope="module")
def slow_product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A product whose computers take so long that a person can be quicker for sure."""
    running = start_product(tmp_path_factory.mktemp("slow"), free_port(), UNO_COMPUTER_PACE="10")
    yield running
    stop_product(running)


def test_a_round_against_computers_is_played_to_its_end_by_tapping(visit: Visit, product: Product) -> None:
    page = visit("/table", size=PHONE, **deal(product, "Pccc"))
    expect(table(page)).to_have_attribute("data-version", re.compile(r"\d+"))
    expect(page.locator("[data-seat]")).to_have_count(4)
    play_out(page)
    end = page.locator('[data-page="round-end"]')
    expect(end).to_be_visible()
    expect(end.locator("li.standing")).to_have_count(4)
    action(page, "next-round").click()
    expect(end).to_have_count(0)
    expect(cards(page)).not_to_have_count(0)


def test_a_card_that_fits_is_played_by_one_tap_and_stays_the_same_element(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r5"], "r1"))
    card = cards(page, "r5")
    expect(card).to_have_attribute("data-fits", "")
    expect(card).to_have_attribute("aria-label", "red 5, fits")
    card.evaluate("card => { card.known = true; }")
    tap(card)
    expect(cards(page, "r5")).to_have_count(0)
    expect(page.locator(".card.pile.face-r5")).to_have_js_property("known", True)


def test_a_card_that_does_not_fit_stays_and_the_reason_is_said(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["g5"], "r1"))
    expect(cards(page, "g5")).not_to_have_attribute("data-fits", "")
    tap(cards(page, "g5"))
    expect(page.locator(".toast")).to_contain_text("That card does not fit")
    expect(cards(page, "g5")).to_have_class(re.compile("shake"))
    expect(cards(page)).to_have_count(7)


def test_a_wild_asks_for_a_colour_and_esc_takes_it_back(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ["W"], "r1", HouseRules(hand_size=5)))
    action(page, "ready").click()
    tap(cards(page, "W"))
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(cards(page)).to_have_count(5)
    tap(cards(page, "W"))
    action(page, "colour-green").click()
    expect(table(page)).to_have_attribute("data-colour", "green")
    expect(table(page)).to_have_attribute("data-top", "W")


def test_a_seven_asks_for_the_seat_to_swap_with(visit: Visit, product: Product) -> None:
    rules = HouseRules(hand_size=3, seven="swap")
    page = visit("/table", **deal(product, "PPP", ["r7", "r2 r3 r4", "y2 y3 y4"], "r1", rules))
    action(page, "ready").click()
    tap(cards(page, "r7"))
    expect(action(page, "target-0")).to_have_count(0)
    action(page, "target-2").click()
    expect(table(page)).to_have_attribute("data-top", "r7")
    expect(page.locator('[data-seat="2"]')).to_have_attribute("data-cards", "2")


def test_several_cards_are_chosen_in_order_and_played_together(visit: Visit, product: Product) -> None:
    rules = HouseRules(multi_card="same_symbol")
    page = visit("/table", **deal(product, "PP", ["r5 g5 b5 r9 y0"], "r1", rules))
    action(page, "ready").click()
    tap(cards(page, "r5"))
    expect(cards(page, "r5")).to_have_class(re.compile("chosen"))
    expect(page.locator(".card.partner")).to_have_count(2)
    tap(cards(page, "b5"))
    tap(cards(page, "g5"))
    expect(cards(page, "g5")).to_have_attribute("aria-label", re.compile("number 3"))
    tap(cards(page, "b5"))
    expect(cards(page, "g5")).to_have_attribute("aria-label", re.compile("number 2"))
    tap(cards(page, "b5"))
    expect(action(page, "play")).to_have_text("Play 3 cards")
    page.keyboard.press("Enter")
    expect(table(page)).to_have_attribute("data-top", "b5")
    expect(page.locator('[data-seat="0"]')).to_have_attribute("data-cards", "4")


def test_a_selection_is_undone_or_played_alone(visit: Visit, product: Product) -> None:
    rules = HouseRules(multi_card="identical")
    page = visit("/table", **deal(product, "PP", ["r5 r5 r9 r3"], "r1", rules))
    action(page, "ready").click()
    tap(cards(page, "r5"))
    action(page, "undo-selection").click()
    expect(page.locator(".card.chosen")).to_have_count(0)
    tap(cards(page, "r5"))
    # A card that fits and has no partners is played at once, whatever was chosen before.
    tap(cards(page, "r5").first)
    expect(table(page)).to_have_attribute("data-top", "r5")
    expect(page.locator('[data-seat="0"]')).to_have_attribute("data-cards", "6")


def test_the_draw_pile_can_be_tapped_and_the_new_card_is_marked(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", [], "r1", then="r8"))
    page.locator(".draw-pile").click()
    expect(cards(page, "r8")).to_have_attribute("aria-label", "red 8, just drawn, fits")
    expect(page.locator(".card.drawn")).to_have_count(1)
    expect(action(page, "draw")).to_have_count(0)
    action(page, "pass").click()
    my_turn(page)
    page.keyboard.press("d")
    expect(page.locator(".card.drawn")).to_have_count(1)


def test_two_taps_in_a_row_draw_once(visit: Visit, product: Product) -> None:
    rules = HouseRules(drawn_card="keep")
    page = visit("/table", **deal(product, "PP", [], "r1", rules, then="r8 r9"))
    action(page, "ready").click()
    action(page, "draw").dblclick()
    expect(page.locator('[data-seat="0"]')).to_have_attribute("data-cards", "8")
    expect(page.locator('[data-page="hand-over"]')).to_be_visible()


def test_a_penalty_is_challenged_and_only_the_challenger_sees_the_hand(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ["W4 r9", "y2"], "r1", HouseRules(hand_size=4)))
    action(page, "ready").click()
    tap(cards(page, "W4"))
    action(page, "colour-blue").click()
    action(page, "ready").click()
    expect(table(page)).to_have_attribute("data-penalty", "4")
    expect(action(page, "take")).to_have_text("Take +4")
    action(page, "challenge").click()
    expect(page.locator("dialog[open] .verdict")).to_be_visible()
    expect(page.locator(".shown-hand .face-r9")).to_be_visible()
    action(page, "look-away").click()
    expect(page.locator(".shown-hand")).to_have_count(0)
    expect(table(page)).to_have_attribute("data-penalty", "0")


def test_who_forgets_to_call_can_be_caught(visit: Visit, product: Product) -> None:
    def exposed(state: State) -> None:
        state.draw[:0] = state.hands[2][1:]
        del state.hands[2][1:]
        state.exposed = 1 << 2

    page = visit("/table", **deal(product, "PPP", [], "r1", arrange=exposed))
    action(page, "ready").click()
    expect(action(page, "catch")).to_have_text("Catch Cat!")
    page.keyboard.press("x")
    expect(page.locator('[data-seat="2"]')).to_have_attribute("data-cards", "3")
    expect(action(page, "catch")).to_have_count(0)


def test_a_lit_card_jumps_in_out_of_turn(visit: Visit, slow_product: Product) -> None:
    def not_my_turn(state: State) -> None:
        state.turn = 1

    game = deal(slow_product, "Pc", ["r1 r9"], "r1", HouseRules(jump_in="all"), arrange=not_my_turn)
    page = visit("/table", **game)
    expect(page.locator(".status-line")).to_have_text("You can jump in!")
    expect(page.locator("[data-card][data-fits]")).to_have_count(1)
    tap(cards(page, "r1"))
    expect(page.locator('[data-seat="0"]')).to_have_attribute("data-cards", "6")


def test_the_keys_play_the_game(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r2 r5"], "r1", then="y9"))
    page.keyboard.press("ArrowRight")
    expect(cards(page, "r2")).to_be_focused()
    # From the first card on to the last, and round to the first again.
    page.keyboard.press("ArrowLeft")
    expect(cards(page, "r2")).not_to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards(page, "r2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards(page, "r5")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards(page, "r5")).to_have_count(0)
    # The focus goes on to a neighbour in the hand.
    expect(page.locator(".card.hand:focus")).to_have_count(1)
    my_turn(page)
    page.keyboard.press("?")
    expect(page.locator("dialog.rules-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".log[data-open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log[data-open]")).to_have_count(0)


def test_a_hint_points_at_a_card_and_says_why(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r5"], "r1"))
    action(page, "hint").click()
    expect(page.locator(".card.hinted")).to_have_count(1)
    expect(page.locator(".toast")).to_contain_text("Play")


def test_the_first_card_that_fits_has_the_focus_but_shows_it_to_keys_only(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r2 b5 b6"], "b1", HouseRules(hand_size=3)))
    first = cards(page, "b5")
    expect(first).to_be_focused()
    expect(first).to_have_attribute("data-quiet", "")
    # The first key shows where the focus is, and does nothing else.
    page.keyboard.press("Enter")
    expect(first).not_to_have_attribute("data-quiet", "")
    expect(first).to_be_focused()
    page.keyboard.press("Space")
    expect(first).to_have_count(0)


def test_the_cover_and_then_the_hand_have_the_focus_unless_a_dialog_is_open(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ["r2 r5"], "r1"))
    expect(action(page, "ready")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards(page, "r2")).to_be_focused()
    expect(cards(page, "r2")).not_to_have_attribute("data-quiet", "")
    action(page, "menu").click()
    expect(page.locator("dialog :focus")).to_have_count(1)
    page.locator('dialog [data-language="th"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "th")
    expect(page.locator("dialog :focus")).to_have_count(1)


TAP_WHILE_IT_MOVES = """(card) => {
    const tapped = () => {
        card.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        card.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    };
    card.style.setProperty('--i', '6');
    // Asking for the style starts the transition.
    getComputedStyle(card).transform;
    const moves = card.getAnimations();
    for (const each of moves) { each.pause(); each.currentTime = 50; }
    tapped();
    card.style.setProperty('--i', '0');
    for (const each of card.getAnimations()) each.finish();
    return moves.length;
}"""


def test_a_card_that_slides_past_is_not_what_was_tapped(visit: Visit, product: Product) -> None:
    game = deal(product, "Pc", ["r5"], "r1")
    page = visit("/table", **{**game, "reduced_motion": "no-preference"})
    card = cards(page, "r5")
    expect(card).to_have_attribute("data-fits", "")
    eventually(page, lambda: card.evaluate("e => e.getAnimations().length"), 0)
    assert card.evaluate(TAP_WHILE_IT_MOVES)
    # Had the tap counted, this one would find no card.
    eventually(page, lambda: card.evaluate("e => e.getAnimations().length"), 0)
    expect(table(page)).to_have_attribute("data-version", "0")
    tap(card)
    expect(card).to_have_count(0)


def test_a_message_is_in_the_way_of_nothing(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ["r5 r6"], "r1"))
    toast = page.locator(".toast")
    action(page, "ready").click()
    for name in ("log", "menu", "rules"):
        action(page, "hint").click()
        expect(toast).to_be_visible()
        action(page, name).click()
        expect(toast).to_have_count(0)
        expect(page.locator("dialog[open], .log[data-open]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open], .log[data-open]")).to_have_count(0)
    action(page, "hint").click()
    expect(toast).to_be_visible()
    tap(cards(page, "r5"))
    expect(action(page, "ready")).to_be_visible()
    expect(toast).to_have_count(0)


def test_a_message_is_read_above_an_open_dialog_and_outlasts_it(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r5"], "r1"))
    action(page, "menu").click()
    page.keyboard.press("m")
    expect(page.locator("dialog[open] .toast")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".toast")).to_be_visible()


def test_sorting_is_remembered(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r9 b2"], "g1"))
    order = "all => all.map(e => [Number(e.style.getPropertyValue('--i')), e.dataset.card]).sort((a, b) => a[0] - b[0])"

    def lying() -> list[str]:
        return [code for _, code in cards(page).evaluate_all(order)]

    expect(cards(page)).to_have_count(7)
    by_colour = lying()
    assert by_colour[0] == "r9"
    action(page, "sort").click()
    expect(cards(page, "r9")).not_to_have_attribute("style", re.compile(r"--i: 0\b"))
    by_symbol = lying()
    assert sorted(by_symbol) == sorted(by_colour) != by_symbol
    kept(page, lying, by_symbol)
    # Screen readers meet the cards in the order in which they lie.
    assert cards(page).evaluate_all("all => all.map(e => Number(e.style.getPropertyValue('--i')))") == list(range(7))


@pytest.mark.parametrize(("language", "card", "log"), [("ja", "赤", "ラウンド"), ("th", "แดง", "รอบ")])
def test_the_language_changes_in_the_middle_of_a_round_and_the_log_with_it(
    visit: Visit, product: Product, language: str, card: str, log: str
) -> None:
    page = visit("/table", **deal(product, "PP", ["r5"], "r1"))
    action(page, "ready").click()
    expect(page.locator(".log-line").first).to_contain_text("Round 1 begins with a red 1")
    action(page, "menu").click()
    page.locator(f'[data-language="{language}"]').click()
    expect(cards(page, "r5")).to_have_attribute("aria-label", re.compile(card))
    expect(page.locator(".log-line").first).to_contain_text(log)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(cards(page)).to_have_count(7)


def test_the_clock_counts_down_in_sight(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", [], "r1", HouseRules(turn_clock=15)))
    clock = page.locator(".clock")
    expect(clock).to_be_visible()
    expect(clock).to_have_attribute("data-seconds", re.compile(r"^1?\d$"))
    begun = clock.get_attribute("data-seconds") or ""
    expect(clock).not_to_have_attribute("data-seconds", begun)


def test_a_game_is_saved_left_and_gone_on_with(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ["r5"], "r1"))
    action(page, "ready").click()
    action(page, "menu").click()
    page.locator('[data-menu="leave"]').click()
    arrived(page, "**/")
    page.goto(product.url + "/table")
    # A shared device shows the cover first when it comes back.
    action(page, "ready").click()
    expect(cards(page, "r5")).to_have_count(1)


def test_abandoning_asks_first_and_then_there_is_no_game(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", [], "r1"))
    action(page, "menu").click()
    page.locator('[data-menu="abandon"]').click()
    action(page, "confirm").click()
    arrived(page, "**/")
    page.goto(product.url + "/table")
    expect(page.get_by_role("heading", name="No game is waiting here")).to_be_visible()


def test_the_rules_panel_marks_what_is_changed(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", [], "r1", preset("seven_o")))
    action(page, "rules").click()
    expect(page.locator(".rule.changed")).to_have_count(4)
    changed = "all => all.map(e => e.dataset.setting).sort()"
    wanted = ["jump_in", "seven", "stacking", "zero"]
    eventually(page, lambda: page.locator(".rule.changed").evaluate_all(changed), wanted)


def test_the_log_shows_only_what_is_asked_for(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", ["r5"], "r1", then="y9"))
    action(page, "draw").click()
    action(page, "log").click()
    lines = page.locator(".log-line:visible")
    expect(lines.filter(has_text="You drew")).not_to_have_count(0)
    choice = page.locator(".log-filter")
    choice.select_option("only-play")
    expect(lines.filter(has_text="You drew")).to_have_count(0)
    expect(lines.filter(has_text="Round 1 begins")).to_have_count(1)
    choice.select_option("only-draw")
    expect(lines.filter(has_text="You drew")).not_to_have_count(0)
