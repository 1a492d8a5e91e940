"""Accounts: who may register, sign in and stay so; what can be changed; what is gone afterwards."""

import asyncio
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from PIL import Image

from app.play.accounts import (
    FRESH_SECONDS,
    IDLE_SECONDS,
    LONGEST_SECONDS,
    Accounts,
    Visitor,
    new_invites,
    short_agent,
)
from app.play.passwords import Passwords
from app.store.db import sqlite_file
from tests.play.people import (
    ANN,
    BEN,
    OTHER_PASSWORD,
    PASSWORD,
    Clock,
    accounts_at,
    an_invite,
    closed,
    refused,
    registered,
)

# Registering


async def test_who_has_registered_is_signed_in(accounts: Accounts) -> None:
    opened = await accounts.register(ANN, "  Ann ", PASSWORD, "Ann@Example.org")
    me = await accounts.signed_in(opened.token)
    assert me is not None and me == opened.me
    assert (me.account.name, me.account.email, me.account.has_password) == ("Ann", "Ann@Example.org", True)


@pytest.fixture
def closed_circle(accounts_url: str, clock: Clock) -> Iterator[Accounts]:
    by_invitation = accounts_at(accounts_url, clock, invites=True)
    yield by_invitation
    closed(by_invitation)


async def test_an_invite_is_typed_as_people_type_and_used_once(closed_circle: Accounts) -> None:
    code = await an_invite(closed_circle)
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "
    await closed_circle.register(ANN, "Ann", PASSWORD, invite=typed)
    with refused("register_refused_invite"):
        await closed_circle.register(BEN, "Ben", PASSWORD, invite=code)


async def test_unknown_used_and_expired_invites_and_taken_names_get_one_answer(
    closed_circle: Accounts, clock: Clock
) -> None:
    used, expired, good = [await an_invite(closed_circle, days) for days in (7, 1, 7)]
    await closed_circle.register(ANN, "Ann", PASSWORD, "ann@x.org", used)
    clock.pass_(24 * 3600)
    for name, email, code in [
        ("Ben", "", used), ("Ben", "", expired), ("Ben", "", "AAAA" * 7), ("Ben", "", ""),
        ("ANN", "", good), ("Ben", "Ann@X.org", good),
    ]:  # fmt: skip
        with refused("register_refused_invite") as answer:
            await closed_circle.register(BEN, name, PASSWORD, email, code)
        assert (answer.refusal.field, answer.refusal.params) == ("", {})
    await closed_circle.register(BEN, "Ben", PASSWORD, "ben@x.org", good)


async def test_one_account_of_ten_who_use_an_invite_at_once(closed_circle: Accounts) -> None:
    code = await an_invite(closed_circle)
    visitors = [Visitor(f"device {n}", f"10.{n}.0.1") for n in range(10)]
    made = await asyncio.gather(
        *(closed_circle.register(visitor, f"Ann {n}x", PASSWORD, invite=code) for n, visitor in enumerate(visitors)),
        return_exceptions=True,
    )
    assert sum(not isinstance(each, Exception) for each in made) == 1


async def test_guessing_invites_is_slowed_down(closed_circle: Accounts) -> None:
    for _ in range(20):
        with refused("register_refused_invite"):
            await closed_circle.register(BEN, "Ben", PASSWORD, invite="guess")
    with refused("wait"):
        await closed_circle.register(BEN, "Ben", PASSWORD, invite=await an_invite(closed_circle))
    assert closed_circle.passwords.verifications == 0


async def test_without_invites_a_code_is_not_looked_at(accounts: Accounts) -> None:
    await accounts.register(ANN, "Ann", PASSWORD, invite="whatever")
    with refused("register_refused"):
        await accounts.register(BEN, "ann", PASSWORD)


@pytest.mark.parametrize(
    ("name", "password", "email", "word"),
    [
        ("An", PASSWORD, "", "id_too_short"),
        ("Ann", "short", "", "password_too_short"),
        ("Ann", "password1234567", "", "password_common"),
        ("Annabella", "annabella-annab2", "", "password_personal"),
        ("Ann", PASSWORD, "no address", "email_bad"),
    ],
)
async def test_what_is_wrong_with_the_form_is_said_before_anything(
    closed_circle: Accounts, name: str, password: str, email: str, word: str
) -> None:
    with refused(word):
        await closed_circle.register(ANN, name, password, email, "any code")


