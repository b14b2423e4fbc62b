"""How right clocks are when many tables have one, on this machine, the clients included.

    python bench/clocks.py --tables 1000 --moves 100000
    python bench/clocks.py --tables 1000 --moves 100000 --nodes 2

Each table has two people with a tab each. Whoever is on turn thinks for a random while, and moves.
At half of the tables there is a clock for the game with an increment: there it is measured how far
the time that is charged is from the time that has passed at the client between the state that gave
the turn and the move that was sent, which is what the clock is wrong by, the way to and from the
server included. At the others there is time for a turn, two seconds more than anybody thinks: a
clock that is wrong by as much lets a flag fall by mistake. Some tables are left alone in the end:
their flags must fall, at their time; no other flag may.

All clients live in one process, which stands still now and then: for what it has to read, and where
the servers have its processor. What comes or goes meanwhile is stamped late here, whatever the
server's clock says. A ticker sees when that is; where one of a sample's two stamps lies in such a
time it says nothing about the server, and is counted apart.
"""

import argparse
import asyncio
import bisect
import gc
import json
import math
import os
import random
import re
import sys
import tempfile
import time
from functools import cached_property
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from load import VISITORS, Person, Tab, memory

from servers import Server
from sites import Site

os.environ.setdefault("LINDEN_GAMES", str(Path(__file__).parent.parent / "examples" / "games"))
SECONDS, INCREMENT = 600, 1
CLOCK = re.compile(r'"clock":(\{[^}]*\})')
HOW = re.compile(r'"how":"(\w+)"')
LAST_SECONDS = 5
LONGEST = 1.8
"""Times as long as on average, a thought takes at most."""
SPARE_SECONDS = 2
MOST_WRONG = 0.1
"""Seconds; the promise that is tried."""


STILL = 0.02
"""Seconds; the clients stand still when they come round only after more than this."""
TICK = 0.002
AROUND = 3
"""A message is stamped within so many rounds of the event loop after it has come."""
MOST_APART = 0.5
"""If more of the samples are counted apart, the machine is too busy to tell."""


class Ticker:
    """When the clients' event loop came round."""

    def __init__(self) -> None:
        self._rounds: list[float] = []

    async def tick(self) -> None:
        while True:
            self._rounds.append(time.perf_counter())
            await asyncio.sleep(TICK)

    def still(self, moment: float) -> bool:
        """Whether the clients stood still at a moment, or just before it."""
        at = bisect.bisect_left(self._rounds, moment)
        near = self._rounds[max(0, at - AROUND) : at + 1]
        return any(later - earlier > STILL for earlier, later in pairwise(near))

    def told(self) -> str:
        gaps = [later - earlier for earlier, later in pairwise(self._rounds)]
        still = [gap for gap in gaps if gap > STILL]
        share = sum(still) / sum(gaps) if gaps else 0.0
        return f"the clients stood still {len(still)} times ({spread(still)} ms), {share:.1%}"


class Errors:
    """What was found."""

    def __init__(self) -> None:
        self.samples: list[tuple[float, float, float]] = []
        """What a clock was wrong by, and the client's two stamps."""
        self.ticker = Ticker()
        self.took: list[float] = []
        """Seconds from sending a move until its own tab shows it."""
        self.mistaken = 0
        self.flagged: list[float] = []
        self.refused = 0
        self.moves = 0

    @cached_property
    def _sorted(self) -> tuple[list[float], list[float]]:
        """By how much clocks were wrong where that is known, and where clients stood still."""
        known: list[float] = []
        apart: list[float] = []
        for wrong, *stamps in self.samples:
            (apart if any(map(self.ticker.still, stamps)) else known).append(abs(wrong))
        return known, apart

    @property
    def kept(self) -> bool:
        """Whether no clock was wrong by more than is promised, and no flag fell by mistake."""
        known, apart = self._sorted
        enough = bool(known) and len(apart) <= MOST_APART * len(self.samples)
        return enough and max(known) <= MOST_WRONG and not self.mistaken and not self.refused

    def told(self) -> str:
        known, apart = self._sorted
        late = sorted(self.flagged) or [0.0]
        return (
            f"{self.moves} moves, shown after, median, p99, longest: {spread(self.took)} ms; "
            f"a clock's error in {len(known)}, the same: {spread(known)} ms, {beyond(known)}; "
            f"{self.ticker.told()} of the time: counted apart {len(apart)}, "
            f"{spread(apart)} ms, {beyond(apart)}; "
            f"{self.mistaken} flags by mistake; {self.refused} refused; "
            f"{len(self.flagged)} flags fell that were due, {1000 * late[0]:.0f} to "
            f"{1000 * late[-1]:.0f} ms after their time"
        )


def spread(seconds: list[float]) -> str:
    """Median, 99 of 100 and the most, in milliseconds."""
    found = sorted(seconds) or [0.0]
    at = (found[min(len(found) - 1, int(len(found) * share))] for share in (0.5, 0.99, 1))
    return ", ".join(f"{1000 * one:.0f}" for one in at)


def beyond(errors: list[float]) -> str:
    count = sum(one > MOST_WRONG for one in errors)
    return f"{count} times more than {1000 * MOST_WRONG:.0f}"


async def weigh(server: Server) -> None:
    """Say how much memory the server takes, every two minutes."""
    while True:
        print(f"{memory(server) >> 20} MiB", flush=True)
        await asyncio.sleep(120)


