"""Keep the translations in step with the code: ``python -m tools.catalogue update|compile|check``.

* ``update`` - gather the sentences of ``app/`` into the template and every language's catalogue
* ``compile`` - make the files that the product reads
* ``check`` - say what is missing, fuzzy, malformed or out of date; exit status 1 if anything is

Needs Babel, which the product itself does not.
"""

from __future__ import annotations

import copy
import io
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALES: Final = ROOT / "locales"
DOMAIN: Final = "unoultimate"
TEMPLATE: Final = LOCALES / f"{DOMAIN}.pot"
SOURCE_LANGUAGE: Final = "en"
LANGUAGES: Final = (SOURCE_LANGUAGE, "ja", "th")
KEYWORDS: Final = {
    "t": None,
    "n": (1, 2),
    "p": ((1, "c"), 2),
    "mark": None,
    "mark_n": (1, 2),
    "mark_p": ((1, "c"), 2),
}
"""The calls that name a sentence (app/text/translator.py); the bare name of the method counts."""
_DATED: Final = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Generated-By",
    "Last-Translator",
    "Language-Team",
    "Report-Msgid-Bugs-To",
    "Project-Id-Version",
)
"""Lines of a header that would change, or say nothing, with every run."""

_NO_DATE: Final = datetime(1970, 1, 1, tzinfo=UTC)


def po_path(language: str) -> Path:
    """Where the catalogue of a language is edited."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    """Where the product finds it."""
    return po_path(language).with_suffix(".mo")


def extracted() -> Catalog:
    """Every sentence that the code names now."""
    template = _empty(None)
    found = extract_from_dir(
        str(ROOT / "app"), method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=("For translators:",)
    )
    for file, _, message, comments, context in found:
        template.add(message, None, [(f"app/{file}", 0)], auto_comments=comments, context=context)
    return template


def _empty(language: str | None) -> Catalog:
    comment = "# Sentences of UNO Ultimate; made by tools/catalogue.py."
    return Catalog(language, project="UNO Ultimate", charset="utf-8", fuzzy=False, header_comment=comment)


def read(path: Path, language: str) -> Catalog:
    """The catalogue in a file; an empty one where there is no file."""
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def written(catalogue: Catalog) -> bytes:
    """The text of a catalogue, the same for the same sentences."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.decode().startswith(tuple(f'"{name}:' for name in _DATED)))


def compiled(catalogue: Catalog) -> bytes:
    """What the product reads of a catalogue, the same for the same sentences."""
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def update() -> None:
    """Bring the template and all catalogues up to the code; what is new there stays empty."""
    template = extracted()
    LOCALES.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(template))
    for language in LANGUAGES:
        catalogue = read(po_path(language), language)
        catalogue.update(copy.deepcopy(template), no_fuzzy_matching=True)
        if language == SOURCE_LANGUAGE:
            _repeat_the_source(catalogue)
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(written(catalogue))
        print(f"{language}: {sum(1 for _ in missing(catalogue))} sentences to translate")


def _repeat_the_source(catalogue: Catalog) -> None:
    for message in sentences(catalogue):
        message.string = message.id


def compile_all() -> None:
    """Make the files that the product reads."""
    for language in LANGUAGES:
        mo_path(language).write_bytes(compiled(read(po_path(language), language)))


def sentences(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue without its header."""
    return (message for message in catalogue if message.id)


def _both(text: object) -> tuple[str, ...]:
    """The singular and plural of a sentence that counts, or the only form of one that does not."""
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text or ""),)


def _forms(message: Message) -> tuple[str, ...]:
    return _both(message.string)


def missing(catalogue: Catalog) -> Iterator[Message]:
    """The messages that lack a translation, or a plural form of it."""
    return (message for message in sentences(catalogue) if not all(_forms(message)) or not _forms(message))


def placeholders(text: str) -> frozenset[str]:
    """The names in braces, with their formats. Raises ``ValueError`` for braces that do not match."""
    return frozenset(
        f"{name}:{form}" if form else name for _, name, form, _ in string.Formatter().parse(text) if name is not None
    )


def complaints_about(message: Message) -> Iterator[str]:
    """What is wrong with one translation."""
    if message.fuzzy:
        yield "fuzzy"
    if not all(_forms(message)):
        yield "not translated"
        return
    try:
        wanted = frozenset().union(*(placeholders(text) for text in _both(message.id)))
        for text in _forms(message):
            # A singular may leave its number out; everything else has to be there.
            if placeholders(text) | {"count"} != wanted | {"count"} or placeholders(text) - wanted:
                yield f"placeholders {sorted(placeholders(text))} instead of {sorted(wanted)}"
    except ValueError as error:
        yield f"malformed: {error}"


def _key(message: Message) -> tuple[object, ...]:
    return message.context, *_both(message.id)


def complaints() -> Iterator[str]:
    """All that is wrong with the catalogues, one line each."""
    wanted = {_key(message) for message in sentences(extracted())}
    if wanted != {_key(message) for message in sentences(read(TEMPLATE, SOURCE_LANGUAGE))}:
        yield "the template is not up to date with the code: run update"
    for language in LANGUAGES:
        catalogue = read(po_path(language), language)
        for key in sorted(map(str, wanted ^ {_key(message) for message in sentences(catalogue)})):
            yield f"{language}: not both in the code and in the catalogue: {key}"
        for message in sentences(catalogue):
            for complaint in complaints_about(message):
                yield f"{language}: {complaint}: {message.id!r}"
        if not _same_texts(language, catalogue):
            yield f"{language}: the compiled file is not up to date: run compile"


def _same_texts(language: str, catalogue: Catalog) -> bool:
    if not mo_path(language).exists():
        return False
    with mo_path(language).open("rb") as file:
        found = read_mo(file)
    with io.BytesIO(compiled(catalogue)) as file:
        wanted = read_mo(file)
    texts = [{_key(message): _forms(message) for message in sentences(each)} for each in (found, wanted)]
    return texts[0] == texts[1]


def main(words: list[str]) -> int:
    """Do what the first word says. Returns the exit status."""
    match words:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            found = list(complaints())
            print("\n".join(found) or "The catalogues are complete.")
            return 1 if found else 0
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
