"""Working out a game costs hours and gigabytes: it is for whoever runs this Linden to ask for."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from linden.web import serve
from linden.web.http.visitors import Visitors
from servers import Person, Server, serving

TINY = {"size": "3x4", "komi": 0}


def ask(person: Person, method: str, options: dict[str, Any] = TINY) -> Any:
    wish = {"options": json.dumps(options)}
    return person.http.request(method, "/api/games/linage/truth", params=wish)


def test_a_visitor_can_neither_start_nor_stop_a_build(server: Server) -> None:
    person = server.person("Eve")
    for method in ("POST", "DELETE"):
        answer = ask(person, method)
        assert answer.status_code == 403
        assert "Whoever runs this Linden" in answer.json()["error"]
    now = ask(person, "GET").json()
    assert (now["state"], now["yours"]) == ("possible", False)


def test_the_keeper_can_and_others_cannot_interfere(tmp_path: Path) -> None:
    slow = {"options": json.dumps({"board": "4x5"})}
    with serving(tmp_path) as server:
        keeper, eve = server.keeper(), server.person("Eve")
        path = "/api/games/linear/truth"
        begun = keeper.http.post(path, params=slow).json()
        assert (begun["state"], begun["yours"]) == ("building", True)
        assert eve.http.delete(path, params=slow).status_code == 403
        seen = eve.http.get(path, params=slow).json()
        assert (seen["state"], seen["yours"]) == ("building", False)
        assert keeper.http.delete(path, params=slow).json()["state"] == "possible"
        assert eve.http.delete(path, params=slow).status_code == 403
        assert keeper.http.delete(path, params=slow).json()["done"] == 0


def test_a_keeper_stays_one_after_a_restart_and_a_new_name(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        keeper, path = server.keeper(), server.keeper_path
        assert keeper.http.put("/api/you", json={"name": "Ada"}).status_code == 200
        server.stop()
        server.start()
        assert server.keeper_path != path, "a new key each time"
        assert ask(keeper, "GET").json()["yours"]
        assert keeper.get("/api/home")["you"]["name"] == "Ada"
        assert server.person().http.get(path, follow_redirects=False).status_code == 404


def test_a_guessed_key_opens_nothing(server: Server) -> None:
    person = server.person()
    right = server.keeper_path
    assert len(right.removeprefix("/keeper/")) >= 32
    for path in ("/keeper/", "/keeper/x", right[:-1], right + "x", right.upper(), "/keeper/%ff"):
        answer = person.http.get(path, follow_redirects=False)
        assert answer.status_code == 404, path
    assert not ask(person, "GET").json()["yours"]


def test_the_key_is_printed_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        first, key = (tmp_path / "serving").read_text().splitlines()
        assert first == f"http://{server.host}/"
        assert stat.S_IMODE((tmp_path / "serving").stat().st_mode) == 0o600
        lines = server.log.read_text().splitlines()
        assert lines[:2] == [
            f"Linden is at http://{server.host}/",
            f"To manage this Linden, open http://{server.host}/keeper/{key}",
        ]
        page = server.keeper().http.get(server.keeper_path, follow_redirects=False)
        assert "no-store" in page.headers["cache-control"]


def test_a_second_command_opens_the_keepers_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    said: list[str] = []
    monkeypatch.setenv("LINDEN_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(serve, "may_open_browser", lambda wanted: wanted)
    monkeypatch.setattr("webbrowser.open", opened.append)
    with serving(tmp_path) as server:
        serve.serve(tell=said.append)
        assert opened == [f"http://{server.host}{server.keeper_path}"]
        assert said == [f"Linden is being served already, at http://{server.host}/."]


def test_without_a_key_nobody_is_keeper() -> None:
    async def known(visitor: str) -> bool:
        return False

    assert not Visitors(b"secret", known).opens("")
    assert not Visitors(b"secret", known, keeper="key").opens("")
    assert Visitors(b"secret", known, keeper="key").opens("key")
