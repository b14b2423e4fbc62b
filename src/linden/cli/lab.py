"""``linden lab``: experiments at the terminal."""

import math
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table as Grid

from linden.batch.threads import cores
from linden.cli.paint import console, say
from linden.core.errors import OptionError
from linden.lab.experiment import (
    Experiment,
    ExperimentError,
    check_fit,
    read_toml,
    split_values,
)
from linden.lab.store import LabFile, export_csv, export_parquet
from linden.players.engine import EngineError


@click.group("lab")
def lab() -> None:
    """Measure a game: is this rule fair, and what does a number change?"""


@contextmanager
def complaining() -> Iterator[None]:
    """What is wrong with an experiment, its file or its players is told in one sentence."""
    try:
        yield
    except (ExperimentError, OptionError, EngineError) as error:
        raise click.UsageError(str(error)) from None
    except sqlite3.Error as error:
        raise click.ClickException(f"The file of the games cannot be used: {error}.") from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}.") from None


def from_file(path: str, flags: Mapping[str, Any]) -> Experiment:
    """The experiment of a TOML file, which says all there is to say."""
    for name, value in flags.items():
        if value not in (None, ()):
            flag = "option" if name == "options" else name
            raise ExperimentError(
                f"{path} says all of an experiment: write {name} there, without --{flag}."
            )
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + error.object[: error.start].count(b"\n")
        raise ExperimentError(
            f"{path}, line {line}: This is no text; save the file as UTF-8."
        ) from None
    return read_toml(text, path)


def from_flags(
    game: str, options: tuple[str, ...], players: tuple[str, ...], **values: Any
) -> Experiment:
    """The experiment that flags describe."""
    grid: dict[str, list[Any]] = {}
    for given in options:
        name, equals, text = given.partition("=")
        if not equals:
            raise ExperimentError(f"--option takes NAME=VALUE, not {given!r}.")
        grid.setdefault(name.replace("-", "_"), []).extend(
            split_values(game, name.replace("-", "_"), text)
        )
    told = {name: value for name, value in values.items() if value is not None}
    if players:
        told["players"] = [[one.strip() for one in lineup.split(",")] for lineup in players]
    made = Experiment(game, grid, **told)
    check_fit(made)
    return made


