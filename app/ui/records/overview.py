"""What all matches amount to: figures, who wins, cards played against cards drawn, results by rules.

The charts are SVG made here: a plotting library would bring a megabyte of script along, would not know the colours of
light and dark, and could not have its words read out; these are a few elements that the style sheet paints.
"""

from collections.abc import Callable, Sequence
from typing import Final

from app.play.totals import Cards, Played, RulesShare, Share, Totals, cards_by_match, totals
from app.text.rules import preset_title
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.setup.seats import LEVEL_WORDS

MOST_PERSONS: Final = 12
"""Persons in the chart; of many that came once, the most active are shown."""
MOST_COLUMNS: Final = 24
"""Matches in the chart of cards."""
WIDTH: Final = 480
HEIGHT: Final = 190
LEFT: Final = 34
"""Room for the scale."""
HOUR: Final = 3600


def build(matches: Sequence[Played], tr: Translator) -> None:
    """Make the panels about ``matches``, the latest first; there is at least one."""
    found = totals(matches)
    _figures(found, tr)
    with Node("div", "records-columns"):
        with Node("section", "panel records-wins", aria_labelledby="wins-title"):
            Node("h2", text=tr.t("Who wins"), id="wins-title")
            _wins(found, tr)
        with Node("div", "records-column"):
            with Node("section", "panel", aria_labelledby="cards-title"):
                Node("h2", text=tr.t("Played against drawn"), id="cards-title")
                _cards(cards_by_match(matches, MOST_COLUMNS), tr)
            with Node("section", "panel", aria_labelledby="rules-title"):
                Node("h2", text=tr.t("By rules"), id="rules-title")
                _rules(found, tr)


def percent(share: float) -> str:
    """A share of 1 as it is written in every language of ours."""
    return f"{round(share * 100)}%"


def duration(seconds: float, tr: Translator) -> str:
    """A time played: minutes and seconds, or hours and minutes."""
    if seconds >= HOUR:
        hours, minutes = divmod(round(seconds / 60), 60)
        return tr.t("{hours} h {minutes} min", hours=hours, minutes=minutes)
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


# Figures


def _figures(found: Totals, tr: Translator) -> None:
    with Node("section", "panel", aria_labelledby="totals-title"):
        Node("h2", "visually-hidden", tr.t("Totals"), id="totals-title")
        with Node("dl", "figures"):
            _figure(tr.t("Matches"), str(found.matches), "figure-main")
            _figure(tr.t("Won by persons"), percent(found.won_by_persons / found.matches), "figure-main")
            _figure(tr.t("Turns in a match"), str(round(found.turns / found.matches)), "figure-main")
            _biggest(found, tr)
            _figure(tr.t("Time played"), duration(found.seconds, tr))
            _figure(tr.t("Cards played"), str(found.played))
            _figure(tr.t("Cards drawn"), str(found.drawn))
            _figure(tr.t("Catches"), str(found.catches))
            _figure(tr.t("Challenges won"), f"{found.won_challenges} / {found.challenges}")


def _figure(name: str, value: str, classes: str = "") -> None:
    with Node("div", classes):
        Node("dt", text=name)
        Node("dd", text=value)


def _biggest(found: Totals, tr: Translator) -> None:
    """The biggest penalty, which leads to the match that had it."""
    if found.biggest is None:
        _figure(tr.t("Biggest penalty"), "0", "figure-main")
        return
    amount = f"+{found.biggest.figures.biggest_stack}"
    with Node("div", "figure-main"):
        Node("dt", text=tr.t("Biggest penalty"))
        with Node("dd"):
            said = tr.t("{amount}, watch the match", amount=amount)
            Node("a", "figure-link", amount, href=f"/replay/{found.biggest.id}", aria_label=said)


# Who wins


def _wins(found: Totals, tr: Translator) -> None:
    persons = found.persons[:MOST_PERSONS]
    _bars(tr.t("Persons"), persons, lambda share: share.name, "person", tr)
    if found.levels:
        _bars(tr.t("Computers"), found.levels, lambda share: _level(share, tr), "computer", tr)
    with Node("p", "records-key small soft"):
        Node("i", "key-tick", aria_hidden=True)
        Node("span", text=tr.t("What chance alone would give"))


