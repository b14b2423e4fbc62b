"""A game at the terminal: people on one keyboard, and the computer."""

import errno
import os
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.markup import escape
from rich.text import Text

from linden.cli.files import write_whole
from linden.cli.paint import console, held, say, show, wrapped
from linden.cli.speaking import phrase, why
from linden.core.catalogues import key
from linden.core.errors import IllegalMove
from linden.core.figures import Plate, figures_or_none, illustrated, pieces, plates
from linden.core.game import Game
from linden.core.language import after_colon, figure, language
from linden.core.match import Match
from linden.core.position import Position
from linden.core.record import Record
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.engine import Engine, EngineError
from linden.players.levels import LEVELS
from linden.players.registry import player

HELP = key(
    """\
Type a move to play it. Besides, there are
  moves   every legal move, with what it does      undo   take back your last move
  board   draw the board again                     rules  the rules of the game
  text    the position as one line                 save   save a copy: save my-game.linden
  hint    what the computer would play             quit   leave; the game is kept
  help    this list"""
)
SHORT = {"?": "moves", "m": "moves", "u": "undo", "b": "board", "h": "help", "q": "quit"}
INSTEAD = "level3"
"""Who plays on for a program that fails."""
KINDS = ("you", "random", "perfect", *(level.text for level in LEVELS))


