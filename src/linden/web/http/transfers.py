"""Links that take one's seat to another device: making one, what it is about, and taking it."""

from fastapi import APIRouter

from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import SeatLink, TableId, Transfer
from linden.web.tables import transfers, view
from linden.web.tables.scene import Rendering, drawn, redacted

router = APIRouter(prefix="/api", route_class=CarefulRoute)


@router.post("/tables/{table}/seats/{seat}/transfer")
async def begin(table: str, seat: int, here: Here, caller: Calling) -> SeatLink:
    """A link by which one of the visitor's own seats is taken to another device, once."""
    here.limits.take("transfers", caller)
    link = await transfers.begin(here.tables, table, caller.visitor, seat)
    return SeatLink(link=link, seconds=transfers.SECONDS)


@router.get("/transfer/{table}/{key}")
async def about(table: str, key: str, here: Here, caller: Calling) -> Transfer:
    """What such a link is about, for whoever holds it; nothing changes by looking at it."""
    seat = await transfers.seat_of(here.tables, table, key)
    live = await here.tables.get(table)
    seen = redacted(live.table.position, live.table.perspective(caller.visitor))
    return Transfer.model_construct(
        table=table,
        game=view.game_facts(live.table),
        seat=seat,
        seats=view.seats(live.table, caller.visitor, live.present, live.shared.emblems()),
        drawing=drawn(seen, Rendering(near=seat)),
        yours=bool(live.table.seats_of(caller.visitor)),
    )


@router.post("/transfer/{table}/{key}")
async def take(table: str, key: str, here: Here, caller: Calling) -> TableId:
    """Go on at this device; the one that had the seat watches."""
    here.limits.take("transfers", caller)
    name = await here.store.name_of(caller.visitor)
    await transfers.take(here.tables, table, key, caller.visitor, name)
    return TableId(id=table)
