"""The effects of the table: what each moment sounds like, as a few notes and noises that the browser plays.

All that is glad keeps to the scale of the music (G major without its half steps), so that it fits whatever the band
is playing; what hurts steps out of it. Times are milliseconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from app.art.notes import Note, pitch_of

COLOUR_TONES: Final = ("G5", "B5", "D6", "E6")
"""Each colour has a tone of its own: red, yellow, green, blue."""

Sound = Callable[[], Iterator[Note]]
_SOUNDS: Final[dict[str, Sound]] = {}


def _effect(name: str) -> Callable[[Sound], Sound]:
    """The function below is the effect called ``name``."""

    def keep(sound: Sound) -> Sound:
        _SOUNDS[name] = sound
        return sound

    return keep


@cache
def effects() -> dict[str, tuple[Note, ...]]:
    """Every effect by its name, its notes in the order in which they begin."""
    made = {name: tuple(sorted(sound(), key=lambda note: note.at)) for name, sound in _SOUNDS.items()}
    for colour, tone in zip(("red", "yellow", "green", "blue"), COLOUR_TONES, strict=True):
        made[colour] = (_sung("bell", 0, tone, 620, 40), _sung("marimba", 0, tone, 220, 30))
    return made


def effects_json() -> str:
    """All effects as ``{name: rows}``; a row is ``Note.row``."""
    rows = {name: [note.row() for note in notes] for name, notes in effects().items()}
    return json.dumps(rows, separators=(",", ":"))


# Strokes


def _sung(voice: str, at: int, name: str, length: int, level: int, to: str | None = None) -> Note:
    return Note(at, voice, pitch_of(name), length, level, None if to is None else pitch_of(to))


def _run(voice: str, names: str, step: int, length: int, level: int, at: int = 0) -> Iterator[Note]:
    for number, name in enumerate(names.split()):
        yield _sung(voice, at + number * step, name, length, level)


def _hiss(at: int, low: float, high: float, length: int, level: int) -> Note:
    """Air: a band of noise that moves from one pitch to the other."""
    return Note(at, "noise", low, length, level, high)


def _flick(at: int, level: int = 34, pitch: float = 98) -> Note:
    """One card leaving another."""
    return _hiss(at, pitch, pitch - 8, 60, level)


def _slap(at: int, level: int = 46) -> Iterator[Note]:
    """One card landing on the pile."""
    yield _hiss(at, 96, 80, 80, level)
    yield _sung("thump", at, "D3", 90, level)


# Cards


@_effect("deal")
def _deal() -> Iterator[Note]:
    for card in range(8):
        yield _flick(card * 85, 22 + card % 2 * 8, 95 + card)
    yield from _slap(720, 38)


@_effect("play")
def _play() -> Iterator[Note]:
    yield _flick(0, 20)
    yield from _slap(45)


@_effect("draw")
def _draw() -> Iterator[Note]:
    yield _hiss(0, 88, 102, 130, 44)
    yield _flick(110, 26, 103)


@_effect("take")
def _take() -> Iterator[Note]:
    for card in range(3):
        yield _hiss(card * 95, 90 - card * 2, 100 - card * 3, 100, 28)
    yield from _run("marimba", "Eb4 C4", 130, 260, 44, 150)


@_effect("pass")
def _pass() -> Iterator[Note]:
    # As people do at a real table: two knuckles on the wood.
    for at, level in ((0, 80), (130, 66)):
        yield _sung("thump", at, "B3", 90, level)
        yield _hiss(at, 86, 80, 40, 24)


@_effect("wild")
def _wild() -> Iterator[Note]:
    yield from _run("bell", " ".join(COLOUR_TONES), 75, 480, 24)
    yield _hiss(0, 96, 118, 360, 8)


# What an action card does


@_effect("skip")
def _skip() -> Iterator[Note]:
    # A hop over somebody.
    yield _sung("sine", 0, "G4", 130, 40, "E5")
    yield _sung("marimba", 170, "B4", 240, 50)


@_effect("reverse")
def _reverse() -> Iterator[Note]:
    # Two lines that cross.
    yield _sung("sine", 0, "D5", 260, 26, "G4")
    yield _sung("sine", 0, "G4", 260, 26, "D5")
    yield from _run("marimba", "D5 G4 D5", 110, 200, 40, 240)


@_effect("grow")
def _grow() -> Iterator[Note]:
    yield _sung("brass", 0, "G3", 130, 34)
    yield _sung("brass", 120, "Bb3", 130, 38)
    yield _sung("brass", 240, "Db4", 300, 44)


@_effect("deflect")
def _deflect() -> Iterator[Note]:
    yield _sung("bell", 0, "A6", 260, 30)
    yield _hiss(20, 86, 108, 240, 26)
    yield _sung("marimba", 20, "E5", 200, 40)


@_effect("jump-in")
def _jump_in() -> Iterator[Note]:
    yield _sung("sine", 0, "G4", 140, 38, "G5")
    yield _hiss(0, 88, 110, 140, 20)
    yield from _slap(140, 52)
    yield _sung("marimba", 150, "D6", 200, 40)


@_effect("swap")
def _swap() -> Iterator[Note]:
    yield _hiss(0, 84, 104, 240, 24)
    yield _hiss(180, 104, 84, 240, 24)
    yield from _run("marimba", "G4 E5 E5 G4", 130, 220, 42)


@_effect("hands")
def _hands() -> Iterator[Note]:
    # Once round the table.
    for number in range(5):
        yield _hiss(number * 100, 88 + number * 3, 92 + number * 3, 120, 20)
    yield from _run("marimba", "G4 A4 B4 D5 E5", 100, 200, 38)


@_effect("shuffle")
def _shuffle() -> Iterator[Note]:
    at = 0.0
    for card in range(20):
        yield _flick(round(at), 16 + card % 2 * 6, 94 + card % 5)
        at += 46 - card * 1.4
    yield _hiss(round(at), 104, 84, 260, 28)
    yield from _slap(round(at) + 240, 34)


@_effect("custom")
def _custom() -> Iterator[Note]:
    yield from _run("guitar", "D5 A5 E5 B5", 90, 380, 90)


@_effect("again")
def _again() -> Iterator[Note]:
    yield from _run("guitar", "D5 D5", 150, 340, 90)


# Challenge


@_effect("challenge")
def _challenge() -> Iterator[Note]:
    for beat in range(6):
        yield _sung("thump", beat * 70, "D2", 120, 34 + beat * 4)
    yield _sung("brass", 430, "D3", 420, 40)
    yield _sung("brass", 430, "Ab3", 420, 30)


@_effect("guilty")
def _guilty() -> Iterator[Note]:
    for number, name in enumerate(("E4", "Eb4", "D4")):
        yield _sung("brass", number * 190, name, 180, 40)
    yield _sung("brass", 570, "Db4", 460, 42, "C4")


@_effect("honest")
def _honest() -> Iterator[Note]:
    yield _sung("bell", 0, "D6", 520, 32)
    yield _sung("bell", 200, "G5", 760, 36)
    yield _sung("bell", 200, "B5", 760, 22)


# UNO


@_effect("uno")
def _uno() -> Iterator[Note]:
    # Two syllables, the second one long: U - NO!
    yield from _run("marimba", "D5 G5 B5", 70, 200, 40)
    yield _sung("brass", 210, "D5", 160, 36)
    yield _sung("brass", 380, "G5", 420, 42)
    yield _sung("bell", 380, "D6", 700, 30)
    yield _sung("bell", 380, "G6", 700, 24)


@_effect("caught")
def _caught() -> Iterator[Note]:
    yield _hiss(0, 80, 112, 160, 34)
    yield from _slap(150, 60)
    yield _sung("brass", 200, "Bb3", 190, 44, "A3")
    yield _sung("brass", 390, "F3", 420, 46, "E3")


# The end of a hand, a round, a match


@_effect("out")
def _out() -> Iterator[Note]:
    yield from _run("marimba", "G4 A4 B4 D5 E5 G5", 65, 220, 42)
    yield _sung("bell", 390, "B5", 700, 30)


@_effect("knocked-out")
def _knocked_out() -> Iterator[Note]:
    yield _hiss(0, 92, 56, 360, 36)
    yield _sung("thump", 0, "G2", 300, 70)
    for number, name in enumerate(("F4", "Db4", "Bb3", "E3")):
        yield _sung("marimba", 120 + number * 120, name, 260, 46)


@_effect("round-won")
def _round_won() -> Iterator[Note]:
    yield from _run("brass", "D4 G4 B4", 130, 130, 34)
    for name, level in (("G4", 26), ("B4", 26), ("D5", 32)):
        yield _sung("brass", 400, name, 700, level)
    yield from _run("bell", "G5 B5 D6 G6", 90, 600, 20, 400)


@_effect("round-over")
def _round_over() -> Iterator[Note]:
    yield from _run("vibes", "D5 B4", 200, 420, 40)
    for name in ("G3", "D4", "G4"):
        yield _sung("guitar", 400, name, 900, 40)


@_effect("match-won")
def _match_won() -> Iterator[Note]:
    # ii, V, I: the cadence the music is made of.
    for at, names in ((0, "A3 C4 E4 G4"), (420, "A3 C4 E4 F#4"), (840, "G3 B3 D4 F#4")):
        yield from _run("guitar", names, 22, 420 if at < 840 else 1500, 40, at)
    yield from _run("brass", "E5 D5 C5 D5 E5 F#5", 140, 130, 28)
    yield _sung("brass", 840, "G5", 900, 34)
    yield _sung("brass", 840, "D5", 900, 24)
    yield from _run("bell", "G5 B5 D6 G6 B6", 110, 800, 18, 900)


@_effect("match-over")
def _match_over() -> Iterator[Note]:
    for at, names in ((0, "A3 C4 E4 G4"), (420, "A3 C4 E4 F#4"), (840, "G3 B3 D4 E4")):
        yield from _run("guitar", names, 26, 420 if at < 840 else 1400, 42, at)
    yield from _run("vibes", "E5 D5 B4", 420, 600, 32)


# Notices


@_effect("turn")
def _turn() -> Iterator[Note]:
    yield from _run("marimba", "D5 A5", 110, 260, 30)


@_effect("refused")
def _refused() -> Iterator[Note]:
    yield _sung("marimba", 0, "F3", 140, 78)
    yield _sung("marimba", 130, "E3", 200, 78)


@_effect("time")
def _time() -> Iterator[Note]:
    for beat in range(3):
        yield _sung("rim", beat * 140, "A6" if beat % 2 else "C7", 60, 80)
    yield _sung("bell", 420, "E5", 420, 28)


@_effect("tick")
def _tick() -> Iterator[Note]:
    yield _sung("rim", 0, "C7", 50, 90)


@_effect("stalled")
def _stalled() -> Iterator[Note]:
    yield _sung("flute", 0, "D4", 320, 40)
    yield _sung("flute", 300, "Bb3", 520, 40)


@_effect("rule")
def _rule() -> Iterator[Note]:
    yield _hiss(0, 90, 100, 200, 18)
    yield from _run("vibes", "B4 E5", 160, 420, 40, 120)