class Leave(Exception):  # noqa: N818 - not an error: somebody gets up from the table
    """The person wants to stop; the game is kept in this file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


@dataclass
class Table:
    """One game being played, with its record on disk."""

    game: Game
    players: list[str]
    """What sits on each seat: ``you``, ``random``, a level of play or ``perfect``."""
    path: Path
    seed: str
    moves: list[str] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    looking: int | None = None
    """The seat whose hand is on the screen, where hands are hidden."""
    _programs: dict[int, Engine] = field(default_factory=dict)

    @classmethod
    def resume(cls, record: Record, path: Path) -> "Table":
        """Sit down again at a saved game."""
        players = [_kind(record.headers.get(seat, "you")) for seat in record.game.seats]
        seed = record.headers.get("Seed", "0")
        return cls(record.game, players, path, seed, list(record.moves), record.positions())

    def __post_init__(self) -> None:
        self.positions = self.positions or [self.game.start()]

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def record(self) -> Record:
        headers = dict(zip(self.game.seats, self.players, strict=True)) | {"Seed": self.seed}
        return Record(self.game, tuple(self.moves), headers)

    def save(self) -> None:
        write_whole(self.path, self.record().text)

    # -- playing

    def play(self) -> None:
        """Until the game is over, or somebody leaves."""
        self.save()
        self.show()
        try:
            self._play_on()
        finally:
            self.close()
        if self.game.facts.hidden:
            show(self.position)

    def _play_on(self) -> None:
        while not self.position.over:
            rng = random.Random(f"{self.seed} {len(self.moves)}")
            seat = self.position.to_move
            if seat == CHANCE:
                self.make(roll(self.position, rng), by=phrase("Chance"))
            elif seat is not None and self.players[seat] != "you":
                self.make(self.answer(seat, rng), by=self.name(seat))
            else:
                self.ask()

    def answer(self, seat: int, rng: random.Random) -> str:
        """What the computer on this seat plays. A program that fails gives up its seat."""
        seed = rng.randrange(2**32)
        computer = self._programs.get(seat) or player(self.game, self.players[seat], seed=seed)
        try:
            move = computer.choose(self.position.view(seat)).move
        except EngineError as error:
            computer.close()
            self._programs.pop(seat, None)
            self.players[seat] = INSTEAD
            say(
                str(error), "quiet"
            )  # what programs do wrong is told in English, as their words are
            say(
                phrase("{computer} plays on for {who}.", computer=INSTEAD, who=self.name(seat)),
                "error",
            )
            return self.answer(seat, rng)
        if isinstance(computer, Engine):
            self._programs[seat] = computer
        return move

    def close(self) -> None:
        """End the programs that sit here."""
        while self._programs:
            self._programs.popitem()[1].close()

    def name(self, seat: int) -> str:
        """What a seat is called on the screen."""
        return self.game.roles[seat]

    def make(self, text: str, by: str) -> None:
        """Play a move, keep it, and say what it did."""
        before = self.position
        after = before.play(text)
        written = self.game.notation.move_text(before.state, before.code(text))
        told = self.told(written, before)
        self.moves.append(written)
        self.positions.append(after)
        self.save()
        if told is not None:
            say(f"{by}: {told}")
        self.show()

    def told(self, written: str, before: Position) -> str | None:
        """A move and what it did, as whoever looks may read it; nothing of what chance did out of
        their sight."""
        viewer = self.viewer()
        if not self.game.facts.hidden or viewer is None:
            return f"{written}. {before.describe(written)}"
        read = self.game.notation.masked(written, before.turn, viewer)
        if before.to_move == CHANCE and read != written:
            return None
        return f"{read}. {before.view(viewer).describe(read)}"

    def viewer(self) -> int | None:
        """The seat whose eyes are on the screen: the person to move, or the last one."""
        people = [seat for seat, player in enumerate(self.players) if player == "you"]
        if not people:
            return 0
        return self.position.turn if self.position.turn in people else self.looking or people[0]

    def show(self) -> None:
        """Draw the board, for the one person who should see it now."""
        seat = self.position.to_move
        if seat == CHANCE or (
            seat is not None and self.players[seat] != "you" and "you" in self.players
        ):
            if not self.game.facts.hidden and seat != CHANCE:
                show(self.position)
            return
        viewer = self.viewer()
        if not self.game.facts.hidden or viewer is None:
            show(self.position)
            return
        if viewer != self.looking and self.players.count("you") > 1:
            console.clear()
            who = self.name(viewer)
            told = phrase("{who}'s turn. Press Enter when only {who} looks.", who=who)
            self.read(f"{told} ")
        self.looking = viewer
        show(self.position.view(viewer))

    # -- asking

    def read(self, prompt: str) -> str:
        try:
            return console.input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            raise Leave(self.path) from None

    def ask(self) -> None:
        """One line from the person whose turn it is."""
        seat = self.position.turn
        line = self.read(f"[seat{seat}]{escape(self.name(seat))}[/]> ")
        word, _, rest = line.partition(" ")
        command = SHORT.get(word.lower(), word.lower())
        if not line:
            say(phrase("Type a move, or help."), "quiet")
        elif command == "quit":
            raise Leave(self.path)
        elif command == "help":
            say(phrase(HELP))
        elif command == "moves":
            self.list_moves()
        elif command == "undo":
            self.undo()
        elif command == "hint":
            say(hint(self.position.view(seat), 1.0))
        elif command == "board":
            self.show()
        elif command == "text":
            say(self.position.view(seat).text)
        elif command == "rules":
            show_rules(self.game, language.get())
        elif command == "save":
            self.save_copy(rest)
        else:
            try:
                self.make(line, by=self.name(seat))
            except IllegalMove as error:
                say(f"{error} {phrase('Type moves to see what can be played.')}", "error")

    def list_moves(self) -> None:
        moves = self.position.moves
        if len(moves) > 30:
            say("  ".join(moves))
            return
        width = max(map(len, moves))
        for move in moves:
            say(f"  {move.ljust(width)}  {self.position.describe(move)}")

    def undo(self) -> None:
        """Back to the last decision of a person, but never past a die or a drawn tile."""
        for back in range(len(self.moves) - 1, -1, -1):
            seat = self.positions[back].to_move
            if seat == CHANCE:
                lies = phrase("A die or a draw lies before that; it cannot be taken back.")
                say(lies, "error")
                return
            if seat is not None and self.players[seat] == "you":
                taken = self.moves[back:]
                del self.moves[back:], self.positions[back + 1 :]
                self.save()
                say(phrase("Taken back: {moves}.", moves=", ".join(taken)))
                self.show()
                return
        say(phrase("There is nothing to take back."), "error")

    def save_copy(self, name: str) -> None:
        path = Path(name) if name else self.path
        try:
            path = expanded(path) if name else path
            write_whole(path, self.record().text)
        except OSError as error:
            told = phrase(
                "{file} cannot be written: {why}.", file=path, why=after_colon(why(error))
            )
            say(told, "error")
        else:
            say(phrase("Saved to {file}.", file=path))


def expanded(path: Path) -> Path:
    """A path with somebody's home put in; an ``OSError`` for what no file can be called."""
    try:
        if "\0" not in str(path):
            return path.expanduser()
    except RuntimeError:  # nobody has that name
        pass
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def hint(position: Position, seconds: float) -> str:
    """What the strongest player would do here, in a sentence or two; from a table, the truth."""
    from linden.cli.solving import exact_hint

    exact = exact_hint(position)
    if exact is not None:
        return exact
    seat = position.turn
    strongest = player(position.game, level=len(LEVELS), seed=1)
    choice = strongest.choose(position, seconds=seconds)
    sure = choice.win[seat] in (0.0, 0.5, 1.0)
    share = figure(f"{choice.win[seat]:.0%}")
    if not choice.proven:
        chances = phrase("{share} to win", share=share)
    elif sure:
        chances = phrase("{share} to win, for certain", share=share)
    else:
        chances = phrase("{share} to win, exactly", share=share)
    said = f"{choice.move} ({chances}). {position.describe(choice.move)}"
    if len(choice.line) < 2:
        return said
    return f"{said} {phrase('It expects {moves}.', moves=', '.join(choice.line))}"


