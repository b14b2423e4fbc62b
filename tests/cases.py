"""What the laws are tested on: every registered game with its option sets, found by walking."""

import importlib
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import linden
from linden import Game, Position

FOLDER = Path(__file__).parent / "games"
NAMES = linden.games()


def part(name: str, module: str) -> Any:
    """A module of a game's test folder."""
    return importlib.import_module(f"games.{name}.{module}")


def option_sets(name: str) -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = part(name, "options").SETS
    return sets


CASES = [
    (name, number, options) for name in NAMES for number, options in enumerate(option_sets(name))
]
IDS = [f"{name}-{number}" for name, number, _ in CASES]
GAMES = [linden.load(name, **options) for name, _, options in CASES]


def perfts() -> list[tuple[str, dict[str, Any], list[str], list[int]]]:
    """Stored counts: game, options, moves to play first, and the counts from depth 1 on."""
    stored = []
    for name in NAMES:
        for entry in json.loads((FOLDER / name / "perft.json").read_text()):
            stored.append((name, entry["options"], entry.get("moves", []), entry["counts"]))
    return stored


def how_many(usual: int) -> int:
    """How many games to play: ``LINDEN_COMPARE_GAMES`` where it is set, for the long comparisons."""
    return int(os.environ.get("LINDEN_COMPARE_GAMES", usual))


def walk(game: Game, seed: int) -> Iterator[Position]:
    """The positions of one random game, the first and the last included."""
    rng = random.Random(seed)
    position = game.start()
    yield position
    while not position.over:
        position = position.play(rng.choice(position.moves))
        yield position


def somewhere(game: Game, seed: int) -> Position:
    """A position from anywhere in a random game."""
    positions = list(walk(game, seed))
    return random.Random(seed).choice(positions)
