"""Friends: the same answer whoever is meant, both sides at once, silence towards whoever is blocked (product.md 8)."""

import json
import statistics
import time as clock_of_the_machine
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from app.play.accounts import Accounts, SignedIn, Visitor
from app.play.friends import (
    MOST_ASKED,
    MOST_CODES,
    MOST_REQUESTS,
    Friends,
    code_in,
    shown_code,
)
from app.play.notices import Notice, Notices
from app.store.db import Database
from app.store.games import GameStore
from app.store.notices import NoticeStore
from tests.play.people import Clock, refused, registered


@dataclass
class Person:
    """Somebody signed in with an open page: what its notices say, and how often its friends were told to change."""

    me: SignedIn
    notices: dict[str, Notice] = field(default_factory=dict)
    changes: int = 0

    @property
    def id(self) -> str:
        return self.me.account.id

    @property
    def name(self) -> str:
        return self.me.account.name

    @property
    def told(self) -> list[str]:
        return [notice.kind for notice in self.notices.values()]

    def hear(self, key: str, notice: Notice | None) -> None:
        if notice is None:
            self.notices.pop(key, None)
        else:
            self.notices[key] = notice

    def change(self) -> None:
        self.changes += 1


class People:
    """Friends with everybody who has registered."""

    def __init__(self, accounts: Accounts, notices: Notices) -> None:
        self.accounts = accounts
        self.notices = notices
        self.friends = Friends(accounts, notices)

    async def new(self, name: str) -> Person:
        opened = await registered(self.accounts, Visitor(f"device of {name}", f"address of {name}"), name)
        person = Person(opened.me)
        self.notices.subscribe(opened.me.owner, person.hear)
        self.friends.follow(person.id, person.change)
        return person

    async def befriended(self, one: Person, two: Person) -> None:
        await self.friends.ask(one.me, two.name)
        await self.friends.accept(two.me, one.id)
        one.notices.clear()
        two.notices.clear()

    async def names(self, person: Person) -> list[str]:
        return [friend.name for friend in await self.friends.list(person.me)]

    async def asking(self, person: Person) -> list[str]:
        return [each.name for each in (await self.friends.requests(person.me)).incoming]

    async def asked(self, person: Person) -> list[str]:
        return [each.typed for each in (await self.friends.requests(person.me)).outgoing]


@pytest.fixture
def people(accounts: Accounts, store: GameStore, clock: Clock) -> People:
    return People(accounts, Notices(NoticeStore(store.database), clock))


@pytest.fixture
async def ann(people: People) -> Person:
    return await people.new("Ann")


@pytest.fixture
async def ben(people: People) -> Person:
    return await people.new("Ben")


async def test_a_request_is_noticed_accepted_and_seen_by_both(people: People, ann: Person, ben: Person) -> None:
    assert not await people.friends.ask(ann.me, "ben")
    assert await people.asked(ann) == ["ben"] and await people.asking(ben) == ["Ann"]
    assert ben.told == ["friend_request"] and ben.notices["friend-requests"].params == {"name": "Ann"}
    assert await people.friends.open_requests(ben.me) == 1
    before = ann.changes
    await people.friends.accept(ben.me, ann.id)
    assert ben.told == [] and ann.told == ["friend_accepted"] and ann.changes > before
    assert await people.names(ann) == ["Ben"] and await people.names(ben) == ["Ann"]
    assert await people.asked(ann) == [] and await people.asking(ben) == []
    assert await people.friends.are_friends(ann.id, ben.id)


async def test_requests_that_cross_make_a_friendship(people: People, ann: Person, ben: Person) -> None:
    await people.friends.ask(ann.me, "Ben")
    assert await people.friends.ask(ben.me, "Ann")
    assert await people.names(ann) == ["Ben"] and await people.names(ben) == ["Ann"]
    assert ann.told == ["friend_accepted"] and ben.told == []


async def test_everybody_has_a_code_that_can_be_typed_in_any_way(
    people: People, ann: Person, ben: Person, clock: Clock
) -> None:
    code = await people.friends.code(ben.me)
    assert len(code) == 8 and code.isdecimal() and await people.friends.code(ben.me) == code
    await people.friends.ask(ann.me, f" {code[:4]}-{code[4:]} ")
    assert await people.asking(ben) == ["Ann"]
    assert await people.asked(ann) == [shown_code(code)]
    other = await people.friends.new_code(ben.me)
    assert other != code
    cat = await people.new("Cat")
    clock.pass_(1)
    await people.friends.ask(cat.me, code)
    await people.friends.ask(cat.me, other)
    assert await people.asking(ben) == ["Ann", "Cat"]