# Signing in


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "Ａｎｎ", "ann@example.org", "ANN@example.ORG"])
async def test_signing_in_by_id_or_address_in_any_form(accounts: Accounts, name: str) -> None:
    await registered(accounts, email="Ann@example.org")
    opened = await accounts.sign_in(BEN, name, PASSWORD)
    assert opened.me.account.name == "Ann"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ann", OTHER_PASSWORD), ("Ann", ""), ("Ann", PASSWORD + " "), ("Ann", PASSWORD.upper()),
        ("Ann", "x" * 100_000),
        ("Nobody", PASSWORD), ("", PASSWORD), ("nobody@example.org", PASSWORD), ("x" * 100_000, PASSWORD), ("@", "\0"),
    ],
)  # fmt: skip
async def test_whatever_is_wrong_gets_the_same_answer_and_costs_one_verification(
    accounts: Accounts, name: str, password: str
) -> None:
    await registered(accounts)
    before = accounts.passwords.verifications
    with refused("wrong_sign_in") as answer:
        await accounts.sign_in(BEN, name, password)
    assert (answer.refusal.field, answer.refusal.params) == ("", {})
    assert accounts.passwords.verifications == before + 1


async def test_letters_typed_differently_are_the_same_password(accounts: Accounts) -> None:
    await accounts.register(ANN, "Ann", "un café très tranquille là-bas")
    await accounts.sign_in(BEN, "Ann", "un cafe\u0301 tre\u0300s tranquille la\u0300-bas")


async def test_another_name_of_the_same_person_has_no_tries_of_its_own(accounts: Accounts) -> None:
    await registered(accounts, email="ann@example.org")
    for number in range(6):
        with refused("wrong_sign_in"):
            await accounts.sign_in(BEN, ("Ann", "ann@example.org")[number % 2], OTHER_PASSWORD)
    with refused("wait"):
        await accounts.sign_in(BEN, "Ann", PASSWORD)


async def test_signing_in_ends_the_session_the_browser_had(accounts: Accounts) -> None:
    first = await registered(accounts)
    second = await accounts.sign_in(replace(ANN, token=first.token), "Ann", PASSWORD)
    assert second.token != first.token
    assert await accounts.signed_in(first.token) is None
    assert await accounts.signed_in(second.token) is not None


async def test_a_token_of_somebodys_making_is_not_taken_over(accounts: Accounts) -> None:
    opened = await accounts.register(replace(ANN, token="fixed by an attacker"), "Ann", PASSWORD)
    assert opened.token != "fixed by an attacker"
    assert await accounts.signed_in("fixed by an attacker") is None


async def test_a_session_ends_when_it_is_not_used_and_when_it_is_old(accounts: Accounts, clock: Clock) -> None:
    opened = await registered(accounts)
    clock.pass_(IDLE_SECONDS - 1)
    assert await accounts.signed_in(opened.token) is not None
    clock.pass_(IDLE_SECONDS - 1)
    assert await accounts.signed_in(opened.token) is not None
    clock.pass_(LONGEST_SECONDS - 2 * IDLE_SECONDS + 3)
    assert await accounts.signed_in(opened.token) is None
    idle = await accounts.sign_in(ANN, "Ann", PASSWORD)
    clock.pass_(IDLE_SECONDS + 1)
    assert await accounts.signed_in(idle.token) is None
    with refused("not_signed_in"):
        await accounts.account(idle.me)


async def test_older_parameters_are_replaced_at_sign_in(accounts: Accounts, clock: Clock) -> None:
    await registered(accounts)
    passwords = Passwords(memory_kib=16)
    stronger = Accounts(accounts.store, invites=False, passwords=passwords, wall=clock)
    await stronger.sign_in(BEN, "Ann", PASSWORD)
    stored = await accounts.store.find(name_key="ann")
    assert stored is not None and "m=16," in stored.password
    await stronger.sign_in(BEN, "Ann", PASSWORD)
    passwords.close()


# Sessions


async def test_sessions_are_listed_and_ended(accounts: Accounts) -> None:
    here = await registered(accounts)
    there = await accounts.sign_in(BEN, "Ann", PASSWORD)
    other = await accounts.register(BEN, "Ben", PASSWORD)
    listed = {each.id: each for each in await accounts.sessions(here.me)}
    assert set(listed) == {here.me.session, there.me.session}
    assert [each.current for each in listed.values()].count(True) == 1
    assert listed[here.me.session].agent == "Firefox · Linux"
    with refused("gone"):
        await accounts.end_session(other.me, there.me.session)
    await accounts.end_session(here.me, there.me.session)
    assert await accounts.signed_in(there.token) is None
    assert await accounts.signed_in(here.token) is not None
    with refused("gone"):
        await accounts.end_session(here.me, there.me.session)


async def test_an_ended_session_can_do_nothing(accounts: Accounts) -> None:
    opened = await registered(accounts)
    await accounts.sign_out(opened.me)
    me = opened.me
    for call in (
        accounts.account(me), accounts.rename(me, "Anna"), accounts.set_email(me, ""), accounts.set_portrait(me, "fox"),
        accounts.set_picture(me, b""), accounts.set_password(me, ANN, OTHER_PASSWORD), accounts.remove_password(me),
        accounts.new_recovery_codes(me), accounts.everything(me), accounts.delete(me), accounts.sessions(me),
        accounts.end_session(me, me.session), accounts.end_other_sessions(me), accounts.confirm(me, ANN, PASSWORD),
    ):  # fmt: skip
        with refused("not_signed_in"):
            await call


