"""Blocking and reporting, for whoever has an account."""

import time

from fastapi import APIRouter

from linden.web.errors import Refusal
from linden.web.http.profiles import account_named
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services, SignedIn
from linden.web.messages import decency as messages
from linden.web.messages.people import Done
from linden.web.people import names
from linden.web.people.people import SHOWN, digest
from linden.web.store.decency import Report
from linden.web.store.errors import TooMany
from linden.web.tables.sitters import fresh_id
from linden.web.texts import say

router = APIRouter(prefix="/api/account", route_class=CarefulRoute)


async def meant(here: Services, wish: messages.Somebody) -> str:
    """The visitor that is meant."""
    if wish.table and wish.seat is not None:
        table = (await here.tables.get(wish.table)).table
        if wish.seat < len(table.seats) and table.seats[wish.seat].kind == "person":
            return table.seats[wish.seat].visitor or ""
        raise Refusal(say("Nobody sits there."), 404)
    return (await account_named(here, wish.name)).id


@router.get("/blocks")
async def blocks(here: Here, caller: Calling, session: SignedIn) -> messages.Blocks:
    """Whom one has blocked."""
    return messages.Blocks(blocks=await block_cards(here, session.account))


async def block_cards(here: Services, account: str) -> list[messages.BlockCard]:
    return [
        messages.BlockCard(id=digest(one.visitor)[:SHOWN], name=one.name, created=one.created)
        for one in await here.store.decency.blocks(account)
    ]


@router.post("/blocks")
async def block(wish: messages.Somebody, here: Here, caller: Calling, session: SignedIn) -> Done:
    """From now on they cannot invite one, sit down at one's tables, or say anything there; nor can
    their bots. They are not told."""
    here.limits.take("accounts", caller)
    visitor = await meant(here, wish)
    if visitor == session.account:
        raise Refusal(say("That is you."), 409)
    try:
        await here.store.decency.block(session.account, visitor)
    except TooMany:
        raise Refusal(
            say("You have blocked as many as you can; unblock somebody first."), 409
        ) from None
    return Done()


@router.delete("/blocks/{shown}")
async def unblock(shown: str, here: Here, caller: Calling, session: SignedIn) -> Done:
    """Let somebody come again."""
    for one in await here.store.decency.blocks(session.account):
        if digest(one.visitor)[:SHOWN] == shown:
            await here.store.decency.unblock(session.account, one.visitor)
            return Done()
    raise Refusal(say("You have not blocked them."), 404)


@router.post("/reports")
async def report(wish: messages.NewReport, here: Here, caller: Calling, session: SignedIn) -> Done:
    """Tell the moderators of somebody. Nobody else hears of it."""
    here.limits.take("reports", caller)
    about = await meant(here, wish)
    if about == session.account:
        raise Refusal(say("That is you."), 409)
    said = names.one_line(wish.text, messages.MOST_WORDS)
    table = wish.table or None
    made = Report(fresh_id(), session.account, about, table, wish.reason, said, time.time())
    await here.store.decency.report(made)
    return Done()
