"""What notices say, and what the way to their matter is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.text.translator import Translator, mark


class Words(NamedTuple):
    """The sentence of a kind of notice, which texts it needs, and the word on its link."""

    sentence: str
    params: tuple[str, ...]
    action: str
    named: str = ""
    """The sentence where the host of the room is known, who says more than a code."""


COUNTED: Final = "friend_requests"
"""The kind that counts, and so has a sentence of its own for one."""

KINDS: Final = {
    "friend_request": Words(mark("{name} asks to be your friend."), ("name",), mark("See")),
    COUNTED: Words("", ("count",), mark("See")),
    "friend_accepted": Words(mark("{name} is your friend now."), ("name",), mark("Friends")),
    "room_invitation": Words(mark("{name} invites you to a game."), ("name", "code"), mark("Join")),
    "room_started": Words(
        mark("The game in room {code} has started."),
        ("code",),
        mark("Go there"),
        mark("The game in {host}’s room has started."),
    ),
    "your_turn": Words(
        mark("It is your turn in room {code}."), ("code",), mark("Play"), mark("It is your turn in {host}’s room.")
    ),
    "round_over": Words(
        mark("The round in {host}’s room is over. Whoever comes first deals the next."), ("host",), mark("Go there")
    ),
    "host_passed": Words(
        mark("You were away so long that {host} is the host of your room now."), ("host",), mark("Go there")
    ),
    "vote": Words(mark("A change is proposed in {host}’s room."), ("host",), mark("Vote")),
}
"""Every kind of notice."""


def notice_text(kind: str, params: Mapping[str, str], tr: Translator) -> str:
    """What a notice says; an empty text for one that cannot be said: an unknown kind, or a text missing."""
    if kind not in KINDS or any(name not in params for name in KINDS[kind].params):
        return ""
    if kind == COUNTED:
        count = int(params["count"]) if params["count"].isascii() and params["count"].isdigit() else 0
        return tr.n("{count} person asks to be your friend.", "{count} people ask to be your friends.", count)
    words = KINDS[kind]
    return tr.t(words.named if words.named and params.get("host") else words.sentence, **params)


def notice_action(kind: str, tr: Translator) -> str:
    """The word on the link of a notice of a known kind."""
    return tr.t(KINDS[kind].action)
