"""Finished matches as the records keep them: many at once, without their moves, and the links to replays."""

from app.store.games import KEPT_MATCHES, GameStore, account_owner
from tests.store.test_games import match

ANN = account_owner("a1")
TOKEN = "t" * 22


async def test_summaries_leave_the_moves_out_and_come_latest_first(store: GameStore) -> None:
    await store.add_finished("d1", [match(1), match(3), match(2)])
    found = await store.summaries("d1")
    assert [each.id for each in found] == ["m3", "m2", "m1"]
    assert not hasattr(found[0], "record")
    assert found[0].finished_at == 1003 and found[0].places == "[]"
    assert await store.records_of("d1") == {"m1": "[1]", "m2": "[2]", "m3": "[3]"}


async def test_matches_are_added_to_whoever_adds_them_and_once(store: GameStore) -> None:
    assert await store.add_finished("d2", [match(1), match(2)]) == 2
    assert await store.add_finished("d2", [match(2), match(3)]) == 1
    assert await store.add_finished("d2", []) == 0
    assert [each.id for each in await store.summaries("d2")] == ["m3", "m2", "m1"]
    assert await store.summaries("d1") == []


async def test_a_device_has_room_for_its_latest_and_an_account_for_all(store: GameStore) -> None:
    await store.add_finished("d1", [match(500)])
    many = [match(number) for number in range(KEPT_MATCHES + 20)]
    assert await store.add_finished("d1", many) == KEPT_MATCHES - 1
    kept = [each.id for each in await store.summaries("d1")]
    assert len(kept) == KEPT_MATCHES and kept[0] == "m500" and kept[-1] == "m21"
    hers = [match(1000 + number, ANN) for number in range(KEPT_MATCHES + 20)]
    assert await store.add_finished(ANN, hers) == KEPT_MATCHES + 20


async def test_a_link_leads_to_its_match_until_it_is_ended(store: GameStore) -> None:
    await store.add_finished("d1", [match(1), match(2)])
    assert await store.link_of("m1") is None
    assert await store.share("m1", "d1", TOKEN) == TOKEN
    assert await store.share("m1", "d1", "another") == TOKEN
    assert await store.link_of("m1") == TOKEN
    shared = await store.shared_match(TOKEN)
    assert shared is not None and shared.id == "m1" and shared.record == "[1]"
    assert await store.unshare("m1", "d1")
    assert await store.shared_match(TOKEN) is None
    assert not await store.unshare("m1", "d1")


async def test_nobody_shares_or_ends_what_is_not_theirs(store: GameStore) -> None:
    await store.add_finished("d1", [match(1)])
    assert await store.share("m1", "d2", TOKEN) is None
    assert await store.share("nothing", "d1", TOKEN) is None
    await store.share("m1", "d1", TOKEN)
    assert not await store.unshare("m1", "d2")
    assert await store.shared_match(TOKEN) is not None


async def test_a_link_goes_with_its_match_and_stays_with_it_when_it_moves(store: GameStore) -> None:
    await store.add_finished("d1", [match(1)])
    await store.share("m1", "d1", TOKEN)
    await store.adopt("d1", ANN, lambda device, account: (device, account))
    assert await store.shared_match(TOKEN) is not None
    assert await store.share("m1", ANN, "another") == TOKEN
    assert await store.clear_finished(ANN) == 1
    assert await store.shared_match(TOKEN) is None
