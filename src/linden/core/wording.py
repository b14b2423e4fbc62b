"""Sentences about seats, written once and told to whoever reads them.

A game marks its seats and what they do: ``[0:Red] move[s] a pawn``. Told plainly that is "Red moves
a pawn"; whoever sits there reads "You move a pawn", before the move "You would move a pawn", and
the others read a name. A sentence without marks is told as it is.

| mark | means |
|---|---|
| ``[0:Red]`` | seat 0, which the game calls Red; with ``'s`` behind it, what is Red's |
| ``move[s]``, ``pass[es]`` | what the seat does |
| ``[has|have]`` | the same where it is no matter of an ending |

Pages tell them in ``web/client/js/state/wording.js``.
"""

import re

_SEAT = re.compile(r"\[\d+:([^\]]*)\]")
_ENDING = re.compile(r"\[(e?s)\]")
_FORMS = re.compile(r"\[([^\[\]|]*)\|[^\[\]|]*\]")


def named(seat: int, name: str) -> str:
    """A seat in a sentence.

    >>> named(0, "Red") + " move[s] a pawn."
    '[0:Red] move[s] a pawn.'
    """
    return f"[{seat}:{name}]"


def plain(sentence: str) -> str:
    """A sentence for nobody in particular.

    >>> plain("[1:Black] [has|have] passed, and [0:Red] win[s].")
    'Black has passed, and Red wins.'
    """
    if "[" not in sentence:
        return sentence
    return _FORMS.sub(r"\1", _ENDING.sub(r"\1", _SEAT.sub(r"\1", sentence)))
