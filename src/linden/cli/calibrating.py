"""Calibrating chances at the terminal: games are played, curves fitted, and kept with the game."""

from dataclasses import fields
from pathlib import Path

from rich.table import Table as Grid

from linden.cli.count import bar
from linden.cli.paint import console, say
from linden.core import registry
from linden.core.chances import Curve
from linden.core.game import Game
from linden.core.playing import playing
from linden.players.calibrating import Effort, Told, collect, kinds
from linden.players.calibration import Tenth, held_out, honest, pairs_of, reliability

FEWEST = 400
"""Answers that a curve is fitted to at least."""
FILE = "chances.py"


def calibrate(game: Game, games: int, nodes: int | None, file: Path | None, write: bool) -> None:
    """Measure, tell how far off chances are, and keep the curves if that is wished."""
    path = file or Path(f"chances-{game.name}-{game.players}.jsonl")
    effort = Effort.usual(game) if nodes is None else Effort.around(nodes)
    try:
        with bar() as progress:
            task = progress.add_task("playing", total=games)
            collect(game, games, path, effort, lambda done: progress.update(task, completed=done))
    except KeyboardInterrupt:
        say(f"Stopped. The same command goes on with {path}.")
    tell(game, path, write)


def tell(game: Game, path: Path, write: bool) -> None:
    from linden.players.calibrating import read

    told = read(path)
    curves = {}
    for kind in kinds(game):
        answers = [one for one in told if one.kind == kind]
        if len(answers) < FEWEST:
            say(f"{kind}: {len(answers)} answers; it takes {FEWEST} to fit a curve to them.")
            continue
        curves[kind, game.players] = honest(answers)
        show(kind, answers)
    if write and curves:
        target = registry.folder(game.name) / FILE
        kept = {**playing(game).chances.curves, **curves}
        target.write_text(source(game, kept), encoding="utf-8")
        say(f"Written to {target}; players.py names it: Chances(curves=CURVES).")


def show(kind: str, answers: list[Told]) -> None:
    """Tenth by tenth, on games that a curve was not fitted to: what was told, and what was won."""
    games = len({one.game for one in answers})
    say(f"\n{kind}: {len(answers):,} answers in {games:,} games")
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "found", "won", "answers", "told", "won", "answers"):
        grid.add_column(heading, header_style="quiet", justify="right")
    found = by_tenth(reliability([it for one in answers for it in pairs_of(one, one.shares)]))
    fair = by_tenth(
        reliability([it for one, chances in held_out(answers) for it in pairs_of(one, chances)])
    )
    for low in sorted({*found, *fair}):
        grid.add_row(f"{low}–{low + 10}%", *cells(found.get(low)), *cells(fair.get(low)))
    console.print(grid, soft_wrap=False)


def by_tenth(tenths: list[Tenth]) -> dict[int, Tenth]:
    return {round(100 * tenth.low): tenth for tenth in tenths}


def cells(tenth: Tenth | None) -> tuple[str, str, str]:
    if tenth is None:
        return "", "", ""
    return f"{tenth.told:.0%}", f"{tenth.won:.0%}", str(tenth.count)


def source(game: Game, curves: dict[tuple[str, int], Curve]) -> str:
    """A game's ``chances.py``."""
    lines = [
        f'"""How sure computers may be of {game.title}, as ``linden calibrate {game.name}`` '
        'measured it."""',
        "",
        "from linden.core.chances import Curve",
        "",
        "CURVES = {",
    ]
    plain = Curve()
    for (kind, seats), curve in sorted(curves.items()):
        lines.append(f'    ("{kind}", {seats}): Curve(')
        for field in fields(Curve):
            value = getattr(curve, field.name)
            if value != getattr(plain, field.name):
                lines.append(f"        {field.name}={value!r},")
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])
