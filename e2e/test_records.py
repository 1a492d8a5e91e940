"""The records page: what was played, taken away as a file, brought back, cleared."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.engine.house_rules import PRESETS, HouseRules
from app.play.saved import FinishedMatch
from e2e.conftest import DESK, PHONE, TABLET, Product, Visit, accessible, eventually, no_sideways_scrolling
from e2e.history import with_matches
from tests.play.matches import file_of, finished, setup_of

QUICK = PRESETS["quick"]
STRANGE = ("<b>Ann</b>", "ก้องเกียรติ", "さくら", "Maximiliana-Theodora")

SMALL_TARGETS = """() => [...document.querySelectorAll('.page-records :is(a, button, select, label.btn)')]
  .map(e => [e, e.getBoundingClientRect()]).filter(([e, b]) => b.width && (b.height < 43.5 || b.width < 43.5))
  .map(([e]) => e.outerHTML.slice(0, 100))"""


@pytest.fixture(scope="module")
def matches() -> list[FinishedMatch]:
    """Two alone against a computer, one of two persons, one online by points."""
    return [
        finished(1, setup_of("Pc", QUICK, "quick")),
        finished(2, setup_of("Pcc", QUICK, "quick")),
        finished(3, setup_of("PPc", QUICK, "quick", STRANGE)),
        finished(4, setup_of("Pc", HouseRules(target_score=50)), online=True),
    ]


def shows(page: Page, *ids: str) -> None:
    """Wait until these matches are in the list."""
    rows = page.locator("[data-match]")
    eventually(page, lambda: rows.evaluate_all("all => all.map(e => e.dataset.match)"), list(ids))


def take(page: Page, file: bytes) -> None:
    """Choose a file to import."""
    upload = page.locator("[data-import] input")
    upload.set_input_files({"name": "records.json", "mimeType": "application/json", "buffer": file})


def test_the_title_leads_to_records_that_are_still_empty(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-action="records"]').click()
    expect(page).to_have_url(re.compile(r"/records$"))
    expect(page.get_by_role("heading", name="No match yet")).to_be_visible()
    expect(page.locator('[data-action="export"], [data-action="clear"]')).to_have_count(0)
    accessible(page)
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-preset]").first).to_be_visible()


def test_a_match_online_says_how_oneself_did(visit: Visit, product: Product) -> None:
    match = finished(9, setup_of("PPPPP", QUICK, "quick"), online=True)
    last = match.places[-1]
    left = replace(finished(10, setup_of("PP", QUICK, "quick"), online=True), own=(1,), left=True)
    past = with_matches(product, replace(match, own=(last,)), left, finished(1, setup_of("Pc", QUICK, "quick")))
    page = visit("/records", **past.visitor)
    row = page.locator(f'[data-match="{past.ids[0]}"]')
    expect(row).to_contain_text("Online")
    expect(row).to_contain_text("You: 5th")
    gone = page.locator(f'[data-match="{past.ids[1]}"]')
    expect(gone).to_contain_text("You left early")
    expect(gone.locator(".own .match-name")).to_have_text(match.names[1])
    expect(page.locator(f'[data-match="{past.ids[2]}"]')).not_to_contain_text("You")
    page.locator('[data-filter="where"]').select_option("online")
    shows(page, past.ids[1], past.ids[0])


def test_what_was_played_and_the_way_to_watch_it(visit: Visit, product: Product, matches: list[FinishedMatch]) -> None:
    past = with_matches(product, *matches)
    page = visit("/records", **past.visitor)
    shows(page, *reversed(past.ids))
    expect(page.locator(".figures")).to_contain_text(re.compile(r"Matches\s*4"))
    expect(page.locator(".bar-person .bar-name")).to_have_text(["Ann", "<b>Ann</b>", "ก้องเกียรติ"])
    expect(page.locator(".bar-computer")).not_to_have_count(0)
    # The browser says when, in its own way.
    expect(page.locator("[data-match] time").first).to_contain_text("2026")
    page.locator(f'[data-match="{past.ids[0]}"] [data-action="replay"]').click()
    expect(page).to_have_url(re.compile(f"/replay/{past.ids[0]}$"))
    expect(page.locator('[data-page="replay"]')).to_be_visible()


def test_the_list_can_be_narrowed_down(visit: Visit, product: Product, matches: list[FinishedMatch]) -> None:
    past = with_matches(product, *matches)
    page = visit("/records", **past.visitor)
    one, two, three, four = past.ids
    page.locator('[data-filter="format"]').select_option("points")
    shows(page, four)
    page.locator('[data-filter="where"]').select_option("local")
    expect(page.get_by_text("No match is like that.")).to_be_visible()
    page.locator('[data-filter="format"]').select_option("")
    expect(page.locator("[data-match]")).to_have_count(3)
    page.locator('[data-filter="who"]').select_option("several")
    shows(page, three)
    page.locator('[data-filter="who"]').select_option("name:Ann")
    shows(page, two, one)


def test_a_long_list_comes_in_parts(visit: Visit, product: Product, matches: list[FinishedMatch]) -> None:
    page = visit("/records", **with_matches(product, *matches * 3).visitor)
    expect(page.locator("[data-match]")).to_have_count(10)
    page.locator('[data-action="more"]').click()
    expect(page.locator("[data-match]")).to_have_count(12)
    expect(page.locator('[data-action="more"]')).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("en", PHONE, "dark"), ("ja", TABLET, "light"), ("th", PHONE, "light"), ("th", DESK, "dark")],
)
def test_it_looks_right_and_reads_well(
    visit: Visit, product: Product, matches: list[FinishedMatch], language: str, size: tuple[int, int], scheme: str
) -> None:
    past = with_matches(product, *matches, finished(5, setup_of("PPPPcccccc", QUICK, "quick")))
    page = visit("/records", language=language, size=size, scheme=scheme, **past.visitor)
    no_sideways_scrolling(page)
    accessible(page)
    eventually(page, lambda: page.evaluate(SMALL_TARGETS), [])


def test_the_language_changes_at_once_and_the_filter_stays(
    visit: Visit, product: Product, matches: list[FinishedMatch]
) -> None:
    page = visit("/records", **with_matches(product, *matches).visitor)
    page.locator('[data-filter="format"]').select_option("points")
    expect(page.locator("[data-match]")).to_have_count(1)
    page.locator('[data-language="ja"]').click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Records")
    expect(page.locator("[data-match]")).to_have_count(1)
    expect(page.locator('[data-filter="format"]')).to_have_value("points")
    expect(page.locator("[data-match] time")).to_contain_text("2026/11/18")


def test_records_go_from_one_device_to_another_by_a_file(
    visit: Visit, product: Product, matches: list[FinishedMatch], tmp_path: Path
) -> None:
    page = visit("/records", **with_matches(product, *matches).visitor)
    with page.expect_download() as download:
        page.locator('[data-action="export"]').click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "uno-ultimate-records.json" and len(json.loads(file.read_bytes())["matches"]) == 4

    other = visit("/records")
    take(other, file.read_bytes())
    expect(other.locator(".toast")).to_have_text("4 matches were imported.")
    expect(other.locator("[data-match]")).to_have_count(4)
    take(other, file.read_bytes())
    expect(other.locator(".toast").last).to_have_text("0 matches were imported. 4 were here already.")
    expect(other.locator("[data-match]")).to_have_count(4)
    # What came with the file can be watched here, too.
    other.locator('[data-action="replay"]').first.click()
    expect(other.locator('[data-page="replay"]')).to_be_visible()


def forged(match: FinishedMatch) -> bytes:
    boasting = match.to_dict()
    boasting["scores"] = [9999 for _ in boasting["scores"]]
    return file_of(boasting)


def test_a_bad_file_gets_one_sentence_and_changes_nothing(
    visit: Visit, product: Product, matches: list[FinishedMatch]
) -> None:
    page = visit("/records", expected=("400",), **with_matches(product, matches[0]).visitor)
    problem = page.get_by_role("alert")
    for file, sentence in (
        (b"\0\1\2 nonsense", "This is no file of records from UNO Ultimate. Nothing was imported."),
        (forged(matches[1]), "Match 1 in the file is damaged or was changed. Nothing was imported."),
        (b"x" * 10_000_000, "The file is larger than 5 MB. Nothing was imported."),
        (b"", "This is no file of records from UNO Ultimate. Nothing was imported."),
    ):
        take(page, file)
        expect(problem).to_have_text(sentence)
    expect(page.locator("[data-match]")).to_have_count(1)
    accessible(page)


def test_the_server_itself_refuses_what_is_too_much_and_what_comes_from_elsewhere(
    visit: Visit, server: str, matches: list[FinishedMatch]
) -> None:
    page = visit("/records")
    ours = {"Origin": server, "Content-Type": "application/json"}
    place = f"{server}/api/records/import"
    answer = page.request.post(place, data=b"x" * 10_000_000, headers=ours)
    assert (answer.status, answer.json()) == (400, {"ok": False, "word": "file_too_big", "params": {"high": 5}})
    answer = page.request.post(place, data=file_of(matches[0]), headers={**ours, "Origin": "https://elsewhere.example"})
    assert answer.json()["word"] == "wrong_origin"
    answer = page.request.post(place, data=file_of(matches[0]), headers=ours)
    assert answer.json() == {"ok": True, "added": 1, "known": 0, "left_out": 0}
    assert answer.headers["cache-control"] == "no-store"


def test_clearing_asks_first(visit: Visit, product: Product, matches: list[FinishedMatch]) -> None:
    page = visit("/records", **with_matches(product, *matches).visitor)
    page.locator('[data-action="clear"]').click()
    accessible(page)
    page.locator('[data-action="cancel"]').click()
    expect(page.locator("[data-match]")).to_have_count(4)
    page.locator('[data-action="clear"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.get_by_role("heading", name="No match yet")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="No match yet")).to_be_visible()
