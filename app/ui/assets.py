"""The files a page needs, in memory, each under an address that changes with its content.

A browser keeps them for good; a new version has a new address. Pictures and their style rules come from
``app.art``, everything else from the ``static`` folder; there a folder of style sheets is one sheet to the browser, cut
into parts that follow in the order of their names.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import FastAPI, Request, Response
from rcssmin import cssmin
from rjsmin import jsmin

from app import art, resource_dir

FOR_EVER: Final = "public, max-age=31536000, immutable"
A_MOMENT: Final = "public, max-age=300"
PACKED: Final = (".css", ".js", ".svg", ".txt", ".json", ".webmanifest")
NAMED_BY_CONTENT: Final = ("static/fonts/", "art/")
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


class Asset(NamedTuple):
    """One file: its bytes, the same packed (or nothing), its type, and the mark of its content."""

    body: bytes
    packed: bytes
    kind: str
    mark: str


_SMALLER: Final[dict[str, Callable[[str], str]]] = {".css": cssmin, ".js": jsmin}
"""What leaves out comments and blanks: a seventh of what is ours on a page."""


class Assets:
    """Every file by its path below the site's root, such as ``static/css/base.css``."""

    def __init__(self) -> None:
        self._files: dict[str, Asset] = {}
        self._add_art()
        root = resource_dir("static")
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_dir() and path.parent.name == "css":
                self.add(f"static/{name}.css", b"".join(part.read_bytes() for part in sorted(path.glob("*.css"))))
            elif path.is_file() and path.parent.parent.name != "css":
                self.add(f"static/{name}", path.read_bytes())

    def add(self, name: str, body: bytes, as_it_is: bool = False) -> str:
        """Offer ``body`` under ``name``, without its comments and blanks unless it is to stay as it is; its address."""
        suffix = Path(name).suffix
        if suffix in _SMALLER and not as_it_is:
            body = _SMALLER[suffix](body.decode()).encode()
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = gzip.compress(body, 9, mtime=0) if suffix in PACKED else b""
        self._files[name] = Asset(body, packed, kind, hashlib.sha256(body).hexdigest()[:12])
        return self.url(name)

    def url(self, name: str) -> str:
        """The address of a file, with the mark of its content. Raises ``KeyError`` when there is none."""
        return f"/{name}?v={self._files[name].mark}"

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def picture(self, name: str) -> str:
        """The address of a picture that ``app.art`` draws: ``logo`` or ``app-icon``."""
        return self.url(f"art/{art.assets()[name].name}")

    def sprite(self, name: str) -> str:
        """The address by which the style sheet knows ``cards``, ``portraits`` or ``icons``."""
        return f"/art/{art.assets()[name].name}"

    def _add_art(self) -> None:
        for picture in art.assets().values():
            self.add(f"art/{picture.name}", picture.body.encode())
        self.add("art/art.css", art.stylesheet().encode())

    def answer(self, name: str, request: Request) -> Response:
        """The file, or 404."""
        file = self._files.get(name)
        if file is None:
            return Response("Not found", 404, media_type="text/plain")
        kept = name.startswith(NAMED_BY_CONTENT) and file.kind != "text/css"
        kept = kept or request.query_params.get("v") == file.mark
        headers = {"Cache-Control": FOR_EVER if kept else A_MOMENT, "Vary": "Accept-Encoding"}
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, media_type=file.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(file.body, media_type=file.kind, headers=headers)


def serve(app: FastAPI, assets: Assets) -> None:
    """Answer for the files at ``/static/...`` and ``/art/...``."""

    @app.api_route("/static/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def static(path: str, request: Request) -> Response:
        return assets.answer(f"static/{path}", request)

    @app.api_route("/art/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def art(path: str, request: Request) -> Response:
        return assets.answer(f"art/{path}", request)
