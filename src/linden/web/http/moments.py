"""The coach: moments of a game that are worth a look, trying them again, and what somebody tends to
miss over many games.

A moment is judged and told by what its mover could know: by that seat's view, in which the better
move was found too.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat
from typing import Annotated

from fastapi import APIRouter, Path

from linden.core.coaching import Later, Miss, Remark, Theme, remark_on, themes_of, title_of
from linden.core.errors import GameError
from linden.core.game import Game, games, load
from linden.core.plain_coach import remark as plain_remark
from linden.core.seats import CHANCE
from linden.web import messages
from linden.web.compute.moments import LEAST_LOSS, miss_of, worth_a_look
from linden.web.errors import Refusal
from linden.web.http import forms, puzzles
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.http.tables import position_at
from linden.web.limits import Caller
from linden.web.messages import Judgement, Moment, Moments, MomentVerdict
from linden.web.store.coached import Coached, Missed
from linden.web.tables.scene import Rendering, drawn
from linden.web.tables.table import Table
from linden.web.texts import say

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api", route_class=CarefulRoute)

MOST_EXAMPLES = 3
Ply = Annotated[int, Path(ge=0)]


@router.post("/tables/{table}/moments")
async def moments(table: str, here: Here, caller: Calling) -> Moments:
    """What was missed in a game that is over, once all moves are judged: by oneself, or by
    everybody if one only watched. What one has missed oneself is kept."""
    found = (await here.tables.get(table)).table
    if not found.over:
        raise Refusal(say("The moments worth a look are shown when the game is over."), 409)
    exact = await here.tablebases.ready(found.game)
    analysis = here.reviews.of(found, caller, exact)
    if analysis.error:
        raise Refusal(analysis.error, 409)
    mine = found.seats_of(caller.visitor)
    seats = mine or list(range(found.game.players))
    if analysis.done < analysis.of:
        return Moments(done=analysis.done, of=analysis.of, seats=seats, moments=[])
    here.limits.take("lines", caller, cost=10)
    worst = [one for seat in seats for one in worth_a_look(analysis.plies, seat)]
    later = [await foreseen(here, found, one, caller) for one in worst]
    told = await asyncio.to_thread(lambda: list(map(moment_of, repeat(found), worst, later)))
    if len(mine) == 1:  # at one screen nobody can tell who it was
        misses = tuple(Missed(one.ply, one.theme, one.loss) for one in told)
        await here.store.coach(caller.visitor, Coached(found.id, found.game.name, misses))
    return Moments(done=analysis.done, of=analysis.of, seats=seats, moments=told)


@router.get("/tables/{table}/moments/{ply}")
async def one_moment(table: str, ply: Ply, here: Here, caller: Calling) -> Moment:
    """One of them by itself."""
    found = (await here.tables.get(table)).table
    judged = await judgement_of(here, found, ply, caller)
    later = await foreseen(here, found, judged, caller)
    return await asyncio.to_thread(moment_of, found, judged, later)


@router.post("/tables/{table}/moments/{ply}")
async def try_moment(
    table: str, ply: Ply, wish: messages.MomentTry, here: Here, caller: Calling
) -> MomentVerdict:
    """What the strongest player thinks of another move there, or the better one."""
    if not (wish.move or wish.show):
        raise Refusal(say("Make a move first."))
    found = (await here.tables.get(table)).table
    judged = await judgement_of(here, found, ply, caller)
    later = await foreseen(here, found, judged, caller)
    if wish.show:
        return await asyncio.to_thread(verdict, found, judged, judged.best, None, later)
    position = position_at(found, ply)
    if wish.move not in position.view(position.turn).moves:
        raise Refusal(say("{move} cannot be played there.", move=wish.move[:40]))
    tried = judged
    if wish.move not in (judged.best, judged.move):
        here.limits.take("judgements", caller)
        tried = await here.reviews.judge(position, wish.move, ply + 1, caller)
    return await asyncio.to_thread(verdict, found, judged, wish.move, tried.loss, later)


async def judgement_of(here: Services, table: Table, ply: int, caller: Caller) -> Judgement:
    """What was thought of the move made at a ply, where another was better."""
    here.limits.take("lines", caller, cost=10)
    table.check_review(caller.visitor)
    position = position_at(table, ply)
    if position.to_move in (None, CHANCE) or ply == len(table.moves):
        raise Refusal(say("There was nothing to decide at this moment."), 404)
    exact = await here.tablebases.ready(table.game)
    judged = here.reviews.known(table, ply + 1, exact)
    if judged is None:  # the server was started anew since, say
        here.limits.take("judgements", caller)
        judged = await here.reviews.judge(position, table.moves[ply], ply + 1, caller)
    if judged.best == judged.move:
        raise Refusal(say("The move played at this moment was the best one."), 404)
    return judged


async def foreseen(
    here: Services, table: Table, judged: Judgement, caller: Caller
) -> tuple[Later, ...]:
    """How it goes on after both moves, where nothing can be told of them at once."""
    return await here.reviews.foresee(
        miss_of(table.positions[judged.ply - 1], judged), caller.owner
    )


# -- what is said


def remarked(miss: Miss) -> Remark:
    """What was missed; plainly where a game's own coach goes wrong, which is no reason to keep the
    moment back."""
    try:
        return remark_on(miss)
    except Exception:
        log.exception("The coach of %s cannot tell what was missed.", miss.before.game.title)
        return plain_remark(miss)


def themes(game: Game) -> dict[str, Theme]:
    try:
        return themes_of(game)
    except GameError as error:
        forms.once(f"The coach of {game.name} is left out: {error}")
        return {}


def title(game: Game, name: str) -> str:
    theme = themes(game).get(name)
    return name if theme is None else title_of(game, theme)


def moment_of(table: Table, judged: Judgement, later: tuple[Later, ...] = ()) -> Moment:
    miss = replace(miss_of(table.positions[judged.ply - 1], judged), later=later)
    remark = remarked(miss)
    return Moment(
        ply=judged.ply - 1,
        seat=judged.seat,
        played=judged.move,
        better=judged.best,
        says=remark.says,
        theme=remark.theme,
        title=title(table.game, remark.theme),
        gain=judged.gain,
        loss=judged.loss,
        exact=judged.exact,
        drawing=drawn(miss.before, Rendering(near=miss.seat)),
    )


def verdict(
    table: Table,
    judged: Judgement,
    move: str,
    loss: float | None,
    later: tuple[Later, ...] = (),
) -> MomentVerdict:
    """What is said of a move at a moment; without its loss, of the answer."""
    miss = replace(miss_of(table.positions[judged.ply - 1], judged), later=later)
    remark = remarked(miss)
    does = miss.before.describe_marked(move)
    if loss is None:
        return MomentVerdict(right=False, says=[does, remark.says], move=move)
    if move == judged.best:
        said = [say("Right: that is the move."), does, remark.says]
        return MomentVerdict(right=True, says=said, move=move)
    if loss < LEAST_LOSS and move != judged.move:
        said = [say("Right: that is as good as the best move."), does]
        return MomentVerdict(right=True, says=said, move=move)
    wrong = gives_away(judged, loss)
    if move == judged.move:
        wrong = say("That is what was played.") + " " + wrong
    hint = say("The theme here: {theme}.", theme=title(table.game, remark.theme))
    return MomentVerdict(right=False, says=[does, wrong, hint], move="")


def gives_away(judged: Judgement, loss: float) -> str:
    """What a move costs, in a sentence: for certain, where that is known."""
    match judged.exact, judged.gain, loss:
        case True, 0.5, 0.5:
            return say("That turns a sure draw into a loss.")
        case True, 1, 0.5:
            return say("That turns a sure win into a draw.")
        case True, 1, 1:
            return say("That turns a sure win into a loss.")
    return say.counting(
        "It gives away about {n} game of 100.",
        "It gives away about {n} games of 100.",
        round(100 * loss),
    )


# -- over many games


@router.get("/my-games/misses")
async def my_misses(here: Here, caller: Calling) -> messages.MyMisses:
    """What a visitor tends to miss, game by game; nobody else is told."""
    found = await here.store.coached(caller.visitor)
    return await asyncio.to_thread(tendencies, found)


def tendencies(found: Sequence[Coached]) -> messages.MyMisses:
    there = [name for name in games() if any(one.game == name for one in found)]
    mine = {name: [one for one in found if one.game == name] for name in there}
    return messages.MyMisses(
        games=[
            messages.MissedGame(
                name=name,
                title=load(name).title,
                reviewed=len(mine[name]),
                well=sum(not one.misses for one in mine[name]),
                themes=missed_themes(load(name), mine[name]),
            )
            for name in there
        ]
    )


def missed_themes(game: Game, found: Sequence[Coached]) -> list[messages.MissedTheme]:
    """What was missed most comes first."""
    times = Counter(miss.theme for one in found for miss in one.misses)
    practised = {puzzle.theme for puzzle in puzzles.kept(game.name)}
    known = themes(game)
    return [
        messages.MissedTheme(
            theme=theme,
            title=title(game, theme),
            times=count,
            games=sum(any(miss.theme == theme for miss in one.misses) for one in found),
            puzzles=known[theme].puzzles if known[theme].puzzles in practised else "",
            examples=[
                messages.MissedMoment(table=one.table, ply=miss.ply)
                for one in found
                for miss in one.misses
                if miss.theme == theme
            ][:MOST_EXAMPLES],
        )
        for theme, count in times.most_common()
        if theme in known  # it may have been renamed since
    ]
