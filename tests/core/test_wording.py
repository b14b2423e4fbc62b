"""Sentences about seats, in every game."""

import random
import re
from pathlib import Path

import pytest

import linden
from cases import OWN
from linden.core.catalogues import Sentences
from linden.core.language import speaking
from linden.core.wording import named, plain

LANGUAGES = ("de", "fr", "it")
MARK = re.compile(r"\[(\d+):([^\]]*)\]")


def test_a_sentence_is_told_plainly() -> None:
    assert plain(f"{named(1, 'Black')} pass[es].") == "Black passes."
    assert plain(f"{named(0, 'Red')} [has|have] {named(1, 'Black')}'s pawn.") == (
        "Red has Black's pawn."
    )
    assert plain("A draw.") == "A draw."


@pytest.mark.parametrize("name", OWN)
def test_whoever_does_something_can_be_spoken_to(name: str) -> None:
    """Each move is told of the seat whose turn it is, and so is the end; nothing marked is left
    in what is told plainly."""
    position, rng = linden.load(name).start(), random.Random(5)
    while not position.over:
        move = rng.choice(position.moves)
        said = position.describe_marked(move)
        found = MARK.match(said)
        assert found, said
        assert int(found[1]) == position.turn, said
        assert not re.search(r"[\[\]|]", position.describe(move)), said
        assert not re.search(r"[\[\]|]", position.status)
        position = position.play(move)
    ended = position.game.drawing.status(position)
    assert MARK.match(ended) or ended.startswith("A draw"), ended
    assert ": " in ended, f"{ended!r} does not say why the game is over"


@pytest.mark.parametrize("name", OWN)
def test_a_game_is_told_in_every_language(name: str) -> None:
    """Nothing marked and no placeholder is left, nothing stays English, and whoever acts is the
    same; how it ended can be told from what was kept."""
    position, rng = linden.load(name).start(), random.Random(5)
    while not position.over:
        move = rng.choice(position.moves)
        english = [position.describe(move), *beside(position)]
        acts = MARK.findall(position.describe_marked(move))
        for language in LANGUAGES:
            with speaking(language):
                said = position.describe_marked(move)
                told = [position.describe(move), position.status, *prompts(position)]
                own = [told[0], *beside(position)]
            assert {seat for seat, _ in MARK.findall(said)} == {seat for seat, _ in acts}, said
            same = [one for one in english if one in own and re.search("[a-z]{3}", one)]
            assert not same, "this stays English"
            assert not [one for one in told if re.search(r"[\[\]{}|*]", one)], told
        position = position.play(move)
    kept = position.status
    for language in LANGUAGES:
        with speaking(language):
            assert position.game.retold(kept) == position.status != kept


def beside(position: linden.Position) -> list[str]:
    """What stands beside the seats' names."""
    game = position.game
    accounts = [text for _, text in game.drawing.account(position)]
    return accounts + [text for one in game.guidance.standing(position) for text in one]


def prompts(position: linden.Position) -> list[str]:
    return [plain(one) for one in position.game.guidance.prompts(position).values()]


@pytest.mark.parametrize("name", OWN)
def test_a_refusal_is_told_in_every_language(name: str) -> None:
    start, said = linden.load(name).start(), set()
    for language in ("en", *LANGUAGES):
        with speaking(language), pytest.raises(linden.IllegalMove) as refused:
            start.play("no such move")
        said.add(str(refused.value))
    assert len(said) == 4, said


def test_what_was_kept_and_is_none_of_these_stays_as_it_is() -> None:
    with speaking("de"):
        for kept in ("", "Nobody knows.", "Ada won, they say: {who} [0:x]."):
            assert linden.load("linja").retold(kept) == kept


# -- catalogues of games from outside ------------------------------------------------------------

PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def sentences_in(folder: Path, content: bytes) -> Sentences:
    (folder / "texts").mkdir()
    (folder / "texts" / "de.po").write_bytes(content)
    return Sentences(folder)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        PO.replace("utf-8", "klingon").encode(),
        PO.replace('"Content', '"Plural-Forms: nplurals=2; plural=?;\\n"\n"Content').encode(),
        b"msgid",
    ],
)
def test_a_catalogue_that_cannot_be_read_leaves_english(tmp_path: Path, content: bytes) -> None:
    say = sentences_in(tmp_path, content)
    with speaking("de"):
        assert say("Take {n}.", n=2) == "Take 2."
        assert say.counting("One.", "{n}.", 2) == "2."


@pytest.mark.parametrize("told", ["{m}", "{}", "{0}", "{n", "{n.x}", "{n!y}"])
def test_a_translation_with_other_names_leaves_english(tmp_path: Path, told: str) -> None:
    content = (
        f'{PO}"Plural-Forms: nplurals=2; plural=5;\\n"\n\n'
        f'msgid "Take {{n}}."\nmsgstr "{told}"\n\n'
        f'msgid "Leave {{0}}."\nmsgstr "{told}"\n\n'
        f'msgid "{{n}} stone"\nmsgid_plural "{{n}} stones"\n'
        f'msgstr[0] "{told}"\nmsgstr[1] "{told}"\n'
    )
    say = sentences_in(tmp_path, content.encode())
    with speaking("de"):
        assert say("Take {n}.", n="two") == "Take two."
        assert say.retold("Take two.") == "Take two."
        assert say.counting("{n} stone", "{n} stones", 2) == "2 stones"
