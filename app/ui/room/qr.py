"""QR codes of links, drawn into the page: nothing is fetched, and any camera can read them in every colour scheme."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import segno

QUIET: Final = 4
"""Blank modules round the code, which readers need to find it."""
DARK: Final = "#1f1a22"
LIGHT: Final = "#ffffff"


def qr_svg(link: str) -> str:
    """An SVG element with the QR code of ``link``, always dark on white; as large as its place lets it be.

    It holds no text, so it can be put into a page as it is; give the place a label. Raises ``ValueError`` when the
    link is too long for any code (2,331 bytes).
    """
    rows = [bytes(row) for row in segno.make_qr(link, error="m", boost_error=False).matrix]
    size = len(rows) + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" '
        f'aria-hidden="true" style="forced-color-adjust:none">'
        f'<path fill="{LIGHT}" d="M0 0H{size}V{size}H0Z"/>'
        f'<path fill="{DARK}" d="{"".join(_strokes(rows))}"/></svg>'
    )


def _strokes(rows: list[bytes]) -> Iterator[str]:
    """A bar for each run of dark modules in a row."""
    for y, row in enumerate(rows, QUIET):
        x = 0
        while (x := row.find(1, x)) >= 0:
            end = row.find(0, x)
            end = len(row) if end < 0 else end
            yield f"M{x + QUIET} {y}h{end - x}v1h-{end - x}z"
            x = end
