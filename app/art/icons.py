# ruff: noqa: E501 - path data reads best unbroken
"""Icons of one colour on a grid of 24: strokes with round ends, a few filled parts.

They are used inline (``icon_svg``) or as a CSS mask (``icons_css``); both ways
take the colour of the text around them.
"""

from __future__ import annotations

from app.art.draw import document, group, path
from app.art.glyphs import GLYPHS

SIZE = 24

_CARD = "M5 4.5A1.5 1.5 0 0 1 6.5 3H13.5A1.5 1.5 0 0 1 15 4.5V17.5A1.5 1.5 0 0 1 13.5 19H6.5A1.5 1.5 0 0 1 5 17.5Z"
_SPEAKER = "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5Z"
_NOTE = "M9 17.5V6L19 4V15.5M9 9.5L19 7.5"
_NOTE_HEADS = (
    "M9 17.5A2.8 2.3 0 1 1 3.4 17.5A2.8 2.3 0 1 1 9 17.5ZM19 15.5A2.8 2.3 0 1 1 13.4 15.5A2.8 2.3 0 1 1 19 15.5Z"
)
_RING = "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3Z"
_WIFI = "M2.5 9.5A14 14 0 0 1 21.5 9.5M6 13A9 9 0 0 1 18 13M9 16.3A4.6 4.6 0 0 1 15 16.3"
_EYE = "M2 12C5 7 8.5 5 12 5S19 7 22 12C19 17 15.5 19 12 19S5 17 2 12Z"
_STAR = "M12 3L14.6 9L21 9.6L16.2 13.8L17.6 20.2L12 16.9L6.4 20.2L7.8 13.8L3 9.6L9.4 9Z"
_HEART = "M12 20C5 15 3 12 3 8.8A4.6 4.6 0 0 1 12 7A4.6 4.6 0 0 1 21 8.8C21 12 19 15 12 20Z"
_LOCK = "M5 11H19V20.5H5Z"
_SLASH = "M4 4L20 20"

