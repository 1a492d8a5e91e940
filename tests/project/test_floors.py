"""Versions below which a known security hole is open."""

import tomllib
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

# Each floor is the first version without the holes named.
FLOORS = {
    # Markup injection in several elements and a log that strangers can flood, the last fixed in 3.12;
    # sockets are tied to their page since 3.17, and pages survive a changed network.
    "nicegui": "3.18",
    # CVE-2025-62727 (ranges), CVE-2026-48710 (Host header), CVE-2026-54283 (form limits).
    "starlette": "1.3.1",
    # CVE-2025-61765 (pickle), CVE-2026-48804 (half-sent attachments fill the memory).
    "python-socketio": "5.16.2",
    # Several ways to keep the form parser busy.
    "python-multipart": "0.0.32",
    # CVE-2025-43859 (chunk smuggling).
    "h11": "0.16",
}
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize(("package", "floor"), FLOORS.items())
def test_the_installed_version_is_not_below_its_floor(package: str, floor: str) -> None:
    assert Version(version(package)) >= Version(floor)


@pytest.mark.parametrize(("package", "floor"), FLOORS.items())
def test_an_installation_cannot_go_below_it_either(package: str, floor: str) -> None:
    (needed,) = [each for each in map(Requirement, PROJECT["dependencies"]) if each.name == package]
    assert needed.specifier.contains(floor)
    assert not needed.specifier.contains("0")
    assert min(Version(each.version) for each in needed.specifier if each.operator == ">=") >= Version(floor)


def test_every_dependency_has_a_floor_and_a_ceiling() -> None:
    for each in map(Requirement, [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]):
        assert {part.operator for part in each.specifier} == {">=", "<"}, each


def test_nicegui_still_needs_what_the_floors_are_about() -> None:
    assert {"python-socketio", "starlette"} & {Requirement(each).name for each in requires("nicegui") or []}
