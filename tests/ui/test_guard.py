"""The guard's own judgement; what it does to real sockets is tried in ``e2e/test_guard.py``."""

import pytest

from app.ui.guard import BURST, PER_SECOND, Bucket, Guard, check_framework


def test_the_installed_framework_has_every_name_that_the_guard_needs() -> None:
    check_framework()


def test_a_burst_is_fine_and_then_so_much_a_second() -> None:
    bucket = Bucket(0.0)
    assert all(bucket.allows(0.0) for _ in range(BURST))
    assert not bucket.allows(0.0)
    assert sum(bucket.allows(1.0) for _ in range(BURST)) == PER_SECOND
    assert sum(bucket.allows(1000.0) for _ in range(2 * BURST)) == BURST


@pytest.mark.parametrize(
    ("base_url", "origin", "host", "upgrade", "fine"),
    [
        ("", "http://192.168.1.7:8080", "192.168.1.7:8080", "websocket", True),
        ("", "https://uno.example.org", "uno.example.org", "websocket", True),
        ("", "https://evil.example", "uno.example.org", "websocket", False),
        ("", "null", "uno.example.org", "websocket", False),
        ("", None, "uno.example.org", "websocket", False),
        ("", None, "uno.example.org", "", True),
        ("https://uno.example.org", "https://uno.example.org", "inner:8080", "websocket", True),
        ("https://uno.example.org", "https://evil.example", "inner:8080", "websocket", False),
    ],
)
def test_origins(base_url: str, origin: str | None, host: str, upgrade: str, fine: bool) -> None:
    assert Guard(base_url).allows_origin(origin, {"HTTP_HOST": host, "HTTP_UPGRADE": upgrade}) is fine
