"""The set-up: who sits at the table and by which rules; Start deals."""

import contextlib
from typing import Final

from app.engine.house_rules import PRESETS, BadRules
from app.engine.share_code import from_share_code, share_code
from app.play import BadSetup, SetupProblem
from app.text.rules import preset_title, rules_title
from app.ui.element import Node
from app.ui.favourites import favourites
from app.ui.frame import Site, ask, button, language_switch, link, words
from app.ui.pages.errors import message
from app.ui.pages.title import about_preset
from app.ui.portrait import portrait_of
from app.ui.session import Session
from app.ui.setup.draft import Draft, nearest_preset, stored_draft
from app.ui.setup.keep import Keep
from app.ui.setup.rules import Rules
from app.ui.setup.seats import Seats


def register(site: Site) -> None:
    """Add the pages at ``/setup`` and ``/rules/CODE``."""

    @site.page("/setup", lambda tr: tr.t("Set-up"), "title.css", "setup.css")
    async def setup(session: Session, preset: str = "", favourite: str = "") -> None:
        draft = _draft(session)
        if preset and preset not in PRESETS:
            session.client.status_code = 404
            message(
                session,
                lambda tr: tr.t("There is no such preset"),
                lambda tr: tr.t("The address may be mistyped. Choose one of the presets on the title."),
            )
            return
        if preset:
            draft.take_rules(PRESETS[preset], preset)
        elif favourite:
            with contextlib.suppress(ValueError, IndexError):
                chosen = favourites(session.preferences)[int(favourite)]
                draft.take_rules(chosen.rules, chosen.base)
        SetupPage(session, draft).build()

    @site.page("/rules/{code}", lambda tr: tr.t("Set-up"), "title.css", "setup.css")
    async def shared(session: Session, code: str) -> None:
        try:
            rules = from_share_code(code)
        except BadRules:
            session.client.status_code = 404
            message(
                session,
                lambda tr: tr.t("This share code cannot be read"),
                lambda tr: tr.t("A letter may be missing or mistyped. Nothing has been changed."),
            )
            return
        draft = _draft(session)
        draft.take_rules(rules, nearest_preset(rules))
        SetupPage(session, draft).build()


def _draft(session: Session) -> Draft:
    """The draft of last time, with whoever is signed in at the first person's seat."""
    draft = stored_draft(session.preferences)
    if session.me is not None:
        draft.account_name, draft.account_portrait = session.me.account.name, portrait_of(session.me.account)
    return draft


class SetupPage:
    """The page: panels around one draft, and the way to the table."""

    def __init__(self, session: Session, draft: Draft) -> None:
        self.session: Final = session
        self.draft: Final = draft
        self.seats: Final = Seats(session, draft, self._changed)
        self.rules: Final = Rules(session, draft, self._changed)
        self.keep: Final = Keep(session, draft, self._changed)
        self.starting = False

    def build(self) -> None:
        """Make the page."""
        session = self.session
        with Node("div", "page page-setup"):
            with Node("header", "setup-top"):
                back = Node("a", "btn btn-icon btn-quiet on-felt", href="/", data_action="title")
                session.label(back, lambda tr: tr.t("To the title"))
                with back:
                    Node("i", "icon-back", aria_hidden=True)
                words(session, "h1", lambda tr: tr.t("Set-up"), "grow")
                language_switch(session)
            with Node("div", "setup-columns"):
                with Node("div", "setup-left"):
                    self.seats.build()
                    self.keep.build()
                with Node("div", "setup-right"):
                    self._heading()
                    self.rules.build()
            with Node("div", "next-bar"):
                start = button(session, lambda tr: tr.t("Start"), "btn btn-main btn-big", data_action="start")
                start.on_tap(self._start)
        session.on_language(self._show)
        self._show()

    def _heading(self) -> None:
        session = self.session
        with Node("div", "rules-heading"):
            self.title = Node("h2", "rules-title", data_base=self.draft.base)
            with Node("div", "row"):
                self.about = button(session, lambda tr: tr.t("About"), "btn btn-small", data_action="about")
                self.about.on_tap(lambda: about_preset(session, self.draft.base))
                self.reset = button(session, lambda tr: tr.t("Reset"), "btn btn-small", data_action="reset")
                self.reset.on_tap(self._reset)
                self.online = link(
                    session, lambda tr: tr.t("Play online"), "/online", "btn btn-small", data_action="online"
                )

    def _show(self, problems: tuple[SetupProblem, ...] | None = None) -> None:
        """Bring the page up to date with the draft."""
        tr, draft = self.session.tr, self.draft
        found = draft.problems(tr) if problems is None else problems
        self.seats.show(found)
        self.rules.show(found)
        self.keep.show()
        self.title.text = rules_title(draft.rules, tr, draft.base)
        self.title.set(data_base=draft.base)
        self.about.set(aria_label=tr.t("About {preset}", preset=preset_title(draft.base, tr)))
        self.reset.set(disabled=draft.rules == PRESETS[draft.base])
        self.online.set(href=f"/online?rules={share_code(draft.rules)}")

    async def _changed(self) -> None:
        self._show()
        await self.session.keep(setup=self.draft.to_store())
        # From here on a reload shows what was chosen, not what the address began with.
        self.session.client.run_javascript("history.replaceState({}, '', '/setup')")

    async def _reset(self) -> None:
        self.draft.take_rules(PRESETS[self.draft.base], self.draft.base)
        await self._changed()

    async def _start(self) -> None:
        if self.starting:
            return
        problems = self.draft.problems(self.session.tr)
        if problems:
            self._show(problems)
            self.session.tell(lambda tr: tr.t("Something has to be put right first."))
            self.session.client.run_javascript("document.querySelector('[aria-invalid=true]')?.focus()")
            return
        if await self.session.lounge.continue_card(self.session.owner):
            ask(
                self.session,
                lambda tr: tr.t("Start another game?"),
                lambda tr: tr.t("Your unfinished game is replaced and cannot be gone on with."),
                lambda tr: tr.t("Start"),
                self._begin,
            )
            return
        await self._begin()

    async def _begin(self) -> None:
        """Start once: the page leaves for the table, so only a refusal or a failure makes it ready for another try."""
        if self.starting:
            return
        self.starting = True
        started = False
        try:
            await self.session.keep(setup=self.draft.to_store())
            await self.session.lounge.start_local(self.session.owner, self.draft.setup(self.session.tr))
            started = True
        except BadSetup as bad:
            self._show(bad.problems)
        finally:
            self.starting = started
        if started:
            self.session.client.open("/table")
