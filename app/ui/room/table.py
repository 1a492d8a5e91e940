"""The table of a room: the table of every game, and what there is besides cards when people play online."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from app.engine.moves import Event
from app.engine.views import TableView
from app.play import Room, RoomLook, SeatKind, Stage, Vantage
from app.play.room import MORE_SECONDS
from app.text.rooms import news_text, own_news_text
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import button, icon_button, link, sheet, words
from app.ui.pages.table import TablePage
from app.ui.room.closed import offer_account
from app.ui.room.evening import evening_table
from app.ui.room.options import Options
from app.ui.room.people import PeopleSheet
from app.ui.room.seat_list import watching_text
from app.ui.room.seat_sheets import offer_way
from app.ui.room.share import Share
from app.ui.room.talk import Bubbles
from app.ui.room.tried import refusal, tried
from app.ui.room.votes import VoteCard, propose_sheet
from app.ui.room.waiting import ask_end, ask_leave
from app.ui.session import Session
from app.ui.widgets.menu import MenuActions, MenuEntry, open_menu
from app.ui.widgets.results import ResultActions
from app.ui.widgets.rules_panel import open_rules


class RoomTable(TablePage):
    """One open page at the table of a room.

    ``address`` is the link to the room; ``to_room`` leads back to the waiting room once a match is over.
    """

    def __init__(
        self,
        session: Session,
        room: Room,
        table: Vantage,
        look: RoomLook,
        address: str,
        to_room: Callable[[], None],
    ) -> None:
        super().__init__(session, table)
        self.address: Final = address
        self.where = f"room={look.place}"
        self.room: Final = room
        self.look = look
        self.to_room: Final = to_room
        self.people: PeopleSheet | None = None
        self.foot: Foot | None = None
        self._timers: set[asyncio.TimerHandle] = set()

    # Building

    def build(self) -> None:
        """Make the elements, once, and follow the table from now on."""
        super().build()
        with self.session.client.layout:
            # Neither the result of a round nor the cover of a shared device keeps anybody from voting.
            self.votes = VoteCard(self.session, self.room)
        self.show_room(self.look)

    def more_tools(self) -> None:
        """People and talk, beside the menu."""
        tool = icon_button(
            self.session, "chat", lambda tr: tr.t("People and talk"), "tool", data_action="people"
        ).on_tap(self.open_people)
        with tool:
            self.unread = Node("span", "people-mark", aria_hidden=True)
        with Node("button", "watchers", type="button", hidden=True, data_action="watchers").on_tap(
            self.open_people
        ) as self.watchers:
            Node("i", "icon-eye", aria_hidden=True)
            self.watchers_count = Node("span", aria_hidden=True)
        self._read = _latest_line(self.look)

    def cover_tools(self) -> None:
        """People and talk, and the menu, while nobody's hand is shown."""
        super().cover_tools()
        icon_button(
            self.session, "chat", lambda tr: tr.t("People and talk"), "tool", data_action="cover-people"
        ).on_tap(self.open_people)

    def _build_table(self) -> None:
        super()._build_table()
        session = self.session
        self.marks = [self._mark(seat) for seat in range(len(self.table.names))]
        self.bubbles = Bubbles(session, self._later)
        self.more = button(
            session, lambda tr: tr.n("+{count} second", "+{count} seconds", round(MORE_SECONDS)),
            "press second more-time", data_action="more-time", hidden=True,
        ).on_tap(lambda: tried(session, self.room.more_time(session.owner)))  # fmt: skip
        self.watching = Watching(session, self.room)

    def _mark(self, seat: int) -> Node:
        """Where a seat says whether whoever has it is there."""
        with self.seats.plate(seat):
            return Node("div", "presence", aria_hidden=True)

    def _follow(self) -> None:
        # The room itself knows who is connected, and keeps the table going for them.
        self._left.append(self.table.subscribe(self.changed))

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something on this page in some seconds, unless it is gone by then."""

        def now() -> None:
            self._timers.discard(handle)
            if not self.session.client.is_deleted:
                with self.session.client:
                    do()

        handle = asyncio.get_running_loop().call_later(seconds, now)
        self._timers.add(handle)

    def leave(self) -> None:
        """Hear of nothing any more: the page is gone."""
        for handle in self._timers:
            handle.cancel()
        self._timers.clear()
        self._gone()

    def close(self) -> None:
        """Take the table off the page."""
        self.leave()
        if self.people is not None and self.people.is_open:
            self.people.close()
        self.votes.node.delete()
        super().close()

    # Showing

    def changed(self, version: int, events: tuple[Event, ...]) -> None:
        """The table has changed: show it as it is now."""
        super().changed(version, events)
        if not self.table.closed and not self.table.frozen:
            self._show_more_time()

    def show_room(self, look: RoomLook) -> None:
        """Show what has changed in the room: who is there, what they say, what is asked."""
        self.look = look
        self._rest(look.paused)
        for seat in look.seats[: len(self.marks)]:
            self._show_mark(seat.seat)
        self.seats.update(self.shown.view, self.base)
        self.bubbles.show(look.talk, self.base, len(self.table.names))
        self.votes.show(look)
        self.watching.show(look)
        self._show_more_time()
        if self.people is not None and self.people.is_open:
            self.people.show(look)
            self._read = _latest_line(look)
        else:
            self.people = None
        new = sum(line.number > self._read for line in look.talk)
        self.unread.text = str(new) if new and self.people is None else ""
        self._show_watchers(look)
        if self.foot is not None:
            self.foot.show(look)

    def _rest(self, paused: bool) -> None:
        """While the game is paused nothing on the table asks to be played."""
        self.root.toggle("paused", paused)
        for part in (self.cards.around, self.pile.root, self.controls.calls, self.controls.turn):
            part.set(inert=paused)

    def _show_watchers(self, look: RoomLook) -> None:
        count = len(look.spectators)
        self.watchers_count.text = str(count)
        self.watchers.set(hidden=not count, aria_label=watching_text(look, self.session.tr) or None)

    def _show_mark(self, number: int) -> None:
        seat, tr = self.look.seats[number], self.session.tr
        member = next((each for each in self.look.members if each.key == seat.member), None)
        host = member is not None and member.is_host and number == min(member.seats)
        mark = self.marks[number]
        if seat.left:
            kind, text = "gone-for-good", tr.t("Left")
        elif member is None or seat.here:
            kind, text = "", ""
        elif seat.away or self.look.options.over_days:
            # Over days people are gone for hours, and nobody waits for them to be back at once.
            kind, text = "away", tr.t("Away")
        else:
            kind, text = "lost", tr.t("Connecting")
        mark.text = text
        mark.set(data_presence=kind or "here")
        mark.toggle("host", host)
        self.seats.notes[number] = [*([text] if text else []), *([tr.t("Host")] if host else [])]

    def _show_more_time(self) -> None:
        clock = self.shown.clock
        offered = clock is not None and clock.running and clock.seat in self.look.more_time
        self.more.set(hidden=not offered)

    def say_again(self) -> None:
        """Say everything in the language of now."""
        super().say_again()
        self.show_room(self.look)

    def _stopped(self) -> None:
        # A table that is closed gives way to another one, which the page of the room brings.
        if self.table.frozen:
            super()._stopped()

    # Once a round is over

    def result_actions(self) -> ResultActions:
        """In a room anybody goes on, and all go on together."""
        return ResultActions(self.next_round, self.rematch, self._ways_on, self._before)

    def _before(self) -> dict[int, tuple[str, str]]:
        return {took.seat: (took.name, took.portrait) for took in self.look.took}

    def _ways_on(self, view: TableView) -> None:
        self.foot = Foot(self, view.match_over)
        self.foot.show(self.look)

    async def rematch(self) -> None:
        """Another match with the same people."""
        reason = await refusal(self.room.rematch(self.session.owner))
        # Several people may have wanted the same at the same moment.
        if reason is not None and self.room.stage is Stage.OVER:
            self.session.tell(reason.sentence)

    async def watch_again(self) -> None:
        """Show the replay of the match."""
        key = await self.room.replay_key(self.session.owner, self.table.id)
        if key is None:
            self.session.tell(lambda tr: tr.t("There is no replay of this match."))
        else:
            self.session.client.open(f"/replay/{key}")

    # Tools

    def open_people(self) -> None:
        """Show people and talk."""
        if self.people is None or not self.people.is_open:
            self.people = PeopleSheet(self.session, self.room, self.look)
        self.unread.text = ""
        self._read = _latest_line(self.look)

    def open_rules(self) -> None:
        """Show the rules in force; whoever plays may propose another."""
        seated = self.look.me is not None and bool(self.look.me.seats)
        playing = self.look.stage in (Stage.PLAYING, Stage.BETWEEN)
        open_rules(self.session, self.table, self._propose if seated and playing else None)

    def _propose(self, key: str) -> None:
        propose_sheet(self.session, self.room, self.shown.view.rules, key)

    def open_menu(self) -> None:
        """Show the menu."""
        actions = MenuActions(
            self.sort_now, self.open_rules, self.fair.open, self._ask_leave, self.toggle, self._entries(), online=True
        )
        open_menu(self.session, actions)

    def _entries(self) -> tuple[MenuEntry, ...]:
        look = self.look
        found = [MenuEntry("people", "people", lambda tr: tr.t("People and talk"), self.open_people)]
        playing = look.stage in (Stage.PLAYING, Stage.BETWEEN) and not look.options.over_days
        if look.me is not None and look.me.seats and playing:
            found.append(self._pause_entry(look.paused))
        if look.code:
            found.append(MenuEntry("invite", "share", lambda tr: tr.t("Invite"), self._open_invite))
        if look.is_host:
            found.append(MenuEntry("room", "settings", lambda tr: tr.t("Room"), self._open_options))
        return tuple(found)

    def _pause_entry(self, paused: bool) -> MenuEntry:
        session, room = self.session, self.room
        if paused:
            return MenuEntry(
                "resume", "play", lambda tr: tr.t("Go on"), lambda: tried(session, room.resume(session.owner))
            )
        return MenuEntry("pause", "pause", lambda tr: tr.t("Pause"), lambda: tried(session, room.pause(session.owner)))

    def _open_options(self) -> None:
        def end() -> None:
            dialog.close()
            ask_end(self.session, self.room)

        with sheet(self.session, lambda tr: tr.t("Room"), "dialog-options") as dialog:
            Options(self.session, self.room).show(self.look)
            for seat in self.look.seats:
                if seat.kind is SeatKind.COMPUTER:
                    offer_way(self.session, self.room, dialog, seat)
            button(self.session, lambda tr: tr.t("End the room"), "btn btn-danger", data_action="end-room").on_tap(end)

    def _open_invite(self) -> None:
        with sheet(self.session, lambda tr: tr.t("Invite"), "dialog-invite"):
            Share(self.session, self.room.code, self.address).show(self.look.options.hidden, self.look.is_host)

    def _ask_leave(self) -> None:
        ask_leave(self.session, self.room)


def _latest_line(look: RoomLook) -> int:
    """The number of what was said last."""
    return look.talk[-1].number if look.talk else 0


class Foot:
    """What can be done under the result of a round or of the match."""

    def __init__(self, page: RoomTable, match_over: bool) -> None:
        self._match_over: Final = match_over
        session = self._session = page.session
        if match_over:
            # The room takes note of a match a moment after the table has shown its end.
            self._evening = Node("div", "evening-place")
            self._matches = -1
            if session.me is None and page.look.me is not None and page.look.me.seats:
                offer_account(session)
        with Node("div", "row row-end results-actions"):
            if match_over:
                link(session, lambda tr: tr.t("Title"), "/", "btn")
                button(session, lambda tr: tr.t("Replay"), data_action="replay").on_tap(page.watch_again)
                button(session, lambda tr: tr.t("Waiting room"), data_action="to-room").on_tap(page.to_room)
                self._next = button(
                    session, lambda tr: tr.t("Rematch"), "btn btn-main btn-big", data_action="rematch"
                ).on_tap(page.rematch)
            else:
                button(session, lambda tr: tr.t("People and talk"), data_action="talk").on_tap(page.open_people)
                with Node("button", "btn btn-main btn-big", type="button", data_action="next-round").on_tap(
                    page.next_round
                ) as self._next:
                    words(session, "span", lambda tr: tr.t("Next round"))
                    self._count = Node("span", "countdown", aria_hidden=True)
                self._sit = button(session, lambda tr: tr.t("Take a seat"), data_action="take-seat-now").on_tap(
                    lambda: tried(session, page.room.take_seat(session.owner))
                )
            self._wait = words(session, "p", lambda tr: tr.t("The next round begins soon."), "soft small", hidden=True)

    def show(self, look: RoomLook) -> None:
        """Bring it up to date."""
        seated = look.me is not None and bool(look.me.seats)
        self._next.set(hidden=not seated)
        if self._match_over:
            self._show_evening(look)
        else:
            left = look.next_round_in
            self._count.set(hidden=left is None, data_countdown=None if left is None else f"{left:.1f}")
            self._wait.set(hidden=seated or left is None)
            self._sit.set(hidden=seated or not look.free or look.me is None or look.me.wants is not None)

    def _show_evening(self, look: RoomLook) -> None:
        if len(look.evening.matches) != self._matches:
            self._matches = len(look.evening.matches)
            self._evening.clear()
            with self._evening:
                evening_table(self._session, look.evening)


class Watching:
    """What somebody without a seat sees where others have their hand."""

    def __init__(self, session: Session, room: Room) -> None:
        self._session: Final = session
        with Node("div", "watching", hidden=True) as self._node:
            self._line = words(session, "p", lambda tr: tr.t("You are watching."))
            self._sit = button(session, lambda tr: tr.t("Take a seat"), "press", data_action="take-seat").on_tap(
                lambda: tried(session, room.take_seat(session.owner))
            )
            self._stay = button(
                session, lambda tr: tr.t("Rather watch"), "press second", data_action="withdraw-claim"
            ).on_tap(lambda: tried(session, room.withdraw_claim(session.owner)))

    def show(self, look: RoomLook) -> None:
        """Bring it up to date."""
        me = look.me
        self._node.set(hidden=me is None or bool(me.seats))
        if me is None:
            return
        waits = me.wants is not None
        self._sit.set(hidden=waits or not look.free)
        self._stay.set(hidden=not waits)
        self._session.say(self._line, _waiting if waits else _watching)


def _watching(tr: Translator) -> str:
    return tr.t("You are watching.")


def _waiting(tr: Translator) -> str:
    return tr.t("You have a seat from the next round on.")


def fresh_news(look: RoomLook, seen: int, tr: Translator) -> Sequence[str]:
    """What has happened since the piece of news numbered ``seen``, in sentences; not what one can see anyhow."""
    me = look.me
    mine = set() if me is None else {me.name, *(look.seats[seat].name for seat in me.seats)}
    texts = []
    for each in look.news:
        if each.number > seen and each.word not in _SEEN_ANYHOW:
            own = each.name in mine and each.word in _ABOUT_ONESELF
            texts.append(
                own_news_text(each.word, tr) if own else news_text(each.word, each.name, each.key, each.value, tr)
            )
    return [text for text in texts if text]


_SEEN_ANYHOW: Final = ("match_started", "match_ended", "vote_opened", "paused", "resumed")
_ABOUT_ONESELF: Final = (
    "joined", "spectating", "took_seat", "stood_up", "back", "away", "more_time", "new_host",
)  # fmt: skip
