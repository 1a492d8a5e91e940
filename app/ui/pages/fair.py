"""Fair deals: how a round's deal is proved, and the proof itself, made by a script in the browser."""

from __future__ import annotations

import json
from typing import Final

from nicegui import ui

from app.engine.cards import code
from app.text.cards import card_list, card_name
from app.ui.element import Node
from app.ui.fair.subject import Subject, fair_link, find_subject
from app.ui.frame import Site, button, language_switch, words
from app.ui.session import Sentence, Session

LONGEST_SEED: Final = 128


def register(site: Site) -> None:
    """Add the page at ``/fair``: with ``match``, ``room`` or ``table`` and a ``round`` that is over, or on its own."""

    styles = "setup.css", "fair.css"

    @site.page("/fair", lambda tr: tr.t("Fair deals"), *styles, scripts=("fair.js",))
    async def fair(session: Session, match: str = "", room: str = "", table: str = "", round: str = "") -> None:
        ui.add_head_html('<meta name="robots" content="noindex">')
        subject = await find_subject(session, match=match, room=room, table=table, round=round)
        FairPage(session, subject, asked=bool(match or room or table)).build()


class FairPage:
    """The page; the script finds all it needs in its attributes."""

    def __init__(self, session: Session, subject: Subject | None, asked: bool) -> None:
        self.session: Final = session
        self.subject: Final = subject
        self.asked: Final = asked

    def build(self) -> None:
        """Make the page."""
        session, subject = self.session, self.subject
        proof = None if subject is None else json.dumps(subject.proof.to_dict(), separators=(",", ":"))
        match = None if subject is None else subject.match
        with Node("div", "page page-fair", data_page="fair", data_proof=proof, data_match=match):
            self._top()
            if subject is not None:
                self._verdict(subject)
            elif self.asked:
                with Node("section", "panel fair-missing"):
                    words(session, "h2", lambda tr: tr.t("This round cannot be checked here"))
                    words(session, "p", lambda tr: tr.t("It is not over yet, or it is not one of yours."))
            self._explanation()
            self._by_hand(subject)

    def _top(self) -> None:
        session = self.session
        with Node("header", "setup-top"):
            back = Node("a", "btn btn-icon btn-quiet on-felt", href="/", data_action="title")
            with session.label(back, lambda tr: tr.t("To the title")):
                Node("i", "icon-back", aria_hidden=True)
            words(session, "h1", lambda tr: tr.t("Fair deals"), "grow")
            language_switch(session)

    # What was found

    def _verdict(self, subject: Subject) -> None:
        session, number = self.session, subject.proof.round
        with Node("section", "panel fair-verdict"):
            words(session, "h2", lambda tr: tr.t("The deal of round {round}", round=number))
            self._rounds(subject)
            self._results(
                "good",
                lambda tr: tr.t("This round was dealt fairly: everything fits together."),
                lambda tr: tr.t("Something does not fit. What failed is marked here."),
            )
            with Node("ul", "fair-steps"):
                self._steps(subject)
            self._hands(subject)

    def _rounds(self, subject: Subject) -> None:
        if subject.rounds < 2:
            return
        rounds = self.session.label(Node("nav", "fair-rounds"), lambda tr: tr.t("Rounds"))
        with rounds:
            for number in range(1, subject.rounds + 1):
                current = "page" if number == subject.proof.round else None
                link = Node("a", "btn btn-small", str(number), href=fair_link(subject.where, number))
                link.set(aria_current=current)
                self.session.label(link, lambda tr, number=number: tr.t("Round {round}", round=number))  # type: ignore[misc]

    def _results(self, best: str, good: Sentence, bad: Sentence) -> None:
        """Every verdict there can be, ``best`` if all is well; the style sheet shows what the script came to."""
        session = self.session
        with Node("div", "fair-results", role="status"):
            _when(session, "checking", "", lambda tr: tr.t("Checking ..."))
            _when(session, best, "check", good)
            _when(session, "bad", "warning", bad)
            _when(session, "failed", "warning", lambda tr: tr.t("These values are damaged and cannot be checked."))
            _when(session, "nothing", "info", lambda tr: tr.t("Enter a fingerprint and a seed."))

    def _steps(self, subject: Subject) -> None:
        session, proof = self.session, subject.proof
        dealer = subject.names[proof.dealer]
        _step(
            session,
            "kept",
            lambda tr: tr.t("Your browser kept this very fingerprint when the round began."),
            lambda tr: tr.t("When the round began, your browser kept another fingerprint."),
            lambda tr: tr.t("This browser was not there when the round began, so it kept no fingerprint."),
        )
        _step(
            session,
            "commitment",
            lambda tr: tr.t("The fingerprint belongs to the seed."),
            lambda tr: tr.t("The fingerprint does not belong to the seed: one of them was changed."),
        )
        if proof.round == 1:
            _step(
                session,
                "dealer",
                lambda tr: tr.t("The seed made {name} the dealer.", name=dealer),
                lambda tr: tr.t("The seed makes somebody else the dealer than {name}.", name=dealer),
            )
        _step(
            session,
            "hands",
            lambda tr: tr.t("The shuffle gives every seat the hand that was dealt."),
            lambda tr: tr.t("The shuffle gives other hands than those that were dealt: see the marked ones."),
        )
        _step(
            session,
            "first",
            lambda tr: tr.t("The first card is the one that the shuffle brings up."),
            lambda tr: tr.t("The shuffle brings up another first card."),
        )
        _step(
            session,
            "pile",
            lambda tr: tr.t("The draw pile lay in the order of the shuffle."),
            lambda tr: tr.t("The draw pile lay in another order than the shuffle gives."),
        )

    def _hands(self, subject: Subject) -> None:
        session, proof = self.session, subject.proof
        with Node("details", "fair-dealt"):
            words(session, "summary", lambda tr: tr.t("What was dealt"))
            with Node("dl"):
                for seat, hand in enumerate(proof.hands):
                    with Node("div", "fair-hand", data_step=f"hand-{seat}"):
                        Node("dt", text=subject.names[seat])
                        self._cards(hand)
                with Node("div", "fair-hand"):
                    words(session, "dt", lambda tr: tr.t("First card"))
                    self._cards((*proof.put_back, proof.first))
            if proof.put_back:
                back = [card_name(card, session.tr) for card in proof.put_back]
                words(
                    session,
                    "p",
                    lambda tr: tr.t("Put back into the pile, as it may not come first: {cards}", cards=tr.list(back)),
                    "soft small",
                )

    def _cards(self, cards: tuple[int, ...]) -> None:
        with Node("dd"):
            shown = self.session.label(Node("span", "fair-cards", role="img"), lambda tr: card_list(cards, tr))
        with shown:
            for card in cards:
                Node("i", f"playing-card face-{code(card)}")

    # How it works

    def _explanation(self) -> None:
        session = self.session
        with Node("section", "panel fair-how"):
            words(session, "h2", lambda tr: tr.t("How a deal is proved"))
            with Node("ol", "fair-story"):
                for icon, heading, text in _STORY:
                    with Node("li"):
                        Node("i", f"icon-{icon}", aria_hidden=True)
                        with Node("div"):
                            words(session, "h3", heading)
                            words(session, "p", text)
            words(
                session,
                "p",
                lambda tr: tr.t(
                    "The check runs in your browser alone. What it does is written down in docs/fair-deals.md of "
                    "the source, so that anybody can write such a program."
                ),
                "soft small",
            )

    def _by_hand(self, subject: Subject | None) -> None:
        session = self.session
        with Node("section", "panel fair-by-hand"), Node("form", "stack", autocomplete="off"):
            words(session, "h2", lambda tr: tr.t("Check by hand"))
            if subject is None:
                words(session, "p", lambda tr: tr.t("Did you note a fingerprint? See whether a seed belongs to it."))
            else:
                words(session, "p", lambda tr: tr.t("Put in what you noted yourself, and check the deal with it."))
            known = ("", "") if subject is None else (subject.proof.commitment, subject.proof.seed)
            self._field("commitment", lambda tr: tr.t("Fingerprint"), known[0], 64)
            self._field("seed", lambda tr: tr.t("Seed"), known[1], LONGEST_SEED)
            button(session, lambda tr: tr.t("Check"), "btn btn-main").set(type="submit", data_action="check")
            if subject is None:
                self._results(
                    "matches",
                    lambda tr: tr.t("Fingerprint and seed belong together."),
                    lambda tr: tr.t("Fingerprint and seed do not belong together."),
                )

    def _field(self, name: str, label: Sentence, value: str, longest: int) -> None:
        words(self.session, "label", label, for_=f"fair-{name}")
        field = Node(
            "input", "field fair-code", type="text", id=f"fair-{name}", maxlength=longest, spellcheck="false",
            autocapitalize="off", data_fair=name,
        )  # fmt: skip
        field.fill(value)


