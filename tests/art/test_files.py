"""The files as the browser gets them: complete, self-contained, small, and the same every time."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from app import art
from app.art.faces import needed
from app.art.raster import SIZES, size_of, source_hash
from app.art.sheet import main
from app.engine.cards import KINDS, code

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
SVG_TYPE = "image/svg+xml"
DRAWINGS = {
    **{name: asset.body for name, asset in art.assets().items() if asset.media_type == SVG_TYPE},
    **{f"card {name}": art.card_svg(name) for name in art.FACES},
    **{f"portrait {name}": art.portrait_svg(name) for name in art.PORTRAITS},
    **{f"icon {name}": art.icon_svg(name) for name in art.ICONS},
    **{f"mark {name}": art.mark_svg(name) for name in art.TONES},
}


def everything() -> str:
    """The hash of all files and rules."""
    return art.content_hash(art.stylesheet() + "".join(asset.body for asset in art.assets().values()))


def classes(css: str, prefix: str) -> list[str]:
    return re.findall(rf"^\.{prefix}-([\w-]+)\{{", css, re.MULTILINE)


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_drawing_is_well_formed_and_needs_nothing_from_outside(name: str) -> None:
    root = ET.fromstring(DRAWINGS[name])
    assert root.tag == f"{SVG}svg"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    for node in root.iter():
        assert node.tag not in {f"{SVG}{tag}" for tag in ("text", "image", "script", "style", "foreignObject")}
        for key, value in node.attrib.items():
            assert not key.startswith("on")
            for target in re.findall(r"url\(([^)]*)\)", value) + ([value] if key.endswith("href") else []):
                assert target.startswith("#")
                assert target[1:] in ids


def test_every_kind_of_card_has_a_face_and_there_is_a_back() -> None:
    assert (*(code(card) for card in KINDS), art.BACK) == art.FACES
    assert len({art.card_svg(name) for name in art.FACES}) == 57


def test_every_face_portrait_and_icon_has_its_class_with_a_place_of_its_own() -> None:
    for prefix, names in (("face", art.FACES), ("portrait", art.PORTRAITS), ("icon", art.ICONS), ("emote", art.EMOTES)):
        css = art.stylesheet()
        assert classes(css, prefix) == list(names)
        places = re.findall(rf"^\.{prefix}-[\w-]+\{{[\w-]+:([^}}]+)\}}", css, re.MULTILINE)
        assert len(set(places)) == len(names)


def test_a_place_in_percent_shows_the_cell_of_that_face() -> None:
    rule = re.search(r"^\.face-g5\{background-position:([\d.]+)% ([\d.]+)%\}", art.cards_css("x"), re.MULTILINE)
    assert rule
    # A percentage aligns that point of the picture with that point of the box.
    columns, rows, column, row = 13, 5, 5, 2
    assert float(rule[1]) / 100 * (columns - 1) == pytest.approx(column, abs=0.01)
    assert float(rule[2]) / 100 * (rows - 1) == pytest.approx(row, abs=0.01)


def test_names_can_stand_in_a_class_and_a_file_name() -> None:
    for name in (*art.FACES, *art.PORTRAITS, *art.ICONS, *art.EMOTES):
        assert re.fullmatch(r"[A-Za-z0-9-]+", name)


def test_six_and_nine_are_no_half_turn_of_each_other_and_stand_on_a_bar() -> None:
    drawings = dict(
        re.findall(r'<g id="(n\d)">(.*?)</g>', "".join(needed("".join(f'href="#n{d}"' for d in range(10)))))
    )
    assert [name for name, drawing in sorted(drawings.items()) if drawing.count("<path") == 2] == ["n6", "n9"]


def test_all_pictures_together_stay_below_30_kB_compressed() -> None:
    drawn = {name: asset.body for name, asset in art.assets().items() if asset.media_type == SVG_TYPE}
    # Only a room fetches the emotes.
    assert len(gzip.compress(drawn.pop("emotes").encode())) <= 3_000
    files = [*drawn.values(), art.stylesheet()]
    assert sum(len(gzip.compress(text.encode())) for text in files) <= 30_000
    assert len(gzip.compress(art.cards_sprite().encode())) <= 12_000


def test_addresses_carry_the_hash_of_their_content() -> None:
    for name, asset in art.assets().items():
        suffix = "svg" if asset.media_type == SVG_TYPE else "json"
        assert asset.name == f"{name}-{art.content_hash(asset.body)}.{suffix}"
    assert f"url(/pictures/{art.assets()['cards'].name})" in art.stylesheet("/pictures")


def test_another_process_draws_the_same() -> None:
    script = "from tests.art.test_files import everything; print(everything())"
    command = [sys.executable, "-c", script]
    other = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}, cwd=ROOT)
    assert other.stdout.strip() == everything()


@pytest.mark.parametrize("size", SIZES)
def test_the_png_icons_show_the_icon_as_it_is_drawn_now(size: int) -> None:
    png = art.app_icon_png(size)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert size_of(png) == (size, size)
    assert source_hash(png) == art.content_hash(art.app_icon_svg())


def test_there_are_enough_portraits_and_neighbours_differ() -> None:
    assert len(art.PORTRAITS) >= 24
    assert len({art.portrait_for(seed) for seed in range(10)}) == 10
    assert all(art.portrait_for(seed) in art.PORTRAITS for seed in (-1, 0, 10**30))


def test_the_sheet_shows_everything(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    assert main([str(out)]) == 0
    shown = out.read_text(encoding="utf-8")
    for prefix, names in (("face", art.FACES), ("portrait", art.PORTRAITS), ("icon", art.ICONS), ("emote", art.EMOTES)):
        assert all(f'{prefix}-{name}"' in shown for name in names)


def test_the_sheet_asks_for_a_file_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
