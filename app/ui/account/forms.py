"""Forms whose every field has a label, a hint, and a place where it says what is wrong with it."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from app.play import Refused, StorageFull, StoreError
from app.text.accounts import account_problem_text
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.session import Sentence, Session

Save = Callable[[dict[str, str]], Awaitable[None]]
Done = Callable[[], Any]
Confirm = Callable[[Done], Awaitable[None]]

LONGEST_TYPED: Final = 300
"""Characters of a field that are looked at; what is too long is refused in words rather than cut."""
_MOST_FIELDS: Final = 8

# What has been typed, sent when the form is, and not before.
_FIELDS: Final = "(event) => { event.preventDefault(); emit(Object.fromEntries(new FormData(event.currentTarget))); }"
_DETAIL: Final = "(event) => emit(event.detail)"
_SHOW: Final = """(event) => {
    const button = event.currentTarget;
    const field = button.parentElement.querySelector('input');
    field.type = field.type === 'password' ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(field.type === 'text'));
}"""


class Problem:
    """A line that says why something was refused, beside what it is about."""

    def __init__(self, session: Session, id: str | None = None) -> None:
        self.session: Final = session
        self.node: Final = Node("p", "problem", role="alert", id=id, hidden=True)

    def show(self, word: str, params: Mapping[str, int]) -> None:
        """Say what ``word`` means, in the language of the page whichever that becomes."""
        self.session.say(self.node, lambda tr: account_problem_text(word, params, tr)).set(hidden=False)

    def clear(self) -> None:
        """Say nothing any more."""
        self.node.set(hidden=True)


class Form:
    """A form of an account page, filled with ``with form:``.

    With ``send`` the browser posts it there by itself, so that no password comes through the page, and goes on to
    ``follow`` or calls ``done``. With ``save`` the page gets what has been typed; ``save`` may raise ``Refused``.
    ``confirm`` is called with what to do afterwards when the server wants to know first who is there.
    """

    def __init__(
        self,
        session: Session,
        name: str,
        *,
        send: str = "",
        follow: str = "",
        save: Save | None = None,
        done: Done | None = None,
        confirm: Confirm | None = None,
        **attributes: Any,
    ) -> None:
        self.session: Final = session
        self.name: Final = name
        self._save = save
        self._confirm = confirm
        self._saving = False
        self._fields: dict[str, tuple[Node, Problem]] = {}
        # By POST even should the script fail to load: nothing of it may come into an address.
        self.node: Final = Node(
            "form", "account-form", method="post", novalidate=True, data_form=name,
            data_send=send or None, data_next=follow or None, **attributes,
        )  # fmt: skip
        self._general: Problem | None = None
        if save is not None:
            self.node.on("submit", lambda event: self._submitted(event.args), js_handler=_FIELDS)
        else:
            listen(self.node, self._told, done)

    def __enter__(self) -> "Form":
        self.node.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.node.__exit__(*_)

    def field(self, name: str, label: Sentence, hint: Sentence | None = None, **attributes: Any) -> Node:
        """A field called ``name``: its label, ``hint`` and problem belong to it for screen readers, too."""
        own = f"{self.name}-{name}"
        with Node("div", "form-field"):
            words(self.session, "label", label, for_=own)
            if hint is not None:
                words(self.session, "p", hint, "soft small", id=f"{own}-hint")
            with Node("div", "form-input"):
                made = Node(
                    "input", "field", id=own, name=name, aria_describedby=_ids(own, hint is not None),
                    **{"type": "text", "autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
                    | attributes,
                )  # fmt: skip
                if attributes.get("type") == "password":
                    made.toggle("field-secret", True)
                    self._show_button(own)
            self._fields[name] = made, Problem(self.session, f"{own}-problem")
        return made

    def _show_button(self, own: str) -> None:
        made = Node("button", "btn btn-icon btn-quiet form-show", type="button", aria_controls=own, aria_pressed=False)
        with self.session.label(made, lambda tr: tr.t("Show the password")):
            Node("i", "icon-eye", aria_hidden=True)
        self.session.label(made, lambda tr: tr.t("Show the password"), "title")
        made.on("click", js_handler=_SHOW)

    def end(self, sentence: Sentence, classes: str = "btn btn-main", cancel: Callable[[], None] | bool = False) -> Node:
        """The end of the form: the button that sends it, and Cancel where there is somewhere to go back to.

        ``cancel`` goes there; ``True`` shuts the dialog around the form.
        """
        self.place_problem()
        with Node("div", "row row-end form-end"):
            if cancel:
                back = button(self.session, lambda tr: tr.t("Cancel"), data_action="cancel")
                back.closing() if cancel is True else back.on_tap(cancel)
            return self.session.say(Node("button", classes, type="submit", data_action="send"), sentence)

    def place_problem(self) -> None:
        """Say here what is about no field."""
        self._general = Problem(self.session)

    def refuse(self, word: str, params: Mapping[str, int], field: str) -> None:
        """Say what is wrong, at the field it is about or else over the buttons."""
        self.clear()
        if field not in self._fields:
            if self._general is not None:
                self._general.show(word, params)
            return
        wrong, problem = self._fields[field]
        problem.show(word, params)
        wrong.set(aria_invalid=True).run_method("focus")

    def clear(self) -> None:
        """Forget what was wrong."""
        if self._general is not None:
            self._general.clear()
        for made, problem in self._fields.values():
            made.set(aria_invalid=False)
            problem.clear()

    def send(self) -> None:
        """Send it as its button does."""
        self.node.run_method("requestSubmit")

    async def _told(self, word: str, params: Mapping[str, int], field: str) -> None:
        if word == "confirm_first" and self._confirm is not None:
            await self._confirm(self.send)
        else:
            self.refuse(word, params, field)

    async def _submitted(self, given: object) -> None:
        if self._saving or self._save is None or not isinstance(given, dict):
            return
        self._saving = True
        try:
            self.clear()
            await self._save(_typed(given))
        except Refused as refused:
            await self._told(refused.word, refused.params, refused.field)
        except StoreError as error:
            self.refuse(stored_badly(error), {}, "")
        finally:
            self._saving = False


def listen(node: Node, refused: Callable[[str, Mapping[str, int], str], Any], done: Done | None) -> None:
    """Hear what became of a form or a passkey button that the browser has sent by itself."""

    node.on("refused", lambda event: refused(*_read(event.args)), js_handler=_DETAIL)
    if done is not None:
        node.on("done", lambda: done(), args=[])


def stored_badly(error: StoreError) -> str:
    """The word for what could not be stored."""
    return "storage_full" if isinstance(error, StorageFull) else "storage_failed"


async def attempt(session: Session, work: Callable[[], Any]) -> None:
    """Do something that may be refused, away from any form: a refusal is told as a message."""
    try:
        result = work()
        if inspect.isawaitable(result):
            await result
    except Refused as refused:
        refusal, params = refused.word, refused.params
        session.tell(lambda tr: account_problem_text(refusal, params, tr))
    except StoreError as error:
        word = stored_badly(error)
        session.tell(lambda tr: account_problem_text(word, {}, tr))


def _ids(own: str, hinted: bool) -> str:
    return f"{own}-hint {own}-problem" if hinted else f"{own}-problem"


def _typed(given: dict[Any, Any]) -> dict[str, str]:
    texts = {key: value for key, value in given.items() if isinstance(key, str) and isinstance(value, str)}
    return {key: value[:LONGEST_TYPED] for key, value in list(texts.items())[:_MOST_FIELDS]}


def _read(detail: object) -> tuple[str, dict[str, int], str]:
    """Word, numbers and field of a refusal that came by way of the browser, which may say anything."""
    told: dict[Any, Any] = detail if isinstance(detail, dict) else {}
    word, field, params = told.get("word"), told.get("field"), told.get("params")
    numbers = {
        str(key): value
        for key, value in (params.items() if isinstance(params, dict) else ())
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000
    }
    return str(word) if isinstance(word, str) else "bad_form", numbers, str(field) if isinstance(field, str) else ""
