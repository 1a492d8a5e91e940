"""Passwords: which ones are good enough, and how they are kept (argon2id, in threads of their own)."""

from __future__ import annotations

import asyncio
import functools
import secrets
import unicodedata
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from app import resource_dir
from app.play.names import email_key, id_key
from app.play.refusals import Refused

T = TypeVar("T")

SHORTEST: Final = 15
"""Characters, since a password is the only factor of those who have no passkey (NIST SP 800-63B-4)."""
LONGEST: Final = 256
MEMORY_KIB: Final = 46 * 1024
WORKERS: Final = 2
"""Hashes at one time: each needs its memory and a core."""
LONGEST_QUEUE: Final = 20

LEAST_WORTH: Final = 8
"""What a password must be worth: a common word counts like two characters that cannot be guessed."""
_WORD_WORTH: Final = 2
_DIGITS_WORTH: Final = 2
"""A row of digits: a date, most likely."""
_WALK_WORTH: Final = 1
_SHORTEST_RUN: Final = 3
_LONGEST_WORD: Final = 40
_SHORTEST_OWN: Final = 3
_APP_WORDS: Final = frozenset({"uno", "unoultimate", "ultimate"})
_ROWS: Final = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop",
                "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "01234567890", "1q2w3e4r5t6y7u8i9o0p")  # fmt: skip
_WALKS: Final = (*_ROWS, *(row[::-1] for row in _ROWS))


def normalised(password: str) -> str:
    """The password in the one form that is hashed (NFC): keyboards differ in how they send accents."""
    return unicodedata.normalize("NFC", password)


def password_problem(password: str, name: str = "", email: str = "") -> Refused | None:
    """Why nobody, or not the person with this ID and address, may have this password; ``None`` when they may."""
    password = normalised(password)
    if len(password) < SHORTEST:
        return Refused("password_too_short", "password", low=SHORTEST)
    if len(password) > LONGEST:
        return Refused("password_too_long", "password", high=LONGEST)
    folded = _letters(id_key(password))
    if worth(folded) < LEAST_WORTH:
        return Refused("password_common", "password")
    own = frozenset(_letters(word) for word in (id_key(name), *email_key(email).split("@")))
    if worth(folded, own) < LEAST_WORTH:
        return Refused("password_personal", "password")
    return None


def _letters(folded: str) -> str:
    return "".join(char for char in folded if char.isalnum() or unicodedata.category(char) in ("Mn", "Mc", "So"))


def worth(folded: str, own: Collection[str] = ()) -> int:
    """How many characters that cannot be guessed a password is worth, at most.

    Cheapest are repetitions, walks over the keys, and ``own`` words; then common words and digits; every other
    character is worth one.
    """
    unit = folded[: (folded + folded).find(folded, 1)] if folded else folded
    least = [0]
    for end in range(1, len(unit) + 1):
        starts = range(max(0, end - _LONGEST_WORD), end - _SHORTEST_RUN + 1)
        parts = ((start, _worth_of_part(unit[start:end], own)) for start in starts)
        least.append(min([least[end - 1] + 1, *(least[start] + value for start, value in parts if value)]))
    return least[-1]


def _worth_of_part(part: str, own: Collection[str]) -> int:
    """What one part is worth when it is something that people guess, else 0."""
    if (len(part) >= _SHORTEST_OWN and part in own) or part in _APP_WORDS:
        return _WALK_WORTH
    if len(set(part)) == 1 or any(part in row for row in _WALKS):
        return _WALK_WORTH
    if part.isdecimal():
        return _DIGITS_WORTH
    return _WORD_WORTH if part in common() else 0


@functools.cache
def common() -> frozenset[str]:
    """Passwords and phrases that are tried first, folded and without spaces."""
    text = (resource_dir("data") / "common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


class Passwords:
    """Hashes and compares passwords, a few at a time, away from the event loop."""

    def __init__(self, *, memory_kib: int = MEMORY_KIB, longest_queue: int = LONGEST_QUEUE) -> None:
        """The defaults are the product's (OWASP: 46 MiB, one pass, one lane); tests take less memory."""
        self._hasher = PasswordHasher(time_cost=1, memory_cost=memory_kib, parallelism=1, type=Type.ID)
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="password")
        self._most_asked = WORKERS + longest_queue
        self._asked = 0
        self._dummy: Future[str] | None = None
        self.verifications = 0
        """Passwords compared so far, those for names that nobody has included."""

    def close(self) -> None:
        """Let go of the threads."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """What is kept of a password. Raises ``Refused`` (``busy``) when too many wait."""
        return await self._run(lambda: self._hasher.hash(normalised(password)))

    async def fits(self, kept: str, password: str) -> bool:
        """Whether ``password`` is the one of which ``kept`` was made.

        With nothing kept it takes the same time as a wrong password, and never fits. Raises ``Refused`` (``busy``).
        """
        if self._dummy is None:
            self._dummy = self._workers.submit(self._hasher.hash, secrets.token_hex())
        against = kept or await asyncio.wrap_future(self._dummy)
        tried = normalised(password[: LONGEST + 1])
        fitted = await self._run(lambda: self._verified(against, tried))
        self.verifications += 1
        return fitted and bool(kept)

    def is_outdated(self, kept: str) -> bool:
        """Whether ``kept`` was made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(kept)

    def _verified(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._asked >= self._most_asked:
            raise Refused("busy")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work)
        finally:
            self._asked -= 1
