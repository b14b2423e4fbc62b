"""Tables, tabs and the store through random sequences of all actions, with lines cut, callers
cancelled and a disk that fails at every point: whatever happens, what is on disk is what was shown,
and it is what a simple model of the table says.

``LINDEN_EXAMPLES=2000`` runs the long form.
"""

import os
import tempfile
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import linden
from attacks.house import House, OpenTab
from linden.web.tables.offering import DRAW_TURNS

GAME = linden.load("linja")
PEOPLE = ("ada", "bob", "eve")
"""Ada and Bob play; Eve watches."""


@dataclass(frozen=True)
class Model:
    """A table of Linja for two people, as simply as it can be told."""

    moves: tuple[str, ...] = ()
    offer: tuple[str, int] | None = None
    asked: frozenset[tuple[str, int, int]] = frozenset()
    """Kind, seat, and after how many moves."""
    ended: str = ""
    version: int = 0
    joined: bool = True

    @property
    def position(self) -> linden.Position:
        return linden.replay(GAME, list(self.moves))

    def seat(self, who: str) -> int | None:
        return {"ada": 0, "bob": 1 if self.joined else None}.get(who)

    def play(self, who: str, move: str) -> "Model | None":
        if self.ended or self.position.to_move != self.seat(who):
            return None
        after = replace(self, moves=(*self.moves, move), version=self.version + 1, offer=None)
        if after.position.over:
            return replace(after, ended="played", asked=frozenset())
        return replace(after, asked=after.draws)

    @property
    def draws(self) -> frozenset[tuple[str, int, int]]:
        return frozenset(one for one in self.asked if one[0] == "draw")

    def waits(self, kind: str, seat: int) -> bool:
        """Whether the seat has asked for this too short a time ago."""
        then = [ply for what, by, ply in self.asked if (what, by) == (kind, seat)]
        if kind == "takeback" or not then:
            return bool(then)
        turns = [
            linden.replay(GAME, list(self.moves[:ply])).turn
            for ply in range(min(max(then), len(self.moves)), len(self.moves) + 1)
        ]
        ended = sum(now == seat != after for now, after in pairwise(turns))
        return ended < DRAW_TURNS

    def back(self, seat: int) -> int | None:
        """Before the seat's latest decision."""
        return max(
            (
                ply
                for ply in range(len(self.moves))
                if linden.replay(GAME, list(self.moves[:ply])).to_move == seat
            ),
            default=None,
        )

    def ask(self, kind: str, who: str) -> "Model | None":
        seat = self.seat(who)
        if seat is None or self.ended or self.offer or self.waits(kind, seat):
            return None
        if (kind == "takeback" and self.back(seat) is None) or not self.moves:
            return None
        others = frozenset(one for one in self.asked if one[:2] != (kind, seat))
        asked = others | {(kind, seat, len(self.moves))}
        return replace(self, offer=(kind, seat), asked=asked)

    def answer(self, kind: str, who: str, yes: bool) -> "Model | None":
        seat = self.seat(who)
        if seat is None or self.offer is None or self.offer[0] != kind:
            return None
        if not yes:
            return replace(self, offer=None)
        if seat == self.offer[1]:
            return None
        over = replace(self, offer=None, asked=frozenset(), version=self.version + 1)
        if kind == "draw":
            return replace(over, ended="agreed")
        return replace(over, moves=self.moves[: self.back(self.offer[1])], asked=self.draws)

    def resign(self, who: str) -> "Model | None":
        if self.seat(who) is None or self.ended:
            return None
        over = replace(self, offer=None, asked=frozenset(), version=self.version + 1)
        return replace(over, ended="resigned")


def told(house: House, table: str) -> list[Model]:
    """The table in memory and on disk, in the model's words."""
    return [
        Model(
            found.moves,
            (found.offer.kind, found.offer.by) if found.offer else None,
            frozenset(found.asked),
            found.ended,
            found.version,
        )
        for found in (house.live(table), house.on_disk(table))
    ]


