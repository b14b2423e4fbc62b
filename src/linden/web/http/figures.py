"""The figures of the rules: as a page has them, and as boards that can be played on.

Nothing is remembered between two moves: a browser sends those along that were made before.
"""

import asyncio
import json
import random
import re
from functools import cache
from html import escape
from urllib.parse import urlencode

from fastapi import APIRouter

from linden.core.errors import GameError, IllegalMove
from linden.core.figures import Plate, figures_or_none, plates
from linden.core.game import load
from linden.core.language import language
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import FigureState, FigureTry
from linden.web.tables.scene import (
    EVERYTHING,
    ROLL,
    Rendering,
    choices,
    drawn,
    entries,
    redacted,
    roll_of,
    scene,
)
from linden.web.tables.table import untouchable
from linden.web.texts import say

router = APIRouter(prefix="/api/games", route_class=CarefulRoute)

ROWS = re.compile(r'<p>((?:<img src="figure:[^"]*" alt="" />\s*)+)</p>')
IMAGES = re.compile(r'<img src="figure:([^"]*)" alt="" />')


# -- as a page has them --------------------------------------------------------------------------


def with_figures(game: str, html: str) -> str:
    """The rules as HTML, with figures where they are named."""
    known = _plates(game, language.get())

    def row(found: re.Match[str]) -> str:
        names = IMAGES.findall(found[1])
        told = "".join(_figure(game, name, language.get()) for name in names if name in known)
        return f'<div class="figures">{told}</div>\n' if told else ""

    return ROWS.sub(row, html)


@cache
def _plates(game: str, _lang: str) -> dict[str, Plate]:
    """The figures of a game's rules; captions of those from a showcase are in a language."""
    return plates(game, figures_or_none(load(game)))


@cache
def _figure(game: str, name: str, lang: str) -> str:
    """A picture with what it tells, and the way to the board where it can be studied. What it says
    is in the reader's language."""
    plate = _plates(game, lang)[name]
    try:
        picture = drawn(plate.shown, Rendering(near=0))
    except GameError as error:
        forms.once(f"A figure of {game} is left out: {error}")
        return ""
    begins = plate.begins
    asks = {"position": begins.text}
    if begins.game.changed_options:
        asks["options"] = json.dumps(begins.game.changed_options)
    sums = "".join(
        f"<br><strong>{escape(role)}</strong>: {escape(told)}" for role, told in plate.sums
    )
    return (
        f'<figure data-figure="{escape(name)}">{picture}'
        f'<figcaption>{escape(plate.caption)}{sums} <span class="figure-ways">'
        f'<a class="figure-study" href="/p/{game}?{escape(urlencode(asks))}">'
        f"{escape(say('Study'))}</a></span></figcaption></figure>"
    )


# -- as boards -----------------------------------------------------------------------------------


@router.post("/{game}/figures/{name}")
async def attempt(
    game: str, name: str, wish: FigureTry, here: Here, caller: Calling
) -> FigureState:
    """Where a figure stands after these moves."""
    here.limits.take("lines", caller, cost=1 + len(wish.moves) / 4)
    forms.game_named(game)
    plate = _plates(game, language.get()).get(name)
    if plate is None:
        raise Refusal(say("There is no such picture."), 404)
    return await asyncio.to_thread(tried, plate, wish)


def tried(plate: Plate, wish: FigureTry) -> FigureState:
    """The state of a figure after what somebody does in it."""
    positions = [plate.begins]
    moves = list[str]()
    for move in wish.moves:
        _make(move, moves, positions)
    if wish.move is not None:
        _make(wish.move, moves, positions)
    if not wish.preview:
        while positions[-1].to_move == CHANCE and roll_of(positions[-1]) is None:
            _make(ROLL, moves, positions)
    now = positions[-1]
    seat = EVERYTHING if now.over else now.turn
    view = redacted(now, seat)
    rolled = roll_of(now)
    offered = [] if wish.preview else [rolled] if rolled else choices(view)
    history = entries(now.game, moves, positions, seat, [])
    looked = Rendering(wish.quarter, wish.tall, 0)
    return FigureState(
        scene=scene(view, history, moves=offered, rendering=looked),
        moves=moves,
        says=untouchable(view, wish.touched) if wish.touched and not now.over else "",
        hint=_next(plate, moves, view),
    )


def _next(plate: Plate, moves: list[str], view: Position) -> list[str]:
    """What the next of the moves touches that the figure tells of; chance's part goes its own
    way."""
    told = plate.figure.moves
    if len(moves) >= len(told) or list(told[: len(moves)]) != moves or view.to_move == CHANCE:
        return []
    return list(view.touches(told[len(moves)]))


def _make(move: str, moves: list[str], positions: list[Position]) -> None:
    """Make a move, or let chance act where a roll is wished for."""
    now = positions[-1]
    if move == ROLL and now.to_move == CHANCE:
        outcomes = now.outcomes
        move = random.choices(list(outcomes), list(outcomes.values()))[0]
    try:
        code = now.code(move)
    except IllegalMove as error:
        raise Refusal(str(error)) from None
    moves.append(now.move(code))
    positions.append(now.play_code(code))
