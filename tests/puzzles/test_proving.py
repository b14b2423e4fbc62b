"""Proofs: what a plain search over all that follows says too, and what is refused."""

import random
from dataclasses import replace
from functools import cache

import pytest

import linden
from linden import CHANCE, Game, Position
from linden.core.playing import LEVELS
from linden.puzzles.checking import fault
from linden.puzzles.finding import found_in
from linden.puzzles.grading import solves
from linden.puzzles.proving import Prover, ahead, threat, wins_at_once
from linden.puzzles.puzzle import BEST, CLOSE, GUARD, HOLD, MOST, WIN, Puzzle, kept, themes


@cache
def plain_lead(position: Position, seat: int) -> float:
    """By how much a seat leads in the end, by going through everything."""
    if position.over:
        return position.scores[seat] - position.scores[1 - seat]
    leads = [plain_lead(position.play(move), seat) for move in position.moves]
    return max(leads) if position.turn == seat else min(leads)


@cache
def plain_share(position: Position, seat: int) -> float:
    """A seat's share of the win, by going through everything that chance may do."""
    if position.over:
        return (position.returns[seat] + 1) / position.game.players
    shares = [plain_share(position.play(move), seat) for move in position.moves]
    if position.to_move == CHANCE:
        chances = position.outcomes.values()
        return sum(chance * share for chance, share in zip(chances, shares, strict=True))
    return max(shares) if position.turn == seat else min(shares)


def plain_theme(leads: dict[str, float]) -> tuple[str, str] | None:
    """What a position asks for, and the answer, from what all its moves lead to."""
    (move, best), (_, second), *_ = sorted(leads.items(), key=lambda pair: -pair[1])
    if best > 0 >= second:
        return WIN, move
    if best == 0 > second:
        return HOLD, move
    return (BEST, move) if best > 0 and best - second >= 1 else None


def late(game: Game, seed: int, moves: int) -> Position | None:
    """A position so many moves before the end of a random game, if somebody is to choose there."""
    rng = random.Random(seed)
    positions = [game.start()]
    while not positions[-1].over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
    found = positions[max(0, len(positions) - 1 - moves)]
    return None if found.over or found.to_move == CHANCE else found


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [("linear", {"board": "4x4"}, 4), ("linage", {"size": 4, "komi": 2}, 4)],
)
def test_what_is_proven_is_so(name: str, options: dict[str, object], moves: int) -> None:
    """Whatever stands out is found, and nothing else."""
    game = linden.load(name, **options)
    prover = Prover(game)
    themes_met = set[str]()
    compared = 0
    for seed in range(80):
        position = late(game, seed, moves)
        if position is None or not 4 <= len(position.moves) <= 6:
            continue
        seat = position.turn
        leads = {move: plain_lead(position.play(move), seat) for move in position.moves}
        found = [(puzzle.theme, puzzle.line[0]) for puzzle in prover.puzzles(position)]
        assert found == [it for it in [plain_theme(leads)] if it]
        themes_met.update(theme for theme, _ in found)
        compared += 1
    assert compared > 10
    assert len(themes_met) >= 2


def test_chances_are_averaged_over_all_that_the_die_may_do() -> None:
    for theme in (WIN, BEST):
        found = [it for it in kept("linos") if (it.theme, it.proof) == (theme, "expectation")]
        # Those with the least to go through.
        for puzzle in sorted(found, key=lambda it: ahead(it.position, 9))[:2]:
            position = puzzle.position
            seat = position.turn
            shares = {move: plain_share(position.play(move), seat) for move in position.moves}
            best, second, *_ = sorted(shares.values(), reverse=True)
            assert shares[puzzle.line[0]] == pytest.approx(best)
            assert best - second > (0.1 - 1e-9) * (theme == BEST)
            (proven,) = (it for it in Prover(puzzle.game).puzzles(position) if it.theme == theme)
            assert (proven.best, proven.next) == pytest.approx((best, second), abs=1e-3)
            assert (theme == WIN) == (best == pytest.approx(1))


def test_most_points_of_a_turn_are_found_by_going_through_it() -> None:
    game = linden.load("linos")
    prover, found = Prover(game), 0
    for position in filter(None, (late(game, seed, 9) for seed in range(12))):
        before = position.scores[position.turn]
        gains = {
            move: position.play(move).scores[position.turn] - before for move in position.moves
        }
        for puzzle in prover.puzzles(position, by_end=False):
            if puzzle.theme != MOST:
                continue
            top = max(gains.values())
            assert [move for move, gain in gains.items() if gain == top] == [puzzle.line[0]]
            assert puzzle.best == top
            found += 1
    assert found


