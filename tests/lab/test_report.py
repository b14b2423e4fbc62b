"""Reports: whole, by themselves, and true to the games."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from linden.lab.experiment import Experiment
from linden.lab.intervals import Interval
from linden.lab.plots import Axis, curve, histogram, whisker
from linden.lab.pools import Here
from linden.lab.report import report
from linden.lab.rows import play_rows
from linden.lab.runner import run
from linden.lab.store import LabFile
from linden.lab.summary import summaries


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[LabFile, str]:
    experiment = Experiment("pig", {"goal": [10, 20, 40]}, games=400, detail=32, replays=2, seed=11)
    path: Path = tmp_path_factory.mktemp("lab") / "pig.sqlite"
    with LabFile.create(path, experiment) as file:
        run(file, Here())
    file = LabFile.open(path)
    return file, report(file)


def test_it_needs_nothing_else(page: tuple[LabFile, str]) -> None:
    _, text = page
    assert not re.search(r"(src|href)=|url\(|@import|<script", text)
    assert "prefers-color-scheme:dark" in text
    assert "@media print{:root:root:root{color-scheme:light;--ground:#fff" in text, "paper is white"
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S).lower()


def test_every_measure_is_there_as_it_was_found(page: tuple[LabFile, str]) -> None:
    file, text = page
    for variant, games, found in summaries(file):
        assert f"{variant.label} ({games:,})" in text
        for estimate in found:
            assert f"<td class=told>{estimate.text}" in text
    assert f"<pre>{file.experiment.command}</pre>" in text
    assert report(file) == text


def test_plots_are_well_formed(page: tuple[LabFile, str]) -> None:
    _, text = page
    drawn = re.findall(r"<svg.*?</svg>", text, re.S)
    assert len(drawn) > 30
    for one in drawn:
        ElementTree.fromstring(one)


def test_places_on_a_plot() -> None:
    axis = Axis(0.0, 10.0, 100.0, 200.0)
    assert [axis(it) for it in (-5, 0, 5, 10, 20)] == [100, 100, 150, 200, 200]
    assert Axis(3.0, 3.0, 0.0, 1.0)(3.0) == 0.5
    bars = re.findall(
        r'<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"',
        histogram(np.array([1.0, 1.0, 1.0, 2.0]), "dice"),
    )
    heights = [float(height) for _, height in bars]
    assert heights[0] == pytest.approx(3 * heights[1], rel=0.02)
    one = Interval(0.5, 0.4, 0.6, 100)
    assert whisker(one, (0.0, 1.0), 0.5).count('x1="120"') == 1
    assert curve([(1.0, one), (2.0, one)], True, "a").count("<circle") == 2


def test_repeated_games_are_told(tmp_path: Path) -> None:
    """A file in which one game stands thirty times."""
    experiment = Experiment("pig", {"goal": [10]}, [["greedy"]], games=30)
    data = play_rows(experiment, experiment.variants[0], 0, 1, True)
    with LabFile.create(tmp_path / "same.sqlite", experiment) as file:
        for number in range(30):
            file.write(0, number, 1, True, data)
        assert "only 1 of its games are different" in report(file)
