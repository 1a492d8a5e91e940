"""The music of the table: a bossa nova of 64 bars in G, written here as notes and played by the browser.

Two choruses of the form AABA. The chords walk from ii-V-I to ii-V-I; bass, guitar, rim and shaker follow patterns
that change from part to part, and a sparse melody comes and goes, so that it can go round for an hour. Times are
ticks: 48 to a quaver, eight quavers to a bar.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Final, NamedTuple

from app.art.notes import Note, pitch_of

QUAVER: Final = 48
BAR: Final = 8 * QUAVER
QUAVERS_A_MINUTE: Final = 252
"""126 beats of two quavers each."""

QUALITIES: Final[dict[str, tuple[int, ...]]] = {
    "maj7": (0, 4, 7, 11),
    "69": (0, 4, 7, 9),
    "m7": (0, 3, 7, 10),
    "7": (0, 4, 7, 10),
    "7b9": (0, 4, 7, 10),
    "m7b5": (0, 3, 6, 10),
}
"""The tones of each kind of chord, in semitones above its root; the fifth is the third of them."""
COLOURS: Final[dict[str, tuple[int, ...]]] = {
    "maj7": (2, 9), "69": (2, 11), "m7": (2, 5), "7": (2, 9), "7b9": (1, 8), "m7b5": (5,),
}  # fmt: skip
"""What a melody may dwell on besides."""
_HELD: Final[dict[str, tuple[int, ...]]] = {
    "maj7": (4, 7, 11, 2), "69": (4, 7, 9, 2), "m7": (3, 5, 7, 10), "7": (4, 7, 10, 2), "7b9": (4, 7, 10, 1),
    "m7b5": (0, 3, 6, 10),
}  # fmt: skip
"""What the guitar holds: no root, that is the bass's."""


class Chord(NamedTuple):
    """A chord by its root (0 to 11, C is 0) and its kind."""

    root: int
    quality: str

    @property
    def tones(self) -> frozenset[int]:
        """Its tones, each 0 to 11."""
        return frozenset((self.root + step) % 12 for step in QUALITIES[self.quality])

    @property
    def colours(self) -> frozenset[int]:
        """The tones that enrich it, each 0 to 11."""
        return frozenset((self.root + step) % 12 for step in COLOURS[self.quality])

    @property
    def held(self) -> tuple[int, ...]:
        """The tones that the guitar plays, each 0 to 11."""
        return tuple((self.root + step) % 12 for step in _HELD[self.quality])

    @property
    def fifth(self) -> int:
        """Its fifth, 0 to 11."""
        return (self.root + QUALITIES[self.quality][2]) % 12


class Part(NamedTuple):
    """Eight bars: chords (one or two to a bar), the melody, who plays it, and the patterns below it."""

    chords: str
    melody: str
    lead: str
    comp: str
    rim: str


# Hits in quavers over two bars. "clave" is the bossa clave; the guitar's last hit may belong to the next chord.
COMPS: Final = {
    "plain": (0, 3, 6, 10, 13),
    "round": (0, 2, 5, 8, 11, 15),
    "light": (3, 6, 10, 13),
    "push": (0, 3, 7, 10, 12, 15),
}
RIMS: Final = {"clave": (0, 3, 6, 10, 13), "turned": (2, 5, 8, 11, 14), "sparse": (6, 13), "rest": ()}

