"""Every measure on games whose values are known by hand."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linden
from cases import part
from linden.core.errors import GameError
from linden.core.measuring import Chances, Course, Measure, measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.experiment import Experiment
from linden.lab.intervals import Interval
from linden.lab.playing import play_game, random_course, restricted
from linden.lab.pools import Here
from linden.lab.rows import fill, row_type, value_of
from linden.lab.runner import run
from linden.lab.store import LabFile
from linden.lab.summary import Estimate, luck_of, summaries, summary, widest_share
from linden.players.choice import Candidate, Choice

COUNT = {measure.name: measure.count for measure in COURSE_MEASURES}


def course(
    game: linden.Game,
    moves: list[str],
    chances: list[Chances | None] | None = None,
    start: str = "",
) -> Course:
    positions = [game.parse(start) if start else game.start()]
    for move in moves:
        positions.append(positions[-1].play(move))
    told = tuple(chances) if chances else (None,) * len(moves)
    return Course(tuple(positions), tuple(moves), told)


def counted(game: linden.Game, it: Course) -> dict[str, float | None]:
    return {measure.name: measure.count(it) for measure in measures(game)}


# -- Pig, to 10 points: everything can be counted on one's fingers


def pig_game() -> tuple[linden.Game, list[str]]:
    """First rolls 6 and holds, Second rolls 1, First rolls 5 and holds: 11 to 0."""
    game = linden.load("pig", goal=10)
    return game, ["roll", "die 6", "hold", "roll", "die 1", "roll", "die 5", "hold"]


def test_choices() -> None:
    game, moves = pig_game()
    it = course(game, moves)
    assert it.end.over
    assert it.end.scores == (11, 0)
    # Decisions: roll (1 legal), hold (2), roll (1), roll (1), hold (2).
    assert COUNT["branching"](it) == pytest.approx(7 / 5)
    assert COUNT["real"](it) == 2
    assert COUNT["forced"](it) == pytest.approx(3 / 5)
    assert [COUNT[name](it) for name in ("lead_changes", "drama", "settled")] == [None] * 3


def test_tension() -> None:
    """Chances told at the five decisions; First wins."""
    game, moves = pig_game()
    told: list[Chances | None] = [None] * 8
    for at, chance in zip((0, 2, 3, 5, 7), (0.5, 0.9, 0.3, 0.6, 0.95), strict=True):
        told[at] = (chance, 1 - chance)
    it = course(game, moves, told)
    assert COUNT["lead_changes"](it) == 2  # to Second at 0.3, back at 0.6
    assert COUNT["drama"](it) == pytest.approx(0.4)  # 0.3 against 0.7
    assert COUNT["settled"](it) == pytest.approx(4 / 5)  # in doubt up to the fourth


def test_a_row_has_what_came_of_a_game() -> None:
    game, moves = pig_game()
    row = np.zeros(1, row_type(game, True))
    fill(row[0], course(game, moves))
    assert row["scores"].tolist() == [[11, 0]]
    assert row["returns"].tolist() == [[1, -1]]
    assert (int(row["decisions"][0]), int(row["rolls"][0]), int(row["turns"][0])) == (5, 3, 3)
    assert np.isnan(row["drama"][0])


# -- sets of rows


def rows_of(game: linden.Game, results: Sequence[tuple[float, ...]], **more: Any) -> Any:
    rows = np.zeros(len(results), row_type(game, True))
    rows["returns"] = results
    for name, values in more.items():
        rows[name] = values
    return rows


def estimates(experiment: Experiment, rows: Any) -> dict[str, Estimate]:
    return {it.name: it for it in summary(experiment, experiment.variants[0], rows, rows)}


def test_wins_draws_and_lengths() -> None:
    experiment = Experiment("linja")
    game = experiment.variants[0].game
    results = [(1, -1)] * 60 + [(-1, 1)] * 30 + [(0, 0)] * 10
    scores = [(30, 20)] * 60 + [(20, 24)] * 30 + [(25, 25)] * 10
    found = estimates(
        experiment, rows_of(game, results, scores=scores, turns=[40, 60] * 50, decisions=[80] * 100)
    )
    assert found["wins_0"].interval.estimate == pytest.approx(0.65)
    assert found["wins_1"].interval.estimate == pytest.approx(0.35)
    assert found["edge"].interval.estimate == pytest.approx(0.15)
    assert 0.08 < found["edge"].interval.half < 0.1
    assert found["draws"].interval.estimate == pytest.approx(0.1)
    assert found["spread"].interval.estimate == pytest.approx(7.2)
    assert found["turns"].interval.estimate == 50
    assert found["decisions"].text == "80, always"


def test_three_seats_share_the_wins() -> None:
    experiment = Experiment("pig", {"players": [3]})
    game = experiment.variants[0].game
    found = estimates(experiment, rows_of(game, [(2, -1, -1)] * 50 + [(-1, 2, -1)] * 50))
    assert [found[f"wins_{seat}"].interval.estimate for seat in range(3)] == [0.5, 0.5, 0]
    assert found["edge"].interval.estimate == pytest.approx(1 / 6)


def test_players_are_counted_wherever_they_sat() -> None:
    """The first player of the line-up wins every game, from both seats: so seats are even."""
    experiment = Experiment("pig", {}, [["mcts:nodes=5", "random"]])
    found = estimates(experiment, rows_of(experiment.variants[0].game, [(1, -1), (-1, 1)] * 40))
    assert found["player_0"].interval.estimate == 1
    assert found["player_1"].interval.estimate == 0
    assert found["wins_0"].interval.estimate == 0.5
    assert found["wins_0"].interval.n == 40  # deals, of two games each
    assert found["player_0"].title == "wins of mcts:nodes=5"


def test_players_of_several_line_ups_have_a_title_that_fits_all() -> None:
    """Their wins stand in one row."""
    experiment = Experiment("pig", {}, [["mcts:nodes=5", "random"], ["greedy", "random"]])
    found = estimates(experiment, rows_of(experiment.variants[0].game, [(1, -1), (-1, 1)] * 40))
    assert found["player_0"].title == "wins of the player named first"
    assert found["player_1"].title == "wins of random"


def test_luck() -> None:
    """All luck: replays end alike. No luck: they know nothing of one another."""
    rng = np.random.default_rng(3)
    won = (rng.random((500, 1)) < 0.5).astype(float)
    alike = np.concatenate([won, won], axis=1)
    apart = (rng.random((500, 2)) < 0.5).astype(float)
    half = np.concatenate([alike, apart])
    for games, truth in ((alike, 1.0), (apart, 0.0), (half, 0.5)):
        interval = luck_of(np.stack([games, 1 - games], axis=2))
        assert interval.low - 1e-9 <= truth <= interval.high + 1e-9
        assert interval.half < 0.12


def test_luck_that_was_never_otherwise_is_not_certain() -> None:
    """Three deals whose replays all differ, or are all alike, say little."""

    def of_deals(*deals: tuple[int, int]) -> Interval:
        won = np.array(deals, dtype=float)
        return luck_of(np.stack([won, 1 - won], axis=2))

    differ, alike = of_deals(*3 * [(1, 0)]), of_deals((1, 1), (0, 0), (1, 1))
    assert (differ.estimate, differ.low, alike.estimate, alike.high) == (-1, -1, 1, 1)
    assert differ.high > 0 > alike.low
    many = of_deals(*100 * [(1, 1), (0, 0)])
    assert 0.95 < many.low < many.high == 1
    assert np.isnan(of_deals((1, 1), (1, 1)).estimate)
    some = of_deals(*9 * [(1, 1), (0, 0)], (1, 0))
    assert -1 <= some.low < some.estimate < some.high <= 1


def test_a_precision_is_that_of_every_seat_and_every_player() -> None:
    """Players whose share is known well in seats whose share is not, and the other way around."""
    rotates = Experiment("pig", {}, [["greedy", "random"]])
    variant = rotates.variants[0]
    luck = np.repeat(np.random.default_rng(2).choice([1, -1], 300), 2)
    skill = luck * np.tile([1, -1], 300)
    for won in (luck, skill):
        rows = rows_of(variant.game, list(zip(won, -won, strict=True)))
        shares = [it for name, it in estimates(rotates, rows).items() if name[-1] in "01"]
        widest = max(it.interval.half for it in shares)
        assert len(shares) == 4
        assert min(it.interval.half for it in shares) < widest / 2
        assert widest_share(rotates, variant, rows) == widest


def test_parts_of_a_game_are_shares_too() -> None:
    """The part of forced decisions is never below none, wherever its interval ends."""
    experiment = Experiment("linja")
    forced = [0.2] + 99 * [0.0]
    rows = rows_of(experiment.variants[0].game, 100 * [(1, -1)], forced=forced)
    interval = estimates(experiment, rows)["forced"].interval
    assert 0 <= interval.low < interval.estimate < interval.high < 0.06


# -- what games declare of their own


@pytest.mark.parametrize("answer", [None, float("nan"), float("inf")])
def test_what_is_no_number_is_no_answer(answer: float | None) -> None:
    it = course(linden.load("linja"), ["3-4"])
    assert np.isnan(value_of(Measure("few", "few", lambda _: answer), it))


def test_a_measure_that_fails_is_told() -> None:
    it = course(linden.load("linja"), ["3-4"])
    with pytest.raises(GameError, match="Linja cannot be measured: its measure 'few' fails: Zero"):
        value_of(Measure("few", "few", lambda _: 1 / 0), it)
    with pytest.raises(GameError, match="its measure 'few' fails: ValueError"):
        value_of(Measure("few", "few", lambda _: "many"), it)  # type: ignore[arg-type,return-value]


def test_measures_need_names_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = (Measure("scores", "scores", lambda _: 1),)
    monkeypatch.setattr("linden.lab.rows.measures", lambda game: taken)
    with pytest.raises(GameError, match="measures without names of their own"):
        row_type(linden.load("linja"), True)


def test_names_of_measures_are_plain_and_different() -> None:
    for name in linden.games():
        game = linden.load(name)
        names = [it.name for it in (*COURSE_MEASURES, *measures(game))]
        assert len(set(names)) == len(names)
        assert all(it.isidentifier() and it.islower() for it in names)
        assert not set(names) & set(row_type(game, False).names or ())


def test_linja() -> None:
    """A follow-up reaches the goal exactly and earns a bonus; nothing is blocked."""
    game = linden.load("linja")
    assert set(counted(game, course(game, []))) == {"bonuses", "blocked_turns", "passed"}
    it = course(game, ["5-6", "6-8", "1-2"])
    before = [position.state.part for position, _ in it.decisions()]
    assert [int(part) for part in before] == [0, 1, 2]
    assert counted(game, it) == {"bonuses": 1, "blocked_turns": 0, "passed": False}


def test_linja_blocked_and_passed() -> None:
    """Six before each side: both pass for want of an opening, which declining a follow-up is not.
    And where the last of a side has run past the last of the other, that is how it ends."""
    game = linden.load("linja")
    locked = course(game, ["pass", "pass"], start="0.0.0.6.0.0.0.6/6.0.0.0.6.0.0.0 red opening")
    assert counted(game, locked) == {"bonuses": 0, "blocked_turns": 2, "passed": False}
    declined = "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening"
    it = course(game, ["1-2", "pass"], start=declined)
    assert counted(game, it)["blocked_turns"] == 0
    ahead = course(game, ["5-6"], start="0.0.0.0.1.0.5.6/6.5.0.0.1.0.0.0 red opening")
    assert (ahead.end.over, counted(game, ahead)["passed"]) == (True, True)


def test_linage() -> None:
    """Land as the scores have it, komi left out."""
    game = linden.load("linage", size=3, komi=2.5)
    played = game.start()
    moves = []
    while not played.over:
        moves.append(played.moves[0])
        played = played.play(moves[-1])
    found = counted(game, course(game, moves))
    vertical, horizontal = played.scores
    assert found == {
        "vertical_land": vertical,
        "horizontal_land": horizontal - 2.5,
        "margin": vertical - horizontal + 2.5,
    }


def some(name: str, count: int, **options: Any) -> list[Course]:
    """Random games."""
    experiment = Experiment(name, {key: [value] for key, value in options.items()})
    return [random_course(experiment, experiment.variants[0], number) for number in range(count)]


def test_linos() -> None:
    """With one coin in the pot the first stone, worth two coins, is a bust; royal plays are those
    that the naive rules call so."""
    for it in some("linos", 5, pot=1):
        found = counted(it.end.game, it)
        assert found == {"busts": True, "closed": False, "royal_plays": 0, "stones": 1}
    seen = 0.0
    for it in some("linos", 12, basket="2x2", scoring="sheet"):
        naive, royal = part("linos", "naive").Naive(basket="2x2", scoring="sheet"), 0
        for position, move in zip(it.positions, it.moves, strict=False):
            if position.to_move != linden.CHANCE:
                royal += naive._is_royal(naive._legal()[move])
            naive.play(move)
        found = counted(it.end.game, it)
        assert found == {"busts": False, "closed": royal > 0, "royal_plays": royal, "stones": 12}
        seen += royal
    assert seen > 0


def test_linx() -> None:
    """A tile that is laid completes a line face up, one that covers a line face down."""
    covers = 0
    for it in some("linx", 60):
        found = counted(it.end.game, it)
        laid = "x" not in it.moves[-1]
        assert found == {"lines_up": laid, "lines_down": not laid, "no_line": False}
        covers += not laid
    assert covers > 0


def test_linx_without_a_line() -> None:
    """Everybody passes on a full board: nobody has three in a line, face up or down."""
    stuck = "c3:RySb*y*y/Sb*y*y*b/*b*bSy*b/*b*b*y*y 002+000 000+000 yellow play"
    game = linden.load("linx")
    it = course(game, ["pass", "pass"], start=stuck)
    assert it.end.over
    assert counted(game, it) == {"lines_up": False, "lines_down": False, "no_line": True}


def test_linear() -> None:
    """Who filled the last square."""
    for it in some("linear", 15):
        seat = [position.to_move for position, _ in it.decisions()][-1]
        assert seat is not None
        won = it.end.returns[seat]
        assert counted(it.end.game, it) == {
            "last_by_white": seat == 0,
            "last_by_winner": None if won == 0 else won > 0,
        }


def test_linear_ends_with_passes() -> None:
    """Passes are no moves: Black made the last one, though White passed and Black passed after it.
    Nobody can reach the square in the middle."""
    game = linden.load("linear", board="...#.#..", start="a1 h1")
    it = course(game, ["a1-c1", "h1-g1", "pass", "pass"])
    assert it.end.scores == (3, 2)
    assert counted(game, it) == {"last_by_white": 0, "last_by_winner": 0}
    even = linden.load("linear", board="..#.#..", start="a1 g1")
    drawn = course(even, ["a1-b1", "g1-f1", "pass", "pass"])
    assert counted(even, drawn) == {"last_by_white": 0, "last_by_winner": None}


def test_restricted_play_takes_the_best_of_what_is_left() -> None:
    """Forbidding all but one of four moves leaves a random one; forbidding none, the best."""
    values = {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}
    candidates = tuple(Candidate(move, value, 1) for move, value in values.items())
    choice = Choice("a", (0.5, 0.5), (0, 0), ("a",), candidates, 1, 0.0)
    rng = random.Random(1)
    assert restricted(choice, list("abcd"), 0.0, rng) == "a"
    halves = Counter(restricted(choice, list("abcd"), 0.5, rng) for _ in range(6000))
    # Two of four stay: the best is among them in 3 of 6 cases, the next in 2, the third in 1.
    assert [round(halves[move] / 1000) for move in "abcd"] == [3, 2, 1, 0]
    alone = Counter(restricted(choice, list("abcd"), 0.75, rng) for _ in range(4000))
    assert [round(alone[move] / 1000) for move in "abcd"] == [1, 1, 1, 1]


def test_chances_are_told_by_whom_one_asks_and_in_the_order_of_seats() -> None:
    """On a small board alpha-beta is certain soon, and then it names the winner's seat."""
    options: dict[str, list[Any]] = {"size": ["3x4"], "line": [3], "komi": [4.5]}
    judged = Experiment("linage", options, [["random"]], games=8, judge="alphabeta:nodes=20000")
    certain = 0
    for number in range(8):
        it = play_game(judged, judged.variants[0], number)
        winner = it.end.returns.index(1)
        last = next(found for found in reversed(it.chances) if found is not None)
        assert last[winner] == 1
        certain += sum(found is not None and max(found) == 1 for found in it.chances)
    assert certain > 8
    unjudged = Experiment("linage", options, [["level1"]], games=1, judge="none")
    assert not any(play_game(unjudged, unjudged.variants[0], 0).chances)
    own = Experiment("linage", options, [["alphabeta:nodes=2000"]], games=1)
    assert all(play_game(own, own.variants[0], 0).chances)
    thoughtless = Experiment("linage", options, [["random"]], games=1)
    assert not any(random_course(thoughtless, thoughtless.variants[0], 0).chances)


def test_losing_choices_costs_the_handicapped_player_among_three(tmp_path: Path) -> None:
    """Of equals each wins a third; who may make one move of ten wins less, wherever they sit."""
    lineup = [["greedy", "greedy", "greedy"]]
    told = Experiment("linos", {"players": [3]}, lineup, games=90, handicap=0.9, judge="none")
    with LabFile.create(tmp_path / "three.sqlite", told) as file:
        run(file, Here())
        [(_, _, found)] = summaries(file)
    shares = {it.name: it.interval for it in found}
    assert shares["player_0"].high < 1 / 3
    assert min(shares[f"player_{it}"].estimate for it in (1, 2)) > shares["player_0"].high
    assert sum(shares[f"player_{it}"].estimate for it in range(3)) == pytest.approx(1)
