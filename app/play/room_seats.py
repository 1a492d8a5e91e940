"""Who comes into a room, sits where, and goes: each a step from one ``RoomState`` to the next.

Raises ``Refused`` for what cannot be, with the words listed in ``rooms``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.engine.house_rules import HouseRules, check_setup
from app.play.refusals import Refused
from app.play.room_plan import (
    FEWEST_SEATS,
    KEPT_FORMER,
    MOST_SEATS,
    MOST_SPECTATORS,
    Former,
    Leaver,
    Member,
    Newcomer,
    RoomOptions,
    RoomState,
    Seat,
    SeatKind,
    SeatPlan,
    Status,
    Took,
)
from app.play.setup import LONGEST_NAME, PORTRAIT, Kind, LocalSetup, Occupant, as_heard, name_problem, tidy_name
from app.play.voting import Proposal, Vote

COMPUTERS: Final = ("Momo", "Kiki", "Taro", "Nana", "Bobo", "Lulu", "Pim", "Zuzu", "Coco", "Yuki")
"""What computers are called when nobody gave them a name."""
COMPUTER_PORTRAITS: Final = (
    "fox", "bear", "mouse", "owl", "otter", "panda", "frog", "raccoon", "deer", "badger",
)  # fmt: skip
"""What they look like; people look otherwise until they choose."""


# Making a room


def new_room(
    code: str,
    owner: str,
    newcomers: Sequence[Newcomer],
    rules: HouseRules,
    base: str,
    plans: Sequence[SeatPlan],
    options: RoomOptions,
    now: float,
) -> RoomState:
    """A room whose host is ``owner``, with a seat for each person there. Raises ``BadRules``, too."""
    if not newcomers or len(newcomers) + len(plans) < FEWEST_SEATS:
        raise Refused("too_few_seats", low=FEWEST_SEATS)
    if len(newcomers) + len(plans) > MOST_SEATS:
        raise Refused("too_many_seats", high=MOST_SEATS)
    check_setup(rules, len(newcomers) + len(plans))
    state = RoomState(code, rules, base, host=1, options=options, moved_at=now, empty_since=now)
    state = replace(state, seats=(Seat(SeatKind.OPEN),) * len(newcomers))
    state = _seated(_admitted(state, owner, newcomers[0], now), 1, [replace(each, seat=None) for each in newcomers])
    for plan in plans:
        state = replace(state, seats=(*state.seats, planned(state, plan)))
    return state


def planned(state: RoomState, plan: SeatPlan) -> Seat:
    """The seat that comes of a plan."""
    if plan.kind is SeatKind.MEMBER:
        raise ValueError("members take seats themselves")
    name, portrait = plan.name if plan.kind is not SeatKind.OPEN else "", plan.portrait
    if plan.kind is SeatKind.COMPUTER:
        name, portrait = _computer_name(state, plan.name), portrait or _computer_portrait(state)
    return Seat(plan.kind, name, portrait, 0, plan.invited, plan.level, plan.speed)


def _computer_name(state: RoomState, wanted: str) -> str:
    taken = _names(state)
    free = (name for name in COMPUTERS if as_heard(name) not in taken)
    return _checked_name(state, wanted) if wanted else next(free, None) or _unique(COMPUTERS[0], taken)


def _computer_portrait(state: RoomState) -> str:
    taken = {seat.portrait for seat in state.seats}
    return next((portrait for portrait in COMPUTER_PORTRAITS if portrait not in taken), COMPUTER_PORTRAITS[0])


# Names


def _names(state: RoomState, but: Iterable[int] = (), member: int = 0) -> set[str]:
    """What everybody is called, for telling whether a name is taken; without some seats and one member."""
    left_out = set(but)
    seats = {as_heard(seat.name) for number, seat in enumerate(state.seats) if seat.name and number not in left_out}
    watching = {as_heard(each.name) for each in state.spectators if each.key != member}
    claims = {as_heard(each.claim.name) for each in state.members if each.claim and each.key != member}
    return seats | watching | claims


def _checked_name(state: RoomState, name: str, but: Iterable[int] = (), member: int = 0) -> str:
    """A tidy name that nobody else has: a number follows where it is taken. Raises ``Refused``."""
    tidy = tidy_name(name)
    problem = name_problem(tidy, set())
    if problem:
        raise Refused(problem, "name", **({"high": LONGEST_NAME} if problem == "name_too_long" else {}))
    return _unique(tidy, _names(state, but, member))


def _unique(name: str, taken: set[str]) -> str:
    if as_heard(name) not in taken:
        return name
    numbered = (f"{name[: LONGEST_NAME - 4].rstrip()} {number}" for number in range(2, 1000))
    return next(each for each in numbered if as_heard(each) not in taken)


def _checked(state: RoomState, newcomer: Newcomer, but: Iterable[int] = (), member: int = 0) -> Newcomer:
    if not PORTRAIT.fullmatch(newcomer.portrait):
        raise Refused("bad_portrait", "portrait")
    return replace(newcomer, name=_checked_name(state, newcomer.name, but, member))


# Coming


def _knock(state: RoomState, owner: str) -> None:
    """Raise ``Refused`` unless this owner may come in."""
    if not state.is_open:
        raise Refused("room_ended")
    if owner in state.banned:
        raise Refused("kicked")
    if state.options.locked and not any(seat.invited == owner for seat in state.seats):
        raise Refused("room_locked")


def _admitted(state: RoomState, owner: str, newcomer: Newcomer, now: float) -> RoomState:
    """With a new member that watches so far; whoever has been here is the same as before."""
    former = state.former_of(owner)
    key = state.next_key if former is None else former.member
    member = Member(key, owner, newcomer.name, newcomer.portrait, now)
    fresh = replace(state, members=(*state.members, member), former=_forgotten(state, owner))
    return replace(fresh, next_key=max(state.next_key, key + 1))


def _forgotten(state: RoomState, owner: str) -> tuple[Former, ...]:
    return tuple(each for each in state.former if each.owner != owner)


def _on_former_seats(state: RoomState, owner: str, newcomers: Sequence[Newcomer]) -> Sequence[Newcomer]:
    """The persons on a device with the seats that they had before, as far as nobody has taken these meanwhile."""
    former = state.former_of(owner)
    if former is None or any(seat.invited == owner for seat in state.seats):
        return newcomers
    free = set(_to_be_had(state, 0)) - {each.seat for each in newcomers}
    seats = (seat for seat in former.seats if seat in free)
    return [each if each.seat is not None else replace(each, seat=next(seats, None)) for each in newcomers]


def joined(state: RoomState, owner: str, newcomers: Sequence[Newcomer], now: float) -> RoomState:
    """With the persons on a new owner's device on seats; in mid-match the first of them gets one next round.

    Whoever is in already stays as they are.
    """
    if state.member_of(owner) is not None:
        return state
    _knock(state, owner)
    if not newcomers:
        raise Refused("name_empty", "name")
    newcomers = _on_former_seats(state, owner, newcomers)
    but = () if newcomers[0].seat is None else (newcomers[0].seat,)
    came = _admitted(state, owner, _checked(state, newcomers[0], but), now)
    key = came.members[-1].key
    came = _seated(came, key, newcomers) if state.seats_can_change else _claimed(came, key, newcomers[0])
    return came.told("joined", _member(came, owner).name)


def spectating(state: RoomState, owner: str, newcomer: Newcomer, now: float) -> RoomState:
    """With a new owner who watches."""
    if state.member_of(owner) is not None:
        return state
    _knock(state, owner)
    if not state.options.spectators:
        raise Refused("no_spectators")
    if len(state.spectators) >= MOST_SPECTATORS:
        raise Refused("too_many_spectators", high=MOST_SPECTATORS)
    checked = _checked(state, newcomer)
    return _admitted(state, owner, checked, now).told("spectating", checked.name)


def _seated(state: RoomState, key: int, newcomers: Sequence[Newcomer]) -> RoomState:
    """With a member's persons on free seats."""
    if len(newcomers) > len(_to_be_had(state, key)):
        raise Refused("room_full", free=state.free)
    for newcomer in newcomers:
        number = _seat_for(state, key, newcomer.seat)
        # The first keeps the name that the member came with; that of a watching member is its own.
        person = _checked(state, newcomer, {number}, key)
        state = _taken(state, number, key, person)
    return _called_after_seats(state, key)


