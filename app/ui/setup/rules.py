"""All settings of the rules in their seven sections, made from ``SETTINGS`` and kept in step with the draft."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from app.engine.house_rules import LONGEST_CUSTOM_TEXT, PRESETS, SETTINGS, BadRules, Section, Setting, idle_because
from app.play import SetupProblem
from app.text.reasons import idle_text, problem_text
from app.text.rules import section_title, setting_example, setting_help, setting_title, value_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import icon_button, sheet, words
from app.ui.session import Session
from app.ui.setup.draft import Draft

Changed = Callable[[], Awaitable[None]]

STEPS: Final = {"target_score": 50}
"""What + and - add to a free number, where it is not 1."""

# One listener for the whole form: the name of the field and what it holds now.
FIELD: Final = (
    "(event) => { const f = event.target; if (f.name) emit([f.name, f.type === 'checkbox' ? f.checked : f.value]); }"
)


class Rules:
    """The sections of settings. ``changed`` is called after every change that the settings accept."""

    def __init__(self, session: Session, draft: Draft, changed: Changed) -> None:
        self.session: Final = session
        self.draft: Final = draft
        self.changed: Final = changed
        self.fields: Final[dict[str, Field]] = {}

    def build(self) -> None:
        """Make the links to the sections and the sections."""
        with self.session.label(Node("nav", "section-links"), lambda tr: tr.t("Sections of the rules")):
            for section in Section:
                words(
                    self.session, "a", lambda tr, section=section: section_title(section, tr), "btn btn-small",  # type: ignore[misc]
                    href=f"#section-{section}",
                )  # fmt: skip
        with Node("div", "sections") as form:
            for section in Section:
                self._section(section)
        form.on("change", lambda event: self._taken(event.args), js_handler=FIELD)

    def _section(self, section: Section) -> None:
        with Node("section", "panel rules-section", id=f"section-{section}", aria_labelledby=f"title-{section}"):
            words(self.session, "h2", lambda tr: section_title(section, tr), id=f"title-{section}")
            with Node("ul", "settings"):
                for setting in SETTINGS.values():
                    if setting.section is section:
                        self.fields[setting.key] = Field(self.session, setting, self.step)

    def show(self, problems: tuple[SetupProblem, ...] = ()) -> None:
        """Bring every field up to date: value, mark of a change, why it does not matter, what is wrong with it."""
        changed = self.draft.rules.changed(PRESETS[self.draft.base])
        wrong = {each.key: BadRules(each.word, each.key, **each.params) for each in problems if each.key}
        for key, field in self.fields.items():
            idle = idle_because(self.draft.rules, key)
            field.show(self.draft.rules.value(key), key in changed, idle or "", wrong.get(key))

    async def step(self, key: str, by: int) -> None:
        """Make a number larger or smaller, within its bounds."""
        setting, now = SETTINGS[key], self.draft.rules.value(key)
        assert setting.low is not None and setting.high is not None and isinstance(now, int)
        await self.take(key, min(setting.high, max(setting.low, now + by)))

    async def take(self, key: str, given: object) -> None:
        """Set one setting; what it cannot be is said beside it and changes nothing."""
        try:
            self.draft.rules = self.draft.rules.with_value(key, given)
        except BadRules as bad:
            if key in self.fields:
                self.fields[key].refuse(self.draft.rules.value(key), bad)
            return
        await self.changed()

    async def _taken(self, given: Any) -> None:
        """A field of the browser has changed. Nothing about the message is taken for granted."""
        if not isinstance(given, list) or len(given) != 2 or not isinstance(given[0], str) or given[0] not in SETTINGS:
            return
        await self.take(given[0], as_value(SETTINGS[given[0]], given[1]))


def as_value(setting: Setting, given: object) -> object:
    """What a field of the browser means; left as it is where that cannot be told, to be refused."""
    if isinstance(given, bool):
        return "on" if given else "off"
    if isinstance(given, str) and not setting.is_text and not _is_word(setting):
        with contextlib.suppress(ValueError):
            return int(given[:9])
    return given


def _is_word(setting: Setting) -> bool:
    return isinstance(setting.values[0], str)


class Field:
    """One setting: its name, its ``?``, its control, and what there is to say about it."""

    def __init__(self, session: Session, setting: Setting, step: Callable[[str, int], Awaitable[None]]) -> None:
        self.session: Final = session
        self.setting: Final = setting
        key = setting.key
        with Node("li", "setting") as self.row:
            with Node("div", "setting-name"):
                words(session, "label", lambda tr: setting_title(key, tr), for_=f"field-{key}")
                self.mark = words(session, "span", lambda tr: tr.t("Changed"), "changed-mark", hidden=True)
            self._help(key)
            self.place = Node("div", "setting-control")
            self._control(step)
            self.note = Node("p", "setting-note", id=f"note-{key}", hidden=True)

    def _help(self, key: str) -> None:
        icon_button(
            self.session, "help", lambda tr: tr.t("About “{setting}”", setting=setting_title(key, tr)),
            "btn btn-icon btn-quiet setting-help", data_help=key,
        ).on_tap(lambda: explain(self.session, self.setting))  # fmt: skip

    def _control(self, step: Callable[[str, int], Awaitable[None]]) -> None:
        setting = self.setting
        marks = self._marks()
        with self.place:
            if setting.is_text:
                self.control = Node(
                    "input", "field", type="text", maxlength=LONGEST_CUSTOM_TEXT, autocomplete="off", **marks
                )
            elif setting.values == ("off", "on"):
                self.control = Node("input", "switch", type="checkbox", role="switch", **marks)
            elif setting.is_number:
                self._number(marks, step)
            else:
                self.control = Node("select", "field", **marks)
                self._options()

    def _marks(self) -> dict[str, Any]:
        key = self.setting.key
        return {"id": f"field-{key}", "name": key, "data_setting": key, "aria_describedby": f"note-{key}"}

    def _options(self) -> None:
        with self.control:
            for value in self.setting.values:
                option = Node("option", value=str(value))
                self.session.say(option, lambda tr, value=value: value_title(self.setting.key, value, tr))  # type: ignore[misc]

    def _number(self, marks: dict[str, Any], step: Callable[[str, int], Awaitable[None]]) -> None:
        key, by = self.setting.key, STEPS.get(self.setting.key, 1)
        self.place.toggle("stepper", True)
        icon_button(
            self.session, "minus", lambda tr: tr.t("Less: {setting}", setting=setting_title(key, tr))
        ).on_tap(lambda: step(key, -by))  # fmt: skip
        self.control = Node(
            "input", "field", type="number", inputmode="numeric", min=self.setting.low, max=self.setting.high, **marks
        )
        icon_button(
            self.session, "plus", lambda tr: tr.t("More: {setting}", setting=setting_title(key, tr))
        ).on_tap(lambda: step(key, by))  # fmt: skip

    def show(self, value: str | int, changed: bool, idle: str, wrong: BadRules | None) -> None:
        """Show the value and whatever is to be said about it."""
        self._show_value(value)
        self.mark.set(hidden=not changed)
        self.row.toggle("is-changed", changed).toggle("is-idle", bool(idle)).toggle("is-wrong", wrong is not None)
        self.row.set(data_changed=changed, data_idle=idle or None)
        self.control.set(aria_invalid=wrong is not None)
        tr = self.session.tr
        self._say(problem_text(wrong, tr) if wrong else idle_text(idle, tr) if idle else "")

    def refuse(self, kept: str | int, bad: BadRules) -> None:
        """Say why a value was not taken, and show again the one that holds."""
        if isinstance(kept, int):
            self.control.refill(kept)
        self.row.toggle("is-wrong", True)
        self._say(problem_text(bad, self.session.tr))

    def _show_value(self, value: str | int) -> None:
        if self.setting.values == ("off", "on"):
            self.control.set(checked=value == "on")
        else:
            self.control.fill(value if self.setting.is_number else str(value))

    def _say(self, note: str) -> None:
        self.note.text = note
        self.note.set(hidden=not note)


def explain(session: Session, setting: Setting) -> None:
    """A sheet about one setting: what it does, its choices, and an example with real cards."""
    key = setting.key
    with sheet(session, lambda tr: setting_title(key, tr), "dialog-help"):
        words(session, "p", lambda tr: setting_help(key, tr))
        with Node("figure", "example"):
            with Node("div", "example-cards", aria_hidden=True):
                for card in setting_example(key, session.tr).cards:
                    Node("i", f"playing-card face-{card}")
            words(session, "figcaption", lambda tr: setting_example(key, tr).text)
        if len(setting.values) > 1:
            words(session, "h3", lambda tr: tr.t("Choices"))
            with Node("ul", "choices"):
                for value in setting.values:
                    words(session, "li", lambda tr, value=value: choice_words(key, value, tr))  # type: ignore[misc]


def choice_words(key: str, value: str | int, tr: Translator) -> str:
    """A value as the sheet lists it; the first of each setting is the official one."""
    title = value_title(key, value, tr)
    return tr.t("{choice} (official)", choice=title) if value == SETTINGS[key].values[0] else title
