"""Conditional moves in games of days: "if they play so, I answer so". A plan is a few lines of
moves; as long as the game follows one of them, its answers are made in the same change as the move
that asks for them. Nobody but whoever planned may notice a plan before: what changes nothing but
plans is told to nobody else. No input or output.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from linden.core.errors import IllegalMove
from linden.core.seats import CHANCE
from linden.web.errors import Refusal
from linden.web.texts import say

if TYPE_CHECKING:
    from linden.web.tables.sitters import Sitter
    from linden.web.tables.table import Table


class PlannedLine(NamedTuple):
    """Moves that may come to be made, the others' and one's own."""

    ply: int
    """After how many moves it begins."""
    moves: tuple[str, ...]


Plan = tuple[PlannedLine, ...]


def read(kept: Iterable[Sequence[object]] | None) -> Plan:
    """A plan as it was kept."""
    return tuple(PlannedLine(ply, tuple(moves)) for ply, moves in kept or ())  # type: ignore[arg-type]


def unplanned(seats: tuple["Sitter", ...]) -> tuple["Sitter", ...]:
    """The same people without plans."""
    if not any(sitter.plan for sitter in seats):
        return seats
    return tuple(replace(sitter, plan=()) for sitter in seats)


def planner(table: "Table", visitor: str) -> int | None:
    """The seat for which this visitor can plan answers at this table, whoever is on turn."""
    mine, clock = table.seats_of(visitor), table.clock
    by_days = clock is not None and clock.control.by_days
    fits = by_days and len(mine) == 1 and not table.over and not table.game.facts.hidden
    return mine[0] if fits else None


def remaining(table: "Table", seat: int) -> list[list[str]]:
    """The lines that the game may still follow, from the present position on."""
    made = len(table.moves)
    return [
        list(line.moves[made - line.ply :])
        for line in table.seats[seat].plan
        if len(line.moves) > made - line.ply and _followed(table, line)
    ]


def _followed(table: "Table", line: PlannedLine) -> bool:
    made = table.moves[line.ply :]
    return len(table.moves) >= line.ply and line.moves[: len(made)] == made


def planned(table: "Table", visitor: str, version: int, lines: Sequence[Sequence[str]]) -> "Table":
    """With these answers instead of those planned before."""
    return with_plan(table, visitor, version, worked_out(table, visitor, version, lines))


def worked_out(table: "Table", visitor: str, version: int, lines: Sequence[Sequence[str]]) -> Plan:
    """These answers as a plan, or a refusal. Hundreds of moves may have to be tried, which takes
    a while; the plan holds for as long as the version does."""
    seat = _check(table, visitor, version)
    found = tuple(dict.fromkeys(_line(table, seat, moves) for moves in lines))
    answers: dict[tuple[str, ...], str] = {}
    for line, owners in found:
        for number, owner in enumerate(owners):
            before = line.moves[:number]
            if (
                owner == seat
                and answers.setdefault(before, line.moves[number]) != (line.moves[number])
            ):
                raise Refusal(say("Two lines answer the same moves differently; keep one of them."))
    return tuple(line for line, _ in found)


def with_plan(table: "Table", visitor: str, version: int, plan: Plan) -> "Table":
    """With a plan that was worked out at this version, instead of the one before."""
    seat = _check(table, visitor, version)
    if plan == table.seats[seat].plan:
        return table
    sitter = replace(table.seats[seat], plan=plan)
    seats = (*table.seats[:seat], sitter, *table.seats[seat + 1 :])
    return replace(table, revision=table.revision + 1, seats=seats)


def _check(table: "Table", visitor: str, version: int) -> int:
    """The seat for which this visitor plans now, or a refusal."""
    mine, clock = table.seats_of(visitor), table.clock
    if not mine:
        raise Refusal(say("You are watching; only players do that."), 403)
    if table.over:
        raise Refusal(say("The game is over."), 409)
    if clock is None or not clock.control.by_days:
        raise Refusal(say("Answers are planned where a turn may take days."), 409)
    if table.game.facts.hidden:
        raise Refusal(say("Where something is hidden, answers cannot be planned."), 409)
    if len(mine) > 1:
        raise Refusal(say("Whoever plays several seats cannot plan answers."), 409)
    table.check_version(version)
    if table.turn == mine[0]:
        raise Refusal(say("It is your turn: just make your move."), 409)
    return mine[0]


def _line(
    table: "Table", seat: int, moves: Sequence[str]
) -> tuple[PlannedLine, tuple[int | None, ...]]:
    """A line as it is kept, and who makes each of its moves."""
    position = table.position
    made, owners = [], []
    for move in moves:
        if position.over:
            raise Refusal(say("The game would be over before the end of this line."))
        try:
            code = position.code(move)
        except IllegalMove as error:
            raise Refusal(str(error)) from None
        made.append(table.game.notation.move_text(position.state, code))
        owners.append(position.to_move)
        position = position.play_code(code)
    if not owners or owners[-1] != seat:
        raise Refusal(say("A planned line ends with a move of your own."))
    return PlannedLine(len(table.moves), tuple(made)), tuple(owners)


def answer(table: "Table") -> str | None:
    """What whoever is to move has planned for what has happened."""
    seat = table.turn
    if table.over or table.paused or table.position.to_move in (None, CHANCE):
        return None
    lines = (line for line in table.seats[seat].plan if _followed(table, line))
    made = len(table.moves)
    return next(
        (line.moves[made - line.ply] for line in lines if len(line.moves) > made - line.ply), None
    )


def answered(table: "Table", now: float, begins: float = 0.0) -> "Table":
    """With every planned answer that has come true: all of it is one change."""
    revision = table.revision
    while (move := answer(table)) is not None:
        table = replace(table.go_on(move).timed(table, now, begins), revision=revision)
    return table


def who_noticed(before: "Table", after: "Table") -> set[str] | None:
    """Who may notice that a table has changed: everybody, which is ``None``, or only those whose
    plans are all that is different."""
    differ = [
        sitter.visitor or ""
        for sitter, was in zip(after.seats, before.seats, strict=True)
        if sitter.plan != was.plan
    ]
    if not differ:
        return None
    same = replace(before, revision=after.revision, clock=after.clock, seats=())
    times = [(it.clock.running, it.clock.paused) if it.clock else None for it in (before, after)]
    alike = (
        same == replace(after, seats=())
        and unplanned(before.seats) == unplanned(after.seats)
        and times[0] == times[1]
    )
    return set(differ) if alike else None
