"""Passkeys, in a real browser with an authenticator that only it takes for a real one."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.accounts import (
    PASSWORD,
    REFUSED,
    Authenticator,
    Person,
    action,
    also_here,
    form,
    go,
    long_ago,
    person,
    post,
    says,
    send,
    signed_out,
)
from e2e.conftest import PHONE, Product, Visit, accessible, arrived, no_sideways_scrolling


def add(page: Page, name: str = "") -> None:
    """Add a passkey as a person does."""
    action(page, "add-passkey").click()
    page.locator("#new-passkey-name").fill(name)
    page.locator('[data-passkey="add"]').click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def rows(page: Page) -> Locator:
    """The passkeys of the profile."""
    return page.locator('[data-list="passkeys"] .account-row')


def with_passkey(visit: Visit, home: Product, **options: Any) -> tuple[Person, Authenticator]:
    """Somebody who has one passkey."""
    who = person(visit, home, **options)
    reader = Authenticator(who.page)
    add(who.page, "Blue phone")
    expect(rows(who.page)).to_have_count(1)
    return who, reader


def to_sign_in(who: Person, reader: Authenticator, suggestions: bool = False) -> None:
    """Sign out and come to the sign-in page, where nobody touches the reader unasked."""
    reader.touched(at_once=False)
    action(who.page, "sign-out").click()
    expect(action(who.page, "account")).to_have_text("Sign in")
    if not suggestions:  # They would sign in by themselves as soon as the reader is touched.
        who.page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    go(who.page, "/account")


def by_passkey(page: Page, reader: Authenticator) -> None:
    """Press the button with a finger on the reader."""
    reader.touched(at_once=True)
    page.locator('[data-passkey="sign-in"]').click()


def test_with_a_passkey_nobody_types_a_name(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home)
    expect(rows(who.page)).to_contain_text("Blue phone")
    reader.keeps(who.page, 1)
    to_sign_in(who, reader)
    by_passkey(who.page, reader)
    arrived(who.page, home.url + "/")
    expect(action(who.page, "account")).to_have_text(who.name)


def test_a_passkey_is_offered_where_the_name_is_typed(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home)
    to_sign_in(who, reader, suggestions=True)
    expect(form(who.page, "sign-in").locator('[name="name"]')).to_have_attribute("autocomplete", "username webauthn")
    # The browser has it among its suggestions as soon as the page is there; choosing it is the touch.
    reader.touched(at_once=True)
    who.page.reload(wait_until="commit")
    arrived(who.page, home.url + "/")
    expect(action(who.page, "account")).to_have_text(who.name)


def test_adding_a_passkey_ends_the_other_sessions(visit: Visit, home: Product) -> None:
    who = person(visit, home)
    other = also_here(visit, who, home)
    Authenticator(who.page)
    add(who.page)
    expect(rows(who.page)).to_contain_text("Linux")
    signed_out(other)


def test_passkeys_are_renamed_and_removed_even_in_the_browser(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home, expected=REFUSED)
    page = who.page
    action(page, "rename-passkey").click()
    send(page, "rename-passkey", name=" ")
    says(page, "Please enter a name.")
    send(page, "rename-passkey", name="<b>Kitchen</b> \u202e")
    says(page, "This name contains characters that cannot be used.")
    send(page, "rename-passkey", name="<b>Kitchen</b>")
    expect(rows(page).locator("bdi")).to_have_text("<b>Kitchen</b>")

    action(page, "remove-passkey").click()
    expect(page.get_by_role("dialog")).to_contain_text("<b>Kitchen</b>")
    action(page, "confirm").click()
    expect(rows(page)).to_have_count(0)
    reader.keeps(page, 0)


def test_the_last_way_in_cannot_be_removed(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home, expected=REFUSED)
    page = who.page
    action(page, "remove-password").click()
    action(page, "confirm").click()
    expect(page.get_by_text("None: you sign in with passkeys")).to_be_visible()
    assert post(page, "account/sign-in", name=who.name, password=PASSWORD)["word"] == "wrong_sign_in"
    action(page, "remove-passkey").click()
    action(page, "confirm").click()
    says(page, "This passkey is your only way to sign in.")
    expect(rows(page)).to_have_count(1)
    to_sign_in(who, reader)
    by_passkey(page, reader)
    arrived(page, home.url + "/")


def test_what_matters_can_be_confirmed_with_a_passkey(visit: Visit, home: Product) -> None:
    who, _ = with_passkey(visit, home)
    long_ago(home, who)
    action(who.page, "email").click()
    expect(who.page.get_by_role("dialog", name="Confirm that it is you")).to_be_visible()
    accessible(who.page)
    who.page.locator('[data-passkey="confirm"]').click()
    expect(who.page.get_by_role("dialog", name="Change e-mail")).to_be_visible()


def test_whoever_changes_their_mind_can_cancel(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home)
    to_sign_in(who, reader)
    button, cancel = who.page.locator('[data-passkey="sign-in"]'), who.page.locator("[data-passkey-cancel]")
    button.click()
    expect(cancel).to_be_visible()
    expect(button).to_be_disabled()
    cancel.click()
    says(who.page, "The passkey was not used")
    expect(button).to_be_enabled()
    expect(cancel).to_be_hidden()
    # The suggestions are back, and the password still works.
    send(who.page, "sign-in", name=who.name, password=PASSWORD)
    arrived(who.page, home.url + "/")


def test_the_wrong_finger_is_refused(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home)
    to_sign_in(who, reader)
    reader.knows_the_finger(False)
    by_passkey(who.page, reader)
    says(who.page, "The passkey was not used")
    expect(who.page.get_by_role("tab", name="Sign in")).to_be_visible()


def test_a_passkey_of_a_deleted_account_opens_nothing(visit: Visit, home: Product) -> None:
    who, reader = with_passkey(visit, home, expected=REFUSED)
    reader.touched(at_once=False)
    assert post(who.page, "account/delete")["ok"]
    signed_out(who.page)
    by_passkey(who.page, reader)
    says(who.page, "The passkey did not work.")
    expect(who.page.get_by_role("tab", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("language", ["ja", "th"])
def test_the_sheet_for_a_new_passkey_fits_and_is_accessible(visit: Visit, home: Product, language: str) -> None:
    who = person(visit, home, language=language, size=PHONE, scheme="dark")
    action(who.page, "add-passkey").click()
    expect(who.page.locator('[data-passkey="add"]')).to_be_visible()
    accessible(who.page)
    no_sideways_scrolling(who.page)


def test_where_the_address_cannot_have_passkeys_the_page_names_one_that_can(visit: Visit, home: Product) -> None:
    page = visit("/account", base=home.url.replace("localhost", "127.0.0.1"))
    expect(page.locator('[data-passkey="sign-in"]')).to_be_hidden()
    expect(page.locator(".passkey-help")).to_contain_text(f"Passkeys work only at {home.url}.")
    accessible(page)
