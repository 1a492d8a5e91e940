"""Tables to and from the store: what its texts hold."""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.engine.cards import deck_size
from app.engine.match import start_match
from app.engine.moves import Do, Event, Move, parse_move
from app.engine.record import MatchRecord, replay
from app.engine.state import NOBODY, State
from app.play.chronicle import Chronicle
from app.play.records import Figures
from app.play.setup import LocalSetup
from app.store import models
from app.store.games import GameStore

RUNNING: Final = "running"
FINISHED: Final = "finished"

_text: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value as stored."""


class TableDamaged(Exception):
    """What is stored of a table cannot be read any more."""


# What malformed stored text makes the readers raise.
_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, AssertionError, RecursionError)


@dataclass(frozen=True, slots=True)
class Saved:
    """A table as it is stored."""

    id: str
    owner: str
    setup: LocalSetup
    state: State
    past: Chronicle
    created_at: float
    answered: tuple[tuple[str, int], ...] = ()
    """The action id of each move and the version to which it led."""
    due_at: float | None = None
    """When the clock would have run out, in seconds since 1970."""


def new_seed() -> str:
    """A secret for the shuffles of one round: 128 bits."""
    return secrets.token_hex(16)


def begin(id: str, owner: str, setup: LocalSetup, seed: str, at: float) -> Saved:
    """A new table with its first round dealt. Raises ``BadRules`` when it cannot be."""
    opening: list[Event] = []
    state = start_match(setup.rules, len(setup.occupants), seed, opening.append)
    record = MatchRecord.begin(setup.rules, state.seats, seed)
    return Saved(id, owner, setup, state, Chronicle(record, opening, at), at)


async def create(store: GameStore, table: Saved) -> None:
    """Store a new table in the place of its owner's other one."""
    await store.create_table(
        table.id,
        table.owner,
        rules=_text(table.setup.rules.to_dict()),
        seats=_seats_text(table.setup),
        snapshot=snapshot_text(table.state),
        record=secrets_text(table.past.record.seeds, table.past.opening),
    )


def table_row(table: Saved) -> models.LiveTable:
    """A new table of a room, as stored; the room is its only owner."""
    return models.LiveTable(
        id=table.id,
        rules=_text(table.setup.rules.to_dict()),
        seats=_seats_text(table.setup),
        snapshot=snapshot_text(table.state),
        record=secrets_text(table.past.record.seeds, table.past.opening),
        created_at=table.created_at,
        updated_at=table.created_at,
    )


async def load(store: GameStore, row: models.LiveTable | None) -> Saved | None:
    """The table of this row with all its moves; ``None`` for no row. Raises ``TableDamaged``."""
    if row is None:
        return None
    events = await store.events(row.id)
    try:
        return _read(row, events)
    except _DAMAGE as damage:
        raise TableDamaged(row.id) from damage


def setup_of(row: models.LiveTable | models.FinishedMatch) -> LocalSetup:
    """Who plays or played there. Raises ``TableDamaged``."""
    try:
        return LocalSetup.from_dict({**json.loads(row.seats), "rules": json.loads(row.rules)})
    except _DAMAGE as damage:
        raise TableDamaged(row.id) from damage


async def state_of(store: GameStore, row: models.LiveTable) -> State:
    """The state alone, without reading the moves unless the snapshot is damaged. Raises ``TableDamaged``."""
    try:
        return _snapshot(row)
    except _DAMAGE:
        table = await load(store, row)
        assert table is not None
        return table.state


def _read(row: models.LiveTable, events: Sequence[models.TableEvent]) -> Saved:
    # A move made while we read the rest belongs to a later look.
    events = [event for event in events if event.seq <= row.version]
    if [event.seq for event in events] != list(range(1, row.version + 1)):
        raise ValueError("moves are missing")
    setup = setup_of(row)
    past = _chronicle(row, events, setup)
    answered = tuple((event.action_id, event.seq) for event in events)
    state = _state(row, past)
    return Saved(row.id, row.owner_id or "", setup, state, past, row.created_at, answered, row.due_at)


def _chronicle(row: models.LiveTable, events: Iterable[models.TableEvent], setup: LocalSetup) -> Chronicle:
    kept = json.loads(row.record)
    first, *others = kept["seeds"]
    record = MatchRecord.begin(setup.rules, len(setup.occupants), first)
    past = Chronicle(record, map(Event.from_dict, kept["opening"]), row.created_at)
    seeds = iter(others)
    for event in events:
        told = tuple(map(Event.from_dict, json.loads(event.told)))
        if event.move.startswith("!"):
            key, _, value = event.move[1:].partition("=")
            past.add_change(key, value, told)
            continue
        out_of_turn = event.move[0].isdigit()
        move = parse_move(event.move[1:] if out_of_turn else event.move)
        seed = next(seeds) if move.do is Do.NEXT_ROUND else None
        past.add(NOBODY if out_of_turn else event.seat, event.seat, move, told, event.at, seed)
    return past


