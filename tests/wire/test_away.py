"""A phone that falls asleep in mid-turn: a computer plays on, and its person is back at once."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from app.engine.cards import code
from app.engine.house_rules import HouseRules
from app.play.room_presence import AWAY_AFTER
from e2e.conftest import Product, free_port, start_product, stop_product
from tests.wire.past import past_of
from tests.wire.rooms import Player, StagedRoom, play_on, staged_rooms

RULES = HouseRules(uno_call="auto", target_score=1000)


class Waking(NamedTuple):
    """What the page of somebody who comes back shows."""

    seat: int
    version: int
    hand: list[str]


async def asleep(product: Product, room: StagedRoom) -> Waking:
    """Play, fall asleep on turn, come back and play on."""
    players = [await Player.open(product.url, room, seat) for seat in range(2)]
    await play_on(players, 4)
    await players[0].page.until(lambda: any(player.on_turn for player in players))
    sleeper = next(player for player in players if player.on_turn)
    other = next(player for player in players if player is not sleeper)
    before = sleeper.version
    await sleeper.page.vanish()
    # Nobody plays for somebody who was gone only for a moment ...
    await asyncio.sleep(AWAY_AFTER - 15)
    assert other.version == before
    # ... but then a computer does, until it is the other's turn.
    await other.page.until(lambda: other.on_turn, 60)
    assert other.version > before
    await sleeper.page.reconnect()
    await sleeper.page.until(lambda: sleeper.version == other.version)
    waking = Waking(players.index(sleeper), sleeper.version, sleeper.hand)
    # Back for good: with everybody here, only people play.
    await play_on(players, 6)
    await asyncio.sleep(3)
    assert len({player.version for player in players}) == 1
    latest = players[0].version
    await asyncio.sleep(3)
    assert players[0].version == latest, "a computer went on playing"
    for player in players:
        await player.page.close()
    return waking


def test_a_computer_plays_for_a_phone_that_is_asleep_until_it_wakes(tmp_path: Path) -> None:
    room = asyncio.run(staged_rooms(tmp_path, 1, 2, RULES))[0]
    product = start_product(tmp_path, free_port())
    try:
        waking = asyncio.run(asleep(product, room))
    finally:
        stop_product(product)
    assert "Traceback" not in product.log, product.log
    # The hand may hold the same cards as before: the computer may draw a card and play it.
    state = asyncio.run(past_of(tmp_path)).states[waking.version]
    assert sorted(waking.hand) == sorted(map(code, state.hands[waking.seat]))
