"""The arena: players meet in pairs, and ratings say who is stronger.

Games come in pairs from the same opening with the seats changed, so that neither a lucky opening
nor the first move favours anybody. Every finished game is a line in a file; a run that was
stopped goes on where it was.
"""

import json
import math
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO

from linden.core.game import Game
from linden.core.options import write
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Budget
from linden.players.chance import roll
from linden.players.choice import Choice
from linden.players.engine import EngineError
from linden.players.mcts import TreeSearch
from linden.players.rating import Rating, Sprt, rate
from linden.players.registry import player

OPENING_MOVES = 4
OPENING_MOVES_AFTER_CHANCE = 2
"""Chance brings variety by itself, and games with chance can be short."""
OPENINGS_TRIED = 60
JUDGED_BY = 600
"""Simulations of the quick look at an opening."""
OPEN_LEAD = 0.12
LONGEST_GAME = 20_000
"""Moves and outcomes after which a game that does not end is a draw."""


Submit = Callable[..., "Future[float]"]
"""Has a function called with arguments, here or elsewhere."""


@dataclass(frozen=True)
class Meeting:
    """One game to be played: two entrants, a number, and who takes the even seats."""

    one: str
    two: str
    number: int

    @property
    def opening(self) -> int:
        """Games 0 and 1 share an opening, 2 and 3 the next."""
        return self.number // 2

    @property
    def swapped(self) -> bool:
        return self.number % 2 == 1

    @property
    def turned(self) -> "Meeting":
        """The same game, move by move, with the entrants named the other way round."""
        return Meeting(self.two, self.one, self.number ^ 1)


def play_meeting(
    game: Game, meeting: Meeting, seed: int, cancel: threading.Event | None = None
) -> float:
    """Play one game; the score of ``one``, from 0 to 1. Setting ``cancel`` ends it with
    ``Cancelled``."""
    entrants = [meeting.one, meeting.two]
    first = 1 if meeting.swapped else 0
    sides = [(first + seat) % 2 for seat in range(game.players)]
    chance = random.Random(f"{seed} {meeting.opening}")
    position = opened(game, chance)
    sitting = [player(game, entrants[side], seed=chance.randrange(2**32)) for side in sides]
    try:
        for _ in range(LONGEST_GAME):
            if position.over:
                break
            seat = position.to_move
            if seat == CHANCE or seat is None:
                position = position.play(roll(position, chance))
            else:
                Budget(cancel=cancel).raise_if_called_off()  # not everybody looks
                position = position.play(sitting[seat].choose(position, cancel=cancel).move)
    except EngineError:
        return float(sides[position.turn] == 1)  # a program that fails has lost the game
    finally:
        for one in sitting:
            one.close()
    share = [(gain + 1) / game.players for gain in position.returns]
    ours = sum(share[seat] for seat, side in enumerate(sides) if side == 0)
    seats = sides.count(0)
    # With more seats on one side than on the other, what counts is the mean per seat.
    mean, other = ours / seats, (1 - ours) / (game.players - seats)
    return mean / (mean + other)


def opened(game: Game, chance: random.Random) -> Position:
    """A position some random moves into the game that a quick look finds open.

    Without the look, many openings would be decided before the players meet; without the random
    moves, games without chance would repeat themselves.
    """
    moves = OPENING_MOVES_AFTER_CHANCE if game.facts.chance else OPENING_MOVES
    judge = TreeSearch(game, chance.randrange(2**32))
    best, best_lead = game.start(), math.inf
    for _ in range(OPENINGS_TRIED):
        position = stepped(game, moves, chance)
        if position.over:
            continue
        lead = lead_of(judge.choose(position, nodes=JUDGED_BY))
        if lead < best_lead:
            best, best_lead = position, lead
        if lead <= OPEN_LEAD:
            break
    return best


def lead_of(choice: Choice) -> float:
    """How much larger the largest share of the win is than an equal one."""
    return max(choice.win) - 1 / len(choice.win)


def stepped(game: Game, moves: int, chance: random.Random) -> Position:
    """The position after so many random moves of seats, with a seat to move again or over."""
    position = game.start()
    for _ in range(LONGEST_GAME):
        if position.over:
            break
        if position.to_move == CHANCE:
            position = position.play(roll(position, chance))
        elif moves > 0:
            position = position.play(chance.choice(position.moves))
            moves -= 1
        else:
            break
    return position


def check_entrant(game: Game, name: str) -> None:
    """A ``ValueError`` for a player that there is not, or that does not know when to stop."""
    if player(game, name).budget == (None, None):
        raise ValueError(
            f"{name} needs a budget for each move: write {name}:seconds=1 or {name}:nodes=5000."
        )


