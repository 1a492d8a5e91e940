"""Friends as stored: both sides or none, requests that reach nobody kept like any other, gone with the account."""

import asyncio
from collections.abc import Iterator

import pytest

from app.store import upkeep
from app.store.account_models import Account, AccountSession, FriendRequest
from app.store.accounts import AccountStore
from app.store.db import Database
from app.store.friends import Answer, FriendStore, Limits

LIMITS = Limits(out=20, into=100, friends=200)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    upkeep.prepare(url, upkeep.ACCOUNTS)
    database = Database(url)
    yield database
    database.close()


@pytest.fixture
def accounts(database: Database) -> AccountStore:
    return AccountStore(database)


@pytest.fixture
async def friends(database: Database, accounts: AccountStore) -> FriendStore:
    for id in ("ann", "ben", "cat"):
        await add(accounts, id)
    return FriendStore(database)


async def add(accounts: AccountStore, id: str) -> None:
    account = Account(id=id, name=id.title(), name_key=id, handle=id.encode() * 20, created_at=1.0)
    session = AccountSession(id=f"s of {id}", account_id=id, token_hash=id, created_at=1, seen_at=1, confirmed_at=1)
    await accounts.add_account(account, session, invite=None, now=1.0)


async def ask(friends: FriendStore, me: str, name: str, limits: Limits = LIMITS, code: str = "") -> Answer:
    number = len(await friends.outgoing(me))
    request = FriendRequest(
        id=f"{me}{number}{code or name}", from_id=me, typed=name, typed_key=code or name, created_at=float(number)
    )
    return (await friends.ask(request, code, name, limits)).answer


async def asking(friends: FriendStore, me: str) -> list[str]:
    return [account.id for _, account in await friends.incoming(me)]


async def befriend(friends: FriendStore, one: str, two: str) -> None:
    assert await ask(friends, one, two) is Answer.ASKED
    assert await ask(friends, two, one) is Answer.FRIENDS


async def test_a_friendship_has_two_sides_and_ends_on_both(friends: FriendStore) -> None:
    await befriend(friends, "ann", "ben")
    assert [account.id for account, _ in await friends.friends("ann")] == ["ben"]
    assert [account.id for account, _ in await friends.friends("ben")] == ["ann"]
    assert await asking(friends, "ben") == [] and await friends.outgoing("ann") == []
    assert await friends.remove("ben", "ann")
    assert await friends.friends("ann") == [] and await friends.friends("ben") == []
    assert not await friends.remove("ben", "ann")


async def test_requests_that_cross_at_the_same_moment_make_one_friendship(friends: FriendStore) -> None:
    answers = await asyncio.gather(ask(friends, "ann", "ben"), ask(friends, "ben", "ann"))
    assert sorted(answers) == [Answer.ASKED, Answer.FRIENDS]
    assert await friends.are_friends("ann", "ben") and await friends.are_friends("ben", "ann")


async def test_a_code_belongs_to_one_account_and_is_kept_until_renewed(friends: FriendStore) -> None:
    assert await friends.code("ann") == ""
    assert await friends.set_code("ann", "12345678", renew=False) == "12345678"
    assert await friends.set_code("ann", "87654321", renew=False) == "12345678"
    assert await friends.set_code("ben", "12345678", renew=False) is None
    assert await friends.set_code("ann", "87654321", renew=True) == "87654321"
    assert await friends.set_code("ben", "12345678", renew=False) == "12345678"
    assert await ask(friends, "cat", "12345678", code="12345678") is Answer.ASKED
    assert await asking(friends, "ben") == ["cat"]


async def test_a_request_to_nobody_or_to_whoever_blocks_looks_like_any_other(friends: FriendStore) -> None:
    await friends.block("ben", "ann", 1.0, 500)
    for name in ("nobody", "ben", "cat"):
        assert await ask(friends, "ann", name) is Answer.ASKED
    assert {request.typed for request in await friends.outgoing("ann")} == {"nobody", "ben", "cat"}
    assert await asking(friends, "ben") == [] and await asking(friends, "cat") == ["ann"]
    await friends.unblock("ben", "ann")
    assert await asking(friends, "ben") == [], "what was swallowed does not come up later"


