"""Parts of a site die, fall silent, are cut off or run full while people play: no acknowledged move
is lost, none is doubled, every table can be played on, and computers go on.

``LINDEN_FAULTS=200`` runs the long form; ``-s`` tells how long it took after each kind, from
when PostgreSQL answers again.
"""

import asyncio
import os
import random
import signal
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from attacks.enduring import LONG, Company, company
from postgres import Postgres, kept
from relay import CUT, PASSING, SILENT
from servers import Server, kept_running
from sites import Site
from wrong_clocks import WrongClock

FAULTS = int(os.environ.get("LINDEN_FAULTS", "12"))
SHORTLY = FAULTS < 30
"""In the short form nothing lasts longer than anybody must wait to see it."""
LASTS = 0.5 if SHORTLY else 1.5
"""Seconds a fault lasts before it is mended, at most."""
DISK = 120
"""Megabytes of PostgreSQL's disk."""
DAY = 86_400


@dataclass
class Scene:
    """Where faults happen."""

    site: Site
    people: Company
    clock: WrongClock
    """The first node's."""
    rng: random.Random

    @property
    def node(self) -> Server:
        return self.rng.choice(self.site.nodes)

    async def lasting(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.05, LASTS))

    async def lasting_one_of(self, *seconds: float) -> None:
        """The first of them in the short form."""
        await asyncio.sleep(seconds[0] if SHORTLY else self.rng.choice(seconds))

    def restart_postgres(self) -> None:
        """As whatever runs it does where it has ended; in this thread, with which it ends."""
        if not self.site.postgres.running:
            self.site.postgres.start()


async def node_killed(scene: Scene) -> None:
    scene.node.kill()
    await scene.lasting()
    await asyncio.to_thread(scene.site.start)


async def node_stopped(scene: Scene) -> None:
    await asyncio.to_thread(scene.node.stop)
    await scene.lasting()
    await asyncio.to_thread(scene.site.start)


async def node_frozen(scene: Scene) -> None:
    """Long enough, now and then, to be taken for dead."""
    node = scene.node
    os.kill(node.pid, signal.SIGSTOP)
    await scene.lasting_one_of(0.5, 1.0, 9.0)
    os.kill(node.pid, signal.SIGCONT)


async def database_killed(scene: Scene) -> None:
    scene.site.postgres.kill()
    await scene.lasting()
    scene.restart_postgres()


async def database_restarted(scene: Scene) -> None:
    await asyncio.to_thread(scene.site.postgres.stop)
    scene.restart_postgres()


async def connections_killed(scene: Scene) -> None:
    """One backend is killed: PostgreSQL hangs up on everybody and recovers."""
    backend = scene.rng.choice(scene.site.postgres.backends())
    os.kill(backend, signal.SIGKILL)
    await scene.lasting()


async def line_cut(scene: Scene) -> None:
    relay = scene.rng.choice(scene.site.relays)
    relay.set(CUT)
    await scene.lasting()
    relay.set(PASSING)


async def line_silent(scene: Scene) -> None:
    relay = scene.rng.choice(scene.site.relays)
    relay.set(SILENT)
    await scene.lasting_one_of(0.5, 2.0, 10.0)
    relay.set(PASSING)


async def proxy_restarted(scene: Scene) -> None:
    proxy = scene.site.proxy
    assert proxy is not None
    await asyncio.to_thread(proxy.stop)
    await asyncio.to_thread(proxy.start)


async def disk_full(scene: Scene) -> None:
    """PostgreSQL may end by itself then."""
    disk = scene.site.postgres.disk
    assert disk is not None
    await asyncio.to_thread(disk.fill)
    await scene.lasting()
    await asyncio.to_thread(disk.make_room)
    await asyncio.sleep(0.5)
    scene.restart_postgres()


async def clock_jumped(scene: Scene) -> None:
    """One node's clock, forwards or backwards; it stays so until the next jump."""
    scene.clock.be_wrong(scene.rng.choice([-400, -1, -0.01, 0, 0.01, 1, 400]) * DAY)


async def client_stalled(scene: Scene) -> None:
    """Tabs at every table, at every node, that read nothing and stop in mid-message."""
    stalled = []
    for player in scene.people.players:
        for node in scene.site.nodes:
            line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", node.port))
            line.sendall(
                f"GET /api/tables/{player.table or 'none'}/live HTTP/1.1\r\nHost: {node.host}\r\n"
                f"Cookie: {player.person.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3RhbGxlZCBjbGllbnRzIQ==\r\n\r\n"
                "\x81".encode("latin-1")
            )
            stalled.append(line)
    for _ in range(1 if SHORTLY else 5):
        await scene.people.go_on()
    for line in stalled:
        line.close()


KINDS: list[Callable[[Scene], Awaitable[None]]] = [
    node_killed,
    database_killed,
    line_cut,
    disk_full,
    connections_killed,
    client_stalled,
    node_stopped,
    line_silent,
    clock_jumped,
    node_frozen,
    proxy_restarted,
    database_restarted,
]


async def suffer(site: Site, clock: WrongClock, count: int) -> tuple[Company, Counter[str]]:
    suffered: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    async with company(site.host) as people:
        scene = Scene(site, people, clock, random.Random(5))
        await people.go_on()
        for number in range(count):
            fault = KINDS[number % len(KINDS)]
            await fault(scene)
            while not await asyncio.to_thread(site.postgres.answers):
                scene.restart_postgres()
                await asyncio.sleep(0.02)
            took = await people.go_on()
            suffered[fault.__name__] += 1
            slowest[fault.__name__] = max(took, slowest.get(fault.__name__, 0))
            if not SHORTLY:
                print(f"{number + 1}: {fault.__name__}; all went on after {took:.1f} s", flush=True)
        await people.stop()
    again = sum(player.looked_again for player in people.players)
    print(f"{again} times nothing came for {LONG:.0f} s")
    for name, took in slowest.items():
        print(f"{name}: {suffered[name]} times; all went on after {took:.1f} s at most")
    return people, suffered


def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path) -> None:
    clock = WrongClock(tmp_path)
    with kept(Postgres(disk=DISK)) as postgres:
        site = Site(tmp_path, relayed=True, postgres=postgres)
        site.nodes[0].set_environment(**clock.environment)
        with kept_running(site):
            endure(site, clock)


def endure(site: Site, clock: WrongClock) -> None:
    people, suffered = asyncio.run(suffer(site, clock, FAULTS))
    site.stop()
    assert suffered.total() == FAULTS
    assert people.check(site.place, site.log) > len(people.players)
