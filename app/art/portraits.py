# ruff: noqa: E501 - path data reads best unbroken
"""Round portraits for the seats, each of another creature in the same hand.

A portrait is 100 by 100 units: a paper ring between ink lines, as the cards
have, and a creature looking out of it.
"""

from __future__ import annotations

from app.art.draw import circle, document, el, ellipse, group, line, path
from app.art.faces import needed
from app.art.heroes import eyes_open, shape
from app.art.palette import BLUSH, GOLD, INK, ORANGE, PAPER, TONES
from app.art.portrait_kit import (
    CREAM,
    LEAF,
    LILAC,
    RED,
    ROSE,
    SAND,
    SEA,
    SKY,
    band,
    beak,
    beret,
    both,
    bow,
    cap,
    cheeks,
    coat,
    crown,
    ears_flop,
    ears_point,
    ears_round,
    eyes,
    flower,
    glasses,
    hat,
    head,
    hero,
    muzzle,
    nose,
    patch,
    phones,
    scarf,
    smile,
    straw,
    whiskers,
)

SIZE = 100


def portrait_svg(name: str) -> str:
    """One portrait as a file of its own."""
    body = portrait(name)
    return document(SIZE, SIZE, el("defs", *needed(body)), body)


def portrait(name: str) -> str:
    """The portrait called ``name``; it refers to definitions of ``faces``."""
    ground, creature = _CREATURES[name]
    return (
        circle(50, 50, 48.6, fill=PAPER, stroke=INK, stroke_width=2)
        + circle(50, 50, 43.5, fill=ground)
        + group(creature, clip_path="url(#round)")
        + circle(50, 50, 43.5, fill="none", stroke=INK, stroke_width=1.6)
    )


def _fox() -> str:
    mask = path("M22.5 57C30 54 40 58 50 66C60 58 70 54 77.5 57C77 72 62 79 50 79C38 79 23 72 22.5 57Z", fill=PAPER)
    return (
        coat(SEA)
        + ears_point("#dd6b2a", INK)
        + head("#e57a35")
        + mask
        + eyes()
        + nose(66, 4.6)
        + smile(73, 5)
        + scarf(TONES["red"].hill)
    )


def _bear() -> str:
    return (
        coat(RED)
        + ears_round("#8a5a3a", BLUSH)
        + head("#9b6743")
        + muzzle(CREAM)
        + eyes()
        + nose()
        + smile()
        + bow(GOLD)
    )


def _cat() -> str:
    stripes = line("M50 30V38M43 31L44 37M57 31L56 37M24 56H31M25 62L31 61M76 56H69M75 62L69 61", 2.4, "#5f5a68")
    return (
        coat(GOLD)
        + ears_point("#8e8a98", BLUSH)
        + head("#a5a1ae")
        + stripes
        + muzzle(PAPER, 12, 9, 66)
        + nose(61, 3.6, "#d8796c")
        + smile(68, 5)
        + eyes(13, 52, 3.8)
        + whiskers(66)
        + circle(50, 88, 4.6, fill=GOLD, stroke=INK, stroke_width=2)
    )


def _dog() -> str:
    patch = path("M54 31C68 32 77 42 77 55C72 62 60 60 57 51C55 45 53 38 54 31Z", fill="#9a6a42")
    return (
        coat(SKY)
        + head(PAPER)
        + patch
        + ears_flop("#7d5233")
        + muzzle("#fff", 14, 10, 66)
        + eyes()
        + nose(61, 5.6)
        + smile(69)
        + shape("M47 72H53C54 79 46 79 47 72Z", ROSE, 1.8)
        + scarf(RED)
    )


