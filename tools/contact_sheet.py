"""Pictures of every page and every situation at the table: ``python -m tools.contact_sheet FOLDER``.

Each situation is opened once in each language and photographed in three sizes, light and dark. One sheet per size
and scheme goes into FOLDER, a row for each situation and a column for each language; the single pictures are kept
in FOLDER/single. ``--only``, ``--sizes``, ``--languages`` and ``--schemes`` make a part of it (words with commas);
``--readme FILE`` writes the picture that the README shows, and nothing else.

Needs what the browser tests need.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect, sync_playwright

from app.engine.cards import parse
from app.engine.house_rules import HouseRules, preset
from app.engine.match import apply
from app.engine.moves import parse_move
from app.engine.state import State
from e2e.conftest import (
    LANGUAGES,
    LOCALES,
    PATIENCE,
    Product,
    browser_path,
    connected,
    free_port,
    start_product,
    stop_product,
)
from e2e.history import with_matches
from e2e.tables import action, cards, deal, my_turn, play_on, table, tap
from tests.play.matches import finished, setup_of

SIZES: Final = {
    "phone": (360, 740), "tablet": (768, 1024), "desk": (1280, 800), "small": (320, 568), "sideways": (740, 360),
}  # fmt: skip
USUAL: Final = ("phone", "tablet", "desk")
SCHEMES: Final = ("light", "dark")
WIDTHS: Final = {"phone": 240, "tablet": 380, "desk": 520, "small": 240, "sideways": 440}
"""How wide one picture is on a sheet, in pixels."""
ROWS: Final = 12
"""Situations on one sheet; more go on another one."""
TWO_FRAMES: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED: Final = "() => Promise.allSettled(document.getAnimations().map((each) => each.finished))"

Stage = Callable[[Product], dict[str, Any]]
Act = Callable[[Page], object]


class Situation(NamedTuple):
    """What is to be seen: a page, the visitor who opens it, and what is tapped before the picture is taken."""

    path: str
    stage: Stage = lambda product: {}
    act: Act = lambda page: None


def at_table(
    kinds: str,
    hands: Sequence[str] = (),
    act: Act = lambda page: None,
    *,
    rules: HouseRules | None = None,
    moves: str = "",
    arrange: Callable[[State], None] = lambda state: None,
) -> Situation:
    """A table at which ``moves`` (``"r5 W4>b"``, one seat after the other) have been made."""

    def ready(state: State) -> None:
        for move in moves.split():
            apply(state, state.turn, parse_move(move))
        arrange(state)

    return Situation("/table", lambda product: deal(product, kinds, hands, "r1", rules, arrange=ready), act)


def _many(count: int) -> Callable[[State], None]:
    def arrange(state: State) -> None:
        while len(state.hands[0]) < count:
            state.hands[0].append(state.draw.pop())

    return arrange


def _only_one(state: State) -> None:
    state.draw[:0] = state.hands[0][1:]
    del state.hands[0][1:]


def _some_out(state: State) -> None:
    state.knocked_out = (*state.knocked_out, (2, 310))
    state.draw[:0] = state.hands[2]
    state.hands[2].clear()
    state.inactive |= 1 << 2


def _exposed(state: State) -> None:
    state.draw[:0] = state.hands[2][1:]
    del state.hands[2][1:]
    state.exposed = 1 << 2


def _two_left(state: State) -> None:
    state.draw[:0] = state.hands[0][2:]
    del state.hands[0][2:]


def _in_the_middle(state: State) -> None:
    state.scores = (85, 140, 62, 203)
    for seat, left in ((1, 2), (2, 5), (3, 9)):
        while len(state.hands[seat]) > left:
            state.draw.insert(0, state.hands[seat].pop())
        while len(state.hands[seat]) < left:
            state.hands[seat].append(state.draw.pop(0))
    # What lies under the top card can be seen at its edges.
    for card in [card for card in map(parse, ("b6", "b2", "r2", "r4", "g4", "y4")) if card in state.draw]:
        state.draw.remove(card)
        state.discard.insert(0, card)


def _opens(name: str) -> Act:
    return lambda page: action(page, name).click()


def _help(page: Page) -> None:
    action(page, "menu").click()
    page.locator('[data-menu="help"]').click()
    expect(page.locator("dialog.help-sheet")).to_be_visible()


def _first_rule(page: Page) -> None:
    action(page, "rules").click()
    page.locator("details.rule summary").first.click()


def _log(page: Page) -> None:
    for _ in range(200):
        if int(table(page).get_attribute("data-version") or 0) > 24 or not play_on(page):
            break
        page.wait_for_timeout(60)
    my_turn(page)
    action(page, "log").click()


def _taps(code: str) -> Act:
    # Where a card that is turned a little is not open at its corner.
    return lambda page: cards(page, code).first.click(position={"x": 30, "y": 50})


def _over(name: str) -> Act:
    def act(page: Page) -> None:
        tap(cards(page, "r5"))
        expect(page.locator(f'[data-page="{name}"]')).to_be_visible()

    return act


def _handed_over(page: Page) -> None:
    expect(action(page, "ready")).to_be_visible()


def _revealed(page: Page) -> None:
    action(page, "challenge").click()
    expect(page.locator(".shown-hand")).to_be_visible()


def _chosen(page: Page) -> None:
    tap(cards(page, "r5"))
    tap(cards(page, "b5"))


def _past(product: Product) -> dict[str, Any]:
    """A visitor with four matches behind them; each match needs a key of its own."""
    setup = setup_of("Pccc", HouseRules(rounds=3))
    matches = (replace(finished(number, setup), id=secrets.token_hex(8)) for number in range(4))
    return with_matches(product, *matches).visitor


def _replay(page: Page) -> None:
    link = page.locator('a[href^="/replay/"]').first
    link.click()
    connected(page)


def _fair(page: Page) -> None:
    _replay(page)
    page.locator('[data-action="fair"]').click()
    expect(page.locator('[data-page="fair"]')).to_have_attribute("data-state", "good")


ONE_ROUND: Final = HouseRules(match_format="first_out")
SITUATIONS: Final[dict[str, Situation]] = {
    "title": Situation("/"),
    "continue": Situation("/", lambda product: deal(product, "Pccc")),
    "setup": Situation("/setup"),
    "records": Situation("/records", _past),
    "replay": Situation("/records", _past, _replay),
    "fair": Situation("/records", _past, _fair),
    "no-records": Situation("/records"),
    "account": Situation("/account"),
    "no-game": Situation("/table"),
    "not-found": Situation("/nowhere"),
    "turn": at_table("Pccc", ["r5 W g7 y9 b3 gR r8"], moves="", arrange=_in_the_middle),
    "duel": at_table("Pc", ["r5 W g7 y9 b3 gR r8"]),
    "penalty": at_table("Pcc", ["rD r7 W4", "r3", "rD"], moves="r7 r3 rD", rules=HouseRules(stacking="any")),
    "challenge": at_table("Pcc", ["r7 y2", "r3", "W4 b6"], moves="r7 r3 W4>b"),
    "revealed": at_table("Pcc", ["r7 y2", "r3", "W4 r6"], _revealed, moves="r7 r3 W4>b"),
    "colour": at_table("Pccc", ["W r9"], _taps("W")),
    "swap": at_table("Pccccc", ["r7 r9"], _taps("r7"), rules=HouseRules(seven="swap")),
    "chosen": at_table("Pccc", ["r5 g5 b5 y5 r9"], _chosen, rules=HouseRules(multi_card="same_symbol")),
    "refused": at_table("Pccc", ["g5 r9"], _taps("g5")),
    "uno": at_table("Pccc", ["r5 r9"], arrange=_two_left),
    "catch": at_table("Pccc", ["r5 r9"], arrange=_exposed),
    "hint": at_table("Pccc", ["r5 W g7 y9 b3 gR r8"], _opens("hint")),
    "hand-of-25": at_table("Pccc", rules=HouseRules(decks=2), arrange=_many(25)),
    "ten-seats": at_table("P" + "c" * 9, rules=preset("mayhem")),
    "ten-seats-25": at_table("P" + "c" * 9, rules=preset("mayhem"), arrange=_many(25)),
    "knocked-out": at_table("Pccc", ["r5 W"], arrange=_some_out, rules=HouseRules(hand_limit=20)),
    "hand-over": at_table("PPc", ["r5"], _handed_over),
    "rules": at_table("Pccc", [], _first_rule, rules=preset("mayhem")),
    "menu": at_table("Pccc", [], _opens("menu")),
    "help": at_table("Pccc", [], _help),
    "log": at_table("Pccc", [], _log),
    "round-end": at_table("Pccc", ["r5"], _over("round-end"), arrange=_only_one),
    "match-end": at_table("Pccc", ["r5"], _over("match-end"), arrange=_only_one, rules=ONE_ROUND),
}


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
        product = start_product(Path(folder), free_port())
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
        context.close()


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
    columns = 1 if size in ("desk", "sideways") else 2
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
