"""An experiment: which variants of a game are played, by whom, how often, from which seed.

It is read from a small TOML file or made from flags, and checked before anything is played. What is
wrong is one sentence that names the line and what is allowed::

    game = "linos"
    players = "level4"      # or one for each seat; a list of such lists plays each of them
    games = 2000            # at most, for each variant
    precision = 0.01        # stop where each share of the wins is known to 1%

    [options]
    pot = [21, 25, 31]      # a list is varied
    basket = "3x3"
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import product
from shlex import quote
from typing import Any

from linden.core.errors import GameError, OptionError
from linden.core.game import Game, declaration, games, load
from linden.core.options import shown, write
from linden.players.budget import Budget
from linden.players.registry import objection, parse

MOST_VARIANTS = 1000
MOST_GAMES = 10**12
"""Of a variant: more are a slip of the finger, and nobody's computer."""
PLAYERS, NOBODY = "players", "none"
"""Who judges positions: the players themselves, or nobody; else a player by its text."""


class ExperimentError(ValueError):
    """What is wrong with an experiment, in a sentence; ``key`` says where."""

    def __init__(self, sentence: str, key: str = "") -> None:
        super().__init__(sentence)
        self.key = key


@dataclass(frozen=True)
class Variant:
    """One cell of the grid: a game with all its options, and who sits where."""

    number: int
    game: Game
    lineup: tuple[str, ...]
    """A player's text for each seat."""
    label: str
    """How it differs from the other variants of its experiment."""


