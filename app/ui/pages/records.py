"""The records: what has been played on this device or with this account."""

from typing import Final

from app.play.totals import Played, Wanted
from app.ui.element import Node
from app.ui.frame import Site, language_switch, link, words
from app.ui.records import overview
from app.ui.records.files import Files
from app.ui.records.matches import Matches
from app.ui.scene import STYLE, beside, podium
from app.ui.session import Session


def register(site: Site) -> None:
    """Add the page at ``/records``."""

    styles = "setup.css", "records.css", STYLE

    @site.page("/records", lambda tr: tr.t("Records"), *styles, scripts=("records.js",))
    async def records(session: Session) -> None:
        page = RecordsPage(session, await session.lounge.archive.matches(session.owner))
        page.build()


class RecordsPage:
    """The page; what it shows is made anew when the records or the language change."""

    def __init__(self, session: Session, matches: list[Played]) -> None:
        self.session: Final = session
        self.matches = matches
        self.list: Matches | None = None

    def build(self) -> None:
        """Make the page."""
        with Node("div", "page page-records", data_page="records"):
            with Node("header", "setup-top"):
                back = Node("a", "btn btn-icon btn-quiet on-felt", href="/", data_action="title")
                with self.session.label(back, lambda tr: tr.t("To the title")):
                    Node("i", "icon-back", aria_hidden=True)
                words(self.session, "h1", lambda tr: tr.t("Records"), "grow")
                language_switch(self.session)
            self.content = Node("div", "records-content")
        self._show()
        self.session.on_language(self._show)

    async def refresh(self) -> None:
        """Show the records as they are now."""
        self.matches = await self.session.lounge.archive.matches(self.session.owner)
        with self.session.client:
            self._show()

    def _show(self) -> None:
        wanted = Wanted() if self.list is None else self.list.wanted
        self.content.clear()
        with self.content:
            if self.matches:
                overview.build(self.matches, self.session.tr)
                self.list = Matches(self.session, self.matches, wanted)
                self.list.build()
                Files(self.session, self.refresh).build(any_matches=True)
            else:
                self.list = None
                with beside(podium):
                    self._nothing()
                    Files(self.session, self.refresh).build(any_matches=False)

    def _nothing(self) -> None:
        tr = self.session.tr
        with Node("section", "panel records-empty"):
            Node("h2", text=tr.t("No match yet"))
            Node("p", text=tr.t("Every match that you play to its end is kept here, with its replay."))
            link(self.session, lambda tr: tr.t("Play"), "/", "btn btn-main btn-big", data_action="play")