PARTS: Final = (
    Part(
        "Gmaj7 | Gmaj7 | Am7 | D7 | Bm7 | E7b9 | Am7 | D7",
        """-2 D5/1 B4/2 D5/3 | F#5/5 -3 | -2 E5/1 C5/2 E5/3 | F#5/3 E5/2 -3
         | -2 D5/1 F#5/2 A5/3 | G#5/3 F5/2 D5/3 | C5/4 -2 B4/1 C5/1 | E5/3 D5/1 C5/2 -2""",
        "vibes", "plain", "clave",
    ),
    Part(
        "Gmaj7 | Gmaj7 | Am7 | D7 | Gmaj7 | Em7 | Dm7 | G7",
        """-2 D5/1 B4/2 D5/3 | G5/2 F#5/3 -3 | -2 E5/1 C5/2 E5/3 | A5/3 F#5/2 -3
         | B5/4 A5/1 G5/1 F#5/2 | G5/3 E5/2 -3 | -1 F5/2 D5/1 F5/2 A5/2 | G5/2 F5/4 -2""",
        "vibes", "plain", "clave",
    ),
    Part(
        "Cmaj7 | Cmaj7 | Cm7 | F7 | Bm7 | E7b9 | Am7 | D7",
        """E5/6 -2 | -2 G5/1 E5/2 D5/3 | Eb5/6 -2 | -2 G5/1 Eb5/2 C5/3
         | D5/5 -1 C#5/1 D5/1 | F5/3 E5/2 D5/3 | C5/3 E5/3 G5/2 | F#5/3 -1 E5/2 -2""",
        "flute", "round", "turned",
    ),
    Part(
        "Gmaj7 | Em7 | Am7 | D7 | Bm7 E7b9 | Am7 D7 | G69 | Am7 D7",
        """-2 D5/1 B4/2 D5/3 | G5/4 F#5/1 E5/1 -2 | -2 E5/1 C5/2 E5/3 | F#5/3 A5/2 -3
         | B5/3 A5/1 G#5/3 F5/1 | E5/3 C5/1 F#5/2 E5/2 | D5/6 -2 | -8""",
        "vibes", "push", "clave",
    ),
    Part(
        "Gmaj7 | F#m7b5 B7b9 | Em7 | A7 | Am7 | D7 | Bm7 E7b9 | Am7 D7",
        """-3 B5/3 A5/2 | A5/3 C6/1 B5/3 D#5/1 | E5/5 -3 | -3 G5/2 E5/1 C#5/2
         | C5/5 -3 | -2 A5/1 F#5/2 E5/3 | D5/4 G#4/2 B4/2 | C5/4 -4""",
        "flute", "light", "sparse",
    ),
    Part(
        "Gmaj7 | Gmaj7 | Am7 | D7 | Gmaj7 | Em7 | Dm7 | G7",
        """B4/1 D5/1 F#5/1 A5/5 | -8 | C5/1 E5/1 G5/1 B5/5 | -8
         | -4 D6/2 B5/2 | G5/6 -2 | -2 A5/1 F5/2 D5/3 | B4/2 D5/2 F5/2 -2""",
        "guitar", "plain", "clave",
    ),
    Part(
        "Cmaj7 | F7 | Bm7 | E7b9 | Am7 | Cm7 F7 | Bm7 E7b9 | Am7 D7",
        """G5/6 -2 | -2 A5/1 G5/2 Eb5/3 | F#5/6 -2 | -2 G#5/1 F5/2 D5/3
         | E5/5 -1 D5/1 E5/1 | G5/3 Eb5/1 C5/2 A4/2 | D5/4 B4/2 G#4/2 | A4/2 C5/2 F#5/2 -2""",
        "flute", "round", "rest",
    ),
    Part(
        "Gmaj7 | Em7 | Am7 | D7 | Bm7 E7b9 | Am7 D7 | G69 | Am7 D7",
        """-2 D5/1 B4/2 D5/3 | G5/2 F#5/1 E5/3 -2 | -2 E5/1 C5/2 E5/3 | F#5/2 A5/1 C6/3 -2
         | B5/3 A5/1 G#5/3 F5/1 | E5/3 C5/1 A4/2 F#4/2 | G4/2 B4/1 D5/5 | -8""",
        "vibes", "round", "clave",
    ),
)  # fmt: skip
BARS: Final = 8 * len(PARTS)
LENGTH: Final = BARS * BAR
"""Ticks until it begins again."""

_LOWEST_BASS: Final = pitch_of("E2")
_GUITAR: Final = (pitch_of("D3"), pitch_of("G4"))
_SHAKES: Final = (44, 18, 28, 38, 44, 18, 28, 34)
"""How loud the shaker is on each quaver of a bar."""


@cache
def chords() -> tuple[Chord, ...]:
    """The chord of every half bar, from the first to the last."""
    found: list[Chord] = []
    for part in PARTS:
        for bar in part.chords.split("|"):
            names = bar.split()
            found += [_chord(names[0]), _chord(names[-1])]
    return tuple(found)


def _chord(name: str) -> Chord:
    letters = 2 if name[1] in "#b" else 1
    return Chord(pitch_of(name[:letters]), name[letters:])


