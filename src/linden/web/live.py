"""Open tabs of a table: one WebSocket each, one writer each, the newest state wins."""

import asyncio
import logging
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from linden.web import messages, seeing, texts
from linden.web.errors import Refusal
from linden.web.messages import Message, Pong, Presence, Refused, requests
from linden.web.scene import Look
from linden.web.texts import say

if TYPE_CHECKING:
    from linden.web.tables import Live, Tables

log = logging.getLogger(__name__)

MOST_REPLIES = 50
"""Replies that may wait for a slow browser; older ones are dropped."""


class Tab(seeing.Looker):
    """A browser tab with the table open. States are made when they are sent, so a slow browser
    gets fewer of them, never old ones."""

    def __init__(self, socket: WebSocket, visitor: str, name: str, look: Look) -> None:
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

    async def write(self, live: "Live") -> None:
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

    def _state(self, live: "Live") -> messages.State:
        state = seeing.state(
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


async def attend(tables: "Tables", live: "Live", tab: Tab, version: int | None) -> None:
    """Serve one tab until it closes."""
    tab.saw = live.ply_of.get(version) if version is not None else None
    live.tabs.add(tab)
    tab.refresh()
    live.tell_presence(tab)
    async with live.lock:
        tables.stir(live)
    writer = asyncio.create_task(tab.write(live))
    reader = asyncio.create_task(_read(tables, live, tab))
    try:
        done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if (error := task.exception()) and not isinstance(error, _GONE):
                log.error("A tab of table %s failed.", live.table.id, exc_info=error)
    finally:
        for task in (reader, writer):
            task.cancel()
        await asyncio.gather(reader, writer, return_exceptions=True)
        live.tabs.discard(tab)
        live.tell_presence(tab)


_GONE = (WebSocketDisconnect, RuntimeError, ConnectionError)
"""What Starlette raises when the other side has left."""


async def _read(tables: "Tables", live: "Live", tab: Tab) -> None:
    while True:
        message = await tab.socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        texts.language.set(tab.language)
        try:
            await _obey(tables, live, tab, message.get("text") or "")
        except Refusal as refusal:
            tab.reply(Refused.model_construct(error=refusal.sentence, version=live.table.version))


async def _obey(tables: "Tables", live: "Live", tab: Tab, text: str) -> None:
    try:
        request = requests.validate_json(text)
    except (ValidationError, RecursionError):
        raise Refusal(say("This message cannot be read.")) from None
    who = tab.visitor
    match request:
        case messages.PlayMove():
            try:
                await tables.play(live, who, request.version, request.move)
            except Refusal:
                if request.version != live.table.version:
                    tab.refresh()
                raise
        case messages.Undo():
            await tables.undo(live, who)
        case messages.Answer():
            await tables.answer(live, who, request.offer, request.yes)
        case messages.Resign():
            await tables.resign(live, who, request.seat)
        case messages.OfferDraw():
            await tables.offer_draw(live, who)
        case messages.AskHint():
            tables.hint(live, tab)
        case messages.Uncover():
            if request.seat not in live.table.seats_of(who):
                raise Refusal(say("That is not your seat."))
            if request.seat != live.table.turn and not live.table.over:
                raise Refusal(say("Hands are looked at when it is their turn."))
            tab.uncovered = request.seat
            tab.refresh()
        case messages.SetLook():
            wish = request.model_dump(include={"quarter", "tall"}, exclude_none=True)
            tab.look = replace(tab.look, **wish)
            tab.refresh()
        case messages.Ping():
            tab.reply(Pong())


def presence(live: "Live") -> Presence:
    here = live.present
    return Presence.model_construct(
        present=[
            sitter.kind == "computer" or sitter.visitor in here for sitter in live.table.seats
        ],
        watchers=len({tab.visitor for tab in live.tabs} - live.table.people),
    )
