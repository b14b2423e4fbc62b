"""How long a move takes when many tables are busy, on this machine, the clients included.

    python bench/load.py --tables 300 --every 2
    python bench/load.py --tables 300 --every 2 --attack searches
    python bench/load.py --tables 300 --every 2 --nodes 2

Each table has two people with a tab each; a table makes a move every so many seconds. Measured is
the time from sending a move until the mover's own tab shows it. With ``--attack`` one more visitor
does its worst meanwhile. With ``--nodes`` it is a site: PostgreSQL, so many nodes, and nginx, which
sends requests to one node after the other, or with ``--by-table`` those at one table to the same.
With ``--watchers`` so many more tabs of other people only look on, in a process of their own; how
long after it was sent a move is shown there is measured too.
"""

import argparse
import asyncio
import contextlib
import functools
import json
import math
import multiprocessing
import random
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from servers import Server
from sites import Site

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("linja", {}),
    ("linage", {}),
    ("linear", {}),
    ("linos", {}),
    ("linx", {}),
]
VERSION = re.compile(r'"version":(\d+)')
LEGAL = re.compile(r'\{"move":"((?:[^"\\]|\\.)*)","touches"')
VISITORS = 40
"""People are made once and sit at many tables: making them is not what is measured."""
TABS_EACH = 12
"""The same for people who watch, who look on at so many tables."""


@dataclass
class Measured:
    seconds: list[float] = field(default_factory=list)
    by_game: dict[str, list[float]] = field(default_factory=dict)
    refused: int = 0
    tables: list[str] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """When a move was sent, by table and version before it."""
    began: float = math.inf
    """Only moves that are made after everybody has come count."""
    ends: float = math.inf

    def add(self, game: str, sent: float, seconds: float) -> None:
        if sent >= self.began:
            self.seconds.append(seconds)
            self.by_game.setdefault(game, []).append(seconds)

    def lags(self, seen: list[tuple[str, int, float]]) -> list[float]:
        """How long after they were sent watchers saw moves; one that was skipped is seen by a
        later one."""
        sent = [(when, self.sent.get((table, version - 1))) for table, version, when in seen]
        return [
            when - then
            for when, then in sent
            if then is not None and self.began <= then < self.ends
        ]

    def told(self) -> str:
        if not self.seconds:
            return "no moves"
        return f"{len(self.seconds)} moves; {quantiles(self.seconds)}; {self.refused} refused"


def quantiles(seconds: list[float]) -> str:
    found = sorted(seconds)
    at = [found[min(len(found) - 1, int(len(found) * share))] for share in (0.5, 0.9, 0.99, 1)]
    shown = ", ".join(f"{1000 * value:.0f}" for value in at)
    return f"median, p90, p99, longest: {shown} ms"


