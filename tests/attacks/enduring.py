"""People who play on through whatever happens, and remember what they were shown."""

import asyncio
import random
import time
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.exceptions import InvalidHandshake

from attacks.crowd import GONE, Person, State, Tab
from attacks.disk import holes, moves_on_disk
from linden.core.registry import declaration
from servers import HERE, ME, PATIENCE, QUICK

GAMES: list[tuple[str, list[State]]] = [
    ("linja", [ME, HERE]),
    ("linage", [ME, QUICK]),
    ("linear", [ME, HERE]),
    ("linos", [ME, QUICK]),
]
LONG = 20.0
"""Seconds: after so long people look again."""
LOOK = 0.1
"""Seconds in which nothing more comes."""
PASSING_TROUBLE = (*GONE, InvalidHandshake, httpx.HTTPError, AssertionError)


class Enduring:
    """Somebody who plays one game after another, each to its end."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.game, self.seats = GAMES[number % len(GAMES)]
        self.rng = random.Random(number)
        self.table = ""
        self.acknowledged: dict[str, list[str]] = {}
        """The longest history shown, for each table."""
        self.sent: dict[str, dict[int, set[str]]] = {}
        """What was sent when so many moves were shown, for each table; also what nobody answered,
        and before it is sent."""
        self.moves = 0
        self.looked_again = 0
        """How often nothing came for so long that somebody loads the page again."""

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
                try:
                    async with asyncio.timeout(LONG):
                        await self._go_on(tab)
                except TimeoutError:
                    self.looked_again += 1
                    raise
                await asyncio.sleep(self.rng.uniform(0, 0.05))
        finally:
            tab.cut()
            self.person.tabs.remove(tab)

    async def _go_on(self, tab: Tab) -> None:
        """Move, where it is one's turn, and wait for what comes of it: whoever moves again before
        that is refused more often than answered, and falls behind for good."""
        version = tab.version
        if not tab.legal:
            await tab.receive()
            return
        move = self.rng.choice(tab.legal)
        here = self.sent.setdefault(self.table, {})
        here.setdefault(len(tab.state["history"]), set()).add(move)
        await tab.send_this(move)
        while tab.version <= version:
            if (await tab.receive())["type"] == "refused":
                await self._look(tab)
                return

    async def _look(self, tab: Tab) -> None:
        """Take in all that is shown, before the next try."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(LOOK):
                    await tab.receive()

    def _note(self, tab: Tab) -> None:
        """What is shown goes on from what was shown."""
        before = self.acknowledged.get(self.table, [])
        shown = [entry["move"] for entry in tab.state["history"]]
        assert shown[: len(before)] == before[: len(shown)], f"lost at {self.table}"
        if len(shown) > len(before):
            self.moves += len(shown) - len(before)
            self.acknowledged[self.table] = shown


class Company:
    """Several of them at once, on one event loop."""

    def __init__(self, players: list[Enduring]) -> None:
        self.players = players
        self._tasks = [asyncio.create_task(player.play()) for player in players]

    async def go_on(self) -> float:
        """Wait until everybody has moved on; how long the slowest took."""
        before, began = [one.moves for one in self.players], time.monotonic()
        while stuck := [
            one.table for one, then in zip(self.players, before, strict=True) if one.moves <= then
        ]:
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() - began < PATIENCE, f"nothing goes on at {stuck}"
            await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def check(self, place: Path | str, log: Path) -> int:
        """All that anybody was shown is kept, and no move but what was sent at that very position,
        so none twice; every table is whole, and nodes have complained of nothing but what failed.
        How many moves there are."""
        complaints = log.read_text(encoding="utf-8", errors="replace")
        for fault in ("Something went wrong between nodes", "A change of a table failed"):
            assert fault not in complaints, complaints[complaints.index(fault) :][:5000]
        assert holes(place) == []
        kept = moves_on_disk(place)
        for player in self.players:
            for table, shown in player.acknowledged.items():
                assert [move for _, move in kept[table]][: len(shown)] == shown
            alone = player.seats == [ME, HERE] and not declaration(player.game).chance
            if alone:  # nobody else moves there
                for table, sent in player.sent.items():
                    doubled = [
                        (ply, move)
                        for ply, move in kept[table]
                        if move not in sent.get(ply - 1, ())
                    ]
                    assert not doubled, f"not sent at {table}: {doubled}"
        return sum(map(len, kept.values()))
