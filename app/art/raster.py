"""Draw the PNG files of the app icon anew: ``python -m app.art.raster [CHROMIUM]``.

Browsers ask for PNG in a manifest, and the standard library cannot draw it.
So the two files are kept beside this module, and each carries the hash of
the drawing that it was made from; a test tells when they are out of date.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from app.art.draw import content_hash
from app.art.logo import app_icon_svg

SIZES = (192, 512)
_KEYWORD = b"Source\0"


def source_hash(png: bytes) -> str:
    """The hash of the drawing that ``png`` was made from; empty when it does not say."""
    at = png.find(b"tEXt" + _KEYWORD)
    return png[at + 4 + len(_KEYWORD) :][:12].decode() if at >= 0 else ""


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height in pixels."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _signed(png: bytes) -> bytes:
    """``png`` with the hash of today's drawing in it, right after the header chunk."""
    body = b"tEXt" + _KEYWORD + content_hash(app_icon_svg()).encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:33] + chunk + png[33:]


def _draw(chromium: str, size: int, folder: Path) -> bytes:
    page, out = folder / "icon.html", folder / "icon.png"
    page.write_text(f"<style>*{{margin:0}}svg{{width:{size}px;height:{size}px;display:block}}</style>{app_icon_svg()}")
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1"]
    subprocess.run([chromium, *options, f"--window-size={size},{size}", f"--screenshot={out}", str(page)], check=True)
    return out.read_bytes()


def main(arguments: list[str]) -> int:
    """Draw both files with the Chromium named, or with ``chromium`` from the path."""
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            png = _draw(arguments[0] if arguments else "chromium", size, Path(folder))
            Path(__file__).with_name(f"app-icon-{size}.png").write_bytes(_signed(png))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
