"""All tables: loaded when asked for, and changed in one way: decided, kept on disk, then shown.

A change runs in a task of its own that nobody's hanging up can cut in two, under the table's lock.
In memory is always what was kept last; if keeping fails nothing has changed anywhere.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from linden.core.errors import IllegalMove, NotationError, OptionError
from linden.core.game import Game, load
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.players.registry import parse
from linden.web.compute.compiling import Compiling
from linden.web.compute.drawers import Drawers
from linden.web.compute.opponents import PERFECT, TEXTS, USUAL, number_of, numbered
from linden.web.compute.programs import PREFIX, Programs, program_name
from linden.web.compute.tablebases import exact_win, known
from linden.web.errors import Refusal, game_fault
from linden.web.messages import NAME_LENGTH, Answer, ClockChoice, NewTable, SeatChoice
from linden.web.metrics import Metrics
from linden.web.people import names
from linden.web.store.errors import Stale, StoreUnavailable
from linden.web.store.handing_over import Moved
from linden.web.store.models import TableRow
from linden.web.store.ratings import LevelGames
from linden.web.store.store import Change, Kept, Store
from linden.web.store.vacations import Period, current
from linden.web.tables import importing, listing, plans, rating, seek
from linden.web.tables.clock import SLOWEST, Clock, TimeControl
from linden.web.tables.gallery import Gallery
from linden.web.tables.live import LiveTable
from linden.web.tables.moment import dice
from linden.web.tables.notes import Note
from linden.web.tables.others import ALONE, Others
from linden.web.tables.rows import (
    change_of,
    facts_of,
    game_of,
    new_match,
    rematch_row,
    row_of,
    shared,
    table_of,
)
from linden.web.tables.sitters import Sitter, fresh_id
from linden.web.tables.table import Table
from linden.web.tables.timekeeper import Timekeeper
from linden.web.texts import say

log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")
Decide = Callable[[Table], Table]
"""The next table, the same one where nothing changes, or a refusal."""
Check = Callable[[Table], Awaitable[None]]
"""Refuses what those at a table forbid, by what is kept of them."""

MOST_LIVE = 300
"""Tables kept in memory; more, if people sit at them."""
IDLE_SECONDS = 5.0
"""How long a table stays in memory at least: somebody may be on their way to it."""
RETRY_SECONDS = 3
MOST_TRIES = 5
"""How often a change is decided anew because other nodes were quicker."""
MOST_GAME_SECONDS = 3 * 3600
"""Time of each for a whole game, at most."""
CANNOT_BE_READ = 409
"""The status of a table that was played under other rules."""
MOST_SETTLED = 100
"""Old games of which it is worked out at once who won."""


class Lobby:
    """The tables of this server."""

    def __init__(
        self,
        store: Store,
        compiling: Compiling,
        drawers: Drawers | None = None,
        programs: Programs | None = None,
    ) -> None:
        self.store = store
        self.compiling = compiling
        self.programs = programs or Programs()
        self.drawers = drawers or Drawers(0)
        self.observers: list[Callable[[LiveTable], None]] = []
        """Called when a table has changed, or is visited."""
        self.rung: list[Callable[[Collection[str] | None], None]] = []
        """Called when a table has changed, here or elsewhere, in memory or not, with those whom it
        concerns, or ``None`` where that is not known."""
        self.metrics = Metrics()
        self.others: Others = ALONE
        """Other nodes at the same tables, if there are."""
        self.timekeeper = Timekeeper(store)
        self.gallery = Gallery()
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._changes: set[asyncio.Task[Any]] = set()
        self._closed = False

    # -- finding tables

    async def get(self, table: str) -> LiveTable:
        """The table in memory, as whoever asks may know it from any node: no older than what is
        kept. Nothing comes between this answer and whoever asked: until they wait for something
        else, it is the one that everybody has."""
        live = self._live.get(table)
        if live is not None and self.others.node is not None:
            with suppress(StoreUnavailable):  # then it is as new as can be told
                await self.catch_up(table, await self.store.revision(table))
        return await self.in_memory(table)

    async def in_memory(self, table: str) -> LiveTable:
        """The same without asking whether another node has changed it."""
        while (live := self._live.get(table)) is None:
            if table not in self._loading:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            await asyncio.shield(self._loading[table])
        live.touched = time.monotonic()
        return live

    @property
    def open_tables(self) -> list[LiveTable]:
        """Those in memory."""
        return list(self._live.values())

    def opened(self, table: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._live.get(table)

    async def _load(self, table: str) -> None:
        loaded, worker = await self._read(table)
        self._forget_idle()
        self._live[table] = LiveTable(loaded, worker, self.others, self.timekeeper.now)

    async def _read(self, table: str, known: Table | None = None) -> tuple[Table, str | None]:
        """The table as it is kept, and the node that lets it go on; ``known`` is what is in
        memory."""
        try:
            with self.metrics.timed("load_seconds"):
                kept = await self.store.load(table)
        except StoreUnavailable as error:
            log.error("%s", error)
            raise Refusal(
                say("The tables cannot be read just now; try again in a moment."),
                503,
                retry=RETRY_SECONDS,
            ) from None
        if kept is None:
            raise Refusal(say("There is no such table."), 404)
        try:
            self.compiling.open(game_of(kept.row))
            if known is not None:  # there is little to play again
                return rebuilt(kept, known), kept.row.worker
            return await asyncio.to_thread(rebuilt, kept), kept.row.worker
        except (IllegalMove, NotationError, OptionError) as error:
            log.error("Table %s cannot be read: %s", table, error)
            raise Refusal(say("This table was played under other rules."), 409) from None
        except Exception as error:
            refusal = game_fault(error)
            if refusal is None:
                raise
            raise refusal from None

    def _forget_idle(self) -> None:
        """Make room for others, however many have been open at once."""
        if len(self._live) >= MOST_LIVE:
            long_ago = time.monotonic() - IDLE_SECONDS
            idle = [live for live in self._live.values() if live.idle and live.touched < long_ago]
            spared = len(self._live) - MOST_LIVE * 3 // 4
            for live in sorted(idle, key=lambda one: one.touched)[:spared]:
                del self._live[live.table.id]

    def forget(self, live: LiveTable) -> bool:
        """Let go of a table that nobody has open; whether it could be."""
        if not live.idle:
            return False
        self._live.pop(live.table.id, None)
        return True

    def visited(self, live: LiveTable) -> None:
        """A tab was opened: what goes on by itself may go on."""
        self.drawers.crowd(sum(len(other.tabs) for other in self._live.values()))
        self._observe(live)

    def _observe(self, live: LiveTable) -> None:
        for observer in self.observers:
            observer(live)

    def ring(self, people: Collection[str] | None = None) -> None:
        """Some table has changed, which concerns these people."""
        for listener in self.rung:
            listener(people)

    async def kept(self, table: str) -> Table:
        """The table as it is kept, without taking it into memory."""
        if table in self._live:
            return (await self.get(table)).table
        return (await self._read(table))[0]

    # -- changing tables

    async def _protected(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Done to its end, whoever waits for it or does not any more."""
        if self._closed:
            work.close()
            raise _not_kept()
        task = asyncio.create_task(work)
        self._changes.add(task)
        task.add_done_callback(self._changed)
        return await asyncio.shield(task)

    def _changed(self, task: "asyncio.Task[Any]") -> None:
        self._changes.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal | StoreUnavailable):
            log.error("A change of a table failed.", exc_info=error)

    async def change(
        self, table: str, decide: Decide, note: Note | None = None, at: float | None = None
    ) -> Table:
        """Let a table become the next: kept, then shown to everybody with a ``note``. Where time
        runs, what counts is when it was asked for, at the moment ``at``."""
        with self.metrics.timed("change_seconds"):
            return await self._protected(self._change(table, decide, lambda *_: note, at))

    async def _change(
        self,
        table: str,
        decide: Decide,
        note: Callable[[Table, Table], Note | None],
        at: float | None = None,
        check: Check | None = None,
    ) -> Table:
        moment = self.timekeeper.now() if at is None else at
        async with self._locked(table) as live:
            for _ in range(MOST_TRIES):
                before = live.table
                if before.late(moment):
                    moment = min(moment, await self._agreed_time())
                overdue = before.late(moment)
                if overdue:
                    after, told = await self._overdue(before, moment)
                else:
                    if check is not None:  # it holds of the table that is changed, and of no other
                        await check(before)
                    after = await self._decided(live, decide)
                    if live.table is not before:  # another node has changed it
                        continue
                    if after is before:
                        return after
                    told = note(before, after)
                    # Nobody is charged for what others have waited here.
                    now = self.timekeeper.now()
                    after = plans.answered(after.timed(before, moment, now), moment, now)
                if await self._kept(live, after, change_of(before, after)):
                    self._show(live, after, told)
                    if not overdue:
                        return after
        raise _overtaken()

    async def _overdue(self, table: Table, moment: float) -> tuple[Table, Note | None]:
        """What becomes of a table where somebody's time is up: their flag falls, unless they had
        gone on vacation by then."""
        clock, flag = table.clock, table.flag_at
        assert clock is not None
        assert clock.running is not None
        assert flag is not None
        if clock.control.by_days:
            visitor = table.seats[clock.running].visitor or ""
            if period := await self._vacation(visitor, flag):
                rests = table.rest(visitor, period.until)
                return rests.timed(table, max(clock.since, period.began)), None
        after = table.flagged()
        self.metrics.count("flags")
        return after.timed(table, moment), _ran_out(table, after)

    async def _vacation(self, visitor: str, moment: float) -> Period | None:
        """The vacation that somebody was on then."""
        try:
            return current(await self.store.vacations.periods(visitor), moment)
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None

    async def _check_back(self, visitor: str, control: TimeControl | None) -> None:
        """Whoever is on vacation begins no game of days."""
        if control is None or not control.by_days:
            return
        if await self._vacation(visitor, self.timekeeper.now()):
            raise Refusal(say("You are on vacation: come back before you begin such a game."), 409)

    async def _agreed_time(self) -> float:
        """What time it is, by a beat that is kept: while none could be, nobody's flag falls."""
        try:
            await self.timekeeper.beat()
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None
        return self.timekeeper.now()

    async def fall_flag(self, table: str) -> None:
        """Whoever's time is up has lost; if it is not any more, nothing happens."""
        await self._protected(self._change(table, lambda now: now, lambda *_: None))

    def _show(self, live: LiveTable, table: Table, note: Note | None = None) -> None:
        """What is kept is shown, here and at other nodes."""
        concerned = live.table.concerned | table.concerned
        live.show(table, note)
        self.others.changed(table, note)
        self._observe(live)
        self.ring(concerned)

    @asynccontextmanager
    async def _locked(self, table: str) -> AsyncIterator[LiveTable]:
        """The table that is in memory, with nobody else changing it."""
        while True:
            live = await self.in_memory(table)
            async with live.lock:
                if self._live.get(table) is live:  # it may have been put away meanwhile
                    yield live
                    return

    async def _kept(self, live: LiveTable, after: Table, change: Change) -> bool:
        """Wait until a change is on the disk. If it is not, nothing has changed; if another node
        was quicker, its table is shown, and the change is to be decided anew."""
        worker = live.worker
        if self.others.node is not None:
            # Whoever changes a table has it at hand, and lets it go on.
            worker = self.others.node if live.goes_on(after) else None
            change = replace(change, facts={**change.facts, "worker": worker})
        try:
            await self.store.change(change)
        except Stale as error:
            log.info("%s", error)
            self.metrics.count("overtaken")
            await self._reload(live)
            return False
        except StoreUnavailable as error:
            log.error("%s", error)
            self.metrics.count("not_kept")
            raise _not_kept() from None
        live.worker = worker
        self.metrics.count("changes")
        if len(after.moves) > len(live.table.moves):
            self.metrics.count("moves")
        return True

    async def _decided(self, live: LiveTable, decide: Callable[[Table], Outcome]) -> Outcome:
        """What is decided of a table that is locked here. What is refused, or changes nothing, is
        decided anew if another node has changed the table meanwhile, which is shown then: the store
        is asked of nothing else that would tell."""
        try:
            found = decide(live.table)
            if found is not live.table or not await self._behind(live):
                return found
        except Refusal:
            if not await self._behind(live):
                raise
        await self._reload(live)
        return decide(live.table)

    async def _behind(self, live: LiveTable) -> bool:
        if self.others.node is None:
            return False
        try:
            return live.table.revision < await self.store.revision(live.table.id)
        except StoreUnavailable:
            return False

    async def _reload(self, live: LiveTable, note: Note | None = None) -> None:
        """Show a table as it is kept, where others have changed it."""
        table, live.worker = await self._read(live.table.id, live.table)
        live.show(table, note)
        self._observe(live)
        self.ring()

    async def catch_up(self, table: str, revision: int, note: Note | None = None) -> None:
        """Another node has changed a table: show it, if it is open here and older. Where it was
        read here before the word came, what happened is still told."""
        live = self._live.get(table)
        if live is None or live.table.revision > revision:
            return
        async with live.lock:
            if self._live.get(table) is not live:
                return
            if live.table.revision < revision:
                self.metrics.count("caught_up")
                await self._reload(live, note)
            elif live.table.revision == revision and note is not None:
                live.tell(note)

    async def go_back(self, live: LiveTable) -> None:
        """What is kept may be older than what is shown, as where a server has lost what it had
        acknowledged: show what there is."""
        async with live.lock:
            kept, worker = await self._read(live.table.id, live.table)
            if kept.revision < live.table.revision:
                log.warning(
                    "Table %s is older in the database than it was; it is shown so.", kept.id
                )
                live.worker = worker
                live.show(kept)
                self._observe(live)

    async def claim(self, live: LiveTable) -> bool:
        """Have this node let a table go on by itself, if no other does."""
        node, version = self.others.node, live.table.version
        if node is None:
            return True
        if live.worker in self.others.alive:
            return False
        holder = await self.store.nodes.claim(live.table.id, version, node)
        if live.table.version == version:
            live.worker = holder
        return holder == node

    async def call_absent(self, table: str, visitor: str, version: int) -> None:
        """End the game, or go on without them, where whoever is to move has left."""
        live = await self.get(table)

        def decide(now: Table, win: float | None) -> Table:
            seat = now.may_claim(visitor)
            away = seat is not None and live.claimable_in(seat) == 0
            return now.claim(visitor, version, away, win)

        decide(live.table, None)  # nothing is looked up for who may not
        win = await asyncio.to_thread(exact_win, live.table.position)
        await self._protected(self._change(table, lambda now: decide(now, win), _left))

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

        await self._protected(self._change(table, decide, _left))

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

    async def rename(self, visitor: str, name: str) -> None:
        """Keep a visitor's new name, and show it at the tables where they sit."""
        await self._protected(self._rename(visitor, name))

    async def _rename(self, visitor: str, name: str) -> None:
        try:
            await self.store.rename(visitor, name)
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None
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
        try:
            moved = await work
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None
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
            except Refusal:  # it was played under other rules
                found = {visitor: {"outcome": "none", "opponent": ""}}
            await self.store.enlist(table, found)

    # -- making tables

    async def create(self, host: str, name: str, wish: NewTable) -> str:
        """Set up a table; whatever is wrong with the wish is refused with a sentence."""
        try:
            game = shared(load(wish.game, **wish.options))
        except OptionError as error:
            raise Refusal(str(error)) from None
        chosen = wish.seats or usual_seats(game)
        if len(chosen) != game.players:
            raise Refusal(
                say(
                    "{game} has {count} seats here: {names}.",
                    game=game.title,
                    count=game.players,
                    names=", ".join(game.roles),
                )
            )
        if sum(seat.kind == "me" for seat in chosen) > 1:
            raise Refusal(say("You sit on one seat; others at this screen are people here."))
        elsewhere = wish.position is not None or wish.table is not None
        if wish.rated:
            rating.check(game, host, chosen, elsewhere)
        sought = seek.chosen(chosen, wish.low, wish.high)
        if sought is not None:
            if elsewhere:
                raise Refusal(say("Open challenges begin where the game does."), 409)
            seek.check_open(await self.store.seeks.count(host))
        programs = [PREFIX + it for it in self.programs.names(game)]
        sitters = [_sitter(seat, host, name, programs) for seat in chosen]
        known = None
        if wish.rated and any(sitter.kind == "computer" for sitter in sitters):
            rating.check_level(game, sitters, wish.match)
            known = await self._level_games(host, game)
            if sitters[rating.seat_of_person(known)].kind != "person":
                sitters.reverse()
        if any(sitter.player == PERFECT for sitter in sitters):
            await check_known(game)
        self.compiling.open(game)
        for sitter in sitters:
            if sitter.player is not None and program_name(sitter.player) is None:
                self.compiling.expect(game, sitter.player)
        position, first = await self._beginning(game, wish, host)
        match = new_match(game) if wish.match else None
        control = _control(wish.clock, sitters) or (SLOWEST if wish.rated else None)
        await self._check_back(host, control)
        clock = Clock.new(control, game.players) if control else None
        row = row_of(
            *(game, host, sitters),
            match=match,
            position=position,
            clock=clock,
            rated=wish.rated,
            seek=sought,
            public=sought is not None,
        )
        if sought is not None:
            row.seek_until = self.timekeeper.now() + seek.lasts(control)
        moves = deal(row, first)
        try:
            await self._protected(self.store.create(row, moves, known))
        except Stale:
            raise _overtaken() from None
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None
        self.ring([host])
        if sought is not None:
            self.others.handed_over(row.id, row.revision)
        return row.id

    async def _level_games(self, account: str, game: Game) -> LevelGames:
        """Somebody's rated games with levels, or a refusal where one of them still runs: whoever
        has a worse seat there, or stands badly, does not leave it for another."""
        known = await self.store.ratings.level_games(account, game.name)
        for table in known.running:
            try:
                await self.kept(table)
            except Refusal as refusal:
                if refusal.status == CANNOT_BE_READ:  # it keeps nobody from playing
                    continue
                raise
            sentence = say(
                "Your rated game of {game} with a level is not over; finish it first.",
                game=game.title,
            )
            raise Refusal(sentence, 409)
        return known

    async def _beginning(
        self, game: Game, wish: NewTable, host: str
    ) -> tuple[str | None, Sequence[str]]:
        """Where a new table begins: a position that is not the game's own start, or the first
        moves of another table, as far as whoever asks may know them."""
        if wish.table is not None:
            played = (await self.get(wish.table)).table
            played.check_review(host)
            if played.game != game:
                raise Refusal(say("That table is played with other rules."))
            if wish.ply > len(played.moves) or played.positions[wish.ply].over:
                raise Refusal(say("There is nothing to play on with after that move."))
            return played.begins, played.moves[: wish.ply]
        if wish.position is None:
            return None, ()
        importing.check_beginning(game)
        try:
            position = game.parse(wish.position)
        except NotationError as error:
            raise Refusal(str(error)) from None
        if position.over:
            raise Refusal(say("The game is over in this position."))
        return position.text, ()

    async def take_in(self, host: str, text: str, line: int) -> list[str]:
        """Make tables of games that were written down: of all of them, or a refusal and none."""
        games = await asyncio.to_thread(importing.read, text, line, host)
        for row, _ in games:
            self.compiling.open(game_of(row))
        try:
            await self._protected(self.store.create_all(games))
        except StoreUnavailable as error:
            log.error("%s", error)
            raise _not_kept() from None
        return [row.id for row, _ in games]

    async def rematch(self, table: str, visitor: str) -> str:
        """The next game of the same people; all who ask get the same table."""
        return await self._protected(self._rematch(table, visitor))

    async def _rematch(self, table: str, visitor: str) -> str:
        async with self._locked(table) as live:
            for _ in range(MOST_TRIES):
                await self._decided(live, lambda now: now.check_rematch(visitor))
                before = live.table
                if before.next_id is not None:
                    return before.next_id
                known = person = None
                if before.level is not None:
                    known = await self._level_games(visitor, before.game)
                    person = rating.seat_of_person(known)
                row = rematch_row(before, visitor, person)
                after = before.followed_by(row.id, visitor)
                opening = deal(row, now=self.timekeeper.now())
                change = replace(
                    change_of(before, after), following=row, opening=opening, known=known
                )
                if await self._kept(live, after, change):
                    self._show(live, after)
                    return row.id
        raise _overtaken()

    async def close(self) -> None:
        """Let every change come to its end; no other begins."""
        self._closed = True
        while self._changes:
            await asyncio.gather(*self._changes, return_exceptions=True)


