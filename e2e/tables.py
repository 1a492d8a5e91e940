"""Tables dealt as a test wants them, put into the database of a running product, and words for playing at one."""

import asyncio
import contextlib
import secrets
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from playwright.sync_api import Locator, Page, TimeoutError, expect

from app.engine.cards import W, deck, parse, parse_all
from app.engine.house_rules import HouseRules
from app.engine.match import start_dealt, start_match
from app.engine.moves import Event
from app.engine.record import MatchRecord
from app.engine.state import State
from app.play import saved
from app.play.chronicle import Chronicle
from app.play.setup import Kind, Level, LocalSetup, Occupant, Speed
from app.store.db import sqlite_url
from app.store.games import GameStore, device_id
from e2e.conftest import Product

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
SEED = "0123456789abcdef0123456789abcdef"
OPEN_SPOT: Final = """card => {
    const box = card.getBoundingClientRect();
    const shows = (x, y) => document.elementFromPoint(box.x + x, box.y + y)?.closest('[data-card]') === card;
    const open = (x, y, far) =>
        [[0, 0], [far, 0], [-far, 0], [0, far], [0, -far]].every(([right, down]) => shows(x + right, y + down));
    for (const far of [15, 10, 5])
        for (let y = 6; y < box.height; y += 6)
            for (let x = 6; x < box.width; x += 6) if (open(x, y, far)) return { x, y };
    return { x: box.width / 2, y: box.height / 2 };
}"""
"""Where, from its upper left corner, a card shows, well within since it moves under the pointer."""


def deal(
    product: Product,
    kinds: str,
    hands: Sequence[str] = (),
    top: str = "",
    rules: HouseRules | None = None,
    then: str = "",
    arrange: Callable[[State], None] | None = None,
) -> dict[str, Any]:
    """A local game of a new device, ready to be opened: ``visit("/table", **deal(product, "Pc", ["r5"], "r1"))``.

    ``kinds`` has a ``P`` for each person and a ``c`` for each computer. Seat 0 plays first. Hands that are shorter
    than the rules deal are filled up with cards that do not fit red, one by one; ``then`` is on top of the draw pile.
    Without a ``top`` card everything is shuffled.
    """
    token = secrets.token_urlsafe(32)
    rules = rules or HouseRules()
    occupants = tuple(
        Occupant(Kind.PERSON if kind == "P" else Kind.COMPUTER, NAMES[seat], "", Level.NORMAL, Speed.FAST)
        for seat, kind in enumerate(kinds)
    )
    opening: list[Event] = []
    if top:
        cards = _stacked(rules, hands, top, then, len(kinds))
        state = start_dealt(rules, len(kinds), SEED, len(kinds) - 1, cards, opening.append)
    else:
        state = start_match(rules, len(kinds), SEED, opening.append)
    if arrange is not None:
        arrange(state)
    past = Chronicle(MatchRecord.begin(rules, len(kinds), SEED), opening, 0.0)
    table = saved.Saved(uuid.uuid4().hex, device_id(token), LocalSetup(occupants, rules), state, past, 0.0)

    async def put() -> None:
        await store.owner(table.owner)
        await saved.create(store, table)

    # Playwright keeps a loop of its own in this thread.
    with (
        contextlib.closing(GameStore(sqlite_url(product.folder / "uno.sqlite3"))) as store,
        ThreadPoolExecutor(1) as aside,
    ):
        aside.submit(asyncio.run, put()).result()
    cookie: dict[str, Any] = {"name": "uno_device", "value": token, "domain": "127.0.0.1", "path": "/"}
    cookie |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    # Without motion nothing has to be waited for.
    return {
        "base": product.url,
        "reduced_motion": "reduce",
        "storage_state": {"cookies": [cookie], "origins": []},
    }


def _stacked(rules: HouseRules, hands: Sequence[str], top: str, then: str, seats: int) -> list[int]:
    """The whole deck in an order that deals what is wanted, seat 0 first."""
    rest = sorted(deck(rules.decks, rules.shuffle_wilds, rules.custom_wilds), key=lambda card: card < W)
    wanted = [parse_all(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    for card in [*(card for hand in wanted for card in hand), parse(top), *parse_all(then)]:
        rest.remove(card)
    for hand in wanted:
        hand += [rest.pop() for _ in range(rules.hand_size - len(hand))]
    dealt = [wanted[seat][place] for place in range(rules.hand_size) for seat in range(seats)]
    return [*dealt, parse(top), *parse_all(then), *rest]


def table(page: Page) -> Locator:
    """The root with the marks."""
    return page.locator('[data-page="table"]')


def cards(page: Page, code: str = "") -> Locator:
    """The cards of the hand on screen, or those of one kind."""
    return page.locator(f'[data-card="{code}"]' if code else "[data-card]")


def tap(card: Locator, wait: float | None = None) -> None:
    """Tap a card where it can be seen; ``wait`` is in milliseconds."""
    card.first.click(position=card.first.evaluate(OPEN_SPOT, timeout=wait), timeout=wait)


def action(page: Page, name: str) -> Locator:
    """The control of this name."""
    return page.locator(f'[data-action="{name}"]')


def my_turn(page: Page) -> None:
    """Wait until the person at the bottom is on turn."""
    expect(table(page)).to_have_attribute("data-mine", "")


NEXT_TAP = """() => {
    if (document.querySelector('[data-page="round-end"], [data-page="match-end"]')) return 'over';
    const questions = ['ready', 'colour-red', 'look-away', 'call', 'play'].map((name) => `[data-action="${name}"]`);
    const turn = document.querySelector('.table[data-mine]') ? ['[data-card][data-fits]'] : [];
    const rest = ['draw', 'pass', 'take'].map((name) => `[data-action="${name}"]`);
    const all = [...questions, '[data-action^="target-"]', ...turn, ...rest];
    return all.find((each) => document.querySelector(each)) || '';
}"""
"""What a person in no doubt would tap now, as a selector."""


def play_on(page: Page) -> bool:
    """Do one sensible thing if there is one to do; false when the round is over."""
    found = page.evaluate(NEXT_TAP)
    if found == "over":
        return False
    # What was to be tapped may go away in the same moment; then the next look finds something else.
    with contextlib.suppress(TimeoutError):
        if found.startswith("[data-card]"):
            tap(page.locator(found), 1_500)
        elif found:
            page.locator(found).first.click(timeout=1_500)
    return True


def play_out(page: Page, seconds: float = 240) -> None:
    """Play sensibly until the round is over."""
    deadline = time.monotonic() + seconds
    while play_on(page):
        assert time.monotonic() < deadline, "the round does not end"
        page.wait_for_timeout(30)
