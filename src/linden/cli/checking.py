"""``linden check``: whether a game keeps its word, and the files that can be made for it."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import numpy as np

import linden
from linden.cli import parts
from linden.cli.paint import say
from linden.core import conformance, entry, registry, secrecy
from linden.core.coaching import Miss, remark_on
from linden.core.figures import named_in, plates
from linden.core.game import Game, declaration, load
from linden.core.kernel import interpreted
from linden.core.lessons import Course
from linden.core.options import Between, Option
from linden.core.position import Position
from linden.core.record import Record
from linden.core.seats import CHANCE

MOST_COUNTED = 300_000
"""Perft is stored up to the depth that counts no more than this."""
DEEPEST = 8
MOST_MOVES = 400
MOST_COACHED = 60
"""Moves of a game about which the coach is asked."""
LONGEST_SHOWCASE = 2000
NODES = 400
"""Simulations for each move of a showcase."""

Options = dict[str, Any]
Law = Callable[[str], Iterator[str]]


def check(name: str, write: bool) -> None:
    """Say what is wrong with the game, or that nothing is."""
    for fault in registry.faults():
        if fault.name == name:
            raise click.UsageError(fault.sentence)
    game = load(name)
    if write:
        write_files(game)
    wrong = 0
    for what, law in LAWS.items():
        found = broken_laws(name, law)
        wrong += len(found)
        say(f"{'✗' if found else '✓'} {what}", "error" if found else "leaf")
        for sentence in found:
            say(f"    {sentence}.", "error")
    for part, instead in PLAIN.items():
        if not registry.has(name, part):
            say(f"There is no {part}.py yet: {instead}.", "quiet")
    if wrong:
        raise click.exceptions.Exit(1)


def broken_laws(name: str, law: Law) -> list[str]:
    """What a law finds wrong; a game that fails under it is wrong too."""
    found: list[str] = []
    try:
        found.extend(law(name))
    except Exception as error:
        found.append(failure(error, name))
    return list(dict.fromkeys(found))


SENTENCES = (
    *(linden.GameError, linden.IllegalMove, linden.NotationError, linden.OptionError),
    ElementTree.ParseError,
)


def failure(error: Exception, name: str) -> str:
    """What went wrong with a game: a sentence of ours as it is, anything else with its place."""
    said = str(error) if isinstance(error, SENTENCES) else registry.fault_of(name, error)
    return said.rstrip(".")


PLAIN = {
    "notation": "moves and positions are written in numbers",
    "drawing": "the board is drawn plainly",
    "guidance": "a page says little of what to touch",
    "features": "players know the points alone",
}


def option_sets(name: str) -> list[Options]:
    """The defaults, and every offered value alone; of a long range its ends."""
    declared = declaration(name).options
    single = [{it.name: value} for it in declared for value in it.kind.choices or _ends(it)]
    return [{}, *(options for options in single if _allowed(name, options))]


def _ends(option: Option) -> tuple[int, ...]:
    kind = option.kind
    return (kind.low, kind.high) if isinstance(kind, Between) else ()


def _allowed(name: str, options: Options) -> bool:
    try:
        load(name, **options)
    except linden.OptionError:
        return False
    return True


def walk(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a random game, up to a bound."""
    rng = random.Random(seed)
    position = game.start()
    yield position
    for _ in range(MOST_MOVES):
        if position.over:
            return
        position = position.play(rng.choice(position.moves))
        yield position


# -- laws ----------------------------------------------------------------------------------------


def under_all_options(name: str, faults: Callable[[Game], Iterable[str]]) -> Iterator[str]:
    """What is wrong with the game under any options, each fault with those that show it."""
    for options in option_sets(name):
        shown = f" (with {options})" if options else ""
        try:
            for sentence in faults(load(name, **options)):
                yield sentence + shown
        except Exception as error:
            yield failure(error, name) + shown


def rules_keep_their_word(name: str) -> Iterator[str]:
    yield from under_all_options(name, conformance.faults)


def games_come_to_an_end(name: str) -> Iterator[str]:
    """The first options under which one does not are told, as each takes its time."""
    yield from islice(under_all_options(name, conformance.unending), 1)


def secrets_are_kept(name: str) -> Iterator[str]:
    yield from under_all_options(name, secrecy.faults)


def compiled_as_written(name: str) -> Iterator[str]:
    """Compiled and plain rules agree on every position of a game."""
    for position in walk(load(name), 1):
        if _facts(entry.examine, position) != _facts(interpreted(entry.examine), position):
            yield f"compiled and plain rules differ at {position.text}"
            return


