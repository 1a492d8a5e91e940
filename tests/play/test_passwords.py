"""Passwords: length and block list, the parameters of the hash, the thread, the queue."""

import asyncio
import time

import pytest

from app.play.passwords import LONGEST, LONGEST_QUEUE, MEMORY_KIB, WORKERS, Passwords, common, password_problem
from app.play.refusals import Refused
from tests.play.people import refused

GOOD = [
    "tulip harbour mango drum",
    "my cat ate nine purple socks",
    "kq8!vD2#mmP0xW9z",
    "ฉันชอบกินข้าวผัดทุกวัน",
    "猫は毎朝七時に窓から外を見ます",
    "   spaces  count   too ok ",
    "🦊🐢🐝🐙🦉🦌🐗🐸🦦🐺🦝🐼🦁🐧🐨",
    "x7" + "tulip harbour mango " * 12,
]
COMMON = [
    "password1234567", "correct horse battery staple", "aaaaaaaaaaaaaaaa", "qwertyuiopasdfghjkl", "1234567890123456",
    "iloveyouiloveyou", "Summer2026Summer2026", "unoultimate2026!", "UNO Ultimate UNO Ultimate", "ababababababababab",
    "monkeydragon123", "PASSWORDPASSWORD", "Ｐａｓｓｗｏｒｄ１２３４５６７", "zyxwvutsrqponmlkj",
    "1q2w3e4r5t6y7u8i9o", "maytheforcebewithyou", "................",
]  # fmt: skip
OWN = ["annabella2026!!!", "ANNABELLA-annabella", "Quintrell.Zo 2026", "Annabella Fenwickbar.org"]


@pytest.mark.parametrize("password", GOOD)
def test_a_long_password_needs_no_special_characters(password: str) -> None:
    assert password_problem(password, "Ann", "ann@example.org") is None


@pytest.mark.parametrize("password", COMMON)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    problem = password_problem(password)
    assert problem is not None and (problem.word, problem.field) == ("password_common", "password")


@pytest.mark.parametrize("password", OWN)
def test_ones_own_names_are_refused(password: str) -> None:
    problem = password_problem(password, "Annabella", "quintrell.zo@fenwickbar.org")
    assert problem is not None and problem.word == "password_personal"


@pytest.mark.parametrize(
    ("length", "word"),
    [
        (0, "password_too_short"),
        (14, "password_too_short"),
        (15, ""),
        (LONGEST, ""),
        (LONGEST + 1, "password_too_long"),
        (10**6, "password_too_long"),
    ],
)
def test_the_length_is_counted_in_characters(length: int, word: str) -> None:
    problem = password_problem(("kq8vd2mmp0xwé9zj4yt7" * (length // 19 + 1))[:length])
    assert (problem.word if problem else "") == word


def test_the_block_list_is_there() -> None:
    assert len(common()) > 3000
    assert {"password", "correcthorsebatterystaple"} <= common()


def test_the_parameters_are_those_of_owasp() -> None:
    assert (MEMORY_KIB, WORKERS, LONGEST_QUEUE) == (46 * 1024, 2, 20)


async def test_the_hash_names_its_parameters_and_never_repeats() -> None:
    passwords = Passwords()
    kept = await passwords.hashed(GOOD[0])
    assert kept.startswith("$argon2id$v=19$m=47104,t=1,p=1$")
    assert kept != await passwords.hashed(GOOD[0])
    assert await passwords.fits(kept, GOOD[0])
    assert not await passwords.fits(kept, GOOD[1])
    passwords.close()


@pytest.mark.parametrize("kept", ["", "nonsense", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"])
async def test_nothing_fits_what_is_no_hash(kept: str) -> None:
    passwords = Passwords(memory_kib=8)
    assert not await passwords.fits(kept, GOOD[0])
    assert not await passwords.fits(kept, "")
    passwords.close()


async def test_the_page_loop_goes_on_while_passwords_are_hashed() -> None:
    passwords = Passwords()
    longest, running = 0.0, True

    async def tick() -> None:
        nonlocal longest
        while running:
            before = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - before)
            await asyncio.sleep(0.005)

    ticking = asyncio.create_task(tick())
    await asyncio.gather(*(passwords.hashed(GOOD[0]) for _ in range(20)))
    running = False
    await ticking
    print(f"20 hashes of {MEMORY_KIB} KiB at once: the loop stood still for {1000 * longest:.1f} ms at most")
    assert 1 <= len(passwords._workers._threads) <= WORKERS
    passwords.close()


async def test_too_many_at_once_are_turned_away_and_the_next_is_served() -> None:
    passwords = Passwords(memory_kib=8, longest_queue=3)
    asked = [asyncio.create_task(passwords.hashed(GOOD[0])) for _ in range(12)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    turned_away = [each for each in done if isinstance(each, Refused)]
    assert len(turned_away) == 12 - (WORKERS + 3)
    assert {each.word for each in turned_away} == {"busy"}
    assert await passwords.hashed(GOOD[0])
    passwords.close()


async def test_waiting_in_vain_is_no_guess() -> None:
    passwords = Passwords(memory_kib=8, longest_queue=-WORKERS)
    with refused("busy"):
        await passwords.fits("", GOOD[0])
    assert passwords.verifications == 0
    passwords.close()
