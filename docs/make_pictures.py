"""Draw the pictures of the README: each game in the middle and at its end.

    python docs/make_pictures.py

The games are played by the computer with fixed seeds, so the pictures change only with the rules,
the players or the drawings.
"""

import random
from pathlib import Path

import linden
from linden import CHANCE, Position

HERE = Path(__file__).parent / "pictures"
OPTIONS: dict[str, dict[str, object]] = {"linage": {"komi": 4.5}}
NODES = 400


def played(name: str, seed: int) -> list[Position]:
    """All positions of a game between two reasonable players."""
    game = linden.load(name, **OPTIONS.get(name, {}))
    rng = random.Random(seed)
    player = linden.player(game, "mcts", seed=seed)
    positions = [game.start()]
    while not positions[-1].over:
        position = positions[-1]
        if position.to_move == CHANCE:
            outcomes = position.outcomes
            move = rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            move = player.choose(position, nodes=NODES).move
        positions.append(position.play(move))
    return positions


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name in linden.games():
        positions = played(name, seed=7)
        decisions = [it for it in positions if it.to_move not in (None, CHANCE)]
        middle = decisions[len(decisions) * 3 // 5]
        for part, position in (("middle", middle), ("end", positions[-1])):
            (HERE / f"{name}-{part}.svg").write_text(position.svg() + "\n", encoding="utf-8")
        print(f"{name}: {len(positions) - 1} moves, {positions[-1].scores}")


if __name__ == "__main__":
    main()
