"""Whether grades hold when the levels are asked once more: with another seed, all eight of them.

python bench/puzzle_grades_fresh.py [docs/pictures/puzzle-grades-fresh.svg] [--sample 16] [--seed 1]

A sample of every game's puzzles, as many of each stored grade as there are to be had. The eighth
level is asked for every puzzle, also where the seventh finds the answer.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

import linden
from linden.core.playing import LEVELS
from linden.lab.intervals import Interval, student
from linden.puzzles.grading import solves
from linden.puzzles.puzzle import Puzzle, kept

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 620, 430, 70, 60, 70
STYLE = """
svg{--ink:#23271f;--quiet:#6b6656;--leaf:#55772f;--line:#d9d0bd}
@media(prefers-color-scheme:dark){svg{--ink:#e9e4d6;--quiet:#a39d8a;--leaf:#8fb85a;--line:#3a4236}}
text{font:15px system-ui,sans-serif;fill:var(--ink)}
.quiet{fill:var(--quiet);font-size:13px}
.middle{text-anchor:middle}.end{text-anchor:end}
"""


class Row(NamedTuple):
    """Puzzles of one stored grade, asked again."""

    grade: int
    stored: float
    """The share of levels that found the answer when they were graded,"""
    fresh: Interval
    """and the share that finds it now."""


def sample(puzzles: tuple[Puzzle, ...], size: int, rng: random.Random) -> list[Puzzle]:
    """So many, one grade after the other."""
    waiting = defaultdict[int, list[Puzzle]](list)
    for puzzle in rng.sample(puzzles, len(puzzles)):
        waiting[puzzle.grade].append(puzzle)
    found = list[Puzzle]()
    while len(found) < min(size, len(puzzles)):
        found += [waiting[grade].pop() for grade in sorted(waiting) if waiting[grade]]
    return found[:size]


def rows(asked: list[tuple[Puzzle, tuple[bool, ...]]]) -> list[Row]:
    """The witnesses of an interval are puzzles, as the answers to one depend on each other."""
    by_grade = defaultdict[int, list[tuple[float, float]]](list)
    for puzzle, answers in asked:
        by_grade[puzzle.grade].append((sum(puzzle.solved_by) / LEVELS, sum(answers) / LEVELS))
    return [
        Row(
            grade,
            float(np.mean([stored for stored, _ in found])),
            student(np.array([fresh for _, fresh in found])),
        )
        for grade, found in sorted(by_grade.items())
    ]


def picture(found: list[Row]) -> str:
    """Stored grades to the right, shares upwards: rings as graded, dots with intervals as asked."""

    def x(grade: int) -> float:
        return LEFT + (grade - 0.5) * (WIDTH - LEFT - 20) / LEVELS

    def y(share: float) -> float:
        return TOP + (1 - min(1.0, max(0.0, share))) * (HEIGHT - TOP - BOTTOM)

    whole = sum(row.fresh.n for row in found)
    told = " ".join(f"Grade {row.grade}: {row.fresh.estimate:.0%} of the levels." for row in found)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        'role="img" aria-labelledby="title told">',
        '<title id="title">Share of the levels that solve each grade, asked again</title>',
        f'<desc id="told">{told}</desc>',
        f"<style>{STYLE}</style>",
        f'<text x="16" y="28">{whole} puzzles asked again: share of the levels that solve</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        lines += [
            f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(share):g}" y2="{y(share):g}" '
            'stroke="var(--line)"/>',
            f'<text class="quiet end" x="{LEFT - 8}" y="{y(share) + 4:g}">{share:.0%}</text>',
        ]
    for row in found:
        at = x(row.grade)
        lines += [
            f'<line x1="{at:g}" x2="{at:g}" y1="{y(row.fresh.low):g}" y2="{y(row.fresh.high):g}" '
            'stroke="var(--leaf)" stroke-width="3"/>',
            f'<circle cx="{at:g}" cy="{y(row.fresh.estimate):g}" r="6" fill="var(--leaf)"/>',
            f'<circle cx="{at:g}" cy="{y(row.stored):g}" r="9" fill="none" stroke="var(--ink)" '
            'stroke-width="1.5"/>',
            f'<text class="middle" x="{at:g}" y="{HEIGHT - 42}">{row.grade}</text>',
            f'<text class="quiet middle" x="{at:g}" y="{HEIGHT - 20}">{row.fresh.n}</text>',
        ]
    lines += [
        f'<text class="quiet" x="16" y="{HEIGHT - 42}">grade</text>',
        f'<text class="quiet" x="16" y="{HEIGHT - 20}">asked</text>',
    ]
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    plain = Path("docs/pictures/puzzle-grades-fresh.svg")
    reader.add_argument("file", type=Path, nargs="?", default=plain)
    reader.add_argument("--sample", type=int, default=16, help="puzzles of each game")
    reader.add_argument("--seed", type=int, default=1)
    wish = reader.parse_args()
    rng, asked = random.Random(wish.seed), []
    for name in linden.games():
        for puzzle in sample(kept(name), wish.sample, rng):
            answers = tuple(solves(puzzle, level, wish.seed) for level in range(1, LEVELS + 1))
            asked.append((puzzle, answers))
            print(
                name, puzzle.id, puzzle.grade, "".join(str(int(it)) for it in answers), flush=True
            )
    found = rows(asked)
    wish.file.write_text(picture(found), encoding="utf-8")
    print("| grade | puzzles | as graded | asked again | 95% interval |\n|---|---|---|---|---|")
    for row in found:
        low, high = max(0.0, row.fresh.low), min(1.0, row.fresh.high)
        print(
            f"| {row.grade} | {row.fresh.n} | {row.stored:.0%} | {row.fresh.estimate:.0%} "
            f"| {low:.0%} to {high:.0%} |"
        )


if __name__ == "__main__":
    main()
