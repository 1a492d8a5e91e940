"""The end of a round and of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from app.engine.cards import COLOUR_NAMES, code
from app.engine.moves import Happened
from app.engine.views import TableView
from app.play import Shown, Vantage
from app.text.cards import card_list
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import button, link, toasts
from app.ui.portrait import show_portrait
from app.ui.session import Session
from app.ui.widgets.chart import line_look, score_chart
from app.ui.widgets.seats import seat_portrait, shows_scores

PODIUM = 3
PIECES = 28
"""Pieces of confetti."""


class ResultActions(NamedTuple):
    """What can be done once a round is over."""

    next_round: Callable[[], Any]
    play_again: Callable[[], Any]
    ways_on: Callable[[TableView], None] | None = None
    """Makes other buttons than those of a local game."""
    before: Callable[[], Mapping[int, tuple[str, str]]] = dict
    """Seats that have changed hands since: the name and portrait of whoever played the round there."""


class Results:
    """The sheet over the table that says how the round, or the match, ended."""

    def __init__(self, session: Session, table: Vantage, actions: ResultActions) -> None:
        self._session = session
        self._table = table
        self._actions = actions
        self._sheet: Node | None = None
        self._says: Node
        self._key: tuple[int, bool] | None = None
        self._before: Mapping[int, tuple[str, str]] = {}

    def update(self, shown: Shown, fresh: bool) -> None:
        """Show the result that ``shown`` holds, after a moment when it is ``fresh``; nothing during a round."""
        key = (shown.view.round, shown.view.match_over) if shown.over else None
        if key == self._key:
            return
        self.close()
        self._key = key
        if key is not None:
            self._open(shown.view, fresh)

    def close(self) -> None:
        """Take the sheet away."""
        self._key = None
        if self._sheet is not None:
            self._session.displace_toasts(self._says)
            self._sheet.delete()
            self._sheet = None

    def rebuild(self, shown: Shown) -> None:
        """Say it all again in the language of now."""
        self._key = None
        self.update(shown, fresh=False)

    def _open(self, view: TableView, fresh: bool) -> None:
        page = "match-end" if view.match_over else "round-end"
        self._before = self._actions.before()
        with self._session.client.layout:
            classes = f"results {page}" + " fresh" * fresh
            self._sheet = Node(
                "section", classes, data_page=page, data_focus=True, role="dialog", aria_modal=True, tabindex=-1
            )
        tr = self._session.tr
        if fresh and self._is_mine(view.places[0]):
            self._celebrate()
        with self._sheet, Node("div", "results-box panel"):
            if view.match_over:
                self._match_end(view, tr)
            else:
                self._round_end(view, tr)
        with self._sheet:
            self._says = toasts()
        self._session.place_toasts(self._says)
        heading = self._heading(view, tr)
        self._sheet.set(aria_label=heading)

    def _celebrate(self) -> None:
        """Marks of all colours rain down on a person who has won."""
        assert self._sheet is not None
        with self._sheet, Node("div", "confetti", aria_hidden=True):
            for number in range(PIECES):
                colour = COLOUR_NAMES[number % len(COLOUR_NAMES)]
                piece = Node("i", f"icon-mark-{colour} confetti-{colour}")
                piece.style_value("--x", f"{number * 37 % 100}%").style_value("--d", f"{number * 53 % 100 / 60:.2f}s")

    def _is_mine(self, seat: int) -> bool:
        """Whether somebody here played the round on this seat."""
        return seat in self._table.seats and seat not in self._before

    def _name(self, seat: int) -> str:
        """The name of whoever played the round on this seat."""
        return self._before[seat][0] if seat in self._before else self._table.names[seat]

    def _portrait(self, seat: int) -> str:
        face = self._before[seat][1] if seat in self._before else ""
        return face or seat_portrait(self._table, seat)

    def _heading(self, view: TableView, tr: Translator) -> str:
        if view.match_over and view.winner is not None:
            name = self._table.names[view.winner]
            return tr.t("You won the match!") if view.winner == view.seat else tr.t("{name} won the match!", name=name)
        first = view.places[0]
        if first == view.seat and self._is_mine(first):
            return tr.t("You won the round!")
        return tr.t("{name} won the round!", name=self._name(first))

    def _round_end(self, view: TableView, tr: Translator) -> None:
        with Node("header", "results-head"):
            with Node("div", "results-winner", aria_hidden=True):
                Node("i", "icon-crown")
                show_portrait(Node("span"), self._portrait(view.places[0]))
            Node("p", "results-kicker", tr.t("Round {round}", round=view.round))
            Node("h1", text=self._heading(view, tr))
        with Node("ol", "standings"):
            for seat in view.places:
                self._row(view, seat, tr)
        self._chart(view)
        if self._actions.ways_on is not None:
            self._actions.ways_on(view)
            return
        with Node("div", "row row-end results-actions"):
            link(self._session, lambda tr: tr.t("Save and leave"), "/", "btn")
            button(
                self._session, lambda tr: tr.t("Next round"), "btn btn-main btn-big", data_action="next-round"
            ).on_tap(self._actions.next_round)

    def _row(self, view: TableView, seat: int, tr: Translator) -> None:
        """One seat: what it was left with, what that counts, and its score."""
        left = view.seats[seat].hand or ()
        with Node("li", "standing first" if seat == view.places[0] else "standing"):
            show_portrait(Node("span", aria_hidden=True), self._portrait(seat))
            with Node("div", "standing-name"):
                Node("b", text=self._name(seat))
                self._key_of_line(view, seat)
                self._left(left, view.seats[seat].hand_value or 0, tr)
            if shows_scores(view):
                self._points(view, seat, tr)
            else:
                Node("span", "standing-total", tr.place(view.places.index(seat) + 1))

    def _has_chart(self, view: TableView) -> bool:
        """Whether there is a course of scores to draw: one round makes none."""
        return shows_scores(view) and len(self._table.rounds) > 1

    def _chart(self, view: TableView) -> None:
        if self._has_chart(view):
            score_chart(self._session, self._table.rounds)

    def _key_of_line(self, view: TableView, seat: int) -> None:
        """The stroke of the seat's line in the chart."""
        if self._has_chart(view):
            colour, dashes = line_look(seat)
            with Node("svg", "line-key", viewBox="0 0 28 6", aria_hidden=True):
                Node("line", x1=2, x2=26, y1=3, y2=3, stroke=colour, stroke_width=4, stroke_dasharray=dashes)

    def _left(self, cards: tuple[int, ...], value: int, tr: Translator) -> None:
        if not cards and not value:
            Node("span", "standing-left soft", tr.t("No cards left"))
            return
        with Node("span", "standing-left"):
            with Node("span", "mini-hand", role="img", aria_label=card_list(cards, tr)):
                for card in sorted(cards):
                    Node("i", f"playing-card face-{code(card)}")
            Node("span", "standing-value soft", f"= {value}")

    def _points(self, view: TableView, seat: int, tr: Translator) -> None:
        with Node("span", "standing-points"):
            won = view.round_points[seat]
            Node("span", "standing-won", f"{won:+d}" if won else "")
            Node("span", "standing-total", str(view.seats[seat].score))

    def _match_end(self, view: TableView, tr: Translator) -> None:
        order = self._standings(view)
        with Node("header", "results-head"):
            Node("p", "results-kicker", tr.t("The match is over"))
            Node("h1", text=self._heading(view, tr))
            with Node("ol", "podium"):
                for place, seat in enumerate(order[:PODIUM], 1):
                    self._step(view, seat, place, tr)
        if len(order) > PODIUM:
            with Node("ol", "standings", start=PODIUM + 1):
                for place, seat in enumerate(order[PODIUM:], PODIUM + 1):
                    self._final_row(view, seat, place, tr)
        self._chart(view)
        with Node("dl", "figures"):
            for word, number in self._figures(tr):
                with Node("div"):
                    Node("dt", text=word)
                    Node("dd", text=number)
        if self._actions.ways_on is not None:
            self._actions.ways_on(view)
            return
        with Node("div", "row row-end results-actions"):
            link(self._session, lambda tr: tr.t("Title"), "/", "btn")
            link(self._session, lambda tr: tr.t("Records"), "/records", "btn")
            link(self._session, lambda tr: tr.t("Replay"), f"/replay/{self._table.id}", "btn", data_action="replay")
            button(
                self._session, lambda tr: tr.t("Play again"), "btn btn-main btn-big", data_action="play-again"
            ).on_tap(self._actions.play_again)

    def _standings(self, view: TableView) -> tuple[int, ...]:
        ended = (entry.event for entry in reversed(self._table.shown_log()))
        return next((event.places for event in ended if event.kind is Happened.MATCH_ENDED), view.places)

    def _step(self, view: TableView, seat: int, place: int, tr: Translator) -> None:
        with Node("li", f"step step-{place}"):
            if place == 1:
                Node("i", "icon-crown", aria_hidden=True)
            show_portrait(Node("span", aria_hidden=True), seat_portrait(self._table, seat))
            Node("b", text=self._table.names[seat])
            self._key_of_line(view, seat)
            with Node("span", "step-place"):
                Node("span", "step-number", tr.place(place))
                Node("span", "step-score", self._amount(view, seat, tr))
                if shows_scores(view):
                    Node("span", "step-rounds", _rounds_won(view, seat, tr))

    def _final_row(self, view: TableView, seat: int, place: int, tr: Translator) -> None:
        """Somebody for whom there was no room on the podium."""
        with Node("li", "standing"):
            Node("span", "standing-place", tr.place(place))
            show_portrait(Node("span", aria_hidden=True), seat_portrait(self._table, seat))
            with Node("div", "standing-name"):
                Node("b", text=self._table.names[seat])
                self._key_of_line(view, seat)
                if shows_scores(view):
                    Node("span", "standing-left soft", _rounds_won(view, seat, tr))
            Node("span", "standing-amount", self._amount(view, seat, tr))

    def _amount(self, view: TableView, seat: int, tr: Translator) -> str:
        """What a seat has ended with: its score, or in a match of one round its cards."""
        if shows_scores(view):
            return tr.n("{count} point", "{count} points", view.seats[seat].score)
        left = view.seats[seat].cards
        return tr.n("{count} card left", "{count} cards left", left) if left else tr.t("No cards left")

    def _figures(self, tr: Translator) -> Iterator[tuple[str, str]]:
        figures = self._table.figures
        minutes, seconds = divmod(round(figures.seconds), 60)
        yield tr.t("Time played"), f"{minutes}:{seconds:02d}"
        yield tr.t("Turns"), str(figures.turns)
        yield tr.t("Cards played"), str(sum(figures.played))
        yield tr.t("Cards drawn"), str(sum(figures.drawn))
        yield tr.t("Biggest penalty"), f"+{figures.biggest_stack}" if figures.biggest_stack else "0"
        yield tr.t("UNO calls"), str(sum(figures.calls))
        yield tr.t("Catches"), str(sum(figures.catches))
        yield tr.t("Challenges"), f"{figures.won_challenges} / {figures.challenges}"


def _rounds_won(view: TableView, seat: int, tr: Translator) -> str:
    return tr.n("{count} round won", "{count} rounds won", view.seats[seat].round_wins)
