"""A game before it is played: its page, its options, its rules, a good game to look at."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Response

from linden.core.game import declaration, games
from linden.web import messages
from linden.web.compute.opponents import USUAL
from linden.web.errors import Refusal
from linden.web.http import forms, lessons, showcase
from linden.web.http.answers import file, for_everybody
from linden.web.http.reading import CarefulRoute
from linden.web.http.rules_page import rules_page
from linden.web.http.services import Calling, Here, Services
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)


def ready(here: Services, game: str) -> bool:
    loaded = forms.game_named(game)
    return here.compiling.ready(loaded) and here.compiling.ready(loaded, USUAL)


@router.get("/games")
async def titles() -> messages.GameTitles:
    """The games there are, in a word each."""
    found = [messages.GameTitle(name=name, title=declaration(name).title) for name in games()]
    return messages.GameTitles(games=found)


@router.get("/games/{name}")
async def game(name: str, here: Here, caller: Calling) -> messages.GamePage:
    """All that a form for a new table needs; the game is compiled meanwhile."""
    loaded = forms.game_named(name)
    here.compiling.open(loaded)
    here.compiling.expect(loaded, USUAL)
    known = await here.tablebases.ready(loaded)
    programs = here.tables.programs.names(loaded)
    page = forms.game_page(name, ready(here, name), known, programs)
    page.lesson = lessons.card(name, await here.store.learning(caller.visitor))
    return page


@router.post("/games/{name}/check")
async def check(name: str, wish: messages.CheckOptions, caller: Calling) -> messages.Checked:
    """Whether these options go together, and which seats and levels they give."""
    return await asyncio.to_thread(forms.check, name, wish.options)


@router.get("/games/{name}/rules")
async def rules(name: str) -> messages.RulesPage:
    """The rules, with pictures."""
    forms.game_named(name)
    return rules_page(name)


@router.get("/games/{name}/show")
async def show(name: str) -> dict[str, object]:
    """The stored game's plies that make a quiet film."""
    forms.game_named(name)
    plies = showcase.plies(name)
    return {"plies": len(showcase.positions(name)) - 1, "every": plies}


@router.get("/games/{name}/show/{ply}", **file("image/svg+xml"))
async def show_ply(name: str, ply: Annotated[int, Path(ge=0)]) -> Response:
    """One position of the stored game, drawn."""
    forms.game_named(name)
    if ply >= len(showcase.positions(name)):
        raise Refusal(say("The game is shorter than that."), 404)
    drawing = showcase.picture(name, ply)
    return Response(drawing, media_type="image/svg+xml", headers=for_everybody(3600))
