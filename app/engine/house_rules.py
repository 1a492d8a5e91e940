"""The settings of a match: each rule of rules.md 11 once, with all that follows from it.

``HouseRules`` holds the values. Beside each field stands its ``Setting``: section,
values, when a change takes effect. The set-up form, validation, presets, share
codes, guide and README table are made from these, so a new rule is one more field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple, get_args

from app.engine.cards import deck_size

MatchFormat = Literal["points", "penalty", "first_out", "last_standing"]
Switch = Literal["off", "on"]
FirstCard = Literal["apply", "neutral", "numbers"]
DeckOut = Literal["reshuffle", "end_round"]
MultiCard = Literal["off", "identical", "same_symbol", "doubles"]
JumpIn = Literal["off", "numbers", "all"]
GoingOut = Literal["any", "no_wild", "no_action"]
ReverseTwo = Literal["skip", "turn"]
DrawMode = Literal["one", "three", "until_playable"]
DrawnCard = Literal["may_play", "must_play", "keep"]
DrawPace = Literal["together", "one_by_one"]
Stacking = Literal["off", "draw_two", "draw_four", "same", "upward", "any"]
Deflect = Literal["off", "reverse", "skip", "both"]
WildDrawFour = Literal["challenge", "anytime", "only_without"]
AfterPenalty = Literal["lose", "keep"]
Seven = Literal["off", "swap"]
Zero = Literal["off", "pass"]
UnoCall = Literal["call", "auto", "off"]
CustomEffect = Literal["note", "others_draw", "play_again", "swap_hands", "pass_hands"]

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10
LONGEST_CUSTOM_TEXT: Final = 120
"""Characters; the text has to fit on a card and in a line of the log."""


class Section(StrEnum):
    """The seven groups of settings (rules.md 11)."""

    SCORING = "scoring"
    DEAL = "deal"
    PLAYING = "playing"
    DRAWING = "drawing"
    PENALTIES = "penalties"
    SPECIAL = "special"
    CALLS = "calls"


class TakesEffect(StrEnum):
    """When a change voted in mid-game holds (rules.md 11)."""

    AT_ONCE = "at_once"
    NEXT_ROUND = "next_round"
    BEFORE_ROUND_TWO = "before_round_two"
    """With the next round, and only while the first round is the latest dealt."""


class Setting(NamedTuple):
    """What is known about one field of ``HouseRules``.

    ``values`` lists the offered values, official first. ``low`` and ``high`` bound the
    settings that are free numbers; 0 stands for "off" where ``zero_is_off``.
    """

    key: str
    section: Section
    values: tuple[str | int, ...]
    low: int | None = None
    high: int | None = None
    zero_is_off: bool = False
    takes_effect: TakesEffect = TakesEffect.AT_ONCE

    @property
    def is_text(self) -> bool:
        """True for the one setting that is free text."""
        return self.values == ("",)

    @property
    def is_number(self) -> bool:
        """True when any whole number between ``low`` and ``high`` is accepted."""
        return self.low is not None

    def written(self, value: str | int) -> str | int:
        """The value as rules.md writes it: ``off`` for a number that is switched off."""
        return "off" if self.zero_is_off and value == 0 else value

    def read(self, given: object) -> str | int:
        """The value that ``given`` (from a file, a form, a link) stands for.

        Raises ``BadRules`` when this setting cannot have it.
        """
        if self.is_text:
            return _clean_text(self.key, given)
        if self.zero_is_off and given == "off":
            return 0
        if isinstance(given, bool) or not isinstance(given, (int, str)):
            raise BadRules("wrong_kind", self.key)
        if self.is_number:
            if not isinstance(given, int):
                raise BadRules("wrong_kind", self.key)
            assert self.low is not None and self.high is not None
            if not self.low <= given <= self.high:
                raise BadRules("out_of_range", self.key, low=self.low, high=self.high)
            return given
        if given not in self.values:
            raise BadRules("unknown_value", self.key)
        return given


class BadRules(ValueError):
    """A rule set from outside that cannot be used.

    ``problem`` is one of ``wrong_kind out_of_range unknown_value unknown_key too_long bad_text
    too_many_cards limit_too_low bad_seats bad_code too_late no_change`` and is shown as a sentence beside ``key``.
    """

    def __init__(self, problem: str, key: str = "", **params: int) -> None:
        super().__init__(f"{key}: {problem}" if key else problem)
        self.problem = problem
        self.key = key
        self.params = params


def _clean_text(key: str, given: object) -> str:
    if not isinstance(given, str):
        raise BadRules("wrong_kind", key)
    if len(given) > LONGEST_CUSTOM_TEXT:
        raise BadRules("too_long", key, high=LONGEST_CUSTOM_TEXT)
    if any(not char.isprintable() for char in given):
        raise BadRules("bad_text", key)
    return given.strip()


def _choice(
    section: Section, kind: Any, takes_effect: TakesEffect = TakesEffect.AT_ONCE, *, official: str | None = None
) -> Any:
    values = get_args(kind)
    return field(default=official or values[0], metadata={"section": section, "values": values, "when": takes_effect})


def _number(
    section: Section,
    *values: int,
    bounds: tuple[int, int] | None = None,
    zero_is_off: bool = False,
    when: TakesEffect = TakesEffect.AT_ONCE,
) -> Any:
    metadata = {"section": section, "values": values, "when": when, "bounds": bounds, "zero_is_off": zero_is_off}
    return field(default=values[0], metadata=metadata)


_S = Section
_NEXT = TakesEffect.NEXT_ROUND
_EARLY = TakesEffect.BEFORE_ROUND_TWO


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One rule set; without arguments the official rules. Numbers that can be off are 0 then."""

    match_format: MatchFormat = _choice(_S.SCORING, MatchFormat, _EARLY)
    target_score: int = _number(_S.SCORING, 500, 100, 200, 300, bounds=(50, 1000))
    rounds: int = _number(_S.SCORING, 1, 3, 5, when=_EARLY)
    losers_pay: Switch = _choice(_S.SCORING, Switch)
    special_wild_points: int = _number(_S.SCORING, 40, 50)
    hand_size: int = _number(_S.DEAL, 7, bounds=(3, 15), when=_NEXT)
    decks: int = _number(_S.DEAL, 1, 2, when=_NEXT)
    shuffle_wilds: int = _number(_S.DEAL, 0, 1, 2, when=_NEXT)
    custom_wilds: int = _number(_S.DEAL, 0, 1, 3, when=_NEXT)
    custom_text: str = field(default="", metadata={"section": _S.DEAL, "values": ("",), "when": TakesEffect.AT_ONCE})
    custom_effect: CustomEffect = _choice(_S.DEAL, CustomEffect)
    first_card: FirstCard = _choice(_S.DEAL, FirstCard, _NEXT)
    deck_out: DeckOut = _choice(_S.DEAL, DeckOut)
    multi_card: MultiCard = _choice(_S.PLAYING, MultiCard)
    jump_in: JumpIn = _choice(_S.PLAYING, JumpIn)
    forced_play: Switch = _choice(_S.PLAYING, Switch)
    going_out: GoingOut = _choice(_S.PLAYING, GoingOut)
    reverse_two: ReverseTwo = _choice(_S.PLAYING, ReverseTwo)
    draw_mode: DrawMode = _choice(_S.DRAWING, DrawMode)
    drawn_card: DrawnCard = _choice(_S.DRAWING, DrawnCard)
    draw_pace: DrawPace = _choice(_S.DRAWING, DrawPace)
    stacking: Stacking = _choice(_S.PENALTIES, Stacking)
    deflect: Deflect = _choice(_S.PENALTIES, Deflect)
    wild_draw_four: WildDrawFour = _choice(_S.PENALTIES, WildDrawFour)
    wilds_match_colour: Switch = _choice(_S.PENALTIES, Switch)
    after_penalty: AfterPenalty = _choice(_S.PENALTIES, AfterPenalty)
    seven: Seven = _choice(_S.SPECIAL, Seven)
    zero: Zero = _choice(_S.SPECIAL, Zero)
    hand_limit: int = _number(_S.SPECIAL, 0, 10, 15, 20, 25, zero_is_off=True)
    uno_call: UnoCall = _choice(_S.CALLS, UnoCall)
    uno_penalty: int = _number(_S.CALLS, 2, 4)
    turn_clock: int = _number(_S.CALLS, 0, 15, 30, 45, 60, 90, zero_is_off=True)
    answer_clock: int = _number(_S.CALLS, 0, 10, 15, 25, 40, zero_is_off=True)

    def value(self, key: str) -> str | int:
        """The value of the setting ``key``."""
        found: str | int = getattr(self, key)
        return found

    def changed(self, base: HouseRules | None = None) -> tuple[str, ...]:
        """The keys whose values differ from ``base`` (the official rules when left out)."""
        base = OFFICIAL if base is None else base
        return tuple(key for key in SETTINGS if self.value(key) != base.value(key))

    def with_value(self, key: str, given: object) -> HouseRules:
        """These rules with one setting changed. Raises ``BadRules`` for an unknown key or a bad value."""
        if key not in SETTINGS:
            raise BadRules("unknown_key", key)
        return replace(self, **{key: SETTINGS[key].read(given)})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, str | int]:
        """What differs from the official rules, as rules.md writes it."""
        return {key: SETTINGS[key].written(self.value(key)) for key in self.changed()}

    @staticmethod
    def from_dict(stored: Mapping[str, object], base: HouseRules | None = None) -> HouseRules:
        """The rule set that ``stored`` describes; a missing key has the value of ``base`` (official).

        Raises ``BadRules`` for unknown keys and values that a setting cannot have.
        """
        rules = OFFICIAL if base is None else base
        if not isinstance(stored, Mapping) or len(stored) > len(SETTINGS):
            raise BadRules("unknown_key")
        for key, given in stored.items():
            if not isinstance(key, str) or len(key) > 40:
                raise BadRules("unknown_key")
            rules = rules.with_value(key, given)
        return rules


