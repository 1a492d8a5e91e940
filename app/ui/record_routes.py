"""Records as files, by ordinary requests: a download, and an upload that is too large for the page's socket.

The upload answers ``{"ok": true, "added", "known", "left_out"}`` or a refusal ``{"ok": false, "word", "params"}``, for
whose word the records page has a sentence. Requests of other sites are refused.
"""

import asyncio
import logging
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from app.play import Refused, StorageFull, StoreError
from app.play.archive import LARGEST_FILE, too_big
from app.ui.frame import Site
from app.ui.http import DEVICE_KEY, SESSION_KEY, is_ours

log = logging.getLogger(__name__)

LARGEST_READ: Final = 10 * LARGEST_FILE
"""Bytes of an upload that is too large: read to its end, so that the browser hears the answer, but not for ever."""
PATIENCE: Final = 60
"""Seconds that an upload may take."""
FILE_NAME: Final = "uno-ultimate-records.json"
_NOT_KEPT: Final = {"Cache-Control": "no-store"}


def serve(app: FastAPI, site: Site) -> None:
    """Answer for ``/api/records/export`` and ``/api/records/import``."""

    @app.get("/api/records/export", include_in_schema=False)
    async def export(request: Request) -> Response:
        text = await site.lounge.archive.export(await _owner(site, request))
        headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"', **_NOT_KEPT}
        return Response(text, media_type="application/json", headers=headers)

    @app.post("/api/records/import", include_in_schema=False)
    async def take_in(request: Request) -> Response:
        try:
            return JSONResponse({"ok": True, **await _taken_in(site, request)}, headers=_NOT_KEPT)
        except Refused as refused:
            told = {"ok": False, "word": refused.word, "params": dict(refused.params)}
            return JSONResponse(told, 429 if refused.word == "busy" else 400, headers=_NOT_KEPT)


async def _owner(site: Site, request: Request) -> str:
    """Whose records the visitor means: the account's, or the device's."""
    me = await site.accounts.signed_in(request.scope[SESSION_KEY])
    return me.owner if me is not None else await site.lounge.device(request.scope[DEVICE_KEY])


async def _taken_in(site: Site, request: Request) -> dict[str, Any]:
    if not is_ours(request.headers.get("origin", ""), request.headers.get("host", "?"), site.settings.base_url):
        raise Refused("wrong_origin")
    try:
        owner = await _owner(site, request)
        taken = await site.lounge.archive.take_in(owner, await _body(request))
    except StorageFull as full:
        raise Refused("storage_full") from full
    except StoreError as problem:
        log.error("Records could not be stored: %s", problem)
        raise Refused("storage_failed") from problem
    return taken._asdict()


async def _body(request: Request) -> bytes:
    """The file. Raises ``Refused`` when it is too large or never ends."""
    read, size = bytearray(), 0
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                size += len(part)
                if size <= LARGEST_FILE:
                    read += part
                elif size > LARGEST_READ:
                    break
    except (TimeoutError, ClientDisconnect) as problem:
        raise Refused("not_records") from problem
    if size > LARGEST_FILE:
        raise too_big()
    return bytes(read)
