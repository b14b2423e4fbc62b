"""One game of an experiment, from its number alone: who sits where, its luck, its course.

Game *n* of a seed is the same game on any machine and in any order. Games of one deal share their
luck: the *k*-th roll of each takes the same random number, in other variants too, so that luck
cancels where results are compared.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from linden.core.measuring import Chances, Course
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.lab.experiment import NOBODY, PLAYERS, Experiment, Variant
from linden.lab.kernels import LONGEST_GAME, note_game, play_games
from linden.players.chance import roll
from linden.players.choice import Choice
from linden.players.player import Player
from linden.players.registry import player

UNSEARCHED = ("random", "engine")
"""Players whose word about a position is not asked for."""


def seating(experiment: Experiment, variant: Variant, number: int) -> list[int]:
    """For each seat of a game, which player of the line-up takes it."""
    players = len(variant.lineup)
    rotation = number % experiment.rotations(variant)
    return [(seat + rotation) % players for seat in range(players)]


def play_game(experiment: Experiment, variant: Variant, number: int) -> Course:
    """Game ``number`` as its players play it."""
    game, seed = variant.game, experiment.seed
    deal = number // experiment.deal_size(variant)
    luck = random.Random(f"luck {seed} {deal}")
    wild = random.Random(f"opening {seed} {deal}")
    minds = random.Random(f"players {seed} {number}")
    taken = seating(experiment, variant, number)
    sitting = [player(game, variant.lineup[it], seed=minds.randrange(2**32)) for it in taken]
    judge = None
    if experiment.judge not in (PLAYERS, NOBODY):
        judge = player(game, experiment.judge, seed=minds.randrange(2**32))
    positions, moves = [game.start()], list[str]()
    chances: list[Chances | None] = []
    openings = experiment.opening
    try:
        while not positions[-1].over and len(moves) < LONGEST_GAME:
            position, told = positions[-1], None
            seat = position.to_move
            if seat == CHANCE or seat is None:
                move = roll(position, luck)
            elif openings > 0:
                openings -= 1
                move = wild.choice(position.moves)
            else:
                choice = asked(sitting[seat], position)
                move, told = choice.move, choice.win
                if experiment.handicap and taken[seat] == experiment.handicapped:
                    move = restricted(choice, position.moves, experiment.handicap, minds)
                if judge is not None:
                    told = asked(judge, position).win
                elif experiment.judge == NOBODY or _kind(variant.lineup[taken[seat]]) in UNSEARCHED:
                    told = None
            moves.append(move)
            chances.append(told)
            positions.append(position.play(move))
    finally:
        for one in sitting:
            one.close()
    return Course(tuple(positions), tuple(moves), tuple(chances))


def _kind(text: str) -> str:
    return text.partition(":")[0]


def asked(who: Player, position: Position) -> Choice:
    """A choice by nodes alone: a clock would make games that nobody can repeat."""
    _, nodes = who.budget
    return who.choose(position, nodes=nodes or 1)


def restricted(choice: Choice, moves: Sequence[str], share: float, rng: random.Random) -> str:
    """The best move that is left when this share of them is forbidden (restricted play: Jaffe,
    Miller, Andersen, Liu, Karlin and Popović 2012)."""
    forbidden = set(rng.sample(list(moves), int(share * len(moves))))
    for candidate in choice.candidates:
        if candidate.move not in forbidden:
            return candidate.move
    return rng.choice([move for move in moves if move not in forbidden])


# -- random games, compiled ----------------------------------------------------------------------


def _room(variant: Variant) -> tuple[Any, Any]:
    states = np.zeros(2, variant.game.state_type)
    states[0] = variant.game.start().state
    return states, np.zeros(1, np.uint64)


def random_games(
    experiment: Experiment, variant: Variant, first: int, count: int
) -> tuple[Any, Any]:
    """What came of random games: their counts, and their scores and returns."""
    states, rng = _room(variant)
    counts = np.zeros((count, 4), np.int64)
    rows = np.zeros((count, 2 * variant.game.players))
    size = np.int64(experiment.deal_size(variant))
    play_games(states, rng, np.uint64(experiment.seed), np.int64(first), size, counts, rows)
    return counts, rows


def random_course(experiment: Experiment, variant: Variant, number: int) -> Course:
    """The same game move by move."""
    states, rng = _room(variant)
    codes = np.zeros(LONGEST_GAME, np.int32)
    size = np.int64(experiment.deal_size(variant))
    n = note_game(states, rng, np.uint64(experiment.seed), np.int64(number), size, codes)
    positions, moves = [variant.game.start()], []
    for code in codes[:n].tolist():
        moves.append(variant.game.notation.move_text(positions[-1]._state[0], code))
        positions.append(positions[-1].play_code(code))
    return Course(tuple(positions), tuple(moves), (None,) * len(moves))


@lru_cache(maxsize=8)
def read_experiment(text: str) -> Experiment:
    """The experiment of a text, once a process: its games keep what is compiled for them."""
    return Experiment.from_text(text)
