"""What one owner may see of a room, as a value that pages can show as it is.

It has keys of members and never owners, nor anything of a hand, a draw pile or a seed. The words of ``News``:
``joined left kicked spectating took_seat stood_up new_host away back match_started match_ended vote_opened
vote_accepted vote_refused vote_vetoed vote_forced vote_void paused resumed more_time locked unlocked``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, auto

from app.engine.house_rules import HouseRules
from app.play.room_house import account_of
from app.play.room_plan import Member, News, RoomOptions, RoomState, SeatKind, Took
from app.play.room_records import Evening, evening
from app.play.room_seats import start_problem
from app.play.setup import Level, Speed
from app.play.talk import Line
from app.play.voting import Vote

CODE_HALF = 3
ALIAS_MARK = "at-"
_ALIAS_LENGTH = 12


class Stage(StrEnum):
    """How far a room has come."""

    WAITING = auto()
    PLAYING = auto()
    BETWEEN = auto()
    """A round is over and the next has not begun."""
    OVER = auto()
    """The match is over; there may be another."""
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class MemberLook:
    """Somebody in the room."""

    key: int
    name: str
    portrait: str
    seats: tuple[int, ...]
    is_host: bool
    here: bool
    """Connected at this moment."""
    away: bool
    """Gone so long that a computer plays."""
    joined_at: float
    muted: bool
    """Whoever looks does not want to hear them."""
    wants: int | None
    """The seat that they have from the next round on."""
    account: str
    """Id of their account, nothing for a guest. Not for the page itself."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One place round the table."""

    seat: int
    kind: SeatKind
    name: str
    portrait: str
    level: Level
    speed: Speed
    member: int | None
    """Key of who plays it."""
    mine: bool
    free: bool
    """Whoever looks may take it."""
    here: bool
    away: bool
    left: bool
    """A person has left it for good, and a computer plays on under the name."""
    claimed: int | None
    """Key of the member who has it from the next round on."""


@dataclass(frozen=True, slots=True)
class RoomLook:
    """A room as one owner sees it."""

    code: str
    """Empty where it is hidden from whoever looks; so is ``shown_code``."""
    place: str
    """What stands in addresses of the room as this one is to see them: the code, or an alias where it is hidden."""
    shown_code: str
    stage: Stage
    ended_because: str
    """``ended_by_host abandoned everybody_left damaged``, or nothing."""
    options: RoomOptions
    rules: HouseRules
    base: str
    me: MemberLook | None
    former_portrait: str
    """How somebody looked who has left the room, else nothing."""
    kicked: bool
    shut_out: bool
    """The room is locked, and no seat in it is kept for whoever looks."""
    is_host: bool
    members: tuple[MemberLook, ...]
    """In the order in which they came."""
    host: MemberLook | None
    seats: tuple[SeatLook, ...]
    spectators: tuple[MemberLook, ...]
    free: int
    """How many seats whoever looks may take."""
    start_problem: str
    """Why no match can begin, as a word, or nothing."""
    table_id: str
    next_round_in: float | None
    """Seconds until the next round begins by itself."""
    paused: bool
    more_time: frozenset[int]
    """Own seats that may still ask for more time in this round."""
    vote: Vote | None
    vote_left: float
    """Seconds."""
    talk: tuple[Line, ...]
    news: tuple[News, ...]
    evening: Evening
    took: tuple[Took, ...]
    """Seats that somebody has taken over since the round ended, with who played it there."""

    @property
    def can_start(self) -> bool:
        """Whether whoever looks may begin a match now."""
        mine = self.is_host or (self.stage is Stage.OVER and self.me is not None and bool(self.me.seats))
        return mine and not self.start_problem

    @property
    def my_votes(self) -> tuple[int, ...]:
        """Own seats that are asked in the vote that is open."""
        return () if self.vote is None or self.me is None else tuple(sorted(self.vote.voters & set(self.me.seats)))


