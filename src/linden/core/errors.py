"""What can go wrong for a caller. Each message is a sentence that says what to do."""


class OptionError(ValueError):
    """An unknown game, an unknown option, or a value that the option does not take."""


class IllegalMove(ValueError):  # noqa: N818 - the public name, as players say it
    """A move that cannot be played in this position."""


class NotationError(ValueError):
    """A position or record text that cannot be read, or that describes the impossible."""


class GameError(TypeError):
    """A game that does not keep its contract: something is missing, misnamed or does not compile.
    Whoever writes the game can mend it."""


class DeviceError(RuntimeError):
    """A GPU was asked for, and there is none, or what drives it is not installed."""


class TablebaseError(RuntimeError):
    """A tablebase that is missing, unfinished, damaged or made for other rules."""
