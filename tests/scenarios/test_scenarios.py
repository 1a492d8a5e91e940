"""Every scenario file holds, and a file that says anything unknown is refused by name."""

from pathlib import Path

import pytest

from app.engine.scenario import BadScenario, failure_of, load, main, run, scenario_files

HERE = Path(__file__).parent
FILES = list(scenario_files([str(HERE)]))

TABLE = """
title = "A file with everything"
rules = { base = "mayhem", hand_limit = "off" }
[table]
hands = ["r1 r2", "b1 b2 b3", "", "g1"]
top = "W"
under = "g5"
colour = "red"
draw = "y1 y2"
turn = 0
direction = -1
dealer = 1
called = [3]
exposed = []
out = [2]
knocked_out = []
scores = [1, 2, 3, 4]
round = 2
round_wins = [1, 0, 0, 0]
seed = 3
expect = { draw_count = 2, called = [3] }
[[step]]
seat = 0
do = "play"
cards = "r1"
expect = { turn = 3, top = "r1", hands = { 0 = "r2" }, actions = { 1 = "catch" }, exposed = [0] }
[[step]]
seat = 0
do = "draw"
expect = { refused = true }
"""

PENALTY = """
[table]
hands = ["r1 r2", "b1 b2 b3"]
top = "W4"
colour = "red"
penalty = { amount = 4, kind = "W4", by = 1, challengeable = true, guilty = true }
[[step]]
seat = 0
do = "catch"
target = 1
expect = { refused = true, fits = { 0 = "" }, counts = [2, 3], winner = 0 }
"""

UNDEALABLE = """
title = "Wilds\\nalone"
[table]
hands = ["W4", "W4 WC"]
top = "W4"
colour = "red"
[[step]]
seat = 0
do = "play"
cards = "W4"
colour = "red"
expect = { round_over = true }
[[step]]
do = "next_round"
"""

DEAL = """
[deal]
deck = "r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7 g1 g2"
seats = 2
dealer = 1
seed = 4
expect = { turn = 0 }
"""


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HERE).with_suffix("")) for path in FILES])
def test_scenario(path: Path) -> None:
    assert failure_of(path) is None


def test_titles_and_rules_make_a_scenario_known_again() -> None:
    """Two files with one title would be the same sentence tested twice."""
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    assert len(set(texts)) == len(texts) > 200