async def test_codes_tell_nothing_of_each_other(people: People) -> None:
    codes = [await people.friends.code((await people.new(f"Person {number}")).me) for number in range(6)]
    steps = {int(after) - int(before) for before, after in pairwise(codes)}
    assert len(set(codes)) == 6 and len(steps) == 5


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("12345678", "12345678"), ("1234 5678", "12345678"), ("1234-5678", "12345678"),
        ("１２３４５６７８", "12345678"), ("๑๒๓๔๕๖๗๘", "12345678"),
        ("1234567", ""), ("123456789", ""), ("Ann12345", ""), ("", ""),
    ],
)  # fmt: skip
def test_what_counts_as_a_code(typed: str, code: str) -> None:
    assert code_in(typed) == code


async def test_nobody_can_be_found_out_by_asking(people: People, ann: Person, ben: Person) -> None:
    """The same for those who hear it, those who block, and nobody: answer, list, and what comes of asking again."""
    cat = await people.new("Cat")
    await people.friends.block(cat.me, ann.id)
    seen: dict[str, list[object]] = {}
    for name in ("Ben", "Cat", "Nobody", "12345678"):
        seen[name] = [
            await people.friends.ask(ann.me, name),
            await people.friends.ask(ann.me, name),
            len(await people.asked(ann)),
        ]
        await people.friends.withdraw(ann.me, (await people.friends.requests(ann.me)).outgoing[0].id)
        seen[name].append(await people.asked(ann))
    assert seen["Ben"] == seen["Cat"] == seen["Nobody"] == seen["12345678"] == [False, False, 1, []]
    assert cat.told == []


