"""What goes on by itself at a table: chance, computers, and their answers to offers of a draw."""

import asyncio
import logging
import time
from dataclasses import dataclass
from weakref import WeakValueDictionary

from linden.core.playing import playing
from linden.players.budget import Cancelled
from linden.players.chance import roll
from linden.players.choice import Choice
from linden.players.registry import KINDS, kind_of
from linden.web.compute.compiling import Compiling
from linden.web.compute.fair import EXHIBITION, WAITED_FOR
from linden.web.compute.opponents import AT_A_GLANCE, PERFECT, STRONGEST, USUAL
from linden.web.compute.programs import ProgramFailed, program_name
from linden.web.compute.searches import Searches
from linden.web.errors import Refusal
from linden.web.store.errors import StoreUnavailable
from linden.web.tables.changing import Decide
from linden.web.tables.live import LiveTable
from linden.web.tables.lobby import Lobby
from linden.web.tables.moment import dice
from linden.web.tables.notes import Note
from linden.web.tables.table import Table

log = logging.getLogger(__name__)

CHANCE_PAUSE = 0.45
"""Seconds before chance acts of its own accord, so that it can be seen happening."""
COMPUTER_PAUSE = 0.55
"""Seconds a computer takes for a move at least, for the same reason."""
DRAW_SECONDS = 0.8
DRAW_MARGIN = 0.02
"""A computer takes a draw when its share of the win is that much below an even one."""
FEW_SHOWN = 2
"""Tables of one host that may go on by themselves as fast as they can."""
REST_SHARE = 2.0
"""Beyond these, nobody thinks for so many times as long as somebody thought."""
CHANGED = 409
"""The status of a refusal because others have changed the table."""
SHORTEST_RETRY, LONGEST_RETRY = 0.25, 1.5
"""How many seconds it waits where its move could not be kept: longer each time."""


@dataclass
class Step:
    """Something that goes on by itself, begun for one revision of a table."""

    host: str
    version: int
    answering: bool
    task: "asyncio.Task[None]"


