"""What a browser sends about accounts by ordinary requests: passwords, passkeys, pictures, whatever sets the cookie.

Pages show forms and sentences; ``static/js/passkeys.js`` posts the forms to here as JSON. An answer is ``{"ok": true}``
or a refusal ``{"word", "params", "field"}``, whose sentence the page knows. Requests of other sites are refused.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from app.art.portraits import portrait_for, portrait_svg
from app.play import Accounts, Opened, Refused, SignedIn, StorageFull, StoreError, Visitor
from app.play.pictures import LARGEST_MB, LARGEST_UPLOAD
from app.ui.frame import Site
from app.ui.http import DEVICE_KEY, SESSION_KEY, is_https, is_ours, session_cookie

log = logging.getLogger(__name__)

LARGEST_FORM: Final = 64 * 1024
"""Bytes; the answer of an authenticator is a few thousand."""
LONGEST_FIELD: Final = 2000
PICTURE_PREFIX: Final = "picture-"

_STATUS: Final = {"wait": 429, "busy": 429, "not_signed_in": 401, "confirm_first": 403, "wrong_origin": 403}
_PICTURE: Final = re.compile(r"[0-9a-f]{32}")
_FOR_EVER: Final = "public, max-age=31536000, immutable"

Answer = Callable[["Asked"], Awaitable[Response]]


def picture_url(portrait: str) -> str:
    """Where an uploaded portrait can be seen; an empty text for one of ours."""
    return f"/picture/{portrait.removeprefix(PICTURE_PREFIX)}.webp" if portrait.startswith(PICTURE_PREFIX) else ""


def serve(app: FastAPI, site: Site) -> None:
    """Answer for ``/api/account/...``, ``/api/passkey/...`` and ``/picture/...``."""
    for path, answer in _POSTS.items():
        app.add_api_route(f"/api/{path}", _posted(site, answer), methods=["POST"], include_in_schema=False)

    @app.get("/api/account/data", include_in_schema=False)
    async def data(request: Request) -> Response:
        asked = Asked(site, request)
        return await _guarded(asked, _data)

    @app.get("/picture/{name}.webp", include_in_schema=False)
    async def picture(name: str) -> Response:
        if not _PICTURE.fullmatch(name):
            return Response("Not found", 404, media_type="text/plain")
        image = await site.accounts.picture(name)
        if image is None:
            # Old games still name it; whoever sits there looks like one of ours from now on.
            drawn = portrait_svg(portrait_for(int(name, 16)))
            return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})
        return Response(image, media_type="image/webp", headers={"Cache-Control": _FOR_EVER})


class Asked:
    """One request, who makes it, and what it says."""

    def __init__(self, site: Site, request: Request) -> None:
        self.site: Final = site
        self.request: Final = request
        self.accounts: Final[Accounts] = site.accounts
        self.token: Final[str] = request.scope[SESSION_KEY]
        self.visitor: Visitor
        self.form: dict[str, Any] = {}

    async def look(self) -> None:
        """Find out who asks."""
        device = await self.site.lounge.device(self.request.scope[DEVICE_KEY])
        address = self.request.client.host if self.request.client else ""
        self.visitor = Visitor(device, address, self.request.headers.get("user-agent", "")[:500], self.token)

    async def read(self) -> None:
        """Read the form. Raises ``Refused`` (``bad_form``)."""
        try:
            form = json.loads(await self.body(LARGEST_FORM, Refused("bad_form")))
        except (ValueError, RecursionError) as mistake:
            raise Refused("bad_form") from mistake
        if not isinstance(form, dict):
            raise Refused("bad_form")
        self.form = form

    async def body(self, largest: int, too_large: Refused) -> bytes:
        """The body, read no further than it may be long."""
        read = bytearray()
        async for part in self.request.stream():
            read += part
            if len(read) > largest:
                raise too_large
        return bytes(read)

    def text(self, field: str) -> str:
        """A field of the form, empty when it is not there. Raises ``Refused`` (``bad_form``)."""
        value = self.form.get(field, "")
        if not isinstance(value, str) or len(value) > LONGEST_FIELD or not _is_text(value):
            raise Refused("bad_form")
        return value

    async def me(self) -> SignedIn:
        """Who is signed in. Raises ``Refused`` (``not_signed_in``)."""
        me = await self.accounts.signed_in(self.token)
        if me is None:
            raise Refused("not_signed_in")
        return me

    def well(self, opened: Opened | None = None, **more: Any) -> Response:
        """The answer that all went well; the browser keeps the token of ``opened``."""
        answer = JSONResponse({"ok": True, **more})
        if opened is not None:
            self._set_token(answer, opened.token)
        return answer

    def out(self) -> Response:
        """The answer that all went well, and nobody is signed in any more."""
        answer = JSONResponse({"ok": True})
        self._set_token(answer, "")
        return answer

    async def come_in(self, opened: Opened) -> Response:
        """The answer to somebody who has just signed in; what the device has goes along."""
        try:
            await self.site.lounge.adopt(self.visitor.device, opened.me.account.id)
        except StoreError:
            # It stays on the device, to go along the next time.
            log.exception("What a device has could not be moved to an account")
        return self.well(opened, signed_in=True)

    def _set_token(self, answer: Response, token: str) -> None:
        https = is_https(self.request.scope, self.site.settings.base_url)
        answer.headers.append("set-cookie", session_cookie(token, https))


def _is_text(value: str) -> bool:
    """Whether the text can be stored anywhere: no NUL, no half of a surrogate pair."""
    return "\0" not in value and value.encode(errors="ignore").decode() == value


def _posted(site: Site, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def post(request: Request) -> Response:
        asked = Asked(site, request)

        async def checked(asked: Asked) -> Response:
            origin, host = request.headers.get("origin", ""), request.headers.get("host", "?")
            if not is_ours(origin, host, site.settings.base_url):
                raise Refused("wrong_origin")
            if answer is not _picture:
                await asked.read()
            return await answer(asked)

        return await _guarded(asked, checked)

    return post


async def _guarded(asked: Asked, answer: Answer) -> Response:
    """The answer, or the refusal; never kept by anybody on the way."""
    try:
        await asked.look()
        given = await answer(asked)
    except Refused as refusal:
        given = _refusal(refusal)
    except StoreError as problem:
        log.error("An account could not be stored: %s", problem)
        given = _refusal(Refused("storage_full" if isinstance(problem, StorageFull) else "storage_failed"), 503)
    given.headers["Cache-Control"] = "no-store"
    return given


def _refusal(refusal: Refused, status: int = 0) -> Response:
    told = {"ok": False, "word": refusal.word, "params": dict(refusal.params), "field": refusal.field}
    answer = JSONResponse(told, status or _STATUS.get(refusal.word, 400))
    if "seconds" in refusal.params:
        answer.headers["Retry-After"] = str(refusal.params["seconds"])
    return answer


# Accounts


async def _register(asked: Asked) -> Response:
    fields = [asked.text(field) for field in ("name", "password", "email", "invite")]
    return await asked.come_in(await asked.accounts.register(asked.visitor, *fields))


async def _sign_in(asked: Asked) -> Response:
    return await asked.come_in(await asked.accounts.sign_in(asked.visitor, asked.text("name"), asked.text("password")))


async def _recover(asked: Asked) -> Response:
    return await asked.come_in(await asked.accounts.recover(asked.visitor, asked.text("name"), asked.text("code")))


async def _sign_out(asked: Asked) -> Response:
    me = await asked.accounts.signed_in(asked.token)
    if me is not None:
        await asked.accounts.sign_out(me)
    return asked.out()


async def _confirm(asked: Asked) -> Response:
    return asked.well(await asked.accounts.confirm(await asked.me(), asked.visitor, asked.text("password")))


async def _password(asked: Asked) -> Response:
    given = asked.text("password"), asked.text("current")
    return asked.well(await asked.accounts.set_password(await asked.me(), asked.visitor, *given))


async def _delete(asked: Asked) -> Response:
    me = await asked.me()
    # The games first: were it to stop in between, the person could still sign in and do it again.
    await asked.accounts.rows(me, fresh=True)
    await asked.site.lounge.forget_account(me.account.id)
    await asked.accounts.delete(me)
    return asked.out()


async def _picture(asked: Asked) -> Response:
    me = await asked.me()
    upload = await asked.body(LARGEST_UPLOAD, Refused("picture_too_big", "picture", high=LARGEST_MB))
    account = await asked.accounts.set_picture(me, upload)
    return asked.well(portrait=account.portrait)


async def _data(asked: Asked) -> Response:
    me = await asked.me()
    everything = {
        "account": await asked.accounts.everything(me),
        "friends": await asked.site.friends.everything(me),
        **await asked.site.lounge.everything_of(me.account.id),
    }
    text = await asyncio.to_thread(json.dumps, everything, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="uno-ultimate.json"'}
    return Response(text, media_type="application/json", headers=headers)


# Passkeys


async def _begin_sign_in(asked: Asked) -> Response:
    return asked.well(**await asked.site.passkeys.begin_sign_in(asked.visitor))


async def _finish_sign_in(asked: Asked) -> Response:
    opened = await asked.site.passkeys.finish_sign_in(
        asked.visitor, asked.text("ceremony"), asked.form.get("credential")
    )
    return await asked.come_in(opened)


async def _begin_adding(asked: Asked) -> Response:
    return asked.well(**await asked.site.passkeys.begin_adding(await asked.me()))


async def _finish_adding(asked: Asked) -> Response:
    ceremony, name, credential = asked.text("ceremony"), asked.text("name"), asked.form.get("credential")
    added = await asked.site.passkeys.finish_adding(await asked.me(), asked.visitor, ceremony, credential, name)
    return asked.well(added)


async def _begin_confirming(asked: Asked) -> Response:
    return asked.well(**await asked.site.passkeys.begin_confirming(await asked.me()))


async def _finish_confirming(asked: Asked) -> Response:
    ceremony, credential = asked.text("ceremony"), asked.form.get("credential")
    return asked.well(await asked.site.passkeys.finish_confirming(await asked.me(), ceremony, credential))


async def _known(asked: Asked) -> Response:
    return asked.well(**await asked.site.passkeys.known(await asked.me()))


_POSTS: Final[dict[str, Answer]] = {
    "account/register": _register,
    "account/sign-in": _sign_in,
    "account/recover": _recover,
    "account/sign-out": _sign_out,
    "account/confirm": _confirm,
    "account/password": _password,
    "account/delete": _delete,
    "account/picture": _picture,
    "passkey/sign-in/begin": _begin_sign_in,
    "passkey/sign-in/finish": _finish_sign_in,
    "passkey/add/begin": _begin_adding,
    "passkey/add/finish": _finish_adding,
    "passkey/confirm/begin": _begin_confirming,
    "passkey/confirm/finish": _finish_confirming,
    "passkey/known": _known,
}
