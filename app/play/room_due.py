"""What a room does by itself when its time has come: from stored moments, so that a restart changes nothing.

Seats of people who are gone are handed to computers, hosting is passed on, votes are counted, the next round begins,
and a room that everybody has left alone ends. The room also follows its table here, whose door is not its own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.engine.house_rules import BadRules
from app.engine.rounds import standings
from app.play.notices import Notice
from app.play.room_core import ABANDONED_AFTER, OVER_DAYS_END, RoomCore
from app.play.room_house import RETRY_AFTER, House
from app.play.room_plan import Member, RoomState, Status
from app.play.room_presence import AWAY_AFTER
from app.play.room_records import with_match
from app.play.room_seats import claims_settled, host_passed
from app.play.saved import Saved
from app.play.voting import Proposal, Verdict, Vote
from app.store.errors import StorageFailed, StoreError

HOST_MISSED_OVER_DAYS: Final = 2 * 24 * 3600.0
"""Seconds after which somebody else decides over days, where nobody is expected to be there all the time."""

log = logging.getLogger(__name__)


class RoomDue(RoomCore):
    """A room with everything that it does by itself."""

    def __init__(self, house: House, state: RoomState, created_at: float) -> None:
        super().__init__(house, state, created_at)
        self._told: dict[str, Notice] = {}
        """Who was told that they are waited for, and how."""

    async def step(self) -> float | None:
        """Do what is due. Seconds until there is more to do, ``None`` when nothing will be due by itself."""
        return await self.under_lock(self._step)

    async def _step(self) -> float | None:
        if not self.state.is_open:
            return None
        try:
            await self.store(self._table_followed(self.state))
            await self._tell_awaited()
            await self.note(self._presence_followed(self.state))
            await self.settle_vote()
            await self._deal()
        except StoreError:
            return RETRY_AFTER
        if not self.state.is_open:
            return None
        return min(self._waits(), default=None)

    # The table

    def _table_followed(self, state: RoomState) -> RoomState:
        """The room as it is once what happened at its table is known."""
        table = self.table
        if table is None or state.status is not Status.PLAYING:
            return state
        if table.version != self._seen_version:
            self._seen_version = table.version
            if state.options.over_days:
                state = replace(state, moved_at=self._house.wall())
        if table.match_over:
            return self._match_ended(state)
        between = self.round_over
        if between or not state.persons:
            state = claims_settled(state)
        if state.took and not between:
            state = replace(state, took=())
        return self._with_next_round(state, between)

    def _with_next_round(self, state: RoomState, between: bool) -> RoomState:
        wait = 0 if state.options.over_days else state.options.next_round_after
        if between and wait and state.next_round_at is None:
            return replace(state, next_round_at=self._house.wall() + wait)
        if state.next_round_at is not None and not (between and wait):
            return replace(state, next_round_at=None)
        return state

    def _match_ended(self, state: RoomState) -> RoomState:
        assert self.table is not None
        places = standings(self.table.state)
        if all(line.table_id != state.table_id for line in state.evening):
            state = with_match(state, state.table_id, places, self.table.rounds, self._house.wall())
        over = replace(state, status=Status.OVER, vote=None, paused=False, next_round_at=None)
        members = tuple(replace(each, away=False) for each in over.members)
        return claims_settled(replace(over, members=members)).told("match_ended", state.seats[places[0]].name)

    async def _tell_awaited(self) -> None:
        """Over days, tell whoever is waited for, wherever they are; and no longer once that is settled."""
        awaited = self._awaited()
        for owner in self._told.keys() - awaited.keys():
            await self._house.notices.forget(owner, self.notice("", "turn").key)
            del self._told[owner]
        for owner, kind in awaited.items():
            notice = self.notice(kind, "turn", owner)
            if self._told.get(owner) != notice:
                await self._house.notices.keep(owner, notice)
                self._told[owner] = notice

    def _awaited(self) -> dict[str, str]:
        """Who is waited for in a match over days, and the kind of notice that says so."""
        state, table = self.state, self.table
        if table is None or state.status is not Status.PLAYING or not state.options.over_days:
            return {}
        if self.round_over:
            return dict.fromkeys(state.parties, "round_over")
        asked = frozenset(state.vote.silent) if state.vote is not None else frozenset[int]()
        found = {owner: "vote" for owner, seats in state.parties.items() if seats & asked}
        return found | {owner: "your_turn" for owner, seats in state.parties.items() if table.state.turn in seats}

    async def _become(self, state: RoomState, fresh: Saved | None) -> None:
        before = self.state
        await super()._become(state, fresh)
        try:
            if state.is_open:
                await self._tell_former_host(before.member(before.host))
            elif before.is_open:
                await self._take_notices_back()
        except StoreError as failed:
            log.warning("notices of room %s could not be stored: %s", self.code, type(failed).__name__)

    async def _take_notices_back(self) -> None:
        """Nobody is waited for any more, nor of use as a host."""
        await self._tell_awaited()
        if self.state.options.over_days:
            for member in self.state.members:
                await self._house.notices.forget(member.owner, self.notice("", "host").key)

    async def _tell_former_host(self, former: Member | None) -> None:
        """Over days, whoever decides no more hears it wherever they are, since they are not here."""
        host = self.state.member(self.state.host)
        if former is None or host is None or former.key == host.key or not self.state.options.over_days:
            return
        if self.state.member(former.key) is not None and not self.here(former.owner):
            await self._house.notices.keep(former.owner, self.notice("host_passed", "host", former.owner))

    async def _welcome(self, owner: str) -> None:
        await super()._welcome(owner)
        if self.state.options.over_days:
            try:
                await self._house.notices.forget(owner, self.notice("", "host").key)
            except StoreError as failed:
                log.warning("notices of room %s could not be taken back: %s", self.code, type(failed).__name__)

    # People

    def _presence_followed(self, state: RoomState) -> RoomState:
        """The room as it is once it is known who is here."""
        if state.options.over_days:
            late = self._house.wall() >= state.moved_at + OVER_DAYS_END
            return state.ended("abandoned") if late else self._host_kept_over_days(state)
        if not self.anybody_here():
            return self._left_alone(state)
        if state.empty_since is not None:
            state = replace(state, empty_since=None)
        for member in state.members:
            if self._gets_stand_in(state, member) and self.attendance.gone_for(member.owner) >= AWAY_AFTER:
                state = state.with_member(replace(member, away=True)).told("away", member.name)
            elif member.away and self.here(member.owner):
                state = state.with_member(replace(member, away=False)).told("back", member.name)
        return self._host_kept(state)

    def _left_alone(self, state: RoomState) -> RoomState:
        if state.empty_since is None:
            return replace(state, empty_since=self._house.wall())
        late = self._house.wall() >= state.empty_since + ABANDONED_AFTER
        return state.ended("abandoned") if late else state

    def _gets_stand_in(self, state: RoomState, member: Member) -> bool:
        """Whether a computer will play for this member if they stay away."""
        if state.status is not Status.PLAYING or state.paused or member.away or self.here(member.owner):
            return False
        return bool(state.seats_of(member.key))

    def _host_kept(self, state: RoomState) -> RoomState:
        """Somebody who is here decides: after a while without the host, whoever has been here longest."""
        host = state.member(state.host)
        if host is not None and self.attendance.gone_for(host.owner) < AWAY_AFTER:
            return state
        heir = self.heir(state)
        return state if heir is None else host_passed(state, heir.key)

    def _host_kept_over_days(self, state: RoomState) -> RoomState:
        """The same where people look in now and then: the moment is stored, so that it outlasts a restart."""
        host = state.member(state.host)
        if host is None or self.here(host.owner):
            return state
        if state.host_gone_since is None:
            return replace(state, host_gone_since=self._house.wall())
        heir = self.heir(state)
        missed = self._house.wall() >= state.host_gone_since + HOST_MISSED_OVER_DAYS
        return host_passed(state, heir.key) if missed and heir is not None else state

    def heir(self, state: RoomState) -> Member | None:
        """Who decides when the host does not: the longest here, those with a seat first; else the first who came."""
        others = {each.owner: each for each in state.members if each.key != state.host}
        here = [others[owner] for owner in self.attendance.by_stay(others)]
        if not here and state.member(state.host) is None:
            here = list(others.values())
        return next((each for each in here if state.seats_of(each.key)), here[0] if here else None)

    # Votes

    async def settle_vote(self) -> None:
        """Do what an ended vote says. Call it under the lock."""
        vote = self.state.vote
        verdict = None if vote is None else vote.outcome(self._house.wall())
        if vote is None or verdict is None:
            return
        if verdict is Verdict.REFUSED:
            word = "vote_vetoed" if vote.by_host else "vote_refused"
            lost = vote.turned_down(self.round, self._house.wall(), slow=self.state.options.over_days)
            told = _told_vote(self.state, vote, word)
            others = tuple(each for each in told.turned_down if each.key != lost.key and each.round == lost.round)
            await self.store(replace(told, turned_down=(*others, lost)))
        elif vote.kind is Proposal.PAUSE:
            await self.store(_told_pause(self.state, vote.value == "on"))
        else:
            await self._change_rule(vote)

    async def _change_rule(self, vote: Vote) -> None:
        """The table first: with the same action id it is done once, also when the server stops in between."""
        assert self.table is not None
        try:
            outcome = await self.table.change_rule(vote.key, vote.value, f"vote-{vote.began:.6f}")
            rules = self.state.rules.with_value(vote.key, vote.value)
        except BadRules:
            await self.store(_told_vote(self.state, vote, "vote_void"))
            return
        if outcome.retry:
            raise StorageFailed("the change could not be stored")
        word = "vote_void" if not outcome.ok else "vote_forced" if vote.by_host else "vote_accepted"
        await self.store(replace(_told_vote(self.state, vote, word), rules=rules if outcome.ok else self.state.rules))

    # The next round

    async def _deal(self) -> None:
        """Begin the next round when it is time and a person is there to play it."""
        seat, at = self._dealing_seat(), self.state.next_round_at
        if seat is None or at is None or self._house.wall() < at or self.table is None:
            return
        outcome = await self.table.vantage(seat).next_round(self.table.version, f"round-{self.round}")
        if outcome.ok:
            await self.store(self._table_followed(self.state))

    def _dealing_seat(self) -> str | None:
        """The owner in whose name the next round is dealt."""
        if self.state.paused:
            return None
        members = (each for each in self.state.members if self.state.seats_of(each.key) and not each.away)
        return next((each.owner for each in members if self.here(each.owner)), None)

    # When

    def _waits(self) -> Iterator[float]:
        """Seconds until each thing that will be due; a second where it could not be done."""
        for wait in self._raw_waits():
            yield wait if wait > 0 else RETRY_AFTER

    def _raw_waits(self) -> Iterator[float]:
        state, wall = self.state, self._house.wall()
        if state.vote is not None:
            yield state.vote.left(wall)
        if state.next_round_at is not None and self._dealing_seat() is not None:
            yield state.next_round_at - wall
        if state.options.over_days:
            yield state.moved_at + OVER_DAYS_END - wall
            if state.host_gone_since is not None and self.heir(state) is not None:
                yield state.host_gone_since + HOST_MISSED_OVER_DAYS - wall
            return
        if state.empty_since is not None:
            yield state.empty_since + ABANDONED_AFTER - wall
        if not self.anybody_here():
            return
        for member in state.members:
            may_pass = member.key == state.host and not self.here(member.owner) and self.heir(state) is not None
            if may_pass or self._gets_stand_in(state, member):
                yield AWAY_AFTER - self.attendance.gone_for(member.owner)


def _told_vote(state: RoomState, vote: Vote, word: str) -> RoomState:
    """Without the vote, and with news of how it ended."""
    return replace(state, vote=None).told(word, key=vote.key, value=str(vote.value))


def _told_pause(state: RoomState, paused: bool) -> RoomState:
    return replace(state, vote=None, paused=paused).told("paused" if paused else "resumed")
