"""Solving at the terminal: tablebases built and checked, and what a position is worth."""

import time
from pathlib import Path
from typing import Any

import click
from rich.table import Table as Grid

from linden.cli.count import bar
from linden.cli.flags import spelled
from linden.cli.paint import held, say, show, wrapped
from linden.cli.speaking import phrase
from linden.core.errors import TablebaseError
from linden.core.game import Game
from linden.core.language import figure
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.solve.exact import Solved, Worth, if_solved, know, solver_for
from linden.solve.results import Shares, totals
from linden.solve.solver import Solver, best_device, build

MOST_SHOWN = 12
"""Moves that are listed with their values."""


def solve(
    game: Game, device: str, file: Path | None, threads: int | None, check: int, keep: bool
) -> None:
    """Build the tablebase unless it is there, say what it tells, and test its law if asked."""
    solver = solver_for(game)
    path = file or solver.path
    device = best_device(device)
    if not keep:
        values = _in_memory(solver, device, threads)
    else:
        if path.exists():
            say(f"{path} is there already.", "quiet")
        else:
            _build(solver, device, path, threads)
        tablebase = solver.open(path)
        if check:
            tablebase.check()
            say("Every page matches its checksum.")
        values = tablebase
    known = Solved(solver, values)
    tell(known, values.body if keep else values, threads)
    if check:
        _check(solver, values.body if keep else values, check, threads)


def _build(solver: Solver, device: str, path: Path, threads: int | None) -> None:
    began = time.perf_counter()
    say(f"{solver.size / 1e6:,.1f} MB on the {device.upper()}, into {path}.", "quiet")
    try:
        with bar() as progress:
            task = progress.add_task("solving", total=1.0)
            build(
                solver, device, path, threads, lambda share: progress.update(task, completed=share)
            )
    except KeyboardInterrupt:
        say("Stopped. The same command goes on from here.")
        raise
    say(f"Built in {time.perf_counter() - began:.1f} s.")


def _in_memory(solver: Solver, device: str, threads: int | None) -> Any:
    import numpy as np

    from linden.solve.files import NO_POSITION

    began = time.perf_counter()
    with bar() as progress:
        task = progress.add_task("solving", total=1.0)
        if device == "gpu":
            values = solver.solve_on_gpu(lambda share: progress.update(task, completed=share))
        else:
            values = np.full(solver.size, NO_POSITION, np.int8)
            for step in range(solver.steps):
                solver.solve_step(values, step, threads)
                progress.update(task, completed=solver.share(step))
    say(f"Solved in {time.perf_counter() - began:.1f} s.")
    return values


def tell(known: Solved, values: Any, threads: int | None) -> None:
    """The value of the start, its best moves, and how all positions are shared out."""
    start = known.game.start()
    say(f"The start: {worth_text(start, known.worth(start))}")
    if start.to_move != CHANCE:
        show_moves(start, known.moves(start))
    shares = Shares.of(totals(values, threads))
    say(
        f"{shares.positions:,} positions solved: {shares.ahead:.2%} above zero, "
        f"{shares.level:.2%} zero, {shares.behind:.2%} below."
    )


def _check(solver: Solver, values: Any, samples: int, threads: int | None) -> None:
    if hasattr(values, "copy_to_host"):
        values = values.copy_to_host()
    checked, wrong = solver.check(values, samples, int(time.time()), threads)
    if wrong:
        raise TablebaseError(f"{wrong:,} of {checked:,} positions differ from their successors.")
    say(f"{checked:,} random positions are each worth the best of their successors.")


def worth_text(position: Position, worth: Worth) -> str:
    """A value in words."""
    seats = position.game.roles
    if worth.win not in (0.0, 0.5, 1.0):
        return phrase(
            "{who} will lead by {lead} {points} on average; {first}'s share of the win is {share}.",
            who=seats[0 if worth.lead >= 0 else 1],
            lead=figure(f"{abs(worth.lead):.3f}"),
            points=position.game.told.points,
            first=seats[0],
            share=figure(f"{worth.win:.1%}"),
        )
    if worth.lead == 0:
        return phrase("a draw.")
    who = seats[0 if worth.lead > 0 else 1]
    return phrase("{who} wins by {lead}.", who=who, lead=figure(f"{abs(worth.lead):g}"))


def show_moves(position: Position, moves: list[tuple[str, Worth]]) -> None:
    """The best moves with what they lead to."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for move, worth in moves[:MOST_SHOWN]:
        grid.add_row(move, held(worth_text(position, worth)))
    wrapped(grid)
    if len(moves) > MOST_SHOWN:
        more = len(moves) - MOST_SHOWN
        say(phrase("and {more} more, none better.", more=more), "quiet")


def tell_value(position: Position, seconds: float) -> None:
    """What is known of a position, or how it could be."""
    show(position)
    if position.over:
        scores = " - ".join(map(str, position.scores))
        say(phrase("The game is over: {scores}.", scores=scores))
        return
    known = know(position, seconds)
    if known is None:
        raise click.UsageError(_unknown(position.game, seconds))
    if known.lead is not None:
        worth = worth_text(position, Worth(known.lead, known.win[0]))
        say(phrase("Exactly: {worth}", worth=worth))
        tablebase = if_solved(position.game)
        if tablebase is not None and position.to_move != CHANCE:
            show_moves(position, tablebase.moves(position))
            return
    else:
        shares = ", ".join(
            f"{seat} {figure(f'{share:.2%}')}"
            for seat, share in zip(position.game.roles, known.win, strict=True)
        )
        say(phrase("Exactly, the shares of the win: {shares}.", shares=shares))
    if known.best:
        say(phrase("Best: {moves}.", moves=", ".join(known.best)))


def _unknown(game: Game, seconds: float) -> str:
    far = figure(f"{seconds:g}")
    try:
        solver_for(game)
    except TablebaseError:
        return phrase(
            "The end is too far to be seen in {seconds} s, and {game} has no tablebase.",
            seconds=far,
            game=game.title,
        )
    command = f"linden solve {game.name} {spelled(game)}".rstrip()
    return phrase(
        "The end is too far to be seen in {seconds} s; {command} builds a tablebase that knows.",
        seconds=far,
        command=command,
    )


def exact_hint(position: Position) -> str | None:
    """A hint from a tablebase, if there is one for this game."""
    tablebase = if_solved(position.game)
    if tablebase is None or position.to_move == CHANCE:
        return None
    moves = tablebase.moves(position)
    best = moves[0][1]
    equal = [move for move, worth in moves if worth == best]
    worth = phrase("exact: {worth}", worth=worth_text(position, best)[:-1])
    said = f"{equal[0]} ({worth}). {position.describe(equal[0])}"
    if len(equal) < 2:
        return said
    return f"{said} {phrase('As good: {moves}.', moves=', '.join(equal[1:]))}"