def _facts(examine: Callable[..., Any], position: Position) -> list[Any]:
    most, seats = position.game.rules.MOST_MOVES, position.game.players
    filled = [np.zeros(most, np.int32), np.zeros(most, np.int64)]
    filled += [np.zeros(seats), np.zeros(seats), np.zeros(3, np.int64)]
    with np.errstate(over="ignore"):
        examine(position._state.copy(), *filled)
    return [array.tolist() for array in filled]


def notation_is_read_back(name: str) -> Iterator[str]:
    game = load(name)
    for position in walk(game, 2):
        if len(position.codes) != len(set(position.codes.values())):
            yield f"two moves are written alike at {position.text}"
        for move, code in position.codes.items():
            if game.notation.read_move(position.state, move) != code:
                yield f"the move {move!r} is read as another at {position.text}"
        if game.parse(position.text) != position:
            yield f"the position {position.text!r} is read as another"


def drawings_can_be_touched(name: str) -> Iterator[str]:
    for position in walk(load(name), 3):
        try:
            root = ElementTree.fromstring(position.svg(theme="page"))
        except ElementTree.ParseError as error:
            yield f"the drawing is no SVG: {error}"
            return
        if position.to_move is not None and position.to_move != CHANCE:
            paths = [position.touches(move) for move in position.moves]
            if len(set(paths)) != len(paths) or not all(paths):
                yield f"two moves have the same touches, or one has none, at {position.text}"
            marks = {node.get("data-at") for node in root.iter()}
            if not any(set(path) & marks for path in paths):
                yield f"nothing that a move touches is drawn at {position.text}"


def stored_counts_hold(name: str) -> Iterator[str]:
    path = tests_folder(name) / "perft.json"
    try:
        rows = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    except ValueError as error:
        yield f"tests/perft.json cannot be read: {error}"
        return
    if not isinstance(rows, list) or not all(map(_counts, rows)):
        yield 'a row of tests/perft.json is not as {"options": {}, "counts": [3, 9]}'
        return
    for row in rows:
        start = linden.replay(load(name, **row["options"]), row.get("moves", []))
        for depth, count in enumerate(row["counts"], 1):
            now = linden.perft(start, depth)
            if now != count:
                yield f"perft {depth} with {row['options']} is {now}, and was {count}"


def _counts(row: object) -> bool:
    """Whether this is a row of stored counts."""
    return (
        isinstance(row, dict)
        and isinstance(row.get("options"), dict)
        and isinstance(row.get("moves", []), list)
        and isinstance(row.get("counts"), list)
    )


def rules_name_their_makers(name: str) -> Iterator[str]:
    """Whoever reads the rules reads whose game it is."""
    game = load(name)
    for part in ("designer", "publisher"):
        said = getattr(game.facts, part)
        if said.casefold() not in game.rules_text.casefold():
            yield f"texts/rules.md does not name the {part}, {said!r}"


def showcase_is_a_game(name: str) -> Iterator[str]:
    stored = load(name).showcase
    if stored is not None and not Record.parse(stored).end().over:
        yield "its showcase.linden does not go to the end"


def lessons_can_be_learnt(name: str) -> Iterator[str]:
    """Every step of a game's lesson can be done, one right move after the other."""
    try:
        for step in load(name).lesson:
            course = Course.of(name, step)
            while not course.over:
                course = course.attempt(course.solution).course
    except (linden.GameError, ValueError) as error:
        yield f"its lesson cannot be learnt: {failure(error, name)}"


def figures_can_be_played_in(name: str) -> Iterator[str]:
    """Every figure of a game's rules is drawn, told, and named by the text; from each one can play
    on."""
    game = load(name)
    try:
        named = set(named_in(game.rules_text))
        for plate in plates(name, game.figures).values():
            which = f"its figure {plate.figure.name!r}"
            ElementTree.fromstring(plate.shown.svg(theme="page"))
            if plate.begins.over:
                yield f"{which} begins where the game is over; give it moves that lead there"
            if game.figures and plate.figure.name not in named:
                yield f"{which} is named nowhere in texts/rules.md"
        for one in sorted(named - {figure.name for figure in game.figures}):
            yield f"texts/rules.md names a figure {one!r}, and there is none"
    except (linden.GameError, ValueError, ElementTree.ParseError) as error:
        yield f"its rules cannot be shown: {failure(error, name)}"


