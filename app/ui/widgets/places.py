"""Where the seats sit: shares of the felt's width and height, clockwise from the left of the person on screen."""

from __future__ import annotations

from typing import Final

Place = tuple[float, float]

_UPRIGHT: Final[tuple[tuple[Place, ...], ...]] = (
    ((0.5, 0),),
    ((0.17, 0.1), (0.83, 0.1)),
    ((0.14, 0.3), (0.5, 0), (0.86, 0.3)),
    ((0.13, 0.36), (0.26, 0), (0.74, 0), (0.87, 0.36)),
    ((0.12, 0.5), (0.16, 0.08), (0.5, 0), (0.84, 0.08), (0.88, 0.5)),
    ((0.11, 0.6), (0.11, 0.27), (0.3, 0), (0.7, 0), (0.89, 0.27), (0.89, 0.6)),
    ((0.11, 0.64), (0.11, 0.32), (0.18, 0), (0.5, 0), (0.82, 0), (0.89, 0.32), (0.89, 0.64)),
    ((0.11, 0.66), (0.11, 0.33), (0.12, 0), (0.37, 0), (0.63, 0), (0.88, 0), (0.89, 0.33), (0.89, 0.66)),
    ((0.11, 0.68), (0.11, 0.35), (0.11, 0), (0.305, 0), (0.5, 0), (0.695, 0), (0.89, 0), (0.89, 0.35), (0.89, 0.68)),
)
_WIDE: Final[tuple[tuple[Place, ...], ...]] = (
    ((0.5, 0),),
    ((0.2, 0.2), (0.8, 0.2)),
    ((0.12, 0.4), (0.5, 0), (0.88, 0.4)),
    ((0.1, 0.5), (0.3, 0.04), (0.7, 0.04), (0.9, 0.5)),
    ((0.09, 0.55), (0.22, 0.09), (0.5, 0), (0.78, 0.09), (0.91, 0.55)),
    ((0.08, 0.62), (0.14, 0.2), (0.36, 0.01), (0.64, 0.01), (0.86, 0.2), (0.92, 0.62)),
    ((0.08, 0.66), (0.1, 0.29), (0.28, 0.04), (0.5, 0), (0.72, 0.04), (0.9, 0.29), (0.92, 0.66)),
    ((0.075, 0.68), (0.09, 0.34), (0.22, 0.07), (0.4, 0), (0.6, 0), (0.78, 0.07), (0.91, 0.34), (0.925, 0.68)),
    (
        (0.075, 0.72), (0.08, 0.4), (0.16, 0.12), (0.33, 0.01), (0.5, 0), (0.67, 0.01), (0.84, 0.12), (0.92, 0.4),
        (0.925, 0.72),
    ),
)  # fmt: skip


def places_style(seats: int) -> dict[str, str]:
    """The style values of the table's root that say where the other seats sit.

    ``--px1 --py1`` hold the place of the next seat up on an upright screen, ``--lx1 --ly1`` on a wide one.
    """
    found: dict[str, str] = {}
    for letter, table in (("p", _UPRIGHT), ("l", _WIDE)):
        for at, (x, y) in enumerate(table[seats - 2], 1):
            found[f"--{letter}x{at}"] = f"{x:g}"
            found[f"--{letter}y{at}"] = f"{y:g}"
    return found


def place_of(seat: int, base: int, seats: int) -> int:
    """The place of ``seat`` when ``base`` sits at the bottom: 0 for ``base``, then clockwise."""
    return (seat - base) % seats
