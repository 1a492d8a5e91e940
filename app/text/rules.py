"""House rules in words: what each setting is called, means and looks like, and the presets."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.engine.house_rules import SETTINGS, HouseRules, Section, TakesEffect, preset_of
from app.text.preset_words import PRESET_WORDS
from app.text.setting_words import SECTIONS, SETTINGS_WORDS
from app.text.translator import Translator, mark


class Example(NamedTuple):
    """A situation that shows a rule: the codes of the cards to draw, and what they do."""

    cards: tuple[str, ...]
    text: str


def section_title(section: Section, tr: Translator) -> str:
    """The heading of a group of settings."""
    return tr.t(SECTIONS[section])


def setting_title(key: str, tr: Translator) -> str:
    """What the setting ``key`` is called."""
    return tr.t(SETTINGS_WORDS[key].title)


def value_title(key: str, value: str | int, tr: Translator) -> str:
    """What a value of the setting ``key`` is called.

    Numbers may come as text (from an event), and 0 as ``off``.
    """
    words = SETTINGS_WORDS[key]
    if SETTINGS[key].is_text:
        return tr.t("“{text}”", text=value) if value else tr.t("No text")
    if words.counted is None:
        return tr.t(words.values[str(value)])
    number = 0 if value == "off" else int(value)
    return tr.n(*words.counted, number) if number else tr.t(words.zero)


def setting_help(key: str, tr: Translator) -> str:
    """What the setting ``key`` means, in two or three sentences."""
    return tr.t(SETTINGS_WORDS[key].help)


def setting_example(key: str, tr: Translator) -> Example:
    """A situation that shows the setting ``key`` with real cards."""
    words = SETTINGS_WORDS[key]
    return Example(words.cards, tr.t(words.example))


_TAKES_EFFECT: Final = {
    TakesEffect.AT_ONCE: mark("Takes effect at once."),
    TakesEffect.NEXT_ROUND: mark("Takes effect with the next round."),
    TakesEffect.BEFORE_ROUND_TWO: mark("Can be changed only before the second round, and takes effect with it."),
}


def takes_effect_text(when: TakesEffect, tr: Translator) -> str:
    """When a change voted in mid-game holds."""
    return tr.t(_TAKES_EFFECT[when])


def preset_title(key: str, tr: Translator) -> str:
    """What the preset ``key`` is called."""
    return tr.t(PRESET_WORDS[key].title)


def preset_line(key: str, tr: Translator) -> str:
    """The preset ``key`` in one line."""
    return tr.t(PRESET_WORDS[key].line)


def preset_about(key: str, tr: Translator) -> list[str]:
    """What to expect of the preset ``key``, in paragraphs."""
    return [tr.t(paragraph) for paragraph in PRESET_WORDS[key].about]


def rules_title(rules: HouseRules, tr: Translator, base: str = "official") -> str:
    """What a rule set is called: a preset's title, or "Customised (based on ...)" for one that differs."""
    known = preset_of(rules)
    if known is not None:
        return preset_title(known, tr)
    return tr.t("Customised (based on {preset})", preset=preset_title(base, tr))


def rule_line(key: str, value: str | int, tr: Translator) -> str:
    """A setting and its value in one line: "Jump-in: Any coloured card"."""
    setting, said = setting_title(key, tr), value_title(key, value, tr)
    return tr.p("a setting and its value", "{setting}: {value}", setting=setting, value=said)


def changed_rules(rules: HouseRules, tr: Translator, base: HouseRules | None = None) -> list[tuple[str, str]]:
    """What differs from ``base`` (the official rules when left out): each key with its line."""
    return [(key, rule_line(key, rules.value(key), tr)) for key in rules.changed(base)]
