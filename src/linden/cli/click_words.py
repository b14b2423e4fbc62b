"""Click's own words, help and complaints, in the language of the terminal.

Click says what it says through ``gettext``, whose catalogues would have to be compiled and
installed; here its modules are given the command's own catalogue instead. Help is translated when
it is printed: the English of a command or an option is its key.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import click
import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from linden.cli.speaking import phrase
from linden.core.catalogues import counted_key, key

MODULES = (
    click.core,
    click.decorators,
    click.exceptions,
    click.formatting,
    click.parser,
    click.types,
)

SAID = (
    key("Usage:"),
    key("Options"),
    key("Commands"),
    key("Show the version and exit."),
    key("Show this message and exit."),
    key("default: {default}"),
    key("required"),
    key("Missing command."),
    key("Missing argument"),
    key("Missing option"),
    key("No such option {name!r}."),
    key("No such command {name!r}."),
    key("Did you mean {possibility}?"),
    key("Invalid value: {message}"),
    key("Invalid value for {param_hint}: {message}"),
    key("Option {name!r} does not take a value."),
    key("{value!r} is not a valid {number_type}."),
    key("{value} is not in the range {range}."),
    key("{name} {filename!r} does not exist."),
    key("{name} {filename!r} is a file."),
    key("{name} {filename!r} is a directory."),
    key("{name} {filename!r} is not readable."),
    key("{name} {filename!r} is not writable."),
    key("file"),
    key("directory"),
    key("path"),
)
COUNTED = (
    counted_key(
        "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"
    ),
    counted_key(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
    counted_key("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""What people meet of it. The rest stays English: what only a mistake in Linden's code can
bring about."""


def speak() -> None:
    """Let Click say its words in the reader's language, from now on."""
    for module in MODULES:
        for name, told in (("_", phrase), ("ngettext", phrase.form)):
            if hasattr(module, name):
                setattr(module, name, told)
    click.Context.formatter_class = Told


class Told(click.HelpFormatter):
    """Help in the reader's language."""

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(_told, text.split("\n\n"))))

    def write_dl(self, rows: Iterable[tuple[str, str]], *how: Any, **more: Any) -> None:
        super().write_dl([(names, _told(text)) for names, text in rows], *how, **more)


def _told(text: str) -> str:
    """A paragraph, or what an option's help says before Click adds defaults and ranges to it."""
    said, more = re.fullmatch(r"(.*?)(  \[[^\]]*\]?\])?", text, re.DOTALL).groups()  # type: ignore[union-attr]
    return phrase(" ".join(said.split())) + (more or "")


class Commands(click.Group):
    """The list of all commands, each with the beginning of what it says of itself."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        width = formatter.width - 6 - max(len(name) for name, _ in found)
        rows = [
            (name, _shortened(_told(_first(command)), width))
            for name, command in found
            if command is not None and not command.hidden
        ]
        with formatter.section(phrase("Commands")):
            formatter.write_dl(rows)


def _shortened(text: str, width: int) -> str:
    """The first sentence, as far as a line has room for it."""
    sentence = re.match(r".*?[.?!](?= |$)|.*", text, re.DOTALL)
    return textwrap.shorten(sentence[0] if sentence else text, max(width, 20), placeholder=" …")


def _first(command: click.Command) -> str:
    """The first paragraph of what a command says of itself."""
    return (command.help or "").strip().partition("\n\n")[0]


def help_of(command: click.Command, *, whole: bool) -> Iterator[str]:
    """What a command's help says, for whoever collects what is to be translated; or only what
    stands in the list of all commands."""
    yield " ".join(_first(command).split())
    if not whole:
        return
    yield from (" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    options = [*command.params, *getattr(command, "shared", [])]
    for option in options:
        if isinstance(option, click.Option) and option.help:
            yield " ".join(option.help.split())