async def test_who_waits_for_the_end_of_a_session_is_told_once(accounts: Accounts) -> None:
    here, there = await registered(accounts), await accounts.sign_in(BEN, "Ann", PASSWORD)
    told: list[str] = []
    accounts.when_ended(here.me.session, lambda: told.append("here"))
    accounts.when_ended(there.me.session, lambda: told.append("there"))
    stop = accounts.when_ended(there.me.session, lambda: told.append("stopped"))
    stop()
    stop()
    assert await accounts.end_other_sessions(here.me) == 1
    assert told == ["there"]
    await accounts.sign_out(here.me)
    await accounts.sign_out(here.me)
    assert told == ["there", "here"]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("curl/8", ""),
        ("<script>alert(1)</script>", ""),
    ],
)  # fmt: skip
def test_a_browser_in_two_words_that_are_ours(header: str, said: str) -> None:
    assert short_agent(header) == said


# Proving again


async def test_after_ten_minutes_some_things_need_a_new_proof(accounts: Accounts, clock: Clock) -> None:
    opened = await registered(accounts)
    clock.pass_(FRESH_SECONDS + 1)
    for call in (
        accounts.set_email(opened.me, "a@b.org"), accounts.new_recovery_codes(opened.me),
        accounts.remove_password(opened.me), accounts.delete(opened.me),
    ):  # fmt: skip
        with refused("confirm_first"):
            await call
    with refused("wrong_password"):
        await accounts.confirm(opened.me, ANN, OTHER_PASSWORD)
    proved = await accounts.confirm(opened.me, ANN, PASSWORD)
    assert proved.me.session == opened.me.session
    assert proved.token != opened.token
    assert await accounts.signed_in(opened.token) is None
    assert len(await accounts.new_recovery_codes(opened.me)) == 8


# Changing


async def test_the_password_changes_and_everybody_else_is_out(accounts: Accounts, clock: Clock) -> None:
    here, there = await registered(accounts), await accounts.sign_in(BEN, "Ann", PASSWORD)
    clock.pass_(FRESH_SECONDS + 1)
    with refused("wrong_password") as answer:
        await accounts.set_password(here.me, ANN, OTHER_PASSWORD, "wrong")
    assert answer.refusal.field == "current"
    with refused("password_personal"):
        await accounts.set_password(here.me, ANN, "AnnAnnAnnxyzAnnAnnAnn", PASSWORD)
    changed = await accounts.set_password(here.me, ANN, OTHER_PASSWORD, PASSWORD)
    assert await accounts.signed_in(there.token) is None
    assert await accounts.signed_in(here.token) is None
    assert await accounts.signed_in(changed.token) is not None
    with refused("wrong_sign_in"):
        await accounts.sign_in(BEN, "Ann", PASSWORD)
    await accounts.sign_in(BEN, "Ann", OTHER_PASSWORD)


async def test_a_fresh_session_needs_no_current_password(accounts: Accounts) -> None:
    opened = await registered(accounts)
    await accounts.set_password(opened.me, ANN, OTHER_PASSWORD)
    await accounts.sign_in(BEN, "Ann", OTHER_PASSWORD)


async def test_an_id_can_change_to_what_is_free(accounts: Accounts) -> None:
    opened = await registered(accounts)
    await registered(accounts, BEN, "Ben")
    with refused("id_taken"):
        await accounts.rename(opened.me, "BEN")
    with refused("id_bad_characters"):
        await accounts.rename(opened.me, "An\u202en")
    assert (await accounts.rename(opened.me, "ann")).name == "ann"
    assert (await accounts.rename(opened.me, "花子さん")).name == "花子さん"
    await registered(accounts, BEN, "Ann")


async def test_an_address_is_optional_and_unique(accounts: Accounts) -> None:
    opened = await registered(accounts, email="ann@x.org")
    ben = await registered(accounts, BEN, "Ben")
    with refused("email_not_usable"):
        await accounts.set_email(ben.me, "ANN@x.org")
    assert (await accounts.set_email(opened.me, "")).email == ""
    assert (await accounts.set_email(ben.me, "ANN@x.org")).email == "ANN@x.org"


async def test_trying_out_names_is_limited(accounts: Accounts) -> None:
    opened = await registered(accounts)
    for number in range(20):
        await accounts.rename(opened.me, f"Ann {number}x")
    with refused("wait"):
        await accounts.rename(opened.me, "Anna")


