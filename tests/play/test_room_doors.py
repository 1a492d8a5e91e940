"""Finding rooms by guessing and making them without end: slowed down, and fair to all others at that address."""

from app.play.accounts import Accounts
from app.play.friends import Friends
from app.play.refusals import Refused
from app.play.room import Room
from app.play.room_plan import SeatPlan
from app.play.rooms import (
    ALPHABET,
    CODE_LENGTH,
    GUESSES,
    GUESSES_OF_PLAYERS,
    GUESSES_OF_STRANGERS,
    MOST_MADE,
    Rooms,
)
from tests.play.people import Clock, refused
from tests.play.rooms import BEN, CAT, DAN, QUICK, person, room_of


async def looked_up(rooms: Rooms, typed: str, owner: str, address: str) -> str:
    """The word that somebody who tries a code gets, or nothing when there is a room."""
    try:
        await rooms.find(typed, owner, address)
    except Refused as refusal:
        return refusal.word
    return ""


async def guarded(rooms: Rooms, accounts: Accounts) -> Room:
    """A room of Ann and Ben whose code is worth guessing."""
    rooms.know(Friends(accounts, rooms.house.notices), accounts.throttle)
    return await room_of(rooms)


async def test_one_browser_that_guesses_is_slowed_down_and_nobody_beside_it(
    rooms: Rooms, accounts: Accounts, clock: Clock
) -> None:
    room = await guarded(rooms, accounts)
    for _ in range(20):
        assert await rooms.find(room.code, CAT, "192.0.2.7") is room
    for _ in range(GUESSES.most):
        with refused("no_room"):
            await rooms.find("ABCDEF", CAT, "192.0.2.7")
    with refused("wait") as answer:
        await rooms.find(room.code, CAT, "192.0.2.7")
    assert await rooms.find(room.code, DAN, "192.0.2.7") is room
    assert await rooms.find(room.code, BEN, "192.0.2.7") is room
    clock.pass_(answer.refusal.params["seconds"])
    assert answer.refusal.params["seconds"] <= GUESSES.every
    assert await rooms.find(room.code, CAT, "192.0.2.7") is room


async def test_a_school_full_of_typing_errors_waits_some_seconds_and_not_minutes(
    rooms: Rooms, accounts: Accounts, clock: Clock
) -> None:
    room = await guarded(rooms, accounts)
    for pupil in range(GUESSES_OF_STRANGERS.most):
        assert await looked_up(rooms, "ABCDEF", f"pupil {pupil}", "192.0.2.7") == "no_room"
    with refused("wait") as answer:
        await rooms.find(room.code, CAT, "192.0.2.8")
    assert answer.refusal.params["seconds"] <= GUESSES_OF_STRANGERS.every
    # Whoever is in, has played here before, or is elsewhere, does not have to wait for those.
    assert await rooms.find(room.code, BEN, "192.0.2.7") is room
    assert await rooms.find(room.code, CAT, "198.51.100.1") is room
    await room_of(rooms, "Dan Eve")
    assert await rooms.find(room.code, DAN, "192.0.2.7") is room
    clock.pass_(answer.refusal.params["seconds"])
    assert await rooms.find(room.code, CAT, "192.0.2.8") is room


async def test_a_day_of_guessing_from_one_network_is_hopeless(rooms: Rooms, accounts: Accounts, clock: Clock) -> None:
    await guarded(rooms, accounts)
    looked_at = 0
    for second in range(0, 400, 2):
        # Always somebody else, as a browser without cookies is.
        looked_at += await looked_up(rooms, "ABCDEF", f"nobody {second}", "192.0.2.7") == "no_room"
        clock.pass_(2)
    assert looked_at <= GUESSES_OF_STRANGERS.most + 400 / GUESSES_OF_STRANGERS.every
    a_day = GUESSES_OF_STRANGERS.most + GUESSES_OF_PLAYERS.most
    a_day += int(24 * 3600 / GUESSES_OF_STRANGERS.every + 24 * 3600 / GUESSES_OF_PLAYERS.every)
    assert len(ALPHABET) ** CODE_LENGTH / a_day > 10_000


async def test_rooms_are_not_made_without_end_by_being_always_somebody_else(rooms: Rooms, accounts: Accounts) -> None:
    rooms.know(Friends(accounts, rooms.house.notices), accounts.throttle)

    async def make(number: int, address: str) -> None:
        await rooms.create(f"device {number}", [person("Ann")], QUICK, "quick", [SeatPlan.open()], address=address)

    for number in range(MOST_MADE):
        await make(number, "192.0.2.7")
    with refused("wait"):
        await make(MOST_MADE, "192.0.2.8")
    for number in range(2 * MOST_MADE):
        await make(1000 + number, "127.0.0.1")
    await make(MOST_MADE, "198.51.100.1")
