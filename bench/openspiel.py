"""Level 8 against the searches of OpenSpiel, through the games that Linden registers there.

python bench/openspiel.py [--only GAME ...] [--games N] [--first N]
                          [--seconds S | --simulations N]
                          [--search library|compiled] [--cheat] [--json FILE]

Both have one core and as many seconds a move, or as many simulations. The games are Python to
OpenSpiel, so its C++ ``MCTSBot`` spends nearly all of its time in Python. ``--search compiled`` is
its fairer chance: its search in Python, whose playouts are Linden's compiled ones. Its C++ search
for hidden hands cannot ask a game in Python to deal them anew, so where something is hidden the one
in Python is met (IS-MCTS). ``--cheat`` has, in place of level 8, a search of Linden that sees all
hands: what luck leaves to the best.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import linden
from linden.core.playing import playing
from linden.envs import openspiel as ours
from linden.players.budget import Budget
from linden.players.chance import roll
from linden.players.mcts import TreeSearch

EXPLORATION = 1.4
ENDLESS = 10**9
MEMORY_MB = 500
MOST_MOVES = 2000
"""A game that lasts longer is a draw."""


class Limits(argparse.Namespace):
    """What each may spend on a move: one of them."""

    seconds: float | None
    simulations: int | None


# -- OpenSpiel's ---------------------------------------------------------------------------------


class CompiledPlayouts(mcts.Evaluator):  # type: ignore[misc]
    """An evaluator of OpenSpiel that plays out by Linden's compiled rules."""

    def __init__(self, seed: int) -> None:
        self._seed, self._number = seed, 0

    def evaluate(self, state: Any) -> Any:
        self._number += 1
        ends = linden.playouts(state.position, 1, self._seed, self._number, threads=1)
        return ends.returns[0]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class OutOfTimeError(Exception):
    """The seconds are over; what was found so far counts."""


class Clock:
    """Ends a search of the library, which counts simulations only, after some seconds."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._until, self.simulations = seconds, 0.0, 0

    def start(self) -> None:
        self._until = time.perf_counter() + (self._seconds or 0)

    def tick(self) -> None:
        self.simulations += 1
        if self._seconds is not None and time.perf_counter() > self._until:
            raise OutOfTimeError


class HandsSearch(ismcts.ISMCTSBot):  # type: ignore[misc]
    """IS-MCTS, with a clock."""

    def __init__(self, game: Any, clock: Clock, *arguments: Any, **more: Any) -> None:
        super().__init__(game, *arguments, **more)
        self._clock = clock

    def sample_root_state(self, state: Any) -> Any:
        if self._root_node.total_visits > 0:  # at least one
            self._clock.tick()
        return super().sample_root_state(state)

    def run_search(self, state: Any) -> Any:
        self._clock.start()
        try:
            return super().run_search(state)
        except OutOfTimeError:
            return self.get_final_policy(state, self._root_node)


class TimedSearch(mcts.MCTSBot):  # type: ignore[misc]
    """The library's search in Python for open games, with a clock."""

    def __init__(self, game: Any, clock: Clock, *arguments: Any, **more: Any) -> None:
        super().__init__(game, *arguments, **more)
        self._clock = clock

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self._root = root
        if root.children:  # there is something to choose from
            self._clock.tick()
        return super()._apply_tree_policy(root, state)

    def mcts_search(self, state: Any) -> Any:
        self._clock.start()
        try:
            return super().mcts_search(state)
        except OutOfTimeError:
            return self._root


def theirs(game: Any, limits: Limits, search: str, seed: int, clock: Clock) -> Any:
    """A bot of OpenSpiel for this game."""
    most = limits.simulations or ENDLESS
    rng = np.random.RandomState(seed)
    compiled = search == "compiled"
    evaluator = CompiledPlayouts(seed) if compiled else mcts.RandomRolloutEvaluator(1, rng)
    if game.game.facts.hidden:
        return HandsSearch(game, clock, evaluator, EXPLORATION, most, random_state=rng)
    if compiled:
        return TimedSearch(game, clock, EXPLORATION, most, evaluator, solve=True, random_state=rng)
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(1, seed),
        EXPLORATION,
        most,
        MEMORY_MB,
        True,
        seed,
        False,
        pyspiel.ChildSelectionPolicy.UCT,
        -1.0 if limits.seconds is None else limits.seconds,
    )