def _level(share: Share, tr: Translator) -> str:
    return "" if share.level is None else tr.t(LEVEL_WORDS[share.level])


def _bars(heading: str, shares: Sequence[Share], name: Callable[[Share], str], kind: str, tr: Translator) -> None:
    Node("h3", text=heading)
    with Node("ul", "bars"):
        for share in shares:
            with Node("li", f"bar-row bar-{kind}"):
                Node("bdi", "bar-name", name(share))
                won = tr.t("{won} of {matches}", won=share.won, matches=share.played_in)
                Node("span", "bar-count soft small", won)
                Node("b", "bar-rate", percent(share.rate))
                _bar(share)
                said = tr.t("By chance it would be {percent}.", percent=percent(share.fair_rate))
                Node("span", "visually-hidden", said)


def _bar(share: Share) -> None:
    """The rate as a bar, with a tick where chance would be."""
    with Node("svg", "bar-drawing", viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden=True):
        Node("rect", "bar-ground", x=0, y=0, width=100, height=10)
        Node("rect", "bar-value", x=0, y=0, width=f"{share.rate * 100:.1f}", height=10)
        tick = min(99.0, share.fair_rate * 100)
        Node("line", "bar-tick", x1=f"{tick:.1f}", x2=f"{tick:.1f}", y1=0, y2=10)


# Cards


def _cards(columns: Sequence[Cards], tr: Translator) -> None:
    """A column for each match: cards played go up, cards drawn go down."""
    played = f"{sum(each.played for each in columns) / len(columns):.1f}"
    drawn = f"{sum(each.drawn for each in columns) / len(columns):.1f}"
    said = tr.t("A person plays {played} cards in a match and draws {drawn}.", played=played, drawn=drawn)
    with Node("svg", "cards-chart", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said):
        _columns(columns)
    with Node("p", "records-key small"):
        for kind, word in (("played", tr.t("Cards played")), ("drawn", tr.t("Cards drawn"))):
            with Node("span", "key-item"):
                Node("i", f"key-{kind}", aria_hidden=True)
                Node("span", text=word)
    Node("p", "small", said)
    latest = tr.n("The latest {count} match, the newest on the right.",
                  "The latest {count} matches, the newest on the right.", len(columns))  # fmt: skip
    Node("p", "soft small", latest)


def _columns(columns: Sequence[Cards]) -> None:
    up = max(1.0, *(each.played for each in columns))
    down = max(1.0, *(each.drawn for each in columns))
    scale = (HEIGHT - 24) / (up + down)
    zero = 12 + up * scale
    for value, y in ((up, 12.0), (down, HEIGHT - 12.0)):
        Node("line", "chart-line", x1=LEFT, x2=WIDTH, y1=y, y2=y)
        Node("text", "chart-text", str(round(value)), x=LEFT - 6, y=y + 5, text_anchor="end")
    step = min(48.0, (WIDTH - LEFT - 8) / len(columns))
    for number, each in enumerate(columns):
        x = LEFT + 6 + number * step
        _column("column-played", x, zero - each.played * scale, step * 0.72, each.played * scale)
        _column("column-drawn", x, zero, step * 0.72, each.drawn * scale)
    Node("line", "chart-zero", x1=LEFT, x2=WIDTH, y1=f"{zero:.1f}", y2=f"{zero:.1f}")


def _column(classes: str, x: float, y: float, width: float, height: float) -> None:
    places = {"x": x, "y": y, "width": width, "height": height}
    Node("rect", classes, rx=2, **{key: f"{value:.1f}" for key, value in places.items()})


# Rules


def _rules(found: Totals, tr: Translator) -> None:
    with Node("ul", "rules-shares"):
        for share in found.rules:
            with Node("li", "rules-share"):
                Node("b", "rules-share-name", _rules_title(share, tr))
                Node("span", "rules-share-count", tr.n("{count} match", "{count} matches", share.matches))
                won = tr.t("Won by persons: {percent}", percent=percent(share.won_by_persons / share.matches))
                turns = tr.t("Turns in a match: {turns}", turns=round(share.turns / share.matches))
                Node("span", "soft small", won)
                Node("span", "soft small", turns)


def _rules_title(share: RulesShare, tr: Translator) -> str:
    title = preset_title(share.preset, tr)
    return tr.t("Customised (based on {preset})", preset=title) if share.changed else title
