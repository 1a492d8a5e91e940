"""Every card face as a drawing of 120 by 180 units.

One plan for all: cream paper edge between an ink line outside and the
coloured ground inside; the index zone (sign and mark) at the top left within
43 % of the width, so that a fanned hand reads; the hero on its hill at the
bottom right before rings in the shape of the colour's mark; above it, what
the card does, told as a small scene.
"""

from __future__ import annotations

import re

from app.art.draw import circle, document, el, ellipse, group, line, move, num, path, use
from app.art.glyphs import GLYPHS
from app.art.heroes import HEROES, asleep, awake, moon, shape, token
from app.art.palette import GOLD, INK, NIGHT, NIGHT_LIGHT, PAPER, PLUM, PLUM_LIGHT, TONES
from app.engine.cards import COLOUR_NAMES, KINDS, code

WIDTH, HEIGHT = 120, 180
BACK = "back"
FACES: tuple[str, ...] = (*(code(card) for card in KINDS), BACK)

_BY_LETTER = {name[0]: name for name in COLOUR_NAMES}
_HILL = "M7 150C28 138 52 140 74 146C92 151 104 150 113 145V173H7Z"
_GRASS = (
    "M18 160l-1 -6m4 6l2 -5M34 166l-1 -5m4 5l2 -4M98 153l-1 -5m4 5l2 -4M107 165l-1 -5m4 5l1 -4M52 168l-1 -5m4 5l2 -4"
)
_FAR_HILL = "M7 152C14 134 34 124 58 130C84 136 98 122 113 124V173H7Z"
# Where each hero stands (across), where when it has turned round, and how large.
_STANDS = {"red": (76, 78, 0.86), "yellow": (81, 66, 0.8), "green": (76.5, 74, 0.8), "blue": (73, 69, 0.76)}
_ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (2, 1, 2), 6: (3, 3), 7: (2, 3, 2), 8: (3, 2, 3), 9: (3, 3, 3)}

_CLIPS = {
    "window": el("rect", x=7, y=7, width=106, height=166, rx=7),
    "round": circle(50, 50, 43.5),
    "square": el("rect", x=-12, y=-12, width=24, height=24, rx=4),
}


def face(name: str) -> str:
    """The face called ``name`` (a card code, or ``back``); it refers to ``definitions()``."""
    if name == BACK:
        return use("back")
    if name[0] == "W":
        return use("wild") + _in_window(_wild_scene(name)) + _wild_index(name)
    colour, sign = _BY_LETTER[name[0]], name[1:]
    return use(f"ground-{colour}") + _in_window(_scene(colour, sign)) + _index(colour, sign)


def card_svg(name: str) -> str:
    """One face as a file of its own, with only the definitions it needs."""
    body = face(name)
    return document(WIDTH, HEIGHT, el("defs", *needed(body)), body)


def needed(body: str) -> list[str]:
    """The definitions that ``body`` refers to, directly or through others, each once."""
    everything, found, queue = definitions(), dict[str, str](), _references(body)
    while queue:
        name = queue.pop(0)
        if name not in found:
            found[name] = everything[name]
            queue += _references(everything[name])
    return [_named(name, drawing) for name, drawing in sorted(found.items())]


def _named(name: str, drawing: str) -> str:
    return el("clipPath" if name in _CLIPS else "g", drawing, id=name)


def definitions() -> dict[str, str]:
    """The shared drawings by name."""
    shared = GLYPHS | _CLIPS
    for colour in COLOUR_NAMES:
        shared[f"ground-{colour}"] = _ground(colour)
        shared[f"hero-{colour}"] = HEROES[colour]
        shared[f"awake-{colour}"] = awake(colour)
        shared[f"asleep-{colour}"] = asleep(colour)
        shared[f"token-{colour}"] = token(colour)
        shared[f"mini-{colour}"] = _mini(TONES[colour].ground) + use(
            f"m-{colour}", move(0, 0, 0.44), color=TONES[colour].ink
        )
    return shared | {"moon": moon(), "wild": _wild_ground(), "back": _back(), "tile": _tile()}


def _references(body: str) -> list[str]:
    return re.findall(r'(?:href="|url\()#([\w-]+)', body)


def _frame(ground: str, scene: str) -> str:
    """The paper with its two edge lines, the ground, and a scene upon it."""
    return (
        el("rect", x=1, y=1, width=118, height=178, rx=12, fill=PAPER, stroke=INK, stroke_width=1.8)
        + el("rect", x=7, y=7, width=106, height=166, rx=7, fill=ground)
        + _in_window(scene)
        + el("rect", x=7, y=7, width=106, height=166, rx=7, fill="none", stroke=INK, stroke_width=1.4)
    )


def _in_window(scene: str) -> str:
    return group(scene, clip_path="url(#window)")


