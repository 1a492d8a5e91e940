"""Pages are made of plain tags: they load the framework's core, nothing else of it, and say so without scripts."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from app.text.translator import translator
from app.ui.framework import CORE
from e2e.conftest import LANGUAGES, LOCALES, PATIENCE, Visit


@pytest.mark.parametrize("path", ["/", "/setup", "/rooms", "/records", "/account", "/nowhere"])
def test_a_page_loads_the_core_of_the_framework_and_nothing_else_of_it(visit: Visit, path: str) -> None:
    loaded: list[str] = []

    def listen(context: BrowserContext) -> None:
        context.on("request", lambda request: loaded.append(urlsplit(request.url).path))

    visit(path, first=listen, expected=("404",))
    assert {f"/static/framework/{name}" for name in CORE.values()} <= set(loaded)
    assert [each for each in loaded if each.startswith("/_nicegui/")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_scripts_a_page_says_what_it_needs(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False, locale=LOCALES[language])
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        page.goto("/")
        expect(page.locator(".no-script")).to_have_text(
            translator(language).t("UNO Ultimate needs JavaScript. Please switch it on in your browser.")
        )
        expect(page.locator(".no-script")).to_be_visible()
    finally:
        context.close()