_STORY: Final[tuple[tuple[str, Sentence, Sentence], ...]] = (
    (
        "dice",
        lambda tr: tr.t("A secret seed"),
        lambda tr: tr.t(
            "Before each round the server draws a long random number, the seed. Every card of the deal follows from it."
        ),
    ),
    (
        "lock",
        lambda tr: tr.t("Its fingerprint"),
        lambda tr: tr.t(
            "When the round begins, everybody is shown the fingerprint of the seed. Nobody can work out the seed from "
            "it, but any other seed has another fingerprint. Your browser keeps it."
        ),
    ),
    (
        "eye",
        lambda tr: tr.t("The seed is opened"),
        lambda tr: tr.t(
            "When the round is over, the seed is shown. Your browser takes its fingerprint, shuffles and deals with "
            "it once more, and compares. So nobody can have changed a card in between, not even the server."
        ),
    ),
)


def _when(session: Session, state: str, icon: str, sentence: Sentence) -> None:
    with Node("p", "fair-result", data_when=state):
        if icon:
            Node("i", f"icon-{icon}", aria_hidden=True)
        words(session, "span", sentence)


def _step(session: Session, step: str, good: Sentence, bad: Sentence, unknown: Sentence | None = None) -> None:
    """One part of the check, with what to say of it however it turns out."""
    with Node("li", "fair-step", data_step=step):
        _when(session, "good", "check", good)
        _when(session, "bad", "close", bad)
        if unknown is not None:
            _when(session, "unknown", "info", unknown)
