"""The pages' texts: every key is in the catalogues, and a translation is used."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from linden.core import catalogues
from linden.core.catalogues import Sentences
from linden.core.game import load
from linden.web import texts, translating
from linden.web.tables.notes import Note
from servers import Server

WEB = Path(texts.__file__).parent
PLACE = re.compile(r"\{(\w+)(?:![rs])?(?::[^}]*)?\}")


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with one sentence, and one that its translator is not sure of."""
    sentence = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    sentence += 'msgid "Waiting for {name}."\nmsgstr "{name} ist am Zug."\n\n'
    sentence += '#, fuzzy\nmsgid "Play again"\nmsgstr "Noch eine"\n'
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "linden.po").write_text(sentence, encoding="utf-8")
    monkeypatch.setattr(texts, "say", Sentences(tmp_path, texts.say.where))
    texts.languages.cache_clear()
    yield
    texts.languages.cache_clear()


def test_the_template_has_every_key() -> None:
    with (texts.HERE / "linden.pot").open("rb") as file:
        known = {message.id for message in read_po(file) if message.id}
    assert translating.said_by_pages() == known, "make texts brings the catalogues up to date"


def test_the_extractor_has_found_what_the_browser_says() -> None:
    """It does not look into every template literal."""
    written = set[translating.Key]()
    for path in (WEB / "client" / "js").rglob("*.js"):
        code = path.read_text(encoding="utf-8")
        one, many = (r'"((?:[^"\\]|\\.)*)"',) * 2
        written |= {plainly(text) for text in re.findall(rf"\bt\(\s*{one}", code)}
        counted = re.findall(rf"\bcounting\(\s*{one},\s*{many}", code)
        written |= {(plainly(single), plainly(plural)) for single, plural in counted}
    assert any(isinstance(key, tuple) for key in written)
    assert written - translating.said_by_pages() == set(), "take it out of the template literal"


def plainly(literal: str) -> str:
    return literal.replace('\\"', '"')


@pytest.mark.parametrize(
    ("path", "lang", "said"),
    [
        pytest.param(*one, id=f"{one[1]}-{one[0].parent.parent.name}")
        for one in translating.catalogues()
    ],
)
def test_every_sentence_is_translated(path: Path, lang: str, said: translating.Said) -> None:
    """One that is missing, and one whose English has changed since (another key, so missing, or
    marked as fuzzy by ``make texts``), is one to translate; all placeholders are kept."""
    found, keys = catalogues.read(path), said()
    one = {key for key in keys if isinstance(key, str)}
    many = {key[0]: key for key in keys if not isinstance(key, str)}
    told = f"to translate in {path}; make texts writes down what is missing"
    assert sorted(one - found.sentences.keys()) == [], told
    assert sorted(many.keys() - found.counted.keys()) == [], told
    assert sorted(found.sentences.keys() - one) == [], f"nobody says this any more: {path}"
    assert sorted(found.counted.keys() - many.keys()) == [], f"nobody says this any more: {path}"
    for key in one:
        own = found.sentences[key]
        assert set(PLACE.findall(own)) == set(PLACE.findall(key)), (key, own)
        assert own.strip(), key
        assert (own[-1] in ".?…:") == (key[-1] in ".?…:"), (key, own)
    for key, forms in found.counted.items():
        assert len(forms) == 2
        for form in forms:
            wanted = set(PLACE.findall(key)) | set(PLACE.findall(many[key][1]))
            assert set(PLACE.findall(form)) <= wanted, (key, form)


def test_sentences_are_filled_in() -> None:
    assert texts.say("Waiting for {name}.", name="{x}") == "Waiting for {x}."
    assert texts.say("Nobody {knows} this.") == "Nobody {knows} this."


def test_a_language_with_a_catalogue_is_used(german: None) -> None:
    assert texts.preferred("fr, de-CH;q=0.8, en;q=0.5") == "de"
    token = texts.language.set("de")
    assert texts.say("Waiting for {name}.", name="Ada") == "Ada ist am Zug."
    assert texts.say("Your move.") == "Your move.", "what is missing stays English"
    assert texts.say("Play again") == "Play again", "what is doubtful stays English"
    texts.language.reset(token)


@pytest.mark.parametrize("accepted", ["", "*", ";;;", "xx-yy", "it;q=x", "," * 500, "en-GB,en"])
def test_what_cannot_be_had_is_english(accepted: str) -> None:
    assert texts.preferred(accepted) == "en"


