"""What goes over the sockets of pages is text, and nobody looks through it for anything else."""

from nicegui import core
from socketio.packet import Packet


class TextPacket(Packet):  # type: ignore[misc]
    """A packet of the socket library for a product that sends no bytes.

    The library's own walks through all of each message to see whether bytes are in it, which takes longer than to
    write it down. Bytes in a message of ours would be an error, and are refused where it is written down.
    """

    uses_binary_events = False


def send_text_only() -> None:
    """Have the framework's sockets use it, as the library's option ``serializer`` would have."""
    core.sio.packet_class = TextPacket
