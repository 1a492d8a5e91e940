"""Which effects belong to what happened, and what a page is told of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from app.art.effects import effects
from app.engine.cards import COLOUR_NAMES, W4, WC, parse
from app.engine.house_rules import PRESETS
from app.engine.match import start_match
from app.engine.moves import Event, Happened
from app.engine.views import TableView, view_for
from app.text.translator import translator
from app.ui.element import Node
from app.ui.session import Session
from app.ui.sound import DEFAULTS, MOST, SILENT, WIDTH, Sound, effects_for, pan_of

RED_FIVE = (parse("r5"),)


class Visitor:
    """A session as far as sound needs one; ``heard`` is what the page was told."""

    def __init__(self, language: str = "en", **preferences: Any) -> None:
        self.preferences = preferences
        self.tr = translator(language)
        self.heard: list[str] = []
        self.client = self
        self.has_socket_connection = False

    async def keep(self, **changes: Any) -> None:
        merged = {**self.preferences, **changes}
        self.preferences = {key: value for key, value in merged.items() if value is not None}

    def run_javascript(self, code: str) -> None:
        self.heard.append(code)


class Horn:
    """The element of an open page that carries the mark."""

    def __init__(self) -> None:
        self.marks: list[str] = []

    def set(self, data_fx: str) -> None:
        self.marks.append(data_fx)


class Heard(NamedTuple):
    names: list[str]
    options: dict[str, Any]


def sound_of(visitor: Visitor) -> Sound:
    return Sound(cast(Session, visitor))


def told(visitor: Visitor) -> Heard:
    """The one message that the page got."""
    (code,) = visitor.heard
    match = re.fullmatch(r"unoSound\.fx\((\[.*?\])(?:,(\{.*\}))?\)", code)
    assert match
    return Heard(json.loads(match[1]), json.loads(match[2] or "{}"))


def table(seat: int | None) -> TableView:
    return view_for(start_match(PRESETS["official"], 4, "00" * 16), seat)


def test_every_kind_of_event_is_heard_as_an_effect_that_exists() -> None:
    for kind in Happened:
        event = Event(kind, 1, target=2, cards=RED_FIVE, count=2, colour=0)
        for viewer in (None, 1, 2):
            names = effects_for([event], viewer)
            assert set(names) <= effects().keys(), kind
            assert bool(names) == (kind not in SILENT)


def test_nobody_hears_that_a_seat_forgot_to_call() -> None:
    events = [Event(Happened.PLAYED, 1, cards=RED_FIVE, colour=0), Event(Happened.EXPOSED, 1)]
    assert effects_for(events, 2) == effects_for(events[:1], 2) == ["play"]


def test_a_wild_draw_four_is_a_card_a_wild_a_colour_and_a_growing_penalty() -> None:
    events = [
        Event(Happened.PLAYED, 0, cards=(W4,), colour=3), Event(Happened.COLOUR_NAMED, 0, colour=3),
        Event(Happened.PENALTY_GREW, 1, target=0, count=4),
    ]  # fmt: skip
    assert effects_for(events, 0) == ["play", "wild", "blue", "grow"]


@pytest.mark.parametrize("colour", range(4))
def test_each_colour_is_heard_as_itself(colour: int) -> None:
    assert effects_for([Event(Happened.COLOUR_NAMED, 0, colour=colour)], None) == [COLOUR_NAMES[colour]]


@pytest.mark.parametrize(("count", "heard"), [(0, 0), (1, 1), (2, 2), (3, 3), (12, 3)])
def test_drawing_is_heard_card_by_card_up_to_three(count: int, heard: int) -> None:
    assert effects_for([Event(Happened.DREW, 0, count=count)], 0) == ["draw"] * heard


def test_several_cards_are_heard_as_several() -> None:
    assert effects_for([Event(Happened.PLAYED, 0, cards=RED_FIVE * 2, colour=0)], 0) == ["play", "play"]
    assert effects_for([Event(Happened.JUMPED_IN, 0, cards=(WC,), colour=0)], 0) == ["jump-in", "wild"]


def test_the_winner_hears_a_fanfare_and_the_others_a_gentler_end() -> None:
    end = [Event(Happened.ROUND_ENDED, 2)]
    assert [effects_for(end, viewer) for viewer in (2, None, 0)] == [["round-won"], ["round-won"], ["round-over"]]
    both = [*end, Event(Happened.MATCH_ENDED, 2)]
    assert [effects_for(both, viewer) for viewer in (2, 0)] == [["match-won"], ["match-over"]]


def test_of_very_much_only_the_latest_is_heard() -> None:
    events = [Event(Happened.SKIPPED, 1)] * 8 + [Event(Happened.ROUND_ENDED, 1)]
    assert effects_for(events, 0) == ["skip"] * (MOST - 1) + ["round-over"]


def test_seats_are_heard_from_where_they_sit() -> None:
    assert pan_of(0, 0, 4) == pan_of(2, 0, 4) == pan_of(None, 0, 4) == 0
    assert pan_of(1, 0, 4) == -WIDTH and pan_of(3, 0, 4) == WIDTH
    assert pan_of(2, 1, 4) == -WIDTH
    assert all(-WIDTH <= pan_of(seat, 3, 10) <= WIDTH for seat in range(10))


def test_one_message_for_one_change_of_the_table() -> None:
    visitor = Visitor()
    sound_of(visitor).follow(table(None), [Event(Happened.SKIPPED, 1), Event(Happened.DREW, 2, count=1)], 0)
    assert told(visitor) == Heard(["skip", "draw"], {"pan": -WIDTH})


def test_an_open_page_is_told_by_a_mark_that_changes_each_time() -> None:
    visitor, horn = Visitor(), Horn()
    visitor.has_socket_connection = True
    sound = sound_of(visitor)
    sound._horn = cast(Node, horn)
    sound.play("skip", pan=0.6)
    sound.play("skip")
    assert (horn.marks, visitor.heard) == (['[1,["skip"],{"pan":0.6}]', '[2,["skip"]]'], [])


def test_the_turn_chimes_once_when_it_comes() -> None:
    visitor = Visitor()
    sound = sound_of(visitor)
    view = table(0)
    mine, theirs = table(view.turn), table((view.turn + 1) % 4)
    sound.follow(mine, (), view.turn)
    assert told(visitor).names == ["turn"]
    sound.follow(mine, (), view.turn)
    sound.follow(theirs, (), view.turn)
    assert len(visitor.heard) == 1
    sound.follow(mine, (), view.turn)
    assert len(visitor.heard) == 2


def test_nothing_is_sent_where_nothing_happened() -> None:
    visitor = Visitor()
    sound_of(visitor).follow(table(None), (), 0)
    assert visitor.heard == []


def test_without_effects_nothing_is_sent_but_the_voice() -> None:
    visitor = Visitor(effects=False)
    sound_of(visitor).play("play", "uno")
    assert told(visitor).names == ["uno"]
    silent = Visitor(effects=False, voice=False)
    sound_of(silent).play("play", "uno")
    assert silent.heard == []


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_the_voice_has_its_word_in_the_language_of_the_page(language: str) -> None:
    visitor = Visitor(language)
    sound_of(visitor).follow(table(None), [Event(Happened.CALLED, 1)], 0)
    # Written as it is spoken: a Japanese voice would spell the Latin letters.
    written = {"en": "[A-Z]+!", "ja": "[ァ-ヶ]+！", "th": "[ก-๛]+!"}[language]
    assert re.fullmatch(written, told(visitor).options["say"])


def test_without_the_voice_uno_is_a_jingle() -> None:
    visitor = Visitor(voice=False)
    sound_of(visitor).play("uno")
    assert told(visitor) == Heard(["uno"], {})


async def test_a_switch_is_applied_at_once_and_kept_only_where_it_differs() -> None:
    visitor = Visitor()
    sound = sound_of(visitor)
    assert {name: sound.is_on(name) for name in DEFAULTS} == {"effects": True, "music": False, "voice": True}
    assert await sound.switch("music") is True
    assert await sound.switch("effects") is False
    assert visitor.preferences == {"music": True, "effects": False}
    assert await sound.switch("music") is False
    assert visitor.preferences == {"effects": False}
    assert visitor.heard == ["unoSound.music(true)", "unoSound.effects(false)", "unoSound.music(false)"]


def test_every_effect_that_a_page_names_exists() -> None:
    root = Path(__file__).parents[2]
    pages = [file.read_text(encoding="utf-8") for file in (root / "app" / "ui").rglob("*.py")]
    scripts = [file.read_text(encoding="utf-8") for file in (root / "static" / "js").glob("*.js")]
    named = {name for text in pages for call in re.findall(r"sound\.play\(([^)]*)\)", text) for name in words_of(call)}
    named |= {name for text in scripts for call in re.findall(r"\bfx\((['\"][^)]*)\)", text) for name in words_of(call)}
    assert named
    assert named <= effects().keys()


def test_the_script_is_small_and_makes_no_code_of_texts() -> None:
    script = (Path(__file__).parents[2] / "static" / "js" / "sound.js").read_text(encoding="utf-8")
    assert len(script.encode()) < 12_000
    assert not re.search(r"\beval\b|new Function|innerHTML|setTimeout\(['\"]", script)


def words_of(call: str) -> list[str]:
    return re.findall(r"['\"]([\w-]+)['\"]", call)
