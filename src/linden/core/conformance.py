"""What only playing shows: random games by the plain Python of the rules, every index checked.

Compiled rules check no index, so a list of moves longer than ``MOST_MOVES`` would be written over
something else. Here each array is exactly as long as was promised.
"""

import random
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.errors import GameError
from linden.core.game import Game
from linden.core.seats import CHANCE, OVER
from linden.core.types import StateRecord

MOST = 300
"""So many moves of a game are looked at; some games are long."""
LONGEST_GAME = 20_000
"""Moves after which a random game is taken for one without an end."""


class _BrokenError(Exception):
    """A sentence about what a rule did wrong."""


def faults(game: Game, seeds: Iterable[int] = range(3)) -> list[str]:
    """What goes wrong in random games, a sentence each; none for a game that keeps its word."""
    found: list[str] = []
    for seed in seeds:
        try:
            _walk(game, seed)
        except _BrokenError as error:
            if str(error) not in found:
                found.append(str(error))
    return found


def unending(game: Game, seed: int = 0) -> Iterator[str]:
    """A sentence about a random game that does not come to its end."""
    state, rng = game.start().state, np.array([seed], np.uint64)
    for _ in range(LONGEST_GAME):
        if kernel.mover(state) == OVER:
            return
        kernel.play(state, kernel.sample(state, rng))
    yield f"a random game has not ended after {LONGEST_GAME:,} moves"


def check_end(game: Game) -> None:
    """Raise ``GameError`` for a game that nobody could play to its end."""
    for sentence in unending(game):
        raise GameError(f"{game.title} has no end: {sentence}.")


