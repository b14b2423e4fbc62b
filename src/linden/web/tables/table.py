"""One table: who sits there, the game so far, and what anybody may do. No input or output."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from linden.core.errors import IllegalMove
from linden.core.game import Game, load
from linden.core.match import Match
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web.compute.levels import level_named
from linden.web.errors import Refusal
from linden.web.messages import Entry, Result
from linden.web.store.models import MatchRow, SeatRow, TableRow
from linden.web.tables.scene import EVERYTHING, Perspective, entries, roll_of, status
from linden.web.texts import say

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without what is easily misread
Ending = Literal["", "played", "resigned", "agreed"]


def fresh_id(length: int = 10) -> str:
    """An address nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@dataclass
class Sitter:
    """Who sits on a seat."""

    kind: Literal["person", "computer", "open"]
    visitor: str | None = None
    name: str = ""
    level: int | None = None
    key: str | None = None

    @property
    def label(self) -> str:
        if self.kind == "computer" and self.level is not None:
            level = level_named(self.level).name
            return self.name or say("{level} computer", level=level.capitalize())
        if self.kind == "open":
            return say("Free seat")
        return self.name or say("Guest")


@dataclass
class Offer:
    """Something a person asks all others for; it lapses when a move is made."""

    kind: Literal["takeback", "draw"]
    by: int
    yes: list[str] = field(default_factory=list)
    """The visitors who agree."""


class Table:
    """The facts of one table; ``tables`` changes it, keeps it and tells everybody."""

    def __init__(self, row: TableRow, moves: Iterable[str]) -> None:
        self.id = row.id
        self.game: Game = load(row.game, **row.options)
        self.host = row.host
        self.seats = [
            Sitter(seat.kind, seat.visitor, seat.name, seat.level, seat.key)  # type: ignore[arg-type]
            for seat in row.seats
        ]
        self.version = row.version
        self.ended: Ending = row.ended  # type: ignore[assignment]
        self.loser = row.loser
        self.offer = Offer(**row.offer) if row.offer else None
        self.match = match_of(self.game, row.match) if row.match else None
        self.match_id = row.match_id
        self.number = row.number
        self.seating = list(row.seating)
        self.next_id = row.next_id
        self.moves: list[str] = []
        self.positions: list[Position] = [self.game.start()]
        self._histories: dict[Perspective, list[Entry]] = {}
        for move in moves:
            self.push(move)

    # -- the game

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def over(self) -> bool:
        return self.ended != ""

    def push(self, move: str) -> None:
        """Add a legal move in canonical notation."""
        self.positions.append(self.position.play(move))
        self.moves.append(move)

    def cut(self, ply: int) -> None:
        """Forget the moves after ``ply``."""
        del self.moves[ply:], self.positions[ply + 1 :]
        for history in self._histories.values():
            del history[ply:]

    def history(self, perspective: Perspective) -> list[Entry]:
        if not self.game.facts.hidden:
            perspective = EVERYTHING
        known = self._histories.setdefault(perspective, [])
        return entries(self.game, self.moves, self.positions, perspective, known)

    @property
    def turn(self) -> int:
        """The seat whose turn it is, at a chance event too."""
        return self.position.turn

    @property
    def by_hand(self) -> bool:
        """Whether a person is to let chance act."""
        return (
            not self.over
            and self.seats[self.turn].kind == "person"
            and roll_of(self.position) is not None
        )

    @property
    def automatic(self) -> Literal["chance", "computer", None]:
        """What goes on without anybody touching anything."""
        if self.over:
            return None
        if self.position.to_move == CHANCE:
            waits = self.seats[self.turn].kind == "open" and roll_of(self.position) is not None
            return None if self.by_hand or waits else "chance"
        return "computer" if self.seats[self.turn].kind == "computer" else None

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won, in whichever way the game ended."""
        others = self.game.players - 1
        if self.ended == "resigned":
            return tuple(-1.0 if s == self.loser else 1 / others for s in range(others + 1))
        if self.ended == "agreed":
            return (0.0,) * (others + 1)
        return self.position.returns

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        return Result.model_construct(
            text=self._result_text(),
            winners=[seat for seat, gain in enumerate(self.returns) if gain > 0],
            scores=list(self.position.scores),
            how=self.ended,
        )

    def _result_text(self) -> str:
        if self.ended == "agreed":
            return say("A draw by agreement.")
        if self.ended == "resigned" and self.loser is not None:
            names = self.game.seats
            winners = [name for seat, name in enumerate(names) if seat != self.loser]
            if len(winners) == 1:
                return say(
                    "{loser} resigns; {winner} wins.", loser=names[self.loser], winner=winners[0]
                )
            return say("{loser} resigns.", loser=names[self.loser])
        return status(self.position)

    # -- who

    def seats_of(self, visitor: str) -> list[int]:
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.visitor == visitor
        ]

    @property
    def people(self) -> set[str]:
        """The visitors who have a seat."""
        return {seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor}

    def alone(self, visitor: str) -> bool:
        """Whether every seat is this visitor's or a computer's."""
        return self.people == {visitor} and all(seat.kind != "open" for seat in self.seats)

    def acting(self, visitor: str) -> int | None:
        """The visitor's seat that may act now."""
        if self.over or self.turn not in self.seats_of(visitor):
            return None
        return None if self.position.to_move == CHANCE and not self.by_hand else self.turn

    # -- what may be done; each check answers or refuses with a sentence

    def check_move(self, visitor: str, version: int, move: str) -> str:
        """The move in canonical notation."""
        if not self.seats_of(visitor):
            raise Refusal(say("You are watching; the seats are taken by others."))
        if self.over:
            raise Refusal(say("The game is over."))
        if version != self.version:
            raise Refusal(say("The position has changed meanwhile; look again."))
        if self.acting(visitor) is None:
            raise Refusal(say("It is not your turn."))
        position = self.position
        if position.to_move == CHANCE:
            raise Refusal(say("The die decides; let it roll."))
        try:
            return self.game.notation.move_text(position.state, position.code(move))
        except IllegalMove as error:
            raise Refusal(str(error)) from None

    def undo_ply(self, visitor: str) -> int:
        """Back to which ply an undo goes: the visitor's own previous decision."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; only players take back."))
        if self.over:
            raise Refusal(say("The game is over."))
        if self.game.facts.hidden:
            raise Refusal(say("A tile once shown stays shown: nothing can be taken back here."))
        for ply in range(len(self.moves) - 1, -1, -1):
            seat = self.positions[ply].to_move
            if seat == CHANCE:
                raise Refusal(say("The die has spoken; it cannot be taken back."))
            if seat in mine:
                return ply
        raise Refusal(say("There is nothing to take back."))

    def may_undo(self, visitor: str) -> bool:
        try:
            self.undo_ply(visitor)
        except Refusal:
            return False
        return True

    @property
    def may_draw(self) -> bool:
        """Whether a draw can be offered in this game now."""
        decisions = any(before.to_move != CHANCE for before in self.positions[:-1])
        return not self.over and decisions and self.game.facts.draws(self.game.options)

    def resigning(self, visitor: str, seat: int | None) -> int:
        """The seat that resigns."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal(say("You are watching; only players resign."))
        if self.over:
            raise Refusal(say("The game is over."))
        if seat is None:
            return self.turn if self.turn in mine else mine[0]
        if seat not in mine:
            raise Refusal(say("That is not your seat."))
        return seat

    def others(self, visitor: str) -> set[str]:
        return self.people - {visitor}

    # -- to the database

    def facts(self) -> dict[str, Any]:
        """What the table's row says about the game now."""
        return {
            "version": self.version,
            "plies": len(self.moves),
            "turn": self.turn,
            "ended": self.ended,
            "loser": self.loser,
            "result": self._result_text() if self.over else "",
            "offer": vars(self.offer) if self.offer else None,
        }

    def match_facts(self) -> dict[str, Any] | None:
        if self.match is None:
            return None
        match = self.match
        return {
            "id": self.match_id,
            "starter": match.starter,
            "totals": match.totals,
            "wins": match.wins,
            "played": match.played,
        }


