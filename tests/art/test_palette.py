"""The colours can be told apart and read by everybody."""

from __future__ import annotations

import itertools

import pytest

from app.art.palette import INK, NIGHT, PAPER, TONES, contrast
from tests.art.vision import VISION, difference, seen


def closest_pair(vision: str) -> float:
    shown = [seen(tones.ground, vision) for tones in TONES.values()]
    return min(difference(one, other) for one, other in itertools.combinations(shown, 2))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_agrees_with_the_published_data(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=5e-5)


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("vision", [name for name in VISION if name != "grey"])
def test_the_four_colours_differ_for_every_kind_of_colour_vision(vision: str) -> None:
    assert closest_pair(vision) >= 20


def test_the_four_colours_differ_in_greyscale() -> None:
    assert closest_pair("grey") >= 10


@pytest.mark.parametrize("colour", list(TONES))
def test_numerals_stand_out_from_the_ground_and_from_the_ring_that_may_touch_it(colour: str) -> None:
    tones = TONES[colour]
    assert contrast(tones.ink, tones.ground) >= 4.5
    assert contrast(tones.ink, tones.ring) >= 4.5


def test_signs_of_wild_cards_stand_out() -> None:
    assert contrast(PAPER, NIGHT) >= 4.5


@pytest.mark.parametrize("table", ["#ffffff", "#f5efe3", "#23674a", "#17151c", "#000000"])
def test_one_of_the_two_edge_lines_shows_on_any_table(table: str) -> None:
    assert max(contrast(PAPER, table), contrast(INK, table)) >= 3


def test_the_two_edge_lines_stand_out_from_each_other() -> None:
    assert contrast(PAPER, INK) >= 7
