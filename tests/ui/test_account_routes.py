"""Requests about accounts: cookies, other sites, bad input, what belongs to whom."""

import atexit
import functools
import io
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from PIL import Image

from app.config import DATABASE_FILE, Settings, read_settings
from app.play import Accounts, Friends, Lounge, Passkeys
from app.play.passwords import Passwords
from app.store import upkeep
from app.store.accounts import AccountStore
from app.store.db import sqlite_url
from app.store.errors import StorageFull
from app.store.games import GameStore
from app.ui import account_routes
from app.ui.frame import Site
from app.ui.http import SESSION_COOKIES, Doorway
from tests.play.authenticator import Authenticator
from tests.play.people import OTHER_PASSWORD, PASSWORD
from tests.play.test_lounge import SETUP

HTTP, HTTPS = "http://localhost:8080", "https://uno.example.org"
POSTS = sorted(account_routes._POSTS)


class Browser:
    """A browser that keeps its cookies and says where it is."""

    def __init__(self, app: Any, origin: str = HTTP, address: str = "192.0.2.1") -> None:
        self.origin = origin
        transport = httpx.ASGITransport(app, client=(address, 1))
        self.client = httpx.AsyncClient(transport=transport, base_url=origin, headers={"user-agent": "Firefox/1 Linux"})

    async def post(self, path: str, headers: dict[str, str] | None = None, **form: Any) -> httpx.Response:
        return await self.raw(path, json.dumps(form).encode(), headers)

    async def raw(self, path: str, body: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
        sent = {"origin": self.origin, "content-type": "application/json", **(headers or {})}
        return await self.client.post(f"/api/{path}", content=body, headers=sent)

    async def register(self, name: str = "Ann", email: str = "") -> None:
        answer = await self.post("account/register", name=name, password=PASSWORD, email=email)
        assert answer.status_code == 200, answer.text

    @property
    def token(self) -> str:
        return self.client.cookies.get(SESSION_COOKIES[self.origin.startswith("https")], "") or ""

    async def is_signed_in(self) -> bool:
        return (await self.client.get("/api/account/data")).status_code == 200


class Product:
    """The routes with everything behind them."""

    def __init__(self, store: GameStore, settings: Settings, invites: bool = False) -> None:
        self.accounts = Accounts(AccountStore(store.database), invites=invites, passwords=Passwords(memory_kib=8))
        self.lounge = Lounge(store, pace=0)
        self.passkeys = Passkeys(self.accounts, settings.base_url, settings.port)
        app = FastAPI(openapi_url=None)
        friends = Friends(self.accounts, self.lounge.notices)
        account_routes.serve(app, Site(settings, self.lounge, cast(Any, None), self.accounts, self.passkeys, friends))
        self.app = Doorway(app, settings.base_url)

    def browser(self, origin: str = HTTP, address: str = "192.0.2.1") -> Browser:
        return Browser(self.app, origin, address)


@functools.cache
def empty_database() -> Path:
    """A file with all tables and nothing in them, made once."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    file = Path(folder.name) / DATABASE_FILE
    for tables in (upkeep.GAMES, upkeep.ACCOUNTS):
        upkeep.prepare(sqlite_url(file), tables)
    return file


@asynccontextmanager
async def running(folder: Path, **environ: str) -> AsyncIterator[Product]:
    settings = read_settings({"UNO_DATA_DIR": str(folder), **environ})
    shutil.copy(empty_database(), folder / DATABASE_FILE)
    store = GameStore(settings.database_url)
    product = Product(store, settings)
    yield product
    await product.lounge.close()
    product.accounts.close()
    store.close()


@pytest.fixture
async def product(tmp_path: Path) -> AsyncIterator[Product]:
    async with running(tmp_path) as product:
        yield product


@pytest.fixture
async def ann(product: Product) -> Browser:
    browser = product.browser()
    await browser.register(email="ann@example.org")
    return browser


def word(answer: httpx.Response) -> str:
    told = answer.json()
    assert told.keys() == {"ok", "word", "params", "field"} and told["ok"] is False
    return str(told["word"])


# Cookies


async def test_over_plain_http_the_cookie_is_an_ordinary_one(product: Product) -> None:
    browser = product.browser()
    answer = await browser.post("account/register", name="Ann", password=PASSWORD)
    (cookie,) = [each for each in answer.headers.get_list("set-cookie") if "uno_session" in each]
    assert cookie == f"uno_session={browser.token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax"
    assert len(browser.token) == 43
    assert answer.headers["cache-control"] == "no-store"


async def test_over_https_no_other_host_can_set_or_read_it(tmp_path: Path) -> None:
    async with running(tmp_path, UNO_BASE_URL=HTTPS) as product:
        browser = product.browser(HTTPS)
        answer = await browser.post("account/register", name="Ann", password=PASSWORD)
        (cookie,) = [each for each in answer.headers.get_list("set-cookie") if "__Host-uno" in each]
        assert cookie == f"__Host-uno={browser.token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure"
        assert await browser.is_signed_in()
        # The same token in the cookie that a plain page could have set is nobody's.
        plain = product.browser(HTTPS)
        plain.client.cookies.set("uno_session", browser.token)
        assert not await plain.is_signed_in()


async def test_signing_out_ends_the_session_and_forgets_the_cookie(ann: Browser, product: Product) -> None:
    token = ann.token
    answer = await ann.post("account/sign-out")
    assert "uno_session=; Max-Age=0" in answer.headers["set-cookie"]
    assert ann.token == ""
    thief = product.browser()
    thief.client.cookies.set("uno_session", token)
    assert not await thief.is_signed_in()
    assert (await ann.post("account/sign-out")).status_code == 200


async def test_every_proof_changes_the_token_and_kills_the_old_one(ann: Browser, product: Product) -> None:
    tokens = [ann.token]
    phone = Authenticator()
    for step in (
        ann.post("account/confirm", password=PASSWORD),
        ann.post("account/password", password=OTHER_PASSWORD, current=""),
        passkey(ann, "add", phone.make),
        passkey(ann, "confirm", phone.use),
        ann.post("account/sign-in", name="Ann", password=OTHER_PASSWORD),
        passkey(ann, "sign-in", phone.use),
    ):
        answer = await step
        assert answer.status_code == 200, answer.text
        tokens.append(ann.token)
    assert len(set(tokens)) == len(tokens)
    for token in tokens[:-1]:
        assert await product.accounts.signed_in(token) is None
    assert await ann.is_signed_in()


async def passkey(browser: Browser, kind: str, answer: Callable[[dict[str, Any]], Any]) -> httpx.Response:
    begun = (await browser.post(f"passkey/{kind}/begin")).json()
    assert begun["ok"], begun
    return await browser.post(f"passkey/{kind}/finish", ceremony=begun["ceremony"], credential=answer(begun["options"]))


# Other sites


FOREIGN = ["https://evil.example", "null", "", "http://localhost:8081", "http://localhost:8080.evil.example"]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_request_of_another_site_changes_nothing(ann: Browser, origin: str) -> None:
    for path in POSTS:
        answer = await ann.post(path, {"origin": origin}, name="Ben", password=OTHER_PASSWORD)
        assert (answer.status_code, word(answer)) == (403, "wrong_origin"), path
        assert "uno_session" not in answer.headers.get("set-cookie", "")
    assert await ann.is_signed_in()


async def test_nothing_is_changed_by_a_link(ann: Browser) -> None:
    for path in POSTS:
        for method in ("GET", "HEAD", "PUT", "DELETE"):
            assert (await ann.client.request(method, f"/api/{path}")).status_code in (404, 405), path
    assert await ann.is_signed_in()


async def test_no_header_moves_the_address_of_passkeys(tmp_path: Path) -> None:
    async with running(tmp_path, UNO_BASE_URL=HTTPS) as product:
        lies = {"host": "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http",
                "forwarded": "host=evil.example;proto=http"}  # fmt: skip
        answer = await product.browser(HTTPS).post("passkey/sign-in/begin", lies)
        assert answer.json()["options"]["rpId"] == "uno.example.org"


async def test_a_made_up_address_is_not_believed(product: Product, ann: Browser) -> None:
    browser = product.browser(address="198.51.100.7")
    for number in range(30):
        lies = {"x-forwarded-for": f"10.0.{number}.1", "x-real-ip": f"10.0.{number}.1"}
        answer = await browser.post("account/sign-in", lies, name=f"nobody {number}", password=OTHER_PASSWORD)
    assert (answer.status_code, word(answer)) == (429, "wait")
    assert 0 < int(answer.headers["retry-after"]) <= 600


# Bad input

BODIES = [
    b"", b"{", b"[]", b"7", b"null", b'"name"', b"\xff\xfe", b"[" * 60_000, b'{"name": NaN}',
    b'{"name": 7, "password": "x"}', b'{"name": ["Ann"], "password": "x"}', b'{"name": {"a": 1}}', b'{"name": null}',
    b'{"name": "a\\u0000b", "password": "x"}', b'{"name": "\\ud800", "password": "x"}',
    b'{"name": "' + b"x" * 2001 + b'"}', b'{"name": "' + b"x" * 1_000_000 + b'"}',
]  # fmt: skip


@pytest.mark.parametrize("path", ["account/register", "account/sign-in", "account/recover"])
async def test_what_is_no_form_is_refused(product: Product, path: str) -> None:
    browser = product.browser()
    for body in BODIES:
        answer = await browser.raw(path, body)
        assert (answer.status_code, word(answer)) == (400, "bad_form"), body[:50]


async def test_names_with_markup_and_quotes_stay_text(product: Product) -> None:
    for name in ("<b>Ann</b>", "'; DROP TABLE x", '"><img src=x>', "{{7*7}}", "${7*7} Ann"):
        browser = product.browser()
        await browser.register(name)
        taken_along = (await browser.client.get("/api/account/data")).json()
        assert taken_along["account"]["id"] == name


async def test_a_full_disk_is_said_and_nothing_is_half_done(
    product: Product, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise StorageFull("full")

    ben = product.browser()
    with monkeypatch.context() as broken:
        broken.setattr(product.accounts.store, "add_account", full)
        answer = await ben.post("account/register", name="Ben", password=PASSWORD)
    assert (answer.status_code, word(answer)) == (503, "storage_full")
    assert ben.token == ""
    await ben.register("Ben")


async def test_games_that_cannot_be_moved_do_not_keep_anybody_out(
    product: Product, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise StorageFull("full")

    browser = product.browser()
    monkeypatch.setattr(product.lounge, "adopt", full)
    await browser.register()
    assert await browser.is_signed_in()
    assert "could not be moved" in caplog.text


# Equal answers


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("account/sign-in", {"password": OTHER_PASSWORD}),
        ("account/recover", {"code": "AAAA-AAAA"}),
    ],
)
async def test_nobody_is_told_which_names_exist(
    product: Product, ann: Browser, path: str, form: dict[str, Any]
) -> None:
    answers = []
    for name in ("Ann", "ann@example.org", "Nobody", "nobody@example.org"):
        answer = await product.browser().post(path, name=name, **form)
        headers = {key: value for key, value in answer.headers.items() if key != "set-cookie"}
        answers.append((answer.status_code, answer.content, headers))
    assert all(answer == answers[0] for answer in answers)


async def test_registering_tells_neither_names_nor_addresses_apart(product: Product, ann: Browser) -> None:
    taken = [
        await product.browser().post("account/register", name=name, password=PASSWORD, email=email)
        for name, email in (("Ann", ""), ("Ben", "ANN@example.org"), ("ANN", "ann@example.org"))
    ]
    assert {(answer.status_code, answer.content) for answer in taken} == {(400, taken[0].content)}
    assert word(taken[0]) == "register_refused"


async def test_what_begins_a_passkey_tells_nothing_of_who_has_one(product: Product, ann: Browser) -> None:
    await passkey(ann, "add", Authenticator().make)
    options = [
        (await product.browser().post("passkey/sign-in/begin", name=name)).json()["options"] for name in ("Ann", "x")
    ]
    assert [{**each, "challenge": ""} for each in options] == [{**options[0], "challenge": ""}] * 2


# Whose is what

NEEDS_SOMEBODY = sorted(set(POSTS) - {
    "account/register", "account/sign-in", "account/recover", "account/sign-out", "passkey/sign-in/begin",
    "passkey/sign-in/finish",
})  # fmt: skip


async def test_who_is_not_signed_in_can_do_nothing(product: Product) -> None:
    browser = product.browser()
    await browser.register("Cleo")
    ended = browser.token
    await browser.post("account/sign-out")
    for token in ("", "x" * 43, "short", ended):
        browser.client.cookies.set("uno_session", token)
        for path in NEEDS_SOMEBODY:
            answer = await browser.post(path, password=PASSWORD)
            assert (answer.status_code, word(answer)) == (401, "not_signed_in"), path
        assert (await browser.client.get("/api/account/data")).status_code == 401


async def test_everybody_gets_their_own_data(product: Product, ann: Browser) -> None:
    ben = product.browser()
    await ben.register("Ben")
    await product.lounge.start_local(await device(product, ben), SETUP)
    await ben.post("account/sign-in", name="Ben", password=PASSWORD)
    answer = await ben.client.get("/api/account/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="uno-ultimate.json"'
    assert answer.headers["cache-control"] == "no-store"
    mine = answer.json()
    assert mine["account"]["id"] == "Ben" and mine["unfinished"]["round"] == 1
    assert "Ann" not in answer.text.replace(json.dumps(mine["unfinished"]), "").replace('"Ann"', "")
    assert (await ann.client.get("/api/account/data")).json()["unfinished"] is None


async def device(product: Product, browser: Browser) -> str:
    token = browser.client.cookies.get("uno_device")
    assert token is not None
    return await product.lounge.device(token)


async def test_the_game_of_a_device_comes_along_at_registering(product: Product) -> None:
    browser = product.browser()
    await browser.post("account/sign-out")
    id = await device(product, browser)
    table = await product.lounge.start_local(id, SETUP)
    await browser.register()
    me = await product.accounts.signed_in(browser.token)
    assert me is not None
    assert await product.lounge.local_table(me.owner) is table
    assert await product.lounge.local_table(id) is None


async def test_deleting_takes_everything_and_the_cookie(product: Product, ann: Browser) -> None:
    me = await product.accounts.signed_in(ann.token)
    assert me is not None
    await product.lounge.start_local(me.owner, SETUP)
    answer = await ann.post("account/delete")
    assert answer.status_code == 200 and ann.token == ""
    assert await product.lounge.local_table(me.owner) is None
    assert await product.accounts.store.account(me.account.id) is None


async def test_deleting_needs_a_new_proof_before_anything_goes(
    product: Product, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = await product.accounts.signed_in(ann.token)
    assert me is not None
    table = await product.lounge.start_local(me.owner, SETUP)
    later = product.accounts.wall() + 601
    monkeypatch.setattr(product.accounts, "wall", lambda: later)
    answer = await ann.post("account/delete")
    assert (answer.status_code, word(answer)) == (403, "confirm_first")
    assert await product.lounge.local_table(me.owner) is table


# Pictures


def png(side: int = 200) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (side, side), "red").save(file, "PNG")
    return file.getvalue()


async def test_a_picture_is_shown_to_whoever_knows_its_address(product: Product, ann: Browser) -> None:
    answer = await ann.raw("account/picture", png(), {"content-type": "image/png"})
    address = account_routes.picture_url(answer.json()["portrait"])
    shown = await product.browser().client.get(address)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")
    assert "immutable" in shown.headers["cache-control"]
    await ann.raw("account/picture", png(300))
    # A game that goes on with the old one gets a drawn portrait instead, always the same.
    gone = [await product.browser().client.get(address) for _ in range(2)]
    assert [(each.status_code, each.headers["content-type"]) for each in gone] == [(200, "image/svg+xml")] * 2
    assert gone[0].content == gone[1].content
    assert "immutable" not in gone[0].headers["cache-control"]


async def test_there_is_no_other_picture(product: Product) -> None:
    for name in ("x", "..%2f..%2fetc%2fpasswd", "0" * 33, "0" * 31 + "'"):
        assert (await product.browser().client.get(f"/picture/{name}.webp")).status_code == 404


async def test_what_is_no_picture_is_refused(ann: Browser) -> None:
    for body, said in (
        (b"", "picture_unreadable"),
        (b"<svg/>", "picture_unreadable"),
        (b"x" * 2_200_000, "picture_too_big"),
    ):
        answer = await ann.raw("account/picture", body)
        assert (answer.status_code, word(answer)) == (400, said)


def test_our_own_portraits_have_no_address() -> None:
    assert account_routes.picture_url("fox") == account_routes.picture_url("") == ""


async def test_friends_are_in_the_data_by_their_ids_alone(product: Product, ann: Browser) -> None:
    ben = product.browser()
    await ben.register("Ben")
    people = [await product.accounts.signed_in(browser.token) for browser in (ann, ben)]
    me, friend = people
    assert me is not None and friend is not None
    friends = Friends(product.accounts, product.lounge.notices)
    await friends.ask(me, "Ben")
    assert (await ben.client.get("/api/account/data")).json()["friends"]["asked_by"] == ["Ann"]
    await friends.accept(friend, me.account.id)
    answer = await ann.client.get("/api/account/data")
    assert [each["id"] for each in answer.json()["friends"]["friends"]] == ["Ben"]
    assert friend.account.id not in answer.text
