"""The beat of a room: called when something is due, at once when woken, not at all when nothing is."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest

from app.engine.state import ROUND_OVER
from app.play.lounge import Lounge
from app.play.room_house import Beat
from app.play.room_look import Stage
from app.store.games import GameStore
from tests.play.rooms import ANN, POINTS, one_move, playing, stage_of, table_of

LONG = 3600.0


class Steps:
    """Steps that want to be called again after so long, one after the other."""

    def __init__(self, *waits: float | Exception | None) -> None:
        self.waits = list(waits)
        self.calls = 0
        self.called = asyncio.Event()

    async def __call__(self) -> float | None:
        self.calls += 1
        self.called.set()
        wait = self.waits.pop(0)
        if isinstance(wait, Exception):
            raise wait
        return wait

    async def until(self, calls: int) -> None:
        """Wait until there have been so many."""
        while self.calls < calls:
            self.called.clear()
            await asyncio.wait_for(self.called.wait(), 10)


async def settled(done: Callable[[], bool]) -> None:
    """Let tasks run until this is so."""
    async with asyncio.timeout(10):
        while not done():
            await asyncio.sleep(0)


async def test_it_is_called_again_when_it_wanted_to_be_and_no_more_after_that() -> None:
    steps = Steps(0.0, 0.001, None)
    beat = Beat("test", steps)
    beat.wake()
    await steps.until(3)
    await settled(lambda: beat._task is not None and beat._task.done())


async def test_waking_calls_at_once_however_long_it_wanted_to_wait() -> None:
    steps = Steps(LONG, LONG, None)
    beat = Beat("test", steps)
    for calls in (1, 2, 3):
        beat.wake()
        await steps.until(calls)
    await beat.stop()


async def test_an_error_is_logged_without_its_words_and_the_beat_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    steps = Steps(ValueError("a secret hand"), None)
    beat = Beat("room ABCDEF", steps)
    with caplog.at_level(logging.ERROR):
        beat.wake()
        await steps.until(1)
        beat.wake()
        await steps.until(2)
    await beat.stop()
    assert "room ABCDEF failed: ValueError" in caplog.text and "secret" not in caplog.text


async def test_it_ends_though_it_has_just_been_woken() -> None:
    steps = Steps(*[LONG] * 5)
    beat = Beat("test", steps)
    beat.wake()
    await steps.until(1)
    beat.wake()
    async with asyncio.timeout(10):
        await beat.stop()
    beat.wake()
    await asyncio.sleep(0)
    assert steps.calls <= 2


@pytest.fixture
async def lively(store: GameStore) -> AsyncIterator[Lounge]:
    """A lounge with clocks that run and rooms that do by themselves what is due."""
    lounge = Lounge(store, pace=0)
    lounge.rooms.begin()
    yield lounge
    await lounge.close()


async def test_a_room_deals_the_next_round_by_itself(lively: Lounge) -> None:
    room, _ = await playing(lively.rooms, rules=POINTS, next_round_after=1)
    dealt = asyncio.Event()
    room.subscribe(lambda: dealt.set() if room.round == 2 else None)
    while table_of(room).state.pending < ROUND_OVER:
        await one_move(room)
    await asyncio.wait_for(dealt.wait(), 30)
    assert stage_of(room) is Stage.PLAYING and room.look(ANN).next_round_in is None