class Tables(RuleBasedStateMachine):
    """One table; a step is an action, cut off somewhere or not."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(Path(self.folder.name))
        self.model = Model()
        self.versions: dict[int, set[tuple[str, ...]]] = {0: {()}}

    @initialize()
    def begin(self) -> None:
        seats = [{"kind": "me"}, {"kind": "friend"}]
        self.table = self.house.table("ada", "linja", seats)
        self.house.join(self.table, 1, "bob")
        self.tabs: dict[str, OpenTab] = {}
        self.sit_down()

    def sit_down(self) -> None:
        for who in PEOPLE:
            tab = self.tabs.get(who)
            if tab is None or tab.task.done():
                self.tabs[who] = self.house.sit(self.table, who)
        self.house.settle()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.check_all_that_was_shown()
        self.house.close()
        self.folder.cleanup()

    # -- one action, in each of the ways it can go

    def act(self, who: str, wanted: Model | None, cut: int | None, **message: Any) -> None:
        """Send a message; with ``cut``, hang up after so many rounds of the event loop."""
        tab = self.tabs[who]
        refusals = len(tab.refusals)
        tab.socket.say(**message)
        if cut is not None:
            self.house.steps(cut)
            if cut % 2:
                tab.socket.hang_up()
            tab.task.cancel()
        self.house.settle()
        if cut is None:
            assert (wanted is None) == (len(tab.refusals) > refusals), tab.refusals
            outcomes = [wanted or self.model]
        else:  # whoever hung up may have been heard, or not
            outcomes = [self.model, wanted or self.model]
        self.compare(outcomes)

    def compare(self, outcomes: list[Model]) -> None:
        memory, disk = told(self.house, self.table)
        assert memory == disk
        assert disk in outcomes, (disk, outcomes)
        self.model = disk
        self.versions.setdefault(disk.version, set()).add(disk.moves)
        self.sit_down()

    cuts = st.one_of(st.none(), st.integers(0, 25))
    people = st.sampled_from(PEOPLE)

    @rule(who=people, pick=st.integers(0, 99), cut=cuts)
    def play(self, who: str, pick: int, cut: int | None) -> None:
        legal = self.model.position.moves or ["pass"]
        move = legal[pick % len(legal)]
        self.act(
            who, self.model.play(who, move), cut, type="move", version=self.model.version, move=move
        )

    @rule(who=people, cut=cuts)
    def undo(self, who: str, cut: int | None) -> None:
        wanted = self.model.ask("takeback", who)
        self.act(who, wanted, cut, type="undo", version=self.model.version)

    @rule(who=people, cut=cuts)
    def offer_draw(self, who: str, cut: int | None) -> None:
        wanted = self.model.ask("draw", who)
        self.act(who, wanted, cut, type="draw", version=self.model.version)

    @rule(who=people, kind=st.sampled_from(["draw", "takeback"]), yes=st.booleans(), cut=cuts)
    def answer(self, who: str, kind: str, yes: bool, cut: int | None) -> None:
        wanted = self.model.answer(kind, who, yes)
        message = {"type": "answer", "offer": kind, "yes": yes, "version": self.model.version}
        self.act(who, wanted, cut, **message)

    @precondition(lambda self: len(self.model.moves) > 12)
    @rule(who=people, cut=cuts)
    def resign(self, who: str, cut: int | None) -> None:
        self.act(who, self.model.resign(who), cut, type="resign")

    @rule(who=people, kind=st.sampled_from(["move", "undo", "draw", "resign"]))
    def late(self, who: str, kind: str) -> None:
        """A message about a position that is no more changes nothing."""
        if kind == "resign" and self.model.seat(who) is not None:
            return
        version = self.model.version - 1
        self.act(who, None, None, type=kind, version=version, move="1-2", seat=None)

    @rule(pick=st.integers(0, 99), times=st.integers(2, 4))
    def said_twice(self, pick: int, times: int) -> None:
        """The same move from several tabs at once is one move."""
        seat = self.model.position.to_move
        if self.model.ended or seat is None:
            return
        who = PEOPLE[seat]
        move = self.model.position.moves[pick % len(self.model.position.moves)]
        for _ in range(times):
            self.tabs[who].socket.say(type="move", version=self.model.version, move=move)
        self.house.settle()
        wanted = self.model.play(who, move)
        assert wanted is not None
        self.compare([wanted])

    # -- a disk that fails

    @rule(pick=st.integers(0, 99), how=st.sampled_from(["before", "after"]))
    def disk_fails(self, pick: int, how: str) -> None:
        """The move is not acknowledged, a sentence is; and the table goes on from what is kept."""
        seat = self.model.position.to_move
        if self.model.ended or seat is None:
            return
        who = PEOPLE[seat]
        move = self.model.position.moves[pick % len(self.model.position.moves)]
        tab = self.tabs[who]
        shown, refusals = len(tab.states), len(tab.refusals)
        self.house.store.fails = how
        tab.socket.say(type="move", version=self.model.version, move=move)
        self.house.settle()
        self.house.store.fails = ""
        assert len(tab.refusals) == refusals + 1
        assert "nothing has changed" in tab.refusals[-1] or how == "after"
        assert all(state["version"] <= self.model.version for state in tab.states[shown:])
        assert not tab.task.done(), "nobody is thrown out"
        if how == "after":  # it was kept after all: the next change finds out
            after = self.model.play(who, move)
            assert after is not None
            tab.socket.say(type="move", version=self.model.version, move=move)
            self.house.settle()
            self.compare([after])
        else:
            self.compare([self.model])

    @rule()
    def restart(self) -> None:
        self.house.forget()
        self.tabs.clear()
        self.sit_down()
        self.compare([self.model])

    # -- always

    @invariant()
    def everybody_sees_the_same(self) -> None:
        for tab in getattr(self, "tabs", {}).values():
            assert tab.state["version"] == self.model.version
            assert tuple(entry["move"] for entry in tab.state["history"]) == self.model.moves

    def check_all_that_was_shown(self) -> None:
        """No tab ever saw what was never kept."""
        for tab in self.house.tabs:
            for state in tab.states:
                moves = tuple(entry["move"] for entry in state["history"])
                assert moves in self.versions[state["version"]]


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=int(os.environ.get("LINDEN_EXAMPLES", "25")),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
