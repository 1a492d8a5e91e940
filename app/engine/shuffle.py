"""Portable shuffles: the same seed gives the same order everywhere, for ever.

Each round has a secret seed, a text of at least 32 hexadecimal digits. Shuffle number
``k`` of the round works like this, so that a few lines in any language can repeat it:

* The stream is the bytes of SHA-256(seed + ":" + k + ":" + i) for i = 0, 1, 2, ...
  with the numbers in decimal and the text in UTF-8.
* The stream is read as 16-bit numbers, most significant byte first. To get a number
  below n, numbers not below the largest multiple of n are passed over; of the first
  other one the remainder by n is taken.
* Fisher-Yates: for i from the last place down to 1, swap place i with the place of a
  number below i + 1. Place 0 is the bottom of the pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from struct import Struct
from typing import Final

_NUMBERS: Final = Struct(">16H")
_RANGE: Final = 1 << 16
_CEILINGS: Final = (0, *(_RANGE - _RANGE % limit for limit in range(1, 512)))
"""Largest multiple of each limit within the range of a number; no deck is larger than this table."""


def numbers(seed: str, shuffle: int) -> Iterator[int]:
    """The endless stream of 16-bit numbers of one shuffle."""
    prefix = f"{seed}:{shuffle}:"
    block = 0
    while True:
        yield from _NUMBERS.unpack(sha256(f"{prefix}{block}".encode()).digest())
        block += 1


def number_below(stream: Iterator[int], limit: int) -> int:
    """The stream's next number below ``limit`` (1 to 65536), each equally likely."""
    ceiling = _RANGE - _RANGE % limit
    for number in stream:
        if number < ceiling:
            return number % limit
    raise AssertionError("the stream never ends")


def shuffle_in_place(cards: list[int], seed: str, shuffle: int) -> None:
    """Put ``cards`` into the order of shuffle number ``shuffle`` of the round with this seed."""
    stream = numbers(seed, shuffle)
    for i in range(len(cards) - 1, 0, -1):
        limit = i + 1
        number = next(stream)
        while number >= _CEILINGS[limit]:
            number = next(stream)
        j = number % limit
        cards[i], cards[j] = cards[j], cards[i]
