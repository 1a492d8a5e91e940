"""What is kept of the matches of a room: a record for each owner, and the table of the evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.play import saved
from app.play.chronicle import RoundResult
from app.play.room_plan import KEPT_MATCHES, MatchLine, RoomState, Score
from app.play.saved import FinishedMatch
from app.play.totals import as_one
from app.store import models
from app.store.rooms import Result


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How two people did against each other: a win is a place before the other's, who may have left."""

    matches: int
    wins_a: int
    wins_b: int


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One person's evening."""

    name: str
    portrait: str
    matches: int
    wins: int
    points: int
    left: int
    """Matches that the person did not play to the end."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Several matches of one room together."""

    matches: tuple[MatchLine, ...]
    persons: tuple[PersonLine, ...]
    """Whoever has won most stands first."""


def shares(state: RoomState) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Each owner of the match that is on with the seats that count as theirs, and whether they have left."""
    staying = {each.owner: tuple(sorted(state.seats_of(each.key))) for each in state.members}
    for owner, seats in staying.items():
        if seats:
            yield owner, seats, False
    gone: dict[str, tuple[int, ...]] = {}
    for leaver in state.leavers:
        gone[leaver.owner] = gone.get(leaver.owner, ()) + leaver.seats
    for owner, seats in gone.items():
        if not staying.get(owner):
            yield owner, tuple(sorted(set(seats))), True


def rows_of(state: RoomState, match: FinishedMatch) -> list[models.FinishedMatch]:
    """What each owner keeps of the match that has just ended."""
    return [saved.own_row(match, owner, seats, left=left) for owner, seats, left in shares(state)]


def with_match(
    state: RoomState, table_id: str, places: Sequence[int], rounds: Sequence[RoundResult], at: float
) -> RoomState:
    """The evening with one more match; ``places`` are seats from first to last."""
    totals = rounds[-1].totals if rounds else (0,) * len(state.seats)
    scores = [_score(state, seat, places.index(seat) + 1, totals[seat]) for seat in sorted(state.persons)]
    playing = state.parties
    for leaver in state.leavers:
        if leaver.owner not in playing:
            scores += [Score(leaver.member, name, portrait, 0, 0) for name, portrait in leaver.persons]
    owners = tuple(owner for owner, _, _ in shares(state))
    line = MatchLine(table_id, at, state.seats[places[0]].name, len(rounds), tuple(scores), owners)
    return replace(state, evening=(*state.evening, line)[-KEPT_MATCHES:])


def _score(state: RoomState, seat: int, place: int, points: int) -> Score:
    who = state.seats[seat]
    return Score(who.member, who.name, who.portrait, place, points)


def evening(lines: tuple[MatchLine, ...]) -> Evening:
    """What the matches of an evening amount to."""
    persons: dict[tuple[int, str], PersonLine] = {}
    for line in lines:
        for score in line.scores:
            who = score.member, as_one(score.name)
            before = persons.get(who, PersonLine(score.name, score.portrait, 0, 0, 0, 0))
            persons[who] = replace(
                before,
                portrait=score.portrait or before.portrait,
                matches=before.matches + 1,
                wins=before.wins + (score.place == 1),
                points=before.points + score.points,
                left=before.left + (score.place == 0),
            )
    ranked = sorted(persons.values(), key=lambda each: (-each.wins, -each.points, each.name))
    return Evening(tuple(replace(line, owners=()) for line in lines), tuple(ranked))


def head_to_head(mine: Iterable[Result], theirs: Iterable[Result]) -> HeadToHead:
    """How two owners did in the matches that both have finished."""
    a, b = _best(mine), _best(theirs)
    both = a.keys() & b.keys()
    wins_a = sum(_before(a[match], b[match]) for match in both)
    wins_b = sum(_before(b[match], a[match]) for match in both)
    return HeadToHead(len(both), wins_a, wins_b)


def _best(results: Iterable[Result]) -> dict[str, int]:
    """The place in each match; an account may have two rows of one, its own and one that it played as a guest."""
    found: dict[str, int] = {}
    for each in results:
        known = found.get(each.match_id, 0)
        found[each.match_id] = min(known, each.place) if known and each.place else known or each.place
    return found


def _before(place: int, other: int) -> bool:
    return place > 0 and (other == 0 or place < other)
