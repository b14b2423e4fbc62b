"""The disk fails, is full, is taken away, or is used by others: nothing is acknowledged that is not
kept, a sentence says so, and the game goes on when the disk does."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from attacks.disk import holes, moves_on_disk
from linden.web.store.errors import StoreError
from linden.web.store.store import Store
from servers import HERE, ME, Server, Tab, serving

NOT_KEPT = "This could not be kept, so nothing has changed."


def begin(server: Server) -> Tab:
    person = server.person("Ada")
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play("3-4")
    return tab


def refuse_one(tab: Tab) -> None:
    """A move is answered with a sentence; the line stays, and the board as it was."""
    moves, move = tab.moves, tab.legal[0]
    tab.ask(type="move", move=move)
    message = tab.until(lambda message: message["type"] == "refused")
    assert message["error"].startswith(NOT_KEPT), message
    assert message["retry"] > 0
    tab.send(type="ping")
    tab.until(lambda message: message["type"] == "pong")
    assert tab.moves == moves


# -- a file that is taken away ---------------------------------------------------------------------


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


def cut_short(path: Path) -> None:
    os.truncate(path, 0)


def remove_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


@pytest.mark.parametrize("how", [remove, replace, cut_short, remove_log])
def test_a_file_taken_away_is_noticed(tmp_path: Path, how: object) -> None:
    assert callable(how)
    with serving(tmp_path) as server:
        tab = begin(server)
        how(tmp_path / "tables.db")
        refuse_one(tab)
        refuse_one(tab)
        answer = tab.person.http.post("/api/tables", json={"game": "linja"})
        assert answer.status_code == 503
        assert answer.json()["error"].startswith((NOT_KEPT, "The tables cannot be read just now"))
        assert int(answer.headers["Retry-After"]) > 0


def test_an_empty_file_is_not_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"")
    with pytest.raises(StoreError, match="the file is empty"):
        Store(tmp_path / "tables.db")
    assert (tmp_path / "tables.db").stat().st_size == 0


def test_a_first_start_that_is_killed_leaves_nothing_half_made(tmp_path: Path) -> None:
    """However early it dies, the next start begins or goes on."""
    program = (
        "import sys, pathlib; from linden.web.store.store import Store;"
        "print('go', flush=True); Store(pathlib.Path(sys.argv[1]))"
    )
    for delay in (0.0, 0.01, 0.02, 0.04, 0.08, 0.15):
        path = tmp_path / f"{delay}" / "tables.db"
        with subprocess.Popen(
            [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"go\n"
            time.sleep(delay)
            process.kill()
        Store(path).close()


# -- a disk that is full ---------------------------------------------------------------------------


def test_on_a_full_disk_a_sentence_reaches_the_player(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tab = begin(server)
        log = tmp_path / "tables.db-wal"
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, -1))
        refuse_one(tab)
        refuse_one(tab)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (-1, -1))
        tab.play(tab.legal[0])
        assert len(tab.moves) == 2
        server.kill()
        assert holes(tmp_path / "tables.db") == []
        assert len(moves_on_disk(tmp_path / "tables.db")[tab.table]) == 2


def test_a_start_on_a_full_disk_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "tables.db").close()
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=100_000))
    with pytest.raises(StoreError, match="There is no room left on the disk"):
        Store(tmp_path / "tables.db")


# -- a file that others use ------------------------------------------------------------------------


def test_another_program_that_writes_is_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tab = begin(server)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            tab.ask(type="move", move=tab.legal[0])
            time.sleep(1)
            other.rollback()
        tab.next_state(lambda state: len(state["history"]) == 2)


def test_another_program_that_writes_for_long_is_told_of(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tab = begin(server)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            refuse_one(tab)
            assert time.monotonic() - began < 10
            assert tab.person.get("/api/home")["open"], "reading goes on meanwhile"
            other.rollback()
        tab.play(tab.legal[0])
        assert len(tab.moves) == 2


def test_a_computer_whose_move_could_not_be_kept_tries_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person = server.person()
        tab = person.sit(person.table("linja", [ME, {"kind": "computer", "level": 1}]))
        while tab.state["turn"]["kind"] != "computer":
            tab.play(tab.legal[0])
        tab.settled()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            while tab.state["turn"]["kind"] != "computer":
                tab.play(tab.legal[0])
            other.execute("BEGIN IMMEDIATE")
            time.sleep(6)
            other.rollback()
        tab.settled()
        assert tab.state["turn"]["kind"] == "you"


SECOND = """
import asyncio, pathlib, sys
from linden.web.store.errors import StoreError
from linden.web.store.store import Store
try:
    Store(pathlib.Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""


def test_a_second_process_cannot_have_the_same_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        begin(server)
        path = tmp_path / "tables.db"
        done = subprocess.run(
            [sys.executable, "-c", SECOND, str(path)], capture_output=True, text=True
        )
        assert "are in use by another Linden" in done.stdout
