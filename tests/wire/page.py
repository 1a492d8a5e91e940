"""A page opened without a browser: it loads the HTML, speaks the page's socket, and keeps the elements.

Good for hundreds of visitors at once, and for looking at every byte that a browser would be sent. It does only
what a browser does of itself: it answers pings, keeps the elements as they are told, and acknowledges.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import html
import json
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Self
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

ACK_EVERY: Final = 3.0
"""Seconds between the acknowledgements, as in a browser."""
PATIENCE: Final = 30.0
_ELEMENTS: Final = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_QUERY: Final = re.compile(r"query: (\{.*?\}),\n")
_CLOSES: Final = re.compile(r"runMethod\((\d+), ?['\"]close['\"]")

Element = dict[str, Any]


class SocketPage:
    """One visitor with one page open. ``frames`` holds everything that the server has sent, the HTML first."""

    def __init__(self, base: str, cookies: Mapping[str, str] | None = None, language: str = "en") -> None:
        self.base = base
        self.cookies = dict(cookies or {})
        self.language = language
        self.elements: dict[int, Element] = {}
        self.frames: list[str] = []
        self.keeps_frames = True
        self.opened: list[str] = []
        """Addresses to which the server has sent the page."""
        self.on_change: Callable[[], None] | None = None
        self._client_id = ""
        self._next = 0
        self._acked = 0.0
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._answers: list[asyncio.Task[None]] = []

    # Opening and closing

    async def open(self, path: str) -> Self:
        """Load the page and connect its socket."""
        headers = {"accept-language": self.language, "cookie": self._cookie}
        async with httpx.AsyncClient(timeout=PATIENCE) as web:
            answer = await web.get(self.base + path, headers=headers)
        self.cookies |= dict(answer.cookies)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        self._read_page(answer.text)
        await self.reconnect()
        return self

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _read_page(self, text: str) -> None:
        self._keep(text)
        elements, query = _ELEMENTS.search(text), _QUERY.search(text)
        assert elements is not None and query is not None, "not a page of the product"
        raw = elements[1].replace("&#36;", "$").replace("&#96;", "`")
        self.elements = {int(id): element for id, element in json.loads(html.unescape(raw)).items()}
        self._query = ast.literal_eval(query[1])
        self._client_id = self._query["client_id"]
        self._query |= {"tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4())}
        self._query |= {"implicit_handshake": "true", "EIO": 4, "transport": "websocket"}
        self._next = int(self._query["next_message_id"])

    async def reconnect(self) -> None:
        """Connect the socket, as after the network was away."""
        asked = {**self._query, "next_message_id": self._next}
        address = f"{self.base.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?{urlencode(asked)}"
        self._socket = await connect(
            address,
            origin=Origin(self.base),
            additional_headers={"cookie": self._cookie},
            compression=None,
            max_size=None,
        )
        welcome = await self._socket.recv()
        assert str(welcome).startswith("0"), welcome
        await self._socket.send("40")
        self._reader = asyncio.create_task(self._read())

    async def vanish(self) -> None:
        """Be gone without a word, as a phone that falls asleep."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close the page."""
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()

    # Reading

    async def _read(self) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._socket:
                text = frame if isinstance(frame, str) else frame.decode()
                if text == "2":
                    await self._socket.send("3")
                elif text.startswith("42"):
                    self._keep(text)
                    self._follow(*json.loads(text[2:]))
                    await self._acknowledge()

    def _keep(self, frame: str) -> None:
        if self.keeps_frames:
            self.frames.append(frame)

    def _follow(self, kind: str, data: dict[str, Any]) -> None:
        number = data.pop("_id", None)
        if number is not None:
            if number < self._next:
                return
            self._next = number + 1
        if kind == "update":
            for id, element in data.items():
                if element is None:
                    self.elements.pop(int(id), None)
                else:
                    self.elements[int(id)] = element
        elif kind == "open":
            self.opened.append(str(data["path"]))
        elif kind == "run_javascript" and (closed := _CLOSES.search(data["code"])):
            # A dialog that is closed says so by itself.
            self._answers.append(asyncio.create_task(self._tell_closed(int(closed[1]))))
        self._changed.set()
        if self.on_change is not None:
            self.on_change()

    async def _tell_closed(self, id: int) -> None:
        element = self.elements.get(id)
        if element is not None:
            await self.send_event(id, element, "close", [])

    async def _acknowledge(self) -> None:
        now = time.monotonic()
        if now - self._acked >= ACK_EVERY:
            self._acked = now
            await self._emit("ack", {"client_id": self._client_id, "next_message_id": self._next})

    async def _emit(self, kind: str, data: dict[str, Any]) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send("42" + json.dumps([kind, data]))

    # What is on the page

    def all(self, **marks: str | None) -> Iterator[tuple[int, Element]]:
        """The elements with these attributes (``data_action="draw"``); ``None`` for any value."""
        wanted = {name.replace("_", "-"): value for name, value in marks.items()}
        for id, element in list(self.elements.items()):
            props = element.get("props", {})
            if all(name in props and value in (None, props[name]) for name, value in wanted.items()):
                yield id, element

    def has(self, **marks: str | None) -> bool:
        """Whether there is such an element."""
        return next(self.all(**marks), None) is not None

    def mark(self, name: str, **marks: str | None) -> str | None:
        """The attribute ``name`` of the first element with these marks; ``None`` where there is none."""
        found = next(self.all(**marks), None)
        return None if found is None else found[1].get("props", {}).get(name)

    @property
    def text(self) -> str:
        """Every text on the page."""
        return "\n".join(str(element["text"]) for element in self.elements.values() if element.get("text"))

    async def until(self, seen: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until ``seen`` is true; fails with what the page says when it does not come to that."""
        async with asyncio.timeout(seconds):
            while not seen():
                self._changed.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), 0.25)

    # Acting

    async def tap(self, **marks: str | None) -> None:
        """Click the first element with these marks."""
        found = next(self.all(**marks), None)
        assert found is not None, f"nothing to tap: {marks}\n{self.text}"
        id, element = found
        if any(event["type"] == "click" for event in element.get("events", [])):
            await self.send_event(id, element, "click", [])
        else:
            # One listener above tells which of its elements was meant, as for the cards of a hand.
            await self.send_event(*self._listening_above(id), "click", [id])

    def _listening_above(self, id: int) -> tuple[int, Element]:
        while True:
            id, element = next((each, above) for each, above in self.elements.items() if id in _children(above))
            if any(event["type"] == "click" for event in element.get("events", [])):
                return id, element

    async def submit(self, fields: Mapping[str, str], **marks: str | None) -> None:
        """Send the form with these marks."""
        found = next(self.all(**marks), None)
        assert found is not None, f"no such form: {marks}\n{self.text}"
        await self.send_event(*found, "submit", [dict(fields)])

    async def send_event(self, id: int, element: Element, kind: str, arguments: list[Any]) -> None:
        """Send what a browser sends when ``kind`` happens to the element."""
        listener = next(event["listener_id"] for event in element.get("events", []) if event["type"] == kind)
        message = {"id": id, "client_id": self._client_id, "listener_id": listener,
                   "args": [json.dumps(each) for each in arguments]}  # fmt: skip
        await self._emit("event", message)


def _children(element: Element) -> list[int]:
    inside: list[int] = element.get("children") or element.get("slots", {}).get("default", {}).get("ids", [])
    return inside
