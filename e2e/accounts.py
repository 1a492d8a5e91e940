"""People with accounts: registering and signing in, quickly or as people do, and authenticators for their passkeys."""

import contextlib
import secrets
import sqlite3
import time
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, expect

from e2e.conftest import Product, Visit, connected, eventually

PASSWORD = "plum kettle orbit vest"
OTHER_PASSWORD = "seven lanterns over Kyoto"
REFUSED = ("status of 400", "status of 401", "status of 403", "status of 429")
"""What the browser says of refusals on its console."""


def new_id() -> str:
    """An ID that nobody has yet."""
    return f"Ann {secrets.token_hex(3)}"


def post(page: Page, path: str, /, **fields: str) -> dict[str, Any]:
    """Send what a form would send, without a form; the cookie comes to the page's visitor."""
    return _sent(page.context, page.evaluate("location.origin"), path, fields)


def _sent(context: BrowserContext, base: str, path: str, fields: dict[str, str]) -> dict[str, Any]:
    answer = context.request.post(f"{base}/api/{path}", data=fields, headers={"origin": base})
    told: dict[str, Any] = answer.json()
    return told


def _coming_in(visit: Visit, home: Product, path: str, how: str, fields: dict[str, str], options: Any) -> Page:
    """A page of a new visitor who has come in by a form that is not shown."""

    def come_in(context: BrowserContext) -> None:
        assert _sent(context, home.url, how, fields)["ok"]

    return visit(path, base=home.url, first=come_in, **options)


class Person(NamedTuple):
    """Somebody with an account, in front of a page."""

    page: Page
    name: str


def person(visit: Visit, home: Product, path: str = "/account", email: str = "", **options: Any) -> Person:
    """A new account, signed in on a device of its own, with ``path`` open."""
    name = new_id()
    fields = {"name": name, "password": PASSWORD, "email": email}
    return Person(_coming_in(visit, home, path, "account/register", fields, options), name)


def also_here(visit: Visit, who: Person, home: Product, path: str = "/account", **options: Any) -> Page:
    """The same person on another device."""
    fields = {"name": who.name, "password": PASSWORD}
    return _coming_in(visit, home, path, "account/sign-in", fields, options)


def go(page: Page, path: str) -> None:
    """Open another page of the same product in the same tab."""
    page.goto(page.evaluate("location.origin") + path)
    connected(page)


def form(page: Page, name: str) -> Locator:
    """The form of this name."""
    return page.locator(f'[data-form="{name}"]')


def send(page: Page, which: str, /, **fields: str) -> None:
    """Fill in the form of this name and press its button."""
    for field, value in fields.items():
        form(page, which).locator(f'[name="{field}"]').fill(value)
    form(page, which).locator('[data-action="send"]').click()


def action(page: Page, name: str) -> Locator:
    """The control of this name."""
    return page.locator(f'[data-action="{name}"]')


def says(page: Page, text: str) -> None:
    """Wait for a message or a problem with these words."""
    expect(page.locator(".toast, .problem:not([hidden])", has_text=text).first).to_be_visible()


def signed_out(page: Page) -> None:
    """Wait until the page is that of nobody."""
    expect(page.get_by_role("tab").first).to_be_visible()


def long_ago(home: Product, who: Person) -> None:
    """Have all sessions of a person be proved an hour ago."""
    with contextlib.closing(sqlite3.connect(home.folder / "uno.sqlite3", timeout=20)) as database, database:
        database.execute(
            "UPDATE account_session SET confirmed_at = ? WHERE account_id = (SELECT id FROM account WHERE name = ?)",
            (time.time() - 3600, who.name),
        )


class Authenticator:
    """A telephone with a fingerprint reader, as far as the browser can tell: one tab's."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def touched(self, at_once: bool) -> None:
        """Whether somebody touches the reader as soon as it asks."""
        self.cdp.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": at_once})

    def knows_the_finger(self, known: bool) -> None:
        """Whether it is the right finger."""
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": known})

    def keeps(self, page: Page, count: int) -> None:
        """Wait until it keeps so many passkeys: the browser tells it of removed ones in its own time."""
        asked = {"authenticatorId": self.id}
        eventually(page, lambda: len(self.cdp.send("WebAuthn.getCredentials", asked)["credentials"]), count)
