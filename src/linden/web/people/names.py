"""Names of accounts: letters that people read alike are the same name.

>>> key_of("Zoë") == key_of("ZOE")
True
"""

import unicodedata

from linden.web.errors import Refusal
from linden.web.people.ids import is_bot
from linden.web.texts import say

LEAST, MOST = 2, 24
RESERVED = frozenset(
    {"admin", "administrator", "bot", "computer", "deleted", "gast", "guest", "guests", "invite"}
    | {"keeper", "linden", "mod", "moderator", "nobody", "ospite", "root", "support", "system"}
)
"""Names that would be taken for somebody else's voice."""


ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h"}
    | {"ŧ": "t", "þ": "p", "æ": "ae", "œ": "oe", "ŋ": "n", "ĸ": "k", "ſ": "s", "ƒ": "f", "ɑ": "a"}
    | {"ɡ": "g", "ɩ": "l", "ʀ": "r", "ə": "e", "ʋ": "v", "ɯ": "w", "ɾ": "r", "ʟ": "l", "ɪ": "l"}
    | {"ɓ": "b", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ƙ": "k", "ɔ": "o", "ƴ": "y"}
)
"""Letters and digits that are read as others."""
VOICES = ("admin", "linden", "moderator")
"""What names have in them that would be taken for those who run the place."""


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
    plain = skeleton(shown)
    if plain in map(skeleton, RESERVED) or any(skeleton(one) in plain for one in VOICES):
        raise Refusal(say("This name is kept for Linden itself; choose another."))
    return shown


def one_line(text: str, most: int) -> str:
    """What somebody wrote, as it is shown: one line of what can be seen, not too long. What is not
    a letter (ends of lines, a terminal's commands, changes of direction) is none here.

    >>> one_line("  Ada\\u202e  \\x1b[31m\\nLovelace ", 40)
    'Ada [31m Lovelace'
    """
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(seen.split())[:most].rstrip()


def shown(visitor: str | None, name: str) -> str:
    """A name as it stands at a table or in a list: a bot says what it is."""
    return say("{name} (bot)", name=name) if is_bot(visitor) else name


def key_of(name: str) -> str:
    """What two names must differ in: neither accents nor capitals nor strokes count."""
    plain = unicodedata.normalize("NFKD", name.strip().casefold())
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return "".join(letters).replace("-", "").replace("_", "")[:80]


def skeleton(name: str) -> str:
    """What two names must look different in: letters that are taken for each other are one.

    >>> skeleton("Ada1o") == skeleton("Adal0")
    True
    >>> skeleton("Ilmo") == skeleton("llrno")
    True
    """
    plain = key_of(unicodedata.normalize("NFKC", name)).translate(ALIKE)
    return plain.replace("rn", "m").replace("vv", "w")


def _allowed(letter: str) -> bool:
    """Latin letters of which it is known what they are read as; there are others (clicks, small
    capitals, phonetic ones) by which a name would look like somebody else's."""
    if letter in "-_" or (letter.isascii() and letter.isalnum()):
        return True
    latin = letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")
    plain = skeleton(letter)
    return latin and plain.isascii() and plain.isalpha()
