"""Sentences about seats, written once and told to whoever reads them.

A game marks its seats and what they do: ``[0:Red] move[s] a pawn``. Told plainly that is "Red moves
a pawn"; whoever sits there reads "You move a pawn", before the move "You would move a pawn", and
the others read a name. A sentence without marks is told as it is.

| mark | means |
|---|---|
| ``[0:Red]`` | seat 0, which the game calls Red; with ``'s`` behind it, what is Red's |
| ``move[s]``, ``pass[es]`` | what the seat does |
| ``[has|have]`` | the same where it is no matter of an ending |

Other languages have other endings, so that a translation writes every form out. Its template says
how a seat is called where it is not who acts (``{them:de *|votre}``: ``*`` is the name), and of
each verb what a third and what a second person does, now and before the move:

| mark | means |
|---|---|
| ``[0:Rouge|*|vous]`` | seat 0: who acts, by name, or as whoever reads |
| ``[1:Noir|de *|votre]`` | seat 1 in another case |
| ``[avance|avancez]`` | what the seat does |
| ``[avance|avancez|avancerait|avanceriez]`` | the same, and what it would do |

Pages tell them in ``web/client/js/state/wording.js``.
"""

import re

PRONOUNS = {"de": "du", "fr": "vous", "it": "tu"}
"""How whoever reads is addressed, as who acts, in the languages whose forms are written out."""

_SEAT = re.compile(r"\[\d+:([^\]|]*)(?:\|([^\]|]*)\|[^\]|]*)?\]")
_ENDING = re.compile(r"\[(e?s)\]")
_OPEN = re.compile("[aeiouyhàâéèêîôû]", re.IGNORECASE)
_FORMS = re.compile(r"\[([^\[\]|]*)\|[^\[\]]*\]")


class Named(str):
    """A seat in a sentence; a translated template chooses its form: ``{who:de *|votre}``."""

    def __format__(self, forms: str) -> str:
        return re.sub(r"(\|.*)?\]", f"|{forms}]", str(self)) if forms else str(self)


def named(seat: int, name: str, language: str = "en") -> Named:
    """A seat in a sentence of that language.

    >>> named(0, "Red") + " move[s] a pawn."
    '[0:Red] move[s] a pawn.'
    >>> named(0, "Rouge", "fr") + " [passe|passez]."
    '[0:Rouge|*|vous] [passe|passez].'
    >>> "le pion {them:de *|votre}".format(them=named(1, "Noir", "fr"))
    'le pion [1:Noir|de *|votre]'
    """
    forms = f"|*|{PRONOUNS[language]}" if language in PRONOUNS else ""
    return Named(f"[{seat}:{name}{forms}]")


def plain(sentence: str) -> str:
    """A sentence for nobody in particular.

    >>> plain("[1:Black] [has|have] passed, and [0:Red] win[s].")
    'Black has passed, and Red wins.'
    >>> plain("[0:Rouge|*|vous] [bouge|bougez|bougerait|bougeriez] un pion [1:Noir|de *|à vous].")
    'Rouge bouge un pion de Noir.'
    >>> plain("le terrain [1:Horizontal|de *|votre]")
    'le terrain d’Horizontal'
    """
    if "[" not in sentence:
        return sentence
    return _FORMS.sub(r"\1", _ENDING.sub(r"\1", _SEAT.sub(_plainly, sentence)))


def _plainly(found: re.Match[str]) -> str:
    name, form = found[1], found[2]
    return name if form is None else _elided(form, name).replace("*", name)


def _elided(form: str, name: str) -> str:
    """French: "de Horizontal" is "d’Horizontal"."""
    return re.sub(r"\b([dD])e \*", r"\1’*", form) if _OPEN.match(name) else form
