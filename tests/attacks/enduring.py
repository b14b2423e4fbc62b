"""People who play on through whatever happens, and remember what they were shown."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path

import httpx
from websockets.exceptions import InvalidHandshake

import linden
from attacks.crowd import GONE, Person, State, Tab
from attacks.disk import holes, miscounted, moves_on_disk, wrong_times
from linden import Game
from servers import FRIEND, HERE, ME, PATIENCE, QUICK

BY_GAME = {"kind": "game", "seconds": 600, "increment": 5}
BY_TURN = {"kind": "turn", "seconds": 120, "increment": 0}
WISHES: list[State] = [
    {"game": "linja", "seats": [ME, HERE]},
    {"game": "linage", "seats": [ME, QUICK]},
    {"game": "linear", "seats": [ME, QUICK], "clock": BY_GAME},
    {"game": "linos", "seats": [ME, QUICK]},
    {"game": "linx", "seats": [ME, QUICK]},
    {"game": "linage", "seats": [ME, QUICK], "clock": BY_TURN},
]
"""What guests play: moves of their own and of computers, chance, hidden hands, with time and
without."""
AGAINST_A_LEVEL: State = {
    "game": "linja",
    "seats": [ME, QUICK],
    "clock": BY_GAME,
    "rated": True,
}
AGAINST_EACH_OTHER: State = {
    "game": "linja",
    "seats": [ME, FRIEND],
    "clock": BY_GAME,
    "rated": True,
}
LONG = 20.0
"""Seconds: after so long people look again."""
LOOK = 0.1
"""Seconds in which nothing more comes."""
PASSING_TROUBLE = (*GONE, InvalidHandshake, httpx.HTTPError, AssertionError)


class Enduring:
    """Somebody who plays one game after another, each to its end."""

    def __init__(self, person: Person, wish: State) -> None:
        self.person = person
        self.wish = wish
        self.game = linden.load(wish["game"])
        self.seat_at: dict[str, int] = {}
        self.rng = random.Random(str(wish))
        self.table = ""
        self.link = ""
        """The friend's, where there is one."""
        self.acknowledged: dict[str, list[str]] = {}
        """The longest history shown, for each table."""
        self.sent: dict[str, dict[int, set[str]]] = {}
        """What was sent when so many moves were shown, for each table; also what nobody answered,
        and before it is sent."""
        self.moves = 0
        self.looked_again = 0
        """How often nothing came for so long that somebody loads the page again."""
        self.trouble = ""
        """The last."""
        self.turn: State = {}
        """Whose turn it was when something was shown last."""

    def __str__(self) -> str:
        made = len(self.acknowledged.get(self.table, []))
        return f"{self.wish} at {self.table!r} after {made} moves ({self.turn}; {self.trouble})"

    async def play(self) -> None:
        while True:
            try:
                await self._play()
            except PASSING_TROUBLE as trouble:
                if isinstance(trouble, AssertionError) and "lost" in str(trouble):
                    raise
                self.trouble = repr(trouble)[:300]
                await asyncio.sleep(0.05)

    async def _begin(self) -> None:
        """Find a table. One that was made when the line broke is known to the server alone, and
        keeps its owner from another rated game."""
        if self.wish.get("rated"):
            home = (await self.person.http.get("/api/home")).raise_for_status().json()
            orphans = {card["id"] for card in home["open"]} - self.acknowledged.keys()
            self.table = next(iter(orphans), "")
        self.table = self.table or await self.person.begin(self.wish)

    async def _play(self) -> None:
        if not self.table:
            await self._begin()
        async with asyncio.timeout(30):
            tab = await self.person.sit(self.table)
        try:
            assert tab.state["viewer"]["seats"], "nobody has sat down"
            self.seat_at[self.table] = tab.state["viewer"]["seats"][0]
            while True:
                self._note(tab)
                if tab.state["turn"]["kind"] == "over":
                    self.table = self.link = ""
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
        self.turn = tab.state["turn"]
        before = self.acknowledged.get(self.table, [])
        seat = self.seat_at[self.table]
        masked = self.game.notation.masked  # in the end all hands are open
        shown = [masked(it["move"], it["seat"], seat) for it in tab.state["history"]]
        self.link = tab.state["seats"][-1]["link"] or self.link
        assert shown[: len(before)] == before[: len(shown)], f"lost at {self.table}"
        if len(shown) > len(before):
            self.moves += len(shown) - len(before)
            self.acknowledged[self.table] = shown


