"""What a room is, as a value: who belongs to it, who sits where, what was agreed, what came of its matches.

Each step gives a new value, so that it can be stored before it becomes true. Nothing here knows cards or seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum, auto
from typing import Any, Final

from app.engine.house_rules import MAX_SEATS, HouseRules
from app.play.setup import Level, Speed
from app.play.talk import Talk
from app.play.voting import TurnedDown, Vote

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = MAX_SEATS
MOST_SPECTATORS: Final = 30
KEPT_NEWS: Final = 30
KEPT_FORMER: Final = 50
"""People who have left a room and are known again."""
KEPT_MATCHES: Final = 50
"""Matches of the evening that are listed."""
WINDOWS: Final = (0, 200, 400, 800)
"""Milliseconds that a catch may have to wait for a call."""
LONGEST_WAIT_FOR_ROUND: Final = 120


class Status(StrEnum):
    """How far a room has come."""

    WAITING = auto()
    """No match has begun."""
    PLAYING = auto()
    OVER = auto()
    """The match has been played to its end; there may be another."""
    ENDED = auto()
    """The room is closed for good."""


class SeatKind(StrEnum):
    """Who has a seat, or may take it."""

    OPEN = auto()
    """Anyone with the link."""
    INVITED = auto()
    """A friend who has not come yet."""
    COMPUTER = auto()
    MEMBER = auto()


@dataclass(frozen=True, slots=True)
class RoomOptions:
    """What the host decides about a room."""

    over_days: bool = False
    """No clocks, no stand-ins: the room simply waits for whoever is on turn."""
    listed: bool = False
    """Shown among the open rooms."""
    locked: bool = False
    """Nobody else can come in."""
    hidden: bool = False
    """No page shows the code, nor any address; the host can have it shown."""
    chat: bool = True
    """Free text; emotes and phrases are always possible."""
    spectators: bool = True
    next_round_after: int = 20
    """Seconds after which the next round begins by itself, 0 for never."""
    uno_window: int = 400
    """Milliseconds, one of ``WINDOWS``."""

    def __post_init__(self) -> None:
        if self.uno_window not in WINDOWS or not 0 <= self.next_round_after <= LONGEST_WAIT_FOR_ROUND:
            raise ValueError("no such option")

    def to_dict(self) -> dict[str, Any]:
        """Every option, ready for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> RoomOptions:
        """The options that ``to_dict`` wrote. Raises ``TypeError`` or ``ValueError`` for anything else."""
        return RoomOptions(**stored)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person who wants to come in, on the seat numbered ``seat`` or on any."""

    name: str
    portrait: str = ""
    seat: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {"name": self.name, "portrait": self.portrait, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat that nobody has yet."""

    kind: SeatKind = SeatKind.OPEN
    name: str = ""
    """Of the friend or the computer."""
    portrait: str = ""
    invited: str = ""
    """The owner for whom it is kept."""
    level: Level = Level.NORMAL
    speed: Speed = Speed.NORMAL

    @staticmethod
    def open(level: Level = Level.NORMAL) -> SeatPlan:
        """For anyone with the link; a computer of this level if nobody comes."""
        return SeatPlan(level=level)

    @staticmethod
    def for_friend(owner: str, name: str, portrait: str = "") -> SeatPlan:
        """For this owner, an account."""
        return SeatPlan(SeatKind.INVITED, name, portrait, owner)

    @staticmethod
    def computer(level: Level = Level.NORMAL, speed: Speed = Speed.NORMAL, name: str = "") -> SeatPlan:
        """For a computer, with a name of ours when none is given."""
        return SeatPlan(SeatKind.COMPUTER, name, level=level, speed=speed)


