"""What everybody at the table is asked: changes of a rule, pauses; and how somebody proposes one."""

from __future__ import annotations

from typing import Any, Final

from app.engine.house_rules import SETTINGS, HouseRules
from app.play import Room, RoomLook
from app.play.voting import Proposal, Vote
from app.text.rooms import change_text
from app.text.rules import setting_help, setting_title, takes_effect_text, value_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import button, sheet, words
from app.ui.room.fields import FIELDS, Problem, typed
from app.ui.room.tried import refusal, tried
from app.ui.session import Session
from app.ui.setup.rules import as_value


class VoteCard:
    """The card over the table with the question of the moment; and the word that the game is paused."""

    def __init__(self, session: Session, room: Room) -> None:
        self._session: Final = session
        self._room: Final = room
        self._key: object = None
        self._look: RoomLook | None = None
        self._count: Node | None = None
        self._asked = 0.0
        self._ballots: Final[dict[bool, Node]] = {}
        self.node: Final = Node("section", "vote", hidden=True, data_vote=False, aria_live="polite")
        session.label(self.node, lambda tr: tr.t("Vote"))
        session.on_language(self._say_again, self.node)

    def _say_again(self) -> None:
        self._key = None
        if self._look is not None:
            self.show(self._look)

    def show(self, look: RoomLook) -> None:
        """Ask what is to be asked now."""
        self._look = look
        vote = look.vote
        key = (vote and (vote.kind, vote.key, vote.value, vote.began), look.is_host, look.my_votes, look.paused)
        self.node.set(hidden=vote is None and not look.paused, data_vote=vote is not None)
        if key != self._key:
            self._key = key
            self._build(look)
            if vote is not None and vote.began != self._asked:
                self._asked = vote.began
                self._session.sound.play("rule")
        if vote is not None and self._count is not None:
            self._show_count(vote, look)

    def _build(self, look: RoomLook) -> None:
        self.node.clear()
        self._count = None
        with self.node:
            if look.vote is not None:
                self._question(look, look.vote)
            if look.paused:
                # A question does not hide that, and why, nothing moves.
                self._paused(look)

    def _paused(self, look: RoomLook) -> None:
        session = self._session
        with Node("div", "vote-head"):
            Node("i", "icon-pause", aria_hidden=True)
            words(session, "h2", lambda tr: tr.t("The game is paused"))
        words(session, "p", lambda tr: tr.t("Cards and clock rest until somebody goes on."), "small soft")
        if look.me is not None and look.me.seats:
            with Node("div", "vote-ways"):
                self._way(lambda tr: tr.t("Go on"), "resume", "btn btn-main", self._room.resume)

    def _question(self, look: RoomLook, vote: Vote) -> None:
        session = self._session
        by = look.seats[vote.by].name if vote.by < len(look.seats) else ""
        with Node("div", "vote-head"):
            words(session, "h2", lambda tr: _headline(vote, by, tr))
            with Node("span", "countdown", role="timer", data_countdown=f"{look.vote_left:.1f}") as timer:
                session.label(timer, lambda tr: tr.t("Seconds left"))
        if vote.kind is Proposal.RULE:
            words(session, "p", lambda tr: change_text(vote.key, vote.value, tr), "vote-change")
        with Node("div", "vote-facts"):
            self._meaning(vote)
            self._count = Node("p", "small soft")
        with Node("div", "vote-ways"):
            if look.my_votes:
                self._ballot(lambda tr: tr.p("vote", "Yes"), "vote-yes", True)
                self._ballot(lambda tr: tr.p("vote", "No"), "vote-no", False)
            if look.is_host:
                self._way(lambda tr: tr.t("Decide: yes"), "vote-force", "btn btn-small", self._room.force)
                self._way(lambda tr: tr.t("Decide: no"), "vote-veto", "btn btn-small", self._room.veto)

    def _meaning(self, vote: Vote) -> None:
        session = self._session
        if vote.kind is Proposal.RULE:
            with Node("details"):
                words(session, "summary", lambda tr: tr.t("What this rule means"), "small")
                words(session, "p", lambda tr: setting_help(vote.key, tr), "small")
                if vote.when is not None:
                    when = vote.when
                    words(session, "p", lambda tr: takes_effect_text(when, tr), "small soft")

    def _ballot(self, sentence: Any, action: str, yes: bool) -> None:
        async def cast() -> None:
            await tried(self._session, self._room.vote(self._session.owner, yes))

        self._ballots[yes] = button(self._session, sentence, "btn", data_action=action).on_tap(cast)

    def _way(self, sentence: Any, action: str, classes: str, do: Any) -> None:
        async def done() -> None:
            await tried(self._session, do(self._session.owner))

        button(self._session, sentence, classes, data_action=action).on_tap(done)

    def _show_count(self, vote: Vote, look: RoomLook) -> None:
        tr = self._session.tr
        assert self._count is not None
        self._count.text = tr.t(
            "{yes} yes, {no} no, {needed} needed", yes=len(vote.yes), no=len(vote.no), needed=vote.needed
        )
        if look.my_votes:
            mine = {vote.ballots.get(seat) for seat in look.my_votes}
            for yes, node in self._ballots.items():
                node.set(aria_pressed=mine == {yes})


def _headline(vote: Vote, by: str, tr: Translator) -> str:
    if vote.kind is Proposal.PAUSE:
        return tr.t("{name} asks for a pause", name=by)
    return tr.t("{name} proposes a change", name=by)


# Proposing


def propose_sheet(session: Session, room: Room, rules: HouseRules, key: str) -> None:
    """Choose another value for one rule and put it to the vote."""
    setting = SETTINGS[key]
    with sheet(session, lambda tr: setting_title(key, tr), "dialog-propose") as dialog:
        words(session, "p", lambda tr: setting_help(key, tr))
        with Node("form", "room-form", novalidate=True, data_form="propose") as form:
            words(session, "label", lambda tr: tr.t("New value"), for_="new-value")
            if setting.is_number:
                Node(
                    "input", "field", type="number", inputmode="numeric", id="new-value", name="value",
                    min=setting.low, max=setting.high, defaultValue=str(rules.value(key)),
                )  # fmt: skip
            else:
                _values(session, rules, key)
            words(session, "p", lambda tr: takes_effect_text(setting.takes_effect, tr), "small soft")
            problem = Problem(session, "propose-problem")
            with Node("div", "row row-end"):
                button(session, lambda tr: tr.t("Put it to the vote"), "btn btn-main", data_action="confirm").set(
                    type="submit"
                )

    async def proposed(given: str) -> None:
        reason = await refusal(room.propose(session.owner, key, as_value(setting, given)))
        if reason is None:
            dialog.close()
        else:
            problem.say(reason.sentence)

    form.on("submit", lambda event: proposed(typed(event.args, "value")), js_handler=FIELDS)


def _values(session: Session, rules: HouseRules, key: str) -> None:
    now = str(rules.value(key))
    others = [str(value) for value in SETTINGS[key].values if str(value) != now]
    with Node("select", "field", id="new-value", name="value").fill(others[0] if others else now):
        for value in SETTINGS[key].values:
            words(session, "option", lambda tr, value=value: value_title(key, value, tr), value=str(value))  # type: ignore[misc]
