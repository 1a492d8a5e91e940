"""The README's tables of house rules and presets, made from ``HouseRules``.

python -m tools.readme_rules          write them into README.md
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.engine.house_rules import PRESETS, SETTINGS, Setting
from app.engine.share_code import share_code
from app.text.rules import preset_title, section_title, setting_title
from app.text.translator import translator

README: Final = Path(__file__).parent.parent / "README.md"
BEGIN: Final = "<!-- made by python -m tools.readme_rules -->"
END: Final = "<!-- end of what it made -->"


def tables() -> str:
    """Both tables in Markdown: every setting, and every preset with what it changes."""
    tr = translator("en")
    lines = ["| setting | key | values, official first | section |", "|---|---|---|---|"]
    for setting in SETTINGS.values():
        title, section = setting_title(setting.key, tr), section_title(setting.section, tr)
        lines.append(f"| {title} | `{setting.key}` | {_values(setting)} | {section} |")
    lines += ["", "| preset | share code | what differs from the official rules |", "|---|---|---|"]
    for key, rules in PRESETS.items():
        changes = ", ".join(f"`{name}` {value}" for name, value in rules.to_dict().items()) or "nothing"
        lines.append(f"| {preset_title(key, tr)} | {share_code(rules)} | {changes} |")
    return "\n".join(lines)


def _values(setting: Setting) -> str:
    if setting.is_text:
        return "any short text"
    listed = ", ".join(str(setting.written(value)) for value in setting.values)
    return f"{listed}; {setting.low} to {setting.high}" if setting.is_number else listed


def with_tables(readme: str) -> str:
    """The README with its tables as they should be."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
