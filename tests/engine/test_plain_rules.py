"""The engine and a second, plain reading of rules.md agree: what is open, and what comes of it."""

from random import Random
from typing import Any, Final

import pytest

from app.engine import effects, piles
from app.engine.cards import COLOUR_NAMES, DRAW_TWO, KINDS, NO_COLOUR, W4, code, parse, parse_all
from app.engine.house_rules import SETTINGS, BadRules, HouseRules, TakesEffect
from app.engine.legality import playable_alone
from app.engine.match import apply, change_rule, why_illegal
from app.engine.moves import Do, Move
from app.engine.state import MATCH_OVER, NOBODY, PENALTY, ROUND_OVER, State
from tests.engine.plain_rules import COLOURS, PlainTable, Undefined, Waiting, is_wild, symbol
from tests.engine.setups import THOROUGH, offered

TABLES: Final = 6_000 if THOROUGH else 300
STEPS: Final = 25
MANY_ALIKE: Final = (
    "r7 r7 g7 b7 r0 g0 r0 rS rS gS bS rR gR bR rR rD rD gD bD W W W4 W4 W4 WS WC WC r1 r1 g1 b2 y3 g5 r5"
)
AWKWARD: Final = [code(card) for card in parse_all(MANY_ALIKE)]
EVERY: Final = [code(card) for card in KINDS]
ACTS: Final = ("draw", "pass", "take", "challenge", "call", "timeout")

Step = tuple[int, str, tuple[str, ...], str | None, int | None]
"""Seat, what it does, cards, colour, target."""


