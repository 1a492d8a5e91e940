"""QR codes of links to rooms."""

import re
import xml.etree.ElementTree as ET

import pytest
import segno

from app.ui.room.qr import QUIET, qr_svg

LINKS = ("http://192.168.0.12:8080/room/ABCDEF", "https://uno.example.org/room/QRSTUV", "https://例え.jp/room/ABCDEF")


def drawn(svg: str) -> set[tuple[int, int]]:
    """The places of all dark modules of a code, the quiet zone not counted."""
    bars = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", svg)
    assert all(wide == back for _, _, wide, back in bars)
    return {(int(x) + step - QUIET, int(y) - QUIET) for x, y, wide, _ in bars for step in range(int(wide))}


@pytest.mark.parametrize("link", LINKS)
def test_the_drawing_is_the_code(link: str) -> None:
    matrix = segno.make_qr(link, error="m", boost_error=False).matrix
    wanted = {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    assert drawn(qr_svg(link)) == wanted


def test_it_is_dark_on_white_with_a_quiet_zone_in_every_colour_scheme() -> None:
    svg = ET.fromstring(qr_svg(LINKS[0]))
    ground, code = svg
    size = int(svg.attrib["viewBox"].split()[-1])
    assert (ground.attrib["fill"], ground.attrib["d"]) == ("#ffffff", f"M0 0H{size}V{size}H0Z")
    assert code.attrib["fill"] == "#1f1a22"
    places = drawn(qr_svg(LINKS[0]))
    assert max(x for x, _ in places) == max(y for _, y in places) == size - 2 * QUIET - 1 and QUIET == 4


def test_it_is_small_and_holds_nothing_of_the_link_as_text() -> None:
    svg = qr_svg('http://h/room/"><script>alert(1)</script>')
    assert "script" not in svg and "<text" not in svg
    assert len(qr_svg(LINKS[1])) < 6_000


def test_a_link_that_fits_no_code_is_refused() -> None:
    with pytest.raises(ValueError, match=r"."):
        qr_svg("x" * 3_000)
