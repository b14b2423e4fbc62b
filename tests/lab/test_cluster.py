"""On a Ray cluster of two nodes: the same rows, and nothing is lost with a worker."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from linden.lab.cluster import QUEUED, Cluster
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.pools import Here, Pool, pool_of
from linden.lab.runner import Progress, run
from linden.lab.store import LabFile
from linden.players.arena import Arena

EXPERIMENT = Experiment(
    "pig", {"goal": [10, 20]}, [["mcts:nodes=200", "random"]], games=16, replays=2, seed=3
)


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(ExperimentError, match=r"^--ray needs Ray, an extra: pip install"):
        Cluster("")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two nodes."""
    if find_spec("ray") is None:
        pytest.fail("Ray is not here: pip install 'linden[cluster]'", pytrace=False)
    from ray.cluster_utils import Cluster as Machines

    machines: Any = Machines(initialize_head=True, head_node_args={"num_cpus": 1})
    machines.add_node(num_cpus=1)
    yield str(machines.address)
    machines.shutdown()


@pytest.fixture(scope="module")
def cluster(address: str) -> Iterator[Cluster]:
    made = Cluster(address)
    yield made
    made.close()


def content(
    path: Path, pool: Pool, experiment: Experiment = EXPERIMENT
) -> list[tuple[object, ...]]:
    with LabFile.create(path, experiment) as file:
        run(file, pool)
        return file.blocks()


def test_the_rows_are_those_of_one_core(cluster: Cluster, tmp_path: Path) -> None:
    assert cluster.workers == 2 * QUEUED
    here = content(tmp_path / "here.sqlite", Here())
    assert content(tmp_path / "there.sqlite", cluster) == here


def test_a_run_goes_on_anywhere(cluster: Cluster, tmp_path: Path) -> None:
    """Stopped on the cluster, gone on with by two processes, stopped again, and so on: the rows are
    those of one core that was never stopped."""
    here = content(tmp_path / "here.sqlite", Here())

    def stop(now: Progress) -> None:
        if now.done and now.done % 7 == 0:
            raise KeyboardInterrupt

    with LabFile.create(tmp_path / "there.sqlite", EXPERIMENT) as file, pool_of(2) as processes:
        counts = [0]
        for pool in (cluster, processes, cluster, Here()):
            with suppress(KeyboardInterrupt):
                run(file, pool, stop)
            counts.append(sum(file.games(it.number) for it in EXPERIMENT.variants))
        run(file, processes)
        assert file.blocks() == here
    assert counts == sorted(counts)
    assert 0 < counts[1] < counts[2] < len(here)


def test_a_worker_that_is_killed_takes_nothing_along(cluster: Cluster, tmp_path: Path) -> None:
    experiment = Experiment("pig", {"goal": [30]}, [["mcts:nodes=400"]], games=30)
    here = content(tmp_path / "here.sqlite", Here(), experiment)
    killed: list[int] = []
    heard: list[int] = []

    def report(now: Progress) -> None:
        heard.append(now.done)
        if now.done == 5:
            killed.extend(_players())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    with LabFile.create(tmp_path / "there.sqlite", experiment) as file:
        run(file, cluster, report)
        found = file.blocks()
    assert killed
    assert found == here
    assert heard[-1] == 30
    assert len(heard) == 31  # each block was heard of once, and the end


def _players() -> list[int]:
    """The processes of this cluster that play right now."""
    for _ in range(100):
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                plays = path.read_bytes().startswith(b"ray::play_block")
                pid = int(path.parent.name)
                if plays and _parent(_parent(pid)) == os.getpid():
                    found.append(pid)
            except OSError:
                continue
        if found:
            return found
        time.sleep(0.05)
    return []


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_the_arena_plays_there_too(cluster: Cluster, tmp_path: Path) -> None:
    game = EXPERIMENT.variants[0].game
    names = ["random", "mcts:nodes=20"]
    results = []
    for name, submit in (("here", None), ("there", cluster.call)):
        arena = Arena(game, names, 4, tmp_path / f"{name}.jsonl")
        arena.run(2, lambda meeting, score: None, submit)
        results.append(arena.results)
    assert results[0] == results[1]


def test_the_commands_take_its_address(address: str, tmp_path: Path) -> None:
    words = ["pig", "--players", "random,random", "--games", "12", "--seed", "5"]
    words += ["--judge", "none", "--detail", "12"]
    files: list[Path] = []
    for more in ([], ["--ray", address]):
        files.append(tmp_path / f"{len(files)}.sqlite")
        done = subprocess.run(
            [sys.executable, "-m", "linden", "lab", "run", *words, "--file", files[-1], *more],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    with LabFile.open(files[0]) as here, LabFile.open(files[1]) as there:
        assert len(here.blocks()) > 0
        assert here.blocks() == there.blocks()
    arena = [sys.executable, "-m", "linden", "arena", "pig", "random", "greedy", "--games", "4"]
    done = subprocess.run([*arena, "--ray", address], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout
    kept = (tmp_path / "arena-pig.jsonl").read_text().splitlines()
    assert len(kept) == 1 + 4, "the arena and its games"
