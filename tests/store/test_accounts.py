"""Accounts and what hangs on them, as stored: alone or beside the game's tables, once each, gone with everything."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store import upkeep
from app.store.account_models import (
    ACCOUNTS_METADATA,
    Account,
    AccountSession,
    Challenge,
    Passkey,
    Picture,
)
from app.store.accounts import (
    OPEN_CHALLENGES,
    TRIES_KEPT,
    AccountStore,
    Count,
    InviteUnusable,
    Removal,
    Taken,
)
from app.store.db import Database, writing_engine
from app.store.errors import Conflict, ForeignDatabase


@pytest.fixture
def accounts(url: str) -> Iterator[AccountStore]:
    upkeep.prepare(url, upkeep.ACCOUNTS)
    database = Database(url)
    yield AccountStore(database)
    database.close()


def account(id: str = "a1", **more: Any) -> Account:
    given: dict[str, Any] = {"name": id, "name_key": id, "handle": id.encode() * 20, "created_at": 1}
    return Account(id=id, **{"password": "hash", **given, **more})


def session(account: str = "a1", id: str = "s1", at: float = 1.0, **more: Any) -> AccountSession:
    times = {"created_at": at, "seen_at": at, "confirmed_at": at, **more}
    return AccountSession(id=id, account_id=account, token_hash=f"token of {id}", **times)


async def add(store: AccountStore, id: str = "a1", **more: Any) -> None:
    await store.add_account(account(id, **more), session(id, f"s of {id}"), invite=None, now=1.0)


def passkey(account: str = "a1", id: str = "p1", credential: bytes = b"c1", count: int = 0) -> Passkey:
    return Passkey(id=id, account_id=account, credential_id=credential, public_key=b"key", sign_count=count,
                   name=id, created_at=1.0)  # fmt: skip


def test_the_tables_of_accounts_are_those_of_the_models(url: str) -> None:
    upkeep.prepare(url, upkeep.ACCOUNTS)
    engine = writing_engine(url)
    with engine.begin() as connection:
        options = {"compare_type": True, "compare_server_default": True, "version_table": "accounts_version"}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), ACCOUNTS_METADATA) == []
    engine.dispose()


def test_the_steps_of_accounts_form_one_chain() -> None:
    assert len(ScriptDirectory.from_config(upkeep.alembic_config(upkeep.ACCOUNTS)).get_heads()) == 1


@pytest.mark.parametrize("order", [(upkeep.GAMES, upkeep.ACCOUNTS), (upkeep.ACCOUNTS, upkeep.GAMES)])
def test_accounts_and_games_share_a_database_in_any_order(url: str, file: Path, order: tuple[str, ...]) -> None:
    for tables in (*order, *order):
        assert upkeep.prepare(url, tables) == []
    with closing(sqlite3.connect(file)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"owner", "live_table", "account", "account_passkey"} <= names


def test_accounts_are_not_put_into_the_database_of_another_program(url: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(ForeignDatabase):
        upkeep.prepare(url, upkeep.ACCOUNTS)


def test_a_backup_of_accounts_alone_can_be_restored(url: str, file: Path) -> None:
    upkeep.prepare(url, upkeep.ACCOUNTS)
    upkeep.backup(url, file.with_name("copy"))
    assert upkeep.restore(url, file.with_name("copy")) is not None
    assert upkeep.prepare(url, upkeep.ACCOUNTS) == []


async def test_an_account_is_found_by_name_address_and_handle(accounts: AccountStore) -> None:
    await add(accounts, email="Ann@x.org", email_key="ann@x.org")
    for found in (
        await accounts.account("a1"),
        await accounts.find(name_key="a1"),
        await accounts.find(email_key="ann@x.org"),
        await accounts.find(handle=b"a1" * 20),
    ):
        assert found is not None and found.id == "a1"
    assert await accounts.find(name_key="a2") is None
    pair = await accounts.session(token_hash="token of s of a1")
    assert pair is not None and (pair[0].id, pair[1].id) == ("s of a1", "a1")


@pytest.mark.parametrize("double", [{"name_key": "a1"}, {"email_key": "ann@x.org"}])
async def test_nobody_gets_a_name_or_address_twice(accounts: AccountStore, double: dict[str, str]) -> None:
    await add(accounts, email_key="ann@x.org")
    with pytest.raises(Taken):
        await add(accounts, "a2", **double)
    assert await accounts.account("a2") is None
    assert await accounts.session(id="s of a2") is None
    await add(accounts, "a2")
    with pytest.raises(Taken):
        await accounts.change("a2", **double)


async def test_accounts_without_an_address_are_no_doubles(accounts: AccountStore) -> None:
    await add(accounts)
    await add(accounts, "a2")


async def test_an_invite_makes_one_account_of_a_hundred_at_once(accounts: AccountStore) -> None:
    await accounts.add_invites(["code"], now=0, expires_at=10)

    async def use(number: int) -> bool:
        id = f"a{number}"
        try:
            await accounts.add_account(account(id), session(id, f"s{number}"), invite="code", now=1.0)
        except InviteUnusable:
            return False
        return True

    used = await asyncio.gather(*(use(number) for number in range(100)))
    made = [number for number in range(100) if await accounts.account(f"a{number}") is not None]
    print(f"100 uses of one code at once: {sum(used)} account")
    assert sum(used) == 1
    assert made == [used.index(True)]


@pytest.mark.parametrize(("code", "now"), [("other", 1.0), ("code", 10.0), ("code", 11.0)])
async def test_an_unknown_or_expired_invite_makes_none(accounts: AccountStore, code: str, now: float) -> None:
    await accounts.add_invites(["code"], now=0, expires_at=10)
    assert not await accounts.invite_usable(code, now)
    with pytest.raises(InviteUnusable):
        await accounts.add_account(account(), session(), invite=code, now=now)
    assert await accounts.account("a1") is None


async def test_an_invite_is_not_used_up_by_a_name_that_is_taken(accounts: AccountStore) -> None:
    await add(accounts)
    await accounts.add_invites(["code"], now=0, expires_at=10)
    with pytest.raises(Taken):
        await accounts.add_account(account(), session(), invite="code", now=1.0)
    assert await accounts.invite_usable("code", 1.0)


async def test_sessions_end_one_by_one_all_but_one_and_by_age(accounts: AccountStore) -> None:
    await add(accounts)
    await add(accounts, "a2")
    for number in (1, 2, 3, 4):
        await accounts.open_session(session("a1", f"s{number}", at=number * 10))
    assert await accounts.end_sessions("a2", only="s1") == []
    assert await accounts.end_sessions("a1", only="s1") == ["s1"]
    assert sorted(await accounts.end_expired(seen_before=21, begun_before=0)) == ["s of a1", "s of a2", "s2"]
    assert await accounts.end_sessions("a1", but="s4") == ["s3"]
    assert [each.id for each in await accounts.sessions("a1")] == ["s4"]
    await accounts.open_session(session("a1", "s5"), ends="token of s4")
    assert [each.id for each in await accounts.sessions("a1")] == ["s5"]


async def test_a_session_gets_another_token_while_it_lasts(accounts: AccountStore) -> None:
    await add(accounts)
    changed = session("a1", "s of a1", at=5.0)
    changed.token_hash = "another"
    assert await accounts.renew(changed)
    assert await accounts.session(token_hash="token of s of a1") is None
    pair = await accounts.session(token_hash="another")
    assert pair is not None and (pair[0].confirmed_at, pair[0].created_at) == (5.0, 1.0)
    await accounts.end_sessions("a1")
    assert not await accounts.renew(changed)


async def test_a_recovery_code_works_once_and_for_its_account_alone(accounts: AccountStore) -> None:
    await add(accounts)
    await add(accounts, "a2")
    await accounts.set_recovery_codes("a1", ["r1", "r2"])
    assert not await accounts.recover("a2", "r1", session("a2", "s2"), None)
    assert await accounts.recover("a1", "r1", session("a1", "s3"), None)
    assert not await accounts.recover("a1", "r1", session("a1", "s4"), None)
    assert await accounts.count_recovery_codes("a1") == 1
    await accounts.set_recovery_codes("a1", ["r3"])
    assert not await accounts.recover("a1", "r2", session("a1", "s5"), None)
    assert {each.id for each in await accounts.sessions("a1")} == {"s of a1", "s3"}


async def test_one_picture_for_each_account(accounts: AccountStore) -> None:
    await add(accounts)
    for id in ("i1", "i2"):
        await accounts.set_portrait("a1", f"picture-{id}", Picture(id=id, account_id="a1", image=id.encode()))
    assert await accounts.picture("i1") is None
    kept, found = await accounts.picture("i2"), await accounts.account("a1")
    assert kept is not None and found is not None
    assert (kept.image, found.portrait) == (b"i2", "picture-i2")
    await accounts.set_portrait("a1", "fox")
    assert await accounts.picture("i2") is None


async def test_a_passkey_belongs_to_one_account(accounts: AccountStore) -> None:
    await add(accounts)
    await add(accounts, "a2")
    assert await accounts.add_passkey(passkey(), session("a1", "s of a1"), most=5) == []
    with pytest.raises(Taken):
        await accounts.add_passkey(passkey("a2", "p2"), session("a2", "s of a2"), most=5)
    found = await accounts.passkey(b"c1")
    assert found is not None and (found[0].id, found[1].id) == ("p1", "a1")
    assert not await accounts.rename_passkey("a2", "p1", "mine")
    assert (await accounts.remove_passkey("a2", "p1", "s of a2"))[0] is Removal.GONE


async def test_there_can_be_only_so_many_passkeys(accounts: AccountStore) -> None:
    await add(accounts)
    mine = session("a1", "s of a1")
    await accounts.add_passkey(passkey(), mine, most=1)
    assert await accounts.add_passkey(passkey(id="p2", credential=b"c2"), mine, most=1) is None
    assert [each.id for each in await accounts.passkeys("a1")] == ["p1"]


async def test_the_last_way_in_stays(accounts: AccountStore) -> None:
    await add(accounts)
    mine = session("a1", "s of a1")
    assert await accounts.drop_password("a1", "s of a1") is None
    for number in (1, 2):
        await accounts.add_passkey(passkey(id=f"p{number}", credential=b"%d" % number), mine, most=5)
    await accounts.open_session(session("a1", "s9"))
    assert await accounts.drop_password("a1", "s of a1") == ["s9"]
    # Two tabs remove the two passkeys at the same moment.
    both = await asyncio.gather(*(accounts.remove_passkey("a1", f"p{number}", "s of a1") for number in (1, 2)))
    assert sorted(removal for removal, _ in both) == [Removal.DONE, Removal.LAST]
    await accounts.set_password("a1", "hash", mine)
    (left,) = await accounts.passkeys("a1")
    assert (await accounts.remove_passkey("a1", left.id, "s of a1"))[0] is Removal.DONE


async def test_of_two_uses_of_a_passkey_at_once_one_counts(accounts: AccountStore) -> None:
    await add(accounts)
    await accounts.add_passkey(passkey(count=5), session("a1", "s of a1"), most=5)
    uses = await asyncio.gather(*(accounts.use_passkey("p1", 5, 6, False, 2.0) for _ in range(2)))
    assert sorted(uses) == [False, True]


async def test_a_challenge_is_good_once_for_its_purpose_and_browser(accounts: AccountStore) -> None:
    def challenge(id: str) -> Challenge:
        return Challenge(id=id, purpose="add", bound_to="b", challenge=b"sign this", expires_at=10)

    wrong = [("unknown", "add", "b", 1), ("c1", "sign-in", "b", 1), ("c2", "add", "other", 1), ("c3", "add", "b", 10)]
    for number in (1, 2, 3, 4):
        assert await accounts.add_challenge(challenge(f"c{number}"), now=1, most=100)
    for id, purpose, browser, now in wrong:
        assert await accounts.take_challenge(id, purpose, browser, now) is None
        assert await accounts.take_challenge(id, "add", "b", 1) is None, "it was used up by the wrong try"
    tries = await asyncio.gather(*(accounts.take_challenge("c4", "add", "b", 1) for _ in range(5)))
    assert sorted(tries, key=bool) == [None] * 4 + [b"sign this"]


async def test_challenges_do_not_pile_up(accounts: AccountStore) -> None:
    def challenge(number: int, browser: str) -> Challenge:
        id, until = f"{browser}{number}", 10.0 + number
        return Challenge(id=id, purpose="add", bound_to=browser, challenge=b"", expires_at=until)

    for number in range(OPEN_CHALLENGES + 3):
        assert await accounts.add_challenge(challenge(number, "a"), now=1, most=OPEN_CHALLENGES + 1)
    assert await accounts.take_challenge("a2", "add", "a", 1) is None
    assert await accounts.take_challenge("a3", "add", "a", 1) == b""
    assert await accounts.add_challenge(challenge(0, "b"), now=1, most=OPEN_CHALLENGES + 1)
    assert await accounts.add_challenge(challenge(1, "b"), now=1, most=OPEN_CHALLENGES + 1)
    assert not await accounts.add_challenge(challenge(2, "c"), now=1, most=OPEN_CHALLENGES + 1)
    assert await accounts.add_challenge(challenge(2, "c"), now=1000, most=OPEN_CHALLENGES + 1)


async def test_counters_are_changed_in_one_step_and_forgotten(accounts: AccountStore) -> None:
    def one_more(counts: Sequence[Count]) -> tuple[Sequence[Count], int]:
        (count,) = counts
        return (replace(count, count=count.count + 1, since=5.0),), count.count

    seen = await asyncio.gather(*(accounts.count_tries(["k"], one_more, now=5.0) for _ in range(20)))
    assert sorted(seen) == list(range(20))
    assert await accounts.count_tries(["k"], lambda counts: ((Count(),), counts[0].count), 5.0) == 20
    assert await accounts.count_tries(["k"], one_more, now=5.0) == 0
    later = 6.0 + TRIES_KEPT
    await accounts.count_tries(["other"], lambda counts: (counts, None), later)
    assert await accounts.count_tries(["k"], lambda counts: (counts, counts[0].count), later) == 0


async def test_an_account_goes_with_everything_and_alone(accounts: AccountStore, file: Path) -> None:
    for id in ("a1", "a2"):
        await add(accounts, id)
        await accounts.set_recovery_codes(id, [f"code of {id}"])
        await accounts.set_portrait(id, f"picture-{id}", Picture(id=id, account_id=id, image=b""))
        await accounts.add_passkey(passkey(id, f"p{id}", id.encode()), session(id, f"s of {id}"), most=5)
    assert await accounts.delete_account("a1") == ["s of a1"]
    with closing(sqlite3.connect(file)) as connection:
        for table in ("account_session", "account_recovery_code", "account_picture", "account_passkey"):
            assert connection.execute(f"SELECT account_id FROM {table}").fetchall() == [("a2",)], table
        assert connection.execute("SELECT id FROM account").fetchall() == [("a2",)]


async def test_a_double_is_told_from_other_refusals(accounts: AccountStore) -> None:
    await add(accounts)
    with pytest.raises(Conflict):
        await accounts.database.run(lambda db: db.add(account()))
