"""Searches stand still where they are in the way, and only those of whoever has searched much."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

import linden
from linden.players.budget import Cancelled
from linden.web.compute import courtesy as module
from linden.web.compute.courtesy import GOES_ON, SHARE, Courtesy, Pace
from linden.web.compute.search_process import SearchProcess, choose
from linden.web.compute.searches import Searches, SearchPool
from servers import PATIENCE

MUCH = SHARE.burst + 10


def asked(pace: Pace, times: int, loop_sleeps: Callable[[], None]) -> int:
    """How often a search stands still when it is asked so many times."""
    found = 0
    for _ in range(times):
        found += pace.stands_still()
        loop_sleeps()
    return found


def in_a_thread(loop_works: float, owner: str, spent: float, awaited: tuple[str, ...] = ()) -> int:
    """How often of fifty moments a search stands still, beside an event loop that is held up for
    so long again and again."""

    async def measure() -> int:
        courtesy = Courtesy()
        courtesy.spend(owner, spent)
        pace = Pace(courtesy, owner, asyncio.get_running_loop(), lambda: awaited)
        counted = asyncio.get_running_loop().run_in_executor(
            None, asked, pace, 50, lambda: time.sleep(0.004)
        )
        while not counted.done():
            time.sleep(loop_works)
            await asyncio.sleep(0.001)
        return await counted

    return asyncio.run(measure())


def test_who_has_searched_much_stands_still_while_the_loop_is_late() -> None:
    still = in_a_thread(0.03, "ada", MUCH)
    assert 25 <= still <= 50 - 50 // GOES_ON


def test_who_has_searched_little_goes_on() -> None:
    assert in_a_thread(0.03, "ada", 0.5) == 0


def test_where_nothing_else_is_to_be_done_everybody_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LATE_SECONDS", 1.0)  # other tests may hold this machine up
    assert in_a_thread(0.0, "ada", MUCH) == 0


def test_nobody_dawdles_while_somebody_else_waits() -> None:
    assert in_a_thread(0.03, "ada", MUCH, awaited=("bob",)) == 0
    assert in_a_thread(0.03, "ada", MUCH, awaited=("ada",)) > 0


def test_time_spent_standing_still_is_not_searched() -> None:
    async def measure() -> tuple[float, float]:
        courtesy = Courtesy()
        courtesy.spend("ada", MUCH)
        before = courtesy._balances.left("searching", "ada", SHARE)
        pace = Pace(courtesy, "ada", asyncio.get_running_loop(), tuple)
        courtesy._tense = time.monotonic() + 60
        pace.stands_still()
        time.sleep(0.5)
        pace.end()
        return before, courtesy._balances.left("searching", "ada", SHARE)

    before, after = asyncio.run(measure())
    assert after > before - 0.25


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def test_a_process_is_stopped_goes_on_and_answers() -> None:
    process = SearchProcess()
    seen = []
    position = linden.load("linja").start()

    def stands_still() -> bool:
        assert process._process is not None
        seen.append(state_of(process._process.pid))
        return len(seen) < 20

    try:
        process.ask(choose, (position, "mcts:nodes=10", 1, None), threading.Event())
        work = (position, "mcts:nodes=20000", 1, None)
        began = time.monotonic()
        choice = process.ask(choose, work, threading.Event(), stands_still)
        assert choice.nodes == 20000
        assert process.took is not None
        assert 0 < process.took < time.monotonic() - began - 0.2, "waiting is not searching"
        assert seen.count("T") >= 15
        assert process._process is not None
        assert state_of(process._process.pid) != "T"
    finally:
        process.close()


@pytest.mark.parametrize("last", [False, True])
def test_only_who_has_used_up_their_share_comes_last(last: bool) -> None:
    """On a busy machine, time that nobody else wants may never come: its end is not waited for."""
    position = linden.load("linja").start()
    wanted = os.SCHED_IDLE if last else os.SCHED_OTHER

    async def ask() -> None:
        courtesy = Courtesy()
        courtesy.spend("ada", MUCH if last else 1)
        pool = SearchPool(1, "linden-test", courtesy)
        asked = asyncio.create_task(pool.ask("ada", choose, (position, "mcts:nodes=10", 1, None)))
        process = pool._last[0] if last else pool.processes[0]
        other = pool.processes[0] if last else pool._last[0]
        try:
            async with asyncio.timeout(PATIENCE):
                while (
                    process._process is None
                    or os.sched_getscheduler(process._process.pid) != wanted
                ):
                    await asyncio.sleep(0.01)
                if not last:
                    await asked
            assert os.sched_getscheduler(process._process.pid) == wanted
            assert other._process is None
        finally:
            asked.cancel()
            pool.close()

    asyncio.run(ask())


def test_one_who_was_called_off_while_standing_still_does_not_stay_so() -> None:
    process = SearchProcess()
    position = linden.load("linja").start()
    cancel = threading.Event()
    threading.Timer(0.4, cancel.set).start()
    try:
        process.ask(choose, (position, "mcts:nodes=10", 1, None), threading.Event())
        work = (position, "mcts", 1, 60.0)
        with pytest.raises(Cancelled):
            process.ask(choose, work, cancel, lambda: True)
        assert (
            process.ask(choose, (position, "mcts:nodes=50", 1, None), threading.Event()).nodes == 50
        )
    finally:
        process.close()


def test_the_time_of_an_answer_that_nobody_waits_for_is_not_taken_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that was called off may answer all the same; the next one is called off, too."""
    process = SearchProcess()
    heard = iter([(0, None, 99.0)])

    def listen(*_: object) -> tuple[int, None, float]:
        for late in heard:
            return late
        raise Cancelled

    monkeypatch.setattr(process, "_running", lambda: SimpleNamespace(stdin=BytesIO()))
    monkeypatch.setattr(process, "_listen", listen)
    with pytest.raises(Cancelled):
        process.ask(choose, (), threading.Event())
    assert process.took is None


def test_the_pool_tells_who_waits() -> None:
    """A person's search behind the searches of somebody who has had their share."""
    position = linden.load("linja").start()

    async def ask() -> set[str]:
        searches = Searches()
        owners = ("greedy", "greedy", "bob")
        try:
            tasks = [asyncio.create_task(searches.judge(position, 0.2, who)) for who in owners]
            await asyncio.sleep(0)  # they begin
            waiting = set(searches._long.pool.awaited())
            await asyncio.gather(*tasks)
            assert not searches._long.pool.awaited()
            return waiting
        finally:
            searches.close()

    assert "bob" in asyncio.run(ask())
