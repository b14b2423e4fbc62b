"""What goes on by itself at a table: computers, dice and draws; and computers asked for advice."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Cancelled
from linden.players.chance import roll
from linden.web.compute.compiling import Compiling
from linden.web.compute.searches import STRONGEST, Searches
from linden.web.compute.tablebases import worth_sentence
from linden.web.errors import Refusal
from linden.web.messages import Hint, Refused
from linden.web.tables.live import Live, Tab
from linden.web.tables.table import Table
from linden.web.texts import say

log = logging.getLogger(__name__)

USUAL_LEVEL = 3
CHANCE_PAUSE = 0.45
"""Seconds before a die or a tile of its own accord, so that it can be seen happening."""
COMPUTER_PAUSE = 0.55
"""Seconds a computer takes for a move at least, for the same reason."""
DRAW_SECONDS = 0.8
DRAW_MARGIN = 0.02
"""A computer takes a draw when its share of the win is that much below an even one."""

dice = random.SystemRandom()


class Autoplay:
    """Moves every table along for as long as nobody has to touch anything."""

    def __init__(
        self,
        compiling: Compiling,
        searches: Searches,
        go: Callable[[Live, str], Awaitable[None]],
        pauses: float,
    ) -> None:
        self._preparer = compiling
        self._thinkers = searches
        self._go = go
        """Makes a move at a table whose lock is held."""
        self._pauses = pauses

    def wake(self, live: Live) -> None:
        """See to it that whatever goes on by itself does so, from the position as it is.

        To be called with the table's lock, so that no move is being kept meanwhile.
        """
        table = live.table
        running = live.driver is not None and not live.driver.done()
        if running and live.driven == table.version:
            return
        current = asyncio.current_task()
        if running and live.driver is not None and live.driver is not current:
            live.driver.cancel()
            live.preparing = False
        if table.automatic and live.driver is not current and (table.people or live.tabs):
            live.driven = table.version
            live.driver = asyncio.create_task(self._drive(live))

    async def _drive(self, live: Live) -> None:
        try:
            while (kind := live.table.automatic) and (live.table.people or live.tabs):
                live.driven = version = live.table.version
                if kind == "chance":
                    await asyncio.sleep(CHANCE_PAUSE * self._pauses)
                    move = roll(live.table.position, dice)
                else:
                    move = await self._computer_move(live)
                async with live.lock:
                    if live.table.version == version:
                        await self._go(live, move)
        except (Cancelled, Refusal):
            pass
        except Exception:
            log.exception("The computer failed at table %s.", live.table.id)
            live.preparing = False
            live.tell(say("The computer could not move. Take back, or load the page again."))

    async def _computer_move(self, live: Live) -> str:
        table = live.table
        position, level = table.position, table.seats[table.turn].level or USUAL_LEVEL
        began = time.monotonic()
        if not self._preparer.ready(table.game, str(level)):
            live.preparing = True
            live.tell()
            await self._preparer.level(table.game, level)
            live.preparing = False
            live.tell()
        choice = await self._thinkers.move(position, level)
        rest = COMPUTER_PAUSE * self._pauses - (time.monotonic() - began)
        await asyncio.sleep(max(0.0, rest))
        return choice.move

    def hint(self, live: Live, tab: Tab) -> None:
        """Think about the position for who asks; the answer comes as a message of its own."""
        table = live.table
        if not table.alone(tab.visitor):
            raise Refusal(say("Hints are for tables where nobody else plays."))
        if table.acting(tab.visitor) is None or table.position.to_move == CHANCE:
            raise Refusal(say("It is not your turn."))
        if tab in live.hints:
            raise Refusal(say("A hint is on its way."))
        task = asyncio.create_task(self._hint(live, tab))
        live.hints[tab] = task
        task.add_done_callback(lambda _: live.hints.pop(tab, None))

    async def _hint(self, live: Live, tab: Tab) -> None:
        table, version = live.table, live.table.version
        position = table.position.view(table.turn)
        truth = ""
        try:
            exact = await self._thinkers.exact(position)
            if exact is not None:
                choice = exact
                truth = worth_sentence(table.game, exact.scores[0] - exact.scores[1])
            else:
                await self._preparer.level(table.game, STRONGEST)
                choice = await self._thinkers.hint(position)
        except Exception:
            log.exception("No hint at table %s.", table.id)
            sentence = say("There is no hint this time.")
            tab.reply(Refused.model_construct(error=sentence, version=version))
            return
        if table.version == version and tab in live.tabs:
            tab.reply(
                Hint.model_construct(
                    version=version,
                    move=choice.move,
                    touches=list(position.touches(choice.move)),
                    says=position.describe(choice.move),
                    win=choice.win[position.turn],
                    line=list(choice.line),
                    exact=choice.proven,
                    truth=truth,
                )
            )

    async def takes_draw(self, table: Table, position: Position) -> bool:
        """Whether all computers think that they stand worse than even."""
        try:
            await self._preparer.level(table.game, STRONGEST)
            choice = await self._thinkers.judge(position, DRAW_SECONDS)
        except Exception:
            log.exception("No answer to the offer of a draw at table %s.", table.id)
            return False
        return all(
            choice.win[seat] < 1 / table.game.players - DRAW_MARGIN
            for seat, sitter in enumerate(table.seats)
            if sitter.kind == "computer"
        )
