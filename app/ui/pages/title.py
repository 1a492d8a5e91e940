"""The title: choose a preset, go on with a game, choose a language."""

from app.ui.element import Node
from app.ui.frame import Site, language_switch, words
from app.ui.session import Session


def register(site: Site) -> None:
    """Add the page at ``/``."""

    @site.page("/", lambda tr: tr.t("UNO Ultimate"), "title.css")
    async def title(session: Session) -> None:
        with Node("div", "page page-title"):
            words(session, "h1", lambda tr: tr.t("UNO Ultimate"))
            language_switch(session)
