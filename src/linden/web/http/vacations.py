"""One's vacation: how much of it there is, beginning and ending one."""

from fastapi import APIRouter

from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import NewVacation, Vacation
from linden.web.tables import vacations

router = APIRouter(prefix="/api/vacation", route_class=CarefulRoute)


@router.get("")
async def vacation(here: Here, caller: Calling) -> Vacation:
    """What is left of the year's vacation, and whether one is on it."""
    return await vacations.facts_of(here.tables, caller.visitor)


@router.post("")
async def begin(wish: NewVacation, here: Here, caller: Calling) -> Vacation:
    """Let one's time stand in all games of days."""
    here.limits.take("vacations", caller)
    await vacations.begin(here.tables, caller.visitor, wish.days)
    return await vacations.facts_of(here.tables, caller.visitor)


@router.post("/end")
async def finish(here: Here, caller: Calling) -> Vacation:
    """Be back."""
    here.limits.take("vacations", caller)
    await vacations.finish(here.tables, caller.visitor)
    return await vacations.facts_of(here.tables, caller.visitor)
