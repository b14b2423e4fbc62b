"""The lab's page: who may start what, what is heard of it, and that no row is lost or repeated."""

import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.sync.client import connect

from linden.core.language import speaking
from linden.lab.experiment import Experiment, read_toml
from linden.lab.pools import Here
from linden.lab.rows import play_rows
from linden.lab.runner import finished, run
from linden.lab.runs import Run, create_run
from linden.lab.store import LabFile
from linden.web.compute import lab_process
from linden.web.compute.lab import PART, Lab, State
from linden.web.http import lab_showing
from linden.web.http.lab_showing import LabListeners
from servers import PATIENCE, Person, Server, serving

QUICK = {"game": "pig", "options": {"goal": ["10", 20]}, "players": ["random"], "games": 300}
SLOW = {"game": "pig", "options": {"goal": [30]}, "players": ["mcts:nodes=300"], "games": 40}
"""Some seconds of work, a game at a time."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("lab")) as started:
        yield started


def start(person: Person, wish: dict[str, Any]) -> str:
    answer = person.http.post("/api/lab", json=wish).json()
    assert answer["error"] is None, answer
    return str(answer["id"])


def told(person: Person, name: str) -> dict[str, Any]:
    runs = person.get("/api/lab")["runs"]
    return next((one for one in runs if one["id"] == name), {"state": "gone"})


def wait(person: Person, name: str, accept: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first answer about a run that is accepted."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        now = told(person, name)
        if accept(now):
            return now
        time.sleep(0.05)
    raise AssertionError(f"still {now}")


def ended(now: dict[str, Any]) -> bool:
    return now["state"] in ("done", "failed")


def content(path: Path) -> list[tuple[object, ...]]:
    with LabFile.open(path) as file:
        return file.blocks()


def uninterrupted(experiment: Experiment, path: Path) -> list[tuple[object, ...]]:
    with LabFile.create(path, experiment) as file:
        run(file, Here())
        assert finished(file)
    return content(path)


@contextmanager
def listening(person: Person) -> Iterator[Callable[[], dict[str, Any]]]:
    address = f"ws://{person.server.host}/api/lab"
    with connect(address, additional_headers=person.headers) as socket:
        yield lambda: dict(json.loads(socket.recv(PATIENCE)))


def players_of(server: Server) -> list[int]:
    """Processes of this server that play for the lab."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        playing = b"play" in words and b"linden.web.compute.lab_process" in words
        if playing and any(str(server.folder).encode() in word for word in words):
            found.append(int(folder.name))
    return found


# -- starting ------------------------------------------------------------------------------------


def test_only_whoever_runs_the_server_starts_stops_and_deletes(server: Server) -> None:
    keeper, guest = server.keeper(), server.person()
    assert keeper.get("/api/lab")["yours"]
    assert not guest.get("/api/lab")["yours"]
    name = start(keeper, QUICK)
    for method, path, body in (
        ("POST", "/api/lab", QUICK),
        ("POST", f"/api/lab/{name}/stop", {}),
        ("POST", f"/api/lab/{name}/go-on", {}),
        ("POST", f"/api/lab/{name}/restore", {}),
        ("DELETE", f"/api/lab/{name}", None),
    ):
        refused = guest.http.request(method, path, json=body)
        assert refused.status_code == 403, path
        assert "Whoever runs this Linden" in refused.json()["error"]
    wait(guest, name, ended)
    assert guest.http.get(f"/api/lab/{name}/report").status_code == 200, "all may read"


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"game": "chess"}, "game", "There is no such game."),
        ({"options": {"goal": [20, "many"]}}, "option-goal", "Goal: a whole number from 10"),
        ({"options": {"goal": []}}, "option-goal", "Choose at least one value."),
        ({"options": {"gaol": [10]}}, "game", "no such option"),
        ({"games": 0}, "games", "A whole number from 1 to 1000000."),
        ({"games": 10**9}, "games", "A whole number from 1 to"),
        ({"precision": 0.9}, "precision", "Between 0.01 and 50 per cent."),
        ({"seed": -1}, "seed", "A whole number from 0 on."),
        ({"players": ["nobody"]}, "players", "not 'nobody'"),
        ({"players": ["mcts"]}, "players", "needs a budget"),
        ({"players": ["mcts:seconds=1"]}, "players", "by the clock"),
        ({"players": ["random"] * 5, "options": {}}, "players", "one for each of 2"),
        ({"players": ["engine:/bin/false"]}, "players", "at the terminal"),
        ({"players": ["perfect"]}, "players", "not worked out"),
        ({"players": ["mcts:nodes=0"]}, "players", "Nodes are 1 or more"),
        (
            {"game": "linx", "options": {}, "players": ["alphabeta:nodes=9"]},
            "players",
            "alphabeta plays games for two",
        ),
        (
            {"game": "linage", "options": {"size": ["3"], "line": [5]}, "players": ["random"]},
            "option-size",
            "A line of 5 does not fit",
        ),
        (
            {"game": "linage", "options": {"size": ["3"], "line": [5]}, "players": ["random"] * 2},
            "option-size",
            "A line of 5 does not fit",
        ),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    server: Server, wrong: dict[str, Any], field: str, sentence: str
) -> None:
    answer = server.keeper().http.post("/api/lab", json=QUICK | wrong)
    assert answer.status_code == 200, answer.text
    assert answer.json()["id"] is None
    assert answer.json()["field"] == field
    assert sentence in answer.json()["error"]