def _taken(state: RoomState, number: int, key: int, person: Newcomer) -> RoomState:
    old = state.seats[number]
    if state.status is Status.PLAYING and old.kind is SeatKind.COMPUTER:
        state = replace(state, took=(*state.took, Took(number, old.name, old.portrait)))
    return state.with_seat(number, Seat(SeatKind.MEMBER, person.name, person.portrait, key, level=old.level))


def _called_after_seats(state: RoomState, key: int) -> RoomState:
    """A member with seats is called as its first person is."""
    member, seats = state.member(key), state.seats_of(key)
    if member is None or not seats:
        return state
    first = state.seats[min(seats)]
    return state.with_member(replace(member, name=first.name, portrait=first.portrait))


def _to_be_had(state: RoomState, key: int) -> list[int]:
    """The seats that a member may take, the one kept for it first, then those that wait for somebody."""
    member = state.member(key)
    claimed = {each.claim.seat for each in state.members if each.claim and each.key != key}
    found = []
    for number, seat in enumerate(state.seats):
        mine = member is not None and seat.invited == member.owner and seat.kind is not SeatKind.MEMBER
        if (mine or seat.can_be_had) and number not in claimed:
            found.append((not mine, seat.kind is SeatKind.COMPUTER, number))
    return [number for _, _, number in sorted(found)]


