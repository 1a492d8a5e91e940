"""The words for the six presets: title, one line, and what to expect at the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.text.translator import mark


class PresetWords(NamedTuple):
    """All that is said about one preset."""

    title: str
    line: str
    about: tuple[str, ...]
    """Paragraphs; the list of changed rules comes from the rules themselves."""


PRESET_WORDS: Final[dict[str, PresetWords]] = {
    "official": PresetWords(
        mark("Official"),
        mark("The classic rules, round by round to 500 points."),
        (
            mark(
                "The game as the classic rule sheet has it. Seven cards each, one card drawn when nothing suits, and "
                "the winner of a round collects what is left in the other hands. The first to 500 wins."
            ),
            mark(
                "Penalties are taken, not passed on, but a Wild Draw Four may be challenged. That makes bluffing a "
                "real question: is it worth the risk?"
            ),
            mark("A good place to begin, and a match to settle down for: expect five to ten rounds."),
        ),
    ),
    "modern": PresetWords(
        mark("Modern sheet"),
        mark("Today’s larger deck with Shuffle Hands and Custom wilds."),
        (
            mark(
                "The newer printed sheet adds four cards to the deck: one Wild Shuffle Hands and three Wild Customs. "
                "They count 50 points when left in a hand."
            ),
            mark(
                "A round always starts with a number, and holding any other wild makes a Wild Draw Four a bluff. "
                "Decide together what the Custom wilds do."
            ),
            mark("For those who know the classic game and like one surprise per round."),
        ),
    ),
    "one": PresetWords(
        mark("One! edition"),
        mark("Cards drawn one by one, and a clock that keeps things moving."),
        (
            mark(
                "The official rules with the tension of drawing card by card while everybody looks on. A round always "
                "starts with a number."
            ),
            mark("45 seconds for a turn and 25 for an answer keep an evening with many players flowing."),
            mark("Made for tables on several devices, where nobody should have to wait for long."),
        ),
    ),
    "quick": PresetWords(
        mark("Quick"),
        mark("Five cards, one round, first out wins."),
        (
            mark("A whole match in a few minutes: five cards each, and the first one out has won."),
            mark(
                "Whoever cannot play draws until a card fits, so every turn moves the game on. UNO is called for you; "
                "nobody is caught."
            ),
            mark("Ideal for a short break, for children, and for the very first game."),
        ),
    ),
    "seven_o": PresetWords(
        mark("Seven-O party"),
        mark("Hands change owners, jump-ins and stacks included."),
        (
            mark(
                "A 7 swaps hands with a player of your choice, a 0 sends every hand one seat along. The best hand is "
                "yours only until somebody wants it."
            ),
            mark(
                "Identical cards may jump in out of turn, and draw cards may be stacked like on like. Keep an eye on "
                "everybody’s card count."
            ),
            mark("Loud, quick and best with four players or more."),
        ),
    ),
    "mayhem": PresetWords(
        mark("Mayhem"),
        mark("Two decks, every trick allowed, play to the last."),
        (
            mark(
                "Nearly everything is allowed: several cards at once, jump-ins, any draw card on any other, penalties "
                "deflected with Skip and Reverse, swapping and shuffled hands."
            ),
            mark(
                "Penalties grow quickly, and whoever holds 25 cards is knocked out. Play goes on until only one is "
                "left in the round."
            ),
            mark("For experienced players who want to laugh more than they want to win."),
        ),
    ),
}
"""The words of every preset by its key."""
