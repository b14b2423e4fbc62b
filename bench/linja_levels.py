"""How far each level of Linja is from perfect play: what its turns cost, by the tablebase.

Every level plays one turn from the same positions, which are from games between computers of level
5 after some random moves, four of each game. The turns can be written down on one machine and
judged on another that has the tablebase (``linden solve linja``).

    python bench/linja_levels.py --turns FILE [--positions N]
    python bench/linja_levels.py --turns FILE --judge [--tablebase FILE]
"""

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np

import linden
from linden.cli.paint import say
from linden.lab.intervals import Values, student, wilson
from linden.lab.summary import by_deal, told
from linden.players.player import Player
from linden.solve.exact import solved

GAME = "linja"
OF_A_GAME = 4
LEVELS = range(1, 9)


def begins_turn(position: linden.Position) -> bool:
    return position.text.split()[2] == "opening"


def chosen(who: Player, position: linden.Position) -> str:
    _, nodes = who.budget
    return who.choose(position, nodes=nodes or 1).move


def positions(count: int) -> list[linden.Position]:
    """Starts of turns with a choice."""
    game, rng = linden.load(GAME), random.Random("linja positions")
    found: list[linden.Position] = []
    number = 0
    while len(found) < count:
        number += 1
        position, starts = game.start(), []
        players = [linden.player(game, level=5, seed=2 * number + seat) for seat in (0, 1)]
        for _ in range(rng.randrange(2, 12)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        while position.to_move is not None:
            if begins_turn(position) and len(position.moves) > 1:
                starts.append(position)
            position = position.play(chosen(players[position.to_move], position))
        found += rng.sample(starts, min(OF_A_GAME, len(starts)))
    return found[:count]


def write_turns(count: int, path: Path) -> None:
    """A line for every level and position; the strongest has a quarter of the positions."""
    game, starts = linden.load(GAME), positions(count)
    with path.open("w", encoding="utf-8") as out:
        for level in LEVELS:
            for i, start in enumerate(starts[: count if level < max(LEVELS) else count // 4]):
                who = linden.player(game, level=level, seed=i)
                position, moves = start, list[str]()
                while not moves or (
                    position.to_move == start.to_move and not begins_turn(position)
                ):
                    moves.append(chosen(who, position))
                    position = position.play(moves[-1])
                out.write(json.dumps([level, i, start.text, moves]) + "\n")


def judge(path: Path, tablebase: Path | None) -> None:
    """What the turns cost, in points of the final margin."""
    game = linden.load(GAME)
    known = solved(game, tablebase)
    costs: dict[int, list[float]] = defaultdict(list)
    thrown: dict[int, list[bool]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        level, _, text, moves = json.loads(line)
        start = game.parse(text)
        end = start
        for move in moves:
            end = end.play(move)
        before, after = (known.worth(it).for_seat(start.to_move or 0).lead for it in (start, end))
        costs[level].append(before - after)
        thrown[level].append(np.sign(before) > np.sign(after))
    for level, found in sorted(costs.items()):
        values: Values = np.array(found)
        perfect, worse = int((values == 0).sum()), sum(thrown[level])
        cost = student(by_deal(values, OF_A_GAME))  # positions of one game are no strangers
        say(
            f"level {level}: {len(found)} turns cost {told(cost, False)} points each; "
            f"{told(wilson(perfect, len(found)), True)} are perfect, "
            f"{told(wilson(worse, len(found)), True)} give away a win or a draw"
        )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--turns", type=Path, required=True)
    reader.add_argument("--positions", type=int, default=100)
    reader.add_argument("--judge", action="store_true")
    reader.add_argument("--tablebase", type=Path)
    asked = reader.parse_args()
    if asked.judge:
        judge(asked.turns, asked.tablebase)
    else:
        write_turns(asked.positions, asked.turns)


if __name__ == "__main__":
    main()
