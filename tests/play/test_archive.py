"""Records taken away as a file, brought back, and shared: what is believed, what is refused, whose it is."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.engine.house_rules import PRESETS
from app.play import archive, saved
from app.play.archive import Archive, TakenIn
from app.play.refusals import Refused
from app.play.saved import FinishedMatch, TableDamaged
from app.store.games import KEPT_MATCHES, GameStore, account_owner
from tests.play.matches import AUTUMN, file_of, finished, setup_of

QUICK = PRESETS["quick"]
MINE, OTHERS, ANN = "device-1", "device-2", account_owner("a1")
NOW = AUTUMN + 1_000_000

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def matches() -> list[FinishedMatch]:
    return [finished(number, setup_of("Pc", QUICK, "quick")) for number in range(1, 5)]


@pytest.fixture
def records(store: GameStore) -> Archive:
    return Archive(store, wall=lambda: NOW)


async def keep(store: GameStore, owner: str, *matches: FinishedMatch) -> None:
    await store.add_finished(owner, [saved.finished_row(match) for match in matches])


async def word_of(records: Archive, file: bytes, owner: str = MINE) -> tuple[str, dict[str, int]]:
    """How a file is refused; nothing may have come of it."""
    before = await records.matches(owner)
    with pytest.raises(Refused) as refused:
        await records.take_in(owner, file)
    assert await records.matches(owner) == before
    return refused.value.word, dict(refused.value.params)


# Taking in


async def test_a_file_is_taken_in_as_it_was_written(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    await keep(store, OTHERS, *matches)
    file = (await records.export(OTHERS)).encode()
    assert await records.take_in(MINE, file) == TakenIn(4, 0, 0)
    mine, theirs = await records.matches(MINE), await records.matches(OTHERS)
    assert [replace(each, id="") for each in mine] == [replace(each, id="") for each in theirs]
    assert not {each.id for each in mine} & {each.id for each in theirs}
    assert (await records.export(MINE)).count('"schema":1') == 4


async def test_what_is_known_is_not_taken_in_again(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    await keep(store, MINE, *matches[:1])
    assert await records.take_in(MINE, file_of(*matches[:2])) == TakenIn(1, 1, 0)
    assert await records.take_in(MINE, file_of(*matches[:2])) == TakenIn(0, 2, 0)
    # By way of another device it comes back under another name, but move for move the same.
    assert await records.take_in(OTHERS, file_of(*matches[:2])) == TakenIn(2, 0, 0)
    assert await records.take_in(MINE, (await records.export(OTHERS)).encode()) == TakenIn(0, 2, 0)
    assert await records.take_in(MINE, file_of(matches[2], matches[2])) == TakenIn(1, 0, 0)


async def test_what_was_cleared_can_be_brought_back(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    await keep(store, MINE, *matches)
    file = (await records.export(MINE)).encode()
    assert await records.clear(MINE) == 4
    assert await records.matches(MINE) == []
    assert await records.take_in(MINE, file) == TakenIn(4, 0, 0)


async def test_figures_are_those_of_the_moves_whatever_the_file_says(
    records: Archive, matches: list[FinishedMatch]
) -> None:
    boasted = matches[0].to_dict()
    boasted["figures"] = {**boasted["figures"], "biggest_stack": 400, "turns": 1, "played": [900, 0]}
    assert await records.take_in(MINE, file_of(boasted)) == TakenIn(1, 0, 0)
    (kept,) = await records.matches(MINE)
    assert kept.figures == matches[0].figures


async def test_names_are_tidied(records: Archive, matches: list[FinishedMatch]) -> None:
    untidy = matches[0].to_dict()
    untidy["setup"]["occupants"][0]["name"] = "  <b>A\u0301nn</b>  "
    assert await records.take_in(MINE, file_of(untidy)) == TakenIn(1, 0, 0)
    (kept,) = await records.matches(MINE)
    assert kept.setup.names[0] == "<b>\xc1nn</b>"


async def test_a_device_keeps_its_latest_and_an_account_all(
    records: Archive, matches: list[FinishedMatch], store: GameStore
) -> None:
    many = [
        {**matches[0].to_dict(), "id": f"m{number}", "finished_at": AUTUMN + number}
        for number in range(KEPT_MATCHES + 5)
    ]
    assert await records.take_in(MINE, file_of(*many)) == TakenIn(KEPT_MATCHES, 0, 5)
    assert min(each.finished_at for each in await records.matches(MINE)) == AUTUMN + 5
    assert await records.take_in(ANN, file_of(*many)) == TakenIn(KEPT_MATCHES + 5, 0, 0)


# Refusing


def set_(*path: Any, to: object) -> Change:
    def change(match: dict[str, Any]) -> None:
        *way, last = path
        for step in way:
            match = match[step]
        match[last] = to

    return change


def without(key: str) -> Change:
    return lambda match: match.pop(key)


FORGED: dict[str, Change] = {
    "another winner": lambda match: match["places"].reverse(),
    "a better score": lambda match: match["scores"].__setitem__(0, 999),
    "a card that was not held": lambda match: match["record"]["moves"].__setitem__(0, "r5 r5 r5 r5"),
    "moves cut off": lambda match: match["record"]["moves"].__setitem__(0, match["record"]["moves"][0][:5]),
    "moves after the end": lambda match: match["record"]["moves"].__setitem__(0, match["record"]["moves"][0] + " d"),
    "other shuffles": set_("record", "seeds", 0, to="f" * 32),
    "a seed that is a book": set_("record", "seeds", 0, to="f" * 100_000),
    "half a character": set_("record", "seeds", 0, to="\ud800"),
    "no seeds": set_("record", "seeds", to=[]),
    "moves that are no text": set_("record", "moves", to=[5]),
    "too many moves": set_("record", "moves", to=["d " * 30_000]),
    "more seats in the record": set_("record", "seats", to=3),
    "a million seats": set_("record", "seats", to=1_000_000),
    "another schema of record": set_("record", "schema", to=2),
    "other rules in the record": set_("record", "rules", to={}),
    "rules that do not exist": set_("setup", "rules", to={"cheating": "on"}),
    "a preset that does not exist": set_("setup", "base", to="../../etc"),
    "a name that turns the text round": set_("setup", "occupants", 0, "name", to="\u202egnik"),
    "a name of nothing": set_("setup", "occupants", 0, "name", to="\u200b"),
    "a name with half a character": set_("setup", "occupants", 0, "name", to="\ud83d"),
    "a name as long as a book": set_("setup", "occupants", 0, "name", to="A" * 100_000),
    "two of one name": set_("setup", "occupants", 1, "name", to="ANN"),
    "a portrait from elsewhere": set_("setup", "occupants", 0, "portrait", to='x"><script>'),
    "nobody": set_("setup", "occupants", to=[]),
    "a thousand seats": lambda match: match["setup"].__setitem__("occupants", match["setup"]["occupants"] * 500),
    "a day to come": set_("finished_at", to=NOW + 10 * 24 * 3600),
    "the dark ages": set_("finished_at", to=-1e9),
    "no day": set_("finished_at", to=None),
    "a number past counting": set_("finished_at", to=10**400),
    "a truth for a day": set_("finished_at", to=True),
    "a time that never ended": set_("figures", "seconds", to=1e300),
    "no figures": without("figures"),
    "no moves at all": without("record"),
    "no id": without("id"),
    "an id that is a path": set_("id", to="../../passwd"),
    "neither here nor there": set_("online", to="perhaps"),
}


@pytest.mark.parametrize("what", FORGED)
async def test_a_forged_match_is_refused_and_nothing_of_its_file_kept(
    records: Archive, matches: list[FinishedMatch], what: str
) -> None:
    forged = json.loads(json.dumps(matches[1].to_dict()))
    FORGED[what](forged)
    assert await word_of(records, file_of(matches[0], forged)) == ("damaged_match", {"number": 2})


@pytest.mark.parametrize(
    "file",
    [
        b"", b"\0" * 100, b"[]", b"nonsense", b'"records"', b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe\xfd",
        b'{"format": "uno-ultimate-records", "schema": 1}',
        b'{"format": "uno-ultimate-records", "schema": 1, "matches": {}}',
        b'{"format": "something-else", "schema": 1, "matches": []}',
        b'{"format": "uno-ultimate-records", "schema": 1, "matches": [], "more": NaN}',
        b'{"format": "uno-ultimate-records", "schema": 1, "matches": [], "more": ' + b"9" * 10_000 + b"}",
    ],
)  # fmt: skip
async def test_what_is_no_file_of_records_is_refused(records: Archive, file: bytes) -> None:
    assert await word_of(records, file) == ("not_records", {})


@pytest.mark.parametrize("match", [None, 5, "match", [], {}, {"id": 5}])
async def test_what_is_no_match_is_refused(records: Archive, match: Any) -> None:
    file = json.dumps({"format": "uno-ultimate-records", "schema": 1, "matches": [match]}).encode()
    assert await word_of(records, file) == ("damaged_match", {"number": 1})


async def test_a_file_has_its_limits(records: Archive, matches: list[FinishedMatch]) -> None:
    assert await word_of(records, b" " * (archive.LARGEST_FILE + 1)) == ("file_too_big", {"high": 5})
    many = [{"id": f"m{number}"} for number in range(archive.MOST_MATCHES + 1)]
    assert await word_of(records, file_of(*many)) == ("too_many_matches", {"high": archive.MOST_MATCHES})
    newer = json.loads(file_of(matches[0])) | {"schema": 2}
    assert await word_of(records, json.dumps(newer).encode()) == ("newer_records", {})


async def test_only_so_many_files_wait_at_once(records: Archive, matches: list[FinishedMatch]) -> None:
    answers = await asyncio.gather(
        *(records.take_in(f"device-{number}", file_of(*matches)) for number in range(archive.MOST_WAITING + 2)),
        return_exceptions=True,
    )
    refused = [answer.word for answer in answers if isinstance(answer, Refused)]
    assert refused == ["busy", "busy"]
    assert answers.count(TakenIn(4, 0, 0)) == archive.MOST_WAITING


async def test_a_file_has_no_more_than_can_be_taken_in(
    store: GameStore, records: Archive, matches: list[FinishedMatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, MINE, *matches)
    monkeypatch.setattr(archive, "LARGEST_FILE", 2500)
    file = (await records.export(MINE)).encode()
    held = [match["id"] for match in json.loads(file)["matches"]]
    assert len(file) <= 2500 and held == ["match-4", "match-3", "match-2"][: len(held)] and held


# Watching and sharing


async def test_own_matches_can_be_watched_and_others_only_by_their_link(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    await keep(store, MINE, matches[0])
    own = await records.replay(MINE, "match-1")
    assert own is not None and own.own and own.replay.match == matches[0]
    assert await records.replay(OTHERS, "match-1") is None
    token = await records.share(MINE, "match-1")
    assert token is not None and len(token) >= 22
    shared = await records.replay(OTHERS, token)
    assert shared is not None and not shared.own and shared.replay is own.replay
    again = await records.replay(MINE, token)
    assert again is not None and again.own
    assert await records.unshare(MINE, "match-1")
    assert await records.replay(OTHERS, token) is None
    assert await records.share(MINE, "match-1") != token


async def test_nobody_shares_what_is_not_theirs(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    await keep(store, MINE, matches[0])
    assert await records.share(OTHERS, "match-1") is None
    await records.share(MINE, "match-1")
    assert not await records.unshare(OTHERS, "match-1")


@pytest.mark.parametrize("key", ["", "nothing", "x" * 1000, "\0", "\ud800", "' OR 1=1 --"])
async def test_an_address_that_leads_nowhere(records: Archive, key: str) -> None:
    assert await records.replay(MINE, key) is None


async def test_a_match_that_cannot_be_followed_says_so(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    row = saved.finished_row(matches[0])
    row.record = row.record.replace('"moves":["', '"moves":["r5 r5 r5 ')
    await store.add_finished(MINE, [row])
    with pytest.raises(TableDamaged):
        await records.replay(MINE, "match-1")


async def test_what_cannot_be_read_is_left_out_of_lists_and_files(
    store: GameStore, records: Archive, matches: list[FinishedMatch]
) -> None:
    broken = saved.finished_row(matches[0])
    broken.figures = "{"
    await store.add_finished(MINE, [broken, saved.finished_row(matches[1])])
    assert [match.id for match in await records.matches(MINE)] == ["match-2"]
    assert [match["id"] for match in json.loads(await records.export(MINE))["matches"]] == ["match-2"]
