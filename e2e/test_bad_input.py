"""Addresses and messages that nobody should send."""

import http.client
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import LANGUAGES, Product, Visit, accessible, free_port, start_product, stop_product

NOT_FOUND = ("status of 404",)


@pytest.mark.parametrize("path", ["/nowhere", "/setup?preset=poker", "/rules/NONSENSE", "/room/../etc/passwd", "/%00"])
def test_an_address_that_leads_nowhere_says_so_and_leads_back(visit: Visit, path: str) -> None:
    page = visit(path, expected=NOT_FOUND)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    accessible(page)
    page.locator('[data-action="title"]').click()
    expect(page.locator("[data-preset]")).to_have_count(6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_so_in_the_visitors_language(visit: Visit, language: str) -> None:
    page = visit("/nowhere", language=language, expected=NOT_FOUND)
    expect(page.locator("html")).to_have_attribute("lang", {"en": "en-US"}.get(language, language))
    if language != "en":
        expect(page.locator("main")).not_to_contain_text("There is no such page")


def test_a_damaged_database_is_put_aside_and_people_are_told(tmp_path: Path, visit: Visit) -> None:
    (tmp_path / "uno.sqlite3").write_bytes(b"This was a database once. " * 400)
    product = start_product(tmp_path, free_port())
    try:
        page = visit("/", language="th", base=product.url)
        expect(page.locator(".began-anew")).to_contain_text("ข้อมูลเกมที่บันทึกไว้เสียหาย")
        accessible(page)
        assert [aside.read_bytes()[:8] for aside in tmp_path.glob("*.corrupt-*")] == [b"This was"]
    finally:
        stop_product(product)


@pytest.mark.parametrize("path", ["/static/../app/main.py", "/static/none.css", "/art/none.svg"])
def test_files_that_do_not_exist_are_not_pages(product: Product, path: str) -> None:
    connection = http.client.HTTPConnection(product.url.removeprefix("http://"), timeout=30)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_every_page_protects_itself(product: Product) -> None:
    with urllib.request.urlopen(product.url) as answer:
        headers = answer.headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "object-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_files_are_kept_for_good_by_the_mark_of_their_content(visit: Visit, server: str) -> None:
    page = visit("/")
    for address in page.evaluate("[...document.querySelectorAll('link[rel=stylesheet]')].map(l => l.href)"):
        answer = page.request.get(address)
        assert "immutable" in answer.headers["cache-control"], address
    assert "immutable" not in page.request.get(server + "/static/css/base.css").headers["cache-control"]
