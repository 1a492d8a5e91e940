"""Where a room cannot be entered: what is the matter, and a way on."""

from __future__ import annotations

from nicegui import ui

from app.play import RoomLook
from app.text.rooms import ended_text
from app.ui.element import Node
from app.ui.frame import link, words
from app.ui.room.evening import evening_table
from app.ui.room.fields import CodeForm, Typed
from app.ui.room.head import page_head
from app.ui.session import Sentence, Session


def no_way_in(
    session: Session, heading: Sentence, detail: Sentence, go: Typed | None = None, again: str = "", seconds: float = 0
) -> CodeForm | None:
    """A page that says why this room cannot be entered; with ``go`` another code can be typed.

    With ``again`` the page goes there by itself once so many seconds are over.
    """
    form = None
    with Node("div", "page page-room", data_page="room-closed"):
        page_head(session, lambda tr: tr.t("Play online"), "/online", lambda tr: tr.t("Back to all rooms"))
        with Node("div", "entrance"), Node("section", "panel message"):
            with Node("div", "message-cards", aria_hidden=True):
                Node("i", "playing-card face-back")
                Node("i", "playing-card face-bS")
            words(session, "h2", heading)
            words(session, "p", detail)
            if again:
                words(session, "p", lambda tr: tr.t("This page tries again by itself."))
                ui.timer(seconds + 1, lambda: session.client.open(again), once=True)
            if go is not None:
                form = CodeForm(session, go)
            look = "btn" if go is not None else "btn btn-main"
            link(session, lambda tr: tr.t("All rooms"), "/online", look, data_action="online")
    return form


def room_is_over(session: Session, look: RoomLook) -> None:
    """A page about a room that has ended, with what came of its matches."""
    with Node("div", "page page-room", data_page="room-ended"):
        page_head(session, lambda tr: tr.t("Play online"), "/online", lambda tr: tr.t("Back to all rooms"))
        with Node("div", "entrance"), Node("section", "panel message"):
            words(session, "h2", lambda tr: tr.t("This room has ended"))
            words(session, "p", lambda tr: ended_text(look.ended_because, tr))
            evening_table(session, look.evening)
            if session.me is None and look.me is not None and look.evening.matches:
                offer_account(session)
            link(session, lambda tr: tr.t("Make a new room"), "/online", "btn btn-main", data_action="online")


def offer_account(session: Session) -> None:
    """Guests hear how to keep what they have played."""
    with Node("div", "offer-account"):
        words(session, "p", lambda tr: tr.t("Make an account within 24 hours, and your matches are kept there."))
        link(session, lambda tr: tr.t("Make an account"), "/account", "btn", data_action="account")
