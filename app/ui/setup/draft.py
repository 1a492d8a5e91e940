"""A set-up while it is being made: seats and rules, with names that follow the language until somebody types one."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from app.engine.house_rules import MAX_SEATS, MIN_SEATS, PRESETS, BadRules, HouseRules
from app.engine.share_code import from_share_code, share_code
from app.play import BadSetup, Kind, Level, LocalSetup, Occupant, SetupProblem, Speed, checked
from app.text.translator import Translator
from app.ui.setup.friends import FRIENDS, PERSON_PORTRAITS, PORTRAIT_WORDS
from app.ui.setup.usual_names import computer, player, you

FIRST_SEATS: Final = 4
LONGEST_TYPED: Final = 60
"""Characters taken from a name field; whatever is over 20 is refused in words rather than cut."""


@dataclass(slots=True)
class Seat:
    """One seat. An empty name or portrait stands for the usual one of this seat."""

    kind: Kind
    friend: int
    """Which of ``FRIENDS`` a computer here is."""
    name: str = ""
    portrait: str = ""
    level: Level = Level.NORMAL

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind is Kind.PERSON


def _usual_seats() -> list[Seat]:
    computers = [Seat(Kind.COMPUTER, friend) for friend in range(FIRST_SEATS - 1)]
    return [Seat(Kind.PERSON, FIRST_SEATS - 1), *computers]


@dataclass(slots=True)
class Draft:
    """Everything that a person has chosen so far."""

    seats: list[Seat] = field(default_factory=_usual_seats)
    rules: HouseRules = field(default_factory=HouseRules)
    base: str = "official"
    speed: Speed = Speed.NORMAL
    account_name: str = ""
    """ID of whoever is signed in: usual name of the first person, as the portrait is theirs."""
    account_portrait: str = ""

    # Seats

    def name(self, number: int, tr: Translator) -> str:
        """The name of a seat: as typed, or the usual one in this language."""
        return self.seats[number].name or self.usual_name(number, tr)

    def usual_name(self, number: int, tr: Translator) -> str:
        """The name of a seat as long as nobody types one."""
        seat = self.seats[number]
        if not seat.is_person:
            friend = tr.t(FRIENDS[seat.friend][0])
            namesake = friend.casefold() == self.account_name.casefold()
            return computer(tr, number + 1) if namesake else friend
        if self.is_first_person(number) and self.account_name:
            return self.account_name
        # Where several persons share the device, "You" would be each of them in turn.
        alone = sum(each.is_person for each in self.seats) == 1
        return you(tr) if alone else player(tr, number + 1)

    def is_first_person(self, number: int) -> bool:
        """Whether nobody before this seat is a person, but here is one."""
        return number == next((n for n, each in enumerate(self.seats) if each.is_person), None)

    def portrait(self, number: int) -> str:
        """The portrait of a seat: as chosen, or the usual one."""
        seat = self.seats[number]
        usual = PERSON_PORTRAITS[number] if seat.is_person else FRIENDS[seat.friend][1]
        own = self.account_portrait if self.is_first_person(number) else ""
        return seat.portrait or own or usual

    @property
    def may_add(self) -> bool:
        """Whether there is room for one more."""
        return len(self.seats) < MAX_SEATS

    @property
    def may_remove(self) -> bool:
        """Whether there is one too many for the fewest."""
        return len(self.seats) > MIN_SEATS

    def add_seat(self) -> Seat:
        """One more computer, as good as the last one; the new seat."""
        taken = {seat.friend for seat in self.seats}
        friend = next(number for number in range(len(FRIENDS)) if number not in taken)
        levels = [seat.level for seat in self.seats if not seat.is_person]
        self.seats.append(Seat(Kind.COMPUTER, friend, level=levels[-1] if levels else Level.NORMAL))
        return self.seats[-1]

    # Rules

    def take_rules(self, rules: HouseRules, base: str) -> None:
        """Go on from other rules."""
        self.rules, self.base = rules, base

    # The whole

    def setup(self, tr: Translator) -> LocalSetup:
        """The set-up as it would be played, not checked yet."""
        occupants = (
            Occupant(seat.kind, self.name(number, tr), self.portrait(number), seat.level, self.speed)
            for number, seat in enumerate(self.seats)
        )
        return LocalSetup(tuple(occupants), self.rules, self.base)

    def problems(self, tr: Translator) -> tuple[SetupProblem, ...]:
        """What stands in the way of dealing."""
        try:
            checked(self.setup(tr))
        except BadSetup as bad:
            return bad.problems
        return ()

    def to_store(self) -> dict[str, Any]:
        """The draft as preferences keep it."""
        seats = [asdict(seat) for seat in self.seats]
        return {"seats": seats, "rules": share_code(self.rules), "base": self.base, "speed": self.speed.value}


def stored_draft(preferences: dict[str, Any]) -> Draft:
    """The draft of last time, or a fresh one where there is none or it cannot be read."""
    stored: Any = preferences.get("setup")
    try:
        seats = [_stored_seat(each) for each in stored["seats"]]
        rules, base = from_share_code(str(stored["rules"])), str(stored["base"])
        draft = Draft(seats, rules, base if base in PRESETS else "official", Speed(stored["speed"]))
    except (BadRules, KeyError, TypeError, ValueError):
        return Draft()
    friends = {seat.friend for seat in seats}
    return draft if MIN_SEATS <= len(seats) <= MAX_SEATS and len(friends) == len(seats) else Draft()


def _stored_seat(stored: dict[str, Any]) -> Seat:
    seat = Seat(
        Kind(stored["kind"]),
        int(stored["friend"]),
        str(stored["name"])[:LONGEST_TYPED],
        str(stored["portrait"]),
        Level(stored["level"]),
    )
    if not 0 <= seat.friend < len(FRIENDS):
        raise ValueError("no such friend")
    return seat if seat.portrait in PORTRAIT_WORDS else replace(seat, portrait="")


def nearest_preset(rules: HouseRules) -> str:
    """The preset from which the fewest changes lead to ``rules``."""
    return min(PRESETS, key=lambda key: len(rules.changed(PRESETS[key])))