def _owl() -> str:
    discs = "".join(circle(x, 50, 13, fill=CREAM, stroke=INK, stroke_width=2) for x in (37, 63))
    feathers = line(
        "M38 84Q41 88 44 84M47 84Q50 88 53 84M56 84Q59 88 62 84M42 91Q45 95 48 91M52 91Q55 95 58 91", 2, "#5b3a22"
    )
    return (
        shape("M20 104C18 80 30 72 50 72C70 72 82 80 80 104Z", "#a8743f")
        + feathers
        + shape(
            "M22 22C30 28 40 27 50 27C60 27 70 28 78 22C80 36 82 44 79 54C77 72 64 80 50 80C36 80 23 72 21 54C18 44 20 36 22 22Z",
            "#8a5a30",
        )
        + discs
        + eyes(13, 50, 5.2)
        + beak(ORANGE, 5, 59, 10)
    )


def _hedgehog() -> str:
    points = "M14 66L10 56L18 54L12 44L21 43L17 32L27 33L25 22L35 26L37 15L45 22L50 12L55 22L63 15L65 26L75 22L73 33L83 32L79 43L88 44L82 54L90 56L86 66C84 84 66 88 50 88C34 88 16 84 14 66Z"
    return (
        shape(points, "#6e4a34")
        + head("#e2b98a", 25, 21, 60)
        + eyes(10, 56)
        + cheeks(17, 65)
        + nose(65, 4.4)
        + smile(72, 5)
        + group(
            shape("M60 12C70 8 76 18 66 24C58 22 56 16 60 12Z", RED, 2) + line("M64 12L68 5", 2.4),
            transform="translate(2 8)",
        )
    )


def _badger() -> str:
    stripes = both(path("M37 30C32 40 28 52 30 66C36 66 42 58 43 48C43 40 42 34 43 30Z", fill=INK))
    return (
        coat(TONES["green"].hill)
        + ears_round(INK, PAPER, 28, 34, 8)
        + head(PAPER)
        + stripes
        + eyes_open((36, 53), (64, 53), size=3)
        + "".join(circle(x, 53, 4.6, fill="none", stroke=PAPER, stroke_width=1.6) for x in (36, 64))
        + nose(65, 5.4)
        + smile(73)
        + bow(RED)
    )


def _mouse() -> str:
    return (
        coat(LILAC)
        + ears_round("#8d8790", BLUSH, 23, 34, 15)
        + head("#aaa4ab", 25, 23, 57)
        + eyes(10, 54, 4)
        + cheeks(17, 64)
        + nose(64, 3.6, "#d8796c")
        + smile(70, 4)
        + whiskers(68)
        + flower(68, 35, RED)
    )


def _frog() -> str:
    bulbs = both(circle(33, 33, 11, fill="#5fae4a", stroke=INK, stroke_width=2.4))
    return (
        coat(SAND, CREAM)
        + bulbs
        + head("#6fbe57", 31, 23, 56)
        + both(circle(33, 33, 7.4, fill=PAPER))
        + eyes(17, 33, 4)
        + path("M26 66C36 76 64 76 74 66C70 80 30 80 26 66Z", fill="#cfe8a8")
        + line("M26 64C38 72 62 72 74 64M46 57V58M54 57V58", 2.4)
        + cheeks(24, 59)
        + group(crown(0), transform="translate(27 29)scale(.46)")
    )


def _otter() -> str:
    return (
        coat(SEA)
        + ears_round("#6d4a35", BLUSH, 27, 40, 6)
        + head("#7f573e", 29, 25)
        + path("M26 64C32 54 44 56 50 60C56 56 68 54 74 64C72 76 60 79 50 79C40 79 28 76 26 64Z", fill=CREAM)
        + eyes(13, 50)
        + nose(60, 6)
        + smile(68)
        + whiskers(68)
        + phones(RED)
    )


def _squirrel() -> str:
    tail = shape("M66 92C96 90 98 40 82 28C74 22 66 30 72 38C78 48 74 64 62 72Z", "#b5582a")
    return (
        tail
        + coat(LEAF)
        + both(shape("M27 38C22 26 24 16 27 10C34 16 40 24 42 32Z", "#a34b20"))
        + head("#c4652f", 25, 23, 57)
        + muzzle(CREAM, 14, 10, 67)
        + eyes(11, 54, 3.8)
        + nose(63, 3.8)
        + smile(69, 5)
        + cheeks(18, 64)
    )