class Arena:
    """A tournament of all pairs, kept in a file as it goes."""

    def __init__(
        self,
        game: Game,
        names: list[str],
        games: int,
        path: Path,
        *,
        seed: int = 0,
        neighbours: bool = False,
        sprt: Sprt | None = None,
    ) -> None:
        if len(set(names)) < 2 or len(set(names)) != len(names):
            raise ValueError("An arena needs at least two different players.")
        for name in names:
            check_entrant(game, name)
        if games < 2:
            raise ValueError(f"Each pair plays at least 2 games, not {games}.")
        self.game = game
        self.games = games
        self.seed = seed
        self.sprt = sprt
        self.path = path
        together = zip(names[1:], names, strict=False) if neighbours else combinations(names, 2)
        self.pairs = [(one, two) for one, two in together]
        self.results: dict[Meeting, float] = {}
        self._read()

    @property
    def _head(self) -> dict[str, Any]:
        return {"game": self.game.name, "options": self.game.options, "seed": self.seed}

    def _read(self) -> None:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self._head) + "\n")
            return
        try:
            first, _, rest = self.path.read_text().partition("\n")
            found = json.loads(first)
            told = _difference({part: found[part] for part in self._head}, self._head)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{self.path} is no arena's file; choose another.") from None
        if told:
            raise ValueError(f"{self.path} holds an arena {told}; choose another file.")
        if rest and not rest.endswith("\n"):
            with self.path.open("a") as file:
                file.write("\n")  # so that the next result does not join a line that was cut off
        for line in rest.splitlines():
            result = _result(line)
            if result is None:
                continue  # the last line of a run that was killed, or none of an arena's
            meeting, score = result
            turned = meeting.turned
            if turned in self.results or (turned.one, turned.two) in self.pairs:
                meeting, score = turned, 1 - score
            self.results[meeting] = score

    def scores(self, one: str, two: str) -> list[float]:
        """The scores of ``one`` against ``two``, in the order of the games."""
        found = (
            (meeting.number, score)
            for meeting, score in self.results.items()
            if (meeting.one, meeting.two) == (one, two)
        )
        return [score for _, score in sorted(found)]

    def waiting(self) -> Iterator[Meeting]:
        """The games still to be played, the pairs in turn."""
        for number in range(self.games):
            for one, two in self.pairs:
                meeting = Meeting(one, two, number)
                if meeting not in self.results and not self.decided(one, two):
                    yield meeting

    def decided(self, one: str, two: str) -> bool:
        """Whether the sequential test has its answer, after a full pair of games."""
        scores = self.scores(one, two)
        even = scores[: len(scores) // 2 * 2]
        return self.sprt is not None and self.sprt.verdict(even) is not None

    def run(
        self,
        workers: int,
        report: Callable[[Meeting, float], None],
        submit: Submit | None = None,
    ) -> None:
        """Play what is waiting, on threads or wherever ``submit`` plays it; ``report`` hears of
        each game as it ends. What interrupts it ends the games on threads."""
        cancel = threading.Event()
        with ThreadPoolExecutor(workers) as pool, self.path.open("a") as file:
            give = submit or partial(_here, pool, cancel)
            playing: dict[Future[float], Meeting] = {}
            try:
                for meeting in self.waiting():
                    playing[give(play_meeting, self.game, meeting, self.seed)] = meeting
                    if len(playing) >= workers:
                        done = next(as_completed(playing))
                        self._note(playing.pop(done), done.result(), file, report)
                for done in as_completed(list(playing)):
                    self._note(playing.pop(done), done.result(), file, report)
            except BaseException:
                cancel.set()
                raise

    def _note(
        self, meeting: Meeting, score: float, file: TextIO, report: Callable[[Meeting, float], None]
    ) -> None:
        self.results[meeting] = score
        line = json.dumps([meeting.one, meeting.two, meeting.number, score])
        file.write(line + "\n")
        file.flush()
        report(meeting, score)

    def ratings(self) -> list[Rating]:
        """The ratings so far; the weakest entrant that is ``random`` stands at 0."""
        results = [(meeting.one, meeting.two, score) for meeting, score in self.results.items()]
        names = {name for one, two, _ in results for name in (one, two)}
        return rate(results, anchor="random" if "random" in names else None)


def _here(
    pool: ThreadPoolExecutor, cancel: threading.Event, play: Callable[..., float], *given: Any
) -> "Future[float]":
    """Have a game played on a thread, where it can be called off."""
    return pool.submit(play, *given, cancel)


def _result(line: str) -> tuple[Meeting, float] | None:
    """What a line of an arena's file holds; ``None`` for anything else."""
    try:
        one, two, number, score = json.loads(line)
        sound = isinstance(one, str) and isinstance(two, str) and isinstance(number, int)
        return (Meeting(one, two, number), score) if sound and 0 <= score <= 1 else None
    except (ValueError, TypeError):
        return None


def _difference(there: dict[str, Any], wanted: dict[str, Any]) -> str:
    """How the arena that a file holds differs from the one that is asked for, in words."""
    if there["game"] != wanted["game"]:
        return f"of {there['game']}, not of {wanted['game']}"
    if there["options"] != wanted["options"]:
        names = [
            name
            for name in wanted["options"]
            if there["options"].get(name) != wanted["options"][name]
        ]
        return f"with {_options(there, names)}, not with {_options(wanted, names)}"
    if there["seed"] != wanted["seed"]:
        return f"of seed {there['seed']}, not of {wanted['seed']}"
    return ""


def _options(head: dict[str, Any], names: list[str]) -> str:
    return " ".join(f"{name}={write(head['options'].get(name))}" for name in names)
