"""The rules of a game as a page: its own text, with pictures drawn by Linden."""

import re
from functools import cache
from html import escape

from markdown_it import MarkdownIt

from linden.core.game import Declaration, load
from linden.web.http import showcase
from linden.web.messages import RulesPage
from linden.web.texts import say


def rules_page(game: str) -> RulesPage:
    facts = load(game).facts
    return RulesPage(
        title=facts.title, html=_with_pictures(game, _text(game)), credits=_credits(facts)
    )


@cache
def _text(game: str) -> str:
    """The rules as HTML, without their title."""
    body = re.sub(r"\A# .*\n", "", load(game).rules_text)
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(body))


def _credits(facts: Declaration) -> str:
    year = f" ({facts.year})" if facts.year else ""
    known = {"designer": facts.designer, "year": year, "source": facts.source}
    if not facts.publisher:
        return say("Designed by {designer}{year}. Source: {source}.", **known)
    return say(
        "Designed by {designer}. Published by {publisher}{year}. Source: {source}.",
        publisher=facts.publisher,
        **known,
    )


def _with_pictures(game: str, html: str) -> str:
    """The start before the first section, a middle after the turn's, the end after the end's."""
    parts = re.split(r"(?=<h2>)", html)
    last = len(showcase.positions(game)) - 1
    for number, part in enumerate(parts):
        heading = re.match(r"<h2>(.*?)</h2>", part)
        name = heading[1] if heading else ""
        if number == 0:
            parts[number] += _figure(game, showcase.plies(game)[0])
        elif name == "Your turn":
            parts[number] += _figure(game, showcase.middle(game))
        elif name == "The end":
            parts[number] += _figure(game, last)
    return "".join(parts)


def _figure(game: str, ply: int) -> str:
    position = showcase.positions(game)[ply]
    caption = say("The beginning.") if ply == showcase.plies(game)[0] else position.status
    return (
        f"<figure>{showcase.picture(game, ply)}"
        f"<figcaption>{escape(caption)}</figcaption></figure>\n"
    )
