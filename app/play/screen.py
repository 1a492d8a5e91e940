"""Whose hand a device shows when several persons pass it round (product.md 4).

With two or more persons a cover goes up whenever the person to act changes, and nothing of any hand may be on
the device until that person says "I am ... - start". With one person on the device there is no cover. A table has a
screen for each party; those who only watch have one that shows nobody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from app.engine.moves import Do, Event, Happened, Move
from app.engine.state import ROUND_OVER, State


@dataclass(frozen=True, slots=True)
class Revealed:
    """The hand that a challenge showed to the person on screen."""

    target: int
    """The seat whose hand it was."""
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """What one device shows. A value: each step gives a new one."""

    persons: frozenset[int]
    """The seats played on this device."""
    on: int | None = None
    """The person whose hand is on screen; ``None`` while covered and when nobody is."""
    cover_for: int | None = None
    """The person to whom the device is being handed; ``None`` when the cover is not up."""
    revealed: Revealed | None = None

    @property
    def shared(self) -> bool:
        """Whether the device is passed round at all."""
        return len(self.persons) > 1

    def after(self, state: State, events: Iterable[Event] = ()) -> Screen:
        """The screen once ``events`` have led to ``state``."""
        over = state.pending >= ROUND_OVER
        if not self.persons:
            return self
        if not self.shared:
            person = min(self.persons)
            return Screen(self.persons, person, revealed=None if over else self._revealed_by(events, person))
        if over:
            return Screen(self.persons)
        seen = replace(self, revealed=self._revealed_by(events, self.on))
        return seen if seen.revealed else seen._handed_over(state)

    def covered(self, state: State) -> Screen:
        """The screen of a match that nobody is known to be looking at."""
        return Screen(self.persons).after(state) if self.shared else self

    def started(self, seat: int) -> Screen:
        """The screen once the person on ``seat`` has said so; unchanged when the cover is not up for that seat."""
        return Screen(self.persons, on=seat) if seat == self.cover_for else self

    def looked_away(self, state: State) -> Screen:
        """The screen once the person has seen enough of the hand that a challenge showed."""
        return replace(self, revealed=None).after(state)

    def offers_call(self, state: State) -> int | None:
        """The person who has just played to one card and may still say UNO, while the cover is up."""
        if self.cover_for is None:
            return None
        return next((seat for seat in state.exposed_seats() if seat in self.persons), None)

    def allows(self, state: State, seat: int, move: Move) -> bool:
        """Whether this person could have made this move with the device as it is."""
        if move.do is Do.NEXT_ROUND or not self.shared:
            return seat in self.persons
        if self.cover_for is not None:
            return move.do is Do.CALL and seat == self.offers_call(state)
        return seat == self.on

    def _revealed_by(self, events: Iterable[Event], viewer: int | None) -> Revealed | None:
        """The hand shown to the viewer, by these events or still."""
        for event in events:
            if event.kind is Happened.CHALLENGED and event.seat == viewer and event.cards and event.target is not None:
                return Revealed(event.target, event.cards)
        return self.revealed

    def _handed_over(self, state: State) -> Screen:
        if self.on is not None:
            # Computers on turn change nothing: the person who looked on goes on looking on.
            leaves = state.turn in self.persons and state.turn != self.on
            return Screen(self.persons, cover_for=state.turn) if leaves else self
        return Screen(self.persons, cover_for=self._next_person(state))

    def _next_person(self, state: State) -> int | None:
        """The person on turn, or the next to be; ``None`` when no person is left in the round."""
        order = (state.turn, *state.active_after(state.turn))
        return next((seat for seat in order if seat in self.persons and state.is_active(seat)), None)


NOBODYS: Final = Screen(frozenset())
"""The screen of those who only watch."""


@dataclass(frozen=True, slots=True)
class Screens:
    """The screens of all parties of a table. A value: each step gives a new one."""

    of_party: Mapping[str, Screen]

    @staticmethod
    def of_parties(parties: Mapping[str, frozenset[int]], state: State) -> Screens:
        """The screens of parties that have just come to the table."""
        return Screens({party: Screen(seats) for party, seats in parties.items()}).after(state)

    def of(self, party: str | None) -> Screen:
        """The screen of this party; one without any hand for whoever is none."""
        return NOBODYS if party is None else self.of_party.get(party, NOBODYS)

    def showing_to(self, seat: int) -> Screen:
        """The screen of the party that plays ``seat``; one without any hand when nobody does."""
        return next((screen for screen in self.of_party.values() if seat in screen.persons), NOBODYS)

    @property
    def covered(self) -> bool:
        """Whether any device is being handed over."""
        return any(screen.cover_for is not None for screen in self.of_party.values())

    def after(self, state: State, events: tuple[Event, ...] = ()) -> Screens:
        """The screens once ``events`` have led to ``state``."""
        return self._each(lambda screen: screen.after(state, events))

    def with_screen(self, party: str | None, screen: Screen) -> Screens:
        """The screens with another one for this party; unchanged for whoever is none."""
        if party is None or party not in self.of_party:
            return self
        return Screens({**self.of_party, party: screen})

    def reseated(self, parties: Mapping[str, frozenset[int]], state: State) -> Screens:
        """The screens once others sit there; a party with the seats of before goes on looking at what it saw."""
        fresh = Screens.of_parties(parties, state)
        kept = {party: screen for party, screen in self.of_party.items() if parties.get(party) == screen.persons}
        return Screens({**fresh.of_party, **kept})

    def _each(self, step: Callable[[Screen], Screen]) -> Screens:
        return Screens({party: step(screen) for party, screen in self.of_party.items()})
