"""Looking back, and trying lines: any ply, any position, what each move gave away."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path

from linden.core.errors import IllegalMove, NotationError
from linden.core.position import Position
from linden.core.record import replay
from linden.core.seats import CHANCE
from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.http.tables import Wished, looking, position_at
from linden.web.messages import Analysis, Scene
from linden.web.tables.scene import (
    EVERYTHING,
    Perspective,
    Rendering,
    changes,
    choices,
    entries,
    redacted,
    scene,
)
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

QUICK_LINE = 4
"""Moves of a line that are tried without asking a thread."""


@router.get("/tables/{table}/plies/{ply}")
async def one_ply(
    table: str, ply: Annotated[int, Path(ge=0)], here: Here, caller: Calling, rendering: Wished
) -> Scene:
    """An earlier position of a table, as this visitor may see it."""
    live = await here.tables.get(table)
    position_at(live.table, ply)
    perspective, near = looking(live.table, caller.visitor)
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
        if perspective == EVERYTHING and wish.seen is not None:
            perspective = near = min(wish.seen, live.table.game.players - 1)
        start = redacted(position_at(live.table, wish.ply), perspective)
        moves = list(live.table.moves[: wish.ply])
        positions = list(live.table.positions[: wish.ply])
        history = live.shared.history(perspective)[: wish.ply]
    else:
        start = beginning(wish)
    if wish.near is not None and wish.near < start.game.players:
        near = wish.near
    rendering = Rendering(wish.quarter, wish.tall, near)
    if wish.brief and len(wish.moves) <= QUICK_LINE:
        return tried(start, wish, moves, positions, history, rendering)
    return await asyncio.to_thread(tried, start, wish, moves, positions, history, rendering)


def beginning(wish: messages.Line) -> Position:
    game = forms.game_named(wish.game or "", **wish.options)
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
    shown = changes(now) if wish.edit else [] if wish.brief else choices(now)
    return scene(now, told, moves=shown, rendering=rendering)


@router.post("/judgement")
async def judgement(
    wish: messages.Judged, here: Here, caller: Calling
) -> messages.Judgement | None:
    """What the computer thinks of a move at the end of a line, or of that position: as of a game
    that is looked back at, wherever the line leads; nothing where there is nothing to decide."""
    here.limits.take("judgements", caller, cost=1 + len(wish.moves) / 100)
    if wish.table is not None:
        table = (await here.tables.get(wish.table)).table
        table.check_review(caller.visitor)
        start, made = position_at(table, wish.ply), wish.ply
    else:
        start, made = beginning(wish), 0
    position = await asyncio.to_thread(end_of, start, wish.moves)
    if position.to_move in (None, CHANCE):
        return None
    if wish.move is not None and wish.move not in position.moves:
        raise Refusal(say("{move} cannot be played there.", move=wish.move[:40]))
    return await here.reviews.judge(position, wish.move, made + len(wish.moves) + 1, caller)


def end_of(start: Position, moves: list[str]) -> Position:
    try:
        return replay(start.game, moves, start)
    except IllegalMove as error:
        raise Refusal(str(error)) from None


@router.get("/tables/{table}/analysis")
async def analysis(table: str, here: Here, caller: Calling) -> Analysis:
    """What each move gave away, as far as that is known yet; the first request begins it."""
    live = await here.tables.get(table)
    exact = await here.tablebases.ready(live.table.game)
    return here.reviews.of(live.table, caller, exact)
