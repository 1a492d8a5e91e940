"""What every answer over HTTP has: the device's cookie on pages, and the headers that protect it.

The cookie of whoever is signed in is read here, too, and made here; ``account_routes`` says when.
"""

import re
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import urlsplit

from nicegui import Client
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

DEVICE_COOKIE: Final = "uno_device"
DEVICE_KEY: Final = "uno.device"
"""Where the token of the device stands in the scope of a request."""
SESSION_KEY: Final = "uno.session"
"""Where the token of whoever is signed in stands in the scope of a request, an empty text for nobody."""
SECURE_KEY: Final = "uno.secure"
"""Whether nobody can listen on the way: over https, or on this machine."""
SESSION_COOKIES: Final = {True: "__Host-uno", False: "uno_session"}
"""The cookie over https, which no other host and no plain page can have set, and over plain http."""
SESSION_SECONDS: Final = 30 * 24 * 3600
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
        cookie = "" if scope["path"].startswith(_FILES) else self._name_visitor(scope, headers)
        guards = _policy(headers.get("host", ""), self._is_https(scope))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in guards.items():
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

    def _name_visitor(self, scope: Scope, headers: Headers) -> str:
        """Put the visitor's tokens into the scope, a new one for a new device; the cookie that keeps that."""
        cookies, https = headers.get("cookie", ""), self._is_https(scope)
        token = _token_in(cookies, DEVICE_COOKIE) or secrets.token_urlsafe(32)
        scope[DEVICE_KEY] = token
        scope[SESSION_KEY] = _token_in(cookies, SESSION_COOKIES[https])
        scope[SECURE_KEY] = https or _is_here(headers.get("host", ""))
        return _cookie(DEVICE_COOKIE, token, DEVICE_SECONDS, https)

    def _is_https(self, scope: Scope) -> bool:
        return is_https(scope, self.base_url)


def is_https(scope: Scope, base_url: str) -> bool:
    """Whether the browser is connected by https, as far as we or the proxy in front of us know."""
    return bool(scope["scheme"] == "https") or base_url.startswith("https:")


def session_cookie(token: str, https: bool) -> str:
    """The header that has a browser keep the token of a session; an empty one makes it forget."""
    return _cookie(SESSION_COOKIES[https], token, SESSION_SECONDS if token else 0, https)


def _cookie(name: str, value: str, seconds: int, https: bool) -> str:
    secure = "; Secure" if https else ""
    return f"{name}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax{secure}"


def is_ours(origin: str, host: str, base_url: str) -> bool:
    """Whether a page at ``origin`` is ours: at the public address, or at the one by which it was asked for."""
    return bool(origin) and (origin == base_url or urlsplit(origin).netloc == host)


def _is_here(host: str) -> bool:
    return (urlsplit(f"//{host}").hostname or "") in ("localhost", "127.0.0.1", "::1")


def _token_in(cookies: str, name: str) -> str:
    """The token in the cookie called ``name`` of a request, or an empty text."""
    try:
        morsel = SimpleCookie(cookies).get(name)
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
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }
    if https or _is_here(host):
        # Elsewhere browsers ignore it, and complain.
        policy["cross-origin-opener-policy"] = "same-origin"
    if https:
        policy["strict-transport-security"] = "max-age=31536000"
    return policy
