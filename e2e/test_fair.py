"""Fair deals: the fingerprint that a browser keeps, and the check of a round in the browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.engine.cards import parse
from app.engine.house_rules import PRESETS, HouseRules
from app.engine.match import start_match
from app.engine.moves import Event, Happened
from app.play.fairness import proof
from app.play.saved import FinishedMatch
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    PLAIN_HOST,
    Product,
    Visit,
    accessible,
    arrived,
    eventually,
    no_sideways_scrolling,
)
from e2e.history import with_matches
from e2e.tables import deal, play_out
from tests.play.matches import finished, setup_of

QUICK = PRESETS["quick"]
PLENTY = HouseRules(
    decks=2, shuffle_wilds=2, custom_wilds=3, hand_size=12, first_card="numbers", match_format="first_out", rounds=3
)
STEPS = ("commitment", "hands", "first", "pile")


@pytest.fixture(scope="module")
def match() -> FinishedMatch:
    """Three rounds of two persons and a computer, by rules with many cards."""
    return finished(5, setup_of("PPc", PLENTY))


@pytest.fixture
def check(visit: Visit, product: Product, match: FinishedMatch) -> Page:
    """The check of the second round, done."""
    past = with_matches(product, match)
    page = visit(f"/fair?match={past.ids[0]}&round=2", **past.visitor)
    found(page, "good")
    return page


def found(page: Page, state: str) -> None:
    """The check has come to this."""
    expect(page.locator("[data-page=fair]")).to_have_attribute("data-state", state)


def steps(page: Page, state: str) -> list[str]:
    """The parts of the check that ended like this."""
    return [str(step.get_attribute("data-step")) for step in page.locator(f'[data-step][data-state="{state}"]').all()]


def alter(page: Page, **changes: Any) -> None:
    """Have the server's word be another one, and check again."""
    page.evaluate(
        """(changes) => {
          const page = document.querySelector('[data-page=fair]');
          page.dataset.proof = JSON.stringify({...JSON.parse(page.dataset.proof), ...changes});
        }""",
        changes,
    )
    page.locator("[data-action=check]").click()


def told(page: Page) -> dict[str, Any]:
    """What the server says of the round."""
    said: dict[str, Any] = json.loads(str(page.locator("[data-page=fair]").get_attribute("data-proof")))
    return said


def put_back(rules: HouseRules, seats: int) -> int:
    """The number of a match whose very first card had to be put back."""
    for number in range(1000):
        turned: list[Event] = []
        start_match(rules, seats, f"{number:032x}", turned.append)
        if turned[0].kind is Happened.PUT_BACK:
            return number
    raise AssertionError("no card was ever put back")


def test_a_round_that_was_dealt_fairly_is_found_so(check: Page, match: FinishedMatch) -> None:
    expect(check.locator(".fair-verdict .fair-results")).to_contain_text("This round was dealt fairly")
    assert steps(check, "bad") == []
    assert steps(check, "good") == [*STEPS, "hand-0", "hand-1", "hand-2"]
    expect(check.locator('[data-step="kept"]')).to_contain_text("kept no fingerprint")
    assert told(check)["seed"] == match.record.seeds[1]
    check.locator(".fair-dealt summary").click()
    expect(check.locator(".fair-hand .playing-card")).to_have_count(3 * 12 + 1 + len(told(check)["put_back"]))
    check.locator('[data-language="ja"]').click()
    expect(check.locator(".fair-verdict .fair-results").get_by_text("このラウンドは公正に配られました")).to_be_visible()
    expect(check.locator('[data-step="hands"] [data-when="good"]')).to_be_visible()


def test_every_round_of_the_match_can_be_picked(check: Page, match: FinishedMatch) -> None:
    rounds = check.locator(".fair-rounds a")
    expect(rounds).to_have_count(3)
    for number in (1, 3):
        rounds.nth(number - 1).click()
        arrived(check, f"**round={number}")
        found(check, "good")
        assert told(check)["seed"] == match.record.seeds[number - 1]
    # Only the first round's dealer comes from the seed.
    expect(check.locator('[data-step="dealer"]')).to_have_count(0)


@pytest.mark.parametrize("plain", [False, True])
def test_the_script_repeats_the_deals_of_all_kinds_of_rules(visit: Visit, product: Product, plain: bool) -> None:
    base = product.url.replace("127.0.0.1", PLAIN_HOST) if plain else product.url
    page = visit("/fair", base=base, expected=("Cross-Origin-Opener-Policy",))
    assert page.evaluate("() => !globalThis.crypto?.subtle") == plain
    kinds = [*PRESETS.values(), PLENTY, HouseRules(hand_size=3, decks=2, shuffle_wilds=1, match_format="first_out")]
    for rules in kinds:
        for seats, number in ((2, 1), (5, 2), (3, put_back(rules, 3))):
            record = finished(number, setup_of("PcPcP"[:seats], rules)).record
            proved = proof(record, 1)
            assert proved is not None
            result = page.evaluate("(proof) => fairDeal.check(proof)", proved.to_dict())
            assert all(result.pop("each")) and all(result.values()), (rules, seats, result)


def test_first_cards_that_were_put_back_are_repeated(visit: Visit, product: Product) -> None:
    number = put_back(QUICK, 2)
    past = with_matches(product, finished(number, setup_of("PP", QUICK)))
    page = visit(f"/fair?match={past.ids[0]}", **past.visitor)
    found(page, "good")
    assert parse(told(page)["put_back"][0]) == parse("W4")
    page.locator(".fair-dealt summary").click()
    expect(page.locator(".fair-dealt")).to_contain_text(
        "Put back into the pile, as it may not come first: Wild Draw Four"
    )
    assert "dealer" in steps(page, "good")


