# ruff: noqa: E501 - path data reads best unbroken
"""The kit that portraits are put together from: coats, heads, ears, faces, hats.

All parts are drawn on 100 by 100 units round the middle at (50, 54), so that
any of them fit together.
"""

from __future__ import annotations

from app.art import heroes
from app.art.draw import circle, ellipse, group, line, path, use
from app.art.heroes import eyes_open, shape
from app.art.palette import GOLD, INK, PAPER

RED, LEAF, SEA, SKY = "#c8452f", "#3f9a63", "#2f8f8b", "#4f86c6"
CREAM, SAND, ROSE, LILAC = "#f6e7c4", "#e9c46a", "#e7a6a0", "#a78bc2"


def both(drawing: str) -> str:
    """The drawing and its mirror image."""
    return drawing + group(drawing, transform="translate(100 0)scale(-1 1)")


def coat(fill: str, collar: str = PAPER) -> str:
    """A coat with an open collar, to the lower edge."""
    return shape("M16 104C18 86 32 77 50 77C68 77 82 86 84 104Z", fill) + shape(
        "M36 78L50 92L64 78L58 74H42Z", collar, 2
    )


def scarf(fill: str) -> str:
    """A scarf wound once."""
    return shape("M27 78C38 87 62 87 73 78C79 83 78 90 73 92C58 98 42 98 27 92C22 90 21 83 27 78Z", fill) + line(
        "M60 86L64 95M66 84L71 92", 1.8
    )


def bow(fill: str) -> str:
    """A bow tie."""
    return shape("M50 86L37 79V94ZM50 86L63 79V94Z", fill, 2.2) + circle(
        50, 86, 3.4, fill=fill, stroke=INK, stroke_width=2
    )


def head(fill: str, w: float = 28, h: float = 25, y: float = 54) -> str:
    """A head, ``w`` and ``h`` from its middle at height ``y``, wider below than above."""
    right = f"C{50 + w * 0.62} {y - h} {50 + w} {y - h * 0.5} {50 + w} {y + 3}C{50 + w} {y + h * 0.72} {50 + w * 0.5} {y + h} 50 {y + h}"
    left = f"C{50 - w * 0.5} {y + h} {50 - w} {y + h * 0.72} {50 - w} {y + 3}C{50 - w} {y - h * 0.5} {50 - w * 0.62} {y - h} 50 {y - h}Z"
    return shape(f"M50 {y - h}" + right + left, fill)


def ears_round(fill: str, inner: str, x: float = 27, y: float = 35, r: float = 10) -> str:
    """Two round ears."""
    return both(circle(x, y, r, fill=fill, stroke=INK, stroke_width=2.4) + circle(x + 1, y + 1, r * 0.5, fill=inner))


def ears_point(fill: str, inner: str, x: float = 24, y: float = 17) -> str:
    """Two pointed ears, the outer points at ``x``, ``y``."""
    inside = path(f"M{x + 3} {y + 7}C{x + 3} {y + 15} {x + 4} {y + 21} {x + 7} {y + 25}L{x + 15} {y + 16}Z", fill=inner)
    return both(
        shape(
            f"M{x} {y}C{x - 3} {y + 12} {x - 2} {y + 24} {x + 2} {y + 32}L{x + 23} {y + 15}C{x + 16} {y + 8} {x + 8} {y + 3} {x} {y}Z",
            fill,
        )
        + inside
    )


def ears_flop(fill: str, length: float = 26) -> str:
    """Two hanging ears."""
    return both(shape(f"M30 36C18 34 13 46 15 {36 + length}C22 {40 + length} 29 {30 + length} 33 50Z", fill))


def muzzle(fill: str, w: float = 15, h: float = 11, y: float = 65) -> str:
    """The pale part round nose and mouth."""
    return ellipse(50, y, w, h, fill=fill)


def nose(y: float = 60, w: float = 5, fill: str = INK) -> str:
    """A nose with a flat top."""
    return path(
        f"M{50 - w} {y - w * 0.5}C{50 - w} {y - w} {50 + w} {y - w} {50 + w} {y - w * 0.5}C{50 + w} {y + w * 0.3} {50 + w * 0.3} {y + w * 0.8} 50 {y + w * 0.8}C{50 - w * 0.3} {y + w * 0.8} {50 - w} {y + w * 0.3} {50 - w} {y - w * 0.5}Z",
        fill=fill,
    )


def smile(y: float = 67, w: float = 6) -> str:
    """A mouth that smiles on both sides of a short line."""
    return line(f"M50 {y - 3}V{y}M{50 - w} {y}Q{50 - w / 2} {y + 4} 50 {y}Q{50 + w / 2} {y + 4} {50 + w} {y}", 2)


