"""Calibration: curves are found again in what was made from them, and files are gone on with."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import linden
from linden.cli import calibrating
from linden.cli.main import cli
from linden.core.chances import Curve
from linden.players.calibrating import Effort, Told, collect, kinds, measure, read
from linden.players.calibration import fitted, held_out, pairs_of, reliability

LITTLE = Effort(20, 10, 60)


def made_up(curve: Curve, seats: int, count: int) -> list[Told]:
    """Answers whose games went as often as the curve says."""
    rng = random.Random(5)
    found = []
    for number in range(count):
        parts = [rng.expovariate(1) for _ in range(seats)]
        shares = tuple(part / sum(parts) for part in parts)
        seat, progress, nodes = rng.randrange(seats), rng.random(), rng.choice([100, 1000, 9000])
        chances = curve.chances(shares, seat, progress, nodes)
        winner = rng.choices(range(seats), chances)[0]
        result = tuple(float(it == winner) for it in range(seats))
        found.append(Told(number // 4, "guided", nodes, progress, seat, shares, result))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_curve_is_found_again(seats: int) -> None:
    true = Curve(trust=0.5, trust_later=1.5, mover=-0.4, mover_later=0.3)
    found = fitted(made_up(true, seats, 20_000))
    assert found.trust == pytest.approx(true.trust, abs=0.15)
    assert found.trust_later == pytest.approx(true.trust_later, abs=0.25)
    assert found.mover == pytest.approx(true.mover, abs=0.15)
    assert found.nodes == (100, 9000)


def test_what_is_told_comes_true_on_other_games() -> None:
    told = made_up(Curve(trust=0.4, mover=-0.5), 2, 8000)
    before = reliability([pair for one in told for pair in pairs_of(one, one.shares)])
    after = reliability([it for one, found in held_out(told) for it in pairs_of(one, found)])
    assert max(abs(tenth.told - tenth.won) for tenth in before) > 0.15
    assert max(abs(tenth.told - tenth.won) for tenth in after if tenth.count >= 200) < 0.05
    assert sum(tenth.count for tenth in after) == 8000


def test_with_two_seats_the_one_to_move_counts_and_with_more_all() -> None:
    two = Told(0, "guided", 1, 0.0, 1, (0.3, 0.7), (0.0, 1.0))
    assert pairs_of(two, two.shares) == [(0.7, 1.0)]
    three = Told(0, "guided", 1, 0.0, 1, (0.3, 0.5, 0.2), (0.0, 1.0, 0.0))
    assert len(pairs_of(three, three.shares)) == 3


@pytest.mark.parametrize("name", ["linx", "linja"])
def test_a_game_is_measured_alike_each_time(name: str) -> None:
    game = linden.load(name)
    one, two = (measure(game, 3, LITTLE) for _ in range(2))
    assert one == two
    assert {told.kind for told in one} == set(kinds(game))
    for told in one:
        assert sum(told.shares) == pytest.approx(1)
        assert sum(told.result) == pytest.approx(1)


def test_measuring_goes_on_where_it_ended(tmp_path: Path) -> None:
    game, file = linden.load("linja"), tmp_path / "told"
    whole = collect(game, 3, tmp_path / "whole", LITTLE, lambda done: None)
    collect(game, 2, file, LITTLE, lambda done: None)
    with file.open("a") as cut_off:
        cut_off.write('{"game": 2, "ki')
    heard: list[int] = []
    assert collect(game, 3, file, LITTLE, heard.append) == whole == read(file)
    assert heard == [3]


def test_the_command_fits_what_a_file_holds_and_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrating, "FEWEST", 10)
    monkeypatch.setattr("linden.core.registry.folder", lambda name: tmp_path)
    file = tmp_path / "told"
    ran = CliRunner().invoke(
        cli,
        ["calibrate", "linja", "--games", "4", "--nodes", "20", "--file", str(file), "--write"],
    )
    assert ran.exit_code == 0, ran.output
    assert "alphabeta" in ran.output
    names: dict[str, object] = {}
    exec((tmp_path / "chances.py").read_text(), names)
    found = names["CURVES"]
    assert isinstance(found, dict)
    assert isinstance(found["alphabeta", 2], Curve)
