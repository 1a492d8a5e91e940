"""Names that nobody typed: they follow the language of whoever looks, also in a game begun in another one."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final, overload

from app.engine.house_rules import MAX_SEATS
from app.play import Kind, Occupant
from app.text.translator import LANGUAGES, Translator, translator
from app.ui.session import Session
from app.ui.setup.friends import FRIENDS


def called(occupant: Occupant, tr: Translator) -> str:
    """The name as ``tr`` says it: a usual one in its language, a typed one as it is."""
    usual = _usual(occupant.kind).get(occupant.name)
    return occupant.name if usual is None else usual(tr)


@cache
def _usual(kind: Kind) -> dict[str, Callable[[Translator], str]]:
    """What the usual names of a kind of seat are in every language, and how each is said in one."""
    numbers = range(1, MAX_SEATS + 1)
    said: list[Callable[[Translator], str]]
    if kind is Kind.PERSON:
        said = [you, *(partial(player, number=number) for number in numbers)]
    else:
        said = [partial(friend, name=name) for name, _ in FRIENDS]
        said += [partial(computer, number=number) for number in numbers]
    return {say(translator(language)): say for language in LANGUAGES for say in said}


def you(tr: Translator) -> str:
    """The usual name of the first person."""
    return tr.t("You")


def player(tr: Translator, number: int) -> str:
    """The usual name of another person."""
    return tr.t("Player {number}", number=number)


def friend(tr: Translator, name: str) -> str:
    """The usual name of a computer; ``name`` is the English one."""
    return tr.t(name)


def computer(tr: Translator, number: int) -> str:
    """The usual name of a computer whose own is taken."""
    return tr.t("Computer {number}", number=number)


class CalledNames(Sequence[str]):
    """The names of all seats, each time in the language of that moment."""

    def __init__(self, occupants: Sequence[Occupant], session: Session) -> None:
        self._occupants: Final = occupants
        self._session: Final = session

    def __len__(self) -> int:
        return len(self._occupants)

    @overload
    def __getitem__(self, seat: int) -> str: ...
    @overload
    def __getitem__(self, seat: slice) -> Sequence[str]: ...
    def __getitem__(self, seat: int | slice) -> str | Sequence[str]:
        names = [called(occupant, self._session.tr) for occupant in self._occupants]
        return names[seat]
