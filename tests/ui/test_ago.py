"""How long ago, in words."""

import pytest

from app.text.translator import translator
from app.ui.ago import ago, saved_ago


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (-5, "Saved just now"),
        (59, "Saved just now"),
        (60, "Saved 1 minute ago"),
        (3599, "Saved 59 minutes ago"),
        (7200, "Saved 2 hours ago"),
        (86400, "Saved 1 day ago"),
        (86400 * 30, "Saved 30 days ago"),
    ],
)
def test_saved_ago(passed: float, said: str) -> None:
    assert saved_ago(1_000_000 - passed, translator("en"), now=1_000_000) == said


@pytest.mark.parametrize(
    ("passed", "said"), [(-5, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (86400 * 30, "30 days ago")]
)
def test_ago(passed: float, said: str) -> None:
    assert ago(1_000_000 - passed, translator("en"), now=1_000_000) == said