async def test_as_much_is_done_whoever_is_asked(
    people: People, ann: Person, ben: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    for way in ("run", "read"):
        original = getattr(Database, way)

        def counted(self: Database, work: Any, way: str = way, original: Any = original) -> Any:
            asked_for.append(way)
            return original(self, work)

        monkeypatch.setattr(Database, way, counted)
    done: dict[str, set[tuple[str, ...]]] = {"Ben": set(), "Nobody": set()}
    seconds: dict[str, list[float]] = {"Ben": [], "Nobody": []}
    for turn in range(10):
        clock.pass_(601)
        for name in sorted(seconds, reverse=bool(turn % 2)):
            asked_for.clear()
            begun = clock_of_the_machine.perf_counter()
            await people.friends.ask(ann.me, name)
            seconds[name].append(clock_of_the_machine.perf_counter() - begun)
            done[name].add(tuple(asked_for))
            await people.friends.withdraw(ann.me, (await people.friends.requests(ann.me)).outgoing[0].id)
        ben.notices.clear()
    apart = abs(statistics.median(seconds["Ben"]) - statistics.median(seconds["Nobody"]))
    print(f"asking somebody and nobody: {apart * 1000:.2f} ms apart")
    assert done["Ben"] == done["Nobody"]
    assert all(len(ways) > 2 for each in done.values() for ways in each), "nothing was counted"


async def test_one_hears_what_one_knows_already(people: People, ann: Person, ben: Person) -> None:
    await people.befriended(ann, ben)
    odd = "B\u202een"
    cases = (("Ann", "friend_self"), (" BEN ", "friend_already"), (" ", "friend_empty"), (odd, "id_bad_characters"))
    for name, word in cases:
        with refused(word):
            await people.friends.ask(ann.me, name)
    await people.friends.block(ann.me, ben.id)
    with refused("friend_blocked"):
        await people.friends.ask(ann.me, "Ben")


async def test_guessing_is_slow_and_pending_requests_are_few(people: People, ann: Person, clock: Clock) -> None:
    for number in range(MOST_ASKED):
        await people.friends.ask(ann.me, f"{number:08d}")
    with refused("wait"):
        await people.friends.ask(ann.me, "99999999")
    clock.pass_(601)
    assert MOST_REQUESTS == MOST_ASKED
    with refused("friend_requests_full"):
        await people.friends.ask(ann.me, "99999999")
    for _ in range(MOST_CODES):
        await people.friends.new_code(ann.me)
    with refused("wait"):
        await people.friends.new_code(ann.me)


async def test_a_declined_request_is_gone_for_one_and_waits_for_the_other(
    people: People, ann: Person, ben: Person
) -> None:
    await people.friends.ask(ann.me, "Ben")
    await people.friends.decline(ben.me, ann.id)
    assert ben.told == [] and await people.asking(ben) == []
    assert await people.asked(ann) == ["Ben"] and ann.told == []
    for answer in (people.friends.accept, people.friends.decline):
        with refused("gone"):
            await answer(ben.me, ann.id)


async def test_a_withdrawn_request_takes_its_notice_along(people: People, ann: Person, ben: Person) -> None:
    cat = await people.new("Cat")
    await people.friends.ask(ann.me, "Ben")
    await people.friends.ask(cat.me, "Ben")
    assert ben.notices["friend-requests"].kind == "friend_requests"
    assert ben.notices["friend-requests"].params == {"count": "2"}
    (mine,) = (await people.friends.requests(ann.me)).outgoing
    with refused("gone"):
        await people.friends.withdraw(cat.me, mine.id)
    await people.friends.withdraw(ann.me, mine.id)
    assert ben.notices["friend-requests"].params == {"name": "Cat"}
    assert await people.asking(ben) == ["Cat"]


async def test_requests_that_were_seen_are_not_noticed_again(people: People, ann: Person, ben: Person) -> None:
    await people.friends.ask(ann.me, "Ben")
    assert (await people.friends.unseen(ben.id)) == ben.notices["friend-requests"]
    await people.friends.seen(ben.me)
    assert ben.told == [] and await people.friends.unseen(ben.id) is None
    assert await people.friends.open_requests(ben.me) == 1
    await people.friends.ask((await people.new("Cat")).me, "Ben")
    assert ben.notices["friend-requests"].params == {"name": "Cat"}


async def test_parting_is_seen_by_both_and_told_to_nobody(people: People, ann: Person, ben: Person) -> None:
    await people.befriended(ann, ben)
    before = ben.changes
    await people.friends.remove(ann.me, ben.id)
    assert await people.names(ann) == await people.names(ben) == []
    assert ben.changes > before and ben.told == []
    with refused("gone"):
        await people.friends.remove(ann.me, ben.id)


async def test_who_is_blocked_is_no_friend_and_heard_of_no_more(people: People, ann: Person, ben: Person) -> None:
    await people.befriended(ann, ben)
    await people.friends.block(ann.me, ben.id)
    assert await people.names(ann) == await people.names(ben) == []
    assert [person.name for person in await people.friends.blocked(ann.me)] == ["Ben"]
    assert await people.friends.has_blocked(ann.id, ben.id)
    assert not await people.friends.ask(ben.me, "Ann")
    assert ann.told == [] and await people.asking(ann) == [] and await people.asked(ben) == ["Ann"]
    await people.friends.unblock(ann.me, ben.id)
    assert await people.asking(ann) == []
    with refused("gone"):
        await people.friends.unblock(ann.me, ben.id)
    for nobody in (ann.id, "nobody"):
        with refused("gone"):
            await people.friends.block(ann.me, nobody)


async def test_friends_are_seen_online_and_come_first(people: People, ann: Person, ben: Person) -> None:
    cat = await people.new("Cat")
    await people.befriended(ann, ben)
    await people.befriended(ann, cat)
    people.friends.presence.arrive(cat.id, "page")
    listed = await people.friends.list(ann.me)
    assert [(friend.name, friend.online) for friend in listed] == [("Cat", True), ("Ben", False)]
    assert listed[0].owner == cat.me.owner and listed[0].account == cat.id
    people.friends.presence.gone(cat.id, "page")
    assert await people.names(ann) == ["Ben", "Cat"]


async def test_nothing_is_shown_or_done_once_signed_out(people: People, ann: Person, ben: Person) -> None:
    await people.accounts.sign_out(ann.me)
    me, friends = ann.me, people.friends
    calls: list[Callable[[], Awaitable[object]]] = [
        lambda: friends.code(me), lambda: friends.new_code(me), lambda: friends.ask(me, "Ben"),
        lambda: friends.accept(me, ben.id), lambda: friends.decline(me, ben.id), lambda: friends.withdraw(me, "id"),
        lambda: friends.remove(me, ben.id), lambda: friends.block(me, ben.id), lambda: friends.unblock(me, ben.id),
        lambda: friends.list(me), lambda: friends.requests(me), lambda: friends.blocked(me),
        lambda: friends.everything(me),
    ]  # fmt: skip
    for call in calls:
        with refused("not_signed_in"):
            await call()


async def test_a_persons_data_name_friends_and_nothing_else_of_them(people: People, ann: Person, ben: Person) -> None:
    cat, dan = await people.new("Cat"), await people.new("Dan")
    await people.befriended(ann, ben)
    await people.friends.ask(cat.me, "Ann")
    await people.friends.ask(ann.me, "Somebody")
    await people.friends.block(ann.me, dan.id)
    mine = await people.friends.everything(ann.me)
    assert [friend["id"] for friend in mine["friends"]] == ["Ben"]
    assert (mine["asked_by"], [each["typed"] for each in mine["asked"]]) == (["Cat"], ["Somebody"])
    assert mine["blocked"] == ["Dan"]
    text = json.dumps(mine)
    assert not any(person.id in text for person in (ann, ben, cat, dan))


async def test_everything_goes_with_the_account(people: People, ann: Person, ben: Person) -> None:
    await people.befriended(ann, ben)
    cat = await people.new("Cat")
    await people.friends.ask(ben.me, "Cat")
    await people.accounts.delete(ben.me)
    assert await people.names(ann) == [] and await people.asking(cat) == []
    assert await people.friends.unseen(cat.id) is None


async def test_a_page_that_is_closed_is_told_nothing_more(people: People, ann: Person, ben: Person) -> None:
    told: list[int] = []
    stop = people.friends.follow(ben.id, lambda: told.append(1))
    stop()
    stop()
    await people.friends.ask(ann.me, "Ben")
    assert told == [] and ben.changes
