"""Runs scenario files: a small situation, the moves made, and what must be true.

    python -m app.engine.scenario FILE_OR_FOLDER...

One line for each failing scenario, then ``N passed, M failed``; the exit status is 0
only when all passed. A file that says something unknown is an error that names the key.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from app.engine.cards import COLOUR_NAMES, COLOUR_OF, DRAW_TWO, NO_COLOUR, W4, code, codes, parse_all
from app.engine.house_rules import MAX_SEATS, MIN_SEATS, BadRules, HouseRules, preset
from app.engine.legality import legal_moves, playable_alone
from app.engine.match import apply, next_round_dealt, start_dealt
from app.engine.moves import Do, IllegalMove, Move
from app.engine.state import MATCH_OVER, NOBODY, PENALTY, ROUND_OVER, State

ACTIONS: Final = (Do.PLAY, Do.DRAW, Do.PASS, Do.TAKE, Do.CHALLENGE, Do.CALL, Do.CATCH)
_TOP_KEYS: Final = {"title", "rules", "table", "deal", "step"}
_TABLE_KEYS: Final = {
    "hands", "top", "under", "colour", "draw", "turn", "direction", "dealer", "called", "exposed", "out",
    "knocked_out", "penalty", "scores", "round", "round_wins", "seed", "expect",
}  # fmt: skip
_DEAL_KEYS: Final = {"deck", "dealer", "seats", "seed", "expect"}
_STEP_KEYS: Final = {"seat", "do", "cards", "colour", "target", "expect"}
_PENALTY_KEYS: Final = {"amount", "kind", "by", "challengeable", "guilty"}
_KNOCKED_OUT_KEYS: Final = {"seat", "value"}


class BadScenario(Exception):
    """The file does not describe a scenario; the message names the key."""


class Mismatch(Exception):
    """Something is not as the scenario expects; the message says what."""


@dataclass(frozen=True)
class Step:
    """One move of a scenario and what must hold after it."""

    seat: int
    move: Move | None
    """``None`` for a play that names a colour which does not exist."""
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """A situation with its steps. ``start`` makes the state anew each time."""

    title: str
    start: Callable[[], State]
    expect: Mapping[str, Any]
    steps: tuple[Step, ...]


def load(path: Path) -> Scenario:
    """Read one scenario file. Raises ``BadScenario`` for anything the format does not allow."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadScenario(f"cannot be read: {error}") from None
    _only(data, _TOP_KEYS, "")
    title = _get(data, "title", str, path.stem)
    rules = _rules(_get(data, "rules", dict, {}))
    if ("table" in data) == ("deal" in data):
        raise BadScenario("table: exactly one of [table] and [deal] is needed")
    if "table" in data:
        given = _get(data, "table", dict)
        seats = len(_get(given, "hands", list, where="table"))
        start = _table_start(rules, given)
    else:
        given = _get(data, "deal", dict)
        seats = _get(given, "seats", int, where="deal")
        start = _deal_start(rules, given)
    steps = _get(data, "step", list, [])
    expect = _expectation(given.get("expect", {}), seats, "expect")
    if "refused" in expect:
        raise BadScenario("expect.refused: only a step can be refused")
    return Scenario(
        title,
        start,
        expect,
        tuple(_step(step, seats, f"step {number}") for number, step in enumerate(steps, 1)),
    )


def run(scenario: Scenario) -> None:
    """Play a scenario. Raises ``Mismatch`` at the first thing that is not as expected."""
    state = scenario.start()
    cards = _all_cards(state)
    _check(state, scenario.expect, "start")
    for number, step in enumerate(scenario.steps, 1):
        where = f"step {number}"
        before = state.to_dict()
        reason = _perform(state, step)
        if reason and state.to_dict() != before:
            raise Mismatch(f"{where}: a refused step must change nothing")
        if bool(step.expect.get("refused", False)) != bool(reason):
            found = f"refused ({reason})" if reason else "accepted"
            raise Mismatch(f"{where}: expected {'refused' if not reason else 'accepted'}, found {found}")
        if _all_cards(state) != cards:
            raise Mismatch(f"{where}: cards appeared or vanished")
        _check(state, step.expect, where)