# Strokes, and after the bar the filled parts.
_DRAWN: dict[str, str] = {
    "draw": "M10 19H6.5A1.5 1.5 0 0 1 5 17.5V4.5A1.5 1.5 0 0 1 6.5 3H13.5A1.5 1.5 0 0 1 15 4.5V9M17 12V21M13 17L17 21L21 17",
    "pass": "M3 16C4 8 13 6 18 13M19 6.5V13.5H12",
    "take": "M12 3V13M7.5 9L12 13.5L16.5 9M3.5 14V18.5A2 2 0 0 0 5.5 20.5H18.5A2 2 0 0 0 20.5 18.5V14",
    "challenge": "M12 3V20M7.5 20.5H16.5M4.5 6.5H19.5M5 6.5L2 13.5A3.2 3.2 0 0 0 8 13.5ZM19 6.5L16 13.5A3.2 3.2 0 0 0 22 13.5Z",
    "call": "M3 10V14.5L6 15L17 19.5V4.5L6 9.5ZM7 15.2L8.5 20.5H11.5L10.4 16.8M20.5 9.5V14.5",
    "catch": "M2 3L6.8 7.4M13.5 5.5A7.2 3.2 0 1 1 13.5 11.9A7.2 3.2 0 1 1 13.5 5.5ZM6.6 10C7.5 16 10 20.5 13.5 20.5S19.5 16 20.4 10M9 12.5L16.8 18M18 12.5L10.2 18",
    "hint": "M9 17.5C9 14.5 6 13 6 9A6 6 0 0 1 18 9C18 13 15 14.5 15 17.5ZM9.5 21H14.5M12 17V12.5L10 10.5M12 12.5L14 10.5",
    "menu": "M4 6H20M4 12H20M4 18H20",
    "sort": "M4 6H12M4 12H10M4 18H8M17 4.5V19.5M13 15.5L17 19.5L21 15.5",
    "sound-on": _SPEAKER + "M15.5 9A4.5 4.5 0 0 1 15.5 15M18 6A8.5 8.5 0 0 1 18 18|" + _SPEAKER,
    "sound-off": _SPEAKER + "M16 9.5L21 14.5M21 9.5L16 14.5|" + _SPEAKER,
    "music-on": _NOTE + "|" + _NOTE_HEADS,
    "music-off": "M9 17.5V9M9 6L19 4V14M3.5 3.5L20.5 20.5|M9 17.5A2.8 2.3 0 1 1 3.4 17.5A2.8 2.3 0 1 1 9 17.5Z",
    "voice": "M4 4.5H15A1.5 1.5 0 0 1 16.5 6V13A1.5 1.5 0 0 1 15 14.5H9L5 18.5V14.5H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5ZM19 8A6 6 0 0 1 19 15M6.5 9.5H12.5",
    "voice-off": "M4 4.5H15A1.5 1.5 0 0 1 16.5 6V13A1.5 1.5 0 0 1 15 14.5H9L5 18.5V14.5H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5ZM17.5 16.5L21.5 20.5M21.5 16.5L17.5 20.5",
    "microphone": "M12 3A3 3 0 0 1 15 6V11A3 3 0 0 1 9 11V6A3 3 0 0 1 12 3ZM5.5 11A6.5 6.5 0 0 0 18.5 11M12 17.5V21M8.5 21H15.5",
    "full-screen": "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
    "full-screen-exit": "M9 4V9H4M20 9H15V4M15 20V15H20M4 15H9V20",
    "language": _RING + "M3.5 9H20.5M3.5 15H20.5M12 3C8 7 8 17 12 21C16 17 16 7 12 3",
    "help": _RING
    + "M9 9.5C9 6 15 6 15 9.5C15 12 12 11.5 12 14.2|M12 16.2A1.3 1.3 0 1 1 12 18.8A1.3 1.3 0 1 1 12 16.2Z",
    "info": _RING + "M12 11V17M10.5 11H12|M12 6.2A1.4 1.4 0 1 1 12 9A1.4 1.4 0 1 1 12 6.2Z",
    "warning": "M12 3.5L22 20H2ZM12 9.5V14|M12 15.8A1.2 1.2 0 1 1 12 18.2A1.2 1.2 0 1 1 12 15.8Z",
    "close": "M5.5 5.5L18.5 18.5M18.5 5.5L5.5 18.5",
    "back": "M20 12H4.5M11 5L4 12L11 19",
    "forward": "M4 12H19.5M13 5L20 12L13 19",
    "chevron-left": "M15 4.5L7.5 12L15 19.5",
    "chevron-right": "M9 4.5L16.5 12L9 19.5",
    "chevron-up": "M4.5 15.5L12 8L19.5 15.5",
    "chevron-down": "M4.5 8.5L12 16L19.5 8.5",
    "home": "M3 11.5L12 3.5L21 11.5M5.5 9.5V20.5H18.5V9.5M10 20.5V14.5H14V20.5",
    "person": "M12 3.5A4 4 0 1 1 12 11.5A4 4 0 1 1 12 3.5ZM4 20.5C4 16 7.5 14 12 14S20 16 20 20.5",
    "people": "M8.5 4A3.5 3.5 0 1 1 8.5 11A3.5 3.5 0 1 1 8.5 4ZM2 20C2 16 4.5 14 8.5 14S15 16 15 20M15 4.3A3.5 3.5 0 0 1 16 11M17.5 14.3C20.5 15 22 17 22 20",
    "person-add": "M9 4A3.6 3.6 0 1 1 9 11.2A3.6 3.6 0 1 1 9 4ZM2 20C2 16 5 14 9 14S16 16 16 20M19 7V13M16 10H22",
    "person-remove": "M9 4A3.6 3.6 0 1 1 9 11.2A3.6 3.6 0 1 1 9 4ZM2 20C2 16 5 14 9 14S16 16 16 20M16 10H22",
    "computer": "M5 9A2 2 0 0 1 7 7H17A2 2 0 0 1 19 9V17A2 2 0 0 1 17 19H7A2 2 0 0 1 5 17ZM12 7V3.5M2.5 11.5V15M21.5 11.5V15M9.5 15.5H14.5|M12 1.8A1.7 1.7 0 1 1 12 5.2A1.7 1.7 0 1 1 12 1.8ZM9 10A1.5 1.5 0 1 1 9 13A1.5 1.5 0 1 1 9 10ZM15 10A1.5 1.5 0 1 1 15 13A1.5 1.5 0 1 1 15 10Z",
    "dealer": "M3 9.5L9.5 7L14 18.5L7.5 21ZM10 6.5L11 3.5L18 5.5L15 16.5",
    "cards": "M3 8.5L9.5 6L14.5 18.5L8 21ZM10 5.5V3H17V15M19 5H21.5L19 16",
    "clockwise": "M19.5 8.5A8.3 8.3 0 1 0 20.3 13M20.5 3.5V9H15",
    "anticlockwise": "M4.5 8.5A8.3 8.3 0 1 1 3.7 13M3.5 3.5V9H9",
    "trophy": "M7 3.5H17V9.5A5 5 0 0 1 7 9.5ZM7 5.5H3.5C3.5 9 5 10.5 7.5 10.5M17 5.5H20.5C20.5 9 19 10.5 16.5 10.5M12 14.5V18M8 20.5C8 18.5 9.5 18 12 18S16 18.5 16 20.5Z",
    "crown": "M4 18.5L2.5 7.5L8 11.5L12 4.5L16 11.5L21.5 7.5L20 18.5Z",
    "log": "M7 3.5H19V18A2.5 2.5 0 0 1 16.5 20.5H6A2.5 2.5 0 0 1 3.5 18V16.5H14V18A2.5 2.5 0 0 0 16.5 20.5M7 3.5V16.5M10.5 8H15.5M10.5 12H15.5",
    "rules": "M12 6C9 4 6 3.5 3 4V18.5C6 18 9 18.5 12 20.5C15 18.5 18 18 21 18.5V4C18 3.5 15 4 12 6ZM12 6V20.5",
    "trash": "M4 6.5H20M9 6.5V3.5H15V6.5M6 6.5L7 20.5H17L18 6.5M10 10.5V16.5M14 10.5V16.5",
    "plus": "M12 4.5V19.5M4.5 12H19.5",
    "minus": "M4.5 12H19.5",
    "edit": "M4 20L5.2 15L16 4.2A2.2 2.2 0 0 1 19.8 8L9 18.8ZM14 6.5L17.5 10",
    "share": "M12 15V3.5M7.5 7.5L12 3L16.5 7.5M7 11H4.5V20.5H19.5V11H17",
    "link": "M10 14A4 4 0 0 0 15.6 14.4L19.5 10.5A4 4 0 0 0 13.8 4.8L12 6.6M14 10A4 4 0 0 0 8.4 9.6L4.5 13.5A4 4 0 0 0 10.2 19.2L12 17.4",
    "copy": "M8.5 8.5H20V20.5H8.5ZM15.5 8.5V3.5H4V15.5H8.5",
    "code": "M4 4H10V10H4ZM14 4H20V10H14ZM4 14H10V20H4ZM14 14H16.5V16.5M20 14V16.5M14 20V19M17 20H20V19",
    "check": "M4 12.5L9.5 18L20 6.5",
    "clock": _RING + "M12 7V12L15.5 14.5",
    "hourglass": "M6 3.5H18M6 20.5H18M7.5 3.5V7C7.5 10 12 10.5 12 12S7.5 14 7.5 17V20.5M16.5 3.5V7C16.5 10 12 10.5 12 12S16.5 14 16.5 17V20.5",
    "eye": _EYE + "|M12 8.8A3.2 3.2 0 1 1 12 15.2A3.2 3.2 0 1 1 12 8.8Z",
    "eye-off": _EYE + _SLASH,
    "wifi": _WIFI + "|M12 17.8A1.5 1.5 0 1 1 12 20.8A1.5 1.5 0 1 1 12 17.8Z",
    "wifi-off": _WIFI + _SLASH + "|M12 17.8A1.5 1.5 0 1 1 12 20.8A1.5 1.5 0 1 1 12 17.8Z",
    "settings": "M4 7H10M16 7H20M4 17H8M14 17H20M13 4.2A2.8 2.8 0 1 1 13 9.8A2.8 2.8 0 1 1 13 4.2ZM11 14.2A2.8 2.8 0 1 1 11 19.8A2.8 2.8 0 1 1 11 14.2Z",
    "filter": "M3.5 5H20.5L14.5 12.5V18L9.5 20.5V12.5Z",
    "search": "M10.5 4A6.5 6.5 0 1 1 10.5 17A6.5 6.5 0 1 1 10.5 4ZM15.5 15.5L20.5 20.5",
    "play": "M7 4.5L19.5 12L7 19.5Z|M7 4.5L19.5 12L7 19.5Z",
    "pause": "M8.5 5.5V18.5M15.5 5.5V18.5",
    "step-back": "M18 5.5L8.5 12L18 18.5ZM5.5 5.5V18.5|M18 5.5L8.5 12L18 18.5Z",
    "step-forward": "M6 5.5L15.5 12L6 18.5ZM18.5 5.5V18.5|M6 5.5L15.5 12L6 18.5Z",
    "replay": "M4.5 8.5A8.3 8.3 0 1 1 3.7 13M3.5 3.5V9H9M10.5 9L15 12L10.5 15Z",
    "refresh": "M19.5 10A8 8 0 0 0 5 8M4.5 14A8 8 0 0 0 19 16M5 3.5V8.5H10M19 20.5V15.5H14",
    "undo": "M8 4.5L3.5 9L8 13.5M4 9H14A5.5 5.5 0 0 1 14 20H9",
    "star": _STAR,
    "star-full": _STAR + "|" + _STAR,
    "heart": _HEART,
    "shield": "M12 3L19.5 5.8V11.5C19.5 16 16.5 19.3 12 21C7.5 19.3 4.5 16 4.5 11.5V5.8ZM8.3 11.8L11 14.5L15.8 9.2",
    "lock": _LOCK + "M8 11V7.5A4 4 0 0 1 16 7.5V11M12 14.5V17",
    "unlock": _LOCK + "M8 11V7.5A4 4 0 0 1 15.5 5.5M12 14.5V17",
    "key": "M8 8A4.5 4.5 0 1 1 8 17A4.5 4.5 0 1 1 8 8ZM12.5 12.5H21.5V16M17.5 12.5V15.5",
    "sign-in": "M10 3.5H19.5V20.5H10M3 12H14M10 8L14 12L10 16",
    "sign-out": "M14 3.5H4.5V20.5H14M9.5 12H20.5M16.5 8L20.5 12L16.5 16",
    "download": "M12 3.5V15M7 10.5L12 15.5L17 10.5M4.5 20.5H19.5",
    "upload": "M12 16V4.5M7 9L12 4L17 9M4.5 20.5H19.5",
    "camera": "M3.5 7.5H7.5L9.5 4.5H14.5L16.5 7.5H20.5V19.5H3.5ZM12 9.5A3.7 3.7 0 1 1 12 16.9A3.7 3.7 0 1 1 12 9.5Z",
    "chat": "M4 4.5H20V16H11.5L7 20.5V16H4ZM8 8.5H16M8 12H13",
    "smile": _RING + "M7.5 14C9 18 15 18 16.5 14M9 8.5V10M15 8.5V10",
    "bell": "M6 17C7 15 7 13 7 10.5A5 5 0 0 1 17 10.5C17 13 17 15 18 17ZM10 20A2.2 2.2 0 0 0 14 20M12 5.5V3.5",
    "chart": "M4 3.5V20.5H20.5M8 15.5L12 10.5L15 13L20 6.5",
    "swap": "M4 8H19.5M15.5 4L19.5 8L15.5 12M20 16H4.5M8.5 12L4.5 16L8.5 20",
    "shuffle": "M3 6.5H6C12 6.5 12 17.5 18 17.5H20.5M3 17.5H6C12 17.5 12 6.5 18 6.5H20.5M17.5 3.5L20.5 6.5L17.5 9.5M17.5 14.5L20.5 17.5L17.5 20.5",
    "dice": "M4 4H20V20H4Z|M8.5 7A1.5 1.5 0 1 1 8.5 10A1.5 1.5 0 1 1 8.5 7ZM15.5 14A1.5 1.5 0 1 1 15.5 17A1.5 1.5 0 1 1 15.5 14ZM15.5 7A1.5 1.5 0 1 1 15.5 10A1.5 1.5 0 1 1 15.5 7ZM8.5 14A1.5 1.5 0 1 1 8.5 17A1.5 1.5 0 1 1 8.5 14Z",
    "flag": "M5 21V4C9 2 12 6 19 4V14C12 16 9 12 5 14",
    "vote": "M4 12.5V20.5H20V12.5M4 12.5L6.5 9.5M20 12.5L17.5 9.5M2.5 12.5H21.5M8.5 9.5V3.5H15.5V9.5M10.5 6.5H13.5",
    "sun": "M12 8A4 4 0 1 1 12 16A4 4 0 1 1 12 8ZM12 2.5V4.5M12 19.5V21.5M2.5 12H4.5M19.5 12H21.5M5.3 5.3L6.7 6.7M17.3 17.3L18.7 18.7M5.3 18.7L6.7 17.3M17.3 6.7L18.7 5.3",
    "moon": "M20 14.5A8.5 8.5 0 1 1 9.5 4A7 7 0 0 0 20 14.5Z",
    "vibrate": "M8.5 4H15.5V20H8.5ZM5 8V16M2 10V14M19 8V16M22 10V14",
    "motion": "M3 8H12M2 12H9M4 16H12M16 6.5A5.5 5.5 0 1 1 16 17.5A5.5 5.5 0 1 1 16 6.5Z",
    "keyboard": "M3 6.5H21V17.5H3ZM8 14H16|M6 9H8V11H6ZM11 9H13V11H11ZM16 9H18V11H16Z",
    "contrast": _RING + "M12 3V21|M12 3A9 9 0 0 1 12 21Z",
    "out": "M12 4A8 8 0 1 1 12 20A8 8 0 1 1 12 4ZM6.5 6.5L17.5 17.5",
    "mark-red": "|M12 4A8 8 0 1 1 12 20A8 8 0 1 1 12 4Z",
    "mark-yellow": "M12 5L20 19H4Z|M12 5L20 19H4Z",
    "mark-green": "M5.5 5.5H18.5V18.5H5.5Z|M5.5 5.5H18.5V18.5H5.5Z",
    "mark-blue": "M12 3.5L19.5 12L12 20.5L4.5 12Z|M12 3.5L19.5 12L12 20.5L4.5 12Z",
    "mark-wild": "|M3 7A4 4 0 1 1 11 7A4 4 0 1 1 3 7ZM17 3L21.5 11H12.5ZM3.5 13.5H10.5V20.5H3.5ZM17 12.5L21.5 17L17 21.5L12.5 17Z",
}

ICONS: tuple[str, ...] = tuple(_DRAWN)
"""The names of all icons."""


def icon(name: str) -> str:
    """The drawing of an icon in ``currentColor``."""
    strokes, _, filled = _DRAWN[name].partition("|")
    drawn = path(strokes, fill="none", stroke="currentColor") if strokes else ""
    return drawn + (path(filled, fill="currentColor", stroke="none") if filled else "")


def icon_svg(name: str) -> str:
    """An icon to put inline; decoration for screen readers, the control around it carries the name."""
    return document(SIZE, SIZE, icon(name), **_PEN, **{"class": "icon-svg", "aria-hidden": "true"})


_PEN = {"stroke-width": "2.1", "stroke-linecap": "round", "stroke-linejoin": "round"}


def pen(*drawings: str) -> str:
    """Icon drawings with the pen they share."""
    return group(*drawings, **_PEN)


def mark_svg(colour: str) -> str:
    """The mark of a colour of the deck (``red`` ...) to put inline, in ``currentColor``."""
    return document(
        SIZE, SIZE, group(GLYPHS[f"m-{colour}"], transform="translate(12 12)scale(.82)"), **{"aria-hidden": "true"}
    )
