"""A room: the one authority for who is in it, who sits where, and what is agreed there.

Every command names the owner who gives it, as the server knows it. It is refused with a word (``Refused``, see
``rooms``), or stored and then published; when it raises, nothing has changed. Moves go to ``vantage``.
"""

from __future__ import annotations

import math
import secrets
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from app.engine.house_rules import HouseRules, check_setup
from app.play import room_seats as seats
from app.play import saved
from app.play.refusals import Refused
from app.play.room_core import Step
from app.play.room_due import RoomDue
from app.play.room_look import MemberLook
from app.play.room_plan import Member, Newcomer, RoomOptions, RoomState, SeatKind, SeatPlan, Status
from app.play.talk import Said
from app.play.voting import SLOW_VOTE_SECONDS, VOTE_SECONDS, Vote, propose, propose_pause
from app.store.games import is_account

MORE_SECONDS: Final = 30.0
"""What a seat gets that asks for more time."""
CLOCKS: Final = ("turn_clock", "answer_clock")


class Room(RoomDue):
    """A room with everything that people do in it."""

    # Coming and going

    async def join(self, owner: str, newcomers: Sequence[Newcomer]) -> MemberLook:
        """Take a seat for each person on the device; in mid-match the first gets one with the next round.

        A member stays as it is.
        """
        await self.under_lock(lambda: self._admit(owner, lambda state: seats.joined(state, owner, newcomers, self._at)))
        return self._me(owner)

    async def spectate(self, owner: str, newcomer: Newcomer) -> MemberLook:
        """Watch. A member stays as it is."""
        await self.under_lock(
            lambda: self._admit(owner, lambda state: seats.spectating(state, owner, newcomer, self._at))
        )
        return self._me(owner)

    async def _admit(self, owner: str, step: Step) -> None:
        """Let somebody in, who does not hear those whom they have blocked, nor are heard by those who blocked them."""
        state = step(self.state)
        if state is not self.state:
            await self.store(replace(await self._unheard(state, owner), moved_at=self._at))

    async def _unheard(self, state: RoomState, owner: str) -> RoomState:
        """With everybody muted whom this member has blocked, and the member by those who have blocked it."""
        me, talk = state.member_of(owner), state.talk
        if me is None:
            return state
        for other in state.members:
            if await self._house.has_blocked(owner, other.owner):
                talk = talk.mute(str(me.key), str(other.key))
            if await self._house.has_blocked(other.owner, owner):
                talk = talk.mute(str(other.key), str(me.key))
        return replace(state, talk=talk)

    async def take_seat(self, owner: str, seat: int | None = None, person: Newcomer | None = None) -> None:
        """A free seat for a member, with the next round where one is on; for a spectator, or for one more person."""

        def step(state: RoomState) -> RoomState:
            member = self._member(state, owner)
            wanted = replace(person or Newcomer(member.name, member.portrait), seat=seat)
            at_once = state.seats_can_change or self.round_over
            return seats.seat_taken(state, owner, wanted, at_once=at_once)

        await self.change(step)

    async def withdraw_claim(self, owner: str) -> None:
        """The member does not want the seat of the next round any more."""
        await self.change(lambda state: seats.claim_withdrawn(state, owner))

    async def stand_up(self, owner: str) -> None:
        """Give the seats back and watch, while no match is on."""
        await self.change(lambda state: seats.stood_up(state, owner))

    async def rename(self, owner: str, seat: int, person: Newcomer) -> None:
        """Change the name and portrait of an own seat, while no match is on."""
        await self.change(lambda state: seats.renamed(state, owner, seat, person))

    async def leave(self, owner: str) -> None:
        """Leave for good: a computer plays on, and the match counts as left."""
        await self.change(lambda state: self._with_host(seats.left(state, self._member(state, owner).key)))

    def _with_host(self, state: RoomState) -> RoomState:
        """With somebody who decides, where the host has gone."""
        if not state.is_open or state.member(state.host) is not None:
            return state
        heir = self.heir(state)
        assert heir is not None, "a room without members has ended"
        return seats.host_passed(state, heir.key)

    # What the host decides

    async def set_options(self, owner: str, **changes: Any) -> None:
        """Change ``RoomOptions``; whether it goes over days only before the first match."""

        def step(state: RoomState) -> RoomState:
            self._check_host(state, owner)
            options = replace(state.options, **changes)
            if options.over_days != state.options.over_days and state.status is not Status.WAITING:
                raise Refused("already_started")
            return replace(seats.with_options(state, options), rules=with_clocks(state.rules, options))

        await self.change(step)

    async def set_rules(self, owner: str, rules: HouseRules, base: str) -> None:
        """Play by other rules from the next match on. Raises ``BadRules``."""

        def step(state: RoomState) -> RoomState:
            self._check_host(state, owner)
            if not state.seats_can_change:
                raise Refused("already_started")
            check_setup(rules, len(state.seats))
            return replace(state, rules=with_clocks(rules, state.options), base=base)

        await self.change(step)

    async def add_seat(self, owner: str, plan: SeatPlan) -> None:
        """One more seat."""
        await self._invite(owner, plan)
        await self._host_change(owner, lambda state: seats.seat_added(state, plan))

    async def set_seat(self, owner: str, seat: int, plan: SeatPlan) -> None:
        """Something else for a seat that nobody has."""
        await self._invite(owner, plan)
        await self._host_change(owner, lambda state: seats.seat_set(state, seat, plan))

    async def _invite(self, owner: str, plan: SeatPlan) -> None:
        self._check_host(self.state, owner)
        if plan.kind is SeatKind.INVITED:
            await self._house.check_friends(owner, plan.invited)

    async def remove_seat(self, owner: str, seat: int) -> None:
        """One seat less, of those that nobody has."""
        await self._host_change(owner, lambda state: seats.seat_removed(state, seat))

    async def move_seat(self, owner: str, seat: int, to: int) -> None:
        """Another order round the table."""
        await self._host_change(owner, lambda state: seats.seat_moved(state, seat, to))

    async def offer_seat(self, owner: str, seat: int, free: bool) -> None:
        """Let persons take a computer's seat, or keep them from it."""
        await self._host_change(owner, lambda state: seats.seat_offered(state, seat, free))

    async def kick(self, owner: str, member: int, *, lock: bool = False) -> None:
        """Remove somebody, who may not come back; with ``lock`` not even as a guest whom nobody knows."""

        def step(state: RoomState) -> RoomState:
            if member == state.host:
                raise Refused("not_yourself")
            options = replace(state.options, locked=state.options.locked or lock)
            return seats.with_options(seats.kicked(state, member), options)

        await self._host_change(owner, step)

    async def hand_over(self, owner: str, member: int) -> None:
        """Let somebody else decide from now on."""
        await self._host_change(owner, lambda state: seats.host_passed(state, member))

    async def end(self, owner: str) -> None:
        """Close the room for good; a match that is on counts for nobody."""
        await self._host_change(owner, lambda state: state.ended("ended_by_host"))

    async def _host_change(self, owner: str, step: Step) -> None:
        def checked(state: RoomState) -> RoomState:
            self._check_host(state, owner)
            return step(state)

        await self.change(checked)

    # Matches

    async def start(self, owner: str) -> None:
        """Begin a match with what is planned now. For the host. Raises ``BadRules``, too."""
        await self.under_lock(lambda: self._start(lambda state: self._check_host(state, owner)))

    async def rematch(self, owner: str) -> None:
        """Another match of the same people, for any member who played the last."""

        def check(state: RoomState) -> None:
            if state.status is not Status.OVER:
                raise Refused("not_over" if state.is_open else "room_ended")
            self._own_seats(state, owner)

        await self.under_lock(lambda: self._start(check))

    async def _start(self, check: Callable[[RoomState], None]) -> None:
        check(self.state)
        state = replace(seats.started(self.state, str(uuid.uuid4())), moved_at=self._at)
        check_setup(state.rules, len(state.seats))
        fresh = saved.begin(state.table_id, "", seats.setup_of(state), self._house.new_seed(), self._at)
        await self.store(state, fresh)
        for member in state.members:
            if state.seats_of(member.key) and not self.here(member.owner):
                self._house.notices.send(member.owner, self.notice("room_started", "started", member.owner))

    async def replay_key(self, owner: str, table_id: str) -> str | None:
        """What opens the replay of a match of this evening: the own record, or a link to that of somebody else.

        ``None`` when nobody keeps it any more.
        """
        self._member(self.state, owner)
        line = next((each for each in self.state.evening if each.table_id == table_id), None)
        if line is None:
            return None
        mine = await self._house.rooms.kept_by(owner, table_id)
        if mine is not None:
            return mine
        # An account keeps its matches for good, a guest for a day.
        for other in sorted(line.owners, key=is_account, reverse=True):
            kept = await self._house.rooms.kept_by(other, table_id)
            if kept is not None:
                return await self._house.games.share(kept, other, secrets.token_urlsafe(16))
        return None

    # At the table

    async def more_time(self, owner: str) -> None:
        """Lengthen the running clock of an own seat, once in each round."""
        await self.under_lock(lambda: self._more_time(owner))

    async def _more_time(self, owner: str) -> None:
        table, state = self.table, self.state
        mine = self._own_seats(state, owner)
        clock = None if table is None else table.clock
        if table is None or clock is None or clock.decision.seat not in mine or clock.running_since is None:
            raise Refused("no_clock")
        used = state.longer if state.longer_round == self.round else frozenset[int]()
        seat = clock.decision.seat
        if seat in used:
            raise Refused("no_more_time")
        longer = replace(state, longer=used | {seat}, longer_round=self.round)
        await self.store(longer.told("more_time", state.seats[seat].name, seat=seat))
        table.more_time(seat, MORE_SECONDS)

    async def pause(self, owner: str) -> None:
        """Stop the match: the host does, anybody else proposes it to those who are connected."""

        def step(state: RoomState) -> RoomState:
            member = self._player(state, owner)
            if state.paused or state.options.over_days:
                raise Refused("not_now")
            if member.key == state.host:
                return replace(state, paused=True).told("paused", member.name)
            self._check_not_again(state, "")
            here = {seat for who, theirs in state.parties.items() if self.here(who) for seat in theirs}
            mine = state.seats_of(member.key)
            return self._with_vote(state, propose_pause(True, by=min(mine), voters=here | mine, now=self._at))

        await self._vote_change(step)

    async def resume(self, owner: str) -> None:
        """Go on after a pause; anybody who plays may say so."""

        def step(state: RoomState) -> RoomState:
            member = self._player(state, owner)
            if not state.paused:
                raise Refused("not_now")
            return replace(state, paused=False).told("resumed", member.name)

        await self.change(step)

    # Votes

    async def propose(self, owner: str, key: str, value: object) -> None:
        """Ask all persons whether a setting shall change. Raises ``BadRules`` where it cannot."""

        def step(state: RoomState) -> RoomState:
            member = self._player(state, owner)
            assert self.table is not None
            if state.options.over_days and key in CLOCKS:
                raise Refused("no_clock")
            self._check_not_again(state, key)
            seconds = SLOW_VOTE_SECONDS if state.options.over_days else VOTE_SECONDS
            by = min(state.seats_of(member.key))
            vote = propose(
                self.table.state, key, value, by=by, voters=state.persons, now=self._at, seconds=seconds
            )  # fmt: skip
            return self._with_vote(state, vote)

        await self._vote_change(step)

    def _check_not_again(self, state: RoomState, key: str) -> None:
        """Raise ``Refused`` for what was turned down a short while ago in this round."""
        for each in state.turned_down:
            if each.key == key and each.round == self.round and self._at < each.until:
                raise Refused("turned_down", minutes=math.ceil((each.until - self._at) / 60))

    def _with_vote(self, state: RoomState, vote: Vote) -> RoomState:
        if state.vote is not None:
            raise Refused("vote_running")
        name = state.seats[vote.by].name
        return replace(state, vote=vote).told("vote_opened", name, key=vote.key, value=str(vote.value))

    async def vote(self, owner: str, yes: bool, seat: int | None = None) -> None:
        """Say yes or no for one of the own persons, or for all of them."""

        def step(state: RoomState) -> RoomState:
            vote, mine = self._running_vote(state), self._own_seats(state, owner)
            asked = (mine if seat is None else mine & {seat}) & vote.voters
            if not asked:
                raise Refused("not_seated")
            for each in asked:
                vote = vote.cast(each, yes)
            return replace(state, vote=vote)

        await self._vote_change(step)

    async def veto(self, owner: str) -> None:
        """The host ends the vote: it is not to be."""
        await self._end_vote(owner, Vote.vetoed)

    async def force(self, owner: str) -> None:
        """The host ends the vote: so be it."""
        await self._end_vote(owner, Vote.forced)

    async def _end_vote(self, owner: str, how: Callable[[Vote], Vote]) -> None:
        def step(state: RoomState) -> RoomState:
            self._check_host(state, owner)
            return replace(state, vote=how(self._running_vote(state)))

        await self._vote_change(step)

    async def _vote_change(self, step: Step) -> None:
        async def voted() -> None:
            await self.store(step(self.state))
            await self.settle_vote()

        await self.under_lock(voted)

    @staticmethod
    def _running_vote(state: RoomState) -> Vote:
        if state.vote is None:
            raise Refused("no_vote")
        return state.vote

    # Talk

    async def say(self, owner: str, text: str) -> None:
        """Free text, where the host allows it."""
        if not self.state.options.chat:
            raise Refused("chat_off")
        await self._speak(owner, Said.TEXT, text)

    async def phrase(self, owner: str, key: str) -> None:
        """One of the sentences that translate."""
        await self._speak(owner, Said.PHRASE, key)

    async def emote(self, owner: str, key: str) -> None:
        """One of the small pictures."""
        await self._speak(owner, Said.EMOTE, key)

    async def _speak(self, owner: str, kind: Said, what: str) -> None:
        def step(state: RoomState) -> RoomState:
            member = self._member(state, owner)
            seat = min(state.seats_of(member.key), default=None)
            key, at = str(member.key), self._at
            return replace(state, talk=state.talk.said(key, kind, what, name=member.name, seat=seat, now=at))

        await self.change(step)

    async def mute(self, owner: str, member: int, on: bool) -> None:
        """Hear somebody no more, or again."""

        def step(state: RoomState) -> RoomState:
            me, them = str(self._member(state, owner).key), str(member)
            return replace(state, talk=state.talk.mute(me, them) if on else state.talk.unmute(me, them))

        await self.change(step)

    async def mute_blocked(self, owner: str) -> None:
        """This member has blocked somebody just now."""

        async def muted() -> None:
            state = await self._unheard(self.state, owner)
            await self.store(self.state if state == self.state else state)

        await self.under_lock(muted)

    # A guest who has made an account

    async def adopt(self, device: str, account: str) -> None:
        """Everything of the device here is the account's from now on."""
        self.attendance.adopt(device, account)

        async def adopted() -> None:
            await self.store(await self._unheard(seats.adopted(self.state, device, account), account))

        await self.under_lock(adopted)
        if self.table is not None and device in self.parties:
            moved = {who: theirs for who, theirs in self.parties.items() if who != device}
            moved[account] = moved.get(account, frozenset()) | self.parties[device]
            self.reseat(self.table, self.table.setup, moved)
            self.fit_table()

    # Who may

    @property
    def _at(self) -> float:
        """Now, in seconds since 1970."""
        return self._house.wall()

    def _me(self, owner: str) -> MemberLook:
        me = self.look(owner).me
        assert me is not None
        return me

    @staticmethod
    def _member(state: RoomState, owner: str) -> Member:
        """The member that this owner is. Raises ``Refused``."""
        member = state.member_of(owner)
        if not state.is_open:
            raise Refused("room_ended")
        if member is None:
            raise Refused("not_member")
        return member

    def _own_seats(self, state: RoomState, owner: str) -> frozenset[int]:
        mine = state.seats_of(self._member(state, owner).key)
        if not mine:
            raise Refused("not_seated")
        return mine

    def _player(self, state: RoomState, owner: str) -> Member:
        """The member that this owner is, with a seat in a match that is on."""
        self._own_seats(state, owner)
        if state.status is not Status.PLAYING:
            raise Refused("not_started")
        return self._member(state, owner)

    def _check_host(self, state: RoomState, owner: str) -> None:
        if self._member(state, owner).key != state.host:
            raise Refused("not_host")


def with_clocks(rules: HouseRules, options: RoomOptions) -> HouseRules:
    """The rules as this room plays them: over days there are no clocks."""
    if options.over_days:
        for key in CLOCKS:
            rules = rules.with_value(key, "off")
    return rules
