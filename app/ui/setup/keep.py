"""The panel that keeps and shares rules: favourites of this device, and share codes."""

from collections.abc import Awaitable, Callable
from typing import Final

from app.engine.house_rules import BadRules
from app.engine.share_code import from_share_code, share_code
from app.text.reasons import problem_text
from app.text.rules import rules_title
from app.ui.element import Node
from app.ui.favourites import LONGEST_FAVOURITE_NAME, MOST_FAVOURITES, Favourite, favourites, to_store
from app.ui.frame import Dialog, button, icon_button, words
from app.ui.session import Session
from app.ui.setup.draft import Draft, nearest_preset
from app.ui.setup.seats import VALUE

Changed = Callable[[], Awaitable[None]]
LONGEST_CODE: Final = 1000
SUBMITTED: Final = "(event) => { event.preventDefault(); emit(); }"
"""The browser has told of the field's change before: Enter ends what is typed, too."""


class Keep:
    """Favourites and the share code. ``changed`` is called when other rules have been taken."""

    def __init__(self, session: Session, draft: Draft, changed: Changed) -> None:
        self.session: Final = session
        self.draft: Final = draft
        self.changed: Final = changed
        self.typed = ""

    def build(self) -> None:
        """Make the panel."""
        session = self.session
        with Node("section", "panel keep-panel", aria_labelledby="keep-title"):
            words(session, "h2", lambda tr: tr.t("Keep and share"), id="keep-title")
            self.list = Node("ul", "favourites")
            self.save = button(session, lambda tr: tr.t("Save as favourite"), data_action="save-favourite")
            self.save.on_tap(self._ask_name)
            self.full = words(session, "p", lambda tr: tr.t("Delete a favourite to save another one."), "soft small")
            self._own_code()
            self._other_code()
        self._show_favourites()
        session.on_language(self._show_favourites)

    def _own_code(self) -> None:
        session = self.session
        with Node("div", "code-line"):
            words(session, "label", lambda tr: tr.t("Share code of these rules"), for_="share-code")
            with Node("div", "row"):
                self.code = Node("input", "field code grow", type="text", readonly=True, id="share-code")
                copy = button(session, lambda tr: tr.t("Copy"), data_action="copy-code", data_copy="#share-code")
                copy.on_tap(lambda: session.tell(lambda tr: tr.t("The share code is copied.")))

    def _other_code(self) -> None:
        session = self.session
        with Node("div", "code-line"):
            words(session, "label", lambda tr: tr.t("Use a share code"), for_="other-code")
            with Node("form", "row", novalidate=True) as form:
                self.other = Node(
                    "input", "field code grow", type="text", id="other-code", autocomplete="off", spellcheck="false",
                    autocapitalize="characters", maxlength=LONGEST_CODE, aria_describedby="code-problem",
                    enterkeyhint="go",
                )  # fmt: skip
                self.other.on("change", lambda event: self._type(event.args), js_handler=VALUE)
                button(session, lambda tr: tr.t("Use"), data_action="use-code").set(type="submit")
            form.on("submit", self._use_code, js_handler=SUBMITTED, args=[])
            self.problem = Node("p", "problem", role="alert", id="code-problem", hidden=True)

    def show(self) -> None:
        """Bring the share code up to date."""
        self.code.fill(share_code(self.draft.rules))

    # Share codes

    def _type(self, given: object) -> None:
        self.typed = given[:LONGEST_CODE] if isinstance(given, str) else ""

    async def _use_code(self) -> None:
        try:
            # Somebody may paste the whole link.
            rules = from_share_code(self.typed.strip().rpartition("/")[2])
        except BadRules as bad:
            self.problem.text = problem_text(bad, self.session.tr)
            self.problem.set(hidden=False)
            self.other.set(aria_invalid=True)
            return
        self.problem.set(hidden=True)
        self.other.set(aria_invalid=False)
        self.draft.take_rules(rules, nearest_preset(rules))
        self.session.tell(lambda tr: tr.t("The rules of the share code are set."))
        await self.changed()

    # Favourites

    def _show_favourites(self) -> None:
        kept = favourites(self.session.preferences)
        self.list.clear()
        self.list.set(hidden=not kept)
        with self.list:
            for number, favourite in enumerate(kept):
                self._favourite(number, favourite)
        self.save.set(disabled=len(kept) >= MOST_FAVOURITES)
        self.full.set(hidden=len(kept) < MOST_FAVOURITES)

    def _favourite(self, number: int, favourite: Favourite) -> None:
        tr = self.session.tr
        with Node("li", "favourite"):
            use = Node("button", "favourite-use", type="button", data_favourite=number)
            with use.on_tap(lambda: self._use(favourite)):
                Node("i", "icon-star-full", aria_hidden=True)
                Node("span", "favourite-name", favourite.name)
                Node("span", "soft small", rules_title(favourite.rules, tr, favourite.base))
            away = icon_button(
                self.session, "trash", lambda tr: tr.t("Delete {favourite}", favourite=favourite.name),
                "btn btn-icon btn-quiet", data_action="delete-favourite",
            )  # fmt: skip
            away.on_tap(lambda: self._delete(favourite))

    async def _delete(self, favourite: Favourite) -> None:
        await self._store([each for each in favourites(self.session.preferences) if each != favourite])

    async def _use(self, favourite: Favourite) -> None:
        self.draft.take_rules(favourite.rules, favourite.base)
        await self.changed()

    async def _store(self, kept: list[Favourite]) -> None:
        await self.session.keep(favourites=to_store(kept))
        self._show_favourites()

    def _ask_name(self) -> None:
        session = self.session
        tr = session.tr
        name = tr.t("My rules {number}", number=len(favourites(session.preferences)) + 1)[:LONGEST_FAVOURITE_NAME]
        typed = [name]
        dialog = Dialog(session, lambda tr: tr.t("Save as favourite"), "dialog-question")

        async def save() -> None:
            if not dialog.shut():
                return
            dialog.close()
            kept = favourites(session.preferences)
            chosen = typed[0].strip()[:LONGEST_FAVOURITE_NAME] or name
            if len(kept) < MOST_FAVOURITES:
                await self._store([*kept, Favourite(chosen, self.draft.rules, self.draft.base)])

        def take(given: object) -> None:
            typed[0] = given if isinstance(given, str) else name

        with dialog:
            words(session, "h2", lambda tr: tr.t("Save as favourite"))
            with Node("form", "stack", novalidate=True) as form:
                words(session, "label", lambda tr: tr.t("Name of the favourite"), for_="favourite-name")
                field = Node(
                    "input", "field", type="text", id="favourite-name", maxlength=LONGEST_FAVOURITE_NAME,
                    defaultValue=name, autofocus=True, autocomplete="off", enterkeyhint="done",
                )  # fmt: skip
                field.on("change", lambda event: take(event.args), js_handler=VALUE)
                with Node("div", "row row-end"):
                    button(session, lambda tr: tr.t("Cancel"), data_action="cancel").closing()
                    button(session, lambda tr: tr.t("Save"), "btn btn-main", data_action="confirm").set(type="submit")
        form.on("submit", save, js_handler=SUBMITTED, args=[])
        dialog.open()
