"""Every figure of every game's rules: drawn in every language and form, told in every language, and
played on from."""

import re
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import linden
from cases import NAMES, OWN
from linden.cli.main import cli
from linden.core.errors import GameError
from linden.core.figures import (
    Figure,
    Plate,
    _placed,
    figures_of,
    illustrated,
    named_in,
    pieces,
    plates,
)
from linden.core.language import speaking
from linden.core.seats import CHANCE

LANGUAGES = ("en", "de", "fr", "it")
MOST_CHARACTERS = 260
"""Of a caption: it stands below a picture on a small telephone."""
FIGURES = [
    pytest.param(name, plate, id=f"{name}-{plate.figure.name}")
    for name in NAMES
    for plate in plates(name, linden.load(name).figures).values()
]
KINDS = {
    "linja": ("start", "opening", "follow-up", "bonus", "full-row", "meddling", "scoring"),
    "linage": ("regions", "komi", "stone", "smallest", "passing", "scoring"),
    "linear": ("start", "slide", "taking", "own", "last-token", "blocker", "island", "scoring"),
    "linos": (
        *("start", "roll", "upright", "flat", "counting", "half", "jack", "bale"),
        *("closed-board", "bust", "last-stone"),
    ),
    "linx": (
        *("start", "block", "laying", "covering", "passing", "face-up", "face-down", "counting"),
    ),
}
"""Set-up, each kind of move, how points are counted, and what a newcomer could trip over."""


@pytest.mark.parametrize("name", OWN)
def test_everything_that_a_newcomer_has_to_see_is_shown(name: str) -> None:
    assert {one.name for one in linden.load(name).figures} == set(KINDS[name])


@pytest.mark.parametrize(("name", "plate"), FIGURES)
def test_every_figure_is_drawn_and_told_in_every_language(name: str, plate: Plate) -> None:
    captions = set()
    for language in LANGUAGES:
        with speaking(language):
            shown = Plate(name, plate.figure).shown
            for theme in ("page", "light"):
                ElementTree.fromstring(shown.svg(theme=theme))
            assert str(shown).strip()
            caption = plate.caption
            assert caption.strip()
            assert len(caption) <= MOST_CHARACTERS, caption
            captions.add(caption)
    assert len(captions) == (len(LANGUAGES) if name in OWN else 1)


@pytest.mark.parametrize(("name", "plate"), FIGURES)
def test_every_figure_can_be_played_on(name: str, plate: Plate) -> None:
    """By whoever moves there, with what they know; its moves are made by people, or by chance."""
    assert not plate.begins.over
    position = plate.begins
    for move in plate.figure.moves:
        view = position if position.to_move == CHANCE else position.view(position.turn)
        assert move in view.moves
        position = position.play(move)
    assert position == plate.positions[-1]
    assert linden.load(name, **plate.figure.options).parse(plate.begins.text) == plate.begins


@pytest.mark.parametrize("name", OWN)
def test_every_figure_stands_in_the_text_once_in_every_language(name: str) -> None:
    game = linden.load(name)
    english = named_in(game.rules_text)
    assert english == [figure.name for figure in game.figures]
    for language in game.languages:
        text = game.rules_in(language)
        assert named_in(text) == english
        rows = [piece for piece in pieces(text) if not isinstance(piece, str)]
        assert [one for row in rows for one in row] == english, "each row is a paragraph"


def test_what_a_caption_counts_is_what_the_rules_count() -> None:
    """The figures that are written into captions are those of the positions."""
    counted = (
        *(("linja", "scoring"), ("linage", "scoring"), ("linear", "scoring")),
        ("linos", "last-stone"),
    )
    for name, one in counted:
        plate = plates(name, linden.load(name).figures)[one]
        end = plate.positions[-1]
        assert end.over
        told = " ".join([plate.caption, *(text for _, text in plate.sums)])
        for points in end.scores:
            assert re.search(rf"\b{points}\b", told), (name, points)
    linx = plates("linx", linden.load("linx").figures)["counting"]
    assert linx.positions[-1].scores == (9, 7)
    assert "nine tiles, Blue seven" in linx.caption
    worth = {"upright": 2, "flat": 2, "counting": 9, "half": 3, "closed-board": 12}
    for one, coins in worth.items():
        plate = plates("linos", linden.load("linos").figures)[one]
        before, after = plate.begins, plate.positions[-1]
        gain = after.scores[before.turn] - before.scores[before.turn]
        assert gain == coins
        assert re.search(rf"= {coins} coins|nine|three coins", plate.figure.caption)


def test_jacks_and_bales_are_what_the_rules_call_so() -> None:
    shown = plates("linos", linden.load("linos").figures)
    for one, said in (("jack", "a Jack"), ("bale", "a Bale"), ("half", ""), ("bust", "a bust")):
        told = shown[one].begins.describe(shown[one].figure.moves[0])
        assert said in told
        assert ("on a closed board" in told) == (one != "half")


def test_a_game_without_figures_shows_its_showcase() -> None:
    game = linden.load("pig")
    assert game.figures == ()
    with speaking("de"):
        known = plates("pig", ())
        assert list(known) == ["start", "middle", "end"]
        assert known["start"].caption == "Der Anfang."
        assert known["end"].positions[-1].over
    text = illustrated("pig", (), "en")
    assert named_in(text) == ["start", "middle", "end"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A\n## Your turn\nB\n## Points\nC\n## The end\nD", "A#B#CD#"),
        ("A\n## A round\nB\n## The end\nD", "A#B#D#"),
        ("A\n## A round\nB\n## Points\nC", "A#B#C#"),
        ("## A round\nB", "#B##"),
        ("A", "A###"),
    ],
)
def test_its_pictures_find_their_place_whatever_sections_are_called(text: str, order: str) -> None:
    placed = _placed(text, re.findall(r"(?m)^## (.*)$", text))
    assert named_in(placed) == ["start", "middle", "end"]
    shown = re.sub(r"!\[\]\(figure:.*?\)", "#", placed)
    assert re.sub(r"\s", "", re.sub(r"(?m)^## .*$", "", shown)) == order


@pytest.mark.parametrize(
    "declared",
    [
        None,
        [Figure("one", "One.")],
        (1,),
        (Figure("one", "One."), Figure("one", "Two.")),
        (Figure("no name", "One."),),
        (Figure("one", 1),),  # type: ignore[arg-type]
        (Figure("one", "One.", moves=(1,)),),  # type: ignore[arg-type]
        (Figure("one", "One.", options={"nothing": 1}),),
    ],
)
def test_figures_are_declared_as_such(declared: object) -> None:
    with pytest.raises(GameError):
        figures_of(linden.load("linja"), declared)


def test_a_figure_that_cannot_be_drawn_says_why() -> None:
    for wrong in (Figure("one", "One.", position="nowhere"), Figure("one", "One.", moves=("1-8",))):
        with pytest.raises(GameError, match=r"^The figure 'one' cannot be drawn: "):
            _ = Plate("linja", wrong).positions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_draws_what_the_rules_tell_of(language: str) -> None:
    told = CliRunner().invoke(cli, ["rules", "linja", "--lang", language]).output
    plain = CliRunner().invoke(cli, ["rules", "linja", "--lang", language, "--no-pictures"]).output
    assert "figure:" not in told + plain
    with speaking(language):
        for plate in plates("linja", linden.load("linja").figures).values():
            first = " ".join(plate.caption.split(" ")[:4])
            assert first in told
            assert first not in plain
    assert told.count("▲▲▲▲▲▲") >= 4
    assert "▲" not in plain
