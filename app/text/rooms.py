"""What there is to say about online rooms: why something is refused, what has happened, how things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.engine.house_rules import SETTINGS
from app.text import talk
from app.text.accounts import account_problem_text
from app.text.reasons import name_problem_text
from app.text.rules import setting_title, takes_effect_text, value_title
from app.text.translator import Translator, mark, mark_n

_PROBLEMS: Final = {
    "no_room": mark("There is no room with this code. Check it with whoever gave it to you."),
    "room_ended": mark("This room has ended."),
    "room_locked": mark("The host has locked this room. Ask them to let you in."),
    "room_full": mark("Every seat of this room is taken."),
    "kicked": mark("The host has removed you from this room."),
    "no_spectators": mark("This room has no spectators."),
    "seat_taken": mark("Somebody else was quicker: this seat is taken."),
    "no_seat": mark("There is no such seat."),
    "not_member": mark("You are not in this room."),
    "not_host": mark("Only the host can do that."),
    "not_seated": mark("Only people with a seat can do that."),
    "needs_another": mark("At least one other person has to join first."),
    "already_started": mark("The match has begun. Watch it, and take a free seat next round."),
    "not_started": mark("The match has not begun yet."),
    "not_over": mark("The match is still on."),
    "vote_running": mark("There is a vote already. Wait until it is decided."),
    "no_vote": mark("This vote is over."),
    "same_value": mark("That is the rule already."),
    "no_change": mark("That is the rule already."),
    "no_clock": mark("Your clock is not running."),
    "no_more_time": mark("You can have more time once in a round."),
    "not_friends": mark("You can only invite your friends."),
    "not_yourself": mark("You cannot do that to yourself."),
    "not_now": mark("That is not possible just now."),
    "chat_off": mark("Free messages are switched off in this room. Emotes and phrases still work."),
    "too_fast": mark("You are saying a lot at once. Please wait a moment."),
}
_COUNTED: Final = {
    "turned_down": (
        "minutes",
        mark_n(
            "That was not accepted just now. It can be proposed again in {count} minute, or in the next round.",
            "That was not accepted just now. It can be proposed again in {count} minutes, or in the next round.",
        ),
    ),
    "too_many_spectators": (
        "high",
        mark_n("Only {count} person may watch this room.", "Only {count} people may watch this room."),
    ),
    "too_many_rooms": (
        "high",
        mark_n(
            "You can have {count} room at once. End one that you have first.",
            "You can have {count} rooms at once. End one of them first.",
        ),
    ),
    "too_many_seats": ("high", mark_n("A room has at most {count} seat.", "A room has at most {count} seats.")),
    "too_few_seats": ("low", mark_n("A room has at least {count} seat.", "A room has at least {count} seats.")),
}
_NEWS: Final = {
    "joined": mark("{name} has joined."),
    "left": mark("{name} has left for good."),
    "kicked": mark("{name} was removed."),
    "spectating": mark("{name} is watching."),
    "took_seat": mark("{name} has taken a seat."),
    "stood_up": mark("{name} has stood up."),
    "new_host": mark("{name} is the host now."),
    "away": mark("{name} is away. A computer plays meanwhile."),
    "back": mark("{name} is back."),
    "match_started": mark("A match begins."),
    "match_ended": mark("The match is over."),
    "paused": mark("The game is paused."),
    "resumed": mark("The game goes on."),
    "more_time": mark("{name} has taken more time."),
    "locked": mark("The room is locked: nobody else can come in."),
    "unlocked": mark("The room is open again."),
    "vote_opened": mark("{name} proposes: {change}"),
    "vote_accepted": mark("Accepted: {change}"),
    "vote_refused": mark("Not accepted: {change}"),
    "vote_vetoed": mark("The host has refused: {change}"),
    "vote_forced": mark("The host has decided: {change}"),
    "vote_void": mark("The vote is void: {change}"),
}
_PAUSE_NEWS: Final = {
    "vote_opened": mark("{name} asks for a pause"),
    "vote_refused": mark("There is no pause: too few agreed."),
    "vote_vetoed": mark("The host has refused the pause."),
}
"""The same of votes on a pause, which changes no rule."""
_OWN_NEWS: Final = {
    "new_host": mark("You are the host now."),
}
"""The same of oneself; what is not here one knows anyway."""
_CHANGES: Final = ("vote_accepted", "vote_forced")
"""News of what holds from now on, or from later on."""
_ENDED: Final = {
    "ended_by_host": mark("The host has ended this room."),
    "abandoned": mark("Nobody was here any more, so the room was closed."),
    "everybody_left": mark("Everybody has left, so the room was closed."),
    "damaged": mark("Something went wrong on our side: this room cannot be read any more."),
}
_STAGES: Final = {
    "waiting": mark("Waiting for people"),
    "playing": mark("A match is on"),
    "between": mark("Between two rounds"),
    "over": mark("A match is over"),
    "ended": mark("Ended"),
}

WORDS: Final = frozenset({*_PROBLEMS, *_COUNTED})
"""Every word of a refusal that has a sentence here."""


def room_problem_text(word: str, params: Mapping[str, int], tr: Translator) -> str:
    """Why something about a room was refused: a word of rooms, of talk, of names, or of accounts."""
    if word in _PROBLEMS:
        return tr.t(_PROBLEMS[word])
    if word in _COUNTED and _COUNTED[word][0] in params:
        number, sentences = _COUNTED[word]
        return tr.n(*sentences, params[number])
    if word in talk.WORDS:
        return talk.talk_problem_text(word, params, tr)
    if word.startswith("name_"):
        return name_problem_text(word.removeprefix("name_"), tr)
    return account_problem_text(word, params, tr)


def own_news_text(word: str, tr: Translator) -> str:
    """What one has done oneself, where it needs saying; else empty."""
    return tr.t(_OWN_NEWS[word]) if word in _OWN_NEWS else ""


def news_text(word: str, name: str, key: str, value: str, tr: Translator) -> str:
    """What has happened in a room, in one sentence; empty for a word that this version does not know."""
    if word not in _NEWS:
        return ""
    if not key and word in _PAUSE_NEWS:
        return tr.t(_PAUSE_NEWS[word], name=name)
    said = tr.t(_NEWS[word], name=name, change=change_text(key, value, tr) if key else "")
    if key and word in _CHANGES:
        return tr.p(
            "two sentences", "{first}. {second}", first=said, second=takes_effect_text(SETTINGS[key].takes_effect, tr)
        )
    return said


def change_text(key: str, value: str | int, tr: Translator) -> str:
    """A change of one rule in short: ``Jump-in: any coloured card``."""
    said = value_title(key, value, tr)
    return tr.p("a setting and its value", "{setting}: {value}", setting=setting_title(key, tr), value=said)


def ended_text(why: str, tr: Translator) -> str:
    """Why a room is no more."""
    return tr.t(_ENDED.get(why, _PROBLEMS["room_ended"]))


def stage_text(stage: str, tr: Translator) -> str:
    """How far a room has come."""
    return tr.t(_STAGES[stage])
