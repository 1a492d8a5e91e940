"""The set-up: who sits at the table, and by which rules."""

from app.ui.element import Node
from app.ui.frame import Site, words
from app.ui.session import Session


def register(site: Site) -> None:
    """Add the pages at ``/setup`` and ``/rules/CODE``."""

    @site.page("/setup", lambda tr: tr.t("Set-up"), "setup.css")
    async def setup(session: Session, preset: str = "") -> None:
        with Node("div", "page page-setup"):
            words(session, "h1", lambda tr: tr.t("Set-up"))
