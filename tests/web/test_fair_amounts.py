"""A komi need not be named by who cannot judge it: Play fixes the fair one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import linden
from linden.core.playing import playing
from linden.games.linage.komi import SOLVED, fair_komi
from linden.solve.exact import solved, solver_for
from linden.solve.solver import build
from linden.web.compute import amounts
from linden.web.http import forms
from servers import ME, QUICK, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fair")) as running:
        yield running


def test_play_begins_with_a_stone(server: Server) -> None:
    """The page's own options make a table where nothing has to be named."""
    person = server.person()
    page = person.get("/api/games/linage")
    assert page["quick"] == {"komi": "fair"}
    assert page["roles"] == ["Vertical", "Horizontal"]
    komi = next(option for option in page["options"] if option["name"] == "komi")
    assert komi["default"] == komi["choices"][0] == "fair"
    assert "choose" in komi["choices"]
    tab = person.sit(person.table("linage", [ME, QUICK], page["quick"]))
    assert tab.can_act
    assert "f6" in tab.legal
    assert not any(move.startswith("komi") for move in tab.legal)


def test_an_unknown_board_is_searched(server: Server) -> None:
    assert fair_komi(4, 7, 3) is None
    person = server.person()
    tab = person.sit(person.table("linage", [ME, QUICK], {"size": "4x7", "komi": "fair"}))
    assert tab.can_act
    assert "a1" in tab.legal


def test_naming_it_is_still_an_option(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linage", [ME, QUICK], {"komi": "choose"}))
    assert "komi 4.5" in tab.legal


def test_a_form_is_told_who_sits_where() -> None:
    assert forms.check("linage", {"komi": "fair", "size": 9}).seats == ["Vertical", "Horizontal"]
    assert forms.check("linage", {"komi": "choose"}).seats == ["First", "Second"]
    assert forms.check("linage", {"komi": "fair", "size": "no"}).error
    assert forms.check("linja", {"komi": "fair"}).error, "another game has no such option"


@pytest.mark.parametrize("name", linden.games())
def test_what_pages_fix_can_be_played(name: str) -> None:
    game = linden.load(name)
    assert set(amounts.quick(game)) <= set(game.options)
    assert linden.load(name, **amounts.for_now(game, amounts.quick(game))).start().moves


@pytest.mark.parametrize("size", ["3x3", "3x4", "4x3", "4x4", "5x3"])
def test_the_fair_komi_of_a_solved_board_is_the_exact_margin(
    size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path))
    for line in range(2, min(int(side) for side in size.split("x")) + 1):
        game = linden.load("linage", size=size, line=line, komi=0)
        build(solver_for(game))
        declared = playing(game).bisection
        assert declared is not None
        assert declared.known(game) == solved(game).worth(game.start()).lead


def test_every_solved_board_has_a_komi_for_every_line_that_fits() -> None:
    for (columns, rows), (first, second) in SOLVED.items():
        lines = min(columns, rows, 5) - 1
        assert len(first) == len(second) == lines
