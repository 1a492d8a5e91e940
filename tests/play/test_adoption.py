"""What a device has comes along to the account that is signed in to on it; what others have never does."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from app.play.lounge import MOST_FAVOURITES, Lounge
from app.store.games import GameStore, account_owner
from tests.play.test_computers import finished
from tests.play.test_lounge import SETUP, SHORT, everything, play_on, restarted

ANN, BEN = account_owner("ann"), account_owner("ben")


@pytest.fixture
async def lounge(store: GameStore) -> AsyncIterator[Lounge]:
    lounge = Lounge(store, pace=0)
    yield lounge
    await lounge.close()


@pytest.fixture
async def device(lounge: Lounge) -> str:
    return await lounge.device("token")


async def test_a_game_begun_before_signing_in_is_gone_on_with_on_another_device(
    lounge: Lounge, device: str, url: str
) -> None:
    table = await lounge.start_local(device, SETUP)
    await play_on(table, 10)
    assert await lounge.adopt(device, "ann") == ANN
    assert await lounge.local_table(ANN) is table
    assert await lounge.local_table(device) is None
    await play_on(table, 5)
    await lounge.close()
    with restarted(url) as other:
        again = await other.local_table(ANN)
        assert again is not None
        assert everything(again) == everything(table)


async def test_a_game_that_is_not_in_memory_moves_as_well(lounge: Lounge, device: str, url: str) -> None:
    table = await lounge.start_local(device, SETUP)
    with restarted(url) as other:
        await other.adopt(device, "ann")
        moved = await other.local_table(ANN)
        assert moved is not None and moved.id == table.id


async def test_the_accounts_own_game_is_not_replaced_and_the_devices_waits(lounge: Lounge, device: str) -> None:
    hers = await lounge.start_local(ANN, SETUP)
    left = await lounge.start_local(device, SETUP)
    await lounge.adopt(device, "ann")
    assert await lounge.local_table(ANN) is hers and not hers.closed
    assert await lounge.local_table(device) is left and not left.closed


async def test_a_match_that_ends_after_signing_in_is_the_accounts(lounge: Lounge, device: str) -> None:
    table = await lounge.start_local(device, SHORT)
    await lounge.adopt(device, "ann")
    await finished(table)
    assert [match.id for match in await lounge.records(ANN)] == [table.id]
    assert await lounge.records(device) == []


async def test_a_game_that_is_over_makes_room_for_the_devices(lounge: Lounge, device: str) -> None:
    over = await lounge.start_local(ANN, SHORT)
    await finished(over)
    going_on = await lounge.start_local(device, SETUP)
    await lounge.adopt(device, "ann")
    assert over.closed
    assert await lounge.local_table(ANN) is going_on
    assert [match.id for match in await lounge.records(ANN)] == [over.id]


async def test_several_people_on_one_device_never_mix(lounge: Lounge, device: str) -> None:
    first = await lounge.start_local(device, SHORT)
    await finished(first)
    await lounge.set_preferences(device, {"favourites": [{"name": "hers"}], "setup": {"names": ["Ann"]}})
    await lounge.adopt(device, "ann")
    await lounge.set_preferences(device, {"favourites": [{"name": "hers"}, {"name": "too"}]}, ANN)
    hers = await lounge.start_local(ANN, SETUP)
    # Ann signs out; nobody is signed in, then Ben is.
    assert await lounge.records(device) == []
    assert await lounge.continue_card(device) is None
    assert await lounge.preferences(device) == {}
    await lounge.adopt(device, "ben")
    assert await lounge.records(BEN) == []
    assert await lounge.local_table(BEN) is None
    assert await lounge.preferences(device, BEN) == {}
    assert await lounge.local_table(ANN) is hers


async def test_the_language_is_the_devices_and_favourites_are_the_persons(lounge: Lounge, device: str) -> None:
    await lounge.set_preferences(device, {"language": "th", "sound": True, "favourites": ["mine"]})
    await lounge.adopt(device, "ann")
    assert await lounge.preferences(device, ANN) == {"language": "th", "sound": True, "favourites": ["mine"]}
    await lounge.set_preferences(device, {"language": "ja", "favourites": ["other"], "setup": {}}, ANN)
    assert await lounge.preferences(device) == {"language": "ja", "sound": True}
    elsewhere = await lounge.device("another token")
    assert await lounge.preferences(elsewhere, ANN) == {"favourites": ["other"], "setup": {}}


@pytest.mark.parametrize(
    ("theirs", "mine", "kept", "left"),
    [
        ([], ["a", "b"], ["a", "b"], None),
        (["x"], ["a", "x"], ["x", "a"], None),
        (["x", "y"], ["a", "b"], ["x", "y", "a"], ["b"]),
        (["x", "y", "z"], ["a"], ["x", "y", "z"], ["a"]),
    ],
)
async def test_favourites_come_along_as_far_as_there_is_room(
    lounge: Lounge, device: str, theirs: list[str], mine: list[str], kept: list[str], left: list[str] | None
) -> None:
    await lounge.set_preferences(device, {"favourites": theirs}, ANN)
    await lounge.set_preferences(device, {"favourites": mine})
    await lounge.adopt(device, "ann")
    assert (await lounge.preferences(device, ANN))["favourites"] == kept
    assert (await lounge.preferences(device)).get("favourites") == left
    assert len(kept) <= MOST_FAVOURITES


@pytest.mark.parametrize("stored", ["{", "[]", '{"favourites": 7}', '{"favourites": null}'])
async def test_preferences_that_cannot_be_read_are_no_hindrance(
    lounge: Lounge, store: GameStore, device: str, stored: str
) -> None:
    await store.set_preferences(device, preferences=stored)
    await lounge.adopt(device, "ann")
    assert await lounge.preferences(device, ANN) == {}


async def test_signing_in_in_two_tabs_at_once_moves_everything_once(lounge: Lounge, device: str) -> None:
    table = await lounge.start_local(device, SETUP)
    await asyncio.gather(*(lounge.adopt(device, "ann") for _ in range(3)))
    assert await lounge.local_table(ANN) is table


async def test_what_an_account_has_can_be_taken_along_without_hidden_cards(lounge: Lounge, device: str) -> None:
    played = await lounge.start_local(ANN, SHORT)
    await finished(played)
    running = await lounge.start_local(ANN, replace(SETUP, base="quick"))
    await lounge.set_preferences(device, {"favourites": ["mine"]}, ANN)
    taken: dict[str, Any] = await lounge.everything_of("ann")
    text = json.dumps(taken)
    assert [match["id"] for match in taken["matches"]] == [played.id]
    assert taken["unfinished"]["setup"]["base"] == "quick"
    assert taken["preferences"] == {"favourites": ["mine"]}
    assert running._state.seed not in text


async def test_an_account_goes_with_its_games(lounge: Lounge, device: str) -> None:
    running = await lounge.start_local(ANN, SETUP)
    mine = await lounge.start_local(device, SETUP)
    await lounge.forget_account("ann")
    assert running.closed and not mine.closed
    assert await lounge.local_table(ANN) is None
    assert await lounge.local_table(device) is mine
    await lounge.forget_account("ann")
