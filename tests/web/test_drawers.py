"""Drawing beside the event loop: in turn, once, of what is on the table, and never for ever."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable

import pytest

import linden
from linden.core.position import Position
from linden.web.compute import drawers as drawing
from linden.web.compute.drawers import BUSY_TABS, Drawers, Drawn
from linden.web.compute.fair import EXHIBITION, WAITED_FOR
from linden.web.tables.scene import EVERYTHING, Rendering, moves_json, portrait_json
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tables.view import Shared, Want

PLAIN = Rendering()


def table(*moves: str) -> Table:
    game = linden.load("linear", board="5x5")
    people = tuple(Sitter("person", visitor=name, name=name) for name in ("ada", "bob"))
    made = Table("t", game, "ada", people, (), (game.start(),))
    for move in moves:
        made = made.go_on(move)
    return made


class Slow(Drawers):
    """Draws when it is told to, and remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[Position] = []
        self.go = asyncio.Event()

    async def draw(
        self,
        position: Position,
        rendering: Rendering | None,
        movable: bool,
        owner: str,
        rank: int = WAITED_FOR,
    ) -> Drawn:
        self.asked.append(position)
        await self.go.wait()
        return (
            portrait_json(position, rendering) if rendering else None,
            moves_json(position) if movable else None,
        )


async def begun() -> None:
    """Let what was begun come to where it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def want(ply: int, movable: bool = False) -> Want:
    return Want(EVERYTHING, PLAIN, ply, movable)


def test_what_is_taken_back_while_it_is_drawn_is_never_shown() -> None:
    first, *_, other = linden.load("linear", board="5x5").start().moves

    async def go() -> None:
        shared, slow = Shared(table(first)), Slow()
        early = asyncio.create_task(shared.prepare([want(1, movable=True)], slow, "ada"))
        await begun()
        shared.show(table())
        shared.show(table(other))
        late = asyncio.create_task(shared.prepare([want(1, movable=True)], slow, "ada"))
        await begun()
        slow.go.set()
        await asyncio.gather(early, late)
        there = table(other).position
        assert portrait_json(there, PLAIN) in shared.scene_json(want(1, movable=True))
        assert moves_json(there) in shared.scene_json(want(1, movable=True))

    asyncio.run(go())


def test_who_comes_late_is_shown_what_was_drawn_once() -> None:
    position = linden.load("linear", board="5x5").start()
    first = position.moves[0]
    second = position.play(first).moves[0]

    async def go() -> None:
        shared, slow = Shared(table(first)), Slow()
        behind = asyncio.create_task(shared.prepare([want(1)], slow, "ada"))
        await begun()
        shared.show(shared.table.go_on(second))
        slow.go.set()
        await behind
        await shared.prepare([want(2), want(1)], slow, "ada")
        await shared.prepare([want(2), want(1)], slow, "bob")
        assert len(slow.asked) == 2

    asyncio.run(go())


def with_one_drawer(check: Callable[[Drawers], Awaitable[None]]) -> None:
    async def go() -> None:
        found = Drawers(1)
        try:
            found.crowd(BUSY_TABS)
            assert found._starting is not None
            await found._starting
            async with asyncio.timeout(60):
                while not found._drawers[0].ready:
                    await asyncio.sleep(0.02)
            await check(found)
        finally:
            await found.close()

    asyncio.run(go())


def test_people_take_turns_and_watchers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_AT_ONCE", 3)
    position = linden.load("linja").start()
    order: list[str] = []

    async def ask(found: Drawers, owner: str, rank: int) -> None:
        assert await found.draw(position, PLAIN, False, owner, rank) is not None
        order.append(owner)

    async def check(found: Drawers) -> None:
        await asyncio.gather(
            *(ask(found, "watcher", EXHIBITION) for _ in range(5)),
            *(ask(found, "greedy", WAITED_FOR) for _ in range(20)),
            ask(found, "modest", WAITED_FOR),
        )

    with_one_drawer(check)
    # what the process has before it already is drawn first: the first watchers
    first = drawing.MOST_AT_ONCE
    assert order[:first] == ["watcher"] * first
    assert order.index("modest") <= first + 1
    assert order[-2:] == ["watcher", "watcher"]


def test_a_process_that_hangs_is_ended_and_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = linden.load("linja").start()

    async def check(found: Drawers) -> None:
        assert await found.draw(position, PLAIN, True, "ada") is not None
        process = found._drawers[0]._process
        assert process is not None
        monkeypatch.setattr(drawing, "STUCK_SECONDS", 0.5)
        os.kill(process.pid, signal.SIGSTOP)
        asked = [found.draw(position, PLAIN, True, "ada") for _ in range(10)]
        async with asyncio.timeout(30):
            assert await asyncio.gather(*asked) == [None] * 10
            assert await found.draw(position, PLAIN, True, "ada") is None
            await process.wait()

    with_one_drawer(check)
