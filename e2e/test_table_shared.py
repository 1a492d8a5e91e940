"""What never reaches a browser: the hands of others, and every hand while the device is being handed over."""

import itertools
import re
import time

import pytest
from playwright.sync_api import Page, WebSocket, expect

from app.engine.house_rules import HouseRules
from app.engine.state import State
from e2e.conftest import Product, Visit, connected
from e2e.tables import action, cards, deal, play_on, table, tap

RULES = HouseRules(hand_size=4, drawn_card="keep")
HANDS = ("r5 r6 g8 g9", "r2 b3 y4 yS", "W4 W gR gD")


class Wire:
    """Everything that a page has been sent over its socket."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def codes(self) -> set[str]:
        """The codes of all cards whose faces were sent while the round was being played."""
        running = itertools.takewhile(lambda frame: "round-end" not in frame, self.frames)
        return faces("".join(running))


def faces(text: str) -> set[str]:
    """The codes of all cards whose faces, or marks, are in a text."""
    found = re.findall(r"face-([rygb][0-9SRD]|W[4SC]?)\b", text)
    return set(found) | set(re.findall(r"""data-card\W{1,6}([rygb][0-9SRD]|W[4SC]?)\b""", text))


def listened(visit: Visit, game: dict[str, object]) -> tuple[Page, Wire]:
    """The table, opened a second time with an ear on the wire."""
    page = visit("/table", **game)
    wire = Wire(page)
    page.reload()
    connected(page)
    return page, wire


def test_nothing_of_any_hand_is_on_the_page_or_on_the_wire_while_the_cover_is_up(
    visit: Visit, product: Product
) -> None:
    page, wire = listened(visit, deal(product, "PPc", HANDS, "r1", RULES, then="r9"))
    cover = page.locator('[data-page="hand-over"]')
    expect(cover).to_be_visible()
    expect(action(page, "ready")).to_have_text("I am Ann – start")
    assert faces(page.content()) == {"r1"}
    assert wire.codes() <= {"r1"}
    action(page, "ready").click()
    expect(cards(page)).to_have_count(4)
    wire.frames.clear()
    action(page, "draw").click()
    expect(action(page, "ready")).to_have_text("I am Ben – start")
    expect(cards(page)).to_have_count(0)
    # The log, too, must not tell the next person what the one before has drawn.
    assert "red 9" not in page.content()
    assert faces(page.content()) == {"r1"}
    # The page was told to take cards away, and shown none.
    assert wire.codes() <= {"r1"}
    action(page, "ready").click()
    expect(cards(page, "b3")).to_have_count(1)
    assert faces(page.content()) == {"r1", "r2", "b3", "y4", "yS"}


def test_the_cover_offers_uno_to_whoever_has_just_forgotten_it(visit: Visit, product: Product) -> None:
    def two_cards(state: State) -> None:
        state.draw[:0] = state.hands[0][2:]
        del state.hands[0][2:]

    page = visit("/table", **deal(product, "PP", HANDS[:2], "r1", RULES, arrange=two_cards))
    action(page, "ready").click()
    expect(action(page, "call")).to_be_visible()
    tap(cards(page, "r5"))
    expect(action(page, "ready")).to_have_text("I am Ben – start")
    action(page, "call").click()
    expect(action(page, "call")).to_have_count(0)
    action(page, "ready").click()
    expect(page.locator('[data-seat="0"] .tag')).to_have_text("UNO!")
    expect(action(page, "catch")).to_have_count(0)


def test_a_selection_and_an_open_question_do_not_survive_the_hand_over(visit: Visit, product: Product) -> None:
    page = visit("/table", **deal(product, "PP", ("r5 W g8 g9", "r2 b3 y4 yS"), "r1", RULES))
    action(page, "ready").click()
    tap(cards(page, "W"))
    action(page, "colour-red").click()
    expect(action(page, "ready")).to_have_text("I am Ben – start")
    assert page.locator("dialog").count() == 0
    assert table(page).get_attribute("inert") is not None


@pytest.mark.parametrize("rules", [RULES, HouseRules(hand_size=4, jump_in="all", stacking="any")])
def test_no_frame_holds_a_card_that_only_others_have(visit: Visit, product: Product, rules: HouseRules) -> None:
    page, wire = listened(visit, deal(product, "Pcc", HANDS[:2], "r1", rules, then="r9 r8 r7"))
    expect(cards(page)).to_have_count(4)
    mine = {"r5", "r6", "g8", "g9"}
    assert faces(page.content()) == mine | {"r1"}
    seen = set(mine) | {"r1"}
    deadline = time.monotonic() + 8
    while time.monotonic() < deadline and play_on(page):
        # A card is shown to be read: those that come and go between two looks are in the log.
        seen |= set(cards(page).evaluate_all("all => all.map(e => e.dataset.card).filter(Boolean)"))
    played = set(page.locator(".log-lines .playing-card").evaluate_all("all => all.map(e => e.className.slice(18))"))
    assert wire.codes() <= seen | played