@dataclass(frozen=True)
class Experiment:
    """What is to be played. Two experiments that are equal give the same rows."""

    game: str
    options: dict[str, list[Any]] = field(default_factory=dict)
    """The values of each option that is not the default; several are varied."""
    players: list[list[str]] = field(default_factory=lambda: [["random"]])
    """Line-ups: a player's text for each seat, or one text for all seats."""
    games: int = 1000
    """For each variant; with a precision, at most."""
    precision: float | None = None
    """Play on until every seat's share of the wins, and every player's where they change seats, is
    known this closely, up or down."""
    seed: int = 0
    rotate: bool | None = None
    """Whether the players change seats from game to game, each deal played from all of them; by
    default they do where they differ."""
    replays: int = 1
    """How often each deal is played with the same luck and other thoughts: 2 measures luck."""
    opening: int = 0
    """Random moves before the players begin."""
    judge: str = PLAYERS
    """Who tells the chances on the way, for drama and the like."""
    detail: int = 200
    """Of random games, how many are looked at move by move; those of players are all."""
    handicap: float = 0.0
    """The share of its moves that are forbidden to the handicapped player, at random each time."""
    handicapped: int = 0
    """Which player of the line-up that is."""

    def __post_init__(self) -> None:
        check(self)

    # -- what follows from it

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every combination of option values and line-ups, as values are written; the options by
        their names, so that whoever reads the experiment's text numbers its variants alike."""
        names = sorted(self.options)
        made: list[Variant] = []
        for values in product(*(self.options[name] for name in names), self.players):
            chosen = dict(zip(names, values, strict=False))
            game = load(self.game, **chosen)
            lineup = values[-1] if len(values[-1]) > 1 else values[-1] * game.players
            words = [f"{name}={write(chosen[name])}" for name in names if self._varies(name)]
            if len(self.players) > 1:
                words.append(" ".join(values[-1]))
            label = " ".join(words) or game.describe_options() or "as it is"
            made.append(Variant(len(made), game, tuple(lineup), label))
        return tuple(made)

    def _varies(self, name: str) -> bool:
        return len(self.options[name]) > 1

    def rotations(self, variant: Variant) -> int:
        """How many games of a deal let the players change seats."""
        differ = len(set(variant.lineup)) > 1 or self.handicap > 0
        rotate = differ if self.rotate is None else self.rotate
        return variant.game.players if rotate and differ else 1

    def deal_size(self, variant: Variant) -> int:
        """Games that share their luck: they are no independent witnesses."""
        return self.replays * self.rotations(variant)

    def is_random(self, variant: Variant) -> bool:
        """Whether compiled playouts can play it."""
        plain = self.handicap == 0 and self.opening == 0
        return plain and set(variant.lineup) == {"random"} and self.judge in (PLAYERS, NOBODY)

    @cached_property
    def runs_programs(self) -> bool:
        """Whether programs from outside play or judge: the experiment has their commands."""
        judges = [] if self.judge in (PLAYERS, NOBODY) else [self.judge]
        texts = [text for lineup in self.players for text in lineup] + judges
        return any(parse(text).kind == "engine" for text in texts)

    # -- as text

    @property
    def identity(self) -> dict[str, Any]:
        """All that decides what each game is: not how many of them are played."""
        told = self.as_dict()
        del told["games"], told["precision"]
        return told

    def as_dict(self) -> dict[str, Any]:
        return {it.name: getattr(self, it.name) for it in fields(self)}

    @property
    def text(self) -> str:
        """As JSON, which ``from_text`` reads."""
        return json.dumps(self.as_dict(), sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> "Experiment":
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise ExperimentError("This text is no experiment.")
        check_keys(told)
        return cls(**told)

    @property
    def command(self) -> str:
        """The command that runs it again."""
        words = ["linden lab run", self.game]
        for name, values in self.options.items():
            words += [f"--option {quote(f'{name}={write(value)}')}" for value in values]
        words += [f"--players {quote(','.join(one))}" for one in self.players]
        plain = Experiment(self.game)
        for it in fields(self):
            value = getattr(self, it.name)
            if it.name in ("game", "options", "players") or value == getattr(plain, it.name):
                continue
            if isinstance(value, bool):
                words.append(f"--{it.name}" if value else f"--no-{it.name}")
            else:
                words.append(f"--{it.name} {quote(str(value))}")
        return " ".join(words)


# -- checking ------------------------------------------------------------------------------------


def check(it: Experiment) -> None:
    """``ExperimentError`` for the first thing that is wrong."""
    if it.game not in games():
        raise ExperimentError(f"game takes {', '.join(games())}; not {shown(it.game)}.", "game")
    _check_numbers(it)
    _check_shape(it)
    declared = {option.name: option for option in declaration(it.game).options}
    title = declaration(it.game).title
    for name, values in it.options.items():
        if name not in declared:
            have = f"has the options {', '.join(declared)}" if declared else "has no options"
            raise ExperimentError(f"{title} {have}; not {name!r}.", f"options.{name}")
        if not values:
            raise ExperimentError(f"{name} needs at least one value.", f"options.{name}")
        for value in values:
            try:
                declared[name].read(title, value)
            except OptionError as error:
                raise ExperimentError(str(error), f"options.{name}") from None
    count = len(it.players)
    for values in it.options.values():
        count *= len(values)
    if count > MOST_VARIANTS:
        raise ExperimentError(
            f"The options make {count} variants; an experiment has at most {MOST_VARIANTS}.",
            "options" if it.options else "players",
        )
    _check_players(it)
    try:
        variants = it.variants
    except (OptionError, GameError) as error:
        first = next((f"options.{name}" for name in it.options), "game")
        raise ExperimentError(str(error), first) from None
    for variant in variants:
        if len(variant.lineup) != variant.game.players:
            raise ExperimentError(
                f"players takes one player for all seats, or {variant.game.players}, one for each "
                f"of {', '.join(variant.game.seats)}; not {len(variant.lineup)}.",
                "players",
            )
        if it.handicap and it.handicapped >= variant.game.players:
            raise ExperimentError(
                f"handicapped takes the number of a player, 0 to {variant.game.players - 1} for "
                f"{variant.game.players} players; not {it.handicapped}.",
                "handicapped",
            )


RANGES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "games": (
        lambda n: isinstance(n, int) and 1 <= n <= MOST_GAMES,
        f"a whole number from 1 to {MOST_GAMES}",
    ),
    "precision": (
        lambda p: p is None or (isinstance(p, int | float) and 0.0001 <= p <= 0.5),
        "a share from 0.0001 to 0.5, such as 0.01",
    ),
    "seed": (
        lambda n: isinstance(n, int) and 0 <= n < 2**63,
        f"a whole number from 0 to {2**63 - 1}",
    ),
    "rotate": (lambda b: b is None or isinstance(b, bool), "true or false"),
    "replays": (lambda n: isinstance(n, int) and 1 <= n <= 100, "a whole number from 1 to 100"),
    "opening": (lambda n: isinstance(n, int) and 0 <= n <= 1000, "a whole number from 0 to 1000"),
    "detail": (
        lambda n: isinstance(n, int) and 0 <= n <= MOST_GAMES,
        f"a whole number from 0 to {MOST_GAMES}",
    ),
    "handicap": (
        lambda p: isinstance(p, int | float) and 0 <= p <= 0.95,
        "a share of moves from 0 to 0.95",
    ),
    "handicapped": (lambda n: isinstance(n, int) and 0 <= n <= 5, "a whole number from 0 to 5"),
}


