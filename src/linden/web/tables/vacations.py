"""Going on vacation, and coming back: one's time stands in every game of days."""

from linden.web.errors import Refusal
from linden.web.messages import Vacation
from linden.web.store.vacations import DAY, DAYS_A_YEAR, current, left
from linden.web.tables.lobby import Lobby
from linden.web.texts import say


async def begin(lobby: Lobby, visitor: str, days: int) -> None:
    """Let a visitor's time stand for so many days, or until they are back."""
    now = lobby.timekeeper.now()
    period = await lobby.store.vacations.begin(visitor, now, days)
    if period is None:
        facts = await facts_of(lobby, visitor)
        if facts.until is not None:
            raise Refusal(say("You are on vacation already."), 409)
        raise Refusal(
            say(
                "{most} days of vacation belong to a year; {days} are left.",
                most=DAYS_A_YEAR,
                days=facts.days,
            ),
            409,
        )
    await _rest(lobby, visitor, period.until)


async def finish(lobby: Lobby, visitor: str) -> None:
    """Somebody is back: their time goes on."""
    await lobby.store.vacations.finish(visitor, lobby.timekeeper.now())
    await _rest(lobby, visitor, 0.0)


async def _rest(lobby: Lobby, visitor: str, until: float) -> None:
    """Tell every table. Where that fails, or a table is new, it is found out before a flag falls
    (``Lobby.change``)."""
    for table in await lobby.store.vacations.tables(visitor):
        await lobby.change(table, lambda now: now.rest(visitor, until))


async def facts_of(lobby: Lobby, visitor: str) -> Vacation:
    """What a visitor is told of their vacation."""
    now = lobby.timekeeper.now()
    periods = await lobby.store.vacations.periods(visitor)
    period = current(periods, now)
    return Vacation(
        games=len(await lobby.store.vacations.tables(visitor)),
        days=int((left(periods, now) + 1.0) // DAY),
        until=None if period is None else period.until - now,
    )
