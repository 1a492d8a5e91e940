"""Small scenes made of the art of the table, for pages that would be bare otherwise. Nothing of them is to be read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from app.engine.cards import COLOUR_NAMES
from app.ui.element import Node

STYLE: Final = "scene.css"
"""The style sheet that a page with a scene needs."""

PAINTED: Final = ("r9", "y9")
"""The cards on the table with a free seat, which are nobody's."""
_PLAYERS: Final = ("badger", "otter", "panda", "robin", "raccoon")
_FRIENDS: Final = (
    ("squirrel", ""), ("bear", "laugh"), ("koala", ""), ("fox", "thumb"), ("penguin", ""), ("cat", "love"),
    ("tiger", ""),
)  # fmt: skip
"""Who has come together, and who of them makes which face."""
_STEPS: Final = ((2, "snail"), (1, "rabbit"), (3, "goose"))


@contextmanager
def beside(scene: Callable[[], None], classes: str = "") -> Iterator[None]:
    """What the ``with`` block makes, with ``scene`` beside it, or above it where that is too narrow."""
    with Node("div", f"beside {classes}".strip()):
        scene()
        with Node("div", "beside-rest"):
            yield


def free_seat() -> None:
    """A table in mid-game at which one seat is free."""
    with Node("div", "scene scene-table", aria_hidden=True):
        Node("div", "scene-wood")
        Node("div", "scene-ring")
        Node("i", "playing-card face-back")
        for card in PAINTED:
            Node("i", f"playing-card face-{card}")
        for place, key in enumerate(_PLAYERS):
            with Node("div", f"scene-seat scene-seat-{place}"):
                for _ in range(3):
                    Node("b", "face-back")
                Node("i", f"portrait portrait-{key}")
        with Node("div", "scene-seat scene-free"):
            Node("i", "icon-person-add")


def gathering() -> None:
    """Friends who have come together."""
    with Node("div", "scene scene-friends", aria_hidden=True):
        for key, emote in _FRIENDS:
            with Node("div", "scene-friend"):
                if emote:
                    with Node("span", "scene-says"):
                        Node("i", f"emote emote-{emote}")
                Node("i", f"portrait portrait-{key}")
        for card in ("r7", "y7", "g7", "b7"):
            Node("i", f"playing-card face-{card}")


def podium() -> None:
    """A podium after a match."""
    with Node("div", "scene scene-podium", aria_hidden=True):
        for number in range(12):
            colour = COLOUR_NAMES[number % len(COLOUR_NAMES)]
            Node("i", f"scene-piece icon-mark-{colour}")
        for place, key in _STEPS:
            with Node("div", f"scene-step scene-step-{place}"):
                if place == 1:
                    Node("i", "icon-crown")
                Node("i", f"portrait portrait-{key}")
                Node("b", text=str(place))
