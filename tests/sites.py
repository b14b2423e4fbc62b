"""A whole site without containers: PostgreSQL, two nodes, and nginx in front of them. To those who
sit at its tables it is a server like any other."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from postgres import Postgres
from relay import Relay
from servers import PATIENCE, Server, answers

DEPLOY = Path(__file__).parents[1] / "deploy"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
BY_TABLE = "    hash $table consistent;\n"


class Proxy:
    """nginx as ``deploy/nginx.conf`` has it, before these nodes. Without ``by_table`` it sends
    requests to one node after the other, so that those at one table are at different nodes."""

    def __init__(self, folder: Path, port: int, nodes: list[Server], *, by_table: bool) -> None:
        found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
        assert found, (
            "There is no nginx here, which the tests of a whole site need; on Debian: "
            "apt-get install nginx-light"
        )
        self._nginx = found
        self.folder = folder
        self.port = port
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        one, *rest = re.findall(r"^    server node\d:8421 [^\n]*\n", text, re.M)
        assert len(rest) == 1
        text = text.replace(rest[0], "")
        text = text.replace(one, "".join(one.replace("node1:8421", node.host) for node in nodes))
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
        if not by_table:
            assert BY_TABLE in text
            text = text.replace(BY_TABLE, "")
        places = "".join(f"  {name}_temp_path {folder}/{name};\n" for name in TEMPORARY)
        text = text.replace("http {\n", f"http {{\n{places}", 1)
        head = f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
        if os.geteuid() == 0:  # others cannot get to the folder, where long requests are kept
            head += "user root;\n"
        text = head + text
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [self._nginx, "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]
        with (self.folder / "nginx.out").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            assert self._process.poll() is None, (self.folder / "nginx.out").read_text()
            if answers(f"127.0.0.1:{self.port}"):
                return
            time.sleep(0.02)
        raise AssertionError("nginx does not answer")

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        if self._process is not None and self.running:
            self._process.terminate()
            self._process.wait(PATIENCE)


class Site(Server):
    """Several nodes on one database behind one address. PostgreSQL is the site's own unless one is
    given."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        nodes: int = 2,
        by_table: bool = False,
        relayed: bool = False,
        proxied: bool = True,
        postgres: Postgres | None = None,
        **environment: str,
    ) -> None:
        words = ("--trust-proxy", "127.0.0.1", *words)
        super().__init__(folder, *words)
        self.postgres = postgres or Postgres()
        self._owned = [self.postgres] if postgres is None else []
        if not self.postgres.running:
            self.postgres.start()
        self.place = self.postgres.fresh()
        self.relays: list[Relay] = []
        """Each node's line to the database, where it is one that can be cut."""
        self.nodes = []
        for number in range(1, nodes + 1):
            home = folder / f"node{number}"
            home.mkdir(parents=True, exist_ok=True)
            place = self.place
            if relayed:
                self.relays.append(Relay(self.postgres.port))
                place = place.replace(f":{self.postgres.port}/", f":{self.relays[-1].port}/")
            node = Server(home, *words, LINDEN_DATABASE_URL=place, **environment)
            node.log = self.log
            self.nodes.append(node)
        self.proxy: Proxy | None = None
        """Without it people go to a node by its own address."""
        if proxied:
            self.proxy = Proxy(folder / "nginx", self.port, self.nodes, by_table=by_table)

    def start(self) -> None:
        """Whatever does not run."""
        down = [node for node in self.nodes if not node.running]
        for node in down:
            node.launch()
        for node in down:
            node.wait_until_up()
        if self.proxy is not None and not self.proxy.running:
            self.proxy.start()

    @property
    def running(self) -> bool:
        return all(node.running for node in self.nodes)

    @property
    def pid(self) -> int:
        return self.nodes[0].pid

    def kill(self) -> None:
        """All nodes at once, as ``kill -9`` does."""
        for node in self.nodes:
            node.kill()

    def stop(self) -> None:
        """All nodes come to their end; the database stays until the site is removed."""
        for node in self.nodes:
            node.stop()

    @property
    def keeper_path(self) -> str:
        found = re.search(r"/keeper/\w+", self.log.read_text(encoding="utf-8"))
        assert found
        return found[0]

    def dismiss(self) -> None:
        """Those who came to a node by its own address go as well."""
        super().dismiss()
        for node in self.nodes:
            node.dismiss()

    def remove(self) -> None:
        self.stop()
        if self.proxy is not None:
            self.proxy.stop()
        for relay in self.relays:
            relay.close()
        for postgres in self._owned:
            postgres.remove()


def usual(folder: Path) -> Server:
    """What tests are made on that say nothing else: one process; with ``LINDEN_SITE=1`` two nodes
    behind nginx, so that what is promised for the one can be tried on the other."""
    return Site(folder) if os.environ.get("LINDEN_SITE") else Server(folder)


def alone(server: Server) -> Server:
    """One node without the proxy, which refuses by itself what no browser sends."""
    return server.nodes[0] if isinstance(server, Site) else server
