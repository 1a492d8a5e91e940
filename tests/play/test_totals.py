"""What many matches amount to, counted by hand."""

from dataclasses import replace

from app.engine.house_rules import PRESETS, HouseRules
from app.play.records import Figures
from app.play.setup import Kind, Level, LocalSetup, Occupant
from app.play.totals import Played, Wanted, as_one, cards_by_match, names_by_use, totals

QUICK = PRESETS["quick"]


def person(name: str) -> Occupant:
    return Occupant(Kind.PERSON, name)


def computer(level: Level) -> Occupant:
    return Occupant(Kind.COMPUTER, level.value, level=level)


def played(
    id: str, *seats: Occupant, first: int = 0, rules: HouseRules = QUICK, stack: int = 0, online: bool = False
) -> Played:
    count = len(seats)
    figures = Figures(
        turns=10, played=tuple(range(1, count + 1)), drawn=(2,) * count, calls=(0,) * count, catches=(1,) * count,
        jump_ins=(0,) * count, challenges=2, won_challenges=1, biggest_stack=stack, reshuffles=0, seconds=30.0,
    )  # fmt: skip
    places = (first, *(seat for seat in range(count) if seat != first))
    return Played(id, 1.0, LocalSetup(seats, rules, "quick"), places, (0,) * count, figures, online)


ANN, BEN = person("Ann"), person("Ben")
EASY, HARD = computer(Level.EASY), computer(Level.HARD)
MATCHES = [
    played("c", ANN, EASY, first=0, stack=6),
    played("b", ANN, BEN, HARD, HARD, first=2, stack=8, online=True),
    played("a", person("ANN"), HARD, first=1, rules=HouseRules(hand_size=5), stack=8),
]


def test_the_whole_of_it() -> None:
    found = totals(MATCHES)
    assert (found.matches, found.won_by_persons, found.turns, found.seconds) == (3, 1, 30, 90.0)
    # Ann plays 1 card in each match and Ben 2; each draws 2 and catches once.
    assert (found.played, found.drawn, found.catches) == (1 + 1 + 2 + 1, 8, 4)
    assert (found.challenges, found.won_challenges) == (6, 3)
    assert found.biggest is not None and found.biggest.id == "b"


def test_persons_by_their_name_however_it_is_written() -> None:
    ann, ben = totals(MATCHES).persons
    assert (ann.name, ann.played_in, ann.won, ann.rate) == ("Ann", 3, 1, 1 / 3)
    assert ann.fair == 1 / 2 + 1 / 4 + 1 / 2
    assert (ben.name, ben.played_in, ben.won, ben.fair_rate) == ("Ben", 1, 0, 0.25)
    assert (ben.played, ben.drawn) == (2, 2)


def test_levels_count_every_seat_of_theirs() -> None:
    easy, hard = totals(MATCHES).levels
    assert (easy.level, easy.played_in, easy.won) == (Level.EASY, 1, 0)
    assert (hard.level, hard.played_in, hard.won, hard.fair) == (Level.HARD, 3, 2, 1 / 4 + 1 / 4 + 1 / 2)


def test_rules_by_preset_and_changed_ones_apart() -> None:
    quick, changed = totals(MATCHES).rules
    assert (quick.preset, quick.changed, quick.matches, quick.won_by_persons, quick.turns) == ("quick", False, 2, 1, 20)
    assert (changed.preset, changed.changed, changed.matches) == ("quick", True, 1)


def test_nothing_played_amounts_to_nothing() -> None:
    found = totals([])
    assert (found.matches, found.biggest, found.persons, found.levels, found.rules) == (0, None, [], [], [])
    assert totals([played("x", ANN, EASY)]).biggest is None


def test_cards_of_the_persons_of_each_match_the_oldest_first() -> None:
    found = cards_by_match(MATCHES, 2)
    assert [(each.match.id, each.played, each.drawn) for each in found] == [("b", 1.5, 2.0), ("c", 1.0, 2.0)]


def test_what_is_wanted() -> None:
    def ids(wanted: Wanted) -> list[str]:
        return [match.id for match in MATCHES if wanted.fits(match)]

    assert ids(Wanted()) == ["c", "b", "a"]
    assert ids(Wanted(format="points")) == ["a"]
    assert ids(Wanted(who="one")) == ["c", "a"]
    assert ids(Wanted(who="several")) == ["b"]
    assert ids(Wanted(who="name:ben")) == ["b"]
    assert ids(Wanted(who="name:ann", where="local")) == ["c", "a"]
    assert ids(Wanted(where="online", format="first_out")) == ["b"]
    assert ids(Wanted(format="nonsense")) == []


def test_names_by_use() -> None:
    assert names_by_use(MATCHES, 5) == ["Ann", "Ben"]
    assert names_by_use(MATCHES, 1) == ["Ann"]
    assert as_one("Ａnn") == as_one("ANN")
    assert names_by_use([replace(MATCHES[0])], 1) == ["Ann"]