def rebuilt(kept: Kept, known: Table | None = None) -> Table:
    """The table that was kept, with what is ``known`` of it. Where an older Linden has lost a move
    of a running game, it goes on from before the gap."""
    if len(kept.moves) != kept.row.plies:
        if kept.row.ended:
            raise IllegalMove(f"{kept.row.plies} moves were made, {len(kept.moves)} are kept.")
        log.warning(
            "Table %s has a gap after %d of %d moves; it goes on from there.",
            *(kept.row.id, len(kept.moves), kept.row.plies),
        )
    return table_of(kept.row, kept.moves, known, kept.lefts)


def _taken_over(before: Table, after: Table) -> int | None:
    """The seat that a computer has taken, where a game goes on without somebody."""
    seats = [old for old, new in enumerate(after.seats) if new != before.seats[old]]
    return seats[0] if seats else None


def _left(before: Table, after: Table) -> Note | None:
    seat = _taken_over(before, after)
    return None if seat is None else Note("{role} leaves; a computer plays on.", seat=seat)


def _ran_out(before: Table, after: Table) -> Note | None:
    seat = _taken_over(before, after)
    return None if seat is None else Note("{role} ran out of time; a computer plays on.", seat=seat)


def _overtaken() -> Refusal:
    return Refusal(say("The position has changed meanwhile; look again."), 409)