def _settings() -> dict[str, Setting]:
    found = {}
    for item in fields(HouseRules):
        known = item.metadata
        low, high = known.get("bounds") or (None, None)
        found[item.name] = Setting(
            item.name, known["section"], known["values"], low, high, known.get("zero_is_off", False), known["when"]
        )
    return found


SETTINGS: Final[dict[str, Setting]] = _settings()
"""Every setting by its key, in the order of rules.md 11."""

OFFICIAL: Final = HouseRules()

PRESETS: Final[dict[str, HouseRules]] = {
    "official": OFFICIAL,
    "modern": HouseRules(
        shuffle_wilds=1, custom_wilds=3, special_wild_points=50, first_card="numbers", wilds_match_colour="on"
    ),
    "one": HouseRules(first_card="numbers", draw_pace="one_by_one", turn_clock=45, answer_clock=25),
    "quick": HouseRules(match_format="first_out", hand_size=5, draw_mode="until_playable", uno_call="auto"),
    "seven_o": HouseRules(seven="swap", zero="pass", jump_in="all", stacking="same"),
    "mayhem": HouseRules(
        match_format="last_standing",
        decks=2,
        shuffle_wilds=1,
        multi_card="same_symbol",
        jump_in="all",
        draw_mode="until_playable",
        stacking="any",
        deflect="both",
        seven="swap",
        zero="pass",
        hand_limit=25,
    ),
}
"""The six bundles of rules.md 11 by their keys."""