def _perform(state: State, step: Step) -> str:
    """Make the step's move; the reason when it is refused, else an empty text."""
    if step.move is None:
        return "no such colour"
    try:
        if step.move.do is Do.NEXT_ROUND:
            next_round_dealt(state, step.seat, f"{state.seed}+", list(_all_cards(state).elements()))
        else:
            apply(state, step.seat, step.move)
    except IllegalMove as refusal:
        return refusal.reason.value
    except ValueError as error:
        raise Mismatch(f"the next round cannot be dealt: {error}") from None
    return ""


def _all_cards(state: State) -> Counter[int]:
    return Counter(state.draw + state.discard + [card for hand in state.hands for card in hand])


# Reading


def _only(data: Mapping[str, Any], allowed: set[str], where: str) -> None:
    for key in data:
        if key not in allowed:
            raise BadScenario(f"{where + '.' if where else ''}{key}: unknown key")


_MISSING: Final = object()


def _get(data: Mapping[str, Any], key: str, kind: type, default: Any = _MISSING, where: str = "") -> Any:
    label = f"{where}.{key}" if where else key
    value = data.get(key, default)
    if value is _MISSING:
        raise BadScenario(f"{label}: missing")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadScenario(f"{label}: must be {kind.__name__}, not {value!r}")
    return value


def _rules(given: Mapping[str, Any]) -> HouseRules:
    values = dict(given)
    try:
        base = preset(_get(values, "base", str, "official", "rules"))
        values.pop("base", None)
        return HouseRules.from_dict(values, base)
    except BadRules as problem:
        raise BadScenario(f"rules.{problem}") from None


def _cards(data: Mapping[str, Any], key: str, where: str, default: Any = _MISSING) -> list[int]:
    return _parse(_get(data, key, str, default, where), f"{where}.{key}")


def _parse(text: Any, label: str) -> list[int]:
    if not isinstance(text, str):
        raise BadScenario(f"{label}: must be cards, not {text!r}")
    try:
        return parse_all(text)
    except ValueError as error:
        raise BadScenario(f"{label}: {error}") from None


