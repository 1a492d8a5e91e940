"""Every frame that a page of a room is sent, scanned for cards that its seat cannot know and for seeds."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from app.engine.cards import COLOUR_NAMES
from app.engine.house_rules import PRESETS, HouseRules
from app.ui.scene import PAINTED
from e2e.conftest import free_port, start_product, stop_product
from tests.wire.past import Past, past_of
from tests.wire.rooms import Player, StagedRoom, play_on, staged_rooms

PERSONS: Final = 4
MOVES: Final = 70
_CODES: Final = re.compile(r"(?<![A-Za-z0-9_])(?:face-|card-|/)?([rygb][0-9SRD]|W[4SC]?)(?=[\"' .?<,\]])")
_SYMBOLS: Final = {"Skip": "S", "Reverse": "R", "Draw Two": "D"}
_WORDS: Final = re.compile(rf"\b({'|'.join(COLOUR_NAMES)}) (\d|Skip|Reverse|Draw Two)\b")
_VERSION: Final = re.compile(r'"data-version": ?(\d+)')


def cards_in(frame: str) -> set[str]:
    """The codes of all cards that a frame names, in marks, classes, addresses or English words."""
    named = {f"{colour[0]}{_SYMBOLS.get(symbol, symbol)}" for colour, symbol in _WORDS.findall(frame)}
    return set(_CODES.findall(frame)) | named


def leaks(past: Past, seat: int | None, frames: Sequence[str]) -> list[str]:
    """What the frames of one page told that its seat could not know at that moment."""
    found = []
    at = 0
    for number, frame in enumerate(frames):
        before, at = at, max([at, *map(int, _VERSION.findall(frame))])
        painted = set(PAINTED) if "scene-table" in frame else set()
        secret = cards_in(frame) - past.known(seat, before - 1, at) - painted
        found += [f"frame {number} at version {at}: {card}" for card in sorted(secret)]
        found += [f"frame {number} at version {at}: a seed" for seed in past.secret_seeds(at) if seed in frame]
    return found


async def recorded(base: str, room: StagedRoom, moves: int) -> list[list[str]]:
    """All frames of each person of a room, and last of somebody who watches, over some moves."""
    players = [await Player.open(base, room, seat) for seat in range(PERSONS)]
    pages = [*players, await Player.watch(base, room)]
    await play_on(players, moves // 2)
    # A second page of the same person, and one that was away for a moment, are sent things anew.
    pages.append(await Player.open(base, room, 0))
    await players[1].page.vanish()
    await players[1].page.reconnect()
    await play_on(players, moves // 2)
    for player in pages:
        await player.page.close()
    return [player.page.frames for player in pages]


@pytest.mark.parametrize("preset", ["official", "mayhem"])
def test_no_frame_holds_a_card_that_its_seat_cannot_know(tmp_path: Path, preset: str) -> None:
    rules = PRESETS[preset]
    room = asyncio.run(staged_rooms(tmp_path, 1, PERSONS, rules))[0]
    product = start_product(tmp_path, free_port())
    try:
        frames = asyncio.run(recorded(product.url, room, MOVES))
    finally:
        stop_product(product)
    assert "Traceback" not in product.log, product.log
    past = asyncio.run(past_of(tmp_path))
    seen = sum(len(cards_in(frame)) for each in frames for frame in each)
    assert seen > MOVES * PERSONS, "the scan sees no cards at all"
    for seat, each in zip((*range(PERSONS), None, 0), frames, strict=True):
        assert leaks(past, seat, each) == []


def test_the_scan_finds_every_leak_that_is_planted(tmp_path: Path) -> None:
    room = asyncio.run(staged_rooms(tmp_path, 1, PERSONS, HouseRules()))[0]
    product = start_product(tmp_path, free_port(), module="tests.wire.leaky")
    try:
        frames = asyncio.run(recorded(product.url, room, 12))
    finally:
        stop_product(product)
    past = asyncio.run(past_of(tmp_path))
    found = [leaks(past, seat, each) for seat, each in zip((*range(PERSONS), None, 0), frames, strict=True)]
    assert all(found), found
    assert any("a seed" in each for each in found[3])
