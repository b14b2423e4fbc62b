"""A folder of runs: what their files say of themselves, and experiments written down."""

import sqlite3
import time
from contextlib import closing
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
    Experiment("pig", {}, [["engine:/games/🎲 --fast"]]),
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


ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select i, i from n"


@pytest.mark.parametrize(
    "spoiling",
    [
        "drop table about",
        "drop table blocks",
        "delete from about",
        "delete from about where key = 'experiment'",
        "delete from about where key = 'begun'",
        "update about set value = 'once' where key = 'begun'",
        "update about set value = 7 where key = 'experiment'",
        "update about set value = x'ff' where key = 'experiment'",
        "update about set value = json_set(value, '$.game', 'chess') where key = 'experiment'",
        "update about set value = json_set(value, '$.options', 7) where key = 'experiment'",
        "update about set value = json_set(value, '$.players', 7) where key = 'experiment'",
        "update about set value = json_set(value, '$.games', 'many') where key = 'experiment'",
        "update about set value = json_set(value, '$.later', 1) where key = 'experiment'",
        "update about set value = '[' where key = 'measures'",
        "update about set value = '[\"=1+1\"]' where key = 'measures'",
        "update about set value = '[\"scores\"]' where key = 'measures'",
        "insert or replace into about values ('wanted', 'soon')",
        "insert into about values ('removed', 'inf')",
        "insert into about values ('progress', '[')",
        "insert into blocks values (0, 0, 'all', 1, x'00')",
        "insert into blocks values ('one', 0, 1, 1, x'00')",
        f"drop table about; create view about(key, value) as {ENDLESS}",
        f"drop table blocks; create view blocks(variant, count) as {ENDLESS}",
        f"create trigger t before delete on about begin insert into about {ENDLESS}; end",
    ],
)
def test_whatever_a_file_holds_it_is_a_run_or_says_that_it_is_none(
    spoiling: str, tmp_path: Path
) -> None:
    path = tmp_path / "pig.sqlite"
    runs.create_run(path, Experiment("pig", games=4), 12.5)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(spoiling)
    found = runs.read_run(path)
    assert found.experiment is None
    assert found.fault


def test_what_is_told_of_a_run_is_numbers(tmp_path: Path) -> None:
    path = tmp_path / "pig.sqlite"
    runs.create_run(path, Experiment("pig", games=4), 12.5)
    for said in ("[]", '{"at": "now", "left": 1e999, "total": null, "done": [3]}'):
        runs.note(path, **{runs.PROGRESS: said})
        assert runs.read_run(path).progress == {}


def test_links_and_folders_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "folder.sqlite").mkdir()
    (tmp_path / "loop.sqlite").symlink_to("loop.sqlite")
    (tmp_path / "nowhere.sqlite").symlink_to("nothing")
    for path in tmp_path.iterdir():
        assert runs.read_run(path).experiment is None
    assert not (tmp_path / "nothing").exists()