def _wolf() -> str:
    mask = path("M23 58C32 52 42 54 50 64C58 54 68 52 77 58C74 72 62 79 50 79C38 79 26 72 23 58Z", fill="#dfe3ea")
    return (
        coat(TONES["blue"].hill)
        + ears_point("#5d6a7d", "#3b4453")
        + head("#738196")
        + mask
        + line("M32 45L42 48M68 45L58 48", 2.6)
        + eyes(12, 54, 3)
        + nose(66, 5.2)
        + smile(73, 5)
    )


def _deer() -> str:
    antlers = both(
        line("M40 32C34 24 32 14 34 6M34 18C28 18 22 14 20 8M37 25C32 26 28 24 25 21", 5.4, INK)
        + line("M40 32C34 24 32 14 34 6M34 18C28 18 22 14 20 8M37 25C32 26 28 24 25 21", 2.4, "#d9b27a")
    )
    ears = both(shape("M30 42C20 32 10 34 8 40C12 50 22 52 30 50Z", "#b17a4a"))
    return (
        antlers
        + coat(RED)
        + ears
        + head("#c08a57", 24, 26, 57)
        + muzzle(CREAM, 13, 11, 70)
        + eyes(12, 54, 3.8)
        + nose(66, 5)
        + smile(74, 5)
        + "".join(circle(x, y, 1.8, fill=CREAM) for x, y in ((50, 38), (44, 42), (56, 42)))
    )


def _boar() -> str:
    tusks = both(shape("M36 74C32 74 31 68 33 64C35 68 38 69 40 70Z", PAPER, 1.8))
    snout = ellipse(50, 67, 14, 10, fill="#c98d78", stroke=INK, stroke_width=2.2) + both(
        ellipse(45, 67, 2.2, 3.2, fill=INK)
    )
    tuft = shape("M40 32L42 20L48 27L51 17L55 27L61 21L61 32Z", "#3c2a24")
    return (
        coat("#8c6a2f")
        + ears_point("#6b4a3c", "#4c342a", 24, 24)
        + head("#7d5847", 29, 25)
        + tuft
        + eyes(14, 51, 3)
        + tusks
        + snout
        + line("M29 44L40 47M71 44L60 47", 2.6)
    )


def _raven() -> str:
    return (
        shape("M16 104C18 84 32 74 50 74C68 74 82 84 84 104Z", "#2d2a3a")
        + scarf(GOLD)
        + head("#34303f", 27, 27, 52)
        + path("M30 36C38 28 50 27 58 29C48 32 40 38 36 46Z", fill="#4d4860")
        + "".join(circle(x, 48, 6, fill=PAPER) for x in (38, 62))
        + eyes(12, 48, 3.2)
        + shape("M42 56C46 52 54 52 58 56C58 66 54 74 50 78C46 74 42 66 42 56Z", "#6f6a7c")
        + line("M43 62Q50 66 57 62", 1.8)
        + hat(INK, RED, 28)
    )


def _robin() -> str:
    return (
        shape("M16 104C18 82 32 72 50 72C68 72 82 82 84 104Z", "#7b6a55")
        + shape("M28 104C28 88 38 76 50 76C62 76 72 88 72 104Z", "#e0652f", 2)
        + head("#8d7a62", 27, 25, 52)
        + path("M50 48C58 40 74 44 76 55C76 72 64 77 50 77C36 77 24 72 24 55C26 44 42 40 50 48Z", fill="#e0652f")
        + eyes(12, 50, 3.8)
        + beak(INK, 5, 57, 9)
        + straw(31)
    )


