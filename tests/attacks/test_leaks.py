"""A hidden fact reaches nobody who may not know it, whatever happens to seats.

Twins: a table and another that differs only in what a viewer cannot know (hands, piles, what others
drew). All that the viewer is sent of either must be the same to the byte, however the table came
about: seats taken, resigned and handed to computers, several hands at one screen, rematches.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import linden
from linden.core import entry
from linden.core.position import Position, Turn
from linden.web.errors import Refusal
from linden.web.http.previews import table_card
from linden.web.http.tables import filmed, looking, written
from linden.web.tables.rows import rematch_row, table_of
from linden.web.tables.scene import EVERYTHING, Perspective, Rendering, drawn, redacted
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tables.view import Shared, Viewer, state_json
from servers import FRIEND, HERE, ME, Server
from web.test_hidden import DRAWN, shown_hands

VISITORS = ("ada", "bob", "cyd", "eve")
"""Eve has no seat."""


# -- twins -----------------------------------------------------------------------------------------


def other_draws(turn: Turn | None, seat: int | None, rng: random.Random) -> Turn | None:
    """A turn in which others have drawn something else."""
    if turn is None:
        return None
    moves = turn.moves
    if turn.seat != seat:
        moves = tuple(redrawn(move, rng) for move in moves)
    return Turn(turn.seat, moves, other_draws(turn.before, seat, rng))


def redrawn(move: str, rng: random.Random) -> str:
    return f"draw {rng.choice('RPS')}" if DRAWN.fullmatch(move) else move


def other_position(position: Position, perspective: Perspective, rng: random.Random) -> Position:
    """One that this perspective cannot tell from the other."""
    seats = [perspective] if perspective is not None else range(position.game.players)
    states = position._state.copy()
    for seat in seats:  # who sees no hand cannot tell after any of these
        target = np.zeros_like(states)
        entry.redraw(states, seat, rng.randrange(1 << 60), np.zeros(1, np.uint64), target)
        states = target
    return Position._of(position.game, states, other_draws(position.last, perspective, rng))


def twin(table: Table, perspective: Perspective, rng: random.Random) -> Table:
    positions = tuple(other_position(one, perspective, rng) for one in table.positions)
    moves = tuple(
        move if before.turn == perspective else redrawn(move, rng)
        for move, before in zip(table.moves, table.positions, strict=False)
    )
    return replace(table, positions=positions, moves=moves)


def everything(table: Table, viewer: Viewer, back: int = 5) -> Iterator[str]:
    """All that this viewer can be sent: the state from any point they saw before, up to so many
    moves ago, pictures, plies for a review, why something cannot be touched."""
    shared = Shared(table)
    for since in (None, *range(max(0, len(table.moves) - back), len(table.moves))):
        yield state_json(shared, viewer, present=set(VISITORS), since=since)
    perspective = table.perspective(viewer.visitor)
    for ply in range(max(0, len(table.moves) - back), len(table.moves) + 1):
        yield shared.scene(perspective, Rendering(), ply).model_dump_json()
    yield drawn(redacted(table.position, perspective), Rendering(theme="auto"))
    seen = redacted(table.position, table.perspective(viewer.visitor, viewer.uncovered))
    marks = re.findall(r'data-at="([^"]+)"', seen.svg())
    for touched in ([marks[0]], marks[-2:], ["hand-r", marks[len(marks) // 2]]):
        yield table.refusal(viewer.visitor, viewer.uncovered, touched)
    if not table.seats_of(viewer.visitor):  # a preview is the same for all
        yield table_card(table)


# -- tables that have seen much --------------------------------------------------------------------


def seated(players: int, rng: random.Random) -> Table:
    """A table with people, several at one screen, computers and free seats."""
    game = linden.load("linx", players=players)
    sitters = [Sitter("person", "ada", "Ada", own=True)]
    while len(sitters) < players:
        sitters.append(
            rng.choice(
                [
                    Sitter("person", "ada", "Grace"),
                    Sitter("person", "bob", "Bob", own=True),
                    Sitter("computer", player="level1"),
                    Sitter("open", key=f"key{len(sitters)}"),
                ]
            )
        )
    rng.shuffle(sitters)
    start = game.start()
    return Table("one", game, "ada", tuple(sitters), (), (start,), seating=tuple(range(players)))


def step(table: Table, viewers: list[Viewer], rng: random.Random) -> Table:
    """Something happens at the table."""
    who = rng.choice(VISITORS)
    try:
        match rng.randrange(12):
            case 0:
                mine = table.seats_of(who)
                if mine and rng.random() < 0.5:
                    return table.resign(who, rng.choice(mine))
            case 1:
                return table.sit_down(rng.randrange(table.game.players), who, who)
            case 2:
                return table.renamed(who, "Somebody")
            case 3 | 4 | 5:
                for viewer in viewers:
                    table.check_uncover(viewer.visitor, table.turn)
                    viewer.uncovered = table.turn
            case 6:
                return table.undo(who, table.version)
            case 7 if table.over:
                row = rematch_row(table, "ada")
                row.seats = list(row.seats)
                return table_of(row, [])
            case _ if not table.over:
                return table.go_on(rng.choice(table.position.moves))
    except Refusal:
        pass
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(int(os.environ.get("LINDEN_TWINS", "1"))))
def test_twins_look_the_same(players: int, seed: int) -> None:
    rng = random.Random(f"{players} {seed}")
    table = seated(players, rng)
    viewers = [Viewer(visitor, visitor) for visitor in VISITORS]
    compared = 0
    for number in range(70):
        table = step(table, viewers, rng)
        if not table.moves:
            continue
        for viewer in viewers:
            mine = table.perspective(viewer.visitor, viewer.uncovered)
            if mine == EVERYTHING:
                continue
            leaving = table.handing_over(viewer.visitor, viewer.uncovered)
            other = twin(table, mine if leaving is None else leaving, rng)
            back = 1 if number % 5 else 5  # most have seen the move before
            sent = everything(table, viewer, back), everything(other, viewer, back)
            pairs = zip(*sent, strict=True)
            for one, another in pairs:
                assert one == another, (viewer, table.seats)
                compared += 1
            check_export(table, table.perspective(viewer.visitor))
            if number % 25 == 0:  # all of the game, so far
                assert moving(table, viewer) == moving(other, viewer)
    assert compared > 300


def moving(table: Table, viewer: Viewer) -> str:
    perspective, near = looking(table, viewer.visitor)
    return filmed(table, perspective, Rendering(theme="light", near=near))


def check_export(table: Table, perspective: Perspective) -> None:
    """A record is replayed to be written, so a twin has none; what it tells of draws is read."""
    record = written(table, perspective)
    for move, before in zip(record.moves, table.positions, strict=False):
        assert before.turn == perspective or not DRAWN.fullmatch(move)
    mine = sum(before.turn == perspective for before in table.positions)
    assert len(DRAWN.findall(record.text)) <= mine


def test_the_comparison_would_find_a_leak() -> None:
    rng = random.Random(5)
    table = seated(2, rng)
    table = replace(table, seats=(Sitter("person", "ada", "Ada"), Sitter("person", "bob", "Bob")))
    for _ in range(12):
        table = table.go_on(rng.choice(table.position.moves))
    others = [twin(table, 0, rng) for _ in range(5)]
    viewer = Viewer("bob")
    assert any(
        list(everything(other, viewer)) != list(everything(table, viewer)) for other in others
    )


# -- what was found from outside -------------------------------------------------------------------


def test_a_seat_handed_to_a_computer_is_seen_by_nobody(server: Server) -> None:
    """Three hands, two at one screen: one is uncovered, resigns, and the game goes on."""
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linx", [ME, HERE, FRIEND], {"players": 3}))
    other = bob.sit(bob.join(tab.state["seats"][2]["link"]))
    rng = random.Random(3)
    tab.send(type="uncover", seat=0)
    tab.next_state(lambda state: state["viewer"]["shown"] == 0)
    tab.send(type="resign", seat=0)
    tab.next_state(lambda state: state["seats"][0]["kind"] == "computer")
    seen = len(tab.traffic)
    while not (tab.over or other.over):
        for one in (tab, other):
            one.send(type="ping")
            one.until(lambda message: message["type"] == "pong")
            covered = one.state["viewer"]["covered"]
            if covered is not None or one.can_act:
                one.act(rng)
    check_hidden(tab.traffic[seen:], own={1})


def check_hidden(traffic: list[str], own: set[int]) -> None:
    """While the game runs nobody's hand is in what was sent but those of ``own``."""
    looked = 0
    for text in traffic:
        message = json.loads(text)
        if message["type"] != "state" or message["turn"]["kind"] == "over":
            continue
        looked += 1
        for scene in (message["scene"], *message["steps"]):
            assert shown_hands(scene["drawing"]) <= own
            stocks = scene["text"].split()[1 : 1 + len(message["seats"])]
            assert all(stock[0] == "?" or seat in own for seat, stock in enumerate(stocks))
        for move in message["history"]:
            assert move["seat"] in own or not DRAWN.fullmatch(move["move"])
    assert looked > 3


def test_two_hands_at_one_screen_and_one_resigns(server: Server) -> None:
    """Of four seats at one screen, the one that was uncovered leaves: its later draws are not
    shown to those who stay."""
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linx", [ME, HERE, HERE, FRIEND], {"players": 4}))
    other = bob.sit(bob.join(tab.state["seats"][3]["link"]))
    rng = random.Random(4)
    tab.send(type="uncover", seat=0)
    tab.next_state(lambda state: state["viewer"]["shown"] == 0)
    tab.send(type="resign", seat=0)
    tab.next_state(lambda state: state["seats"][0]["kind"] == "computer")
    seen = len(tab.traffic)
    for _ in range(40):
        if tab.over or other.over:
            break
        for one in (tab, other):
            one.send(type="ping")
            one.until(lambda message: message["type"] == "pong")
            if one.state["viewer"]["covered"] is not None or one.can_act:
                one.act(rng)
    check_hidden(tab.traffic[seen:], own={1, 2})