def answer(bot: Any, state: Any, clock: Clock) -> int:
    """What a bot plays. The ``step`` of the one in C++ lets go of the interpreter's lock and then
    copies the state, which is Python's; its search alone does the same and holds the lock. Without
    time for two simulations it knows no move, and any is taken."""
    if isinstance(bot, pyspiel.MCTSBot):
        root = bot.mcts_search(state)
        clock.simulations += root.explore_count
        best = root.best_child()
        return int(state.legal_actions()[0] if best is None else best.action)
    return int(bot.step(state))


# -- Linden's ------------------------------------------------------------------------------------


def level_8(game: linden.Game, limits: Limits, seed: int) -> Callable[[linden.Position], str]:
    player = linden.player(game, level=8, seed=seed)
    player.load()
    return lambda position: (
        player.choose(position, seconds=limits.seconds, nodes=limits.simulations).move
    )


def cheater(game: linden.Game, limits: Limits, seed: int) -> Callable[[linden.Position], str]:
    """The game's own tree search, shown all hands."""
    search = TreeSearch(game, seed, style=playing(game).style)
    search._determinizations = 0
    search._settings = search._settings._replace(hidden=False)
    search.load()

    def choose(position: linden.Position) -> str:
        assert position.to_move is not None
        budget = Budget(limits.seconds, limits.simulations)
        return search.think(position, position.to_move, budget).move

    return choose


# -- games ---------------------------------------------------------------------------------------


def meet(game: Any, limits: Limits, search: str, cheat: bool, number: int) -> tuple[float, float]:
    """Our share of the win of one game, and their simulations a move."""
    seat, clock = number % 2, Clock(limits.seconds)
    us = (cheater if cheat else level_8)(game.game, limits, number)
    them = theirs(game, limits, search, number, clock)
    dice = random.Random(number)
    state = game.new_initial_state()
    asked = 0
    for _ in range(MOST_MOVES):
        if state.is_terminal():
            break
        position = state.position
        if state.is_chance_node():
            state.apply_action(position.codes[roll(position, dice)])
        elif state.current_player() == seat:
            state.apply_action(position.action(us(position)))
        else:
            asked += 1
            state.apply_action(answer(them, state, clock))
    return (state.returns()[seat] + 1) / 2, clock.simulations / max(asked, 1)


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's, at 95%."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games)
    half *= (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return middle - half, middle + half


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--only", nargs="*", default=["linage", "linear", "linja", "linos", "linx"])
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--first", type=int, default=0, help="to play a match in several parts")
    reader.add_argument("--seconds", type=float)
    reader.add_argument("--simulations", type=int)
    reader.add_argument("--search", choices=("library", "compiled"), default="library")
    reader.add_argument("--cheat", action="store_true")
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    limits = Limits(seconds=asked.seconds, simulations=asked.simulations)
    if limits.seconds is None and limits.simulations is None:
        limits.seconds = 0.1
    if hasattr(os, "sched_setaffinity"):  # both search on one core
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours.register()
    rows = []
    for name in asked.only:
        options = {"komi": "4.5"} if name == "linage" else {}
        game = pyspiel.load_game(f"linden_{name}", options)
        won, simulations, began = 0.0, [], time.perf_counter()
        for played in range(1, asked.games + 1):
            number = asked.first + played - 1
            share, each = meet(game, limits, asked.search, asked.cheat, number)
            won += share
            simulations.append(each)
            if played % 10 == 0 or played == asked.games:
                low, high = interval(won, played)
                print(
                    f"{name:8} {played:4} games  {won / played:6.1%}"
                    f"  ({low:.1%} to {high:.1%})  {np.mean(simulations):8.0f} simulations"
                    f"  {time.perf_counter() - began:6.0f} s",
                    flush=True,
                )
        row = {"game": name, "games": asked.games, "share": won / asked.games,
               "interval": interval(won, asked.games), "simulations": float(np.mean(simulations)),
               "limits": vars(limits), "search": asked.search, "cheat": asked.cheat}  # fmt: skip
        rows.append(row)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
