"""The web application: pages, files, health, and the guard, put together."""

from typing import Final

from fastapi import FastAPI
from fastapi.responses import RedirectResponse, Response
from nicegui import app as nicegui_app
from nicegui import core, ui
from nicegui.translations import translations

from app.config import Settings
from app.play import Accounts, Friends, Lounge, Passkeys
from app.text.translator import LANGUAGES, translator
from app.ui import account_routes, assets, framework, guard, record_routes
from app.ui.frame import Site
from app.ui.http import Doorway
from app.ui.packets import send_text_only
from app.ui.pages import account, errors, fair, friends, records, replay, room, rooms, setup, table, title
from app.ui.session import HTML_LANGUAGES

PING_SECONDS: Final = 8
PING_PATIENCE: Final = 6
RECONNECT_SECONDS: Final = 30


def create_app(settings: Settings, lounge: Lounge, accounts: Accounts) -> FastAPI:
    """The application that the server runs. Call it once in a process: the framework's own state is global."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    passkeys = Passkeys(accounts, settings.base_url, settings.port)
    site = Site(settings, lounge, assets.Assets(), accounts, passkeys, Friends(accounts, lounge.notices))
    lounge.rooms.know(site.friends, accounts.throttle)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/favicon.ico", include_in_schema=False)
    def favicon() -> Response:
        return RedirectResponse(site.assets.picture("app-icon"), 301)

    framework.slim(site.assets)
    assets.serve(app, site.assets)
    account_routes.serve(app, site)
    record_routes.serve(app, site)
    for page in (title, setup, table, rooms, room, records, replay, account, friends, fair, errors):
        page.register(site)
    _run(app, settings)
    guard.Guard(settings.base_url).install()
    app.add_middleware(Doorway, base_url=settings.base_url)
    return app


def _run(app: FastAPI, settings: Settings) -> None:
    for language in LANGUAGES:
        translations[HTML_LANGUAGES[language]] = _popup(language)
    nicegui_app.storage.path = settings.data_dir / "pages"
    ui.run_with(
        app,
        title="UNO Ultimate",
        # Nothing to load: the head of each page links the drawn icon.
        favicon="data:,",
        dark=None,
        language="en-US",
        tailwind=False,
        binding_refresh_interval=None,
        reconnect_timeout=RECONNECT_SECONDS,
        storage_secret=settings.secret,
        session_middleware_kwargs={"https_only": settings.base_url.startswith("https:"), "same_site": "lax"},
        show_welcome_message=False,
    )
    nicegui_app.on_startup(set_pings)
    send_text_only()


def set_pings() -> None:
    """Notice a vanished browser soon, however long its page is kept: the framework ties the two together."""
    core.sio.eio.ping_interval = PING_SECONDS
    core.sio.eio.ping_timeout = PING_PATIENCE


def _popup(language: str) -> dict[str, str]:
    """What stands in the template of each page, in our words."""
    tr = translator(language)
    return {
        "connection_lost": tr.t("Connection lost."),
        "trying_to_reconnect": tr.t("Trying to reconnect ..."),
        "message_too_long": tr.t("That is too long."),
        "message_too_long_body": tr.t("Please try something shorter."),
        "needs_script": tr.t("UNO Ultimate needs JavaScript. Please switch it on in your browser."),
    }