def chord_at(tick: int) -> Chord:
    """The chord at ``tick``; the piece goes round, so every tick has one."""
    return chords()[tick // (BAR // 2) % len(chords())]


@cache
def notes() -> tuple[Note, ...]:
    """Every note of the piece, in the order in which they begin."""
    # A hand is never quite even; this one is uneven in the same way every time.
    hand = Random(20261129)
    played = [_by_hand(note, hand) for note in (*_bass(), *_guitar(), *_rim(), *_shaker(), *_melody())]
    return tuple(sorted(played))


def _by_hand(note: Note, hand: Random) -> Note:
    late = int(hand.random() * 4)
    louder = 1 + (hand.random() - 0.5) * 0.2
    return note._replace(at=note.at + late, length=note.length - late, level=round(note.level * louder))


def _bass() -> Iterator[Note]:
    for half, chord in enumerate(chords()):
        at = half * (BAR // 2)
        stays = half % 2 and chords()[half - 1] == chord
        tone = chord.fifth if stays else chord.root
        yield Note(at, "bass", _deep(tone), 3 * QUAVER, 62)
        ahead = chord_at(at + BAR // 2)
        # The short note before a beat leads on: the fifth within a chord, a half step above a new root.
        leads = chord.fifth if ahead == chord else (ahead.root + 1) % 12 if half % 8 == 7 else ahead.root
        yield Note(at + 3 * QUAVER, "bass", _deep(leads), QUAVER, 44)


def _deep(tone: int) -> int:
    return _LOWEST_BASS + (tone - _LOWEST_BASS) % 12


def _guitar() -> Iterator[Note]:
    hand: tuple[int, ...] = tuple(pitch_of(name) for name in ("F#3", "B3", "D4", "A3"))
    for at, length, level in _comp_hits():
        # A hit on the last quaver of a chord already belongs to the next one.
        hand = _nearest(chord_at(at + QUAVER) if length > QUAVER else chord_at(at), hand)
        for string, pitch in enumerate(sorted(hand)):
            yield Note(at + 2 * string, "guitar", pitch, length - 2 * string, level - 2 * string)


def _comp_hits() -> Iterator[tuple[int, int, int]]:
    """Start, length and level of each chord that the guitar strikes."""
    hits = [
        (start * 16 + hit, 28 if hit % 4 else 33) for start in range(BARS // 2) for hit in COMPS[PARTS[start // 4].comp]
    ]
    for number, (hit, level) in enumerate(hits):
        following = hits[number + 1][0] if number + 1 < len(hits) else BARS * 8
        length = max(2, min(3, following - hit)) if following - hit > 1 else 1
        yield hit * QUAVER, length * QUAVER - 6, level


def _nearest(chord: Chord, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The chord in the place on the neck that moves the fingers least."""
    low, high = _GUITAR
    places = [[pitch for pitch in range(low, high + 1) if pitch % 12 == tone] for tone in chord.held]

    def way(found: tuple[int, ...]) -> int:
        strings = sorted(found)
        # Half steps next to each other are harsh; rather than one of them a finger moves a fourth.
        harsh = sum(b - a < 2 for a, b in pairwise(strings))
        return 25 * harsh + sum((a - b) ** 2 for a, b in zip(strings, sorted(hand), strict=True))

    return min(product(*places), key=way)


def _rim() -> Iterator[Note]:
    for start in range(BARS // 2):
        for hit in RIMS[PARTS[start // 4].rim]:
            yield Note((start * 16 + hit) * QUAVER, "rim", pitch_of("B6"), QUAVER, 46)


def _shaker() -> Iterator[Note]:
    for quaver in range(BARS * 8):
        # The last bar of each part shakes double: something new is coming.
        yield Note(quaver * QUAVER, "shaker", 112, QUAVER // 2, _SHAKES[quaver % 8])
        if quaver % 64 >= 60:
            yield Note(quaver * QUAVER + QUAVER // 2, "shaker", 112, QUAVER // 2, 14)


def _melody() -> Iterator[Note]:
    for number, part in enumerate(PARTS):
        level = {"vibes": 40, "flute": 26, "guitar": 74}[part.lead]
        for quaver, name, length in _tune(part.melody):
            at = (number * 64 + quaver) * QUAVER
            yield Note(at, part.lead, pitch_of(name), length * QUAVER - 8, level)


def _tune(written: str) -> Iterator[tuple[int, str, int]]:
    """First quaver, name and quavers of each note of a melody such as ``-2 D5/1 B4/5 | ...``."""
    quaver = 0
    for word in written.replace("|", " ").split():
        name, _, length = word.rpartition("/") if "/" in word else ("", "", word[1:])
        if name:
            yield quaver, name, int(length)
        quaver += int(length)


def music_json() -> str:
    """The piece as ``{"tick": seconds, "bar": ticks, "length": ticks, "notes": rows}``; a row is ``Note.row``."""
    score = {
        "tick": round(60 / QUAVERS_A_MINUTE / QUAVER, 8),
        "bar": BAR,
        "length": LENGTH,
        "notes": [note.row() for note in notes()],
    }
    return json.dumps(score, separators=(",", ":"))
