"""Measuring chances: what computers tell in many games, and how those games went on.

A game begins with a few random moves, goes on softly for a while, so that all kinds of positions
come about, and is then played to its end by searches of equal strength. At some of its positions
every kind of player that the game's ladder has is asked, with little thought and with much, what
share of the win each seat has. What was told and who won are kept in a file, a line for each
answer.
"""

import json
import math
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from linden.core.game import Game
from linden.core.playing import playing
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.arena import stepped
from linden.players.chance import roll
from linden.players.choice import Choice
from linden.players.registry import player

MOST_RANDOM_MOVES = 4
SOFT_LEVEL = 3
"""Who plays between the random moves and the strong ones."""
WHOLE_GAMES = 0.35
"""Of the games, how many are played strongly from their random moves on."""
TAKEN, ASKED = 8, 2
"""Positions of a game that count: few, as those of one game end alike. At some of them players are
asked once more, with other amounts of thought."""
LONGEST_GAME = 2000


@dataclass(frozen=True)
class Told:
    """One answer, and what came of it."""

    game: int
    """The game it is from."""
    kind: str
    nodes: int
    progress: float
    seat: int
    """Who was to move."""
    shares: tuple[float, ...]
    result: tuple[float, ...]
    """The share of the win that each seat had in the end."""


@dataclass(frozen=True)
class Effort:
    """How much thought goes into measuring."""

    play: int
    """Nodes of each move that is played strongly."""
    least: int
    """Nodes of an answer lie between these two, the small ones as often as the large."""
    most: int

    @classmethod
    def usual(cls, game: Game) -> "Effort":
        """About as much as level 6 has for a move."""
        rungs = [rung for rung in playing(game).ladder if rung.kind == kinds(game)[-1]]
        return cls.around(min(rungs[len(rungs) // 2].nodes, 2000))

    @classmethod
    def around(cls, nodes: int) -> "Effort":
        """Moves by so many nodes; answers from very little up to twenty times that."""
        return cls(nodes, min(50, nodes), 20 * nodes)

    def some(self, rng: random.Random) -> int:
        """The nodes of an answer."""
        return round(math.exp(rng.uniform(math.log(self.least), math.log(self.most))))


def kinds(game: Game) -> list[str]:
    """The kinds of players that the ladder is made of, the strongest last."""
    return list(dict.fromkeys(rung.kind for rung in playing(game).ladder))


def measure(game: Game, number: int, effort: Effort) -> list[Told]:
    """Play one game, and ask on the way."""
    rng = random.Random(f"{game!r} {number}")
    position = beginning(game, rng)
    *weaker, strongest = kinds(game)
    sitting = [player(game, strongest, seed=rng.randrange(2**32)) for _ in range(game.players)]
    met: list[tuple[Position, Choice]] = []
    for _ in range(LONGEST_GAME):
        if position.over:
            break
        seat = position.to_move
        if seat == CHANCE or seat is None:
            position = position.play(roll(position, rng))
            continue
        choice = sitting[seat].choose(position, nodes=effort.play)
        met.append((position, choice))
        position = position.play(choice.move)
    result = tuple((gain + 1) / game.players for gain in position.returns)
    answers: list[tuple[Position, str, Choice]] = []
    for number_taken, (at, choice) in enumerate(rng.sample(met, min(TAKEN, len(met)))):
        answers.append((at, strongest, choice))
        again = [strongest] if number_taken < ASKED else []
        for kind in (*weaker, *again):
            asked = player(game, kind, seed=rng.randrange(2**32))
            answers.append((at, kind, asked.choose(at, nodes=effort.some(rng))))
    progress = playing(game).chances.progress
    return [
        Told(number, kind, choice.nodes, progress(at), at.turn, choice.win, result)
        for at, kind, choice in answers
        if not choice.proven
    ]


def beginning(game: Game, rng: random.Random) -> Position:
    """Where a game is played strongly from: some random moves from the start, or somewhere in a
    game that went on softly from there."""
    wild = rng.randint(0, MOST_RANDOM_MOVES)
    soft = player(game, level=SOFT_LEVEL, seed=rng.randrange(2**32))
    whole = rng.random() < WHOLE_GAMES
    position = stepped(game, wild, rng)
    met: list[Position] = []
    for _ in range(LONGEST_GAME):
        if position.over:
            break
        if position.to_move == CHANCE:
            position = position.play(roll(position, rng))
        else:
            met.append(position)
            if whole:
                break
            position = position.play(soft.choose(position).move)
    return rng.choice(met) if met else game.start()


def collect(
    game: Game, games: int, path: Path, effort: Effort, report: Callable[[int], None]
) -> list[Told]:
    """Measure as many games, those in the file counted in; ``report`` hears how many there are."""
    found = read(path)
    done = max((told.game for told in found), default=-1) + 1
    with path.open("a", encoding="utf-8") as file:
        if path.stat().st_size:
            file.write("\n")  # so that the next answer does not join a line that was cut off
        for number in range(done, games):
            fresh = measure(game, number, effort)
            file.writelines(json.dumps(asdict(told)) + "\n" for told in fresh)
            file.flush()
            found += fresh
            report(number + 1)
    return found


def read(path: Path) -> list[Told]:
    """What a file holds; a last line that was cut off is left out."""
    if not path.exists():
        return []
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        one["shares"], one["result"] = tuple(one["shares"]), tuple(one["result"])
        found.append(Told(**one))
    return found
