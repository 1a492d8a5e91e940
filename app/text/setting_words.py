"""The words for every house rule: title, choices, explanation and an example with real cards.

Only tables; ``rules.py`` turns them into text in a language. The explanations say in plain
words what rules.md says exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from app.engine.house_rules import Section
from app.text.translator import mark, mark_n

SECTIONS: Final = {
    Section.SCORING: mark("Winning & scoring"),
    Section.DEAL: mark("Deal & deck"),
    Section.PLAYING: mark("Playing cards"),
    Section.DRAWING: mark("Drawing"),
    Section.PENALTIES: mark("Draw cards"),
    Section.SPECIAL: mark("Special rules"),
    Section.CALLS: mark("UNO call & time"),
}

OFF: Final = mark("Off")
ON: Final = mark("On")
NONE: Final = mark("None")

_SWITCH: Final = MappingProxyType({"off": OFF, "on": ON})
_CARDS: Final = mark_n("{count} card", "{count} cards")
_POINTS: Final = mark_n("{count} point", "{count} points")
_SECONDS: Final = mark_n("{count} second", "{count} seconds")
_PER_DECK: Final = mark_n("{count} per deck", "{count} per deck")


class SettingWords(NamedTuple):
    """All that is said about one setting."""

    title: str
    help: str
    """Two or three sentences."""
    cards: tuple[str, ...]
    """Codes of the cards that the example shows, in the order in which it speaks of them."""
    example: str
    values: Mapping[str, str] = MappingProxyType({})
    """The title of each choice; empty for numbers and free text."""
    counted: tuple[str, str] | None = None
    """How a number is said."""
    zero: str = OFF
    """What the number 0 is called."""


SETTINGS_WORDS: Final[dict[str, SettingWords]] = {
    "match_format": SettingWords(
        mark("How to win"),
        mark(
            "Decides what a round is worth and when the match ends. With points, the winner of a round collects what "
            "the other hands are worth; with penalty points, everybody collects their own hand and the lowest total "
            "wins. Without card points, either the first one out wins the round, or play goes on until one is left."
        ),
        ("g7", "yS", "W"),
        mark("You go out while these cards are left in the other hands. With points you score 7 + 20 + 50 = 77."),
        {
            "points": mark("Points"),
            "penalty": mark("Penalty points"),
            "first_out": mark("First out"),
            "last_standing": mark("Play to the last"),
        },
    ),
    "target_score": SettingWords(
        mark("Target score"),
        mark(
            "The match ends with the round in which somebody reaches this total. With points the highest total wins, "
            "with penalty points the lowest."
        ),
        ("W4", "W", "b9"),
        mark("With a target of 100, a single round with these cards left over brings 109 points and ends the match."),
        counted=_POINTS,
    ),
    "rounds": SettingWords(
        mark("Rounds"),
        mark(
            "How many rounds a match without card points has. In each round the first place earns as many points as "
            "there are players behind it, the last place none. Most points after the last round win the match."
        ),
        ("r1", "y2", "g3"),
        mark("With four players, the places of a round bring 3, 2, 1 and 0 points."),
        counted=mark_n("{count} round", "{count} rounds"),
    ),
    "losers_pay": SettingWords(
        mark("Losers pay"),
        mark(
            "Besides the winner’s gain, everybody else loses what their own hand is worth. Totals may fall below zero."
        ),
        ("rD", "b4"),
        mark("You are left with these cards: the winner gains 24 points and you lose 24."),
        _SWITCH,
    ),
    "special_wild_points": SettingWords(
        mark("Value of special wilds"),
        mark(
            "What a Wild Shuffle Hands or a Wild Custom counts when it is left in a hand. The plain Wild and the Wild "
            "Draw Four always count 50."
        ),
        ("WS", "WC"),
        mark("Left in a hand, these two count 80 points together at 40 each, or 100 at 50 each."),
        counted=_POINTS,
    ),
    "hand_size": SettingWords(
        mark("Opening hand"),
        mark("How many cards everybody is dealt at the start of a round. Fewer cards make for quick rounds."),
        ("r5", "y1", "gS", "b8", "W"),
        mark("An opening hand of five cards."),
        counted=_CARDS,
    ),
    "decks": SettingWords(
        mark("Decks"),
        mark(
            "One deck has 108 cards. Two decks shuffled together suit large tables and wild rules, and make identical "
            "cards twice as common."
        ),
        ("r7", "r7", "r7", "r7"),
        mark("With two decks there are four of every card like this one."),
        counted=mark_n("{count} deck", "{count} decks"),
    ),
    "shuffle_wilds": SettingWords(
        mark("Shuffle Hands wilds"),
        mark(
            "Adds this many Wild Shuffle Hands to each deck. Whoever plays one names a colour; all hands are shuffled "
            "together and dealt out again one by one, beginning with the next player."
        ),
        ("WS",),
        mark("You hold nine cards and the others hold two each: this card evens things out."),
        counted=_PER_DECK,
        zero=NONE,
    ),
    "custom_wilds": SettingWords(
        mark("Custom wilds"),
        mark(
            "Adds this many Wild Custom cards to each deck. They name a colour like any wild, and do what you have "
            "agreed on for your table."
        ),
        ("WC",),
        mark("Whoever plays this card sings a line: write it down as the text of the card."),
        counted=_PER_DECK,
        zero=NONE,
    ),
    "custom_text": SettingWords(
        mark("Custom text"),
        mark("The text that the whole table sees whenever a Wild Custom is played. Leave it empty for none."),
        ("WC",),
        mark("“Everybody tells a joke” appears over the table when this card is played."),
    ),
    "custom_effect": SettingWords(
        mark("Custom effect"),
        mark(
            "What a Wild Custom does besides naming a colour. As a last card only the text and the drawing take place."
        ),
        ("WC",),
        mark("With “Everybody else draws one” each of the other players draws a card, beginning with the next."),
        {
            "note": mark("Text only"),
            "others_draw": mark("Everybody else draws one"),
            "play_again": mark("Another turn"),
            "swap_hands": mark("Swap hands with somebody"),
            "pass_hands": mark("Everybody passes their hand on"),
        },
    ),
    "first_card": SettingWords(
        mark("First card"),
        mark(
            "What happens when the card turned over at the start is an action card. Its effect can apply to the player "
            "after the dealer, it can lie there without effect, or cards are turned until a number comes up. A Wild "
            "Draw Four never starts a round."
        ),
        ("gS",),
        mark("This card is turned over at the start: if its effect applies, the player after the dealer is skipped."),
        {
            "apply": mark("Its effect applies"),
            "neutral": mark("No effect"),
            "numbers": mark("Numbers only"),
        },
    ),
    "deck_out": SettingWords(
        mark("When the draw pile runs out"),
        mark(
            "Either the discard pile, without its top card, is shuffled into a new draw pile, or the round ends on the "
            "spot. Then the lowest hand takes first place."
        ),
        ("b1", "b2"),
        mark("The draw pile is empty and the round ends: a hand of these two counts only 3 and may be the lowest."),
        {"reshuffle": mark("Shuffle the discard pile"), "end_round": mark("End the round")},
    ),
    "multi_card": SettingWords(
        mark("Several cards at once"),
        mark(
            "Lets you put down cards that belong together in one turn: exactly identical ones, or all of one number or "
            "symbol. Effects add up, and the card on top sets the colour. Plain Wilds and Wild Draw Fours combine with "
            "their own kind as well."
        ),
        ("r5", "g5", "b5"),
        mark("Red is in play. With “Same symbol” all three may go down together, the red 5 first."),
        {
            "off": OFF,
            "identical": mark("Identical cards"),
            "same_symbol": mark("Same symbol, the first fits"),
            "doubles": mark("Same symbol, any one fits"),
        },
    ),
    "jump_in": SettingWords(
        mark("Jump-in"),
        mark(
            "Holding exactly the card that lies on top, you may play it although it is not your turn, as long as the "
            "player on turn has not acted yet. Play goes on from you. Wilds never jump in."
        ),
        ("g4", "g4"),
        mark("A green 4 lies on top and you hold the other one: play it at once."),
        {"off": OFF, "numbers": mark("Numbers only"), "all": mark("Any coloured card")},
    ),
    "forced_play": SettingWords(
        mark("Must play"),
        mark(
            "Whoever holds a card that fits must play and may not draw instead; a drawn card that fits must be played "
            "too. Taking a penalty always remains possible."
        ),
        ("y3", "W"),
        mark("The 3 does not fit, but the Wild does: it has to be played, like it or not."),
        _SWITCH,
    ),
    "going_out": SettingWords(
        mark("Last card"),
        mark(
            "Which card may be your last. With “No wild” you cannot finish with a wild; with “Numbers only” you cannot "
            "finish with an action card either."
        ),
        ("bS",),
        mark("Your last card is a Skip. With “Numbers only” it does not fit, and you have to draw."),
        {"any": mark("Any card"), "no_wild": mark("No wild"), "no_action": mark("Numbers only")},
    ),
    "reverse_two": SettingWords(
        mark("Reverse with two players"),
        mark(
            "With only two left in the round there is nothing to turn round. A Reverse then either works like a Skip, "
            "so that you play again, or the other player simply comes next."
        ),
        ("yR", "y6"),
        mark("Two players are left. If the Reverse skips, you can follow it with the 6 at once."),
        {"skip": mark("Works like a Skip"), "turn": mark("The other plays next")},
    ),
    "draw_mode": SettingWords(
        mark("How many to draw"),
        mark(
            "How many cards you draw when you cannot or do not want to play. Beyond one, drawing stops at the first "
            "card that fits."
        ),
        ("y2", "g9", "b3"),
        mark("Blue is in play. With “Until one fits” you draw these in turn and stop at the blue 3."),
        {"one": mark("One card"), "three": mark("Up to three"), "until_playable": mark("Until one fits")},
    ),
    "drawn_card": SettingWords(
        mark("After drawing"),
        mark(
            "What may happen to a card that you have just drawn and that fits. You may play it or pass, you must play "
            "it, or you keep it and your turn ends. Only that one card can be played."
        ),
        ("r6",),
        mark("Red is in play and you draw this 6. With “Keep it” it has to wait for your next turn."),
        {"may_play": mark("Play it or pass"), "must_play": mark("Must play it"), "keep": mark("Keep it")},
    ),
    "draw_pace": SettingWords(
        mark("Drawing several cards"),
        mark(
            "Several cards can come with a single press or one press at a time while everybody watches. Cards drawn "
            "after a challenge or a catch always come at once."
        ),
        ("rD",),
        mark("You take the penalty for this card: one press for both cards, or one press for each."),
        {"together": mark("All at once"), "one_by_one": mark("One by one")},
    ),
    "stacking": SettingWords(
        mark("Stacking"),
        mark(
            "Instead of taking a penalty you may put another draw card on it. The amounts add up, and the next player "
            "faces the sum. The choices differ in which draw card may answer which; a Draw Two on a Wild Draw Four has "
            "to be of the named colour."
        ),
        ("rD", "bD", "W4"),
        mark("With “Equal or higher” these three make 2 + 2 + 4 = 8 cards for the next player."),
        {
            "off": OFF,
            "draw_two": mark("Draw Two on Draw Two"),
            "draw_four": mark("Draw Four on Draw Four"),
            "same": mark("Like on like"),
            "upward": mark("Equal or higher"),
            "any": mark("Any draw card"),
        },
    ),
    "deflect": SettingWords(
        mark("Deflecting"),
        mark(
            "A Skip or a Reverse of the colour in play passes a whole penalty on: the Skip to the next player, the "
            "Reverse back the way it came. After that it can no longer be challenged."
        ),
        ("gD", "gR"),
        mark("You face this Draw Two. Your green Reverse sends both cards back to the player before you."),
        {"off": OFF, "reverse": mark("With Reverse"), "skip": mark("With Skip"), "both": mark("With Skip or Reverse")},
    ),
    "wild_draw_four": SettingWords(
        mark("Wild Draw Four"),
        mark(
            "Officially it is honest only while you hold nothing in the colour in play, and the next player may "
            "challenge it. A bluffer draws the cards; a wrong challenge costs two more. Or it may always be played, or "
            "only when it is honest."
        ),
        ("W4", "b2"),
        mark("Blue is in play and you hold a blue 2: this Wild Draw Four is a bluff."),
        {
            "challenge": mark("May be challenged"),
            "anytime": mark("Always allowed"),
            "only_without": mark("Only without the colour"),
        },
    ),
    "wilds_match_colour": SettingWords(
        mark("Wilds count as the colour"),
        mark(
            "For the question whether a Wild Draw Four is honest, other wilds in the hand count as the colour in play "
            "too. Other Wild Draw Fours played with it do not."
        ),
        ("W4", "W"),
        mark("You hold no card in the colour in play, only a Wild. With this rule the Wild Draw Four is a bluff."),
        _SWITCH,
    ),
    "after_penalty": SettingWords(
        mark("After a penalty"),
        mark(
            "Whether taking a penalty costs your turn as well, or you play normally once you have drawn. A lost "
            "challenge always costs the turn."
        ),
        ("yD", "y4"),
        mark("You draw two for the Draw Two. With “Normal turn” you may then play your yellow 4."),
        {"lose": mark("Turn is lost"), "keep": mark("Normal turn")},
    ),
    "seven": SettingWords(
        mark("Seven"),
        mark("Whoever plays a 7 swaps hands with a player of their choice. A 7 as the last card swaps nothing."),
        ("g7",),
        mark("You have six cards, Mia has one: play the 7 and swap with her."),
        {"off": OFF, "swap": mark("Swap hands")},
    ),
    "zero": SettingWords(
        mark("Zero"),
        mark(
            "When a 0 is played, everybody passes their hand on in the direction of play. A 0 as the last card passes "
            "nothing."
        ),
        ("r0",),
        mark("Play the 0, and you get the hand of the player before you."),
        {"off": OFF, "pass": mark("Pass hands on")},
    ),
    "hand_limit": SettingWords(
        mark("Knock-out limit"),
        mark(
            "Whoever reaches this many cards by drawing is out of the round at once, and their cards go back into the "
            "draw pile. The last one left wins the round."
        ),
        ("W4",),
        mark("With a limit of 10 and seven cards in hand, taking these four knocks you out at the third."),
        counted=_CARDS,
    ),
    "uno_call": SettingWords(
        mark("UNO call"),
        mark(
            "Officially you call UNO when you are down to one card, before that play or straight after it. If somebody "
            "catches you first, you draw. The game can also call for everybody, or there is no call at all."
        ),
        ("b5",),
        mark("Your last card but one goes down and only this one is left: call UNO now."),
        {"call": mark("Call it yourself"), "auto": mark("The game calls"), "off": mark("No call")},
    ),
    "uno_penalty": SettingWords(
        mark("Penalty for a forgotten UNO"),
        mark("How many cards somebody draws who is caught without an UNO call."),
        ("r9",),
        mark("You play down to this card without a call and are caught: with two penalty cards you hold three."),
        counted=_CARDS,
    ),
    "turn_clock": SettingWords(
        mark("Turn clock"),
        mark(
            "How long a person has for a turn. When the time is up, the game draws for them and passes. Computers need "
            "no clock, and it stands still while a device is handed over."
        ),
        ("y8",),
        mark("Thirty seconds go by without a move: a card like this one is drawn for you and your turn ends."),
        counted=_SECONDS,
    ),
    "answer_clock": SettingWords(
        mark("Answer clock"),
        mark(
            "How long a person has to answer a penalty or to decide about a card just drawn. When the time is up, the "
            "penalty is taken, or the drawn card is kept unless it has to be played."
        ),
        ("W4",),
        mark("You face this card and do not decide in time: you take the four cards."),
        counted=_SECONDS,
    ),
}
"""The words of every setting by its key."""
