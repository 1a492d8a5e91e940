"""Addresses that lead nowhere, and pages that could not be made: a friendly word and a way back."""

import logging
from collections.abc import Callable
from typing import Final

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from nicegui import Client, ui
from nicegui import app as framework

from app.ui.element import Node
from app.ui.frame import VIEWPORT, Site, fill_head, link, open_session, toasts, words
from app.ui.session import Sentence, Session, first_language, speak_html

log = logging.getLogger(__name__)

_NOT_PAGES: Final = ("/_nicegui", "/static/", "/art/")


def register(site: Site) -> None:
    """Answer for every address that no page has, and for pages that fail while they are built."""

    @framework.exception_handler(404)
    async def unknown_address(request: Request, exception: Exception) -> Response:
        # Scripts and broken images get three words: a page costs memory for a minute.
        if request.url.path.startswith(_NOT_PAGES) or "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("Not found", 404)
        return await _answer(site, request, 404, _unknown)

    @framework.exception_handler(Exception)
    async def failed(request: Request, exception: Exception) -> Response:
        # The framework logs the exception itself when it gives it to the handlers of the application.
        framework.handle_exception(exception)
        return await _answer(site, request, 500, _failed)


async def _answer(site: Site, request: Request, status: int, fill: Callable[[Session], None]) -> Response:
    # A page object without an address registers nothing; it only describes this answer.
    with Client(ui.page("", viewport=VIEWPORT), request=request) as client:
        session = await _session(site, client)
        fill_head(site, session.language, ("title.css",), ())
        session.place_toasts(toasts())
        fill(session)
    return client.build_response(request, status)


async def _session(site: Site, client: Client) -> Session:
    """A session for a page that may be shown because the database does not answer."""
    try:
        return await open_session(site, client, lambda tr: tr.t("UNO Ultimate"))
    except Exception:
        log.exception("The page about an error has no session")
        language = first_language({}, client.request.headers.get("accept-language"))
        session = Session(client, site.lounge, "", {}, language)
        speak_html(client, session.tr)
        return session


def _unknown(session: Session) -> None:
    message(
        session,
        lambda tr: tr.t("There is no such page"),
        lambda tr: tr.t("The address may be mistyped, or what was here is gone. Your game is safe."),
    )


def _failed(session: Session) -> None:
    message(
        session,
        lambda tr: tr.t("Something went wrong"),
        lambda tr: tr.t("Nothing is lost: your game is saved after every move. Please try again in a moment."),
    )


def message(session: Session, heading: Sentence, detail: Sentence) -> None:
    """A whole page that says one thing and leads back to the title."""
    with Node("div", "page page-message"), Node("section", "panel message"):
        with Node("div", "message-cards", aria_hidden=True):
            Node("i", "playing-card face-back")
            Node("i", "playing-card face-W")
        words(session, "h1", heading)
        words(session, "p", detail)
        link(session, lambda tr: tr.t("To the title"), "/", "btn btn-main", data_action="title")
