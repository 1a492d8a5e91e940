"""Writes a match down in full: every move, every event, and what each seat sees and may do.

> 1 r5+r7          seat 1 plays two cards (moves as in records)
  . played 1 ...   an event: its kind, then the fields that it has
  0 r5! y7 W! | W>* d
                   seat 0 sees this hand; ! marks the cards that it may play alone. After the
                   bar the other legal moves; ``>*`` stands for any of the four colours. A seat
                   has a line only when something has changed for it.
  = turn 1 + red r5 80 ...
                   what everybody sees: the pending decision, the seat on turn, the direction,
                   the colour in play, the top card, the size of the draw pile, and the rest
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.engine.cards import COLOUR_NAMES, DRAW_TWO, NO_COLOUR, W, code, codes
from app.engine.house_rules import HouseRules, preset
from app.engine.legality import why_illegal
from app.engine.match import apply, start_match
from app.engine.moves import NEXT_ROUND, TIMEOUT, Do, Event, Move, parse_move
from app.engine.state import DRAWING, MATCH_OVER, ROUND_OVER, TURN, State
from app.engine.views import TableView, view_for


@dataclass(frozen=True)
class Playthrough:
    """A match to be written down: a preset with some changes, seats, a seed, and the number of rounds."""

    name: str
    seats: int
    number: int
    """Chooses the seeds and the moves."""
    rounds: int = 1
    base: str = "official"
    changes: dict[str, Any] | None = None

    @property
    def rules(self) -> HouseRules:
        """The rules of the match."""
        return HouseRules.from_dict(self.changes or {}, preset(self.base))

    def seed(self, round_: int) -> str:
        """The secret of a round."""
        return sha256(f"{self.name} {self.number} {round_}".encode()).hexdigest()[:32]


def written(played: Playthrough, known: list[tuple[int, Move]]) -> str:
    """The whole match as text: the ``known`` moves as long as they are legal, then moves by chance."""
    told: list[Event] = []
    state = start_match(played.rules, played.seats, played.seed(1), told.append)
    changed = " ".join(f"{key}={value!r}" for key, value in played.rules.to_dict().items())
    lines = [f"{played.seats} seats, rules: {changed or 'official'}", "", "> deal"]
    seen: dict[int, str] = {}
    for number in range(5_000):
        lines += [*map(_event, told), *_views(state, seen), _public(view_for(state, None))]
        told.clear()
        if state.pending is MATCH_OVER or (state.pending is ROUND_OVER and state.round == played.rounds):
            return "\n".join(lines) + "\n"
        if number < len(known) and why_illegal(state, *known[number]) is None:
            seat, move = known[number]
        else:
            known = []
            seat, move = chosen(state, f"{played.name} {played.number} {number}")
        apply(state, seat, move, told.append, played.seed(state.round + 1))
        lines.append(f"> {seat} {move.code()}")
    raise AssertionError("a playthrough that does not end")


def moves_in(text: str) -> list[tuple[int, Move]]:
    """The moves of a match that was written down."""
    entries = (line.split() for line in text.splitlines() if line.startswith("> ") and line != "> deal")
    return [(int(seat), parse_move(move)) for _, seat, move in entries]


WEIGHTS = {Do.CALL: 10, Do.CATCH: 10, Do.CHALLENGE: 8, Do.PLAY: 6, Do.TAKE: 4, Do.TIMEOUT: 2, Do.DRAW: 1, Do.PASS: 2}


def chosen(state: State, chance: str) -> tuple[int, Move]:
    """A move by chance, lively rather than clever; the same one everywhere for the same ``chance``."""
    if state.pending is ROUND_OVER:
        return state.turn, NEXT_ROUND
    moves = [(seat, move) for seat in range(state.seats) for move in view_for(state, seat).legal]
    if state.rules.turn_clock if state.pending in (TURN, DRAWING) else state.rules.answer_clock:
        moves.append((state.turn, TIMEOUT))
    weights = [WEIGHTS[move.do] * len(move.cards or "1") for _, move in moves]
    place = int.from_bytes(sha256(chance.encode()).digest()) % sum(weights)
    for weight, pair in zip(weights, moves, strict=True):
        place -= weight
        if place < 0:
            return pair
    raise AssertionError("the weights do not add up")


def _event(event: Event) -> str:
    words = []
    for name, value in event.to_dict().items():
        if name == "cards":
            words.append(f"[{codes(value)}]")
        elif name == "colour":
            words.append(_colour(value))
        elif name == "hands":
            words.append("hands=" + ", ".join(map(codes, value)))
        elif name in ("kind", "seat"):
            words.append(str(value))
        else:
            words.append(f"{name}={value}" if name != "private" else "private")
    return "  . " + " ".join(words)


def _views(state: State, seen: dict[int, str]) -> Iterator[str]:
    for seat in range(state.seats):
        view = view_for(state, seat)
        hand = " ".join(code(card) + "!" * (card in view.fits) for card in view.hand)
        other = _folded([move for move in view.legal if len(move.cards) != 1 or move.cards[0] >= W or move.target])
        line = f"  {seat} {hand}{' | ' if other else ''}{other}"
        if seen.get(seat) != line:
            seen[seat] = line
            yield line.rstrip()


def _folded(moves: list[Move]) -> str:
    """Moves as in records, the four colours of a wild as one."""
    found = [move.code() for move in moves]
    for move in moves:
        if move.colour == 0:
            fold = [move._replace(colour=colour).code() for colour in range(4)]
            assert set(fold) <= set(found), "a wild names any colour"
            found[found.index(fold[0])] = move.code().replace(">r", ">*")
            found = [written for written in found if written not in fold]
    return " ".join(found)


def _colour(colour: int) -> str:
    return "none" if colour == NO_COLOUR else COLOUR_NAMES[colour]


def _public(view: TableView) -> str:
    words = [
        view.pending.name.lower(),
        str(view.turn),
        "+" if view.direction == 1 else "-",
        _colour(view.colour),
        code(view.top),
        str(view.draw_count),
    ]
    if view.penalty is not None:
        kind = "D" if view.penalty.kind == DRAW_TWO else "W4"
        words.append(f"{kind}:{view.penalty.amount} by {view.penalty.by}" + "?" * view.penalty.challengeable)
    for word, seats in (
        ("uno", [seat.seat for seat in view.seats if seat.called]),
        ("exposed", [seat.seat for seat in view.seats if seat.exposed]),
        ("out", [seat.seat for seat in view.seats if seat.place]),
        ("knocked_out", [seat.seat for seat in view.seats if seat.knocked_out]),
    ):
        if seats:
            words.append(f"{word} {','.join(map(str, seats))}")
    if view.round_over:
        words.append(f"places {view.places} points {view.round_points} scores {[seat.score for seat in view.seats]}")
        words.append(
            f"values {[seat.hand_value for seat in view.seats]} wins {[seat.round_wins for seat in view.seats]}"
        )
    return "  = " + " ".join(words)
