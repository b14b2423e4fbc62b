"""Parts of a site die, fall silent or are cut off while people play: no acknowledged move is lost,
none is doubled, every table can be played on, and computers go on.

``LINDEN_FAULTS=200`` runs the long form.
"""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from attacks.crowd import GONE, Person, State, Tab
from attacks.disk import holes, moves_on_disk
from relay import CUT, PASSING, SILENT
from servers import HERE, ME, PATIENCE, QUICK, kept_running
from sites import Site

FAULTS = int(os.environ.get("LINDEN_FAULTS", "8"))
TABLES = 8
LASTS = 1.5
"""Seconds a fault lasts before it is mended, at most."""
OPEN_GAMES: list[tuple[str, list[State]]] = [
    ("linja", [ME, HERE]),
    ("linage", [ME, QUICK]),
    ("linear", [ME, HERE]),
    ("linos", [ME, QUICK]),
]
PASSING_TROUBLE = (*GONE, httpx.HTTPError, AssertionError)


class Table:
    """Somebody who plays at one table after another, through whatever happens."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.game, self.seats = OPEN_GAMES[number % len(OPEN_GAMES)]
        self.rng = random.Random(number)
        self.table = ""
        self.acknowledged: dict[str, list[str]] = {}
        """The longest history shown, for each table."""
        self.moves = 0

    async def play(self) -> None:
        while True:
            try:
                await self._play()
            except PASSING_TROUBLE as trouble:
                if isinstance(trouble, AssertionError) and "lost" in str(trouble):
                    raise
                await asyncio.sleep(0.05)

    async def _play(self) -> None:
        if not self.table:
            self.table = await self.person.table(self.game, self.seats)
        async with asyncio.timeout(30):
            tab = await self.person.sit(self.table)
        try:
            while True:
                self._note(tab)
                if tab.state["turn"]["kind"] == "over":
                    self.table = ""
                    return
                if tab.legal:
                    await tab.send_move(self.rng)
                async with asyncio.timeout(20):  # then it looks again
                    await tab.receive()
                await asyncio.sleep(self.rng.uniform(0, 0.05))
        finally:
            tab.cut()

    def _note(self, tab: Tab) -> None:
        """What is shown goes on from what was shown; versions count moves, as nobody takes back."""
        before = self.acknowledged.get(self.table, [])
        shown = [entry["move"] for entry in tab.state["history"]]
        assert shown[: len(before)] == before[: len(shown)], f"lost at {self.table}"
        if len(shown) > len(before):
            self.moves += len(shown) - len(before)
            self.acknowledged[self.table] = shown


async def all_go_on(tables: list[Table], tasks: list["asyncio.Task[None]"]) -> float:
    """Wait until every table has moved on; how long the slowest took."""
    before, began = [one.moves for one in tables], time.monotonic()
    while any(one.moves <= then for one, then in zip(tables, before, strict=True)):
        for task in tasks:
            if task.done():
                task.result()
        stuck = [one.table for one, then in zip(tables, before, strict=True) if one.moves <= then]
        assert time.monotonic() - began < PATIENCE, f"nothing goes on at {stuck}"
        await asyncio.sleep(0.05)
    return time.monotonic() - began


Fault = Callable[[Site, random.Random], Awaitable[None]]


async def lasting(rng: random.Random) -> None:
    await asyncio.sleep(rng.uniform(0.05, LASTS))


async def node_killed(site: Site, rng: random.Random) -> None:
    rng.choice(site.nodes).kill()
    await lasting(rng)
    await asyncio.to_thread(site.start)


async def node_stopped(site: Site, rng: random.Random) -> None:
    await asyncio.to_thread(rng.choice(site.nodes).stop)
    await lasting(rng)
    await asyncio.to_thread(site.start)


async def node_frozen(site: Site, rng: random.Random) -> None:
    """Long enough, now and then, to be taken for dead."""
    node = rng.choice(site.nodes)
    os.kill(node.pid, signal.SIGSTOP)
    await asyncio.sleep(rng.choice([0.5, 1.0, 9.0]))
    os.kill(node.pid, signal.SIGCONT)


async def database_killed(site: Site, rng: random.Random) -> None:
    site.postgres.kill()
    await lasting(rng)
    site.postgres.start()


async def database_restarted(site: Site, rng: random.Random) -> None:
    await asyncio.to_thread(site.postgres.stop)
    site.postgres.start()


async def connections_killed(site: Site, rng: random.Random) -> None:
    """One backend is killed: PostgreSQL hangs up on everybody and recovers."""
    backend = rng.choice(site.postgres.backends())
    os.kill(backend, signal.SIGKILL)
    await lasting(rng)


async def line_cut(site: Site, rng: random.Random) -> None:
    relay = rng.choice(site.relays)
    relay.set(CUT)
    await lasting(rng)
    relay.set(PASSING)


async def line_silent(site: Site, rng: random.Random) -> None:
    relay = rng.choice(site.relays)
    relay.set(SILENT)
    await asyncio.sleep(rng.choice([0.5, 2.0, 10.0]))
    relay.set(PASSING)


async def proxy_restarted(site: Site, rng: random.Random) -> None:
    await asyncio.to_thread(site.proxy.stop)
    await asyncio.to_thread(site.proxy.start)


KINDS: list[Fault] = [
    node_killed,
    database_killed,
    line_cut,
    connections_killed,
    node_stopped,
    line_silent,
    node_frozen,
    proxy_restarted,
    database_restarted,
]


async def suffer(site: Site, count: int, rng: random.Random) -> tuple[list[Table], Counter[str]]:
    suffered: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    async with Person(site.host) as person:
        tables = [Table(person, number) for number in range(TABLES)]
        tasks = [asyncio.create_task(table.play()) for table in tables]
        await all_go_on(tables, tasks)
        for number in range(count):
            fault = KINDS[number % len(KINDS)]
            await fault(site, rng)
            took = await all_go_on(tables, tasks)
            suffered[fault.__name__] += 1
            slowest[fault.__name__] = max(took, slowest.get(fault.__name__, 0))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for name, took in slowest.items():
        print(f"{name}: {suffered[name]} times; all went on after {took:.1f} s at most")
    return tables, suffered


def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path) -> None:
    with kept_running(Site(tmp_path, relayed=True)) as site:
        tables, suffered = asyncio.run(suffer(site, FAULTS, random.Random(5)))
        site.stop()
        assert suffered.total() == FAULTS
        assert holes(site.place) == []
        kept = moves_on_disk(site.place)
        for table in tables:
            for name, shown in table.acknowledged.items():
                assert [move for _, move in kept[name]][: len(shown)] == shown
        assert sum(len(moves) for moves in kept.values()) > TABLES
