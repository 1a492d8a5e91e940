"""The strip of notices over every page: what somebody else has just done that concerns this visitor."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from nicegui import ui

from app.play import Notice, StoreError, room_alias
from app.play.friends import REQUESTS_KEY
from app.text.notices import notice_action, notice_text
from app.ui.element import Node
from app.ui.session import Session

SHOWN_SECONDS: Final = 20.0
"""How long a notice stands that was only sent."""
MOST_SHOWN: Final = 3
"""Notices on a page at once; the oldest make room."""
_ICONS: Final = {"friend_request": "person-add", "friend_requests": "person-add", "friend_accepted": "people"}


class NoticeStrip:
    """The notices of one page. Each has a sentence, a link to its matter, and a button that puts it away."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        self._shown: Final[dict[str, Node]] = {}
        self._count = 0

    async def build(self) -> None:
        """Make the strip, with what waits already, and listen from now on."""
        session = self.session
        self._path = session.client.request.url.path
        self._strip = session.label(Node("div", "notices", role="region"), lambda tr: tr.t("Notices"))
        with self._strip:
            self._list = Node("div", "notices-list", aria_live="polite")
        session.client.on_delete(session.lounge.notices.subscribe(session.owner, self._heard))
        for notice in await self._waiting():
            self._show(notice)

    async def _waiting(self) -> list[Notice]:
        waiting = await self.session.lounge.notices.kept(self.session.owner)
        me = self.session.me
        requests = None if me is None else await self.session.friends.unseen(me.account.id)
        return waiting if requests is None else [*waiting, requests]

    def _heard(self, key: str, notice: Notice | None) -> None:
        if self._list.is_deleted:
            return
        with self.session.client:
            self._take_away(key)
            if notice is not None and self._show(notice) and self.session.behind_dialog:
                self.session.tell(lambda tr: notice_text(notice.kind, notice.params, tr))

    def _show(self, notice: Notice) -> bool:
        """Add a notice, unless it leads to where one is, or cannot be said; whether it was added."""
        session = self.session
        if self._is_here(notice.href) or not notice_text(notice.kind, notice.params, session.tr):
            return False
        self._count += 1
        place = notice.key or f"#{self._count}"
        while len(self._shown) >= MOST_SHOWN:
            self._take_away(next(iter(self._shown)))
        self._shown[place] = node = self._made(place, notice)
        if not notice.kept:
            with node:
                ui.timer(SHOWN_SECONDS, lambda: self._expire(place, node), once=True)
        return True

    def _is_here(self, href: str) -> bool:
        """Whether a notice leads to where one is, be it under another name."""
        return not {*self._names(self._path)}.isdisjoint(self._names(urlsplit(href).path))

    def _names(self, path: str) -> tuple[str, str]:
        """A path, and what it is called as the address of a room whose code is hidden."""
        start, slash, code = path.rpartition("/")
        return path, start + slash + room_alias(code, self.session.owner)

    def _made(self, place: str, notice: Notice) -> Node:
        session = self.session
        with self._list, Node("div", "notice", data_notice=notice.kind) as node:
            Node("i", f"icon-{_ICONS.get(notice.kind, 'cards')}", aria_hidden=True)
            session.say(Node("p", "notice-text"), lambda tr: notice_text(notice.kind, notice.params, tr))
            way = Node("a", "btn btn-small btn-main", href=notice.href, data_action="notice-go")
            session.say(way, lambda tr: notice_action(notice.kind, tr))
            away = Node("button", "btn btn-icon btn-quiet", type="button", data_action="notice-away")
            with session.label(away, lambda tr: tr.t("Put away")):
                Node("i", "icon-close", aria_hidden=True)
            session.label(away, lambda tr: tr.t("Put away"), "title")
            away.on_tap(lambda: self._put_away(place, notice))
        return node

    def _expire(self, place: str, node: Node) -> None:
        if self._shown.get(place) is node:
            self._take_away(place)

    def _take_away(self, place: str) -> None:
        node = self._shown.pop(place, None)
        if node is not None and not node.is_deleted:
            node.delete()

    async def _put_away(self, place: str, notice: Notice) -> None:
        self._take_away(place)
        if not notice.kept:
            return
        try:
            await self._settle(notice)
        except StoreError:
            # It comes back with the next page: nothing is lost.
            return

    async def _settle(self, notice: Notice) -> None:
        me = self.session.me
        if notice.key != REQUESTS_KEY:
            await self.session.lounge.notices.forget(self.session.owner, notice.key)
        elif me is not None:
            await self.session.friends.seen(me)
