"""What a game may count of itself: names that tables have room for, and shares that are shares."""

import sys
from types import ModuleType

import pytest

import linden
from linden.core import measuring
from linden.core.measuring import COUNTED_ANYWAY, Course, Measure, measures
from linden.lab.course_measures import COURSE_MEASURES
from linden.lab.rows import PLAIN


def declare(monkeypatch: pytest.MonkeyPatch, *declared: Measure) -> tuple[Measure, ...]:
    """The measures of Linja, were these what its ``lab.py`` has."""
    game = linden.load("linja")
    name = f"{game.rules.__name__.rpartition('.')[0]}.lab"
    module = ModuleType(name)
    module.MEASURES = declared  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(measuring, "find_spec", lambda name: True)
    monkeypatch.setattr(measuring, "_declared", measuring._declared.__wrapped__)
    return measures(game)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("short games",), "its measure 'short games' has no plain name"),
        (("Short",), "its measure 'Short' has no plain name"),
        (("wins_0",), "its measure 'wins_0' has no plain name"),
        (("scores",), "its measure 'scores' is called as one that every game has"),
        (("few", "few"), "it has two measures called 'few'"),
        ((7,), "its measure 7 has no plain name"),
    ],
)
def test_a_name_must_be_plain_and_its_own(
    names: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(linden.GameError, match=f"Linja cannot be measured: {said}"):
        declare(monkeypatch, *(Measure(name, "some", lambda it: 1) for name in names))


def test_what_is_counted_anyway_has_its_names() -> None:
    assert {*PLAIN, *(measure.name for measure in COURSE_MEASURES)} <= COUNTED_ANYWAY


@pytest.mark.parametrize("answer", [None, 0, 1, True, False, 1.0, float("nan")])
def test_a_share_is_yes_or_no(answer: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course((linden.load("linja").start(),), ())
    (won,) = declare(monkeypatch, Measure("won", "won", lambda it: answer, share=True))
    assert won.count(course) is answer


@pytest.mark.parametrize("answer", [10, 0.5, -1])
def test_no_other_number_is_a_share(answer: float, monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course((linden.load("linja").start(),), ())
    counted = Measure("few", "few", lambda it: answer)
    long, few = declare(
        monkeypatch, Measure("long", "long", lambda it: answer, share=True), counted
    )
    with pytest.raises(linden.GameError, match=f"it answers {answer}, and a share answers yes or"):
        long.count(course)
    assert few.count(course) == answer
