"""Open challenges: shown to those who look for company, as they change, whichever node changes
them; they stay for as long as whoever offers them is here."""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence

from linden.web import texts
from linden.web.errors import Refusal
from linden.web.messages.seeks import Seeks
from linden.web.people.ids import is_account, is_gone
from linden.web.store.errors import StoreUnavailable
from linden.web.store.seeks import Offered, Term
from linden.web.tables.agenda import Agendas
from linden.web.tables.clock import Clock
from linden.web.tables.listening import Listener, Listeners
from linden.web.tables.lobby import Lobby
from linden.web.tables.seek import GONE_SECONDS
from linden.web.tables.showing_seeks import Common, common, shown

log = logging.getLogger(__name__)

PLAYED_SECONDS = 900.0
"""A public game without a clock of days is shown for so long after its last move."""
KEEP_SECONDS = 5.0
"""How often it is seen to who is still here."""
RENEWED_SECONDS = 20.0
"""Who is here has their challenges stay on, so often."""


class Told:
    """What is told of all that is offered at one moment: in each language once, and to everybody
    once, however many tabs they have open."""

    def __init__(self, offered: Offered) -> None:
        self.offered = offered
        self._common: dict[str, Common] = {}
        self._seeks: dict[tuple[str, str], Seeks] = {}

    def to(self, visitor: str) -> Seeks:
        """In the language of whoever is spoken to; guests who are nobody's friend or foe are shown
        the same."""
        if not is_account(visitor) and not _known(self.offered, visitor):
            visitor = ""
        language = texts.language.get()
        if language not in self._common:
            self._common[language] = common(self.offered)
        if (visitor, language) not in self._seeks:
            told = shown(self.offered, visitor, self._common[language])
            self._seeks[visitor, language] = told
        return self._seeks[visitor, language]


class Onlooker(Listener):
    """Somebody who looks for company."""

    offered: Offered | None = None


class SeekListeners(Listeners[Onlooker]):
    """All who look for company at this node."""

    soonest = 0.25

    def __init__(self, lobby: Lobby, agendas: Agendas) -> None:
        super().__init__(lobby.store)
        self._lobby = lobby
        self._agendas = agendas
        self._store = lobby.store.seeks
        self._keeping: asyncio.Task[None] | None = None
        self._told: Told = Told(Offered())

    def open(self) -> None:
        super().open()
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        await super().close()
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    def _new(self, visitor: str, session: str | None) -> Onlooker:
        return Onlooker(visitor, session)

    def wake(self, people: Collection[str] | None = None) -> None:
        """Some table has changed."""
        self._wake_later()

    async def of(self, visitor: str) -> Seeks:
        """What is open to somebody now."""
        return await asyncio.to_thread(shown, await self._offered([visitor]), visitor)

    async def _offered(self, people: Sequence[str]) -> Offered:
        return await self._store.offered(people, time.time() - PLAYED_SECONDS)

    async def _look(self, listeners: Sequence[Onlooker]) -> None:
        if not listeners:
            return
        found = await self._offered(sorted({one.visitor for one in listeners}))
        same: dict[int, bool] = {}
        for listener in listeners:
            before = listener.offered
            if id(before) not in same:
                same[id(before)] = before == found
            if not same[id(before)]:
                listener.offered = found
                listener.changed.set()

    def message(self, listener: Onlooker) -> Seeks | None:
        if listener.offered is None:
            return None
        if self._told.offered is not listener.offered:
            self._told = Told(listener.offered)
        return self._told.to(listener.visitor)

    # -- how long challenges stay

    async def _keep(self) -> None:
        while True:
            try:
                await self.look_after()
            except StoreUnavailable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("Open challenges could not be looked after.")
            await asyncio.sleep(KEEP_SECONDS)

    async def look_after(self) -> None:
        """Let challenges of those who are here stay, and those lapse whose time is up."""
        terms = await self._store.terms()
        if not terms:
            return
        here, now = self._here(), self._lobby.timekeeper.now()
        staying = [one.table for one in terms if one.host in here and _renewable(one, now)]
        if staying:
            await self._store.stay(staying, now + GONE_SECONDS)
        for one in terms:
            if is_gone(one.host) or (one.until < now and one.table not in staying):
                await self._lapse(one.table)

    def _here(self) -> set[str]:
        """Who has a table, their agenda or the challenges open at this node."""
        tabs = {tab.viewer.visitor for live in self._lobby.open_tables for tab in live.tabs}
        return tabs | self.visitors | self._agendas.visitors

    async def _lapse(self, table: str) -> None:
        try:
            await self._lobby.change(table, lambda now: now.lapsed())
        except Refusal as refusal:
            log.warning("The challenge of table %s cannot lapse: %s", table, refusal.sentence)


def _renewable(one: Term, now: float) -> bool:
    """Whether somebody's being here makes a challenge stay longer, by more than a little."""
    by_days = one.clock is not None and Clock.read(one.clock).control.by_days
    return not by_days and one.until < now + GONE_SECONDS - RENEWED_SECONDS


def _known(offered: Offered, visitor: str) -> bool:
    """Whether a guest sits at one of these tables, or is kept away by somebody."""
    tables = (*offered.seeks, *offered.games)
    return any(visitor in (table.host, *table.people) for table in tables) or any(
        visitor == guest for _, guest in offered.blocks
    )
