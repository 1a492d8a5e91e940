"""Pictures of every page and every situation at the table: ``python -m tools.contact_sheet FOLDER``.

Each situation is opened once in each language and photographed in three sizes, light and dark. One sheet per size
and scheme goes into FOLDER, a row for each situation and a column for each language; the single pictures are kept
in FOLDER/single. ``--only``, ``--sizes``, ``--languages`` and ``--schemes`` make a part of it (words with commas);
``--readme FILE`` writes the picture that the README shows, and nothing else.

Needs what the browser tests need.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from e2e.conftest import (
    LANGUAGES,
    LOCALES,
    PATIENCE,
    Product,
    browser_path,
    connected,
    free_port,
    let_go,
    start_product,
    stop_product,
)
from tools.situations import SITUATIONS

SIZES: Final = {
    "phone": (360, 740), "tablet": (768, 1024), "desk": (1280, 800), "small": (320, 568), "sideways": (740, 360),
    "wide": (1920, 1080),
}  # fmt: skip
USUAL: Final = ("phone", "tablet", "desk")
SCHEMES: Final = ("light", "dark")
WIDTHS: Final = {"phone": 240, "tablet": 380, "desk": 520, "small": 240, "sideways": 440, "wide": 640}
"""How wide one picture is on a sheet, in pixels."""
ROWS: Final = 12
"""Situations on one sheet; more go on another one."""
TWO_FRAMES: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED: Final = "() => Promise.allSettled(document.getAnimations().map((each) => each.finished))"


def main() -> int:
    """Take the pictures that the command line asks for; 1 when a situation could not be reached."""
    asked = _arguments()
    with _product() as product, sync_playwright() as running:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = running.chromium.launch(executable_path=browser_path(running), args=flags)
        if asked.readme:
            _for_readme(browser, product, asked.readme)
            return 0
        folder: Path = asked.folder
        (folder / "single").mkdir(parents=True, exist_ok=True)
        missed = [
            f"{name} ({language})"
            for name in asked.only
            for language in asked.languages
            if not _photograph(browser, product, name, language, asked)
        ]
        browser.close()
    for size in asked.sizes:
        for scheme in asked.schemes:
            _sheets(folder, asked.only, asked.languages, size, scheme)
    print("not reached: " + ", ".join(missed) if missed else "all reached")
    return 1 if missed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="pictures of every page and situation")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("contact-sheets"), help="where the pictures go")
    parser.add_argument("--only", type=_words(tuple(SITUATIONS)), default=tuple(SITUATIONS), help="situations")
    parser.add_argument("--sizes", type=_words(tuple(SIZES)), default=USUAL, help="of " + " ".join(SIZES))
    parser.add_argument("--languages", type=_words(LANGUAGES), default=LANGUAGES)
    parser.add_argument("--schemes", type=_words(SCHEMES), default=SCHEMES)
    parser.add_argument("--readme", type=Path, help="the picture for the README, a file name")
    return parser.parse_args()


def _words(known: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        unknown = set(text.split(",")) - set(known)
        if unknown:
            raise argparse.ArgumentTypeError(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
        return tuple(text.split(","))

    return read


@contextmanager
def _product() -> Iterator[Product]:
    with tempfile.TemporaryDirectory() as folder:
        product = start_product(Path(folder), free_port(), UNO_INVITES="off")
        try:
            yield product
        finally:
            stop_product(product)


@contextmanager
def _opened(browser: Browser, product: Product, name: str, language: str, **options: Any) -> Iterator[Page]:
    """The page of a situation, with everything done that leads to it."""
    situation = SITUATIONS[name]
    staged = situation.stage(product)
    staged.pop("base", None)
    staged |= {"reduced_motion": "reduce", "locale": LOCALES[language], "viewport": _viewport("desk"), **options}
    if situation.forced:
        staged["forced_colors"] = "active"
    context = browser.new_context(**staged)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        page.goto(product.url + situation.path)
        connected(page)
        page.wait_for_function("document.fonts.status === 'loaded'")
        situation.act(page)
        yield page
    finally:
        for each in browser.contexts:
            let_go(each)


def _viewport(size: str) -> Any:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def _photograph(browser: Browser, product: Product, name: str, language: str, asked: argparse.Namespace) -> bool:
    """One situation in one language, in every size and scheme; whether it was reached."""
    try:
        for scheme in asked.schemes:
            with _opened(browser, product, name, language, color_scheme=scheme) as page:
                for size in asked.sizes:
                    page.set_viewport_size(_viewport(size))
                    SITUATIONS[name].each(page)
                    page.evaluate(TWO_FRAMES)
                    page.screenshot(path=asked.folder / "single" / _file(name, language, size, scheme))
    except Exception as error:  # whatever it is, the other situations are still wanted
        print(f"{name} ({language}): {error}", file=sys.stderr)
        return False
    print(f"{name} ({language})", flush=True)
    return True


def _file(name: str, language: str, size: str, scheme: str) -> str:
    return f"{name}.{language}.{size}.{scheme}.png"


def _sheets(folder: Path, names: Sequence[str], languages: Sequence[str], size: str, scheme: str) -> None:
    """Put the single pictures of one size and scheme on sheets."""
    parts = [names[start : start + ROWS] for start in range(0, len(names), ROWS)]
    for number, part in enumerate(parts, 1):
        sheet = _sheet(folder, part, languages, size, scheme)
        mark = f"-{number}" if len(parts) > 1 else ""
        sheet.save(folder / f"{size}-{scheme}{mark}.png")


def _sheet(folder: Path, names: Sequence[str], languages: Sequence[str], size: str, scheme: str) -> Image.Image:
    across = WIDTHS[size]
    down = across * SIZES[size][1] // SIZES[size][0]
    # Upright pictures leave room for two situations beside each other.
    columns = 1 if size in ("desk", "sideways", "wide") else 2
    lines = -(-len(names) // columns)
    step = across + 8
    sheet = Image.new("RGB", (columns * len(languages) * step + 8, lines * (down + 26) + 8), "#777777")
    write = ImageDraw.Draw(sheet)
    for number, name in enumerate(names):
        top, left = number // columns * (down + 26) + 4, number % columns * len(languages) * step + 8
        write.text((left, top), name, fill="white")
        for place, language in enumerate(languages):
            file = folder / "single" / _file(name, language, size, scheme)
            if file.exists():
                with Image.open(file) as picture:
                    sheet.paste(picture.convert("RGB").resize((across, down)), (left + place * step, top + 16))
    return sheet


def _for_readme(browser: Browser, product: Product, file: Path) -> None:
    """The table in mid-round, in as few colours as look the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with _opened(browser, product, "turn", "en", color_scheme="light", bypass_csp=True) as page:
        page.evaluate(SETTLED)
        # The grain of the felt is most of what such a file would hold.
        page.add_style_tag(content=".felt::before { display: none; }")
        page.screenshot(path=file)
    with Image.open(file) as picture:
        full = picture.convert("RGB")
    colours = full.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3)
    full.quantize(256, palette=colours).save(file, optimize=True)


if __name__ == "__main__":
    raise SystemExit(main())
