"""Numerals, action signs and marks, drawn as shapes so that no font is needed.

A glyph lives in a box about 34 wide and 54 high with its top left corner at
the origin and is drawn in ``currentColor``, so that one drawing serves as
the sign and, moved a little, as its own shadow.
"""

from __future__ import annotations

from app.art.draw import circle, nib, path, stretched

# The skeletons a nib follows. 6 and 9 differ by more than a half turn and get a bar beneath as well.
NUMERALS = (
    "M17 1 C7 1 2 13 2 27 C2 41 7 53 17 53 C27 53 32 41 32 27 C32 13 27 1 17 1 Z",
    "M6 12 C12 10 17 6 20 1 L20 53 M7 53 L32 53",
    "M4 14 C4 6 10 1 17 1 C25 1 30 6 30 14 C30 27 14 36 3 52 C12 49 20 55 32 51",
    "M4 7 C8 3 12 1 17 1 C25 1 29 6 29 13 C29 20 23 25 14 25 C25 25 32 30 32 39 C32 48 25 53 16 53 C10 53 6 51 2 47",
    "M25 53 L25 1 C20 14 12 27 2 37 L34 37",
    "M30 1 L8 1 L5 25 C9 22 13 21 17 21 C26 21 32 27 32 36 C32 47 25 53 15 53 C10 53 5 51 2 47",
    "M27 2 C12 5 2 19 2 35 C2 46 8 53 17 53 C26 53 32 47 32 38 C32 29 26 23 18 23 C11 23 5 27 3 33",
    "M3 2 L32 2 C23 17 16 34 13 53 M10 29 L27 29",
    "M17 25 C9 22 5 18 5 12 C5 5 10 1 17 1 C24 1 29 5 29 12 C29 18 25 22 17 25 "
    "C8 28 2 32 2 40 C2 48 8 53 17 53 C26 53 32 48 32 40 C32 32 26 28 17 25 Z",
    "M31 19 C29 26 23 30 16 30 C8 30 2 25 2 16 C2 7 8 1 17 1 C26 1 32 8 32 18 C32 35 22 49 7 52",
)


def mark(colour: str) -> str:
    """The mark of a colour, about 22 across round the origin: ● ▲ ■ ◆."""
    return {
        "red": circle(0, 0, 10.5, fill="currentColor"),
        "yellow": _solid("M0 -10 L10.5 9 L-10.5 9 Z", 3),
        "green": _solid("M-8.5 -8.5 L8.5 -8.5 L8.5 8.5 L-8.5 8.5 Z", 2),
        "blue": _solid("M0 -12 L10.5 0 L0 12 L-10.5 0 Z", 2),
    }[colour]


def numeral(digit: int) -> str:
    """The numeral ``digit`` (0 to 9) in its box; 6 and 9 stand on a bar."""
    bar = _write("M5 67 L29 67", 6.5, 0.8, 0) if digit in (6, 9) else ""
    return _write(NUMERALS[digit], 12.5) + bar


def plus(count: int) -> str:
    """The sign ``+count`` for 2 or 4, as wide as the index zone."""
    digit = stretched(NUMERALS[count], 0.56, 0.96, 16.5, 1)
    return _write("M-0.5 28 L9.5 28 M4.5 23 L4.5 33", 6.8, 1, 0) + _write(digit, 11.5, 0.7)


def skip() -> str:
    """Two wedges against a post, as players of music know it: on to the one after next."""
    return _solid("M-1 10 L12 27 L-1 44 Z M15 10 L28 27 L15 44 Z", 3.6) + _write("M34 11.5 L34 42.5", 6.4, 1, 0)


def reverse() -> str:
    """Two opposed arrows: the direction turns round."""
    return (
        _write("M1 13 L23 13 M13 42 L35 42", 8.5, 0.9, 0)
        + _solid("M21 0 L37 13 L21 26 Z", 3)
        + _solid("M15 29 L-1 42 L15 55 Z", 3)
    )


def shuffle() -> str:
    """Two crossing arrows: everything is mixed."""
    return _write("M1 12 L5 12 C16 12 14 42 25 42 L28 42 M1 42 L5 42 C16 42 14 12 25 12 L28 12", 7.5, 0.9, 0) + _solid(
        "M25 2 L37 12 L25 22 Z M25 32 L37 42 L25 52 Z", 2.5
    )


def pencil() -> str:
    """A pencil: the rule that the table wrote itself."""
    body = _solid("M3 40 L-1 54 L13 50 Z", 2) + _solid("M6 35 L25 8 L36 16 L17 44 Z", 3)
    return body + _solid("M28 4 L30 1 C32 -2 36 -1 39 1 C42 3 42 7 40 9 L38 12 Z", 2)


def _write(d: str, width: float, thin: float = 0.62, angle: float = -28) -> str:
    return nib(d, width, thin, angle, stroke="currentColor")


def _solid(d: str, rounding: float) -> str:
    return path(d, fill="currentColor", stroke="currentColor", stroke_width=rounding, stroke_linejoin="round")


GLYPHS: dict[str, str] = {
    **{f"n{digit}": numeral(digit) for digit in range(10)},
    "nS": skip(),
    "nR": reverse(),
    "nD": plus(2),
    "nW4": plus(4),
    "nWS": shuffle(),
    "nWC": pencil(),
    **{f"m-{colour}": mark(colour) for colour in ("red", "yellow", "green", "blue")},
}
