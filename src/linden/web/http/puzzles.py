"""Puzzles: the list, one at a time, and what came of a try. The answer stays here until it is found
or asked for."""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query

from linden.core.errors import GameError, IllegalMove, OptionError
from linden.core.game import load
from linden.core.language import figure
from linden.core.position import Position
from linden.puzzles import puzzle as puzzling
from linden.puzzles.proving import threat
from linden.puzzles.puzzle import Puzzle
from linden.puzzles.standing import Standing, of_day, rating_of, standing
from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.messages import PuzzleMark, PuzzleStanding, PuzzleTask, PuzzleTheme, PuzzleVerdict
from linden.web.store.tries import LATER, MISSED, SOLVED, Try
from linden.web.tables.scene import Rendering, drawn
from linden.web.texts import say

router = APIRouter(prefix="/api/puzzles", route_class=CarefulRoute)

NEAREST = 8
"""Of so many puzzles that are as hard as a visitor is strong, any one comes next."""

Name = Annotated[str, Path(max_length=20)]


@router.get("")
async def puzzle_home(here: Here, caller: Calling) -> messages.PuzzleHome:
    """Every game that has puzzles, with today's and how far this visitor is."""
    tries = await here.store.tries(caller.visitor)
    await asyncio.to_thread(lambda: forms.of_each(kept))
    return messages.PuzzleHome(games=forms.of_each(lambda name: game_of(name, tries)))


def game_of(name: str, tries: Sequence[Try]) -> messages.PuzzleGame | None:
    puzzles, mine = kept(name), of_game(tries, name)
    today = todays(name)
    if today is None:
        return None
    position = today.position
    return messages.PuzzleGame(
        name=name,
        title=load(name).title,
        count=len(puzzles),
        standing=shown(standing_in(mine)),
        themes=themes_of(puzzles, mine),
        today=PuzzleMark(
            id=today.id, title=title(today.theme), grade=today.grade, state=state(today, mine)
        ),
        drawing=drawn(position, Rendering(near=position.turn)),
    )


@router.get("/{game}")
async def next_puzzle(
    game: str,
    here: Here,
    caller: Calling,
    theme: Annotated[str | None, Query(max_length=20)] = None,
    after: Annotated[str | None, Query(max_length=20)] = None,
) -> PuzzleTask:
    """A puzzle that this visitor has not tried, about as hard as they are strong."""
    puzzles = await puzzles_of(game)
    tries = of_game(await here.store.tries(caller.visitor), game)
    wanted = [it for it in puzzles if theme in (None, it.theme) and it.id != after]
    while wanted:
        puzzle = chosen(wanted, tries)
        if puzzle.playable:
            return task(puzzle, tries)
        wanted.remove(puzzle)
    raise Refusal(say("There is no such puzzle."), 404)


def chosen(puzzles: Sequence[Puzzle], tries: dict[str, Try]) -> Puzzle:
    """What comes next: something new, else something that was missed, else any."""
    fresh = [it for it in puzzles if it.id not in tries]
    missed = [it for it in puzzles if it.id in tries and tries[it.id].outcome == MISSED]
    rating = standing_in(tries).rating
    near = sorted(fresh or missed or puzzles, key=lambda it: abs(rating_of(it.grade) - rating))
    hardest = abs(rating_of(near[min(NEAREST, len(near)) - 1].grade) - rating)
    equal = [it for it in near if abs(rating_of(it.grade) - rating) <= hardest]
    return random.choice(equal)


@router.get("/{game}/{name}")
async def one_puzzle(game: str, name: Name, here: Here, caller: Calling) -> PuzzleTask:
    """A puzzle by its name."""
    tries = of_game(await here.store.tries(caller.visitor), game)
    return task(await named(game, name), tries)


