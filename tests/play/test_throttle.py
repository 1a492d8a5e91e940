"""Guessing: slowed down for each account and each address, whatever the process; never for good."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.play.accounts import Accounts, Visitor
from app.play.refusals import Refused
from app.play.throttle import ADDRESS_TRIES, LONGEST_WAIT, WINDOW, network
from tests.play.people import ANN, OTHER_PASSWORD, PASSWORD, Clock, accounts_at, closed, refused, registered

TEN_MINUTES = 600


@pytest.fixture
async def second(accounts_url: str, clock: Clock) -> AsyncIterator[Accounts]:
    """Another process with the same database."""
    other = accounts_at(accounts_url, clock)
    yield other
    closed(other)


async def guess(accounts: Accounts, name: str, address: str) -> str:
    """The word that a wrong password gets."""
    try:
        await accounts.sign_in(Visitor("device", address), name, OTHER_PASSWORD)
    except Refused as refusal:
        return refusal.word
    raise AssertionError("the wrong password fitted")


@pytest.mark.parametrize("name", ["Ann", "nobody"])
@pytest.mark.parametrize("addresses", [1, 50])
async def test_two_hundred_guesses_are_few(
    accounts: Accounts, second: Accounts, clock: Clock, name: str, addresses: int
) -> None:
    await registered(accounts)
    before = accounts.passwords.verifications
    for number in range(200):
        await guess((accounts, second)[number % 2], name, f"10.0.{number % addresses}.1")
        clock.pass_(TEN_MINUTES / 200)
    looked_at = accounts.passwords.verifications - before + second.passwords.verifications
    print(f"200 guesses at {name} from {addresses} addresses in ten minutes: {looked_at} looked at")
    assert 5 < looked_at <= 15


async def test_the_right_password_works_after_the_wait_and_clears_the_account(
    accounts: Accounts, second: Accounts, clock: Clock
) -> None:
    await registered(accounts)
    for _ in range(9):
        await guess(accounts, "Ann", "10.0.0.1")
        clock.pass_(4)
    with refused("wait") as answer:
        await second.sign_in(ANN, "Ann", PASSWORD)
    clock.pass_(answer.refusal.params["seconds"])
    await second.sign_in(ANN, "Ann", PASSWORD)
    assert await guess(accounts, "Ann", "10.0.0.1") == "wrong_sign_in"


async def test_asking_while_one_has_to_wait_does_not_make_it_longer(accounts: Accounts, clock: Clock) -> None:
    await registered(accounts)
    words = [await guess(accounts, "Ann", "10.0.0.1") for _ in range(50)]
    assert words.count("wait") == 44
    clock.pass_(1)
    assert await guess(accounts, "Ann", "10.0.0.1") == "wrong_sign_in"


async def test_no_wait_is_longer_than_a_quarter_of_an_hour(accounts: Accounts, clock: Clock) -> None:
    await registered(accounts)
    for number in range(30):
        assert await guess(accounts, "Ann", f"10.0.{number}.1") == "wrong_sign_in"
        clock.pass_(LONGEST_WAIT)
    await accounts.sign_in(ANN, "Ann", PASSWORD)


async def test_one_address_cannot_go_through_many_accounts(accounts: Accounts, clock: Clock) -> None:
    words = [await guess(accounts, f"name {number}", f"10.0.0.{number}") for number in range(30)]
    assert words == ["wrong_sign_in"] * ADDRESS_TRIES + ["wait"] * (30 - ADDRESS_TRIES)
    assert await guess(accounts, "name", "10.0.1.1") == "wrong_sign_in"
    clock.pass_(WINDOW)
    assert await guess(accounts, "name", "10.0.0.1") == "wrong_sign_in"


async def test_those_who_know_their_passwords_do_not_use_up_the_address(accounts: Accounts) -> None:
    await registered(accounts)
    for _ in range(ADDRESS_TRIES + 5):
        await accounts.sign_in(ANN, "Ann", PASSWORD)
    assert await guess(accounts, "nobody", ANN.address) == "wrong_sign_in"


async def test_a_hundred_guesses_at_once_are_counted_each(accounts: Accounts) -> None:
    await registered(accounts)
    before = accounts.passwords.verifications
    words = await asyncio.gather(*(guess(accounts, "Ann", f"10.0.{number}.1") for number in range(100)))
    assert accounts.passwords.verifications - before == words.count("wrong_sign_in") == 6


async def test_who_was_turned_away_unheard_has_not_guessed(accounts: Accounts) -> None:
    await registered(accounts)
    accounts.passwords._most_asked = 0
    for _ in range(30):
        assert await guess(accounts, "Ann", "10.0.0.1") == "busy"
    accounts.passwords._most_asked = 20
    await accounts.sign_in(Visitor("device", "10.0.0.1"), "Ann", PASSWORD)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.254", True),
        ("192.0.2.1", "192.0.3.1", False),
        ("::ffff:192.0.2.1", "192.0.2.9", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("testclient", "testclient", True),
        ("", "testclient", False),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


async def test_known_and_unknown_names_take_the_same_work(accounts: Accounts, clock: Clock) -> None:
    """Equal answers and one verification each are asserted; the times are printed, since a busy machine bends them."""
    await registered(accounts, email="ann@example.org")

    async def timed(name: str, ask: Callable[[str], Awaitable[object]], word: str) -> float:
        began = time.perf_counter()
        with refused(word) as answer:
            await ask(name)
        assert (answer.refusal.field, answer.refusal.params) == ("", {})
        return time.perf_counter() - began

    async def sign_in(name: str) -> object:
        return await accounts.sign_in(Visitor("device", "10.0.0.1"), name, OTHER_PASSWORD)

    async def recover(name: str) -> object:
        return await accounts.recover(Visitor("device", "10.0.0.1"), name, "AAAA")

    for what, ask, word in (("sign-in", sign_in, "wrong_sign_in"), ("recovery", recover, "wrong_recovery")):
        times: dict[str, list[float]] = {"Ann": [], "ann@example.org": [], "nobody": [], "no@example.org": []}
        before = accounts.passwords.verifications
        for _ in range(10):
            for name, taken in times.items():
                taken.append(await timed(name, ask, word))
                clock.pass_(LONGEST_WAIT)
        asked = accounts.passwords.verifications - before
        medians = {name: f"{1000 * statistics.median(taken):.2f} ms" for name, taken in times.items()}
        print(f"{what}, median of 10: {medians}")
        assert asked == (40 if what == "sign-in" else 0)
