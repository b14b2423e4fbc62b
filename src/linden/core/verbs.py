"""The verbs: what generic code asks of a game's rules, written once.

``kernel`` makes its callable verbs from this table, and ``contract`` checks games against it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Verb:
    """One question to, or one change of, a state."""

    name: str
    parameters: tuple[str, ...]
    meaning: str
    required: bool = False
    """Whether every game has to write it; the others have a meaning in ``defaults``."""
    whole: bool = False
    """Whether the answer is a whole number."""
    hashed: bool = False
    """Whether the answer is a 64-bit hash."""

    @property
    def call(self) -> str:
        """How it is written: ``legal(state, out)``."""
        return f"{self.name}({', '.join(self.parameters)})"


TABLE = (
    Verb(
        "mover",
        ("state",),
        "Who acts: a seat, ``CHANCE`` or ``OVER``.",
        required=True,
        whole=True,
    ),
    Verb(
        "legal",
        ("state", "out"),
        "Write the legal moves, or the chance outcomes, into ``out``; return how many.",
        required=True,
        whole=True,
    ),
    Verb(
        "play",
        ("state", "move"),
        "Make a move that is known to be legal, in place.",
        required=True,
    ),
    Verb(
        "scores",
        ("state", "out"),
        "Write the game's own points per seat, as they stand.",
        required=True,
    ),
    Verb(
        "returns",
        ("state", "out"),
        "Write what each seat has won: zeros until the game is over.",
        required=True,
    ),
    Verb(
        "weights",
        ("state", "out"),
        "At a chance node: write the integer weight of each outcome, in the order of ``legal``.",
    ),
    Verb("key", ("state",), "A 64-bit hash of the position.", hashed=True),
    Verb("veil", ("state", "seat"), "Reduce the state, in place, to what ``seat`` may know."),
    Verb(
        "conceal",
        ("state", "seat", "rng"),
        "Redraw, in place and consistently, everything that ``seat`` cannot know.",
    ),
    Verb(
        "observe",
        ("state", "seat", "out"),
        "Write the position as ``seat`` sees it, as the words that ``observation`` declares.",
    ),
    Verb(
        "reveal",
        ("state", "seat", "out"),
        "Write what is hidden from ``seat``, as the words of the ``hidden`` numbers.",
    ),
    Verb(
        "mask",
        ("state", "out"),
        "Write the legal moves of a seat as bits, as the words that ``actions`` declares.",
    ),
    Verb("action_of", ("state", "move"), "The number of a seat's move as an action.", whole=True),
    Verb("move_of", ("state", "action"), "The move that an action means here.", whole=True),
    Verb("evaluate", ("state", "out"), "Write a guess at the final points per seat."),
    Verb(
        "sample",
        ("state", "rng"),
        "A uniformly random legal move, or a chance outcome by its weight.",
        whole=True,
    ),
    Verb(
        "urgent",
        ("state", "rng"),
        "A move that no sensible player would miss, or -1.",
        whole=True,
    ),
    Verb(
        "outlook",
        ("state", "out"),
        "For two seats: write the lead of seat 0 that is settled, and the least and the most that "
        "the rest of the game may add to it; return a 64-bit hash of what that rest depends on.",
        hashed=True,
    ),
)
VERBS = {verb.name: verb for verb in TABLE}
