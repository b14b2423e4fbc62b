"""Names for what travels between rules and generic code, so that a signature tells what it takes.

Rules are compiled, and the compiler looks at values and not at these names. They are for readers,
and for the type checker where the code is plain Python.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

StateRecord: TypeAlias = np.record
"""One state of a game; its fields are what the game's ``state_type`` declares."""
StateArray: TypeAlias = npt.NDArray[np.void]
"""Several states."""
Seat: TypeAlias = Any
"""A seat, from 0: an ``int`` or one of NumPy's whole numbers."""
Move: TypeAlias = Any
"""A move's number, from 0: an ``int`` or one of NumPy's whole numbers."""
Moves: TypeAlias = npt.NDArray[np.int32]
"""Room for the numbers of moves."""
Weights: TypeAlias = npt.NDArray[np.int64]
"""Room for the weights of outcomes."""
Points: TypeAlias = npt.NDArray[np.floating[Any]]
"""Room for a number per seat: points, returns, guesses."""
Words: TypeAlias = npt.NDArray[np.uint32]
"""Room for an observation, or for the legal actions: see ``observation``."""
Action: TypeAlias = Any
"""An action's number, from 0: a move as agents number it."""
Stream: TypeAlias = npt.NDArray[np.uint64]
"""A random stream: see ``stream``."""