def _seat_for(state: RoomState, key: int, wanted: int | None) -> int:
    free = _to_be_had(state, key)
    if wanted is None:
        if not free:
            raise Refused("room_full", free=state.free)
        return free[0]
    if not 0 <= wanted < len(state.seats):
        raise Refused("no_seat")
    if wanted not in free:
        raise Refused("seat_taken")
    return wanted


# Seats of those who are in


def seat_taken(state: RoomState, owner: str, newcomer: Newcomer | None, *, at_once: bool) -> RoomState:
    """With another seat for a member, now or from the next round on."""
    member = _member(state, owner)
    person = newcomer or Newcomer(member.name, member.portrait)
    if not at_once:
        return _claimed(state, member.key, person)
    number = _seat_for(state, member.key, person.seat)
    done = _seated(state, member.key, [replace(person, seat=number)])
    return done.told("took_seat", done.seats[number].name, seat=number)


def _claimed(state: RoomState, key: int, newcomer: Newcomer) -> RoomState:
    member = state.member(key)
    assert member is not None
    number = _seat_for(state, key, newcomer.seat)
    person = _checked(state, newcomer, {number}, key)
    return state.with_member(replace(member, claim=replace(person, seat=number)))


def claim_withdrawn(state: RoomState, owner: str) -> RoomState:
    """The member does not want the seat any more."""
    return state.with_member(replace(_member(state, owner), claim=None))


def claims_settled(state: RoomState) -> RoomState:
    """Everybody on the seats that they wanted from this round on, or on another free one."""
    for member in state.members:
        claim = member.claim
        if claim is None:
            continue
        state = state.with_member(replace(member, claim=None))
        free = _to_be_had(state, member.key)
        if free:
            number = claim.seat if claim.seat in free else free[0]
            state = _called_after_seats(_taken(state, number, member.key, claim), member.key)
            state = state.told("took_seat", claim.name, seat=number)
    return state


def stood_up(state: RoomState, owner: str) -> RoomState:
    """The member watches from now on."""
    member = _member(state, owner)
    _check_changeable(state)
    if not state.seats_of(member.key):
        return state
    return _without_seats(state, member.key).told("stood_up", member.name)


def renamed(state: RoomState, owner: str, number: int, newcomer: Newcomer) -> RoomState:
    """With another name or portrait on one's own seat."""
    member = _member(state, owner)
    _check_changeable(state)
    if number not in state.seats_of(member.key):
        raise Refused("no_seat")
    person = _checked(state, newcomer, {number}, member.key)
    state = state.with_seat(number, replace(state.seats[number], name=person.name, portrait=person.portrait))
    return _called_after_seats(state, member.key)