class Visiting(Enduring):
    """Somebody who is invited to each of another's games."""

    def __init__(self, person: Person, host: Enduring) -> None:
        super().__init__(person, host.wish)
        self.host = host

    async def _begin(self) -> None:
        while not self.host.link or self.host.table in self.acknowledged:
            await asyncio.sleep(0.05)
        table = self.host.table
        # Once more, where no answer came, or that it could not be kept just now.
        (await self.person.http.post(f"/api{self.host.link}")).raise_for_status()
        self.table = table


class Company:
    """Several of them at once, on one event loop."""

    def __init__(self, players: list[Enduring]) -> None:
        self.players = players
        self._tasks = [asyncio.create_task(player.play()) for player in players]

    async def go_on(self) -> float:
        """Wait until everybody has moved on; how long the slowest took."""
        before, began = [one.moves for one in self.players], time.monotonic()
        while stuck := [
            one for one, then in zip(self.players, before, strict=True) if one.moves <= then
        ]:
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() - began < PATIENCE, (
                f"nothing goes on: {'; '.join(map(str, stuck))}"
            )
            await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def check(self, place: Path | str, log: Path) -> int:
        """All that anybody was shown is kept, and no move but what was sent at that very position,
        so none twice; every table is whole, nobody's time is wrong, every rated game counts once,
        and nodes have complained of nothing but what failed. How many moves there are."""
        complaints = log.read_text(encoding="utf-8", errors="replace")
        for fault in ("Something went wrong between nodes", "A change of a table failed"):
            assert fault not in complaints, complaints[complaints.index(fault) :][:5000]
        assert holes(place) == []
        assert wrong_times(place) == []
        assert miscounted(place) == []
        kept = moves_on_disk(place)
        sent: dict[str, list[dict[int, set[str]]]] = {}
        for player in self.players:
            for table, shown in player.acknowledged.items():
                assert (
                    as_shown(player.game, kept[table], player.seat_at[table])[: len(shown)] == shown
                )
            if QUICK not in player.wish["seats"] and not player.game.facts.chance:
                for table, tries in player.sent.items():
                    sent.setdefault(table, []).append(tries)
        for table, hands in sent.items():  # nobody else moves there
            doubled = [
                (ply, move)
                for ply, move in kept[table]
                if not any(move in hand.get(ply - 1, ()) for hand in hands)
            ]
            assert not doubled, f"not sent at {table}: {doubled}"
        return sum(map(len, kept.values()))


def as_shown(game: Game, moves: list[tuple[int, str]], seat: int) -> list[str]:
    """Kept moves as somebody at this seat is shown them while the game goes on."""
    shown, position = [], game.start()
    for _, move in moves:
        shown.append(game.notation.masked(move, position.turn, seat))
        position = position.play(move)
    return shown


@asynccontextmanager
async def company(*hosts: str) -> AsyncIterator[Company]:
    """Guests with many tables, and three with accounts who play rated games, at these hosts in
    turn."""
    at = cycle(hosts)
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Person(next(at))) for _ in hosts]
        accounts = [await stack.enter_async_context(Person(next(at))) for _ in range(3)]
        for number, person in enumerate(accounts):
            await person.sign_up(f"Enduring{number}")
        ada = Enduring(accounts[0], AGAINST_EACH_OTHER)
        players = [
            *map(Enduring, cycle(guests), WISHES),
            ada,
            Visiting(accounts[1], ada),
            Enduring(accounts[2], AGAINST_A_LEVEL),
        ]
        yield Company(players)
