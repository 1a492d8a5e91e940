"""The finished matches of an owner: listed, taken away as a file and brought back, watched, shared by a link.

A file from outside is believed in nothing that can be checked: the moves of each match are played again by the
engine, and scores, places and figures are what comes of that. Refusals are `Refused` with one of these words:
``file_too_big`` (``high``, MB), ``not_records``, ``newer_records``, ``too_many_matches`` (``high``),
``damaged_match`` (``number``, from 1), ``busy``.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import re
import secrets
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from app.engine.house_rules import MAX_SEATS, HouseRules
from app.engine.record import BadRecord, MatchRecord
from app.engine.rounds import standings
from app.engine.state import MATCH_OVER, State
from app.play import saved
from app.play.records import Figures, Tally
from app.play.refusals import Refused
from app.play.replays import Made, Replay, made
from app.play.saved import FinishedMatch, TableDamaged
from app.play.setup import LocalSetup, checked
from app.play.totals import Played
from app.store import models
from app.store.games import KEPT_MATCHES, GameStore, MatchSummary, is_account

FORMAT: Final = "uno-ultimate-records"
SCHEMA: Final = 1
LARGEST_FILE: Final = 5_000_000
"""Bytes of a file of records, written or read."""
LARGEST_MB: Final = LARGEST_FILE // 1_000_000
MOST_MATCHES: Final = 2_000
"""Matches in a file."""
MOST_ENTRIES: Final = 20_000
"""Moves of one match in a file: ten times as many as the longest that anybody plays."""
MOST_WAITING: Final = 4
"""Files looked at at once."""
EARLIEST: Final = 1_577_836_800.0
"""2020: no match was finished before."""
KEPT_ON_DEVICE: Final = KEPT_MATCHES
"""Matches of a device that nobody is signed in on; an account keeps them all."""
LONGEST_SECONDS: Final = 30 * 24 * 3600.0
_DAY: Final = 24 * 3600.0
_ID: Final = re.compile(r"[0-9A-Za-z-]{1,36}")
_KEY: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_SEED: Final = re.compile(r"[!-~]{1,128}")

# What a file that was damaged or forged makes the readers raise.
_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError)


class TakenIn(NamedTuple):
    """What came of a file of records."""

    added: int
    known: int
    """Matches that were there already."""
    left_out: int
    """Matches older than the latest that a device keeps."""


class Watched(NamedTuple):
    """A replay, and whose eyes it is opened for."""

    replay: Replay
    own: bool
    """Whether the match belongs to whoever asks; otherwise it came by a link."""


class Archive:
    """Every owner's finished matches. One per process."""

    def __init__(self, store: GameStore, wall: Callable[[], float] = time.time) -> None:
        self._store = store
        self._wall = wall
        self._replays: WeakValueDictionary[str, Replay] = WeakValueDictionary()
        self._waiting = 0
        # Files are checked one after the other, beside the games that are being played.
        self._checking = asyncio.Lock()

    async def matches(self, owner: str) -> list[Played]:
        """All of an owner's matches, the latest first; what cannot be read any more is left out."""
        rows = await self._store.summaries(owner)
        return await asyncio.to_thread(_read_all, rows)

    async def clear(self, owner: str) -> int:
        """Throw all of an owner's matches away, and the links to them; how many there were."""
        return await self._store.clear_finished(owner)

    # Files

    async def export(self, owner: str) -> str:
        """A file of the owner's latest matches, as many as ``take_in`` takes, as JSON."""
        rows = await self._store.finished(owner, MOST_MATCHES)
        return await asyncio.to_thread(_file, rows, self._wall())

    async def take_in(self, owner: str, file: bytes) -> TakenIn:
        """Keep the matches of a file for ``owner``, all or none. Raises ``Refused``, and errors of the store."""
        if len(file) > LARGEST_FILE:
            raise too_big()
        if self._waiting >= MOST_WAITING:
            raise Refused("busy")
        self._waiting += 1
        try:
            async with self._checking:
                return await self._take_in(owner, file)
        finally:
            self._waiting -= 1

    async def _take_in(self, owner: str, file: bytes) -> TakenIn:
        given = await asyncio.to_thread(_matches_in, file)
        records = await self._store.records_of(owner)
        fresh = await asyncio.to_thread(_unknown, given, owner, records)
        wanted = fresh if is_account(owner) else sorted(fresh, key=_age)[:KEPT_MATCHES]
        # One by one, so that whoever plays meanwhile does not notice.
        rows = [await asyncio.to_thread(_checked, each, owner, self._wall()) for each in wanted]
        added = await self._store.add_finished(owner, rows)
        return TakenIn(added, len(given) - len(fresh), len(fresh) - added)

    # Replays

    async def replay(self, owner: str, key: str) -> Watched | None:
        """The replay of an owner's match by its id, or of anybody's by the token of its link.

        ``None`` where ``key`` leads nowhere. Raises ``TableDamaged`` when the match cannot be followed any more.
        """
        if not _KEY.fullmatch(key):
            return None
        row = await self._store.finished_match(key)
        if row is not None and row.owner_id == owner:
            return Watched(await self._opened(row), own=True)
        row = await self._store.shared_match(key)
        return None if row is None else Watched(await self._opened(row), own=row.owner_id == owner)

    async def share(self, owner: str, id: str) -> str | None:
        """The token of the link to an owner's match, made when there is none; ``None`` for no match of theirs."""
        return await self._store.share(id, owner, secrets.token_urlsafe(16))

    async def link_of(self, id: str) -> str | None:
        """The token of the link to a match, or ``None`` while there is none. For its owner's eyes."""
        return await self._store.link_of(id)

    async def unshare(self, owner: str, id: str) -> bool:
        """End the link to an owner's match; whether there was one."""
        return await self._store.unshare(id, owner)

    async def _opened(self, row: models.FinishedMatch) -> Replay:
        found = self._replays.get(row.id)
        if found is None:
            found = await asyncio.to_thread(lambda: Replay.of(saved.read_finished(row)))
            self._replays[row.id] = found
        return found


