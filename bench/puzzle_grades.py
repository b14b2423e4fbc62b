"""Which levels solve puzzles of which grade, over all puzzles that games bring; as a picture.

python bench/puzzle_grades.py [docs/pictures/puzzle-grades.svg]
"""

import argparse
from collections import defaultdict
from pathlib import Path

import linden
from linden.core.playing import LEVELS
from linden.puzzles.puzzle import Puzzle, kept

CELL, LEFT, TOP = 62, 150, 64
STYLE = """
svg{--ink:#23271f;--quiet:#6b6656;--leaf:#55772f;--paper:#fffaf0}
@media(prefers-color-scheme:dark){svg{--ink:#e9e4d6;--quiet:#a39d8a;--leaf:#8fb85a;--paper:#20261d}}
text{font:15px system-ui,sans-serif;fill:var(--ink)}
.quiet{fill:var(--quiet)}
.share{text-anchor:middle;font-variant-numeric:tabular-nums}
"""


def shares(puzzles: list[Puzzle]) -> dict[int, list[float]]:
    """For each grade that there is, the share of its puzzles that each level solves."""
    by_grade = defaultdict[int, list[Puzzle]](list)
    for puzzle in puzzles:
        by_grade[puzzle.grade].append(puzzle)
    return {
        grade: [sum(it.solved_by[level] for it in found) / len(found) for level in range(LEVELS)]
        for grade, found in sorted(by_grade.items())
    }


def picture(puzzles: list[Puzzle]) -> str:
    """Grades to the right, levels upwards; the fuller a cell, the more that level solves."""
    found = shares(puzzles)
    counts = {grade: sum(it.grade == grade for it in puzzles) for grade in found}
    width, height = LEFT + CELL * LEVELS + 16, TOP + CELL * LEVELS + 76
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        'role="img" aria-labelledby="title told">',
        '<title id="title">Which levels solve puzzles of which grade</title>',
        f'<desc id="told">{told(found)}</desc>',
        f"<style>{STYLE}</style>",
        f'<text x="16" y="32">{len(puzzles):,} puzzles: percent that each level solves</text>',
    ]
    for level in range(1, LEVELS + 1):
        y = TOP + CELL * (LEVELS - level)
        lines.append(f'<text class="quiet" x="16" y="{y + CELL / 2 + 5:g}">level {level}</text>')
        for grade, row in found.items():
            x, share = LEFT + CELL * (grade - 1), row[level - 1]
            lines += [
                f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="6" '
                f'fill="var(--leaf)" fill-opacity="{0.05 + 0.6 * share:.2f}"/>',
                f'<text class="share" x="{x + CELL / 2:g}" y="{y + CELL / 2 + 5:g}">'
                f"{100 * share:.0f}</text>",
            ]
    under = TOP + CELL * LEVELS
    lines += [
        f'<text class="quiet" x="16" y="{under + 26}">grade</text>',
        f'<text class="quiet" x="16" y="{under + 52}">puzzles</text>',
    ]
    for grade, count in counts.items():
        x = LEFT + CELL * (grade - 1) + CELL / 2
        lines += [
            f'<text class="share" x="{x:g}" y="{under + 26}">{grade}</text>',
            f'<text class="share quiet" x="{x:g}" y="{under + 52}">{count}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


def told(found: dict[int, list[float]]) -> str:
    """The picture in words."""
    return " ".join(
        f"Grade {grade}: on average {sum(row) / LEVELS:.0%} of the levels solve it."
        for grade, row in found.items()
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument(
        "file", type=Path, nargs="?", default=Path("docs/pictures/puzzle-grades.svg")
    )
    file: Path = reader.parse_args().file
    puzzles = [puzzle for name in linden.games() for puzzle in kept(name)]
    file.write_text(picture(puzzles), encoding="utf-8")
    for name in linden.games():
        print(name, len(kept(name)), shares(list(kept(name))))


if __name__ == "__main__":
    main()
