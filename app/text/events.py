"""What happened, as one sentence for each viewer, and as a word for the moment itself.

Events are data, so the log changes language at once, also for what happened before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.engine.house_rules import SETTINGS, HouseRules, TakesEffect
from app.engine.moves import Event, Happened
from app.text.cards import card_list, card_name, colour_name
from app.text.rules import setting_title, value_title
from app.text.translator import Translator, mark, mark_n

Message = str | tuple[str, str]
"""A sentence, or its singular and plural."""


class _Forms(NamedTuple):
    """One sentence from the points of view it can be told from."""

    you: Message
    """The viewer does it."""
    other: Message
    """Somebody else does."""
    to_you: Message | None = None
    """Somebody else does it to the viewer."""


_FORMS: Final = {
    Happened.SKIPPED: _Forms(mark("You lose your turn."), mark("{name} loses a turn.")),
    Happened.PENALTY_GREW: _Forms(
        mark_n("You now face a penalty of {count} card.", "You now face a penalty of {count} cards."),
        mark_n("{name} now faces a penalty of {count} card.", "{name} now faces a penalty of {count} cards."),
    ),
    Happened.DEFLECTED: _Forms(
        mark_n("The penalty of {count} card comes to you.", "The penalty of {count} cards comes to you."),
        mark_n("The penalty of {count} card goes on to {name}.", "The penalty of {count} cards goes on to {name}."),
    ),
    Happened.DREW: _Forms(
        mark_n("You drew {count} card.", "You drew {count} cards."),
        mark_n("{name} drew {count} card.", "{name} drew {count} cards."),
    ),
    Happened.TOOK: _Forms(
        mark_n("You took {count} penalty card.", "You took {count} penalty cards."),
        mark_n("{name} took {count} penalty card.", "{name} took {count} penalty cards."),
    ),
    Happened.PASSED: _Forms(mark("You passed."), mark("{name} passed.")),
    Happened.CHALLENGED: _Forms(
        mark("You challenged {target}’s Wild Draw Four."),
        mark("{name} challenged {target}’s Wild Draw Four."),
        mark("{name} challenged your Wild Draw Four."),
    ),
    Happened.GUILTY: _Forms(
        mark_n("{target} was bluffing and draws {count} card.", "{target} was bluffing and draws {count} cards."),
        mark_n("{target} was bluffing and draws {count} card.", "{target} was bluffing and draws {count} cards."),
        mark_n(
            "Your bluff was seen through: you draw {count} card.",
            "Your bluff was seen through: you draw {count} cards.",
        ),
    ),
    Happened.NOT_GUILTY: _Forms(
        mark_n("It was no bluff: you draw {count} card.", "It was no bluff: you draw {count} cards."),
        mark_n("It was no bluff: {name} draws {count} card.", "It was no bluff: {name} draws {count} cards."),
    ),
    Happened.CALLED: _Forms(mark("You called UNO!"), mark("{name} called UNO!")),
    Happened.EXPOSED: _Forms(
        mark("You have one card left and have not called UNO yet."),
        mark("{name} has one card left and has not called UNO."),
    ),
    Happened.CAUGHT: _Forms(
        mark_n(
            "You caught {target} without an UNO call: {count} card to draw.",
            "You caught {target} without an UNO call: {count} cards to draw.",
        ),
        mark_n(
            "{name} caught {target} without an UNO call: {count} card to draw.",
            "{name} caught {target} without an UNO call: {count} cards to draw.",
        ),
        mark_n(
            "{name} caught you without an UNO call: you draw {count} card.",
            "{name} caught you without an UNO call: you draw {count} cards.",
        ),
    ),
    Happened.SWAPPED: _Forms(
        mark("You swapped hands with {target}."),
        mark("{name} swapped hands with {target}."),
        mark("{name} swapped hands with you."),
    ),
    Happened.PLAYS_AGAIN: _Forms(mark("You play again."), mark("{name} plays again.")),
    Happened.TIMED_OUT: _Forms(mark("Your time ran out."), mark("{name} ran out of time.")),
    Happened.KNOCKED_OUT: _Forms(
        mark_n("You are knocked out with {count} card in hand.", "You are knocked out with {count} cards in hand."),
        mark_n("{name} is knocked out with {count} card in hand.", "{name} is knocked out with {count} cards in hand."),
    ),
    Happened.COLOUR_NAMED: _Forms(mark("You chose {colour}."), mark("{name} chose {colour}.")),
    Happened.MATCH_ENDED: _Forms(mark("You won the match!"), mark("{name} won the match!")),
}
"""The events that tell of a seat."""

_PLAYED: Final = _Forms(mark("You played {cards}."), mark("{name} played {cards}."))
_JUMPED: Final = _Forms(mark("You jumped in with {cards}."), mark("{name} jumped in with {cards}."))
_DREW_SEEN: Final = mark("You drew {cards}.")
_TOOK_SEEN: Final = mark("You took {cards} as a penalty.")
_FOUND_NOTHING: Final = _Forms(
    mark("There was nothing left for you to draw."), mark("There was nothing left for {name} to draw.")
)
_HAND_SHOWN: Final = mark("You challenged {target}’s Wild Draw Four and saw {cards}.")
_OUT_FIRST: Final = _Forms(mark("You played your last card!"), mark("{name} played the last card!"))
_OUT_LATER: Final = _Forms(mark("You are out and take {place} place."), mark("{name} is out and takes {place} place."))
_ROUND_WON: Final = _Forms(mark("You won the round."), mark("{name} won the round."))
_ROUND_WON_POINTS: Final = _Forms(mark("You won the round. {scores}."), mark("{name} won the round. {scores}."))

_TABLE: Final = {
    Happened.REDEALT: mark("No card could start the round, so everything was dealt again."),
    Happened.HANDS_PASSED: mark("Everybody passed their hand on."),
    Happened.HANDS_SHUFFLED: mark("All hands were shuffled together and dealt again."),
    Happened.PILE_EMPTY: mark("The draw pile is empty."),
    Happened.STALLED: mark("Nobody could play or draw any more."),
    Happened.DIRECTION_CHANGED: mark("The direction of play changed."),
}
"""The events that tell of the whole table."""


def event_text(
    event: Event, tr: Translator, names: Sequence[str], viewer: int | None = None, rules: HouseRules | None = None
) -> str:
    """One sentence about ``event``.

    ``names`` are those of the seats. The seat ``viewer`` is spoken to as "you"; with ``None``
    everybody is named. ``rules`` give the text of a custom wild, which the event leaves out.
    """
    return _Teller(event, tr, names, viewer).tell(rules)


class _Teller:
    """One event on its way to one viewer."""

    def __init__(self, event: Event, tr: Translator, names: Sequence[str], viewer: int | None) -> None:
        self.event = event
        self.tr = tr
        self.names = names
        self.viewer = viewer

    def tell(self, rules: HouseRules | None) -> str:
        event, tr = self.event, self.tr
        match event.kind:
            case Happened.PLAYED:
                return self.say(_PLAYED, cards=self.cards())
            case Happened.JUMPED_IN:
                return self.say(_JUMPED, cards=self.cards())
            case Happened.DREW | Happened.TOOK:
                return self.drew()
            case Happened.CHALLENGED if event.cards and event.seat == self.viewer:
                return tr.t(_HAND_SHOWN, target=self.name(event.target), cards=card_list(event.cards, tr))
            case Happened.COLOUR_NAMED:
                return self.say(_FORMS[event.kind], colour=self.colour())
            case Happened.WENT_OUT:
                later = event.count > 1
                return self.say(_OUT_LATER, place=tr.place(event.count)) if later else self.say(_OUT_FIRST)
            case Happened.CUSTOM:
                return self.custom(rules)
            case Happened.ROUND_ENDED:
                return self.round_ended()
            case _ if event.kind in _FORMS:
                return self.say(_FORMS[event.kind])
            case _:
                return self.table()

    def table(self) -> str:
        """The sentences without a point of view."""
        event, tr = self.event, self.tr
        match event.kind:
            case Happened.ROUND_STARTED:
                return tr.t(
                    "Round {round} begins with {card}; {name} dealt.",
                    round=event.count,
                    card=self.cards(),
                    name=self.name(event.target),
                )
            case Happened.PUT_BACK:
                return tr.t(
                    "The first card, {card}, cannot start the round and went back into the draw pile.",
                    card=self.cards(),
                )
            case Happened.RESHUFFLED:
                return tr.n(
                    "The discard pile was shuffled into a new draw pile of {count} card.",
                    "The discard pile was shuffled into a new draw pile of {count} cards.",
                    event.count,
                )
            case Happened.RULE_CHANGED:
                return _rule_changed(event, tr)
            case _:
                return tr.t(_TABLE[event.kind])

    def say(self, forms: _Forms, **params: object) -> str:
        """The form of a sentence that suits the viewer, with all that an event may name."""
        event = self.event
        message = self.form(forms)
        params |= {"name": self.name(event.seat), "target": self.name(event.target)}
        if isinstance(message, tuple):
            return self.tr.n(*message, event.count, **params)
        return self.tr.t(message, **params)

    def form(self, forms: _Forms) -> Message:
        if self.viewer is not None and self.event.seat == self.viewer:
            return forms.you
        if self.viewer is not None and self.event.target == self.viewer and forms.to_you is not None:
            return forms.to_you
        return forms.other

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def colour(self) -> str:
        return "" if self.event.colour is None else colour_name(self.event.colour, self.tr)

    def cards(self) -> str:
        """The cards as the object of a sentence."""
        cards = self.event.cards
        if len(cards) == 1:
            return self.tr.p("one card as the object of a sentence", "a {card}", card=card_name(cards[0], self.tr))
        return card_list(cards, self.tr)

    def drew(self) -> str:
        event = self.event
        if not event.count:
            return self.say(_FOUND_NOTHING)
        if event.cards and event.seat == self.viewer:
            return self.tr.t(_DREW_SEEN if event.kind is Happened.DREW else _TOOK_SEEN, cards=self.cards())
        return self.say(_FORMS[event.kind])

    def custom(self, rules: HouseRules | None) -> str:
        """The table's own text, or else what the card does; who played it was said before."""
        text = rules.custom_text if rules is not None else ""
        if not text and self.event.value not in ("", "note"):
            text = value_title("custom_effect", self.event.value, self.tr)
        return self.tr.t("Custom wild: {text}", text=text) if text else self.tr.t("A Custom wild without a text.")

    def round_ended(self) -> str:
        """Who won, and what everybody's total changed by."""
        event, tr = self.event, self.tr
        winner = _Teller(Event(event.kind, seat=event.places[0]), tr, self.names, self.viewer)
        changes = [
            tr.t("{name} {points:+d}", name=self.names[seat], points=event.points[seat])
            for seat in event.places
            if seat < len(event.points) and event.points[seat]
        ]
        if not changes:
            return winner.say(_ROUND_WON)
        return winner.say(_ROUND_WON_POINTS, scores=tr.p("between scores", ", ").join(changes))


