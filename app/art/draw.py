"""A small pen: SVG elements as text, and strokes of a broad nib.

Everything is a plain string, so that the result is the same on every run
and in every Python, the browser's included.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable

from app.art.palette import INK

XMLNS = "http://www.w3.org/2000/svg"
Value = str | int | float


def num(value: float) -> str:
    """``value`` as short text with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def el(tag: str, *children: str, **attributes: Value | None) -> str:
    """One element; underscores in attribute names become hyphens, ``None`` leaves an attribute out."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = value if isinstance(value, str) else num(value)
            parts.append(f'{name.strip("_").replace("_", "-")}="{shown}"')
    body = "".join(children)
    return f"<{' '.join(parts)}>{body}</{tag}>" if body else f"<{' '.join(parts)}/>"


def path(d: str, **attributes: Value | None) -> str:
    """A path element."""
    return el("path", d=d, **attributes)


def line(d: str, width: float = 2.4, colour: str = INK, **attributes: Value | None) -> str:
    """An open stroke with round ends."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **attributes)


def circle(x: float, y: float, r: float, **attributes: Value | None) -> str:
    """A circle element."""
    return el("circle", cx=x, cy=y, r=r, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: Value | None) -> str:
    """An ellipse element."""
    return el("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)


def group(*children: str, **attributes: Value | None) -> str:
    """A group element."""
    return el("g", *children, **attributes)


def use(name: str, transform: str | None = None, **attributes: Value | None) -> str:
    """A use of the drawing called ``name`` that stands among the definitions of the same file."""
    return el("use", href=f"#{name}", transform=transform, **attributes)


def move(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """A transform: shift, then turn in degrees, then scale."""
    text = f"translate({num(x)} {num(y)})"
    text += f"rotate({num(turn)})" if turn else ""
    return text + (f"scale({num(scale)})" if scale != 1 else "")


def document(wide: float, high: float, *children: str, **attributes: Value | None) -> str:
    """A whole SVG file of the given size in its own units."""
    box = f"0 0 {num(wide)} {num(high)}"
    return el("svg", *children, xmlns=XMLNS, viewBox=box, **attributes)


def nib(d: str, width: float, thin: float = 0.6, angle: float = -28, **attributes: Value | None) -> str:
    """The stroke ``d`` as a broad nib would write it.

    The nib is an ellipse ``width`` long and ``thin * width`` broad, held at
    ``angle`` degrees. A round pen in a squeezed coordinate system leaves
    exactly that trace, so one path and one transform suffice. ``d`` may hold
    absolute M, L, C, S, Q, T and Z commands only.
    """
    turn = math.radians(angle)
    c, s = math.cos(turn), math.sin(turn)
    # T = R(angle) * diag(1, thin) * R(-angle); symmetric, so b serves twice.
    a, b, e = c * c + thin * s * s, c * s * (1 - thin), s * s + thin * c * c
    matrix = f"matrix({a:.4f} {b:.4f} {b:.4f} {e:.4f} 0 0)"
    return path(
        _mapped(d, a, b, e),
        transform=matrix,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        fill="none",
        **attributes,
    )


def _mapped(d: str, a: float, b: float, e: float) -> str:
    """Absolute path ``d`` through the inverse of the symmetric matrix (a b; b e)."""
    det = a * e - b * b
    return _each_point(d, lambda x, y: ((e * x - b * y) / det, (a * y - b * x) / det))


def stretched(d: str, across: float, down: float, x: float = 0, y: float = 0) -> str:
    """Absolute path ``d`` scaled and then shifted; unlike a transform it leaves the nib as it is."""
    return _each_point(d, lambda px, py: (px * across + x, py * down + y))


def _each_point(d: str, change: Callable[[float, float], tuple[float, float]]) -> str:
    def point(found: re.Match[str]) -> str:
        return " ".join(num(value) for value in change(float(found[1]), float(found[2])))

    return re.sub(r"(-?[\d.]+)[ ,]+(-?[\d.]+)", point, d)


def content_hash(text: str) -> str:
    """Twelve hex digits that change whenever ``text`` does, for addresses that may be cached for ever."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
