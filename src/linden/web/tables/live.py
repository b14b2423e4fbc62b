"""A table in memory: as it is kept, with the tabs that have it open."""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from linden.web.messages import Presence
from linden.web.people.ids import is_account
from linden.web.tables.notes import Note
from linden.web.tables.others import ALONE, Company, Others
from linden.web.tables.plans import who_noticed
from linden.web.tables.table import Table
from linden.web.tables.view import Shared, written

if TYPE_CHECKING:
    from linden.web.tables.session import Tab

PRESENCE_SECONDS = 0.02
PRESENCE_EACH = 0.002
"""Who comes and goes is told after a moment, longer where many look on: a crowd that comes at once
is told of once."""
COLD_SECONDS = 1.5
"""How long people wait at a table for what its computers need to be compiled; from then on these
move at a glance until it is."""

MOST_TABS = 6
"""Tabs of one player at one table that need not wait for watchers."""


class LiveTable:
    """What is in memory is what is kept on disk, and nothing else: ``lobby`` alone shows a new
    table, after it was kept."""

    def __init__(
        self,
        table: Table,
        worker: str | None = None,
        others: Others = ALONE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.shared = Shared(table)
        self.now = now
        """The site's time."""
        self.worker = worker
        """The node that makes what goes on by itself go on, as far as is known here."""
        self.elsewhere: dict[str, Company] = {}
        """Who has the table open at other nodes."""
        self.lock = asyncio.Lock()
        """Held while a change is decided and kept."""
        self.tabs: set[Tab] = set()
        self.thinking = False
        """A computer is at it."""
        self.preparing = False
        """Its code is still being compiled."""
        self.patience = COLD_SECONDS
        """How long people still wait for that."""
        self.touched = time.monotonic()
        self._others = others
        self._left: dict[str, float] = {}
        """Since when those are away who sit here, by this process's clock; not longer than the
        table is in memory."""
        self._turned = time.monotonic()
        """Since when it is whose turn it is, as far as is known here."""
        self._told = Company()
        """What other nodes were told last."""
        self._presence = self.presence()
        self._presence_timer: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        return self.shared.table

    @property
    def present(self) -> set[str]:
        """The visitors who have the table open, those who sit at it at other nodes too."""
        here = self._here()
        return here.union(*(company.people for company in self.elsewhere.values()))

    def _here(self) -> set[str]:
        return {tab.viewer.visitor for tab in self.tabs}

    def company(self) -> Company:
        """Who has the table open at this node."""
        here, people = self._here(), self.table.people
        return Company(frozenset(here & people), len(here - people))

    def goes_on(self, table: Table) -> bool:
        """Whether something goes on by itself at this table, which is the present or the next:
        where nobody plays, for as long as somebody watches, or in a tournament."""
        if table.asks_computers:
            return True
        watched = table.people or table.tournament or self.tabs or self.elsewhere
        return bool(table.automatic and watched)

    def waited_for(self, visitor: str) -> bool:
        """Whether this is somebody who plays, rather than watches: with a few tabs, not with a
        crowd of them."""
        if visitor not in self.table.people:
            return False
        return len(self.tabs) <= MOST_TABS or (
            sum(tab.viewer.visitor == visitor for tab in self.tabs) <= MOST_TABS
        )

    def show(self, table: Table, note: Note | None = None) -> None:
        """Everybody gets the new table; it is on the disk already."""
        seated = self.table.people != table.people
        if seated or self.table.version != table.version:
            self._turned = time.monotonic()
        signed_in = has_signed_in(self.table, table)
        concerned = who_noticed(self.table, table)
        self.shared.show(table)
        self.tell(note, concerned)
        for tab in self.tabs:
            if tab.session is None and tab.viewer.visitor in signed_in:
                tab.hang_up()
        if seated and self.tabs:
            self.presence_changed()

    def tell(self, note: Note | None = None, concerned: Collection[str] | None = None) -> None:
        """Everybody gets the state anew, those who play first; or only those whom it concerns."""
        self.touched = time.monotonic()
        people = self.table.people
        watchers = []
        for tab in self.tabs:
            if concerned is not None and tab.viewer.visitor not in concerned:
                continue
            if tab.viewer.visitor in people:
                tab.refresh(note)
            else:
                watchers.append(tab)
        for tab in watchers:
            tab.refresh(note)

    def claimable_in(self, seat: int) -> float | None:
        """In how many seconds whoever sits there, and is to move, can be called absent, as far as
        is known here; ``None`` while they cannot."""
        visitor, now = self.table.seats[seat].visitor or "", time.monotonic()
        there = visitor in self.present
        away = None if there else now - max(self._turned, self._left.get(visitor, now))
        return self.table.claimable_in(now - self._turned, away)

    def _note_who_left(self) -> None:
        present, now = self.present, time.monotonic()
        self._left = {
            visitor: self._left.get(visitor, now) for visitor in self.table.people - present
        }

    def presence(self) -> Presence:
        present, table = self.present, self.table
        elsewhere = sum(company.watchers for company in self.elsewhere.values())
        return Presence.model_construct(
            present=[
                sitter.kind == "computer" or sitter.visitor in present for sitter in table.seats
            ],
            watchers=len(self._here() - table.people) + elsewhere,
        )

    def presence_changed(self) -> None:
        """Somebody came or went."""
        if self._presence_timer is None:
            wait = PRESENCE_SECONDS + PRESENCE_EACH * len(self.tabs)
            self._presence_timer = asyncio.get_running_loop().call_later(wait, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self._note_who_left()
        company = self.company()
        if company != self._told:
            self._told = company
            self._others.present(self)
        presence = self.presence()
        if presence != self._presence:
            seats = presence.present != self._presence.present
            self._presence = presence
            text = written(presence)
            for tab in self.tabs:
                tab.reply(text)
            if seats:  # the others may call them absent, or not any more
                people = self.table.people
                self.tell(
                    concerned={one for one in people if self.table.may_claim(one) is not None}
                )

    @property
    def idle(self) -> bool:
        return not self.tabs and not self.lock.locked()


def has_signed_in(before: Table, after: Table) -> set[str]:
    """Guests whose seats are an account's now: their tabs open again, as whoever they are then."""
    return {
        old.visitor
        for old, now in zip(before.seats, after.seats, strict=True)
        if old.visitor and not is_account(old.visitor) and is_account(now.visitor)
    }
