"""Runs can be stopped, killed and gone on with, on any number of cores: the file is the same."""

import csv
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import linden
from linden.cli.main import cli
from linden.core import measuring
from linden.lab import rows, store, summary
from linden.lab.experiment import MOST_GAMES, Experiment, ExperimentError
from linden.lab.playing import play_game
from linden.lab.pools import Block, Here, pool_of
from linden.lab.runner import FAST_BLOCK, Plan, Progress, blocks_of, checkpoints, finished, run
from linden.lab.runs import read_run
from linden.lab.store import LabFile, export_csv, export_parquet
from linden.lab.summary import summaries

SEARCHED = Experiment(
    "pig", {"goal": [10, 20]}, [["mcts:nodes=20", "random"]], games=12, replays=2, seed=3
)
RANDOM = Experiment("pig", {"goal": [10, 20]}, games=20_000, detail=20, seed=5)


def content(path: Path) -> list[tuple[object, ...]]:
    """Every block of a file, bit by bit."""
    with LabFile.open(path) as file:
        return file.blocks()


def played(experiment: Experiment, path: Path) -> list[tuple[object, ...]]:
    with LabFile.create(path, experiment) as file:
        run(file, Here())
        assert finished(file)
    return content(path)


def test_two_processes_write_the_same_file(tmp_path: Path) -> None:
    with pool_of(2) as pool:
        for name, experiment in (("searched", SEARCHED), ("random", RANDOM)):
            alone = played(experiment, tmp_path / f"{name}-1.sqlite")
            with LabFile.create(tmp_path / f"{name}-2.sqlite", experiment) as file:
                run(file, pool)
            assert content(tmp_path / f"{name}-2.sqlite") == alone


def test_a_stopped_run_goes_on_and_repeats_nothing(tmp_path: Path) -> None:
    whole = played(SEARCHED, tmp_path / "whole.sqlite")
    path = tmp_path / "stopped.sqlite"

    class Tired(Here):
        left = 7

        def submit(self, text: str, block: Block):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(text, block)

    with LabFile.create(path, SEARCHED) as file, pytest.raises(KeyboardInterrupt):
        run(file, Tired())
    there = content(path)
    assert 0 < len(there) < len(whole)
    heard: list[Progress] = []
    with LabFile.create(path, SEARCHED) as file:
        run(file, Here(), heard.append)
    assert content(path) == whole
    assert len(heard) == len(whole) - len(there) + 1
    assert (heard[-1].done, heard[-1].total) == (24, 24)


