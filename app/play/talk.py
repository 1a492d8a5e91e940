"""What people at an online table say to one another: emotes, phrases that translate, and free text.

Emotes and phrases are keys; each viewer sees them in the own language. Nothing here knows cards or seeds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from typing import Any, Final

from app.play.refusals import Refused

EMOTES: Final = (
    "laugh", "joy", "cool", "wow", "think", "sweat", "cry", "angry", "sleepy", "love", "thumb", "clap",
)  # fmt: skip
"""Keys of the small pictures, in the order in which they are offered."""
PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "nice_card", "lucky", "not_again", "your_turn",
    "take_your_time", "so_close", "watch_out", "one_more", "be_right_back", "bye",
)  # fmt: skip
"""Keys of the sentences that translate, in the order in which they are offered."""

KEPT: Final = 50
"""Lines that a table remembers."""
LONGEST_TEXT: Final = 200
"""Characters of free text."""
MOST: Final = 10
"""Lines that one member may say within ``WINDOW``."""
WINDOW: Final = 10.0
"""Seconds."""
_LONGEST_READ: Final = 4_000
_MOST_MARKS: Final = 3
"""Marks on one letter: Thai needs two, a heap of them would cover other lines."""

_JOINER: Final = "\u200d"
_AS_EMOJI: Final = "\ufe0f"
_KEYCAPS: Final = "0123456789#*"
_NEW_EMOJI: Final = range(0x1F000, 0x1FB00)
"""Where pictures are added that this Python may not know yet."""
# Letters and marks that cannot be seen: fillers, joiners of graphemes, variation selectors, a blank Braille cell.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)


class Said(StrEnum):
    """What a line is."""

    EMOTE = auto()
    PHRASE = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that somebody said."""

    number: int
    """Counts from 1 and never goes back, so a page knows what is new."""
    member: str
    """Whose device said it; never for a page's eyes."""
    name: str
    seat: int | None
    """``None`` for a spectator."""
    kind: Said
    what: str
    """A key, or the text itself."""
    at: float
    """Seconds since 1970."""

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {
            "number": self.number,
            "member": self.member,
            "name": self.name,
            "seat": self.seat,
            "kind": self.kind.value,
            "what": self.what,
            "at": self.at,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Line:
        """The line that ``to_dict`` wrote. Raises ``ValueError``, ``KeyError`` or ``TypeError`` for anything else."""
        kind, seat = Said(stored["kind"]), stored["seat"]
        return Line(
            int(stored["number"]),
            str(stored["member"]),
            str(stored["name"]),
            None if seat is None else int(seat),
            kind,
            _checked(kind, str(stored["what"])),
            float(stored["at"]),
        )


@dataclass(frozen=True, slots=True)
class Talk:
    """Everything said at a table lately, and who does not want to hear whom."""

    lines: tuple[Line, ...] = ()
    """The latest, the oldest of them first."""
    mutes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By member: the members it does not want to hear."""
    recent: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By member: when it spoke within the last ``WINDOW`` seconds. Not stored."""

    @property
    def last(self) -> int:
        """The number of the latest line, 0 before the first."""
        return self.lines[-1].number if self.lines else 0

    def said(self, member: str, kind: Said, what: str, *, name: str, seat: int | None, now: float) -> Talk:
        """With one more line. Raises ``Refused``: ``talk_wait talk_empty talk_too_long talk_unknown``."""
        recent = {who: kept for who, times in self.recent.items() if (kept := _within(times, now))}
        mine = recent.get(member, ())
        if len(mine) >= MOST:
            raise Refused("talk_wait", seconds=max(1, round(mine[0] + WINDOW - now)))
        line = Line(self.last + 1, member, name, seat, kind, _checked(kind, what), now)
        return replace(self, lines=(*self.lines, line)[-KEPT:], recent={**recent, member: (*mine, now)})

    def mute(self, viewer: str, member: str) -> Talk:
        """``viewer`` does not want to hear ``member`` any more. Nobody can mute himself."""
        if viewer == member:
            return self
        return replace(self, mutes={**self.mutes, viewer: self.muted(viewer) | {member}})

    def unmute(self, viewer: str, member: str) -> Talk:
        """``viewer`` wants to hear ``member`` again, what was said meanwhile included."""
        return replace(self, mutes={**self.mutes, viewer: self.muted(viewer) - {member}})

    def muted(self, viewer: str) -> frozenset[str]:
        """Whom ``viewer`` has muted."""
        return self.mutes.get(viewer, frozenset())

    def lines_for(self, viewer: str, also_muted: frozenset[str] = frozenset()) -> tuple[Line, ...]:
        """What ``viewer`` gets to see; ``also_muted`` are the members whom the person has blocked."""
        unheard = self.muted(viewer) | also_muted
        return tuple(line for line in self.lines if line.member not in unheard)

    def handed(self, old: str, new: str) -> Talk:
        """With all that was the member ``old``'s being ``new``'s, as when a guest has made an account."""

        def renamed(who: str) -> str:
            return new if who == old else who

        mutes: dict[str, frozenset[str]] = {}
        for viewer, unheard in self.mutes.items():
            mine = renamed(viewer)
            mutes[mine] = (mutes.get(mine, frozenset()) | set(map(renamed, unheard))) - {mine}
        lines = tuple(replace(line, member=renamed(line.member)) for line in self.lines)
        times = {renamed(who): spoken for who, spoken in sorted(self.recent.items(), key=lambda item: item[0] == old)}
        return Talk(lines, mutes, times)

    def to_dict(self) -> dict[str, Any]:
        """All that outlasts a restart, ready for JSON."""
        return {
            "lines": [line.to_dict() for line in self.lines],
            "mutes": {viewer: sorted(unheard) for viewer, unheard in self.mutes.items() if unheard},
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Talk:
        """What ``to_dict`` wrote. Raises ``ValueError KeyError TypeError AttributeError Refused`` for other things."""
        lines = tuple(map(Line.from_dict, stored["lines"]))
        return Talk(lines[-KEPT:], {viewer: frozenset(unheard) for viewer, unheard in stored["mutes"].items()})


def _within(times: tuple[float, ...], now: float) -> tuple[float, ...]:
    """Those of the last seconds; none that lie ahead, which a clock set back would leave."""
    return tuple(time for time in times if now - WINDOW < time <= now)


def _checked(kind: Said, what: str) -> str:
    if kind is not Said.TEXT:
        if what not in (EMOTES if kind is Said.EMOTE else PHRASES):
            raise Refused("talk_unknown")
        return what
    text = cleaned(what) if len(what) <= _LONGEST_READ else what
    if len(text) > LONGEST_TEXT:
        raise Refused("talk_too_long", high=LONGEST_TEXT)
    if not text:
        raise Refused("talk_empty")
    return text


def cleaned(text: str) -> str:
    """The text in NFC on one line, without anything that cannot be seen or would disturb what stands around it.

    Controls, bidi marks, zero widths and heaps of marks go; what joins and colours emoji stays.
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    kept: list[str] = []
    marks = 0
    for char in _UNSEEN.sub("", spaced):
        is_mark = unicodedata.category(char)[0] == "M"
        marks = marks + 1 if is_mark else 0
        if marks <= _MOST_MARKS and (char == _JOINER or not _is_bad(char)):
            kept.append(char)
    return re.sub(" +", " ", _without_loose_joiners("".join(kept))).strip()


def _is_bad(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] == "C" and not (category == "Cn" and ord(char) in _NEW_EMOJI)


def _without_loose_joiners(text: str) -> str:
    """Without joiners and emoji selectors that do not follow a picture."""
    kept: list[str] = []
    for place, char in enumerate(text):
        before = kept[-1] if kept else ""
        after = text[place + 1 : place + 2]
        if char == _JOINER and not ((_is_picture(before) or before == _AS_EMOJI) and _is_picture(after)):
            continue
        if char == _AS_EMOJI and not (_is_picture(before) or (before and before in _KEYCAPS)):
            continue
        kept.append(char)
    return "".join(kept)


def _is_picture(char: str) -> bool:
    """A symbol, or a skin tone, that emoji are joined of."""
    return char >= "\u2000" and (unicodedata.category(char) in ("So", "Sk", "Sm") or ord(char) in _NEW_EMOJI)
