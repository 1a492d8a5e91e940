"""The written form of moves, and that nothing else is read as one."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.cards import KINDS
from app.engine.legality import why_illegal
from app.engine.moves import Do, Event, Happened, Move, Reason, parse_move
from tests.engine.seating import make, seated

plain = st.sampled_from([do for do in Do if do not in (Do.PLAY, Do.CATCH)]).map(Move)
catches = st.integers(0, 9).map(lambda seat: Move(Do.CATCH, target=seat))
played = st.builds(
    Move,
    st.just(Do.PLAY),
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=200).map(tuple),
    st.sampled_from([None, 0, 1, 2, 3]),
    st.none() | st.integers(0, 9),
)


@given(st.one_of(plain, catches, played))
def test_every_move_is_read_as_it_was_written(move: Move) -> None:
    text = move.code()
    assert parse_move(text) == move
    assert " " not in text and not text[0].isdigit(), "a record puts the seat before it and spaces between"


@given(st.text() | st.text("rygbRSDW0123456789CS4+>@xdptcuon ", max_size=12))
@example("x٣")
@example("r7@٣")
@example("r\N{FULLWIDTH DIGIT FIVE}")
@example("x")
@example("")
@example("\ud800")
@example("r5+")
@example("d\n")
@example("r5\n")
@example("x3\n")
def test_what_is_read_was_written_so(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert move.code() == text


@pytest.mark.parametrize("text", ["r5" * 5_000_000, "+".join(["r5"] * 3_000_000), "x" * 10_000_000])
def test_nonsense_of_10_mb_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError, match="never this long"):
        parse_move(text)


def test_a_colour_or_a_target_that_is_not_needed_is_ignored() -> None:
    """scenarios.md: ignored, not refused."""
    plainly, wordily = (seated(["r1 r2 r3", "b1 b2"], "r5", "y1 y2") for _ in range(2))
    make(plainly, 0, "r1")
    make(wordily, 0, "r1>g@1")
    assert plainly.to_dict() == wordily.to_dict()


@pytest.mark.parametrize("colour", [-1, 4, 5])
def test_a_colour_that_does_not_exist_is_no_colour(colour: int) -> None:
    state = seated(["W r2", "b1 b2"], "r5")
    assert why_illegal(state, 0, Move(Do.PLAY, (52,), colour)) is Reason.NAME_A_COLOUR


@given(
    st.builds(
        Event,
        st.sampled_from(Happened),
        seat=st.none() | st.integers(0, 9),
        target=st.none() | st.integers(0, 9),
        cards=st.lists(st.sampled_from(KINDS), max_size=9).map(tuple),
        count=st.integers(-1, 200),
        points=st.lists(st.integers(-500, 500), max_size=10).map(tuple),
        setting=st.sampled_from(["", "stacking"]),
        private=st.booleans(),
    )
)
def test_events_are_read_as_they_were_written(event: Event) -> None:
    assert Event.from_dict(event.to_dict()) == event
