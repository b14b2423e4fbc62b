"""Records on disk: written so that a crash leaves the old file or the new one, never half."""

import os
import tempfile
from datetime import datetime
from pathlib import Path

import click
import platformdirs

from linden.cli.speaking import phrase, why
from linden.core.errors import NotationError
from linden.core.language import after_colon
from linden.core.record import Record


def write_whole(path: Path, content: str) -> None:
    """Replace a file at once, and be sure that it is on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_record(path: Path) -> Record:
    """A record in either form; a sentence if there is none."""
    try:
        content = path.read_text(encoding="utf-8")
    except OSError as error:
        told = phrase("{file} cannot be read: {why}.", file=path, why=after_colon(why(error)))
        raise click.UsageError(told) from None
    except UnicodeDecodeError:
        raise click.UsageError(phrase("{file} is no record: it is not text.", file=path)) from None
    try:
        if content.lstrip().startswith("{"):
            return Record.parse_json(content)
        return Record.parse(content)
    except NotationError as error:
        told = phrase("{file} is no record Linden can read. {error}", file=path, error=error)
        raise click.UsageError(told) from None


def tables() -> Path:
    """Where games played at the terminal are kept."""
    return Path(platformdirs.user_data_dir("linden")) / "tables"


def new_table(game: str) -> Path:
    """A file name for a game that begins now."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, more = tables() / f"{game}-{stamp}.linden", 1
    while path.exists():
        more += 1
        path = tables() / f"{game}-{stamp}-{more}.linden"
    return path


def latest_unfinished() -> Path | None:
    """The game to go on with, if there is one."""
    if not tables().is_dir():
        return None
    newest = sorted(tables().glob("*.linden"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest:
        if "\nResult: unfinished\n" in path.read_text(encoding="utf-8", errors="replace"):
            return path
    return None
