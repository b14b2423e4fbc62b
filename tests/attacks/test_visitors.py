"""Who a browser is cannot be chosen, and what is kept is for its owner's eyes."""

import asyncio
import hashlib
import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import alembic.command
import alembic.config
import httpx
import pytest
from sqlalchemy import create_engine
from websockets.sync.client import connect

from linden.web import store
from linden.web.store.store import Store
from servers import ME, QUICK, Server, ask, serving


def named(server: Server, token: str) -> httpx.Response:
    """Take a name with this token."""
    headers = {"Cookie": f"linden={token}"}
    return ask("PUT", f"http://{server.host}/api/you", json={"name": "Eve"}, headers=headers)


def test_a_token_of_ones_own_choosing_is_none(server: Server) -> None:
    mine = server.person("Ada").http.cookies["linden"]
    random, _, signature = mine.partition(".")
    for token in (
        "x" * 43,
        "x" * 32 + "." + signature,
        random + "." + "x" * len(signature),
        random + ".",
        "." + signature,
        random,
        mine[:-1],
        mine + "x",
        mine.upper(),
        "",
        "x" * 90,
    ):
        answer = named(server, token)
        assert answer.status_code == 200
        assert "set-cookie" in answer.headers, token
        home = ask("GET", f"http://{server.host}/api/home", headers={"Cookie": f"linden={token}"})
        assert home.json()["you"]["name"] == "", token
    assert "set-cookie" not in named(server, mine).headers


def test_a_socket_with_a_chosen_token_just_watches(server: Server) -> None:
    table = server.person().table("linja", [ME, QUICK])
    address = f"ws://{server.host}/api/tables/{table}/live"
    for token in ("x" * 43, "x" * 32 + "." + "y" * 32, ""):
        with connect(address, additional_headers={"Cookie": f"linden={token}"}) as socket:
            state = json.loads(socket.recv())
            assert state["viewer"]["watching"]


def test_tokens_of_one_server_are_worth_nothing_at_another(server: Server, tmp_path: Path) -> None:
    foreign = server.person("Ada").http.cookies["linden"]
    with serving(tmp_path) as other:
        assert "set-cookie" in named(other, foreign).headers


def test_tokens_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person = server.person("Ada")
        table = person.table("linja")
        server.stop()
        server.start()
        (card,) = person.get("/api/home")["open"]
        assert card["id"] == table


def test_old_cookies_keep_their_tables(tmp_path: Path) -> None:
    """A database from before tokens were signed: its people are known by what they sat at."""
    tokens = ["a" * 43, "b" * 43, "c" * 43, "d" * 43]
    host, guest, by_name = (hashlib.sha256(token.encode()).hexdigest()[:40] for token in tokens[:3])
    old_database(tmp_path / "tables.db", host=host, guest=guest, named=by_name)
    with serving(tmp_path) as server:
        for token, known in zip(tokens, (True, True, True, False), strict=True):
            answer = ask(
                "GET", f"http://{server.host}/api/home", headers={"Cookie": f"linden={token}"}
            )
            assert ("set-cookie" not in answer.headers) == known
            assert len(answer.json()["open"]) == (token in tokens[:2])


def old_database(path: Path, *, host: str, guest: str, named: str) -> None:
    """The first schema, with one table."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "0001")
    engine.dispose()
    with sqlite3.connect(path) as rows:
        rows.execute("INSERT INTO visitors VALUES (?, 'Eve', 0)", [named])
        rows.execute(
            "INSERT INTO tables VALUES ('one', 'linja', '{}', ?, 0, 0, 0, 0, 0, '', NULL, '', NULL,"
            " NULL, 1, '[0, 1]', NULL)",
            [host],
        )
        for number, visitor in enumerate((host, guest)):
            rows.execute(
                "INSERT INTO seats VALUES ('one', ?, 'person', ?, '', NULL, NULL)",
                [number, visitor],
            )
    rows.close()


# -- files ---------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def generous() -> Iterator[None]:
    """Everybody may read what is made, unless somebody says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("generous")
def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    server = Server(folder)
    server.log = tmp_path / "log"
    server.start()
    try:
        server.person("Ada").table("linja")
        found = modes(folder)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {"tables.db", "tables.db-wal", "tables.db-shm", "serving"} <= set(found)
        kept = {name: mode for name, mode in found.items() if name != "solved"}
        assert set(kept.values()) == {0o600}, kept
    finally:
        server.dismiss()
        server.kill()
    for path in folder.iterdir():
        path.chmod(0o644)
    server.start()
    try:
        kept = {name: mode for name, mode in modes(folder).items() if name != "solved"}
        assert set(kept.values()) == {0o600}, kept
    finally:
        server.stop()


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    def secret() -> bytes:
        kept = Store(tmp_path / "tables.db")
        try:
            return asyncio.run(kept.secret())
        finally:
            kept.close()

    first = secret()
    assert len(first) >= 32
    assert secret() == first
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        assert connection.execute("SELECT count(*) FROM settings").fetchone() == (1,)
    connection.close()