def picture(kind: str = "PNG", size: tuple[int, int] = (300, 200)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "red").save(file, kind)
    return file.getvalue()


async def test_a_portrait_is_one_of_ours_or_a_picture(accounts: Accounts) -> None:
    opened = await registered(accounts)
    assert (await accounts.set_portrait(opened.me, "fox")).portrait == "fox"
    shown = (await accounts.set_picture(opened.me, picture())).portrait
    assert shown.startswith("picture-") and len(shown) == 40
    image = await accounts.picture(shown.removeprefix("picture-"))
    assert image is not None
    with Image.open(io.BytesIO(image)) as small:
        assert (small.format, small.size) == ("WEBP", (128, 128))
    for stranger in ("../../etc/passwd", "dragonfly", "picture-" + "0" * 32, "FOX"):
        with refused("portrait_unknown"):
            await accounts.set_portrait(opened.me, stranger)
    assert (await accounts.set_portrait(opened.me, "")).portrait == ""
    assert await accounts.picture(shown.removeprefix("picture-")) is None


async def test_a_bad_picture_leaves_the_old_one(accounts: Accounts) -> None:
    opened = await registered(accounts)
    shown = (await accounts.set_picture(opened.me, picture())).portrait
    with refused("picture_unreadable"):
        await accounts.set_picture(opened.me, b"GIF89a and then nothing")
    assert (await accounts.account(opened.me)).portrait == shown


# Recovery codes


async def test_a_recovery_code_lets_in_once(accounts: Accounts) -> None:
    opened = await registered(accounts)
    codes = await accounts.new_recovery_codes(opened.me)
    assert len(set(codes)) == 8
    back = await accounts.recover(BEN, "ann", codes[3].lower().replace("-", ""))
    assert back.me.account.name == "Ann"
    assert await accounts.recovery_codes_left(back.me) == 7
    with refused("wrong_recovery"):
        await accounts.recover(BEN, "ann", codes[3])
    await accounts.set_password(back.me, BEN, OTHER_PASSWORD)
    newer = await accounts.new_recovery_codes(back.me)
    with refused("wrong_recovery"):
        await accounts.recover(BEN, "Ann", codes[0])
    await accounts.recover(BEN, "Ann", newer[0])


async def test_codes_of_others_and_of_nobody_get_one_answer_and_are_counted(accounts: Accounts) -> None:
    await registered(accounts)
    ben = await registered(accounts, BEN, "Ben")
    (code, *_) = await accounts.new_recovery_codes(ben.me)
    for name in ("Ann", "nobody"):
        for _ in range(6):
            with refused("wrong_recovery"):
                await accounts.recover(ANN, name, code)
        with refused("wait"):
            await accounts.recover(ANN, name, code)


# Leaving


async def test_all_data_are_handed_out_and_none_of_the_secrets(accounts: Accounts) -> None:
    opened = await registered(accounts, email="ann@x.org")
    await accounts.set_picture(opened.me, picture())
    codes = await accounts.new_recovery_codes(opened.me)
    everything = await accounts.everything(opened.me)
    text = json.dumps(everything)
    assert (everything["id"], everything["email"], everything["recovery_codes_left"]) == ("Ann", "ann@x.org", 8)
    assert [each["browser"] for each in everything["sessions"]] == ["Firefox · Linux"]
    assert everything["picture"]
    assert not any(secret in text for secret in ("argon2", opened.token, *codes))


async def test_a_deleted_account_leaves_nothing_and_its_name_is_free(accounts: Accounts, accounts_url: str) -> None:
    opened = await registered(accounts, email="ann@x.org")
    there = await accounts.sign_in(BEN, "Ann", PASSWORD)
    await accounts.set_picture(opened.me, picture())
    await accounts.new_recovery_codes(opened.me)
    await accounts.delete(opened.me)
    assert await accounts.signed_in(opened.token) is None
    assert await accounts.signed_in(there.token) is None
    for table, rows in dump(accounts_url).items():
        assert rows == [] or table in ("accounts_version", "account_tries"), table
    await registered(accounts, email="ann@x.org")


def dump(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    file = sqlite_file(url)
    assert file is not None
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


async def test_a_stolen_database_opens_nothing(accounts: Accounts, accounts_url: str) -> None:
    opened = await accounts.register(ANN, "Ann", PASSWORD)
    codes = await accounts.new_recovery_codes(opened.me)
    invites = await new_invites(accounts.store, 3, 7, accounts.wall())
    with refused("wrong_sign_in"):
        await accounts.sign_in(BEN, "a name mistaken for a password", PASSWORD)
    text = repr(dump(accounts_url))
    plain = [code.replace("-", "") for code in (*codes, *invites)]
    secrets = [opened.token, PASSWORD, "mistaken for a password", *codes, *invites, *plain]
    assert [secret for secret in secrets if secret in text] == []
