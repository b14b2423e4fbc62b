"""What to take off the last scores: sets of games whose answer is known by hand."""

import sqlite3
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from linden.cli.main import cli
from linden.lab.balance import balance, reductions, shares_with
from linden.lab.experiment import Experiment
from linden.lab.intervals import Values
from linden.lab.pools import Here
from linden.lab.rows import row_type
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


def rotating(deals: int = 400) -> Values:
    """Games of two players who change seats, a deal after the other: the seats are even, and the
    first player is eight points ahead wherever it sits."""
    rng = np.random.default_rng(5)
    luck = rng.normal(20, 4, (deals, 2, 2)).round()
    scores: Values = (luck + np.array([[8.0, 0.0], [0.0, 8.0]])).reshape(-1, 2)
    return scores


def test_a_better_player_is_no_better_seat() -> None:
    """Halved by the number of the game, one half would have all games of the better player in the
    first seat, and the other all those in the second."""
    found = balance(rotating(), deal_size=2)
    assert [it.points.estimate for it in found] == [0, 0]
    assert all(0.45 < it.after.estimate < 0.55 for it in found)
    assert all(it.after.n == 200 and it.points.n == 200 for it in found)


def test_games_of_one_deal_are_no_witnesses_of_each_other() -> None:
    """Each deal twice, alike: the answer is tried on other deals, and no surer than of one each."""
    scores = uneven([0.0, 2.0], 400)
    once, twice = balance(scores), balance(np.repeat(scores, 2, axis=0), deal_size=2)
    assert twice == once


def test_the_command_keeps_deals_together(tmp_path: Path) -> None:
    """Fewer deals than a hundred are too few, however many games they have."""
    path = tmp_path / "pig.sqlite"
    rotates = Experiment("pig", {}, [["greedy", "random"]], games=400)
    variant = rotates.variants[0]
    rows = np.zeros(400, row_type(variant.game, True))
    rows["scores"] = rotating(200)
    rows["returns"] = np.sign(rows["scores"] - rows["scores"][:, ::-1])
    with LabFile.create(path, rotates) as file:
        file.write(0, 0, 400, True, rows.tobytes())
    told = CliRunner().invoke(cli, ["lab", "balance", str(path)])
    assert told.exit_code == 0
    assert told.output.count(" (0 to ") == 2
    with sqlite3.connect(path) as database:
        database.execute("update blocks set count = 198, data = ?", (rows[:198].tobytes(),))
    few = CliRunner().invoke(cli, ["lab", "balance", str(path)])
    assert few.exit_code == 2
    assert "has 198 games of as it is; a balance needs 200 at least, 2 of each deal." in " ".join(
        few.output.split()
    )


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pig.sqlite"
    with LabFile.create(path, Experiment("pig", {"players": [2, 3]}, games=400)) as file:
        run(file, Here())
    told = CliRunner().invoke(cli, ["lab", "balance", str(path)])
    assert told.exit_code == 0
    assert told.output.count("off its last score") == 2
    assert "players=3" in told.output
    for step in ("0", "nan", "inf"):
        wrong = CliRunner().invoke(cli, ["lab", "balance", str(path), "--step", step])
        assert wrong.exit_code == 2
