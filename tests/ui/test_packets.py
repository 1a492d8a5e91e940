"""What goes over the sockets of pages."""

import pytest
from nicegui import json
from socketio.packet import EVENT, Packet

from app.ui.packets import TextPacket


@pytest.fixture(autouse=True)
def _as_the_framework_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Packet, "json", json)


def test_a_packet_is_written_as_the_library_writes_it_and_read_back() -> None:
    data = ["update", {"4": {"tag": "i", "class": ["ä", "b"], "props": {"data-n": 1}}, "5": None, "_id": 7}]
    written = TextPacket(EVENT, namespace="/", data=data).encode()
    assert written == Packet(EVENT, namespace="/", data=data).encode()
    assert TextPacket(encoded_packet=written).data == data


def test_bytes_are_refused() -> None:
    with pytest.raises(TypeError):
        TextPacket(EVENT, namespace="/", data=["update", {"4": b"bytes"}]).encode()
