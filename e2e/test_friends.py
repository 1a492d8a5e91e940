"""Friends as people make them: asked on one device, noticed on another, whatever page is open there."""

import contextlib
import sqlite3
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from app.store.games import device_id
from e2e.accounts import Person, action, go, new_id, person, send
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    TABLET,
    Product,
    Visit,
    accessible,
    arrived,
    connected,
    eventually,
    no_sideways_scrolling,
)

EQUAL = "If that is right, they see your request now."


# The notice in its place ends above every card of the hand.
FREE = """() => {
    const notice = document.querySelector('.notice');
    const low = notice.getBoundingClientRect().bottom;
    return !notice.getAnimations().length
        && [...document.querySelectorAll('button.hand')].every((card) => low < card.getBoundingClientRect().top);
}"""


def ask(page: Page, code_or_id: str) -> None:
    send(page, "add-friend", friend=code_or_id)


def answer(page: Page) -> Locator:
    return page.locator(".friend-answer")


def notice(page: Page, kind: str) -> Locator:
    return page.locator(f'[data-notice="{kind}"]')


def rows(page: Page, which: str) -> Locator:
    return page.locator(f'[data-list="{which}"] .friend-row')


def friend(page: Page, name: str) -> Locator:
    return page.locator(f'[data-friend="{name}"]')


def here(page: Page, name: str) -> Locator:
    return page.locator(f'[data-friend="{name}"][data-online]')


def befriended(one: Person, two: Person) -> None:
    """Make them friends; both are on their friends page then."""
    go(one.page, "/friends")
    go(two.page, "/friends")
    ask(one.page, two.name)
    action(two.page, "accept").click()
    expect(friend(one.page, two.name)).to_be_visible()
    expect(friend(two.page, one.name)).to_be_visible()


def invited(product: Product, page: Page) -> None:
    """Keep an invitation for the device of this page."""
    cookies = page.context.cookies()
    token = next(str(cookie["value"]) for cookie in cookies if cookie["name"] == "uno_device")
    row = (device_id(token), "room:ABCDEF", "room_invitation", '{"name": "Mia", "code": "ABC-DEF"}', "/room/ABCDEF")
    with contextlib.closing(sqlite3.connect(product.folder / "uno.sqlite3", timeout=20)) as database, database:
        database.execute("INSERT INTO notice VALUES (?, ?, ?, ?, ?, ?)", (*row, time.time()))


def confirm(page: Page) -> None:
    page.get_by_role("dialog").locator('[data-action="confirm"]').click()


def test_a_request_is_noticed_on_another_page_and_makes_two_friends_who_see_each_other(
    visit: Visit, home: Product
) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/records")
    elsewhere = visit("/setup", same=ann.page, base=home.url)
    ask(ann.page, ben.name)
    expect(answer(ann.page)).to_have_text(EQUAL)
    expect(rows(ann.page, "outgoing")).to_contain_text(ben.name)
    expect(notice(ben.page, "friend_request")).to_contain_text(f"{ann.name} asks to be your friend.")
    ben.page.reload()
    connected(ben.page)
    notice(ben.page, "friend_request").get_by_role("link", name="See").click()
    arrived(ben.page, "**/friends")
    connected(ben.page)
    expect(notice(ben.page, "friend_request")).to_have_count(0)
    action(ben.page, "accept").click()
    expect(here(ben.page, ann.name)).to_be_visible()
    expect(here(ann.page, ben.name)).to_be_visible()
    expect(ann.page.locator(".toast")).to_contain_text(f"{ben.name} is your friend now.")
    expect(rows(ann.page, "outgoing")).to_have_count(0)
    expect(notice(elsewhere, "friend_accepted")).to_contain_text(f"{ben.name} is your friend now.")
    expect(notice(elsewhere, "friend_accepted").get_by_role("link", name="Friends")).to_be_visible()
    # Another tab and the end of the first one change nothing; the end of the last one does.
    second = visit("/records", same=ben.page, base=home.url)
    ben.page.close()
    go(second, "/setup")
    expect(here(ann.page, ben.name)).to_be_visible()
    second.close()
    expect(friend(ann.page, ben.name)).to_contain_text("Not here now")
    expect(here(ann.page, ben.name)).to_have_count(0)


