"""Links to free seats: what they are about, and sitting down."""

from functools import partial
from typing import Literal

from fastapi import APIRouter

from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.messages import Done, Invitation, TableId
from linden.web.people import decency, names
from linden.web.people.ids import is_account
from linden.web.tables import view
from linden.web.tables.scene import Rendering, drawn, redacted
from linden.web.tables.table import Table

router = APIRouter(prefix="/api/join", route_class=CarefulRoute)


@router.get("/{key}")
async def invitation(key: str, here: Here, caller: Calling) -> Invitation:
    """What a link is about, for whoever holds it; nothing changes by looking at it."""
    visitor = caller.visitor
    which, seat = await here.tables.invitation(key)
    name = await here.store.name_of(visitor)
    live = await here.tables.get(which)
    table = live.table
    return Invitation.model_construct(
        table=table.id,
        game=view.game_facts(table),
        summary=table.game.told.summary,
        rules=view.told_rules(table),
        host=names.shown(table.host, await here.store.name_of(table.host) or host_name(table)),
        seat=seat,
        seats=view.seats(table, visitor, live.present, live.shared.emblems()),
        drawing=drawn(redacted(table.position, table.perspective(visitor)), Rendering(near=seat)),
        state=standing(table, seat, visitor),
        you=name,
        needs_account=table.rated and not is_account(visitor),
    )


def standing(table: Table, seat: int, visitor: str) -> Literal["open", "yours", "taken", "over"]:
    """How it stands with a seat, for this visitor."""
    if table.over:
        return "over"
    if table.seats_of(visitor):
        return "yours"
    return "open" if table.seats[seat].kind == "open" else "taken"


def host_name(table: Table) -> str:
    """The name under which whoever set up the table sits there."""
    names = (sitter.name for sitter in table.seats if sitter.visitor == table.host)
    return next(names, "")


@router.post("/{key}")
async def sit_down(key: str, here: Here, caller: Calling) -> TableId:
    """Take the seat, if it is free; the table it belongs to."""
    name = await here.store.name_of(caller.visitor)
    fits = partial(check_fit, here, caller.visitor)
    return TableId(id=await here.tables.join(key, caller.visitor, name, fits))


async def check_fit(here: Services, visitor: str, table: Table) -> None:
    """Refuse whoever cannot play with those who sit there."""
    if table.seats_of(visitor):
        return
    await decency.check_company(here.store, visitor, {*table.people, table.host})
    if table.rated:
        await decency.check_rated(here.store, visitor)
        await decency.check_strangers(here.store, visitor, table.people)


@router.delete("/{key}")
async def decline(key: str, here: Here, caller: Calling) -> Done:
    """Say no to an invitation, or take back one's own; the link goes on leading to the seat."""
    await here.tables.decline(key, caller.visitor)
    return Done()
