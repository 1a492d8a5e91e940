"""Asking a computer policy for a move, in time and whatever happens in it."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Final

from app.computer import policies
from app.engine.moves import Move
from app.engine.views import TableView
from app.play.broken import described
from app.play.setup import Level
from app.play.vantage import Vantage

DEADLINE: Final = 2.0
"""Seconds after which a computer that is still thinking makes do with a move that needs no thought."""

log = logging.getLogger(__name__)

_Policy = Callable[[TableView, Level, random.Random], Move | None]


async def chosen_move(view: TableView, level: Level, rng: random.Random, deadline: float = DEADLINE) -> Move:
    """The move of a computer on turn: always one of ``view.legal``, never late, never an exception.

    Raises ``ValueError`` only where the seat has nothing to decide.
    """
    move = await _asked(policies.choose, view, level, rng, deadline)
    return move if move in view.legal and move is not None else policies.fallback(view)


async def reaction(view: TableView, level: Level, rng: random.Random, deadline: float = DEADLINE) -> Move | None:
    """What a computer does out of turn, if anything."""
    move = await _asked(policies.react, view, level, rng, deadline)
    return move if move in view.legal else None


async def hint(vantage: Vantage) -> Move | None:
    """What the Hard computer would do in the place of the person on screen; ``None`` where there is nothing to do.

    The same position gives the same hint.
    """
    view = vantage.shown().view
    rng = random.Random(vantage.version)
    if view.round_over or not view.legal:
        return None
    if view.seat == view.turn:
        return await chosen_move(view, Level.HARD, rng)
    return await reaction(view, Level.HARD, rng)


async def _asked(policy: _Policy, view: TableView, level: Level, rng: random.Random, deadline: float) -> Move | None:
    """The policy's answer, ``None`` when it fails or is late. It thinks in a thread, so that pages go on."""
    try:
        async with asyncio.timeout(deadline):
            return await asyncio.to_thread(policy, view, level, rng)
    except Exception as broken:
        log.error("a %s computer failed: %s", level.value, described(broken))
        return None
