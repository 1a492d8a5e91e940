"""Scores over the rounds, drawn with plain SVG elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.play import RoundResult
from app.ui.element import Node
from app.ui.session import Session

WIDTH: Final = 480
HEIGHT: Final = 170
MARGIN: Final = 14

LINES: Final = (
    "#c42d1d", "#1f3b98", "#17775f", "#a4630a", "#642c4c", "#2b8ca3", "#d0568a", "#6b7a1f", "#7a5bc0", "#4b4b52",
)  # fmt: skip
DASHES: Final = ("none", "7 4", "2 4", "10 4 2 4")


def line_look(seat: int) -> tuple[str, str]:
    """Colour and dashes of the line of ``seat``; no two seats look the same, in greyscale either."""
    return LINES[seat], DASHES[seat % len(DASHES)]


def score_chart(session: Session, rounds: Sequence[RoundResult]) -> Node:
    """The running scores of every seat, from 0 before the first round on."""
    seats = len(rounds[0].totals)
    lines = [[0, *(result.totals[seat] for result in rounds)] for seat in range(seats)]
    low = min(0, *(min(line) for line in lines))
    high = max(1, *(max(line) for line in lines))
    chart = Node("svg", "chart", viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none", role="img")
    session.label(chart, lambda tr: tr.t("Scores over the rounds"))
    with chart:
        zero = _y(0, low, high)
        Node("line", "chart-zero", x1=MARGIN, x2=WIDTH - MARGIN, y1=zero, y2=zero)
        for seat, line in enumerate(lines):
            colour, dashes = line_look(seat)
            points = [(_x(number, len(line)), _y(score, low, high)) for number, score in enumerate(line)]
            Node(
                "polyline", points=" ".join(f"{x:g},{y:g}" for x, y in points), fill="none", stroke=colour,
                stroke_width=3, stroke_dasharray=dashes, stroke_linejoin="round", stroke_linecap="round",
            )  # fmt: skip
            # A stroke of no length: a circle would not stay round in a chart that is stretched.
            x, y = (f"{place:g}" for place in points[-1])
            Node("line", x1=x, x2=x, y1=y, y2=y, stroke=colour, stroke_width=10, stroke_linecap="round")
    return chart


def _x(number: int, steps: int) -> float:
    return round(MARGIN + number * (WIDTH - 2 * MARGIN) / (steps - 1), 1)


def _y(score: int, low: int, high: int) -> float:
    return round(HEIGHT - MARGIN - (score - low) * (HEIGHT - 2 * MARGIN) / (high - low), 1)
