"""One browser tab at a table: what it asks for is done, or refused with a sentence."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from linden.web import messages, texts
from linden.web.compute.drawers import Drawers
from linden.web.compute.fair import EXHIBITION, WAITED_FOR
from linden.web.errors import Refusal, game_fault, reads_only
from linden.web.limits import Caller, Limits
from linden.web.messages import Message, Pong, Refused, requests
from linden.web.people.decency import check_heard
from linden.web.tables.advice import Advice
from linden.web.tables.gallery import Gallery
from linden.web.tables.live import LiveTable
from linden.web.tables.lobby import Lobby
from linden.web.tables.notes import Note
from linden.web.tables.table import Table
from linden.web.tables.view import Viewer, state_json, wanted, written
from linden.web.texts import say

log = logging.getLogger(__name__)

MOST_REPLIES = 50
"""Replies that may wait for a slow browser; older ones are dropped."""
TURN_SECONDS = 0.2
"""Another way to look at the board is shown at most that often."""
MOST_TRIES = 3
"""A board is drawn beforehand that often; if its table changes faster, when it is sent."""
MOST_MESSAGES = 400
MESSAGES_A_SECOND = 200
"""What one tab may say; who says more is listened to more slowly."""

LOOKING = (messages.Uncover, messages.SetLook, messages.Why, messages.Ping)
"""What changes nothing for anybody else."""

_GONE = (WebSocketDisconnect, RuntimeError, ConnectionError)
"""What Starlette raises when the other side has left."""


class Tab:
    """A browser tab with the table open. States are made when they are sent, so a slow browser
    gets fewer of them, never old ones."""

    def __init__(
        self,
        socket: WebSocket,
        caller: Caller,
        viewer: Viewer,
        session: str | None = None,
        *,
        plays: bool = True,
    ) -> None:
        self.socket = socket
        self.session = session
        """The session or token by which its visitor has come; ``None`` for guests."""
        self.plays = plays
        """Whether it may do anything but look."""
        self.hung_up = asyncio.Event()
        """Its visitor is somebody else from now on."""
        self.caller = caller
        self.viewer = viewer
        self.language = texts.language.get()
        self.saw: int | None = None
        """The ply that was sent last."""
        self._sent = (-1, 0.0)
        """The version that was sent last, and when that was first, by the site's time."""
        self._note: Note | None = None
        self._stale = False
        self._turned = 0.0
        self._replies: deque[str] = deque(maxlen=MOST_REPLIES)
        self._wake = asyncio.Event()

    def hang_up(self) -> None:
        """Close it; the page opens it again, as whoever it is then."""
        self.hung_up.set()

    def refresh(self, note: Note | None = None) -> None:
        """The table has changed."""
        self._stale = True
        self._note = note or self._note
        self._wake.set()

    def reply(self, message: Message | str) -> None:
        self._replies.append(message if isinstance(message, str) else written(message))
        self._wake.set()

    def turn(self, wish: dict[str, object]) -> None:
        """Show the board another way: soon, but not more often than can be seen."""
        self.viewer.rendering = replace(self.viewer.rendering, **wish)  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._turned <= now:
            self._turned = now + TURN_SECONDS
            self.refresh()
        elif self._turned - now <= TURN_SECONDS:
            loop.call_at(self._turned, self.refresh)
            self._turned += TURN_SECONDS

    async def write(self, live: LiveTable, gallery: Gallery, drawers: Drawers) -> None:
        """Send what there is to send, for as long as the tab is open. Those who only watch wait
        for each other, so that a crowd of them holds up nobody who plays."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._replies:
                await self.socket.send_text(self._replies.popleft())
            if self._stale:
                await self._prepare(live, drawers)
                if not live.waited_for(self.viewer.visitor):
                    await gallery.turn(self.viewer.visitor)
                await self.socket.send_text(self._state(live))

    async def _prepare(self, live: LiveTable, drawers: Drawers) -> None:
        """Have the board drawn. The table may go on meanwhile: what is sent is made afterwards,
        from the table as it is then."""
        who = self.viewer.visitor
        for _ in range(MOST_TRIES):
            table = live.table
            rank = WAITED_FOR if live.waited_for(who) else EXHIBITION
            wants = wanted(table, self.viewer, self.saw)
            await live.shared.prepare(wants, drawers, who, rank)
            if live.table is table:
                return

    def _state(self, live: LiveTable) -> str:
        self._stale = False
        text = state_json(
            live.shared,
            self.viewer,
            present=live.present,
            thinking=live.thinking,
            preparing=live.preparing,
            since=self.saw,
            note=self._note and self._note.told(live.table.game),
            now=live.now(),
            claimable_in=live.claimable_in,
        )
        self.saw, self._note = len(live.table.moves), None
        if live.table.version != self._sent[0]:
            self._sent = live.table.version, live.now()
        return text

    def lag(self, table: Table) -> float:
        """What it took until this tab was shown whose turn it is, where a clock runs."""
        version, shown = self._sent
        return table.clock.lag(shown) if table.clock and version == table.version else 0.0


class Session:
    """A tab from its first message to its last."""

    def __init__(
        self, lobby: Lobby, advice: Advice, limits: Limits, live: LiveTable, tab: Tab
    ) -> None:
        self._lobby = lobby
        self._advice = advice
        self._limits = limits
        self._live = live
        self._tab = tab

    async def run(self, seen: int | None) -> None:
        """Serve the tab until it closes; ``seen`` is the ply it saw before the line was lost.

        From finding the table to counting the tab in nothing waits, so that the table cannot be
        put away in between.
        """
        live, tab = self._live, self._tab
        if seen is not None and 0 <= seen <= len(live.table.moves):
            tab.saw = seen
        live.tabs.add(tab)
        tab.refresh()
        live.presence_changed()
        self._lobby.visited(live)
        writer = asyncio.create_task(tab.write(live, self._lobby.gallery, self._lobby.drawers))
        reader = asyncio.create_task(self._read())
        ended = asyncio.create_task(tab.hung_up.wait())
        try:
            done, _ = await asyncio.wait(
                {reader, writer, ended}, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                error = task.exception()
                if isinstance(error, Exception) and (refusal := game_fault(error)):
                    raise refusal  # whatever it is: games raise the same as who has left
                if error is not None and not isinstance(error, _GONE):
                    log.error("A tab of table %s failed.", live.table.id, exc_info=error)
        finally:
            live.tabs.discard(tab)
            self._advice.forget(tab)
            live.presence_changed()
            for task in (reader, writer, ended):
                task.cancel()
            await asyncio.gather(reader, writer, ended, return_exceptions=True)

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        balance, then = float(MOST_MESSAGES), loop.time()
        texts.language.set(self._tab.language)
        while True:
            message = await self._tab.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            now, received = loop.time(), self._lobby.timekeeper.now() - waited(message)
            balance = min(MOST_MESSAGES, balance + (now - then) * MESSAGES_A_SECOND) - 1
            then = now
            if balance < 0:
                await asyncio.sleep(-balance / MESSAGES_A_SECOND)
            try:
                await self._obey(message.get("text") or "", received)
            except Refusal as refusal:
                self._refuse(refusal)
            except Exception as error:
                refused = game_fault(error)
                if refused is None:
                    raise
                self._refuse(refused)

    def _refuse(self, refusal: Refusal) -> None:
        self._tab.reply(
            Refused.model_construct(
                error=refusal.sentence,
                version=self._live.table.version,
                retry=refusal.retry,
            )
        )

    async def _obey(self, text: str, received: float) -> None:
        try:
            request = requests.validate_json(text)
        except (ValidationError, RecursionError):
            raise Refusal(say("This message cannot be read.")) from None
        lobby, tab, table = self._lobby, self._tab, self._live.table
        who = tab.viewer.visitor
        if not tab.plays and not isinstance(request, LOOKING):
            raise reads_only()
        match request:
            case messages.PlayMove(version=version, move=move):
                try:
                    moment = received - tab.lag(table)
                    await lobby.change(
                        table.id, lambda now: now.play(who, version, move), at=moment
                    )
                except Refusal:
                    if version != self._live.table.version:
                        tab.refresh()
                    raise
            case messages.Undo(version=version):
                await lobby.change(table.id, lambda now: now.undo(who, version))
            case messages.Answer():
                await lobby.answer(table.id, who, request)
            case messages.Resign(seat=seat):
                await lobby.resign(table.id, who, seat)
            case messages.OfferDraw(version=version):
                await lobby.change(table.id, lambda now: now.offer_draw(who, version))
            case messages.OfferPause(version=version):
                await lobby.change(table.id, lambda now: now.offer_pause(who, version))
            case messages.Resume():
                await lobby.change(table.id, lambda now: now.resume(who))
            case messages.CallAbsent(version=version):
                await lobby.call_absent(table.id, who, version)
            case messages.Speak(phrase=phrase):
                self._limits.take("phrases", tab.caller)
                await check_heard(lobby.store, who, table.others(who))
                await lobby.change(table.id, lambda now: now.speak(who, phrase))
            case messages.AskHint():
                self._advice.hint(self._live, tab)
            case messages.Uncover(seat=seat):
                table.check_uncover(who, seat)
                tab.viewer.uncovered = seat
                tab.refresh()
            case messages.SetLook():
                tab.turn(request.model_dump(include={"quarter", "tall"}, exclude_none=True))
            case messages.Why(touched=touched):
                self._limits.take("reasons", tab.caller)
                raise Refusal(table.refusal(who, tab.viewer.uncovered, touched))
            case messages.Ping():
                tab.reply(Pong())


def waited(message: Mapping[str, Any]) -> float:
    """Seconds since a message was read from its line (``connections``)."""
    now = time.monotonic()
    return max(0.0, now - float(message.get("read_at", now)))
