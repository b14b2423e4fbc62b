"""Hints: a strong computer thinks about a position for whoever asks."""

import asyncio
import logging
from typing import TYPE_CHECKING

from linden.web.compute.compiling import Compiling
from linden.web.compute.opponents import STRONGEST
from linden.web.compute.searches import HINT_SECONDS, Searches
from linden.web.compute.tablebases import worth_sentence
from linden.web.errors import Refusal
from linden.web.limits import Limits
from linden.web.messages import Hint, Refused
from linden.web.tables.live import LiveTable
from linden.web.texts import say

if TYPE_CHECKING:
    from linden.web.tables.session import Tab

log = logging.getLogger(__name__)

MOST_HINTS = 2
"""Of one visitor at a time, in all their tabs."""


class Advice:
    """The hints that are being thought about."""

    def __init__(self, compiling: Compiling, searches: Searches, limits: Limits) -> None:
        self._compiling = compiling
        self._searches = searches
        self._limits = limits
        self._hints: dict[Tab, asyncio.Task[None]] = {}

    def hint(self, live: LiveTable, tab: "Tab") -> None:
        """Think about the position; the answer comes as a message of its own."""
        live.table.check_hint(tab.viewer.visitor)
        mine = [other for other in self._hints if other.viewer.visitor == tab.viewer.visitor]
        if tab in self._hints or len(mine) >= MOST_HINTS:
            raise Refusal(say("A hint is on its way."), 429, retry=2)
        self._limits.take("hints", tab.caller)
        task = asyncio.create_task(self._think(live, tab))
        self._hints[tab] = task
        task.add_done_callback(lambda _: self._hints.pop(tab, None))

    def forget(self, tab: "Tab") -> None:
        """The tab was closed: nobody waits for its hint any more."""
        task = self._hints.get(tab)
        if task is not None:
            task.cancel()

    async def _think(self, live: LiveTable, tab: "Tab") -> None:
        table, owner = live.table, tab.caller.owner
        position = table.position.view(table.turn)
        truth = ""
        try:
            choice = await self._searches.exact(position, owner)
            if choice is not None:
                truth = worth_sentence(table.game, choice.scores[0] - choice.scores[1])
            else:
                await self._compiling.player(table.game, STRONGEST)
                choice = await self._searches.judge(position, HINT_SECONDS, owner)
        except Exception:
            log.exception("No hint at table %s.", table.id)
            sentence = say("There is no hint this time.")
            tab.reply(Refused.model_construct(error=sentence, version=table.version))
            return
        if live.table.version == table.version:
            tab.reply(
                Hint.model_construct(
                    version=table.version,
                    move=choice.move,
                    touches=list(position.touches(choice.move)),
                    says=position.describe_marked(choice.move),
                    win=choice.win[position.turn],
                    line=list(choice.line),
                    exact=choice.proven,
                    truth=truth,
                )
            )

    async def close(self) -> None:
        running = list(self._hints.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
