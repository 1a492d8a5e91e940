"""Who is online, as the sockets of pages come and go."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

from nicegui import Client

from app.play import Account, Accounts, Friends, Lounge, Passkeys, Presence, SignedIn
from app.ui.session import Session

ANN = SignedIn(Account("a1", "Ann", "", "", 0.0, True), "s1", 0.0)


class Page:
    """A page of Ann's as the framework tells of it: its sockets come, go, and at last it is deleted."""

    def __init__(self, id: str, presence: Presence, me: SignedIn | None = ANN) -> None:
        self.id = id
        self.sockets: set[str] = set()
        self.when: dict[str, list[Callable[[], None]]] = {"connect": [], "disconnect": [], "delete": []}
        accounts = SimpleNamespace(when_ended=lambda *_: lambda: None)
        session = Session(cast(Client, self), cast(Lounge, None), "device", {}, "en")
        friends = cast(Friends, SimpleNamespace(presence=presence))
        session.know(cast(Accounts, accounts), cast(Passkeys, None), friends, me, secure=True)

    @property
    def has_socket_connection(self) -> bool:
        return bool(self.sockets)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("on_"):
            return self.when.setdefault(name.removeprefix("on_"), []).append
        raise AttributeError(name)

    def _happens(self, what: str) -> None:
        for callback in self.when[what]:
            callback()

    def connect(self, socket: str) -> None:
        self.sockets.add(socket)
        self._happens("connect")

    def disconnect(self, socket: str) -> None:
        self.sockets.discard(socket)
        self._happens("disconnect")

    def delete(self) -> None:
        self._happens("delete")


async def rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_late_death_of_an_old_socket_changes_nothing() -> None:
    presence = Presence(grace=0)
    page = Page("one", presence)
    assert not presence.online("a1"), "a page that was only loaded is nobody yet"
    page.connect("old")
    page.connect("new")
    page.disconnect("old")
    await rest()
    assert presence.online("a1")
    page.disconnect("new")
    await rest()
    assert not presence.online("a1")


async def test_several_tabs_count_as_one_and_the_last_ends_it() -> None:
    presence = Presence(grace=0)
    told: list[bool] = []
    presence.watch("a1", told.append)
    one, two = Page("one", presence), Page("two", presence)
    one.connect("a")
    two.connect("b")
    one.disconnect("a")
    await rest()
    one.delete()
    assert presence.online("a1") and told == [True]
    two.delete()
    assert not presence.online("a1") and told == [True, False]


async def test_whoever_is_not_signed_in_is_never_online() -> None:
    presence = Presence(grace=0)
    page = Page("one", presence, me=None)
    page.connect("a")
    assert not presence.online("a1")
