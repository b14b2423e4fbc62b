"""Proofs: what a plain search over all that follows says too, and what is refused."""

import random

import pytest

import linden
from linden import CHANCE, Game, Position
from linden.puzzles.checking import fault
from linden.puzzles.finding import found_in, played
from linden.puzzles.grading import solves
from linden.puzzles.proving import Prover, most_points
from linden.puzzles.puzzle import GUARD, HOLD, MOST, WIN, Puzzle, kept, themes


def plain_worth(position: Position, seat: int) -> float:
    """A seat's share of the win, by going through everything."""
    if position.over:
        return (position.returns[seat] + 1) / position.game.players
    worths = [plain_worth(position.play(move), seat) for move in position.moves]
    if position.to_move == CHANCE:
        shares = position.outcomes.values()
        return sum(share * worth for share, worth in zip(shares, worths, strict=True))
    return max(worths) if position.turn == seat else min(worths)


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
    [("linear", {"board": "4x4"}, 4), ("linage", {"size": 3, "komi": 2}, 4)],
)
def test_what_is_proven_is_so(name: str, options: dict[str, object], moves: int) -> None:
    game = linden.load(name, **options)
    prover = Prover(game)
    compared = single = 0
    for seed in range(60):
        position = late(game, seed, moves)
        if position is None or not 4 <= len(position.moves) <= 6:
            continue
        seat = position.turn
        plain = {move: plain_worth(position.play(move), seat) for move in position.moves}
        worths = prover.worths(position)
        if worths is None:  # it takes too long, and nothing is said
            continue
        assert {move: worth.share for move, worth in worths.items()} == pytest.approx(plain)
        compared += 1
        best = [move for move, worth in plain.items() if worth == max(plain.values())]
        for puzzle in prover.puzzles(position):
            if puzzle.theme in (WIN, HOLD):
                assert best == [puzzle.line[0]]
                single += 1
    assert compared > 5
    assert single > 0


def test_most_points_of_a_turn_are_found_by_going_through_it() -> None:
    game = linden.load("linos")
    prover, found = Prover(game), 0
    for position in filter(None, (late(game, seed, 8) for seed in range(12))):
        gains = {
            move: most_points(position.play(move), position.turn, [4000]) for move in position.moves
        }
        for puzzle in prover.puzzles(position):
            if puzzle.theme == MOST:
                top = max(gain for gain in gains.values() if gain is not None)
                assert [move for move, gain in gains.items() if gain == top] == [puzzle.line[0]]
                found += 1
    assert found


def test_what_others_may_hold_counts() -> None:
    """In Linx whoever is asked knows no other hand; only what every possible hand could do."""
    game = linden.load("linx")
    prover = Prover(game)
    guards = 0
    for number in range(6):
        for position in played(game, number):
            if position.to_move in (None, CHANCE):
                continue
            for puzzle in prover.puzzles(position):
                assert puzzle.position.view(position.turn).text == puzzle.text
                guards += puzzle.theme == GUARD
        if guards:
            break
    assert guards


def test_a_puzzle_is_written_and_read() -> None:
    game = linden.load("linage", size=3, komi=2)
    puzzle = Puzzle(game, game.start().text, WIN, ("b2",), "search", (False,) * 6 + (True,) * 2)
    assert Puzzle.parse("linage", puzzle.json) == puzzle
    assert puzzle.grade == 7
    assert puzzle.verdict(()) is None
    assert puzzle.verdict(("b2",)) is True
    assert puzzle.verdict(("a1",)) is False


def test_a_wrong_puzzle_is_told() -> None:
    game = linden.load("linear", board="4x4")
    prover = Prover(game)
    found = [puzzle for number in range(8) for puzzle in found_in(game, number, prover)]
    assert found
    puzzle = found[0]
    assert fault(puzzle, prover) is None
    other = next(move for move in puzzle.position.moves if move != puzzle.line[0])
    wrong = Puzzle(game, puzzle.text, puzzle.theme, (other,), puzzle.proof)
    assert "is answered by" in (fault(wrong, prover) or "")
    assert "no theme" in (fault(Puzzle(game, puzzle.text, "x", (), ""), prover) or "")
    assert "no position" in (fault(Puzzle(game, "x", WIN, (), ""), prover) or "")
    assert isinstance(solves(puzzle, 1), bool)


@pytest.mark.parametrize("name", linden.games())
def test_what_a_game_brings_is_proven_again(name: str) -> None:
    """A sample; ``linden puzzles check`` goes through all."""
    puzzles = list(kept(name))
    sample = random.Random(1).sample(puzzles, min(5, len(puzzles)))
    provers = {puzzle.game: Prover(puzzle.game) for puzzle in sample}
    for puzzle in sample:
        assert fault(puzzle, provers[puzzle.game]) is None
        assert len(puzzle.solved_by) == 8
    assert len({(puzzle.game, puzzle.text) for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.theme for puzzle in puzzles} <= set(themes(linden.load(name)))
