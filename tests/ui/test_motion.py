"""Motion in the style sheets: only by what a browser can move without laying out or painting the page again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STYLES = sorted((Path(__file__).parents[2] / "static" / "css").rglob("*.css"))
CHEAP = {"transform", "translate", "rotate", "scale", "opacity"}
AT_ONCE = {"visibility", "background-position", "animation-timing-function"}
"""Changed in one step of an animation, not moved."""
PAINTED = {"background", "background-color", "border-color", "color", "filter", "box-shadow"}
"""Small controls may change their look while they are touched, as long as nothing is laid out again."""
TABLE = {"table", "panels.css"}


def without_comments(file: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


def blocks(css: str, start: str) -> Iterator[tuple[str, str]]:
    """Name and content of each block that begins with ``start``, braces inside included."""
    for found in re.finditer(rf"{start}\s+([\w-]+)\s*\{{", css):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(css[at], 0)
            at += 1
        yield found[1], css[found.end() : at - 1]


@pytest.mark.parametrize("file", STYLES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_keyframes_move_by_transform_and_opacity_only(file: Path) -> None:
    for name, content in blocks(without_comments(file), "@keyframes"):
        moved = set(re.findall(r"[{;]\s*([\w-]+)\s*:", content))
        assert moved <= CHEAP | AT_ONCE, f"{name} in {file.name} moves {moved - CHEAP - AT_ONCE}"


@pytest.mark.parametrize("file", STYLES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_transitions_move_by_transform_and_opacity_only(file: Path) -> None:
    allowed = CHEAP if TABLE & set(file.parts) else CHEAP | PAINTED
    for value in re.findall(r"[{;]\s*transition\s*:\s*([^;}]+)", without_comments(file)):
        # Commas inside brackets belong to a timing function.
        parts = re.sub(r"\([^)]*\)", "", value).split(",")
        moved = {part.split()[0] for part in parts} - {"none"}
        assert moved <= allowed, f"{value!r} in {file.name} moves {moved - allowed}"
