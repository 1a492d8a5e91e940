"""Playing online, as people do: each in a browser of their own."""

import re
import time
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.engine.house_rules import PRESETS
from app.engine.share_code import share_code
from e2e.accounts import PASSWORD, go, new_id, person, send
from e2e.conftest import DESK, PHONE, Product, Visit, accessible, connected, eventually, no_sideways_scrolling
from e2e.rooms import ROOM, TABLE, action, choose, code_of, come_in, make_room, seat_called, start
from e2e.tables import cards, play_on, table
from e2e.test_friends import befriended, friend, notice


def play_together(*pages: Page, seconds: float = 200) -> None:
    """Everybody plays sensibly until the match is over."""
    deadline = time.monotonic() + seconds
    while False not in [play_on(page) for page in pages]:
        assert time.monotonic() < deadline, "the match does not end"
        pages[0].wait_for_timeout(30)


def dealt_fairly(page: Page) -> None:
    """The browser has repeated the deal, and compared the fingerprint that it kept when the round began."""
    expect(page.locator("[data-page=fair]")).to_have_attribute("data-state", "good")
    expect(page.locator('[data-step="kept"]')).to_have_attribute("data-state", "good")


def test_from_a_code_to_a_rematch(visit: Visit) -> None:
    ann = make_room(visit, rules=share_code(replace(PRESETS["quick"], hand_size=3)), reduced_motion="reduce")
    code = code_of(ann)
    expect(action(ann, "start")).to_be_disabled()
    ben = visit("/join", size=PHONE, reduced_motion="reduce")
    ben.locator("#room-code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    action(ben, "enter-code").click()
    expect(ben.locator('[data-page="room-entrance"]')).to_contain_text("Ann")
    connected(ben)
    ben.locator("#own-name").fill("Ann")
    action(ben, "join").click()
    # Nobody is called as somebody else is.
    expect(seat_called(ann, "Ann 2")).to_be_visible()
    start(ann, ben)
    expect(cards(ann)).to_have_count(3)
    expect(cards(ben)).to_have_count(3)
    # How a round was dealt is nobody's to see while it runs, and afterwards everybody's who was there.
    deal = f"/fair?room={code}&round=1"
    for page in (visit(deal, same=ben), visit(deal)):
        expect(page.locator(".fair-missing")).to_be_visible()
        page.close()
    play_together(ann, ben)
    for page in (ann, ben):
        check = visit(deal, same=page)
        dealt_fairly(check)
        # The record of each has an id of its own, and the same match behind it.
        go(check, "/records")
        own = check.locator("[data-match]")
        expect(own).to_contain_text(re.compile("You: (1st|2nd)"))
        go(check, f"/fair?match={own.get_attribute('data-match')}")
        dealt_fairly(check)
        check.close()
    stranger = visit(deal)
    expect(stranger.locator(".fair-missing")).to_be_visible()
    stranger.close()
    for page in (ann, ben):
        expect(page.locator('[data-page="match-end"]')).to_be_visible()
        expect(page.locator(".evening tbody tr")).to_have_count(2)
    # All tap it at once, and nobody is told that it cannot be.
    for page in (ann, ben):
        page.locator('[data-action="rematch"]').evaluate("(button) => { button.click(); button.click(); }")
    for page in (ann, ben):
        expect(page.locator('[data-page="match-end"]')).to_have_count(0)
        expect(table(page)).to_have_attribute("data-version", re.compile("^[0-9]$"))
        expect(page.locator(".toast")).to_have_count(0)


def test_tabs_reload_and_somebody_who_watches(visit: Visit) -> None:
    ann = make_room(visit, seats=3)
    ben = come_in(visit, code_of(ann), "Ben")
    cat = come_in(visit, code_of(ann), "Cat", "watch")
    expect(ann.locator(".spectators")).to_contain_text("Cat")
    start(ann, ben, cat)
    expect(cards(ben)).to_have_count(5)
    expect(cards(cat)).to_have_count(0)
    hand = sorted(card.get_attribute("data-card") or "" for card in cards(ben).all())
    tab = visit(f"/room/{code_of_table(ben)}", same=ben)
    expect(cards(tab)).to_have_count(5)
    eventually(tab, lambda: sorted(card.get_attribute("data-card") or "" for card in cards(tab).all()), hand)
    tab.close()
    ben.reload()
    connected(ben)
    expect(cards(ben)).to_have_count(5)
    # A computer has the third seat, and it can be had with the next round.
    action(cat, "take-seat").click()
    expect(cat.locator(".watching")).to_contain_text("next round")
    action(cat, "withdraw-claim").click()
    expect(action(cat, "take-seat")).to_be_visible()


def code_of_table(page: Page) -> str:
    """The code in the address of a page."""
    return page.url.rpartition("/")[2]


def propose(page: Page, setting: str, value: str) -> None:
    """Put another value of a rule to the vote."""
    action(page, "rules").click()
    page.locator(f'[data-setting="{setting}"] summary').click()
    page.locator(f'[data-propose="{setting}"]').click()
    page.locator("#new-value").select_option(value)
    action(page, "confirm").click()


def test_talk_votes_and_a_pause(visit: Visit) -> None:
    ann = make_room(visit)
    ben = come_in(visit, code_of(ann), "Ben", language="ja")
    # Impatient fingers start one match, and are told nothing of another.
    expect(action(ann, "start")).to_be_enabled()
    action(ann, "start").dblclick()
    for page in (ann, ben):
        expect(page.locator(TABLE)).to_be_visible()
    expect(ann.locator(".toast", has_text="begun")).to_have_count(0)
    action(ben, "people").click()
    ben.locator('[data-phrase="good_luck"]').click()
    # Everybody reads a phrase in their own language.
    expect(ann.locator(".bubble")).to_have_text("Good luck!")
    ben.locator(".say-form input").fill("<b>hi</b>")
    action(ben, "send-line").click()
    expect(ann.locator(".bubble")).to_have_text("<b>hi</b>")
    action(ann, "people").click()
    action(ann, "close").click()
    expect(ann.locator(".people-sheet")).to_have_count(0)
    ben.locator('[data-phrase="thanks"]').click()
    # What is said once people have been looked at is new again.
    expect(ann.locator(".people-mark")).to_have_text("1")
    action(ben, "close").click()
    propose(ben, "jump_in", "all")
    expect(ann.locator(".vote")).to_contain_text("Ben proposes a change")
    action(ann, "vote-yes").click()
    expect(ann.locator(".toast", has_text="Accepted")).to_be_visible()
    expect(ben.locator(".vote")).to_be_hidden()
    choose(ann, "pause")
    expect(ben.locator(".vote")).to_be_visible()
    # While it is paused no card looks, or is said, to be playable.
    for page in (ann, ben):
        expect(page.locator(".tappable")).to_have_attribute("inert", "")
        expect(page.locator(".controls")).to_be_hidden()
    # A question that is asked meanwhile does not hide that the game is paused, nor the way on.
    propose(ben, "stacking", "any")
    expect(ann.locator(".vote")).to_contain_text("Ben proposes a change")
    expect(ann.locator(".vote")).to_contain_text("The game is paused")
    action(ann, "vote-veto").click()
    expect(ben.locator(".vote")).not_to_contain_text("proposes")
    propose(ben, "stacking", "any")
    expect(ben.locator("#propose-problem")).to_contain_text("10")
    ben.locator(".dialog-propose").locator('[data-action="close"]').click()
    expect(ben.locator("dialog[open]")).to_have_count(0)
    action(ben, "resume").click()
    expect(ann.locator(".vote")).to_be_hidden()
    expect(ann.locator(".tappable")).not_to_have_attribute("inert", "")
    action(ben, "menu").click()
    expect(ben.locator(".menu-sheet")).to_be_visible()
    choose(ann, "room")
    action(ann, "end-room").click()
    action(ann, "confirm").click()
    for page in (ann, ben):
        expect(page.locator('[data-page="room-ended"]')).to_be_visible()
        # What was open over the table goes with it.
        expect(page.locator("dialog")).to_have_count(0)


def test_a_change_of_language_takes_nothing_that_was_typed(visit: Visit) -> None:
    ann = make_room(visit)
    code = code_of(ann)
    ann.locator(".say-form input").fill("half a line")
    ann.locator('[data-language="ja"]:visible').click()
    expect(ann.locator("#room-rules")).to_have_text("ルール")
    expect(ann.locator(".say-form input")).to_have_value("half a line")
    ben = visit(f"/room/{code}")
    ben.locator("#own-name").fill("Ben")
    ben.locator('[data-language="th"]:visible').click()
    expect(action(ben, "join")).to_have_text("เข้าร่วม")
    expect(ben.locator(".entrance-state")).to_contain_text("ว่าง")
    expect(ben.locator("#own-name")).to_have_value("Ben")
    action(ben, "join").click()
    # Nothing is left in the language of before, be it made on the way in or only shown then.
    for page in (ann, ben):
        expect(page.locator(ROOM)).to_be_visible()
        expect(page.locator(ROOM)).not_to_contain_text(re.compile("Seats|Open|Host|Rules|Start|Leave|Talk|Send|You"))


def test_what_may_not_be_said_is_not_lost(visit: Visit) -> None:
    ann = make_room(visit)
    for number in range(11):
        ann.locator(".say-form input").fill(f"line {number}")
        action(ann, "send-line").click()
    expect(ann.locator(".toast", has_text="wait")).to_be_visible()
    expect(ann.locator(".say-form input")).to_have_value("line 10")


def test_a_host_decides_and_can_go(visit: Visit) -> None:
    ann = make_room(visit, seats=4)
    code = code_of(ann)
    ben, cat = come_in(visit, code, "Ben"), come_in(visit, code, "Cat")
    seat_called(ann, "Cat").locator('[data-action="seat-menu"]').click()
    action(ann, "kick").click()
    ann.locator("#also-lock").check()
    action(ann, "confirm").click()
    expect(cat.locator('[data-page="room-closed"]')).to_be_visible()
    expect(seat_called(ben, "Cat")).to_have_count(0)
    expect(ann.locator('[data-option="locked"]')).to_be_checked()
    dan = visit(f"/room/{code}")
    expect(dan.locator('[data-page="room-closed"]')).to_be_visible()
    ann.locator('[data-option="locked"]').uncheck()
    # The page of somebody who waits outside opens by itself.
    expect(dan.locator('[data-page="room-entrance"]')).to_be_visible()
    ann.locator('.room-seat [data-field="who"]:visible').first.select_option("hard")
    expect(ben.locator('.room-seat[data-kind="computer"]')).to_have_count(1)
    action(ann, "leave-room").click()
    action(ann, "confirm").click()
    expect(ann.locator('[data-page="online"]')).to_be_visible()
    expect(action(ben, "end-room")).to_be_visible()
    action(ben, "end-room").click()
    action(ben, "confirm").click()
    expect(dan.locator('[data-page="room-ended"]')).to_be_visible()


def test_whoever_guesses_codes_is_slowed_down_and_told_so(visit: Visit, server: str) -> None:
    code = code_of(make_room(visit))
    page = visit("/join", expected=("status of 429",))
    for _ in range(11):
        page.context.request.get(f"{server}/room/ABCDEF")
    page.goto(f"{server}/room/{code}")
    expect(page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    # It opens by itself as soon as that is allowed.
    expect(page.locator('[data-page="room-entrance"]')).to_be_visible()


def test_a_hidden_code_is_on_no_page_unless_the_host_looks_at_it(visit: Visit) -> None:
    ann = make_room(visit)
    code = code_of(ann)
    ben = come_in(visit, code, "Ben")
    ann.locator('[data-option="hidden"]').check()
    shown = re.compile(f"{code}|{code[:3]}.{code[3:]}")
    for page in (ann, ben):
        expect(page.locator("[data-code]")).to_have_count(0)
        expect(page.locator(".share-panel")).not_to_contain_text(shown)
        eventually(page, lambda page=page: code in page.url, False)  # type: ignore[misc]
    expect(action(ben, "show-code")).to_have_count(0)
    action(ann, "show-code").click()
    expect(ann.locator("[data-code]")).to_have_text(f"{code[:3]}-{code[3:]}")
    action(ann, "hide-code").click()
    expect(ann.locator("[data-code]")).to_have_count(0)
    # The address that stands there instead is good for whoever has it, and for nobody else.
    ben.reload()
    expect(ben.locator(ROOM)).to_be_visible()
    assert code not in ben.content()
    stranger = visit(f"/room/{ben.url.rpartition('/')[2]}", expected=("status of 404",))
    expect(stranger.get_by_role("heading", name="No room here")).to_be_visible()
    go(ann, "/online")
    expect(ann.locator(".mine-panel")).not_to_contain_text(shown)
    action(ann, "go-on").click()
    expect(ann.locator(ROOM)).to_be_visible()
    ann.locator('[data-option="hidden"]').uncheck()
    expect(ann.locator("[data-code]")).to_be_visible()
    eventually(ann, lambda: code in ann.url, True)


FLAG_SHOWS = """tag => {
    const crown = tag.closest('.seat').querySelector('.presence');
    tag.textContent = 'No call!';
    for (const each of [tag, crown]) each.style.pointerEvents = 'auto';
    const box = tag.getBoundingClientRect(), y = box.y + box.height / 2;
    const shows = [...Array(Math.floor(box.width) - 8).keys()]
        .every(x => document.elementFromPoint(box.x + 4 + x, y) === tag);
    return [getComputedStyle(crown).display, shows];
}"""
"""Whether the host's crown is there, and what a flag on the seat says can be read from end to end."""


def test_the_crown_of_the_host_covers_no_word(visit: Visit) -> None:
    ann = make_room(visit)
    ben = come_in(visit, code_of(ann), "Ben", size=PHONE)
    start(ann, ben)
    for page in (ann, ben):
        expect(page.locator(".presence.host")).to_have_count(1)
        flag = page.locator(".seat", has=page.locator(".presence.host")).locator(".tag")
        eventually(page, partial(flag.evaluate, FLAG_SHOWS), ["block", True])


def test_over_days_people_are_away_rather_than_lost(visit: Visit) -> None:
    ann = make_room(visit)
    ann.locator('[data-option="over_days"]').check()
    ben = come_in(visit, code_of(ann), "Ben")
    start(ann, ben)
    ben.close()
    expect(ann.locator('.presence[data-presence="away"]')).to_have_text("Away")


def test_several_people_on_one_device(visit: Visit) -> None:
    ann = make_room(visit, seats=3)
    action(ann, "add-person").click()
    ann.locator("#asked-line").fill("Bea")
    action(ann, "confirm").click()
    expect(seat_called(ann, "Bea")).to_contain_text("On this device")
    expect(ann.locator(".room-seat", has_text="Host")).to_have_count(1)
    cat = come_in(visit, code_of(ann), "Cat")
    start(ann, cat)
    # Nothing of a hand is to be seen until whoever is next says so.
    expect(ann.locator('[data-page="hand-over"]')).to_be_visible()
    expect(cards(ann)).to_have_count(0)
    expect(cards(cat)).to_have_count(5)
    # Who passes the device on can still talk, vote, and change how it sounds and speaks.
    action(ann, "cover-people").click()
    ann.locator('[data-phrase="hello"]').click()
    expect(cat.locator(".bubble")).to_have_text("Hello everybody!")
    action(ann, "close").click()
    propose(cat, "stacking", "any")
    action(ann, "vote-yes").click()
    expect(cat.locator(".vote")).to_be_hidden()
    action(ann, "cover-menu").click()
    expect(ann.locator('[data-menu="leave-room"]')).to_be_visible()
    expect(ann.locator('[data-menu="sort"]')).to_have_count(0)
    ann.locator('.menu-sheet [data-language="ja"]').click()
    expect(action(ann, "ready")).to_contain_text("はじめる")
    action(ann, "close").click()
    expect(cards(ann)).to_have_count(0)
    action(ann, "ready").click()
    expect(cards(ann)).to_have_count(5)


def test_a_friend_is_invited_from_the_list(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home), person(visit, home)
    befriended(ann, ben)
    friend(ann.page, ben.name).locator('[data-action="invite-friend"]').click()
    expect(seat_called(ann.page, ben.name)).to_have_attribute("data-kind", "invited")
    # Whoever is invited comes in even when nobody else does.
    ann.page.locator('[data-option="locked"]').check()
    notice(ben.page, "room_invitation").locator('[data-action="notice-go"]').click()
    expect(ben.page.locator('[data-page="room-entrance"]')).to_be_visible()
    connected(ben.page)
    # The account's name is there already.
    action(ben.page, "join").click()
    expect(seat_called(ann.page, ben.name)).to_have_attribute("data-kind", "member")
    start(ann.page, ben.page)


def test_a_guest_who_makes_an_account_plays_on_in_every_tab(visit: Visit, home: Product) -> None:
    ann = make_room(visit, base=home.url)
    ben = come_in(visit, code_of(ann), "Ben", base=home.url)
    start(ann, ben)
    expect(cards(ben)).to_have_count(5)
    account = visit("/account?view=register", same=ben, base=home.url)
    with ben.expect_navigation():
        send(account, "register", name=new_id(), password=PASSWORD)
    # The tab at the table has been the guest's; it goes on as the account's.
    expect(ben.locator('[data-page="room-entrance"]')).to_have_count(0)
    expect(cards(ben)).to_have_count(5)
    connected(ben)
    action(ben, "people").click()
    ben.locator('[data-phrase="good_luck"]').click()
    expect(ann.locator(".bubble")).to_have_text("Good luck!")


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("en", PHONE, "light"), ("th", (320, 568), "dark"), ("ja", DESK, "light")]
)
def test_looks(visit: Visit, language: str, size: tuple[int, int], scheme: str) -> None:
    # Without motion nothing has to be waited for.
    look: dict[str, Any] = {"language": language, "size": size, "scheme": scheme, "reduced_motion": "reduce"}
    ann = make_room(visit, **look)
    code = code_of(ann)
    doors = visit("/online", same=ann)
    entrance = visit(f"/room/{code}", **look)
    nowhere = visit("/room/ABCDEF", expected=("status of 404",), **look)
    for page in (doors, ann, entrance, nowhere):
        no_sideways_scrolling(page)
        accessible(page)
    ben = come_in(visit, code, "Ben", **look)
    start(ann, ben)
    action(ann, "people").click()
    expect(ann.locator(".people-sheet")).to_be_visible()
    for page in (ann, ben):
        no_sideways_scrolling(page)
        accessible(page)
    expect(ben.locator(ROOM)).to_have_count(0)
    expect(ben.locator(TABLE)).to_be_visible()
