"""What the laws are tested on: every registered game with its option sets, found by walking.

What belongs to the tests of one game lies in ``tests/games/<game>``, or in the folder ``tests`` of
a game from outside.
"""

import importlib.util
import json
import os
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import linden
from linden import Game, Position
from linden.core import entry, registry

HERE = Path(__file__).parent / "games"
NAMES = linden.games()
OWN = [name for name in NAMES if (HERE / name).is_dir()]
"""Linden's own games, which bring every part."""


def folder(name: str) -> Path:
    """Where the tests of one game lie."""
    return HERE / name if name in OWN else registry.folder(name) / "tests"


@cache
def part(name: str, module: str) -> Any:
    """A module of a game's test folder; ``None`` where there is none."""
    path = folder(name) / f"{module}.py"
    spec = importlib.util.spec_from_file_location(f"games.{name}.{module}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return None
    made = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def option_sets(name: str) -> list[dict[str, Any]]:
    """The sets that a game's tests name; else the defaults, and every offered value alone."""
    options = part(name, "options")
    if options is not None:
        sets: list[dict[str, Any]] = options.SETS
        return sets
    declared = registry.declaration(name).options
    return [{}, *({it.name: value} for it in declared for value in it.kind.choices)]


def bad_options(name: str) -> list[dict[str, Any]]:
    """Option sets that must be refused."""
    options = part(name, "options")
    return [{"no_such_option": 1}] if options is None else list(options.BAD)


CASES = [
    (name, number, options) for name in NAMES for number, options in enumerate(option_sets(name))
]
IDS = [f"{name}-{number}" for name, number, _ in CASES]
GAMES = [linden.load(name, **options) for name, _, options in CASES]


def perfts() -> list[tuple[str, dict[str, Any], list[str], list[int]]]:
    """Stored counts: game, options, moves to play first, and the counts from depth 1 on."""
    stored = []
    for name in NAMES:
        path = folder(name) / "perft.json"
        for row in json.loads(path.read_text()) if path.is_file() else []:
            stored.append((name, row["options"], row.get("moves", []), row["counts"]))
    return stored


def how_many(usual: int) -> int:
    """How many games to play; ``LINDEN_COMPARE_GAMES`` sets it for the long comparisons."""
    return int(os.environ.get("LINDEN_COMPARE_GAMES", usual))


def walk(game: Game, seed: int) -> Iterator[Position]:
    """The positions of one random game, the first and the last included."""
    rng = random.Random(seed)
    position = game.start()
    yield position
    while not position.over:
        position = position.play_code(rng.choice(position._facts[1]))  # names take longest
        yield position


def somewhere(game: Game, seed: int) -> Position:
    """A position from anywhere in a random game."""
    positions = list(walk(game, seed))
    return random.Random(seed).choice(positions)


def redealt(position: Position, seat: int, seed: int) -> Position:
    """The position with all that ``seat`` cannot know dealt anew."""
    target = np.zeros(1, position.game.state_type)
    source = position._state.copy()
    entry.redraw(source, seat, np.uint64(seed), np.zeros(1, np.uint64), target)
    return Position(position.game, target[0], position.last)


def seatings() -> list[tuple[str, dict[str, Any]]]:
    """Every game as usual, and once with every number of players."""
    found = []
    for name in NAMES:
        by_players: dict[int, dict[str, Any]] = {}
        for options in [{}, *option_sets(name)]:
            by_players.setdefault(linden.load(name, **options).players, options)
        found += [(name, options) for options in by_players.values()]
    return found