def too_big() -> Refused:
    """The refusal of a file that is larger than may be."""
    return Refused("file_too_big", high=LARGEST_MB)


# Reading rows


def _read_all(rows: Sequence[MatchSummary]) -> list[Played]:
    found = []
    for row in rows:
        try:
            found.append(_read(row))
        except _DAMAGE:
            continue
    return found


def _read(row: MatchSummary) -> Played:
    setup = LocalSetup.from_dict({**json.loads(row.seats), "rules": {}})
    return Played(
        row.id,
        row.finished_at,
        replace(setup, rules=_rules(row.rules)),
        tuple(json.loads(row.places)),
        tuple(json.loads(row.scores)),
        Figures.from_dict(json.loads(row.figures)),
        row.online,
        saved.own_seats(row.own_seats),
        row.place == 0,
    )


@functools.lru_cache(maxsize=256)
def _rules(text: str) -> HouseRules:
    """Most matches are played by one of a few sets of rules."""
    return HouseRules.from_dict(json.loads(text))


# Writing a file


def _file(rows: Sequence[models.FinishedMatch], now: float) -> str:
    head = json.dumps({"format": FORMAT, "schema": SCHEMA, "exported_at": round(now)})
    parts: list[str] = []
    size = len(head) + 100
    for row in rows:
        try:
            part = json.dumps(saved.read_finished(row).to_dict(), ensure_ascii=False, separators=(",", ":"))
        except TableDamaged:
            continue
        size += len(part.encode()) + 2
        if size > LARGEST_FILE:
            break
        parts.append(part)
    listed = ",\n".join(parts)
    return f'{head[:-1]}, "matches": [\n{listed}\n]}}\n'


# Reading a file


class _Given(NamedTuple):
    """One match of a file, not yet believed."""

    number: int
    match: Mapping[str, Any]

    @property
    def id(self) -> str:
        """What the file calls it."""
        return str(self.match.get("id", ""))


def _unknown(given: Sequence[_Given], owner: str, records: Mapping[str, str]) -> list[_Given]:
    """Those that the owner does not have: neither by their id, nor by the one they get here, nor move for move."""
    known = {_mark(record) for record in records.values()}
    return [
        each
        for each in given
        if each.id not in records and _own_id(owner, each.id) not in records and _mark_of(each) not in known
    ]


def _mark(record: str) -> bytes:
    return hashlib.sha256(record.encode()).digest()


def _mark_of(given: _Given) -> bytes | None:
    try:
        return _mark(saved.record_text(MatchRecord.from_dict(given.match["record"])))
    except _DAMAGE:
        return None


