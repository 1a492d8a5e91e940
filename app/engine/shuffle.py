"""Portable shuffles: the same seed gives the same order everywhere, for ever.

Each round has a secret seed, a text of at least 32 hexadecimal digits. Shuffle number
``k`` of the round works like this, so that a few lines in any language can repeat it:

* The stream is the bytes of SHA-256(seed + ":" + k + ":" + i) for i = 0, 1, 2, ...
  with the numbers in decimal and the text in UTF-8.
* To get a number below n (1 to 256), bytes not below the largest multiple of n up to 256
  are passed over; of the first other one the remainder by n is taken. For a larger n, which
  only made-up piles need, two bytes at a time stand for a number, the more significant first.
* Fisher-Yates: for i from the last place down to 1, swap place i with the place of a
  number below i + 1. Place 0 is the bottom of the pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from typing import Final

_BYTE: Final = 256
"""Values of a byte; the largest decks together hold 226 cards."""
_CEILINGS: Final = (0, *(_BYTE - _BYTE % limit for limit in range(1, _BYTE + 1)))
"""For each limit the largest multiple of it that bytes stay below."""


def stream(seed: str, shuffle: int) -> Iterator[int]:
    """The endless bytes of one shuffle."""
    prefix = f"{seed}:{shuffle}:"
    return chain.from_iterable(sha256(f"{prefix}{block}".encode()).digest() for block in count())


def number_below(source: Iterator[int], limit: int) -> int:
    """The next number below ``limit`` (1 to 65536) out of a stream, each equally likely."""
    if limit > _BYTE:
        ceiling = _BYTE**2 - _BYTE**2 % limit
        wide = (high * _BYTE + low for high, low in zip(source, source, strict=True))
        return next(number for number in wide if number < ceiling) % limit
    return next(byte for byte in source if byte < _CEILINGS[limit]) % limit


def shuffle_in_place(cards: list[int], seed: str, shuffle: int) -> None:
    """Put ``cards`` into the order of shuffle number ``shuffle`` of the round with this seed."""
    left = len(cards)
    if left < 2:
        return
    source = stream(seed, shuffle)
    while left > _BYTE:
        place = number_below(source, left)
        left -= 1
        cards[left], cards[place] = cards[place], cards[left]
    for byte in source:
        # As number_below does; without a call for each card a deal takes half the time.
        if byte < _CEILINGS[left]:
            place = byte % left
            left -= 1
            cards[left], cards[place] = cards[place], cards[left]
            if left == 1:
                return
