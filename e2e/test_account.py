"""Accounts, as people have them: registering, signing in, what can be changed, and what ends when."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from e2e.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    REFUSED,
    Person,
    action,
    also_here,
    form,
    go,
    long_ago,
    new_id,
    person,
    post,
    says,
    send,
    signed_out,
)
from e2e.conftest import (
    DESK,
    LANGUAGES,
    PHONE,
    PLAIN_HOST,
    ROOT,
    TABLET,
    Product,
    Visit,
    accessible,
    arrived,
    connected,
    eventually,
    no_sideways_scrolling,
)

# Coming in


def test_registering_says_what_is_wrong_beside_each_field_and_then_welcomes(visit: Visit, home: Product) -> None:
    page = visit("/account", base=home.url, expected=REFUSED)
    page.get_by_role("tab", name="Register").click()
    send(page, "register", name="x", password="too short")
    expect(form(page, "register").locator("#register-name-problem")).to_contain_text("at least 3 characters")
    field = form(page, "register").locator('[name="name"]')
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()

    name = new_id()
    send(page, "register", name=name)
    expect(form(page, "register").locator("#register-password-problem")).to_contain_text("at least 15 characters")
    expect(field).to_have_attribute("aria-invalid", "false")

    send(page, "register", password=PASSWORD)
    arrived(page, "**/account?new=1")
    connected(page)
    expect(page.locator("[data-account]")).to_have_text(name)
    expect(page.get_by_role("heading", name="Welcome!")).to_be_visible()
    action(page, "go-on").click()
    arrived(page, home.url + "/")
    expect(action(page, "account")).to_have_text(name)


def test_signing_out_and_in_again_however_the_id_is_written(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    page = who.page
    action(page, "sign-out").click()
    arrived(page, home.url + "/")
    expect(action(page, "account")).to_have_text("Sign in")
    action(page, "account").click()
    connected(page)

    send(page, "sign-in", name=who.name, password="not " + PASSWORD)
    says(page, "The ID, the e-mail address or the password is wrong.")
    send(page, "sign-in", name=new_id(), password=PASSWORD)
    says(page, "The ID, the e-mail address or the password is wrong.")

    send(page, "sign-in", name=f"  {who.name.upper()} ", password=PASSWORD)
    arrived(page, home.url + "/")
    expect(action(page, "account")).to_have_text(who.name)


def test_signing_in_leads_on_to_where_one_was_going_but_to_no_other_site(visit: Visit, home: Product) -> None:
    page = visit("/account?next=/setup?preset%3Dquick", base=home.url)
    expect(form(page, "sign-in")).to_have_attribute("data-next", "/setup?preset=quick")
    for elsewhere in ("//evil.example", "https://evil.example", "/%5Cevil.example", "javascript:alert(1)"):
        go(page, f"/account?next={elsewhere}")
        expect(form(page, "sign-in")).to_have_attribute("data-next", "/")


def test_a_password_is_hidden_until_one_asks_to_see_it(visit: Visit, home: Product) -> None:
    page = visit("/account", base=home.url)
    field = form(page, "sign-in").locator('[name="password"]')
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_attribute("autocomplete", "current-password")
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")


def test_the_tabs_answer_to_the_keyboard(visit: Visit, home: Product) -> None:
    page = visit("/account", base=home.url)
    page.get_by_role("tab", name="Sign in").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Register")).to_be_focused()
    expect(form(page, "register")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(form(page, "sign-in")).to_be_visible()


def test_where_invites_are_needed_each_makes_one_account(visit: Visit, product: Product) -> None:
    page = visit("/account?view=register", expected=REFUSED)
    send(page, "register", name=new_id(), password=PASSWORD, invite="0000-0000-0000")
    says(page, "the invite code is wrong, used or expired")

    made = subprocess.run(
        [sys.executable, "-m", "app.main", "invite"], cwd=ROOT, capture_output=True, text=True, check=True,
        env={"UNO_DATA_DIR": str(product.folder), "UNO_PORT": "1"},
    )  # fmt: skip
    code = made.stdout.split()[0]
    name = new_id()
    send(page, "register", name=name, invite=code.lower().replace("-", " "))
    arrived(page, "**/account?new=1")
    expect(page.locator("[data-account]")).to_have_text(name)

    other = visit("/account?view=register", expected=REFUSED)
    send(other, "register", name=new_id(), password=PASSWORD, invite=code)
    says(other, "the invite code is wrong, used or expired")


def test_an_id_that_is_taken_is_refused_without_saying_so(visit: Visit, home: Product) -> None:
    who = person(visit, home, path="/")
    page = visit("/account?view=register", base=home.url, expected=REFUSED)
    send(page, "register", name=who.name.upper(), password=PASSWORD)
    says(page, "The ID or the e-mail address may be taken")


@pytest.mark.parametrize(
    "name", ["<b>Ann</b> \u202e\u0661", "An\u200bn", "A\u0301\u0301\u0301\u0301\u0301nn", "12345678"]
)
def test_names_that_hide_or_mislead_are_refused(visit: Visit, home: Product, name: str) -> None:
    page = visit("/account?view=register", base=home.url, expected=REFUSED)
    send(page, "register", name=name, password=PASSWORD)
    expect(form(page, "register").locator("#register-name-problem")).to_be_visible()


def test_over_plain_http_a_notice_warns_and_passkeys_say_why_not(visit: Visit, home: Product) -> None:
    page = visit("/account", base=home.url.replace("localhost", PLAIN_HOST))
    expect(page.get_by_role("note")).to_contain_text("not encrypted")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    expect(page.locator(".passkey-help")).to_contain_text("Passkeys need an encrypted connection (https).")
    here = visit("/account", base=home.url)
    expect(here.get_by_role("note")).to_have_count(0)


# What can be changed


def test_id_and_address_are_changed_and_one_can_sign_in_with_the_address(visit: Visit, home: Product) -> None:
    first, who = person(visit, home), person(visit, home, expected=REFUSED)
    page = who.page
    action(page, "rename").click()
    expect(form(page, "rename").locator('[name="name"]')).to_have_value(who.name)
    send(page, "rename", name=first.name.upper())
    expect(page.locator("#rename-name-problem")).to_have_text("Somebody else has this ID already.")
    name = f"<i>{new_id()}</i>"
    send(page, "rename", name=name)
    expect(page.locator("[data-account]")).to_have_text(name)

    action(page, "email").click()
    send(page, "email", email="nonsense")
    says(page, "This does not look like an e-mail address.")
    address = f"{new_id().replace(' ', '.')}@example.org"
    send(page, "email", email=address)
    expect(page.locator(".identity-email")).to_have_text(address)

    elsewhere = visit("/account", base=home.url)
    send(elsewhere, "sign-in", name=address.upper(), password=PASSWORD)
    arrived(elsewhere, home.url + "/")
    expect(action(elsewhere, "account")).to_have_text(name)


def test_a_new_password_ends_the_other_sessions_and_the_old_password(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    other = also_here(visit, who, home, expected=REFUSED)
    long_ago(home, who)
    go(who.page, "/account")
    action(who.page, "password").click()
    send(who.page, "password", current=PASSWORD, password=OTHER_PASSWORD)
    says(who.page, "Your password is changed.")
    signed_out(other)
    send(other, "sign-in", name=who.name, password=PASSWORD)
    says(other, "The ID, the e-mail address or the password is wrong.")
    send(other, "sign-in", password=OTHER_PASSWORD)
    arrived(other, home.url + "/")
    expect(who.page.locator("[data-account]")).to_have_text(who.name)


def test_a_wrong_present_password_changes_nothing(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    long_ago(home, who)
    go(who.page, "/account")
    action(who.page, "password").click()
    send(who.page, "password", current=OTHER_PASSWORD, password=OTHER_PASSWORD)
    expect(who.page.locator("#password-current-problem")).to_have_text("That is not your password.")
    assert post(who.page, "account/sign-in", name=who.name, password=PASSWORD)["ok"]


def shown_codes(page: Page) -> list[str]:
    expect(page.locator("#codes")).to_have_value(re.compile(r"\w"))
    return page.locator("#codes").input_value().split("\n")


def test_recovery_codes_are_shown_once_and_let_in_once(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    action(who.page, "codes").click()
    codes = shown_codes(who.page)
    assert len(set(codes)) == 8
    accessible(who.page)
    action(who.page, "codes-kept").click()
    expect(who.page.locator("#codes")).to_have_count(0)
    expect(who.page.get_by_text("8 unused codes")).to_be_visible()

    page = visit("/account", base=home.url, expected=REFUSED)
    action(page, "recover").click()
    send(page, "recover", name=who.name, code="ABCD-" * 6)
    says(page, "or the code has been used already")
    send(page, "recover", code=codes[2].lower())
    arrived(page, "**/account?recovered=1")
    connected(page)
    expect(page.get_by_text("7 unused codes")).to_be_visible()
    action(page, "new-password").click()
    send(page, "password", password=OTHER_PASSWORD)
    says(page, "Your password is changed.")

    again = visit("/account?view=recover", base=home.url, expected=REFUSED)
    send(again, "recover", name=who.name, code=codes[2])
    says(again, "or the code has been used already")


def test_making_new_codes_asks_first_and_ends_the_old_ones(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    action(who.page, "codes").click()
    old = shown_codes(who.page)[0]
    action(who.page, "codes-kept").click()
    action(who.page, "codes").click()
    action(who.page, "confirm").click()
    expect(who.page.locator("#codes")).to_be_visible()
    assert post(who.page, "account/recover", name=who.name, code=old)["word"] == "wrong_recovery"


def test_what_matters_asks_who_is_there_when_that_was_long_ago(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    page = who.page
    long_ago(home, who)
    action(page, "delete").click()
    send(page, "confirm", password=OTHER_PASSWORD)
    expect(page.locator("#confirm-password-problem")).to_have_text("That is not your password.")
    accessible(page)
    send(page, "confirm", password=PASSWORD)
    expect(page.get_by_role("dialog", name="Delete the account?")).to_be_visible()
    # And once more, when the ten minutes run out while the question is open.
    long_ago(home, who)
    form(page, "delete").locator('[data-action="send"]').click()
    send(page, "confirm", password=PASSWORD)
    arrived(page, home.url + "/")


# Pictures


def a_picture(folder: Path, size: tuple[int, int] = (300, 200)) -> Path:
    path = folder / "holiday.png"
    Image.new("RGB", size, "#3366cc").save(path)
    return path


def test_an_uploaded_picture_is_seen_wherever_the_person_is(visit: Visit, home: Product, tmp_path: Path) -> None:
    who = person(visit, home, expected=REFUSED)
    page = who.page
    action(page, "portrait").click()
    (tmp_path / "notes.png").write_text("no picture at all")
    page.locator("#picture").set_input_files(tmp_path / "notes.png")
    says(page, "This picture cannot be read.")
    page.locator("#picture").set_input_files(a_picture(tmp_path))
    own = page.locator(".identity .portrait-picture")
    expect(own).to_be_visible()
    address = own.evaluate("node => getComputedStyle(node).backgroundImage").split('"')[1]
    answer = page.request.get(address)
    assert answer.status == 200 and answer.headers["content-type"] == "image/webp"

    go(page, "/")
    expect(action(page, "account").locator(".portrait-picture")).to_be_visible()
    go(page, "/setup")
    expect(page.locator(".seat").first.locator(".portrait-picture")).to_be_visible()
    action(page, "start").click()
    arrived(page, "**/table")
    expect(page.locator('[data-seat="0"] .portrait-picture')).to_be_visible()

    go(page, "/account")
    action(page, "portrait").click()
    page.locator('[data-portrait="fox"]').click()
    expect(page.locator(".identity .portrait-fox")).to_be_visible()


# Whose things are whose


def test_the_first_person_of_a_set_up_has_id_and_portrait_of_the_account(visit: Visit, home: Product) -> None:
    who = person(visit, home, path="/setup?preset=official")
    expect(who.page.locator('[data-field="name"]').first).to_have_value(who.name)
    who.page.locator('[data-field="name"]').first.fill("Annie")
    who.page.locator('[data-field="name"]').first.blur()
    # The address follows once the change is kept.
    arrived(who.page, "**/setup")
    go(who.page, "/setup")
    expect(who.page.locator('[data-field="name"]').first).to_have_value("Annie")


def test_game_and_favourites_come_along_to_the_account_and_to_another_device(visit: Visit, home: Product) -> None:
    page = visit("/setup?preset=quick", base=home.url)
    action(page, "save-favourite").click()
    page.locator("#favourite-name").fill("Ours")
    page.locator("#favourite-name").blur()
    action(page, "confirm").click()
    expect(page.locator("[data-favourite]")).to_have_count(1)
    action(page, "start").click()
    arrived(page, "**/table")
    connected(page)
    name = new_id()
    assert post(page, "account/register", name=name, password=PASSWORD)["ok"]

    there = also_here(visit, Person(page, name), home, path="/")
    expect(there.locator("[data-continue]")).to_contain_text("Quick")
    expect(there.locator('[data-favourite="0"]')).to_contain_text("Ours")
    action(there, "continue").click()
    arrived(there, "**/table")
    expect(there.locator('[data-page="table"]')).to_be_visible()

    stranger = visit("/", base=home.url)
    expect(stranger.locator("[data-continue], [data-favourite]")).to_have_count(0)


def test_signed_out_the_device_shows_nothing_of_the_account(visit: Visit, home: Product) -> None:
    who = person(visit, home, path="/setup")
    action(who.page, "start").click()
    arrived(who.page, "**/table")
    connected(who.page)
    go(who.page, "/account")
    action(who.page, "sign-out").click()
    arrived(who.page, home.url + "/")
    expect(action(who.page, "account")).to_have_text("Sign in")
    expect(who.page.locator("[data-continue]")).to_have_count(0)


def test_all_data_can_be_taken_away(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    with who.page.expect_download() as started:
        action(who.page, "download").click()
    text = Path(started.value.path()).read_text(encoding="utf-8")
    assert who.name in text
    assert "argon2" not in text and PASSWORD not in text


# Sessions


def test_other_sessions_are_listed_and_can_be_ended(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    others = [also_here(visit, who, home, path="/") for _ in range(2)]
    go(who.page, "/account")
    rows = who.page.locator('[data-list="sessions"] .account-row')
    expect(rows).to_have_count(3)
    expect(who.page.locator("[data-current]")).to_have_count(1)
    action(who.page, "end-session").first.click()
    expect(rows).to_have_count(2)
    action(who.page, "end-others").click()
    expect(rows).to_have_count(1)
    expect(action(who.page, "end-others")).to_be_hidden()
    for other in others:
        expect(action(other, "account")).to_have_text("Sign in")
    expect(who.page.locator("[data-account]")).to_have_text(who.name)


def test_signing_out_in_one_tab_ends_the_other_and_its_cookie(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    tab = visit("/account", base=home.url, same=who.page)
    kept = [cookie for cookie in who.page.context.cookies() if "session" in cookie["name"]]
    action(who.page, "sign-out").click()
    arrived(who.page, home.url + "/")
    signed_out(tab)
    # Somebody who has copied the cookie is nobody, too.
    thief = visit("/account", base=home.url)
    thief.context.add_cookies(kept)  # type: ignore[arg-type]
    go(thief, "/account")
    signed_out(thief)


def test_deleting_the_account_leaves_nothing(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    other = also_here(visit, who, home)
    action(who.page, "delete").click()
    expect(who.page.get_by_role("dialog")).to_contain_text("deleted for good")
    accessible(who.page)
    form(who.page, "delete").locator('[data-action="send"]').click()
    arrived(who.page, home.url + "/")
    expect(action(who.page, "account")).to_have_text("Sign in")
    signed_out(other)
    assert post(who.page, "account/sign-in", name=who.name, password=PASSWORD)["word"] == "wrong_sign_in"
    assert post(who.page, "account/register", name=who.name, password=PASSWORD)["ok"]


# Looks


def fits_everywhere(page: Page) -> None:
    for width, height in ((320, 568), PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        no_sideways_scrolling(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button, a[href], input:not([type=file], [hidden]), label.btn')]
  .filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
  .filter(([e, b]) => b.width < 43.5 || b.height < 43.5).map(([e]) => e.outerHTML.slice(0, 120))"""


