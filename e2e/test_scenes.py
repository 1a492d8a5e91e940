"""The pages that have a scene beside what they say: they fit every screen, and axe finds nothing."""

import pytest
from playwright.sync_api import expect

from e2e.conftest import DESK, LANGUAGES, PHONE, TABLET, Visit, accessible, no_sideways_scrolling

SMALL, WIDE = (320, 568), (1920, 1080)


@pytest.mark.parametrize("path", ["/join", "/friends", "/records"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_with_a_scene_fits_every_screen(visit: Visit, path: str, language: str) -> None:
    page = visit(path, language=language, size=PHONE, scheme="dark" if language == "ja" else "light")
    expect(page.locator(".scene")).to_be_visible()
    accessible(page)
    for width, height in (SMALL, PHONE, TABLET, DESK, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scrolling(page)
        expect(page.locator(".beside-rest")).to_be_visible()
