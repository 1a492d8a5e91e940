"""What never reaches a browser: the hands of others, and every hand while the device is being handed over."""

import html
import itertools
import re
import time

import pytest
from playwright.sync_api import Page, WebSocket, expect

from app.engine.house_rules import HouseRules
from app.engine.state import State
from e2e.conftest import Product, Visit, connected, eventually
from e2e.tables import action, cards, deal, play_on, table, tap

RULES = HouseRules(hand_size=4, drawn_card="keep")
HANDS = ("r5 r6 g8 g9", "r2 b3 y4 yS", "W4 W gR gD")


LOGGED = "all => all.map(e => e.className.match(/face-(\\w+)/)?.[1]).filter(Boolean)"


class Wire:
    """Everything that a page has been sent: its HTML, and all over its socket."""

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
    answer = page.reload()
    assert answer is not None
    wire.frames.insert(0, html.unescape(answer.text()))
    connected(page)
    return page, wire


def test_nothing_of_any_hand_is_on_the_page_or_on_the_wire_while_the_cover_is_up(
    visit: Visit, product: Product
) -> None:
    page, wire = listened(visit, deal(product, "PPc", HANDS, "r1", RULES, then="r9"))
    cover = page.locator('[data-page="hand-over"]')
    expect(cover).to_be_visible()
    expect(action(page, "ready")).to_have_text("I am Ann – start")
    eventually(page, lambda: faces(page.content()), {"r1"})
    assert wire.codes() <= {"r1"}
    action(page, "ready").click()
    expect(cards(page)).to_have_count(4)
    wire.frames.clear()
    action(page, "draw").click()
    expect(action(page, "ready")).to_have_text("I am Ben – start")
    expect(cards(page)).to_have_count(0)
    # The log, too, must not tell the next person what the one before has drawn.
    assert "red 9" not in "".join(wire.frames)
    eventually(page, lambda: "red 9" in page.content(), False)
    eventually(page, lambda: faces(page.content()), {"r1"})
    # The page was told to take cards away, and shown none.
    assert wire.codes() <= {"r1"}
    action(page, "ready").click()
    expect(cards(page, "b3")).to_have_count(1)
    eventually(page, lambda: faces(page.content()), {"r1", "r2", "b3", "y4", "yS"})


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
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".card.chosen")).to_have_count(0)
    expect(table(page)).to_have_attribute("inert", "")


@pytest.mark.parametrize("rules", [RULES, HouseRules(hand_size=4, jump_in="all", stacking="any")])
def test_no_frame_holds_a_card_that_only_others_have(visit: Visit, product: Product, rules: HouseRules) -> None:
    page, wire = listened(visit, deal(product, "Pcc", HANDS[:2], "r1", rules, then="r9 r8 r7"))
    expect(cards(page)).to_have_count(4)
    mine = {"r5", "r6", "g8", "g9"}
    eventually(page, lambda: faces(page.content()), mine | {"r1"})
    seen = set(mine) | {"r1"}

    def look() -> None:
        # A card is shown to be read: those that come and go between two looks are in the log.
        seen.update(cards(page).evaluate_all("all => all.map(e => e.dataset.card).filter(Boolean)"))
        seen.update(page.locator(".log-lines [class*='face-']").evaluate_all(LOGGED))

    deadline = time.monotonic() + 8
    while time.monotonic() < deadline and play_on(page):
        look()
    sent = wire.codes()

    def unseen() -> set[str]:
        look()
        return sent - seen

    # What has just come over the wire is seen a moment later.
    eventually(page, unseen, set())
