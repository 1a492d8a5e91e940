"""The benchmark itself works; how fast anything is, no test says."""

import sys
from pathlib import Path

import pytest

from app.engine.house_rules import OFFICIAL, PRESETS
from app.engine.moves import NEXT_ROUND
from app.engine.state import MATCH_OVER
from tests.bench import engine

ANSWERS = "import sys\nfor line in sys.stdin: print(0.5, flush=True)\n"


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_are_played_to_their_end(preset: str) -> None:
    assert engine.play_match(PRESETS[preset], 3, 1).pending is MATCH_OVER


def test_a_log_is_what_was_played() -> None:
    log = engine.log_of(OFFICIAL, 2, 5)
    played = engine.play(OFFICIAL, 2, range(5, 6))
    assert played.moves == len(log) and played.rounds == 1 + sum(move == NEXT_ROUND for _, move, _ in log)
    assert len(list(engine.replayed(OFFICIAL, 2, 5, log))) == len(log)


@pytest.mark.parametrize("name", engine.CALLS)
def test_every_call_is_measured(name: str) -> None:
    engine.micros_of_call(engine.CALLS[name], engine.positions(OFFICIAL, 2, 20))


def test_the_tenths_of_a_long_match_are_measured() -> None:
    assert min(engine.early_and_late(2, 0)) > 0


@pytest.mark.parametrize("seats", engine.SEATS)
def test_records_are_small(seats: int) -> None:
    assert engine.record_bytes(seats, 10) <= engine.RECORD_TARGET


def test_the_table_compares_with_what_the_other_side_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "answers.py"
    script.write_text(ANSWERS, encoding="utf-8")
    monkeypatch.setattr(engine, "PEER_SIDE", script)
    peer = engine.Peer(Path(sys.executable))
    try:
        assert peer.speed("env", 2, 100) == 200
        engine.print_races(peer, 1, 1)
    finally:
        peer.close()
    told = capsys.readouterr().out
    assert told.count("RLCard env.run") == told.count("RLCard bare game") == 2
