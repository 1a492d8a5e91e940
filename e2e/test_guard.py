"""What a socket may do that no page of ours would: spoken to the server directly, without a browser."""

import contextlib
import html
import json
import re
import secrets
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from e2e.conftest import Product

EVIL = "https://evil.example"
SECONDS = 30.0
"""To wait for an answer."""


class Speaker:
    """A page that was loaded, and the socket that speaks for it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sockets = contextlib.ExitStack()
        self.accepted = False
        with urllib.request.urlopen(url) as answer:
            page = answer.read().decode()
        elements = re.search(r"parseElements\(String\.raw`(.*?)`\)", page, re.DOTALL)
        client = re.search(r"""client_id['"]: ?['"]([^'"]+)""", page)
        assert elements and client
        self.elements: dict[str, Any] = json.loads(html.unescape(elements[1].replace("&#36;", "$")))
        self.client_id = client[1]

    def open(self, origin: str | None) -> None:
        """Open the socket as a page at ``origin`` would."""
        query = (
            f"EIO=4&transport=websocket&client_id={self.client_id}&next_message_id=0&implicit_handshake=true"
            f"&document_id={secrets.token_hex(8)}&tab_id={secrets.token_hex(8)}"
        )
        address = self.url.replace("http:", "ws:") + f"/_nicegui_ws/socket.io/?{query}"
        headers = {"Origin": origin} if origin else {}
        self.socket = self.sockets.enter_context(connect(address, additional_headers=headers, open_timeout=SECONDS))
        self.greeting = json.loads(str(self.socket.recv(SECONDS))[1:])
        self.socket.send("40")
        self.accepted = self.hear("{").startswith("40")

    def language_button(self, language: str) -> tuple[int, str]:
        """The id of the element and of its listener."""
        for number, element in self.elements.items():
            if element.get("props", {}).get("data-language") == language:
                return int(number), element["events"][0]["listener_id"]
        raise AssertionError("There is no such button.")

    def tap(self, language: str, client_id: str, button: tuple[int, str]) -> None:
        message = {"id": button[0], "client_id": client_id, "listener_id": button[1], "args": []}
        self.say("event", message)

    def say(self, kind: str, message: Any) -> None:
        self.socket.send("42" + json.dumps([kind, message]))

    def hear(self, wanted: str, seconds: float = SECONDS) -> str:
        """Everything that came until ``wanted`` was in it."""
        heard = ""
        deadline = time.monotonic() + seconds
        while wanted not in heard:
            frame = str(self.socket.recv(max(0.01, deadline - time.monotonic())))
            if frame == "2":
                self.socket.send("3")
            heard += frame
        return heard


@pytest.fixture
def speaker(product: Product) -> Iterator[Callable[[], Speaker]]:
    made: list[Speaker] = []

    def make() -> Speaker:
        made.append(Speaker(product.url))
        made[-1].open(product.url)
        return made[-1]

    yield make
    for each in made:
        each.sockets.close()


def test_a_vanished_browser_is_noticed_within_seconds(speaker: Callable[[], Speaker]) -> None:
    greeting = speaker().greeting
    assert (greeting["pingInterval"], greeting["pingTimeout"]) == (8000, 6000)


@pytest.mark.parametrize("origin", [EVIL, "null", None])
def test_a_page_from_elsewhere_gets_no_socket(product: Product, origin: str | None) -> None:
    speaker = Speaker(product.url)
    with contextlib.suppress(InvalidStatus), speaker.sockets:
        speaker.open(origin)
    assert not speaker.accepted


def test_a_socket_speaks_only_for_its_own_page(speaker: Callable[[], Speaker]) -> None:
    mine, other = speaker(), speaker()
    other.tap("th", mine.client_id, mine.language_button("th"))
    other.tap("ja", other.client_id, other.language_button("ja"))
    other.hear("lang = 'ja'")
    mine.tap("ja", mine.client_id, mine.language_button("ja"))
    assert "lang = 'th'" not in mine.hear("lang = 'ja'")


def test_messages_of_no_sense_are_dropped_quietly_and_a_flood_is_cut_off(
    product: Product, speaker: Callable[[], Speaker]
) -> None:
    flooding = speaker()
    before = len(product.log)
    nonsense: list[Any] = [
        None,
        7,
        [],
        {},
        {"client_id": flooding.client_id},
        {"client_id": flooding.client_id, "id": "x", "listener_id": [], "args": 5},
        {"client_id": flooding.client_id, "id": 4, "listener_id": "no", "args": ["{" * 50]},
        {"client_id": flooding.client_id, "id": 4, "listener_id": ["no"], "args": []},
    ]

    def flood() -> None:
        for number in range(2000):
            for kind in ("event", "ack", "javascript_response", "handshake"):
                flooding.say(kind, nonsense[number % len(nonsense)])
        flooding.hear("never")

    with pytest.raises(ConnectionClosed):
        flood()
    assert "Traceback" not in product.log
    assert len(product.log) - before < 2000
    assert speaker().greeting


def test_browsers_do_not_write_into_our_log(product: Product, speaker: Callable[[], Speaker]) -> None:
    writing = speaker()
    writing.say("log", {"client_id": writing.client_id, "level": "error", "message": "forged\nline"})
    writing.tap("ja", writing.client_id, writing.language_button("ja"))
    writing.hear("lang = 'ja'")
    assert "forged" not in product.log


def test_a_message_that_is_far_too_long_closes_the_socket(speaker: Callable[[], Speaker]) -> None:
    long = speaker()
    long.say("event", {"client_id": long.client_id, "id": 1, "args": ["x" * 200_000]})
    with pytest.raises(ConnectionClosed):
        long.hear("never")
