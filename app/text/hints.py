"""A hint in words: what to do, and why.

The reasons come as words with numbers (``computer/explain.py``), so that they can be said in
any language; this layer does not import the computers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from app.engine.moves import Do, Move
from app.text.cards import card_list, card_name, colour_name
from app.text.translator import Translator, mark, mark_n

Message = str | tuple[str, str]
"""A sentence, or its singular and plural."""

_REASONS: Final[dict[str, Message]] = {
    "goes_out": mark_n("It is your last card: you go out.", "These are your last {count} cards: you go out."),
    "call_first": mark("Your play will leave you one card."),
    "call_late": mark("Nobody has caught you yet."),
    "catch_seat": mark_n(
        "{name} has not called UNO and has to draw {count} card.",
        "{name} has not called UNO and has to draw {count} cards.",
    ),
    "must_draw_on": mark("You have not drawn all your cards yet."),
    "nothing_fits": mark("Nothing in your hand fits."),
    "nothing_answers": mark("No card of yours can answer the penalty."),
    "draw_is_better": mark("What you could play would help the others more than you."),
    "take_is_better": mark("Anything else would cost you more in the end."),
    "keeps_drawn_card": mark("The card you drew is worth more later."),
    "bluff_likely": mark_n(
        "With {count} card in hand, {name} probably held the colour ({percent}%).",
        "With {count} cards in hand, {name} probably held the colour ({percent}%).",
    ),
    "answers_penalty": mark_n(
        "The penalty goes on: {name} then faces {count} card.", "The penalty goes on: {name} then faces {count} cards."
    ),
    "deflects_penalty": mark_n(
        "The penalty of {count} card passes to {name}.", "The penalty of {count} cards passes to {name}."
    ),
    "jumps_in": mark("You hold the very card that lies on top."),
    "swap_smaller": mark_n(
        "{name} holds only {count} card and gets your {own}.", "{name} holds only {count} cards and gets your {own}."
    ),
    "swap_least_bad": mark_n(
        "{name} has the smallest hand: {count} card for your {own}.",
        "{name} has the smallest hand: {count} cards for your {own}.",
    ),
    "hands_move_well": mark_n(
        "The hands move on, and you get {count} card for your {own}.",
        "The hands move on, and you get {count} cards for your {own}.",
    ),
    "shuffle_helps": mark_n(
        "Everybody ends up with about {count} card; you hold {own} now.",
        "Everybody ends up with about {count} cards; you hold {own} now.",
    ),
    "stops_seat": mark_n(
        "{name} has {count} card left and must not play next.", "{name} has {count} cards left and must not play next."
    ),
    "plays_again": mark("You stay on turn."),
    "hits_next": mark_n("{name} has to draw {count} card.", "{name} has to draw {count} cards."),
    "sheds_many": mark_n("It gets rid of {count} card at once.", "It gets rid of {count} cards at once."),
    "keeps_last_card": mark("It keeps a card with which you may go out."),
    "only_card": mark("It is the only card that fits."),
    "only_wilds": mark("Only a wild fits just now."),
    "names_colour": mark("A wild serves you best just now."),
    "holds_wild_back": mark("A wild would fit too, but is worth more later."),
    "lacks_colour": mark("{name} probably has nothing to follow {colour} with ({percent}%)."),
    "keeps_colour": mark_n(
        "You can go on in {colour}: {count} more card.", "You can go on in {colour}: {count} more cards."
    ),
    "changes_colour": mark_n(
        "It changes the colour to {colour}, of which you hold {count} card.",
        "It changes the colour to {colour}, of which you hold {count} cards.",
    ),
    "sheds_points": mark_n(
        "Somebody is about to go out: {count} point leaves your hand.",
        "Somebody is about to go out: {count} points leave your hand.",
    ),
    "best_of_few": mark("It leaves you the best hand."),
}
"""The reasons by the words of ``computer.explain.Why``."""

_ADVICE: Final = {
    Do.DRAW: mark("Draw."),
    Do.PASS: mark("Pass."),
    Do.TAKE: mark("Take the penalty."),
    Do.CHALLENGE: mark("Challenge."),
    Do.CALL: mark("Call UNO."),
    Do.TIMEOUT: mark("Wait."),
    Do.NEXT_ROUND: mark("Go on to the next round."),
}


def hint_text(why: str, params: Mapping[str, int], move: Move, names: Sequence[str], tr: Translator) -> str:
    """What to do and why: "Play a green Skip. Leo has 1 card left and must not play next."

    ``why`` and ``params`` are those of ``computer.explain``; ``names`` are those of the seats.
    """
    advice, reason = advice_text(move, names, tr), why_text(why, params, names, tr)
    return tr.p("advice and the reason for it", "{advice} {reason}", advice=advice, reason=reason)


def advice_text(move: Move, names: Sequence[str], tr: Translator) -> str:
    """What to do: "Play a Wild and choose blue."."""
    target = "" if move.target is None else names[move.target]
    if move.do is Do.CATCH:
        return tr.t("Catch {name}.", name=target)
    if move.do is not Do.PLAY:
        return tr.t(_ADVICE[move.do])
    cards = _played(move.cards, tr)
    if move.colour is not None and target:
        colour = colour_name(move.colour, tr)
        return tr.t(
            "Play {cards}, choose {colour} and swap hands with {name}.", cards=cards, colour=colour, name=target
        )
    if move.colour is not None:
        return tr.t("Play {cards} and choose {colour}.", cards=cards, colour=colour_name(move.colour, tr))
    if target:
        return tr.t("Play {cards} and swap hands with {name}.", cards=cards, name=target)
    return tr.t("Play {cards}.", cards=cards)


def _played(cards: Sequence[int], tr: Translator) -> str:
    if len(cards) == 1:
        return tr.p("one card as the object of a sentence", "a {card}", card=card_name(cards[0], tr))
    return card_list(cards, tr)


def why_text(why: str, params: Mapping[str, int], names: Sequence[str], tr: Translator) -> str:
    """The reason alone, one sentence."""
    message = _REASONS[why]
    said: dict[str, object] = {key: params[key] for key in ("own", "percent") if key in params}
    if "seat" in params:
        said["name"] = names[params["seat"]]
    if "colour" in params:
        said["colour"] = colour_name(params["colour"], tr)
    if isinstance(message, tuple):
        return tr.n(*message, params["count"], **said)
    return tr.t(message, **said)
