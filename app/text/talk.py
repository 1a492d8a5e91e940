"""What people say at an online table, in each viewer's language, and why something could not be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.text.translator import Translator, mark, mark_n, mark_p

EMOTE_TITLES: Final = {
    "laugh": mark_p("emote", "Laughing"),
    "joy": mark_p("emote", "Hooray"),
    "cool": mark_p("emote", "Cool"),
    "wow": mark_p("emote", "Wow"),
    "think": mark_p("emote", "Thinking"),
    "sweat": mark_p("emote", "Phew"),
    "cry": mark_p("emote", "Crying"),
    "angry": mark_p("emote", "Grumpy"),
    "sleepy": mark_p("emote", "Sleepy"),
    "love": mark_p("emote", "Love it"),
    "thumb": mark_p("emote", "Thumbs up"),
    "clap": mark_p("emote", "Applause"),
}

PHRASE_TEXTS: Final = {
    "hello": mark_p("said", "Hello everybody!"),
    "good_luck": mark_p("said", "Good luck!"),
    "well_played": mark_p("said", "Well played!"),
    "thanks": mark_p("said", "Thank you!"),
    "sorry": mark_p("said", "Sorry!"),
    "oops": mark_p("said", "Oops!"),
    "nice_card": mark_p("said", "Nice card!"),
    "lucky": mark_p("said", "How lucky!"),
    "not_again": mark_p("said", "Oh no, not again!"),
    "your_turn": mark_p("said", "It is your turn!"),
    "take_your_time": mark_p("said", "Take your time."),
    "so_close": mark_p("said", "That was close!"),
    "watch_out": mark_p("said", "Watch out!"),
    "one_more": mark_p("said", "One more match?"),
    "be_right_back": mark_p("said", "I will be right back."),
    "bye": mark_p("said", "Bye, see you soon!"),
}

_PROBLEMS: Final = {
    "talk_empty": mark("There is nothing in this message that can be shown."),
    "talk_unknown": mark("This cannot be said here."),
}
_COUNTED: Final = {
    "talk_wait": (
        "seconds",
        mark_n(
            "You are saying a lot at once. Please wait {count} second.",
            "You are saying a lot at once. Please wait {count} seconds.",
        ),
    ),
    "talk_too_long": (
        "high",
        mark_n("A message may have at most {count} character.", "A message may have at most {count} characters."),
    ),
}

WORDS: Final = frozenset({*_PROBLEMS, *_COUNTED})
"""Every word that has a sentence."""


def emote_title(key: str, tr: Translator) -> str:
    """What the emote ``key`` is called."""
    return tr.p(*EMOTE_TITLES[key])


def phrase_text(key: str, tr: Translator) -> str:
    """What the phrase ``key`` says."""
    return tr.p(*PHRASE_TEXTS[key])


def line_text(kind: str, what: str, tr: Translator) -> str:
    """A line of talk as text: an emote by its title, a phrase translated, free text (``kind`` "text") as it stands."""
    if kind == "emote":
        return emote_title(what, tr)
    return phrase_text(what, tr) if kind == "phrase" else what


def talk_problem_text(word: str, params: Mapping[str, int], tr: Translator) -> str:
    """Why something could not be said: a word of ``app.play.talk``."""
    if word in _COUNTED:
        number, sentences = _COUNTED[word]
        return tr.n(*sentences, params[number])
    return tr.t(_PROBLEMS[word])
