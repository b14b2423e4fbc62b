"""Two variants: known differences, paired luck, and how many games a decision takes."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from linden.cli.main import cli
from linden.lab.compare import Difference, Side, compare, is_paired
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.intervals import Interval
from linden.lab.pools import Here
from linden.lab.rows import row_type
from linden.lab.runner import run
from linden.lab.store import LabFile


def side(wins: Any, **how: Any) -> Side:
    """A variant of Linja in which Red won these games."""
    experiment = Experiment("linja", **how)
    variant = experiment.variants[0]
    rows = np.zeros(len(wins), row_type(variant.game, True))
    rows["returns"] = np.stack([2 * wins - 1, 1 - 2 * wins], axis=1)
    rows["drama"] = rows["settled"] = rows["lead_changes"] = np.nan
    return Side(experiment, variant, rows, rows)


def found(one: Side, two: Side, name: str) -> Difference:
    return next(it for it in compare(one, two) if it.name == name)


def test_a_known_difference() -> None:
    """Every tenth game is won besides, all others end alike: +10% and nothing else."""
    rng = np.random.default_rng(4)
    wins = (rng.random(3000) < 0.4).astype(np.float64)
    more = np.maximum(wins, rng.random(3000) < 0.1 / 0.6)
    one, two = side(wins), side(more)
    it = found(one, two, "wins_0")
    assert it.interval.estimate == pytest.approx(0.1, abs=0.02)
    assert it.verdict == "more"
    assert found(two, one, "wins_0").verdict == "less"
    assert found(one, two, "wins_1").interval.estimate == -it.interval.estimate
    assert found(one, two, "draws").interval.estimate == 0
    assert found(one, one, "wins_0").verdict == "open"


def test_edges_of_few_and_of_many_seats() -> None:
    """The first of two never wins, the first of four always: further apart than shares can be."""

    def won(players: int, share: float) -> Side:
        experiment = Experiment("linx", {"players": [players]})
        rows = np.zeros(400, row_type(experiment.variants[0].game, True))
        rows["returns"] = (1 - players * share) / (players - 1) - 1
        rows["returns"][:, 0] = players * share - 1
        return Side(experiment, experiment.variants[0], rows, rows)

    it = found(won(2, 0.0), won(4, 1.0), "edge")
    assert it.interval.estimate == 1.25
    assert 1.1 < it.interval.low < it.interval.high <= 1.25
    assert found(won(4, 1.0), won(2, 0.0), "edge").interval.estimate == -1.25


def test_paired_luck_makes_it_narrower() -> None:
    rng = np.random.default_rng(5)
    wins, others = (rng.random((2, 1500)) < 0.5).astype(np.float64)
    turned = rng.random(1500) < 0.05
    one, two = side(wins), side(np.where(turned, 1.0, wins))
    stranger = side(np.where(turned, 1.0, others), seed=1)
    assert is_paired(one, two)
    assert not is_paired(one, stranger)
    paired, apart = found(one, two, "wins_0"), found(one, stranger, "wins_0")
    assert 2 * paired.interval.half < apart.interval.half


def test_how_many_games_a_decision_takes() -> None:
    """An interval narrows with the root of the games: half as wide takes three times as many
    besides."""
    it = Difference("x", "x", Interval(0.02, -0.02, 0.06, 100), True, True, 100, 2)
    assert it.games_needed() == 600
    assert it.games_needed(margin=0.04) == 0
    assert it.games_needed(margin=0.01) == 3000
    even = Difference("x", "x", Interval(0.0, -0.04, 0.04, 100), True, True, 100, 2)
    assert even.games_needed() is None


@pytest.mark.parametrize("margin", [math.nan, math.inf, 0.0, -1.0, 1e-300, 5e-324])
def test_nobody_can_tell_how_many_games_an_odd_margin_takes(margin: float) -> None:
    it = Difference("x", "x", Interval(0.02, -0.02, 0.06, 100), True, True, 100, 2)
    assert it.games_needed(margin) is None


def test_what_no_deal_has_in_both_is_not_compared() -> None:
    """One variant tells a measure of even games alone, the other of odd ones."""
    one, two = side(np.ones(100)), side(np.ones(100))
    one.full["drama"][::2] = two.full["drama"][1::2] = 0.5
    it = found(one, two, "drama")
    assert (it.witnesses, it.text, it.verdict) == (0, "–", "open")
    assert it.games_needed() is None


@pytest.mark.parametrize("margin", ["nan", "inf", "0", "-1"])
def test_a_margin_is_a_number_above_zero(margin: str, tmp_path: Path) -> None:
    told = CliRunner().invoke(cli, ["lab", "compare", str(tmp_path / "x"), "--margin", margin])
    assert told.exit_code == 2
    assert "Invalid value for '--margin'" in told.output


def test_variants_of_a_file(tmp_path: Path) -> None:
    """Who goes first in Pig to 10 wins far more often than in Pig to 60, by random play."""
    experiment = Experiment("pig", {"goal": [60, 10]}, games=20_000, detail=16)
    with LabFile.create(tmp_path / "pig.sqlite", experiment) as file:
        run(file, Here())
        one, two = Side.of(file, 0), Side.of(file, 1)
        with pytest.raises(ExperimentError, match=r"has the variants 0 to 1, not 2\."):
            Side.of(file, 2)
    assert found(one, two, "edge").verdict == "more"
    turns = found(one, two, "turns")
    assert turns.verdict == "less"
    assert not turns.anytime
    other = Experiment("linja", games=20)
    with pytest.raises(ExperimentError, match="are different games"):
        compare(one, Side(other, other.variants[0], one.rows, one.full))
