# ruff: noqa: E501 - path data reads best unbroken
"""Emotes: round faces and two gestures on a grid of 100, in the ink line of all art of the table."""

from __future__ import annotations

from app.art import heroes
from app.art.draw import circle, group, line, path
from app.art.heroes import eyes_open, eyes_shut, shape
from app.art.palette import GOLD, INK, PAPER, TONES

SIZE = 100

_RED, _BLUE = TONES["red"], TONES["blue"]
_LEFT, _RIGHT = (35, 44), (65, 44)
_OPEN_MOUTH = "M26 56C40 60 60 60 74 56C73 76 62 84 50 84C38 84 27 76 26 56Z"
_HEART = "M0 11C-8 5 -11 1 -11 -4A5.6 5.6 0 0 1 0 -6A5.6 5.6 0 0 1 11 -4C11 1 8 5 0 11Z"
_DROP = "M0 -10C5 -3 7 1 7 5A7 7 0 0 1 -7 5C-7 1 -5 -3 0 -10Z"
_THUMB = "M38 46C46 38 50 28 50 17C50 10 62 10 64 20C65 28 63 35 61 41H80C90 41 91 53 83 55C90 58 88 68 81 69C86 73 83 81 76 81C79 87 75 92 68 92H52C46 92 42 90 38 87Z"


def _face(*features: str, fill: str = GOLD) -> str:
    shine = path(
        "M24 30C29 21 37 16 46 15", fill="none", stroke=PAPER, stroke_width=4, stroke_linecap="round", opacity=0.6
    )
    return circle(50, 50, 43, fill=fill, stroke=INK, stroke_width=3.4) + shine + "".join(features)


def _eyes(size: float = 5) -> str:
    return eyes_open(_LEFT, _RIGHT, size=size)


def _shut(turn: int = 1) -> str:
    """Eyes shut tight, as bows: upwards with ``turn`` -1."""
    return eyes_shut(_LEFT, _RIGHT, size=7) if turn > 0 else line("M27 47Q35 36 43 47M57 47Q65 36 73 47", 4)


def _cheeks() -> str:
    return heroes.cheeks((23, 58), (77, 58), size=6.5)


def _mouth(d: str) -> str:
    return line(d, 4)


def _tongue() -> str:
    return shape(_OPEN_MOUTH, "#6d120d", 3) + path("M36 76C42 69 58 69 64 76C56 84 44 84 36 76Z", fill=_RED.glow)


def _placed(drawing: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    return group(drawing, transform=f"translate({x} {y})rotate({turn})scale({scale})")


def _laugh() -> str:
    drop = shape(_DROP, _BLUE.glow, 2)
    return _face(_shut(-1), _tongue(), _placed(drop, 13, 54, 1.1, 25), _placed(drop, 87, 54, 1.1, -25))


def _joy() -> str:
    stars = "M0 -12L3 -3L12 0L3 3L0 12L-3 3L-12 0L-3 -3Z"
    spark = shape(stars, PAPER, 2)
    return _face(_eyes(), _tongue(), _cheeks()) + _placed(spark, 86, 17, 1.1) + _placed(spark, 15, 20, 0.7)


def _cool() -> str:
    glasses = shape("M17 36H83L81 48C80 58 58 58 55 44H45C42 58 20 58 19 48Z", INK, 3) + line(
        "M27 41L33 47M64 41L70 47", 3, PAPER
    )
    return _face(glasses, _mouth("M32 68C42 76 58 76 70 65"))


def _wow() -> str:
    mouth = shape("M50 60C60 60 62 68 62 74C62 82 57 86 50 86C43 86 38 82 38 74C38 68 40 60 50 60Z", "#6d120d", 3)
    return _face(_eyes(6.5), _mouth("M26 27Q34 19 42 25M58 25Q66 19 74 27"), mouth)


def _think() -> str:
    hand = shape(
        "M30 92C22 88 20 76 27 70C32 66 38 70 46 66L60 60C67 58 69 66 63 70L50 76C54 78 54 84 49 86C46 94 38 96 30 92Z",
        TONES["yellow"].glow,
        3,
    )
    return _face(
        eyes_open((39, 41), (69, 41), size=5), _mouth("M28 31Q36 26 44 29M60 24Q68 20 77 26M46 57Q56 54 64 58"), hand
    )


def _sweat() -> str:
    return _face(
        _eyes(),
        _mouth("M28 33L40 30M60 30L72 33M34 70Q42 62 50 70T66 68"),
        _placed(shape(_DROP, _BLUE.glow, 2.4), 82, 26, 1.5),
    )


def _cry() -> str:
    streams = path(
        "M29 49H41V86C37 90 32 88 29 84ZM59 49H71V84C68 88 63 90 59 86Z", fill=_BLUE.glow, stroke=INK, stroke_width=2.4
    )
    return _face(streams, _mouth("M27 47Q35 41 43 47M57 47Q65 41 73 47M26 34L38 28M62 28L74 34M41 76Q50 66 59 76"))


def _angry() -> str:
    return _face(_eyes(), _mouth("M24 30L43 38M76 30L57 38M34 74C40 64 60 64 66 74"), fill=_RED.glow)


def _sleepy() -> str:
    letters = line("M70 10H84L70 26H84", 4, PAPER, stroke_linejoin="round")
    outline = line("M70 10H84L70 26H84", 9, INK, stroke_linejoin="round")
    mouth = shape("M42 68C42 62 58 62 58 68C58 76 42 76 42 68Z", "#6d120d", 3)
    return _face(_shut(), mouth) + outline + letters


def _love() -> str:
    heart = shape(_HEART, _RED.ground, 2.4)
    return _face(_placed(heart, 33, 44, 1.25, -8), _placed(heart, 67, 44, 1.25, 8), _mouth("M31 66C38 80 62 80 69 66"))


def _thumb() -> str:
    cuff = shape("M12 44H36V90H12Z", _BLUE.ground, 3.4) + circle(24, 78, 3.4, fill=PAPER)
    return shape(_THUMB, GOLD, 3.4) + cuff + line("M63 55H80M63 69H78M60 81H74", 3)


def _clap() -> str:
    hand = "M30 88C20 80 18 66 24 56L40 24C44 17 52 21 49 29L43 43L60 16C64 10 73 15 69 22L76 20C83 20 83 27 80 31L84 33C89 37 86 42 84 45L70 70C64 84 46 98 30 88Z"
    back = _placed(shape(hand, TONES["yellow"].hill, 3.4), 103, 6, 0.9, 14)
    mirrored = group(back, transform="translate(100 0)scale(-1 1)translate(-100 0)")
    return mirrored + _placed(shape(hand, GOLD, 3.4), 4, 8, 0.92) + line("M14 24L22 32M30 8L33 18M8 42L18 45", 4)


_DRAWN = {
    "laugh": _laugh,
    "joy": _joy,
    "cool": _cool,
    "wow": _wow,
    "think": _think,
    "sweat": _sweat,
    "cry": _cry,
    "angry": _angry,
    "sleepy": _sleepy,
    "love": _love,
    "thumb": _thumb,
    "clap": _clap,
}

EMOTES: tuple[str, ...] = tuple(_DRAWN)
"""The names of all emotes."""


def emote(name: str) -> str:
    """The drawing of an emote."""
    return _DRAWN[name]()
