"""What a page loads of the framework: its core, and nothing of the widgets, which no page uses.

As it comes, a page brings along the framework's widgets, their style sheets, icon fonts and words: two thirds of all
that a new visitor's browser would fetch and run before the first card. Our pages are made of plain HTML tags
(``element``), so they have a template of their own (``page.html``), and what is left of the framework is served like
every other file of ours: packed once, and kept by the browser for good.
"""

import json
from pathlib import Path
from typing import Final

import nicegui
from jinja2 import DictLoader
from nicegui.client import templates

from app.ui.assets import Assets
from app.ui.element import USUAL
from app.ui.guard import FrameworkChanged

FILES: Final = Path(nicegui.__file__).parent / "static"
PAGE: Final = Path(__file__).parent / "page.html"
CORE: Final = {"vue": "vue.esm-browser.prod.js", "socket": "socket.io.min.js", "framework": "nicegui.js"}
"""The files that every page loads, by the name that the template has for them."""
CALLED: Final = ("createApp(elements, options)", "parseElements(raw_elements)", "replaceUndefinedAttributes(element)")
"""What the template calls of the framework's script."""


def slim(assets: Assets) -> None:
    """Have every page made from our own template, with the framework's core among our files.

    Raises ``FrameworkChanged`` when the core has no longer what the template calls.
    """
    bodies = {part: (FILES / name).read_bytes() for part, name in CORE.items()}
    missing = [each for each in CALLED if f"function {each}" not in bodies["framework"].decode()]
    if missing:
        raise FrameworkChanged(f"The installed NiceGUI lacks {', '.join(missing)}.")
    templates.env.globals["files"] = {
        part: assets.add(f"static/framework/{CORE[part]}", body, as_it_is=True) for part, body in bodies.items()
    }
    templates.env.globals["usual_listener"] = json.dumps(USUAL)
    templates.env.loader = DictLoader({"index.html": PAGE.read_text(encoding="utf-8")})
