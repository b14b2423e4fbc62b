"""Searching for an aim, and the depth of skill, where the answers are known."""

from pathlib import Path

import numpy as np
import pytest

from linden.cli.lab_tuning import read_range
from linden.lab.depth import CLASS, depth, ladder
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.pools import Here
from linden.lab.rows import row_type
from linden.lab.store import LabFile
from linden.lab.tune import Aim, halving


def test_halving_finds_the_fairest(tmp_path: Path) -> None:
    """By random play the first seat's edge in Pig shrinks with the goal: to 10 it is far ahead."""
    experiment = Experiment("pig", {"goal": [10, 12, 15, 100]}, games=10**6, detail=0)
    heard: list[str] = []
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        found = halving(file, Here(), Aim(), 30_000, heard.append)
        assert found[0].variant.label == "goal=100"
        assert found[0].candidate
        assert found[0].loss.high < 0.05
        worst = next(it for it in found if it.variant.label == "goal=10")
        assert not worst.candidate
        assert worst.games < found[0].games
        assert len(heard) == 2
        assert sum(it.games for it in found) <= 30_000
        again = halving(file, Here(), Aim(), 30_000, heard.append)
        assert again == found
        with pytest.raises(ExperimentError, match=r"There is no measure 'wit' of these games"):
            Aim("wit", 1.0).losses(file, experiment.variants[0])
        with pytest.raises(ExperimentError, match=r"4 variants take at least 64 games"):
            halving(file, Here(), Aim(), 10, heard.append)


def test_a_measure_can_be_the_aim(tmp_path: Path) -> None:
    experiment = Experiment("pig", {"goal": [10, 40, 100]}, games=10**6, detail=0)
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        found = halving(file, Here(), Aim.read("turns=6"), 3000, lambda sentence: None)
    assert found[0].variant.label == "goal=10"
    with pytest.raises(ExperimentError, match="An aim is fair, or a measure with its value"):
        Aim.read("fun")


def test_whether_the_best_one_is_near_enough(tmp_path: Path) -> None:
    """By random play Pig to 100 is even within 5%, and to 10 it is surely not (60.2%)."""
    experiment = Experiment("pig", {"goal": [10, 100]}, games=10**6, detail=0)
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        aim = Aim.read("fair", 0.05)
        found = halving(file, Here(), aim, 400_000, lambda sentence: None)
        assert [(it.variant.label, it.met) for it in found] == [
            ("goal=100", True),
            ("goal=10", False),
        ]
        assert sum(it.games for it in found) < 400_000  # it stops where it is known
        draws = Aim.read("draws=0.05", 0.01)
        assert [draws.met(file, it) for it in experiment.variants] == [False, False]
    with LabFile.create(tmp_path / "few.sqlite", experiment) as file:
        few = halving(file, Here(), Aim.read("fair", 0.05), 64, lambda sentence: None)
        assert [it.met for it in few] == [None, None]
    with pytest.raises(ExperimentError, match="How near is near enough can be asked of fair"):
        Aim.read("turns=6", 1.0)


def test_ranges_are_read() -> None:
    for text in ("komi", "komi=3", "komi=3:1", "komi=a:b"):
        with pytest.raises(ExperimentError, match="--find takes NAME=LOW:HIGH"):
            read_range(text)


def test_depth_of_a_known_ladder(tmp_path: Path) -> None:
    """At each step the stronger wins three deals of four: one level a step, 191 Elo."""
    experiment = Experiment("pig", {}, ladder("mcts", 10, 3), games=800)
    with LabFile.create(tmp_path / "depth.sqlite", experiment) as file:
        for variant in experiment.variants:
            assert experiment.rotations(variant) == 2
            rows = np.zeros(800, row_type(variant.game, True))
            won = np.tile([1, 1, 1, -1], 200)[np.arange(800) // 2]
            seat = np.where(np.arange(800) % 2 == 0, won, -won)
            rows["returns"] = np.stack([seat, -seat], axis=1)
            file.write(variant.number, 0, 800, True, rows.tobytes())
        found = depth(file)
    assert [name for name, _ in found.steps] == [f"mcts:nodes={n}" for n in (20, 40, 80)]
    assert found.per_doubling.estimate == pytest.approx(CLASS)
    # The deals of all steps went alike, so their mean is no surer than one of them.
    assert found.per_doubling.half == pytest.approx(found.steps[0][1].half, rel=0.05)
    assert found.levels.estimate == pytest.approx(4)
    assert all(CLASS in gained for _, gained in found.steps)
