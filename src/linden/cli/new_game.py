"""``linden new-game``: the folder of a game that plays at once, to be made into another."""

import os
import re
from pathlib import Path

import click

from linden.cli.paint import say
from linden.core import registry

TEMPLATE = Path(__file__).parent / "template"


def write_template(name: str, place: Path | None) -> None:
    """Write the folder ``name`` into ``place``, and say how to go on."""
    if not registry.NAME.fullmatch(name):
        raise click.UsageError(f"{registry.NAMED.capitalize()}; not {name!r}.")
    if name in registry.games():
        raise click.UsageError(f"There is a game {name!r} already.")
    named = registry.folders()
    home = place or (named[0] if named else Path("games"))
    folder = home / name
    if folder.exists():
        raise click.UsageError(f"{folder} exists already; nothing was written.")
    words = {"name": name, "title": name.replace("_", " ").title(), "prefix": prefix(name)}
    for source in sorted(TEMPLATE.rglob("*.txt")):
        text = source.read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace("{{" + word + "}}", value)
        target = folder / source.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    say(f"Wrote {folder}: a small game that plays already. Its rules are in rules.py.")
    if home.resolve() not in named and home.resolve() != registry.OWN.resolve():
        value = os.pathsep.join(map(str, [*named, home.resolve()]))
        say(f"Linden finds it with: export {registry.VARIABLE}={value}")
    say(f"Then: linden play {name}, and linden check {name} --write", "quiet")


def prefix(name: str) -> str:
    """The letters before the numbers of its rulings: ``BT`` for a game called breakthrough."""
    letters = re.sub("[^a-z]", "", name)
    consonants = [letter for letter in letters[1:] if letter not in "aeiou"]
    return (letters[0] + (consonants or list(letters[1:]) or [letters[0]])[0]).upper()
