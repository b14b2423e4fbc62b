"""What concerns people who listen: told when it changes, whichever node changes it.

As at a table, what is sent is all of it, made when it is sent: a lost line loses nothing.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence

from linden.core.game import declaration, games
from linden.web.messages.agenda import Agenda, RunningTable, SeatOffer
from linden.web.people import names
from linden.web.store.agenda import Concerns
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store

log = logging.getLogger(__name__)

SOONEST_SECONDS = 0.05
"""What changes within so short a time is told at once."""
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
        self.agenda: Agenda | None = None
        self.changed = asyncio.Event()
        self.hung_up = asyncio.Event()
        """Its session or token has ended."""

    def show(self, agenda: Agenda) -> None:
        if agenda != self.agenda:
            self.agenda = agenda
            self.changed.set()


class Agendas:
    """All who listen at this node."""

    def __init__(self, store: Store) -> None:
        self._store = store.agenda
        self._sessions = store.accounts
        self._tokens = store.tokens
        self._listeners: set[Listener] = set()
        self._wake = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self, people: Collection[str] | None = None) -> None:
        """Some table has changed that concerns these people; where it is not known whom, it is
        looked up a little later, as much may change elsewhere."""
        if people is not None:
            if any(listener.visitor in people for listener in self._listeners):
                self._wake.set()
        elif self._listeners and self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(LATER_SECONDS, self._wake.set)

    def listen(self, visitor: str, session: str | None = None) -> Listener:
        listener = Listener(visitor, session)
        self._listeners.add(listener)
        self._wake.set()
        return listener

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    async def of(self, visitor: str) -> Agenda:
        """What concerns somebody now."""
        return told((await self._store.of([visitor]))[visitor])

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
                    await self._look(listeners[first : first + MOST_ASKED])
            except StoreUnavailable as error:
                log.warning("%s", error)
            await asyncio.sleep(SOONEST_SECONDS)

    async def _look(self, listeners: Sequence[Listener]) -> None:
        shown = sorted({one.session for one in listeners if one.session is not None})
        if shown:
            living = await self._sessions.living(shown) | await self._tokens.living(shown)
            for listener in listeners:
                if listener.session is not None and listener.session not in living:
                    listener.hung_up.set()
        found = await self._store.of(sorted({listener.visitor for listener in listeners}))
        for listener in listeners:
            if not listener.hung_up.is_set():
                listener.show(told(found[listener.visitor]))


def title_of(game: str) -> str:
    """What a game is called; one that is not here any more, by its name."""
    return declaration(game).title if game in games() else game


def told(concerns: Concerns) -> Agenda:
    return Agenda(
        tables=[
            RunningTable(id=one.table, game=one.game, version=one.version, yours=one.turn)
            for one in concerns.tables
        ],
        invitations=[
            SeatOffer(
                table=one.table,
                seat=one.seat,
                key=one.key,
                game=one.game,
                title=title_of(one.game),
                options=one.options,
                players=one.players,
                rated=one.rated,
                by=names.shown(one.host, one.by),
            )
            for one in concerns.invitations
        ],
    )