def _not_kept() -> Refusal:
    return Refusal(
        say(
            "This could not be kept, so nothing has changed. The disk may be full or in use; try "
            "again in a moment."
        ),
        503,
        retry=RETRY_SECONDS,
    )


def deal(row: TableRow, first: Sequence[str] = (), now: float | None = None) -> list[str]:
    """Let chance set up a new table where it does, after the moves it begins with; its first
    moves. Where all sit down with it, ``now``, time may run at once."""
    table = table_of(row, first)
    while table.automatic == "chance":
        table = table.go_on(roll(table.position, dice))
    if now is not None:
        table = table.timed(table, now)
    for name, value in facts_of(table).items():
        setattr(row, name, value)
    row.revision = table.revision
    return list(table.moves)


def usual_seats(game: Game) -> list[SeatChoice]:
    """One person, and computers on the other seats."""
    computer = SeatChoice(kind="computer", level=number_of(USUAL), player=USUAL)
    return [SeatChoice(kind="me"), *[computer] * (game.players - 1)]


def plain_name(name: str | None) -> str:
    """A name as it is shown."""
    return names.one_line(name or "", NAME_LENGTH)


async def check_known(game: Game) -> None:
    """Refuse perfect play where nobody has worked it out."""
    if await asyncio.to_thread(known, game) is None:
        raise Refusal(
            say(
                "Nobody plays {game} perfectly here yet: it is not worked out with these options.",
                game=game.title,
            )
        )


