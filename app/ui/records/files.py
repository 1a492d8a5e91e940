"""Taking records away as a file, bringing them back, clearing them."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from app.play import StoreError
from app.play.archive import KEPT_ON_DEVICE, LARGEST_FILE, LARGEST_MB, MOST_MATCHES
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import ask
from app.ui.record_routes import FILE_NAME
from app.ui.session import Session

Refresh = Callable[[], Awaitable[None]]
MOST: Final = 1_000_000


class Files:
    """The panel with Export, Import and Clear all. ``refresh`` shows the records anew."""

    def __init__(self, session: Session, refresh: Refresh) -> None:
        self.session: Final = session
        self.refresh: Final = refresh

    def build(self, any_matches: bool) -> None:
        """Make the panel; without matches there is only something to bring."""
        tr = self.session.tr
        with Node("section", "panel records-files", aria_labelledby="files-title"):
            Node("h2", text=tr.t("Take your records with you"), id="files-title")
            Node("p", "small", _how_many(self.session, tr))
            with Node("div", "row"):
                if any_matches:
                    with Node("a", "btn", href="/api/records/export", download=FILE_NAME, data_action="export"):
                        Node("i", "icon-download", aria_hidden=True)
                        Node("span", text=tr.t("Export"))
                self.upload()
                if any_matches:
                    clear = Node("button", "btn records-clear", type="button", data_action="clear")
                    with clear.on_tap(self._ask_to_clear):
                        Node("i", "icon-trash", aria_hidden=True)
                        Node("span", text=tr.t("Clear all"))
            self.problem = Node("p", "problem", role="alert", hidden=True)

    def upload(self) -> None:
        """The button that takes a file; ``static/js/records.js`` sends it."""
        tr = self.session.tr
        upload = Node("label", "btn upload", data_import="/api/records/import", data_largest=LARGEST_FILE)
        with upload:
            Node("i", "icon-upload", aria_hidden=True)
            Node("span", text=tr.t("Import"))
            Node("input", "visually-hidden", type="file", accept=".json,application/json", aria_label=tr.t("Import"))
        upload.on("done", self._done, args=["detail"])
        upload.on("refused", self._refused, args=["detail"])

    async def _done(self, event: Any) -> None:
        """A file was taken in; the numbers are only for its owner's eyes."""
        detail = event.args.get("detail") if isinstance(event.args, dict) else None
        added, known, left_out = (_number(detail, key) for key in ("added", "known", "left_out"))
        await self.refresh()
        self.session.tell(lambda tr: imported_text(added, known, left_out, tr))

    def _refused(self, event: Any) -> None:
        detail = event.args.get("detail") if isinstance(event.args, dict) else None
        word = detail.get("word") if isinstance(detail, dict) else ""
        number = _number(detail.get("params") if isinstance(detail, dict) else None, "number")
        self.problem.text = refusal_text(str(word), number, self.session.tr)
        self.problem.set(hidden=False)

    def _ask_to_clear(self) -> None:
        ask(
            self.session,
            lambda tr: tr.t("Clear all records?"),
            lambda tr: tr.t("All matches go, with their replays and their links. Export first what you want to keep."),
            lambda tr: tr.t("Clear all"),
            self._clear,
        )

    async def _clear(self) -> None:
        try:
            await self.session.lounge.archive.clear(self.session.owner)
        except StoreError:
            self.session.tell(lambda tr: tr.t("It could not be saved. Nothing is lost: please try again."))
            return
        await self.refresh()
        self.session.tell(lambda tr: tr.t("The records are cleared."))


def _how_many(session: Session, tr: Translator) -> str:
    if session.me is not None:
        return tr.t("Your account keeps every match.")
    return tr.n(
        "This device keeps its latest {count} match; an account keeps them all.",
        "This device keeps its latest {count} matches; an account keeps them all.",
        KEPT_ON_DEVICE,
    )


def _number(detail: object, key: str) -> int:
    """A number from the browser, whatever it says instead."""
    value = detail.get(key) if isinstance(detail, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST else 0


def imported_text(added: int, known: int, left_out: int, tr: Translator) -> str:
    """What came of an import, in one or more sentences."""
    sentences = [tr.n("{count} match was imported.", "{count} matches were imported.", added)]
    if known:
        sentences.append(tr.n("{count} was here already.", "{count} were here already.", known))
    if left_out:
        sentences.append(tr.n("{count} older one found no room.", "{count} older ones found no room.", left_out))
    return tr.p("between sentences", " ").join(sentences)


def refusal_text(word: str, number: int, tr: Translator) -> str:
    """Why a file was not taken, in a sentence. Nothing was changed."""
    match word:
        case "file_too_big":
            return tr.t("The file is larger than {high} MB. Nothing was imported.", high=LARGEST_MB)
        case "too_many_matches":
            return tr.t("There are more than {high} matches in the file. Nothing was imported.", high=MOST_MATCHES)
        case "damaged_match" if number:
            return tr.t("Match {number} in the file is damaged or was changed. Nothing was imported.", number=number)
        case "newer_records":
            return tr.t("The file comes from a newer version of UNO Ultimate. Nothing was imported.")
        case "busy":
            return tr.t("Other records are being imported just now. Please try again in a moment.")
        case "storage_full":
            return tr.t("There is no room left on the server. Nothing was imported.")
        case "storage_failed":
            return tr.t("The matches could not be saved. Please try again.")
        case "offline":
            return tr.t("The server cannot be reached. Please try again.")
        case _:
            return tr.t("This is no file of records from UNO Ultimate. Nothing was imported.")