def _kind(header: str) -> str:
    return header if header in KINDS else "you"


def show_rules(game: Game, language: str, pictures: bool = True) -> None:
    """The rules, with the figures that they name drawn where they belong."""
    from rich.markdown import Markdown

    own = figures_or_none(game)
    known = plates(game.name, own)
    for piece in pieces(illustrated(game.name, own, language)):
        if isinstance(piece, str):
            wrapped(Markdown(held(piece)))
            continue
        for name in piece if pictures else ():
            if name in known:
                show_figure(known[name])


def show_figure(plate: Plate) -> None:
    """A picture, and below it what there is to see."""
    show(plate.shown)
    sums = [f"{role}: {told}" for role, told in plate.sums]
    wrapped(Text(held("\n".join([plate.caption, *sums])), style="leaf"))
    console.print()


def following(path: Path, number: int) -> Path:
    """A file for a match's game of this number, beside the first one's; none that is there is
    written over."""
    while (free := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return free


def play_match(table: Table, ask_again: bool) -> None:
    """Play one game, then as many more as people like, with the match's totals."""
    match = Match(table.game.facts.match, table.game.players)
    people = list(table.players)
    names = list(table.game.roles)
    first = Table.resume(table.record(), table.path) if table.moves else table
    while True:
        first.play()
        match.add(first.position.scores, first.position.returns)
        if not ask_again:
            return
        totals = ", ".join(
            f"{name} ({kind}) {total:g}"
            for name, kind, total in zip(names, people, match.totals, strict=True)
        )
        say(
            phrase.counting(
                "After {n} game, as first seated: {totals}.",
                "After {n} games, as first seated: {totals}.",
                match.played,
                totals=totals,
            )
        )
        if match.over:
            return
        try:
            answer = first.read(f"{phrase('Another game? [Y/n]')} ").lower()
        except Leave:  # nothing is left unfinished
            return
        if answer not in ("", "y", "yes", *phrase("y, yes").split(", ")):
            return
        seating = match.seating()
        first = replace(
            first,
            players=[people[player] for player in seating],
            path=following(table.path, match.played + 1),
            seed=f"{table.seed}.{match.played}",
            moves=[],
            positions=[],
            looking=None,
        )