@pytest.mark.parametrize(
    ("cookies", "chosen"),
    [("", ""), ("a=b; language=fr", "fr"), ("language=xx", ""), ("xlanguage=fr", ""), ("=;;", "")],
)
def test_a_language_that_was_chosen(cookies: str, chosen: str) -> None:
    assert texts.chosen(cookies) == chosen


def test_the_page_is_in_the_language_that_was_asked_for(server: Server) -> None:
    http = server.person().http
    asked = {"Accept-Language": "it-CH, en;q=0.5"}
    assert '<html lang="it">' in http.get("/", headers=asked).text
    assert ">Vai alla pagina<" in http.get("/", headers=asked).text
    assert http.get("/api/texts", headers=asked).json()["sentences"]["Hello"] == "Ciao"
    assert http.get("/api/nothing", headers=asked).json()["error"] == "Qui non c’è nulla."
    chosen = asked | {"Cookie": "language=fr"}
    assert '<html lang="fr">' in http.get("/", headers=chosen).text
    assert '<html lang="en">' in http.get("/").text
    names = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"}
    assert http.get("/api/languages").json() == names


def test_what_the_page_says_before_its_script_runs(server: Server) -> None:
    http = server.person().http
    html = http.get("/p/linja", headers={"Accept-Language": "de"}).text
    assert 'content="Moderne abstrakte Spiele auf einem ruhigen Tisch: ' in html
    assert '<noscript><p class="plain">Linden braucht JavaScript für seinen Tisch' in html
    assert 'aria-label="Linden, Startseite"' in html
    assert "Zwölf Steine laufen durch die andere Seite hindurch" in html, "what a preview says"


def test_a_game_says_in_which_language_it_speaks(server: Server) -> None:
    """Pages mark it, as a reader's voice for German would stumble over English."""
    http = server.person().http
    asked = {"Accept-Language": "de"}
    cards = {it["name"]: it for it in http.get("/api/home", headers=asked).json()["games"]}
    assert cards["linja"]["lang"] == "de"
    assert cards["pig"]["lang"] == "en"
    assert http.get("/api/games/pig", headers=asked).json()["card"]["lang"] == "en"
    ada = server.person("Ada")
    ada.http.cookies["language"] = "it"
    for game, spoken in (("linja", "it"), ("pig", "en")):
        tab = ada.sit(ada.table(game, [{"kind": "me"}, {"kind": "here"}]))
        assert tab.state["game"]["lang"] == spoken


def test_what_happens_is_told_to_each_in_their_language(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person()
    ada.http.cookies["language"], bob.http.cookies["language"] = "de", "it"
    tab = ada.sit(ada.table("linja", [{"kind": "me"}, {"kind": "friend"}]))
    bob.join(tab.state["seats"][1]["link"])
    state = tab.next_state(lambda state: bool(state["note"]))
    assert state["note"] == "Gast nimmt den Platz von Schwarz ein."


def test_the_browser_has_the_form_that_each_number_takes(server: Server) -> None:
    """The pages' code looks 200 numbers up, which repeat by the hundred in every language."""
    http = server.person().http
    for lang in translating.LANGUAGES:
        found = http.get("/api/texts", params={"lang": lang}).json()
        catalogue = texts.say.catalogue(lang)
        assert {one: tuple(all_) for one, all_ in found["counted"].items()} == catalogue.counted
        for n in range(2500):
            assert int(found["forms"][n if n < 200 else 100 + n % 100]) == catalogue.form(n), n
    french = http.get("/api/texts", params={"lang": "fr"}).json()
    assert french["counted"]["{n} player"] == ["{n} joueur", "{n} joueurs"]
    assert french["forms"].startswith("001"), "nobody is no joueurs in French"


def test_notes_of_older_nodes_are_told_as_they_are() -> None:
    assert Note.read("[Ada] {takes} a seat.").told(load("linja")) == "[Ada] {takes} a seat."


def test_the_rules_are_in_the_readers_language(server: Server) -> None:
    http = server.person().http
    page = http.get("/api/games/linja/rules", headers={"Accept-Language": "de"}).json()
    assert page["lang"] == "de"
    assert "Eröffnungsbewegung" in page["html"]
    assert page["html"].count("<figure ") == len(load("linja").figures)
    assert "Ein roter Stein rückt von Reihe 2 in Reihe 3 vor." in page["html"]
    assert "rules.md" not in page["html"]
    outside = http.get("/api/games/pig/rules", headers={"Accept-Language": "de"}).json()
    assert outside["lang"] == "en"
