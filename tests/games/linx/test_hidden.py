"""Linx hides hands: whatever a seat is shown depends on nothing it may not know (LX-4, LX-5)."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

import linden
from cases import how_many, somewhere, walk
from chi_squared import implausible
from linden import CHANCE, Position, Record
from linden.core import entry, kernel
from linden.core.position import Turn

every_number = pytest.mark.parametrize("players", [2, 3, 4])
THEMES = ("auto", "light", "dark", "page")


def finished(players: int, seed: int) -> list[str]:
    """The moves of a whole random game."""
    rng = random.Random(seed)
    position, moves = linden.load("linx", players=players).start(), list[str]()
    while not position.over:
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    return moves


def swapped(position: Position, seat: int) -> Iterator[Position]:
    """The same position with two tiles of another seat exchanged between its hand and its pile."""
    for other in set(range(position.game.players)) - {seat}:
        for mine in range(3):
            for theirs in range(3):
                state = position.state
                if mine != theirs and state.hand[other, mine] and state.pile[other, theirs]:
                    state.hand[other, mine] -= 1
                    state.pile[other, theirs] -= 1
                    state.hand[other, theirs] += 1
                    state.pile[other, mine] += 1
                    yield Position(position.game, state, redrawn(position.last, seat))


def redrawn(last: Turn | None, seat: int) -> Turn | None:
    """A turn, and the one before it, with other tiles drawn by other seats."""
    if last is None:
        return None
    other = {"draw R": "draw P", "draw P": "draw S", "draw S": "draw R"}
    moves = last.moves
    if last.seat != seat:
        moves = tuple(other.get(move, move) for move in moves)
    return Turn(last.seat, moves, redrawn(last.before, seat))


def shown(position: Position, seat: int) -> list[Any]:
    """All that a seat is ever shown of a position."""
    view = position.view(seat)
    return [
        view._bytes,
        view.text,
        view.last,
        view.turn,
        view.to_move,
        view.moves,
        view.outcomes,
        view.scores,
        view.returns,
        view.key,
        str(view),
        repr(view),
        [view.svg(theme=theme) for theme in THEMES],
        [view.describe(move) for move in view.moves],
        position.observe(seat).tobytes(),
        view.observe(seat).tobytes(),
    ]


@every_number
def test_swapping_hidden_tiles_changes_nothing_that_is_shown(players: int) -> None:
    game, rng = linden.load("linx", players=players), random.Random(players)
    compared = 0
    for seed in range(how_many(6)):
        for position in walk(game, seed):
            seat = rng.randrange(players)
            others = list(swapped(position, seat))
            if others and rng.random() < 0.2:
                other = rng.choice(others)
                assert other != position
                assert shown(other, seat) == shown(position, seat)
                compared += 1
    assert compared > 20


@every_number
def test_a_view_and_its_position_are_observed_alike(players: int) -> None:
    for seed in range(20):
        position = somewhere(linden.load("linx", players=players), seed)
        for seat in range(players):
            seen = position.view(seat).observe(seat)
            assert (seen == position.observe(seat)).all()
            assert seen.any()


@every_number
def test_a_whole_game_can_be_followed_from_a_view(players: int) -> None:
    game = linden.load("linx", players=players)
    for seed in range(how_many(5)):
        position = game.start()
        views = [position.view(seat) for seat in range(players)]
        for move in finished(players, seed):
            read = [game.notation.masked(move, position.turn, seat) for seat in range(players)]
            position = position.play(move)
            views = [view.play(seen) for view, seen in zip(views, read, strict=True)]
            for seat, view in enumerate(views):
                assert view == position.view(seat)
                assert view.last == position.view(seat).last
                assert view.key == position.view(seat).key
                assert (view.to_move, view.turn) == (position.to_move, position.turn)
                assert (view.scores, view.returns) == (position.scores, position.returns)
                assert game.parse(view.text) == view


@every_number
def test_views_of_several_seats_combine(players: int) -> None:
    """What is left after two views is what both may know, in whichever order."""
    position = somewhere(linden.load("linx", players=players), 3)
    nobody = position.view(0).view(1)
    assert nobody == position.view(1).view(0)
    assert nobody.view(0) == nobody
    assert position.game.parse(nobody.text) == nobody
    assert nobody.svg()
    assert str(nobody)


# -- records -------------------------------------------------------------------------------------


@every_number
def test_a_record_seen_by_a_seat_replays_and_hides_what_others_drew(players: int) -> None:
    game = linden.load("linx", players=players)
    record = Record(game, tuple(finished(players, 11)), {"Date": "2026-01-31"})
    for seat in range(players):
        view = record.view(seat)
        assert Record.parse(view.text) == view
        assert Record.parse_json(view.json) == view
        assert view.view(seat) == view
        assert view.end() == record.end().view(seat)
        for turn, moves in view.turns():
            drawn = {move for move in moves if move.startswith("draw")}
            assert ("draw ?" in drawn) == (turn != seat and bool(drawn))
        middle = record.positions()[len(record.moves) // 2]
        rest = Record(game, record.moves[len(record.moves) // 2 :], {}, middle.text)
        assert rest.view(seat).end() == record.end().view(seat)


@every_number
def test_records_that_differ_in_hidden_draws_are_seen_alike(players: int) -> None:
    """Exchange two draws of another seat, wherever the game remains legal: the view is equal."""
    game = linden.load("linx", players=players)
    compared = 0
    for seed in range(4):
        moves = finished(players, seed)
        turns = [before.turn for before in Record(game, tuple(moves)).positions()]
        rng = random.Random(seed)
        draws = [i for i, move in enumerate(moves) if move.startswith("draw")]
        for _ in range(60):
            first, second = sorted(rng.sample(draws, 2))
            if turns[first] != turns[second] or moves[first] == moves[second]:
                continue
            other = list(moves)
            other[first], other[second] = other[second], other[first]
            try:
                linden.replay(game, other)
            except linden.IllegalMove:
                continue
            for seat in set(range(players)) - {turns[first]}:
                one = Record(game, tuple(moves)).view(seat)
                two = Record(game, tuple(other)).view(seat)
                assert one.text == two.text
                assert one.json == two.json
                compared += 1
    assert compared > 0


# -- moves that could be -------------------------------------------------------------------------


@every_number
def test_a_veiled_seat_can_do_what_some_hand_could(players: int) -> None:
    """The moves of a veiled seat are those of all the hands it can have, taken together."""
    game = linden.load("linx", players=players)
    rng = random.Random(players)
    for seed in range(how_many(8)):
        for position in walk(game, seed):
            if position.to_move in (None, CHANCE) or rng.random() < 0.7:
                continue
            us = position.turn
            view = position.view((us + 1) % players)
            possible = set[str]()
            for hand in hands(position, us):
                state = position.state
                whole = state.hand[us] + state.pile[us]
                state.hand[us] = hand
                state.pile[us] = whole - hand
                possible |= set(Position(game, state).moves)
            assert set(view.moves) == possible
            assert len(view.moves) == len(possible)


def hands(position: Position, seat: int) -> Iterator[Any]:
    """Every hand of the right size that the seat's unplayed tiles allow."""
    state = position.state
    whole, size = state.hand[seat] + state.pile[seat], int(state.hand[seat].sum())
    for rock in range(min(whole[0], size) + 1):
        for paper in range(min(whole[1], size - rock) + 1):
            if size - rock - paper <= whole[2]:
                yield np.array([rock, paper, size - rock - paper], np.int8)


