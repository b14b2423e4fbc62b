"""How nodes call each other: what cannot be told is told to be lost, and a line that stands is seen
to stand."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from linden.web.store.bell import LARGEST_CALL, LOST, Bell, Word
from linden.web.store.postgres import parsed
from linden.web.store.store import Store
from postgres import Postgres
from relay import CUT, PASSING, Relay
from servers import PATIENCE


class Listener:
    """A node that remembers what it has heard."""

    def __init__(self, address: str, name: str) -> None:
        self.words: list[Word] = []
        self.lines = 0
        self.bell = Bell(parsed(address), name, self.words.append, self._line)

    def _line(self) -> None:
        self.lines += 1

    async def until(self, happened: Callable[["Listener"], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happened(self):
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(address: str, name: str) -> AsyncIterator[Listener]:
    listener = Listener(address, name)
    try:
        await listener.until(lambda it: it.lines == 1)
        yield listener
    finally:
        await asyncio.to_thread(listener.bell.close)


def through(relay: Relay, address: str, port: int) -> str:
    return address.replace(f":{port}/", f":{relay.port}/")


def test_words_arrive_in_their_order(database_server: Postgres) -> None:
    asyncio.run(words_arrive_in_their_order(database_server))


async def words_arrive_in_their_order(database_server: Postgres) -> None:
    address = database_server.fresh()
    async with listening(address, "one") as one, listening(address, "two") as two:
        words: list[Word] = [["one", "said", number, "ä" * 50] for number in range(1000)]
        for word in words:
            one.bell.ring(["two"], word)
        await two.until(lambda it: len(it.words) == 1000)
        assert two.words == words
        assert one.words == []
        one.bell.ring(["two"], ["one", "x" * LARGEST_CALL])
        one.bell.ring(["two"], ["one", "said", "after what was too long"])
        await two.until(lambda it: len(it.words) == 1001)


def test_what_could_not_be_told_is_told_to_be_lost(database_server: Postgres) -> None:
    asyncio.run(what_could_not_be_told_is_told_to_be_lost(database_server))


async def what_could_not_be_told_is_told_to_be_lost(database_server: Postgres) -> None:
    address = database_server.fresh()
    relay = Relay(database_server.port)
    mine = through(relay, address, database_server.port)
    try:
        async with listening(mine, "one") as one, listening(address, "two") as two:
            relay.set(CUT)
            one.bell.ring(["two"], ["one", "said", 1])
            await asyncio.sleep(0.3)
            assert two.words == []
            relay.set(PASSING)
            await two.until(lambda it: bool(it.words))
            assert two.words[-1] == ["one", LOST], "nobody has to say anything more"
            await one.until(lambda it: it.lines == 2)
            one.bell.ring(["two"], ["one", "said", 2])
            await two.until(lambda it: it.words[-1] == ["one", "said", 2])
            assert two.words.count(["one", LOST]) == 1
    finally:
        relay.close()


def test_a_line_that_stands_is_seen(database_server: Postgres) -> None:
    asyncio.run(a_line_that_stands_is_seen(database_server))


async def a_line_that_stands_is_seen(database_server: Postgres) -> None:
    address = database_server.fresh()
    store = Store(address)
    try:
        for node in ("one", "two"):
            await store.nodes.enter(node, "here")
        async with listening(address, "one"):
            for _ in range(3):  # looking takes nothing away
                pulses = await store.nodes.beat("two")
                assert pulses is not None
                assert (pulses["one"].hung_up, pulses["two"].hung_up) == (False, True)
        async with asyncio.timeout(PATIENCE):
            while not (await store.nodes.beat("two") or {})["one"].hung_up:
                await asyncio.sleep(0.01)
    finally:
        store.close()
