"""Colour science for the tests: simulated colour vision and CIEDE2000."""

from __future__ import annotations

import math

Triple = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, severity 1.0, for linear sRGB.
VISION: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}


def seen(colour: str, vision: str) -> Triple:
    """CIE L*a*b* (D65) of ``#rrggbb`` as somebody with that colour vision sees it."""
    linear = [_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    shown = [min(1.0, max(0.0, _dot(row, linear))) for row in VISION[vision]]
    x = _dot((0.4124564, 0.3575761, 0.1804375), shown) / 0.95047
    y = _dot((0.2126729, 0.7151522, 0.0721750), shown)
    z = _dot((0.0193339, 0.1191920, 0.9503041), shown) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 colour difference (Sharma, Wu, Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _dot(row: Triple, values: list[float]) -> float:
    return sum(a * b for a, b in zip(row, values, strict=True))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
