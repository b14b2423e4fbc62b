"""Programs at the browser's table: named by whoever runs the server, chosen by name, and never a
command of a visitor's."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from linden.web.compute.programs import Named, read
from linden.web.serve import ServeError, named_programs
from programs import program
from servers import ME, Server, State, Tab, serving

FIRST_MOVE = """
import linden, pathlib
pathlib.Path(__file__).with_name("asked").write_text(asked)
print("bestmove", linden.load("linja").parse(position).moves[0], flush=True)
"""
PATIENT = ":seconds=30"  # it may have to compile something
WRONG = {
    "Silence": "import time; time.sleep(600)",
    "Rubbish": "print('\\x00' * 99, flush=True); print('bestmove e2e4', flush=True)",
    "Death": "import os; os._exit(3)",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("programs")
    first = program(folder, FIRST_MOVE, "secret_first.py") + PATIENT
    words = ["--engine", f"linja:First move={first}"]
    for name, go in WRONG.items():
        command = program(folder, go, f"secret_{name}.py")
        words += ["--engine", f"{name}={command}:seconds=0.2"]
    with serving(folder, *words) as started:
        yield started


def seat(name: str) -> dict[str, Any]:
    return {"kind": "computer", "player": f"program:{name}"}


def play_until_it_answers(tab: Tab) -> State:
    """Make our turn; the state after the other's first move."""
    tab.settled()
    before = len(tab.moves)
    while tab.state["turn"]["seat"] == 0:
        tab.play(tab.legal[-1])
    ours = len(tab.moves)
    assert ours > before
    return tab.next_state(lambda state: len(state["history"]) > ours)


def test_forms_name_the_programs_of_a_game(server: Server) -> None:
    person = server.person()
    assert person.get("/api/games/linja")["programs"] == ["First move", *WRONG]
    assert person.get("/api/games/linx")["programs"] == [*WRONG]
    assert "secret_" not in person.http.get("/api/games/linja").text


def test_a_program_plays_under_its_name(server: Server) -> None:
    person = server.person("Ada")
    tab = person.sit(person.table("linja", [ME, seat("First move")]))
    assert [it["label"] for it in tab.state["seats"]] == ["Ada", "First move"]
    state = play_until_it_answers(tab)
    assert state["note"] is None
    assert not any("secret_" in text for text in tab.traffic)


def test_a_program_is_given_no_more_time_than_its_clock_has(server: Server) -> None:
    """It was named with thirty seconds for a move, and has forty for all moves of a turn."""
    person = server.person("Ada")
    for clock, most in ((None, 30_000), ({"kind": "turn", "seconds": 40}, 20_000)):
        tab = person.sit(person.table("linja", [ME, seat("First move")], clock=clock))
        assert play_until_it_answers(tab)["note"] is None
        word, milliseconds = (server.log.parent / "asked").read_text().split()
        assert word == "movetime"
        assert most - 5000 < int(milliseconds) <= most


@pytest.mark.parametrize("name", WRONG)
def test_the_game_goes_on_without_a_program_that_fails(server: Server, name: str) -> None:
    person = server.person("Ada")
    tab = person.sit(person.table("linja", [ME, seat(name)]))
    state = play_until_it_answers(tab)
    assert state["note"] == f"{name} does not answer; another computer moved for it."
    assert not any("secret_" in text for text in tab.traffic)


def running(word: str) -> list[int]:
    """The processes that run this program."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().split(b"\0")[1:2] == [word.encode()]:
                found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_a_program_that_is_killed_is_started_again(server: Server) -> None:
    person = server.person("Ada")
    tab = person.sit(person.table("linja", [ME, seat("First move")]))
    play_until_it_answers(tab)
    (one,) = running(str(server.folder / "secret_first.py"))
    os.kill(one, signal.SIGKILL)
    state = play_until_it_answers(tab)
    assert state["note"] is None


@pytest.mark.parametrize(
    "player", ["engine:touch {mark}", "program:touch {mark}", "program:nobody", "program:", "mcts"]
)
def test_visitors_run_nothing(server: Server, player: str, tmp_path: Path) -> None:
    mark = tmp_path / "m"
    wish = {"kind": "computer", "player": player.format(mark=mark)[:40]}
    person = server.person()
    answer = person.http.post("/api/tables", json={"game": "linja", "seats": [ME, wish]})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"] == "Levels go from 1 to 8."
    # nor in a game that the program was not named for
    other = {"game": "linear", "seats": [ME, seat("First move")]}
    assert person.http.post("/api/tables", json=other).status_code in (400, 422)
    assert not mark.exists()


def test_a_table_goes_on_when_its_program_is_no_longer_named(tmp_path: Path) -> None:
    """And programs end with their server."""
    command = program(tmp_path, FIRST_MOVE) + PATIENT
    with serving(tmp_path, "--engine", f"Ada={command}") as server:
        person = server.person("Bo")
        table = person.table("linja", [ME, seat("Ada")])
        tab = person.sit(table)
        play_until_it_answers(tab)
        cookies = dict(person.http.cookies)
        server.kill()
    began = time.monotonic()
    while Path("/proc").is_dir() and running(str(tmp_path / "program.py")):
        assert time.monotonic() - began < 20, "a program has outlived its server"
        time.sleep(0.05)
    with serving(tmp_path) as server:
        person = server.person()
        person.http.cookies.clear()
        person.http.cookies.update(cookies)
        tab = person.sit(table)
        assert tab.state["seats"][1]["label"] == "Ada"
        state = play_until_it_answers(tab)
        assert state["note"] == "Ada does not answer; another computer moved for it."


def test_programs_are_named_in_one_way() -> None:
    assert read("Ada=./ada --x=1") == Named("Ada", "./ada --x=1")
    for wrong in ("Ada", "=./ada", "Ada=", "A/da=./ada", f"{'x' * 40}=./ada", "<b>=./ada"):
        with pytest.raises(ServeError, match="names no program; write NAME=COMMAND"):
            named_programs([wrong])
    with pytest.raises(ServeError, match="There is no game 'chess'"):
        named_programs(["chess:Ada=./ada"])
    with pytest.raises(ServeError, match="is no command"):
        named_programs(["Ada='unfinished"])
    with pytest.raises(ServeError, match="names 'Ada' twice"):
        named_programs(["Ada=./one", "Ada=./two"])
