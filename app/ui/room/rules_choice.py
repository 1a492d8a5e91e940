"""The choice of rules for a room: one tap for a preset or a favourite, and everything else in a sheet."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from app.engine.house_rules import PRESETS, HouseRules
from app.play import SetupProblem
from app.text.rules import changed_rules, preset_line, preset_title, rules_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.favourites import favourites
from app.ui.frame import button, sheet, words
from app.ui.session import Session
from app.ui.setup.draft import Draft
from app.ui.setup.keep import Keep
from app.ui.setup.rules import Rules

Changed = Callable[[], Awaitable[None]]
Problems = Callable[[], tuple[SetupProblem, ...]]


class RulesChoice:
    """Presets and favourites as buttons, and the way to all settings. ``changed`` is called after every choice."""

    def __init__(self, session: Session, draft: Draft, changed: Changed, problems: Problems = tuple) -> None:
        self._session = session
        self._draft = draft
        self._changed = changed
        self._problems = problems
        self._choices: Final[dict[str, Node]] = {}

    def build(self) -> None:
        """Make the buttons."""
        session = self._session
        with session.label(Node("div", "rule-choices", role="group"), lambda tr: tr.t("Rules")):
            for key in PRESETS:
                self._choice(key, PRESETS[key], key, data_preset=key)
            for number, favourite in enumerate(favourites(session.preferences)):
                own = self._choice(f"favourite-{number}", favourite.rules, favourite.base, data_favourite=number)
                with own:
                    Node("i", "icon-star-full", aria_hidden=True)
                    Node("span", text=favourite.name)
        self._line = Node("p", "rule-choice-line soft")
        with Node("div", "row"):
            button(session, lambda tr: tr.t("All settings"), data_action="own-rules").on_tap(self.open_all)
        session.on_language(self.show, self._line)
        self.show()

    def _choice(self, key: str, rules: HouseRules, base: str, **marks: Any) -> Node:
        async def choose() -> None:
            self._draft.take_rules(rules, base)
            self.show()
            await self._changed()

        made = Node("button", "btn btn-small rule-choice", type="button", **marks).on_tap(choose)
        if key in PRESETS:
            self._session.say(made, lambda tr: preset_title(key, tr))
        self._choices[key] = made
        return made

    def show(self) -> None:
        """Show which rules are chosen."""
        draft, tr = self._draft, self._session.tr
        own = favourites(self._session.preferences)
        for key, node in self._choices.items():
            rules = PRESETS.get(key)
            if rules is None:
                number = int(key.removeprefix("favourite-"))
                rules = own[number].rules if number < len(own) else None
            node.set(aria_pressed=rules == draft.rules)
        self._line.text = self._line_text(tr)

    def _line_text(self, tr: Translator) -> str:
        draft = self._draft
        if draft.rules == PRESETS[draft.base]:
            return preset_line(draft.base, tr)
        return rules_title(draft.rules, tr, draft.base)

    def open_all(self) -> None:
        """All settings, share codes and favourites in a sheet; each change counts at once."""
        session = self._session
        with sheet(session, lambda tr: tr.t("Rules of the room"), "dialog-rules"):

            async def taken() -> None:
                keep.show()
                await self._changed()
                rules.show(self._problems())
                self.show()

            rules = Rules(session, self._draft, taken)
            keep = Keep(session, self._draft, taken)
            rules.build()
            keep.build()
            rules.show(self._problems())
            keep.show()


def rules_summary(session: Session, rules: HouseRules, base: str) -> None:
    """The name of the rules and every change, for somebody who is about to join."""
    words(session, "p", lambda tr: rules_title(rules, tr, base), "rules-name")
    changed = changed_rules(rules, session.tr)
    if not changed:
        return
    with Node("ul", "rule-list"):
        for line in range(len(changed)):
            words(session, "li", lambda tr, line=line: changed_rules(rules, tr)[line][1])  # type: ignore[misc]