def _walk(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = game.start().state
    outlooks: list[tuple[float, float]] = []
    for _ in range(MOST):
        seat = _seat(game, state)
        lead = _points(game, state, seat)
        _observations(game, state)
        _ask("key", state)
        if game.players == 2:
            outlooks.append(_outlook(state))
        if seat == OVER:
            _kept_outlooks(outlooks, lead)
            return
        moves = _moves(game, state)
        if seat == CHANCE:
            _chances(game, state, len(moves))
        else:
            _actions(game, state, moves)
        _samples(game, state, moves, rng.randrange(2**63))
        _ask("play", state, rng.choice(moves))


def _seat(game: Game, state: StateRecord) -> int:
    seat = int(_ask("mover", state))
    if seat not in (CHANCE, OVER) and seat not in range(game.players):
        raise _BrokenError(f"mover says {seat}; the seats are 0 to {game.players - 1}")
    if int(state.turn) not in range(game.players):
        raise _BrokenError(
            f"the state's turn is {state.turn}; the seats are 0 to {game.players - 1}"
        )
    return seat


def _moves(game: Game, state: StateRecord) -> list[int]:
    most, every = game.rules.MOST_MOVES, game.rules.MOVES
    out = np.full(every + 1, -1, np.int32)
    n = int(_ask("legal", state, out))
    if n > most:
        raise _BrokenError(f"legal finds {n} moves, but MOST_MOVES is {most}")
    if n < 1:
        raise _BrokenError("legal finds no move, though the game is not over")
    moves: list[int] = out[:n].tolist()
    if min(moves) < 0 or max(moves) >= every:
        wrong = min(moves) if min(moves) < 0 else max(moves)
        raise _BrokenError(
            f"legal writes the move {wrong}; moves go from 0 to MOVES - 1, {every - 1}"
        )
    if len(set(moves)) < n:
        raise _BrokenError("legal writes a move twice")
    if (out[most:] != -1).any():
        raise _BrokenError(f"legal writes beyond MOST_MOVES, {most}, in its list")
    return moves


def _chances(game: Game, state: StateRecord, n: int) -> None:
    if not game.facts.chance:
        raise _BrokenError("mover says CHANCE, but the game is declared without chance")
    shares = np.zeros(n, np.int64)
    _ask("weights", state, shares)
    if shares.min() < 1:
        raise _BrokenError(
            "weights gives an outcome no weight; those that cannot happen are not listed"
        )


def _points(game: Game, state: StateRecord, seat: int) -> float:
    """The lead of the first seat over the second."""
    points, gains, guess = (np.full(game.players, np.nan) for _ in range(3))
    _ask("scores", state, points)
    _ask("returns", state, gains)
    _ask("evaluate", state, guess)
    for verb, written in (("scores", points), ("returns", gains), ("evaluate", guess)):
        if not np.isfinite(written).all():
            raise _BrokenError(f"{verb} does not write a number for each of {game.players} seats")
    if seat != OVER and gains.any():
        raise _BrokenError("returns gives something before the game is over")
    if abs(gains.sum()) > 1e-9:
        raise _BrokenError(f"returns sum to {gains.sum():g}; what some win the others lose")
    if gains.any():
        _check_winners(gains)
    elif seat == OVER and not game.facts.draws(game.options):
        raise _BrokenError(
            "a game ends without a winner, though its GAME's draws says that none does"
        )
    return float(points[0] - points[1])


def _check_winners(gains: Any) -> None:
    """Shares of the win are made of returns, so by how much somebody has won is not told there."""
    winners = gains > 0
    share = (~winners).sum() / winners.sum()
    if np.abs(gains - np.where(winners, share, -1.0)).max() > 1e-9:
        found = ", ".join(f"{gain:g}" for gain in gains)
        due = "one has 1, the other -1" if len(gains) == 2 else "losers have -1, winners share that"
        raise _BrokenError(f"returns are {found} at the end; {due}, or all have 0")


def _outlook(state: StateRecord) -> tuple[float, float]:
    """The least and the most by which the first seat may lead in the end."""
    out = np.full(3, np.nan)
    _ask("outlook", state, out)
    settled, least, most = out.tolist()
    if not (np.isfinite(settled) and least <= most):
        raise _BrokenError(
            f"outlook writes {settled:g}, {least:g} and {most:g}; it is a lead, and the least and "
            "the most that may be added to it"
        )
    return settled + least, settled + most


def _kept_outlooks(outlooks: list[tuple[float, float]], lead: float) -> None:
    for ply, (least, most) in enumerate(outlooks):
        if not least <= lead <= most:
            raise _BrokenError(
                f"outlook says after {ply} moves that the first seat's lead in the end is from "
                f"{least:g} to {most:g}; it is {lead:g}"
            )


def _observations(game: Game, state: StateRecord) -> None:
    """All words that are declared are written, and hold no more than was declared."""
    seen = game.observation
    for seat in range(game.players):
        words = _words("observe", seen.words, state, seat)
        hidden = _words("reveal", seen.hidden_words, state, seat)
        if (words[: seen.flag_planes * seen.rows] >> seen.columns).any():
            raise _BrokenError(f"observe writes beyond the {seen.columns} columns of a plane")
        form = seen.form(np.float32, all_seats=True)
        rest = np.concatenate([words, hidden])[form.place]
        if (rest & ~form.bits).any():
            odd = int(form.place[np.flatnonzero(rest & ~form.bits)[0]])
            raise _BrokenError(f"observe writes more into word {odd} than its number can be")


def _words(verb: str, size: int, state: StateRecord, *arguments: Any) -> Any:
    """What a verb writes, whatever was there before: arrays are used again."""
    filled = []
    for before in (0, 0x5A5A5A5A):
        out = np.full(size, before, np.uint32)
        try:
            _ask(verb, state, *arguments, out)
        except _BrokenError as error:
            raise _BrokenError(f"{error}; there is room for {size} words") from error
        filled.append(out)
    if (filled[0] != filled[1]).any():
        odd = int(np.flatnonzero(filled[0] != filled[1])[0])
        raise _BrokenError(f"{verb} does not always write word {odd} of {size}")
    return filled[0]


def _actions(game: Game, state: StateRecord, moves: list[int]) -> None:
    """The mask has the legal moves and no others, and each action is one move."""
    numbers = [int(_ask("action_of", state, move)) for move in moves]
    mask = game.actions.mask(_words("mask", game.actions.words, state))
    if min(numbers) < 0 or max(numbers) >= len(mask):
        wrong = min(numbers) if min(numbers) < 0 else max(numbers)
        raise _BrokenError(f"action_of says {wrong}; actions go from 0 to {len(mask) - 1}")
    if sorted(numbers) != np.flatnonzero(mask).tolist():
        raise _BrokenError("mask and action_of do not agree on the legal actions")
    for move, number in zip(moves, numbers, strict=True):
        if int(_ask("move_of", state, number)) != move:
            raise _BrokenError(f"move_of does not lead from action {number} back to move {move}")


def _samples(game: Game, state: StateRecord, moves: list[int], seed: int) -> None:
    drawn = int(_ask("sample", state, np.array([seed], np.uint64)))
    if drawn not in moves:
        raise _BrokenError(f"sample draws the move {drawn}, which legal does not list")


def _ask(verb: str, state: StateRecord, *arguments: Any) -> Any:
    """The plain answer of a verb; what goes wrong in it is told with its line."""
    try:
        return getattr(kernel, verb)(state, *arguments)
    except GameError:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        raise _BrokenError(
            f"{verb} fails in {Path(place.filename).name}, line {place.lineno}: "
            f"{type(error).__name__}: {error}"
        ) from error
