"""Notes as the browser's synthesiser reads them, and the names that people use for their pitches."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

VOICES: Final = (
    "bass", "guitar", "vibes", "flute", "marimba", "bell", "brass", "sine", "noise", "thump", "rim", "shaker",
)  # fmt: skip
"""The instruments of ``static/js/sound.js``; a written note names one by its place here."""
SUNG: Final = frozenset(("bass", "guitar", "vibes", "flute", "marimba", "bell", "brass", "sine"))
"""The instruments whose pitch can be heard as a note; the others hiss or knock at about that height."""

_LETTERS: Final = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_NAME: Final = re.compile(r"([A-G])([#b]?)(-?\d?)")


class Note(NamedTuple):
    """One sound: when, on which instrument, how high, how long, how loud.

    ``at`` and ``length`` are in the ticks of the piece, ``pitch`` counts semitones (69 is A4, 440 Hz), ``level`` is
    0 to 100, ``to`` a second pitch that the sound slides to.
    """

    at: int
    voice: str
    pitch: float
    length: int
    level: int
    to: float | None = None

    def row(self) -> list[float]:
        """The note as numbers alone, as short as they get."""
        numbers: list[float] = [self.at, VOICES.index(self.voice), self.pitch, self.length, self.level]
        return numbers if self.to is None else [*numbers, self.to]


def pitch_of(name: str) -> int:
    """The pitch called ``name``: ``pitch_of("A4") == 69``, ``pitch_of("Eb5") == 75``; without an octave, 0 to 11.

    Raises ``ValueError`` when nothing is called so.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"not a note: {name!r}")
    letter, sign, octave = match.groups()
    tone = _LETTERS[letter] + {"#": 1, "b": -1, "": 0}[sign]
    return tone + 12 * (int(octave) + 1) if octave else tone % 12
