"""A process that searches: the same choices as here, called off at once, begun anew if it ends."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

import linden
from linden.players.budget import Cancelled
from linden.web.compute.courtesy import Courtesy
from linden.web.compute.search_process import SearchFailed, SearchProcess, choose
from linden.web.compute.searches import Searches, SearchPool

GO = threading.Event()
"""An event that never comes."""


@pytest.fixture
def process() -> Iterator[SearchProcess]:
    found = SearchProcess()
    yield found
    found.close()


def test_it_chooses_what_the_player_would_choose_here(process: SearchProcess) -> None:
    game = linden.load("linja")
    for position in (game.start(), game.start().play("3-4")):
        here = linden.player(game, "alphabeta:nodes=2000", seed=3).choose(position)
        there = process.ask(choose, (position, "alphabeta:nodes=2000", 3, None), GO)
        assert (there.move, there.win, there.line) == (here.move, here.win, here.line)


def test_what_is_called_off_is_let_go_and_the_next_is_answered(process: SearchProcess) -> None:
    position = linden.load("linja").start()
    process.ask(choose, (position, "mcts:nodes=50", 1, None), GO)
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        process.ask(choose, (position, "mcts", 1, 60.0), cancel)
    assert time.monotonic() - began < 30
    assert process.ask(choose, (position, "mcts:nodes=50", 1, None), GO).nodes == 50


def test_errors_come_back_as_they_are(process: SearchProcess) -> None:
    with pytest.raises(ValueError, match="Players are"):
        process.ask(choose, (linden.load("linja").start(), "oracle", 1, None), GO)


class Gone:
    """Something that the server knows, and that a process does not find."""

    def __reduce__(self) -> tuple[object, ...]:
        return (os.stat, ("/nowhere/at/all",))


def test_what_it_cannot_find_is_told(process: SearchProcess) -> None:
    """A game may be edited, or taken away, while the server runs."""
    cancel = threading.Event()
    threading.Timer(60, cancel.set).start()
    with pytest.raises(FileNotFoundError):
        process.ask(choose, (Gone(), "mcts", 1, None), cancel)
    position = linden.load("linja").start()
    assert process.ask(choose, (position, "mcts:nodes=50", 1, None), GO).nodes == 50


def test_a_process_that_ends_is_told_and_another_begins(process: SearchProcess) -> None:
    position = linden.load("linja").start()
    process.ask(choose, (position, "mcts:nodes=50", 1, None), GO)
    assert process._process is not None
    killed = process._process.pid
    threading.Timer(0.3, lambda: os.kill(killed, signal.SIGKILL)).start()
    with pytest.raises(SearchFailed):
        process.ask(choose, (position, "mcts", 1, 60.0), GO)
    assert process.ask(choose, (position, "mcts:nodes=50", 1, None), GO).nodes == 50


def test_the_server_asks_once_more() -> None:
    position = linden.load("linja").start()

    async def ask() -> None:
        searches = Searches()
        try:
            await searches.judge(position, 0.05, "ada")
            process = searches._long.processes[0]
            assert process._process is not None
            process._process.kill()
            choice = await searches.judge(position, 0.05, "ada")
            assert choice.move in position.moves
        finally:
            searches.close()

    asyncio.run(ask())


def test_nothing_begins_anew_once_all_is_called_off(caplog: pytest.LogCaptureFixture) -> None:
    """The process is killed while a thread waits for it."""
    position = linden.load("linja").start()

    async def close() -> SearchPool:
        pool = SearchPool(1, "linden-test", Courtesy())
        await pool.ask("ada", choose, (position, "mcts:nodes=50", 1, None))
        asked = asyncio.create_task(pool.ask("ada", choose, (position, "mcts", 1, 60.0)))
        while not pool.pool._running:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        pool.close()
        with pytest.raises((Cancelled, asyncio.CancelledError)):
            await asked
        return pool

    pool = asyncio.run(close())
    assert pool.processes[0]._process is None
    assert not pool.processes[0]._hearing.is_alive()
    assert caplog.text == ""
    with pytest.raises(Cancelled):
        pool.processes[0].ask(choose, (position, "mcts:nodes=50", 1, None), GO)