def _control(choice: ClockChoice | None, sitters: Sequence[Sitter]) -> TimeControl | None:
    """The clock that was chosen, where one makes sense."""
    if choice is None:
        return None
    kinds = {sitter.kind for sitter in sitters}
    if kinds == {"person"}:
        raise Refusal(say("Where all sit at one screen there is no clock."))
    if kinds == {"computer"}:
        raise Refusal(say("Where only computers play there is no clock."))
    return control_of(choice)


def control_of(choice: ClockChoice) -> TimeControl:
    """A clock as it was chosen, or a refusal."""
    seconds, increment = float(choice.seconds), float(choice.increment)
    if choice.kind == "turn":
        increment = 0.0
    elif seconds > MOST_GAME_SECONDS:
        raise Refusal(say("A game has {hours} hours at most.", hours=MOST_GAME_SECONDS // 3600))
    return TimeControl(choice.kind, seconds, increment)


def _sitter(choice: SeatChoice, host: str, name: str, programs: Sequence[str]) -> Sitter:
    if choice.kind == "computer":
        if choice.level is None and choice.player in programs:
            return Sitter("computer", player=choice.player)
        # A number stands before a text: pages let people slide along the numbers.
        player = choice.player or USUAL
        if choice.level is not None:
            player = numbered(choice.level) or ""
        if player not in TEXTS:
            raise Refusal(say("Levels go from 1 to {most}.", most=len(LEVELS)))
        return Sitter("computer", player=parse(player).text)
    if choice.kind in ("friend", "anybody"):
        return Sitter("open", key=fresh_id(16))
    shown = plain_name(choice.name)
    own = choice.kind == "me" and not shown
    return Sitter("person", visitor=host, name=shown or (name if own else ""), own=own)
