"""Notices as stored: one for each key, the newest few, gone with their owner, moved when somebody signs in."""

import pytest

from app.store.games import GameStore
from app.store.models import Notice
from app.store.notices import NoticeStore


@pytest.fixture
def notices(store: GameStore) -> NoticeStore:
    return NoticeStore(store.database)


def notice(owner: str = "d1", key: str = "room:A", at: float = 1.0, kind: str = "k") -> Notice:
    return Notice(owner_id=owner, key=key, kind=kind, params="{}", href="/room/A", created_at=at)


async def keys(notices: NoticeStore, owner: str = "d1", since: float = 0.0) -> list[str]:
    return [each.key for each in await notices.of(owner, since)]


async def test_one_is_kept_for_each_key_and_the_oldest_make_room(notices: NoticeStore) -> None:
    for number, key in enumerate("abcd"):
        await notices.put(notice(key=key, at=number + 1.0), most=3)
    assert await keys(notices) == ["b", "c", "d"]
    await notices.put(notice(key="b", at=9.0, kind="other"), most=3)
    assert await keys(notices) == ["c", "d", "b"]
    assert (await notices.of("d1", 5.0))[0].kind == "other"


async def test_a_settled_one_is_gone_and_old_ones_are_thrown_away(notices: NoticeStore) -> None:
    for number, key in enumerate("abc"):
        await notices.put(notice(key=key, at=number + 1.0), most=3)
    assert await notices.drop("d1", "a") and not await notices.drop("d1", "a")
    assert not await notices.drop("d2", "b")
    await notices.drop_before(2.0)
    assert await keys(notices) == ["c"]


async def test_they_go_along_to_an_account_without_doubles(notices: NoticeStore) -> None:
    await notices.put(notice("d1", "a", kind="of the device"), most=9)
    await notices.put(notice("d1", "b"), most=9)
    await notices.put(notice("account-1", "a", kind="of the account"), most=9)
    await notices.move("d1", "account-1")
    assert await keys(notices) == []
    assert {each.key: each.kind for each in await notices.of("account-1", 0)} == {"a": "of the account", "b": "k"}
    await notices.move("nobody", "account-2")
    assert await keys(notices, "account-2") == []


async def test_they_go_with_their_owner(notices: NoticeStore, store: GameStore) -> None:
    await notices.put(notice(), most=9)
    await store.delete_owner("d1")
    assert await keys(notices) == []
