"""Searching for an aim, and the depth of skill, where the answers are known."""

import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from linden.cli.lab_tuning import read_range
from linden.cli.main import cli
from linden.lab.depth import CLASS, Depth, depth, elo, ladder
from linden.lab.even import even
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.pools import Here
from linden.lab.rows import row_type
from linden.lab.store import LabFile
from linden.lab.summary import told
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
        with pytest.raises(
            ExperimentError, match=r"Nobody counted drama in these games; there are"
        ):
            Aim("drama", 1.0).losses(file, experiment.variants[0])


@pytest.mark.parametrize("budget", [160, 161, 200, 239, 500])
@pytest.mark.parametrize("within", [None, 0.01])
def test_no_more_is_played_than_the_budget(
    budget: int, within: float | None, tmp_path: Path
) -> None:
    """Five variants, then three, then two, with 16 games each at least."""
    experiment = Experiment("pig", {"goal": [10, 11, 12, 13, 14]}, games=budget, detail=0)
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        found = halving(file, Here(), Aim(within=within), budget, lambda sentence: None)
        played = [file.games(it.number) for it in experiment.variants]
    assert sum(played) == sum(it.games for it in found) <= budget
    assert min(played) >= 16
    assert sorted(played)[-2] >= 48


def test_whole_deals_are_no_more_than_the_budget_either(tmp_path: Path) -> None:
    lineup = [["random", "greedy"]]
    experiment = Experiment(
        "pig", {"goal": [10, 11, 12]}, lineup, games=99, replays=3, judge="none"
    )
    assert experiment.deal_size(experiment.variants[0]) == 6
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        with pytest.raises(ExperimentError, match="at least 90 games, 18 each in every round"):
            halving(file, Here(), Aim(), 89, lambda sentence: None)
        assert [file.games(it) for it in range(3)] == [0, 0, 0]
        found = halving(file, Here(), Aim(), 99, lambda sentence: None)
    assert sum(it.games for it in found) == 90


def test_the_search_for_an_even_value_keeps_its_budget(tmp_path: Path) -> None:
    lineup = [["random", "greedy"]]
    experiment = Experiment("pig", {"goal": [10, 11, 12]}, lineup, games=31, judge="none")
    with (
        LabFile.create(tmp_path / "pig.sqlite", experiment) as file,
        pytest.raises(ExperimentError, match="takes at least 32 games; not 31"),
    ):
        even(file, Here(), 31)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--aim", "draws=nan"], "An aim is fair, or a measure with its value such as draws=0.05;"),
        (["--aim", "draws=1e999"], "An aim is fair, or a measure with its value"),
        (["--aim", "draws=7"], "draws is a share, from 0 to 1, such as draws=0.05; not 7."),
        (["--aim", "edge=-2"], "edge is a share, from -1 to 1, such as edge=0.05; not -2."),
        (["--aim", "forced=1.5"], "forced is a share, from 0 to 1"),
        (["--aim", "bogus=1"], "There is no measure 'bogus' of these games; there are wins_0,"),
        (["--aim", "luck=0.5"], "There is no measure 'luck' of these games"),
        (["--within", "nan"], "'nan' is not a finite number."),
        (["--budget", "95"], "4 variants take at least 96 games, 16 each in every round; not 95."),
    ],
)
def test_what_cannot_be_sought_is_told_before_anything_is_played(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "tune.sqlite"
    play = ["lab", "tune", "pig", "--option", "goal=10,11,12,13", "--players", "random"]
    said = CliRunner().invoke(cli, [*play, "--file", str(path), *words])
    assert said.exit_code == 2
    assert sentence in " ".join(said.output.split())
    assert not path.exists()


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


def climbed(path: Path, *steps: list[int]) -> Depth | None:
    """The depth of a ladder in whose deals the stronger player won, or lost, both games."""
    experiment = Experiment("pig", {}, ladder("mcts", 10, len(steps)), games=800)
    with LabFile.create(path, experiment) as file:
        for variant, deals in zip(experiment.variants, steps, strict=True):
            assert experiment.rotations(variant) == 2
            if deals:
                won = np.repeat(deals, 2)
                rows = np.zeros(len(won), row_type(variant.game, True))
                seat = np.where(np.arange(len(won)) % 2 == 0, won, -won)
                rows["returns"] = np.stack([seat, -seat], axis=1)
                file.write(variant.number, 0, len(won), True, rows.tobytes())
        return depth(file)


def test_depth_of_a_known_ladder(tmp_path: Path) -> None:
    """At each step the stronger wins three deals of four: one level a step, 191 Elo."""
    found = climbed(tmp_path / "depth.sqlite", *3 * [100 * [1, 1, 1, -1]])
    assert found is not None
    assert [name for name, _ in found.steps] == [f"mcts:nodes={n}" for n in (20, 40, 80)]
    assert found.per_doubling.estimate == pytest.approx(CLASS, abs=1)
    # The deals of all steps went alike, so their mean is no surer than one of them.
    assert found.per_doubling.half == pytest.approx(found.steps[0][1].half, rel=0.05)
    assert found.levels.estimate == pytest.approx(4, abs=0.02)
    assert all(CLASS in gained for _, gained in found.steps)


def test_who_has_won_all_so_far_may_be_ahead_by_any(tmp_path: Path) -> None:
    """Four deals won are no proof of 2,400 Elo; nor is one step of four the sum of all of them."""
    few = climbed(tmp_path / "few.sqlite", [1, 1, 1, 1])
    assert few is not None
    assert 200 < few.per_doubling.estimate < 500
    assert 0 < few.per_doubling.low < 100
    assert few.per_doubling.high == few.levels.high == math.inf
    usual = [60 * [1] + 40 * [-1] for _ in range(3)]
    mixed = climbed(tmp_path / "mixed.sqlite", 100 * [1], *usual)
    assert mixed is not None
    assert 250 < mixed.per_doubling.estimate < 350
    assert mixed.per_doubling.low < (elo(0.963) + 3 * elo(0.6)) / 4
    assert mixed.per_doubling.high == math.inf
    assert told(mixed.steps[0][1], False).endswith(" or more)")


def test_a_step_won_nearly_throughout_may_be_larger_by_far(tmp_path: Path) -> None:
    """Five deals of 100 are lost in each step, others each time: leaving out deals, which is the
    same up and down, would say too little of how much more there may be."""
    steps = [[-1 if at // 5 == step else 1 for at in range(100)] for step in range(3)]
    found = climbed(tmp_path / "depth.sqlite", *steps)
    assert found is not None
    least = math.hypot(*(it.high - it.estimate for _, it in found.steps)) / 3
    middle = found.per_doubling.estimate
    assert found.per_doubling.high - middle == pytest.approx(least)
    assert middle - found.per_doubling.low < 0.95 * least


def test_line_ups_without_a_deal_are_left_out(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    assert climbed(tmp_path / "none.sqlite", [], []) is None
    one = climbed(tmp_path / "one.sqlite", 25 * [1, 1, 1, -1], [])
    assert one is not None
    assert [name for name, _ in one.steps] == ["mcts:nodes=20"]
    assert one.per_doubling.estimate == pytest.approx(CLASS, abs=4)
    assert not recwarn.list


def test_a_ladder_that_is_stopped_at_once_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("linden.lab.runner.run", stopped)
    words = ["lab", "depth", "pig", "--file", str(tmp_path / "pig.sqlite"), "--workers", "1"]
    said = CliRunner().invoke(cli, words)
    assert said.exit_code == 0
    assert said.output.startswith("Stopped. The same command goes on with ")
    assert said.output.endswith("No deal is finished yet.\n")