def eyes(x: float = 12, y: float = 53, size: float = 3.4) -> str:
    """Two eyes, ``x`` from the middle."""
    return eyes_open((50 - x, y), (50 + x, y), size=size)


def cheeks(x: float = 20, y: float = 62) -> str:
    """A little colour in the face, ``x`` from the middle."""
    return heroes.cheeks((50 - x, y), (50 + x, y))


def whiskers(y: float = 63) -> str:
    """Two whiskers on each side."""
    return both(line(f"M28 {y}L16 {y - 3}M28 {y + 4}L16 {y + 6}", 1.7))


def beak(fill: str, w: float = 8, y: float = 60, h: float = 10) -> str:
    """A short beak seen from the front."""
    return shape(f"M{50 - w} {y}C{50 - w / 2} {y - 4} {50 + w / 2} {y - 4} {50 + w} {y}L50 {y + h}Z", fill, 2)


def glasses(x: float = 12, y: float = 53) -> str:
    """Round spectacles over eyes that are ``x`` from the middle."""
    rims = "".join(
        circle(50 + side * x, y, 8.6, fill="#fff", fill_opacity=0.25, stroke=INK, stroke_width=2.4) for side in (-1, 1)
    )
    return rims + line(f"M{50 - x + 8.6} {y}Q50 {y - 3} {50 + x - 8.6} {y}", 2.4)


def hat(fill: str, band: str, y: float = 32) -> str:
    """A top hat worn a little to one side."""
    hat = shape(f"M34 {y}V{y - 22}H66V{y}Z", fill) + path(f"M35.2 {y - 8}H64.8V{y - 2}H35.2Z", fill=band)
    return group(hat + shape(f"M26 {y - 3}H74V{y + 3}H26Z", fill), transform=f"rotate(8 50 {y})")


def straw(y: float = 34) -> str:
    """A straw hat with a band."""
    return (
        shape(f"M33 {y}C33 {y - 22} 67 {y - 22} 67 {y}Z", SAND)
        + path(f"M33.6 {y - 6}C44 {y - 2} 56 {y - 2} 66.4 {y - 6}V{y}H33.6Z", fill=RED)
        + shape(f"M18 {y + 1}C28 {y - 6} 72 {y - 6} 82 {y + 1}C72 {y + 7} 28 {y + 7} 18 {y + 1}Z", SAND)
    )


def cap(fill: str, y: float = 36) -> str:
    """A cap with a soft peak."""
    return shape(f"M26 {y}C28 {y - 24} 72 {y - 24} 74 {y}Z", fill) + shape(
        f"M22 {y - 2}C38 {y - 9} 62 {y - 9} 78 {y - 2}C80 {y + 4} 20 {y + 4} 22 {y - 2}Z", fill
    )


def beret(fill: str) -> str:
    """A beret."""
    return shape("M22 34C18 18 44 12 62 17C80 21 82 32 76 36C60 30 40 31 22 34Z", fill) + line("M50 14L52 9", 3)


def crown(y: float = 32) -> str:
    """A small gold crown."""
    return shape(
        f"M33 {y}L30 {y - 17}L41 {y - 8}L50 {y - 20}L59 {y - 8}L70 {y - 17}L67 {y}C56 {y + 4} 44 {y + 4} 33 {y}Z", GOLD
    ) + "".join(circle(x, y - 3, 2, fill=RED) for x in (42, 50, 58))


def flower(x: float, y: float, fill: str) -> str:
    """A flower of five petals."""
    petals = "".join(
        circle(x + dx, y + dy, 4.2, fill=fill, stroke=INK, stroke_width=1.6)
        for dx, dy in ((0, -5), (5, -1), (3, 5), (-3, 5), (-5, -1))
    )
    return petals + circle(x, y, 3.4, fill=GOLD, stroke=INK, stroke_width=1.6)


def band(fill: str) -> str:
    """A head band knotted at the side."""
    return shape("M24 44C36 34 64 34 76 44L75 50C63 41 37 41 25 50Z", fill) + shape(
        "M76 45L90 40L86 48L91 55L75 50Z", fill, 2
    )


def patch() -> str:
    """A patch over one eye."""
    return line("M24 42L76 48", 2.6) + shape("M55 47C60 45 68 46 70 48C71 56 66 60 62 60C57 60 54 54 55 47Z", INK)


def phones(fill: str) -> str:
    """Headphones."""
    return line("M22 54C18 16 82 16 78 54", 4.4) + both(shape("M16 50C16 45 25 44 26 48V64C25 68 16 67 16 62Z", fill))


def hero(colour: str, x: float, y: float, scale: float) -> str:
    """A hero of the cards, awake."""
    return group(use(f"hero-{colour}"), use(f"awake-{colour}"), transform=f"translate({x} {y})scale({scale})")
