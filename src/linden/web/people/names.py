"""Names of accounts: letters that people read alike are the same name.

>>> key_of("Zoë") == key_of("ZOE")
True
"""

import unicodedata

from linden.web.errors import Refusal
from linden.web.texts import say

LEAST, MOST = 2, 24
RESERVED = frozenset(
    {"admin", "administrator", "bot", "computer", "deleted", "gast", "guest", "guests", "invite"}
    | {"keeper", "linden", "mod", "moderator", "nobody", "ospite", "root", "support", "system"}
)
"""Names that would be taken for somebody else's voice."""


def checked(name: str) -> str:
    """A name as it is shown, or a refusal that says what names look like."""
    shown = unicodedata.normalize("NFC", name.strip())
    fits = LEAST <= len(shown) <= MOST and all(map(_allowed, shown)) and shown[0] not in "-_"
    if not fits:
        raise Refusal(
            say(
                "A name has {least} to {most} Latin letters, digits, - or _, and begins with a "
                "letter or a digit.",
                least=LEAST,
                most=MOST,
            )
        )
    if key_of(shown) in RESERVED:
        raise Refusal(say("This name is kept for Linden itself; choose another."))
    return shown


def key_of(name: str) -> str:
    """What two names must differ in: neither accents nor capitals nor strokes count."""
    plain = unicodedata.normalize("NFKD", name.strip().casefold())
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return "".join(letters).replace("-", "").replace("_", "")[:80]


def _allowed(letter: str) -> bool:
    if letter in "-_" or (letter.isascii() and letter.isalnum()):
        return True
    return letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")