@pytest.mark.parametrize(
    ("changes", "failed"),
    [
        ({"first": "r0"}, ["first"]),
        ({"put_back": ["b3"]}, ["first"]),
        ({"hand_size": 11}, ["hands", "first", "pile", "hand-0", "hand-1", "hand-2"]),
        ({"decks": 1}, ["hands", "first", "pile", "hand-0", "hand-1", "hand-2"]),
    ],
)
def test_what_was_altered_is_found_and_named(check: Page, changes: dict[str, Any], failed: list[str]) -> None:
    alter(check, **changes)
    found(check, "bad")
    assert steps(check, "bad") == failed
    expect(check.locator(".fair-verdict .fair-results")).to_contain_text("Something does not fit")


def test_two_cards_exchanged_between_hands_mark_both_hands(check: Page) -> None:
    hands = told(check)["hands"]
    other = next(place for place, card in enumerate(hands[2]) if card != hands[0][0])
    hands[0][0], hands[2][other] = hands[2][other], hands[0][0]
    alter(check, hands=hands)
    found(check, "bad")
    assert steps(check, "bad") == ["hands", "hand-0", "hand-2"]


def test_two_cards_exchanged_in_the_pile_are_found(check: Page) -> None:
    pile = told(check)["pile"]
    other = next(place for place, card in enumerate(pile) if card != pile[0])
    pile[0], pile[other] = pile[other], pile[0]
    alter(check, pile=pile)
    found(check, "bad")
    assert steps(check, "bad") == ["pile"]


def test_another_seed_or_fingerprint_put_in_by_hand_is_found(check: Page) -> None:
    seed = check.get_by_label("Seed")
    true_seed = seed.input_value()
    seed.fill(true_seed[::-1])
    check.locator("[data-action=check]").click()
    found(check, "bad")
    assert set(steps(check, "bad")) >= {"commitment", "hands", "pile"}
    seed.fill(f"  {true_seed} ")
    check.locator("[data-action=check]").click()
    found(check, "good")
    fingerprint = check.get_by_label("Fingerprint")
    fingerprint.fill(fingerprint.input_value()[::-1])
    check.keyboard.press("Enter")
    found(check, "bad")
    assert steps(check, "bad") == ["commitment"]
    seed.fill("")
    check.keyboard.press("Enter")
    found(check, "nothing")


def test_a_fingerprint_can_be_checked_without_any_match(visit: Visit) -> None:
    page = visit("/fair")
    page.get_by_label("Fingerprint").fill("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD")
    page.get_by_label("Seed").fill("abc")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("status").get_by_text("Fingerprint and seed belong together.")).to_be_visible()
    page.get_by_label("Seed").fill("abd")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Fingerprint and seed do not belong together.")).to_be_visible()


def test_somebody_else_s_match_and_rounds_that_never_were_are_not_shown(
    visit: Visit, product: Product, match: FinishedMatch
) -> None:
    past = with_matches(product, match)
    address = f"/fair?match={past.ids[0]}"
    for page in (visit(f"{address}&round=4", **past.visitor), visit(f"{address}&round=1"), visit("/fair?table=local")):
        expect(page.locator(".fair-missing")).to_be_visible()
        expect(page.locator("[data-proof]")).to_have_count(0)


def test_a_replay_leads_to_the_deal_of_the_round_that_it_shows(
    visit: Visit, product: Product, match: FinishedMatch
) -> None:
    past = with_matches(product, match)
    page = visit(f"/replay/{past.ids[0]}", **past.visitor)
    page.locator("[data-action=round-forward]").click()
    expect(page.locator("[data-page=replay]")).to_have_attribute("data-round", "2")
    page.locator("[data-action=fair]").click()
    arrived(page, f"**/fair?match={past.ids[0]}&round=2")
    found(page, "good")


def test_the_browser_keeps_the_fingerprint_and_compares_it(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "Pc", rules=QUICK))
    keys = "() => Object.keys(localStorage).filter((key) => key.startsWith('uno-fair:'))"
    eventually(page, lambda: len(page.evaluate(keys)), 1)
    page.locator("[data-action=menu]").click()
    page.locator("[data-menu=fair]").click()
    shown = page.locator(".fair-sheet").get_by_label("Fingerprint").input_value()
    assert page.evaluate(f"() => localStorage.getItem(({keys})()[0])") == shown
    # While the round runs, its deal stays secret.
    running = visit("/fair?table=local&round=1", same=page)
    expect(running.locator(".fair-missing")).to_be_visible()
    running.close()
    page.keyboard.press("Escape")
    play_out(page)
    over = visit("/fair?table=local&round=1", same=page)
    found(over, "good")
    expect(over.locator('[data-step="kept"]')).to_have_attribute("data-state", "good")
    assert over.get_by_label("Fingerprint").input_value() == shown
    over.evaluate(f"() => localStorage.setItem(({keys})()[0], '0'.repeat(64))")
    over.reload()
    found(over, "bad")
    assert steps(over, "bad") == ["kept"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_the_page_is_readable_everywhere(
    visit: Visit, product: Product, match: FinishedMatch, language: str, size: tuple[int, int], scheme: str
) -> None:
    past = with_matches(product, match)
    look = {**past.visitor, "language": language, "size": size, "scheme": scheme}
    page = visit(f"/fair?match={past.ids[0]}&round=1", **look)
    found(page, "good")
    page.locator(".fair-dealt summary").click()
    accessible(page)
    no_sideways_scrolling(page)
    alter(page, first="r0")
    found(page, "bad")
    accessible(page)
