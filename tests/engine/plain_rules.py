"""A second reading of rules.md, slow and plain, to hold the engine against.

Written from the text alone: cards are their codes, nothing is prepared, and every question
is asked anew. A shuffle only sorts, so that both readings draw the same cards. It knows a
round from some situation on, not the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from app.engine.cards import parse

COLOURS: Final = "rygb"
UNTIL: Final = 10_000
"""More cards than there are."""

Cards = tuple[str, ...]


class RoundEnds(Exception):
    """The round is over; the hands lie open."""


class Undefined(Exception):
    """The text does not say what happens here."""


@dataclass
class Waiting:
    """A penalty that waits (section 5)."""

    amount: int
    kind: str
    by: int
    challengeable: bool
    guilty: bool
    rest: list[str] = field(default_factory=list)
    """The hand beside the Wild Draw Four, for a vote on what makes a bluff."""
    before: str | None = None
    """The colour in play before it."""


@dataclass
class PlainTable:
    """A round and the match around it; ``rules`` are the values of section 11."""

    rules: dict[str, Any]
    hands: list[list[str]]
    top: str
    under: list[str]
    """The rest of the discard pile, from the top down."""
    colour: str | None
    draw: list[str]
    """The draw pile, the next card first."""
    turn: int
    direction: int
    called: set[int]
    exposed: set[int]
    out: list[int]
    knocked_out: list[tuple[int, int]]
    penalty: Waiting | None
    scores: list[int]
    round: int
    wins: list[int]
    phase: str = "turn"
    """``turn``, ``drawing``, ``drawn``, ``taking`` or ``over``."""
    acted: bool = False
    drawn: str = ""
    got: int = 0
    """Cards of the draw so far."""
    moved: bool = False
    """Whether a card was played or drawn in this turn."""
    idle: int = 0
    """Turns in a row without."""
    match_over: bool = False
    places: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    winner: int | None = None

    # Seats

    def gone(self, seat: int) -> bool:
        return seat in self.out or any(seat == other for other, _ in self.knocked_out)

    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if not self.gone(seat)]

    def after(self, seat: int) -> list[int]:
        """The other active seats in the direction of play."""
        count = len(self.hands)
        around = [(seat + self.direction * step) % count for step in range(1, count)]
        return [other for other in around if not self.gone(other)]

    # What fits (3), what answers (5)

    def holds(self, rest: list[str], colour: str | None) -> bool:
        """Whether a Wild Draw Four beside ``rest`` is a bluff."""
        wilds = self.rules["wilds_match_colour"] == "on"
        return colour is not None and any(card[0] == colour or (wilds and is_wild(card)) for card in rest)

    def kept_back(self, card: str, rest: list[str]) -> bool:
        return card == "W4" and self.rules["wild_draw_four"] == "only_without" and self.holds(rest, self.colour)

    def fits(self, card: str, rest: list[str]) -> bool:
        if is_wild(card):
            return not self.kept_back(card, rest)
        return self.colour in (None, card[0]) or symbol(card) == symbol(self.top)

    def combine(self, cards: Cards) -> bool:
        rule = self.rules["multi_card"]
        if len(cards) == 1:
            return True
        if rule == "off" or cards[0] in ("WS", "WC"):
            return False
        if rule == "identical" or is_wild(cards[0]):
            return len(set(cards)) == 1
        return len({symbol(card) for card in cards}) == 1

    def may_end(self, card: str) -> bool:
        rule = self.rules["going_out"]
        return rule == "any" or not (is_wild(card) or (rule == "no_action" and symbol(card) in "SRD"))

    def stacks(self, card: str, rest: list[str]) -> bool:
        assert self.penalty is not None
        rule, on_two = self.rules["stacking"], self.penalty.kind == "D"
        if card == "W4":
            allowed = ("upward", "any") if on_two else ("draw_four", "same", "upward", "any")
            return rule in allowed and not self.kept_back(card, rest)
        if symbol(card) != "D":
            return False
        return rule in ("draw_two", "same", "upward", "any") if on_two else rule == "any" and card[0] == self.colour

    def deflects(self, card: str) -> bool:
        rules = {"S": ("skip", "both"), "R": ("reverse", "both")}.get(symbol(card), ())
        return card[0] == self.colour and self.rules["deflect"] in rules

    def may_jump_in(self, card: str) -> bool:
        rule = self.rules["jump_in"]
        if rule == "off" or self.acted or self.phase != "turn" or is_wild(card) or card != self.top:
            return False
        if rule == "numbers" and not symbol(card).isdigit():
            return False
        two_on_two = self.rules["stacking"] in ("draw_two", "same", "upward", "any")
        return self.penalty is None or (symbol(card) == "D" and two_on_two)

    def may_go_down(self, seat: int, cards: Cards) -> bool:
        """Whether the cards may be played, colour and target left aside."""
        rest = without(self.hands[seat], cards)
        if rest is None or not cards or self.phase == "over" or self.gone(seat):
            return False
        if not self.combine(cards) or not (rest or self.may_end(cards[-1])):
            return False
        if seat != self.turn:
            return self.may_jump_in(cards[0])
        if self.phase != "turn":
            return self.phase == "drawn" and cards == (self.drawn,) and self.fits(self.drawn, rest)
        if self.penalty:
            return self.stacks(cards[0], rest) or (len(cards) == 1 and self.deflects(cards[0]))
        deciding = cards if self.rules["multi_card"] == "doubles" else cards[:1]
        return any(self.fits(card, rest) for card in deciding)

    def may_play(self, seat: int, cards: Cards, colour: str | None, target: int | None) -> bool:
        if not self.may_go_down(seat, cards) or (is_wild(cards[-1]) and colour is None):
            return False
        if not self.swaps(cards[-1]) or len(cards) == len(self.hands[seat]) or len(self.active()) == 2:
            return True
        return target is not None and target != seat and not self.gone(target)

    def all_plays(self, seat: int) -> set[Cards]:
        found: set[Cards] = {(card,) for card in self.hands[seat]}
        if self.rules["multi_card"] != "off":
            for alike in {symbol(card) for card in self.hands[seat]}:
                group = [card for card in self.hands[seat] if symbol(card) == alike]
                for count in range(2, len(group) + 1):
                    found |= set(permutations(group, count))
        return {cards for cards in found if self.may_go_down(seat, cards)}

    # What is open

    def allowed(
        self, seat: int, do: str, cards: Cards = (), colour: str | None = None, target: int | None = None
    ) -> bool:
        if self.phase == "over" or self.gone(seat):
            return False
        if do == "play":
            return self.may_play(seat, cards, colour, target)
        if do == "call":
            return self.may_call(seat)
        if do == "catch":
            return self.rules["uno_call"] == "call" and target in self.exposed and target != seat
        asked = {
            "draw": self.may_draw,
            "pass": self.may_pass,
            "take": self.may_take,
            "challenge": self.may_challenge,
            "timeout": self.may_timeout,
        }
        return seat == self.turn and asked[do]()

    def may_draw(self) -> bool:
        if self.penalty or self.phase == "drawn":
            return False
        return self.phase == "drawing" or not (self.rules["forced_play"] == "on" and self.all_plays(self.turn))

    def may_pass(self) -> bool:
        must_play = self.rules["drawn_card"] == "must_play" or self.rules["forced_play"] == "on"
        return self.phase == "drawn" and not (must_play and self.all_plays(self.turn))

    def may_take(self) -> bool:
        return self.penalty is not None

    def may_challenge(self) -> bool:
        waits = self.penalty is not None and self.penalty.challengeable and self.phase == "turn"
        return waits and self.rules["wild_draw_four"] == "challenge"

    def may_timeout(self) -> bool:
        answers = self.phase in ("drawn", "taking") or self.penalty is not None
        return bool(self.rules["answer_clock" if answers else "turn_clock"] != "off")

    def may_call(self, seat: int) -> bool:
        if self.rules["uno_call"] != "call" or self.phase in ("drawing", "taking"):
            return False
        if seat in self.exposed:
            return True
        held = len(self.hands[seat])
        if seat != self.turn or seat in self.called or held < 2:
            return False
        if self.phase == "drawn":
            return held == 2
        plays = self.all_plays(seat)
        if held == 2:
            return self.penalty is None or bool(plays)
        return any(held - len(cards) == 1 for cards in plays)

    # Moves

    def make(self, seat: int, do: str, cards: Cards = (), colour: str | None = None, target: int | None = None) -> None:
        try:
            if do == "play":
                self.play(seat, cards, colour, target)
            elif do == "call":
                self.exposed.discard(seat)
                self.called.add(seat)
            elif do == "catch":
                self.catch(target)
            else:
                self.exposed.clear()
                self.act(do)
        except RoundEnds:
            self.finish()

    def act(self, do: str) -> None:
        """A move of the seat on turn that is no play."""
        if do == "draw":
            self.draw_on(at_once=self.rules["draw_pace"] == "together")
        elif do == "pass":
            self.end_turn()
        elif do == "take":
            self.take(at_once=self.rules["draw_pace"] == "together")
        elif do == "challenge":
            self.challenge()
        else:
            self.time_out()

    def catch(self, target: int | None) -> None:
        assert target is not None
        self.exposed.discard(target)
        self.deal_to(target, self.rules["uno_penalty"])
        self.check_last()
        if self.gone(target) and target == self.turn:
            self.penalty = None
            self.end_turn()

    def draw_on(self, *, at_once: bool) -> None:
        self.draw_one()
        while at_once and self.phase == "drawing":
            self.draw_one()

    def draw_one(self) -> None:
        seat = self.turn
        self.acted = True
        came = self.take_card(seat)
        if self.gone(seat):
            self.check_last()
            self.end_turn()
            return
        self.got += came
        card = self.hands[seat][-1]
        fits = came and self.fits(card, self.hands[seat][:-1])
        most = {"one": 1, "three": 3, "until_playable": UNTIL}[self.rules["draw_mode"]]
        if fits and (self.rules["drawn_card"] != "keep" or self.rules["forced_play"] == "on"):
            self.phase, self.drawn = "drawn", card
        elif fits or not came or self.got == most:
            self.end_turn()
        else:
            self.phase = "drawing"

    def take(self, *, at_once: bool) -> None:
        assert self.penalty is not None
        seat = self.turn
        self.acted = True
        while True:
            came = self.take_card(seat)
            if self.gone(seat):
                self.penalty = None
                self.check_last()
                self.end_turn()
                return
            self.penalty.amount -= 1
            if not came or not self.penalty.amount:
                break
            if not at_once:
                self.phase = "taking"
                return
        self.penalty = None
        self.phase = "turn"
        if self.rules["after_penalty"] == "lose":
            self.end_turn()

    def challenge(self) -> None:
        waiting, self.penalty = self.penalty, None
        assert waiting is not None
        self.acted = True
        self.deal_to(waiting.by if waiting.guilty else self.turn, waiting.amount + 2 * (not waiting.guilty))
        self.check_last()
        if not waiting.guilty:
            self.end_turn()

    def time_out(self) -> None:
        seat = self.turn
        if self.penalty:
            self.take(at_once=True)
            return
        if self.phase == "turn" and not self.may_draw():
            self.play_for(seat)
            return
        if self.phase != "drawn":
            self.draw_on(at_once=True)
        if self.phase == "drawn" and self.may_pass():
            self.end_turn()
        elif self.phase == "drawn":
            self.play_for(seat)

    def play_for(self, seat: int) -> None:
        hand = self.hands[seat]
        card = next((card for card in hand if self.may_go_down(seat, (card,))), None)
        if card is None:
            raise Undefined("only several cards together may be played")
        held = [sum(other[0] == colour for other in hand) for colour in COLOURS]
        target = min(self.after(seat), key=lambda other: (len(self.hands[other]), other))
        self.play(seat, (card,), COLOURS[held.index(max(held))], target)

    # Votes (11)

    def vote(self, key: str, value: Any) -> None:
        """A setting changes at once, for the next action."""
        everybody_called = self.rules["uno_call"] == "auto"
        self.rules[key] = value
        if self.penalty and self.penalty.challengeable:
            self.penalty.guilty = self.holds(self.penalty.rest, self.penalty.before)
        if self.rules["uno_call"] != "call":
            self.exposed.clear()
            if len(self.hands[self.turn]) > 1:
                self.called.discard(self.turn)
        if everybody_called and self.rules["uno_call"] != "auto":
            self.called |= {seat for seat in self.active() if len(self.hands[seat]) == 1}

    # Playing (4)

    def swaps(self, card: str) -> bool:
        seven = symbol(card) == "7" and self.rules["seven"] == "swap"
        return seven or (card == "WC" and self.rules["custom_effect"] == "swap_hands")

    def passes_hands(self, card: str) -> bool:
        zero = symbol(card) == "0" and self.rules["zero"] == "pass"
        return zero or (card == "WC" and self.rules["custom_effect"] == "pass_hands")

    def play(self, seat: int, cards: Cards, colour: str | None, target: int | None) -> None:
        self.exposed.clear()
        if seat != self.turn and len(self.hands[self.turn]) > 1:
            self.called.discard(self.turn)
        rest = without(self.hands[seat], cards)
        assert rest is not None
        before, active = self.colour, len(self.active())
        deflects = self.penalty is not None and symbol(cards[0]) in "SR"
        self.under = [*reversed(cards[:-1]), self.top, *self.under]
        self.top = cards[-1]
        self.colour = colour if is_wild(self.top) else self.top[0]
        self.hands[seat] = rest
        self.turn, self.phase, self.moved = seat, "turn", True
        if not rest:
            self.out.append(seat)
            self.called.discard(seat)
        if symbol(self.top) == "R" and len(cards) % 2:
            self.direction = -self.direction
        if deflects and self.penalty:
            self.penalty.challengeable = False
        self.add_penalty(seat, len(cards), before)
        own = not self.move_hands(seat, target)
        if own and len(rest) == 1 and seat not in self.called and self.rules["uno_call"] == "call":
            self.exposed.add(seat)
        if self.top == "WC" and self.rules["custom_effect"] == "others_draw":
            self.others_draw(seat)
        self.check_out(seat)
        self.end_turn(self.following(seat, len(cards), active, deflects))

    def add_penalty(self, seat: int, count: int, before: str | None) -> None:
        kind = symbol(self.top)
        if kind in ("D", "W4"):
            waits = self.penalty.amount if self.penalty else 0
            amount = waits + count * (2 if kind == "D" else 4)
            rest = list(self.hands[seat])
            guilty = kind == "W4" and self.holds(rest, before)
            self.penalty = Waiting(amount, kind, seat, kind == "W4", guilty, rest, before)

    def move_hands(self, seat: int, target: int | None) -> bool:
        """Swap, pass or shuffle hands; whether hands have changed owners."""
        after = self.after(seat)
        if self.top == "WS":
            order = after + [seat] * (not self.gone(seat))
            cards = sorted((card for other in order for card in self.hands[other]), key=parse)
            for place, other in enumerate(order):
                self.hands[other] = cards[place :: len(order)]
        elif self.gone(seat):
            return False
        elif self.swaps(self.top):
            other = after[0] if len(after) == 1 or target is None else target
            order = [seat, other]
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
        elif self.passes_hands(self.top):
            order = [seat, *after]
            passed = [self.hands[other] for other in order]
            for place, hand in enumerate(passed):
                self.hands[order[(place + 1) % len(order)]] = hand
        else:
            return False
        self.called -= set(order)
        self.called |= {other for other in order if len(self.hands[other]) == 1}
        return True

    def others_draw(self, seat: int) -> None:
        for other in self.after(seat):
            self.deal_to(other, 1)
            if len(self.active()) == 1 and (self.rules["match_format"] == "last_standing" or not self.gone(seat)):
                raise RoundEnds

    def check_out(self, seat: int) -> None:
        """End the round when the seat's last card has ended it (9)."""
        if self.gone(seat) and self.rules["match_format"] != "last_standing":
            if self.penalty and self.rules["match_format"] != "first_out":
                self.deal_to(self.after(seat)[0], self.penalty.amount, limited=False)
            raise RoundEnds
        self.check_last()

    def following(self, seat: int, count: int, active: int, deflects: bool) -> int:
        """Who plays after these cards."""
        after = self.after(seat)
        if self.top == "WC" and self.rules["custom_effect"] == "play_again" and not self.gone(seat):
            return seat
        skips = count if symbol(self.top) == "S" else 0
        if symbol(self.top) == "R" and count % 2 and active == 2 and self.rules["reverse_two"] == "skip":
            skips = 1
        if deflects:
            skips = 0
        if self.gone(seat):
            return after[skips % len(after)]
        return seat if skips >= len(after) else after[skips]

    # Cards and turns (7, 8)

    def deal_to(self, seat: int, count: int, *, limited: bool = True) -> None:
        for _ in range(count):
            if self.gone(seat) or not self.take_card(seat, limited=limited):
                return

    def take_card(self, seat: int, *, limited: bool = True) -> bool:
        """Give the seat a card, if there is one."""
        if not self.draw:
            if self.rules["deck_out"] == "end_round":
                raise RoundEnds
            self.draw, self.under = shuffled(self.under), []
        if not self.draw:
            return False
        hand = self.hands[seat]
        hand.append(self.draw.pop(0))
        self.moved = True
        self.called.discard(seat)
        limit = self.rules["hand_limit"]
        if limited and limit != "off" and len(hand) >= limit:
            self.knocked_out.append((seat, self.value(hand)))
            self.draw = shuffled(self.draw + hand)
            self.hands[seat] = []
            self.exposed.discard(seat)
        return True

    def check_last(self) -> None:
        if len(self.active()) == 1:
            raise RoundEnds

    def end_turn(self, following: int | None = None) -> None:
        if len(self.hands[self.turn]) != 1:
            self.called.discard(self.turn)
        self.idle = 0 if self.moved else self.idle + 1
        if self.idle >= 3 * len(self.active()):
            raise RoundEnds
        self.turn = self.after(self.turn)[0] if following is None else following
        self.phase, self.acted, self.moved, self.got = "turn", False, False, 0

    # Scores (1, 9)

    def value(self, cards: list[str]) -> int:
        special = self.rules["special_wild_points"]
        worth = {"S": 20, "R": 20, "D": 20, "W": 50, "W4": 50, "WS": special, "WC": special}
        return sum(worth[symbol(card)] if symbol(card) in worth else int(symbol(card)) for card in cards)

    def finish(self) -> None:
        self.phase, self.penalty = "over", None
        self.exposed.clear()
        remembered = dict(self.knocked_out)
        values = [remembered.get(seat, self.value(hand)) for seat, hand in enumerate(self.hands)]
        held = sorted(self.active(), key=lambda seat: (values[seat], len(self.hands[seat]), seat))
        self.places = [*self.out, *held, *(seat for seat, _ in reversed(self.knocked_out))]
        self.points = self.round_points(values)
        self.scores = [score + points for score, points in zip(self.scores, self.points, strict=True)]
        self.wins[self.places[0]] += 1
        kind = self.rules["match_format"]
        reached = {"points": self.scores[self.places[0]], "penalty": max(self.scores)}.get(kind)
        self.match_over = (
            self.round >= self.rules["rounds"] if reached is None else reached >= self.rules["target_score"]
        )
        if self.match_over:
            sign = 1 if kind == "penalty" else -1
            seats = range(len(self.hands))
            self.winner = min(
                seats, key=lambda seat: (sign * self.scores[seat], -self.wins[seat], self.places.index(seat), seat)
            )

    def round_points(self, values: list[int]) -> list[int]:
        seats, first = range(len(values)), self.places[0]
        if self.rules["match_format"] in ("first_out", "last_standing"):
            return [len(values) - 1 - self.places.index(seat) for seat in seats]
        if self.rules["match_format"] == "penalty":
            return [values[seat] * (seat != first) for seat in seats]
        losses = [-values[seat] if self.rules["losers_pay"] == "on" else 0 for seat in seats]
        return [sum(values) - values[first] if seat == first else losses[seat] for seat in seats]


def is_wild(card: str) -> bool:
    return card[0] == "W"


def symbol(card: str) -> str:
    return card if is_wild(card) else card[1:]


def shuffled(cards: list[str]) -> list[str]:
    """What stands for a shuffled pile, the next card first."""
    return sorted(cards, key=parse, reverse=True)


def without(hand: list[str], cards: Cards) -> list[str] | None:
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    return rest
