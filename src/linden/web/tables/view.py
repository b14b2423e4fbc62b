"""The whole table as one viewer may see it, and what several viewers share of it.

Drawings and histories are most of a state, and the same for everybody who may know the same. They
are written as JSON once and put between what is each viewer's own.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from linden.core.language import figure
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.rating.games import level_rating
from linden.web import messages, texts
from linden.web.compute.drawers import Drawers, Drawn
from linden.web.compute.fair import WAITED_FOR
from linden.web.compute.opponents import number_of
from linden.web.messages import (
    Can,
    ClockFacts,
    Contender,
    Entry,
    GameFacts,
    MatchFacts,
    Message,
    StateHead,
    TurnFacts,
)
from linden.web.people.ids import is_bot
from linden.web.tables import plans
from linden.web.tables.clock import DAY, TimeControl
from linden.web.tables.rows import shared_plies
from linden.web.tables.scene import (
    EVERYTHING,
    PORTRAIT,
    Perspective,
    Rendering,
    drawn,
    entries,
    heeded,
    moves_json,
    portrait_json,
    redacted,
    scene,
)
from linden.web.tables.seek import lasts
from linden.web.tables.table import Table
from linden.web.texts import say

MOST_STEPS = 12
"""Scenes that are shown one after the other to who comes back; what lies further is skipped."""
RECENT_PLIES = 3
"""Portraits of earlier positions that are kept: while tabs are behind, what was drawn for them
once is not drawn again."""
WITHOUT_PORTRAIT = {*PORTRAIT, "moves"}


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
        self._portraits: dict[tuple[Want, str], str] = {}
        """A few of those that led here too: who comes late is shown them as steps."""
        self._choices: dict[object, str] = {}
        self._emblems: list[str] = []
        self._pictures: dict[tuple[Perspective, Rendering], str] = {}
        """The present position as lists of tables show it."""
        self._drawing: dict[object, tuple[Position, asyncio.Future[Drawn]]] = {}

    def show(self, table: Table) -> None:
        """The table has changed."""
        ply = len(table.moves)
        if table.positions is not self.table.positions:
            ply = shared_plies(self.table, table)
            for history in self._histories.values():
                history.cut(ply)
        if table.version != self.table.version:
            self._scenes.clear()
            self._choices.clear()
            self._pictures.clear()
            self._emblems = []
            kept = range(len(table.moves) - RECENT_PLIES, ply + 1)
            self._portraits = {
                key: portrait for key, portrait in self._portraits.items() if key[0].ply in kept
            }
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

    def emblems(self) -> list[str]:
        """Each seat's sign, as the drawing shows it."""
        if not self._emblems:
            position = self.table.position
            self._emblems = [position.emblem(seat) for seat in range(position.game.players)]
        return self._emblems

    def picture(self, visitor: str) -> str:
        """The present position for a list, drawn once for all who may see the same."""
        table = self.table
        mine = table.seats_of(visitor)
        seen = table.perspective(visitor)
        rendering = heeded(table.game, Rendering(near=mine[0] if mine else None))
        if (seen, rendering) not in self._pictures:
            self._pictures[seen, rendering] = drawn(redacted(table.position, seen), rendering)
        return self._pictures[seen, rendering]

    def history(self, perspective: Perspective) -> list[Entry]:
        """The moves so far."""
        return self._history(perspective).entries

    def history_json(self, perspective: Perspective) -> str:
        return "[" + ",".join(self._history(perspective).written) + "]"

    def scene(self, perspective: Perspective, rendering: Rendering, ply: int) -> messages.Scene:
        """The position after ``ply`` moves, with nothing to touch."""
        return self._scene(Want(perspective, rendering, ply), rendering)

    def _scene(self, want: "Want", rendering: Rendering | None) -> messages.Scene:
        table = self.table
        return scene(
            redacted(table.positions[want.ply], want.perspective),
            self.history(want.perspective)[: want.ply],
            moves=[],
            rendering=rendering,
            result=table.result if want.ply == len(table.moves) else None,
        )

    def scene_json(self, want: "Want") -> str:
        """The same as JSON, with the moves of whoever is to act."""
        language = texts.language.get()
        bare = self._scenes.get((want.bare, language))
        if bare is None:
            head = written(self._scene(want, None), without=WITHOUT_PORTRAIT)
            bare = f"{head[:-1]},{self._portrait(want, language)}}}"
            self._scenes[want.bare, language] = bare
        return with_field(bare, "moves", self._moves(want, language) if want.movable else "[]")

    def _position(self, want: "Want") -> Position:
        return redacted(self.table.positions[want.ply], want.perspective)

    def _portrait(self, want: "Want", language: str) -> str:
        known = self._portraits.get((want.bare, language))
        if known is None:
            known = portrait_json(self._position(want), want.rendering)
            self._portraits[want.bare, language] = known
        return known

    def _moves(self, want: "Want", language: str) -> str:
        key = (want.perspective, language)
        if key not in self._choices:
            self._choices[key] = moves_json(self._position(want))
        return self._choices[key]

    async def prepare(
        self, wants: "list[Want]", drawers: Drawers, owner: str, rank: int = WAITED_FOR
    ) -> None:
        """Have drawn elsewhere what is not drawn yet; what is not, ``scene_json`` draws."""
        await asyncio.gather(*(self._prepare(want, drawers, owner, rank) for want in wants))

    async def _prepare(self, want: "Want", drawers: Drawers, owner: str, rank: int) -> None:
        language, version = texts.language.get(), self.table.version
        draw = (want.bare, language) not in self._portraits
        moves = want.movable and (want.perspective, language) not in self._choices
        if not draw and not moves:
            return
        position = self.table.positions[want.ply]
        key = (id(position), want, language, rank)  # what is being drawn keeps its position alive
        if key not in self._drawing:
            rendering = want.rendering if draw else None
            drawing = drawers.draw(self._position(want), rendering, moves, owner, rank)
            self._drawing[key] = position, asyncio.ensure_future(drawing)
            self._drawing[key][1].add_done_callback(lambda _: self._drawing.pop(key, None))
        drawn = await asyncio.shield(self._drawing[key][1])
        now = self.table.positions
        if drawn is None or want.ply >= len(now) or now[want.ply] is not position:
            return  # there is nobody to draw it, or it was taken back
        portrait, choices = drawn
        if portrait is not None:
            self._portraits[want.bare, language] = portrait
        if choices is not None and version == self.table.version:
            self._choices[want.perspective, language] = choices


