"""How fast OpenSpiel's C++ makes random moves in the games nearest to ours.

An ``MCTSBot`` with one simulation and a ``RandomRolloutEvaluator`` of some thousand rollouts does
nothing but play random games in C++; their mean length is counted apart.
"""

import time
from functools import cache

KIN = {
    "linear": "othello",
    "linage": "go(board_size=9)",
    "linja": "connect_four",
    "linx": "connect_four",
    "linos": "connect_four",
}


@cache
def rollout_rate(name: str, seconds: float = 2.0) -> float:
    """Moves per second of C++ rollouts of the game ``name``."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.RandomState(1)
    lengths = []
    for _ in range(60):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            length += 1
        lengths.append(length)
    rollouts, spent = 200, 0.0
    while spent < seconds / 2:
        rollouts *= 2
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        spent = time.perf_counter() - began
    return float(rollouts * np.mean(lengths) / spent)
