"""A page that shows all art at all sizes: ``python -m app.art.sheet OUT.html``.

For looking at, on felt, light, dark and in greyscale; the file needs nothing
beside it.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from app.art.emotes import EMOTES
from app.art.faces import FACES
from app.art.icons import ICONS
from app.art.logo import app_icon_svg, logo_svg
from app.art.palette import FELT, PAPER, palette_css
from app.art.portraits import PORTRAITS
from app.art.sprite import (
    cards_css,
    cards_sprite,
    emotes_css,
    emotes_sprite,
    icons_css,
    icons_sprite,
    portraits_css,
    portraits_sprite,
)

CARD_WIDTHS = (44, 57, 72, 96, 160)
GROUNDS = {"felt": FELT, "light": "#f5efe3", "dark": "#17151c"}

_STYLE = """
body{margin:0;font:13px system-ui,sans-serif}
section{padding:12px 16px}
section.grey{filter:grayscale(1)}
h2{margin:0 0 8px;font-size:14px}
.card{display:inline-block;aspect-ratio:2/3;margin:2px;border:0;padding:0;background-color:transparent}
.round{display:inline-block;aspect-ratio:1;margin:3px}
.named{display:inline-block;width:104px;margin:4px 0;text-align:center}
svg.logo{width:100%;height:auto}
"""


def page() -> str:
    """The whole page as HTML."""
    css = "\n".join(
        (
            palette_css(),
            cards_css(_inline(cards_sprite())),
            portraits_css(_inline(portraits_sprite())),
            icons_css(_inline(icons_sprite())),
            emotes_css(_inline(emotes_sprite())),
        )
    )
    grounds = "".join(_ground(name, colour) for name, colour in GROUNDS.items())
    grey = _section("greyscale", FELT, _cards(57) + _cards(96), "grey")
    title = f'<div style="width:400px">{logo_svg()}</div><img width="128" src="{_inline(app_icon_svg())}" alt="">'
    names = "".join(f'<span class="named"><i class="icon-{n}" style="font-size:24px"></i><br>{n}</span>' for n in ICONS)
    rest = _section("title and app icon", FELT, title) + _section("icons", PAPER, names)
    head = f'<meta charset="utf-8"><title>Art of UNO Ultimate</title><style>{_STYLE}{css}</style>'
    return f'<!DOCTYPE html><html lang="en">{head}<body>{grounds}{grey}{rest}</body></html>'


def _ground(name: str, colour: str) -> str:
    cards = "".join(_cards(width) for width in CARD_WIDTHS)
    return _section(name, colour, cards + _portraits(40) + _portraits(96) + _emotes(28) + _emotes(64))


def _section(title: str, colour: str, body: str, kind: str = "") -> str:
    ink = "#1f1a22" if colour in (PAPER, GROUNDS["light"]) else PAPER
    return f'<section class="{kind}" style="background:{colour};color:{ink}"><h2>{title}</h2>{body}</section>'


def _cards(width: int) -> str:
    cards = (f'<button class="card face-{name}" style="width:{width}px" title="{name}"></button>' for name in FACES)
    return f"<div><p>{width} px</p>{''.join(cards)}</div>"


def _portraits(width: int) -> str:
    rounds = (f'<i class="round portrait-{name}" style="width:{width}px" title="{name}"></i>' for name in PORTRAITS)
    return f"<div>{''.join(rounds)}</div>"


def _emotes(width: int) -> str:
    look = f"width:{width}px;height:{width}px;margin:3px"
    return (
        "<div>" + "".join(f'<i class="emote-{name}" style="{look}" title="{name}"></i>' for name in EMOTES) + "</div>"
    )


def _inline(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def main(arguments: list[str]) -> int:
    """Write the page to the file named; 2 when none is named."""
    if len(arguments) != 1:
        print("usage: python -m app.art.sheet OUT.html", file=sys.stderr)
        return 2
    Path(arguments[0]).write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