class Tab:
    """A socket, and the newest state that came through it."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.shown: list[tuple[str, int, float]] = []
        """The versions that came, and when."""
        self.text = ""
        self.version = -1
        self.arrived = 0.0
        """When that was."""
        self.refused = 0
        self.news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._read_on()

    async def _read_on(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if text.startswith('{"type":"state"'):
                found = VERSION.search(text)
                assert found is not None
                if int(found[1]) > self.version:
                    self.shown.append((self.table, int(found[1]), time.perf_counter()))
                self.version, self.text = int(found[1]), text
                self.arrived = time.perf_counter()
            elif text.startswith('{"type":"refused"'):
                self.refused += 1
            self.news.set()

    def legal(self) -> list[str]:
        return LEGAL.findall(self.text)

    async def play(self, move: str, most: float = 60) -> float:
        """Seconds until it is shown here."""
        before, began = self.version, time.perf_counter()
        message = {"type": "move", "version": before, "move": json.loads(f'"{move}"')}
        await self.socket.send(json.dumps(message))
        async with asyncio.timeout(most):
            refused = self.refused
            while self.version <= before and self.refused == refused:
                self.news.clear()
                await self.news.wait()
        return time.perf_counter() - began


class Person:
    def __init__(self, host: str) -> None:
        self.host = host
        self.http = httpx.AsyncClient(base_url=f"http://{host}", timeout=300)

    async def arrive(self) -> "Person":
        (await self.http.get("/api/home")).raise_for_status()
        return self

    async def sit(self, table: str) -> Tab:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = await connect(
            f"ws://{self.host}/api/tables/{table}/live",
            additional_headers={"Cookie": cookie},
            max_size=None,
            open_timeout=60,
        )
        tab = Tab(socket, table)
        await tab.news.wait()
        return tab


async def new_table(ada: Person, bob: Person, number: int, made: list[str]) -> list[Tab]:
    game, options = GAMES[number % len(GAMES)]
    seats = [{"kind": "me"}, {"kind": "friend"}]
    wish = {"game": game, "options": options, "seats": seats}
    answer = await ada.http.post("/api/tables", json=wish)
    answer.raise_for_status()
    table = answer.json()["id"]
    made.append(table)
    tab = await ada.sit(table)
    link = json.loads(tab.text)["seats"][1]["link"]
    joined = await bob.http.post(f"/api{link}")
    if joined.status_code == 404:  # before invitations were accepted by a request of their own
        joined = await bob.http.get(link)
    assert joined.status_code < 400, joined.text
    return [tab, await bob.sit(table)]


async def play_on(people: list[Person], number: int, every: float, measured: Measured) -> None:
    """One table after the other, a move every so many seconds."""
    rng = random.Random(number)
    ada, bob = rng.sample(people, 2)
    tabs = await new_table(ada, bob, number, measured.tables)
    await asyncio.sleep(rng.uniform(0, every))
    while (now := time.perf_counter()) < measured.ends:
        mover = next((tab for tab in tabs if tab.legal()), None)
        if mover is None:
            if '"kind":"over"' in tabs[0].text:
                for tab in tabs:
                    await tab.socket.close()
                tabs = await new_table(ada, bob, number, measured.tables)
            else:
                await asyncio.sleep(0.05)
            continue
        measured.sent[mover.table, mover.version] = now
        took = await mover.play(rng.choice(mover.legal()))
        measured.add(GAMES[number % len(GAMES)][0], now, took)
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - now)))
    for tab in tabs:
        await tab.socket.close()


# -- one visitor's worst ---------------------------------------------------------------------------


async def attack_searches(host: str) -> None:
    """Thirty tables of the strongest against the strongest, and hints wherever there is a place."""
    person = await Person(host).arrive()
    top = {"kind": "computer", "level": 8}
    tabs = []
    for number in range(30):
        game, _ = GAMES[number % len(GAMES)]
        answer = await person.http.post("/api/tables", json={"game": game, "seats": [top, top]})
        tabs.append(await person.sit(answer.json()["id"]))
    for number in range(40):
        game, _ = GAMES[number % 3]
        answer = await person.http.post("/api/tables", json={"game": game})
        tab = await person.sit(answer.json()["id"])
        tabs.append(tab)
        await tab.socket.send(json.dumps({"type": "hint"}))
    while True:
        await asyncio.sleep(1)
        for tab in tabs[30:]:
            await tab.socket.send(json.dumps({"type": "hint"}))


async def attack_watchers(host: str) -> None:
    """Three hundred tabs at one table that ask for another look once a second."""
    person = await Person(host).arrive()
    answer = await person.http.post("/api/tables", json={"game": "linos"})
    table = answer.json()["id"]
    tabs = [await person.sit(table) for _ in range(300)]
    quarter = 0
    while True:
        quarter = (quarter + 1) % 4
        for tab in tabs:
            await tab.socket.send(json.dumps({"type": "look", "quarter": quarter}))
        await asyncio.sleep(1)


async def attack_tables(host: str) -> None:
    """Tables without end, renames, and analyses of empty games."""
    person = await Person(host).arrive()
    number = 0
    while True:
        answer = await person.http.post("/api/tables", json={"game": "linja"})
        number += 1
        if answer.status_code == 200:
            await person.http.get(f"/api/tables/{answer.json()['id']}/analysis")
        else:
            await asyncio.sleep(0.1)
        if number % 10 == 0:
            await person.http.put("/api/you", json={"name": f"Name {number}"})


ATTACKS = {"searches": attack_searches, "watchers": attack_watchers, "tables": attack_tables}


def pids(server: Server) -> list[int]:
    """The processes that serve; PostgreSQL, nginx and those that draw are not among them."""
    return [node.pid for node in server.nodes] if isinstance(server, Site) else [server.pid]


def memory(server: Server) -> int:
    """Bytes that the server holds."""
    texts = [Path(f"/proc/{pid}/statm").read_text() for pid in pids(server)]
    return sum(int(text.split()[1]) * 4096 for text in texts)


def processor_seconds(server: Server) -> float:
    texts = [Path(f"/proc/{pid}/stat").read_text() for pid in pids(server)]
    fields = [text.rsplit(")", 1)[1].split() for text in texts]
    return sum(int(one[11]) + int(one[12]) for one in fields) / 100


async def look_on(host: str, tables: list[str], watchers: int, line: Connection) -> None:
    """Tabs of others who only watch, spread over the tables, until the word comes to leave; then
    what they have seen is told."""
    tabs: list[Tab] = []
    while len(tabs) < watchers:
        person = await Person(host).arrive()
        for _ in range(min(TABS_EACH, watchers - len(tabs))):
            tabs.append(await person.sit(tables[len(tabs) % len(tables)]))
    line.send(None)
    await asyncio.to_thread(line.recv)
    line.send([shown for tab in tabs for shown in tab.shown])


class Crowd:
    """Watchers in a process of their own, so that nobody who plays waits for them there."""

    def __init__(self, host: str, tables: list[str], watchers: int) -> None:
        self._line, theirs = multiprocessing.Pipe()
        run = functools.partial(_crowd, host, tables, watchers, theirs)
        self._process = multiprocessing.get_context("spawn").Process(target=run, daemon=True)

    async def come(self) -> None:
        self._process.start()
        await asyncio.to_thread(self._line.recv)

    async def leave(self) -> list[tuple[str, int, float]]:
        """What they have seen, and when."""
        self._line.send(None)
        seen: list[tuple[str, int, float]] = await asyncio.to_thread(self._line.recv)
        self._process.terminate()
        return seen


def _crowd(host: str, tables: list[str], watchers: int, line: Connection) -> None:
    asyncio.run(look_on(host, tables, watchers, line))


async def measure(server: Server, options: argparse.Namespace) -> None:
    people = [await Person(server.host).arrive() for _ in range(VISITORS)]
    attacker = None
    if options.attack:
        attacker = asyncio.create_task(ATTACKS[options.attack](server.host))
        await asyncio.sleep(10)
    measured = Measured()
    before = memory(server)

    async def one(number: int) -> None:
        await asyncio.sleep(number * 0.06)
        await play_on(people, number, options.every, measured)

    tables = [asyncio.create_task(one(number)) for number in range(options.tables)]
    await asyncio.sleep(options.tables * 0.06)
    while len(measured.tables) < options.tables:  # they are made more slowly on a busy machine
        await asyncio.sleep(0.1)
    crowd = Crowd(server.host, measured.tables, options.watchers) if options.watchers else None
    if crowd is not None:
        await crowd.come()
    await asyncio.sleep(5)
    spent, began = processor_seconds(server), time.perf_counter()
    measured.began, measured.ends = began, began + options.seconds
    for part in range(1, 10):
        await asyncio.sleep(options.seconds / 10)
        if options.seconds >= 300:
            now = f"{memory(server) >> 20} MiB after {part * options.seconds / 10:.0f} s"
            print(f"    {now}; {measured.told()}", flush=True)
    each = (memory(server) - before) / options.tables
    rate = len(measured.seconds) / (time.perf_counter() - began)
    share = (processor_seconds(server) - spent) / (time.perf_counter() - began)
    for outcome in await asyncio.gather(*tables, return_exceptions=True):
        if isinstance(outcome, BaseException):
            measured.refused += 1
            print(repr(outcome)[:200])
    where = f"{options.nodes} nodes on PostgreSQL" if options.nodes else "one process on SQLite"
    print(
        f"{where}: {options.tables} tables, a move every {options.every:g} s"
        f"{f', {options.watchers} watchers' if options.watchers else ''}"
        f"{', attacked by ' + options.attack if options.attack else ''}: {measured.told()}; "
        f"{rate:.0f} moves a second; {each / 1024:.0f} KiB a table; the server used {share:.2f} of "
        "a core",
        flush=True,
    )
    if crowd is not None and (lags := measured.lags(await crowd.leave())):
        print(f"    shown {len(lags)} times to watchers; {quantiles(lags)}", flush=True)
    for game, found in sorted(measured.by_game.items()):
        found.sort()
        middle, late = found[len(found) // 2], found[int(len(found) * 0.99)]
        print(f"    {game}: median {1000 * middle:.0f}, p99 {1000 * late:.0f} ms", flush=True)
    if attacker is not None:
        attacker.cancel()
        await asyncio.gather(attacker, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--attack", choices=sorted(ATTACKS))
    parser.add_argument("--nodes", type=int, default=0, help="0: one process with its file")
    parser.add_argument("--by-table", action="store_true")
    parser.add_argument("--watchers", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = (
            Site(
                Path(folder),
                nodes=options.nodes,
                by_table=options.by_table,
                LINDEN_PAUSES="1",
                LINDEN_STEP_BACK="1",
            )
            if options.nodes
            else Server(Path(folder), LINDEN_PAUSES="1", LINDEN_STEP_BACK="1")
        )
        try:
            server.start()
            asyncio.run(measure(server, options))
        finally:
            server.remove()


if __name__ == "__main__":
    main()