def test_it_is_said_in_the_readers_language(server: Server) -> None:
    answer = server.keeper().http.post(
        "/api/lab", json=QUICK | {"games": 0}, headers={"Accept-Language": "de"}
    )
    assert answer.json()["error"] == "Eine ganze Zahl von 1 bis 1000000."


# -- as it goes on -------------------------------------------------------------------------------


def test_a_run_is_heard_of_until_its_end_and_tells_what_came_of_it(
    server: Server, tmp_path: Path
) -> None:
    keeper, guest = server.keeper(), server.person()
    with listening(guest) as hear:
        hear()
        name = start(keeper, SLOW)
        seen: list[tuple[str, int]] = []
        while not seen or seen[-1][0] != "done":
            one = next((one for one in hear()["runs"] if one["id"] == name), None)
            if one is not None:
                assert one["state"] in ("waiting", "running", "done"), one
                assert one["total"] == 40
                seen.append((one["state"], one["done"]))
    counts = [done for _, done in seen]
    assert counts == sorted(counts)
    assert counts[-1] == 40
    assert any(0 < done < 40 for state, done in seen if state == "running"), seen
    now = told(guest, name)
    assert (now["title"], now["varied"], now["says"]) == ("Pig", [], "Done.")
    assert now["command"].startswith("linden lab run pig --option goal=30")

    experiment = read_toml(guest.http.get(f"/api/lab/{name}/experiment.toml").text, "it.toml")
    rows = content(server.folder / "lab" / f"{name}.sqlite")
    assert rows == uninterrupted(experiment, tmp_path / "whole.sqlite")
    csv = guest.http.get(f"/api/lab/{name}/games.csv")
    assert csv.headers["content-disposition"] == f'attachment; filename="{name}.csv"'
    assert len(csv.text.splitlines()) == 41
    report = guest.http.get(f"/api/lab/{name}/report")
    assert "default-src 'none'" in report.headers["content-security-policy"]
    assert "40 games, 40 asked for" in report.text
    assert now["command"] in report.text.replace("&#x27;", "'")


def test_two_variants_are_compared(server: Server) -> None:
    person = server.keeper()
    name, other = start(person, QUICK), start(person, QUICK | {"seed": 9})
    wait(person, name, ended)
    wait(person, other, ended)

    def compare(two: str, second: int) -> Any:
        sides: dict[str, str | int] = {"one": name, "first": 0, "two": two, "second": second}
        return person.http.get("/api/lab/compare", params=sides)

    found = compare(name, 1).json()
    assert (found["one"], found["two"], found["games"]) == ("Goal: 10", "Goal: 20", [300, 300])
    assert found["paired"]
    turns = next(row for row in found["rows"] if row["title"] == "turns in a game")
    assert turns["verdict"] == "more"
    assert 0 < turns["low"] <= turns["estimate"] <= turns["high"]
    wins = found["rows"][0]
    assert wins["anytime"]
    assert wins["verdict"] != "open" or wins["needed"] is None or wins["needed"] > 0
    apart = compare(other, 0).json()
    assert not apart["paired"]
    assert apart["one"] != apart["two"], "what is called alike is told apart"
    assert compare(name, 7).status_code == 404
    assert compare("nothing", 0).status_code == 404


