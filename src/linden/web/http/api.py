"""The HTTP API; ``messages`` has the shapes."""

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

import linden
from linden.core.errors import IllegalMove, NotationError
from linden.core.game import games
from linden.core.position import Position
from linden.core.record import Record
from linden.web import messages, texts
from linden.web.errors import Refusal
from linden.web.http import forms, showcase
from linden.web.http.reading import CarefulRoute
from linden.web.http.rules_page import rules_page
from linden.web.http.services import Calling, Here, Services, Visitor
from linden.web.messages import Analysis, Scene, TableCard, TableId
from linden.web.store.models import TableRow
from linden.web.tables import view
from linden.web.tables.lobby import plain_name
from linden.web.tables.scene import (
    EVERYTHING,
    Perspective,
    Rendering,
    choices,
    drawn,
    entries,
    redacted,
    scene,
)
from linden.web.tables.table import USUAL_LEVEL, Sitter, Table
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

OPEN_CARDS, RECENT_CARDS = 6, 12
QUICK_LINE = 4
"""Moves of a line that are tried without asking a thread."""

Ply = Annotated[int, Query(ge=0)]
Theme = Literal["light", "dark", "auto", "page"]


def wished_rendering(
    quarter: Annotated[int, Query(ge=0, le=3)] = 0, tall: bool = False
) -> Rendering:
    return Rendering(quarter, tall)


Wished = Annotated[Rendering, Depends(wished_rendering)]


@router.get("/health")
async def health() -> dict[str, object]:
    return {"ok": True, "version": linden.__version__}


@router.get("/texts")
async def page_texts(lang: str | None = None) -> dict[str, str]:
    """The page's texts in the reader's language."""
    wanted = texts.preferred(lang) if lang else texts.language.get()
    return texts.catalogue(wanted)


# -- home ----------------------------------------------------------------------------------------


@router.get("/home")
async def home(here: Here, visitor: Visitor) -> messages.Home:
    store = here.store
    name = await store.name_of(visitor)
    running = await store.tables_of(visitor, over=False, most=OPEN_CARDS)
    recent = await store.tables_of(visitor, over=True, most=RECENT_CARDS)
    return messages.Home(
        you=messages.You(name=name),
        games=[forms.card(game, ready(here, game)) for game in games()],
        open=[table_card(row, visitor, await small(here, row, visitor)) for row in running],
        recent=[table_card(row, visitor, None) for row in recent],
    )


def ready(here: Services, game: str) -> bool:
    loaded = forms.game_named(game)
    return here.compiling.ready(loaded) and here.compiling.ready(loaded, str(USUAL_LEVEL))


async def small(here: Services, row: TableRow, visitor: str) -> str | None:
    """A drawing of the table for its card."""
    try:
        live = await here.tables.get(row.id)
    except Refusal:
        return None
    table = live.table
    mine = table.seats_of(visitor)
    perspective = table.perspective(visitor)
    return drawn(redacted(table.position, perspective), Rendering(near=mine[0] if mine else None))


def table_card(row: TableRow, visitor: str, drawing: str | None) -> TableCard:
    game = forms.game_named(row.game, **row.options)
    sitters = [
        Sitter(seat.kind, seat.visitor, seat.name, seat.level)  # type: ignore[arg-type]
        for seat in row.seats
    ]
    turn = sitters[row.turn]
    if row.ended:
        status = row.result
    elif turn.visitor == visitor:
        status = say("Your move.")
    elif turn.kind == "open":
        status = say("Waiting for a friend to sit down.")
    elif turn.kind == "computer":
        status = say("The computer is to move.")
    else:
        status = say("Waiting for {name}.", name=turn.label)
    return TableCard(
        id=row.id,
        game=row.game,
        title=game.title,
        seats=[
            say("You") if sitter.visitor == visitor and not sitter.name else sitter.label
            for sitter in sitters
        ],
        roles=list(game.seats),
        status=status,
        updated=row.updated,
        yours=not row.ended and turn.visitor == visitor,
        over=bool(row.ended),
        moves=row.plies,
        drawing=drawing,
    )


@router.put("/you")
async def rename(wish: messages.NewName, here: Here, caller: Calling) -> messages.You:
    here.limits.take("names", caller)
    name = plain_name(wish.name)
    await here.tables.rename(caller.visitor, name)
    return messages.You(name=name)


# -- games ---------------------------------------------------------------------------------------


@router.get("/games/{name}")
async def game(name: str, here: Here) -> messages.GamePage:
    loaded = forms.game_named(name)
    here.compiling.open(loaded)
    here.compiling.expect(loaded, USUAL_LEVEL)
    return forms.game_page(name, ready(here, name), await here.tablebases.ready(loaded))


@router.post("/games/{name}/check")
async def check(name: str, wish: messages.CheckOptions) -> messages.Checked:
    return await asyncio.to_thread(forms.check, name, wish.options)


@router.get("/games/{name}/rules")
async def rules(name: str) -> messages.RulesPage:
    forms.game_named(name)
    return rules_page(name)


@router.get("/games/{name}/show")
async def show(name: str) -> dict[str, object]:
    """The stored game's plies that make a quiet film."""
    forms.game_named(name)
    plies = showcase.plies(name)
    return {"plies": len(showcase.positions(name)) - 1, "every": plies}


@router.get("/games/{name}/show/{ply}")
async def show_ply(name: str, ply: Annotated[int, Path(ge=0)]) -> Response:
    forms.game_named(name)
    if ply >= len(showcase.positions(name)):
        raise Refusal(say("The game is shorter than that."), 404)
    drawing = showcase.picture(name, ply)
    keep = {"Cache-Control": "public, max-age=3600"}
    return Response(drawing, media_type="image/svg+xml", headers=keep)


