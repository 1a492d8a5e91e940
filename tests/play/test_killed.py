"""The server is killed in mid-round: whatever anybody was told is still there, the order of the draw pile too."""

import asyncio
import hashlib
import json
import subprocess
import sys

import pytest

from app.play.lounge import Lounge
from app.play.table import LiveTable
from app.store.games import GameStore
from tests.play.conftest import DEVICE

PLAY_UNTIL_KILLED = """
import asyncio, sys
from app.play import Lounge
from app.store.games import GameStore
from tests.play.conftest import DEVICE, seated
from tests.play.test_killed import digest

async def play():
    lounge = Lounge(GameStore(sys.argv[1]), pace=0)
    table = await lounge.local_table(DEVICE) or await lounge.start_local(DEVICE, seated("Pccc"))
    table.subscribe(lambda version, events: events and print(version, digest(table), flush=True))
    table.watch()
    while not table.match_over:
        view = table.here.shown().view
        if view.round_over:
            await table.here.next_round(table.version)
        elif view.turn == 0:
            await table.here.act(view.legal[0], table.version)
        else:
            await asyncio.sleep(0)

asyncio.run(play())
"""


def digest(table: LiveTable) -> str:
    """A short text that is the same for the same cards in the same places."""
    return hashlib.sha256(json.dumps(table._state.to_dict()).encode()).hexdigest()


def told_until_killed(url: str, moves: int) -> list[str]:
    """What a server told until it was killed, after it had told of that many moves."""
    server = subprocess.Popen([sys.executable, "-c", PLAY_UNTIL_KILLED, url], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    lines = [server.stdout.readline() for _ in range(moves)]
    server.kill()
    lines += server.stdout.readlines()
    server.wait()
    server.stdout.close()
    return [line for line in lines if line.endswith("\n")]


async def stored(url: str) -> LiveTable:
    store = GameStore(url)
    try:
        table = await Lounge(store).local_table(DEVICE)
        assert table is not None
        return table
    finally:
        store.close()


@pytest.mark.parametrize("moves", [1, 17])
def test_a_killed_server_has_told_nothing_that_is_lost(url: str, moves: int) -> None:
    for _ in range(2):
        told = dict(line.split() for line in told_until_killed(url, moves))
        table = asyncio.run(stored(url))
        # At most the one move that was stored but not told yet is new.
        assert table.version - max(map(int, told)) in (0, 1)
        if str(table.version) in told:
            assert digest(table) == told[str(table.version)]
        assert [entry.version for entry in table.log(None)] == sorted(entry.version for entry in table.log(None))
