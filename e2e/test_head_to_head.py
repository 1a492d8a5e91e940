"""How matches against a friend went, on the page of friends."""

import asyncio
import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Locator, expect

from app.engine.house_rules import HouseRules
from app.play import saved
from app.store.db import sqlite_url
from app.store.games import GameStore, account_owner
from e2e.accounts import Person, action, go, person, send
from e2e.conftest import Product, Visit, accessible
from tests.play.matches import finished, setup_of

QUICK = HouseRules(match_format="first_out", hand_size=3, uno_call="off")


def owner_of(home: Product, who: Person) -> str:
    """What the product keeps somebody's matches under."""
    with contextlib.closing(sqlite3.connect(home.folder / "uno.sqlite3")) as database:
        (id,) = database.execute("SELECT id FROM account WHERE name = ?", (who.name,)).fetchone()
    return account_owner(id)


def row(who: Person, other: Person) -> Locator:
    """The row of a friend."""
    return who.page.locator(f'[data-friend="{other.name}"]')


def played_against(home: Product, one: Person, two: Person, matches: int) -> int:
    """Keep matches of the two in a room; in how many the first of them was ahead."""
    owners = owner_of(home, one), owner_of(home, two)
    kept = [finished(number, setup_of("PP", QUICK), online=True) for number in range(matches)]

    async def put() -> None:
        for match in kept:
            for seat, owner in enumerate(owners):
                await store.add_finished(owner, [saved.own_row(match, owner, [seat], left=False)])

    with (
        contextlib.closing(GameStore(sqlite_url(home.folder / "uno.sqlite3"))) as store,
        ThreadPoolExecutor(1) as aside,
    ):
        aside.submit(asyncio.run, put()).result()
    return sum(match.places[0] == 0 for match in kept)


def test_a_friend_s_row_tells_who_was_ahead_how_often(visit: Visit, home: Product) -> None:
    ann, ben = person(visit, home, path="/friends"), person(visit, home, path="/friends")
    send(ann.page, "add-friend", friend=ben.name)
    action(ben.page, "accept").click()
    expect(row(ann, ben)).to_be_visible()
    expect(row(ann, ben).locator(".friend-score")).to_be_hidden()
    wins = played_against(home, ann, ben, 5)
    for who, other, mine in ((ann, ben, wins), (ben, ann, 5 - wins)):
        go(who.page, "/friends")
        expect(row(who, other).locator(".friend-score")).to_have_text(f"You {mine} : {5 - mine} {other.name}")
    row(ann, ben).locator('[data-action="friend"]').click()
    sheet = ann.page.get_by_role("dialog")
    expect(sheet).to_contain_text("You have played 5 matches online with each other.")
    expect(sheet).to_contain_text(f"You were ahead in {wins}, {ben.name} in {5 - wins}.")
    accessible(ann.page)
