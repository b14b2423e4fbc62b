"""A table in memory: its lock and its open tabs, each with a writer that sends the newest state."""

import asyncio
import time
from collections import deque

from fastapi import WebSocket

from linden.web import messages, texts
from linden.web.messages import Message, Presence
from linden.web.tables import view
from linden.web.tables.scene import Rendering
from linden.web.tables.table import Table

MOST_REPLIES = 50
"""Replies that may wait for a slow browser; older ones are dropped."""


class Live:
    """A table in memory: its lock, its open tabs, and what the computer is doing."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.tabs: set[Tab] = set()
        self.driver: asyncio.Task[None] | None = None
        self.driven = -1
        """The version that the driver was started for."""
        self.asked: asyncio.Task[None] | None = None
        """A computer thinking about a draw."""
        self.hints: dict[Tab, asyncio.Task[None]] = {}
        self.preparing = False
        self.ply_of = {table.version: len(table.moves)}
        self.touched = time.monotonic()

    @property
    def present(self) -> set[str]:
        """The visitors who have the table open."""
        return {tab.visitor for tab in self.tabs}

    def tell(self, note: str | None = None) -> None:
        """Everybody gets the new state."""
        self.touched = time.monotonic()
        for tab in self.tabs:
            tab.refresh(note)

    def tell_presence(self, source: "Tab") -> None:
        message = presence(self)
        for tab in self.tabs - {source}:
            tab.reply(message)

    @property
    def thinking(self) -> bool:
        """Whether a computer is at it."""
        running = self.driver is not None and not self.driver.done()
        return running and not self.preparing and self.table.automatic == "computer"

    @property
    def idle(self) -> bool:
        return not self.tabs and (self.driver is None or self.driver.done())


def presence(live: Live) -> Presence:
    here = live.present
    return Presence.model_construct(
        present=[
            sitter.kind == "computer" or sitter.visitor in here for sitter in live.table.seats
        ],
        watchers=len({tab.visitor for tab in live.tabs} - live.table.people),
    )


class Tab(view.Viewer):
    """A browser tab with the table open. States are made when they are sent, so a slow browser
    gets fewer of them, never old ones."""

    def __init__(self, socket: WebSocket, visitor: str, name: str, look: Rendering) -> None:
        super().__init__(visitor, name, look)
        self.socket = socket
        self.language = texts.language.get()
        self.saw: int | None = None
        """The ply that was sent last."""
        self.note: str | None = None
        self._stale = False
        self._replies: deque[Message] = deque(maxlen=MOST_REPLIES)
        self._wake = asyncio.Event()

    def refresh(self, note: str | None = None) -> None:
        """The table has changed."""
        self._stale = True
        self.note = note or self.note
        self._wake.set()

    def reply(self, message: Message) -> None:
        self._replies.append(message)
        self._wake.set()

    async def write(self, live: Live) -> None:
        """Send what there is to send, for as long as the tab is open."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._replies:
                await self._send(self._replies.popleft())
            if self._stale:
                self._stale = False
                async with live.lock:
                    state = self._state(live)
                await self._send(state)

    def _state(self, live: Live) -> messages.State:
        state = view.state(
            live.table,
            self,
            present=live.present,
            thinking=live.thinking,
            preparing=live.preparing,
            since=self.saw,
            note=self.note,
        )
        self.saw, self.note = len(live.table.moves), None
        return state

    async def _send(self, message: Message) -> None:
        await self.socket.send_text(message.model_dump_json(by_alias=True))
