"""``Position``: one state of one game, immutable, checked, in the words people use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linden.core import wording
from linden.core.catalogues import quoted, sentences
from linden.core.errors import GameError, IllegalMove
from linden.core.game import Game
from linden.core.language import after_colon
from linden.core.seats import CHANCE, OVER
from linden.core.types import StateArray, StateRecord

say = sentences(__file__)


@dataclass(frozen=True)
class Turn:
    """The moves of one turn so far, and whose turn it is."""

    seat: int
    moves: tuple[str, ...]
    before: "Turn | None" = None
    """The turn before, for drawings that still show it after a roll."""

    def view(self, game: Game, seat: int) -> "Turn":
        """The turn as ``seat`` reads it, in a game that hides things."""
        mask = game.notation.masked
        seen = tuple(
            _text(game, "notation.masked", mask(move, self.seat, seat)) for move in self.moves
        )
        return Turn(self.seat, seen, self.before and self.before.view(game, seat))


def plain(style: str, text: str) -> str:
    """Paint nothing: what ``str(position)`` uses."""
    return text


class Position:
    """A position of ``game``. Make one with ``Game.start``, ``Game.parse`` or ``play``."""

    def __init__(self, game: Game, state: StateRecord, last: Turn | None = None) -> None:
        states = np.zeros(1, state.dtype)  # zeros, so that padding is equal too
        states[0] = state
        self._settle(game, states, last)

    @classmethod
    def _of(cls, game: Game, states: StateArray, last: Turn | None) -> "Position":
        """The position of an array that nobody else holds."""
        position = cls.__new__(cls)
        position._settle(game, states, last)
        return position

    def _settle(self, game: Game, states: StateArray, last: Turn | None) -> None:
        states.flags.writeable = False
        self.game = game
        self._state: Any = states
        self.last = last
        """The latest turn, as far as it has been played; ``None`` at the start."""

    # -- who acts, and what is possible

    @cached_property
    def _facts(self) -> tuple[int, list[int], list[int], tuple[float, ...], tuple[float, ...], int]:
        from linden.core.entry import at_hand, examine

        seats = self.game.players
        moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)
        shares = np.zeros(self.game.rules.MOST_MOVES, np.int64)
        points, gains, facts = np.zeros(seats), np.zeros(seats), np.zeros(3, np.int64)
        look = at_hand(examine, self._state)
        look(self._state, moves, shares, points, gains, facts)
        seat, n, key = map(int, facts)
        return (
            seat,
            moves[:n].tolist(),
            shares[:n].tolist() if seat == CHANCE else [],
            tuple(map(_number, points)),
            tuple(map(_number, gains)),
            key & 0xFFFF_FFFF_FFFF_FFFF,
        )

    @property
    def to_move(self) -> int | None:
        """A seat, ``linden.CHANCE``, or ``None`` when the game is over."""
        seat = self._facts[0]
        return None if seat == OVER else seat

    @cached_property
    def turn(self) -> int:
        """Whose turn it is, at a chance node too; after the end, whose turn was the last."""
        return int(self._state["turn"][0])

    @property
    def over(self) -> bool:
        return self._facts[0] == OVER

    @cached_property
    def _codes(self) -> dict[str, int]:
        write = self.game.notation.move_text
        state = self._state[0]
        codes = {write(state, move): move for move in self._facts[1]}
        for text in codes:
            _text(self.game, "notation.move_text", text)
        return codes

    # People write moves, kernels number them, and every call has both forms: ``moves`` and
    # ``codes``, ``play`` and ``play_code``, ``code`` from one to the other and ``move`` back.

    @property
    def moves(self) -> list[str]:
        """The legal moves, or the outcomes of chance, in canonical notation.

        >>> import linden
        >>> linden.load("linja").start().moves[:3]
        ['1-2', '2-3', '3-4']
        """
        return list(self._codes)

    @property
    def codes(self) -> dict[str, int]:
        """The kernels' number of each legal move, by its notation, in the order of ``moves``.

        >>> import linden
        >>> linden.load("linja").start().codes["2-3"]
        10
        """
        return dict(self._codes)

    @property
    def outcomes(self) -> dict[str, float]:
        """At a chance node, the probability of each outcome; empty elsewhere."""
        shares = self._facts[2]
        whole = sum(shares)
        return {text: share / whole for text, share in zip(self._codes, shares, strict=False)}

    # -- what it is worth

    @property
    def scores(self) -> tuple[float, ...]:
        """The game's own points per seat, as they stand."""
        return self._facts[3]

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won; they sum to zero, and are zero until the game is over."""
        return self._facts[4]

    @property
    def key(self) -> int:
        """A 64-bit hash, equal for equal positions in any process."""
        return self._facts[5]

    # -- moves

    def code(self, text: str) -> int:
        """The kernels' number for a legal move, or ``IllegalMove`` with the reason.

        >>> import linden
        >>> linden.load("linja").start().code(" 2 - 3 ")
        10
        """
        title = self.game.title
        if not isinstance(text, str):
            raise IllegalMove(f"A {title} move is a text, not {type(text).__name__}.")
        if self.over:
            raise IllegalMove(say("The game is over; there is nothing to play."))
        if text in self._codes:
            return self._codes[text]
        shown = text if len(text) <= 40 else text[:37] + "..."
        state = self._state[0]
        try:
            move = self.game.notation.read_move(state, text)
        except ValueError as error:
            told = say(
                "{move} is no {game} move: {why}.",
                move=quoted(shown),
                game=title,
                why=after_colon(str(error)),
            )
            raise IllegalMove(told) from None
        if not isinstance(move, int | np.integer):
            raise GameError(
                f"{title}'s notation.read_move answered {move!r}, which is no whole number."
            )
        if move not in self._facts[1]:
            why = _text(self.game, "notation.why_not", self.game.notation.why_not(state, move))
            told = say("{move} cannot be played: {why}.", move=quoted(shown), why=after_colon(why))
            raise IllegalMove(told)
        return move

    def move(self, code: int) -> str:
        """The notation of a legal move given as the kernels' number.

        >>> import linden
        >>> linden.load("linja").start().move(10)
        '2-3'
        """
        for text, known in self._codes.items():
            if known == code:
                return text
        raise IllegalMove(f"{code} is not the number of a move that can be played here.")

    def may_play(self, code: int) -> bool:
        """Whether a move given as the kernels' number is legal.

        >>> import linden
        >>> linden.load("linja").start().may_play(10)
        True
        """
        return code in self._facts[1]

    def play(self, text: str) -> "Position":
        """The position after this move, or ``IllegalMove``; this one stays as it was.

        >>> import linden
        >>> linden.load("linja").start().play("2-3").text
        '6.0.2.1.1.1.1.0/0.1.1.1.1.1.1.6 red follow-2'
        """
        return self.play_code(self.code(text))

    def play_code(self, move: int) -> "Position":
        """The position after a move given as the kernels' number, which must be legal.

        >>> import linden
        >>> start = linden.load("linja").start()
        >>> start.play_code(10) == start.play("2-3")
        True
        """
        from linden.core.entry import advance, at_hand

        target = np.zeros(1, self._state.dtype)
        at_hand(advance, self._state)(self._state, move, target)
        written = self.game.notation.move_text(self._state[0], move)
        text = _text(self.game, "notation.move_text", written)
        last = self.last
        if last and last.seat == self.turn:
            turn = Turn(self.turn, (*last.moves, text), last.before)
        else:
            turn = Turn(self.turn, (text,), Turn(last.seat, last.moves) if last else None)
        return Position._of(self.game, target, turn)

    def describe(self, text: str) -> str:
        """What a legal move does, in a sentence."""
        return wording.plain(self.describe_marked(text))

    def describe_marked(self, text: str) -> str:
        """The same with its seats marked, to be told to one of them (``core.wording``)."""
        return self.describe_code(self.code(text))

    def describe_code(self, move: int) -> str:
        """``describe_marked`` with the move's number, which has to be legal."""
        said = self.game.notation.describe(self._state[0], move)
        return _text(self.game, "notation.describe", said)

    def touches(self, text: str) -> tuple[str, ...]:
        """What a person touches on the drawing, in order, to make this move."""
        return self.touches_code(self.code(text))

    def touches_code(self, move: int) -> tuple[str, ...]:
        """``touches`` with the move's number, which has to be legal."""
        found = self.game.drawing.touches(self._state[0], move)
        if not isinstance(found, tuple) or not all(isinstance(mark, str) for mark in found):
            said = f"{self.game.title}'s drawing.touches answered {found!r}"
            raise GameError(f"{said}, which is no tuple of texts.")
        return found

    # -- other ways to see it

    @property
    def status(self) -> str:
        """One sentence: whose turn it is and what is to be done, or how it ended."""
        return wording.plain(_text(self.game, "drawing.status", self.game.drawing.status(self)))

    def emblem(self, seat: int) -> str:
        """What stands for a seat beside its name: SVG around 0, 0, some 30 units wide."""
        return _text(self.game, "drawing.emblem", self.game.drawing.emblem(self, seat))

    @cached_property
    def text(self) -> str:
        """The position on one line; ``Game.parse`` reads it."""
        written = self.game.notation.position_text(self._state[0])
        return _text(self.game, "notation.position_text", written)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.game.players):
            raise ValueError(
                f"{self.game.title} has the seats 0 to {self.game.players - 1}, not {seat}."
            )

    def view(self, seat: int) -> "Position":
        """What ``seat`` may know, with the rest concealed."""
        self._check_seat(seat)
        if not self.game.facts.hidden:
            return self
        from linden.core.entry import at_hand, hide

        target = np.zeros(1, self._state.dtype)
        at_hand(hide, self._state)(self._state, seat, target)
        last = self.last and self.last.view(self.game, seat)
        return Position._of(self.game, target, last)

    # -- for learning agents

    def observe(self, seat: int, dtype: Any = np.float32, *, all_seats: bool = False) -> Any:
        """The position as ``seat`` sees it, as an array for learning agents: ``game.observation``
        says what each number means.

        With ``all_seats`` what is hidden from the seat follows at the end: the truth, for a
        critic, and never for who plays.
        """
        from linden.core.entry import at_hand, look, uncover

        self._check_seat(seat)
        seen = self.game.observation
        form = seen.form(dtype, all_seats)
        words = np.zeros(seen.words + seen.hidden_words, np.uint32)
        at_hand(look, self._state)(self._state, seat, words[: seen.words])
        if all_seats and seen.hidden:
            at_hand(uncover, self._state)(self._state, seat, words[seen.words :])
        return form.spell(words)

    @property
    def mask(self) -> Any:
        """The legal actions as flags; none where chance acts, or when the game is over."""
        from linden.core.entry import at_hand, permit

        words = np.zeros(self.game.actions.words, np.uint32)
        if self._facts[0] not in (CHANCE, OVER):
            at_hand(permit, self._state)(self._state, words)
        return self.game.actions.mask(words)

    def action(self, text: str) -> int:
        """The action that a legal move is.

        >>> import linden
        >>> linden.load("linja").start().action("2-3")
        1
        """
        code = self.code(text)
        if self._facts[0] == CHANCE:
            raise IllegalMove("Chance acts here; its outcomes are no actions.")
        return self.action_number(code)

    def action_number(self, code: int) -> int:
        """The action that a legal move given as the kernels' number is."""
        from linden.core.entry import action_of, at_hand

        return int(at_hand(action_of, self._state)(self._state, code))

    def action_code(self, action: int) -> int:
        """The kernels' number of the move that an action is, or ``IllegalMove``."""
        from linden.core.entry import at_hand, move_of

        mask = self.mask
        if not (0 <= action < len(mask) and mask[action]):
            raise IllegalMove(
                f"{action} is no legal action here; {int(mask.sum())} of {len(mask)} are."
            )
        return int(at_hand(move_of, self._state)(self._state, action))

    def play_action(self, action: int) -> "Position":
        """The position after an action, or ``IllegalMove``.

        >>> import linden
        >>> start = linden.load("linja").start()
        >>> start.play_action(1) == start.play("2-3")
        True
        """
        return self.play_code(self.action_code(action))

    def draw(self, paint: Callable[[str, str], str] = plain) -> str:
        """A drawing for a terminal, coloured by ``paint``."""
        return _text(self.game, "drawing.text", self.game.drawing.text(self, paint))

    def __str__(self) -> str:
        return self.draw()

    def svg(self, **how: Any) -> str:
        """A drawing for a page."""
        return _text(self.game, "drawing.svg", self.game.drawing.svg(self, **how))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.title} {self.text}>"

    # -- the record behind it

    @property
    def state(self) -> Any:
        """The NumPy record, for kernels: a copy, so that nothing can change this position."""
        return self._state[0].copy()

    @cached_property
    def _bytes(self) -> bytes:
        return bytes(self._state.data)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position) and self._bytes == other._bytes and self.game == other.game
        )

    def __hash__(self) -> int:
        return hash((self.game, self._bytes))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.game, self._bytes, self.last))

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: object) -> "Position":
        return self


def _text(game: Game, said_by: str, found: object) -> str:
    """What a game's own function has answered, which has to be a text."""
    if not isinstance(found, str):
        raise GameError(f"{game.title}'s {said_by} answered {found!r}, which is no text.")
    return found


def _restore(game: Game, content: bytes, last: Turn | None) -> Position:
    return Position(game, np.frombuffer(content, game.state_type)[0], last)


def _number(value: float) -> float:
    """Whole numbers as ``int``, so that they print as people write them."""
    return int(value) if float(value).is_integer() else float(value)