def test_one_at_a_time_stopped_gone_on_with_deleted_and_brought_back(server: Server) -> None:
    person = server.keeper()
    first, second = start(person, SLOW), start(person, QUICK)
    wait(person, first, lambda now: now["state"] == "running")
    assert told(person, second)["state"] == "waiting"
    wait(person, first, lambda now: now["done"] > 0)
    assert len(players_of(server)) == 1
    assert person.http.post(f"/api/lab/{first}/stop").status_code == 200
    stopped = told(person, first)
    assert stopped["state"] == "paused"
    assert "What was played is kept." in stopped["says"]
    wait(person, second, ended)
    kept = told(person, first)["done"]
    assert 0 < kept < 40

    assert person.http.delete(f"/api/lab/{first}").status_code == 200
    assert told(person, first)["state"] == "gone"
    assert person.http.get(f"/api/lab/{first}/report").status_code == 404
    assert person.http.post(f"/api/lab/{first}/restore").status_code == 200
    assert told(person, first)["done"] == kept
    assert person.http.post(f"/api/lab/{first}/go-on").status_code == 200
    wait(person, first, lambda now: now["state"] == "running")
    [process] = players_of(server)
    os.kill(process, signal.SIGKILL)  # by somebody else
    ruined = wait(person, first, lambda now: now["state"] == "failed")
    assert "ended from outside" in ruined["says"]
    person.http.post(f"/api/lab/{first}/go-on")
    assert wait(person, first, ended)["done"] == 40


# -- whatever happens ----------------------------------------------------------------------------


def test_killed_with_its_server_it_goes_on_and_no_row_is_lost_or_repeated(tmp_path: Path) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    with serving(folder) as server:
        person = server.keeper()
        name = start(person, SLOW)
        path = folder / "lab" / f"{name}.sqlite"
        wait(person, name, lambda now: now["done"] >= 5)
        before = players_of(server)
        server.kill()
        deadline = time.monotonic() + 20
        while players_of(server) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(before) == 1
        assert players_of(server) == [], "it ends with its server"
        kept = content(path)
        assert 5 <= len(kept) < 40
        server.start()
        assert wait(server.person(), name, ended)["done"] == 40, "nobody has to ask for it"
        rows = content(path)
        assert set(kept) <= set(rows)
        with LabFile.open(path) as file:
            experiment = file.experiment
        assert rows == uninterrupted(experiment, tmp_path / "whole.sqlite")


