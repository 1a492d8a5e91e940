"""The name of the product as hand-written letters, and the icon of the app."""

from __future__ import annotations

from pathlib import Path

from app.art.draw import circle, document, el, group, line, move, nib, path, stretched, use
from app.art.faces import needed
from app.art.heroes import shape
from app.art.palette import GOLD, INK, PAPER, PLUM, PLUM_LIGHT, TONES

# Capitals of 40 by 54 for the three tiles.
_CAPITALS = {
    "U": "M3 2 L3 30 C3 46 9 53 20 53 C31 53 37 46 37 30 L37 2",
    "N": "M4 53 L4 2 L36 53 L36 2",
    "O": "M20 1 C8 1 2 13 2 27 C2 41 8 53 20 53 C32 53 38 41 38 27 C38 13 32 1 20 1 Z",
}
# Lower case letters on a base line at 40 with x-height 20, each with its advance.
_SCRIPT: dict[str, tuple[str, float]] = {
    "U": ("M2 8 L2 27 C2 36 6 41 13 41 C20 41 24 36 24 27 L24 8", 32),
    "l": ("M3 4 L3 33 C3 38 5 41 10 40", 15),
    "t": ("M6 9 L6 33 C6 38 9 41 14 39 M0 19 L13 19", 19),
    "i": ("M4 20 L4 33 C4 38 6 41 10 40 M4 9 L4 9.5", 16),
    "m": ("M3 40 L3 20 M3 27 C5 17 17 17 17 26 L17 40 M17 27 C19 17 31 17 31 26 L31 34 C31 38 33 41 36 40", 41),
    "a": ("M20 24 C17 17 2 18 2 30 C2 43 17 43 20 33 M21 20 L21 33 C21 38 23 41 26 40", 31),
    "e": ("M3 31 C10 32 20 29 19 24 C18 17 2 18 2 30 C2 42 16 43 21 36", 24),
}


def logo_svg() -> str:
    """The wordmark, 400 by 250, with a transparent ground; the element around it carries the name."""
    tiles = _tile("U", "red", 112, 138, -8) + _tile("O", "blue", 288, 138, 8) + _tile("N", "yellow", 200, 130, 0)
    heroes = _hero("red", 153, 104, 0.9) + _hero("yellow", 258, 112, 0.9)
    ends = _hero("green", 47, 222, 0.84) + _hero("blue", 350, 224, 0.78)
    body = heroes + tiles + _ribbon() + ends
    return document(400, 250, el("defs", *needed(body)), body, **{"aria-hidden": "true"})


def word(text: str, width: float) -> str:
    """``text`` in the table's own hand with the base line at 40, in ``currentColor``; only letters of the name."""
    strokes, at = [], 0.0
    for letter in text:
        d, advance = _SCRIPT[letter]
        strokes.append(stretched(d, 1, 1, at))
        at += advance
    return nib(" ".join(strokes), width, 0.66, -28, stroke="currentColor")


def app_icon_png(size: int) -> bytes:
    """The same icon as PNG, 192 or 512 pixels, for the manifest; drawn beforehand by ``app.art.raster``."""
    return (Path(__file__).parent / f"app-icon-{size}.png").read_bytes()


def app_icon_svg() -> str:
    """The icon of the installed app, 512 by 512, filled to the edge so that any mask may cut it."""
    fan = (("yellow", -36), ("green", -12), ("blue", 12), ("red", 36))
    cards = "".join(
        group(use(f"mini-{colour}", move(0, -196, 7.4)), transform=move(256, 392, 1, turn)) for colour, turn in fan
    )
    rays = circle(256, 250, 226, fill=PLUM_LIGHT)
    rabbit = group(use("hero-red"), use("awake-red"), transform="translate(256 520)scale(3.3)")
    ground = el("rect", width=512, height=512, fill=PLUM) + rays
    body = ground + cards + path("M0 470C120 410 392 410 512 470V512H0Z", fill="#3a1730") + rabbit
    return document(512, 512, el("defs", *needed(body)), body, width=512, height=512)


def _tile(letter: str, colour: str, x: float, y: float, turn: float) -> str:
    tones = TONES[colour]
    card = (
        el("rect", x=-47, y=-58, width=94, height=116, rx=15, fill=PAPER, stroke=INK, stroke_width=2.6)
        + el("rect", x=-39, y=-50, width=78, height=100, rx=9, fill=tones.ground, stroke=INK, stroke_width=1.8)
        + use(f"m-{colour}", move(0, 0, 3.1), color=tones.ring)
    )
    d = stretched(_CAPITALS[letter], 1.12, 1.12, -22.4, -30)
    shadow = tones.deep if tones.ink == PAPER else tones.glow
    inked = "".join(
        group(nib(d, 17, 0.58, -28, stroke=colour_), transform=f"translate({shift} {shift})")
        for colour_, shift in ((shadow, 2), (tones.ink, 0))
    )
    return group(card, inked, transform=move(x, y, 1, turn))


def _hero(colour: str, x: float, y: float, scale: float) -> str:
    return group(use(f"hero-{colour}"), use(f"awake-{colour}"), transform=move(x, y, scale))


def _ribbon() -> str:
    green = TONES["green"]
    tails = shape("M66 186L36 192L50 208L38 226L84 220ZM334 186L364 192L350 208L362 226L316 220Z", green.deep, 2.6)
    band = shape("M62 176C120 162 280 162 338 176V220C280 206 120 206 62 220Z", green.hill, 2.6)
    stitch = line("M70 182C124 169 276 169 330 182M70 212C124 200 276 200 330 212", 1.3, GOLD, stroke_dasharray="4 4")
    name = group(word("Ultimate", 7.4), transform="translate(107 166)scale(.93)", color=PAPER)
    return group(tails, band, stitch, name, transform="translate(0 14)")
