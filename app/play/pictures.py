"""An uploaded picture, made into a small square one of our own (product.md 2)."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageOps

from app.play.refusals import Refused

LARGEST_MB: Final = 2
LARGEST_UPLOAD: Final = LARGEST_MB * 1024 * 1024
"""Bytes."""
SIDE: Final = 128
"""Pixels of the square that is kept."""
MOST_PIXELS: Final = 25_000_000
"""A picture that unpacks to more is no portrait, but made to fill the memory."""
_FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")


def portrait_of(upload: bytes) -> bytes:
    """The middle of the picture as a square WebP, without anything else that was in the file.

    Slow for large pictures: call it in a thread. Raises ``Refused`` (``picture_too_big``, ``picture_unreadable``).
    """
    if len(upload) > LARGEST_UPLOAD:
        raise Refused("picture_too_big", "picture", high=LARGEST_MB)
    try:
        return _square(upload)
    except Exception as damage:  # Files made to break decoders come with every kind of mistake.
        raise Refused("picture_unreadable", "picture") from damage


def _square(upload: bytes) -> bytes:
    with Image.open(io.BytesIO(upload), formats=_FORMATS) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise ValueError("too many pixels")
        # A JPEG need not be unpacked at full size to become this small.
        picture.draft("RGB", (SIDE * 2, SIDE * 2))
        upright = ImageOps.exif_transpose(picture)
        small = ImageOps.fit(upright.convert("RGBA"), (SIDE, SIDE), Image.Resampling.LANCZOS)
    clean = Image.new("RGBA", small.size)
    clean.paste(small)
    written = io.BytesIO()
    clean.save(written, "WEBP", quality=86, method=4)
    return written.getvalue()
