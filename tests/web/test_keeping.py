"""Looking after a whole database: up to date, copied while people play, brought back, checked; on
both engines, and from one to the other."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from databases import engine_of
from linden.web.store import keeping
from linden.web.store.errors import StoreError
from linden.web.store.models import MatchRow, SeatRow, TableRow
from linden.web.store.store import Change, Store
from postgres import Postgres


def table(name: str) -> TableRow:
    seats = [
        SeatRow(number=0, kind="person", visitor="ada", name="Ada", own=True),
        SeatRow(number=1, kind="computer", player="level3"),
    ]
    return TableRow(
        id=name, game="linja", options={"a": 1}, host="ada", seating=[0, 1], seats=seats, plies=2
    )


async def fill(store: Store, count: int) -> None:
    for number in range(count):
        row = table(f"t{number}")
        if number % 2:
            row.match = MatchRow(id=f"m{number}", totals=[1, 2], wins=[0, 1])
            row.match_id = row.match.id
        await store.create(row, ["3-4", "ü"])
    await store.rename("ada", "Ada")


@pytest.fixture(params=["sqlite", "postgresql"])
def other_place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "other" / "tables.db"
    server: Postgres = request.getfixturevalue("database_server")
    return server.fresh()


def test_a_copy_is_brought_back_into_either_engine(
    place: Path | str, other_place: Path | str, tmp_path: Path
) -> None:
    store = Store(place)
    asyncio.run(fill(store, 5))
    secret = asyncio.run(store.secret())
    said = keeping.backup(place, tmp_path / "copy.db")  # while it is served
    assert said.startswith("5 tables with 10 moves are copied to ")
    store.close()
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    said = keeping.restore(other_place, tmp_path / "copy.db")
    assert said.startswith("5 tables with 10 moves are brought back from ")
    again = Store(other_place)
    found = asyncio.run(again.load("t3"))
    assert found is not None
    assert (found.moves, found.row.options, found.row.seats[0].name) == (
        ["3-4", "ü"],
        {"a": 1},
        "Ada",
    )
    assert found.row.match is not None
    assert found.row.match.totals == [1, 2]
    assert asyncio.run(again.secret()) == secret, "who was known stays known"
    again.close()
    assert keeping.check(other_place).faults == []
    with pytest.raises(StoreError, match="already; a copy is brought back into an empty"):
        keeping.restore(other_place, tmp_path / "copy.db")
    with pytest.raises(StoreError, match="exists already"):
        keeping.backup(place, tmp_path / "copy.db")


def test_a_copy_under_load_is_of_one_moment(place: Path | str, tmp_path: Path) -> None:
    """Two tables are changed in turn: a copy never has the second ahead of the first."""
    store = Store(place)
    asyncio.run(fill(store, 2))
    stop = threading.Event()
    plies: dict[str, int] = {}

    async def play() -> None:
        ply = 2
        while not stop.is_set():
            for name in ("t0", "t1"):
                facts = {"plies": ply + 1, "version": ply}
                await store.change(Change(name, ply - 2, facts, ply, ["3-4"]))
            ply += 1

    player = threading.Thread(target=lambda: asyncio.run(play()))
    player.start()
    try:
        for number in range(6):
            file = tmp_path / f"copy{number}.db"
            keeping.backup(place, file)
            assert keeping.check(file).faults == []
            with engine_of(file).connect() as connection:
                rows = connection.execute(text("SELECT id, plies FROM tables"))
                plies.update({row.id: row.plies for row in rows})
            assert plies["t0"] - plies["t1"] in (0, 1), plies
    finally:
        stop.set()
        player.join()
        store.close()
    assert plies["t0"] > 2, "people played meanwhile"


def test_a_torn_game_is_found(place: Path | str) -> None:
    store = Store(place)
    asyncio.run(fill(store, 3))
    store.database.write_now(
        lambda connection: connection.exec_driver_sql(
            "DELETE FROM moves WHERE table_id = 't1' AND ply = 1"
        )
    )
    store.close()
    found = keeping.check(place)
    assert found.faults == ["Table t1 says 2 moves; 1 are kept."]


def test_no_copy_is_brought_back_where_nodes_serve(
    database_server: Postgres, tmp_path: Path
) -> None:
    address = database_server.fresh()
    keeping.upgrade(tmp_path / "tables.db")
    keeping.backup(tmp_path / "tables.db", tmp_path / "copy.db")
    store = Store(address)

    async def serve() -> None:
        await store.nodes.enter("one", "here")
        await store.nodes.enter("two", "died")
        trying = asyncio.create_task(asyncio.to_thread(refused))
        while not trying.done():
            await store.nodes.beat("one")
            await asyncio.sleep(0.2)
        await trying

    def refused() -> None:
        with pytest.raises(StoreError, match=r"^1 of Linden's nodes serve .* bring the copy back"):
            keeping.restore(address, tmp_path / "copy.db")

    asyncio.run(serve())
    store.close()
    assert keeping.restore(address, tmp_path / "copy.db").startswith("0 tables")


# -- the command -----------------------------------------------------------------------------------


def linden(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "linden", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "LINDEN_NO_BROWSER": "1", **environment},
        timeout=120,
    )


def test_the_commands_say_what_they_did(database_server: Postgres, tmp_path: Path) -> None:
    here = {"LINDEN_DATABASE_URL": database_server.fresh()}
    copy = str(tmp_path / "copy.db")
    Store(here["LINDEN_DATABASE_URL"]).close()
    assert "are up to date (schema" in linden("db", "upgrade", **here).stdout
    assert "0 tables with 0 moves are copied" in linden("db", "backup", copy, **here).stdout
    assert "are brought back" in linden("db", "restore", copy, **here).stdout
    done = linden("db", "check", **here)
    assert (done.returncode, done.stderr) == (0, "")
    file = {"LINDEN_DATA_DIR": str(tmp_path), "LINDEN_DATABASE_URL": ""}
    assert "are brought back" in linden("db", "restore", copy, **file).stdout
    done = linden("db", "restore", str(tmp_path / "none.db"), **file)
    assert done.returncode == 2
    assert done.stderr.endswith("none.db: the file does not exist.\n")


# -- what is wrong, in a sentence ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://localhost/linden", "LINDEN_DATABASE_URL takes an address such as"),
        ("nonsense", "LINDEN_DATABASE_URL takes an address such as"),
        ("postgresql://linden:pass@127.0.0.1:1/linden", "Check LINDEN_DATABASE_URL, and that"),
    ],
)
def test_a_wrong_address_is_told(address: str, sentence: str) -> None:
    for words in (("serve",), ("db", "check")):
        done = linden(*words, LINDEN_DATABASE_URL=address)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert "pass@" not in done.stderr, "the password is nobody's business"


def test_other_versions_and_databases_are_told(database_server: Postgres) -> None:
    address = database_server.fresh()
    Store(address).close()
    name = address.rpartition("/")[2]
    with database_server.connect(name) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = linden("serve", LINDEN_DATABASE_URL=address)
    assert done.returncode == 2
    assert "were written by a newer Linden. Update Linden, or let" in done.stderr
    with database_server.connect(name) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
    done = linden("serve", LINDEN_DATABASE_URL=address)
    assert "bring the tables up to date with: linden db upgrade." in done.stderr
    done = linden("serve", LINDEN_DATABASE_URL=f"{address}_not_there")
    assert done.returncode == 2
    assert 'database "' in done.stderr
    assert done.stderr.count("\n") == 1


def test_workers_need_a_server(tmp_path: Path) -> None:
    done = linden("serve", "--workers", "2", LINDEN_DATA_DIR=str(tmp_path), LINDEN_DATABASE_URL="")
    assert done.returncode == 2
    assert "For --workers let LINDEN_DATABASE_URL name a PostgreSQL database" in done.stderr
