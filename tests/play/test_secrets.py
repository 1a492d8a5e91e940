"""What a device may not know: nothing of a hand under the cover, nothing of anybody else's at any time."""

import asyncio
import random
from dataclasses import replace
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from app.computer import policies
from app.engine.cards import deck
from app.engine.house_rules import PRESETS
from app.engine.moves import NEXT_ROUND, Event
from app.engine.state import MATCH_OVER, ROUND_OVER, State
from app.play import saved
from app.play.chronicle import Chronicle, LogEntry
from app.play.commands import Answer, By, Command
from app.play.computers import Computers
from app.play.setup import Level
from app.play.table import LiveTable
from app.store import games
from app.store.games import GameStore
from tests.play.conftest import DEVICE, FakeTime, seated


class Shelf:
    """A store that agrees with everything and keeps nothing."""

    async def commit_move(self, move: games.Move, _finished: object = None) -> games.Result:
        return games.Committed(move.expected_version + 1)


def table_of(
    kinds: str, preset: str, seed: int, parties: dict[str, frozenset[int]] | None = None
) -> tuple[LiveTable, FakeTime]:
    time = FakeTime()
    table = saved.begin("table", DEVICE, seated(kinds, PRESETS[preset]), f"{seed:032x}", 0.0)
    store = cast(GameStore, Shelf())
    new_seed = f"{seed + 1:032x}"
    return LiveTable(store, table, parties=parties, now=time, wall=time, new_seed=lambda: new_seed), time


def assert_nothing_shown(table: LiveTable, told: list[Event]) -> None:
    """Under the cover: the view of a spectator, and no card that only one seat may see."""
    shown = table.here.shown()
    assert shown.view == table.view_for(None)
    assert (shown.view.hand, shown.view.legal, shown.view.fits, shown.view.drawn) == ((), (), frozenset(), None)
    assert (shown.seat, shown.drawn, shown.revealed) == (None, (), None)
    assert all(seat.hand is None for seat in shown.view.seats) and shown.view.seed is None
    assert not any(entry.event.private for entry in table.here.shown_log())
    assert not any(event.private for event in table.here.shown_events(told))


def assert_own_cards_only(table: LiveTable, told: list[Event]) -> None:
    events = [*table.here.shown_events(told), *(entry.event for entry in table.here.shown_log())]
    assert {event.seat for event in events if event.private} <= {table.here.shown().seat}


async def wander(table: LiveTable, time: FakeTime, rng: random.Random, steps: int) -> None:
    """Do what persons, computers and browsers do, in any order, and look at the device after each."""
    told: list[Event] = []
    table.subscribe(lambda _version, events: told.extend(events))
    computers = Computers(table, rng=rng)
    table.watch()
    for _ in range(steps):
        told.clear()
        await one_thing(table, time, computers, rng)
        if table.here.shown().cover_for is None:
            assert_own_cards_only(table, told)
        else:
            assert_nothing_shown(table, told)
        assert not table.frozen


async def one_thing(table: LiveTable, time: FakeTime, computers: Computers, rng: random.Random) -> None:
    shown = table.here.shown()
    chance = rng.random()
    if chance < 0.05:
        table.unwatch()
        table.watch()
    elif chance < 0.1:
        table.here.start(rng.randrange(len(table.names)))
        table.here.look_away()
    elif chance < 0.15:
        time.pass_(rng.random())
    elif shown.over:
        await table.here.next_round(table.version)
    elif shown.cover_for is not None and chance < 0.6:
        table.here.start(shown.cover_for)
    elif shown.view.legal:
        await table.here.act(rng.choice(shown.view.legal), table.version)
    else:
        time.pass_(await computers.step() or 0.3)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["PP", "PPc", "cPPc", "PcPcP", "Pccc"]),
    st.sampled_from(list(PRESETS)),
    st.integers(0, 10**9),
)
def test_no_hand_is_on_a_covered_device_whatever_happens(kinds: str, preset: str, seed: int) -> None:
    table, time = table_of(kinds, preset, seed)
    asyncio.run(wander(table, time, random.Random(seed), 120))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["PP", "PPc"]), st.sampled_from(list(PRESETS)), st.integers(0, 10**9))
def test_whoever_is_not_on_screen_cannot_do_anything(kinds: str, preset: str, seed: int) -> None:
    async def try_all() -> None:
        table, time = table_of(kinds, preset, seed)
        rng = random.Random(seed)
        computers = Computers(table, rng=rng)
        table.watch()
        for _ in range(40):
            await one_thing(table, time, computers, rng)
            shown = table.here.shown()
            if shown.over:
                continue
            before = table.version
            for seat in table.persons - {shown.seat, shown.offers_call}:
                for move in table.view_for(seat).legal:
                    command = Command(seat, move, f"{rng.random()}", table.version, By.PERSON)
                    assert (await table.submit(command)).answer is Answer.NOT_YOURS
            assert table.version == before

    asyncio.run(try_all())


