"""One browser tab at a table: what it asks for is done, or refused with a sentence."""

import asyncio
import logging
from dataclasses import replace

from fastapi import WebSocketDisconnect
from pydantic import ValidationError

from linden.web import messages, texts
from linden.web.errors import Refusal
from linden.web.messages import Pong, Refused, requests
from linden.web.tables.live import Live, Tab
from linden.web.tables.lobby import Tables
from linden.web.texts import say

log = logging.getLogger(__name__)


async def attend(tables: Tables, live: Live, tab: Tab, version: int | None) -> None:
    """Serve one tab until it closes."""
    tab.saw = live.ply_of.get(version) if version is not None else None
    live.tabs.add(tab)
    tab.refresh()
    live.tell_presence(tab)
    async with live.lock:
        tables.driver.wake(live)
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


async def _read(tables: Tables, live: Live, tab: Tab) -> None:
    while True:
        message = await tab.socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        texts.language.set(tab.language)
        try:
            await _obey(tables, live, tab, message.get("text") or "")
        except Refusal as refusal:
            tab.reply(Refused.model_construct(error=refusal.sentence, version=live.table.version))


async def _obey(tables: Tables, live: Live, tab: Tab, text: str) -> None:
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
            tables.driver.hint(live, tab)
        case messages.Uncover():
            if request.seat not in live.table.seats_of(who):
                raise Refusal(say("That is not your seat."))
            if request.seat != live.table.turn and not live.table.over:
                raise Refusal(say("Hands are looked at when it is their turn."))
            tab.uncovered = request.seat
            tab.refresh()
        case messages.SetLook():
            wish = request.model_dump(include={"quarter", "tall"}, exclude_none=True)
            tab.rendering = replace(tab.rendering, **wish)
            tab.refresh()
        case messages.Ping():
            tab.reply(Pong())