def _rule_changed(event: Event, tr: Translator) -> str:
    setting, value = setting_title(event.setting, tr), value_title(event.setting, event.value, tr)
    if SETTINGS[event.setting].takes_effect is TakesEffect.AT_ONCE:
        return tr.t("Rule changed: {setting} is now “{value}”.", setting=setting, value=value)
    return tr.t("Rule changed: {setting} is “{value}” from the next round on.", setting=setting, value=value)


_BANNERS: Final = {
    Happened.SKIPPED: mark("Skip!"),
    Happened.DIRECTION_CHANGED: mark("Reverse!"),
    Happened.DEFLECTED: mark("Deflected!"),
    Happened.CHALLENGED: mark("Challenge!"),
    Happened.GUILTY: mark("Bluff!"),
    Happened.NOT_GUILTY: mark("Honest!"),
    Happened.CALLED: mark("UNO!"),
    Happened.CAUGHT: mark("Caught!"),
    Happened.JUMPED_IN: mark("Jump-in!"),
    Happened.SWAPPED: mark("Hands swapped!"),
    Happened.HANDS_PASSED: mark("Hands passed on!"),
    Happened.HANDS_SHUFFLED: mark("Hands shuffled!"),
    Happened.PLAYS_AGAIN: mark("Play again!"),
    Happened.RESHUFFLED: mark("Reshuffled"),
    Happened.PILE_EMPTY: mark("Draw pile empty"),
    Happened.TIMED_OUT: mark("Time’s up!"),
    Happened.WENT_OUT: mark("Out!"),
    Happened.KNOCKED_OUT: mark("Knocked out!"),
    Happened.STALLED: mark("Stalemate"),
    Happened.ROUND_ENDED: mark("Round over"),
    Happened.MATCH_ENDED: mark("Match over"),
    Happened.RULE_CHANGED: mark("New rule!"),
}


def event_banner(event: Event, tr: Translator) -> str:
    """The word for the moment itself, large over the table; empty for quiet events."""
    if event.kind is Happened.PENALTY_GREW:
        return f"+{event.count}"
    word = _BANNERS.get(event.kind)
    return "" if word is None else tr.t(word)
