"""People who play online: making a room, coming in by its code, and words for what they do there."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Visit, connected

ROOM = '[data-page="waiting-room"]'
TABLE = '[data-page="table"]'


def action(page: Page, name: str) -> Locator:
    """The control of this name that can be seen."""
    return page.locator(f'[data-action="{name}"]:visible')


def make_room(visit: Visit, name: str = "Ann", rules: str = "", seats: int = 2, **options: Any) -> Page:
    """The page of a host in the waiting room of a new room, by the rules of a share code or the quick ones."""
    page = visit(f"/online?rules={rules}", **options)
    page.locator("#make-name").fill(name)
    if not rules:
        page.locator('[data-preset="quick"]').click()
    count = page.locator("output")
    while (now := int(count.inner_text())) != seats:
        action(page, "fewer-seats" if now > seats else "more-seats").click()
        expect(count).to_have_text(str(now - 1 if now > seats else now + 1))
    action(page, "make-room").click()
    expect(page.locator(ROOM)).to_be_visible()
    connected(page)
    return page


def code_of(host: Page) -> str:
    """The code of the room in which ``host`` waits."""
    code = host.locator("[data-code]").get_attribute("data-code")
    assert code
    return code


def come_in(visit: Visit, code: str, name: str, way: str = "join", **options: Any) -> Page:
    """The page of a guest who has followed the link: at a seat, or (``watch``) without one."""
    page = visit(f"/room/{code}", **options)
    page.locator("#own-name").fill(name)
    action(page, way).click()
    expect(page.locator('[data-page="room-entrance"]')).to_have_count(0)
    return page


def start(*pages: Page) -> None:
    """The first of these starts the match, and all are at the table."""
    action(pages[0], "start").click()
    for page in pages:
        expect(page.locator(TABLE)).to_be_visible()


def choose(page: Page, entry: str) -> None:
    """Tap an entry of the table's menu."""
    action(page, "menu").click()
    page.locator(f'[data-menu="{entry}"]').click()


def seat_called(page: Page, name: str) -> Locator:
    """The seat of this name in the waiting room."""
    return page.locator(".room-seat", has=page.locator("bdi", has_text=name))
