"""What ``deploy/compose.yaml`` says, done without containers: each service on a machine of its own,
with its command, its environment, its order and the question after its health. Run by
``test_compose.py`` on the first of these machines, whose people reach the published port.

    python -m web.composed FOLDER NAME=PID,ADDRESS …
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import yaml

from postgres import Postgres, program
from relay import Relay
from servers import HERE, ME, PATIENCE, Server, Tab, ask
from sites import DEPLOY

Service = dict[str, Any]

COMPOSE = DEPLOY / "compose.yaml"
USUAL = re.compile(r"\$\{\w+:-([^}]*)\}")
"""A variable that whoever starts it may set, and what it is otherwise."""
POSTGRES = re.compile(r"postgresql://linden:(\w+)@(\w+)/(\w+)")
PROGRAMS = [Path(sys.executable).parent, Path(program("pg_isready")).parent, "/usr/sbin"]
"""Where the images have theirs."""
NO_WAIT = {"LINDEN_PREPARE": "0", "LINDEN_PAUSES": "0"}


def services() -> dict[str, Service]:
    found: dict[str, Service] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    return found


class Composed:
    """The services that run."""

    def __init__(self, folder: Path, machines: dict[str, tuple[int, str]]) -> None:
        self.folder = folder
        self.machines = machines
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self._database: Postgres | None = None

    def at(self, name: str) -> list[str]:
        """What takes a command to a machine."""
        pid = self.machines[name][0]
        return ["nsenter", f"--net=/proc/{pid}/ns/net", f"--mount=/proc/{pid}/ns/mnt", "--"]

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def environment(self, name: str, service: Service) -> dict[str, str]:
        """As the image and the file have it, and no setting of this machine's but the cache."""
        kept = {key: it for key, it in os.environ.items() if not key.startswith("LINDEN_")}
        cache = {key: it for key, it in os.environ.items() if key == "LINDEN_CACHE_DIR"}
        image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
        said = re.search(r"^ENV (.*)$", image, re.M)
        assert said
        path = os.pathsep.join([*map(str, PROGRAMS), os.environ["PATH"]])
        return {
            **kept,
            **cache,
            **dict(word.split("=") for word in shlex.split(said[1])),
            **NO_WAIT,
            "PATH": path,
            "LINDEN_DATA_DIR": str(self.folder / name),
            **service.get("environment", {}),
        }

    def start(self, name: str, service: Service) -> None:
        for other, wanted in service.get("depends_on", {}).items():
            self.wait(other, wanted["condition"])
        self._images[service["image"]](name, service)

    def wait(self, name: str, condition: str) -> None:
        """Until another service is as far as somebody needs it."""
        began, service = time.monotonic(), services()[name]
        while time.monotonic() - began < PATIENCE:
            if condition == "service_completed_successfully":
                if (ended := self.running[name].poll()) is not None:
                    assert ended == 0, self.log(name)
                    return
            else:
                assert condition == "service_healthy"
                how, *words = service["healthcheck"]["test"]
                assert how == "CMD"
                done = subprocess.run(
                    [*self.at(name), *words],
                    env=self.environment(name, service),
                    capture_output=True,
                )
                if done.returncode == 0:
                    return
            time.sleep(0.1)
        raise AssertionError(f"{name} is not {condition}: {self.log(name)}")

    def run(self, name: str, service: Service, words: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [*self.at(name), *words],
                env=self.environment(name, service),
                stdout=log,
                stderr=log,
            )

    def _postgres(self, name: str, service: Service) -> None:
        told = service["environment"]
        assert told["POSTGRES_USER"] == "linden"
        self._database = Postgres(
            enter=self.at(name),
            address=self.machines[name][1],
            port=5432,
            password=told["POSTGRES_PASSWORD"],
            settings={"unix_socket_directories": "/run/postgresql"},
        )
        self._database.start()
        with self._database.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {told['POSTGRES_DB']}".encode())

    def _linden(self, name: str, service: Service) -> None:
        self.run(name, service, shlex.split(USUAL.sub(r"\1", service["command"])))

    def _nginx(self, name: str, service: Service) -> None:
        for volume in service["volumes"]:
            here, there, _ = volume.split(":")
            words = ["mount", "--bind", str(DEPLOY / here), there]
            subprocess.run([*self.at(name), *words], check=True)
        self.run(name, service, ["nginx", "-g", "daemon off; user root; error_log stderr;"])

    @property
    def _images(self) -> dict[str, Callable[[str, Service], None]]:
        return {
            "postgres:17": self._postgres,
            "linden": self._linden,
            "nginx:stable": self._nginx,
        }

    def end(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            process.wait(PATIENCE)
        if self._database is not None:
            self._database.remove()


def main(folder: Path, machines: dict[str, tuple[int, str]]) -> None:
    composed = Composed(folder, machines)
    with ExitStack() as stack:
        stack.callback(composed.end)
        for name, service in services().items():
            composed.start(name, service)
        published, inside = services()["nginx"]["ports"][0].split(":")
        relay = Relay(int(inside), at=machines["nginx"][1], port=int(published))
        stack.callback(relay.close)
        front = Server(folder / "front")
        front.host = f"localhost:{published}"
        stack.callback(front.dismiss)
        visit(composed, front)
    print("all of it was done")


def visit(composed: Composed, front: Server) -> None:
    """As people meet it, and whoever watches over it."""
    until(lambda: ask("GET", f"http://{front.host}/api/ready").status_code == 200)
    person = front.person("Ada")
    tab = person.sit(person.table("linja", [ME, HERE]))
    played(tab, 3)
    assert ask("GET", f"http://{front.host}/metrics").status_code == 404
    for name in ("node1", "node2"):
        found = ask("GET", f"http://{name}:8421/metrics")
        assert (found.status_code, "linden_nodes 2" in found.text) == (200, True), found.text[:500]
        assert f"http://{front.host}" in composed.log(name), "where people find it"
    for name in ("node1", "node2"):
        node = composed.running[name]
        began = time.monotonic()
        node.terminate()
        node.wait(float(services()[name]["stop_grace_period"].removesuffix("s")))
        print(f"{name} ended after {time.monotonic() - began:.1f} s")
        tab.reconnect()
        played(tab, 3)
        composed.start(name, services()[name])
        composed.wait(name, "service_healthy")
    for line in composed.log("node1").splitlines():
        if line.startswith("{"):
            json.loads(line)
    assert len(tab.moves) == 9


def played(tab: Tab, times: int) -> None:
    for _ in range(times):
        tab.play(tab.legal[0])


def until(there: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not there():
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)


if __name__ == "__main__":
    assert shutil.which("nsenter")
    named = (word.partition("=") for word in sys.argv[2:])
    main(
        Path(sys.argv[1]),
        {name: (int(it.split(",")[0]), it.split(",")[1]) for name, _, it in named},
    )
