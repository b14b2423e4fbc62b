"""Linage, by Luis Bolaños Mures: shared stones divide a grid into tall and wide land."""

import re

from linden.core.catalogues import sentences
from linden.core.errors import OptionError
from linden.core.game import Declaration, Options
from linden.core.match import MatchRules
from linden.core.options import Between, Option, Written

say = sentences(__file__)
SHORTEST, LONGEST = 3, 19  # sides of a board
FIXED_KOMI = 400  # a komi fixed by option lies within this, either way: more than any board holds


def sides(size: object) -> tuple[int, int]:
    """Columns and rows of a board, from the option's canonical value."""
    width, _, height = str(size).partition("x")
    return int(width), int(height or width)


def read_size(value: object) -> int | str:
    """``11`` for 11 columns and 11 rows, ``5x7`` for 5 columns and 7 rows."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError
    text = str(value) if isinstance(value, str) or abs(value) < 1000 else ""
    found = re.fullmatch(r"([0-9]{1,3})(?:[x×]([0-9]{1,3}))?", re.sub(r"\s+", "", text.lower()))
    if not found:
        raise ValueError
    width = int(found[1])
    height = int(found[2] or width)
    if not (SHORTEST <= width <= LONGEST and SHORTEST <= height <= LONGEST):
        raise ValueError
    return width if width == height else f"{width}x{height}"


def read_komi(value: object) -> str | float:
    """``choose``, or a number: whole ones as ``int``, so that they print as people write them."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError
    if isinstance(value, str):
        text = re.sub(r"\s+", "", value.lower().replace("\u2212", "-"))
        if text == "choose":
            return "choose"
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,4})?", text):
            raise ValueError
        value = float(text)
    if not -FIXED_KOMI <= value <= FIXED_KOMI or value * 2 != int(value * 2):
        raise ValueError
    return int(value) if value == int(value) else float(value)


def check(options: Options) -> None:
    """LG-5: a line must fit into the board both ways."""
    shorter = min(sides(options["size"]))
    if options["line"] > shorter:
        told = say(
            "A line of {line} does not fit into a board whose shorter side has "
            "{shorter} points; lines of 2 to {shorter} do.",
            line=options["line"],
            shorter=shorter,
        )
        raise OptionError(told)


def seats(options: Options) -> tuple[str, ...]:
    """Who is Vertical is part of the game, unless the komi is fixed (LG-1)."""
    return ("First", "Second") if options["komi"] == "choose" else ("Vertical", "Horizontal")


GAME = Declaration(
    name="linage",
    title="Linage",
    summary="Divide a grid with shared stones: tall land is yours, wide land is theirs.",
    designer="Luis Bolaños Mures",
    publisher="",
    year=2016,
    source="Linage (2016), rules as its game sheet gives them; the minutes are our estimate",
    minutes=(15, 40),
    seats=seats,
    match=MatchRules(starter="rotate", counts="wins"),
    options=(
        Option(
            "size",
            Written(
                read_size,
                f"N or WxH (columns x rows), each {SHORTEST} to {LONGEST}",
                (5, 7, 9, 11, 13, 15, 19, "9x13"),
            ),
            11,
            "the points of the board: so many each way, or columns x rows",
            "Size of the board",
            {n: f"{n}×{n}" for n in range(SHORTEST, LONGEST + 1)} | {"9x13": "9×13"},
        ),
        Option(
            "komi",
            Written(
                read_komi,
                f"choose, or a multiple of 0.5 from {-FIXED_KOMI} to {FIXED_KOMI}",
                ("choose", -0.5, 0, 0.5, 2.5, 4.5, 6.5),
            ),
            "choose",
            "Horizontal's extra points: named by the first player, whereupon the second picks a "
            "side, or fixed",
            "Komi",
            {"choose": "named before play", "fair": "fair"},
        ),
        Option(
            "line",
            Between(2, 5),
            3,
            "how many empty points in a row make a line",
            "Length of a line",
        ),
    ),
    check=check,
    draws=lambda options: options["komi"] == "choose" or options["komi"] == int(options["komi"]),
)
