"""Nodes on PostgreSQL: one process, or several that share an address and are started again when
they die."""

import hmac
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from linden.web import logs
from linden.web.compute.programs import Named
from linden.web.http import connections
from linden.web.http.hosts import Hosts, Origin
from linden.web.network import Network
from linden.web.serve import ServeError, address_of, bind, check_store, greet, run
from linden.web.texts import say

log = logging.getLogger(__name__)

GRACE_SECONDS = 8.0
"""How long workers have to come to their end."""
EARLY_SECONDS = 10.0
MOST_EARLY_DEATHS = 5
"""Workers that die so soon, so often in a row, will not live longer next time."""


@dataclass(frozen=True)
class Node:
    """What a process must know to serve."""

    database: str
    host: str
    public: Origin | None
    proxies: tuple[str, ...] = ()
    """Whose word about others is taken."""
    programs: tuple[Named, ...] = ()
    """Players that visitors may choose by name."""

    def run(self, bound: socket.socket, key: str, tell: Callable[[str], None]) -> None:
        """Serve as one process. Who can come is said by the host it listens at: doors that are
        opened later would be those of one process among several."""
        connections.trust(list(self.proxies))
        hosts = Hosts.of_this_machine(self.public, self.host)
        network = Network(hosts, None, self.host, bound.getsockname()[1], doors=False)
        run(self.database, bound, network, key, self.programs, tell)


def serve_nodes(
    node: Node,
    port: int | None,
    workers: int,
    *,
    browser: bool,
    tell: Callable[[str], None],
) -> None:
    """Serve until it is interrupted."""
    key = keeper_key(check_store(node.database))
    with bind(node.host, port) as bound:
        greet(address_of(node.host, bound), key, browser, tell)
        if workers == 1:
            node.run(bound, key, tell)
        else:
            bound.listen(1024)
            logs.listen()
            Workers(node, bound, key, workers).run()


def keeper_key(secret: bytes) -> str:
    """The same at every node, so that whichever of them is asked knows its keeper."""
    return hmac.digest(secret, b"keeper", "sha256").hex()[:32]


def work(node: Node, bound: socket.socket, key: str) -> None:
    """One worker's life. It ends with the process that started it."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    node.run(bound, key, lambda sentence: None)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass
class Workers:
    """Processes that accept on one socket."""

    node: Node
    bound: socket.socket
    key: str
    count: int
    _running: dict[BaseProcess, float] = field(default_factory=dict)
    """When each was started."""
    _early_deaths: int = 0
    _stopping: bool = False

    def run(self) -> None:
        woken, wake = socket.socketpair()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stop(wake))
        for _ in range(self.count):
            self._start()
        log.info("%s workers serve.", self.count)
        while not self._stopping:
            wait([woken, *(process.sentinel for process in self._running)])
            self._replace_dead()
        self._end()

    def _stop(self, wake: socket.socket) -> None:
        self._stopping = True
        wake.send(b".")

    def _start(self) -> None:
        process = multiprocessing.get_context("spawn").Process(
            target=work, args=(self.node, self.bound, self.key)
        )
        process.start()
        self._running[process] = time.monotonic()

    def _replace_dead(self) -> None:
        dead = [process for process in self._running if process.exitcode is not None]
        for process in dead if not self._stopping else []:
            lived = time.monotonic() - self._running.pop(process)
            self._early_deaths = self._early_deaths + 1 if lived < EARLY_SECONDS else 0
            if self._early_deaths >= MOST_EARLY_DEATHS:
                self._end()
                raise ServeError(
                    say(
                        "The workers end as soon as they are started (exit code {code}); what they "
                        "have said is above.",
                        code=process.exitcode,
                    )
                )
            log.warning("Worker %s ended with %s; another begins.", process.pid, process.exitcode)
            self._start()

    def _end(self) -> None:
        """Let all come to their end, then leave no one behind."""
        log.info("The workers end.")
        for process in self._running:
            process.terminate()
        until = time.monotonic() + GRACE_SECONDS
        for process in self._running:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                process.kill()
                process.join()