@dataclass(frozen=True, slots=True)
class Seat:
    """One place round the table."""

    kind: SeatKind
    name: str = ""
    portrait: str = ""
    member: int = 0
    """Key of the member who plays it, 0 for none."""
    invited: str = ""
    """The owner for whom it was kept, also once a computer has it."""
    level: Level = Level.NORMAL
    speed: Speed = Speed.NORMAL
    free: bool = False
    """A computer has it, and a person may take it."""
    left: bool = False
    """A person has left it for good, and a computer plays on."""

    @property
    def can_be_had(self) -> bool:
        """Whether somebody without an invitation may take it."""
        return self.kind is SeatKind.OPEN or (self.kind is SeatKind.COMPUTER and self.free)

    def to_dict(self) -> dict[str, Any]:
        """Every field, ready for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Seat:
        """The seat that ``to_dict`` wrote. Raises ``TypeError`` or ``ValueError`` for anything else."""
        known = {**stored, "kind": SeatKind(stored["kind"])}
        return Seat(**{**known, "level": Level(stored["level"]), "speed": Speed(stored["speed"])})


@dataclass(frozen=True, slots=True)
class Member:
    """An owner in the room, with one seat or several, or watching."""

    key: int
    """What the others know it by: owners are nobody else's business."""
    owner: str
    name: str
    portrait: str
    joined_at: float
    """Seconds since 1970."""
    away: bool = False
    """It has been gone so long that computers play its seats."""
    claim: Newcomer | None = None
    """Who wants which seat from the next round on."""

    def to_dict(self) -> dict[str, Any]:
        """Every field, ready for JSON."""
        claim = None if self.claim is None else self.claim.to_dict()
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "claim": claim}

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Member:
        """The member that ``to_dict`` wrote. Raises ``TypeError`` or ``ValueError`` for anything else."""
        claim = stored["claim"]
        return Member(**{**stored, "claim": None if claim is None else Newcomer(**claim)})


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who left the match that is being played, and whose it was all the same."""

    owner: str
    seats: tuple[int, ...]
    member: int
    persons: tuple[tuple[str, str], ...] = ()
    """Name and portrait on each of the seats, on which somebody else may play by now."""

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Leaver:
        """The leaver that ``plain`` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
        persons = tuple((str(name), str(portrait)) for name, portrait in stored.get("persons", ()))
        return Leaver(str(stored["owner"]), tuple(stored["seats"]), int(stored["member"]), persons)


@dataclass(frozen=True, slots=True)
class Former:
    """Somebody who has left the room, and who is the same when they come back."""

    owner: str
    member: int
    """The key that they had."""
    seats: tuple[int, ...]
    portrait: str

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Former:
        """The one that ``plain`` wrote. Raises ``KeyError`` or ``TypeError`` for anything else."""
        seats, portrait = tuple(stored["seats"]), str(stored.get("portrait", ""))
        return Former(str(stored["owner"]), int(stored["member"]), seats, portrait)


@dataclass(frozen=True, slots=True)
class Took:
    """A seat that somebody has taken over from a computer, and who had it in the round before."""

    seat: int
    name: str
    portrait: str


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened in the room, for a short message; words are listed in ``room_look``."""

    number: int
    word: str
    name: str = ""
    other: str = ""
    seat: int | None = None
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What one person made of one match of the evening."""

    member: int
    name: str
    portrait: str
    place: int
    """From 1; 0 for somebody who left."""
    points: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match of the evening."""

    table_id: str
    finished_at: float
    winner: str
    """The name of whoever won, a computer perhaps."""
    rounds: int
    scores: tuple[Score, ...]
    owners: tuple[str, ...]
    """Whose records have it; never for a page's eyes."""

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> MatchLine:
        """The line that ``plain`` wrote. Raises ``TypeError`` for anything else."""
        scores = tuple(Score(**score) for score in stored["scores"])
        return MatchLine(**{**stored, "scores": scores, "owners": tuple(stored["owners"])})


