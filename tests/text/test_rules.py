"""Every house rule, value and preset in words."""

import pytest

from app.engine.cards import parse
from app.engine.house_rules import OFFICIAL, PRESETS, SETTINGS, HouseRules, Section, TakesEffect, preset
from app.text import rules as words
from app.text.translator import LANGUAGES, translator

EN = translator("en")


def in_every_language(say: object, *given: object) -> list[str]:
    """What ``say`` gives in each language."""
    assert callable(say)
    return [say(*given, translator(language)) for language in LANGUAGES]


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_is_named_explained_and_shown(key: str) -> None:
    for say in (words.setting_title, words.setting_help):
        texts = in_every_language(say, key)
        assert len(set(texts)) == 3 and all(texts)
    for language in LANGUAGES:
        example = words.setting_example(key, translator(language))
        assert example.text
        assert [parse(code) for code in example.cards]


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_and_their_values_cannot_be_confused(language: str) -> None:
    tr = translator(language)
    assert len({words.setting_title(key, tr) for key in SETTINGS}) == len(SETTINGS)
    for key, setting in SETTINGS.items():
        titles = {words.value_title(key, value, tr) for value in setting.values}
        assert len(titles) == len(setting.values)
        assert not any("{" in title or not title for title in titles)


@pytest.mark.parametrize(
    ("key", "value", "title"),
    [
        ("hand_limit", 0, "Off"),
        ("hand_limit", "off", "Off"),
        ("hand_limit", "25", "25 cards"),
        ("turn_clock", 45, "45 seconds"),
        ("shuffle_wilds", 0, "None"),
        ("rounds", 1, "1 round"),
        ("target_score", 275, "275 points"),
        ("custom_text", "", "No text"),
        ("custom_text", "{sing}", "“{sing}”"),
        ("stacking", "upward", "Equal or higher"),
    ],
)
def test_values(key: str, value: str | int, title: str) -> None:
    assert words.value_title(key, value, EN) == title


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_is_named_and_described(key: str) -> None:
    for say in (words.preset_title, words.preset_line):
        assert len(set(in_every_language(say, key))) == 3
    for language in LANGUAGES:
        assert all(words.preset_about(key, translator(language)))


def test_sections_and_times_are_named() -> None:
    for section in Section:
        assert len(set(in_every_language(words.section_title, section))) == 3
    for when in TakesEffect:
        assert len(set(in_every_language(words.takes_effect_text, when))) == 3


def test_a_rule_set_is_called_by_its_preset_or_by_what_it_was() -> None:
    assert words.rules_title(OFFICIAL, EN) == "Official"
    assert words.rules_title(preset("quick"), EN, base="mayhem") == "Quick"
    assert words.rules_title(HouseRules(jump_in="all"), EN) == "Customised (based on Official)"
    assert words.rules_title(HouseRules(jump_in="all"), EN, base="quick") == "Customised (based on Quick)"


def test_what_changed_is_listed() -> None:
    assert words.changed_rules(HouseRules(jump_in="all", hand_limit=10), EN) == [
        ("jump_in", "Jump-in: Any coloured card"),
        ("hand_limit", "Knock-out limit: 10 cards"),
    ]
    assert words.changed_rules(preset("quick"), EN, base=preset("quick")) == []