def test_killed_in_mid_run(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    experiment = Experiment("pig", {"goal": [20]}, [["mcts:nodes=200"]], games=40)
    command = experiment.command.split()[1:]
    process = subprocess.Popen(
        [sys.executable, "-m", "linden", *command, "--file", str(path), "--workers", "2"],
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            time.sleep(0.05)
            if path.exists() and _rows(path) >= 4:
                break
        workers = _children(process.pid)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    kept = content(path)
    assert 4 <= len(kept) < 40
    for _ in range(200):
        if not any(map(_runs, workers)):
            break
        time.sleep(0.1)
    assert not any(map(_runs, workers)), "workers must not outlive who started them"
    assert played(experiment, path) == played(experiment, tmp_path / "whole.sqlite")


def _rows(path: Path) -> int:
    try:
        return len(content(path))
    except (ExperimentError, KeyError):  # it is being made
        return 0


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_short_and_full_rows_tell_the_same_games(tmp_path: Path) -> None:
    """Random games are compiled; those looked at move by move are played again in Python."""
    for name, options in (("pig", {}), ("linja", {}), ("linx", {"players": [3]})):
        both = []
        for detail in (0, 30):
            experiment = Experiment(name, dict(options), games=30, detail=detail, replays=2)
            path = tmp_path / f"{name}-{detail}.sqlite"
            played(experiment, path)
            with LabFile.open(path) as file:
                both.append(file.rows(experiment.variants[0]))
                assert len(file.rows(experiment.variants[0], full=True)) == detail
        assert (both[0] == both[1]).all()


def test_replays_share_their_luck(tmp_path: Path) -> None:
    """The rolls of Pig, in the order they fall, are those of the deal."""
    variant = SEARCHED.variants[1]
    assert SEARCHED.deal_size(variant) == 4
    rolls = []
    for number in range(8):
        course = play_game(SEARCHED, variant, number)
        pairs = zip(course.positions, course.moves, strict=False)
        rolls.append([move for position, move in pairs if position.to_move == linden.CHANCE])
    for number in range(8):
        first = rolls[number // 4 * 4]
        shorter = min(len(first), len(rolls[number]))
        assert rolls[number][:shorter] == first[:shorter]
    assert rolls[0][:5] != rolls[4][:5]


def test_a_precision_is_asked_for_at_fixed_numbers_of_games(tmp_path: Path) -> None:
    experiment = Experiment("pig", {"goal": [10]}, games=10**6, precision=0.004, detail=0)
    played(experiment, tmp_path / "precise.sqlite")
    with LabFile.open(tmp_path / "precise.sqlite") as file:
        games = file.games(0)
    steps = list(checkpoints(experiment, experiment.variants[0]))
    assert games in steps[:-1]
    assert 1.96 * np.sqrt(0.25 / games) < 0.0045
    few = list(checkpoints(SEARCHED, SEARCHED.variants[0]))
    assert few == [12]
    most = Experiment("pig", {}, [["greedy"]], games=1000, precision=0.001)
    assert list(checkpoints(most, most.variants[0]))[:3] == [100, 110, 121]


def test_more_games_can_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "more.sqlite"
    played(Experiment("pig", games=300, detail=20), path)
    more = played(Experiment("pig", games=900, detail=20), path)
    assert more == played(Experiment("pig", games=900, detail=20), tmp_path / "whole.sqlite")
    blocks = list(blocks_of(RANDOM, RANDOM.variants[0], 20_000))
    assert blocks[2] == Block(0, 32, FAST_BLOCK, False)
    assert sum(block.count for block in blocks) == 20_000


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    played(Experiment("pig", games=20), path)
    before = content(path)
    with pytest.raises(ExperimentError, match=r"holds an experiment with seed=0, not 1; choose"):
        LabFile.create(path, Experiment("pig", games=20, seed=1))
    (tmp_path / "text.sqlite").write_text("a letter")
    with pytest.raises(ExperimentError, match="is no file of the lab"):
        LabFile.create(tmp_path / "text.sqlite", Experiment("pig", games=20))
    with (
        LabFile.create(path, Experiment("pig", games=20)),
        pytest.raises(ExperimentError, match="Another lab is writing"),
    ):
        LabFile.create(path, Experiment("pig", games=20))
    assert content(path) == before


@pytest.mark.parametrize("killed_after", [0, 1, 2, 3, 4, 5])
def test_a_file_whose_maker_was_killed_is_begun_anew(
    killed_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many statements there is nothing, or all that a file begins with."""
    path, left = tmp_path / "half.sqlite", killed_after

    class Killed(BaseException):
        pass

    class Mortal(sqlite3.Connection):
        def execute(self, *words: Any) -> sqlite3.Cursor:
            nonlocal left
            if words[0] != "select 1 from sqlite_master limit 1":
                left -= 1
            if left < 0:
                raise Killed
            return super().execute(*words)

    with monkeypatch.context() as patched:
        patched.setattr(store, "_connect", lambda it: sqlite3.connect(it, factory=Mortal))
        with pytest.raises(Killed):
            LabFile.create(path, SEARCHED)
    assert path.exists()
    assert played(SEARCHED, path) == played(SEARCHED, tmp_path / "whole.sqlite")


def test_billions_of_games_are_begun_at_once(tmp_path: Path) -> None:
    """Whoever asks for too many waits for games, and not for a list of them."""
    many = Experiment("pig", {"goal": [10]}, [["greedy"]], games=MOST_GAMES)
    with LabFile.create(tmp_path / "many.sqlite", many) as file:
        plan = Plan(file, many.variants[0])
        assert [plan.next(), plan.next()] == [Block(0, 0, 1, True), Block(0, 1, 1, True)]
        assert not finished(file)


def test_games_are_read_by_what_was_counted_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game's author adds a measure, and puts it first; files from before mean what they did."""
    path = tmp_path / "before.sqlite"
    experiment = Experiment("linos", games=16, detail=16)
    played(experiment, path)
    variant = experiment.variants[0]
    with LabFile.open(path) as file:
        before = {it.name: it.text for it in summaries(file)[0][2]}
        stones = file.rows(variant, full=True)["stones"].tolist()
    old = measuring.measures(variant.game)
    new = (measuring.Measure("moves", "all moves", lambda it: len(it.moves)), *reversed(old))
    for module in (rows, summary):
        monkeypatch.setattr(module, "measures", lambda game: new)
    with LabFile.open(path) as file:
        assert {it.name: it.text for it in summaries(file)[0][2]} == before
        assert file.rows(variant, full=True)["stones"].tolist() == stones
        export_csv(file, tmp_path / "before.csv")
    lines = list(csv.DictReader((tmp_path / "before.csv").read_text("utf-8").splitlines()))
    assert [float(line["stones"]) for line in lines] == stones
    assert "moves" not in lines[0]
    with pytest.raises(ExperimentError, match="other things were counted"):
        LabFile.create(path, experiment)


def test_a_block_that_is_too_short_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "torn.sqlite"
    experiment = Experiment("pig", games=16, detail=16)
    played(experiment, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("update blocks set data = substr(data, 1, length(data) / 2)")
        database.commit()
    with LabFile.open(path) as file:
        for read in (file.rows, lambda variant: list(file.numbered(variant))):
            with pytest.raises(ExperimentError, match="or it is damaged"):
                read(experiment.variants[0])


@pytest.mark.parametrize(
    ("change", "command"),
    [
        ("count = 'x'", "show"),
        ("count = 'x'", "export"),
        ("count = 1.5", "balance"),
        ("first = 'x'", "report"),
        ("first = 'x'", "export"),
        ("complete = 'x'", "compare"),
    ],
)
def test_blocks_that_lie_nowhere_are_one_sentence(
    change: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite keeps a text where a number should be."""
    monkeypatch.chdir(tmp_path)
    path, said = Path("odd.sqlite"), "odd.sqlite is damaged: where its games lie is not in numbers."
    played(Experiment("pig", {"goal": [10, 20]}, games=32, detail=16), path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"update blocks set {change} where variant = 0 and first = 0")
        database.commit()
    more = ["odd.csv"] if command == "export" else []
    told = CliRunner().invoke(cli, ["lab", command, str(path), *more])
    assert isinstance(told.exception, SystemExit), told.exception
    assert said in told.output
    assert read_run(path).fault == ("" if "complete" in change else said)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("update about set value = '9' where key = 'format'", "has the format 9, and this Linden"),
        ("delete from about where key = 'format'", "is no file of the lab"),
        ("delete from about where key = 'begun'", "is no file of the lab"),
        ("delete from about where key = 'linden'", "is no file of the lab"),
    ],
)
def test_files_of_another_format_are_not_read(change: str, sentence: str, tmp_path: Path) -> None:
    path, experiment = tmp_path / "odd.sqlite", Experiment("pig", games=16, detail=16)
    played(experiment, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(ExperimentError, match=sentence):
        LabFile.open(path)
    with pytest.raises(ExperimentError, match=sentence):
        LabFile.create(path, experiment)


def test_an_export_has_a_line_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "two.sqlite"
    played(Experiment("pig", {"players": [2, 3]}, games=40, detail=16), path)
    with LabFile.open(path) as file:
        assert export_csv(file, tmp_path / "two.csv") == 80
    lines = (tmp_path / "two.csv").read_text().splitlines()
    assert len(lines) == 81
    assert lines[0].startswith("variant,label,game,scores_0,scores_1,returns_0,returns_1,decisions")
    assert lines[0].count(",") == lines[-1].count(",")
    assert lines[-1].startswith("1,players=3,39,")


def test_without_pyarrow_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "few.sqlite"
    played(Experiment("pig", games=20), path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with (
        LabFile.open(path) as file,
        pytest.raises(ExperimentError, match=r"^Parquet needs pyarrow: pip install pyarrow"),
    ):
        export_parquet(file, tmp_path / "few.parquet")


def test_parquet_tells_what_csv_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("pyarrow") is None:
        pytest.fail("pyarrow is not here: pip install pyarrow", pytrace=False)
    import pyarrow.parquet

    path = tmp_path / "two.sqlite"
    played(Experiment("pig", {"players": [2, 3]}, games=40, detail=16), path)
    with LabFile.open(path) as file:
        export_csv(file, tmp_path / "two.csv")
        monkeypatch.setattr(store, "GROUP", 30)  # and it goes on with the next ones
        assert export_parquet(file, tmp_path / "two.parquet") == 80
    table = pyarrow.parquet.read_table(tmp_path / "two.parquet")
    names, *lines = csv.reader((tmp_path / "two.csv").read_text(encoding="utf-8").splitlines())
    assert table.column_names == names
    told = [["" if it is None else str(it) for it in row.values()] for row in table.to_pylist()]
    assert told == lines
    kinds = {name: str(table.schema.field(name).type) for name in ("game", "key", "turns")}
    assert kinds == {"game": "int64", "key": "uint64", "turns": "uint16"}