def coach_has_something_to_say(name: str) -> Iterator[str]:
    """The coach compares any two moves of a game, as whoever moves sees it."""
    game, rng = load(name), random.Random(0)
    position = game.start()
    try:
        for _ in range(MOST_COACHED):
            if position.over:
                break
            if position.to_move != CHANCE:
                view = position.view(position.turn)
                for better in position.moves[:2]:
                    remark_on(Miss(view, position.moves[-1], better))
            position = position.play(rng.choice(position.moves))
    except Exception as error:
        yield f"its coach cannot tell what was missed: {failure(error, name)}"


def every_part_answers(name: str) -> Iterator[str]:
    """What no other law asks: all that a page, a search and the lab ask of a game's files."""
    yield from parts.faults(name, list(walk(load(name), 4)))


def pictures_are_as_they_were(name: str) -> Iterator[str]:
    stored = load(name).showcase
    for path, svg in pictures(name, Record.parse(stored)) if stored else ():
        if path.is_file() and path.read_text(encoding="utf-8") != svg:
            yield f"{path.name} is drawn otherwise now; if that was meant, --write draws it anew"


LAWS = {
    "the rules keep their word, every index checked": rules_keep_their_word,
    "games come to an end": games_come_to_an_end,
    "compiled and plain rules agree": compiled_as_written,
    "what is hidden stays hidden, and views can be played on": secrets_are_kept,
    "what is written can be read": notation_is_read_back,
    "drawings are well formed and can be touched": drawings_can_be_touched,
    "all its parts answer as they are asked": every_part_answers,
    "the rules name designer and publisher": rules_name_their_makers,
    "stored perft counts hold": stored_counts_hold,
    "the showcase is a whole game": showcase_is_a_game,
    "its lesson can be learnt": lessons_can_be_learnt,
    "the figures of its rules can be played in": figures_can_be_played_in,
    "its coach has something to say": coach_has_something_to_say,
    "pictures are as they were": pictures_are_as_they_were,
}


# -- files ---------------------------------------------------------------------------------------


def tests_folder(name: str) -> Path:
    """Where the tests of a game lie: in its folder, or for Linden's own among Linden's tests."""
    own = registry.folder(name).parents[2] / ".." / "tests" / "games" / name
    return own.resolve() if own.is_dir() else registry.folder(name) / "tests"


def write_files(game: Game) -> None:
    """Fill in perft.json, the showcase and the pictures, as the game is now."""
    conformance.check_end(game)
    folder = tests_folder(game.name)
    folder.mkdir(exist_ok=True)
    rows = [_counted(game.name, options) for options in option_sets(game.name)[:6]]
    text = "[\n" + ",\n".join(f" {json.dumps(row)}" for row in rows) + "\n]\n"
    _write(folder / "perft.json", text)
    record = played(game)
    _write(registry.folder(game.name) / "showcase.linden", record.text)
    for path, svg in pictures(game.name, record):
        _write(path, svg)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    say(f"Wrote {path}.")


def _counted(name: str, options: Options) -> dict[str, Any]:
    start = load(name, **options).start()
    counts = [linden.perft(start, 1)]
    while len(counts) < DEEPEST and counts[-1] * max(len(start.moves), 2) < MOST_COUNTED:
        counts.append(linden.perft(start, len(counts) + 1))
    return {"options": options, "counts": counts}


def played(game: Game, seed: int = 7) -> Record:
    """A game between two reasonable players."""
    rng = random.Random(seed)
    player = linden.player(game, "mcts", seed=seed)
    position, moves = game.start(), list[str]()
    while not position.over:
        if len(moves) == LONGEST_SHOWCASE:
            raise linden.GameError(
                f"Two computers have not ended their game of {game.title} after "
                f"{LONGEST_SHOWCASE:,} moves; write a showcase.linden of your own."
            )
        if position.to_move == CHANCE:
            outcomes = position.outcomes
            moves += rng.choices(list(outcomes), list(outcomes.values()))
        else:
            moves.append(player.choose(position.view(position.turn), nodes=NODES).move)
        position = position.play(moves[-1])
    return Record(game, tuple(moves))


def pictures(name: str, record: Record) -> Iterator[tuple[Path, str]]:
    """The middle and the end of a game, and where they are kept."""
    positions = record.positions()
    decisions = [it for it in positions if it.to_move not in (None, CHANCE)]
    folder = registry.folder(name) / "pictures"
    for part, position in (("middle", decisions[len(decisions) * 3 // 5]), ("end", positions[-1])):
        yield folder / f"{part}.svg", position.svg() + "\n"
