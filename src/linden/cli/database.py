"""``linden db``: looking after the tables of the server."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from linden.cli.paint import say


@click.group("db")
def database() -> None:
    """Look after the tables of the server: LINDEN_DATABASE_URL, or the file in LINDEN_DATA_DIR."""


def in_a_sentence(work: Callable[..., str], *arguments: Any) -> None:
    """Do it, and say what was done or why not."""
    from linden.web.serve import place_of_tables
    from linden.web.store.errors import StoreError

    try:
        say(work(place_of_tables(), *arguments))
    except StoreError as error:
        raise click.UsageError(str(error)) from None


A_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@database.command("upgrade")
def upgrade_database() -> None:
    """Bring the tables of an older Linden up to date."""
    from linden.web.store.keeping import upgrade

    in_a_sentence(upgrade)


@database.command("backup")
@A_FILE
def back_up_database(file: Path) -> None:
    """Copy all tables to FILE, while people play."""
    from linden.web.store.keeping import backup

    in_a_sentence(backup, file)


@database.command("restore")
@A_FILE
def restore_database(file: Path) -> None:
    """Bring back the copy in FILE, into a database that has no tables yet."""
    from linden.web.store.keeping import restore

    in_a_sentence(restore, file)


@database.command("check")
def check_database() -> None:
    """Check that every game is whole."""
    from linden.web.store.keeping import check

    faults = []

    def told(place: Path | str) -> str:
        found = check(place)
        faults.extend(found.faults)
        return found.summary

    in_a_sentence(told)
    for fault in faults:
        say(fault, "error")
    if faults:
        sys.exit(1)
