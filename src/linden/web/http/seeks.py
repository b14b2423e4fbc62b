"""Open challenges: who offers what to anybody, taking one, withdrawing one; and games to watch."""

from functools import partial

from fastapi import APIRouter

from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.messages import Done, TableId
from linden.web.people import decency
from linden.web.tables.rating import pool_of
from linden.web.tables.showing_seeks import rating_of
from linden.web.tables.table import Table
from linden.web.texts import say

router = APIRouter(prefix="/api/seeks", route_class=CarefulRoute)


@router.get("")
async def seeks(here: Here, caller: Calling) -> messages.Seeks:
    """The open challenges, and running games that anybody may watch. The same as a WebSocket, here
    too, tells it whenever it changes."""
    return await here.seeks.of(caller.visitor)


@router.post("/{table}")
async def take(table: str, here: Here, caller: Calling) -> TableId:
    """Take a challenge, if one fits and nobody was quicker; the table to sit down at."""
    here.limits.take("challenges", caller)
    found = (await here.tables.get(table)).table
    visitor = caller.visitor
    if not found.seats_of(visitor):
        if not found.public:  # nobody learns here that there is such a table
            raise Refusal(say("This challenge is not open any more."), 404)
        name, rating = await here.store.name_of(visitor), await rating_at(here, visitor, found)
        fits = partial(check_fit, here, visitor)
        await here.tables.take(table, visitor, name, rating, fits)
    return TableId(id=table)


async def check_fit(here: Services, visitor: str, table: Table) -> None:
    """Refuse whoever cannot play with those who sit there."""
    await decency.check_apart(here.store, visitor, {*table.people, table.host})
    if table.rated:
        await decency.check_rated(here.store, visitor)
        await decency.check_strangers(here.store, visitor, table.people)


async def rating_at(here: Services, visitor: str, table: Table) -> float | None:
    """How strong a visitor is at a table's game; ``None`` for guests."""
    kind = (table.game.name, pool_of(table.game.players))
    standings = await here.store.ratings.standings(visitor)
    mine = next((one for one in standings if (one.game, one.pool) == kind), None)
    return rating_of(visitor, mine)


@router.put("/{table}")
async def offer(table: str, wish: messages.NewSeek, here: Here, caller: Calling) -> Done:
    """Open the free seats of one's own table to anybody who fits."""
    here.limits.take("challenges", caller)
    await decency.check_not_suspended(here.store, caller.visitor)
    await here.tables.open_to_anybody(table, caller.visitor, wish.low, wish.high)
    return Done()


@router.delete("/{table}")
async def withdraw(table: str, here: Here, caller: Calling) -> Done:
    """Withdraw one's own challenge; whoever has the link of a free seat may still take it."""
    await here.tables.change(table, lambda now: now.withdraw(caller.visitor))
    return Done()