def _state(row: models.LiveTable, past: Chronicle) -> State:
    """The snapshot; where that cannot be read, the state to which the moves lead."""
    try:
        return _snapshot(row)
    except _DAMAGE:
        return replay(past.record)


def _snapshot(row: models.LiveTable) -> State:
    state = State.from_dict(json.loads(row.snapshot))
    check_cards(state)
    return state


def check_cards(state: State) -> None:
    """Raise ``AssertionError`` unless every card of the deck is somewhere, once."""
    rules = state.rules
    held = len(state.draw) + len(state.discard) + sum(map(len, state.hands))
    if held != deck_size(rules.decks, rules.shuffle_wilds, rules.custom_wilds):
        raise AssertionError("cards were lost or doubled")


def snapshot_text(state: State) -> str:
    """The state as stored."""
    return _text(state.to_dict())


def move_text(turn: int, seat: int, move: Move) -> str:
    """The move as stored: a seat that is not on turn stands before it, as in records."""
    return move.code() if seat == turn else f"{seat}{move.code()}"


def events_text(events: Iterable[Event]) -> str:
    """What a move made happen, as stored."""
    return _text([event.to_dict() for event in events])


def secrets_text(seeds: Sequence[str], opening: Iterable[Event]) -> str:
    """What the moves alone do not tell: the seed of each round and what the first deal brought."""
    return _text({"seeds": list(seeds), "opening": [event.to_dict() for event in opening]})


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match played to its end, as the records keep it."""

    id: str
    finished_at: float
    """Seconds since 1970."""
    setup: LocalSetup
    places: tuple[int, ...]
    """Seats from first to last."""
    scores: tuple[int, ...]
    figures: Figures
    record: MatchRecord
    online: bool = False
    own: tuple[int, ...] = ()
    """The owner's seats where other people played, too; none where all persons are the owner's."""
    left: bool = False
    """The owner did not stay to the end."""
    match_id: str = ""
    """What the rows of all owners of a match in a room have in common."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return self.setup.names

    def to_dict(self) -> dict[str, Any]:
        """The whole match, ready for JSON."""
        return {
            "id": self.id,
            "finished_at": self.finished_at,
            "online": self.online,
            "own": list(self.own),
            "left": self.left,
            "setup": self.setup.to_dict(),
            "places": list(self.places),
            "scores": list(self.scores),
            "figures": self.figures.to_dict(),
            "record": self.record.to_dict(),
        }


def finished_row(match: FinishedMatch, owner: str | None = None) -> models.FinishedMatch:
    """The match as stored; without an ``owner`` it gets that of its table when the last move is stored."""
    return models.FinishedMatch(
        id=match.id,
        owner_id=owner,
        finished_at=match.finished_at,
        online=match.online,
        rules=_text(match.setup.rules.to_dict()),
        seats=_seats_text(match.setup),
        places=_text(match.places),
        scores=_text(match.scores),
        figures=_text(match.figures.to_dict()),
        record=record_text(match.record),
        match_id=match.match_id or None,
        own_seats=_text(match.own) if match.own else None,
        place=_place(match) if match.own else None,
    )


def _place(match: FinishedMatch) -> int:
    """The best place of the owner's seats, from 1; 0 for one who left."""
    return 0 if match.left else 1 + min(map(match.places.index, match.own))


def own_row(match: FinishedMatch, owner: str, seats: Iterable[int], *, left: bool) -> models.FinishedMatch:
    """What one owner in a room keeps of a match; always with the same id, so that it cannot be kept twice."""
    id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{match.id} {owner}"))
    return finished_row(replace(match, id=id, own=tuple(sorted(seats)), left=left, match_id=match.id), owner)


def own_seats(text: str | None) -> tuple[int, ...]:
    """The owner's seats as stored."""
    return tuple(map(int, json.loads(text))) if text else ()


def record_text(record: MatchRecord) -> str:
    """A record as stored; the same for two that hold the same."""
    return _text(record.to_dict())


def read_finished(row: models.FinishedMatch) -> FinishedMatch:
    """The match in this row. Raises ``TableDamaged``."""
    try:
        return FinishedMatch(
            row.id,
            row.finished_at,
            setup_of(row),
            tuple(json.loads(row.places)),
            tuple(json.loads(row.scores)),
            Figures.from_dict(json.loads(row.figures)),
            MatchRecord.from_dict(json.loads(row.record)),
            row.online,
            own_seats(row.own_seats),
            row.place == 0,
            row.match_id or "",
        )
    except _DAMAGE as damage:
        raise TableDamaged(row.id) from damage


def _seats_text(setup: LocalSetup) -> str:
    return _text({key: value for key, value in setup.to_dict().items() if key != "rules"})