def _turtle() -> str:
    shell = shape("M8 104C6 66 26 58 50 58C74 58 94 66 92 104Z", "#8a6a3a") + line(
        "M20 76L34 70L40 84M80 76L66 70L60 84M34 70L50 62L66 70", 2.2
    )
    return (
        shell
        + head("#8fb860", 24, 25, 52)
        + both(circle(35, 38, 2.6, fill="#6f9746"))
        + circle(50, 34, 3, fill="#6f9746")
        + glasses(11, 51)
        + eyes(11, 51, 3)
        + line("M40 66Q50 73 60 66M48 60V61M52 60V61", 2.2)
        + cheeks(18, 63)
    )


def _mole() -> str:
    snout = shape("M38 64C38 54 62 54 62 64C62 74 38 74 38 64Z", "#e0a79a", 2.2) + ellipse(
        50, 60, 6, 4.4, fill="#c9665c"
    )
    return (
        coat(ORANGE)
        + head("#4c4452", 28, 27)
        + snout
        + glasses(12, 47)
        + eyes(12, 47, 2.4)
        + shape("M26 36C30 18 70 18 74 36Z", GOLD)
        + shape("M20 35H80V40H20Z", GOLD)
        + circle(50, 27, 6, fill=PAPER, stroke=INK, stroke_width=2.2)
    )


def _beaver() -> str:
    teeth = shape("M45 72H55V82H45Z", "#fffdf6", 2) + line("M50 73V81", 1.6)
    return (
        coat(LEAF)
        + ears_round("#6b452c", BLUSH, 27, 37, 7)
        + head("#83573a", 29, 26)
        + both(ellipse(41, 67, 11, 8.6, fill="#b98a61"))
        + teeth
        + eyes(13, 51)
        + nose(61, 6)
        + line("M41 71Q46 74 50 70Q54 74 59 71", 2)
        + cap(RED, 36)
    )


def _raccoon() -> str:
    mask = both(path("M50 50C42 44 28 46 24 56C26 66 38 66 44 60Z", fill="#2f2b36"))
    return (
        coat(SAND)
        + ears_point("#77757f", PAPER, 25, 20)
        + head("#9a98a3")
        + path("M50 46C58 40 72 42 76 50C70 40 60 38 50 40C40 38 30 40 24 50C28 42 42 40 50 46Z", fill=PAPER)
        + mask
        + muzzle(PAPER, 12, 9, 68)
        + "".join(circle(x, 54, 4.6, fill=PAPER) for x in (38, 62))
        + eyes(12, 54, 3)
        + nose(63, 4.6)
        + smile(70, 5)
        + band(TONES["blue"].ground)
    )


def _panda() -> str:
    spots = both(ellipse(38, 53, 8, 9.6, fill=INK, transform="rotate(24 38 53)"))
    return (
        coat(LEAF)
        + ears_round(INK, "#3c3742", 26, 34, 11)
        + head("#fffdf6", 29)
        + spots
        + "".join(circle(x, 53, 4.4, fill=PAPER) for x in (39, 61))
        + eyes(11, 53, 3)
        + nose(63, 4.4)
        + smile(70, 5)
        + flower(71, 36, "#f6e7c4")
    )


def _lion() -> str:
    mane = "".join(
        circle(50 + dx, 52 + dy, 13, fill="#a9561f", stroke=INK, stroke_width=2.4)
        for dx, dy in ((0, -29), (19, -24), (31, -8), (32, 10), (22, 24), (-19, -24), (-31, -8), (-32, 10), (-22, 24))
    )
    return (
        mane
        + circle(50, 52, 32, fill="#a9561f")
        + ears_round("#dfa04a", BLUSH, 29, 35, 7)
        + head("#ebb45c", 25, 24)
        + muzzle(CREAM, 13, 10, 66)
        + eyes(11, 51)
        + nose(61, 5.4, "#8a4a2a")
        + smile(69)
        + crown(29)
    )


def _penguin() -> str:
    front = path("M50 46C58 36 74 42 74 56C74 74 62 78 50 78C38 78 26 74 26 56C26 42 42 36 50 46Z", fill=PAPER)
    return (
        shape("M16 104C18 82 32 72 50 72C68 72 82 82 84 104Z", "#2d3346")
        + shape("M32 104C32 90 40 80 50 80C60 80 68 90 68 104Z", PAPER, 2)
        + head("#39405a", 28, 27, 52)
        + front
        + eyes(11, 53)
        + cheeks(18, 62)
        + beak(ORANGE, 7, 60, 9)
        + bow(RED)
    )


