"""Tables on disk: what is finished is found again, what is damaged is refused."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from linden import TablebaseError
from linden.solve.files import PAGE, Building, Tablebase

KIND = {"game": "none", "rules": 1, "options": {"size": 3}}
SIZE = 5 * PAGE + 17


def written(path: Path, steps: int = 5) -> Path:
    building = Building(path, KIND, SIZE)
    for step in range(building.done, steps):
        low, high = step * SIZE // 5, (step + 1) * SIZE // 5
        building.body[low:high] = np.arange(low, high) % 100 - 50
        building.finish_step(high)
    return building.finish(device="cpu")


def value(index: int) -> int:
    return index % 100 - 50


def test_what_was_written_is_read(tmp_path: Path) -> None:
    tablebase = Tablebase(written(tmp_path / "a.table"), KIND)
    assert [tablebase[i] for i in range(0, SIZE, 7)] == [value(i) for i in range(0, SIZE, 7)]
    tablebase.check()
    assert tablebase.head["rules"] == 1
    assert not (tmp_path / "a.table.part").exists()


def test_a_build_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    building = Building(path, KIND, SIZE)
    building.body[: SIZE // 5] = np.arange(SIZE // 5) % 100 - 50
    building.finish_step(SIZE // 5)
    building.leave()
    with pytest.raises(TablebaseError, match="no tablebase"):
        Tablebase(path, KIND)
    again = Building(path, KIND, SIZE)
    assert again.done == 1
    again.leave()
    tablebase = Tablebase(written(path), KIND)
    assert [tablebase[i] for i in range(0, SIZE, 7)] == [value(i) for i in range(0, SIZE, 7)]


def test_a_stopped_build_that_was_altered_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    building = Building(path, KIND, SIZE)
    building.body[:] = 1
    building.finish_step(SIZE)
    building.leave()
    alter(building.part, os.path.getsize(building.part) - 100)
    with pytest.raises(TablebaseError, match="does not match its checksums"):
        Building(path, KIND, SIZE)


def test_two_cannot_build_one_table(tmp_path: Path) -> None:
    first = Building(tmp_path / "a.table", KIND, SIZE)
    with pytest.raises(TablebaseError, match="being built by another"):
        Building(tmp_path / "a.table", KIND, SIZE)
    first.leave()


def alter(path: Path, at: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1]))


def test_an_altered_value_is_refused_when_its_page_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "a.table")
    body = os.path.getsize(path) - SIZE
    alter(path, body + 3 * PAGE + 5)
    tablebase = Tablebase(path, KIND)
    assert tablebase[0] == value(0)
    with pytest.raises(TablebaseError, match="page 3 of its values does not match"):
        tablebase[3 * PAGE]
    with pytest.raises(TablebaseError, match="is damaged"):
        tablebase.check()


@pytest.mark.parametrize("at", [20, PAGE - 2, PAGE + 1])
def test_an_altered_head_is_refused(tmp_path: Path, at: int) -> None:
    path = written(tmp_path / "a.table")
    alter(path, at)
    with pytest.raises(TablebaseError, match=r"is damaged.*linden solve"):
        Tablebase(path, KIND)


@pytest.mark.parametrize("lost", [1, PAGE, SIZE + 1])
def test_a_truncated_file_is_refused(tmp_path: Path, lost: int) -> None:
    path = written(tmp_path / "a.table")
    os.truncate(path, os.path.getsize(path) - lost)
    with pytest.raises(TablebaseError, match="is damaged: it has"):
        Tablebase(path, KIND)


def test_what_is_no_table_or_another_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    with pytest.raises(TablebaseError, match="linden solve builds it"):
        Tablebase(path, KIND)
    path.write_bytes(b"something else")
    with pytest.raises(TablebaseError, match="is no tablebase of Linden's"):
        Tablebase(path, KIND)
    written(tmp_path / "b.table")
    with pytest.raises(TablebaseError, match="made for rules 1, and 2 is needed"):
        Tablebase(tmp_path / "b.table", {**KIND, "rules": 2})


READER = """
import sys
from pathlib import Path
from linden.solve.files import Tablebase
tablebase = Tablebase(Path(sys.argv[1]), {"game": "none"})
input()
print(sum(tablebase[i] for i in range(tablebase.head["size"])))
"""


def test_two_processes_read_one_file(tmp_path: Path) -> None:
    """Both have it open before either reads on."""
    path = written(tmp_path / "a.table")
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    expected = sum(value(i) for i in range(SIZE))
    for reader in readers:
        said, _ = reader.communicate("go on\n", timeout=120)
        assert int(said) == expected