def write(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", [TABLE, PENALTY.replace(", winner = 0", ""), DEAL])
def test_all_that_the_format_knows_is_read(tmp_path: Path, text: str) -> None:
    run(load(write(tmp_path, text)))


@pytest.mark.parametrize(
    ("text", "old", "new", "named"),
    [
        (TABLE, "[table]", "colour = 3\n[table]", "colour: unknown key"),
        (TABLE, 'title = "A file with everything"', "title = 3", "title: must be str"),
        (TABLE, "hand_limit", "hand_limits", "rules.hand_limits: unknown_key"),
        (TABLE, '"off"', '"never"', "rules.hand_limit: unknown_value"),
        (TABLE, '"off"', "[]", "rules.hand_limit: wrong_kind"),
        (TABLE, '"mayhem"', '"chaos"', "rules.base: unknown_value"),
        (TABLE, '"mayhem"', "1", "rules.base: must be str"),
        (TABLE, '{ base = "mayhem", hand_limit = "off" }', "3", "rules: must be dict"),
        (TABLE, "[table]", "[tables]", "tables: unknown key"),
        (TABLE, "[[step]]", "[deal]\n[[step]]", "exactly one of [table] and [deal]"),
        (TABLE, 'under = "g5"', 'below = "g5"', "table.below: unknown key"),
        (TABLE, 'hands = ["r1 r2", "b1 b2 b3", "", "g1"]', 'hands = ["r1"]', "table.hands: 2 to 10 seats"),
        (TABLE, '"r1 r2"', '"r1 r12"', "table.hands: no such card: 'r12'"),
        (TABLE, '"r1 r2"', "12", "table.hands: must be cards"),
        (TABLE, 'hands = ["r1 r2", "b1 b2 b3", "", "g1"]', 'hands = "r1"', "table.hands: must be list"),
        (TABLE, 'hands = ["r1 r2", "b1 b2 b3", "", "g1"]', "", "table.hands: missing"),
        (TABLE, 'top = "W"', "", "table.top: missing"),
        (TABLE, 'top = "W"', 'top = "W5"', "table.top: no such card: 'W5'"),
        (TABLE, 'top = "W"', 'top = "W r1"', "table.top: must be one card"),
        (TABLE, 'under = "g5"', 'under = "g55"', "table.under: no such card"),
        (TABLE, 'draw = "y1 y2"', 'draw = "q1"', "table.draw: no such card"),
        (TABLE, 'draw = "y1 y2"', "draw = 2", "table.draw: must be str"),
        (TABLE, 'colour = "red"', 'colour = "pink"', "table.colour: no such colour: 'pink'"),
        (TABLE, "turn = 0", "turn = 4", "table.turn: no such seat: 4"),
        (TABLE, "turn = 0", "turn = -1", "table.turn: no such seat: -1"),
        (TABLE, "turn = 0", "turn = true", "table.turn: no such seat"),
        (TABLE, "turn = 0", "turn = 2", "table.turn: seat 2 is not in the round"),
        (TABLE, "direction = -1", "direction = 2", "table.direction: must be 1 or -1"),
        (TABLE, "direction = -1", 'direction = "up"', "table.direction: must be int"),
        (TABLE, "dealer = 1", "dealer = 9", "table.dealer: no such seat"),
        (TABLE, "called = [3]\nexposed", "called = [7]\nexposed", "table.called: no such seat: 7"),
        (TABLE, "exposed = []", 'exposed = ["0"]', "table.exposed: no such seat: '0'"),
        (TABLE, "exposed = []", "exposed = 0", "table.exposed: must be list"),
        (TABLE, "out = [2]", "out = [1]", "table.out: a seat that is gone holds no cards"),
        (TABLE, "out = [2]", "out = [2, 2]", "table.out"),
        (TABLE, "knocked_out = []", "knocked_out = [2]", "table.knocked_out: must be seat and value"),
        (
            TABLE,
            "knocked_out = []",
            "knocked_out = [{ seat = 2, points = 3 }]",
            "table.knocked_out.points: unknown key",
        ),
        (TABLE, "knocked_out = []", "knocked_out = [{ value = 3 }]", "table.knocked_out.seat: no such seat"),
        (TABLE, "scores = [1, 2, 3, 4]", "scores = [1, 2]", "table.scores: must be one number for each"),
        (TABLE, "scores = [1, 2, 3, 4]", 'scores = [1, 2, 3, "4"]', "table.scores: must be one number"),
        (TABLE, "round = 2", "round = 0", "table.round: must be at least 1"),
        (TABLE, "round = 2", "round = 1.5", "table.round: must be int"),
        (TABLE, "seed = 3", 'seed = "3"', "table.seed: must be int"),
        (TABLE, "draw_count = 2", "draw_counts = 2", "expect.draw_counts: unknown key"),
        (TABLE, "expect = { draw_count = 2, called = [3] }", "expect = 3", "expect: must be a table"),
        (TABLE, 'seat = 0\ndo = "play"', 'do = "play"', "step 1.seat: no such seat: None"),
        (TABLE, 'seat = 0\ndo = "play"', 'seat = 4\ndo = "play"', "step 1.seat: no such seat: 4"),
        (TABLE, 'do = "play"', 'do = "plays"', "step 1.do: no such action: 'plays'"),
        (TABLE, 'do = "play"', "", "step 1.do: missing"),
        (TABLE, 'do = "play"', "do = 1", "step 1.do: must be str"),
        (TABLE, 'cards = "r1"', "", "step 1.cards: missing"),
        (TABLE, 'cards = "r1"', 'cards = "s1"', "step 1.cards: no such card: 's1'"),
        (TABLE, 'cards = "r1"', 'cards = "r1"\ncard = "r2"', "step 1.card: unknown key"),
        (TABLE, 'cards = "r1"', 'cards = "r1"\ntarget = 8', "step 1.target: no such seat: 8"),
        (TABLE, "expect = { draw_count = 2", "expect = { refused = true", "expect.refused: only a step"),
        (TABLE, "turn = 3", "turns = 3", "step 1.expect.turns: unknown key"),
        (TABLE, "turn = 3", "turn = 5", "step 1.expect.turn: no such seat: 5"),
        (TABLE, "turn = 3", "direction = 0", "step 1.expect.direction: must be 1 or -1"),
        (TABLE, "turn = 3", 'colour = "Red"', "step 1.expect.colour: no such colour"),
        (TABLE, "turn = 3", 'penalty = "2"', "step 1.expect.penalty: must be int"),
        (TABLE, "turn = 3", 'round_over = "no"', "step 1.expect.round_over: must be bool"),
        (TABLE, "turn = 3", "scores = [1]", "step 1.expect.scores: must be one number for each"),
        (TABLE, "turn = 3", "places = [9]", "step 1.expect.places: no such seat: 9"),
        (TABLE, "turn = 3", 'fits = { 0 = "x1" }', "step 1.expect.fits: no such card: 'x1'"),
        (TABLE, "turn = 3", "fits = { 0 = 1 }", "step 1.expect.fits: must be cards"),
        (TABLE, "turn = 3", 'fits = "r1"', "step 1.expect.fits: must be dict"),
        (TABLE, 'top = "r1"', 'top = "r0r"', "step 1.expect.top: no such card"),
        (TABLE, "hands = { 0 =", "hands = { 4 =", "step 1.expect.hands: no such seat: 4"),
        (TABLE, "hands = { 0 =", "hands = { x =", "step 1.expect.hands: no such seat: 'x'"),
        (TABLE, '1 = "catch"', '1 = "catch timeout"', "step 1.expect.actions: no such action: 'timeout'"),
        (TABLE, '1 = "catch"', "1 = 3", "step 1.expect.actions: must be actions"),
        (TABLE, "refused = true", "refuse = true", "step 2.expect.refuse: unknown key"),
        (TABLE, "refused = true", "refused = 1", "step 2.expect.refused: must be bool"),
        (PENALTY, "amount = 4", "amount = 0", "table.penalty.amount: must be at least 1"),
        (PENALTY, "amount = 4, ", "", "table.penalty.amount: missing"),
        (PENALTY, '"W4", by', '"W", by', "table.penalty.kind: must be D or W4"),
        (PENALTY, "by = 1, ", "", "table.penalty.by"),
        (PENALTY, "by = 1", "by = 2", "table.penalty.by: no such seat: 2"),
        (PENALTY, "guilty = true", "guilt = true", "table.penalty.guilt: unknown key"),
        (PENALTY, "guilty = true", "guilty = 1", "table.penalty.guilty: must be bool"),
        (PENALTY, "challengeable = true", "challengeable = 1", "table.penalty.challengeable: must be bool"),
        (PENALTY, "target = 1", "", "step 1.target: missing"),
        (DEAL, "seats = 2", "", "deal.seats: missing"),
        (DEAL, "seats = 2", "seats = 1", "deal.seats: 2 to 10 seats, not 1"),
        (DEAL, "seats = 2", "seats = 3", "deal.deck: 3 hands of 7"),
        (DEAL, "dealer = 1", "dealer = 2", "deal.dealer: no such seat: 2"),
        (DEAL, "dealer = 1", "turn = 1", "deal.turn: unknown key"),
        (DEAL, "r1 r2", "r1 r22", "deal.deck: no such card: 'r22'"),
        (DEAL, '"r1 r2 r3 r4 r5 r6 r7 b1 b2 b3 b4 b5 b6 b7 g1 g2"', '"' + "WC " * 16 + '"', "deal.deck: none of these"),
        (DEAL, "seed = 4", "seed = [4]", "deal.seed: must be int"),
        (DEAL, "[deal]", "[deal", "cannot be read"),
        (DEAL, "[deal]", "step = 3\n[deal]", "step: must be list"),
        (DEAL, "[deal]", "step = [3]\n[deal]", "step 1: must be a table"),
        (DEAL, "[deal]", "table = 3\n[deal]", "exactly one of [table] and [deal]"),
    ],
)
def test_what_the_format_does_not_know_is_named(tmp_path: Path, text: str, old: str, new: str, named: str) -> None:
    assert old in text
    path = write(tmp_path, text.replace(old, new, 1))
    with pytest.raises(BadScenario) as error:
        load(path)
    assert named in str(error.value)
    failure = failure_of(path)
    assert failure is not None and failure.startswith(f"{path}: error: ") and named in failure


def test_a_scenario_may_use_more_cards_than_any_deck(tmp_path: Path) -> None:
    many = TABLE.replace('under = "g5"', f'under = "{"g5 " * 1_000}"').replace('draw = "y1 y2"', 'draw = ""')
    many = many.replace("mayhem", "official")
    many = many[: many.index("expect")] + '[[step]]\nseat = 0\ndo = "draw"\nexpect = { draw_count = 999 }'
    run(load(write(tmp_path, many)))


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="cannot be read"):
        load(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "\xe4"')
    with pytest.raises(BadScenario, match="cannot be read"):
        load(path)
    path.write_text("title = " + "[" * 50_000)
    with pytest.raises(BadScenario, match="cannot be read"):
        load(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turn = 3", "turn = 1", "step 1: turn expected 1, found 3"),
        ('0 = "r2"', '0 = "r3"', "step 1: hands of seat 0 expected 'r3', found 'r2'"),
        ('1 = "catch"', '1 = "catch draw"', "step 1: actions of seat 1 expected 'catch draw', found 'catch'"),
        ("refused = true", "turn = 3", "step 2: expected accepted, found refused (not_your_turn)"),
        ('top = "r1"', "refused = true", "step 1: expected refused, found accepted"),
        ("draw_count = 2", "draw_count = 3", "start: draw_count expected 3, found 2"),
    ],
)
def test_a_failure_says_file_title_step_and_both_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    path = write(tmp_path, TABLE.replace(old, new, 1))
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == f"{path}: A file with everything: {told}\n0 passed, 1 failed\n"


def test_cards_that_cannot_be_dealt_again_fail_the_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, UNDEALABLE)
    assert failure_of(path) == (
        f"{path}: Wilds alone: the next round cannot be dealt: none of these cards may start the discard pile"
    )


def test_the_command_counts_and_its_status_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "inside").mkdir()
    good = write(tmp_path / "inside", DEAL)
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    bad = write(tmp_path, DEAL + "[x]")
    assert main([str(good), str(bad)]) == 1
    assert capsys.readouterr().out.endswith("x: unknown key\n1 passed, 1 failed\n")
    assert main([]) == 2
    (tmp_path / "empty").mkdir()
    assert main([str(tmp_path / "empty")]) == 1, "nothing tested is nothing proved"
