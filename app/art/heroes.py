# ruff: noqa: E501 - path data reads best unbroken
"""The four heroes, what they carry, and the moon they sleep under.

A hero stands at the origin on flat ground, about 84 wide and 96 high, facing
the index zone at the left. Eyes are drawn apart so that the hero of a zero
can sleep.
"""

from __future__ import annotations

from app.art.draw import circle, ellipse, group, line, path
from app.art.palette import BLUSH, GOLD, INK, ORANGE, PAPER, PAPER_SHADE, TONES

EDGE = 2.4


def shape(d: str, fill: str, width: float = EDGE) -> str:
    """A filled shape with the ink line that all art of the table has."""
    return path(d, fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")


def eyes_open(*spots: tuple[float, float], size: float = 3.4) -> str:
    """Round ink eyes with a light in them."""
    return "".join(
        ellipse(x, y, size, size * 1.2, fill=INK) + circle(x - size * 0.35, y - size * 0.4, size * 0.36, fill="#fff")
        for x, y in spots
    )


def eyes_shut(*spots: tuple[float, float], size: float = 4) -> str:
    """Sleeping eyes: two small bows."""
    bows = (f"M{x - size} {y}Q{x} {y + size * 1.1} {x + size} {y}" for x, y in spots)
    return line("".join(bows), 2.2)


def cheeks(*spots: tuple[float, float], size: float = 4.6) -> str:
    """A little colour in the face."""
    return "".join(circle(x, y, size, fill=BLUSH, opacity=0.75) for x, y in spots)


def rabbit() -> str:
    """Red: a rabbit in a waistcoat, one ear bent, with a carrot under the arm."""
    red = TONES["red"]
    ears = (
        shape("M-6 -62C-6 -84 -8 -101 -17 -102C-28 -103 -27 -80 -18 -60Z", PAPER)
        + path("M-11 -66C-11 -82 -13 -93 -17 -93C-21 -93 -20 -78 -16 -64Z", fill=BLUSH)
        + shape(
            "M5 -62C6 -80 10 -92 19 -94C30 -96 41 -84 38 -72C37 -67 32 -68 30 -72C27 -77 23 -78 21 -74C19 -69 18 -64 17 -58Z",
            PAPER,
        )
        + path("M10 -65C11 -78 15 -87 21 -87C25 -87 29 -84 31 -80C24 -82 18 -79 14 -64Z", fill=BLUSH)
    )
    body = (
        shape("M-14 -32C-25 -22 -29 -10 -28 -4C-26 5 26 5 28 -4C29 -10 25 -22 14 -32Z", PAPER)
        + shape(
            "M-17 -30C-26 -20 -29 -8 -27 -2C-20 1 -12 1 -7 -1L0 -17L7 -1C12 1 20 1 27 -2C29 -8 26 -20 17 -30L0 -18Z",
            red.deep,
        )
        + circle(0, -9, 2, fill=GOLD)
        + shape("M-26 4C-27 -5 -5 -6 -4 4ZM26 4C27 -5 5 -6 4 4Z", PAPER)
    )
    head = (
        shape("M0 -68C15 -68 26 -59 28 -46C29 -33 15 -27 0 -27C-15 -27 -29 -33 -28 -46C-26 -59 -15 -68 0 -68Z", PAPER)
        + cheeks((-18, -39), (18, -39))
        + shape("M-4 -43H4L0 -38Z", red.glow, 1.8)
        + line("M-6 -34Q-3 -30 0 -34Q3 -30 6 -34M-24 -43L-33 -46M-24 -39L-33 -38M24 -43L33 -46M24 -39L33 -38", 1.8)
    )
    carrot = group(
        shape("M-4 -12C-10 -22 -4 -24 0 -14C2 -25 9 -23 4 -12Z", TONES["green"].ground, 2)
        + shape("M-8 -12C-4 -15 4 -15 8 -12C9 0 4 12 0 18C-4 12 -9 0 -8 -12Z", ORANGE)
        + line("M-7 -5H-1M7 0H2M-5 6H-1", 1.6),
        transform="translate(-27 -17)rotate(-24)scale(1.05)",
    )
    paws = shape("M-28 -8C-36 -10 -38 0 -30 3C-24 4 -20 -4 -28 -8Z", PAPER)
    return ears + body + head + carrot + paws


def goose() -> str:
    """Yellow: a goose with flying cap, goggles and a scarf in the wind."""
    yellow = TONES["yellow"]
    legs = line("M4 -2V7M18 -3V7", 4.6, INK) + line("M4 -2V7M18 -3V7", 2.6, ORANGE)
    feet = shape("M-4 10L4 4L9 10ZM10 10L18 4L23 10Z", ORANGE, 2)
    scarf = shape(
        "M2 -57C14 -66 24 -56 36 -64C42 -68 47 -66 50 -62C42 -60 42 -54 34 -52C22 -50 16 -56 4 -49Z", "#c8452f"
    )
    body = shape(
        "M-30 -84C-30 -100 -4 -100 -3 -84C-2 -74 -6 -64 -5 -56C-2 -47 10 -44 24 -43C34 -42 42 -46 50 -53"
        "C52 -38 48 -10 25 -1C6 5 -18 2 -24 -14C-28 -28 -20 -46 -18 -58C-18 -66 -29 -72 -30 -84Z",
        "#fffdf6",
    )
    wing = shape(
        "M0 -30C10 -39 30 -36 39 -29C37 -22 33 -20 29 -19C28 -14 22 -12 19 -13C15 -8 9 -9 5 -12C-3 -16 -4 -24 0 -30Z",
        PAPER_SHADE,
    ) + line("M14 -24C18 -22 24 -20 29 -19M8 -21C12 -17 16 -15 19 -13", 1.7)
    collar = shape(
        "M-20 -56C-14 -50 -6 -50 0 -54C3 -51 3 -48 1 -46C-6 -42 -16 -42 -22 -48C-24 -51 -22 -54 -20 -56Z", "#c8452f"
    )
    beak = shape("M-28 -87C-36 -88 -46 -82 -49 -76C-43 -72 -34 -72 -27 -75Z", ORANGE) + line(
        "M-48 -76Q-38 -79 -29 -79", 1.7
    )
    cap = (
        shape(
            "M-27 -90C-27 -106 -2 -106 -1 -88C-1 -80 -3 -74 -7 -70C-12 -72 -13 -78 -13 -84C-17 -88 -22 -90 -27 -90Z",
            yellow.deep,
        )
        + line("M-28 -91C-18 -92 -8 -90 -1 -87", 5.5, INK)
        + shape("M-27 -96C-19 -101 -10 -98 -10 -92C-10 -87 -24 -87 -27 -91Z", "#bfe0e6", 2.2)
    )
    return scarf + legs + feet + body + wing + collar + beak + cheeks((-19, -74), size=3.6) + cap


def mushroom() -> str:
    """Green: a ranger under a wide cap, with a lantern on a stick."""
    green = TONES["green"]
    stem = (
        shape("M-20 -44C-21 -26 -29 -10 -26 0C-16 6 18 6 27 0C30 -10 22 -26 20 -44Z", PAPER)
        + path("M6 3C18 4 24 2 27 0C30 -10 22 -26 20 -44H10C12 -24 18 -10 6 3Z", fill=PAPER_SHADE)
        + cheeks((-14, -18), (13, -18))
        + line("M-5 -17Q0 -11 5 -17", 2)
    )
    cap = (
        shape("M-33 -42C-24 -32 24 -32 34 -42L0 -48Z", PAPER_SHADE)
        + line("M-16 -41L-14 -37M0 -41V-36M16 -41L14 -37", 1.6)
        + shape(
            "M-43 -46C-45 -76 -22 -96 1 -96C26 -96 45 -76 44 -47C43 -39 24 -42 0 -42C-24 -42 -42 -38 -43 -46Z",
            green.deep,
        )
        + path("M-36 -56C-36 -74 -22 -87 -6 -90C-18 -82 -28 -70 -29 -54Z", fill=green.hill)
        + "".join(
            ellipse(x, y, rx, ry, fill=PAPER)
            for x, y, rx, ry in (
                (4, -78, 10, 8),
                (-18, -62, 7.5, 8),
                (24, -60, 8, 8.5),
                (3, -54, 5, 4),
                (27, -79, 4, 4),
                (-16, -81, 4, 3.6),
                (-36, -52, 3.4, 4),
            )
        )
    )
    lantern = line("M-31 8L-37 -30", 3.4) + group(
        line("M-5 -34Q0 -44 5 -34", 2.2)
        + circle(0, -24, 15, fill=GOLD, opacity=0.35)
        + shape("M-6 -34H6L8 -18H-8Z", GOLD)
        + path("M-8.5 -36H8.5V-33H-8.5ZM-9 -18H9V-14.5H-9Z", fill=INK)
        + path("M0 -30C3 -26 3 -22 0 -20C-3 -22 -3 -26 0 -30Z", fill=PAPER),
        transform="translate(-38 5)",
    )
    arm = shape("M-24 -14C-32 -16 -36 -12 -35 -7C-34 -3 -28 -4 -25 -5Z", PAPER)
    return stem + cap + lantern + arm


def snail() -> str:
    """Blue: a snail knight with helmet, lance and the patience to win."""
    blue = TONES["blue"]
    lance = (
        line("M-20 6L4 -104", 5.4, INK)
        + line("M-20 6L4 -104", 2.4, GOLD)
        + shape("M2 -103C14 -110 22 -98 38 -102C34 -96 34 -92 38 -86C24 -84 14 -94 -1 -86Z", "#c8452f", 2.2)
    )
    shell = (
        circle(17, -36, 32, fill=blue.glow, stroke=INK, stroke_width=EDGE)
        + path(
            "M17 -66C34 -66 47 -52 47 -36C47 -16 30 -5 12 -7C30 -12 40 -22 40 -38C40 -52 30 -64 17 -66Z", fill="#3a58b4"
        )
        + line(
            "M-8 -18C-13 -46 4 -60 19 -59C37 -57 44 -37 33 -24C23 -13 4 -18 4 -34C4 -46 19 -51 25 -42C29 -34 20 -28 16 -34",
            5.2,
            INK,
        )
        + line(
            "M-8 -18C-13 -46 4 -60 19 -59C37 -57 44 -37 33 -24C23 -13 4 -18 4 -34C4 -46 19 -51 25 -42C29 -34 20 -28 16 -34",
            2.4,
            PAPER,
        )
    )
    body = shape(
        "M-44 4C-48 -1 -42 -7 -39 -12C-36 -20 -40 -34 -40 -46L-14 -46C-15 -32 -14 -20 -6 -14"
        "C8 -6 24 -8 36 -8C46 -7 52 0 56 4Z",
        PAPER,
    ) + line("M-34 -2H-22M-14 -1H2M12 -1H28", 1.6, "#c9b48c")
    face = cheeks((-34, -39), size=3.4) + line("M-36 -34Q-33 -31 -29 -34", 1.9)
    helmet = (
        line("M-33 -64L-40 -80M-22 -66L-20 -82", 5.6, INK)
        + line("M-33 -64L-40 -80M-22 -66L-20 -82", 2.6, PAPER)
        + shape(
            "M-45 -51C-46 -72 -10 -74 -9 -50L-8 -34C-12 -32 -16 -34 -18 -38L-18 -50C-28 -54 -38 -53 -45 -51Z", "#d9deea"
        )
        + path("M-14 -60C-10 -56 -10 -50 -10 -37L-15 -36L-16 -51Z", fill="#a9b2c8")
        + line("M-43 -57C-32 -60 -20 -59 -11 -55", 1.8)
        + circle(-13, -45, 1.6, fill=INK)
    )
    shield = shape("M-40 -24C-33 -27 -26 -27 -18 -24C-17 -10 -22 -2 -29 2C-36 -2 -41 -10 -40 -24Z", GOLD) + path(
        "M-29 -21L-23 -12L-29 -3L-35 -12Z", fill=blue.ground
    )
    return lance + shell + body + face + helmet + shield


HEROES: dict[str, str] = {"red": rabbit(), "yellow": goose(), "green": mushroom(), "blue": snail()}

# Where the eyes are, and how large.
_EYES: dict[str, tuple[tuple[tuple[float, float], ...], float]] = {
    "red": (((-11, -49), (11, -49)), 3.6),
    "yellow": (((-20, -82),), 2.8),
    "green": (((-10, -26), (9, -26)), 3.4),
    "blue": (((-40, -82), (-20, -84)), 3.6),
}


def awake(colour: str) -> str:
    """The open eyes of a hero; the snail carries them on stalks."""
    spots, size = _EYES[colour]
    balls = "".join(circle(x, y, 5.4, fill=PAPER, stroke=INK, stroke_width=2) for x, y in spots)
    return (balls if colour == "blue" else "") + eyes_open(*spots, size=2.8 if colour == "blue" else size)


def asleep(colour: str) -> str:
    """The shut eyes of a hero."""
    spots, size = _EYES[colour]
    balls = "".join(circle(x, y, 5.4, fill=PAPER, stroke=INK, stroke_width=2) for x, y in spots)
    return (balls if colour == "blue" else "") + eyes_shut(*spots, size=size)


def token(colour: str) -> str:
    """The little thing a hero counts with, about 15 across round the origin."""
    return {"red": _carrot, "yellow": _plane, "green": _clover, "blue": _star}[colour]()


def _carrot() -> str:
    return group(
        shape("M-2 -4C-6 -9 -2 -10 0 -6C1 -11 6 -9 2 -4Z", TONES["green"].glow, 1.3)
        + shape("M-4.4 -4C-2 -5.5 2 -5.5 4.4 -4C4.6 2 2 7 0 9C-2 7 -4.6 2 -4.4 -4Z", "#f79a3e", 1.3),
        transform="rotate(28)",
    )


def _plane() -> str:
    return shape("M-8.5 0L8 -7.5L3.5 7.5L-1 2.6Z", "#fffdf6", 1.3) + line(
        "M8 -7.5L-1 2.6L-2 7L1.4 4.6", 1.3, stroke_linejoin="round"
    )


def _clover() -> str:
    leaf = "M0 0C-6 -2 -6 -8.5 -2.6 -8.5C-1 -8.5 0 -7.4 0 -6.6C0 -7.4 1 -8.5 2.6 -8.5C6 -8.5 6 -2 0 0Z"
    leaves = "".join(path(leaf, transform=f"rotate({turn})") for turn in (-45, 45, 135, 225))
    return group(leaves, fill="#e9f7cf", stroke=INK, stroke_width=1.2, stroke_linejoin="round")


def _star() -> str:
    return shape("M0 -8L2.3 -2.9L7.8 -2.3L3.7 1.4L4.9 6.9L0 4.1L-4.9 6.9L-3.7 1.4L-7.8 -2.3L-2.3 -2.9Z", "#ffe08a", 1.3)


def moon() -> str:
    """A moon with three small z, for heroes that have nothing to count."""
    crescent = shape("M4 -15C-8 -13 -13 2 -5 11C1 18 13 17 17 9C7 11 -1 -2 4 -15Z", "#ffe9a8", 1.8)
    return crescent + line("M20 -18H26L20 -11H26M30 -26H35L30 -20H35", 2, "currentColor", stroke_linejoin="round")