def shown_room_code(code: str) -> str:
    """The code as people read it out: ``ABC-DEF``."""
    return f"{code[:CODE_HALF]}-{code[CODE_HALF:]}"


def room_alias(code: str, owner: str) -> str:
    """What stands for the code in addresses of a member who shall not see it there; of no use to anybody else."""
    return ALIAS_MARK + hashlib.sha256(f"{code}:{owner}".encode()).hexdigest()[:_ALIAS_LENGTH]


def look_of(
    state: RoomState, owner: str, stage: Stage, round: int, now: float, here: Callable[[str], bool]
) -> RoomLook:
    """The room as ``owner`` sees it at ``now`` (seconds since 1970), in this round of its match."""
    me, former = state.member_of(owner), state.former_of(owner)
    mine = state.seats_of(me.key) if me else frozenset[int]()
    muted = state.talk.muted(str(me.key)) if me else frozenset[str]()
    looks = {each.key: _member_look(state, each, here(each.owner), muted) for each in state.members}
    is_host = me is not None and me.key == state.host
    hidden = state.options.hidden and not is_host
    seats = tuple(_seat_look(state, number, owner, here) for number in range(len(state.seats)))
    may_wait = stage in (Stage.PLAYING, Stage.BETWEEN) and not state.options.over_days
    return RoomLook(
        code="" if hidden else state.code,
        place=room_alias(state.code, owner) if state.options.hidden else state.code,
        shown_code="" if hidden else shown_room_code(state.code),
        stage=stage,
        ended_because=state.ended_because,
        options=state.options,
        rules=state.rules,
        base=state.base,
        me=looks[me.key] if me else None,
        former_portrait=former.portrait if former else "",
        kicked=owner in state.banned,
        shut_out=me is None and state.options.locked and all(seat.invited != owner for seat in state.seats),
        is_host=is_host,
        members=tuple(looks.values()),
        host=looks.get(state.host),
        seats=seats,
        spectators=tuple(looks[each.key] for each in state.spectators),
        free=sum(seat.free for seat in seats),
        start_problem=start_problem(state),
        table_id=state.table_id,
        next_round_in=_seconds_to_next(state, stage, now),
        paused=state.paused,
        more_time=mine - (state.longer if state.longer_round == round else frozenset()) if may_wait else frozenset(),
        vote=state.vote,
        vote_left=0.0 if state.vote is None else state.vote.left(now),
        talk=state.talk.lines_for(str(me.key)) if me else (),
        news=state.news if me else (),
        evening=evening(state.evening),
        took=state.took if stage is Stage.BETWEEN else (),
    )


def _seconds_to_next(state: RoomState, stage: Stage, now: float) -> float | None:
    if state.next_round_at is None or stage is not Stage.BETWEEN:
        return None
    return max(0.0, state.next_round_at - now)


def _member_look(state: RoomState, member: Member, here: bool, muted: frozenset[str]) -> MemberLook:
    return MemberLook(
        member.key,
        member.name,
        member.portrait,
        tuple(sorted(state.seats_of(member.key))),
        member.key == state.host,
        here,
        member.away,
        member.joined_at,
        str(member.key) in muted,
        None if member.claim is None else member.claim.seat,
        account_of(member.owner),
    )


def _seat_look(state: RoomState, number: int, owner: str, here: Callable[[str], bool]) -> SeatLook:
    seat = state.seats[number]
    member = state.member(seat.member)
    claimed = next((each.key for each in state.members if each.claim and each.claim.seat == number), None)
    kept_for_me = seat.invited == owner and seat.kind is not SeatKind.MEMBER
    return SeatLook(
        number,
        seat.kind,
        seat.name,
        seat.portrait,
        seat.level,
        seat.speed,
        None if member is None else member.key,
        member is not None and member.owner == owner,
        claimed is None and (seat.can_be_had or kept_for_me),
        member is not None and here(member.owner),
        member is not None and member.away,
        seat.left,
        claimed,
    )
