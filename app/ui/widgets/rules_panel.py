"""The rules in force, the changed ones first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.house_rules import SETTINGS, HouseRules, idle_because, preset
from app.play import Vantage
from app.text.rules import rules_title, setting_help, setting_title, value_title
from app.ui.element import Node
from app.ui.frame import button, sheet, words
from app.ui.session import Session

Propose = Callable[[str], Any]


def open_rules(session: Session, table: Vantage, propose: Propose | None = None) -> None:
    """Show the rules of ``table``; ``propose`` is called with the key of a setting that somebody wants to change."""
    rules_sheet(session, table.shown().view.rules, table.setup.base, propose)


def rules_sheet(session: Session, rules: HouseRules, base: str, propose: Propose | None = None) -> None:
    """Show ``rules``: what differs from the official rules is marked, every rule is explained."""
    with sheet(session, lambda tr: tr.t("Rules of this table"), "rules-sheet") as dialog:

        def chosen(key: str) -> Any:
            dialog.close()
            return None if propose is None else propose(key)

        words(session, "p", lambda tr: rules_title(rules, tr, base), "rules-title")
        if preset(base) != rules:
            words(session, "p", lambda tr: tr.t("Changed rules are marked."), "soft small")
        changed = rules.changed()
        shown = [key for key in SETTINGS if idle_because(rules, key) is None]
        for key in sorted(shown, key=lambda key: key not in changed):
            _rule(session, rules, key, key in changed, None if propose is None else chosen)


def _rule(session: Session, rules: HouseRules, key: str, changed: bool, propose: Propose | None) -> None:
    value = rules.value(key)
    if SETTINGS[key].is_text and not value:
        return
    with Node("details", "rule changed" if changed else "rule", data_setting=key):
        with Node("summary"):
            words(session, "span", lambda tr: setting_title(key, tr), "rule-name")
            words(session, "span", lambda tr: value_title(key, value, tr), "rule-value")
        words(session, "p", lambda tr: setting_help(key, tr), "small")
        if propose is not None and not SETTINGS[key].is_text:
            button(session, lambda tr: tr.t("Propose a change"), "btn btn-small rule-propose", data_propose=key).on_tap(
                lambda: propose(key)
            )
