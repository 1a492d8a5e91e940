"""Fields that several pages of rooms have: a name, and the code of a room."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

from app.ui.element import Node
from app.ui.frame import Dialog, button, words
from app.ui.portrait import portrait_of
from app.ui.room.tried import refusal
from app.ui.session import Sentence, Session
from app.ui.setup.friends import PERSON_PORTRAITS, PORTRAIT_WORDS

LONGEST_TYPED: Final = 60
"""Characters of a field that are looked at; a name that is too long is refused in words rather than cut."""

# What has been typed, sent when the form is, and not before.
FIELDS: Final = "(event) => { event.preventDefault(); emit(Object.fromEntries(new FormData(event.currentTarget))); }"
VALUE: Final = "(event) => emit(event.target.value)"
CHECKED: Final = "(event) => emit(event.target.checked)"

Typed = Callable[[str], Awaitable[None]]


def typed(given: object, field: str) -> str:
    """What a form of the browser holds in ``field``; nothing about the message is taken for granted."""
    value = given.get(field) if isinstance(given, dict) else None
    return value.strip()[:LONGEST_TYPED] if isinstance(value, str) else ""


class Problem:
    """A line that says what is wrong, in whatever language the page speaks."""

    def __init__(self, session: Session, id: str) -> None:
        self._session = session
        self._node = Node("p", "problem", role="alert", id=id, hidden=True)

    def say(self, sentence: Sentence) -> None:
        """Say it."""
        self._session.say(self._node, sentence).set(hidden=False)

    def clear(self) -> None:
        """Say nothing any more."""
        self._node.set(hidden=True)


class NameField:
    """The name by which somebody is known in a room: theirs of last time, or the account's."""

    def __init__(self, session: Session, id: str = "own-name") -> None:
        self._session = session
        with Node("div", "room-field"):
            words(session, "label", lambda tr: tr.t("Your name"), for_=id)
            self._input = Node(
                "input", "field room-name", type="text", id=id, name="name", autocomplete="nickname",
                spellcheck="false", maxlength=LONGEST_TYPED, enterkeyhint="go", aria_describedby=f"{id}-problem",
                defaultValue=known_name(session) or None,
            )  # fmt: skip
            self._problem = Problem(session, f"{id}-problem")

    def refuse(self, reason: Sentence) -> None:
        """Say why this cannot be a name here, and let it be put right."""
        self._input.set(aria_invalid=True)
        self._problem.say(reason)
        self._input.run_method("focus")

    def accept(self) -> None:
        """Nothing is wrong with it any more."""
        self._input.set(aria_invalid=None)
        self._problem.clear()

    async def went_well(self, action: Awaitable[Any], otherwise: "Problem") -> bool:
        """Do ``action`` and say what stands in the way: of the name here, of anything else there."""
        self.accept()
        otherwise.clear()
        reason = await refusal(action)
        if reason is None:
            return True
        (self.refuse if reason.field == "name" else otherwise.say)(reason.sentence)
        return False


def known_name(session: Session) -> str:
    """The name of the account, or the one by which a guest went last."""
    if session.me is not None:
        return session.me.account.name
    kept = session.preferences.get("name")
    return kept[:LONGEST_TYPED] if isinstance(kept, str) else ""


def own_portrait(session: Session, taken: Collection[str] = ()) -> str:
    """How this visitor looks: as chosen last time, like the account, or like nobody of those ``taken``."""
    if session.me is not None:
        return portrait_of(session.me.account)
    kept = session.preferences.get("portrait")
    if isinstance(kept, str) and kept in PORTRAIT_WORDS:
        return kept
    first = int(session.device[:6], 16) % len(PERSON_PORTRAITS)
    usual = (*PERSON_PORTRAITS[first:], *PERSON_PORTRAITS[:first])
    return next((portrait for portrait in usual if portrait not in taken), usual[0])


class CodeForm:
    """The field for the code of a room, and the button that goes there."""

    def __init__(self, session: Session, go: Typed, id: str = "room-code", *, first: bool = False) -> None:
        self._session = session
        with Node("form", "code-form", novalidate=True, data_form="code") as form:
            words(session, "label", lambda tr: tr.t("Code of the room"), for_=id)
            with Node("div", "row code-row"):
                self._input = Node(
                    "input", "field room-code-field grow", type="text", id=id, name="code", autocomplete="off",
                    autocapitalize="characters", spellcheck="false", enterkeyhint="go", maxlength=LONGEST_TYPED,
                    placeholder="ABC-DEF", aria_describedby=f"{id}-problem", autofocus=first or None,
                )  # fmt: skip
                button(session, lambda tr: tr.t("Go to the room"), "btn btn-main", data_action="enter-code").set(
                    type="submit"
                )
            self._problem = Problem(session, f"{id}-problem")
        form.on("submit", lambda event: go(typed(event.args, "code")), js_handler=FIELDS)

    def refuse(self, sentence: Sentence) -> None:
        """Say why this code leads nowhere."""
        self._input.set(aria_invalid=True)
        self._problem.say(sentence)
        self._input.run_method("focus")


def ask_text(
    session: Session, heading: Sentence, label: Sentence, yes: Sentence, take: Callable[[str], Awaitable[Any]],
    **attributes: Any,
) -> None:  # fmt: skip
    """Ask for one line; what ``take`` refuses is said in the dialog, which then stays."""
    dialog = Dialog(session, heading, "dialog-question")

    async def given(value: object) -> None:
        reason = await refusal(take(typed(value, "line")))
        if reason is None:
            dialog.close()
        else:
            told.say(reason.sentence)

    with dialog:
        words(session, "h2", heading)
        with Node("form", "room-form", novalidate=True, data_form="line") as form:
            words(session, "label", label, for_="asked-line")
            Node(
                "input", "field", type="text", id="asked-line", name="line", autofocus=True, autocomplete="off",
                maxlength=LONGEST_TYPED, aria_describedby="asked-problem", **attributes,
            )  # fmt: skip
            told = Problem(session, "asked-problem")
            with Node("div", "row row-end"):
                button(session, lambda tr: tr.t("Cancel"), data_action="cancel").closing()
                button(session, yes, "btn btn-main", data_action="confirm").set(type="submit")
    form.on("submit", lambda event: given(event.args), js_handler=FIELDS)
    dialog.open()
