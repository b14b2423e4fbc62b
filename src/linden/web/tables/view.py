"""The whole table as one viewer may see it, and what several viewers share of it.

Drawings and histories are most of a state, and the same for everybody who may know the same. They
are written as JSON once and put between what is each viewer's own.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter

from linden.core.seats import CHANCE
from linden.web import messages, texts
from linden.web.messages import (
    Can,
    Contender,
    Entry,
    GameFacts,
    MatchFacts,
    Message,
    StateHead,
    TurnFacts,
)
from linden.web.tables.scene import (
    EVERYTHING,
    Perspective,
    Rendering,
    choices,
    entries,
    heeded,
    redacted,
    roll_of,
    scene,
)
from linden.web.tables.table import Table, shared_plies
from linden.web.texts import say

MOST_STEPS = 12
"""Scenes that are shown one after the other to who comes back; what lies further is skipped."""
_moves = TypeAdapter(list[messages.Move])
MOST_SCENES = 100
"""Drawings kept of one position: eight ways to turn it, for each seat."""


@dataclass(eq=False)
class Viewer:
    """Somebody with the table open: one browser tab."""

    visitor: str
    name: str = ""
    rendering: Rendering = field(default_factory=Rendering)
    uncovered: int | None = None
    """Several people on one screen: the seat that asked to see its hand. Whether it may is for the
    table to say, each time."""


@dataclass
class History:
    """The moves as one perspective may read them, and the same as JSON."""

    entries: list[Entry] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    def cut(self, ply: int) -> None:
        del self.entries[ply:], self.written[ply:]


class Shared:
    """What the viewers of one table share, made once for the table as it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._histories: dict[tuple[Perspective, str], History] = {}
        self._scenes: dict[object, str] = {}

    def show(self, table: Table) -> None:
        """The table has changed."""
        if table.positions is not self.table.positions:
            ply = shared_plies(self.table, table)
            for history in self._histories.values():
                history.cut(ply)
        if table.version != self.table.version:
            self._scenes.clear()
        self.table = table

    def _history(self, perspective: Perspective) -> History:
        table = self.table
        if not table.game.facts.hidden:
            perspective = EVERYTHING
        known = self._histories.setdefault((perspective, texts.language.get()), History())
        if len(known.entries) < len(table.moves):
            entries(table.game, table.moves, table.positions, perspective, known.entries)
            known.written += map(written, known.entries[len(known.written) :])
        return known

    def history(self, perspective: Perspective) -> list[Entry]:
        """The moves so far."""
        return self._history(perspective).entries

    def history_json(self, perspective: Perspective) -> str:
        return "[" + ",".join(self._history(perspective).written) + "]"

    def scene(
        self, perspective: Perspective, rendering: Rendering, ply: int | None = None
    ) -> messages.Scene:
        """A position with nothing to touch: the present one, or that after ``ply`` moves."""
        table = self.table
        now = len(table.moves)
        ply = now if ply is None else ply
        return scene(
            redacted(table.positions[ply], perspective),
            self.history(perspective)[:ply],
            moves=[],
            rendering=rendering,
            result=table.result if ply == now else None,
        )

    def _kept(self, key: object, make: Callable[[], str]) -> str:
        found = self._scenes.get(key)
        if found is None:
            if len(self._scenes) >= MOST_SCENES:
                self._scenes.clear()
            found = self._scenes[key] = make()
        return found

    def scene_json(
        self,
        perspective: Perspective,
        rendering: Rendering,
        ply: int | None = None,
        *,
        movable: bool = False,
    ) -> str:
        """The same as JSON; ``movable`` with the moves of whoever is to act."""
        language = texts.language.get()
        rendering = heeded(self.table.game, rendering)
        bare = self._kept(
            ("scene", perspective, rendering, ply, language),
            lambda: written(self.scene(perspective, rendering, ply), without={"moves"}),
        )
        moves = "[]"
        if movable:
            moves = self._kept(
                ("moves", perspective, language), lambda: self._moves_json(perspective)
            )
        return with_field(bare, "moves", moves)

    def _moves_json(self, perspective: Perspective) -> str:
        position = redacted(self.table.position, perspective)
        roll = roll_of(position)
        return _moves.dump_json([roll] if roll else choices(position), by_alias=True).decode()


def written(message: Message, without: set[str] | None = None) -> str:
    """A message as it is sent."""
    return message.model_dump_json(by_alias=True, exclude=without)


def with_field(json: str, name: str, value: str) -> str:
    """A JSON object with one more field."""
    return f'{json[:-1]},"{name}":{value}}}'


def state_json(
    shared: Shared,
    viewer: Viewer,
    *,
    present: Collection[str],
    thinking: bool = False,
    preparing: bool = False,
    since: int | None = None,
    note: str | None = None,
) -> str:
    """Everything this tab needs, as ``messages.State``; ``since`` is the ply it saw last."""
    table, visitor = shared.table, viewer.visitor
    perspective = table.perspective(visitor, viewer.uncovered)
    covered = table.covered(visitor, viewer.uncovered)
    mine = table.seats_of(visitor)
    head = StateHead.model_construct(
        id=table.id,
        version=table.version,
        game=game_facts(table),
        seats=seats(table, visitor, present),
        viewer=messages.Viewer.model_construct(
            name=viewer.name,
            seats=mine,
            shown=near(table, mine) if perspective == EVERYTHING else perspective,
            watching=not mine,
            covered=covered,
            host=visitor == table.host,
        ),
        turn=turn_facts(table, visitor, thinking, preparing),
        can=can(table, visitor, covered is None),
        offers=offers(table, visitor),
        match=match_facts(table),
        next=table.next_id,
        note=note,
    )
    rendering = replace(viewer.rendering, near=near(table, mine))
    movable = table.acting(visitor) is not None and covered is None
    text = with_field(
        written(head), "scene", shared.scene_json(perspective, rendering, movable=movable)
    )
    text = with_field(text, "history", shared.history_json(perspective))
    return with_field(text, "steps", steps_json(shared, viewer, perspective, since))


def steps_json(shared: Shared, viewer: Viewer, perspective: Perspective, since: int | None) -> str:
    """What happened after ply ``since``, without the position of now; but whoever hands the
    screen over sees that, too, before their hand is covered."""
    table = shared.table
    now = len(table.moves)
    if since is None or not now - MOST_STEPS <= since < now:
        return "[]"
    side = near(table, table.seats_of(viewer.visitor))
    leaving = table.handing_over(viewer.visitor, viewer.uncovered)
    if leaving is not None:
        perspective, side, now = leaving, leaving, now + 1
    rendering = replace(viewer.rendering, near=side)
    plies = range(since + 1, now)
    return "[" + ",".join(shared.scene_json(perspective, rendering, ply) for ply in plies) + "]"


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
                emblem=table.position.emblem(number),
            )
        )
    return found


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


def near(table: Table, mine: list[int]) -> int | None:
    """From whose side the table is seen."""
    if table.turn in mine and len(mine) > 1:
        return table.turn
    return mine[0] if mine else None


def can(table: Table, visitor: str, open_hand: bool) -> Can:
    mine = table.seats_of(visitor)
    if not mine:
        return Can()
    alone = table.alone(visitor)
    acting = table.acting(visitor) is not None and open_hand
    undo = table.may_undo(visitor)
    return Can.model_construct(
        undo=undo and alone,
        takeback=undo
        and not alone
        and table.may_ask("takeback", visitor)
        and bool(table.others(visitor)),
        resign=not table.over,
        draw=table.may_draw and table.may_ask("draw", visitor),
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