async def played(
    kinds: str, preset: str, seed: int, moves: int, parties: dict[str, frozenset[int]] | None = None
) -> LiveTable:
    """A table some moves into a match, every seat played by a computer's judgement."""
    table, _ = table_of(kinds, preset, seed, parties)
    rng = random.Random(seed)
    while table.version < moves and table._state.pending is not MATCH_OVER:
        state = table._state
        if state.pending is ROUND_OVER:
            await table.submit(Command(min(table.persons), NEXT_ROUND, f"{table.version}", table.version))
            continue
        view = table.view_for(state.turn)
        by = By.PERSON if state.turn in table.persons else By.COMPUTER
        move = policies.choose(view, Level.NORMAL, rng)
        for party in table.screens.of_party:
            vantage = table.vantage(party)
            vantage.look_away()
            if (cover := vantage.shown().cover_for) is not None:
                vantage.start(cover)
        await table.submit(Command(state.turn, move, f"{table.version} {move.code()}", table.version, by))
    return table


def with_hidden_swapped(table: LiveTable, viewer: int | None, rng: random.Random) -> LiveTable:
    """The same table, but every card that the viewer cannot know is another one."""
    state: State = table._state.copy()
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden = [*state.draw, *(card for seat in others for card in state.hands[seat])]
    rng.shuffle(hidden)
    for seat in others:
        state.hands[seat] = [hidden.pop() for _ in state.hands[seat]]
    state.draw = hidden
    state.seed = "f" * 32
    state.shown = tuple(rng.sample(deck(1, 0, 0), len(state.shown)))
    state.guilty = not state.guilty
    twin, _ = table_of("".join("P" if seat in table.persons else "c" for seat in range(state.seats)), "official", 1)
    past = Chronicle(table._past.record, (), 0.0)
    past.__dict__.update(table._past.__dict__)
    past._log = type(past._log)(other_cards(entry, viewer, rng) for entry in table._past._log)
    twin._state, twin._past, twin._screens, twin._clock = state, past, table._screens, table._clock
    return twin


def other_cards(entry: LogEntry, viewer: int | None, rng: random.Random) -> LogEntry:
    if not entry.event.private or entry.event.seat == viewer:
        return entry
    cards = tuple(rng.choice(deck(1, 0, 0)) for _ in entry.event.cards)
    return replace(entry, event=replace(entry.event, cards=cards))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(["PP", "Pcc", "PPcc", "Pccccc"]),
    st.sampled_from(list(PRESETS)),
    st.integers(0, 10**9),
    st.integers(0, 80),
)
def test_other_cards_in_hidden_places_change_nothing_that_a_seat_sees(
    kinds: str, preset: str, seed: int, moves: int
) -> None:
    table = asyncio.run(played(kinds, preset, seed, moves))
    rng = random.Random(seed)
    if table._state.pending >= ROUND_OVER:
        return  # The hands are open now.
    for viewer in (None, *range(len(kinds))):
        twin = with_hidden_swapped(table, viewer, rng)
        assert repr(twin.view_for(viewer)) == repr(table.view_for(viewer))
        assert repr(twin.log(viewer)) == repr(table.log(viewer))
        if table.here.shown().seat == viewer:
            assert repr(twin.here.shown()) == repr(table.here.shown())
            assert repr(twin.here.shown_log()) == repr(table.here.shown_log())


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.sampled_from(list(PRESETS)), st.integers(0, 10**9), st.integers(0, 80))
def test_in_a_room_each_device_shows_the_same_whatever_others_hold(
    seats: int, preset: str, seed: int, moves: int
) -> None:
    parties = {f"member {seat}": frozenset({seat}) for seat in range(seats)}
    table = asyncio.run(played("P" * seats, preset, seed, moves, parties))
    rng = random.Random(seed)
    if table._state.pending >= ROUND_OVER:
        return  # The hands are open now.
    for seat, party in enumerate([*parties, None]):
        viewer = None if party is None else seat
        mine, others = table.vantage(party), with_hidden_swapped(table, viewer, rng).vantage(party)
        assert mine.shown().seat == viewer
        assert repr(others.shown()) == repr(mine.shown())
        assert repr(others.shown_log()) == repr(mine.shown_log())
