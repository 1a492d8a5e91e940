"""Presence: pages of an account counted by their id, a short loss bridged, nothing late believed."""

import asyncio

import pytest

from app.play.presence import Presence


class Watched:
    """A presence whose grace is over when the loop has run once more, and what a watcher of ``a1`` was told."""

    def __init__(self, grace: float = 0.0) -> None:
        self.presence = Presence(grace)
        self.told: list[bool] = []
        self.stop = self.presence.watch("a1", self.told.append)

    @property
    def online(self) -> bool:
        return self.presence.online("a1")

    async def told_of(self, *wanted: bool) -> None:
        async with asyncio.timeout(5):
            while self.told != list(wanted):
                await asyncio.sleep(0)


async def test_an_account_is_online_from_its_first_page_to_its_last() -> None:
    watched = Watched()
    assert not watched.online
    watched.presence.arrive("a1", "one")
    watched.presence.arrive("a1", "two")
    watched.presence.gone("a1", "one")
    assert watched.online and watched.told == [True]
    watched.presence.gone("a1", "two")
    assert not watched.online and watched.told == [True, False]


async def test_a_lost_connection_counts_for_a_while() -> None:
    watched = Watched()
    watched.presence.arrive("a1", "one")
    watched.presence.leave("a1", "one")
    assert watched.online and watched.told == [True]
    await watched.told_of(True, False)
    assert not watched.online


async def test_whoever_is_back_in_time_was_never_away() -> None:
    watched = Watched(grace=60)
    watched.presence.arrive("a1", "one")
    watched.presence.leave("a1", "one")
    watched.presence.arrive("a1", "one")
    assert watched.online and watched.told == [True]
    watched.presence.leave("a1", "one")
    watched.presence.leave("a1", "one")
    watched.presence.gone("a1", "one")
    assert watched.told == [True, False]


@pytest.mark.parametrize("late", ["leave", "gone"])
async def test_the_late_death_of_a_page_that_is_not_counted_changes_nothing(late: str) -> None:
    watched = Watched()
    watched.presence.arrive("a1", "new")
    getattr(watched.presence, late)("a1", "old")
    getattr(watched.presence, late)("a2", "new")
    for _ in range(3):
        await asyncio.sleep(0)
    assert watched.online and watched.told == [True]


async def test_nobody_is_told_any_more_after_saying_so() -> None:
    watched = Watched()
    other: list[bool] = []
    stop = watched.presence.watch("a1", other.append)
    stop()
    stop()
    watched.presence.arrive("a1", "one")
    watched.presence.arrive("a2", "two")
    assert watched.told == [True] and other == []
