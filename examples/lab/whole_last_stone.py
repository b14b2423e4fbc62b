"""What would Linos be without halving the last stone? It is no option, so this makes a game of it.

Linos's own folder is copied with one line of its rules changed, under a name of its own; players of
the copy know of the change, as their searches play by its rules::

    python examples/lab/whole_last_stone.py house-rules
    LINDEN_GAMES=house-rules linden lab run linos_whole --players level4 --games 3000 --judge none
"""

import shutil
import sys
from pathlib import Path

from linden.cli.paint import say
from linden.core import registry

NAME = "linos_whole"
CHANGES = (
    ("rules.py", "points //= 2  #", "points //= 1  #"),
    # Two games' states begin with different names, by which their rules are found.
    ("rules.py", '("cubes", np.uint32', '("whole", np.int8),\n        ("cubes", np.uint32'),
    ("notation.py", "if state.left == 0:\n        points //= 2\n", "if False:\n"),
    ("__init__.py", 'name="linos"', f'name="{NAME}"'),
    ("__init__.py", 'title="Linos"', 'title="Linos, the last stone whole"'),
)
"""In which file what is written otherwise."""
LEFT_OUT = ("puzzles.jsonl", "lessons.py", "showcase.linden", "texts", "__pycache__")
"""What tells of games that were played with the halving."""


def write_game(folder: Path) -> Path:
    """The changed game, in a folder that ``LINDEN_GAMES`` can name."""
    made = folder / NAME
    shutil.copytree(registry.folder("linos"), made, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for path in made.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("linden.games.linos", f"linden.games.{NAME}"), "utf-8")
    for name, before, after in CHANGES:
        text = (made / name).read_text(encoding="utf-8")
        if text.count(before) != 1:
            raise SystemExit(f"{name} of Linos no longer has {before!r} once.")
        (made / name).write_text(text.replace(before, after), encoding="utf-8")
    return made


def main(folder: str) -> None:
    say(f"Wrote {write_game(Path(folder))}; LINDEN_GAMES={folder} finds it.")


if __name__ == "__main__":
    main(sys.argv[1])