@pytest.fixture(autouse=True)
def _shuffles_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both readings then draw the same cards."""
    for module in (effects, piles):
        monkeypatch.setattr(module, "shuffle_in_place", lambda cards, _seed, _shuffle: cards.sort())


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("votes", [0.0, 0.3], ids=["", "votes"])
def test_both_readings_agree(number: int, votes: float) -> None:
    for table in range(TABLES // 20):
        rng = Random(f"{number} {table}")
        plain = _table(rng)
        state = _state(plain)
        for _ in range(STEPS):
            if rng.random() < votes:
                _vote(plain, state, rng)
            step = _agreed_step(plain, state, rng)
            if step is None:
                break
            try:
                plain.make(*step)
            except Undefined:
                break
            apply(state, step[0], _move(step))
            assert _seen(state) == _expected(plain), step


def _vote(plain: PlainTable, state: State, rng: Random) -> None:
    """Change a setting that can be changed at once, unless the text is open there."""
    key = rng.choice([key for key, item in SETTINGS.items() if item.takes_effect is TakesEffect.AT_ONCE])
    in_mid_draw = key == "draw_mode" and plain.phase == "drawing"
    laid_out = plain.penalty is not None and plain.penalty.challengeable and not plain.penalty.rest
    if plain.phase == "over" or in_mid_draw or laid_out:
        return
    value = SETTINGS[key].written(rng.choice(offered(key)))
    try:
        change_rule(state, key, value)
    except BadRules:
        return
    plain.vote(key, value)


def _agreed_step(plain: PlainTable, state: State, rng: Random) -> Step | None:
    """Compare what is open, and pick something that is; ``None`` after the end of the round."""
    open_steps: dict[str, list[Step]] = {}
    for step in _steps(plain, rng):
        allowed = plain.allowed(*step)
        assert allowed is (why_illegal(state, step[0], _move(step)) is None), step
        if allowed:
            open_steps.setdefault(step[1], []).append(step)
    for seat, hand in enumerate(plain.hands):
        fits = {card for card in hand if plain.may_go_down(seat, (card,))}
        assert {code(card) for card in playable_alone(state, seat)} == fits
    return rng.choice(open_steps[rng.choice(list(open_steps))]) if open_steps else None


def _steps(plain: PlainTable, rng: Random) -> list[Step]:
    """All that seats might do, and some of what they might play, sensible or not."""
    seats = range(len(plain.hands))
    steps: list[Step] = [(seat, do, (), None, None) for seat in seats for do in ACTS]
    steps += [(seat, "catch", (), None, target) for seat in seats for target in seats]
    for seat in seats:
        for cards in sorted(_some_cards(plain.hands[seat], rng)):
            target = rng.choice(plain.after(seat) or [seat])
            steps.append((seat, "play", cards, rng.choice(COLOURS), target))
            steps.append((seat, "play", cards, rng.choice([None, *COLOURS]), rng.choice([None, *seats])))
    return steps


def _some_cards(hand: list[str], rng: Random) -> set[tuple[str, ...]]:
    some: set[tuple[str, ...]] = {(card,) for card in [*hand, rng.choice(EVERY)]}
    for card in hand:
        alike = [other for other in hand if symbol(other) == symbol(card)]
        for group in (alike, hand):
            if len(group) > 1:
                some.add(tuple(rng.sample(group, rng.randint(2, min(4, len(group))))))
    return some


# Situations


def _table(rng: Random) -> PlainTable:
    pool = AWKWARD if rng.random() < 0.7 else EVERY
    rules: dict[str, Any] = {key: item.written(rng.choice(offered(key))) for key, item in SETTINGS.items()}
    rules |= {"target_score": rng.choice([50, 100, 500]), "hand_limit": rng.choice(["off", 10, 15])}
    seats = rng.choice([2, 2, 2, 3, 3, 3, 4, 5, 10])
    most = 9 if rules["hand_limit"] == 10 and rng.random() < 0.6 else 4
    hands = [_cards(pool, rng, 1, most) for _ in range(seats)]
    top = rng.choice(pool)
    colour = None if top == "W" and rng.random() < 0.4 else rng.choice(COLOURS) if is_wild(top) else top[0]
    plain = PlainTable(
        rules, hands, top, _cards(pool, rng, 0, 3), colour, _cards(pool, rng, 0, rng.choice([2, 8])),
        turn=0, direction=rng.choice([1, -1]), called=set(), exposed=set(), out=[], knocked_out=[], penalty=None,
        scores=[rng.choice([0, 40, 90]) for _ in hands], round=rng.choice([1, 3]),
        wins=[rng.choice([0, 1]) for _ in hands],
    )  # fmt: skip
    _send_away(plain, rng)
    plain.turn = rng.choice(plain.active())
    plain.penalty = _penalty(plain, rng)
    for seat in plain.active():
        if rules["uno_call"] == "call" and len(hands[seat]) == 1:
            (plain.called if rng.random() < 0.5 else plain.exposed).add(seat)
    return plain


def _cards(pool: list[str], rng: Random, least: int, most: int) -> list[str]:
    return [rng.choice(pool) for _ in range(rng.randint(least, most))]


def _send_away(plain: PlainTable, rng: Random) -> None:
    """Let some seats be out or knocked out; two stay."""
    for seat in rng.sample(range(len(plain.hands)), len(plain.hands) - 2):
        if rng.random() < 0.2:
            plain.hands[seat] = []
            if plain.rules["match_format"] == "last_standing" and rng.random() < 0.6:
                plain.out.append(seat)
            else:
                plain.knocked_out.append((seat, rng.randint(10, 150)))


def _penalty(plain: PlainTable, rng: Random) -> Waiting | None:
    lies = symbol(plain.top)
    if lies not in ("D", "W4", "S", "R") or rng.random() < 0.4:
        return None
    kind = lies if lies in ("D", "W4") else rng.choice(["D", "W4"])
    judged = lies == "W4" and rng.random() < 0.8
    by = rng.choice([seat for seat in plain.active() if seat != plain.turn])
    return Waiting(rng.choice([4, 6, 8]), kind, by, judged, judged and rng.random() < 0.5)


def _state(plain: PlainTable) -> State:
    """The same situation for the engine."""
    state = State(HouseRules.from_dict(plain.rules), len(plain.hands), "0" * 32)
    state.hands = [[parse(card) for card in hand] for hand in plain.hands]
    state.discard = [parse(card) for card in [*reversed(plain.under), plain.top]]
    state.draw = [parse(card) for card in reversed(plain.draw)]
    state.colour = NO_COLOUR if plain.colour is None else COLOURS.index(plain.colour)
    state.turn, state.direction, state.round = plain.turn, plain.direction, plain.round
    state.scores, state.round_wins = tuple(plain.scores), tuple(plain.wins)
    state.out, state.knocked_out = tuple(plain.out), tuple(plain.knocked_out)
    state.inactive = sum(1 << seat for seat in range(len(plain.hands)) if plain.gone(seat))
    state.called = sum(1 << seat for seat in plain.called)
    state.exposed = sum(1 << seat for seat in plain.exposed)
    if plain.penalty:
        state.pending = PENALTY
        state.penalty, state.penalty_by = plain.penalty.amount, plain.penalty.by
        state.penalty_kind = W4 if plain.penalty.kind == "W4" else DRAW_TWO
        state.challengeable, state.guilty = plain.penalty.challengeable, plain.penalty.guilty
    return state


def _move(step: Step) -> Move:
    _, do, cards, colour, target = step
    return Move(Do(do), tuple(map(parse, cards)), None if colour is None else COLOURS.index(colour), target)


# What both say


def _expected(plain: PlainTable) -> dict[str, Any]:
    over = plain.phase == "over"
    held_one = {seat for seat in plain.active() if len(plain.hands[seat]) == 1}
    counted = {"auto": held_one, "off": set[int](), "call": held_one & plain.called}
    return {
        "turn": None if over else plain.turn,
        "direction": plain.direction,
        "hands": [sorted(hand) for hand in plain.hands],
        "draw": plain.draw,
        "discard": [plain.top, *plain.under],
        "colour": plain.colour,
        "penalty": plain.penalty.amount if plain.penalty else 0,
        "called": sorted(counted[plain.rules["uno_call"]]),
        "exposed": sorted(plain.exposed),
        "out": plain.out,
        "knocked_out": plain.knocked_out,
        "over": (over, plain.match_over, plain.winner),
        "places": plain.places,
        "points": plain.points,
        "scores": plain.scores,
        "wins": plain.wins,
    }


def _seen(state: State) -> dict[str, Any]:
    over = state.pending >= ROUND_OVER
    return {
        "turn": None if over else state.turn,
        "direction": state.direction,
        "hands": [sorted(map(code, hand)) for hand in state.hands],
        "draw": [code(card) for card in reversed(state.draw)],
        "discard": [code(card) for card in reversed(state.discard)],
        "colour": None if state.colour == NO_COLOUR else COLOUR_NAMES[state.colour][0],
        "penalty": state.penalty,
        "called": state.seats_with_uno(),
        "exposed": state.exposed_seats(),
        "out": list(state.out),
        "knocked_out": list(state.knocked_out),
        "over": (over, state.pending is MATCH_OVER, None if state.winner == NOBODY else state.winner),
        "places": list(state.places),
        "points": list(state.round_points),
        "scores": list(state.scores),
        "wins": list(state.round_wins),
    }
