"""Ratings and the arena."""

import json
import time
from pathlib import Path

import pytest

import linden
from linden.players.arena import Arena, Meeting, play_meeting
from linden.players.rating import Sprt, rate


def test_ratings_recover_known_strengths() -> None:
    """Scores made from a model's own expectations give back its strengths."""
    elo = {"a": 0, "b": 100, "c": 250, "d": 500}
    results = []
    for one in elo:
        for two in elo:
            if one < two:
                expected = 1 / (1 + 10 ** ((elo[two] - elo[one]) / 400))
                results += [(one, two, expected)] * 4000
    ratings = rate(results, anchor="a")
    assert [rating.name for rating in ratings] == ["d", "c", "b", "a"]
    for rating in ratings:
        assert rating.elo == pytest.approx(elo[rating.name], abs=3)
    assert ratings[-1].error == 0
    assert all(0 < rating.error < 15 for rating in ratings[:-1])


def test_a_player_that_wins_everything_stays_finite() -> None:
    ratings = rate([("a", "b", 1.0)] * 10)
    assert ratings[0].name == "a"
    assert 300 < ratings[0].elo - ratings[1].elo < 1500
    assert ratings[0].score == 1.0


def test_intervals_shrink_with_the_square_root_of_the_games() -> None:
    few, many = (rate([("a", "b", 0.5)] * n)[0].error for n in (50, 5000))
    assert few / many == pytest.approx(10, rel=0.05)


def test_the_sequential_test_decides_both_ways() -> None:
    test = Sprt()
    assert test.verdict([1.0] * 30) is True
    assert test.verdict([0.0] * 30) is False
    assert test.verdict([1.0, 0.0] * 5) is None
    assert test.verdict([0.5] * 400) is False


def test_arena_runs_stops_and_goes_on(tmp_path: Path) -> None:
    game, path = linden.load("linja"), tmp_path / "arena.jsonl"
    names = ["random", "mcts:nodes=20", "level1"]
    arena = Arena(game, names, 4, path)
    heard: list[Meeting] = []
    arena.run(2, lambda meeting, score: heard.append(meeting))
    assert len(heard) == 12
    lines = path.read_text().splitlines()
    assert len(lines) == 13
    # Killed in mid-line: the game is played again, the others are not.
    path.write_text("\n".join(lines[:9]) + '\n["random", "mcts')
    again = Arena(game, names, 4, path)
    assert len(again.results) == 8
    more: list[Meeting] = []
    again.run(1, lambda meeting, score: more.append(meeting))
    assert len(more) == 4
    assert again.results == arena.results, "games depend on the seed alone"
    assert again.ratings()[-1].name == "random"
    assert Arena(game, names, 4, path).results == arena.results, "all of them are on disk"


def test_a_pair_is_the_same_in_whichever_order_it_is_named(tmp_path: Path) -> None:
    game, path = linden.load("linja"), tmp_path / "arena.jsonl"
    names = ["random", "level1"]
    arena = Arena(game, names, 4, path)
    arena.run(1, lambda meeting, score: None)
    for meeting, score in arena.results.items():
        assert play_meeting(game, meeting.turned, 0) == 1 - score
    again = Arena(game, names[::-1], 4, path)
    assert not list(again.waiting())
    assert sorted(again.scores("level1", "random")) == sorted(
        1 - score for score in arena.scores("random", "level1")
    )
    assert again.ratings() == arena.ratings()
    # A file in which it was played twice, of a pair that does not play now.
    with path.open("a") as file:
        for meeting, score in arena.results.items():
            turned = meeting.turned
            file.write(json.dumps([turned.one, turned.two, turned.number, 1 - score]) + "\n")
    assert Arena(game, ["level1", "mcts:nodes=9"], 4, path).ratings() == arena.ratings()


@pytest.mark.parametrize(
    "line",
    ["5", "null", "[]", '[["a"], "b", 0, 1]', '["a", "b", "c", 1]', '["a", "b", 0, "1"]',
     '["a", "b", 0, null]', '["a", "b", 0, 7]', '["a", "b", 0, NaN]', '{"a": 1}', "\x00"],
)  # fmt: skip
def test_a_line_that_is_no_result_is_left_out(line: str, tmp_path: Path) -> None:
    game, path = linden.load("linja"), tmp_path / "arena.jsonl"
    Arena(game, ["random", "level1"], 2, path)
    with path.open("a") as file:
        file.write(f'{line}\n["random", "level1", 0, 1.0]\n')
    arena = Arena(game, ["random", "level1"], 2, path)
    assert arena.results == {Meeting("random", "level1", 0): 1.0}
    assert len(arena.ratings()) == 2


def test_an_arena_that_is_stopped_calls_its_players_off(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    arena = Arena(linden.load("linja"), ["random", "level1", "mcts:seconds=60"], 2, path)

    def stop(meeting: Meeting, score: float) -> None:
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        arena.run(2, stop)
    assert time.monotonic() - began < 30
    assert len(path.read_text().splitlines()) == 2, "what was played is kept"


def test_a_file_of_another_arena_is_refused_with_what_differs(tmp_path: Path) -> None:
    game, path = linden.load("linja"), tmp_path / "arena.jsonl"
    names = ["random", "level1"]
    Arena(game, names, 4, path, seed=1)
    for other, seed, says in (
        (linden.load("linja", meddle=True), 1, "with meddle=false, not with meddle=true"),
        (linden.load("linx"), 1, "of linja, not of linx"),
        (game, 2, "of seed 1, not of 2"),
    ):
        with pytest.raises(ValueError, match=says):
            Arena(other, names, 4, path, seed=seed)
    odd = json.dumps({"game": "linja", "options": 3, "seed": 1})
    for wrong in (b"", b"{}", b"[1]", b"hello", b"\xff\xfe", odd.encode()):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match="is no arena's file"):
            Arena(game, names, 4, path)


def test_games_of_a_pair_share_opening_and_change_seats() -> None:
    one, two = Meeting("a", "b", 6), Meeting("a", "b", 7)
    assert one.opening == two.opening
    assert one.swapped != two.swapped
    game = linden.load("linja")
    meeting = Meeting("random", "level2", 0)
    assert play_meeting(game, meeting, 1) == play_meeting(game, meeting, 1)


def test_entrants_are_read_or_refused(tmp_path: Path) -> None:
    game = linden.load("linja")
    for names, says in (
        (["random", "chess"], "Players are"),
        (["random", "mcts:hours=1"], "no player"),
        (["random", "random"], "two different"),
        (["random", "alphabeta"], "alphabeta needs a budget .* alphabeta:seconds=1"),
        (["random", "mcts"], "mcts needs a budget"),
    ):
        with pytest.raises(ValueError, match=says):
            Arena(game, names, 4, tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_the_file_begins_with_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "arena.jsonl"
    Arena(linden.load("linja"), ["random", "level1"], 2, path, seed=3)
    head = json.loads(path.read_text().splitlines()[0])
    assert head["game"] == "linja"
    assert head["seed"] == 3
