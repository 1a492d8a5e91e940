"""The table: the local game of this device."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Coroutine
from typing import Any, Final

from app.engine.cards import COLOUR_NAMES, code, is_wild
from app.engine.moves import CALL, DRAW, TAKE, Do, Event, Happened, Move, Reason
from app.engine.views import TableView
from app.play import Answer, Outcome, Shown, TableDamaged, Vantage, explain, hint
from app.text.hints import hint_text
from app.text.reasons import reason_text
from app.ui.element import Node
from app.ui.fair.commitment import Commitment
from app.ui.fair.subject import LOCAL
from app.ui.frame import Site, icon_button, toasts
from app.ui.pages.errors import message
from app.ui.session import Session
from app.ui.setup.usual_names import CalledNames
from app.ui.widgets.choices import Asker, RevealedHand
from app.ui.widgets.controls import Controls, Status
from app.ui.widgets.hand import Cards, Held
from app.ui.widgets.hand_over import HandOver
from app.ui.widgets.log import Log
from app.ui.widgets.menu import MenuActions, open_menu
from app.ui.widgets.moments import Moments
from app.ui.widgets.places import places_style
from app.ui.widgets.results import ResultActions, Results
from app.ui.widgets.ring import DrawPile, Ring
from app.ui.widgets.rules_panel import open_rules
from app.ui.widgets.seats import Seats

GONE_AFTER: Final = 6.0
"""Seconds without a connection after which a page no longer counts as watching: a phone that only blinks does."""
CROWD: Final = 6
"""Seats from which a narrow screen shows them smaller."""


def register(site: Site) -> None:
    """Add the page at ``/table``."""

    styles = "table.css", "panels.css"

    @site.page(
        "/table", lambda tr: tr.t("Table"), *styles, scripts=("table.js", "commitment.js"), reconnect_timeout=120
    )
    async def table(session: Session) -> None:
        try:
            live = await session.lounge.local_table(session.owner)
        except TableDamaged:
            live = None
        if live is None:
            message(
                session,
                lambda tr: tr.t("No game is waiting here"),
                lambda tr: tr.t("Start one from the title page, or go on with another that you have open elsewhere."),
            )
            return
        here = live.here
        here.called = CalledNames(here.setup.occupants, session)
        TablePage(session, here).build()


class TablePage:
    """One open page that shows one live table."""

    where: str = f"table={LOCAL}"
    """What names the match in the address at which its deals are checked."""

    def __init__(self, session: Session, table: Vantage) -> None:
        self.session: Final = session
        self.table: Final = table
        self.shown: Shown = table.shown()
        self.version = table.version
        self.base = self._base(self.shown, min(table.seats, default=0))
        self._watching = False
        self._leaving: asyncio.TimerHandle | None = None
        self._left: list[Callable[[], None]] = []

    # Building

    def build(self) -> None:
        """Make the elements, once, and follow the table from now on."""
        seats = len(self.table.names)
        kind = "crowd" if seats >= CROWD else "duel" if seats == 2 else ""
        with Node("div", f"table-places {kind}".strip()) as self.places:
            for name, value in places_style(seats).items():
                self.places.style_value(name, value)
            self.root = Node("div", "table", data_page="table")
        # One child: the marks of the root change with each move, and an element is sent with the list of its children.
        with self.root, Node("div", "parts"):
            self._build_table()
        self.hand_over = HandOver(self.session, self.table, self.table.start, self.call_from_cover, self.cover_tools)
        self.results = Results(self.session, self.table, self.result_actions())
        self.revealed = RevealedHand(self.session, self.table, self.table.look_away)
        if self.version == 0:
            self.session.sound.play("deal")
        self._render(())
        self.log.rebuild(self.shown.seat)
        self.session.on_language(self.say_again, self.places)
        self._follow()

    def result_actions(self) -> ResultActions:
        """What can be done once a round is over."""
        return ResultActions(self.next_round, self.play_again)

    def _build_table(self) -> None:
        session, names = self.session, self.table.names
        Node("div", "felt", aria_hidden=True)
        self._bar()
        self.ring = Ring(session)
        self.pile = DrawPile(session, self.tap_pile)
        self.seats = Seats(session, self.table)
        self.cards = Cards(session, self.tap)
        self.status = Status(session, names)
        self.controls = Controls(session, names, self.act, self.play_chosen, self.undo_selection)
        self.moments = Moments(session, names)
        self.log = Log(session, self.table)
        self.fair = Commitment(session, self.table, self.where, shield=False)
        self._left.append(self.fair.stop)
        # What was said before the table was there is over.
        session.hush()
        self.says = toasts()
        session.place_toasts(self.says)
        self.asker = Asker(session, self.table, self.act, self.refuse)

    def _bar(self) -> None:
        session = self.session
        with Node("div", "bar", role="toolbar") as bar:
            icon_button(session, "menu", lambda tr: tr.t("Menu"), "tool", data_action="menu").on_tap(self.open_menu)
            icon_button(session, "rules", lambda tr: tr.t("Rules of this table"), "tool", data_action="rules").on_tap(
                self.open_rules
            )
            self.more_tools()
            Node("span", "space")
            icon_button(session, "sort", lambda tr: tr.t("Sort your hand"), "tool", data_action="sort").on_tap(
                self.sort
            )
            icon_button(session, "hint", lambda tr: tr.t("Hint"), "tool", data_action="hint").on_tap(self.hint)
            icon_button(session, "log", lambda tr: tr.t("Log"), "tool", data_action="log").on_tap(self.toggle_log)
        session.label(bar, lambda tr: tr.t("Tools"))

    def more_tools(self) -> None:
        """Buttons of the bar that only some tables have."""

    def cover_tools(self) -> None:
        """Buttons of the cover between two persons on one device."""
        icon_button(self.session, "menu", lambda tr: tr.t("Menu"), "tool", data_action="cover-menu").on_tap(
            self.open_menu
        )

    def _follow(self) -> None:
        """Hear of every change; count as watching for as long as a browser is there."""
        client = self.session.client
        self._left.append(self.table.subscribe(self.changed))
        client.on_connect(self._arrived)
        client.on_disconnect(self._lost)
        client.on_delete(self._gone)

    def _arrived(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        if not self._watching:
            self._watching = True
            self.table.watch()

    def _lost(self) -> None:
        # An old socket may die after a new one has come in its place.
        if self.session.client.has_socket_connection:
            return
        # On a shared device somebody else may be the next to look.
        wait = 0 if self.table.shared else GONE_AFTER
        self._leaving = asyncio.get_running_loop().call_later(wait, self._stop_watching)

    def close(self) -> None:
        """Take the table off the page, for something else to take its place."""
        self._gone()
        self.asker.close()
        self.hand_over.close()
        self.results.close()
        self.revealed.update(None)
        self.session.displace_toasts(self.says)
        self.places.delete()

    def _stop_watching(self) -> None:
        self._leaving = None
        if self._watching:
            self._watching = False
            self.table.unwatch()

    def _gone(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        for leave in self._left:
            leave()
        self._stop_watching()

    # Showing

    def changed(self, version: int, events: tuple[Event, ...]) -> None:
        """The table has changed: show it as it is now."""
        with self.session.client:
            if self.table.closed or self.table.frozen:
                self._stopped()
                return
            seen, before = self.table.shown_events(events), self.shown.seat
            self.version = version
            self.shown = self.table.shown()
            self.base = self._base(self.shown, self.base)
            self._render(seen)
            self.log.add(seen if before == self.shown.seat else (), self.shown.seat)

    def _base(self, shown: Shown, before: int) -> int:
        """The seat at the bottom: whoever is on screen, or is about to be."""
        if shown.seat is not None:
            return shown.seat
        return before if shown.cover_for is None else shown.cover_for

    def _render(self, events: tuple[Event, ...] | list[Event]) -> None:
        shown, view = self.shown, self.shown.view
        self._mark_root(view)
        if any(event.kind in _MOVES_ON for event in events) or shown.cover_for is not None:
            self.asker.close()
        if shown.cover_for is not None:
            # First of all: nothing of the hand before stays on the page.
            self.cards.clear()
        self.hand_over.update(shown)
        self.seats.update(view, self.base)
        self.ring.update(view)
        self.pile.update(view)
        self.cards.update(shown, events, self.base, just_dealt=self.version == 0)
        self._choose()
        self.moments.show(view, events, self.base)
        self.session.sound.follow(view, events, self.base)
        self.revealed.update(shown.revealed)
        self.results.update(shown, fresh=bool(events))

    def _mark_root(self, view: TableView) -> None:
        """The marks on the root, the same in every language (product.md 13)."""
        mine = view.seat is not None and view.seat == view.turn and not view.round_over
        self.root.set(
            data_turn=view.turn,
            data_direction=view.direction,
            data_colour=COLOUR_NAMES[view.colour] if view.colour < len(COLOUR_NAMES) else "none",
            data_top=code(view.top),
            data_penalty=view.penalty.amount if view.penalty else 0,
            data_version=self.version,
            data_mine=mine,
            data_buzz=bool(self.session.preferences.get("buzz")),
            inert=self.shown.cover_for is not None or view.round_over,
        )
        self.root.toggle("mine", mine).toggle("calm", bool(self.session.preferences.get("calm")))
        self.root.style_value("--n", str(max(1, len(view.hand))))

    def say_again(self) -> None:
        """Say everything in the language of now."""
        view = self.shown.view
        self.seats.update(view, self.base)
        self.ring.update(view)
        self.pile.update(view)
        self._choose()
        self.log.rebuild(self.shown.seat)
        self.results.rebuild(self.shown)

    def _stopped(self) -> None:
        """The table goes on no more: say so, and show the way out."""
        self._left, left = [], self._left
        for leave in left:
            leave()
        self._stop_watching()
        if self.table.closed:
            self.session.client.open("/")
            return
        self.root.clear()
        with self.root:
            message(
                self.session,
                lambda tr: tr.t("This game has come to a halt"),
                lambda tr: tr.t("Something went wrong on our side. It is kept as it was after the latest move."),
            )

    # Choosing cards

    @property
    def _chosen(self) -> tuple[int, ...]:
        return tuple(held.card for held in self.cards.chosen)

    def _choose(self) -> None:
        """Show what the cards chosen so far allow."""
        seat, chosen = self.shown.seat, self._chosen
        partners = self.table.selectable(seat, chosen) if chosen and seat is not None else None
        self.root.toggle("choosing", bool(chosen))
        self.cards.mark(partners)
        self.controls.update(self.shown.view, len(chosen), bool(chosen) and self._may_play(chosen))
        self.status.update(self.shown, len(chosen))

    def _may_play(self, cards: tuple[int, ...]) -> bool:
        seat = self.shown.seat
        if seat is None:
            return False
        colour = 0 if any(is_wild(card) for card in cards) else None
        return self.table.explain(seat, Move(Do.PLAY, cards, colour)) in (None, Reason.CHOOSE_A_SEAT)

    async def tap(self, held: Held) -> None:
        """A card of the hand was tapped (product.md 3): choose it, take it back, or play it."""
        chosen = self.cards.chosen
        if held in chosen:
            await self._tap_chosen(held)
        elif chosen and held.card in self.table.selectable(self.base, self._chosen):
            self._set_chosen([*chosen, held])
        else:
            await self._tap_afresh(held)

    async def _tap_chosen(self, held: Held) -> None:
        chosen = self.cards.chosen
        if chosen == [held]:
            await self.play((held.card,))
        elif chosen[0] is held:
            self._set_chosen([])
        else:
            self._set_chosen([each for each in chosen if each is not held])

    async def _tap_afresh(self, held: Held) -> None:
        seat = self.shown.seat
        if seat is None:
            return
        begins = held.card in self.table.selectable(seat, ())
        if begins and self.table.selectable(seat, (held.card,)):
            self._set_chosen([held])
            return
        if self.cards.chosen and not begins:
            self.cards.shake(held)
            self.session.sound.play("refused")
            return
        await self.play((held.card,))

    def _set_chosen(self, chosen: list[Held]) -> None:
        self.cards.chosen[:] = chosen
        self._choose()

    def undo_selection(self) -> None:
        """Take back every card chosen."""
        self._set_chosen([])

    async def play_chosen(self) -> None:
        """Play the cards chosen."""
        await self.play(self._chosen)

    async def play(self, cards: tuple[int, ...]) -> None:
        """Play ``cards``, asking for what else the play needs."""
        await self.asker.play(self.shown.view, cards)

    # Acting

    async def act(self, move: Move) -> None:
        """Make a move as the person on screen, for the table as this page shows it."""
        self.session.hush()
        await self._answered(self.table.act(move, self.version, uuid.uuid4().hex))

    async def tap_pile(self) -> None:
        """A tap on the draw pile draws, or takes the penalty."""
        move = next((move for move in (DRAW, TAKE) if move in self.shown.view.legal), None)
        if move is not None:
            await self.act(move)

    async def call_from_cover(self, seat: int) -> None:
        """The person who has just handed the device over still says UNO."""
        await self._answered(self.table.act(CALL, self.version, uuid.uuid4().hex, seat=seat))

    async def next_round(self) -> None:
        """Deal the next round."""
        await self._answered(self.table.next_round(self.version, uuid.uuid4().hex))

    async def play_again(self) -> None:
        """Start another match with the same seats and rules."""
        await self.session.lounge.play_again(self.session.owner)
        self.session.client.open("/table")

    async def _answered(self, outcome: Coroutine[Any, Any, Outcome]) -> None:
        """Wait for the answer of the table and say it, unless it went well or somebody was merely quicker."""
        answer = await outcome
        if answer.answer is Answer.REFUSED and answer.reason is not None:
            await self.refuse(answer.reason)
        elif answer.retry:
            self.session.tell(lambda tr: tr.t("It could not be saved. Nothing is lost: please try again."))
        elif not answer.ok:
            self.changed(self.table.version, ())

    async def refuse(self, reason: Reason) -> None:
        """Say gently why not."""
        self.session.sound.play("refused")
        tapped = self.cards.tapped
        if tapped is not None:
            self.cards.shake(tapped)
        self.session.tell(lambda tr: reason_text(reason, tr))

    # Tools

    def open_menu(self) -> None:
        """Show the menu."""
        self.session.hush()
        open_menu(self.session, MenuActions(self.sort_now, self.open_rules, self.fair.open, self.abandon, self.toggle))

    def open_rules(self) -> None:
        """Show the rules in force."""
        self.session.hush()
        open_rules(self.session, self.table)

    def toggle_log(self) -> None:
        """Show the log, or put it away."""
        self.session.hush()
        self.log.toggle()

    @property
    def sort_now(self) -> Callable[[], Any] | None:
        """``sort``, unless the cover of a shared device is up."""
        return self.sort if self.shown.cover_for is None else None

    async def sort(self) -> None:
        """Sort the hand in the other way, now and next time."""
        await self.session.keep(sort=self.cards.sort_next())

    async def toggle(self, key: str) -> None:
        """Switch a preference of this device over."""
        await self.session.keep(**{key: None if self.session.preferences.get(key) else True})
        self._mark_root(self.shown.view)

    async def abandon(self) -> None:
        """Throw the game away; the table, being closed, leads to the title."""
        await self.session.lounge.discard_local(self.session.owner)

    async def hint(self) -> None:
        """Show what the Hard computer would do, and why."""
        seat = self.shown.seat
        move = None if seat is None else await hint(self.table)
        # While the computer thought, the table may have moved on.
        if move is None or move not in self.shown.view.legal:
            self.session.tell(lambda tr: tr.t("There is nothing for you to do just now."))
            return
        self.cards.point_at(move.cards)
        self.controls.point_at(move)
        reason = explain(self.shown.view, move)
        self.session.tell(lambda tr: hint_text(reason.why, reason.params, move, self.table.names, tr))


_MOVES_ON: Final = (
    Happened.PLAYED, Happened.JUMPED_IN, Happened.DREW, Happened.TOOK, Happened.PASSED, Happened.ROUND_STARTED,
    Happened.TIMED_OUT, Happened.CHALLENGED,
)  # fmt: skip
"""What makes a question that is still open pointless."""