def test_nodes_that_share_a_folder_share_its_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either may be asked; one has them played, and when it is gone the other does."""
    monkeypatch.setenv("LINDEN_STEP_BACK", "0")
    experiment = Experiment("pig", {"goal": [30]}, [["mcts:nodes=300"]], games=30)

    async def until(lab: Lab, name: str, accept: Callable[[State, Run], bool]) -> Run:
        async with asyncio.timeout(PATIENCE):
            while not accept(lab.state(found := await lab.get(name)), found):
                await asyncio.sleep(0.05)
        return found

    async def together() -> str:
        one, two = Lab(tmp_path), Lab(tmp_path)
        one.open()
        name = await one.start(experiment)
        await until(one, name, lambda state, run: state == "running" and run.done > 0)
        two.open()
        await until(two, name, lambda state, run: state == "running" and run.done > 0)
        await two.stop(name)
        await until(one, name, lambda state, run: state == "paused")
        await two.go_on(name)
        await until(one, name, lambda state, run: state == "running")
        await one.close()
        await until(two, name, lambda state, run: state == "done")
        await two.close()
        return name

    name = asyncio.run(together())
    rows = content(tmp_path / f"{name}.sqlite")
    assert rows == uninterrupted(experiment, tmp_path / "whole.sqlite")


def test_names_from_files_cannot_do_anything_on_a_page(server: Server) -> None:
    """A file from elsewhere may hold any text."""
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    experiment = Experiment("pig", {"goal": [10]}, [[f"engine:{evil}"]], games=2)
    plain = Experiment("pig", {"goal": [10]}, games=2)
    with LabFile.create(server.folder / "lab" / "evil.sqlite", experiment) as file:
        for number in range(2):
            row = play_rows(plain, plain.variants[0], number, 1, True)
            file.write(0, number, 1, True, row)
    person = server.person()
    wait(person, "evil", lambda now: now["state"] == "done")  # it was seen while it was written
    report = person.http.get("/api/lab/evil/report")
    assert report.status_code == 200
    assert not re.search(r"<script|<img", report.text)
    assert "script-src" not in report.headers["content-security-policy"]
    assert "default-src 'none'" in report.headers["content-security-policy"]


def test_other_files_in_the_folder_do_no_harm(server: Server) -> None:
    person = server.keeper()
    folder = server.folder / "lab"
    name = start(person, QUICK)
    wait(person, name, ended)
    (folder / "letter.sqlite").write_text("Dear Ada", encoding="utf-8")
    shutil.copy(folder / f"{name}.sqlite", folder / "a name with spaces.sqlite")
    found = wait(person, "letter", lambda now: now["state"] != "gone")
    assert found["state"] == "failed"
    assert str(folder) not in json.dumps(found)
    assert person.http.delete("/api/lab/letter").status_code == 409
    assert person.http.get("/api/lab/letter/report").status_code == 409
    assert told(person, "a name with spaces")["state"] == "gone"
    for path in ("..%2Ftables", "%2e%2e", "letter%00"):
        assert person.http.get(f"/api/lab/{path}/games.csv").status_code in (404, 422)
    assert (folder / "letter.sqlite").exists()


def test_a_file_from_elsewhere_runs_no_programs(server: Server, tmp_path: Path) -> None:
    """It may have been copied here for its report, and its commands are whoever's."""
    person, folder = server.keeper(), server.folder / "lab"
    mark = tmp_path / "mark"
    for name, who in (
        ("plays", {"players": [[f"engine:touch {mark}"]]}),
        ("judges", {"players": [["level1"]], "judge": f"engine:touch {mark}"}),
    ):
        (tmp_path / "made").mkdir(exist_ok=True)
        made = tmp_path / "made" / f"{name}.sqlite"
        create_run(made, Experiment("pig", {"goal": [10]}, games=2, **who), 1.0)
        shutil.copy(made, folder / f"{name}.sqlite")
        assert wait(person, name, lambda now: now["state"] != "gone")["state"] == "paused"
        refused = person.http.post(f"/api/lab/{name}/go-on")
        assert refused.status_code == 409
        assert "at the terminal" in refused.json()["error"]
        assert lab_process.play(made) == 1, "whoever has it played"
    last = start(person, QUICK)
    wait(person, last, ended)
    assert told(person, "plays")["state"] == told(person, "judges")["state"] == "paused"
    assert not mark.exists()


def test_many_who_ask_for_a_report_at_once_have_it(server: Server) -> None:
    keeper = server.keeper()
    name = start(keeper, QUICK)
    wait(keeper, name, ended)
    people = [server.person() for _ in range(6)]
    with ThreadPoolExecutor(len(people)) as threads:
        for what, last in (("report", "for 95%.</p>"), ("games.csv", "1,goal=20,299,")):
            answers = list(
                threads.map(lambda one, it=what: one.http.get(f"/api/lab/{name}/{it}"), people)
            )
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.text for answer in answers}) == 1
            assert last in answers[0].text
    made = server.folder / "lab" / "made"
    assert sorted(path.suffix for path in made.glob(f"{name}@*")) == [".csv", ".html"]


def test_what_cannot_be_made_leaves_nothing_behind(server: Server) -> None:
    keeper = server.keeper()
    name = start(keeper, QUICK)
    wait(keeper, name, ended)
    path = server.folder / "lab" / f"{name}.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("update blocks set data = substr(data, 1, length(data) - 1)")
        database.commit()
    for what in ("report", "games.csv"):
        refused = keeper.http.get(f"/api/lab/{name}/{what}")
        assert refused.status_code == 409
        assert refused.json()["error"].startswith(f"{name}.sqlite has games in which")
    assert not list((server.folder / "lab" / "made").glob(f"{name}@*"))


