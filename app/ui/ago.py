"""How long ago something was, in words; the server does not know the visitor's time zone."""

import time
from typing import Final

from app.text.translator import Translator

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def ago(moment: float, tr: Translator, now: float | None = None) -> str:
    """How long ago ``moment`` was, to be put after a colon. ``moment`` and ``now`` are seconds since 1970."""
    passed = max(0.0, (time.time() if now is None else now) - moment)
    if passed < MINUTE:
        return tr.t("just now")
    if passed < HOUR:
        return tr.n("{count} minute ago", "{count} minutes ago", int(passed // MINUTE))
    if passed < DAY:
        return tr.n("{count} hour ago", "{count} hours ago", int(passed // HOUR))
    return tr.n("{count} day ago", "{count} days ago", int(passed // DAY))


def saved_ago(moment: float, tr: Translator, now: float | None = None) -> str:
    """``moment`` and ``now`` are seconds since 1970."""
    passed = max(0.0, (time.time() if now is None else now) - moment)
    if passed < MINUTE:
        return tr.t("Saved just now")
    if passed < HOUR:
        return tr.n("Saved {count} minute ago", "Saved {count} minutes ago", int(passed // MINUTE))
    if passed < DAY:
        return tr.n("Saved {count} hour ago", "Saved {count} hours ago", int(passed // HOUR))
    return tr.n("Saved {count} day ago", "Saved {count} days ago", int(passed // DAY))
