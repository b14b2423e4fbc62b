"""The lab: anybody may look at runs and read their reports; whoever runs this Linden starts, stops
and deletes them, as each takes the processor for minutes."""

import asyncio
from importlib.util import find_spec
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse

from linden.core.errors import GameError, OptionError
from linden.core.game import games, load
from linden.lab.experiment import MOST_VARIANTS, Experiment, ExperimentError, check_fit
from linden.lab.runs import Run
from linden.lab.writing import as_toml
from linden.players.registry import opponents, parse
from linden.web.errors import Refusal
from linden.web.http import forms, lab_showing
from linden.web.http.answers import file
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Keeper, Services
from linden.web.messages import Done, LabComparison, LabForm, LabPage, LabStarted, NewRun
from linden.web.texts import say

router = APIRouter(prefix="/api/lab", route_class=CarefulRoute)

MOST_GAMES = 2_000_000
"""Games that a run from the page may have in all; a terminal starts larger ones."""
ALONE = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What a report may do: be read."""


def check(keeper: bool) -> None:
    if not keeper:
        raise Refusal(
            say(
                "Whoever runs this Linden starts and stops runs: linden serve prints the address "
                "to open for that."
            ),
            403,
        )


@router.get("")
async def page(here: Here, keeper: Keeper, caller: Calling) -> LabPage:
    """All runs. The same as a WebSocket, here too, tells them whenever something changes."""
    return LabPage(
        runs=lab_showing.all_runs(here.lab),
        yours=keeper,
        parquet=find_spec("pyarrow") is not None,
        shared=here.store.database.shared,
    )


# -- starting ------------------------------------------------------------------------------------


class Mistake(Exception):  # noqa: N818 - nothing is broken: a form is to be filled in otherwise
    """What is wrong with a form, and where."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


@router.post("")
async def start(wish: NewRun, here: Here, keeper: Keeper, caller: Calling) -> LabStarted:
    """Have an experiment played, or hear what is wrong with it."""
    check(keeper)
    try:
        experiment = experiment_of(wish)
    except Mistake as mistake:
        return LabStarted(id=None, error=mistake.sentence, field=mistake.field)
    return LabStarted(id=await here.lab.start(experiment))


