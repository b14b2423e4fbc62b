"""A site as whoever runs it meets it: what the files in ``deploy/`` say is what is started here,
without containers."""

import json
import logging
import os
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from websockets.exceptions import ConnectionClosed

from linden.cli.main import cli
from linden.web import logs
from linden.web.http.health import may_measure
from linden.web.metrics import BOUNDS, Metrics
from owners import Owner
from postgres import Postgres
from programs import program
from servers import HERE, ME, PATIENCE, Server, Tab, ask, kept_running
from sites import DEPLOY, Site
from web.test_bot import FIRST_MOVE, Running, invited, some_moves


@pytest.fixture(scope="module")
def running_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with kept_running(Site(tmp_path_factory.mktemp("site"), by_table=True)) as started:
        yield started


# -- the files -------------------------------------------------------------------------------------


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found["services"]  # type: ignore[no-any-return]


def read_command(words: list[str]) -> None:
    """As the program reads it, without running it."""
    assert words[0] == "linden"
    command: click.Command = cli
    context = click.Context(cli)
    rest = words[1:]
    while isinstance(command, click.Group):
        found = command.get_command(context, rest.pop(0))
        assert found is not None
        command = found
    command.make_context("linden", rest)


def test_the_parts_of_the_compose_file_fit_each_other() -> None:
    services = compose()
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    nodes = [name for name in services if name.startswith("node")]
    assert re.findall(r"server (\w+):(\d+)", nginx) == [(name, "8421") for name in nodes]
    for name in (*nodes, "upgrade"):
        words = shlex.split(re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", services[name]["command"]))
        read_command(words)
        address = services[name]["environment"]["LINDEN_DATABASE_URL"]
        user, password, host, database = re.findall(
            r"postgresql://(\w+):(\w+)@(\w+)/(\w+)", address
        )[0]
        told = services[host]["environment"]
        assert (told["POSTGRES_USER"], told["POSTGRES_PASSWORD"], told["POSTGRES_DB"]) == (
            user,
            password,
            database,
        )
        if name != "upgrade":
            assert words[words.index("--port") + 1] == "8421"
    assert "./nginx.conf:/etc/nginx/nginx.conf:ro" in services["nginx"]["volumes"]
    for name, service in services.items():
        for other in service.get("depends_on", {}):
            assert other in services, (name, other)


def test_the_unit_and_the_image_start_what_there_is() -> None:
    unit = (DEPLOY / "linden.service").read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=\S+/(linden .*)$", unit, re.M)
    assert found
    read_command(found[1].split())
    kept = {"LINDEN_DATA_DIR": "StateDirectory", "LINDEN_CACHE_DIR": "CacheDirectory"}
    for variable, directory in kept.items():
        where = re.search(rf"^Environment=.*\b{variable}=(\S+)", unit, re.M)
        name = re.search(rf"^{directory}=(\S+)$", unit, re.M)
        assert where, variable
        assert name, directory
        assert Path(where[1]).name == name[1], "all else is read-only, or thrown away"
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    found = re.search(r"^CMD (\[.*\])$", image, re.M)
    assert found
    read_command(json.loads(found[1]))


# -- running ---------------------------------------------------------------------------------------


def test_people_play_through_the_proxy(site: Site) -> None:
    person = site.person("Ada")
    tab = person.sit(person.table("linja", [ME, HERE]))
    for _ in range(4):
        tab.play(tab.legal[0])
    assert ask("GET", f"http://{site.host}/metrics").status_code == 404
    assert ask("GET", f"http://{site.host}/api/ready").json() == {"ok": True}


def test_a_node_counts_what_happens(site: Site) -> None:
    node = site.nodes[0]
    person = node.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    before = numbers(node)
    for queue in ("searches", "reviews", "drawings", "compiling", "writes", "words"):
        assert before[f"linden_{queue}_waiting"] >= 0
    for _ in range(3):
        tab.play(tab.legal[0])
    after = numbers(node)
    assert after["linden_moves_total"] - before["linden_moves_total"] == 3
    assert after["linden_change_seconds_count"] - before["linden_change_seconds_count"] == 3
    assert after['linden_change_seconds_bucket{le="+Inf"}'] == after["linden_change_seconds_count"]
    assert (after["linden_nodes"], after["linden_sockets"]) == (2, 1)
    assert after["process_resident_memory_bytes"] > 1 << 20
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    answer = ask("GET", f"http://{node.host}/metrics", headers=elsewhere)
    assert answer.status_code == 404


def numbers(node: Server) -> dict[str, float]:
    answer = ask("GET", f"http://{node.host}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_nobody_s_line_is_lost_for_longer_than_a_second(site: Site) -> None:
    """From when a tab is hung up on until it has its table again, as the other node is stopped in
    turn. Of three times the best counts: the machine may be busy with others."""
    person = site.person()
    tabs = [person.sit(person.table("linja", [ME, HERE])) for _ in range(12)]
    medians = []
    for node in (*site.nodes, site.nodes[0]):
        stopped = threading.Event()
        with ThreadPoolExecutor(len(tabs)) as people:
            waits = [people.submit(without_line, tab, stopped) for tab in tabs]
            node.stop()
            stopped.set()
            took = [wait.result() for wait in waits]
        away = sorted(seconds for seconds in took if seconds is not None)
        assert away, "some table was at this node"
        assert away[-1] < 10
        medians.append(away[len(away) // 2])
        if away[-1] < 1:
            break
        site.start()
    else:
        pytest.fail(f"lines were lost for so many seconds (medians): {medians}")


def without_line(tab: Tab, stopped: threading.Event) -> float | None:
    """How long somebody has no line to their table, if a node that is being stopped hangs up."""
    while not stopped.is_set():
        try:
            tab.receive(timeout=0.1)
        except TimeoutError:
            continue
        except ConnectionClosed:
            began = time.monotonic()
            tab.reconnect()
            return time.monotonic() - began
    return None


def test_lines_come_back_at_another_node_when_one_is_stopped(site: Site) -> None:
    person = site.person()
    tabs = [person.sit(person.table("linja", [ME, HERE])) for _ in range(6)]
    for tab in tabs:
        tab.play(tab.legal[0])
    site.nodes[0].stop()
    for tab in tabs:
        tab.reconnect()
        assert len(tab.moves) == 1
        tab.play(tab.legal[0])


def test_a_lost_database_is_told_in_a_sentence_and_play_goes_on_after_it(site: Site) -> None:
    person = site.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play(tab.legal[0])
    site.postgres.stop()
    tab.ask(type="move", move=tab.legal[0])
    assert tab.refused().startswith("This could not be kept, so nothing has changed.")
    answer = ask("GET", f"http://{site.host}/api/ready", timeout=30)
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("The tables cannot be read just now")
    assert int(answer.headers["Retry-After"]) > 0
    assert ask("GET", f"http://{site.host}/api/health").status_code == 200
    answer = person.http.post("/api/tables", json={"game": "linja"})
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("The tables cannot be read just now")
    site.postgres.start()
    began = time.monotonic()
    while len(tab.moves) < 2:
        assert time.monotonic() - began < PATIENCE
        tab.ask(type="move", move=tab.legal[0])
        tab.until(lambda message: message["type"] in ("state", "refused"))


def test_workers_share_an_address_and_are_replaced(
    database_server: Postgres, tmp_path: Path
) -> None:
    server = Server(
        tmp_path,
        *("--workers", "2"),
        LINDEN_DATABASE_URL=database_server.fresh(),
        LINDEN_LOG="json",
    )
    with kept_running(server):
        person = server.person("Ada")
        tab = person.sit(person.table("linja", [ME, HERE]))
        tab.play(tab.legal[0])
        workers = serving_children(server.pid)
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        tab.reconnect()
        tab.play(tab.legal[0])
        assert len(tab.moves) == 2
        began = time.monotonic()
        while server.log.read_text(encoding="utf-8").count(' serves."') < 4:
            assert time.monotonic() - began < PATIENCE, "two, and two in their place"
            time.sleep(0.1)
        workers = serving_children(server.pid)
        server.stop()
        assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    lines = server.log.read_text(encoding="utf-8").splitlines()
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    said = [one["message"] for one in logged if one["process"] == server.pid]
    assert said[0] == "2 workers serve."
    assert len([line for line in said if line.endswith("ended with -9; another begins.")]) == 2
    assert said[-1] == "The workers end."
    serve = [one["process"] for one in logged if one["message"].endswith(" serves.")]
    assert len(serve) == len(set(serve)) == 4, "two, and two in their place"
    ended = [one["process"] for one in logged if one["message"] == "Linden has ended."]
    assert sorted(ended) == sorted(workers)
    assert any(re.fullmatch(r"Node \S+ serves, too.", one["message"]) for one in logged)


def serving_children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = status.read_text().split(" (", 1)
            words = (status.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if rest.rsplit(") ", 1)[1].split()[1] == str(parent) and b"spawn_main" in words:
            found.append(int(pid))
    return found


# -- the parts -------------------------------------------------------------------------------------


def test_a_log_of_json_has_a_line_for_each_complaint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    formatter = logs.Structured()
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "linden", logging.ERROR, __file__, 1, "Not %s.", ("kept",), sys.exc_info()
        )
    told = json.loads(formatter.format(record))
    assert (told["level"], told["message"], told["logger"]) == ("error", "Not kept.", "linden")
    assert "ValueError: two" in told["trace"]
    assert "\n" not in formatter.format(record)


def test_who_may_read_the_numbers() -> None:
    assert not may_measure("10.0.0.7", "")
    assert may_measure("10.0.0.7", "192.0.2.0/24, 10.0.0.0/8")
    assert not may_measure("10.0.0.7", "nonsense")
    assert not may_measure("2001:db8::1", "10.0.0.0/8")


def test_histograms_count_up() -> None:
    metrics = Metrics()
    for seconds in (0.001, BOUNDS[0], 0.3, 99):
        metrics.histograms["load_seconds"].observe(seconds)
    text = metrics.text()
    assert f'linden_load_seconds_bucket{{le="{BOUNDS[0]}"}} 2' in text
    assert 'linden_load_seconds_bucket{le="0.5"} 3' in text
    assert 'linden_load_seconds_bucket{le="+Inf"} 4' in text
    assert "linden_load_seconds_count 4" in text


def test_a_bot_plays_on_while_each_node_dies(site: Site, tmp_path: Path) -> None:
    owner = Owner(site, "ada")
    bot = Running(site, owner.token(), "--engine", program(tmp_path, FIRST_MOVE))
    bot.until("waits to be invited")
    tab = invited(owner)
    some_moves(tab, 2)
    for node in site.nodes:
        node.kill()
        tab.reconnect()
        some_moves(tab, 2)
        node.start()
    some_moves(tab, 60)
    assert tab.over
    bot.until(f"Table {tab.table} is ")
    bot.stop()
