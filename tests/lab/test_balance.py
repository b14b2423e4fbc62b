"""What to take off the last scores: sets of games whose answer is known by hand."""

from pathlib import Path

import numpy as np
from click.testing import CliRunner

from linden.cli.main import cli
from linden.lab.balance import balance, reductions, shares_with
from linden.lab.experiment import Experiment
from linden.lab.intervals import Values
from linden.lab.pools import Here
from linden.lab.runner import run
from linden.lab.store import LabFile


def uneven(ahead: list[float], games: int = 4000) -> Values:
    """Seats that would be even, but for what each is ahead."""
    rng = np.random.default_rng(3)
    scores: Values = rng.normal(20, 4, (games, len(ahead))).round() + np.array(ahead)
    return scores


def test_equals_share_a_win() -> None:
    shares = shares_with(np.array([[3.0, 3.0, 1.0], [1.0, 2.0, 5.0]]), [0, 0, 3])
    assert shares.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]


def test_what_seats_are_ahead_is_found() -> None:
    for ahead in ([0.0, 3.0], [0.0, 5.0, 2.0], [0.0, 2.0, 6.0, 4.0]):
        assert reductions(uneven(ahead)).tolist() == ahead
    assert reductions(uneven([0.0, 2.5]), 0.5).tolist() == [0.0, 2.5]


def test_an_even_game_gives_nothing() -> None:
    found = balance(uneven([0.0, 0.0, 0.0]))
    assert [it.points.estimate for it in found] == [0, 0, 0]
    assert all(1 / 3 in it.after for it in found)


def test_the_answer_is_tried_on_other_games() -> None:
    found = balance(uneven([0.0, 4.0, 1.0]))
    assert all(truth in it.points for truth, it in zip((0, 4, 1), found, strict=True))
    assert all(1 / 3 in it.after and 1 / 3 not in it.before for it in found[:2])


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pig.sqlite"
    with LabFile.create(path, Experiment("pig", {"players": [2, 3]}, games=400)) as file:
        run(file, Here())
    told = CliRunner().invoke(cli, ["lab", "balance", str(path)])
    assert told.exit_code == 0
    assert told.output.count("off its last score") == 2
    assert "players=3" in told.output
    wrong = CliRunner().invoke(cli, ["lab", "balance", str(path), "--step", "0"])
    assert wrong.exit_code == 2
