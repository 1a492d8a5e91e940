"""Uploaded pictures: made small and square, nothing of the file kept; bombs and nonsense refused."""

import contextlib
import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image

from app.play.pictures import LARGEST_UPLOAD, SIDE, portrait_of
from app.play.refusals import Refused


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def opened(portrait: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(portrait))
    image.load()
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize("size", [(300, 200), (128, 900), (16, 16), (1, 500)])
def test_any_picture_becomes_a_small_square(kind: str, size: tuple[int, int]) -> None:
    small = opened(portrait_of(saved(Image.new("RGB", size, "#336699"), kind)))
    assert (small.format, small.size) == ("WEBP", (SIDE, SIDE))
    red, green, blue = small.convert("RGB").getpixel((64, 64))  # type: ignore[misc]
    assert abs(red - 0x33) < 12 and abs(green - 0x66) < 12 and abs(blue - 0x99) < 12


def test_the_middle_is_kept() -> None:
    wide = Image.new("RGB", (300, 100), "red")
    wide.paste("blue", (100, 0, 200, 100))
    small = opened(portrait_of(saved(wide, "PNG"))).convert("RGB")
    assert all(small.getpixel(place)[2] > 200 for place in ((4, 64), (64, 64), (123, 64)))  # type: ignore[index]


def test_what_is_clear_stays_clear() -> None:
    small = opened(portrait_of(saved(Image.new("RGBA", (200, 200), (255, 0, 0, 0)), "PNG"))).convert("RGBA")
    assert small.getpixel((64, 64))[3] == 0  # type: ignore[index]


def test_a_photograph_stands_upright_and_tells_nothing_of_where_it_was_taken() -> None:
    photo = Image.new("RGB", (200, 200), "red")
    photo.paste("blue", (0, 0, 200, 100))
    exif = Image.Exif()
    exif[0x0112] = 3
    exif[0x010E] = "the garden at home"
    portrait = portrait_of(saved(photo, "JPEG", exif=exif, comment=b"a secret"))
    small = opened(portrait)
    assert small.convert("RGB").getpixel((64, 110))[2] > 200  # type: ignore[index]
    assert not small.getexif()
    assert b"garden" not in portrait and b"secret" not in portrait


def png_bomb(width: int, height: int) -> bytes:
    """A few kilobytes that say they are a huge picture."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(2_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


GOOD = saved(Image.effect_mandelbrot((64, 64), (-2, -1, 1, 1), 20).convert("RGB"), "PNG")


@pytest.mark.parametrize(
    ("upload", "word"),
    [
        (b"", "picture_unreadable"),
        (b"hello", "picture_unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "picture_unreadable"),
        (saved(Image.new("RGB", (64, 64)), "BMP"), "picture_unreadable"),
        (saved(Image.new("RGB", (64, 64)), "TIFF"), "picture_unreadable"),
        (saved(Image.new("RGB", (64, 64)), "PDF"), "picture_unreadable"),
        (GOOD[: len(GOOD) // 2], "picture_unreadable"),
        (png_bomb(6000, 6000), "picture_unreadable"),
        (png_bomb(100_000, 100_000), "picture_unreadable"),
        (png_bomb(2**31 - 1, 2**31 - 1), "picture_unreadable"),
        (png_bomb(0, 10), "picture_unreadable"),
        (GOOD + bytes(LARGEST_UPLOAD), "picture_too_big"),
    ],
)
def test_what_is_no_portrait_is_refused(upload: bytes, word: str) -> None:
    with pytest.raises(Refused) as refusal:
        portrait_of(upload)
    assert refusal.value.word == word


def test_damaged_files_are_refused_or_read_and_nothing_else() -> None:
    read = 0
    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        whole = saved(Image.effect_mandelbrot((40, 40), (-2, -1, 1, 1), 20).convert("RGB"), kind)
        for place in range(0, len(whole), max(1, len(whole) // 60)):
            damaged = bytes([*whole[:place], whole[place] ^ 0xA5, *whole[place + 1 :]])
            with contextlib.suppress(Refused):
                read += opened(portrait_of(damaged)).size == (SIDE, SIDE)
    assert read