def _pig() -> str:
    snout = ellipse(50, 63, 12, 9, fill="#ef9f98", stroke=INK, stroke_width=2.2) + both(ellipse(46, 63, 2, 3, fill=INK))
    return (
        coat(SKY)
        + ears_point("#eda39b", "#d97f78", 25, 22)
        + head("#f4b9b0", 29)
        + cheeks(21, 61)
        + eyes(13, 50)
        + snout
        + line("M43 75Q50 79 57 75", 2.2)
        + straw(32)
    )


def _sheep() -> str:
    puffs = ((0, -28), (15, -24), (27, -13), (31, 3), (26, 18), (-15, -24), (-27, -13), (-31, 3), (-26, 18))
    wool = "".join(circle(50 + dx, 52 + dy, 12, fill=PAPER, stroke=INK, stroke_width=2.4) for dx, dy in puffs)
    ears = both(shape("M31 50C22 46 14 50 13 56C20 62 28 60 32 56Z", "#4a434c"))
    top = "".join(circle(50 + dx, 32 + dy, 7, fill=PAPER) for dx, dy in ((-9, 2), (0, -1), (9, 2)))
    return (
        coat(RED)
        + wool
        + circle(50, 52, 32, fill=PAPER)
        + ears
        + head("#5a525c", 19, 24, 58)
        + top
        + "".join(circle(x, 54, 4.8, fill=PAPER) for x in (42, 58))
        + eyes(8, 54, 3)
        + nose(68, 3.6, BLUSH)
        + line("M45 75Q50 79 55 75", 2, PAPER)
    )


def _koala() -> str:
    return (
        coat(TONES["yellow"].hill)
        + ears_round("#8f97a3", "#e8d5d0", 21, 38, 14)
        + head("#a7afbb", 26, 25)
        + eyes(13, 52)
        + shape("M43 54C43 48 57 48 57 54V64C57 70 43 70 43 64Z", INK, 1)
        + line("M44 74Q50 78 56 74", 2.2)
        + cheeks(19, 64)
        + beret(TONES["red"].hill)
    )


def _tiger() -> str:
    stripes = path(
        "M46 29H54L50 42ZM36 32L43 31L43 40ZM64 32L57 31L57 40ZM22 52L33 55L22 59ZM78 52L67 55L78 59ZM24 64L34 64L27 70ZM76 64L66 64L73 70Z",
        fill=INK,
    )
    return (
        coat(INK, "#eb8a2f")
        + ears_round("#dd7a24", PAPER, 27, 35, 9)
        + head("#eb8a2f", 29)
        + stripes
        + muzzle(PAPER, 15, 11, 67)
        + eyes(12, 52)
        + nose(61, 5, "#b5443a")
        + smile(69)
        + patch()
    )


def _elephant() -> str:
    ears = both(
        shape("M30 40C14 28 2 42 6 58C9 72 22 74 31 66Z", "#7d8fa6")
        + path("M27 46C18 40 11 48 13 56C15 64 22 66 27 61Z", fill=ROSE)
    )
    trunk = shape(
        "M41 58C41 74 44 88 56 92C66 95 71 87 67 82C63 85 60 82 59 76C58 70 59 64 59 58C54 52 46 52 41 58Z", "#95a7bd"
    ) + line("M43 70H52M45 78H54", 1.8)
    return (
        coat(RED)
        + ears
        + head("#95a7bd", 25, 25, 52)
        + eyes(13, 50)
        + path("M42 60C46 52 54 52 58 60Z", fill="#95a7bd")
        + trunk
        + cheeks(18, 60)
    )


