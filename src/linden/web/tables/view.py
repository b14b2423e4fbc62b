"""The whole table as one viewer sees it."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.web import messages
from linden.web.messages import Can, Contender, GameFacts, MatchFacts, State, TurnFacts
from linden.web.tables.scene import (
    EVERYTHING,
    Perspective,
    Rendering,
    choices,
    redacted,
    roll_of,
    scene,
)
from linden.web.tables.table import Table
from linden.web.texts import say

MOST_STEPS = 12
"""Scenes that are shown one after the other to who comes back; what lies further is skipped."""


@dataclass(eq=False)
class Viewer:
    """Somebody with the table open: one browser tab."""

    visitor: str
    name: str = ""
    rendering: Rendering = field(default_factory=Rendering)
    uncovered: int | None = None
    """Several people on one screen: whose hand may be seen now."""


def perspective_of(table: Table, viewer: Viewer) -> Perspective:
    """Whose knowledge this tab may show now."""
    if table.over or not table.game.facts.hidden:
        return EVERYTHING
    mine = table.seats_of(viewer.visitor)
    if len(mine) == 1:
        return mine[0]
    shown = viewer.uncovered
    if shown not in mine or (table.turn in mine and table.turn != shown):
        return None
    return shown


def record_perspective(table: Table, visitor: str) -> Perspective:
    """The same for whoever looks at the record: with several hands at one screen, none."""
    return perspective_of(table, Viewer(visitor))


def covered(table: Table, viewer: Viewer) -> int | None:
    """The seat that is to look now, while its hand is covered."""
    mine = table.seats_of(viewer.visitor)
    if not table.game.facts.hidden or table.over or len(mine) < 2 or table.turn not in mine:
        return None
    return None if perspective_of(table, viewer) == table.turn else table.turn


def state(
    table: Table,
    viewer: Viewer,
    *,
    present: Collection[str],
    thinking: bool = False,
    preparing: bool = False,
    since: int | None = None,
    note: str | None = None,
) -> State:
    """Everything this tab needs; ``since`` is the ply it saw last."""
    perspective = perspective_of(table, viewer)
    mine = table.seats_of(viewer.visitor)
    hidden = covered(table, viewer)
    return State.model_construct(
        id=table.id,
        version=table.version,
        game=game_facts(table),
        seats=seats(table, viewer.visitor, present),
        viewer=messages.Viewer.model_construct(
            name=viewer.name,
            seats=mine,
            shown=None
            if perspective is None
            else (_near(table, mine) if perspective == EVERYTHING else perspective),
            watching=not mine,
            covered=hidden,
            host=viewer.visitor == table.host,
        ),
        turn=turn_facts(table, viewer.visitor, thinking, preparing),
        scene=present_scene(table, viewer, perspective, hidden is None),
        history=table.history(perspective),
        can=can(table, viewer.visitor, hidden is None),
        offers=offers(table, viewer.visitor),
        match=match_facts(table),
        next=table.next_id,
        steps=steps(table, viewer, perspective, since),
        note=note,
    )


def game_facts(table: Table) -> GameFacts:
    game = table.game
    return GameFacts.model_construct(
        name=game.name,
        title=game.title,
        options=game.changed_options,
        players=game.players,
        hidden=game.facts.hidden,
        chance=game.facts.chance,
        points=game.facts.points,
    )


def seats(table: Table, visitor: str, present: Collection[str]) -> list[messages.Seat]:
    found = []
    for number, sitter in enumerate(table.seats):
        open_to_host = sitter.kind == "open" and visitor == table.host
        found.append(
            messages.Seat.model_construct(
                index=number,
                role=table.game.seats[number],
                label=sitter.label,
                kind=sitter.kind,
                level=sitter.level,
                you=sitter.kind == "person" and sitter.visitor == visitor,
                present=sitter.kind == "computer" or sitter.visitor in present,
                link=f"/join/{sitter.key}" if open_to_host else None,
                emblem=emblem(table.position, number),
            )
        )
    return found


def emblem(position: Position, seat: int) -> str:
    """The seat's sign, as the drawing shows it."""
    tell = getattr(position.game.drawing, "emblem", None)
    return tell(position, seat) if tell else ""


