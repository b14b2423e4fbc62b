"""Doubled and racing messages of every kind that changes a table: each counts once.

``LINDEN_RACES=10000`` runs the long form.
"""

import asyncio
import os
import random
import time
from typing import Any

from attacks.crowd import Person, Tab
from attacks.disk import holes, moves_on_disk
from servers import Server
from sites import Site

RACES = int(os.environ.get("LINDEN_RACES", "200"))
COPIES = 4
NEWS_SECONDS = 30.0
"""How long what is made at one node may take to another, on a machine that is busy."""
KINDS = ("move", "move", "move", "moves", "undo", "draw", "crossing", "resign")


async def pair(ada: Person, bob: Person, game: str) -> tuple[list[Tab], list[Tab]]:
    """A table of two people, each with two tabs."""
    table = await ada.table(game, [{"kind": "me"}, {"kind": "friend"}])
    first = await ada.sit(table)
    link = first.state["seats"][1]["link"]
    # The same seat is asked for several times at once, by Bob and by others.
    async with Person(ada.host) as eve:
        joins = [bob.http.post(f"/api{link}") for _ in range(3)]
        answers = await asyncio.gather(*joins, eve.http.post(f"/api{link}"))
    assert all(answer.status_code in (200, 409) for answer in answers)
    if not (await bob.sit(table)).state["viewer"]["seats"]:
        return await pair(ada, bob, game)  # somebody else was quicker
    return [first, await ada.sit(table)], [await bob.sit(table), await bob.sit(table)]


async def up_to_date(tabs: list[Tab], patience: float = 0) -> None:
    """Everybody has seen the newest state. What is made at one node takes a moment to others: it is
    waited for, as whoever made it has seen it."""
    await _hear(tabs)
    await asyncio.sleep(0.01)
    await _hear(tabs)
    began = time.monotonic()
    while len({_seen(tab) for tab in tabs}) > 1 and time.monotonic() - began < patience:
        await asyncio.sleep(0.01)
        await _hear(tabs)


async def _hear(tabs: list[Tab]) -> None:
    """All that their node has to say."""
    for tab in tabs:
        await tab.send(type="ping")
        while (await tab.receive())["type"] != "pong":
            pass


def _seen(tab: Tab) -> tuple[object, ...]:
    offers = [offer["kind"] for offer in tab.state["offers"]]
    return tab.version, tab.state["turn"]["seat"], *offers


async def doubled(tabs: list[Tab], **message: Any) -> None:
    """The same message from all tabs, several times."""
    await asyncio.gather(
        *(tab.send(version=tab.version, **message) for tab in tabs for _ in range(COPIES // 2))
    )


async def race(
    host: str, rng: random.Random, game: str, budget: list[int], patience: float
) -> None:
    async with Person(host) as ada, Person(host) as bob:
        mine, theirs = await pair(ada, bob, game)
        both = mine + theirs
        while budget[0] > 0:
            await up_to_date(both, patience)
            state = both[0].state
            if state["turn"]["kind"] == "over":
                answers = await asyncio.gather(
                    *(
                        person.http.post(f"/api/tables/{both[0].table}/rematch")
                        for person in (ada, bob, ada, bob)
                    )
                )
                assert len({answer.json()["id"] for answer in answers}) == 1
                mine, theirs = await pair(ada, bob, game)
                both = mine + theirs
                continue
            budget[0] -= COPIES
            moves, version = list(both[0].shown[both[0].version]), both[0].version
            mover = mine if mine[0].legal else theirs
            other = theirs if mover is mine else mine
            kind = rng.choice(KINDS)
            expected: list[int] = []
            if kind == "move":
                await doubled(mover, type="move", move=rng.choice(mover[0].legal))
                expected = [len(moves) + 1]
            elif kind == "moves":
                for tab in mover:
                    for _ in range(2):
                        await tab.send(type="move", version=version, move=rng.choice(tab.legal))
                expected = [len(moves) + 1]
            elif kind == "undo" and state["can"]["takeback"]:
                await doubled(mine, type="undo")
                await up_to_date(both, patience)
                if both[0].state["offers"]:
                    yes = rng.random() < 0.5
                    await doubled(theirs, type="answer", offer="takeback", yes=yes)
                    expected = list(range(len(moves))) if yes else [len(moves)]
            elif kind == "draw" and state["can"]["draw"]:
                await doubled(mine, type="draw")
                await up_to_date(both, patience)
                if both[0].state["offers"]:
                    await doubled(theirs, type="answer", offer="draw", yes=False)
                await up_to_date(both, patience)
                assert both[0].state["offers"] == [], "an answered offer does not come back"
                expected = [len(moves)]
            elif kind == "crossing":
                await asyncio.gather(
                    doubled(mover, type="move", move=rng.choice(mover[0].legal)),
                    doubled(other, type="undo"),
                    doubled(other, type="draw"),
                )
                expected = [len(moves), len(moves) + 1]
            elif kind == "resign" and len(moves) > 20:
                await asyncio.gather(doubled(mine, type="resign"), doubled(theirs, type="resign"))
                expected = [len(moves)]
            await up_to_date(both, patience)
            if expected:
                assert len(both[0].state["history"]) in expected, (kind, moves)
            shown = {tuple(tab.shown[tab.version]) for tab in both}
            assert len(shown) == 1, "everybody sees the same"
            if kind == "crossing" and both[0].state["offers"]:
                offer = both[0].state["offers"][0]["kind"]
                await doubled(both, type="answer", offer=offer, yes=False)


async def races(host: str, count: int, patience: float) -> None:
    budget = [count]
    games = ("linja", "linage", "linear")
    await asyncio.gather(
        *(
            race(host, random.Random(number), games[number % len(games)], budget, patience)
            for number in range(6)
        )
    )


def test_each_message_counts_once(fresh: Server) -> None:
    patience = NEWS_SECONDS if isinstance(fresh, Site) else 0
    asyncio.run(races(fresh.host, RACES, patience))
    fresh.kill()
    assert holes(fresh.place) == []
    assert sum(map(len, moves_on_disk(fresh.place).values())) > 10


async def undo_twice(host: str) -> int:
    async with Person(host) as ada:
        table = await ada.table("linja", [{"kind": "me"}, {"kind": "here"}])
        tab = await ada.sit(table)
        for _ in range(4):
            before = tab.version
            await tab.send(type="move", version=before, move=tab.legal[0])
            while tab.version <= before:
                await tab.next_state()
        for _ in range(5):
            await tab.send(type="undo", version=tab.version)
        await up_to_date([tab])
        return len(tab.state["history"])


def test_an_undo_said_five_times_takes_back_one_move(server: Server) -> None:
    assert asyncio.run(undo_twice(server.host)) == 3