def test_whoever_has_much_made_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at a time for each, and two in all."""

    async def together() -> list[str]:
        lab, order = Lab(tmp_path), list[str]()
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def ask(*words: str) -> bytes:
            order.append(words[-1])
            if words[-1] == "1.0":
                begun.set()
                await go_on.wait()
            return b"{}"

        monkeypatch.setattr(lab, "_ask", ask)
        run = Run("it", tmp_path / "it.sqlite", None)

        def compare(number: float, owner: str) -> "asyncio.Task[Any]":
            return asyncio.create_task(lab.compared((run, 0), (run, 1), number, owner))

        greedy = [compare(float(number), "greedy") for number in range(1, 9)]
        await begun.wait()
        async with asyncio.timeout(PATIENCE):
            await compare(0.5, "somebody")
        go_on.set()
        await asyncio.gather(*greedy)
        return order

    assert asyncio.run(together())[:2] == ["1.0", "0.5"]


def test_what_is_being_made_is_spared_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node may be writing it; what was left there long ago goes."""
    made = tmp_path / "made"
    made.mkdir()
    growing, left = (made / f"it@{name}.csv{PART}" for name in ("now", "then"))
    for part in (growing, left):
        part.write_text("game,option")
    os.utime(left, (1_600_000_000, 1_600_000_000))
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 400 * 86_400)
    Lab(tmp_path)._make_room(Run("it", tmp_path / "it.sqlite", None), made / "it@new.csv")
    assert growing.exists()
    assert not left.exists()


def test_files_of_another_kind_are_not_written_to(server: Server) -> None:
    """Whatever wishes are made for them."""
    keeper, path = server.keeper(), server.folder / "lab" / "diary.sqlite"
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table about (key text primary key, value text)")
        database.execute("insert into about values ('wanted', 'a holiday')")
        database.commit()
    before = path.read_bytes()
    wait(keeper, "diary", lambda now: now["state"] == "failed")
    for method, act in (
        ("POST", "/stop"),
        ("POST", "/go-on"),
        ("POST", "/restore"),
        ("DELETE", ""),
    ):
        assert keeper.http.request(method, f"/api/lab/diary{act}").status_code == 409
    assert path.read_bytes() == before


def test_a_run_may_be_called_as_anything_is(server: Server) -> None:
    keeper, folder = server.keeper(), server.folder / "lab"
    name = start(keeper, QUICK)
    wait(keeper, name, ended)
    for other in ("games", "compare", "x" * 100):
        shutil.copy(folder / f"{name}.sqlite", folder / f"{other}.sqlite")
        wait(keeper, other, ended)
        for what in ("report", "games.csv", "experiment.toml"):
            assert keeper.http.get(f"/api/lab/{other}/{what}").status_code == 200, other
    assert keeper.get("/api/lab/games/pig")["roles"]


def test_one_bad_file_keeps_no_other_back(server: Server) -> None:
    keeper, folder = server.keeper(), server.folder / "lab"
    name = start(keeper, QUICK)
    wait(keeper, name, ended)
    loop = folder / "loop.sqlite"
    loop.symlink_to(loop.name)
    odd = folder / "odd.sqlite"
    create_run(odd, Experiment("pig", games=2), 1.0)
    with closing(sqlite3.connect(odd)) as database:
        database.execute(
            "update about set value = json_set(value, '$.options', 7) where key = 'experiment'"
        )
        database.commit()
    for bad in ("loop", "odd"):
        assert wait(keeper, bad, lambda now: now["state"] != "gone")["state"] == "failed"
    assert keeper.http.get(f"/api/lab/{name}/report").status_code == 200
    again = start(keeper, QUICK)
    assert wait(keeper, again, ended)["state"] == "done"


def test_what_is_told_of_many_runs_is_written_once_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listened() -> int:
        lab, asked = Lab(tmp_path), 0

        def all_runs(_: Lab) -> list[Any]:
            nonlocal asked
            asked += 1
            return []

        monkeypatch.setattr(lab_showing, "all_runs", all_runs)
        nobody: Any = SimpleNamespace(accounts=None, tokens=None)
        listeners = LabListeners(nobody, lab)
        everybody = [listeners.listen(f"v{number}") for number in range(50)]
        for change in range(3):
            for tell in lab.changed:
                tell()
            for one in everybody:
                with speaking("de" if one is everybody[0] else "en"):
                    listeners.message(one)
            assert asked == 2 * (change + 1)
        return asked

    assert asyncio.run(listened()) == 6
