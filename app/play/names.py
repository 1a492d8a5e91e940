"""What a person may be called, and when two names or addresses are the same (product.md 7)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from app.play.refusals import Refused

SHORTEST_ID: Final = 3
LONGEST_ID: Final = 20
LONGEST_EMAIL: Final = 254
LONGEST_PASSKEY_NAME: Final = 40
_LONGEST_KEY: Final = 80
_MOST_MARKS: Final = 3
"""Marks on one letter: Thai needs two, a heap of them would cover other lines."""

# Letters and marks that cannot be seen: fillers, joiners of graphemes, variation selectors, a blank Braille cell.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_EMAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")


def checked_id(text: str) -> str:
    """The ID in NFC with single spaces. Raises ``Refused`` for one that nobody may have."""
    name = tidy(text)
    if not is_plain(name) or "@" in name or not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise Refused("id_bad_characters" if name else "id_too_short", "name", low=SHORTEST_ID)
    if len(name) < SHORTEST_ID:
        raise Refused("id_too_short", "name", low=SHORTEST_ID)
    if len(name) > LONGEST_ID:
        raise Refused("id_too_long", "name", high=LONGEST_ID)
    key = id_key(name)
    if len(key) > _LONGEST_KEY:
        raise Refused("id_bad_characters", "name")
    if key.isdecimal():
        raise Refused("id_like_code", "name")
    return name


def checked_passkey_name(text: str) -> str:
    """The name of a passkey, tidy. Raises ``Refused``."""
    name = tidy(text)
    if not name:
        raise Refused("passkey_name_empty", "name")
    if len(name) > LONGEST_PASSKEY_NAME:
        raise Refused("passkey_name_too_long", "name", high=LONGEST_PASSKEY_NAME)
    if not is_plain(name):
        raise Refused("passkey_name_bad_characters", "name")
    return name


def checked_email(text: str) -> str | None:
    """The address, or ``None`` for none given. Raises ``Refused`` for what cannot be one."""
    email = unicodedata.normalize("NFC", text.strip())
    if not email:
        return None
    if len(email) > LONGEST_EMAIL or not is_plain(email) or not _EMAIL.fullmatch(email):
        raise Refused("email_bad", "email")
    return email


def id_key(name: str) -> str:
    """What two IDs must not share: neither case, spaces nor the width or form of letters make a difference."""
    return _folded(name)


def email_key(email: str) -> str:
    """What two addresses must not share."""
    return _folded(email)


def tidy(text: str) -> str:
    """The text in NFC, with single plain spaces inside and none around."""
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in unicodedata.normalize("NFC", text))
    return re.sub(" +", " ", spaced).strip()


def is_plain(text: str) -> bool:
    """Whether every character is seen where it stands: no controls, bidi marks, zero widths, heaps of marks."""
    controls = any(unicodedata.category(char)[0] == "C" or unicodedata.category(char) in ("Zl", "Zp") for char in text)
    return not controls and not is_disguised(text)


def is_disguised(text: str) -> bool:
    """Whether it has letters or marks that nobody sees, or heaps of marks."""
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks > _MOST_MARKS:
            return True
    return bool(_UNSEEN.search(text))


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(folded.split())
