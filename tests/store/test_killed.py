"""SIGKILL in the middle of moves: what was answered is there, once, and what is there fits together."""

import contextlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

from app.store.games import GameStore
from tests.store import killed_player

KILLS = 40


async def test_killed_again_and_again_no_answered_move_is_lost_and_none_is_doubled(
    url: str, file: Path, store: GameStore
) -> None:
    for table in killed_player.TABLES:
        await store.create_table(table, f"device of {table}", rules="{}", seats="[]", snapshot="")
    store.close()
    said = subprocess.run(
        [sys.executable, "-m", "tests.store.killed_player", url, str(KILLS)], capture_output=True, text=True, check=True
    ).stdout
    lines = [json.loads(line) for line in said.splitlines()]
    answered = {(table, version, action) for kind, table, version, action in lines if kind == "done"}
    tried = {(table, version + 1, action) for kind, table, version, action in lines if kind == "try"}
    with contextlib.closing(sqlite3.connect(file)) as connection:
        stored = connection.execute("SELECT table_id, seq, move FROM table_event ORDER BY table_id, seq").fetchall()
        tables = connection.execute("SELECT id, version, snapshot FROM live_table").fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert answered - set(stored) == set(), "lost"
    assert set(stored) - tried == set(), "never asked for"
    assert len({(table, action) for table, _, action in stored}) == len(stored), "doubled"
    for table, version, snapshot in tables:
        moves = [(seq, action) for id, seq, action in stored if id == table]
        assert [seq for seq, _ in moves] == list(range(1, version + 1))
        assert moves[-1][1] == snapshot
    assert len(answered) > KILLS
    print(f"{KILLS} kills, {len(answered)} moves answered, {len(stored)} stored, 0 lost, 0 doubled")
