"""Random games of an experiment on a GPU: the kernel compiles for it anywhere, and the rows are
those of the CPU, here with the CPU in the GPU's place."""

from pathlib import Path
from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest
from click.testing import CliRunner
from numba import cuda

import linden
from cases import NAMES
from linden.cli.main import cli
from linden.lab import gpu
from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.playing import random_games
from linden.lab.pools import Here, Pool
from linden.lab.runner import FAST_BLOCK, run
from linden.lab.store import LabFile

GPU = cuda.is_available()
RANDOM = Experiment("pig", {"goal": [10, 20]}, games=5 * FAST_BLOCK, detail=20, seed=5, replays=2)


def content(path: Path, experiment: Experiment, pool: Pool) -> list[tuple[object, ...]]:
    with LabFile.create(path, experiment) as file:
        run(file, pool)
        return file.blocks()


def on_cpu(experiment: Experiment, variant: Variant, numbers: Any) -> tuple[Any, Any]:
    """What a GPU does with these numbers, stretch by stretch."""
    stretches = np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1)
    parts = [random_games(experiment, variant, int(it[0]), len(it)) for it in stretches]
    counts, rows = zip(*parts, strict=True)
    return np.concatenate(counts), np.concatenate(rows)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_run_on_the_gpu(name: str, tmp_path: Path) -> None:
    """Compiled anywhere; played and compared row by row where there is a GPU."""
    options: dict[str, list[Any]] = {"komi": [4.5]} if name == "linage" else {}
    experiment = Experiment(name, options, games=3000, detail=16, replays=2)
    dtype = experiment.variants[0].game.state_type
    u8, i8, f8 = numba.uint64, numba.int64, numba.float64
    types = (numba.from_dtype(dtype)[::1], u8, i8[::1], i8, i8[:, ::1], f8[:, ::1])
    chip = mock.Mock(compute_capability=(9, 0))
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=chip):
        text, _ = cuda.compile_ptx(gpu.games_source(dtype), numba.void(*types), cc=(9, 0))
    assert ".visible .entry" in text
    if GPU:
        pool = gpu.Gpu(Here())
        there = content(tmp_path / "there.sqlite", experiment, pool)
        pool.close()
        assert there == content(tmp_path / "here.sqlite", experiment, Here())


def test_the_file_is_that_of_the_cpu(tmp_path: Path) -> None:
    launches: list[int] = []

    def play(experiment: Experiment, variant: Variant, numbers: Any) -> tuple[Any, Any]:
        launches.append(len(numbers))
        return on_cpu(experiment, variant, numbers)

    pool = gpu.Gpu(Here(), play)
    there = content(tmp_path / "there.sqlite", RANDOM, pool)
    pool.close()
    assert there == content(tmp_path / "here.sqlite", RANDOM, Here())
    assert sum(launches) == 2 * (RANDOM.games - 32)
    assert max(launches) > FAST_BLOCK  # blocks that wait are played together


def test_what_goes_wrong_there_is_heard_of(tmp_path: Path) -> None:
    def play(*_: Any) -> tuple[Any, Any]:
        raise linden.DeviceError("The GPU is on fire.")

    pool = gpu.Gpu(Here(), play)
    with pytest.raises(linden.DeviceError, match="on fire"):
        content(tmp_path / "broken.sqlite", RANDOM, pool)
    pool.close()


def test_only_random_games_are_for_a_gpu(tmp_path: Path) -> None:
    gpu.check_random(Experiment("pig", players=[["random"], ["greedy"]]))
    for experiment in (Experiment("pig", players=[["greedy"]]), Experiment("pig", opening=2)):
        with pytest.raises(ExperimentError, match=r"^A GPU plays random games only"):
            gpu.check_random(experiment)


def test_without_a_gpu_one_sentence_says_so(tmp_path: Path) -> None:
    words = ["lab", "run", "pig", "--device", "gpu", "--file", str(tmp_path / "none.sqlite")]
    with mock.patch.object(cuda, "is_available", return_value=False):
        with pytest.raises(linden.DeviceError, match="needs an NVIDIA GPU"):
            gpu.Gpu(Here())
        told = CliRunner().invoke(cli, words)
    assert isinstance(told.exception, linden.DeviceError)
    told = CliRunner().invoke(cli, [*words, "--players", "greedy"])
    assert "A GPU plays random games only" in told.output