# Going


def left(state: RoomState, key: int, word: str = "left") -> RoomState:
    """Without a member. In mid-match a computer plays on in each of its seats, under the name."""
    member = state.member(key)
    assert member is not None
    seats = state.seats_of(key)
    if seats and not state.seats_can_change:
        mine = tuple(sorted(seats))
        persons = tuple((state.seats[number].name, state.seats[number].portrait) for number in mine)
        gone = replace(state, leavers=(*state.leavers, Leaver(member.owner, mine, key, persons)))
        for number in mine:
            old = state.seats[number]
            gone = gone.with_seat(number, replace(old, kind=SeatKind.COMPUTER, member=0, free=True, left=True))
    else:
        gone = _without_seats(state, key)
    gone = replace(gone, vote=_vote_without(gone.vote, seats))
    others = tuple(each for each in gone.members if each.key != key)
    former = Former(member.owner, key, tuple(sorted(seats)), member.portrait)
    known = (*_forgotten(gone, member.owner), former)[-KEPT_FORMER:]
    gone = replace(gone, members=others, former=known).told(word, member.name)
    return gone if others else gone.ended("everybody_left")


def _vote_without(vote: Vote | None, seats: frozenset[int]) -> Vote | None:
    """The vote that is open once the persons on these seats have gone; nobody pauses for somebody who has."""
    if vote is None or (vote.kind is Proposal.PAUSE and vote.by in seats):
        return None
    for number in seats:
        vote = vote.without(number)
    return vote


def kicked(state: RoomState, key: int) -> RoomState:
    """Without a member, who may not come back."""
    member = state.member(key)
    if member is None:
        raise Refused("not_member")
    return replace(left(state, key, "kicked"), banned=state.banned | {member.owner})


def with_options(state: RoomState, options: RoomOptions) -> RoomState:
    """With other options; that nobody can come in any more, or can again, is told."""
    changed = replace(state, options=options)
    if options.locked == state.options.locked:
        return changed
    return changed.told("locked" if options.locked else "unlocked")


def _without_seats(state: RoomState, key: int) -> RoomState:
    for number in state.seats_of(key):
        state = state.with_seat(number, Seat(SeatKind.OPEN, level=state.seats[number].level))
    return state


# What the host changes


def seat_added(state: RoomState, plan: SeatPlan) -> RoomState:
    """With one more seat."""
    _check_changeable(state)
    if len(state.seats) >= MOST_SEATS:
        raise Refused("too_many_seats", high=MOST_SEATS)
    return replace(state, seats=(*state.seats, planned(state, plan)))


def seat_removed(state: RoomState, number: int) -> RoomState:
    """Without a seat that nobody has."""
    _check_vacant(state, number)
    if len(state.seats) <= FEWEST_SEATS:
        raise Refused("too_few_seats", low=FEWEST_SEATS)
    return replace(state, seats=(*state.seats[:number], *state.seats[number + 1 :]))


def seat_set(state: RoomState, number: int, plan: SeatPlan) -> RoomState:
    """With something else planned for a seat that nobody has."""
    _check_vacant(state, number)
    return state.with_seat(number, planned(state.with_seat(number, Seat(SeatKind.OPEN)), plan))


def seat_moved(state: RoomState, number: int, to: int) -> RoomState:
    """With one seat at another place round the table; those between move up."""
    _check_changeable(state)
    if not (0 <= number < len(state.seats) and 0 <= to < len(state.seats)):
        raise Refused("no_seat")
    seats = list(state.seats)
    seats.insert(to, seats.pop(number))
    return replace(state, seats=tuple(seats))


def seat_offered(state: RoomState, number: int, free: bool) -> RoomState:
    """With a computer's seat that persons may take, or may not."""
    if not 0 <= number < len(state.seats) or state.seats[number].kind is not SeatKind.COMPUTER:
        raise Refused("no_seat")
    return state.with_seat(number, replace(state.seats[number], free=free))


def host_passed(state: RoomState, key: int) -> RoomState:
    """With another host."""
    member = state.member(key)
    if member is None:
        raise Refused("not_member")
    return replace(state, host=key, host_gone_since=None).told("new_host", member.name)


