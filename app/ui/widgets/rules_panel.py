"""The rules in force, the changed ones first."""

from __future__ import annotations

from app.engine.house_rules import SETTINGS, HouseRules, idle_because, preset
from app.play import Vantage
from app.text.rules import rules_title, setting_help, setting_title, value_title
from app.ui.element import Node
from app.ui.frame import sheet, words
from app.ui.session import Session


def open_rules(session: Session, table: Vantage) -> None:
    """Show the rules of ``table``: what differs from the official rules is marked, every rule is explained."""
    rules = table.shown().view.rules
    base = table.setup.base
    with sheet(session, lambda tr: tr.t("Rules of this table"), "rules-sheet"):
        words(session, "p", lambda tr: rules_title(rules, tr, base), "rules-title")
        if preset(base) != rules:
            words(session, "p", lambda tr: tr.t("Changed rules are marked."), "soft small")
        changed = rules.changed()
        shown = [key for key in SETTINGS if idle_because(rules, key) is None]
        for key in sorted(shown, key=lambda key: key not in changed):
            _rule(session, rules, key, key in changed)


def _rule(session: Session, rules: HouseRules, key: str, changed: bool) -> None:
    value = rules.value(key)
    if SETTINGS[key].is_text and not value:
        return
    with Node("details", "rule changed" if changed else "rule", data_setting=key):
        with Node("summary"):
            words(session, "span", lambda tr: setting_title(key, tr), "rule-name")
            words(session, "span", lambda tr: value_title(key, value, tr), "rule-value")
        words(session, "p", lambda tr: setting_help(key, tr), "small")
