"""``linden engine``: a player of Linden behind a text protocol, for programs that know no Python.

One line is one command; ``docs/engines.md`` lists them. What cannot be understood is answered with
``info string`` and a sentence, and changes nothing.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any

import linden
from linden.core.game import Game
from linden.core.registry import blame, cause
from linden.players.budget import Cancelled
from linden.players.engine import EngineError
from linden.players.player import Player
from linden.players.registry import player

USUAL_SECONDS = 1.0
QUICK_NODES = 50
"""What is thought of after ``stop``."""


class EngineServer:
    """Answers one program; ``say`` takes each line of the answers."""

    def __init__(self, game: Game, who: str, say: Callable[[str], None]) -> None:
        self._who = who
        self._write = say
        self._speaking = threading.Lock()
        self._cancel = threading.Event()
        self._search: threading.Thread | None = None
        self._answered = False
        """Whether the last search has said its move."""
        self._set(game)

    def _set(self, game: Game) -> None:
        made = player(game, self._who)  # before anything changes: it may not play this game
        self._stop(answer=False)
        self.game = game
        self.position = game.start()
        self._player: Player = made

    def _say(self, line: str) -> None:
        with self._speaking:
            self._write(line)

    def serve(self, lines: Iterable[str]) -> None:
        """Answer every line, until ``quit`` or the end of input."""
        try:
            for line in lines:
                command, _, rest = line.strip().partition(" ")
                if command == "quit":
                    break
                if command:
                    self._answer(command, rest.strip())
        finally:
            self._stop(answer=False)

    def _answer(self, command: str, rest: str) -> None:
        known: dict[str, Callable[[str], None]] = {
            "ugi": self._greet,
            "isready": lambda rest: self._say("readyok"),
            "uginewgame": lambda rest: self._new(),
            "setoption": self._option,
            "position": self._place,
            "go": self._go,
            "stop": lambda rest: self._stop(answer=True),
            "query": self._query,
            "moves": lambda rest: self._say(f"moves {', '.join(self.position.moves)}"),
        }
        if command not in known:
            self._say(f"info string There is no command {command[:40]!r}: {', '.join(known)}.")
            return
        try:
            known[command](rest)
        except Exception as error:
            self._complain(error)

    def _complain(self, error: Exception) -> None:
        """Say what went wrong, in a line; whoever is at the other end goes on."""
        sentence = isinstance(error, ValueError | EngineError)
        told = str(error) if sentence else blame(error) or cause(error)
        self._say(f"info string {' '.join(told.split())}")

    def _greet(self, rest: str) -> None:
        self._say(f"id name Linden {linden.__version__} {self._who}")
        self._say("id author the authors of Linden")
        self._say(f"option name game type combo default {self.game.name}")
        for option in self.game.facts.options:
            self._say(f"option name {option.name} type string default {option.default}")
        self._say("ugiok")

    def _new(self) -> None:
        self._stop(answer=False)
        self.position = self.game.start()

    def _option(self, rest: str) -> None:
        words = rest.split()
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise ValueError("Options are set with: setoption name NAME value VALUE.")
        name, value = words[1], " ".join(words[3:])
        if name == "game":
            self._set(linden.load(value))
        else:
            self._set(linden.load(self.game.name, **{**self.game.options, name: value}))

    def _place(self, rest: str) -> None:
        placed = self.game.start() if rest == "startpos" else self.game.parse(rest)
        self._stop(answer=False)
        self.position = placed

    def _query(self, rest: str) -> None:
        answers: dict[str, Any] = {
            "gameover": str(self.position.over).lower(),
            "turn": self.position.turn,
            "result": " ".join(f"{gain:g}" for gain in self.position.returns),
        }
        if rest not in answers:
            raise ValueError(f"One can query {', '.join(answers)}.")
        self._say(f"response {answers[rest]}")

    # -- searching

    def _go(self, rest: str) -> None:
        seconds, nodes = limits(rest)
        if self.position.over or self.position.to_move == linden.CHANCE:
            raise ValueError("Nobody chooses here: the game is over, or chance acts.")
        self._stop(answer=False)
        self._answered = False
        self._cancel = threading.Event()
        self._search = threading.Thread(target=self._think, args=(seconds, nodes, self._cancel))
        self._search.start()

    def _think(self, seconds: float | None, nodes: int | None, cancel: threading.Event) -> None:
        try:
            choice = self._player.choose(self.position, seconds=seconds, nodes=nodes, cancel=cancel)
        except Cancelled:
            return
        except Exception as error:  # of whatever plays here, and nobody waits for this thread
            self._complain(error)
            return
        self._answered = True
        seat = self.position.turn
        self._say(
            f"info nodes {choice.nodes} score {choice.win[seat]:.3f} pv {', '.join(choice.line)}"
        )
        self._say(f"bestmove {choice.move}")

    def _stop(self, answer: bool) -> None:
        """End the search; whoever waits for its answer gets a quick one."""
        search, self._search = self._search, None
        if search is None:
            return
        self._cancel.set()
        search.join()
        if answer and not self._answered:
            choice = self._player.choose(self.position, nodes=QUICK_NODES)
            self._say(f"bestmove {choice.move}")


def limits(text: str) -> tuple[float | None, int | None]:
    """Seconds and nodes of ``movetime 500 nodes 1000``; a second where nothing is said."""
    words = text.split()
    found: dict[str, int] = {}
    try:
        for name, value in zip(words[::2], words[1::2], strict=True):
            found[name] = int(value)
    except ValueError:
        raise ValueError("Go takes movetime MILLISECONDS, nodes NUMBER, or both.") from None
    if set(found) - {"movetime", "nodes"} or any(value < 1 for value in found.values()):
        raise ValueError("Go takes movetime MILLISECONDS, nodes NUMBER, or both.")
    seconds = found["movetime"] / 1000 if "movetime" in found else None
    return (seconds if found else USUAL_SECONDS), found.get("nodes")
