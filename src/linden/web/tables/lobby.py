"""All tables, and what people do at them and with them.

The lobby is told in chapters: ``opened`` (tables in memory), ``changing`` (how one becomes the
next), ``making`` (how they begin) and, here, what is asked of a table that others are concerned by.
"""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import Any

from linden.web.compute.tablebases import exact_win
from linden.web.errors import Refusal
from linden.web.messages import Answer
from linden.web.store.handing_over import Moved
from linden.web.tables import listing, plans, seek
from linden.web.tables.changing import Check, left, must_be_kept
from linden.web.tables.making import Making
from linden.web.tables.notes import Note
from linden.web.tables.table import Table
from linden.web.texts import say

MOST_SETTLED = 100
"""Old games of which it is worked out at once who won."""


class Lobby(Making):
    """The tables of this server."""

    async def call_absent(self, table: str, visitor: str, version: int) -> None:
        """End the game, or go on without them, where whoever is to move has left."""
        live = await self.get(table)

        def decide(now: Table, win: float | None) -> Table:
            seat = now.may_claim(visitor)
            away = seat is not None and live.claimable_in(seat) == 0
            return now.claim(visitor, version, away, win)

        decide(live.table, None)  # nothing is looked up for who may not
        win = await asyncio.to_thread(exact_win, live.table.position)
        await self._protected(self._change(table, lambda now: decide(now, win), left))

    async def plan(
        self, table: str, visitor: str, version: int, lines: Sequence[Sequence[str]]
    ) -> Table:
        """Keep what a visitor answers if others play so; nobody else notices."""
        found = (await self.get(table)).table
        plan = await asyncio.to_thread(plans.worked_out, found, visitor, version, lines)

        def decide(now: Table) -> Table:
            return plans.with_plan(now, visitor, version, plan)

        return await self._protected(self._change(table, decide, lambda *_: None))

    async def answer(self, table: str, visitor: str, request: Answer) -> None:
        """Yes or no to what somebody asks."""

        def decide(now: Table) -> Table:
            return now.answer(visitor, request.version, request.offer, request.yes)

        def note(before: Table, after: Table) -> Note | None:
            if len(after.moves) < len(before.moves):
                return Note("Taken back.")
            asker = before.offer and before.seats[before.offer.by].visitor
            refused = not (request.yes or asker == visitor)
            return Note("No, thanks: the game goes on.") if refused else None

        await self._protected(self._change(table, decide, note))

    async def resign(self, table: str, visitor: str, seat: int | None) -> None:
        """Give up; whoever has waited long enough for a game that somebody does not begin has not
        lost it."""
        live = await self.get(table)

        def decide(now: Table) -> Table:
            begun = now.begun and now.level is None
            absent = None if begun else now.may_claim(visitor)
            if absent is not None and live.claimable_in(absent) == 0:
                return now.claim(visitor, now.version, True, None)
            return now.resign(visitor, seat)

        await self._protected(self._change(table, decide, left))

    async def join(self, key: str, visitor: str, name: str, check: Check | None = None) -> str:
        """Take the seat behind a link, if it is free; the table it belongs to."""
        table, number = await self.invitation(key)
        clock = (await self.get(table)).table.clock
        await self._check_back(visitor, clock.control if clock else None)

        def note(before: Table, after: Table) -> Note:
            return Note("{name} takes the seat of {role}.", after.seats[number].name, number)

        await self._protected(
            self._change(table, lambda now: now.sit_down(number, visitor, name), note, check=check)
        )
        return table

    async def take(
        self,
        table: str,
        visitor: str,
        name: str,
        rating: float | None,
        check: Check | None = None,
    ) -> None:
        """Take a seat that is open to anybody who fits."""
        clock = (await self.get(table)).table.clock
        await self._check_back(visitor, clock.control if clock else None)

        def note(before: Table, after: Table) -> Note:
            (number,) = after.seats_of(visitor)
            return Note("{name} takes the seat of {role}.", after.seats[number].name, number)

        await self._protected(
            self._change(table, lambda now: now.take(visitor, name, rating), note, check=check)
        )

    async def open_to_anybody(
        self, table: str, host: str, low: int | None, high: int | None
    ) -> None:
        """Offer the free seats of a table to anybody, as an open challenge."""
        live = await self.get(table)
        if live.table.seek is None:
            seek.check_open(await self.store.seeks.count(host))
        live.table.open_to_anybody(host, low, high)  # whoever may not, writes nothing
        control = live.table.clock.control if live.table.clock else None
        until = self.timekeeper.now() + seek.lasts(control)
        await self.store.seeks.stay([table], until)
        await self.change(table, lambda now: now.open_to_anybody(host, low, high))

    async def invite(
        self, table: str, host: str, seat: int | None, account: str, name: str
    ) -> None:
        """Offer a free seat to an account."""
        await self.change(table, lambda now: now.invite(host, seat, account, name))

    async def decline(self, key: str, visitor: str) -> None:
        """Say no to an invitation, or take it back."""
        table, number = await self.invitation(key)

        def note(before: Table, after: Table) -> Note | None:
            if visitor == before.host:
                return None
            return Note("{name} cannot come this time.", before.seats[number].name)

        await self._protected(self._change(table, lambda now: now.decline(visitor, number), note))

    async def invitation(self, key: str) -> tuple[str, int]:
        """The table and seat a link leads to."""
        found = await self.store.seat_by_key(key)
        if found is None:
            raise Refusal(say("This link leads to no table."), 404)
        return found

    # -- whose they are

    async def rename(self, visitor: str, name: str) -> None:
        """Keep a visitor's new name, and show it at the tables where they sit."""
        await self._protected(self._rename(visitor, name))

    async def _rename(self, visitor: str, name: str) -> None:
        with must_be_kept():
            await self.store.rename(visitor, name)
        self.others.renamed(visitor, name)
        await self.show_name(visitor, name)

    async def forget_name(self, visitor: str) -> None:
        """A visitor is not called anything any more, which is kept already: show it."""
        self.others.renamed(visitor, "")
        await self.show_name(visitor, "")

    async def show_name(self, visitor: str, name: str) -> None:
        """Show a visitor's new name at the tables where they sit."""
        for live in self.open_tables:
            if any(seat.own and seat.visitor == visitor for seat in live.table.seats):
                async with live.lock:
                    live.show(live.table.renamed(visitor, name))

    async def hand_over(self, work: Coroutine[Any, Any, list[Moved]]) -> None:
        """Have tables change hands, all at once, and show it."""
        await self._protected(self._hand_over(work))

    async def _hand_over(self, work: Coroutine[Any, Any, list[Moved]]) -> None:
        with must_be_kept():
            moved = await work
        self.ring()
        for one in moved:
            self.others.handed_over(one.table, one.revision)
            await self.catch_up(one.table, one.revision)

    # -- people's lists of games

    async def take_off(self, table: str, visitor: str, *, back: bool = False) -> None:
        """Take a table off a visitor's list, or put it back on; nobody else notices."""
        if not back:
            found = await self.kept(table)
            found.check_removal(visitor)
            if found.seek is not None and found.host == visitor:
                await self.change(table, lambda now: now.withdraw(visitor))
        when = None if back else time.time()
        if not await self._protected(self.store.take_off(visitor, table, when)):
            raise Refusal(say("This table is not on your list."), 404)

    async def settle(self, visitor: str) -> None:
        """Work out who won, in games that ended before that was written down."""
        for table in await self.store.unsettled(visitor, MOST_SETTLED):
            try:
                found = listing.listings(await self.kept(table))
            except Refusal as refusal:
                if refusal.retry is not None:  # it can be read in a moment
                    continue
                found = {}  # it was played under other rules
            # Whoever sits there no more has won and lost nothing.
            found.setdefault(visitor, {"outcome": "none", "opponent": ""})
            await self.store.enlist(table, found)
