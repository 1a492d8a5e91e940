"""Notices: told at once to every page of an owner, kept until settled when they shall be."""

import pytest

from app.play.lounge import Lounge
from app.play.notices import KEPT_SECONDS, MOST_KEPT, Notice, Notices
from app.store import models
from app.store.games import GameStore, account_owner
from app.store.notices import NoticeStore
from tests.play.people import Clock

INVITATION = Notice("room_invitation", "/room/ABC", {"name": "Mia", "code": "ABC"}, "room:ABC")


class Page:
    """What one open page would show."""

    def __init__(self, notices: Notices, owner: str) -> None:
        self.heard: list[tuple[str, Notice | None]] = []
        self.stop = notices.subscribe(owner, lambda key, notice: self.heard.append((key, notice)))

    @property
    def kinds(self) -> list[str]:
        return [notice.kind if notice else "-" for _, notice in self.heard]


@pytest.fixture
def notices(store: GameStore, clock: Clock) -> Notices:
    return Notices(NoticeStore(store.database), clock)


async def test_every_page_of_the_owner_is_told_at_once_and_no_other(notices: Notices) -> None:
    one, two, other = Page(notices, "d1"), Page(notices, "d1"), Page(notices, "d2")
    notices.send("d1", Notice("your_turn", "/room/ABC", {"code": "ABC"}, "turn:ABC"))
    assert one.kinds == two.kinds == ["your_turn"] and other.kinds == []
    notices.take_away("d1", "turn:ABC")
    assert one.heard[-1] == ("turn:ABC", None)
    two.stop()
    two.stop()
    notices.send("d1", Notice("room_started", "/room/ABC"))
    assert one.kinds == ["your_turn", "-", "room_started"] and len(two.heard) == 2
    assert await notices.kept("d1") == []


async def test_a_page_that_closes_while_being_told_disturbs_no_other(notices: Notices) -> None:
    def close(_key: str, _notice: Notice | None) -> None:
        stop()

    stop = notices.subscribe("d1", close)
    later = Page(notices, "d1")
    notices.send("d1", INVITATION)
    notices.send("d1", INVITATION)
    assert later.kinds == ["room_invitation"] * 2


async def test_what_is_kept_is_there_for_later_pages_until_it_is_settled(notices: Notices) -> None:
    page = Page(notices, "d1")
    await notices.keep("d1", INVITATION)
    (kept,) = await notices.kept("d1")
    assert page.heard == [("room:ABC", kept)]
    assert (kept.kind, kept.href, kept.params, kept.kept) == ("room_invitation", "/room/ABC", INVITATION.params, True)
    await notices.keep("d1", INVITATION)
    assert len(await notices.kept("d1")) == 1
    await notices.forget("d1", "room:ABC")
    assert page.heard[-1] == ("room:ABC", None)
    assert await notices.kept("d1") == []


async def test_only_the_latest_are_kept_and_not_for_ever(notices: Notices, clock: Clock) -> None:
    for number in range(MOST_KEPT + 3):
        clock.pass_(1)
        await notices.keep("d1", Notice("room_invitation", "/room/X", {}, f"room:{number}"))
    kept = [notice.key for notice in await notices.kept("d1")]
    assert kept == [f"room:{number}" for number in range(3, MOST_KEPT + 3)]
    clock.pass_(KEPT_SECONDS)
    assert await notices.kept("d1") == []


async def test_one_without_a_key_cannot_be_kept(notices: Notices) -> None:
    with pytest.raises(ValueError, match="key"):
        await notices.keep("d1", Notice("room_invitation", "/room/X"))


async def test_what_cannot_be_read_is_shown_without_its_texts(notices: Notices, store: GameStore, clock: Clock) -> None:
    await NoticeStore(store.database).put(
        models.Notice(owner_id="d1", key="k", kind="your_turn", params="{", href="/", created_at=clock()), 9
    )
    (kept,) = await notices.kept("d1")
    assert kept.params == {}


async def test_an_invitation_to_a_device_goes_along_to_the_account(store: GameStore) -> None:
    lounge = Lounge(store, pace=0)
    device = await lounge.device("t" * 43)
    await lounge.notices.keep(device, INVITATION)
    owner = await lounge.adopt(device, "a1")
    assert owner == account_owner("a1")
    assert [notice.key for notice in await lounge.notices.kept(owner)] == ["room:ABC"]
    assert await lounge.notices.kept(device) == []
    await lounge.forget_account("a1")
    assert await lounge.notices.kept(owner) == []
    await lounge.close()