def _check_numbers(it: Experiment) -> None:
    for name, (fits, allowed) in RANGES.items():
        value = getattr(it, name)
        wrong_kind = isinstance(value, bool) and name != "rotate"
        if wrong_kind or not fits(value):
            raise ExperimentError(f"{name} takes {allowed}; not {shown(value)}.", name)


def _check_shape(it: Experiment) -> None:
    """Files from elsewhere may hold anything."""
    if not isinstance(it.options, dict) or not all(
        isinstance(values, list) for values in it.options.values()
    ):
        raise ExperimentError("options has a list of values for each option.", "options")
    if not isinstance(it.players, list) or not all(isinstance(one, list) for one in it.players):
        raise ExperimentError("players is a list of line-ups, each a list of players.", "players")


def _check_players(it: Experiment) -> None:
    texts = [(text, "players") for lineup in it.players for text in lineup]
    if not texts or not all(it.players):
        raise ExperimentError("players takes at least one player.", "players")
    if it.judge not in (PLAYERS, NOBODY):
        texts.append((it.judge, "judge"))
    for text, key in texts:
        if not isinstance(text, str):
            raise ExperimentError(f'{key} takes texts such as "level4"; not {shown(text)}.', key)
        try:
            written = parse(text)
            if written.nodes is not None:
                Budget(nodes=written.nodes).check()
        except ValueError as error:
            raise ExperimentError(str(error), key) from None
        if written.seconds is not None:
            raise ExperimentError(
                f"{text} thinks by the clock, and no game of it could be repeated; "
                f"give it nodes, as in {written.kind}:nodes=1000.",
                key,
            )
        if written.kind in ("mcts", "guided", "prover", "alphabeta") and written.nodes is None:
            raise ExperimentError(
                f"{text} needs a budget for each move, as in {text}:nodes=1000.", key
            )


# -- reading -------------------------------------------------------------------------------------

KEYS = tuple(it.name for it in fields(Experiment))


def read_toml(text: str, file: str) -> Experiment:
    """The experiment of a file, or ``ExperimentError`` with the line that is wrong."""
    try:
        found = _from_table(_table(text))
        check_fit(found)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"{file}, {_no_toml(text, str(error))}") from None
    except ExperimentError as error:
        raise ExperimentError(f"{file}, line {_line(text, error.key)}: {error}") from None
    return found


