"""The languages, and the way from an English sentence to a person's own.

The English sentence is the key of its translation. Catalogues are compiled gettext files
(``tools/catalogue.py`` makes them); a sentence that a catalogue lacks stays English.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from app import resource_dir

DOMAIN: Final = "unoultimate"
LANGUAGES: Final = ("en", "ja", "th")
"""The languages, the fallback first."""
LANGUAGE_NAMES: Final = {"en": "English", "ja": "日本語", "th": "ไทย"}
"""Each language in its own words, for the language choice."""

REMEMBERED: Final = 4096
"""Sentences of each kind that a language remembers; there are fewer, but for the numbers in those that count."""


def mark(message: str) -> str:
    """Name a sentence for the catalogues; ``Translator.t`` translates it later."""
    return message


def mark_n(singular: str, plural: str) -> tuple[str, str]:
    """Name a sentence that counts; ``Translator.n`` translates it later."""
    return singular, plural


def mark_p(context: str, message: str) -> tuple[str, str]:
    """Name a sentence that needs a context; ``Translator.p`` translates it later."""
    return context, message


_PLACES: Final = (
    mark("1st"),
    mark("2nd"),
    mark("3rd"),
    mark("4th"),
    mark("5th"),
    mark("6th"),
    mark("7th"),
    mark("8th"),
    mark("9th"),
    mark("10th"),
)


class Translator:
    """One language. Stateless, so one object serves every viewer of that language."""

    def __init__(self, language: str) -> None:
        self.language: Final = language
        found = gettext.translation(DOMAIN, resource_dir("locales"), [language], fallback=True)
        # A table says the same few sentences with each move, and the search for one takes longer than to fill it in.
        self._gettext = lru_cache(REMEMBERED)(found.gettext)
        self._ngettext = lru_cache(REMEMBERED)(found.ngettext)
        self._pgettext = lru_cache(REMEMBERED)(found.pgettext)

    def t(self, message: str, /, **params: object) -> str:
        """The sentence ``message``, its placeholders filled in."""
        text = self._gettext(message)
        return text.format(**params) if params else text

    def n(self, singular: str, plural: str, number: int, /, **params: object) -> str:
        """The sentence for ``number`` things; ``{count}`` stands for the number itself."""
        params.setdefault("count", number)
        return self._ngettext(singular, plural, number).format(**params)

    def p(self, context: str, message: str, /, **params: object) -> str:
        """The sentence ``message`` where its English words mean ``context``."""
        text = self._pgettext(context, message)
        return text.format(**params) if params else text

    def list(self, items: Sequence[str]) -> str:
        """The items in one phrase: "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        comma = self.p("between the items of a list", ", ")
        return self.p("list", "{items} and {last}", items=comma.join(items[:-1]), last=items[-1])

    def place(self, place: int) -> str:
        """A place from 1 to 10: "2nd"."""
        return self.t(_PLACES[place - 1])


@cache
def _made(language: str) -> Translator:
    return Translator(language)


def translator(language: str) -> Translator:
    """The translator of a language, English for one that is unknown."""
    return _made(language if language in LANGUAGES else LANGUAGES[0])


def language_from_header(accept_language: str | None) -> str:
    """The language that the ``Accept-Language`` header of a browser likes best, else English."""
    liked = []
    for position, part in enumerate((accept_language or "")[:500].split(",")):
        tag, _, quality = part.strip().partition(";")
        language = tag.split("-")[0].strip().lower()
        weight = _weight(quality)
        if language in LANGUAGES and weight > 0:
            liked.append((-weight, position, language))
    return min(liked)[2] if liked else LANGUAGES[0]


def _weight(quality: str) -> float:
    """The number of ``q=0.8``; 1 where there is none, 0 where it is none."""
    if not quality.strip():
        return 1.0
    try:
        weight = float(quality.strip().removeprefix("q="))
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
