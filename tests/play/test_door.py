"""The one door of a table: what comes in twice, late, unlawfully, or when it cannot be stored."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable

import pytest

from app.engine.house_rules import HouseRules
from app.engine.match import apply
from app.engine.moves import CALL, CATCH, DRAW, NEXT_ROUND, TIMEOUT, Do, Happened, Move, Reason, parse_move
from app.engine.views import view_for
from app.play import saved
from app.play import table as table_module
from app.play.commands import Answer, By, Command, Outcome
from app.play.vantage import HERE
from app.store import games
from app.store.errors import StorageFailed, StorageFull
from app.store.games import GameStore
from tests.play.conftest import Deal, TableUnderTest

Commit = Callable[..., Awaitable[games.Result]]


async def one_person(deal: Deal, rules: HouseRules | None = None) -> TableUnderTest:
    return await deal("Pc", ["r5 r9 rS", "r7"], "r1", rules)


async def test_a_move_is_stored_before_anybody_is_told(deal: Deal, store: GameStore) -> None:
    table = await one_person(deal)
    outcome = await table.act(0, "r5")
    assert (outcome.answer, outcome.version) == (Answer.DONE, 1)
    assert [version for version, _ in table.told] == [1]
    assert table.told[0][1][0].kind is Happened.PLAYED
    stored = await store.table(table.live.id)
    assert stored is not None
    assert stored.version == 1
    assert [event.move for event in await store.events(table.live.id)] == ["r5"]


async def test_the_same_action_twice_gets_the_same_answer_and_is_made_once(deal: Deal) -> None:
    table = await one_person(deal)
    first, second = await asyncio.gather(table.act(0, "rS", action="a"), table.act(0, "rS", action="a"))
    assert first == second
    assert first.ok
    assert table.live.version == 1


async def test_a_refused_action_stays_refused_when_sent_again(deal: Deal) -> None:
    table = await one_person(deal)
    first = await table.act(0, "g3", action="a")
    assert first.reason is Reason.CARD_NOT_HELD
    assert await table.act(0, "r5", action="a") == first
    assert table.live.version == 0


async def test_an_action_is_known_again_after_a_restart(deal: Deal, store: GameStore) -> None:
    table = await one_person(deal)
    await table.act(0, "rS", action="a")
    table.live._adopt(await loaded(store, table), {HERE: table.live.persons})
    assert (await table.act(0, "rS", version=0, action="a")).version == 1
    assert table.live.version == 1


async def loaded(store: GameStore, table: TableUnderTest) -> saved.Saved:
    found = await saved.load(store, await store.table(table.live.id))
    assert found is not None
    return found


async def test_a_move_for_an_older_table_is_stale(deal: Deal) -> None:
    table = await one_person(deal)
    await table.act(0, "rS", version=0)
    # Two seats: the Skip gave the turn back, so only the version tells a double click from a wish.
    assert (await table.act(0, "r5", version=0)).answer is Answer.STALE
    assert (await table.act(0, "r5", version=99)).answer is Answer.STALE
    assert (await table.act(0, "r5", version=1)).ok


async def test_a_call_does_not_make_the_play_after_it_stale(deal: Deal) -> None:
    table = await deal("PP", ["r5 r6 r7", "b7"], "r1", HouseRules(hand_size=3), then="y1")
    for seat, move in ((0, "r5"), (1, "d")):
        table.live.here.start(seat)
        await table.act(seat, move)
    table.live.here.start(0)
    seen = table.live.version
    assert (await table.act(0, CALL, version=seen)).ok
    assert (await table.act(0, "r6", version=seen)).ok


async def test_a_catch_needs_no_version_but_somebody_to_catch(deal: Deal) -> None:
    table = await deal("Pc", ["r5 r6 r7", "r7 r8 b2"], "r1", HouseRules(hand_size=3))
    await table.act(0, "r5")
    await computer(table, 1, "r7")
    await table.act(0, "r6")
    assert (await computer(table, 1, CATCH[0], version=0)).ok
    late = await computer(table, 1, CATCH[0])
    assert (late.answer, late.reason) == (Answer.REFUSED, Reason.NOT_EXPOSED)


async def computer(table: TableUnderTest, seat: int, move: str | Move, version: int | None = None) -> Outcome:
    made = move if isinstance(move, Move) else parse_move(move)
    expected = table.live.version if version is None else version
    return await table.live.submit(Command(seat, made, uuid.uuid4().hex, expected, By.COMPUTER))


async def test_a_jump_in_answers_the_card_that_lies_on_top(deal: Deal) -> None:
    rules = HouseRules(jump_in="all", decks=2)
    table = await deal("Pccc", ["r5 r9", "b5 r5", "r5 r7", "r5 r8"], "r1", rules)
    await table.act(0, "r5")
    seen = table.live.version
    assert (await computer(table, 2, "r5", version=seen)).ok
    # The same card lies on top, but it is another play: this jump-in answered the first one.
    assert (await computer(table, 1, "r5", version=seen)).answer is Answer.STALE
    assert (await computer(table, 1, "r5")).ok


async def test_of_many_jump_ins_at_once_exactly_one_is_made(deal: Deal) -> None:
    rules = HouseRules(jump_in="all", decks=2)
    table = await deal("Pccc", ["r5 r9", "r5", "r5 r7", "r5 r8"], "r1", rules)
    await table.act(0, "r5")
    seen = table.live.version
    outcomes = await asyncio.gather(*(computer(table, seat, "r5", version=seen) for seat in (3, 2)))
    assert sorted(outcome.answer for outcome in outcomes) == [Answer.DONE, Answer.STALE]


@pytest.mark.parametrize(
    ("seat", "move", "by"),
    [
        (1, DRAW, By.PERSON),
        (0, DRAW, By.COMPUTER),
        (0, DRAW, By.CLOCK),
        (0, TIMEOUT, By.PERSON),
        (2, DRAW, By.PERSON),
        (-1, DRAW, By.PERSON),
    ],
)
async def test_nobody_plays_a_seat_that_is_not_theirs(deal: Deal, seat: int, move: Move, by: By) -> None:
    table = await one_person(deal)
    outcome = await table.live.submit(Command(seat, move, "a", 0, by))
    assert outcome.answer is Answer.NOT_YOURS
    assert table.live.version == 0


async def test_a_refused_move_changes_nothing_and_says_why(deal: Deal, store: GameStore) -> None:
    table = await one_person(deal)
    before = table.live.view_for(0)
    outcome = await table.act(0, "b2")
    assert (outcome.answer, outcome.reason) == (Answer.REFUSED, Reason.CARD_NOT_HELD)
    assert table.live.view_for(0) == before
    assert table.told == []
    assert await store.events(table.live.id) == []
    assert table.live.here.explain(0, Move(Do.PLAY, (3,))) is Reason.CARD_NOT_HELD


async def test_next_round_is_refused_while_one_runs(deal: Deal) -> None:
    table = await one_person(deal)
    assert (await table.live.here.next_round(0)).reason is Reason.ROUND_NOT_OVER
    assert (await table.act(0, NEXT_ROUND)).reason is Reason.ROUND_NOT_OVER


@pytest.mark.parametrize(
    ("problem", "answer"),
    [(StorageFull("full"), Answer.STORAGE_FULL), (StorageFailed("no"), Answer.STORAGE_FAILED)],
)
async def test_what_cannot_be_stored_has_not_happened(
    deal: Deal, store: GameStore, monkeypatch: pytest.MonkeyPatch, problem: Exception, answer: Answer
) -> None:
    table = await one_person(deal)
    before = table.live.view_for(0)

    async def refuse(*_move: object) -> games.Result:
        raise problem

    with monkeypatch.context() as broken:
        broken.setattr(store, "commit_move", refuse)
        outcome = await table.act(0, "r5", action="a")
    assert (outcome.answer, outcome.retry, outcome.version) == (answer, True, 0)
    assert table.live.view_for(0) == before
    assert table.told == []
    assert (await table.act(0, "r5", version=0, action="a")).ok


async def test_a_commit_that_only_seemed_to_fail_is_found_again(
    deal: Deal, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await one_person(deal)
    seen = table.live.view_for(0)
    commit: Commit = store.commit_move

    async def commit_and_fail(*move: object) -> games.Result:
        await commit(*move)
        raise StorageFailed("the answer was lost")

    with monkeypatch.context() as broken:
        broken.setattr(store, "commit_move", commit_and_fail)
        assert (await table.act(0, "r5", action="a")).retry
    outcome = await table.act(0, "r5", version=0, action="a")
    assert (outcome.answer, outcome.version, table.live.version) == (Answer.DONE, 1, 1)
    assert table.live.view_for(0) == view_for(table.live.state, 0) != seen
    assert len(await store.events(table.live.id)) == 1


async def test_who_stops_waiting_does_not_undo_the_move(
    deal: Deal, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await one_person(deal)
    commit: Commit = store.commit_move
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*move: object) -> games.Result:
        reached.set()
        await go_on.wait()
        return await commit(*move)

    monkeypatch.setattr(store, "commit_move", slowly)
    waiting = asyncio.create_task(table.act(0, "r5"))
    await reached.wait()
    waiting.cancel()
    go_on.set()
    assert (await table.act(0, "r5", version=0)).answer is Answer.STALE
    assert table.live.version == 1


async def test_a_broken_invariant_freezes_this_table_and_tells_no_cards(
    deal: Deal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, other = await one_person(deal), await one_person(deal)
    before = table.live.view_for(0)

    def planted(*_arguments: object) -> None:
        raise RuntimeError("the hand was r5 r9 rS")

    with monkeypatch.context() as broken, caplog.at_level(logging.DEBUG):
        broken.setattr(table_module, "apply", planted)
        assert (await table.act(0, "r5")).answer is Answer.FROZEN
    assert table.live.frozen
    assert (await table.act(0, "r5")).answer is Answer.FROZEN
    assert table.live.view_for(0) == before
    assert "r9" not in caplog.text and "RuntimeError" in caplog.text
    assert (await other.act(0, "r5")).ok


async def test_lost_cards_freeze_the_table(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await one_person(deal)

    def losing(state: object, *arguments: object) -> None:
        apply(state, *arguments)  # type: ignore[arg-type]
        state.draw.pop()  # type: ignore[attr-defined]

    monkeypatch.setattr(table_module, "apply", losing)
    assert (await table.act(0, "r5")).answer is Answer.FROZEN
    assert table.live.version == 0


async def test_a_replaced_table_takes_no_more_moves(deal: Deal) -> None:
    first = await one_person(deal)
    await one_person(deal)
    assert (await first.act(0, "r5")).answer is Answer.CLOSED
    assert first.live.closed
    assert first.told[-1] == (0, ())


async def test_a_page_that_breaks_keeps_nobody_from_being_told(deal: Deal) -> None:
    table = await one_person(deal)

    def breaks(*_told: object) -> None:
        raise RuntimeError

    table.live.subscribe(breaks)
    heard: list[int] = []
    stop = table.live.subscribe(lambda version, _events: heard.append(version))
    await table.act(0, "rS")
    stop()
    await table.act(0, "r5")
    assert heard == [1]


async def test_a_view_is_made_once_for_each_state_and_seat(deal: Deal) -> None:
    table = await one_person(deal)
    first = {seat: table.live.view_for(seat) for seat in (0, 1, None)}
    assert all(table.live.view_for(seat) is view for seat, view in first.items())
    await table.act(0, "g3")
    assert table.live.view_for(0) is first[0], "a move that was refused has changed nothing"
    await table.act(0, "rS")
    for seat, view in first.items():
        assert table.live.view_for(seat) == view_for(table.live.state, seat) != view
    await table.live.change_rule("seven", "swap")
    assert table.live.view_for(None).rules.seven == "swap"


def test_action_ids_have_a_sensible_length() -> None:
    for wrong in ("", "x" * 65):
        with pytest.raises(ValueError, match="action id"):
            Command(0, DRAW, wrong, 0)
