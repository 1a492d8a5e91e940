"""The files that the browser fetches, under names that change with their content.

``/art/cards-<hash>.svg`` may be cached for ever: another picture has another
name. The texts are made once per process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from app.art.draw import content_hash
from app.art.effects import effects_json
from app.art.logo import app_icon_svg, logo_svg
from app.art.music import music_json
from app.art.palette import palette_css
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

SVG = "image/svg+xml"
JSON = "application/json"


@dataclass(frozen=True)
class Asset:
    """A file to serve: its name with the content's hash, media type, and text (UTF-8)."""

    name: str
    media_type: str
    body: str


@cache
def assets() -> dict[str, Asset]:
    """All files by their short name: ``cards portraits icons emotes logo app-icon``, the scores ``effects music``."""
    drawn = {
        "cards": cards_sprite(),
        "portraits": portraits_sprite(),
        "icons": icons_sprite(),
        "emotes": emotes_sprite(),
        "logo": logo_svg(),
        "app-icon": app_icon_svg(),
    }
    composed = {"effects": effects_json(), "music": music_json()}
    return {
        **{name: Asset(f"{name}-{content_hash(body)}.svg", SVG, body) for name, body in drawn.items()},
        **{name: Asset(f"{name}-{content_hash(body)}.json", JSON, body) for name, body in composed.items()},
    }


@cache
def stylesheet(base: str = "/art") -> str:
    """The palette and the classes of all pictures; ``base`` is where the sprites are, without a last slash."""
    sprites = assets()
    return "\n".join(
        (
            palette_css(),
            cards_css(f"{base}/{sprites['cards'].name}"),
            portraits_css(f"{base}/{sprites['portraits'].name}"),
            icons_css(f"{base}/{sprites['icons'].name}"),
            emotes_css(f"{base}/{sprites['emotes'].name}"),
        )
    )
