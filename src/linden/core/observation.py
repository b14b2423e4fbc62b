"""What learning agents see and do: planes of the game's own board, numbers, and numbered actions.

A game writes its observation as *words* of 32 bits: for each plane of flags a word per row, column
0 in the lowest bit; for each plane of counts a word per square; and a word per number, counted
from its lowest value. That is small, exact and the same on every device. Here it is spelled out
as the array an agent takes, a row of numbers for each position::

    [ planes: the first row of the board first | numbers | with ``all_seats`` what is hidden ]

The legal actions are words too: for each plane of actions a word per row, and then the other
actions, 32 to a word.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linden.core.errors import GameError

Indexes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DTYPES = (np.dtype(np.float32), np.dtype(np.uint8), np.dtype(np.bool_))
WORD_BITS = 32


@dataclass(frozen=True)
class Plane:
    """One number for each square of the board: 0 or 1, or a count of so many ``bits``."""

    name: str
    meaning: str
    bits: int = 1
    scale: float | None = None
    """What the count is multiplied by as ``float32``; without it, the largest becomes 1."""


@dataclass(frozen=True)
class Number:
    """A whole number from ``low`` to ``high``."""

    name: str
    meaning: str
    high: int = 1
    low: int = 0
    scale: float | None = None
    """What it is multiplied by as ``float32``; without it, the largest becomes 1."""

    @property
    def bits(self) -> int:
        return max(1, (self.high - self.low).bit_length())


@dataclass(frozen=True)
class Actions:
    """How moves are numbered for agents: ``planes`` of squares, then the ``others``.

    An action on a square is ``(plane * rows + row) * columns + column``.
    """

    others: tuple[str, ...] = ()
    planes: tuple[str, ...] = ()
    rows: int = 0
    columns: int = 0

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of the actions that have a square."""
        return len(self.planes), self.rows, self.columns

    @cached_property
    def on_squares(self) -> int:
        """How many actions have a square."""
        return len(self.planes) * self.rows * self.columns

    @cached_property
    def count(self) -> int:
        """How many actions there are: the length of a mask."""
        return self.on_squares + len(self.others)

    def __len__(self) -> int:
        return self.count

    @cached_property
    def row_words(self) -> int:
        return len(self.planes) * self.rows

    @cached_property
    def words(self) -> int:
        """How many words the rule ``mask`` writes."""
        return self.row_words + -(-len(self.others) // WORD_BITS)

    def name(self, action: int) -> str:
        """What an action is: ``place 3, 0`` is at row 3 and column 0."""
        if not 0 <= action < self.count:
            raise ValueError(f"Actions go from 0 to {self.count - 1}, not {action}.")
        if action >= self.on_squares:
            return self.others[action - self.on_squares]
        line, column = divmod(action, self.columns)
        plane, row = divmod(line, self.rows)
        return f"{self.planes[plane]} {row}, {column}"

    def mask(self, words: Any) -> Mask:
        """The legal actions as flags, from the words that the rule ``mask`` wrote."""
        rows = bits_of(words[..., : self.row_words], self.columns)
        others = bits_of(words[..., self.row_words :], WORD_BITS)[..., : len(self.others)]
        return np.concatenate([rows, others], axis=-1).astype(np.bool_)


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A way to turn or mirror the board that the rules do not notice.

    ``sources[i]`` says which number of an observation goes to place ``i``, ``images[action]``
    which action an action becomes.
    """

    name: str
    sources: Indexes
    images: Indexes

    @cached_property
    def action_sources(self) -> Indexes:
        found = np.empty_like(self.images)
        found[self.images] = np.arange(len(self.images))
        return found

    def observation(self, rows: Any) -> Any:
        """Observations as ``float32``, one or many, as they are on the other board."""
        return rows[..., self.sources]

    def mask(self, rows: Any) -> Any:
        """Masks, or anything else with a column for each action, likewise."""
        return rows[..., self.action_sources]

    def action(self, actions: Any) -> Any:
        """Actions, one or many, likewise."""
        return self.images[actions]


@dataclass(frozen=True, eq=False)
class Form:
    """An observation spelled out in one type of numbers: how the words become its elements.

    The planes of flags come first; of the rest, ``place``, ``shift`` and ``bits`` say where
    in the words each element is, ``low`` and ``scale`` what is added to it and what it
    is multiplied by as ``float32``.
    """

    dtype: np.dtype[Any]
    flag_planes: int
    rows: int
    columns: int
    place: npt.NDArray[np.int32]
    shift: npt.NDArray[np.uint32]
    bits: npt.NDArray[np.uint32]
    low: npt.NDArray[np.int32]
    scale: npt.NDArray[np.float32]

    @cached_property
    def flag_words(self) -> int:
        return self.flag_planes * self.rows

    @cached_property
    def size(self) -> int:
        """How many elements there are."""
        return self.flag_words * self.columns + len(self.place)

    def spell(self, words: Any) -> Any:
        """The elements, from the words that the rules wrote, one row or many."""
        flags = bits_of(words[..., : self.flag_words], self.columns).astype(self.dtype)
        rest = (words[..., self.place] >> self.shift) & self.bits
        if self.dtype == np.float32:
            rest = (rest.view(np.int32) + self.low).astype(np.float32) * self.scale
        return np.concatenate([flags, rest.astype(self.dtype)], axis=-1)


@dataclass(frozen=True)
class Observation:
    """What a seat sees of a game, as numbers.

    >>> import linden
    >>> seen = linden.load("linage", size="5x7", komi=4.5).observation
    >>> seen.shape, [plane.name for plane in seen.planes], seen.actions.count
    ((108,), ['free', 'ours', 'theirs'], 36)
    >>> planes, numbers = seen.split(linden.load("linage", size="5x7", komi=4.5).start().observe(0))
    >>> planes.shape, numbers.tolist()
    ((3, 7, 5), [1.0, 0.0, 1.0])
    """

    numbers: tuple[Number, ...]
    planes: tuple[Plane, ...] = ()
    rows: int = 0
    columns: int = 0
    hidden: tuple[Number, ...] = ()
    """What no seat may see of the others: only ``all_seats`` has it."""
    actions: Actions = field(default_factory=Actions)
    symmetries: tuple[Symmetry, ...] = ()

    def __post_init__(self) -> None:
        counts = [plane.bits > 1 for plane in self.planes]
        if counts != sorted(counts):
            raise GameError("its observation has planes of counts before planes of flags")
        if any(not -(2**31) <= it.low <= it.high < 2**31 for it in (*self.numbers, *self.hidden)):
            raise GameError("its observation has a number that takes more than 32 bits")
        if self.planes and not (0 < self.columns <= WORD_BITS and self.rows > 0):
            raise GameError("its observation has planes, but no rows or columns to fill")

    @property
    def shape(self) -> tuple[int]:
        """The shape of one seat's observation as ``float32``: one row, the planes first."""
        return (self.size,)

    @cached_property
    def size(self) -> int:
        """How many numbers one seat's observation has as ``float32``."""
        return self.form().size

    @property
    def board(self) -> tuple[int, int, int]:
        """Planes, rows and columns."""
        return len(self.planes), self.rows, self.columns

    @cached_property
    def flag_planes(self) -> int:
        return sum(plane.bits == 1 for plane in self.planes)

    @cached_property
    def words(self) -> int:
        """How many words the rule ``observe`` writes."""
        counts = (len(self.planes) - self.flag_planes) * self.rows * self.columns
        return self.flag_planes * self.rows + counts + len(self.numbers)

    @property
    def hidden_words(self) -> int:
        """How many words the rule ``reveal`` writes."""
        return len(self.hidden)

    def split(self, rows: Any) -> tuple[Any, Any]:
        """Observations as ``float32``, one or many, as planes and numbers; nothing is copied."""
        on_board = len(self.planes) * self.rows * self.columns
        return (
            rows[..., :on_board].reshape(*rows.shape[:-1], *self.board),
            rows[..., on_board:],
        )

    def form(self, dtype: Any = np.float32, all_seats: bool = False) -> Form:
        """How the words are spelled out as ``float32``, ``uint8`` or ``bool``.

        As ``uint8`` numbers count from their lowest value, and one that needs more than a byte
        takes several elements, the lowest byte first. As ``bool`` all numbers are in binary,
        the lowest bit first.
        """
        wanted = np.dtype(dtype)
        if wanted not in DTYPES:
            raise ValueError(f"Observations are float32, uint8 or bool, not {wanted}.")
        return self._forms[wanted, bool(all_seats)]

    @cached_property
    def _forms(self) -> dict[tuple[np.dtype[Any], bool], Form]:
        return {
            (dtype, every): self._form(dtype, every) for dtype in DTYPES for every in (False, True)
        }

    def _form(self, dtype: np.dtype[Any], all_seats: bool) -> Form:
        first = self.flag_planes * self.rows
        squares = self.rows * self.columns
        fields: list[Plane | Number] = []
        for plane in self.planes[self.flag_planes :]:
            fields += [plane] * squares
        fields += [*self.numbers, *(self.hidden if all_seats else ())]
        widest = {np.dtype(np.float32): WORD_BITS, np.dtype(np.uint8): 8}.get(dtype, 1)
        place, shift, bits, lows, scale = [], [], [], [], []
        for number, it in enumerate(fields):
            low = it.low if isinstance(it, Number) else 0
            high = it.high if isinstance(it, Number) else (1 << it.bits) - 1
            share = it.scale if it.scale is not None else 1 / max(abs(low), abs(high), 1)
            for at in range(0, it.bits, widest):
                place.append(first + number)
                shift.append(at)
                bits.append((1 << min(widest, it.bits - at)) - 1)
                lows.append(low)
                scale.append(share)
        return Form(
            dtype,
            self.flag_planes,
            self.rows,
            self.columns,
            np.array(place, np.int32),
            np.array(shift, np.uint32),
            np.array(bits, np.uint32),
            np.array(lows, np.int32),
            np.array(scale, np.float32),
        )

    def describe(self) -> str:
        """All planes and numbers with their meanings, and the actions, as text for people."""
        lines = [f"{len(self.planes)} planes of {self.rows} rows and {self.columns} columns"]
        lines = lines if self.planes else []
        lines += [f"{plane.name}: {plane.meaning}" for plane in self.planes]
        lines += [f"{number.name}: {number.meaning}" for number in self.numbers]
        lines += [f"{it.name}, for all_seats only: {it.meaning}" for it in self.hidden]
        named = [*self.actions.planes, *self.actions.others]
        lines.append(f"{self.actions.count} actions: {', '.join(named[:12])}")
        return "\n".join(lines)


def bits_of(words: Any, width: int) -> Any:
    """The lowest ``width`` bits of each word, one after the other."""
    spread = (words[..., None] >> np.arange(width, dtype=np.uint32)) & np.uint32(1)
    return spread.reshape(*words.shape[:-1], words.shape[-1] * width)


# -- symmetries of a board -----------------------------------------------------------------------


@dataclass(frozen=True)
class Turning:
    """One of the eight ways to lay a board onto itself: first transposed, then mirrored."""

    name: str
    transposed: bool = False
    columns_mirrored: bool = False
    rows_mirrored: bool = False

    def square(self, row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
        """Where a square of a board of so many rows and columns goes."""
        if self.transposed:
            row, column, rows, columns = column, row, columns, rows
        return (
            rows - 1 - row if self.rows_mirrored else row,
            columns - 1 - column if self.columns_mirrored else column,
        )

    def step(self, up: int, right: int) -> tuple[int, int]:
        """What a step becomes."""
        if self.transposed:
            up, right = right, up
        return (-up if self.rows_mirrored else up), (-right if self.columns_mirrored else right)


TURNINGS = (
    Turning("columns mirrored", columns_mirrored=True),
    Turning("rows mirrored", rows_mirrored=True),
    Turning("half turn", columns_mirrored=True, rows_mirrored=True),
    Turning("transposed", transposed=True),
    Turning("quarter turn right", transposed=True, rows_mirrored=True),
    Turning("quarter turn left", transposed=True, columns_mirrored=True),
    Turning("transposed the other way", transposed=True, columns_mirrored=True, rows_mirrored=True),
)


def turned(
    turning: Turning,
    seen: Observation,
    plane_images: dict[int, int],
    action_image: Any,
) -> Symmetry:
    """The symmetry that moves all planes of ``seen`` along; ``plane_images`` says which planes
    change places, ``action_image(action)`` what actions on squares become."""
    planes, rows, columns = seen.board
    sources = np.arange(seen.size)
    for plane in range(planes):
        for row in range(rows):
            for column in range(columns):
                up, right = turning.square(row, column, rows, columns)
                there = (plane_images.get(plane, plane) * rows + up) * columns + right
                sources[there] = (plane * rows + row) * columns + column
    images = np.arange(seen.actions.count)
    for action in range(seen.actions.on_squares):
        images[action] = action_image(action)
    return Symmetry(turning.name, sources, images)