def _ground(colour: str) -> str:
    tones = TONES[colour]
    far = path(_FAR_HILL, fill=_between(tones.ground, tones.hill))
    grass = line(_GRASS, 1.5, _between(tones.ground, tones.hill))
    return _frame(tones.ground, _rings(colour) + far + path(_HILL, fill=tones.hill) + grass)


def _rings(colour: str) -> str:
    """Three rings in the shape of the colour's own mark, behind the hero."""
    tones = TONES[colour]
    tone = ((5.8, tones.ring), (4.2, _between(tones.ring, tones.glow)), (2.6, tones.glow))
    return "".join(use(f"m-{colour}", move(76, 114, size), color=shade) for size, shade in tone)


def _between(one: str, other: str) -> str:
    """The colour half way between two."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in pairs)


def _index(colour: str, sign: str) -> str:
    """The sign with its printed shadow, and the mark beneath."""
    tones = TONES[colour]
    # Signs of pale ink throw a dark shadow; dark signs get a light edge from the printing instead.
    shadow = tones.deep if tones.ink == PAPER else tones.glow
    at = 104 if sign in ("6", "9") else 93
    return (
        use(f"n{sign}", move(15.6, 18.8), color=shadow)
        + use(f"n{sign}", move(14, 17), color=tones.ink)
        + use(f"m-{colour}", move(25, at), color=tones.ink)
    )


def _hero(colour: str, x: float, y: float, scale: float, eyes: str = "awake", flip: bool = False) -> str:
    turn = f"translate({num(x)} {num(y)})scale({num(-scale if flip else scale)} {num(scale)})"
    return group(use(f"hero-{colour}"), use(f"{eyes}-{colour}"), transform=turn)


def _standing(colour: str, eyes: str = "awake", flip: bool = False) -> str:
    """The hero at its place on the hill, clear of the index zone."""
    x, turned, scale = _STANDS[colour]
    return _hero(colour, turned if flip else x, 161, scale, eyes, flip)


def _scene(colour: str, sign: str) -> str:
    """What the hero is doing."""
    if sign == "S":
        return _leap(colour)
    if sign == "R":
        return _standing(colour, flip=True) + _wind(colour)
    if sign == "D":
        two = use(f"mini-{colour}", move(73, 36, 1.5, -14)) + use(f"mini-{colour}", move(94, 38, 1.5, 10))
        return two + _standing(colour)
    if sign == "0":
        return use("moon", move(74, 40), color=_faint(colour)) + _standing(colour, "asleep")
    return _tokens(colour, int(sign)) + _standing(colour)


def _leap(colour: str) -> str:
    """The hero high over its own shadow, after a hop from the left."""
    x, _, scale = _STANDS[colour]
    shadow = ellipse(80, 161, 25, 4.5, fill=TONES[colour].deep)
    hop = line("M26 158Q32 130 48 120", 2.6, _faint(colour), stroke_dasharray="0.5 6")
    return shadow + hop + group(_hero(colour, 0, 0, scale * 0.96), transform=move(x, 142, 1, 8))


def _faint(colour: str) -> str:
    """What small strokes in the sky are drawn in: paper on the dark grounds, the deep tone on the light ones."""
    return PAPER if TONES[colour].ink == PAPER else TONES[colour].deep


def _wind(colour: str) -> str:
    """Two gusts that blow opposite ways."""
    return line("M62 34H92Q102 34 102 26Q102 20 95 21M108 46H78Q68 46 68 54Q68 60 75 59", 3.4, _faint(colour))


def _tokens(colour: str, count: int) -> str:
    """``count`` of the hero's tokens in rows, a little uneven as if laid out by hand."""
    rows = _ROWS[count]
    size = 1.35 if count < 3 else 1.05 if count < 7 else 0.95
    placed: list[str] = []
    for row, wide in enumerate(rows):
        for column in range(wide):
            nth = len(placed)
            x = 84.5 + (column - (wide - 1) / 2) * (23 if count == 2 else 17)
            y = 35 + (row - (len(rows) - 1) / 2) * 16.5
            placed.append(use(f"token-{colour}", move(x, y, size, (nth * 37 + count * 11) % 25 - 12)))
    return "".join(placed)


def _mini(ground: str) -> str:
    """A small card."""
    return el("rect", x=-9, y=-13.5, width=18, height=27, rx=3, fill=PAPER, stroke=INK, stroke_width=1.4) + el(
        "rect", x=-6.6, y=-11.1, width=13.2, height=22.2, rx=1.6, fill=ground
    )


