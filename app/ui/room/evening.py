"""What has come of all the matches of a room."""

from __future__ import annotations

from app.play import Evening
from app.ui.element import Node
from app.ui.frame import words
from app.ui.session import Session


def evening_table(session: Session, evening: Evening) -> None:
    """Persons with their matches, wins and points, best first; nothing before the first match is over."""
    if not evening.matches:
        return
    with Node("section", "evening-part", data_evening=True):
        words(session, "h2", lambda tr: tr.t("This room’s matches"), "evening-title")
        with Node("table", "evening"):
            with Node("thead"), Node("tr"):
                words(session, "th", lambda tr: tr.t("Name"), scope="col")
                words(session, "th", lambda tr: tr.t("Matches"), scope="col")
                words(session, "th", lambda tr: tr.t("Won"), scope="col")
                words(session, "th", lambda tr: tr.p("won", "Points"), scope="col")
            with Node("tbody"):
                for person in evening.persons:
                    with Node("tr"):
                        with Node("th", scope="row"):
                            Node("bdi", text=person.name)
                        for number in (person.matches, person.wins, person.points):
                            Node("td", text=str(number))
