"""Options that a page fixes fairly, so that newcomers need not name what they cannot judge.

A game may begin with a decision that names an amount, and have an option that fixes it instead
(``core/playing.py``). Pages then offer ``fair``: what is known of the board, what its tablebase
tells, or what the computer's search finds. A table has the number alone.
"""

from typing import Any

from linden.core.game import Game, load
from linden.core.playing import Bisection, playing
from linden.web.compute.compiling import Compiling
from linden.web.compute.opponents import STRONGEST
from linden.web.compute.searches import Searches

FAIR = "fair"
FAIR_SECONDS = 2.5


def fixing(game: Game) -> Bisection | None:
    """The decision of this game that an option fixes, if there is one."""
    declared = playing(game).bisection
    return declared if declared is not None and declared.option else None


def quick(game: Game) -> dict[str, Any]:
    """The options that differ from the usual ones where people just want to play."""
    declared = fixing(game)
    return {} if declared is None else {declared.option: FAIR}


def asked(game: Game, options: dict[str, Any]) -> bool:
    """Whether these options ask for a fair amount."""
    declared = fixing(game)
    return declared is not None and options.get(declared.option) == FAIR


def for_now(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The same options with any amount where a fair one is asked for: who sits where, and which
    options go together, does not depend on it."""
    declared = fixing(game)
    return (
        options if declared is None or not asked(game, options) else {**options, declared.option: 0}
    )


async def fixed(
    game: Game, options: dict[str, Any], compiling: Compiling, searches: Searches, owner: str
) -> dict[str, Any]:
    """The same options with the fair amount where it is asked for."""
    declared = fixing(game)
    if declared is None or not asked(game, options):
        return options
    others = {name: value for name, value in options.items() if name != declared.option}
    naming = load(game.name, **others)
    amount = declared.known(naming)
    if amount is None:
        choice = await searches.exact(naming.start(), owner)
        if choice is None:
            await compiling.player(naming, STRONGEST)
            choice = await searches.judge(naming.start(), FAIR_SECONDS, owner)
        amount = declared.amount(choice.move)
    return {**others, declared.option: amount}