def _tile() -> str:
    """The four colours as a tile of four, the mark of a wild card; 24 across round the origin."""
    corners = ((-1, -1), (1, -1), (-1, 1), (1, 1))
    squares = "".join(
        el("rect", x=min(0, 12 * i), y=min(0, 12 * j), width=12, height=12, fill=TONES[colour].ground)
        + use(f"m-{colour}", move(6 * i, 6 * j, 0.33), color=TONES[colour].ink)
        for (i, j), colour in zip(corners, COLOUR_NAMES, strict=True)
    )
    return group(squares, clip_path="url(#square)") + el(
        "rect", x=-12, y=-12, width=24, height=24, rx=4, fill="none", stroke=PAPER, stroke_width=1.6
    )


def _wild_ground() -> str:
    stars = "".join(
        circle(x, y, r, fill=PAPER, opacity=0.8)
        for x, y, r in (
            (66, 22, 1),
            (84, 14, 0.8),
            (104, 24, 1.2),
            (96, 44, 0.8),
            (60, 46, 0.8),
            (58, 78, 0.9),
            (106, 68, 0.9),
            (16, 118, 1),
        )
    )
    glow = circle(76, 114, 60, fill=NIGHT_LIGHT) + circle(76, 114, 44, fill="#4d4468")
    corners = (
        "M60 9H15Q9 9 9 15V90",
        "M60 9H105Q111 9 111 15V90",
        "M60 171H15Q9 171 9 165V90",
        "M60 171H105Q111 171 111 165V90",
    )
    rim = "".join(
        path(d, fill="none", stroke=TONES[colour].ground, stroke_width=4)
        for colour, d in zip(COLOUR_NAMES, corners, strict=True)
    )
    return _frame(NIGHT, stars + glow + path(_HILL, fill="#17131f") + rim)


def _wild_index(name: str) -> str:
    if name == "W":
        return use("tile", move(33, 38, 1.5))
    sign = use(f"n{name}", move(15.6, 18.8), color="#0d0a12") + use(f"n{name}", move(14, 17), color=PAPER)
    return sign + use("tile", move(29, 94, 1.12))


def _wild_scene(name: str) -> str:
    return {"W": _band, "W4": _four_cards, "WS": _swirl, "WC": _scroll}[name]()


def _band() -> str:
    """All four heroes together."""
    places = (("green", 52, 132, 0.6), ("yellow", 86, 130, 0.62), ("red", 43, 163, 0.6), ("blue", 80, 163, 0.56))
    return "".join(_hero(colour, x, y, size) for colour, x, y, size in places)


def _four_cards() -> str:
    """A fan of one card of each colour."""
    fan = zip(COLOUR_NAMES, (-33, -11, 11, 33), strict=True)
    return "".join(
        group(use(f"mini-{colour}", move(0, -50, 1.7)), transform=move(68, 171, 1, turn)) for colour, turn in fan
    )


def _swirl() -> str:
    """Four cards going round."""
    around = zip(COLOUR_NAMES, (0, 90, 180, 270), strict=True)
    cards = "".join(
        group(use(f"mini-{colour}", move(0, -27, 1.25, 62)), transform=move(70, 131, 1, turn))
        for colour, turn in around
    )
    return line("M70 111A20 20 0 0 1 90 131M70 151A20 20 0 0 1 50 131", 3, GOLD) + cards


def _scroll() -> str:
    """A sheet of paper for the table's own rule."""
    sheet = shape("M48 84H104V150C104 156 98 158 92 156C84 153 74 160 66 157C58 154 52 158 48 154Z", PAPER)
    text = line("M57 98H92M57 110H96M57 122H86", 3, "#b9a57c")
    return group(sheet + text, transform="translate(0 6)rotate(5 76 120)") + use("nWC", move(74, 124, 0.8), color=GOLD)


def _back() -> str:
    """The back: plum with a lattice, and a medallion of the four marks; the same either way up."""
    lattice = "".join(
        f"M{x} {y}l5 7l-5 7l-5 -7z" for row, y in enumerate(range(8, 172, 14)) for x in range(14 - row % 2 * 7, 120, 14)
    )
    marks = zip(COLOUR_NAMES, ((60, 62), (86, 90), (34, 90), (60, 118)), strict=True)
    medallion = (
        circle(60, 90, 44, fill=PLUM, stroke=GOLD, stroke_width=2)
        + circle(60, 90, 39, fill="none", stroke=PAPER, stroke_width=1, stroke_dasharray="1 4", stroke_linecap="round")
        + "".join(use(f"m-{colour}", move(x, y, 0.85), color=TONES[colour].glow) for colour, (x, y) in marks)
        + path("M60 74L64 86L76 90L64 94L60 106L56 94L44 90L56 86Z", fill=GOLD)
    )
    rim = el("rect", x=11, y=11, width=98, height=158, rx=5, fill="none", stroke=GOLD, stroke_width=1.4)
    return _frame(PLUM, path(lattice, fill=PLUM_LIGHT) + medallion + rim)
