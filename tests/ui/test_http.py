"""The device's cookie and the headers, around an application that answers anything."""

import asyncio
from http.cookies import SimpleCookie

import httpx
import pytest
from starlette.responses import PlainTextResponse

from app.ui.http import DEVICE_COOKIE, DEVICE_KEY, Doorway

TOKEN = "a" * 43


def ask(path: str = "/", base_url: str = "", address: str = "http://uno.test", **headers: str) -> httpx.Response:
    seen: dict[str, str] = {}

    async def inside(scope, receive, send):  # type: ignore[no-untyped-def]
        seen["device"] = scope.get(DEVICE_KEY, "")
        await PlainTextResponse(seen["device"])(scope, receive, send)

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app=Doorway(inside, base_url))
        async with httpx.AsyncClient(transport=transport, base_url=address) as client:
            return await client.get(path, headers=headers)

    return asyncio.run(run())


def test_a_new_device_gets_a_long_token_that_scripts_cannot_read() -> None:
    answer = ask()
    cookie = SimpleCookie(answer.headers["set-cookie"])[DEVICE_COOKIE]
    assert cookie.value == answer.text and len(cookie.value) == 43
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["secure"]


def test_a_known_device_keeps_its_token() -> None:
    answer = ask(cookie=f"other=1; {DEVICE_COOKIE}={TOKEN}")
    assert answer.text == TOKEN and TOKEN in answer.headers["set-cookie"]


@pytest.mark.parametrize("given", ["", "short", "x" * 44, '"; DROP', "ä" * 3])
def test_a_token_that_is_none_is_replaced(given: str) -> None:
    answer = ask(cookie=f"{DEVICE_COOKIE}={given}".encode("ascii", "replace").decode())
    assert answer.text != given and len(answer.text) == 43


@pytest.mark.parametrize(("base_url", "address"), [("", "https://uno.test"), ("https://uno.test", "http://inner")])
def test_over_https_the_cookie_stays_on_https(base_url: str, address: str) -> None:
    answer = ask(base_url=base_url, address=address)
    assert "; Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    ("address", "sent"),
    [("https://uno.test", True), ("http://localhost", True), ("http://127.0.0.1", True), ("http://uno.test", False)],
)
def test_windows_are_kept_apart_where_browsers_can_do_it(address: str, sent: bool) -> None:
    assert ("cross-origin-opener-policy" in ask(address=address).headers) is sent


@pytest.mark.parametrize("path", ["/static/css/base.css", "/art/x.svg", "/healthz", "/_nicegui/3/x.js"])
def test_files_name_no_device(path: str) -> None:
    answer = ask(path)
    assert answer.text == "" and "set-cookie" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_host_of_no_sense_does_not_reach_the_policy() -> None:
    policy = ask(host="x; script-src *").headers["content-security-policy"]
    assert "script-src *" not in policy and "frame-ancestors 'none'" in policy