def big_enough(page: Page) -> None:
    """Fail when a control is smaller than a finger."""
    eventually(page, lambda: page.evaluate(SMALL_TARGETS), [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_pages_fit_and_are_accessible(visit: Visit, home: Product, language: str) -> None:
    page = visit("/account", base=home.url, language=language, size=PHONE, scheme="dark")
    for tab in page.get_by_role("tab").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        accessible(page)
        fits_everywhere(page)
        big_enough(page)
    who = person(visit, home, path="/account?new=1", email=f"{new_id().replace(' ', '')}@{'long.' * 20}example.org",
                 language=language, size=PHONE)  # fmt: skip
    accessible(who.page)
    fits_everywhere(who.page)
    big_enough(who.page)
    who.page.emulate_media(color_scheme="dark")
    for name in ("rename", "email", "password", "portrait"):
        action(who.page, name).click()
        expect(who.page.get_by_role("dialog")).to_be_visible()
        accessible(who.page)
        no_sideways_scrolling(who.page)
        who.page.keyboard.press("Escape")
        expect(who.page.get_by_role("dialog")).to_have_count(0)


def test_the_page_follows_the_language_at_once(visit: Visit, home: Product) -> None:
    who = person(visit, home, expected=REFUSED)
    action(who.page, "rename").click()
    send(who.page, "rename", name="")
    problem = who.page.locator("#rename-name-problem")
    expect(problem).to_be_visible()
    who.page.keyboard.press("Escape")
    who.page.locator('[data-language="ja"]').click()
    expect(who.page.locator("html")).to_have_attribute("lang", "ja")
    known = {"English", "Chrome", "Linux", "Chromium", "HeadlessChrome"}

    def left() -> set[str]:
        texts = who.page.locator("main").inner_text().replace(who.name, "")
        return set(re.findall(r"[A-Za-z]{3,}", texts)) - known

    eventually(who.page, left, set())