def turn_facts(table: Table, visitor: str, thinking: bool, preparing: bool) -> TurnFacts:
    if table.over:
        return TurnFacts.model_construct(seat=None, kind="over")
    seat = table.turn
    sitter = table.seats[seat]
    if sitter.kind == "open":
        kind = "open"
    elif sitter.kind == "computer":
        kind = "computer"
    elif table.automatic == "chance":
        kind = "chance"
    else:
        kind = "you" if sitter.visitor == visitor else "other"
    return TurnFacts.model_construct(seat=seat, kind=kind, thinking=thinking, preparing=preparing)


def _near(table: Table, mine: list[int]) -> int | None:
    """From whose side the table is seen."""
    if table.turn in mine and len(mine) > 1:
        return table.turn
    return mine[0] if mine else None


def present_scene(
    table: Table, viewer: Viewer, perspective: Perspective, open_hand: bool
) -> messages.Scene:
    position = redacted(table.position, perspective)
    moves: list[messages.Move] = []
    if table.acting(viewer.visitor) is not None and open_hand:
        roll = roll_of(position)
        moves = [roll] if roll else choices(position)
    return scene(
        position,
        table.history(perspective),
        moves=moves,
        rendering=replace(viewer.rendering, near=_near(table, table.seats_of(viewer.visitor))),
        result=table.result,
    )


def past_scene(
    table: Table, ply: int, perspective: Perspective, rendering: Rendering
) -> messages.Scene:
    """The position after ``ply`` moves, with nothing to touch."""
    last = ply == len(table.moves)
    return scene(
        redacted(table.positions[ply], perspective),
        table.history(perspective)[:ply],
        moves=[],
        rendering=rendering,
        result=table.result if last else None,
    )


def steps(
    table: Table, viewer: Viewer, perspective: Perspective, since: int | None
) -> list[messages.Scene]:
    """What happened after ply ``since``, without the position of now; but whoever hands the
    screen over sees that, too, before their hand is covered."""
    now = len(table.moves)
    if since is None or not now - MOST_STEPS <= since < now:
        return []
    near = _near(table, table.seats_of(viewer.visitor))
    if covered(table, viewer) is not None and viewer.uncovered is not None:
        perspective, near, now = viewer.uncovered, viewer.uncovered, now + 1
    rendering = replace(viewer.rendering, near=near)
    return [past_scene(table, ply, perspective, rendering) for ply in range(since + 1, now)]


def can(table: Table, visitor: str, open_hand: bool) -> Can:
    mine = table.seats_of(visitor)
    if not mine:
        return Can()
    alone = table.alone(visitor)
    acting = table.acting(visitor) is not None and open_hand
    undo = table.may_undo(visitor)
    return Can.model_construct(
        undo=undo and alone,
        takeback=undo and not alone and table.offer is None and bool(table.others(visitor)),
        resign=not table.over,
        draw=table.may_draw and table.offer is None,
        hint=alone and acting and table.position.to_move != CHANCE,
        rematch=table.over,
        roll=acting and table.by_hand,
    )


def offers(table: Table, visitor: str) -> list[messages.Offer]:
    offer = table.offer
    if offer is None:
        return []
    asker = table.seats[offer.by].visitor
    asked = visitor in table.people and visitor != asker and visitor not in offer.yes
    return [messages.Offer.model_construct(kind=offer.kind, by=offer.by, answer=asked)]


def match_facts(table: Table) -> MatchFacts | None:
    match = table.match
    if match is None:
        return None
    rules = match.rules
    games = match.players if rules.games == "players" else rules.games
    contenders = [
        Contender.model_construct(
            label=table.seats[table.seating.index(player)].label,
            seat=table.seating.index(player),
            total=match.totals[player],
            wins=match.wins[player],
        )
        for player in range(match.players)
    ]
    return MatchFacts.model_construct(
        number=table.number,
        games=games if isinstance(games, int) else None,
        wins=rules.wins,
        counts=rules.counts,
        contenders=contenders,
        over=match.over,
        says=match_sentence(table, contenders),
    )


def match_sentence(table: Table, contenders: list[Contender]) -> str:
    match = table.match
    assert match is not None
    if not match.played:
        return say("The first game of a match.")
    leaders = [contenders[player].label for player in match.leaders]
    if len(leaders) > 1:
        if match.over:
            return say("The match is drawn.")
        return say("The match is level after game {games}.", games=match.played)
    if match.over:
        return say("{name} wins the match.", name=leaders[0])
    return say("{name} leads after game {games}.", name=leaders[0], games=match.played)