def _own_id(owner: str, id: str) -> str:
    """The id that a match of a file gets here: always the same, and nobody else's."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{owner} {id}"))


def _age(given: _Given) -> float:
    """For putting the latest first; what has no sensible date comes first, to be refused."""
    try:
        return -_number(given.match["finished_at"])
    except _DAMAGE:
        return float("-inf")


def _matches_in(file: bytes) -> list[_Given]:
    """The matches of a file, each once. Raises ``Refused``."""
    try:
        content = json.loads(file, parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:
        raise Refused("not_records") from problem
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused("not_records")
    if content.get("schema") != SCHEMA:
        raise Refused("newer_records")
    matches = content.get("matches")
    if not isinstance(matches, list):
        raise Refused("not_records")
    if len(matches) > MOST_MATCHES:
        raise Refused("too_many_matches", high=MOST_MATCHES)
    return _once(matches)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _once(matches: Sequence[Any]) -> list[_Given]:
    found: dict[str, _Given] = {}
    for number, match in enumerate(matches, 1):
        if not isinstance(match, dict) or not isinstance(match.get("id"), str) or not _ID.fullmatch(match["id"]):
            raise Refused("damaged_match", number=number)
        found.setdefault(match["id"], _Given(number, match))
    return list(found.values())


def _checked(given: _Given, owner: str, now: float) -> models.FinishedMatch:
    """The match of a file as it is to be stored. Raises ``Refused`` when it is not what it says."""
    try:
        match = _played_again(given.match, now)
        row = saved.finished_row(replace(match, id=_own_id(owner, match.id)))
        # Half a character can stand in JSON, but not in a database.
        f"{row.rules}{row.seats}{row.record}".encode()
        return row
    except _DAMAGE as damage:
        raise Refused("damaged_match", number=given.number) from damage


def _played_again(match: Mapping[str, Any], now: float) -> FinishedMatch:
    if len(match["setup"]["occupants"]) > MAX_SEATS:
        raise BadRecord("too many seats")
    setup = checked(LocalSetup.from_dict(match["setup"]))
    record = MatchRecord.from_dict(match["record"])
    _check_size(record)
    if record.rules != setup.rules or record.seats != len(setup.occupants):
        raise BadRecord("record and set-up differ")
    state, figures = _outcome(record)
    places, scores = tuple(standings(state)), tuple(state.scores)
    if list(places) != match["places"] or list(scores) != match["scores"]:
        raise BadRecord("not what the moves lead to")
    at, seconds = _number(match["finished_at"]), _number(match["figures"]["seconds"])
    if not EARLIEST <= at <= now + _DAY or not 0 <= seconds <= LONGEST_SECONDS:
        raise BadRecord("not a time")
    online, left = match["online"], match.get("left", False)
    if not isinstance(online, bool) or not isinstance(left, bool):
        raise BadRecord("neither online nor local")
    own = _own(match, setup)
    figures = replace(figures, seconds=seconds)
    return FinishedMatch(match["id"], at, setup, places, scores, figures, record, online, own, left and bool(own))


def _own(match: Mapping[str, Any], setup: LocalSetup) -> tuple[int, ...]:
    """The owner's seats, as the file has them; files of before know of no others. Raises ``BadRecord``."""
    own = match.get("own", [])
    if not isinstance(own, list) or not all(type(seat) is int for seat in own):
        raise BadRecord("not seats")
    if len(set(own)) < len(own) or not set(own) <= set(range(len(setup.occupants))):
        raise BadRecord("no such seats")
    return tuple(own)


def _check_size(record: MatchRecord) -> None:
    entries = sum(text.count(" ") + 1 for text in record.moves)
    if entries > MOST_ENTRIES or not all(map(_SEED.fullmatch, record.seeds)):
        raise BadRecord("too long")


def _outcome(record: MatchRecord) -> tuple[State, Figures]:
    """The end of the match and its figures, as the moves have it. Raises ``BadRecord``."""
    tally = Tally(record.seats, 0.0)
    each: Made | None = None
    for number, each in enumerate(made(record)):
        if number and each.move is not None:
            tally.add(each.seat, each.move, each.events, 0.0)
    if each is None or each.state.pending is not MATCH_OVER:
        raise BadRecord("the match is not over")
    return each.state, tally.figures()


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("not a number")
    return float(value)
