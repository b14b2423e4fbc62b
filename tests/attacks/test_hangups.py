"""People hang up at any moment of a move: no table is torn, and nothing that was shown is lost.

``LINDEN_HANGUPS=10000`` runs the long form.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from attacks.crowd import GONE, Person, Tab
from attacks.disk import holes, moves_on_disk
from linden import Record
from servers import Server, ask

HANGUPS = int(os.environ.get("LINDEN_HANGUPS", "120"))
TOGETHER = 40
"""Tables at which it happens at once: then moves wait for the disk."""
HERE = [{"kind": "me"}, {"kind": "here"}]
GAMES = ["linja", "linage", "linear", "linos"]


async def hang_up(person: Person, table: str, rng: random.Random, shown: list[Tab]) -> int:
    """A move, and the line is cut while it is under way; others at the table leave as well, so
    that the mover's own writer finds a closed line. The hang-ups it made."""
    tabs = list(await asyncio.gather(*(person.sit(table) for _ in range(4))))
    shown += tabs
    mover = tabs[0]
    try:
        if not mover.legal:  # the game is over
            for tab in tabs:
                tab.cut()
            return 0
        await mover.send_move(rng)
        await asyncio.sleep(rng.uniform(0, 0.03))
        for tab in tabs:
            if rng.random() < 0.3:
                await asyncio.wait_for(tab.close(), 5)
            else:
                tab.cut()
    except GONE:
        pass
    return len(tabs)


async def storm(host: str, tables: int, rng: random.Random) -> tuple[str, list[Tab], int]:
    """The cookie of whoever made the tables, all their tabs, and how many hung up."""
    shown: list[Tab] = []
    made = 0
    async with Person(host) as person:
        places = [await person.table(GAMES[n % len(GAMES)], HERE) for n in range(tables)]
        while made < HANGUPS:
            some = rng.sample(places, min(TOGETHER, len(places)))
            cut = await asyncio.gather(*(hang_up(person, one, rng, shown) for one in some))
            made += sum(cut)
            for place in [one for one, count in zip(some, cut, strict=True) if not count]:
                places.remove(place)
                places.append(await person.table(rng.choice(GAMES), HERE))
            # The next move is made in peace: it must follow what was kept.
            for one in some[:8]:
                tab = await person.sit(one)
                shown.append(tab)
                if tab.legal:
                    before = tab.version
                    await tab.send_move(rng)
                    while (await tab.receive()).get("version", -1) <= before:
                        pass
                await tab.close()
        return person.cookie, shown, made


def follows(shown: dict[int, list[str]], kept: list[str]) -> bool:
    """Whether all that was shown is the beginning of what is kept (nothing was taken back)."""
    return all(kept[: len(moves)] == moves for moves in shown.values())


ENDS = [("one process", "kill"), ("one process", "stop"), ("two nodes", "kill")]
KILLED_AT = ["one process"]
if HANGUPS >= 1000:  # a site takes seconds to begin
    ENDS.append(("two nodes", "stop"))
    KILLED_AT.append("two nodes")


@pytest.mark.parametrize(("fresh", "end"), ENDS, indirect=["fresh"])
def test_no_table_is_torn(fresh: Server, end: str) -> None:
    cookie, shown, made = asyncio.run(storm(fresh.host, 2 * TOGETHER, random.Random(1)))
    getattr(fresh, end)()
    assert made >= HANGUPS
    assert holes(fresh.place) == []
    kept = {
        table: [move for _, move in moves] for table, moves in moves_on_disk(fresh.place).items()
    }
    assert sum(map(len, kept.values())) > 20
    for tab in shown:
        assert follows(tab.shown, kept[tab.table]), tab.table
    fresh.start()
    for table, moves in kept.items():
        record = ask(
            "GET", f"http://{fresh.host}/api/tables/{table}/record", headers={"Cookie": cookie}
        )
        assert record.status_code == 200, record.text
        assert list(Record.parse(record.text).moves) == moves


PLAYER = """
import asyncio, random, sys
sys.path[:0] = {paths!r}
from attacks.crowd import Person
async def main():
    person = Person({host!r})
    person.http.cookies.set("linden", {token!r})
    tabs = [await person.sit(table) for table in {tables!r}]
    print("ready", flush=True)
    rng = random.Random()
    while True:
        for tab in tabs:
            if tab.legal:
                await tab.send_move(rng)
        await asyncio.sleep(0.001)
        for tab in tabs:
            try:
                await asyncio.wait_for(tab.receive(), 0.002)
            except asyncio.TimeoutError:
                pass
asyncio.run(main())
"""


async def twelve_tables(host: str) -> tuple[str, list[str]]:
    async with Person(host) as person:
        tables = [await person.table("linja", HERE) for _ in range(12)]
        return person.http.cookies["linden"], tables


@pytest.mark.parametrize("fresh", KILLED_AT, indirect=True)
def test_a_tab_whose_process_is_killed_tears_nothing(fresh: Server) -> None:
    rng = random.Random(2)
    here = [str(Path(__file__).parent.parent)]
    for number in range(max(3, HANGUPS // 100)):
        if number % 5 == 0:  # before all games are over
            token, tables = asyncio.run(twelve_tables(fresh.host))
        script = PLAYER.format(paths=here, host=fresh.host, token=token, tables=tables)
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as browser:
            assert browser.stdout is not None
            assert browser.stdout.readline() == b"ready\n"
            time.sleep(rng.uniform(0.02, 0.4))
            browser.send_signal(signal.SIGKILL)
    fresh.kill()
    assert holes(fresh.place) == []
    assert sum(map(len, moves_on_disk(fresh.place).values())) > 12