async def test_declining_leaves_the_request_in_the_list_of_whoever_asked(friends: FriendStore) -> None:
    await ask(friends, "ann", "ben")
    assert await friends.decline("ben", "ann")
    assert await asking(friends, "ben") == [] and len(await friends.outgoing("ann")) == 1
    assert not await friends.decline("ben", "ann")
    assert (await friends.accept("ben", "ann", 2.0, LIMITS)).answer is Answer.GONE


async def test_blocking_ends_the_friendship_and_both_requests(friends: FriendStore) -> None:
    await befriend(friends, "ann", "ben")
    await ask(friends, "cat", "ann")
    assert await friends.block("ann", "ben", 1.0, 500) and await friends.block("ann", "cat", 2.0, 500)
    assert await friends.friends("ben") == [] and await asking(friends, "ann") == []
    assert len(await friends.outgoing("cat")) == 1, "cat sees no difference"
    assert [account.id for account, _ in await friends.blocked("ann")] == ["cat", "ben"]
    assert await friends.has_blocked("ann", "ben") and not await friends.has_blocked("ben", "ann")
    assert await ask(friends, "ann", "ben") is Answer.BLOCKED


async def test_what_one_may_have_is_limited_whoever_is_asked(friends: FriendStore, accounts: AccountStore) -> None:
    few = Limits(out=2, into=1, friends=1)
    assert await ask(friends, "ann", "nobody", few) is Answer.ASKED
    assert await ask(friends, "ann", "nobody", few) is Answer.ASKED, "the same again is no second request"
    assert await ask(friends, "ann", "ben", few) is Answer.ASKED
    assert await ask(friends, "ann", "cat", few) is Answer.MANY_REQUESTS
    assert await ask(friends, "ann", "none", few) is Answer.MANY_REQUESTS
    assert await ask(friends, "cat", "ben", few) is Answer.ASKED
    assert await asking(friends, "ben") == ["ann"], "a second one is too many for ben"
    assert (await friends.accept("ben", "ann", 1.0, few)).answer is Answer.FRIENDS
    assert await ask(friends, "ann", "cat", few) is Answer.MANY_FRIENDS
    assert await ask(friends, "cat", "dan", few) is Answer.ASKED
    await add(accounts, "dan")
    await friends.withdraw("cat", (await friends.outgoing("cat"))[0].id)
    await ask(friends, "dan", "ann", LIMITS)
    assert (await friends.accept("ann", "dan", 1.0, few)).answer is Answer.MANY_FRIENDS
    assert await ask(friends, "dan", "cat", few) is Answer.ASKED
    await befriend(friends, "dan", "cat")
    assert await ask(friends, "ben", "dan", LIMITS) is Answer.ASKED
    assert (await friends.accept("dan", "ben", 1.0, Limits(20, 100, 2))).answer is Answer.FRIENDS


async def test_a_friend_whose_list_is_full_cannot_be_accepted(friends: FriendStore) -> None:
    await ask(friends, "cat", "ben")
    await befriend(friends, "ann", "cat")
    assert (await friends.accept("ben", "cat", 1.0, Limits(20, 100, 1))).answer is Answer.THEIRS_FULL
    assert await asking(friends, "ben") == ["cat"]


async def test_only_ones_own_request_can_be_withdrawn(friends: FriendStore) -> None:
    await ask(friends, "ann", "ben")
    (request,) = await friends.outgoing("ann")
    assert (await friends.withdraw("cat", request.id)).answer is Answer.GONE
    outcome = await friends.withdraw("ann", request.id)
    assert (outcome.answer, outcome.other) == (Answer.ASKED, "ben")
    assert await asking(friends, "ben") == []


async def test_everything_goes_with_the_account(
    friends: FriendStore, accounts: AccountStore, database: Database
) -> None:
    await befriend(friends, "ann", "ben")
    await ask(friends, "ann", "cat")
    await ask(friends, "cat", "ann", Limits(20, 0, 200), code="")
    await friends.block("ann", "cat", 1.0, 500)
    await friends.set_code("ann", "12345678", renew=False)
    await friends.block("cat", "ann", 1.0, 500)
    await accounts.delete_account("ann")
    assert await friends.friends("ben") == [] and await asking(friends, "cat") == []
    assert await friends.blocked("cat") == []
    assert await friends.set_code("ben", "12345678", renew=False) == "12345678"
