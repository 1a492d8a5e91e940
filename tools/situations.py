"""What the pictures of ``tools.contact_sheet`` show: every page, and every situation at the table."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from playwright.sync_api import Page, expect

from app.engine.cards import parse
from app.engine.house_rules import HouseRules, Section, preset
from app.engine.match import apply
from app.engine.moves import parse_move
from app.engine.state import State
from e2e.accounts import PASSWORD, person, post, send
from e2e.conftest import PATIENCE, Product, Visit, connected
from e2e.history import with_matches
from e2e.rooms import choose, code_of, come_in, make_room, start
from e2e.tables import action, cards, deal, my_turn, play_on, play_out, table, tap
from tests.play.matches import finished, setup_of

Stage = Callable[[Product], dict[str, Any]]
Act = Callable[[Page], object]


class Situation(NamedTuple):
    """What is to be seen: a page, the visitor who opens it, what is tapped before the pictures are taken, and what
    is done again before each of them; ``forced`` in the two colours of a forced-colours mode."""

    path: str
    stage: Stage = lambda product: {}
    act: Act = lambda page: None
    each: Act = lambda page: None
    forced: bool = False


def at_table(
    kinds: str,
    hands: Sequence[str] = (),
    act: Act = lambda page: None,
    *,
    rules: HouseRules | None = None,
    moves: str = "",
    arrange: Callable[[State], None] = lambda state: None,
) -> Situation:
    """A table at which ``moves`` (``"r5 W4>b"``, one seat after the other) have been made."""

    def ready(state: State) -> None:
        for move in moves.split():
            apply(state, state.turn, parse_move(move))
        arrange(state)

    return Situation("/table", lambda product: deal(product, kinds, hands, "r1", rules, arrange=ready), act)


def _many(count: int) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        while len(state.hands[0]) < count:
            state.hands[0].append(state.draw.pop())

    return arrange


def _only_one(state: State) -> None:
    state.draw[:0] = state.hands[0][1:]
    del state.hands[0][1:]


def _some_out(state: State) -> None:
    state.knocked_out = (*state.knocked_out, (2, 310))
    state.draw[:0] = state.hands[2]
    state.hands[2].clear()
    state.inactive |= 1 << 2


def _exposed(state: State) -> None:
    state.draw[:0] = state.hands[2][1:]
    del state.hands[2][1:]
    state.exposed = 1 << 2


def _two_left(state: State) -> None:
    state.draw[:0] = state.hands[0][2:]
    del state.hands[0][2:]


def _in_the_middle(state: State) -> None:
    state.scores = (85, 140, 62, 203)
    for seat, left in ((1, 2), (2, 5), (3, 9)):
        while len(state.hands[seat]) > left:
            state.draw.insert(0, state.hands[seat].pop())
        while len(state.hands[seat]) < left:
            state.hands[seat].append(state.draw.pop(0))
    # What lies under the top card can be seen at its edges.
    for card in [card for card in map(parse, ("b6", "b2", "r2", "r4", "g4", "y4")) if card in state.draw]:
        state.draw.remove(card)
        state.discard.insert(0, card)


def _opens(name: str) -> Act:
    return lambda page: action(page, name).click()


def _help(page: Page) -> None:
    action(page, "menu").click()
    page.locator('[data-menu="help"]').click()
    expect(page.locator("dialog.help-sheet")).to_be_visible()


def _first_rule(page: Page) -> None:
    action(page, "rules").click()
    page.locator("details.rule summary").first.click()


def _log(page: Page) -> None:
    for _ in range(200):
        if int(table(page).get_attribute("data-version") or 0) > 24 or not play_on(page):
            break
        page.wait_for_timeout(60)
    my_turn(page)
    action(page, "log").click()


def _taps(code: str) -> Act:
    # Where a card that is turned a little is not open at its corner.
    return lambda page: cards(page, code).first.click(position={"x": 30, "y": 50})


def _over(name: str) -> Act:
    def act(page: Page) -> None:
        tap(cards(page, "r5"))
        expect(page.locator(f'[data-page="{name}"]')).to_be_visible()

    return act


def _handed_over(page: Page) -> None:
    expect(action(page, "ready")).to_be_visible()


def _revealed(page: Page) -> None:
    action(page, "challenge").click()
    expect(page.locator(".shown-hand")).to_be_visible()


def _chosen(page: Page) -> None:
    tap(cards(page, "r5"))
    tap(cards(page, "b5"))


def _past(product: Product) -> dict[str, Any]:
    """A visitor with four matches behind them; each match needs a key of its own."""
    setup = setup_of("Pccc", HouseRules(rounds=3))
    matches = (replace(finished(number, setup), id=secrets.token_hex(8)) for number in range(4))
    return with_matches(product, *matches).visitor


def _replay(page: Page) -> None:
    link = page.locator('a[href^="/replay/"]').first
    link.click()
    connected(page)


def _fair(page: Page) -> None:
    _replay(page)
    page.locator('[data-action="fair"]').click()
    expect(page.locator('[data-page="fair"]')).to_have_attribute("data-state", "good")


# Further down on a page, and what opens on it.


def _down_to(selector: str) -> Act:
    """Scroll until the first of these begins at the top."""
    script = "(element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })"
    return lambda page: page.locator(selector).first.evaluate(script)


def _end(page: Page) -> None:
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")


def _then(*acts: Act) -> Act:
    def act(page: Page) -> None:
        for each in acts:
            each(page)

    return act


def _asked(*names: str) -> Act:
    """Tap controls one after the other until a dialog is there."""

    def act(page: Page) -> None:
        for name in names:
            page.locator(name).first.click()
        expect(page.locator("dialog[open]").last).to_be_visible()

    return act


# Other people


def _own(page: Page) -> Visit:
    """Opens everything in this one page."""

    def visit(path: str, **_: Any) -> Page:
        page.goto(page.evaluate("location.origin") + path)
        connected(page)
        return page

    return visit


def _others(page: Page) -> Visit:
    """Opens a page as somebody else."""
    origin = page.evaluate("location.origin")

    def visit(path: str, *, base: str = origin, first: Any = None, **options: Any) -> Page:
        assert page.context.browser is not None
        address = f"10.9.{next(_numbers)}.1"
        options |= {"reduced_motion": "reduce", "extra_http_headers": {"X-Forwarded-For": address}}
        context = page.context.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        if first is not None:
            first(context)
        other = context.new_page()
        other.goto(base + path)
        connected(other)
        return other

    return visit


def _lounge(page: Page) -> None:
    """Somebody else has listed a room."""
    other = make_room(_others(page), "Mia", seats=3)
    other.locator('[data-option="listed"]').check()
    expect(page.locator('[data-action="look-in"]').first).to_be_visible()


def _waiting(page: Page) -> Page:
    host = make_room(_own(page), "Ann", seats=4)
    return come_in(_others(page), code_of(host), "Ben")


def _entrance(page: Page) -> None:
    host = make_room(_others(page), "Mia", seats=4)
    _own(page)(f"/room/{code_of(host)}")
    expect(page.locator("#own-name")).to_be_visible()


def _room_table(page: Page) -> Page:
    other = _waiting(page)
    start(page, other)
    return other


def _talking(page: Page) -> None:
    _room_table(page)
    action(page, "people").click()


def _proposing(page: Page) -> None:
    _room_table(page)
    action(page, "rules").click()
    page.locator("details.rule summary").first.click()
    page.locator("[data-propose]:visible").first.click()


def _watching(page: Page) -> None:
    host = make_room(_others(page), "Mia", seats=3)
    guest = come_in(_others(page), code_of(host), "Ben")
    start(host, guest)
    come_in(_own(page), code_of_table(host), "Zoe", "watch")
    expect(page.locator(".watching")).to_be_visible()


def _paused(page: Page) -> None:
    _room_table(page)
    choose(page, "pause")
    expect(page.locator(".vote")).to_be_visible()


def code_of_table(host: Page) -> str:
    """The code in the address of a table."""
    return host.url.rsplit("/", 1)[1]


def _register(page: Page) -> None:
    name = f"Ann {secrets.token_hex(2)}"
    assert post(page, "account/register", name=name, password=PASSWORD, email="")["ok"]


def _signed_in(page: Page) -> None:
    _register(page)
    _own(page)("/account")


def _friends(page: Page) -> None:
    """One friend who is here, and somebody who asks."""
    _register(page)
    _own(page)("/friends")
    product = Product(page.evaluate("location.origin"), cast(Any, None), Path())
    code = page.locator("[data-code]").inner_text()
    for number in range(2):
        other = person(_others(page), product, path="/friends").page
        send(other, "add-friend", friend=code)
        if not number:
            action(page, "accept").click()
            expect(page.locator("[data-friend]").first).to_be_visible()
    expect(action(page, "accept")).to_be_visible()


def _rounds(page: Page) -> None:
    """A match of several rounds, played until it is over."""
    for _ in range(12):
        play_out(page)
        if page.locator('[data-page="match-end"]').count():
            break
        action(page, "next-round").click()
        expect(page.locator('[data-page="round-end"]')).to_have_count(0)
    expect(page.locator('[data-page="match-end"]')).to_be_visible()


def _second_round(page: Page) -> None:
    play_out(page)
    action(page, "next-round").click()
    expect(page.locator('[data-page="round-end"]')).to_have_count(0)
    play_out(page)
    expect(page.locator('[data-page="round-end"]')).to_be_visible()


_numbers: Final = itertools.count(1)
SHORT: Final = HouseRules(target_score=100, hand_size=3)
LONG: Final = replace(SHORT, match_format="penalty", target_score=500)
ONE_ROUND: Final = HouseRules(match_format="first_out")
SITUATIONS: Final[dict[str, Situation]] = {
    "title": Situation("/"),
    "title-end": Situation("/", each=_end),
    "title-account": Situation("/", act=_then(_register, lambda page: _own(page)("/"))),
    "title-forced": Situation("/", forced=True),
    "about": Situation("/", act=_asked('[data-about="seven_o"]')),
    "continue": Situation("/", lambda product: deal(product, "Pccc")),
    "delete": Situation("/", lambda product: deal(product, "Pccc"), _asked('[data-action="delete-game"]')),
    "setup": Situation("/setup"),
    **{
        f"setup-{section}": Situation("/setup?preset=mayhem", each=_down_to(f"#section-{section}"))
        for section in Section
    },
    "setup-keep": Situation("/setup", each=_down_to(".keep-panel")),
    "setup-forced": Situation("/setup", forced=True),
    "setup-help": Situation("/setup", act=_asked(".setting-help")),
    "portraits": Situation("/setup", act=_asked(".seat-portrait")),
    "online": Situation("/online", act=_lounge),
    "online-end": Situation("/online", each=_end),
    "join": Situation("/join"),
    "entrance": Situation("/join", act=_entrance),
    "waiting": Situation("/online", act=_waiting),
    "waiting-end": Situation("/online", act=_waiting, each=_end),
    "room-table": Situation("/online", act=_room_table),
    "room-people": Situation("/online", act=_talking),
    "room-menu": Situation("/online", act=_then(_room_table, _opens("menu"))),
    "room-vote": Situation("/online", act=_then(_room_table, _proposing)),
    "paused": Situation("/online", act=_paused),
    "watching": Situation("/online", act=_watching),
    "no-room": Situation("/room/ABCDEF"),
    "friends": Situation("/friends", act=_friends),
    "friends-end": Situation("/friends", act=_friends, each=_end),
    "friends-out": Situation("/friends"),
    "account": Situation("/account"),
    "account-in": Situation("/account", act=_signed_in),
    "account-end": Situation("/account", act=_signed_in, each=_end),
    "register": Situation("/account", act=lambda page: page.get_by_role("tab").nth(1).click()),
    "records": Situation("/records", _past),
    "records-end": Situation("/records", _past, each=_end),
    "replay": Situation("/records", _past, _replay),
    "fair": Situation("/records", _past, _fair),
    "fair-end": Situation("/records", _past, _fair, _end),
    "no-records": Situation("/records"),
    "no-game": Situation("/table"),
    "not-found": Situation("/nowhere"),
    "turn": at_table("Pccc", ["r5 W g7 y9 b3 gR r8"], arrange=_in_the_middle),
    "turn-forced": at_table("Pccc", ["r5 W g7 y9 b3 gR r8"], arrange=_in_the_middle)._replace(forced=True),
    "duel": at_table("Pc", ["r5 W g7 y9 b3 gR r8"]),
    "penalty": at_table("Pcc", ["rD r7 W4", "r3", "rD"], moves="r7 r3 rD", rules=HouseRules(stacking="any")),
    "challenge": at_table("Pcc", ["r7 y2", "r3", "W4 b6"], moves="r7 r3 W4>b"),
    "revealed": at_table("Pcc", ["r7 y2", "r3", "W4 r6"], _revealed, moves="r7 r3 W4>b"),
    "colour": at_table("Pccc", ["W r9"], _taps("W")),
    "swap": at_table("Pccccc", ["r7 r9"], _taps("r7"), rules=HouseRules(seven="swap")),
    "chosen": at_table("Pccc", ["r5 g5 b5 y5 r9"], _chosen, rules=HouseRules(multi_card="same_symbol")),
    "refused": at_table("Pccc", ["g5 r9"], _taps("g5")),
    "uno": at_table("Pccc", ["r5 r9"], arrange=_two_left),
    "catch": at_table("Pccc", ["r5 r9"], arrange=_exposed),
    "hint": at_table("Pccc", ["r5 W g7 y9 b3 gR r8"], _opens("hint")),
    "hand-of-25": at_table("Pccc", rules=HouseRules(decks=2), arrange=_many(25)),
    "ten-seats": at_table("P" + "c" * 9, rules=preset("mayhem")),
    "ten-seats-25": at_table("P" + "c" * 9, rules=preset("mayhem"), arrange=_many(25)),
    "knocked-out": at_table("Pccc", ["r5 W"], arrange=_some_out, rules=HouseRules(hand_limit=20)),
    "hand-over": at_table("PPc", ["r5"], _handed_over),
    "rules": at_table("Pccc", [], _first_rule, rules=preset("mayhem")),
    "menu": at_table("Pccc", [], _opens("menu")),
    "help": at_table("Pccc", [], _help),
    "abandon": at_table("Pccc", [], _asked('[data-action="menu"]', '[data-menu="abandon"]')),
    "log": at_table("Pccc", [], _log),
    "round-end": at_table("Pccc", ["r5"], _over("round-end"), arrange=_only_one),
    "match-end": at_table("Pccc", ["r5"], _over("match-end"), arrange=_only_one, rules=ONE_ROUND),
    "second-round": at_table("Pccc", [], _second_round, rules=LONG),
    "match-of-many": at_table("Pccc", [], _rounds, rules=SHORT),
    "six-seats": at_table("Pccccc", ["r5 W g7 y9 b3 gR r8"]),
    "eight-seats": at_table("Pccccccc", ["r5 W g7 y9 b3 gR r8"]),
}
