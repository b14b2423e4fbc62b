"""A game written down: a text that people can read, and JSON; both replay exactly.

    Linden record 1
    Game: linja
    Options: meddle=true
    Red: Ada
    Black: level 3
    Result: 39 - 46

      1. Red    3-4, 1-4
      2. Black  6-5, 8-6

Everything before the empty line is a header; headers Linden does not know are kept. A turn's
moves are separated by commas, outcomes of chance among them. ``Position`` gives a starting
position other than the game's own.
"""

import json
import logging
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from linden.core.catalogues import quoted, sentences
from linden.core.errors import GameError, IllegalMove, NotationError, OptionError
from linden.core.game import Game, games, load
from linden.core.options import write
from linden.core.position import Position

log = logging.getLogger(__name__)
say = sentences(__file__)

FIRST_LINE = "Linden record 1"
OWN_HEADERS = ("Game", "Options", "Position", "Result")


def replay(game: Game, moves: Iterable[str], start: Position | None = None) -> Position:
    """The position after these moves from the game's start, or from ``start``."""
    position = game.start() if start is None else start
    for number, move in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMove as error:
            told = say("Move {number}: {error}", number=number, error=error)
            raise IllegalMove(told) from None
    return position


@dataclass(frozen=True)
class Record:
    """A game and its moves so far; ``headers`` hold names, dates and whatever else people note."""

    game: Game
    moves: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    position: str | None = None
    """The starting position's text, if it is not the game's own start."""

    def start(self) -> Position:
        """Where the moves begin."""
        return self.game.start() if self.position is None else self.game.parse(self.position)

    def end(self) -> Position:
        """Where the moves lead."""
        return replay(self.game, self.moves, self.start())

    def positions(self) -> list[Position]:
        """Every position from the start to the end."""
        found = [self.start()]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found

    def view(self, seat: int) -> "Record":
        """The record as ``seat`` may read it; it begins in a view, and replays in views."""
        if not self.game.facts.hidden:
            return self
        seen = tuple(
            self.game.notation.masked(move, before.turn, seat)
            for move, before in zip(self.moves, self.positions(), strict=False)
        )
        start = self.start().view(seat)
        return Record(self.game, seen, dict(self.headers), start.text)

    def turns(self) -> list[tuple[int, list[str]]]:
        """The moves grouped into turns: whose turn, and its moves."""
        grouped: list[tuple[int, list[str]]] = []
        for move, before in zip(self.moves, self.positions(), strict=False):
            opens = self.game.notation.opens_turn
            if not grouped or grouped[-1][0] != before.turn or opens(before.state):
                grouped.append((before.turn, []))
            grouped[-1][1].append(move)
        return grouped

    # -- text

    @property
    def text(self) -> str:
        """The record for people; ``Record.parse`` reads it."""
        end = self.end()
        options = " ".join(
            f"{name}={_quoted(write(value))}" for name, value in self.game.changed_options.items()
        )
        known = {
            "Game": self.game.name,
            "Options": options or None,
            "Position": self.position,
            **{_one_line(name): _one_line(value) for name, value in self.headers.items()},
            "Result": result_text(end) if end.over else "unfinished",
        }
        lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in known.items() if value), ""]
        turns = self.turns()
        widest = max((len(name) for name in self.game.seats), default=0)
        digits = len(str(len(turns)))
        for number, (seat, moves) in enumerate(turns, 1):
            name = self.game.seats[seat].ljust(widest)
            lines.append(f"{number:>{digits}}. {name}  {', '.join(moves)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, line: int = 1) -> "Record":
        """Read what ``text`` printed; every move is checked. What is wrong is told with the line
        it stands in, counted from ``line`` on."""
        lines = Lines(text, line)
        if lines.next_text() != FIRST_LINE:
            raise lines.error(say("A record begins with the line {line}.", line=quoted(FIRST_LINE)))
        headers: dict[str, str] = {}
        places: dict[str, int] = {}
        while text := lines.next_text():
            name, colon, value = text.partition(":")
            if not colon:
                raise lines.error(
                    say(
                        "A header looks like {header}, not {text}.",
                        header=quoted("Game: NAME"),
                        text=shown(text),
                    )
                )
            headers[name.strip()] = value.strip()
            places[name.strip()] = lines.number
        if "Game" not in headers:
            raise lines.error(
                say(
                    "The record does not say which game it is ({header}).",
                    header=quoted("Game: NAME"),
                )
            )
        try:
            game = load(headers["Game"], **_read_options(headers.get("Options", "")))
        except OptionError as error:
            named = "Options" if headers["Game"] in games() and "Options" in places else "Game"
            sentence = say("The record's game cannot be set up: {error}", error=error)
            raise lines.error(sentence, places[named]) from None
        moves: list[str] = []
        for _ in lines:
            found = re.fullmatch(r"\d+\.\s+(?P<rest>.+)", lines.text)
            if not found:
                raise lines.error(
                    say(
                        "A turn looks like {turn}, not {text}.",
                        turn=quoted("1. Red  3-4, pass"),
                        text=shown(lines.text),
                    )
                )
            for move in _without_name(found["rest"], game).split(","):
                moves.append(move.strip())
                places[f"move {len(moves)}"] = lines.number
        own = {name: value for name, value in headers.items() if name not in OWN_HEADERS}
        read = cls(game, tuple(moves), own, headers.get("Position"))
        try:
            return read._checked(headers.get("Result"))
        except Misplaced as error:
            raise lines.error(str(error), places[error.where]) from None

    # -- JSON

    @property
    def json(self) -> str:
        """The record for programs; ``Record.parse_json`` reads it."""
        end = self.end()
        content = {
            "linden": 1,
            "game": self.game.name,
            "options": self.game.options,
            "headers": self.headers,
            "position": self.position,
            "moves": list(self.moves),
            "over": end.over,
            "scores": list(end.scores),
            "returns": list(end.returns),
        }
        return json.dumps(content, ensure_ascii=False, indent=1)

    @classmethod
    def parse_json(cls, text: str) -> "Record":
        """Read what ``json`` printed; every move is checked."""
        try:
            content = json.loads(text)
        except json.JSONDecodeError as error:
            told = say(
                "This is not JSON: it cannot be read from line {line}, column {column} on.",
                line=error.lineno,
                column=error.colno,
            )
            raise NotationError(told) from None
        except (ValueError, RecursionError):  # digits without end, brackets without end
            raise NotationError(say("This is not JSON that anybody has written.")) from None
        if not isinstance(content, dict) or content.get("linden") != 1:
            raise NotationError(say('A JSON record is an object with "linden": 1.'))
        name, options = content.get("game"), content.get("options", {})
        moves, headers = content.get("moves", []), content.get("headers", {})
        position = content.get("position")
        shaped = (
            isinstance(name, str)
            and isinstance(options, dict)
            and isinstance(headers, dict)
            and all(isinstance(value, str) for value in headers.values())
            and isinstance(moves, list)
            and all(isinstance(move, str) for move in moves)
            and isinstance(position, str | None)
        )
        if not shaped:
            raise NotationError(
                say("A JSON record has game, options, headers, position and moves.")
            )
        try:
            game = load(str(name), **options)
        except OptionError as error:
            told = say("The record's game cannot be set up: {error}", error=error)
            raise NotationError(told) from None
        return cls(game, tuple(moves), headers, position)._checked(None)

    def _checked(self, result: str | None) -> "Record":
        """This record with its moves in canonical notation; ``NotationError`` if one is illegal."""
        canonical: list[str] = []
        try:
            position = self.start()
        except NotationError as error:
            raise Misplaced(str(error), "Position") from None
        try:
            for move in self.moves:
                code = position.code(move)
                canonical.append(self.game.notation.move_text(position.state, code))
                position = position.play_code(code)
        except IllegalMove as error:
            number = len(canonical) + 1
            told = say("Move {number} of the record: {error}", number=number, error=error)
            raise Misplaced(told, f"move {number}") from None
        if result not in (None, "unfinished") and position.over and result != result_text(position):
            sentence = say(
                "The record says {result}, but its moves end {true}.",
                result=quoted(result),
                true=quoted(result_text(position)),
            )
            raise Misplaced(sentence, "Result")
        return Record(self.game, tuple(canonical), self.headers, self.position)


class Misplaced(NotationError):  # noqa: N818 - what is so, not what went wrong
    """What cannot be, and where in a record: the name of a header, or ``move 7``."""

    def __init__(self, sentence: str, where: str) -> None:
        super().__init__(sentence)
        self.where = where


class Lines:
    """The lines of a text, one after the other, with their numbers."""

    def __init__(self, text: str, first: int) -> None:
        self._rest = iter(enumerate(map(str.strip, text.replace("\r\n", "\n").split("\n")), first))
        self.number, self.text = first, ""

    def next_text(self) -> str:
        """The next line, empty after the last."""
        self.number, self.text = next(self._rest, (self.number, ""))
        return self.text

    def __iter__(self) -> Iterator[str]:
        """Those that are left, but for empty ones."""
        for number, text in self._rest:
            self.number, self.text = number, text
            if text:
                yield text

    def error(self, sentence: str, number: int | None = None) -> NotationError:
        told = say("Line {number}: {error}", number=number or self.number, error=sentence)
        return NotationError(told)


def shown(text: str) -> str:
    """Something that somebody wrote, short enough for a sentence."""
    return quoted(text if len(text) <= 60 else text[:57] + "...")


def split(text: str) -> list[tuple[int, str]]:
    """The records that stand in one text one after the other, each with the number of its first
    line. Where none begins as it should, the text is one that cannot be read.

    >>> [line for line, _ in split("Linden record 1\\nGame: linja\\n\\nLinden record 1\\n")]
    [1, 4]
    """
    lines = text.replace("\r\n", "\n").split("\n")
    begin = [number for number, line in enumerate(lines) if line.strip() == FIRST_LINE]
    before = [line for line in lines[: begin[0] if begin else None] if line.strip()]
    if before or not begin:
        begin = [next((number for number, line in enumerate(lines) if line.strip()), 0), *begin]
    ends = [*begin[1:], len(lines)]
    return [
        (start + 1, "\n".join(lines[start:end])) for start, end in zip(begin, ends, strict=True)
    ]


EXAMPLE_MOVES = 400
"""An example of a game without a stored one is cut off here: some games can go on for ever."""


def example(game: Game) -> Record:
    """A game to look at: the one stored in its folder, or one of random moves where there is none
    that can be played."""
    try:
        stored = game.showcase
        found = None if stored is None else Record.parse(stored)
        if found is not None and found.game.name != game.name:
            raise NotationError(f"It is a game of {found.game.title}.")
    except (GameError, NotationError) as error:
        log.warning("The showcase of %s is left out: %s", game.title, error)
        found = None
    if found is not None:
        return found
    rng = random.Random(1)
    position, moves = game.start(), list[str]()
    while not position.over and len(moves) < EXAMPLE_MOVES:
        outcomes = position.outcomes or dict.fromkeys(position.moves, 1.0)
        moves += rng.choices(list(outcomes), list(outcomes.values()))
        position = position.play(moves[-1])
    return Record(game, tuple(moves))


def result_text(position: Position) -> str:
    """The scores of all seats, ``39 - 46``."""
    return " - ".join(str(score) for score in position.scores)


def _without_name(rest: str, game: Game) -> str:
    """A turn's moves without the seat's name before them."""
    name, _, moves = rest.partition(" ")
    return moves if name in game.seats else rest


def _one_line(value: str) -> str:
    """Without ends of lines, and without what a terminal would take for a command."""
    return " ".join("".join(one if one.isprintable() else " " for one in value).split())


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _read_options(text: str) -> dict[str, str]:
    # A name is looked for where a word begins only: from each of its letters on, a long word that
    # is no name would take as many times longer as it has letters.
    found = re.findall(r'(?<!\w)(\w+)=("[^"]*"|\S+)', text)
    return {name: value.strip('"') for name, value in found}