class Autoplay:
    """Moves every table along for as long as nobody has to touch anything; it watches the lobby,
    and owns the tasks."""

    def __init__(
        self, lobby: Lobby, compiling: Compiling, searches: Searches, pauses: float = 1.0
    ) -> None:
        self._lobby = lobby
        self._compiling = compiling
        self._searches = searches
        self._pauses = pauses
        self._steps: dict[str, Step] = {}
        self._claims: dict[str, asyncio.Task[None]] = {}
        self._stages: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a computer thinks at a table that its host only watches."""
        lobby.observers.append(self.wake)

    def wake(self, live: LiveTable) -> None:
        """See to it that whatever goes on by itself does so, from the table as it is."""
        table = live.table
        step = self._steps.get(table.id)
        wanted = live.goes_on(table)
        if step is not None and not step.task.done():
            same = (step.version, step.answering) == (table.version, table.asks_computers)
            if wanted and same:
                return
            step.task.cancel()
        live.thinking = wanted and (table.asks_computers or table.automatic == "computer")
        live.preparing = False
        if not wanted:
            self._steps.pop(table.id, None)
            return
        if self._lobby.others.node != live.worker and self._lobby.others.node is not None:
            self._claim(live)
            return
        task = asyncio.create_task(self._step(live, table))
        self._steps[table.id] = Step(table.host, table.version, table.asks_computers, task)
        task.add_done_callback(lambda done: self._done(table.id, done))

    def _claim(self, live: LiveTable) -> None:
        """Several nodes have this table: ask for it, and go on if no other does."""
        table = live.table.id
        if live.worker in self._lobby.others.alive or table in self._claims:
            return

        async def claim() -> None:
            try:
                held = await self._lobby.claim(live)
            except StoreUnavailable as error:  # it is looked at again as soon as there is one
                log.warning("%s", error)
                return
            finally:
                del self._claims[table]
            if held:
                self.wake(live)

        self._claims[table] = asyncio.create_task(claim())

    def _done(self, table: str, task: "asyncio.Task[None]") -> None:
        step = self._steps.get(table)
        if step is not None and step.task is task:
            del self._steps[table]

    @property
    def count(self) -> int:
        """How many tables go on by themselves here."""
        return len(self._steps)

    def busy(self, table: str) -> bool:
        return table in self._steps

    async def _step(self, live: LiveTable, table: Table) -> None:
        """One move, or one answer."""
        try:
            if table.asks_computers:
                content = await self._takes_draw(table)
                note = None if content else Note("No, thanks: the computer plays on.")
                await self._keep(table, lambda now: now.draw_decided(content), note)
            else:
                move, note = await self._move(live, table)
                await self._keep(table, lambda now: now.go_on(move), note)
        except Cancelled:
            pass
        except Exception:
            log.exception("The computer failed at table %s.", table.id)
            live.thinking = live.preparing = False
            live.tell(Note("The computer could not move. Take back, or load the page again."))

    async def _keep(self, table: Table, decide: Decide, note: Note | None = None) -> None:
        """Change the table if it still is what was thought about; what cannot be kept now is
        tried again."""

        def if_the_same(now: Table) -> Table:
            same = (now.version, now.asks_computers) == (table.version, table.asks_computers)
            return decide(now) if same else now

        wait = SHORTEST_RETRY
        while True:
            try:
                await self._lobby.change(table.id, if_the_same, note)
            except Refusal as refusal:
                # What another node has changed is loaded anew, and looked at again.
                if refusal.retry is None and refusal.status != CHANGED:
                    return
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_RETRY)
            else:
                return

    async def _move(self, live: LiveTable, table: Table) -> tuple[str, Note | None]:
        """What is to be played, and what there is to say about it."""
        if table.automatic == "chance":
            await asyncio.sleep(CHANCE_PAUSE * self._pauses)
            return roll(table.position, dice), None
        player = table.seats[table.turn].player or USUAL
        began = time.monotonic()
        rated = table.level is not None
        # What else whoever plays a level for a rating has searched for them keeps it from nothing.
        owner = table.id if rated else table.host
        rank = WAITED_FOR if rated or table.people & live.present else EXHIBITION
        note = None
        most = None if table.clock is None else table.clock.thought(table.turn, live.now())
        program = program_name(player)
        if program is not None:
            try:
                choice = await self._lobby.programs.move(
                    table.position, program, table.host, rank, most
                )
            except ProgramFailed:
                player = USUAL
                note = Note("{name} does not answer; another computer moved for it.", program)
            else:
                await self._rest(began, table, rank)
                return choice.move, None
        glancing = await self._unprepared(live, table, player, rank)
        if glancing is None and rank == EXHIBITION:
            choice = await self._exhibited(table, player, most)
        elif glancing is None:
            choice = await self._searches.move(
                table.position, player, owner, rank, most, whole=rated
            )
        else:
            choice = await self._searches.glance(table.position, glancing, owner, rank)
        if glancing == AT_A_GLANCE:
            note = Note("The computer is not ready to search yet: it made this move at a glance.")
        await self._rest(began, table, rank)
        return choice.move, note

    async def _rest(self, began: float, table: Table, rank: int) -> None:
        """Let a move take as long as it needs to be seen."""
        pause = COMPUTER_PAUSE * self._pauses
        if rank == EXHIBITION:
            pause *= self._shown_by(table.host)
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))

    async def _unprepared(
        self, live: LiveTable, table: Table, player: str, rank: int
    ) -> str | None:
        """Who moves without compiled code, because this computer's is not there yet: itself, if it
        is quick enough so, or somebody in its place; ``None`` once it is there."""
        game = table.game
        if self._compiling.ready(game, player):
            return None
        self._compiling.expect(game, player)
        if KINDS[kind_of(game, player)].interpretable:
            return player
        began = time.monotonic()
        live.preparing = True
        live.tell()
        try:
            bisection = playing(game).bisection
            amount = bisection is not None and bisection.applies(table.position)
            level = table.level is not None
            if rank == EXHIBITION or player == PERFECT or amount or level:  # worth waiting for
                await self._compiling.player(game, player)
                return None
            if await self._compiling.within(live.patience, game, player):
                return None
        finally:
            live.patience = max(0.0, live.patience - (time.monotonic() - began))
            live.preparing = False
        live.tell()
        return AT_A_GLANCE

    async def _exhibited(self, table: Table, player: str, most: float | None) -> Choice:
        """A move that nobody waits for. Tables of one host wait for each other, and where there
        are many of them, most of the time is left to everybody else."""
        stage = self._stages.setdefault(table.host, asyncio.Lock())
        async with stage:
            began = time.monotonic()
            choice = await self._searches.move(table.position, player, table.host, EXHIBITION, most)
            if self._shown_by(table.host) > FEW_SHOWN:
                await asyncio.sleep(REST_SHARE * (time.monotonic() - began))
        return choice

    def _shown_by(self, host: str) -> int:
        """How many tables of one host go on by themselves: together they are as quick as one."""
        return max(1, sum(step.host == host for step in self._steps.values()))

    async def _takes_draw(self, table: Table) -> bool:
        """Whether all computers think that they stand worse than even."""
        try:
            await self._compiling.player(table.game, STRONGEST)
            choice = await self._searches.judge(table.position, DRAW_SECONDS, table.host)
        except Exception:
            log.exception("No answer to the offer of a draw at table %s.", table.id)
            return False
        return all(
            choice.win[seat] < 1 / table.game.players - DRAW_MARGIN
            for seat, sitter in enumerate(table.seats)
            if sitter.kind == "computer"
        )

    async def close(self) -> None:
        """Stop everything that runs by itself; what is changed from now on wakes nothing."""
        self._lobby.observers.remove(self.wake)
        running = [*(step.task for step in self._steps.values()), *self._claims.values()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
