"""One sentence for every event, from every point of view, in every language."""

import pytest

from app.engine.cards import BLUE, parse, parse_all
from app.engine.house_rules import OFFICIAL, SETTINGS
from app.engine.moves import Event, Happened
from app.text.events import event_banner, event_text
from app.text.translator import LANGUAGES, translator

NAMES = ("Ann", "Leo", "Mia")
EN = translator("en")


def sample(kind: Happened, count: int = 2) -> Event:
    """An event of ``kind`` with every field filled in: Leo does it to Mia."""
    return Event(
        kind,
        seat=1,
        target=2,
        cards=tuple(parse_all("r5 W4")),
        count=count,
        colour=BLUE,
        places=(1, 0, 2),
        points=(-5, 30, 0),
        hands=((), (), ()),
        setting="hand_size",
        value="" if kind is Happened.CUSTOM else "5",
    )


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("kind", Happened)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_finished_sentence(language: str, kind: Happened, viewer: int | None) -> None:
    tr = translator(language)
    for count in (0, 1, 2):
        text = event_text(sample(kind, count), tr, NAMES, viewer)
        assert text.strip() == text != ""
        assert "{" not in text and "}" not in text
        assert language == "en" or text != event_text(sample(kind, count), EN, NAMES, viewer)
    assert "{" not in event_banner(sample(kind), tr)


@pytest.mark.parametrize(
    ("event", "viewer", "text"),
    [
        (Event(Happened.PLAYED, seat=1, cards=(parse("r5"),)), 1, "You played a red 5."),
        (Event(Happened.PLAYED, seat=1, cards=(parse("W4"),)), 0, "Leo played a Wild Draw Four."),
        (Event(Happened.PLAYED, seat=1, cards=tuple(parse_all("r5 g5"))), None, "Leo played red 5 and green 5."),
        (Event(Happened.DREW, seat=1, count=1), 1, "You drew 1 card."),
        (Event(Happened.DREW, seat=1, count=3), 2, "Leo drew 3 cards."),
        (Event(Happened.DREW, seat=1, count=0), 2, "There was nothing left for Leo to draw."),
        (Event(Happened.DREW, seat=1, count=1, cards=(parse("b2"),)), 1, "You drew a blue 2."),
        (Event(Happened.TOOK, seat=1, count=4), 0, "Leo took 4 penalty cards."),
        (Event(Happened.CHALLENGED, seat=0, target=1), 1, "Ann challenged your Wild Draw Four."),
        (Event(Happened.CHALLENGED, seat=0, target=1), 2, "Ann challenged Leo’s Wild Draw Four."),
        (
            Event(Happened.CHALLENGED, seat=0, target=1, cards=(parse("b2"),)),
            0,
            "You challenged Leo’s Wild Draw Four and saw blue 2.",
        ),
        (Event(Happened.WENT_OUT, seat=2, count=1), 2, "You played your last card!"),
        (Event(Happened.WENT_OUT, seat=2, count=2), 0, "Mia is out and takes 2nd place."),
        (Event(Happened.COLOUR_NAMED, seat=0, colour=BLUE), 0, "You chose blue."),
        (
            Event(Happened.ROUND_ENDED, places=(1, 0, 2), points=(-5, 30, 0)),
            0,
            "Leo won the round. Leo +30, Ann -5.",
        ),
        (Event(Happened.ROUND_ENDED, places=(1, 0, 2), points=(0, 0, 0)), 1, "You won the round."),
        (
            Event(Happened.RULE_CHANGED, setting="jump_in", value="all"),
            0,
            "Rule changed: Jump-in is now “Any coloured card”.",
        ),
        (
            Event(Happened.RULE_CHANGED, setting="hand_size", value="5"),
            0,
            "Rule changed: Opening hand is “5 cards” from the next round on.",
        ),
    ],
)
def test_what_is_said(event: Event, viewer: int | None, text: str) -> None:
    assert event_text(event, EN, NAMES, viewer) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_only_one_may_see_is_told_to_that_one_alone(language: str) -> None:
    tr = translator(language)
    event = Event(Happened.DREW, seat=1, count=1, cards=(parse("b2"),), private=True)
    assert "2" in event_text(event, tr, NAMES, 1)
    assert "2" not in event_text(event, tr, NAMES, 0)
    assert "2" not in event_text(event, tr, NAMES, None)


def test_the_text_of_a_custom_wild_comes_from_the_rules() -> None:
    rules = OFFICIAL.with_value("custom_wilds", 1).with_value("custom_text", "Sing {loud}!")
    event = Event(Happened.CUSTOM, seat=1, value="play_again")
    assert event_text(event, EN, NAMES, 0, rules) == "Custom wild: Sing {loud}!"
    assert event_text(event, EN, NAMES, 0) == "Custom wild: Another turn"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SETTINGS)
def test_every_voted_change_can_be_told(key: str, language: str) -> None:
    setting = SETTINGS[key]
    for value in setting.values:
        event = Event(Happened.RULE_CHANGED, setting=key, value=str(setting.written(value)))
        assert "{" not in event_text(event, translator(language), NAMES)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Happened.SKIPPED, "Skip!"),
        (Happened.DIRECTION_CHANGED, "Reverse!"),
        (Happened.PENALTY_GREW, "+2"),
        (Happened.CALLED, "UNO!"),
        (Happened.CAUGHT, "Caught!"),
        (Happened.GUILTY, "Bluff!"),
        (Happened.NOT_GUILTY, "Honest!"),
        (Happened.JUMPED_IN, "Jump-in!"),
        (Happened.KNOCKED_OUT, "Knocked out!"),
        (Happened.PASSED, ""),
        (Happened.DREW, ""),
    ],
)
def test_moments_have_a_word(kind: Happened, word: str) -> None:
    assert event_banner(sample(kind), EN) == word