class Number(click.FloatRange):
    """A number within bounds, which "nan" is not, though no bound refuses it."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


LEAST_TO_BALANCE = 100
"""Deals."""
WHERE = click.Path(path_type=Path, dir_okay=False)
OPTION = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUES",
    help="an option of the game; several values, with commas between, are varied",
)
SEED = click.option("--seed", type=int, help="another seed, other games (default: 0)")
WORKERS = click.option(
    "--workers", type=click.IntRange(1), help="processes that play (default: all cores)"
)
RAY = click.option(
    "--ray",
    metavar="ADDRESS",
    is_flag=False,
    flag_value="",
    help="play on the Ray cluster at this address, or on one that is started here",
)
DEVICE = click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="where random games are played; searches are always for processors",
)


@lab.command("run")
@click.argument("what", metavar="GAME|FILE.toml")
@OPTION
@click.option(
    "--players",
    multiple=True,
    metavar="WHO",
    help="a player for all seats, or one for each: level4,level2; again for another line-up",
)
@click.option(
    "--games", type=int, help="for each variant; with --precision at most (default: 1000)"
)
@click.option(
    "--precision",
    type=Number(),
    metavar="SHARE",
    help="stop where each seat's share of the wins, and each player's where they change seats, is "
    "known this closely: 0.01",
)
@SEED
@click.option(
    "--rotate/--no-rotate",
    default=None,
    help="whether players change seats (default: where they differ)",
)
@click.option(
    "--replays",
    type=int,
    help="games with the same luck and other thoughts; 2 measures luck (default: 1)",
)
@click.option("--opening", type=int, help="random moves before the players begin (default: 0)")
@click.option(
    "--judge",
    metavar="WHO",
    help="who tells the chances on the way: players, none, or a player such as level5",
)
@click.option(
    "--detail", type=int, help="of random games, how many are looked at move by move (default: 200)"
)
@click.option(
    "--handicap",
    type=Number(),
    metavar="SHARE",
    help="the part of its moves that is forbidden to one player (default: 0)",
)
@click.option(
    "--handicapped",
    type=int,
    metavar="N",
    help="which player of the line-up that is, from 0 on (default: 0)",
)
@click.option(
    "--file",
    type=WHERE,
    help="where the games are kept, and found again (default: lab-NAME.sqlite)",
)
@WORKERS
@RAY
@DEVICE
def run_experiment(
    what: str,
    file: Path | None,
    workers: int | None,
    ray: str | None,
    device: str,
    **flags: Any,
) -> None:
    """Play an experiment: a game with flags, or a TOML file; the same command goes on with it."""
    with complaining():
        if what.endswith(".toml"):
            experiment = from_file(what, flags)
        else:
            experiment = from_flags(what.lower(), flags.pop("options"), **flags)
        path = file or Path(f"lab-{Path(what).stem.lower()}.sqlite")
        if device == "gpu":
            from linden.lab.gpu import check_random

            check_random(experiment)
        play(experiment, path, workers or cores(), ray, device)


def play(
    experiment: Experiment,
    path: Path,
    workers: int,
    ray: str | None,
    device: str = "cpu",
    *,
    quiet: bool = False,
) -> None:
    """Run with a progress bar, and say what came of it."""
    from linden.lab import runner
    from linden.lab.pools import pool_of

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with LabFile.create(path, experiment) as file:
        try:
            with bar, pool_of(workers, ray, device) as pool:
                task = bar.add_task("playing", total=None, left="")

                def report(now: runner.Progress) -> None:
                    bar.update(task, total=now.total, completed=now.done, left=left(now))

                runner.run(file, pool, report)
        except KeyboardInterrupt:
            say(f"Stopped. The same command goes on with {path}.")
        if quiet:
            return
        tell(file)
    say(f"\nlinden lab report {path} writes it down with plots.", "quiet")


def left(now: Any) -> str:
    """How many games, how fast, and the time that is left."""
    seconds = now.seconds_left
    if seconds is None:
        return ""
    hours, rest = divmod(int(seconds), 3600)
    clock = f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{now.done:,} of {now.total:,} games, {now.rate:,.1f} a second, {clock} left"


def tell(file: LabFile) -> None:
    """The measures of every variant, side by side."""
    from linden.lab.summary import summaries

    found = summaries(file)
    if not found:
        say("No game is finished yet.")
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("", header_style="quiet", overflow="fold")
    for variant, games, _ in found:
        grid.add_column(f"{variant.label}\n{games:,} games", header_style="quiet", overflow="fold")
    titles = list(dict.fromkeys((it.name, it.title) for _, _, all_ in found for it in all_))
    for name, title in titles:
        cells = [next((it.text for it in all_ if it.name == name), "") for _, _, all_ in found]
        grid.add_row(title, *(cell.replace(" ", "\xa0") for cell in cells))
    console.print(grid, soft_wrap=False)


@lab.command("show")
@click.argument("file", type=WHERE)
def show_file(file: Path) -> None:
    """Say what the games of FILE tell so far, also while a run goes on."""
    with complaining(), LabFile.open(file) as found:
        tell(found)


@lab.command("compare")
@click.argument("file", type=WHERE)
@click.argument("other", type=WHERE, required=False)
@click.option(
    "--variants",
    default="0,1",
    show_default=True,
    metavar="N,M",
    help="which two: of FILE, or the first of FILE and the second of OTHER",
)
@click.option(
    "--margin",
    type=Number(min=0, min_open=True),
    help="how closely the difference is to be known: 0.01",
)
def compare_variants(file: Path, other: Path | None, variants: str, margin: float | None) -> None:
    """Say how two variants differ, how sure that is, and how many games a decision takes."""
    from linden.lab.compare import Side, compare, is_paired

    numbers = variants.split(",")
    if len(numbers) != 2 or not all(it.strip().isdecimal() for it in numbers):
        raise click.UsageError(f"--variants takes two numbers such as 0,1; not {variants!r}.")
    if other is not None and variants == "0,1":
        numbers = ["0", "0"]
    with complaining():
        with LabFile.open(file) as first, LabFile.open(other or file) as second:
            one, two = Side.of(first, int(numbers[0])), Side.of(second, int(numbers[1]))
        found = compare(one, two)
    luck = "with the same luck" if is_paired(one, two) else "each with its own luck"
    say(f"{two.variant.label}, less {one.variant.label}; games {luck}.\n", "quiet")
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "difference", "verdict", "more games to decide"):
        grid.add_column(heading, header_style="quiet", overflow="fold")
    for it in found:
        needed = it.games_needed(margin)
        told = "–" if needed is None else f"{needed:,}"
        name = it.title if it.anytime else f"{it.title} *"
        decided = it.verdict != "open" and margin is None
        grid.add_row(name, it.text, it.verdict, "" if decided else told)
    console.print(grid, soft_wrap=False)
    say(
        "\nThese intervals may be looked at any time; those marked * hold for a number of games "
        "that was fixed beforehand.",
        "quiet",
    )


@lab.command("balance")
@click.argument("file", type=WHERE)
@click.option(
    "--step",
    type=Number(0.1, 100),
    default=1.0,
    show_default=True,
    help="reductions are multiples of it; 0.5 decides games that were equal",
)
def balance_seats(file: Path, step: float) -> None:
    """Say what to take off each seat's last score to even the wins, from the games of FILE."""
    from linden.lab.balance import balance
    from linden.lab.summary import told

    with complaining(), LabFile.open(file) as found:
        for variant in found.experiment.variants:
            rows, size = found.rows(variant), found.experiment.deal_size(variant)
            least = LEAST_TO_BALANCE * size
            if len(rows) < least:
                deals = f", {size} of each deal" if size > 1 else ""
                raise ExperimentError(
                    f"{file} has {len(rows)} games of {variant.label}; "
                    f"a balance needs {least} at least{deals}."
                )
            say(f"{variant.label}, {len(rows):,} games", "quiet")
            grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
            for heading in ("", "off its last score", "wins as it is", "wins then"):
                grid.add_column(heading, header_style="quiet")
            told_of = balance(rows["scores"].astype("f8"), step, deal_size=size)
            for seat, it in zip(variant.game.seats, told_of, strict=True):
                points = it.points
                less = f"{points.estimate:g} ({points.low:g} to {points.high:g})"
                grid.add_row(seat, less, told(it.before, True), told(it.after, True))
            console.print(grid, soft_wrap=False)
    say(
        "\nFound with every second deal, tried on the others; by players who did not know of it.",
        "quiet",
    )


@lab.command("report")
@click.argument("file", type=WHERE)
@click.argument("target", type=WHERE, required=False)
def write_report(file: Path, target: Path | None) -> None:
    """Write what the games of FILE tell as one page: tables, plots, and how to repeat it."""
    from linden.cli.files import write_whole
    from linden.lab.report import report

    path = target or file.with_suffix(".html")
    with complaining(), LabFile.open(file) as found:
        if not any(found.games(variant.number) for variant in found.experiment.variants):
            raise ExperimentError(f"{file} has no finished game yet.")
        write_whole(path, report(found))
    say(f"Wrote {path}.")


@lab.command("export")
@click.argument("file", type=WHERE)
@click.argument("target", type=WHERE)
def export_file(file: Path, target: Path) -> None:
    """Write the games of FILE as one table, a row each: TARGET ends in .csv or .parquet."""
    exports = {".csv": export_csv, ".parquet": export_parquet}
    if target.suffix not in exports:
        raise click.UsageError(f"Exports end in .csv or .parquet, not {target.suffix!r}.")
    with complaining(), LabFile.open(file) as found:
        count = exports[target.suffix](found, target)
    say(f"Wrote {count:,} games to {target}.")