def experiment_of(wish: NewRun) -> Experiment:
    """What the form means. The sentences here are in the reader's language; what they leave out,
    the lab itself finds and says."""
    if wish.game not in games():
        raise Mistake(say("There is no such game."), "game")
    options = _options(wish)
    count = 1
    for values in options.values():
        count *= len(values)
    if count > MOST_VARIANTS:
        raise Mistake(
            say(
                "That makes {count} variants; {most} at most can be played.",
                count=count,
                most=MOST_VARIANTS,
            ),
            f"option-{next(iter(options))}",
        )
    if not 1 <= wish.games <= MOST_GAMES // count:
        raise Mistake(
            say("A whole number from 1 to {most}.", most=MOST_GAMES // count),
            "games",
        )
    if wish.precision is not None and not 0.0001 <= wish.precision <= 0.5:
        raise Mistake(say("Between 0.01 and 50 per cent."), "precision")
    if wish.seed < 0:
        raise Mistake(say("A whole number from 0 on."), "seed")
    if any(text.startswith("engine") for text in wish.players):
        raise Mistake(
            say("Programs from outside play in runs that are started at the terminal."), "players"
        )
    try:
        if count == 1 and len(wish.players) > 1:
            _check_seats(wish, {name: values[0] for name, values in options.items()})
        experiment = Experiment(
            wish.game,
            options,
            [list(wish.players)],
            games=wish.games,
            precision=wish.precision,
            seed=wish.seed,
        )
        _check_perfect(experiment)
        check_fit(experiment)
    except ExperimentError as error:
        raise Mistake(str(error), error.key.replace("options.", "option-")) from None
    except (OptionError, GameError) as error:  # values that do not go together
        raise Mistake(str(error), f"option-{next(iter(options))}") from None
    return experiment


def _options(wish: NewRun) -> dict[str, list[object]]:
    """The values to be played, as the game writes them; the usual ones are left out."""
    told = {option.name: option for option in load(wish.game).told.options}
    chosen: dict[str, list[object]] = {}
    for name, given in wish.options.items():
        if name not in told:
            raise Mistake(say("This game has no such option."), "game")
        option, values = told[name], []
        for value in given:
            if mistake := forms.misread(option, {name: value}):
                raise Mistake(mistake, f"option-{name}")
            read = option.kind.read(value)
            if read not in values:
                values.append(read)
        if not values:
            raise Mistake(say("Choose at least one value."), f"option-{name}")
        if values != [option.default]:
            chosen[name] = values
    return chosen


def _check_seats(wish: NewRun, options: dict[str, object]) -> None:
    seats = load(wish.game, **options).players
    if len(wish.players) != seats:
        raise Mistake(
            say("Choose one player for all seats, or one for each of {n}.", n=seats), "players"
        )


def _check_perfect(experiment: Experiment) -> None:
    """A player that knows everything needs a game that is known."""
    for variant in experiment.variants:
        for text in set(variant.lineup):
            kind = parse(text).kind
            if kind == "perfect" and kind not in {it.kind for it in opponents(variant.game)}:
                raise Mistake(
                    say(
                        "{game} is not worked out with these options, so nobody plays it "
                        "perfectly here.",
                        game=variant.game.title,
                    ),
                    "players",
                )


# -- what becomes of a run -----------------------------------------------------------------------


@router.post("/{name}/stop")
async def stop(name: str, here: Here, keeper: Keeper, caller: Calling) -> Done:
    """Play no further; what was played is kept."""
    check(keeper)
    await here.lab.stop(name)
    return Done()


@router.post("/{name}/go-on")
async def go_on(name: str, here: Here, keeper: Keeper, caller: Calling) -> Done:
    """Play on where it stopped."""
    check(keeper)
    await here.lab.go_on(name)
    return Done()


@router.delete("/{name}")
async def remove(name: str, here: Here, keeper: Keeper, caller: Calling) -> Done:
    """Delete a run; for ten minutes it can be brought back."""
    check(keeper)
    await here.lab.remove(name)
    return Done()


@router.post("/{name}/restore")
async def restore(name: str, here: Here, keeper: Keeper, caller: Calling) -> Done:
    """Bring a run back that was deleted."""
    check(keeper)
    await here.lab.restore(name)
    return Done()


# -- what came of it -----------------------------------------------------------------------------


async def readable(here: Services, name: str) -> tuple[Run, Experiment]:
    run = await here.lab.get(name)
    if run.experiment is None:
        raise Refusal(say("This file is not from the lab, or its game is not there any more."), 409)
    return run, run.experiment


def _apart(experiment: Experiment) -> str:
    """What may be different about two runs whose variants are called alike."""
    players = " · ".join(map(lab_showing.lineup_named, experiment.players))
    return say("{players}, seed {seed}", players=players, seed=experiment.seed)


@router.get("/compare")
async def compare(
    here: Here,
    caller: Calling,
    one: Annotated[str, Query(max_length=100)],
    first: Annotated[int, Query(ge=0, le=MOST_VARIANTS)],
    two: Annotated[str, Query(max_length=100)],
    second: Annotated[int, Query(ge=0, le=MOST_VARIANTS)],
    margin: Annotated[float | None, Query(gt=0, le=1)] = None,
) -> LabComparison:
    """How two variants differ, of one run or of two: ``two`` less ``one``."""
    here.limits.take("lab", caller)
    sides = [
        (*await readable(here, name), number) for name, number in ((one, first), (two, second))
    ]
    told = []
    for run, experiment, number in sides:
        if number >= len(experiment.variants):
            raise Refusal(say("There is no such variant."), 404)
        if not run.games[number]:
            raise Refusal(say("No game is finished yet; there is nothing to compare."), 409)
        told.append(lab_showing.label(experiment, experiment.variants[number]))
    if sides[0][1].game != sides[1][1].game:
        raise Refusal(say("These are different games; variants of one game can be compared."), 409)
    if told[0] == told[1]:
        told = [
            f"{label} ({_apart(experiment)})"
            for label, (_, experiment, _) in zip(told, sides, strict=True)
        ]
    pair = [(run, number) for run, _, number in sides]
    found = await here.lab.compared(pair[0], pair[1], margin, caller.owner)
    return LabComparison(
        one=told[0],
        two=told[1],
        games=found["games"],
        paired=found["paired"],
        rows=[lab_showing.difference(row) for row in found["rows"]],
    )


@router.get("/{name}/report", **file("text/html"))
async def report(name: str, here: Here, caller: Calling) -> Response:
    """One page with tables and plots that needs nothing else."""
    here.limits.take("lab", caller)
    run, _ = await readable(here, name)
    made = await here.lab.made(run, "report", caller.owner)
    headers = {"Content-Security-Policy": ALONE, "Cache-Control": "no-store"}
    return FileResponse(made, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/{name}/games.csv", **file("text/csv"))
async def games_csv(name: str, here: Here, caller: Calling) -> Response:
    """A line for each game."""
    here.limits.take("lab", caller)
    run, _ = await readable(here, name)
    made = await here.lab.made(run, "csv", caller.owner)
    return FileResponse(made, media_type="text/csv", filename=f"{name}.csv")


@router.get("/{name}/games.parquet", **file("application/vnd.apache.parquet"))
async def games_parquet(name: str, here: Here, caller: Calling) -> Response:
    """The same as Parquet, where pyarrow is installed."""
    here.limits.take("lab", caller)
    run, _ = await readable(here, name)
    made = await here.lab.made(run, "parquet", caller.owner)
    kind = "application/vnd.apache.parquet"
    return FileResponse(made, media_type=kind, filename=f"{name}.parquet")


@router.get("/{name}/experiment.toml", **file("application/toml"))
async def experiment_toml(name: str, here: Here, caller: Calling) -> Response:
    """The experiment, as ``linden lab run`` reads it."""
    _, experiment = await readable(here, name)
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(as_toml(experiment), media_type="application/toml", headers=headers)


# -- the form ------------------------------------------------------------------------------------


@router.get("/games/{game}")
async def form(game: str, caller: Calling) -> LabForm:
    """What can be chosen for a run of this game. It is the last of the routes, as a run may be
    called games, and have a report."""
    if game not in games():
        raise Refusal(say("There is no such game."), 404)
    return await asyncio.to_thread(lab_showing.form, game)
