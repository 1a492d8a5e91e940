"""What happened at a table whose product has ended, as only the server knows it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import NamedTuple

from app.engine.cards import code
from app.engine.moves import Event
from app.engine.record import replay_states
from app.engine.state import ROUND_OVER, State
from app.engine.views import redact
from app.play import saved
from app.store.db import sqlite_url
from app.store.games import GameStore


class Past(NamedTuple):
    """What happened at a table, as only the server knows it."""

    states: list[State]
    """After each move."""
    told: list[tuple[Event, ...]]
    """What each move made happen."""
    seeds: list[str]

    def known(self, seat: int | None, since: int, until: int) -> set[str]:
        """The cards that ``seat`` may be shown while the table goes from one version to another."""
        cards: set[int] = set()
        for version in range(max(0, since), until + 1):
            state = self.states[version]
            # The last few of the pile lie there half covered.
            cards.update(state.discard[-6:], () if seat is None else state.hands[seat])
            for event in redact(self.told[version], seat):
                cards.update(event.cards)
            if state.pending >= ROUND_OVER:
                cards.update(card for hand in state.hands for card in hand)
        return set(map(code, cards))

    def secret_seeds(self, version: int) -> list[str]:
        """Seeds of rounds that were not over at this version."""
        state = self.states[version]
        return self.seeds[state.round if state.pending >= ROUND_OVER else state.round - 1 :]


async def past_of(folder: Path) -> Past:
    """What is stored of the one match in this folder."""
    with contextlib.closing(GameStore(sqlite_url(folder / "uno.sqlite3"))) as store:
        (row,) = await store.unfinished_tables()
        table = await saved.load(store, row)
        moves = await store.events(row.id)
    assert table is not None
    told = [tuple(map(Event.from_dict, json.loads(move.told))) for move in moves]
    record = table.past.record
    return Past([state.copy() for state in replay_states(record)], [table.past.opening, *told], record.seeds)
