"""One cached picture per family, and the style rules that cut it up."""

from __future__ import annotations

from app.art.draw import document, el, group, num
from app.art.emotes import EMOTES, emote
from app.art.emotes import SIZE as EMOTE
from app.art.faces import FACES, HEIGHT, WIDTH, face, needed
from app.art.icons import ICONS, icon, pen
from app.art.icons import SIZE as ICON
from app.art.portraits import PORTRAITS, portrait
from app.art.portraits import SIZE as PORTRAIT

CARD_COLUMNS = 13
PORTRAIT_COLUMNS = 7
ICON_COLUMNS = 10
EMOTE_COLUMNS = 6


def cards_sprite() -> str:
    """All faces in one SVG file: a row of 13 per colour, then the wilds and the back."""
    return _grid({name: face(name) for name in FACES}, CARD_COLUMNS, WIDTH, HEIGHT)


def portraits_sprite() -> str:
    """All portraits in one SVG file, rows of seven."""
    return _grid({name: portrait(name) for name in PORTRAITS}, PORTRAIT_COLUMNS, PORTRAIT, PORTRAIT)


def icons_sprite() -> str:
    """All icons in one SVG file, black on nothing, to be used as a mask."""
    return _grid({name: pen(icon(name)) for name in ICONS}, ICON_COLUMNS, ICON, ICON)


def emotes_sprite() -> str:
    """All emotes in one SVG file, rows of six."""
    return _grid({name: emote(name) for name in EMOTES}, EMOTE_COLUMNS, EMOTE, EMOTE)


def cards_css(url: str) -> str:
    """One class per face (``.face-r5``, ``.face-W4``, ``.face-back``) showing it at any width of 2:3."""
    return _grid_css("face", FACES, CARD_COLUMNS, f"background-image:url({url})", "background")


def portraits_css(url: str) -> str:
    """One class per portrait (``.portrait-fox``), square at any size."""
    return _grid_css("portrait", PORTRAITS, PORTRAIT_COLUMNS, f"background-image:url({url})", "background")


def icons_css(url: str) -> str:
    """One class per icon (``.icon-draw``), 1.25 em square unless told otherwise, in the colour of the text."""
    box = f"display:inline-block;width:1.25em;height:1.25em;background:currentColor;mask-image:url({url})"
    forced = "@media(forced-colors:active){" + _any("icon") + "{forced-color-adjust:none;background:CanvasText}}"
    return _grid_css("icon", ICONS, ICON_COLUMNS, box, "mask") + "\n" + forced


def emotes_css(url: str) -> str:
    """One class per emote (``.emote-joy``), 2 em square unless told otherwise."""
    box = f"display:inline-block;width:2em;height:2em;background-image:url({url})"
    every = ",".join(f".emote-{name}" for name in EMOTES)
    return _grid_css("emote", EMOTES, EMOTE_COLUMNS, box, "background", every)


def _grid(cells: dict[str, str], columns: int, wide: int, high: int) -> str:
    """Drawings side by side in rows, after the definitions that they share."""
    placed = "".join(
        group(drawing, transform=f"translate({i % columns * wide} {i // columns * high})")
        for i, drawing in enumerate(cells.values())
    )
    width, height = columns * wide, _rows(len(cells), columns) * high
    shared = needed(placed)
    return document(width, height, el("defs", *shared) if shared else "", placed, width=width, height=height)


def _rows(count: int, columns: int) -> int:
    return -(-count // columns)


def _any(prefix: str) -> str:
    """A selector for every class of the family, without catching other people's class names."""
    return f'[class^="{prefix}-"],[class*=" {prefix}-"]'


def _grid_css(prefix: str, names: tuple[str, ...], columns: int, look: str, kind: str, every: str = "") -> str:
    rows = _rows(len(names), columns)
    rules = [f"{every or _any(prefix)}{{{look};{kind}-size:{columns * 100}% {rows * 100}%;{kind}-repeat:no-repeat}}"]
    for i, name in enumerate(names):
        x, y = i % columns * 100 / (columns - 1), i // columns * 100 / max(rows - 1, 1)
        rules.append(f".{prefix}-{name}{{{kind}-position:{num(x)}% {num(y)}%}}")
    return "\n".join(rules)
