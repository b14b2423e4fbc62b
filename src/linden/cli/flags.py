"""Command-line flags derived from a game's declared options: no code per game."""

from collections.abc import Callable
from typing import Any

import click

from linden.cli.speaking import phrase
from linden.core.errors import OptionError
from linden.core.game import Game, games, load, told
from linden.core.options import Option, YesNo, write

Run = Callable[..., None]


def flag(option: Option) -> click.Option:
    """The flag of one option: ``--meddle / --no-meddle``, ``--own-side VALUE``."""
    name = option.name.replace("_", "-")
    shown = phrase(
        "{explanation} (default: {value})",
        explanation=option.explanation,
        value=write(option.default),
    )
    if isinstance(option.kind, YesNo):
        return click.Option([f"--{name}/--no-{name}"], default=None, help=shown)
    return click.Option(
        [f"--{name}"],
        metavar="VALUE",
        default=None,
        help=phrase("{explained}; takes {allowed}", explained=shown, allowed=option.kind.allowed),
    )


class PerGame(click.Group):
    """A command with a form for each game: ``linden perft linja --meddle -d 6``.

    ``run`` receives the loaded ``game`` and the values of ``shared`` parameters.
    """

    def __init__(self, name: str, run: Run, shared: list[click.Parameter], **how: Any) -> None:
        super().__init__(name, subcommand_metavar="GAME [OPTIONS]", **how)
        self._run = run
        self.shared = shared

    def list_commands(self, ctx: click.Context) -> list[str]:
        return games()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        facts = told(cmd_name.lower())
        declared = {option.name: option for option in facts.options}

        def callback(**values: Any) -> None:
            chosen = {name: values.pop(name) for name in declared}
            given = {name: value for name, value in chosen.items() if value is not None}
            self._run(load(facts.name, **given), **values)

        return click.Command(
            facts.name,
            params=[*map(flag, facts.options), *self.shared],
            callback=callback,
            help=phrase("{game}: {summary}", game=facts.title, summary=facts.summary),
            short_help=facts.summary,
        )

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except OptionError as error:
            raise click.UsageError(str(error)) from None


def spelled(game: Game) -> str:
    """The flags that would load this game again."""
    words = []
    for name, value in game.changed_options.items():
        dashed = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{dashed}" if value else f"--no-{dashed}")
        else:
            text = write(value)
            words.append(f"--{dashed} {text!r}" if " " in text else f"--{dashed} {text}")
    return " ".join(words)
