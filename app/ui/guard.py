"""The guard at the socket: what a browser may send before the framework looks at it.

The framework trusts its sockets more than we do: it takes events for any page from any socket, logs what it
is told to log, and writes a traceback for every message that is not shaped as it expects. The guard answers for
the origin of a socket, lets a socket speak only for the page that it opened, checks every shape, and
cuts off those that flood. It replaces handlers of the framework by name, so it also makes sure, at start-up, that
they are still there.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs

from nicegui import Client, core
from socketio.exceptions import ConnectionRefusedError as Refused

from app.ui.http import is_ours

log = logging.getLogger(__name__)

LARGEST_MESSAGE: Final = 65_536
"""Bytes; anything larger closes the socket."""
LARGEST_ARGUMENT: Final = 16_384
MOST_ARGUMENTS: Final = 8
BURST: Final = 40
PER_SECOND: Final = 15
TOO_MANY: Final = 200
"""Messages over the limit after which a socket is cut off."""
QUIET_SECONDS: Final = 5.0
"""Refused messages are logged as one line at most this often."""

_EVENTS: Final = ("connect", "disconnect", "handshake", "event", "javascript_response", "ack", "log")
_CLIENT_PARTS: Final = ("_socket_to_document_id", "outbox", "elements", "handle_event", "handle_javascript_response")


class FrameworkChanged(RuntimeError):
    """A name of the framework that the guard relies on is gone: it must be looked at before serving."""


def check_framework() -> None:
    """Raise ``FrameworkChanged`` unless the framework still has every name that the guard uses."""
    handlers = core.sio.handlers.get("/", {})
    missing = [name for name in _EVENTS if name not in handlers]
    source = Client.__init__.__code__.co_names + tuple(dir(Client))
    missing += [name for name in _CLIENT_PARTS if name not in source]
    missing += [
        name for name in ("cors_allowed_origins", "max_http_buffer_size", "sockets") if not hasattr(core.sio.eio, name)
    ]
    missing += [name for name in ("eio_sid_from_sid",) if not hasattr(core.sio.manager, name)]
    if missing:
        raise FrameworkChanged(f"The installed NiceGUI lacks {', '.join(missing)}.")


class Bucket:
    """How much one socket may still say: ``BURST`` at once, ``PER_SECOND`` in the long run."""

    __slots__ = ("left", "over", "seen")

    def __init__(self, now: float) -> None:
        self.left = float(BURST)
        self.seen = now
        self.over = 0

    def allows(self, now: float) -> bool:
        """Whether one more message is fine at ``now`` (seconds)."""
        self.left = min(BURST, self.left + (now - self.seen) * PER_SECOND)
        self.seen = now
        if self.left < 1:
            self.over += 1
            return False
        self.left -= 1
        return True


class Guard:
    """The handlers that stand in front of the framework's own. ``now`` is a clock in seconds."""

    def __init__(self, base_url: str, now: Callable[[], float] = time.monotonic) -> None:
        self.base_url = base_url
        self._now = now
        self._buckets: dict[str, Bucket] = {}
        self._refused = 0
        self._last_line = -QUIET_SECONDS
        self._framework: dict[str, Any] = {}

    def install(self) -> None:
        """Take the place of the framework's handlers."""
        check_framework()
        core.sio.eio.cors_allowed_origins = self.allows_origin
        core.sio.eio.max_http_buffer_size = LARGEST_MESSAGE
        own = {
            "connect": self.connect, "disconnect": self.disconnect, "handshake": self.handshake, "event": self.event,
            "javascript_response": self.javascript_response, "ack": self.ack, "log": self.log,
        }  # fmt: skip
        for name, handler in own.items():
            known = core.sio.handlers["/"][name]
            # Several products in one process (tests): the framework's handler is the one to call, never a guard's.
            self._framework[name] = (getattr(known, "__self__", None) and _original(known, name)) or known
            core.sio.on(name, handler)

    def allows_origin(self, origin: str | None, environ: dict[str, Any]) -> bool:
        """Whether a page at ``origin`` may open a socket here: the public address, or the one it was asked by."""
        if not origin:
            # Browsers name the origin of every WebSocket; same-origin polling has none.
            return str(environ.get("HTTP_UPGRADE", "")).lower() != "websocket"
        return is_ours(origin, str(environ.get("HTTP_HOST", "?")), self.base_url)

    async def connect(self, sid: str, environ: dict[str, Any], *auth: Any) -> None:
        """A new socket: it has to say for which page."""
        origin = environ.get("HTTP_ORIGIN")
        query = {key: values[0] for key, values in parse_qs(environ.get("QUERY_STRING", "")).items()}
        if not self.allows_origin(origin, environ) or not _is_introduction(query):
            self._refuse()
            raise Refused("Implicit handshake failed")
        await self._framework["connect"](sid, environ)

    def disconnect(self, sid: str, *reason: Any) -> None:
        """A socket is gone."""
        self._buckets.pop(sid, None)
        self._framework["disconnect"](sid)

    async def handshake(self, sid: str, *given: Any) -> bool:
        """The introduction of a page that was loaded ahead of being shown."""
        if await self._speaks(sid) and given and isinstance(given[0], dict) and _is_introduction(given[0]):
            return bool(await self._framework["handshake"](sid, given[0]))
        self._refuse()
        return False

    async def event(self, sid: str, *given: Any) -> None:
        """Somebody tapped something."""
        if not await self._speaks(sid):
            return
        client = self._client(sid, given)
        if client is None or not _is_event(client, given[0]):
            self._refuse()
            return
        client.handle_event(given[0])

    async def javascript_response(self, sid: str, *given: Any) -> None:
        """The answer to a question that the server asked the browser."""
        if not await self._speaks(sid):
            return
        client = self._client(sid, given)
        if client is None or not isinstance(given[0].get("request_id"), str):
            self._refuse()
            return
        try:
            client.handle_javascript_response(given[0])
        except KeyError:
            self._refuse()

    async def ack(self, sid: str, *given: Any) -> None:
        """The page has seen everything up to here."""
        if not await self._speaks(sid):
            return
        client = self._client(sid, given)
        if client is None or not _is_count(given[0].get("next_message_id")):
            self._refuse()
            return
        client.outbox.prune_history(given[0]["next_message_id"])

    async def log(self, sid: str, *given: Any) -> None:
        """A browser's wish to write into our log: counted, never written."""
        if await self._speaks(sid):
            self._refuse()

    async def _speaks(self, sid: str) -> bool:
        """Whether this socket may say one more thing; one that never stops is cut off."""
        now = self._now()
        bucket = self._buckets.setdefault(sid, Bucket(now))
        if bucket.allows(now):
            return True
        self._refuse()
        if bucket.over == TOO_MANY:
            await _cut(sid)
        return False

    def _client(self, sid: str, given: tuple[Any, ...]) -> Client | None:
        """The page a message is for, if this very socket belongs to it."""
        if len(given) != 1 or not isinstance(given[0], dict) or not isinstance(given[0].get("client_id"), str):
            return None
        client = Client.instances.get(given[0]["client_id"])
        return client if client is not None and sid in client._socket_to_document_id else None

    def _refuse(self) -> None:
        self._refused += 1
        now = self._now()
        if now - self._last_line >= QUIET_SECONDS:
            log.info("Messages from browsers refused: %d", self._refused)
            self._refused, self._last_line = 0, now


