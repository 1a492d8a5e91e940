"""Refusals about accounts, as words that the text layer turns into sentences."""

from __future__ import annotations

from collections.abc import Mapping


class Refused(Exception):
    """Something expected stands in the way; nothing was changed.

    ``word`` says what (``wrong_sign_in``, ``wait``, ...), ``params`` are its numbers, ``field`` the name of the input
    that it is about, if it is about one.
    """

    def __init__(self, word: str, field: str = "", **params: int) -> None:
        super().__init__(word)
        self.word = word
        self.field = field
        self.params: Mapping[str, int] = params