def preset(key: str) -> HouseRules:
    """The preset called ``key``. Raises ``BadRules`` when there is none."""
    if key not in PRESETS:
        raise BadRules("unknown_value", "base")
    return PRESETS[key]


def preset_of(rules: HouseRules) -> str | None:
    """The key of the preset that these rules are, or ``None`` when they are customised."""
    return next((key for key, bundle in PRESETS.items() if bundle == rules), None)


def idle_because(rules: HouseRules, key: str) -> str | None:
    """Why the setting ``key`` changes nothing under ``rules``, as a word, or ``None`` when it matters.

    The words: ``format`` (another match format), ``no_special_wilds``, ``no_custom_wilds``,
    ``anytime`` (no bluff exists), ``forced`` (a fitting card must be played anyway), ``no_call``.
    """
    by_points = rules.match_format in ("points", "penalty")
    answers: dict[str, tuple[bool, str]] = {
        "target_score": (not by_points, "format"),
        "losers_pay": (rules.match_format != "points", "format"),
        "rounds": (by_points, "format"),
        "special_wild_points": (not rules.shuffle_wilds and not rules.custom_wilds, "no_special_wilds"),
        "custom_text": (not rules.custom_wilds, "no_custom_wilds"),
        "custom_effect": (not rules.custom_wilds, "no_custom_wilds"),
        "wilds_match_colour": (rules.wild_draw_four == "anytime", "anytime"),
        "drawn_card": (rules.forced_play == "on", "forced"),
        "uno_penalty": (rules.uno_call != "call", "no_call"),
    }
    idle, word = answers.get(key, (False, ""))
    return word if idle else None


def check_setup(rules: HouseRules, seats: int) -> None:
    """Refuse a set-up that cannot be dealt (rules.md 2 and 8).

    Raises ``BadRules`` that names the setting to change.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadRules("bad_seats", low=MIN_SEATS, high=MAX_SEATS)
    if rules.hand_limit and rules.hand_size >= rules.hand_limit:
        raise BadRules("limit_too_low", "hand_size", high=rules.hand_limit - 1)
    cards = deck_size(rules.decks, rules.shuffle_wilds, rules.custom_wilds)
    if seats * rules.hand_size + 1 + seats > cards:
        raise BadRules("too_many_cards", "hand_size", high=(cards - 1 - seats) // seats)