def test_a_pass_can_be_followed_even_if_the_hand_is_not_known() -> None:
    position = linden.load("linx").parse(
        "b2:*y*yRy*b/Ry*bSy*y/Rb*y*b*y/*y*ySbRb 001+100 002+000 yellow play"
    )
    view = position.view(1)
    assert set(view.moves) == {"Rxd4", "Rxd2", "pass"}
    assert view.play("pass").moves == ["draw ?"]
    assert view.play("pass").play("draw ?") == position.play("pass").play("draw R").view(1)


@every_number
def test_sample_is_uniform_over_what_a_veiled_seat_could_do(players: int) -> None:
    game, sample = linden.load("linx", players=players), kernel.interpreted(kernel.sample)
    for seed in range(4):
        position = somewhere(game, seed)
        if position.over:
            continue
        view = position.view((position.turn + 1) % players)
        seen = dict.fromkeys(view._facts[1], 0)
        rng, state = np.array([seed], np.uint64), view.state
        for _ in range(30 * len(seen)):
            seen[sample(state, rng)] += 1
        assert not implausible(list(seen.values()), [30.0] * len(seen))


@every_number
def test_veiled_states_run_interpreted_as_they_do_compiled(players: int) -> None:
    game = linden.load("linx", players=players)
    plain = {verb: kernel.interpreted(getattr(entry, verb)) for verb in ("hide", "redraw", "look")}
    for seed in range(6):
        position = somewhere(game, seed)
        for seat in range(players):
            one, two = (np.zeros(1, game.state_type) for _ in range(2))
            plain["hide"](position._state.copy(), seat, one)
            assert one.tobytes() == position.view(seat)._bytes
            for source in (position._state, one):
                rng = np.zeros(1, np.uint64)
                with np.errstate(over="ignore"):
                    plain["redraw"](source.copy(), seat, np.uint64(seed), rng, two)
                assert two.tobytes() == redealt(position, seat, seed)._bytes
            words = np.zeros(game.observation.words, np.uint32)
            with np.errstate(over="ignore"):
                plain["look"](one, seat, words)
            assert (game.observation.form().spell(words) == position.observe(seat)).all()


