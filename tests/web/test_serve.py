"""Starting the server: addresses, one process a folder, opening the page."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cases import OWN
from linden.web import serve
from servers import PATIENCE, ask, serving


def command(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "linden", "serve", "--no-browser", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "LINDEN_DATA_DIR": str(folder)},
    )


def test_the_next_free_port_is_taken() -> None:
    with serve.bind("127.0.0.1", None) as one:
        port = one.getsockname()[1]
        with serve.bind("127.0.0.1", None) as two:
            assert two.getsockname()[1] != port
            assert serve.address_of("127.0.0.1", two).startswith("http://127.0.0.1:")


def test_a_port_that_was_asked_for_is_taken_or_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(serve.ServeError, match=f"127.0.0.1:{port} cannot be used: Address"):
            serve.bind("127.0.0.1", port)
        done = command(tmp_path, "--port", str(port))
    assert done.returncode == 2
    assert done.stderr.startswith(f"linden: 127.0.0.1:{port} cannot be used")


def test_whoever_comes_as_soon_as_the_address_is_told_is_not_refused() -> None:
    with serve.bind("127.0.0.1", 0) as bound:
        socket.create_connection(bound.getsockname(), timeout=PATIENCE).close()


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("::", "[::1]")],
)
def test_the_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    with serve.bind(host, 0) as bound:
        port = bound.getsockname()[1]
        assert serve.address_of(host, bound) == f"http://{shown}:{port}/"


def test_a_folder_is_served_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        done = command(tmp_path)
        assert done.returncode == 2
        assert done.stderr == (
            f"linden: Linden is being served already, at http://{server.host}/.\n"
        )
        assert ask("GET", f"http://{server.host}/api/health").status_code == 200


def test_games_that_are_left_out_are_told_and_harm_nobody(tmp_path: Path) -> None:
    """Six of them: a log that counts what repeats itself would leave the sixth out."""
    games = tmp_path / "games"
    for number in range(6):
        (games / f"broken_{number}").mkdir(parents=True)
        (games / f"broken_{number}" / "__init__.py").write_text("")
    with serving(tmp_path, LINDEN_GAMES=str(games)) as server:
        home = ask("GET", f"http://{server.host}/api/home")
        assert home.status_code == 200
        assert [game["name"] for game in home.json()["games"]] == OWN
        assert ask("GET", f"http://{server.host}/").status_code == 200
        log = server.log.read_text(encoding="utf-8")
    for number in range(6):
        folder = games / f"broken_{number}"
        said = f"The game {folder.name} ({folder}) is left out: its __init__.py declares no GAME."
        assert log.count(said) == 1


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = command(tmp_path / "file" / "folder")
    assert done.returncode == 2
    assert "Set LINDEN_DATA_DIR to a folder that can be written." in done.stderr


def test_no_browser_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "LINDEN_NO_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.may_open_browser(True)
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.may_open_browser(True)
    assert not serve.may_open_browser(False)
    monkeypatch.setenv("LINDEN_NO_BROWSER", "1")
    assert not serve.may_open_browser(True)


def test_tables_are_kept_where_the_user_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINDEN_DATA_DIR", str(tmp_path))
    assert serve.data_directory() == tmp_path
    monkeypatch.delenv("LINDEN_DATA_DIR")
    assert serve.data_directory().name == "linden"


def test_interrupting_ends_it_quietly(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person = server.person()
        person.sit(person.table("linja"))
        os.kill(server.pid, signal.SIGINT)
        assert server.wait() in (0, 130)
        lines = filter(None, server.log.read_text().splitlines())
        assert list(lines) == [
            f"Linden is at http://{server.host}/",
            f"To manage this Linden, open http://{server.host}{server.keeper_path}",
            "Press Ctrl+C to stop; every table is kept.",
        ]
