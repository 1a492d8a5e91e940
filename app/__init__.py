"""UNO Ultimate: the rules, the table and the pages.

Layers, each importing only what stands to its right:
``main -> ui -> play -> text | art | computer | store -> engine``.
"""

from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """The folder of shipped files called ``name`` (``static``, ``locales`` or ``data``).

    An installed copy has it inside the package, a checkout beside it.
    """
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
