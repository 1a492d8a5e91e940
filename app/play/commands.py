"""What is handed in at the door of a table, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from app.engine.moves import Move, Reason

LONGEST_ACTION_ID: Final = 64


class By(StrEnum):
    """Who hands in a command."""

    PERSON = auto()
    COMPUTER = auto()
    CLOCK = auto()


class Answer(StrEnum):
    """What became of a command."""

    DONE = auto()
    REFUSED = auto()
    """The rules forbid it; ``reason`` says why."""
    NOT_YOURS = auto()
    """There is no such seat, it is somebody else's, or another person is on screen."""
    STALE = auto()
    """It was made for a table that has moved on since."""
    PAUSED = auto()
    """The persons at the table have agreed on a pause."""
    STORAGE_FULL = auto()
    """It could not be saved because the disk is full; the table is as before."""
    STORAGE_FAILED = auto()
    """It could not be saved; the table is as before."""
    FROZEN = auto()
    """The table met an error of ours and stands still."""
    CLOSED = auto()
    """The table was replaced or thrown away."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command, with the version of the table after it."""

    answer: Answer
    version: int
    reason: Reason | None = None

    @property
    def ok(self) -> bool:
        """Whether the move was made."""
        return self.answer is Answer.DONE

    @property
    def retry(self) -> bool:
        """Whether the same command, with the same action id, may succeed later."""
        return self.answer in (Answer.STORAGE_FULL, Answer.STORAGE_FAILED)


@dataclass(frozen=True, slots=True)
class Command:
    """A move that somebody wants to make.

    ``action_id`` (1 to 64 characters) is the same when the same command is sent again;
    ``expected_version`` is the version of the table that its maker saw.
    """

    seat: int
    move: Move
    action_id: str
    expected_version: int
    by: By = By.PERSON

    def __post_init__(self) -> None:
        if not 1 <= len(self.action_id) <= LONGEST_ACTION_ID:
            raise ValueError("an action id has 1 to 64 characters")
