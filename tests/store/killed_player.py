"""Plays at a few tables in processes that are killed with SIGKILL in the middle of it.

    python killed_player.py URL KILLS

Prints one line of JSON for each attempt and each answer that had been given when its process was killed:
``["try", table, version expected, action]`` and ``["done", table, version reached, action]``. A process first
sends again what had got no answer, with the same action id, as a browser does.
"""

import asyncio
import itertools
import json
import os
import random
import signal
import sys

from app.store.games import Committed, GameStore, Move, Repeat

TABLES = ("t0", "t1", "t2", "t3")

Attempt = tuple[int, str]


def main(url: str, kills: int) -> None:
    """Let ``kills`` processes play one after another, each killed while it plays."""
    chance = random.Random(7)
    open_attempts: dict[str, Attempt] = {}
    for number in range(kills):
        for line in play_and_kill(url, number, open_attempts, chance.randint(2, 24)):
            print(line, end="")
            kind, table, version, action = json.loads(line)
            open_attempts[table] = (version, action)
            if kind == "done":
                del open_attempts[table]


def play_and_kill(url: str, number: int, open_attempts: dict[str, Attempt], words: int) -> list[str]:
    """What a process said before it was killed, which happens somewhere behind that many words."""
    reading, writing = os.pipe()
    player = os.fork()
    if player == 0:
        os.close(reading)
        asyncio.run(play_for_ever(url, number, open_attempts, writing))
    os.close(writing)
    with open(reading, encoding="ascii") as said:
        heard = [said.readline() for _ in range(words)]
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        return [line for line in [*heard, *said.readlines()] if line.endswith("\n")]


async def play_for_ever(url: str, number: int, open_attempts: dict[str, Attempt], out: int) -> None:
    store = GameStore(url)
    await asyncio.gather(*(play(store, table, number, open_attempts.get(table), out) for table in TABLES))


async def play(store: GameStore, table: str, number: int, first: Attempt | None, out: int) -> None:
    if first is not None:
        await attempt(store, table, *first, out)
    stored = await store.table(table)
    assert stored is not None
    for version in itertools.count(stored.version):
        await attempt(store, table, version, f"{number}-{version}", out)


async def attempt(store: GameStore, table: str, version: int, action: str, out: int) -> None:
    say(out, "try", table, version, action)
    move = Move(table, version, action, 0, action, snapshot=action)
    answer = await store.commit_move(move)
    assert isinstance(answer, Committed | Repeat), answer
    say(out, "done", table, answer.version, action)


def say(out: int, *words: object) -> None:
    os.write(out, json.dumps(words).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