@router.post("/{game}/{name}")
async def try_puzzle(
    game: str, name: Name, wish: messages.PuzzleTry, here: Here, caller: Calling
) -> PuzzleVerdict:
    """What is thought of moves, or the answer. The first try counts, and is kept before it is
    told."""
    here.limits.take("tries", caller)
    puzzle = await named(game, name)
    if not (wish.moves or wish.show):
        raise Refusal(say("Make a move first."))
    right = False if wish.show else puzzle.verdict(wish.moves)
    says = await asyncio.to_thread(told, puzzle, wish, right)
    before = of_game(await here.store.tries(caller.visitor), game)
    after = before
    if right is not None:
        outcome = SOLVED if right else MISSED
        await here.store.tried(caller.visitor, Try(game, puzzle.id, puzzle.grade, outcome))
        after = of_game(await here.store.tries(caller.visitor), game)
    now = standing_in(after)
    return PuzzleVerdict(
        right=right,
        says=says,
        line=list(puzzle.line) if right or wish.show else [],
        state=state(puzzle, after),
        standing=shown(now),
        change=round(now.rating) - round(standing_in(before).rating),
    )


# -- what there is


def kept(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings; none where its file cannot be read, which is no reason to
    keep those of other games back."""
    try:
        return puzzling.kept(game)
    except (GameError, OptionError) as error:
        forms.once(f"The puzzles of {game} are left out: {error}")
        return ()


async def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    forms.game_named(game)
    found = await asyncio.to_thread(kept, game)
    if not found:
        raise Refusal(say("There are no puzzles of {game} yet.", game=load(game).title), 404)
    return found


async def named(game: str, name: str) -> Puzzle:
    for puzzle in await puzzles_of(game):
        if puzzle.id == name and puzzle.playable:
            return puzzle
    raise Refusal(say("There is no such puzzle."), 404)


def todays(game: str) -> Puzzle | None:
    """Today's puzzle; the next one where that cannot be played."""
    puzzles = kept(game)
    first = puzzles.index(of_day(puzzles, datetime.now(UTC).date())) if puzzles else 0
    for puzzle in (*puzzles[first:], *puzzles[:first]):
        if puzzle.playable:
            return puzzle
    return None


def of_game(tries: Sequence[Try], game: str) -> dict[str, Try]:
    """A visitor's tries at a game's puzzles, by their names, the earliest first."""
    return {one.puzzle: one for one in tries if one.game == game}


def standing_in(tries: dict[str, Try]) -> Standing:
    return standing((one.grade, one.outcome == SOLVED) for one in tries.values())


def shown(found: Standing) -> PuzzleStanding:
    return PuzzleStanding(
        rating=round(found.rating), tried=found.tried, solved=found.solved, streak=found.streak
    )


def state(puzzle: Puzzle, tries: dict[str, Try]) -> messages.PuzzleState:
    found = tries.get(puzzle.id)
    return "new" if found is None else found.outcome  # type: ignore[return-value]


def themes_of(puzzles: Sequence[Puzzle], tries: dict[str, Try]) -> list[PuzzleTheme]:
    """The themes of a game's puzzles, and how many of each are solved."""
    done = {it for it, one in tries.items() if one.outcome in (SOLVED, LATER)}
    return [
        PuzzleTheme(
            theme=theme,
            title=title(theme),
            count=sum(it.theme == theme for it in puzzles),
            solved=sum(it.theme == theme and it.id in done for it in puzzles),
        )
        for theme in puzzling.THEMES
        if any(it.theme == theme for it in puzzles)
    ]


def task(puzzle: Puzzle, tries: dict[str, Try]) -> PuzzleTask:
    today = todays(puzzle.game.name)
    return PuzzleTask(
        id=puzzle.id,
        game=puzzle.game.name,
        options=puzzle.game.changed_options,
        position=puzzle.text,
        seat=puzzle.position.turn,
        theme=puzzle.theme,
        title=title(puzzle.theme),
        asks=asks(puzzle),
        moves=len(puzzle.line),
        grade=puzzle.grade,
        state=state(puzzle, tries),
        today=today is not None and puzzle.id == today.id,
        standing=shown(standing_in(tries)),
        themes=themes_of(kept(puzzle.game.name), tries),
    )


# -- what is said


def title(theme: str) -> str:
    titles = {
        puzzling.WIN: say("Find the win"),
        puzzling.HOLD: say("Hold the draw"),
        puzzling.GUARD: say("Keep the others from winning"),
        puzzling.BEST: say("Find the best move"),
        puzzling.MOST: say("Most points this turn"),
        puzzling.CLOSE: say("Close the board"),
    }
    return titles.get(theme, theme)


def asks(puzzle: Puzzle) -> str:
    by_chance = puzzle.proof == "expectation"
    match puzzle.theme:
        case puzzling.WIN if puzzle.proof == "turn":
            return say("One move wins at once. Which?")
        case puzzling.WIN:
            return say("One move wins for certain, and no other. Which?")
        case puzzling.HOLD:
            return say("One move keeps the draw; all others lose. Which?")
        case puzzling.GUARD:
            return say("Only one move leaves nobody a win at once, whatever they hold. Which?")
        case puzzling.MOST:
            return say("Which move brings the most this turn?")
        case puzzling.CLOSE:
            return say("One move closes the board, and no other. Which?")
    if by_chance:
        return say("One move has by far the best chances. Which?")
    return say("Several moves win. Which wins by the most?")


def told(puzzle: Puzzle, wish: messages.PuzzleTry, right: bool | None) -> list[str]:
    """Sentences about a try: what the answer does, or what is wrong with these moves."""
    if wish.show:
        return described(puzzle, puzzle.line)
    if right is None:
        return [say("Right so far. Go on with the turn.")]
    if right:
        return [praise(puzzle), *described(puzzle, puzzle.line)]
    return wrong(puzzle, wish.moves)


def described(puzzle: Puzzle, moves: Sequence[str]) -> list[str]:
    said, position = [], puzzle.position
    for move in moves:
        said.append(position.describe_marked(move))
        position = position.play(move)
    return said


def praise(puzzle: Puzzle) -> str:
    best, following = puzzle.best, puzzle.next or 0
    match puzzle.theme:
        case puzzling.WIN:
            return say("Right: nothing else wins.")
        case puzzling.HOLD:
            return say("Right: everything else loses.")
        case puzzling.GUARD:
            return say("Right: everything else leaves somebody a win.")
        case puzzling.CLOSE:
            return say("Right: no other move closes the board.")
        case puzzling.MOST:
            return say(
                "Right: it brings {best}, the next best {next}.",
                best=figure(f"{best:g}"),
                next=figure(f"{following:g}"),
            )
    if puzzle.proof == "expectation":
        return say(
            "Right: it wins {best} games of 100, the next best {next}.",
            best=round(100 * best),
            next=round(100 * following),
        )
    return say("Right: no other move wins by as much.")


def wrong(puzzle: Puzzle, moves: Sequence[str]) -> list[str]:
    """Why moves are not the answer, with what they do in the game's own words."""
    position = puzzle.position
    for move in moves[:-1]:
        position = played(position, move)
    after, does = played(position, moves[-1]), position.describe_marked(moves[-1])
    seat = position.turn
    match puzzle.theme:
        case puzzling.WIN if puzzle.proof == "turn":
            return [does, say("That does not win at once.")]
        case puzzling.WIN:
            return [does, say("That does not win for certain.")]
        case puzzling.HOLD:
            return [does, say("That loses against the best answer.")]
        case puzzling.GUARD:
            view, answer = threat(after, seat) or (after, "")
            if not answer:
                return [does, say("That loses at once.")]
            said = say("After that somebody could win at once:")
            return [does, said, view.describe_marked(answer)]
        case puzzling.CLOSE:
            return [does, say("After that the board is still open.")]
        case puzzling.MOST:
            gain = after.scores[seat] - puzzle.position.scores[seat]
            return [
                does,
                say("That brings {gain}; another move brings more.", gain=figure(f"{gain:g}")),
            ]
    if puzzle.proof == "expectation":
        best = round(100 * puzzle.best)
        return [does, say("The best move wins {best} games of 100, this one fewer.", best=best)]
    return [does, say("Another move wins by more.")]


def played(position: Position, move: str) -> Position:
    try:
        return position.play(move)
    except IllegalMove as error:
        raise Refusal(str(error)) from None
