"""The list of the latest matches, and what it is narrowed down to."""

from collections.abc import Sequence
from typing import Any, Final

from app.art.portraits import portrait_for
from app.play.totals import Played, Wanted, names_by_use
from app.text.rules import rules_title, value_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.portrait import show_portrait
from app.ui.records.overview import duration
from app.ui.session import Session

AT_ONCE: Final = 10
"""Matches shown at first, and more with each tap."""
MOST_SEATS: Final = 4
"""Seats named in the list, the first of the match; the replay shows them all."""
MOST_NAMES: Final = 30
FORMATS: Final = ("points", "penalty", "first_out", "last_standing")

# One listener for all three: the name of the field and what it holds now.
FIELD: Final = "(event) => { const f = event.target; if (f.name) emit([f.name, f.value]); }"


class Matches:
    """The list; ``wanted`` outlives a change of language."""

    def __init__(self, session: Session, matches: Sequence[Played], wanted: Wanted | None = None) -> None:
        self.session: Final = session
        self.matches: Final = matches
        self.wanted = wanted or Wanted()
        self.shown = AT_ONCE

    def build(self) -> None:
        """Make the filters and the list."""
        tr = self.session.tr
        with Node("section", "records-matches", aria_labelledby="matches-title"):
            Node("h2", text=tr.t("Latest matches"), id="matches-title")
            with Node("div", "panel filters") as filters:
                self._filter("format", tr.t("Format"), self._formats(tr))
                self._filter("who", tr.t("Persons"), self._persons(tr))
                where = [("", tr.t("Everywhere")), ("local", tr.t("On one device")), ("online", tr.t("Online"))]
                self._filter("where", tr.t("Where"), where)
            filters.on("change", lambda event: self._narrow(event.args), js_handler=FIELD)
            self.list = Node("ol", "matches", data_matches=True)
            self.none = Node("p", "records-none", tr.t("No match is like that."), role="status")
            self.more = Node("button", "btn", tr.t("Show more"), type="button", data_action="more")
            self.more.on_tap(self._show_more)
        self._show()

    def _formats(self, tr: Translator) -> list[tuple[str, str]]:
        return [("", tr.t("Every format")), *((key, value_title("match_format", key, tr)) for key in FORMATS)]

    def _persons(self, tr: Translator) -> list[tuple[str, str]]:
        names = names_by_use(self.matches, MOST_NAMES)
        counts = [("", tr.t("Everybody")), ("one", tr.t("One person")), ("several", tr.t("Several persons"))]
        return [*counts, *((f"name:{name}", name) for name in names)]

    def _filter(self, name: str, label: str, choices: Sequence[tuple[str, str]]) -> None:
        with Node("label", "filter"):
            Node("span", text=label)
            with Node("select", "field", name=name, data_filter=name).fill(getattr(self.wanted, name)):
                for value, word in choices:
                    Node("option", text=word, value=value)

    def _narrow(self, given: Any) -> None:
        """A filter was changed. What the browser says is compared, never used for anything else."""
        if not isinstance(given, list) or len(given) != 2 or not all(isinstance(each, str) for each in given):
            return
        name, value = given
        if name in Wanted._fields:
            self.wanted = self.wanted._replace(**{name: value[:100]})
            self.shown = AT_ONCE
            self._show()

    def _show_more(self) -> None:
        self.shown += AT_ONCE
        self._show()

    def _show(self) -> None:
        found = [match for match in self.matches if self.wanted.fits(match)]
        self.list.clear()
        with self.list:
            for match in found[: self.shown]:
                _match(match, self.session.tr)
        self.list.set(hidden=not found)
        self.none.set(hidden=bool(found))
        self.more.set(hidden=len(found) <= self.shown)


def _match(match: Played, tr: Translator) -> None:
    rules, base = match.setup.rules, match.setup.base
    with Node("li", "panel match", data_match=match.id):
        with Node("div", "match-head"):
            Node("b", "match-rules", rules_title(rules, tr, base))
            if match.online:
                Node("span", "match-online small", tr.t("Online"))
            # The browser writes the time as its place and language have it.
            Node("time", "soft small", data_when=round(match.finished_at))
        with Node("ol", "match-seats"):
            for place, seat in enumerate(match.places[:MOST_SEATS], 1):
                _seat(match, seat, place, tr)
            more = len(match.places) - MOST_SEATS
            if more > 0:
                Node("li", "match-seat soft small", tr.n("and {count} more", "and {count} more", more))
        with Node("div", "match-foot"):
            Node("p", "soft small", _facts(match, tr))
            with Node("a", "btn btn-small", href=f"/replay/{match.id}", data_action="replay"):
                Node("i", "icon-replay", aria_hidden=True)
                Node("span", text=tr.t("Replay"))


def _seat(match: Played, seat: int, place: int, tr: Translator) -> None:
    occupant = match.setup.occupants[seat]
    with Node("li", "match-seat" + " winner" * (place == 1) + " own" * (seat in match.own)):
        show_portrait(Node("i", aria_hidden=True), occupant.portrait or portrait_for(seat))
        with Node("span", "match-who"):
            Node("bdi", "match-name", occupant.name)
            Node("span", "soft small", _result(match, seat, place, tr))


def _result(match: Played, seat: int, place: int, tr: Translator) -> str:
    """Place, and points where running scores mean anything."""
    rules = match.setup.rules
    if rules.match_format in ("points", "penalty") or rules.rounds > 1:
        points = tr.n("{count} point", "{count} points", match.scores[seat])
        return tr.t("{place}, {points}", place=tr.place(place), points=points)
    return tr.place(place)


def _facts(match: Played, tr: Translator) -> str:
    figures = match.figures
    facts = [tr.n("{count} turn", "{count} turns", figures.turns), duration(figures.seconds, tr)]
    if match.left:
        facts.insert(0, tr.t("You left early"))
    elif match.own:
        facts.insert(0, tr.t("You: {place}", place=tr.place(1 + min(map(match.places.index, match.own)))))
    if figures.biggest_stack:
        facts.append(tr.t("biggest penalty +{amount}", amount=figures.biggest_stack))
    return " · ".join(facts)
