"""A rule set as a few letters that anybody can type (rules.md 11).

The values' positions are digits of one mixed-radix number, settings that are changed
most often last, so that the official rules give the shortest code. The number is
written in an alphabet without look-alikes, behind a version letter and before a check
letter. The text of custom wilds, when there is one, follows a hyphen in base 32.
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from typing import Final

from app.engine.house_rules import SETTINGS, BadRules, HouseRules, Setting

_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_VERSION: Final = "A"
_LONGEST: Final = 900
_RARE: Final = ("custom_effect", "special_wild_points", "wilds_match_colour", "losers_pay", "target_score")
_ORDER: Final = tuple(
    setting
    for setting in sorted(SETTINGS.values(), key=lambda setting: setting.key not in _RARE)
    if not setting.is_text
)


def share_code(rules: HouseRules) -> str:
    """The share code of ``rules``: letters and digits, the same for equal rules."""
    number = 0
    for setting in _ORDER:
        number = number * _size(setting) + _position(setting, rules.value(setting.key))
    digits = ""
    while number:
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    text = rules.custom_text.encode()
    tail = "-" + b32encode(text).decode().rstrip("=") if text else ""
    return _VERSION + digits + _check(digits + tail) + tail


def from_share_code(given: str) -> HouseRules:
    """The rules behind a share code; case and spaces do not matter.

    Raises ``BadRules("bad_code")`` when it is none.
    """
    text = given.replace(" ", "").upper() if len(given) <= _LONGEST else ""
    head, hyphen, tail = text.partition("-")
    digits, check = head[1:-1], head[-1:]
    if head[:1] != _VERSION or not check or set(digits) - set(_ALPHABET) or check != _check(digits + hyphen + tail):
        raise BadRules("bad_code")
    number = 0
    for digit in digits:
        number = number * len(_ALPHABET) + _ALPHABET.index(digit)
    values: dict[str, object] = {"custom_text": _read_text(tail)} if tail else {}
    for setting in reversed(_ORDER):
        number, position = divmod(number, _size(setting))
        values[setting.key] = _value(setting, position)
    if number:
        raise BadRules("bad_code")
    return HouseRules.from_dict(values)


def _size(setting: Setting) -> int:
    if setting.low is None or setting.high is None:
        return len(setting.values)
    return setting.high - setting.low + 1


def _position(setting: Setting, value: str | int) -> int:
    """Place of a value; the official one is 0, also among free numbers."""
    if setting.low is None or setting.high is None:
        return setting.values.index(value)
    official, number = setting.values[0], value
    assert isinstance(official, int) and isinstance(number, int)
    return (number - official) % _size(setting)


def _value(setting: Setting, position: int) -> str | int:
    if setting.low is None or setting.high is None:
        return setting.values[position]
    official = setting.values[0]
    assert isinstance(official, int)
    return (official - setting.low + position) % _size(setting) + setting.low


def _check(text: str) -> str:
    total = 7
    for char in text:
        total = (total * 37 + ord(char)) % 65521
    return _ALPHABET[total % len(_ALPHABET)]


def _read_text(tail: str) -> str:
    try:
        return b32decode(tail + "=" * (-len(tail) % 8)).decode()
    except ValueError:
        raise BadRules("bad_code") from None
