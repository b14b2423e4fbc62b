"""WebSockets: a table as it happens; what concerns somebody, what is open to them, tournaments
and the lab's runs, as they change."""

import asyncio
import logging
from typing import Any, NamedTuple

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketState

from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http.answers import not_now, problem
from linden.web.http.guard import REFUSED
from linden.web.http.services import Services, address_of, services
from linden.web.limits import Caller
from linden.web.messages import Message
from linden.web.store.errors import StoreUnavailable
from linden.web.tables.listening import Listener, Listeners
from linden.web.tables.scene import Rendering
from linden.web.tables.session import Session, Tab
from linden.web.tables.view import Viewer, written
from linden.web.texts import say

log = logging.getLogger(__name__)

router = APIRouter()

PASSING = 4008
"""The code of a socket that may be opened again."""
BREATH_SECONDS = 0.05
"""Between two messages of somebody who has nothing to say."""


class Entering(NamedTuple):
    """Who opens a socket."""

    caller: Caller
    session: str | None
    """The session or token by which they come; ``None`` for guests."""
    plays: bool
    """Whether they may do anything but look."""


@router.websocket("/api/tables/{table}/live")
async def live(
    socket: WebSocket,
    table: str,
    seen: int | None = None,
    quarter: int = 0,
    tall: bool = False,
) -> None:
    """The table as it happens; whoever has ``seen`` so many plies is shown what came after."""
    here = services(socket)
    entered = await enter(here, socket)
    if entered is None:
        return
    caller = entered.caller
    try:
        name = await here.store.name_of(caller.visitor) if caller.visitor else ""
        found = await here.tables.get(table)
        viewer = Viewer(caller.visitor, name, Rendering(quarter % 4, tall))
        tab = Tab(socket, caller, viewer, entered.session, plays=entered.plays)
        await Session(here.tables, here.advice, here.limits, found, tab).run(seen)
        if tab.hung_up.is_set():
            changed = say("Who you are here has changed; the table opens again.")
            await close(socket, changed, final=False)
    except Refusal as refusal:
        await close(socket, refusal.sentence, final=refusal.retry is None)
    except StoreUnavailable as error:
        log.error("%s", error)
        await close(socket, not_now(), final=False)
    finally:
        here.limits.close_socket(caller)


@router.websocket("/api/agenda")
async def concerns(socket: WebSocket) -> None:
    """What concerns whoever asks, all of it whenever it changes."""
    await tell(socket, services(socket).agendas)


@router.websocket("/api/seeks")
async def seeks(socket: WebSocket) -> None:
    """The open challenges and the games to watch, all of it whenever it changes."""
    await tell(socket, services(socket).seeks)


@router.websocket("/api/tournaments/{tournament}/live")
async def tournament(socket: WebSocket, tournament: str) -> None:
    """A tournament, all of it whenever it changes."""
    await tell(socket, services(socket).followers, tournament)


@router.websocket("/api/lab")
async def lab(socket: WebSocket) -> None:
    """The lab's runs, all of them whenever one is not as it was."""
    await tell(socket, services(socket).lab_listeners)


async def tell(socket: WebSocket, listeners: Listeners[Any], about: str = "") -> None:
    """Let somebody hear all there is whenever it changes, until they go."""
    here = services(socket)
    entered = await enter(here, socket)
    if entered is None:
        return
    listener = listeners.listen(entered.caller.visitor, entered.session, about)
    tasks = [
        asyncio.create_task(told(socket, listeners, listener)),
        asyncio.create_task(heard(socket)),
        asyncio.create_task(listener.hung_up.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if listener.hung_up.is_set():
            await close(
                socket, say("Who you are here has changed; load the page again."), final=False
            )
    finally:
        listeners.leave(listener)
        here.limits.close_socket(entered.caller)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def told(socket: WebSocket, listeners: Listeners[Any], listener: Listener) -> None:
    sent = None
    while True:
        await listener.changed.wait()
        listener.changed.clear()
        message = listeners.message(listener)
        if message is not None and message != sent:
            sent = message
            await send(socket, message)


async def heard(socket: WebSocket) -> None:
    """Whoever listens says nothing, but may ask whether the line stands; in whatever words."""
    while True:
        if (await socket.receive())["type"] == "websocket.disconnect":
            return
        await send(socket, messages.Pong())
        await asyncio.sleep(BREATH_SECONDS)


# -- coming and going ------------------------------------------------------------------------------


async def enter(here: Services, socket: WebSocket) -> Entering | None:
    """Who opens a socket, counted in; ``None`` where they were told why not."""
    try:
        token = await here.visitors.bearer(socket)
        await socket.accept()
        signed = await here.visitors.session(socket) if token is None else None
        if token is not None:
            entered = Entering(_caller(socket, token.account), token.id, token.scope == "play")
        elif signed is not None:
            entered = Entering(_caller(socket, signed.account), signed.id, True)
        else:
            browser = await here.visitors.browser(socket)
            entered = Entering(_caller(socket, browser or ""), None, True)
        here.limits.open_socket(entered.caller)
        return entered
    except Refusal as refusal:
        if socket.application_state is WebSocketState.CONNECTED:
            await close(socket, refusal.sentence)
        else:
            await socket.send_denial_response(problem(refusal.sentence, refusal.status))
    except StoreUnavailable as error:
        log.error("%s", error)
        if socket.application_state is not WebSocketState.CONNECTED:
            await socket.accept()
        await close(socket, not_now(), final=False)
    return None


def _caller(socket: WebSocket, visitor: str) -> Caller:
    return Caller(visitor, address_of(socket))


async def send(socket: WebSocket, message: Message) -> None:
    await socket.send_text(written(message))


async def close(socket: WebSocket, sentence: str, *, final: bool = True) -> None:
    """Say why, and hang up: for good, or until the page tries again."""
    await send(socket, messages.Refused(error=sentence, version=-1))
    await socket.close(REFUSED if final else PASSING)