def match_of(game: Game, row: MatchRow) -> Match:
    return Match(
        game.facts.match, game.players, row.starter, list(row.totals), list(row.wins), row.played
    )


def row_of(
    game: Game,
    host: str,
    sitters: list[Sitter],
    *,
    match: MatchRow | None,
    number: int = 1,
    seating: list[int] | None = None,
) -> TableRow:
    """A new table, ready to be kept."""
    return TableRow(
        id=fresh_id(),
        game=game.name,
        options=game.changed_options,
        host=host,
        version=0,
        plies=0,
        turn=0,
        ended="",
        loser=None,
        result="",
        offer=None,
        match=match,
        match_id=match.id if match else None,
        number=number,
        seating=seating or list(range(game.players)),
        next_id=None,
        seats=[SeatRow(number=number, **vars(sitter)) for number, sitter in enumerate(sitters)],
    )


def new_match(game: Game) -> MatchRow:
    begun = Match(game.facts.match, game.players)
    return MatchRow(
        id=fresh_id(),
        starter=begun.starter,
        totals=begun.totals,
        wins=begun.wins,
        played=begun.played,
    )


def rematch_row(table: Table, host: str) -> TableRow:
    """The table of the next game: the same people, seated as the match rules say."""
    match = table.match
    row = None
    by_player = {player: table.seats[seat] for seat, player in enumerate(table.seating)}
    if match is not None and not match.over:
        facts = table.match_facts()
        assert facts is not None
        row, seating, number = MatchRow(**facts), match.seating(), match.played + 1
    else:
        # A single game, or a match that is decided: begin anew, seated as if it went on.
        finished = Match(table.game.facts.match, table.game.players)
        finished.add(table.position.scores, table.returns)
        by_player = dict(enumerate(table.seats[seat] for seat in finished.seating()))
        seating, number = list(range(table.game.players)), 1
        if match is not None:
            row = new_match(table.game)
    sitters = []
    for player in seating:
        old = by_player[player]
        key = fresh_id(16) if old.kind == "open" else None
        sitters.append(Sitter(old.kind, old.visitor, old.name, old.level, key))
    return row_of(table.game, host, sitters, match=row, number=number, seating=seating)
