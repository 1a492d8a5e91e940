"""The panel of seats: who plays, what they are called and look like, how well computers play."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from app.play import Kind, Level, SetupProblem, Speed
from app.text.reasons import name_problem_text
from app.text.translator import Translator, mark
from app.ui.element import Node
from app.ui.frame import Dialog, button, sheet, words
from app.ui.portrait import show_portrait
from app.ui.session import Session
from app.ui.setup.draft import LONGEST_TYPED, Draft, Seat
from app.ui.setup.friends import PORTRAIT_WORDS, portrait_words

Changed = Callable[[], Awaitable[None]]

PERSON: Final = "person"
LEVEL_WORDS: Final = {Level.EASY: mark("Easy"), Level.NORMAL: mark("Normal"), Level.HARD: mark("Hard")}
SPEED_WORDS: Final = {Speed.SLOW: mark("Slow"), Speed.NORMAL: mark("Normal"), Speed.FAST: mark("Fast")}

# The browser sends the value alone, not the whole event.
VALUE: Final = "(event) => emit(event.target.value)"


class Seats:
    """The list of seats. ``changed`` is called after every change."""

    def __init__(self, session: Session, draft: Draft, changed: Changed) -> None:
        self.session: Final = session
        self.draft: Final = draft
        self.changed: Final = changed
        self.rows: Final[list[Row]] = []

    def build(self) -> None:
        """Make the panel."""
        with Node("section", "panel seats-panel", aria_labelledby="seats-title"):
            words(self.session, "h2", lambda tr: tr.t("Who plays?"), id="seats-title")
            self.list = Node("ol", "seats")
            self.problem = Node("p", "problem", role="alert", hidden=True)
            with Node("div", "row seats-end"):
                self.more = button(self.session, lambda tr: tr.t("Add a seat"), data_action="add-seat")
                self.more.on_tap(self._add)
                self._speed()
        for seat in self.draft.seats:
            self._row(seat)

    def _speed(self) -> None:
        with Node("label", "speed") as self.speed:
            words(self.session, "span", lambda tr: tr.t("Computer speed"))
            chosen = Node("select", "field", data_field="speed").fill(str(self.draft.speed))
            with chosen:
                options(self.session, SPEED_WORDS)
        chosen.on("change", lambda event: self._set_speed(event.args), js_handler=VALUE)

    async def _set_speed(self, given: object) -> None:
        if isinstance(given, str) and given in SPEED_WORDS:
            self.draft.speed = Speed(given)
            await self.changed()

    def _row(self, seat: Seat) -> None:
        with self.list:
            row = Row(self, seat)
        self.rows.append(row)

    async def _add(self) -> None:
        if self.draft.may_add:
            self._row(self.draft.add_seat())
            await self.changed()

    async def remove(self, row: "Row") -> None:
        """Take a seat away."""
        if self.draft.may_remove and row in self.rows:
            self.draft.seats.remove(row.seat)
            self.rows.remove(row)
            row.node.delete()
            await self.changed()

    def show(self, problems: tuple[SetupProblem, ...] = ()) -> None:
        """Bring every row up to date, with what is wrong beside it."""
        for number, row in enumerate(self.rows):
            row.show(number, next((each.word for each in problems if each.seat == number), ""))
        self.more.set(disabled=not self.draft.may_add)
        self.speed.set(hidden=all(seat.is_person for seat in self.draft.seats))
        nobody = any(each.word == "no_person" for each in problems)
        self.problem.set(hidden=not nobody)
        self.problem.text = self.session.tr.t("At least one seat needs a person.") if nobody else ""


class Row:
    """One seat of the list."""

    def __init__(self, panel: Seats, seat: Seat) -> None:
        self.panel: Final = panel
        self.seat: Final = seat
        self.number = 0
        with Node("li", "seat") as self.node:
            self.face = Node("button", "seat-portrait", type="button", data_field="portrait")
            with self.face.on_tap(self._choose_portrait):
                self.picture = Node("i", "portrait")
            self.name = Node(
                "input", "field seat-name", type="text", maxlength=LONGEST_TYPED, autocomplete="off",
                spellcheck="false", enterkeyhint="done", data_field="name",
            )  # fmt: skip
            self.name.on("change", lambda event: self._set_name(event.args), js_handler=VALUE)
            self.away = Node("button", "btn btn-icon btn-quiet seat-remove", type="button", data_action="remove-seat")
            with self.away.on_tap(lambda: panel.remove(self)):
                Node("i", "icon-close", aria_hidden=True)
            self._choose_who()
            self.problem = Node("p", "problem", role="alert", hidden=True)

    def _choose_who(self) -> None:
        """A person, or a computer of one of the levels."""
        session = self.panel.session
        self.sign = Node("i", "seat-sign", aria_hidden=True)
        self.who = Node("select", "field seat-who", data_field="who")
        with self.who:
            words(session, "option", lambda tr: tr.t("Person"), value=PERSON)
            with session.label(Node("optgroup"), lambda tr: tr.t("Computer"), "label"):
                options(session, LEVEL_WORDS)
        self.who.on("change", lambda event: self._set_who(event.args), js_handler=VALUE)

    def _who(self) -> str:
        return PERSON if self.seat.is_person else str(self.seat.level)

    def show(self, number: int, problem: str) -> None:
        """Show the seat as the draft has it, at its place in the list."""
        draft, tr = self.panel.draft, self.panel.session.tr
        self.number = number
        self._show_name(draft, tr, problem)
        portrait = draft.portrait(number)
        show_portrait(self.picture, portrait)
        about = tr.t("Portrait: {portrait}. Change it", portrait=portrait_words(portrait, tr))
        self.face.set(aria_label=about, title=about)
        remove = tr.t("Remove seat {number}", number=number + 1)
        self.away.set(aria_label=remove, title=remove, hidden=not draft.may_remove)
        self.sign.wear(f"seat-sign icon-{'person' if self.seat.is_person else 'computer'}")
        self.who.set(aria_label=tr.t("Who plays at seat {number}", number=number + 1))
        self.who.fill(self._who())

    def _show_name(self, draft: Draft, tr: Translator, problem: str) -> None:
        self.name.fill(draft.name(self.number, tr)).set(
            placeholder=draft.usual_name(self.number, tr),
            aria_label=tr.t("Name of seat {number}", number=self.number + 1),
            aria_invalid=bool(problem),
        )
        word = problem.removeprefix("name_")
        self.problem.text = name_problem_text(word, tr) if problem.startswith("name_") else ""
        self.problem.set(hidden=not self.problem.text)

    async def _set_name(self, given: object) -> None:
        if isinstance(given, str):
            typed = given.strip()[:LONGEST_TYPED]
            self.seat.name = "" if typed == self.panel.draft.usual_name(self.number, self.panel.session.tr) else typed
            await self.panel.changed()

    async def _set_who(self, given: object) -> None:
        if not isinstance(given, str) or given not in (PERSON, *LEVEL_WORDS):
            return
        self.seat.kind = Kind.PERSON if given == PERSON else Kind.COMPUTER
        if given != PERSON:
            self.seat.level = Level(given)
        await self.panel.changed()

    def _choose_portrait(self) -> None:
        session = self.panel.session
        shown = self.panel.draft.portrait(self.number)
        draft = self.panel.draft
        own = draft.account_portrait if draft.is_first_person(self.number) else ""
        opened = sheet(session, lambda tr: tr.t("Choose a portrait"), "dialog-portraits")
        with opened as dialog, Node("div", "portraits"):
            for key in dict.fromkeys([own, *PORTRAIT_WORDS] if own else PORTRAIT_WORDS):
                self._portrait(dialog, key, key == shown, own)

    def _portrait(self, dialog: Dialog, key: str, chosen: bool, own: str) -> None:
        async def choose() -> None:
            dialog.close()
            # The account's own follows the account from then on.
            self.seat.portrait = "" if key == own else key
            await self.panel.changed()

        choice = Node("button", "portrait-choice", type="button", aria_pressed=chosen, data_portrait=key)
        self.panel.session.label(choice.on_tap(choose), lambda tr: portrait_words(key, tr))
        with choice:
            show_portrait(Node("i"), key)


def options(session: Session, choices: Mapping[Any, str]) -> None:
    """The choices of a field: marked words by the values of an enumeration."""
    for value, word in choices.items():
        words(session, "option", lambda tr, word=word: tr.t(word), value=str(value))  # type: ignore[misc]
