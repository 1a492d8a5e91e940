"""Which round is to be checked, and who may see how it was dealt."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from app.engine.record import BadRecord
from app.play import Lounge, Refused, TableDamaged, Vantage
from app.play.fairness import RoundProof, proof
from app.ui.session import Session

LOCAL: Final = "local"
"""Stands for the game on this device in an address."""
_ROUND: Final = re.compile(r"[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Subject:
    """A finished round and where it comes from."""

    where: str
    """The part of the address that names the match: ``match=ID``, ``room=CODE`` or ``table=local``."""
    match: str
    """What the browser kept the fingerprint under."""
    names: tuple[str, ...]
    rounds: int
    """How many rounds of the match are over."""
    proof: RoundProof


def fair_link(where: str, round: int) -> str:
    """The address at which a round can be checked; ``where`` as in ``Subject``."""
    name, _, key = where.partition("=")
    return f"/fair?{name}={quote(key, safe='')}&round={round}"


async def find_subject(session: Session, *, match: str, room: str, table: str, round: str) -> Subject | None:
    """The round that an address means, if it is over and the visitor may see it; the latest where none is named."""
    wanted = int(round) if _ROUND.fullmatch(round) else None
    try:
        if match:
            return await _of_match(session, match, wanted)
        if room:
            return await _of_room(session, room, wanted)
        if table == LOCAL:
            return await _of_table(session.lounge, session.owner, wanted)
    except (TableDamaged, BadRecord, Refused):
        return None
    return None


async def _of_match(session: Session, key: str, round: int | None) -> Subject | None:
    watched = await session.lounge.archive.replay(session.owner, key)
    if watched is None:
        return None
    match, rounds = watched.replay.match, len(watched.replay.rounds)
    # A file of records may bring a very long match along.
    found = await asyncio.to_thread(proof, match.record, rounds if round is None else round)
    return None if found is None else Subject(f"match={key}", match.match_id or match.id, match.names, rounds, found)


async def _of_room(session: Session, code: str, round: int | None) -> Subject | None:
    client = session.client.request.client
    room = await session.lounge.rooms.find(code, session.owner, client.host if client else "")
    look = room.look(session.owner)
    table = None if look.me is None else room.vantage(session.owner)
    return None if table is None else _of_vantage(table, f"room={look.place}", round)


async def _of_table(lounge: Lounge, owner: str, round: int | None) -> Subject | None:
    live = await lounge.local_table(owner)
    return None if live is None else _of_vantage(live.here, f"table={LOCAL}", round)


def _of_vantage(table: Vantage, where: str, round: int | None) -> Subject | None:
    rounds = len(table.rounds)
    found = table.proof(rounds if round is None else round)
    return None if found is None else Subject(where, table.id, tuple(table.names), rounds, found)
