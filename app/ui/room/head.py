"""The top of the pages for playing online."""

from app.ui.element import Node
from app.ui.frame import language_switch, words
from app.ui.session import Sentence, Session


def page_head(session: Session, title: Sentence, back: str, name: Sentence) -> None:
    """The way back, the title and the choice of language."""
    with Node("header", "setup-top"):
        with session.label(Node("a", "btn btn-icon btn-quiet on-felt", href=back, data_action="back"), name):
            Node("i", "icon-back", aria_hidden=True)
        words(session, "h1", title, "grow")
        language_switch(session)
