"""The rules of a game as a page: its own text, with figures drawn by Linden."""

import re
from functools import cache
from html import escape, unescape

from markdown_it import MarkdownIt

from linden.core.figures import figures_or_none, illustrated
from linden.core.game import Declaration, load
from linden.core.language import ENGLISH, language
from linden.web.http import figures
from linden.web.http.lessons import steps_of
from linden.web.messages import RulesPage
from linden.web.texts import say


def rules_page(game: str) -> RulesPage:
    """In the reader's language where the game has its rules in it, else in English."""
    loaded = load(game)
    facts = loaded.told
    lang = language.get() if language.get() in loaded.languages else ENGLISH
    html = _text(game, lang)
    headings = _headings(_text(game, ENGLISH))
    return RulesPage(
        title=facts.title,
        lang=lang,
        html=figures.with_figures(game, _in_words(facts, html, headings)),
        credits=_credits(facts),
        lesson=bool(steps_of(game)),
    )


@cache
def _text(game: str, lang: str) -> str:
    """The rules as HTML, without their title."""
    body = re.sub(r"\A# .*\n", "", illustrated(game, figures_or_none(load(game)), lang))
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(body))


def _headings(html: str) -> list[str]:
    """What the sections are called; translations have the same ones in the same order."""
    return re.findall(r"<h2>(.*?)</h2>", html)


def _in_words(facts: Declaration, html: str, headings: list[str]) -> str:
    """Options as the forms name them, in a section of their own and wherever the text speaks of
    one; rulings' numbers are small, for whoever looks one up."""
    html = re.sub(r"<strong>([A-Z]{2}-\d+)</strong>", r"<small>\1</small>", html)
    options = {option.name: option for option in facts.options}

    def told(found: re.Match[str]) -> str:
        option = options.get(found[1])
        if option is None:
            return found[0]
        text = option.label
        if found[2]:
            given = unescape(found[2]).strip('"')
            try:
                text = option.rule(option.kind.read(given))
            except ValueError:
                text = f"{option.label}: {given}"
        return say("“{words}”", words=escape(text))

    items = "".join(
        f"<li><strong>{escape(option.label)}</strong>: {escape(option.explanation)}.</li>\n"
        for option in facts.options
    )
    if "Options" in headings:
        parts = re.split(r"(?=<h2>)", html)
        place = headings.index("Options") + len(parts) - len(headings)
        parts[place] = re.sub(
            r"<ul>.*?</ul>", lambda _: f"<ul>\n{items}</ul>", parts[place], flags=re.S
        )
        html = "".join(parts)
    return re.sub(r"<code>([a-z_]+)(?:=([^<]*))?</code>", told, html)


def _credits(facts: Declaration) -> str:
    known = {
        "designer": facts.designer,
        "publisher": facts.publisher,
        "year": f" ({facts.year})" if facts.year else "",
        "source": facts.source,
    }
    if not facts.designer and not facts.publisher:
        return say("A folk game{year}. Source: {source}.", **known)
    if not facts.designer:
        return say("A folk game, published by {publisher}{year}. Source: {source}.", **known)
    if not facts.publisher:
        return say("Designed by {designer}{year}. Source: {source}.", **known)
    return say("Designed by {designer}. Published by {publisher}{year}. Source: {source}.", **known)
