"""What the README promises is so."""

import re
from pathlib import Path

import pytest

from app.config import described
from tools.readme_rules import with_tables

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = ("python3 run.py", "python3 run.py test")


def test_it_says_in_its_first_lines_what_this_is_and_what_it_is_not() -> None:
    top = "\n".join(README.splitlines()[:12])
    assert "card game" in top
    assert "fan project" in top.lower()
    assert re.search(r"not affiliated with\b.*\bMattel", top, re.IGNORECASE | re.DOTALL)


def test_two_commands_of_one_line_each() -> None:
    assert re.findall(r"^    (python3 .*)$", README, re.MULTILINE) == list(COMMANDS)
    assert (ROOT / "run.py").is_file()


def test_the_settings_are_those_of_the_product() -> None:
    rows = re.findall(r"^\| `(UNO_\w+)` \| (.+?) \| (.+?) \|$", README, re.MULTILINE)
    assert rows == [(about.variable, about.default, about.meaning) for about in described()]


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:)([^)#]+)", README))
def test_what_it_links_to_is_there(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_continuous_check_runs_the_readmes_command() -> None:
    script = ROOT / ".ci" / "run"
    assert COMMANDS[1] in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o111


def test_the_tables_of_house_rules_are_those_of_the_engine() -> None:
    assert with_tables(README) == README, "python -m tools.readme_rules writes them"
