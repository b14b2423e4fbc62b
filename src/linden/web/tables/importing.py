"""Games written down elsewhere, as tables of whoever brings them."""

from dataclasses import replace

from linden.core.errors import NotationError
from linden.core.game import Game
from linden.core.record import Record, split
from linden.core.wording import plain
from linden.web import texts
from linden.web.errors import Refusal
from linden.web.messages import NAME_LENGTH
from linden.web.people.names import one_line
from linden.web.store.models import TableRow
from linden.web.tables.endings import LOST, Ending
from linden.web.tables.rows import facts_of, row_of, table_of
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.texts import say

MOST_RECORDS = 50
"""Games that are taken in at once."""
MOST_MOVES = 2000
"""Moves of one of them."""
Import = tuple[TableRow, tuple[str, ...]]


def read(text: str, line: int, host: str) -> list[Import]:
    """The tables that records become, ready to be kept, each with its moves; or a refusal that
    says in which line something is wrong, and what belongs there."""
    parts = split(text)
    if len(parts) > MOST_RECORDS:
        raise Refusal(
            say(
                "There are {count} games in this text; {most} can be taken in at once.",
                count=len(parts),
                most=MOST_RECORDS,
            )
        )
    return [_read(part, line + first - 1, host) for first, part in parts]


def _read(text: str, line: int, host: str) -> Import:
    try:
        record = Record.parse_json(text) if text.lstrip()[:1] == "{" else Record.parse(text, line)
    except NotationError as error:
        raise Refusal(str(error)) from None
    if len(record.moves) > MOST_MOVES:
        raise Refusal(
            say(
                "The game that begins in line {line} has {count} moves; {most} can be taken in.",
                line=line,
                count=len(record.moves),
                most=MOST_MOVES,
            )
        )
    if record.position is not None:
        check_beginning(record.game)
    return row(record, host), record.moves


def check_beginning(game: Game) -> None:
    """Whether a game can begin in the middle."""
    if game.facts.hidden:
        raise Refusal(
            say(
                "A game of {game} begins at its start: a position would not tell what is hidden.",
                game=game.title,
            )
        )


def row(record: Record, host: str) -> TableRow:
    """A table on whose seats all sit whom the record names, at the screen of whoever brings it."""
    game = record.game
    sitters = [
        Sitter("person", visitor=host, name=one_line(record.headers.get(role, role), NAME_LENGTH))
        for role in game.seats
    ]
    kept = row_of(game, host, sitters, match=None, position=record.position)
    table = ended(table_of(kept, record.moves), record.headers.get("Ended", ""))
    for name, value in facts_of(table).items():
        setattr(kept, name, value)
    return kept


def ended(table: Table, told: str) -> Table:
    """The table as its record says that the game ended; in the middle if it does not say."""
    if table.position.over:
        return replace(table, ended="played")
    ends = [replace(table, ended="agreed")]
    hows: tuple[Ending, ...] = (*LOST, "adjudicated") if table.game.players == 2 else LOST
    for how in hows:
        ends += [replace(table, ended=how, loser=seat) for seat in range(table.game.players)]
    ends.append(replace(table, ended="adjudicated"))
    ends += [replace(table, ended="aborted", loser=seat) for seat in range(table.game.players)]
    return next((end for end in ends if told in _written(end)), table)


def _written(table: Table) -> tuple[str, ...]:
    """How the game ended, in the reader's language, in English, and as it was written before."""
    here = plain(table.result_text())
    token = texts.language.set(texts.ENGLISH)
    try:
        return here, plain(table.result_text()), *_written_before(table)
    finally:
        texts.language.reset(token)


def _written_before(table: Table) -> list[str]:
    """As records say it whose resignations were told in the present tense."""
    if table.loser is None:
        return []
    names = list(table.game.seats)
    loser = names.pop(table.loser)
    return [f"{loser} resigns; {names[0]} wins." if len(names) == 1 else f"{loser} resigns."]