def _check_changeable(state: RoomState) -> None:
    if not state.is_open:
        raise Refused("room_ended")
    if not state.seats_can_change:
        raise Refused("already_started")


def _check_vacant(state: RoomState, number: int) -> None:
    _check_changeable(state)
    if not 0 <= number < len(state.seats):
        raise Refused("no_seat")
    if state.seats[number].kind is SeatKind.MEMBER:
        raise Refused("seat_taken")


def _member(state: RoomState, owner: str) -> Member:
    member = state.member_of(owner)
    if member is None:
        raise Refused("not_member")
    return member


# Matches


def start_problem(state: RoomState) -> str:
    """Why no match can begin, as a word, or nothing. Whether the rules allow it is another matter."""
    if not state.is_open:
        return "room_ended"
    if not state.seats_can_change:
        return "already_started"
    return "" if len(state.persons) > 1 else "needs_another"


def started(state: RoomState, table_id: str) -> RoomState:
    """With a match on; computers have the seats to which nobody has come."""
    problem = start_problem(state)
    if problem:
        raise Refused(problem)
    for number, seat in enumerate(state.seats):
        if seat.kind in (SeatKind.OPEN, SeatKind.INVITED):
            name = _computer_name(state.with_seat(number, replace(seat, name="")), "")
            played = replace(seat, kind=SeatKind.COMPUTER, name=name, portrait=_computer_portrait(state), free=True)
            state = state.with_seat(number, played)
        elif seat.left:
            state = state.with_seat(number, replace(seat, left=False))
    members = tuple(replace(each, claim=None) for each in state.members)
    fresh = replace(state, members=members, status=Status.PLAYING, table_id=table_id, leavers=(), vote=None)
    fresh = replace(fresh, turned_down=(), took=())
    return replace(fresh, paused=False, longer=frozenset(), longer_round=0, next_round_at=None).told("match_started")


def setup_of(state: RoomState, rules: HouseRules | None = None) -> LocalSetup:
    """Who plays by which rules: those of the room, unless the table has been dealt by others."""
    return LocalSetup(tuple(map(_occupant, state.seats)), rules or state.rules, state.base)


def _occupant(seat: Seat) -> Occupant:
    kind = Kind.PERSON if seat.kind is SeatKind.MEMBER else Kind.COMPUTER
    return Occupant(kind, seat.name, seat.portrait, seat.level, seat.speed)


# A guest who has made an account


def adopted(state: RoomState, device: str, account: str) -> RoomState:
    """With everything that was a device's being an account's."""

    def named(owner: str) -> str:
        return account if owner == device else owner

    guest, known = state.member_of(device), state.member_of(account)
    if guest is not None and known is not None:
        state = _merged(state, guest, known)
    elif guest is not None:
        state = state.with_member(replace(guest, owner=account))
    evening = tuple(replace(line, owners=tuple(map(named, line.owners))) for line in state.evening)
    leavers = tuple(replace(each, owner=named(each.owner)) for each in state.leavers)
    former = _former_adopted(state, device, account)
    # Whoever was removed as a guest does not come back by signing in; whoever is in with the account stays.
    follows = device in state.banned and state.member_of(account) is None
    banned = state.banned | {account} if follows else state.banned
    return replace(state, evening=evening, leavers=leavers, former=former, banned=banned)


def _former_adopted(state: RoomState, device: str, account: str) -> tuple[Former, ...]:
    """What a guest had who has left is the account's, unless that is, or was, somebody here of its own."""
    if state.member_of(account) is not None or state.former_of(account) is not None:
        return _forgotten(state, device)
    return tuple(replace(each, owner=account) if each.owner == device else each for each in state.former)


def _merged(state: RoomState, guest: Member, known: Member) -> RoomState:
    """Both are one person: the account has the guest's seats, too."""
    for number in state.seats_of(guest.key):
        state = state.with_seat(number, replace(state.seats[number], member=known.key))
    members = tuple(each for each in state.members if each.key != guest.key)
    host = known.key if state.host == guest.key else state.host
    return _called_after_seats(replace(state, members=members, host=host), known.key)
