"""The database: steps from older schemas, and what cannot be used is told in one sentence."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from linden.web.store.models import Base, SeatRow, TableRow
from linden.web.store.store import Store, StoreError


def table(name: str) -> TableRow:
    seats = [
        SeatRow(number=0, kind="person", visitor="ada", name="Ada"),
        SeatRow(number=1, kind="open", name="", key=f"key-{name}"),
    ]
    return TableRow(id=name, game="linja", options={}, host="ada", seating=[0, 1], seats=seats)


def test_an_empty_database_gets_the_schema_of_the_models(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"
    Store(path).close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
        assert context.get_current_revision() == "0002"
    engine.dispose()


def test_a_current_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Store(path)
    store.create(table("one"), ["3-4"])
    store.close()
    for _ in range(2):
        store = Store(path)
        found = store.load("one")
        assert found is not None
        row, moves = found
        assert moves == ["3-4"]
        assert [seat.kind for seat in row.seats] == ["person", "open"]
        store.close()


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


def test_moves_are_added_and_dropped(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.create(table("one"), [])
    store.change("one", {"version": 1}, keep=0, moves=["a", "b"])
    store.change("one", {"version": 2}, keep=2, moves=["c"])
    store.change("one", {"version": 3}, keep=1, moves=["d"])
    found = store.load("one")
    assert found is not None
    assert found[1] == ["a", "d"]
    assert found[0].version == 3
    store.close()


def test_a_rematch_is_kept_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.create(table("one"), [])
    assert store.follow(table("two"), [], "one") == "two"
    assert store.follow(table("three"), [], "one") == "two"
    assert store.load("three") is None
    store.close()


def test_links_and_lists(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.create(table("one"), [])
    assert store.seat_by_key("key-one") == ("one", 1)
    assert store.seat_by_key("key-two") is None
    assert [row.id for row in store.tables_of("ada", over=False, most=5)] == ["one"]
    store.change("one", {"ended": "played"})
    assert store.tables_of("ada", over=False, most=5) == []
    assert [row.id for row in store.tables_of("ada", over=True, most=5)] == ["one"]
    assert store.name_of("ada") == ""
    store.rename("ada", "Ada")
    assert store.name_of("ada") == "Ada"
    store.close()


def newer(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def rubbish(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 500)


def half(path: Path) -> None:
    store = Store(path)
    for number in range(300):
        store.create(table(f"table-{number}"), ["3-4"] * 20)
    store.close()
    content = path.read_bytes()
    middle = len(content) // 3
    path.write_bytes(content[:middle] + b"\xa5" * 40_000 + content[middle + 40_000 :])


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (newer, "were written by a newer Linden. Update Linden, or set"),
        (rubbish, "cannot be read (file is not a database). Move that file away"),
        (half, "Move that file away to begin anew"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, spoil: object, sentence: str) -> None:
    assert callable(spoil)
    path = tmp_path / "tables.db"
    spoil(path)
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert sentence in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_says_it_and_ends(tmp_path: Path) -> None:
    newer(tmp_path / "tables.db")
    done = subprocess.run(
        [sys.executable, "-m", "linden", "serve", "--no-browser"],
        capture_output=True,
        text=True,
        env={"LINDEN_DATA_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("linden: The tables kept in")
    assert done.stderr.count("\n") == 1
