"""Work on all cores: it stops when it is interrupted, and forked processes have threads too."""

import multiprocessing
import signal
import threading
import time

import pytest

import linden
from linden.batch.threads import spread
from linden.players.mcts import Grove, TreeSearch

PATIENCE = 30


def interrupt(after: float) -> None:
    """What Ctrl-C does, so many seconds from now."""
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(after, signal.pthread_kill, (main, signal.SIGINT)).start()


def work_on_threads() -> None:
    start = linden.load("linja").start()
    linden.perft(start, 4, threads=2)
    linden.playouts(start, 200, threads=2)
    batch = linden.Batch(start.game, 200, threads=2)
    batch.step(batch.sample())
    TreeSearch(start.game).choose(start, nodes=20)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="nothing is forked here"
)
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """It has a copy of the pools of its parent, whose threads do not run there."""
    work_on_threads()
    child = multiprocessing.get_context("fork").Process(target=work_on_threads)
    child.start()
    child.join(PATIENCE)
    ended = child.exitcode
    child.kill()
    child.join()
    assert ended == 0
    work_on_threads()


def test_work_that_fails_takes_what_waits_with_it() -> None:
    """And nothing is written into the caller's arrays any more."""
    done: list[int] = []

    def work(low: int, high: int) -> None:
        if low == 0:
            raise KeyboardInterrupt
        time.sleep(0.05)
        done.append(low)

    with pytest.raises(KeyboardInterrupt):
        spread(work, 160, 2, least=1)
    count = len(done)
    assert count < 4
    time.sleep(0.2)
    assert len(done) == count


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_perft_is_interrupted() -> None:
    start = linden.load("linja").start()
    linden.perft(start, 4, threads=2)
    interrupt(0.2)
    began = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        linden.perft(start, 11, threads=2)
    spent = time.process_time()
    assert spent - began < PATIENCE
    time.sleep(0.5)
    assert time.process_time() - spent < 0.4, "no thread goes on"


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_a_search_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = linden.load("linja")
    search = TreeSearch(game)
    search.load()
    rounds: list[float] = []
    simulate = Grove.simulate

    def noted(grove: Grove, *arguments: object) -> None:
        rounds.append(time.perf_counter())
        simulate(grove, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Grove, "simulate", noted)
    interrupt(0.3)
    with pytest.raises(KeyboardInterrupt):
        search.choose(game.start(), seconds=8)
    interrupted = time.perf_counter()
    time.sleep(0.5)
    assert rounds
    assert rounds[-1] < interrupted + 0.2
