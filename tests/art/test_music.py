"""The score of the music and of the effects: in tune, in time, within reach of ears, and round without a seam."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from app.art.effects import COLOUR_TONES, effects, effects_json
from app.art.music import (
    BAR,
    BARS,
    COMPS,
    LENGTH,
    PARTS,
    QUALITIES,
    QUAVER,
    QUAVERS_A_MINUTE,
    RIMS,
    Chord,
    chord_at,
    chords,
    music_json,
    notes,
)
from app.art.notes import SUNG, VOICES, Note, pitch_of

RANGES = {
    "bass": ("E2", "Eb3"), "guitar": ("D3", "D6"), "vibes": ("F#4", "C6"), "flute": ("G4", "C6"),
}  # fmt: skip
LEADS = ("vibes", "flute")
HUMAN = 4
"""Ticks by which a hand may be late."""


def played(voice: str) -> list[Note]:
    return [note for note in notes() if note.voice == voice]


def quaver_of(note: Note) -> int:
    return note.at // QUAVER


@pytest.mark.parametrize(("name", "pitch"), [("A4", 69), ("C4", 60), ("Eb5", 75), ("F#3", 54), ("B", 11), ("D2", 38)])
def test_pitches_are_called_as_musicians_call_them(name: str, pitch: int) -> None:
    assert pitch_of(name) == pitch


@pytest.mark.parametrize("name", ["", "H4", "4", "c4", "C##4"])
def test_other_names_are_no_pitch(name: str) -> None:
    with pytest.raises(ValueError, match="not a note"):
        pitch_of(name)


# The music


def test_it_goes_on_for_two_minutes_before_it_comes_round() -> None:
    assert BARS == 64
    assert LENGTH == BARS * BAR
    assert 110 < LENGTH / QUAVER / QUAVERS_A_MINUTE * 60 < 140


def test_every_part_has_eight_bars_of_eight_quavers() -> None:
    for part in PARTS:
        assert part.comp in COMPS
        assert part.rim in RIMS
        assert len(part.chords.split("|")) == 8
        for bar in part.melody.split("|"):
            assert sum(int(word.rpartition("/")[2].lstrip("-")) for word in bar.split()) == 8, bar


def test_all_notes_lie_within_the_loop_and_none_is_louder_or_shorter_than_can_be() -> None:
    assert list(notes()) == sorted(notes())
    for note in notes():
        assert 0 <= note.at < LENGTH
        assert 0 < note.length <= BAR
        assert 5 <= note.level <= 100
        assert note.to is None


@pytest.mark.parametrize("voice", RANGES)
def test_every_instrument_keeps_to_its_range(voice: str) -> None:
    low, high = map(pitch_of, RANGES[voice])
    assert all(low <= note.pitch <= high for note in played(voice))


def test_the_harmony_walks_from_two_to_five_to_one() -> None:
    walk = [chord for chord, before in zip(chords(), (None, *chords()), strict=False) if chord != before]

    def two_five_one(two: Chord, five: Chord, one: Chord) -> bool:
        falls = (two.root - five.root) % 12 == 7 and (five.root - one.root) % 12 == 7
        return falls and two.quality == "m7" and five.quality == "7" and one.quality in ("maj7", "m7", "69")

    assert sum(two_five_one(*three) for three in zip(walk, walk[1:], walk[2:], strict=False)) >= 8


def test_the_bass_has_the_root_where_a_chord_begins() -> None:
    beats = {quaver_of(note): int(note.pitch) % 12 for note in played("bass")}
    for half, chord in enumerate(chords()):
        begins = half % 2 == 0 or chords()[half - 1] != chord
        assert beats[half * 4] == (chord.root if begins else chord.fifth)


def test_the_guitar_plays_tones_of_the_chord_or_of_the_one_it_runs_into() -> None:
    for note in played("guitar"):
        if note.pitch > pitch_of("B4") or note.level > 40:
            continue  # the tune, not the chords
        here, ahead = chord_at(note.at), chord_at(note.at + QUAVER)
        assert int(note.pitch) % 12 in set(here.held) | set(ahead.held), (note, here, ahead)


def test_its_chords_are_full_and_move_by_small_steps() -> None:
    struck = defaultdict(list)
    for note in played("guitar"):
        if note.level <= 40:
            struck[quaver_of(note)].append(note.pitch)
    hands = [sorted(hand) for _, hand in sorted(struck.items())]
    assert all(len(hand) == 4 for hand in hands)
    assert all(b - a >= 2 for hand in hands for a, b in pairwise(hand))
    for before, after in zip(hands, hands[1:] + hands[:1], strict=True):
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) <= 5


@pytest.mark.parametrize("voice", LEADS)
def test_the_melody_dwells_on_the_harmony_only(voice: str) -> None:
    for note in played(voice):
        if note.length > 1.5 * QUAVER:
            chord = chord_at(note.at)
            assert int(note.pitch) % 12 in chord.tones | chord.colours, (note.at / BAR + 1, note, chord)


def test_the_melody_is_sparse_and_breathes() -> None:
    sung = sum(note.length for voice in LEADS for note in played(voice))
    assert 0.25 * LENGTH < sung < 0.7 * LENGTH
    tune = [note for note in notes() if note.voice in LEADS or (note.voice == "guitar" and note.level > 50)]
    assert BARS - len({note.at // BAR for note in tune}) >= 4


def test_the_rim_plays_the_bossa_clave() -> None:
    first_two_bars = [quaver_of(note) for note in played("rim") if note.at < 2 * BAR]
    assert first_two_bars == [0, 3, 6, 10, 13]


def test_no_two_parts_are_alike() -> None:
    def fingerprint(part: int) -> tuple[tuple[int, str, float], ...]:
        start = part * 8 * BAR
        kept = [note for note in notes() if start <= note.at < start + 8 * BAR and note.voice != "shaker"]
        return tuple((quaver_of(note) - start // QUAVER, note.voice, note.pitch) for note in kept)

    prints = [fingerprint(part) for part in range(len(PARTS))]
    for number, mine in enumerate(prints):
        for other in prints[:number]:
            assert sum((Counter(mine) & Counter(other)).values()) < 0.9 * len(mine)


def test_it_comes_round_without_a_seam() -> None:
    last, first = chords()[-1], chords()[0]
    assert (last.quality, (last.root - first.root) % 12) == ("7", 7), "the dominant leads back to the first chord"
    assert chord_at(LENGTH) == chord_at(0)
    # Something begins on every quaver of the last bar and of the first, and nothing rings far over the end.
    for start in (0, LENGTH - BAR):
        begun = {quaver_of(note) for note in notes() if start <= note.at < start + BAR}
        assert len(begun) == 8
    assert all(note.at + note.length <= LENGTH + 2 * QUAVER for note in notes())
    # The last short note of the bass leads to the root that the first one has.
    bass = played("bass")
    assert abs(bass[-1].pitch - bass[0].pitch) <= 1


def test_hands_are_uneven_but_never_off_the_beat() -> None:
    lateness = {note.at % (QUAVER // 2) for note in notes() if note.voice != "guitar"}
    assert lateness == set(range(HUMAN))


def test_chords_know_their_tones() -> None:
    assert Chord(2, "7").tones == {2, 6, 9, 0}
    assert Chord(2, "7").fifth == 9
    assert all(len(tones) == 4 for tones in QUALITIES.values())


def test_the_file_is_small_and_the_same_every_time() -> None:
    assert music_json() == music_json()
    assert len(gzip.compress(music_json().encode())) < 12_000
    score = json.loads(music_json())
    assert score["length"] * score["tick"] == pytest.approx(LENGTH / QUAVER / QUAVERS_A_MINUTE * 60, abs=0.01)
    assert score["length"] == 64 * score["bar"]
    assert len(score["notes"]) == len(notes())


# The effects


@pytest.mark.parametrize("name", effects())
def test_an_effect_is_short_and_begins_at_once(name: str) -> None:
    sound = effects()[name]
    assert sound[0].at == 0
    end = max(note.at + note.length for note in sound)
    assert 40 <= end <= (2600 if name.startswith("match") else 1500)
    for note in sound:
        assert note.voice in VOICES
        assert 0 < note.level <= 100
        assert 30 <= note.pitch <= 125
        assert note.to is None or 30 <= note.to <= 125


def test_no_effect_sounds_like_another() -> None:
    shapes = [tuple((note.at, note.voice, note.pitch) for note in sound) for sound in effects().values()]
    assert len(set(shapes)) == len(shapes)


GLAD = (
    "wild", "skip", "reverse", "deflect", "jump-in", "swap", "hands", "custom", "again", "honest", "uno", "out",
    "round-won", "round-over", "turn", "red", "yellow", "green", "blue",
)  # fmt: skip
HURTS = ("take", "grow", "challenge", "guilty", "caught", "knocked-out", "refused", "stalled")
SCALE = {pitch_of(name) for name in "GABDE"}


@pytest.mark.parametrize("name", GLAD)
def test_what_is_glad_fits_the_music(name: str) -> None:
    assert {int(note.pitch) % 12 for note in effects()[name] if note.voice in SUNG} <= SCALE


@pytest.mark.parametrize("name", HURTS)
def test_what_hurts_does_not(name: str) -> None:
    assert {int(note.pitch) % 12 for note in effects()[name] if note.voice in SUNG} - SCALE


def test_each_colour_has_its_own_tone_and_a_wild_has_them_all() -> None:
    tones = [effects()[colour][0].pitch for colour in ("red", "yellow", "green", "blue")]
    assert tones == [pitch_of(name) for name in COLOUR_TONES]
    assert [note.pitch for note in effects()["wild"] if note.voice == "bell"] == tones


def test_the_effects_fit_into_one_packet() -> None:
    assert len(gzip.compress(effects_json().encode())) < 2_500
    assert json.loads(effects_json()).keys() == effects().keys()