@dataclass(frozen=True, slots=True)
class RoomState:
    """All that is known of a room and outlasts a restart."""

    code: str
    rules: HouseRules
    base: str
    """Key of the preset that the rules began from."""
    host: int
    """Key of the member who decides."""
    seats: tuple[Seat, ...] = ()
    members: tuple[Member, ...] = ()
    """In the order in which they came."""
    options: RoomOptions = RoomOptions()
    status: Status = Status.WAITING
    ended_because: str = ""
    banned: frozenset[str] = frozenset()
    """Owners who may not come back."""
    next_key: int = 1
    table_id: str = ""
    """The match that is being played, or was played last."""
    leavers: tuple[Leaver, ...] = ()
    former: tuple[Former, ...] = ()
    """Who left the room lately."""
    evening: tuple[MatchLine, ...] = ()
    vote: Vote | None = None
    turned_down: tuple[TurnedDown, ...] = ()
    """What was proposed in vain lately."""
    took: tuple[Took, ...] = ()
    """Seats taken since the last round ended."""
    talk: Talk = field(default_factory=Talk)
    paused: bool = False
    longer: frozenset[int] = frozenset()
    """Seats that have had more time in round ``longer_round``."""
    longer_round: int = 0
    next_round_at: float | None = None
    """When the next round begins by itself; this and all moments in seconds since 1970."""
    empty_since: float | None = None
    """Since when nobody is connected."""
    host_gone_since: float | None = None
    """Over days, since when the host is not."""
    moved_at: float = 0.0
    """When the room or its table was last changed by somebody."""
    news: tuple[News, ...] = ()

    # Asking

    @property
    def is_open(self) -> bool:
        """Whether the room still goes on."""
        return self.status is not Status.ENDED

    @property
    def seats_can_change(self) -> bool:
        """Whether no match is on, so that seats and rules are free to change."""
        return self.status in (Status.WAITING, Status.OVER)

    def member_of(self, owner: str) -> Member | None:
        """The member that this owner is."""
        return next((each for each in self.members if each.owner == owner), None)

    def former_of(self, owner: str) -> Former | None:
        """What this owner had who has left."""
        return next((each for each in self.former if each.owner == owner), None)

    def member(self, key: int) -> Member | None:
        """The member with this key."""
        return next((each for each in self.members if each.key == key), None)

    def seats_of(self, key: int) -> frozenset[int]:
        """The seats that a member plays."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.member == key and key)

    @property
    def persons(self) -> frozenset[int]:
        """The seats of all persons."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.kind is SeatKind.MEMBER)

    @property
    def away(self) -> frozenset[int]:
        """The seats of those who have been gone too long."""
        gone = {each.key for each in self.members if each.away}
        return frozenset(number for number, seat in enumerate(self.seats) if seat.member in gone)

    @property
    def parties(self) -> dict[str, frozenset[int]]:
        """The seats that each owner with any plays."""
        return {each.owner: seats for each in self.members if (seats := self.seats_of(each.key))}

    @property
    def spectators(self) -> tuple[Member, ...]:
        """The members without a seat."""
        return tuple(each for each in self.members if not self.seats_of(each.key))

    @property
    def free(self) -> int:
        """How many seats anybody may take."""
        return sum(seat.can_be_had for seat in self.seats)

    # Stepping

    def with_member(self, member: Member) -> RoomState:
        """With this one in the place of the member with its key."""
        return replace(self, members=tuple(member if each.key == member.key else each for each in self.members))

    def with_seat(self, number: int, seat: Seat) -> RoomState:
        """With this one in the place of the seat with that number."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def told(self, word: str, name: str = "", **details: Any) -> RoomState:
        """With one more piece of news."""
        number = self.news[-1].number + 1 if self.news else 1
        return replace(self, news=(*self.news, News(number, word, name, **details))[-KEPT_NEWS:])

    def ended(self, because: str) -> RoomState:
        """Closed for good."""
        over = replace(self, status=Status.ENDED, ended_because=because, vote=None, paused=False, next_round_at=None)
        return replace(over, empty_since=None, options=replace(self.options, listed=False))

    # Keeping

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "host_gone_since": self.host_gone_since,
            "rules": self.rules.to_dict(),
            "options": self.options.to_dict(),
            "seats": [seat.to_dict() for seat in self.seats],
            "members": [member.to_dict() for member in self.members],
            "banned": sorted(self.banned),
            "leavers": [_plain(each) for each in self.leavers],
            "former": [_plain(each) for each in self.former],
            "evening": [_plain(each) for each in self.evening],
            "vote": None if self.vote is None else self.vote.to_dict(),
            "turned_down": [each.to_dict() for each in self.turned_down],
            "took": [_plain(each) for each in self.took],
            "talk": self.talk.to_dict(),
            "longer": sorted(self.longer),
            "news": [_plain(each) for each in self.news],
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> RoomState:
        """The room that ``to_dict`` wrote. Raises what malformed JSON makes readers raise for anything else."""
        plain: dict[str, Any] = {name: stored[name] for name in _PLAIN}
        plain["status"] = Status(stored["status"])
        return RoomState(
            **plain,
            # Rooms of before these were remembered have none, here and below.
            host_gone_since=stored.get("host_gone_since"),
            rules=HouseRules.from_dict(stored["rules"]),
            options=RoomOptions.from_dict(stored["options"]),
            seats=tuple(map(Seat.from_dict, stored["seats"])),
            members=tuple(map(Member.from_dict, stored["members"])),
            banned=frozenset(stored["banned"]),
            leavers=tuple(map(Leaver.from_dict, stored["leavers"])),
            former=tuple(map(Former.from_dict, stored.get("former", ()))),
            evening=tuple(map(MatchLine.from_dict, stored["evening"])),
            vote=None if stored["vote"] is None else Vote.from_dict(stored["vote"]),
            turned_down=tuple(map(TurnedDown.from_dict, stored.get("turned_down", ()))),
            took=tuple(Took(**each) for each in stored.get("took", ())),
            talk=Talk.from_dict(stored["talk"]),
            longer=frozenset(stored["longer"]),
            news=tuple(News(**each) for each in stored["news"]),
        )


_PLAIN: Final = (
    "code", "base", "host", "status", "ended_because", "next_key", "table_id", "paused", "longer_round",
    "next_round_at", "empty_since", "moved_at",
)  # fmt: skip
"""Fields that stand in JSON as they are."""


def _plain(value: Any) -> dict[str, Any]:
    """A flat value, ready for JSON."""
    found = {each.name: getattr(value, each.name) for each in fields(value)}
    if "scores" in found:
        found["scores"] = [_plain(score) for score in found["scores"]]
    return found