def test_one_move_closes_the_board() -> None:
    """Afterwards every stone can only be played royally, and after any other move one need not."""
    puzzle = next(puzzle for puzzle in kept("linos") if puzzle.theme == CLOSE)
    position = puzzle.position
    closing = []
    for move in position.moves:
        after = position.play(move)
        if not after.over:
            then = after.play(after.moves[0]) if after.to_move == CHANCE else after
            royal = ["on a closed board" in then.describe(it) for it in then.moves]
            closing += [move] * all(royal)
    assert closing == [*puzzle.line]


def test_what_others_may_hold_counts() -> None:
    """In Linx whoever is asked knows no other hand; only what every possible hand could do."""
    prover = Prover(linden.load("linx"))
    for theme in (WIN, GUARD):
        kept_ones = [puzzle for puzzle in kept("linx") if puzzle.theme == theme]
        for view in (puzzle.position for puzzle in random.Random(2).sample(kept_ones, 4)):
            assert view == view.view(view.turn)
            (puzzle,) = prover.puzzles(view)
            assert (puzzle.text, puzzle.theme) == (view.text, theme)
            wins = [move for move in view.moves if wins_at_once(view, move)]
            assert wins == [*puzzle.line] * (theme == WIN)
            for move in view.moves if theme == GUARD else ():
                after = threat(view.play(move), view.turn)
                assert (after is None) == (move == puzzle.line[0])


def test_a_puzzle_is_written_and_read() -> None:
    game = linden.load("linage", size=3, komi=2)
    puzzle = Puzzle(game, game.start().text, WIN, ("b2",), "search", (False,) * 6 + (True,) * 2)
    assert Puzzle.parse("linage", puzzle.json) == puzzle
    assert Puzzle.parse("linage", puzzle.json).id == puzzle.id != replace(puzzle, theme=HOLD).id
    with pytest.raises(linden.GameError, match="no puzzle"):
        Puzzle.parse("linage", "{}")
    assert puzzle.grade == 7
    assert puzzle.verdict(()) is None
    assert puzzle.verdict(("b2",)) is True
    assert puzzle.verdict(("a1",)) is False


def test_a_wrong_puzzle_is_told() -> None:
    game = linden.load("linear", board="4x4")
    prover = Prover(game)
    found = [puzzle for number in range(8) for puzzle in found_in(game, number, prover)]
    assert found
    assert "no grade" in (fault(found[0], prover) or "")
    puzzle = replace(found[0], solved_by=(True,) * 8)
    assert fault(puzzle, prover) is None
    other = next(move for move in puzzle.position.moves if move != puzzle.line[0])
    for wrong, said in (
        (replace(puzzle, line=(other,)), "is answered by"),
        (replace(puzzle, theme="x"), "no theme"),
        (replace(puzzle, text="x"), "no position"),
        (replace(puzzle, best=puzzle.best + 1), "not what is kept"),
        (replace(puzzle, text=game.start().text), "no single answer"),
    ):
        assert said in (fault(wrong, prover) or ""), said
    assert isinstance(solves(puzzle, 1), bool)


@pytest.mark.parametrize("name", linden.games())
def test_what_a_game_brings_is_proven_again(name: str) -> None:
    """A sample; ``linden puzzles check`` goes through all."""
    puzzles = kept(name)
    sample = random.Random(1).sample(puzzles, min(5, len(puzzles)))
    provers = {puzzle.game: Prover(puzzle.game) for puzzle in sample}
    for puzzle in sample:
        assert fault(puzzle, provers[puzzle.game]) is None
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.theme for puzzle in puzzles} <= set(themes(linden.load(name)))


@pytest.mark.parametrize("name", [name for name in linden.games() if kept(name)])
def test_every_puzzle_of_the_package_can_be_read_and_its_line_played(name: str) -> None:
    """All of them, without the proof: each by its mover, in a position that a game can come to."""
    puzzles = kept(name)
    assert len(puzzles) >= 500
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        assert puzzle.playable, puzzle.id
        assert puzzle.theme in themes(puzzle.game)
        assert len(puzzle.solved_by) == LEVELS
        position = puzzle.position
        seat = position.to_move
        assert seat is not None
        assert len(position.moves) > 1, "there is something to choose"
        for move in puzzle.line:
            assert position.to_move == seat, "it is all one turn"
            position = position.play(move)
        assert puzzle.verdict(puzzle.line) is True
