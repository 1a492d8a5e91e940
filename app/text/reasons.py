"""Gentle sentences for what cannot be done: refused moves, bad rule sets, idle settings, bad names."""

from __future__ import annotations

from typing import Final

from app.engine.house_rules import SETTINGS, BadRules
from app.engine.moves import Reason
from app.text.translator import Translator, mark, mark_n

_REASONS: Final = {
    Reason.NOT_YOUR_TURN: mark("It is not your turn yet."),
    Reason.ROUND_IS_OVER: mark("This round is over."),
    Reason.ROUND_NOT_OVER: mark("This round is still being played."),
    Reason.MATCH_IS_OVER: mark("The match is over."),
    Reason.NOT_IN_ROUND: mark("You are out of this round and can only watch for now."),
    Reason.NO_SUCH_SEAT: mark("There is nobody in that seat."),
    Reason.NO_CARDS: mark("Choose at least one card first."),
    Reason.CARD_NOT_HELD: mark("That card is not in your hand any more."),
    Reason.DOES_NOT_FIT: mark("That card does not fit: match the colour in play or the symbol of the top card."),
    Reason.ONLY_DRAWN_CARD: mark("After drawing, only the card you have just drawn may be played."),
    Reason.MAY_NOT_GO_OUT: mark("The rules of this table do not allow that as your last card."),
    Reason.MAY_NOT_COMBINE: mark("Those cards cannot go down together."),
    Reason.FIRST_MUST_FIT: mark("The first of these cards has to fit."),
    Reason.ONE_MUST_FIT: mark("At least one of these cards has to fit."),
    Reason.HOLDS_COLOUR: mark(
        "At this table a Wild Draw Four may only be played while you hold nothing in the colour in play."
    ),
    Reason.CANNOT_ANSWER: mark("That card cannot answer the penalty."),
    Reason.NAME_A_COLOUR: mark("Choose a colour for your wild."),
    Reason.CHOOSE_A_SEAT: mark("Choose whom to swap hands with."),
    Reason.MUST_PLAY: mark("You hold a card that fits, and at this table it has to be played."),
    Reason.MUST_DRAW_ON: mark("Draw the rest of your cards first."),
    Reason.ALREADY_DREW: mark("You have already drawn this turn."),
    Reason.DRAW_FIRST: mark("You can pass once you have drawn a card that fits."),
    Reason.PENALTY_WAITS: mark("Deal with the waiting penalty first."),
    Reason.NO_PENALTY: mark("There is no penalty to take."),
    Reason.NO_CHALLENGE: mark("There is nothing to challenge."),
    Reason.JUMP_IN_OFF: mark("Jumping in is not allowed at this table."),
    Reason.JUMP_IN_TOO_LATE: mark("Too late to jump in: the next turn has already begun."),
    Reason.JUMP_IN_NOT_IDENTICAL: mark("Only a card identical to the top card can jump in."),
    Reason.CALL_OFF: mark("There is no need to call UNO at this table."),
    Reason.CANNOT_CALL: mark("You can call UNO when your next play leaves you one card."),
    Reason.ALREADY_CALLED: mark("You have already called UNO."),
    Reason.NOT_EXPOSED: mark("There is nobody to catch: UNO has been called, or the moment has passed."),
    Reason.NO_CLOCK: mark("No clock is running for that seat."),
}


def reason_text(reason: Reason, tr: Translator) -> str:
    """Why a move was refused, said to the person who tried it."""
    return tr.t(_REASONS[reason])


_PROBLEMS: Final = {
    "wrong_kind": mark("This setting does not take such a value."),
    "out_of_range": mark("Choose a whole number from {low} to {high}."),
    "unknown_value": mark("This setting does not have that choice."),
    "unknown_key": mark("These rules contain a setting that does not exist."),
    "bad_text": mark("This text contains characters that cannot be shown."),
    "bad_seats": mark("A table seats {low} to {high} players."),
    "too_late": mark("It is too late to change this now."),
    "no_change": mark("The rules say this already."),
    "bad_code": mark("This rules code is not valid. Please check it for typing errors."),
}
_COUNTED_PROBLEMS: Final = {
    "too_long": mark_n(
        "This text may have at most {count} character.", "This text may have at most {count} characters."
    ),
    "too_many_cards": mark_n(
        "There are not enough cards for so many players: deal at most {count} card each, or add a second deck.",
        "There are not enough cards for so many players: deal at most {count} cards each, or add a second deck.",
    ),
    "limit_too_low": mark_n(
        "The opening hand must stay below the knock-out limit: deal at most {count} card each.",
        "The opening hand must stay below the knock-out limit: deal at most {count} cards each.",
    ),
}


def problem_text(bad: BadRules, tr: Translator) -> str:
    """Why a rule set or a set-up cannot be used, to be shown beside the setting ``bad.key``."""
    if bad.problem in _COUNTED_PROBLEMS:
        return tr.n(*_COUNTED_PROBLEMS[bad.problem], bad.params["high"])
    setting = SETTINGS.get(bad.key)
    if bad.problem == "wrong_kind" and setting is not None and setting.is_number:
        # Nothing, half a point or letters: what to do about it is the same.
        return tr.t(_PROBLEMS["out_of_range"], low=setting.low, high=setting.high)
    return tr.t(_PROBLEMS[bad.problem], **bad.params)


_IDLE: Final = {
    "format": mark("Has no effect in the chosen way of winning."),
    "no_special_wilds": mark("Matters only with Shuffle Hands or Custom wilds in the deck."),
    "no_custom_wilds": mark("Matters only with Custom wilds in the deck."),
    "anytime": mark("Has no effect while a Wild Draw Four can always be played without a challenge."),
    "forced": mark("Has no effect while a fitting card has to be played."),
    "no_call": mark("Has no effect while nobody has to call UNO."),
}


def idle_text(word: str, tr: Translator) -> str:
    """Why a setting changes nothing just now; ``word`` is one of ``house_rules.idle_because``."""
    return tr.t(_IDLE[word])


_NAME_PROBLEMS: Final = {
    "empty": mark("Please enter a name."),
    "bad_characters": mark("This name contains characters that cannot be used."),
    "taken": mark("Somebody at the table already has this name."),
}


def name_problem_text(word: str, tr: Translator, longest: int = 20) -> str:
    """What is wrong with a name: ``empty``, ``too_long`` (for ``longest``), ``bad_characters`` or ``taken``."""
    if word == "too_long":
        return tr.n(
            "A name may have at most {count} character.", "A name may have at most {count} characters.", longest
        )
    return tr.t(_NAME_PROBLEMS[word])
