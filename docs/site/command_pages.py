"""The ``linden`` command, made of the help that it gives itself."""

import click

import linden
from linden.cli.flags import PerGame
from linden.cli.main import cli


def pages() -> dict[str, str]:
    """The one page there is."""
    return {"reference/commands.md": page()}


def page() -> str:
    """Every command with its arguments and flags."""
    parts = [
        "# The linden command",
        "`linden COMMAND --help` says the same at the terminal. Commands that take a game also "
        "take its options as flags; [the games' pages](../games/index.md) list them.",
    ]
    context = click.Context(cli, info_name="linden")
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is not None and not command.hidden:
            parts.append(_command(context, name, command))
    return "\n\n".join(parts) + "\n"


def parameters(command: click.Command) -> list[click.Parameter]:
    """What a command takes; where it has a form for each game, without the game's options."""
    if not isinstance(command, PerGame):
        return command.params
    name = linden.games()[0]
    form = command.get_command(click.Context(command), name)
    options = {option.name for option in linden.load(name).facts.options}
    return [parameter for parameter in form.params if parameter.name not in options]


def _command(context: click.Context, name: str, command: click.Command) -> str:
    rows, words = [], []
    if isinstance(command, PerGame):
        words.append("GAME")
    for parameter in parameters(command):
        if isinstance(parameter, click.Argument):
            shown = parameter.make_metavar(context)
            words.append(shown)
        elif isinstance(parameter, click.Option):
            rows.append(_row(context, parameter))
    usage = " ".join(["linden", name, *words, *(["[OPTIONS]"] if rows else [])])
    parts = [f"## linden {name}", command.help or "", f"```text\n{usage}\n```"]
    if rows:
        parts.append("\n".join(["| flag | what | default |", "|---|---|---|", *rows]))
    if isinstance(command, click.Group) and not isinstance(command, PerGame):
        parts += [
            "#" + _command(context, f"{name} {each}", one)
            for each, one in sorted(command.commands.items())
        ]
    return "\n\n".join(filter(None, parts))


def _row(context: click.Context, option: click.Option) -> str:
    shown = ", ".join((*option.opts, *option.secondary_opts))
    if not option.is_flag:
        value = option.make_metavar(context)
        shown += f" {value.replace('INTEGER RANGE', 'N').replace('FLOAT RANGE', 'NUMBER')}"
    default = option.default if option.show_default and option.default is not None else ""
    return f"| `{shown}` | {option.help or ''} | {f'`{default}`' if default != '' else ''} |"
