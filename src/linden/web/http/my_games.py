"""One's own games: the list, what was won, what is taken off it, records from elsewhere and all
of them as one text."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from linden.core.game import declaration, games
from linden.web import messages
from linden.web.compute.opponents import PERFECT, TEXTS, called, number_of
from linden.web.errors import Refusal
from linden.web.http import home
from linden.web.http.answers import file
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.http.tables import written
from linden.web.messages import Imported, MyGame, MyGames, MyRecord, TableId, Tally
from linden.web.store.listings import Count, Wanted
from linden.web.store.models import TableRow
from linden.web.tables.listing import HERE, PEOPLE
from linden.web.tables.table import Table
from linden.web.texts import say

router = APIRouter(prefix="/api/my-games", route_class=CarefulRoute)

PAGE = 24
"""Games of one page of the list."""
MOST_EXPORTED = 2000
"""Games of one download, the latest ones."""
CURSOR = re.compile(r"(?P<when>\d{1,12}(\.\d{1,9})?)-(?P<table>[a-z0-9-]{1,20})", re.A)
Filter = Literal["all", "running", "won", "lost", "drawn", "removed"]


@router.get("")
async def my_games(
    here: Here,
    caller: Calling,
    game: Annotated[str | None, Query(max_length=40)] = None,
    result: Filter = "all",
    before: Annotated[str | None, Query(max_length=60)] = None,
) -> MyGames:
    """A page of the visitor's own games, the latest first."""
    wanted = Wanted(
        game=game,
        outcome=None if result in ("all", "removed") else result,
        removed=result == "removed",
        before=None if before is None else place(before),
        most=PAGE + 1,
    )
    await here.tables.settle(caller.visitor)
    found = await here.store.listed(caller.visitor, wanted)
    last = found[PAGE - 1] if len(found) > PAGE else None
    now = here.tables.timekeeper.now()
    return MyGames(
        games=[
            shown
            for one in found[:PAGE]
            if (shown := card(one.row, one.outcome, caller.visitor, now)) is not None
        ],
        next=f"{last.when:.9f}-{last.row.id}" if last else None,
    )


def card(row: TableRow, outcome: str, visitor: str, now: float) -> MyGame | None:
    """A table as the list shows it; none where its game is not here any more."""
    found = home.card(row, visitor, None, now)
    if found is None:
        return None
    return MyGame.model_validate({**found.model_dump(), "outcome": outcome})


def place(cursor: str) -> tuple[float, str]:
    """Where a page begins."""
    found = CURSOR.fullmatch(cursor)
    if found is None:
        raise Refusal(say("This part of the list cannot be found; load the page again."))
    return float(found["when"]), found["table"]


@router.get("/record")
async def my_record(here: Here, caller: Calling) -> MyRecord:
    """What the visitor has won, lost and drawn, by game and opponent."""
    await here.tables.settle(caller.visitor)
    counts = await here.store.counts(caller.visitor)
    kinds = {(count.game, count.opponent) for count in counts if count.game in games()}
    return MyRecord(tallies=[tally(*kind, counts) for kind in sorted(kinds, key=_order)])


def _order(kind: tuple[str, str]) -> tuple[str, int]:
    """Games by name; computers by strength, then people."""
    game, opponent = kind
    return game, TEXTS.index(opponent) if opponent in TEXTS else len(TEXTS)


def tally(game: str, opponent: str, counts: list[Count]) -> Tally:
    mine = {
        count.outcome: count.games
        for count in counts
        if (count.game, count.opponent) == (game, opponent)
    }
    return Tally(
        game=game,
        title=declaration(game).title,
        opponent=opponent,
        label=against(opponent),
        won=mine.get("won", 0),
        drawn=mine.get("drawn", 0),
        lost=mine.get("lost", 0),
    )


def against(opponent: str) -> str:
    if opponent == PEOPLE:
        return say("Friends")
    if opponent == HERE:
        return say("At one screen")
    name = called(opponent).capitalize()
    number = number_of(opponent)
    if number is None or opponent == PERFECT:
        return name
    return say("Level {number} · {name}", number=number, name=name)


@router.post("/{table}/remove")
async def remove(table: str, here: Here, caller: Calling) -> TableId:
    """Take a table off one's own list; it stays where it is for everybody else."""
    await here.tables.take_off(table, caller.visitor)
    return TableId(id=table)


@router.post("/{table}/restore")
async def restore(table: str, here: Here, caller: Calling) -> TableId:
    """Put a table back on the list it was taken off."""
    await here.tables.take_off(table, caller.visitor, back=True)
    return TableId(id=table)


@router.post("/import")
async def take_in(wish: messages.Records, here: Here, caller: Calling) -> Imported:
    """Make tables of games that were written down, all of them or none: what cannot be read is
    answered with its line."""
    here.limits.take("imports", caller)
    return Imported(tables=await here.tables.take_in(caller.visitor, wish.text, wish.line))


@router.get("/export", **file("text/plain"))
async def export(here: Here, caller: Calling) -> StreamingResponse:
    """All games of the list as one text that can be imported again."""
    here.limits.take("exports", caller)
    name = {"Content-Disposition": 'attachment; filename="my-games.linden"'}
    return StreamingResponse(
        records(here, caller.visitor), media_type="text/plain; charset=utf-8", headers=name
    )


async def records(here: Services, visitor: str) -> AsyncIterator[str]:
    """One record after the other, each as its reader may read it when it is written."""
    before, left = None, MOST_EXPORTED
    while left > 0:
        wanted = Wanted(before=before, most=min(PAGE, left))
        page = await here.store.listed(visitor, wanted)
        for one in page:
            try:
                table = await here.tables.kept(one.row.id)
            except Refusal:  # its game, or its rules, are not here any more
                continue
            yield await asyncio.to_thread(text_of, table, visitor)
        if len(page) < wanted.most:
            return
        before, left = page[-1].place, left - len(page)


def text_of(table: Table, visitor: str) -> str:
    return written(table, table.perspective(visitor)).text + "\n"
