"""Lessons: what there is to learn of a game, and every try judged by its rules.

Nothing is remembered between two tries: a browser sends the right moves along that were made
before, and they are judged again. What is kept is which steps a visitor has done.
"""

import asyncio

from fastapi import APIRouter

from linden.core.errors import GameError, IllegalMove
from linden.core.game import load
from linden.core.lessons import Answer, Course, Step, told
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import (
    LessonCard,
    LessonPage,
    LessonState,
    LessonStep,
    LessonTry,
    Scene,
)
from linden.web.store.store import Learning
from linden.web.tables.scene import Rendering, choices, entries, redacted, scene
from linden.web.tables.table import untouchable
from linden.web.texts import say

router = APIRouter(prefix="/api/learn", route_class=CarefulRoute)


def steps_of(game: str) -> tuple[Step, ...]:
    """The steps that a game brings; none where they cannot be read, which is no reason to keep
    anything else back."""
    try:
        return load(game).lesson
    except GameError as error:
        forms.once(f"The lesson of {game} is left out: {error}")
        return ()


def lesson(game: str) -> tuple[Step, ...]:
    """The steps of a game's lesson, or a refusal where it has none."""
    forms.game_named(game)
    steps = steps_of(game)
    if not steps:
        raise Refusal(say("There is no lesson for this game yet."), 404)
    return steps


def card(game: str, known: Learning) -> LessonCard | None:
    """How far somebody is with a game's lesson, if it has one."""
    steps = steps_of(game)
    done = sum((game, step.name) in known.steps for step in steps)
    offered = done < len(steps) and game not in known.played
    return LessonCard(game=game, done=done, of=len(steps), offered=offered) if steps else None


def cards(known: Learning) -> list[LessonCard]:
    return forms.of_each(lambda name: card(name, known))


@router.get("/{game}")
async def page(game: str, here: Here, caller: Calling) -> LessonPage:
    """The steps, and which of them this visitor has done."""
    steps = lesson(game)
    here.compiling.open(forms.game_named(game))
    known = (await here.store.learning(caller.visitor)).steps
    return LessonPage(
        game=game,
        title=load(game).title,
        steps=[
            LessonStep(
                name=step.name, title=told(game, step.title), done=(game, step.name) in known
            )
            for step in steps
        ],
    )


@router.post("/{game}/{name}")
async def attempt(
    game: str, name: str, wish: LessonTry, here: Here, caller: Calling
) -> LessonState:
    """Where a step stands after these moves, and what is to be said of the last one."""
    here.limits.take("lines", caller, cost=1 + len(wish.moves) / 4)
    step = next((step for step in lesson(game) if step.name == name), None)
    if step is None:
        raise Refusal(say("There is no such step in this lesson."), 404)
    state, done = await asyncio.to_thread(judged, game, step, wish)
    if done:
        await here.store.learn(caller.visitor, game, name)
    return state


def judged(game: str, step: Step, wish: LessonTry) -> tuple[LessonState, bool]:
    """The state of a step after a try, and whether the try has done it."""
    course = Course.of(game, step)
    for move in wish.moves:
        answer = tried(course, move)
        if not answer.right:
            raise Refusal(say("The lesson goes on elsewhere; load this page again."))
        course = answer.course
    looked = Rendering(wish.quarter, wish.tall, course.learner)
    if wish.preview and wish.move is not None and not course.over:
        after = played(course.position, wish.move)
        return state(game, course, list(wish.moves), shown(course, looked, after)), False
    if wish.move is None or course.over:
        says = ""
        if wish.touched:
            says = untouchable(redacted(course.position, course.learner), wish.touched)
        found = state(game, course, list(wish.moves), shown(course, looked), says=says)
        if wish.help and not course.over:
            found.hint = list(course.position.touches(course.solution))
        return found, False
    answer = tried(course, wish.move)
    now, moves = answer.course, list(wish.moves)
    if answer.right:
        moves.append(now.moves[len(course.moves)])  # as it is written, without the replies
    found = state(game, now, moves, shown(now, looked), right=answer.right, says=answer.says)
    return found, now.over


def tried(course: Course, move: str) -> Answer:
    if course.over:
        raise Refusal(say("This step is done already."))
    try:
        return course.attempt(move)
    except IllegalMove as error:
        raise Refusal(str(error)) from None


def played(position: Position, move: str) -> Position:
    try:
        return position.play(move)
    except IllegalMove as error:
        raise Refusal(str(error)) from None


def state(
    game: str,
    course: Course,
    moves: list[str],
    scene: Scene,
    *,
    right: bool | None = None,
    says: str = "",
) -> LessonState:
    return LessonState(
        scene=scene,
        roles=list(course.start.game.roles),
        learner=course.learner,
        moves=moves,
        asks=told(game, course.task.asks),
        task=course.done,
        tasks=len(course.step.tasks),
        right=right,
        says=says,
    )


def shown(course: Course, rendering: Rendering, after: Position | None = None) -> Scene:
    """The board as whoever learns may see it; ``after`` a move that is only looked at."""
    learner, positions = course.learner, course.positions
    history = entries(course.start.game, course.moves, positions, learner, [])
    view = redacted(after or positions[-1], learner)
    theirs = course.over or view.to_move in (None, CHANCE) or after is not None
    return scene(view, history, moves=[] if theirs else choices(view), rendering=rendering)
