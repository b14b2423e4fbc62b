"""Tables, apart from the game that goes on there: new ones, rematches, records, pictures."""

import asyncio
import math
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from linden.core.film import film
from linden.core.language import ENGLISH, speaking
from linden.core.position import Position
from linden.core.record import Record
from linden.core.svg import dressed
from linden.core.wording import plain
from linden.web import messages
from linden.web.compute import amounts
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.answers import file
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import TableId
from linden.web.people import decency
from linden.web.tables import plans, view
from linden.web.tables.scene import (
    EVERYTHING,
    Perspective,
    Rendering,
    drawn,
    redacted,
)
from linden.web.tables.table import Table
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

Ply = Annotated[int, Query(ge=0)]
MOST_FRAMES = 120
"""Drawings of one film."""
Theme = Literal["light", "dark", "auto", "page"]


def wished_rendering(
    quarter: Annotated[int, Query(ge=0, le=3)] = 0, tall: bool = False
) -> Rendering:
    return Rendering(quarter, tall)


Wished = Annotated[Rendering, Depends(wished_rendering)]


@router.post("/tables")
async def create(wish: messages.NewTable, here: Here, caller: Calling) -> TableId:
    """A new table, with whoever asks at one of its seats."""
    here.limits.take("tables", caller)
    if any(seat.kind == "anybody" for seat in wish.seats):
        here.limits.take("challenges", caller)
        await decency.check_not_suspended(here.store, caller.visitor)
    if wish.rated:
        await decency.check_rated(here.store, caller.visitor)
    if amounts.FAIR in wish.options.values():
        game = forms.game_named(wish.game)
        options = await amounts.fixed(
            game, wish.options, here.compiling, here.searches, caller.owner
        )
        wish = wish.model_copy(update={"options": options})
    name = await here.store.name_of(caller.visitor)
    return TableId(id=await here.tables.create(caller.visitor, name, wish))


@router.post("/tables/{table}/rematch")
async def rematch(table: str, here: Here, caller: Calling) -> TableId:
    """The table of the next game of the match: a new one, or the one that somebody else opened."""
    here.limits.take("rematches", caller)
    before = (await here.tables.get(table)).table
    await decency.check_company(here.store, caller.visitor, before.people)
    if before.rated:
        await decency.check_rated(here.store, caller.visitor)
    return TableId(id=await here.tables.rematch(table, caller.visitor))


@router.get("/tables/{table}")
async def about(table: str, here: Here, caller: Calling) -> messages.ReviewTable:
    """A table for looking back: its seats, its history and how it ended."""
    live, visitor = await here.tables.get(table), caller.visitor
    perspective = live.table.perspective(visitor)
    return messages.ReviewTable.model_construct(
        id=table,
        game=view.game_facts(live.table),
        seats=view.seats(live.table, visitor, live.present, live.shared.emblems()),
        history=live.shared.history(perspective),
        over=live.table.over,
        result=live.table.result,
        closed=live.table.review_closed(visitor),
        plan=plan_of(live.table, visitor),
    )


def plan_of(table: Table, visitor: str) -> messages.Plan | None:
    """What this visitor has planned, and nobody else's plans."""
    seat = plans.planner(table, visitor)
    if seat is None:
        return None
    lines = plans.remaining(table, seat)
    waits = table.turn != seat
    return messages.Plan.model_construct(version=table.version, seat=seat, waits=waits, lines=lines)


@router.post("/tables/{table}/plan")
async def plan(
    table: str, wish: messages.NewPlan, here: Here, caller: Calling
) -> messages.Plan | None:
    """Answer so if others play so."""
    here.limits.take("plans", caller)
    after = await here.tables.plan(table, caller.visitor, wish.version, wish.lines)
    return plan_of(after, caller.visitor)


@router.get("/tables/{table}/record", **file("text/plain", "application/json"))
async def record(
    table: str,
    here: Here,
    caller: Calling,
    form: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """The game written down, as this visitor may read it."""
    live = await here.tables.get(table)
    found = written(live.table, live.table.perspective(caller.visitor))
    content, kind, ending = found.text, "text/plain", "linden"
    if form == "json":
        content, kind, ending = found.json, "application/json", "json"
    name = f'attachment; filename="{found.game.name}-{table}.{ending}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": name})


def written(table: Table, perspective: Perspective) -> Record:
    """In English, so that a record is the same for everybody."""
    with speaking(ENGLISH):
        names = [sitter.label for sitter in table.seats]
        headers = dict(zip(table.game.seats, names, strict=True))
        if table.over and table.ended != "played":
            headers["Ended"] = plain(table.result_text())
    found = Record(table.game, table.moves, headers, table.begins)
    if perspective == EVERYTHING:
        return found
    for seat in range(table.game.players) if perspective is None else [perspective]:
        found = found.view(seat)
    return found


@router.get("/tables/{table}/picture.svg", **file("image/svg+xml"))
async def picture(
    table: str,
    here: Here,
    caller: Calling,
    rendering: Wished,
    ply: Ply | None = None,
    theme: Theme = "auto",
    small: bool = False,
) -> Response:
    """The position after ``ply`` moves, or the latest, as a picture by itself; a ``small`` one has
    no words below it."""
    live = await here.tables.get(table)
    position = position_at(live.table, len(live.table.moves) if ply is None else ply)
    perspective, near = looking(live.table, caller.visitor)
    shown = "page" if small else theme
    drawing = drawn(redacted(position, perspective), replace(rendering, theme=shown, near=near))
    if small and theme != "page":
        game = live.table.game
        drawing = dressed(drawing, name=game.name, style=game.style, theme=theme)
    return Response(drawing, media_type="image/svg+xml")


@router.get("/tables/{table}/film.svg", **file("image/svg+xml"))
async def moving(
    table: str, here: Here, caller: Calling, rendering: Wished, theme: Theme = "light"
) -> Response:
    """The game so far as one moving picture, as this visitor may see it."""
    here.limits.take("films", caller)
    found = (await here.tables.get(table)).table
    perspective, near = looking(found, caller.visitor)
    content = await asyncio.to_thread(
        filmed, found, perspective, replace(rendering, theme=theme, near=near)
    )
    name = f'attachment; filename="{found.game.name}-{table}-film.svg"'
    headers = {"Content-Disposition": name}
    return Response(content, media_type="image/svg+xml", headers=headers)


def filmed(table: Table, perspective: Perspective, rendering: Rendering) -> str:
    shown = (redacted(table.positions[ply], perspective) for ply in frames(table))
    return film([drawn(position, rendering) for position in shown])


def frames(table: Table) -> list[int]:
    """The plies of a film: all, or the ends of turns where there are too many, or some of those."""
    positions = table.positions
    plies = list(range(len(positions)))
    if len(plies) > MOST_FRAMES:
        turns = [ply for ply in plies[:-1] if positions[ply].turn != positions[ply + 1].turn]
        plies = sorted({0, *turns, plies[-1]})
    step = math.ceil(len(plies) / MOST_FRAMES)
    return sorted({*plies[::step], plies[-1]})


def position_at(table: Table, ply: int) -> Position:
    if ply >= len(table.positions):
        raise Refusal(
            say.counting(
                "The game has {n} move so far.", "The game has {n} moves so far.", len(table.moves)
            ),
            404,
        )
    return table.positions[ply]


def looking(table: Table, visitor: str) -> tuple[Perspective, int | None]:
    """What this visitor may see, and from which side."""
    mine = table.seats_of(visitor)
    return table.perspective(visitor), mine[0] if mine else None