@dataclass(frozen=True)
class Want:
    """A position as somebody is to see it."""

    perspective: Perspective
    rendering: Rendering
    ply: int
    movable: bool = False
    """With what can be done there."""

    @property
    def bare(self) -> "Want":
        """The same with nothing to do."""
        return replace(self, movable=False)


def wanted(table: Table, viewer: Viewer, since: int | None) -> list[Want]:
    """What this viewer is to see now: the present position, and before it what happened after ply
    ``since``. Whoever hands the screen over sees their turn to its end, before their hand is
    covered."""
    visitor, now = viewer.visitor, len(table.moves)
    perspective = table.perspective(visitor, viewer.uncovered)
    covered = table.covered(visitor, viewer.uncovered)
    side = near(table, table.seats_of(visitor))
    movable = table.acting(visitor) is not None and covered is None
    rendering = heeded(table.game, replace(viewer.rendering, near=side))
    wants = [Want(perspective, rendering, now, movable)]
    if since is None or not now - MOST_STEPS <= since < now:
        return wants
    leaving = table.handing_over(visitor, viewer.uncovered)
    if leaving is not None:
        perspective, now = leaving, now + 1
        rendering = heeded(table.game, replace(viewer.rendering, near=leaving))
    return wants + [Want(perspective, rendering, ply) for ply in range(since + 1, now)]


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
    now: float = 0.0,
    claimable_in: Callable[[int], float | None] = lambda seat: None,
) -> str:
    """Everything this tab needs, as ``messages.State``; ``since`` is the ply it saw last, ``now``
    the site's time, ``claimable_in`` tells when whoever has a seat can be called absent."""
    table, visitor = shared.table, viewer.visitor
    perspective = table.perspective(visitor, viewer.uncovered)
    covered = table.covered(visitor, viewer.uncovered)
    mine = table.seats_of(visitor)
    head = StateHead.model_construct(
        id=table.id,
        version=table.version,
        game=game_facts(table),
        seats=seats(table, visitor, present, shared.emblems()),
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
        clock=clock_facts(table, now),
        absence=absence_facts(table, visitor, claimable_in),
        planned=planned(table, visitor),
        next=following(table, bool(mine)),
        seek=seek_facts(table),
        public=table.public,
        tournament=table.tournament,
        said=said(table) if mine else None,
        note=note,
    )
    present_scene, *steps = [shared.scene_json(want) for want in wanted(table, viewer, since)]
    text = with_field(written(head), "scene", present_scene)
    text = with_field(text, "history", shared.history_json(perspective))
    return with_field(text, "steps", f"[{','.join(steps)}]")


def game_facts(table: Table) -> GameFacts:
    game = table.game
    return GameFacts.model_construct(
        name=game.name,
        title=game.title,
        options=game.changed_options,
        players=game.players,
        hidden=game.facts.hidden,
        chance=game.facts.chance,
        points=game.told.points,
        lang=game.spoken,
        rules=told_rules(table),
    )


