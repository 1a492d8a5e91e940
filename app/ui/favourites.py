"""Up to three rule sets of one's own, kept among the preferences of a device."""

from typing import Any, Final, NamedTuple

from app.engine.house_rules import PRESETS, BadRules, HouseRules
from app.engine.share_code import from_share_code, share_code

MOST_FAVOURITES: Final = 3
LONGEST_FAVOURITE_NAME: Final = 24


class Favourite(NamedTuple):
    """A rule set with a name, and the preset it began from."""

    name: str
    rules: HouseRules
    base: str


def favourites(preferences: dict[str, Any]) -> list[Favourite]:
    """The favourites of a device; what cannot be read any more is left out."""
    stored = preferences.get("favourites")
    read = [_read(each) for each in stored] if isinstance(stored, list) else []
    return [favourite for favourite in read if favourite][:MOST_FAVOURITES]


def to_store(kept: list[Favourite]) -> list[dict[str, str]]:
    """The favourites as preferences keep them."""
    return [{"name": each.name, "code": share_code(each.rules), "base": each.base} for each in kept]


def _read(stored: Any) -> Favourite | None:
    try:
        name, base = str(stored["name"])[:LONGEST_FAVOURITE_NAME], str(stored["base"])
        return Favourite(name, from_share_code(str(stored["code"])), base if base in PRESETS else "official")
    except (BadRules, KeyError, TypeError):
        return None
