"""The table."""

from app.ui.element import Node
from app.ui.frame import Site, words
from app.ui.session import Session


def register(site: Site) -> None:
    """Add the page at ``/table``."""

    @site.page("/table", lambda tr: tr.t("Table"), reconnect_timeout=120)
    async def table(session: Session) -> None:
        with Node("div", "page page-table"):
            words(session, "h1", lambda tr: tr.t("Table"))
