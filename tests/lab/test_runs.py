"""A folder of runs: what their files say of themselves, and experiments written down."""

import time
from pathlib import Path

import pytest

from linden.lab import runs
from linden.lab.experiment import Experiment, ExperimentError, read_toml
from linden.lab.pools import Here
from linden.lab.runner import run
from linden.lab.store import LabFile
from linden.lab.writing import as_toml

EXPERIMENTS = (
    Experiment("pig"),
    Experiment("pig", {"goal": [10]}, [["random"]], games=7, seed=2**40),
    Experiment("pig", {"goal": [10, 20]}, [["level1", "random"]], precision=0.05, replays=2),
    Experiment("linear", {"board": ["4x4", "5x5"]}, [["level1"], ["level2"]], rotate=False),
    Experiment("pig", {}, [['engine:say "hello", \\ then leave']], opening=2, judge="none"),
    Experiment("linja", {}, [["random"]], handicap=0.25, handicapped=1, detail=0),
)


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda it: it.game)
def test_what_is_written_as_toml_is_read_as_the_same(experiment: Experiment) -> None:
    again = read_toml(as_toml(experiment), "it.toml")
    assert again == experiment
    assert [it.label for it in again.variants] == [it.label for it in experiment.variants]


def test_a_run_is_its_file(tmp_path: Path) -> None:
    path = tmp_path / "pig.sqlite"
    experiment = Experiment("pig", {"goal": [10, 20]}, games=40, detail=16)
    runs.create_run(path, experiment, 12.5)
    new = runs.read_run(path)
    assert (new.experiment, new.wanted, new.games) == (experiment, 12.5, (0, 0))
    assert (new.failed, new.removed, new.finished, new.fault) == (None, None, False, "")
    assert abs(new.begun - time.time()) < 60

    with LabFile.create(path, experiment) as file:
        run(file, Here(), lambda now: runs.note(path, **{runs.PROGRESS: runs.told(now)}))
    played = runs.read_run(path)
    assert played.stamp != new.stamp
    assert (played.games, played.done, played.finished) == ((40, 40), 80, True)
    assert (played.progress["done"], played.progress["total"]) == (80, 80)
    glanced = runs.renewed(new)
    assert (glanced.games, glanced.progress) == (played.games, played.progress)

    runs.note(path, **{runs.WANTED: None, runs.FAILED: "", runs.REMOVED: "3"})
    told = runs.read_run(path)
    assert (told.wanted, told.failed, told.removed) == (None, "", 3.0)
    with LabFile.create(path, experiment) as file:
        assert file.experiment == experiment, "what is noted is no other experiment"

    runs.unlink(path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ExperimentError):
        runs.note(path, **{runs.WANTED: "1"})


def test_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "letter.sqlite"
    path.write_text("Dear Ada", encoding="utf-8")
    found = runs.read_run(path)
    assert found.experiment is None
    assert "no file of the lab" in found.fault