# -- tables --------------------------------------------------------------------------------------


@router.post("/tables")
async def create(wish: messages.NewTable, here: Here, caller: Calling) -> TableId:
    here.limits.take("tables", caller)
    name = await here.store.name_of(caller.visitor)
    return TableId(id=await here.tables.create(caller.visitor, name, wish))


@router.post("/tables/{table}/rematch")
async def rematch(table: str, here: Here, caller: Calling) -> TableId:
    here.limits.take("rematches", caller)
    return TableId(id=await here.tables.rematch(table, caller.visitor))


@router.get("/tables/{table}")
async def about(table: str, here: Here, visitor: Visitor) -> messages.ReviewTable:
    live = await here.tables.get(table)
    perspective = live.table.perspective(visitor)
    return messages.ReviewTable.model_construct(
        id=table,
        game=view.game_facts(live.table),
        seats=view.seats(live.table, visitor, live.present, live.shared.emblems()),
        history=live.shared.history(perspective),
        over=live.table.over,
        result=live.table.result,
    )


@router.get("/tables/{table}/record")
async def record(
    table: str,
    here: Here,
    visitor: Visitor,
    form: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """The game written down, as this visitor may read it."""
    live = await here.tables.get(table)
    found = written(live.table, live.table.perspective(visitor))
    content, kind, ending = found.text, "text/plain", "linden"
    if form == "json":
        content, kind, ending = found.json, "application/json", "json"
    name = f'attachment; filename="{found.game.name}-{table}.{ending}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": name})


def written(table: Table, perspective: Perspective) -> Record:
    headers = {
        role: sitter.label for role, sitter in zip(table.game.seats, table.seats, strict=True)
    }
    if table.result and table.ended != "played":
        headers["Ended"] = table.result.text
    found = Record(table.game, table.moves, headers)
    if perspective == EVERYTHING:
        return found
    for seat in range(table.game.players) if perspective is None else [perspective]:
        found = found.view(seat)
    return found


@router.get("/tables/{table}/picture.svg")
async def picture(
    table: str,
    here: Here,
    visitor: Visitor,
    rendering: Wished,
    ply: Ply | None = None,
    theme: Theme = "auto",
) -> Response:
    live = await here.tables.get(table)
    position = position_at(live.table, len(live.table.moves) if ply is None else ply)
    perspective, near = looking(live.table, visitor)
    drawing = drawn(redacted(position, perspective), replace(rendering, theme=theme, near=near))
    return Response(drawing, media_type="image/svg+xml")


def position_at(table: Table, ply: int) -> Position:
    if ply >= len(table.positions):
        raise Refusal(say("The game has {count} moves so far.", count=len(table.moves)), 404)
    return table.positions[ply]


def looking(table: Table, visitor: str) -> tuple[Perspective, int | None]:
    """What this visitor may see, and from which side."""
    mine = table.seats_of(visitor)
    return table.perspective(visitor), mine[0] if mine else None


# -- review --------------------------------------------------------------------------------------


@router.get("/tables/{table}/plies/{ply}")
async def one_ply(
    table: str, ply: Annotated[int, Path(ge=0)], here: Here, visitor: Visitor, rendering: Wished
) -> Scene:
    live = await here.tables.get(table)
    position_at(live.table, ply)
    perspective, near = looking(live.table, visitor)
    return live.shared.scene(perspective, replace(rendering, near=near), ply)


@router.post("/line")
async def line(wish: messages.Line, here: Here, caller: Calling) -> Scene:
    """A line that somebody tries: from a table, or from a position of their own."""
    here.limits.take("lines", caller, cost=1 + len(wish.moves) / 4)
    perspective: Perspective = EVERYTHING
    near = None
    moves: list[str] = []
    positions: list[Position] = []
    history: list[messages.Entry] = []
    if wish.table is not None:
        live = await here.tables.get(wish.table)
        perspective, near = looking(live.table, caller.visitor)
        start = redacted(position_at(live.table, wish.ply), perspective)
        moves = list(live.table.moves[: wish.ply])
        positions = list(live.table.positions[: wish.ply])
        history = live.shared.history(perspective)[: wish.ply]
    else:
        start = beginning(here, wish)
    rendering = Rendering(wish.quarter, wish.tall, near)
    if wish.brief and len(wish.moves) <= QUICK_LINE:
        return tried(start, wish, moves, positions, history, rendering)
    return await asyncio.to_thread(tried, start, wish, moves, positions, history, rendering)


def beginning(here: Services, wish: messages.Line) -> Position:
    game = forms.game_named(wish.game or "", **wish.options)
    here.compiling.interpret(game)
    try:
        return game.start() if wish.position is None else game.parse(wish.position)
    except NotationError as error:
        raise Refusal(str(error)) from None


def tried(
    start: Position,
    wish: messages.Line,
    moves: list[str],
    positions: list[Position],
    history: list[messages.Entry],
    rendering: Rendering,
) -> Scene:
    """The scene at the end of a line that goes on from ``start``, after ``moves``."""
    moves, positions = list(moves), [*positions, start]
    for move in wish.moves:
        try:
            code = positions[-1].code(move)
        except IllegalMove as error:
            raise Refusal(str(error)) from None
        moves.append(start.game.notation.move_text(positions[-1].state, code))
        positions.append(positions[-1].play_code(code))
    told = entries(start.game, moves, positions, EVERYTHING, history)
    now = positions[-1]
    return scene(now, told, moves=[] if wish.brief else choices(now), rendering=rendering)


@router.get("/tables/{table}/analysis")
async def analysis(table: str, here: Here, caller: Calling) -> Analysis:
    live = await here.tables.get(table)
    exact = await here.tablebases.ready(live.table.game)
    return here.reviews.of(live.table, caller, exact)
