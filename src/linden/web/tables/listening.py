"""People who listen, each by a socket, to what is told whenever it changes.

As at a table, what is sent is all of it, made when it is sent: a lost line loses nothing, and who
reads slowly skips what is old.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from linden.web.messages import Message
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store

log = logging.getLogger(__name__)

LATER_SECONDS = 0.2
"""What changes at other nodes is looked up after so long."""
LOOK_SECONDS = 2.0
"""Looked at without being told of anything: a word may be lost, a session may have ended."""
MOST_ASKED = 200
"""Listeners asked about by one query."""


class Listener:
    """Somebody who listens: one socket."""

    def __init__(self, visitor: str, session: str | None) -> None:
        self.visitor = visitor
        self.session = session
        """The session or token by which they have come; ``None`` for guests."""
        self.about = ""
        """What they listen to, where there is more than one such thing."""
        self.changed = asyncio.Event()
        self.hung_up = asyncio.Event()
        """Its session or token has ended."""


Kind = TypeVar("Kind", bound=Listener)


class Listeners(ABC, Generic[Kind]):
    """All who listen to one thing at this node."""

    soonest = 0.05
    """What changes within so many seconds is told at once."""

    def __init__(self, store: Store) -> None:
        self._sessions = store.accounts
        self._tokens = store.tokens
        self._listeners: set[Kind] = set()
        self._wake = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    def _new(self, visitor: str, session: str | None) -> Kind:
        """Somebody who begins to listen."""

    @abstractmethod
    async def _look(self, listeners: Sequence[Kind]) -> None:
        """Find out what there is to be told to these."""

    @abstractmethod
    def message(self, listener: Kind) -> Message | None:
        """What there is to be told now, in the language of whoever is spoken to."""

    def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def visitors(self) -> set[str]:
        """Who listens here."""
        return {listener.visitor for listener in self._listeners}

    def listen(self, visitor: str, session: str | None = None, about: str = "") -> Kind:
        listener = self._new(visitor, session)
        listener.about = about
        self._listeners.add(listener)
        self._wake.set()
        return listener

    def leave(self, listener: Kind) -> None:
        self._listeners.discard(listener)

    def _wake_later(self) -> None:
        if self._listeners and self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(LATER_SECONDS, self._wake.set)

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            if self._later is not None:
                self._later.cancel()
                self._later = None
            listeners = list(self._listeners)
            try:
                for first in range(0, len(listeners), MOST_ASKED):
                    some = listeners[first : first + MOST_ASKED]
                    await self._hang_up(some)
                    await self._look([one for one in some if not one.hung_up.is_set()])
            except StoreUnavailable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("What is told to those who listen could not be found out.")
            await asyncio.sleep(self.soonest)

    async def _hang_up(self, listeners: Sequence[Kind]) -> None:
        """Whose session or token has ended hears nothing more."""
        shown = sorted({one.session for one in listeners if one.session is not None})
        if not shown:
            return
        living = await self._sessions.living(shown) | await self._tokens.living(shown)
        for listener in listeners:
            if listener.session is not None and listener.session not in living:
                listener.hung_up.set()
