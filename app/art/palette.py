"""The colours of the table, chosen once and measured.

The four colours of the deck keep apart under every kind of colour vision
(see ``tests/art``), and their lightness differs enough to tell them in
greyscale. Nothing relies on colour alone: every colour also has a mark and
a hero (product.md 11).
"""

from __future__ import annotations

from dataclasses import dataclass

INK = "#1f1a22"
PAPER = "#fff6e2"
PAPER_SHADE = "#ecdcbd"
GOLD = "#f4b73b"
ORANGE = "#f0862e"
BLUSH = "#f19a86"
NIGHT = "#2b2638"
NIGHT_LIGHT = "#3b3450"
PLUM = "#642c4c"
PLUM_LIGHT = "#7d3d60"
FELT = "#23674a"
FELT_DEEP = "#174834"


@dataclass(frozen=True)
class Tones:
    """One colour of the deck in the tones a card needs.

    ``ground`` is the colour itself; ``ring`` and ``glow`` are the lighter
    tones behind the hero, ``hill`` the darker one it stands on, ``deep`` the
    darkest, used for clothes and shadows. ``ink`` is the colour of numerals.
    """

    ground: str
    ring: str
    glow: str
    hill: str
    deep: str
    ink: str


TONES: dict[str, Tones] = {
    "red": Tones("#c42d1d", "#cb3c29", "#e0604a", "#8f1d14", "#6d120d", PAPER),
    "yellow": Tones("#fdc830", "#fed252", "#ffe38f", "#dd9a16", "#a4630a", INK),
    "green": Tones("#34a98a", "#46b596", "#86d3ba", "#17775f", "#0c5342", INK),
    "blue": Tones("#1f3b98", "#2a49aa", "#5273cf", "#142669", "#0d1a4c", PAPER),
}


def luminance(colour: str) -> float:
    """The relative luminance (WCAG 2.2, 0 to 1) of a ``#rrggbb`` colour."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The WCAG 2.2 contrast ratio (1 to 21) between two ``#rrggbb`` colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def palette_css() -> str:
    """The palette as CSS custom properties, ``--red``, ``--red-deep``, ``--ink``, ``--felt`` and so on."""
    named = {
        "ink": INK,
        "paper": PAPER,
        "paper-shade": PAPER_SHADE,
        "gold": GOLD,
        "orange": ORANGE,
        "blush": BLUSH,
        "night": NIGHT,
        "night-light": NIGHT_LIGHT,
        "plum": PLUM,
        "plum-light": PLUM_LIGHT,
        "felt": FELT,
        "felt-deep": FELT_DEEP,
    }
    for name, tones in TONES.items():
        named |= {name: tones.ground, f"{name}-glow": tones.glow, f"{name}-hill": tones.hill}
        named |= {f"{name}-deep": tones.deep, f"{name}-ink": tones.ink}
    return ":root{" + ";".join(f"--{name}:{value}" for name, value in named.items()) + "}"
