"""Many people at once, on one event loop: each with a cookie of their own, and tabs that can be
closed, or cut off, at any moment."""

import asyncio
import json
import random
import re
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from servers import VERIFY

State = dict[str, Any]

PASSWORD = "as long as it must be"
VERSION = re.compile(r'"version":(\d+)')


class Person:
    """One browser on the crowd's event loop."""

    def __init__(self, host: str) -> None:
        self.host = host
        # Connections are let go before the server does so: no request meets a closing one.
        limits = httpx.Limits(keepalive_expiry=1)
        self.http = httpx.AsyncClient(
            base_url=f"http://{host}", timeout=120, limits=limits, verify=VERIFY
        )
        self.tabs: list[Tab] = []

    async def arrive(self, name: str = "") -> "Person":
        (await self.http.get("/api/health")).raise_for_status()
        (await self.http.get("/")).raise_for_status()
        if name:
            (await self.http.put("/api/you", json={"name": name})).raise_for_status()
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def sign_up(self, name: str) -> None:
        wish = {"name": name, "password": PASSWORD}
        (await self.http.post("/api/account", json=wish)).raise_for_status()

    async def table(self, game: str, seats: list[State], **options: Any) -> str:
        return await self.begin({"game": game, "options": options, "seats": seats})

    async def begin(self, wish: State) -> str:
        """A new table, as ``POST /api/tables`` has it."""
        answer = await self.http.post("/api/tables", json=wish)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    async def record(self, table: str) -> httpx.Response:
        return await self.http.get(f"/api/tables/{table}/record")

    async def sit(self, table: str) -> "Tab":
        tab = Tab(self, table)
        await tab.open()
        self.tabs.append(tab)
        return tab

    async def __aenter__(self) -> "Person":
        return await self.arrive()

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(tab.close() for tab in self.tabs), return_exceptions=True)
        await self.http.aclose()


class Tab:
    """One open table."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.state: State = {}
        self.shown: dict[int, list[str]] = {}
        """What was shown: the moves at each version."""
        self.socket: ClientConnection

    async def open(self) -> None:
        self.socket = await connect(
            f"ws://{self.person.host}/api/tables/{self.table}/live",
            additional_headers={"Cookie": self.person.cookie},
            max_size=None,
            open_timeout=60,
        )
        try:
            await self.next_state()
        except BaseException:
            self.cut()
            raise

    async def receive(self) -> State:
        message: State = json.loads(await self.socket.recv())
        if message["type"] == "state":
            self.state = message
            self.shown[message["version"]] = [entry["move"] for entry in message["history"]]
        return message

    async def next_state(self) -> State:
        while (message := await self.receive())["type"] != "state":
            pass
        return message

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    @property
    def version(self) -> int:
        return int(self.state["version"])

    @property
    def legal(self) -> list[str]:
        return [move["move"] for move in self.state["scene"]["moves"]]

    async def send_move(self, rng: random.Random) -> None:
        await self.send_this(rng.choice(self.legal))

    async def send_this(self, move: str) -> None:
        await self.send(type="move", version=self.version, move=move)

    def cut(self) -> None:
        """The line is cut: no closing words, as if the tab's process were killed."""
        self.socket.transport.abort()

    async def close(self) -> None:
        await self.socket.close()


GONE = (ConnectionClosed, OSError, asyncio.TimeoutError)
