"""What each layer may import. The order of the layers is import-linter's; here is what it cannot say."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "app"
PURE = ("engine", "computer", "text", "art")

# The one name of `random` the rules and the computers may use: a generator handed in, with a seed of its own.
OWN_GENERATOR = {"Random"}


def modules(layer: str) -> list[Path]:
    return sorted((APP / layer).rglob("*.py"))


def imported(module: Path) -> Iterator[tuple[str, str]]:
    """The (module, name) pairs that a module imports, wherever it does; the name is empty for a whole module."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relative to itself"
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("layer", PURE)
def test_the_pure_layers_need_only_the_standard_library(layer: str) -> None:
    foreign = {
        (str(module.relative_to(APP)), name)
        for module in modules(layer)
        for name, _ in imported(module)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "app"}
    }
    assert foreign == set()
    assert modules(layer)


@pytest.mark.parametrize("layer", ["engine", "computer"])
def test_chance_comes_from_outside(layer: str) -> None:
    """Functions of the `random` module share hidden state; a match could then not be repeated."""
    shared = {
        (str(module.relative_to(APP)), name)
        for module in modules(layer)
        for source, name in imported(module)
        if source == "random" and name not in OWN_GENERATOR
    }
    assert shared == set()


def test_settings_import_nothing_of_ours() -> None:
    assert not [name for name, _ in imported(APP / "config.py") if name.partition(".")[0] == "app"]