# -- dealing anew --------------------------------------------------------------------------------


def redealt(position: Position, seat: int, seed: int) -> Position:
    target = np.zeros(1, position.game.state_type)
    entry.redraw(position._state.copy(), seat, np.uint64(seed), np.zeros(1, np.uint64), target)
    return Position(position.game, target[0], position.last)


@every_number
def test_dealing_anew_depends_on_the_view_alone(players: int) -> None:
    """The same seed gives the same hands: from the position, its view, or any swapped one."""
    for seed in range(12):
        position = somewhere(linden.load("linx", players=players), seed)
        for seat in range(players):
            dealt = redealt(position, seat, seed)
            assert dealt.view(seat) == position.view(seat)
            assert not dealt.state.veiled.any()
            assert (dealt.state.hand[seat] == position.state.hand[seat]).all()
            assert redealt(position.view(seat), seat, seed) == dealt
            assert position.game.parse(dealt.text) == dealt
            for other in swapped(position, seat):
                assert redealt(other, seat, seed) == dealt


@pytest.mark.parametrize("veiled", [False, True])
def test_dealing_anew_follows_the_shares(veiled: bool) -> None:
    """Every set of unseen tiles is as likely as any other."""
    position = linden.load("linx").parse("d4:RySbPy 121+324 202+352 blue play")
    source = position.view(0) if veiled else position
    tiles, size, games = (5, 5, 4), 4, 6000
    seen = Counter(tuple(redealt(source, 0, seed).state.hand[1].tolist()) for seed in range(games))
    chances = {}
    for hand in hands(position, 1):
        ways = [comb(n, int(k)) for n, k in zip(tiles, hand, strict=True)]
        chances[tuple(hand.tolist())] = Fraction(int(np.prod(ways)), comb(sum(tiles), size))
    assert sum(chances.values()) == 1
    assert seen.keys() <= chances.keys()
    assert not implausible(
        [seen[hand] for hand in chances], [float(games * chance) for chance in chances.values()]
    )


# -- drawings ------------------------------------------------------------------------------------


def test_backs_and_numbers() -> None:
    position = linden.load("linx").parse("d4:RySbPy 121+324 202+352 blue play")
    view = position.view(0).svg()
    assert 'id="hand-0-R-0"' in view
    assert 'id="hand-1-x-3"' in view
    assert 'id="hand-1-R-0"' not in view
    assert 'id="hand-1-R-0"' in position.svg()
    assert position.svg(seat=1) != position.svg(seat=0)
