"""The games of a tournament as tables, and what a table tells the tournament. No input or
output."""

from collections.abc import Sequence

from linden.core.game import Game, load
from linden.web.people.ids import is_account
from linden.web.store.models import TableRow
from linden.web.tables.clock import Clock
from linden.web.tables.making import deal
from linden.web.tables.rows import row_of, shared
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tournaments.games import Pairing, Result
from linden.web.tournaments.terms import Entrant
from linden.web.tournaments.tournament import Tournament


def game_of(tournament: Tournament) -> Game:
    """The rules that it is played by; ``OptionError`` if there are none such any more."""
    return shared(load(tournament.terms.game, **tournament.terms.options))


def new_tables(
    before: Tournament | None, after: Tournament
) -> list[tuple[TableRow, Sequence[str]]]:
    """The tables of the games that a change begins, each with its first moves."""
    known = set(before.pairings) if before else set()
    begun = [one for one in after.playing if one not in known]
    return [(row, deal(row)) for row in (_row(after, one) for one in begun)]


def _row(tournament: Tournament, pairing: Pairing) -> TableRow:
    game, terms = game_of(tournament), tournament.terms
    players = [tournament.by_number[one] for one in pairing.entrants]
    people = any(one.visitor for one in players)
    clock = Clock.new(terms.clock, game.players) if people and terms.clock else None
    return row_of(
        *(game, tournament.organiser, [sitter_of(one) for one in players]),
        match=None,
        clock=clock,
        rated=terms.rated and all(is_account(one.visitor) for one in players),
        public=True,
        named=pairing.table(tournament.id),
        tournament=tournament.id,
    )


def sitter_of(entrant: Entrant) -> Sitter:
    if entrant.player is not None:
        return Sitter("computer", player=entrant.player)
    return Sitter("person", entrant.visitor, entrant.name, own=True)


def result_of(table: Table) -> Result:
    """What came of a game that is over."""
    first, second = table.returns
    return "drawn" if first == second else "first" if first > second else "second"


def absent_at(table: Table) -> int | None:
    """The seat of whoever did not come to a game; ``None`` where both have."""
    return table.loser if table.ended == "left" and not table.begun else None