def _seat(value: Any, seats: int, label: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise BadScenario(f"{label}: no such seat: {value!r}")
    return value


def _seat_list(data: Mapping[str, Any], key: str, seats: int, where: str) -> list[int]:
    return [_seat(value, seats, f"{where}.{key}") for value in _get(data, key, list, [], where)]


def _number_list(data: Mapping[str, Any], key: str, seats: int, where: str, default: Any = _MISSING) -> list[int]:
    values: list[int] = _get(data, key, list, default, where)
    if len(values) != seats or any(not isinstance(value, int) or isinstance(value, bool) for value in values):
        raise BadScenario(f"{where}.{key}: must be one number for each of the {seats} seats")
    return values


def _colour(value: Any, label: str) -> int:
    if value == "none":
        return NO_COLOUR
    if value not in COLOUR_NAMES:
        raise BadScenario(f"{label}: no such colour: {value!r}")
    return COLOUR_NAMES.index(value)


def _direction(value: int, label: str) -> int:
    if value not in (1, -1):
        raise BadScenario(f"{label}: must be 1 or -1, not {value!r}")
    return value


def _table_start(rules: HouseRules, table: Mapping[str, Any]) -> Callable[[], State]:
    _only(table, _TABLE_KEYS, "table")
    hands = [_parse(text, "table.hands") for text in _get(table, "hands", list, where="table")]
    seats = len(hands)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadScenario(f"table.hands: {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    state = State(rules, seats, str(_get(table, "seed", int, 7, "table")))
    state.hands = hands
    _read_piles(state, table)
    _read_turn(state, table)
    _read_seats(state, table)
    _read_penalty(state, table)
    return state.copy


def _read_piles(state: State, table: Mapping[str, Any]) -> None:
    top = _cards(table, "top", "table")
    if len(top) != 1:
        raise BadScenario(f"table.top: must be one card, not {codes(top)!r}")
    state.discard = list(reversed(top + _cards(table, "under", "table", "")))
    state.draw = list(reversed(_cards(table, "draw", "table", "")))
    state.colour = _colour(table["colour"], "table.colour") if "colour" in table else COLOUR_OF[top[0]]


def _read_turn(state: State, table: Mapping[str, Any]) -> None:
    state.turn = _seat(table.get("turn", 0), state.seats, "table.turn")
    state.dealer = _seat(table.get("dealer", state.seats - 1), state.seats, "table.dealer")
    state.direction = _direction(_get(table, "direction", int, 1, "table"), "table.direction")
    state.round = _get(table, "round", int, 1, "table")
    if state.round < 1:
        raise BadScenario("table.round: must be at least 1")


def _read_seats(state: State, table: Mapping[str, Any]) -> None:
    state.scores = tuple(_number_list(table, "scores", state.seats, "table", [0] * state.seats))
    state.round_wins = tuple(_number_list(table, "round_wins", state.seats, "table", [0] * state.seats))
    state.called = sum(1 << seat for seat in set(_seat_list(table, "called", state.seats, "table")))
    exposed = set(_seat_list(table, "exposed", state.seats, "table"))
    state.exposed = sum(1 << seat for seat in exposed) if state.law.calls_matter else 0
    if len(state.hands[state.turn]) > 1 and state.called >> state.turn & 1:
        state.called &= ~(1 << state.turn)
        state.early_call = True
    state.out = tuple(_seat_list(table, "out", state.seats, "table"))
    for entry in _get(table, "knocked_out", list, [], "table"):
        if not isinstance(entry, dict):
            raise BadScenario(f"table.knocked_out: must be seat and value, not {entry!r}")
        _only(entry, _KNOCKED_OUT_KEYS, "table.knocked_out")
        seat = _seat(entry.get("seat"), state.seats, "table.knocked_out.seat")
        state.knocked_out += ((seat, _get(entry, "value", int, 0, "table.knocked_out")),)
    gone = [*state.out, *(seat for seat, _ in state.knocked_out)]
    if len(gone) != len(set(gone)) or any(state.hands[seat] for seat in gone):
        raise BadScenario("table.out: a seat that is gone holds no cards and is gone once")
    state.inactive = sum(1 << seat for seat in gone)
    if not state.is_active(state.turn):
        raise BadScenario(f"table.turn: seat {state.turn} is not in the round")


def _read_penalty(state: State, table: Mapping[str, Any]) -> None:
    given = _get(table, "penalty", dict, {}, "table")
    if not given:
        return
    _only(given, _PENALTY_KEYS, "table.penalty")
    kinds = {"D": DRAW_TWO, "W4": W4}
    kind = _get(given, "kind", str, "W4" if state.discard[-1] == W4 else "D", "table.penalty")
    if kind not in kinds:
        raise BadScenario(f"table.penalty.kind: must be D or W4, not {kind!r}")
    state.penalty = _get(given, "amount", int, where="table.penalty")
    if state.penalty < 1:
        raise BadScenario("table.penalty.amount: must be at least 1")
    state.penalty_kind = kinds[kind]
    state.penalty_by = _seat(given["by"], state.seats, "table.penalty.by") if "by" in given else NOBODY
    state.guilty = _get(given, "guilty", bool, False, "table.penalty")
    state.challengeable = _get(given, "challengeable", bool, state.guilty, "table.penalty")
    if state.challengeable and state.penalty_by == NOBODY:
        raise BadScenario("table.penalty.by: a penalty that can be challenged was played by somebody")
    state.pending = PENALTY


def _deal_start(rules: HouseRules, deal: Mapping[str, Any]) -> Callable[[], State]:
    _only(deal, _DEAL_KEYS, "deal")
    seats = _get(deal, "seats", int, where="deal")
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadScenario(f"deal.seats: {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    deck = _cards(deal, "deck", "deal")
    dealer = _seat(deal.get("dealer", seats - 1), seats, "deal.dealer")
    seed = str(_get(deal, "seed", int, 7, "deal"))
    if len(deck) <= seats * rules.hand_size:
        raise BadScenario(f"deal.deck: {seats} hands of {rules.hand_size} and a first card need more cards")
    try:
        state = start_dealt(rules, seats, seed, dealer, deck)
    except ValueError as error:
        raise BadScenario(f"deal.deck: {error}") from None
    return state.copy


def _step(given: Any, seats: int, where: str) -> Step:
    if not isinstance(given, dict):
        raise BadScenario(f"{where}: must be a table")
    _only(given, _STEP_KEYS, where)
    word = _get(given, "do", str, where=where)
    if word not in set(Do):
        raise BadScenario(f"{where}.do: no such action: {word!r}")
    do = Do(word)
    seat = _seat(given.get("seat", 0 if do is Do.NEXT_ROUND else None), seats, f"{where}.seat")
    target = _seat(given["target"], seats, f"{where}.target") if "target" in given else None
    if do is Do.CATCH and target is None:
        raise BadScenario(f"{where}.target: missing")
    cards = tuple(_cards(given, "cards", where)) if do is Do.PLAY else ()
    colour = given.get("colour")
    known = colour is None or colour in COLOUR_NAMES
    named = COLOUR_NAMES.index(colour) if colour in COLOUR_NAMES else None
    move = Move(do, cards, named, target) if known else None
    return Step(seat, move, _expectation(given.get("expect", {}), seats, f"{where}.expect"))


# Expectations


def _names(values: list[Do] | tuple[Do, ...]) -> str:
    return " ".join(value.value for value in values)


def _found_actions(state: State, seat: int) -> set[str]:
    return {move.do.value for move in legal_moves(state, seat)} & {do.value for do in ACTIONS}


def _colour_name(colour: int) -> str:
    return "none" if colour == NO_COLOUR else COLOUR_NAMES[colour]


_FOUND: Final[dict[str, Callable[[State], Any]]] = {
    "turn": lambda state: state.turn,
    "direction": lambda state: state.direction,
    "top": lambda state: code(state.discard[-1]),
    "colour": lambda state: _colour_name(state.colour),
    "dealer": lambda state: state.dealer,
    "counts": lambda state: [len(hand) for hand in state.hands],
    "draw_count": lambda state: len(state.draw),
    "discard_count": lambda state: len(state.discard),
    "penalty": lambda state: state.penalty,
    "exposed": lambda state: state.exposed_seats(),
    "called": lambda state: state.seats_with_uno(),
    "out": lambda state: list(state.out),
    "knocked_out": lambda state: sorted(seat for seat, _ in state.knocked_out),
    "round_over": lambda state: state.pending >= ROUND_OVER,
    "match_over": lambda state: state.pending is MATCH_OVER,
    "places": lambda state: list(state.places),
    "round_points": lambda state: list(state.round_points) or [0] * state.seats,
    "scores": lambda state: list(state.scores),
    "winner": lambda state: None if state.winner == NOBODY else state.winner,
}
_FOUND_BY_SEAT: Final[dict[str, Callable[[State, int], Any]]] = {
    "hands": lambda state, seat: sorted(state.hands[seat]),
    "fits": lambda state, seat: sorted(playable_alone(state, seat)),
    "actions": _found_actions,
}
_UNORDERED: Final = {"exposed", "called", "knocked_out"}
_SEAT_LISTS: Final = {"exposed", "called", "out", "knocked_out", "places"}
_NUMBER_LISTS: Final = {"counts", "round_points", "scores"}
_KINDS: Final = {"round_over": bool, "match_over": bool, "top": str, "colour": str, "refused": bool}


def _expectation(given: Any, seats: int, where: str) -> dict[str, Any]:
    """What is expected, checked and put into the form in which it is compared."""
    if not isinstance(given, dict):
        raise BadScenario(f"{where}: must be a table")
    _only(given, {*_FOUND, *_FOUND_BY_SEAT, "refused"}, where)
    return {key: _expected(given, key, seats, where) for key in given}


def _expected(given: Mapping[str, Any], key: str, seats: int, where: str) -> Any:
    if key in _FOUND_BY_SEAT:
        by_seat = _get(given, key, dict, where=where)
        return {_seat_key(seat, seats, f"{where}.{key}"): _expected_of_seat(key, value, f"{where}.{key}")
                for seat, value in by_seat.items()}  # fmt: skip
    if key in _SEAT_LISTS:
        listed = _seat_list(given, key, seats, where)
        return sorted(listed) if key in _UNORDERED else listed
    if key in _NUMBER_LISTS:
        return _number_list(given, key, seats, where)
    value = _get(given, key, _KINDS.get(key, int), where=where)
    if key in ("turn", "dealer", "winner"):
        return _seat(value, seats, f"{where}.{key}")
    if key == "direction":
        return _direction(value, f"{where}.direction")
    if key == "colour":
        return _colour_name(_colour(value, f"{where}.colour"))
    return codes(_parse(value, f"{where}.top")) if key == "top" else value


def _seat_key(text: str, seats: int, label: str) -> int:
    return _seat(int(text) if text.isascii() and text.isdigit() else text, seats, label)


def _expected_of_seat(key: str, value: Any, label: str) -> Any:
    if key != "actions":
        cards = _parse(value, label)
        return sorted(set(cards) if key == "fits" else cards)
    if not isinstance(value, str):
        raise BadScenario(f"{label}: must be actions, not {value!r}")
    for word in value.split():
        if word not in ACTIONS:
            raise BadScenario(f"{label}: no such action: {word!r}; one of {_names(ACTIONS)}")
    return set(value.split())


def _check(state: State, expect: Mapping[str, Any], where: str) -> None:
    for key, expected in expect.items():
        if key == "refused" or (key == "turn" and state.pending >= ROUND_OVER):
            continue
        if key not in _FOUND_BY_SEAT:
            found = _FOUND[key](state)
            if found != expected:
                raise Mismatch(f"{where}: {key} expected {expected!r}, found {found!r}")
            continue
        for seat, wanted in expected.items():
            found = _FOUND_BY_SEAT[key](state, seat)
            if found != wanted:
                raise Mismatch(f"{where}: {key} of seat {seat} expected {_shown(wanted)}, found {_shown(found)}")


def _shown(value: Any) -> str:
    return repr(" ".join(sorted(value))) if isinstance(value, set) else repr(codes(value))


# Command line


def scenario_files(paths: list[str]) -> Iterator[Path]:
    """The scenario files among files and folders, in a steady order."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def failure_of(path: Path) -> str | None:
    """What is wrong with one scenario file, ``None`` when it passes."""
    try:
        scenario = load(path)
    except BadScenario as error:
        return f"{path}: error: {error}"
    try:
        run(scenario)
    except Mismatch as mismatch:
        return f"{path}: {' '.join(scenario.title.split())}: {mismatch}"
    return None


def main(arguments: list[str]) -> int:
    """Run the scenarios named on the command line; the exit status."""
    if not arguments:
        print("usage: python -m app.engine.scenario FILE_OR_FOLDER...", file=sys.stderr)
        return 2
    passed = failed = 0
    for path in scenario_files(arguments):
        failure = failure_of(path)
        if failure is None:
            passed += 1
        else:
            failed += 1
            print(failure)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