def control_told(control: TimeControl) -> str:
    """How much time there is, in a few words."""
    if control.by_days:
        days = round(control.seconds / DAY)
        return say.counting("{n} day a turn", "{n} days a turn", days)
    if control.kind == "turn" and control.seconds < 120:
        return say("{seconds} s a turn", seconds=figure(f"{control.seconds:g}"))
    minutes = figure(f"{control.seconds / 60:g}")
    if control.kind == "turn":
        return say("{minutes} min a turn", minutes=minutes)
    if not control.increment:
        return say("{minutes} min each", minutes=minutes)
    return say(
        "{minutes} min each + {seconds} s a turn",
        minutes=minutes,
        seconds=figure(f"{control.increment:g}"),
    )


def told_rules(table: Table) -> list[str]:
    """What is not as usual at a table, and the time, in words."""
    rated = [say("rated")] if table.rated else []
    level = level_rating(table.game, table.level)
    if level is not None:
        rated = [say("rated, the level at {rating}", rating=round(level.rating))]
    time = [control_told(table.clock.control)] if table.clock else []
    return [*rated, *table.game.chosen_rules, *time]


def seats(
    table: Table, visitor: str, present: Collection[str], emblems: Sequence[str]
) -> list[messages.Seat]:
    found = []
    for number, sitter in enumerate(table.seats):
        open_to_host = sitter.kind == "open" and visitor == table.host
        found.append(
            messages.Seat.model_construct(
                index=number,
                role=table.game.roles[number],
                label=sitter.label,
                kind=sitter.kind,
                level=number_of(sitter.player),
                player=sitter.player,
                bot=is_bot(sitter.visitor),
                you=sitter.kind == "person" and sitter.visitor == visitor,
                present=sitter.kind == "computer" or sitter.visitor in present,
                link=f"/join/{sitter.key}" if open_to_host else None,
                emblem=emblems[number],
            )
        )
    return found


def turn_facts(table: Table, visitor: str, thinking: bool, preparing: bool) -> TurnFacts:
    if table.over:
        return TurnFacts.model_construct(seat=None, kind="over")
    seat = table.free[0] if table.waiting else table.turn
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
    """From whose side the table is seen. At one screen it turns only to show each their hand."""
    if table.game.facts.hidden and table.turn in mine and len(mine) > 1:
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
        draw_wait=table.draw_wait(visitor) if table.may_draw else 0,
        say=bool(table.others(visitor)),
        hint=alone and acting and table.position.to_move != CHANCE,
        rematch=table.over,
        pause=table.may_pause and table.may_ask("pause", visitor),
        resume=table.paused and not table.over,
        roll=acting and table.by_hand,
    )


def offers(table: Table, visitor: str) -> list[messages.Offer]:
    offer = table.offer
    if offer is None:
        return []
    asker = table.seats[offer.by].visitor
    asked = visitor in table.people and visitor != asker and visitor not in offer.yes
    return [messages.Offer.model_construct(kind=offer.kind, by=offer.by, answer=asked)]


def clock_facts(table: Table, now: float) -> ClockFacts | None:
    """Everybody's time, the same for all: it tells nothing of what is hidden."""
    clock = table.clock
    if clock is None:
        return None
    return ClockFacts.model_construct(
        kind=clock.control.kind,
        seconds=clock.control.seconds,
        increment=clock.control.increment,
        left=[round(left, 3) for left in clock.left_at(now)],
        running=clock.running,
        paused=clock.paused,
        rests=[max(0.0, round(clock.rest_of(seat) - now, 3)) for seat in range(len(clock.left))],
    )


def absence_facts(
    table: Table, visitor: str, claimable_in: Callable[[int], float | None]
) -> messages.Absence | None:
    """Who is waited for and not there, or does not begin, for those whom it concerns."""
    seat = table.may_claim(visitor)
    wait = None if seat is None else claimable_in(seat)
    if wait is None:
        return None
    calls_off = not table.begun or table.level is not None
    return messages.Absence.model_construct(seat=seat, wait=wait, calls_off=calls_off)


def following(table: Table, plays: bool) -> str | None:
    """The table of the next game. The address of a rated game is everybody's once it is over; that
    of the next one is not, unless it was offered to everybody."""
    known = plays or table.public or not table.rated
    return table.next_id if known else None


def planned(table: Table, visitor: str) -> int:
    """How many lines of answers this visitor has planned; nobody else's are told."""
    seat = plans.planner(table, visitor)
    return 0 if seat is None else len(plans.remaining(table, seat))


def seek_facts(table: Table) -> messages.SeekFacts | None:
    """How it stands with a table's open challenge, which everybody may know."""
    seek = table.seek
    if seek is None or table.over:
        return None
    control = table.clock.control if table.clock else None
    return messages.SeekFacts.model_construct(
        low=seek.low,
        high=seek.high,
        lasts=lasts(control),
        by_days=control is not None and control.by_days,
    )


def said(table: Table) -> messages.Said | None:
    if table.said is None:
        return None
    return messages.Said.model_construct(**table.said._asdict())


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
