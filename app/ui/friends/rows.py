"""Lists of persons that are changed in place, so that whoever is on a button stays there."""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from app.play import Person
from app.ui.element import Node
from app.ui.portrait import portrait_of_other, show_portrait
from app.ui.session import Sentence, Session

T = TypeVar("T")


class Row:
    """One line: a portrait (for a person), a name with details under it, and buttons (``with row.buttons:``)."""

    def __init__(self, session: Session, portrait: bool = True) -> None:
        self.session: Final = session
        with Node("li", "friend-row") as self.node:
            with Node("span", "friend-face", aria_hidden=True):
                self.picture: Final = Node("i", "" if portrait else "icon-hourglass")
            with Node("div", "friend-text"):
                # In a direction of its own, whatever alphabet a name is of.
                self.name: Final = Node("bdi", "friend-name")
                self.facts: Final = Node("div", "soft small friend-facts")
            with self.facts:
                self.detail: Final = Node("span")
            self.buttons: Final = Node("div", "friend-buttons")

    def show_person(self, person: Person, detail: Sentence) -> None:
        """Show somebody with this line under the name."""
        show_portrait(self.picture, portrait_of_other(person.portrait, person.account))
        self.name.text = person.name
        self.session.say(self.detail, detail)


class Rows(Generic[T]):
    """A list with one row for each thing, known by its key; ``make`` makes a row, ``show`` brings it up to date."""

    def __init__(
        self, node: Node, key: Callable[[T], str], make: Callable[[T], Row], show: Callable[[Row, T], None]
    ) -> None:
        self.node: Final = node
        self._key = key
        self._make = make
        self._show = show
        self._rows: Final[dict[str, Row]] = {}

    def update(self, things: Sequence[T]) -> None:
        """Show these things in this order."""
        wanted = {self._key(thing): thing for thing in things}
        for gone in self._rows.keys() - wanted.keys():
            self._rows.pop(gone).node.delete()
        for place, (key, thing) in enumerate(wanted.items()):
            if key not in self._rows:
                with self.node:
                    self._rows[key] = self._make(thing)
            row = self._rows[key]
            self._show(row, thing)
            if self.node.default_slot.children[place] is not row.node:
                row.node.move(self.node, place)