def _table(text: str) -> dict[str, Any]:
    """What a TOML file says, or a ``TOMLDecodeError``."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        number = next(it for it in range(1, 2 + text.count("\n")) if not _fits(text, it))
        raise tomllib.TOMLDecodeError(
            f"Something is too long, or too deep (at line {number})"
        ) from None


def _fits(text: str, lines: int) -> bool:
    """Whether so many lines of a file can be taken in, whatever they say."""
    try:
        tomllib.loads("\n".join(text.split("\n")[:lines]))
    except tomllib.TOMLDecodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return True


def check_fit(it: Experiment) -> None:
    """Whether everybody can play here. A file of games may be looked at without them, say without a
    tablebase, so that only what is to be played is asked."""
    judges = [] if it.judge in (PLAYERS, NOBODY) else [(it.judge, "judge")]
    for variant in it.variants:
        for text, key in [*((one, "players") for one in sorted(set(variant.lineup))), *judges]:
            if said := objection(variant.game, text):
                raise ExperimentError(said, key)


def _no_toml(text: str, said: str) -> str:
    """Where a file stops to be TOML, with how a line should look."""
    what, _, where = said.rstrip(")").rpartition(" (at ")
    found = re.match(r"line (\d+)", where)
    number = int(found[1]) if found else 1 + text.removesuffix("\n").count("\n")
    return (
        f"line {number}: This is no TOML ({what[:1].lower()}{what[1:]}); a line is key = value, "
        'with texts in quotation marks, as in players = "level4".'
    )


def check_keys(table: Mapping[str, Any]) -> None:
    """``ExperimentError`` for a key that experiments do not have, and where the game is missing."""
    for key in table:
        if key not in KEYS:
            raise ExperimentError(f"An experiment has the keys {', '.join(KEYS)}; not {key}.", key)
    if "game" not in table:
        raise ExperimentError(f"An experiment names its game: {', '.join(games())}.")


def _from_table(table: Mapping[str, Any]) -> Experiment:
    check_keys(table)
    given = dict(table)
    if not isinstance(given["game"], str):
        raise ExperimentError(
            f"game takes {', '.join(games())}; not {shown(given['game'])}.", "game"
        )
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise ExperimentError(
            "options is a table: write [options], and the values below.", "options"
        )
    given["options"] = {
        name: list(value) if isinstance(value, list) else [value] for name, value in options.items()
    }
    if "players" in given:
        given["players"] = _lineups(given["players"])
    return Experiment(**given)


def _lineups(value: Any) -> list[list[str]]:
    """``"level4"``, ``["level4", "level2"]``, or a list of such lists."""
    if isinstance(value, str):
        return [[value]]
    if isinstance(value, list) and value and all(isinstance(it, list) for it in value):
        return [list(it) for it in value]
    if isinstance(value, list):
        return [list(value)]
    raise ExperimentError(
        f'players takes a text such as "level4", or a list of them; not {shown(value)}.', "players"
    )


HEADER = re.compile(r"\s*\[\s*([A-Za-z][\w.-]*)\s*\]\s*(#.*)?$")
SETTING = re.compile(r"\s*([^\s=#\[\],{}][^=#\[\],{}]*?)\s*=")

TEXTS = re.compile(
    r'''#[^\n]*|"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'''',
    re.DOTALL,
)
"""Comments and texts."""
KEY = re.compile(r"[ \t]*[=.]")
"""What follows a text that is a key."""


def _settings(text: str) -> str:
    """A file without its comments, and without the texts that are values: what they say sets
    nothing."""

    def kept(found: re.Match[str]) -> str:
        return found[0] if KEY.match(text, found.end()) else "\n" * found[0].count("\n")

    return TEXTS.sub(kept, text)


def _line(text: str, key: str) -> int:
    """The line on which a key is set, such as ``options.pot``, or else the table that holds it; 1
    where nothing is."""
    table, nearest = "", 1
    for number, line in enumerate(_settings(text).split("\n"), 1):
        if header := HEADER.match(line):
            table = name = header[1]
        elif setting := SETTING.match(line):
            parts = [part.strip(" \t\"'") for part in setting[1].split(".")]
            name = ".".join([table, *parts] if table else parts)
        else:
            continue
        if name == key or name.startswith(f"{key}."):
            return number
        if key.startswith(f"{name}."):
            nearest = number
    return nearest


def split_values(game: str, name: str, text: str) -> list[Any]:
    """The values of ``--option NAME=TEXT``: the text as one value, or as several with commas."""
    declared = {option.name: option for option in declaration(game).options}
    if name not in declared:
        return [text]  # it is refused with the others
    option = declared[name]
    try:
        return [option.read(game, text)]
    except OptionError:
        if "," not in text:
            raise
    return [option.read(game, part.strip()) for part in text.split(",")]