def _original(known: Any, name: str) -> Any:
    guard = known.__self__
    return guard._framework.get(name) if isinstance(guard, Guard) else None


async def _cut(sid: str) -> None:
    """Close the connection of a socket, whether or not its browser wants to."""
    connection_id = core.sio.manager.eio_sid_from_sid(sid, "/")
    connection = core.sio.eio.sockets.get(connection_id)
    if connection is not None:
        await core.sio.eio.disconnect(connection_id)
        # The goodbye alone is left to the browser to follow; an empty entry ends the connection itself.
        await connection.queue.put(None)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _is_introduction(query: dict[str, Any]) -> bool:
    """Whether a socket says all that the framework will ask for, in the right shapes."""
    if not all(isinstance(query.get(key), str) and query[key] for key in ("client_id", "tab_id", "document_id")):
        return False
    if not isinstance(query.get("old_tab_id", ""), str | None):
        return False
    return str(query.get("next_message_id", "0")).isdecimal() and len(str(query.get("next_message_id", "0"))) < 16


def _is_event(client: Client, message: dict[str, Any]) -> bool:
    """Whether a message is an event of an element of this page, with arguments that can be read."""
    element_id, arguments = message.get("id"), message.get("args", [])
    if not _is_count(element_id) or not isinstance(arguments, list) or len(arguments) > MOST_ARGUMENTS:
        return False
    element, listener = client.elements.get(element_id), message.get("listener_id")  # type: ignore[arg-type]
    if element is None or not isinstance(listener, str) or listener not in element._event_listeners:
        return False
    return all(argument is None or _is_json(argument) for argument in arguments)


def _is_json(argument: object) -> bool:
    if not isinstance(argument, str) or len(argument) > LARGEST_ARGUMENT:
        return False
    try:
        json.loads(argument)
    except (ValueError, RecursionError):
        return False
    return True
