"""All that is drawn and composed: cards, portraits, icons, emotes, wordmark, their colours; the music and the effects.

This package owns how things look and sound and nothing else: it knows which cards
exist (``app.engine.cards``) but no rule, no text and no page. It draws SVG
with the standard library alone, the same on every run, so that the server
and the browser's own copy show the same table.

The pages need little: serve every ``assets()`` entry under its name, add
``stylesheet()``, and give elements the classes ``face-r5``, ``portrait-fox``
or ``icon-draw``.
"""

from app.art.assets import Asset, assets, stylesheet
from app.art.draw import content_hash
from app.art.emotes import EMOTES
from app.art.faces import BACK, FACES, card_svg
from app.art.icons import ICONS, icon_svg, mark_svg
from app.art.logo import app_icon_png, app_icon_svg, logo_svg
from app.art.palette import TONES, palette_css
from app.art.portraits import PORTRAITS, portrait_for, portrait_svg
from app.art.sprite import cards_css, cards_sprite, icons_css, icons_sprite, portraits_css, portraits_sprite

__all__ = [
    "BACK",
    "EMOTES",
    "FACES",
    "ICONS",
    "PORTRAITS",
    "TONES",
    "Asset",
    "app_icon_png",
    "app_icon_svg",
    "assets",
    "card_svg",
    "cards_css",
    "cards_sprite",
    "content_hash",
    "icon_svg",
    "icons_css",
    "icons_sprite",
    "logo_svg",
    "mark_svg",
    "palette_css",
    "portrait_for",
    "portrait_svg",
    "portraits_css",
    "portraits_sprite",
    "stylesheet",
]