def _bee() -> str:
    feelers = (
        line("M42 32C40 22 34 18 30 18M58 32C60 22 66 18 70 18", 2.6)
        + circle(29, 18, 3.6, fill=INK)
        + circle(71, 18, 3.6, fill=INK)
    )
    wings = both(shape("M26 78C8 72 2 86 8 96C18 102 28 94 32 88Z", "#e5f1f5"))
    return (
        wings
        + shape("M24 104C24 84 36 76 50 76C64 76 76 84 76 104Z", GOLD)
        + path("M27 90C36 86 64 86 73 90L75 96C62 92 38 92 25 96Z", fill=INK)
        + feelers
        + head("#f7c64a", 27, 25)
        + eyes(11, 54, 4.2)
        + cheeks(19, 64)
        + line("M43 66Q50 73 57 66", 2.4)
    )


def _octopus() -> str:
    arms = "".join(
        shape(
            f"M{x - 6} 76C{x - 8} 92 {x - 4} 96 {x + 4 * side} 104H{x + 12 + 4 * side}C{x + 6} 94 {x + 8} 86 {x + 8} 76Z",
            "#b5527a",
        )
        for x, side in ((26, -2), (42, 0), (58, 0), (72, 2))
    )
    return (
        arms
        + head("#c8648c", 30, 32, 50)
        + both(circle(33, 34, 3, fill="#e39ab5") + circle(40, 27, 2, fill="#e39ab5"))
        + eyes(12, 54, 4.4)
        + cheeks(21, 64)
        + circle(50, 68, 4.4, fill="#7a2f50", stroke=INK, stroke_width=2)
        + cap("#22406e", 32)
        + shape("M50 22L53 26L50 30L47 26Z", GOLD, 1)
    )


_CREATURES: dict[str, tuple[str, str]] = {
    "fox": ("#f3c77b", _fox()),
    "bear": ("#8fc1a9", _bear()),
    "cat": ("#7d5a86", _cat()),
    "dog": ("#f0a35e", _dog()),
    "owl": ("#4a6a8f", _owl()),
    "hedgehog": ("#b9d08b", _hedgehog()),
    "badger": ("#d98f6c", _badger()),
    "mouse": ("#f2d7a0", _mouse()),
    "frog": ("#d3683f", _frog()),
    "otter": ("#a9d3d8", _otter()),
    "squirrel": ("#e9d8a6", _squirrel()),
    "wolf": ("#e2b1a1", _wolf()),
    "deer": ("#7fa070", _deer()),
    "boar": ("#e8b75c", _boar()),
    "raven": ("#a4b9c9", _raven()),
    "robin": ("#b9dbe3", _robin()),
    "turtle": ("#6fb3b0", _turtle()),
    "mole": ("#7c6a9c", _mole()),
    "beaver": ("#f1c9a0", _beaver()),
    "raccoon": ("#c9694f", _raccoon()),
    "panda": ("#f0a7a0", _panda()),
    "lion": ("#5f94b8", _lion()),
    "penguin": ("#9fd0c4", _penguin()),
    "pig": ("#88b36c", _pig()),
    "sheep": ("#8fb7dd", _sheep()),
    "koala": ("#a5c98c", _koala()),
    "tiger": ("#4f9a92", _tiger()),
    "elephant": ("#f3d27a", _elephant()),
    "bee": ("#8c86c4", _bee()),
    "octopus": ("#7cc6d1", _octopus()),
    "rabbit": (TONES["red"].ground, hero("red", 50, 103, 0.86)),
    "goose": (TONES["yellow"].ground, hero("yellow", 59, 118, 0.98)),
    "mushroom": (TONES["green"].ground, hero("green", 51, 90, 0.78)),
    "snail": (TONES["blue"].ground, hero("blue", 52, 92, 0.74)),
}

PORTRAITS: tuple[str, ...] = tuple(_CREATURES)
"""The keys of all portraits, in the order in which they are offered; names for people come from the catalogues."""


def portrait_for(seed: int) -> str:
    """The portrait key for any whole number; neighbouring numbers get different ones."""
    return PORTRAITS[seed % len(PORTRAITS)]
