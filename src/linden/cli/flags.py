"""Command-line flags derived from a game's declared options: no code per game."""

from collections.abc import Callable, Iterable
from typing import Any

import click

from linden.cli.speaking import phrase
from linden.core.errors import OptionError
from linden.core.game import Game, games, load, told
from linden.core.options import Option, YesNo, write

Run = Callable[..., None]


def spellings(options: Iterable[Option], shared: Iterable[click.Parameter]) -> dict[str, str]:
    """What the flag of each option is called: ``own-side`` of ``own_side``, and ``option-seed`` of
    ``seed`` where ``--seed`` is one of the command's ``shared`` parameters."""
    taken = {"--help", *(flag for it in shared for flag in (*it.opts, *it.secondary_opts))}
    found = {}
    for option in options:
        name = option.name.replace("_", "-")
        if taken & {f"--{name}", f"--no-{name}"}:
            name = f"option-{name}"
        taken |= {f"--{name}", f"--no-{name}"}
        found[option.name] = name
    return found


def flag(option: Option, called: str = "") -> click.Option:
    """The flag of one option: ``--meddle / --no-meddle``, ``--own-side VALUE``; or as it is
    ``called``."""
    name = called or option.name.replace("_", "-")
    shown = phrase(
        "{explanation} (default: {value})",
        explanation=option.explanation,
        value=write(option.default),
    )
    if isinstance(option.kind, YesNo):
        return click.Option([f"--{name}/--no-{name}", _value(option)], default=None, help=shown)
    return click.Option(
        [f"--{name}", _value(option)],
        metavar="VALUE",
        default=None,
        help=phrase("{explained}; takes {allowed}", explained=shown, allowed=option.kind.allowed),
    )


def _value(option: Option) -> str:
    """The parameter that its value comes in, which is no parameter of a command."""
    return f"option_{option.name}"


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
        names = spellings(facts.options, self.shared)

        def callback(**values: Any) -> None:
            chosen = {option.name: values.pop(_value(option)) for option in facts.options}
            given = {name: value for name, value in chosen.items() if value is not None}
            self._run(load(facts.name, **given), **values)

        return click.Command(
            facts.name,
            params=[*(flag(it, names[it.name]) for it in facts.options), *self.shared],
            callback=callback,
            help=phrase("{game}: {summary}", game=facts.title, summary=facts.summary),
            short_help=facts.summary,
        )

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except OptionError as error:
            raise click.UsageError(str(error)) from None


def spelled(game: Game, shared: Iterable[click.Parameter] = ()) -> str:
    """The flags that would load this game again."""
    words = []
    names = spellings(game.facts.options, shared)
    for name, value in game.changed_options.items():
        dashed = names[name]
        if isinstance(value, bool):
            words.append(f"--{dashed}" if value else f"--no-{dashed}")
        else:
            text = write(value)
            words.append(f"--{dashed} {text!r}" if " " in text else f"--{dashed} {text}")
    return " ".join(words)