def test_a_code_finds_its_owner_and_a_link_brings_it_along(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/")
    code = ann.page.locator("[data-code]").inner_text()
    go(ben.page, f"/friends?add={code.replace(' ', '')}")
    expect(ben.page.locator('[name="friend"]')).to_have_value(code)
    send(ben.page, "add-friend")
    expect(answer(ben.page)).to_have_text(EQUAL)
    expect(ben.page.locator('[name="friend"]')).to_have_value("")
    expect(rows(ann.page, "incoming")).to_contain_text(ben.name)
    expect(ann.page.locator(".toast")).to_contain_text(f"{ben.name} asks to be your friend.")
    # They cross: no need to say yes.
    ask(ann.page, ben.name)
    expect(answer(ann.page)).to_have_text("You are friends now.")
    expect(here(ann.page, ben.name)).to_be_visible()

    action(ann.page, "new-code").click()
    confirm(ann.page)
    expect(ann.page.locator("[data-code]")).not_to_have_text(code)


def test_nobody_is_found_out_and_what_is_wrong_is_said_at_the_field(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/friends")
    befriended(ann, ben)
    action(ben.page, "friend").click()
    action(ben.page, "block").click()
    confirm(ben.page)
    expect(friend(ann.page, ben.name)).to_have_count(0)
    for number, asked in enumerate((ben.name, new_id(), "00000000")):
        ask(ann.page, asked)
        expect(rows(ann.page, "outgoing")).to_have_count(number + 1)
        expect(answer(ann.page)).to_have_text(EQUAL)
    expect(rows(ben.page, "incoming")).to_have_count(0)
    ask(ann.page, ann.name)
    expect(ann.page.locator("#add-friend-friend-problem")).to_have_text("That is you.")
    action(ann.page, "withdraw").first.click()
    expect(rows(ann.page, "outgoing")).to_have_count(2)

    ben.page.locator(".blocked summary").click()
    action(ben.page, "unblock").click()
    expect(ben.page.locator(".blocked")).to_be_hidden()


def test_declining_and_parting_are_quiet(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/friends")
    ask(ann.page, ben.name)
    action(ben.page, "decline").click()
    expect(rows(ben.page, "incoming")).to_have_count(0)
    expect(rows(ann.page, "outgoing")).to_have_count(1)
    action(ann.page, "withdraw").click()
    befriended(ann, ben)
    action(ann.page, "friend").click()
    action(ann.page, "remove").click()
    confirm(ann.page)
    for one, two in ((ann, ben), (ben, ann)):
        expect(friend(one.page, two.name)).to_have_count(0)
        expect(one.page.locator(".notice")).to_have_count(0)


def test_the_title_counts_who_asks_and_a_notice_put_away_stays_away(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/")
    badge = ben.page.locator("[data-badge]")
    expect(badge).to_be_hidden()
    ask(ann.page, ben.name)
    expect(badge).to_have_text("1")
    second = visit("/setup", same=ben.page, base=home.url)
    expect(notice(second, "friend_request")).to_be_visible()
    action(ben.page, "notice-away").click()
    for page in (ben.page, second):
        expect(notice(page, "friend_request")).to_have_count(0)
    ben.page.reload()
    connected(ben.page)
    expect(badge).to_have_text("1")
    expect(ben.page.locator(".notice")).to_have_count(0)
    action(ben.page, "friends").click()
    arrived(ben.page, "**/friends")
    connected(ben.page)
    action(ben.page, "accept").click()
    expect(notice(second, "friend_accepted")).to_have_count(0)
    expect(friend(ann.page, ben.name)).to_be_visible()


def test_a_notice_is_heard_in_a_dialog_and_waits_behind_it(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/account")
    action(ben.page, "rename").click()
    dialog = ben.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    ask(ann.page, ben.name)
    expect(dialog.locator(".toast")).to_have_text(f"{ann.name} asks to be your friend.", timeout=2000)
    ben.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    notice(ben.page, "friend_request").get_by_role("link", name="See").click()
    arrived(ben.page, "**/friends")


def test_an_invitation_waits_on_every_page_of_a_guest_until_it_is_put_away(visit: Visit, product: Product) -> None:
    page = visit("/records")
    invited(product, page)
    page.reload()
    connected(page)
    expect(notice(page, "room_invitation")).to_contain_text("Mia invites you to a game.")
    expect(notice(page, "room_invitation").get_by_role("link", name="Join")).to_have_attribute("href", "/room/ABCDEF")
    accessible(page)
    second = visit("/setup", same=page)
    action(page, "notice-away").click()
    for each in (page, second):
        expect(notice(each, "room_invitation")).to_have_count(0)
    go(page, "/")
    expect(notice(page, "room_invitation")).to_have_count(0)


def test_without_an_account_the_way_to_one_is_shown(visit: Visit, home: Product) -> None:
    page = visit("/friends?add=12345678", base=home.url)
    accessible(page)
    action(page, "sign-in").click()
    arrived(page, "**/account?next=%2Ffriends%3Fadd%3D12345678")
    expect(page.locator('[data-form="sign-in"]')).to_have_attribute("data-next", "/friends?add=12345678")


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_a_notice_on_the_table_leaves_the_hand_free(visit: Visit, home: Product, size: tuple[int, int]) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/setup", size=size)
    action(ben.page, "start").click()
    arrived(ben.page, "**/table")
    connected(ben.page)
    expect(ben.page.locator("button.hand").first).to_be_visible()
    ask(ann.page, ben.name)
    expect(notice(ben.page, "friend_request")).to_be_visible()
    eventually(ben.page, lambda: ben.page.evaluate(FREE), True)
    no_sideways_scrolling(ben.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_and_is_accessible(visit: Visit, home: Product, language: str) -> None:
    ann, ben, cat = (person(visit, home, path="/friends", language=language, size=PHONE) for _ in range(3))
    befriended(ann, ben)
    ask(ann.page, new_id())
    ask(cat.page, ann.name)
    expect(rows(ann.page, "incoming")).to_have_count(1)
    action(ben.page, "friend").click()
    accessible(ben.page)
    no_sideways_scrolling(ben.page)
    action(ben.page, "block").click()
    confirm(ben.page)
    ben.page.locator(".blocked summary").click()
    expect(action(ben.page, "unblock")).to_be_visible()
    for page in (ann.page, ben.page):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            accessible(page)
            for width, height in ((320, 640), PHONE, TABLET, DESK):
                page.set_viewport_size({"width": width, "height": height})
                no_sideways_scrolling(page)
    go(cat.page, "/")
    ask(ben.page, cat.name)
    expect(notice(cat.page, "friend_request")).to_be_visible()
    accessible(cat.page)
    no_sideways_scrolling(cat.page)
