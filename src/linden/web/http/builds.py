"""Having games worked out completely: anybody may look, whoever runs this Linden may begin."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from linden.core.game import Game
from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute, Unreadable, read_json
from linden.web.http.services import Here, Keeper
from linden.web.texts import say

router = APIRouter(prefix="/api/games/{name}/truth", route_class=CarefulRoute)


async def asked_game(name: str, options: Annotated[str, Query(max_length=4000)] = "{}") -> Game:
    """A game with its options, as an address has them."""
    try:
        chosen = read_json(options)
    except Unreadable:
        chosen = None
    if not isinstance(chosen, dict):
        raise Refusal(say("The options in this link cannot be read."))
    return forms.game_named(name, **chosen)


Asked = Annotated[Game, Depends(asked_game)]


def check(keeper: bool) -> None:
    if not keeper:
        raise Refusal(
            say(
                "Whoever runs this Linden can have games worked out: linden serve prints the "
                "address to open for that."
            ),
            403,
        )


@router.get("")
async def truth(game: Asked, here: Here, keeper: Keeper) -> messages.Truth:
    """Whether the game is known completely, or can be."""
    return (await here.tablebases.of(game)).model_copy(update={"yours": keeper})


@router.post("")
async def work_out(game: Asked, here: Here, keeper: Keeper) -> messages.Truth:
    """Have it worked out; what was stopped goes on."""
    check(keeper)
    return (await here.tablebases.start(game)).model_copy(update={"yours": True})


@router.delete("")
async def stop_working(game: Asked, here: Here, keeper: Keeper) -> messages.Truth:
    """Stop, and keep what is done; a second time throws that away."""
    check(keeper)
    return (await here.tablebases.cancel(game)).model_copy(update={"yours": True})
