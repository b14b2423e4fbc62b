"""The tables of a server without the network around them: a real lobby on a real database, and
tabs whose sockets do what a test wants."""

import asyncio
import json
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from fastapi import WebSocketDisconnect

from linden.core.game import Game
from linden.web.compute.compiling import Compiling
from linden.web.compute.searches import Searches
from linden.web.limits import Caller, Limits
from linden.web.messages import NewTable
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Change, Kept, Store
from linden.web.tables.advice import Advice
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.lobby import Lobby
from linden.web.tables.opened import rebuilt
from linden.web.tables.session import Session, Tab
from linden.web.tables.table import Table
from linden.web.tables.view import Viewer

State = dict[str, Any]


class NothingToCompile(Compiling):
    """Rules are interpreted or compiled as they come; no process is started for them."""

    def open(self, game: Game) -> None:
        pass

    def expect(self, game: Game, player: str) -> None:
        pass

    def ready(self, game: Game, player: str | None = None) -> bool:
        return True

    async def player(self, game: Game, player: str) -> None:
        pass


class FaultyStore(Store):
    """A store that fails when it is told to: before a change is kept, or after."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.fails: str = ""

    async def change(self, change: Change) -> None:
        if self.fails == "before":
            raise StoreUnavailable("the disk is full")
        await super().change(change)
        if self.fails == "after":
            raise StoreUnavailable("the answer was lost")

    async def load(self, table: str) -> Kept | None:
        if self.fails:
            raise StoreUnavailable("the disk is gone")
        return await super().load(table)


class Socket:
    """A browser's end of a line that can be cut at any moment."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[State] = asyncio.Queue()
        self.sent: list[State] = []
        self.cut = False

    async def receive(self) -> State:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(0)
        if self.cut:
            raise WebSocketDisconnect(1006)
        self.sent.append(json.loads(text))

    def say(self, **message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def hang_up(self) -> None:
        self.cut = True
        self.incoming.put_nowait({"type": "websocket.disconnect"})


class OpenTab:
    """A tab in front of somebody, and all it was shown."""

    def __init__(self, house: "House", table: str, visitor: str) -> None:
        self.house, self.table, self.visitor = house, table, visitor
        self.socket = Socket()
        caller = Caller(visitor, "192.0.2.1")
        self.tab = Tab(self.socket, caller, Viewer(visitor))  # type: ignore[arg-type]
        self.task = house.loop.create_task(self._run())

    async def _run(self) -> None:
        live = await self.house.lobby.get(self.table)
        await Session(self.house.lobby, self.house.advice, self.house.limits, live, self.tab).run(
            None
        )

    @property
    def states(self) -> list[State]:
        return [message for message in self.socket.sent if message["type"] == "state"]

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def refusals(self) -> list[str]:
        return [message["error"] for message in self.socket.sent if message["type"] == "refused"]

    def ask(self, **message: Any) -> None:
        self.socket.say(version=self.state["version"], **message)


class House:
    """A lobby on a database in ``folder``, on an event loop of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.tabs: list[OpenTab] = []
        self.run(self._open())

    async def _open(self) -> None:
        self.store = FaultyStore(self.folder / "tables.db")
        self.searches = Searches()
        self.limits = Limits()
        compiling = NothingToCompile()
        self.lobby = Lobby(self.store, compiling)
        self.autoplay = Autoplay(self.lobby, compiling, self.searches, pauses=0)
        self.advice = Advice(compiling, self.searches, self.limits)

    def run(self, work: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(work)

    def steps(self, count: int) -> None:
        """Let the event loop go round so many times."""

        async def turn() -> None:
            for _ in range(count):
                await asyncio.sleep(0)

        self.run(turn())

    def settle(self) -> None:
        """Wait until nothing is under way."""

        async def wait() -> None:
            quiet = 0
            while quiet < 3:
                under_way = self.lobby._changes or self.lobby._loading or self.autoplay._steps
                busy = bool(under_way) or any(
                    tab.tab._stale or tab.tab._replies or not tab.socket.incoming.empty()
                    for tab in self.tabs
                    if not tab.task.done()
                )
                quiet = 0 if busy else quiet + 1
                await asyncio.sleep(0.001)

        self.run(asyncio.wait_for(wait(), 60))

    def table(self, host: str, game: str, seats: list[State], **options: Any) -> str:
        wish = NewTable(game=game, seats=seats, options=options)  # type: ignore[arg-type]
        return str(self.run(self.lobby.create(host, host.capitalize(), wish)))

    def join(self, table: str, seat: int, visitor: str) -> None:
        key = self.live(table).seats[seat].key
        assert key is not None
        self.run(self.lobby.join(key, visitor, visitor.capitalize()))

    def sit(self, table: str, visitor: str) -> OpenTab:
        tab = OpenTab(self, table, visitor)
        self.tabs.append(tab)
        return tab

    def live(self, table: str) -> Table:
        live = self.run(self.lobby.get(table))
        found: Table = live.table
        return found

    def on_disk(self, table: str) -> Table:
        kept = self.run(self.store.load(table))
        assert kept is not None
        assert len(kept.moves) == kept.row.plies, "no holes"
        return rebuilt(kept)

    def forget(self) -> None:
        """As after a restart: nothing is in memory, no tab is open."""
        self._hang_up()
        self.settle()
        self.lobby._live.clear()

    def _hang_up(self) -> None:
        for tab in self.tabs:
            tab.socket.hang_up()
            tab.task.cancel()
        if self.tabs:
            self.run(asyncio.gather(*(tab.task for tab in self.tabs), return_exceptions=True))
        self.tabs.clear()

    def close(self) -> None:
        self.store.fails = ""
        self._hang_up()
        self.run(self.autoplay.close())
        self.run(self.advice.close())
        self.run(self.lobby.close())
        self.searches.close()
        self.store.close()
        self.loop.close()
