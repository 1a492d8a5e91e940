"""What every answer over HTTP has: the device's cookie on pages, and the headers that protect it."""

import re
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Final

from nicegui import Client
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

DEVICE_COOKIE: Final = "uno_device"
DEVICE_KEY: Final = "uno.device"
"""Where the token of the device stands in the scope of a request."""
DEVICE_SECONDS: Final = 400 * 24 * 3600
"""The longest that browsers keep a cookie; each page renews it."""
MOST_PAGES: Final = 4000
"""Pages open at once, dropped ones (kept a minute or two) included: past it memory is at risk."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_HOST: Final = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
_FILES: Final = ("/static/", "/art/", "/_nicegui/", "/_nicegui_ws/", "/healthz")


class Doorway:
    """Middleware around everything: names the device, adds the headers, turns crowds away."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self.app = app
        self.base_url = base_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookie = "" if scope["path"].startswith(_FILES) else self._name_device(scope, headers)
        secure = _policy(headers.get("host", ""), self._is_https(scope))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in secure.items():
                    given.setdefault(name, value)
                if cookie:
                    given.append("set-cookie", cookie)
            await send(message)

        if cookie and len(Client.instances) >= MOST_PAGES:
            full = PlainTextResponse("Too many visitors at once. Please try again in a minute.", 503)
            full.headers["retry-after"] = "60"
            await full(scope, receive, answer)
            return
        await self.app(scope, receive, answer)

    def _name_device(self, scope: Scope, headers: Headers) -> str:
        """Put the device's token into the scope, a new one where there is none; the cookie that keeps it."""
        token = _token_in(headers.get("cookie", "")) or secrets.token_urlsafe(32)
        scope[DEVICE_KEY] = token
        secure = "; Secure" if self._is_https(scope) else ""
        return f"{DEVICE_COOKIE}={token}; Max-Age={DEVICE_SECONDS}; Path=/; HttpOnly; SameSite=Lax{secure}"

    def _is_https(self, scope: Scope) -> bool:
        return scope["scheme"] == "https" or self.base_url.startswith("https:")


def _token_in(cookies: str) -> str:
    """The device's token among the cookies of a request, or an empty text."""
    try:
        morsel = SimpleCookie(cookies).get(DEVICE_COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel and _TOKEN.fullmatch(morsel.value) else ""


def _policy(host: str, https: bool) -> dict[str, str]:
    """The headers that keep a page to itself.

    The framework needs inline script and ``eval``; so the policy keeps data in and frames out, and injected
    markup is kept out by never making HTML of anybody's text.
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    policy = {
        "content-security-policy": (
            "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
            f"connect-src 'self'{sockets}; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
            "frame-ancestors 'none'; form-action 'self'"
        ),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }
    if https:
        policy["strict-transport-security"] = "max-age=31536000"
    return policy