def clock_of(tab: Tab) -> dict[str, object]:
    found = CLOCK.search(tab.text)
    assert found is not None, "the table has a clock"
    clock: dict[str, object] = json.loads(found[1])
    return clock


def left_of(tab: Tab) -> list[float]:
    left = clock_of(tab)["left"]
    assert isinstance(left, list)
    return left


async def until(tab: Tab, version: int) -> None:
    async with asyncio.timeout(60):
        while tab.version < version:
            tab.news.clear()
            await tab.news.wait()


def clock_for(number: int, every: float) -> dict[str, object]:
    """At half of the tables for the game, at half for a turn."""
    if number % 2:
        return {
            "kind": "turn",
            "seconds": max(LAST_SECONDS, math.ceil(LONGEST * every) + SPARE_SECONDS),
        }
    return {"kind": "game", "seconds": SECONDS, "increment": INCREMENT}


async def set_up(people: list[Person], number: int, clock: dict[str, object]) -> tuple[Tab, Tab]:
    ada, bob = people[number % len(people)], people[(number + 1) % len(people)]
    wish = {
        "game": "breakthrough",
        "seats": [{"kind": "me"}, {"kind": "friend"}],
        "clock": clock,
    }
    table = (await ada.http.post("/api/tables", json=wish)).json()["id"]
    seats = (await ada.http.get(f"/api/tables/{table}")).json()["seats"]
    (await bob.http.post("/api" + seats[1]["link"])).raise_for_status()
    return await ada.sit(table), await bob.sit(table)


async def play(
    people: list[Person], number: int, moves: int, every: float, errors: Errors, begin: float
) -> None:
    """Games at one table after the other, until there were enough moves."""
    rng = random.Random(number)
    await asyncio.sleep(begin)
    made, clock = 0, clock_for(number, every)
    while made < moves:
        tabs = await set_up(people, number, clock)
        mover, had = 0, [float(SECONDS)] * 2
        for tab in tabs:
            await until(tab, 0)
        while made < moves:
            here, there = tabs[mover], tabs[1 - mover]
            legal = here.legal()
            if not legal:
                how = HOW.search(here.text)
                errors.mistaken += how is not None and how[1] == "flagged"
                break
            given = here.shown[-1][2]  # what came later told nothing new
            running = clock_of(here)["running"] == mover and clock["kind"] == "game"
            await asyncio.sleep(every * rng.uniform(2 - LONGEST, LONGEST))
            sent = time.perf_counter()
            version = here.version
            took = await here.play(rng.choice(legal))
            if here.version == version:
                errors.refused += 1
                break
            errors.took.append(took)
            await until(there, here.version)
            if running and '"result":null' in here.text:
                now = left_of(here)[mover]
                charged = had[mover] + INCREMENT - now
                errors.samples.append((charged - (sent - given), given, sent))
                had[mover] = now
            made += 1
            errors.moves += 1
            mover = 1 - mover
        for tab in tabs:
            await tab.socket.close()


async def leave(people: list[Person], number: int, errors: Errors) -> None:
    """A table that is left alone: its flag falls."""
    clock: dict[str, object] = {"kind": "game", "seconds": LAST_SECONDS, "increment": 0}
    white, black = await set_up(people, number, clock)
    await until(white, 0)
    await until(black, 0)
    await white.play(white.legal()[0])
    began = time.perf_counter()
    await until(black, white.version)
    await until(black, white.version + 1)
    how = HOW.search(black.text)
    if how is not None and how[1] == "flagged":
        errors.flagged.append(time.perf_counter() - began - LAST_SECONDS)
    for tab in (white, black):
        await tab.socket.close()


async def measure(server: Server, tables: int, moves: int, every: float) -> Errors:
    errors = Errors()
    gc.freeze()
    gc.disable()  # what the clients stand still for would be taken for the server's time
    people = [await Person(server.host).arrive() for _ in range(VISITORS)]
    scales = asyncio.create_task(weigh(server))
    ticking = asyncio.create_task(errors.ticker.tick())
    each = max(1, moves // tables)
    began = time.perf_counter()
    await asyncio.gather(
        *(
            play(people, number, each, every, errors, begin=number * every / 50)
            for number in range(tables)
        )
    )
    took = time.perf_counter() - began
    scales.cancel()
    ticking.cancel()
    print(f"{errors.moves / took:.0f} moves a second for {took:.0f} s")
    await asyncio.gather(*(leave(people, number, errors) for number in range(min(50, tables))))
    for person in people:
        await person.http.aclose()
    return errors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=10_000, help="at all tables together")
    parser.add_argument("--every", type=float, default=10.0, help="seconds for a move, on average")
    parser.add_argument("--nodes", type=int, default=0, help="a site of so many nodes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server: Server = (
            Site(Path(folder), nodes=asked.nodes, by_table=True, LINDEN_STEP_BACK="1")
            if asked.nodes
            else Server(Path(folder), LINDEN_STEP_BACK="1")
        )
        server.start()
        try:
            found = asyncio.run(measure(server, asked.tables, asked.moves, asked.every))
            print(found.told())
            sys.exit(0 if found.kept else "This is not what is promised.")
        finally:
            server.stop()
            server.remove()


if __name__ == "__main__":
    main()
