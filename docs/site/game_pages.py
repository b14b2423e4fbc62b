"""A page for each game, made of what it declares and tells: nothing here names one."""

import inspect
import re
from html import escape

from babel import Locale

import linden
from docstrings import in_a_cell, paragraphs
from linden.cli.flags import flag
from linden.core.declaration import Declaration
from linden.core.figures import Plate, illustrated, pieces, plates
from linden.core.game import Game
from linden.core.language import ENGLISH, speaking
from linden.core.options import write


def pages() -> dict[str, str | bytes]:
    """Every page and picture, by its path in the site."""
    found: dict[str, str | bytes] = {"games/index.md": overview()}
    for name in linden.games():
        game = linden.load(name)
        found[f"games/{name}.md"] = page(game)
        found[f"games/{name}.svg"] = _middle(game).svg()
        for lang in set(game.languages) - {ENGLISH}:
            found[f"games/{name}.{lang}.md"] = rules(game, lang)
        found |= drawings(game)
    return found


def rules(game: Game, lang: str) -> str:
    """The rules in a language, with the figures that they name."""
    with speaking(lang):
        known = plates(game.name, game.figures)
        parts = []
        for piece in pieces(illustrated(game.name, game.figures, lang)):
            if isinstance(piece, str):
                parts.append(piece)
                continue
            row = "".join(_figure(game.name, lang, known[name]) for name in piece)
            parts.append(f'<div class="figures">{row}</div>')
    return "".join(parts)


def _figure(game: str, lang: str, plate: Plate) -> str:
    sums = "".join(f"<br><strong>{role}</strong>: {told}" for role, told in plate.sums)
    return (
        f'<figure><img src="{game}/{plate.figure.name}.{lang}.svg" alt="" loading="lazy">'
        f"<figcaption>{escape(plate.caption)}{sums}</figcaption></figure>"
    )


def drawings(game: Game) -> dict[str, str | bytes]:
    """The pictures of a game's rules, in each of their languages."""
    found: dict[str, str | bytes] = {}
    for lang in game.languages:
        with speaking(lang):
            for name, plate in plates(game.name, game.figures).items():
                found[f"games/{game.name}/{name}.{lang}.svg"] = plate.shown.svg()
    return found


def _middle(game: Game) -> linden.Position:
    """A position to look at: two thirds into the game that it shows people, or its start."""
    if game.showcase is None:
        return game.start()
    positions = linden.Record.parse(game.showcase).positions()
    return positions[len(positions) * 2 // 3]


def titles() -> dict[str, str]:
    """The page of each game, by its title."""
    return {linden.load(name).title: f"games/{name}.md" for name in linden.games()}


def overview() -> str:
    """All games side by side."""
    return "\n".join(
        [
            "# The games",
            "",
            "All of this comes from what the games declare. `linden games` lists them, "
            "`linden rules NAME` tells the rules at a terminal, and the browser has them with "
            "pictures.",
            "",
            cards("") + "\n",
            "| game | seats | minutes | chance | hidden hands | options |",
            "|---|---|---|---|---|---|",
            *[_row(linden.load(name)) for name in linden.games()],
            "",
            "A game of your own is a folder: [add one in thirty minutes](../adding-a-game.md).",
        ]
    )


def cards(folder: str) -> str:
    """Each game with its picture, as links; ``folder`` leads to the games' pages."""
    found = []
    for name in linden.games():
        facts = linden.load(name).facts
        found.append(
            f'<a class="game" href="{folder}{name}.html">'
            f'<img src="{folder}{name}.svg" alt="{facts.title} in mid-game" loading="lazy">'
            f"<strong>{facts.title}</strong> <span>{facts.summary}</span></a>"
        )
    return f'<div class="games">{"".join(found)}</div>'


def _row(game: Game) -> str:
    facts = game.facts
    named = ", ".join(f"`{option.name}`" for option in facts.options)
    cells = (
        f"[{facts.title}]({game.name}.md)",
        _seats(game),
        "{}–{}".format(*facts.minutes),
        "yes" if facts.chance else "no",
        "yes" if facts.hidden else "no",
        named or "none",
    )
    return f"| {' | '.join(cells)} |"


def _seats(game: Game) -> str:
    """How many can play."""
    for option in game.facts.options:
        if option.name == "players":
            return ", ".join(map(str, option.kind.choices))
    return str(game.players)


def page(game: Game) -> str:
    """A game's own page: facts, rules, options, notation."""
    told = re.sub(r"^# .*\n+", "", rules(game, ENGLISH))
    picture = f"![{game.title} in mid-game]({game.name}.svg){{ .board }}"
    parts = [f"# {game.title}", game.facts.summary, picture, _facts(game), told.strip()]
    others = [lang for lang in game.languages if lang != ENGLISH]
    if others:
        links = ", ".join(f"[{tongue(lang)}]({game.name}.{lang}.md)" for lang in others)
        parts.insert(4, f"The rules in other languages: {links}.")
    if game.facts.options:
        parts.append(_options(game.facts))
    parts.append(_notation(game))
    return "\n\n".join(parts) + "\n"


def tongue(lang: str) -> str:
    """A language as those call it who read it.

    >>> tongue("fr")
    'Français'
    """
    return str(Locale(lang).get_display_name(lang)).capitalize()


def _facts(game: Game) -> str:
    facts = game.facts
    match = facts.match
    length = {"open": "as many games as you like", "players": "one game for each player"}
    games = length.get(str(match.games), f"{match.games} games")
    if match.wins is not None:
        games += f", decided by {match.wins} won games"
    starter = (
        "the loser starts the next game" if match.starter == "loser" else "the start passes on"
    )
    rows = [
        ("by", facts.designer or "nobody known: a folk game"),
        ("published by", facts.publisher),
        ("year", str(facts.year) if facts.year else "not known"),
        ("rules from", facts.source),
        ("seats", f"{_seats(game)} ({', '.join(game.seats)} by default)"),
        ("minutes", "{}–{}".format(*facts.minutes)),
        ("chance", "yes" if facts.chance else "no"),
        ("hidden hands", "yes" if facts.hidden else "no"),
        ("scores count", facts.points),
        ("a match", f"{games}; {starter}; totals count {match.counts}"),
    ]
    table = "\n".join(f"| {what} | {in_a_cell(told)} |" for what, told in rows if told)
    return f"| | |\n|---|---|\n{table}"


def _options(facts: Declaration) -> str:
    rows = []
    for option in facts.options:
        flags = flag(option)
        written = " / ".join(f"`{word}`" for word in (*flags.opts, *flags.secondary_opts))
        rows.append(
            f"| `{option.name}` | {in_a_cell(option.explanation)} | {option.kind.allowed} "
            f"| `{write(option.default)}` | {written} |"
        )
    return "\n".join(
        [
            "## Every option, declared",
            "",
            f'`linden.load("{facts.name}", …)` takes them by name, the command line as flags, '
            "the browser as a form; a value that is not allowed is refused with a sentence.",
            "",
            "| option | what it decides | takes | default | flag |",
            "|---|---|---|---|---|",
            *rows,
        ]
    )


def _notation(game: Game) -> str:
    """What the game's notation says of itself, and the starting position in it."""
    start = game.start()
    homes = (game.notation, inspect.getmodule(game.notation.position_text))
    told = "\n\n".join(dict.fromkeys(paragraphs(home.__doc__) for home in homes))
    shown = "outcomes" if start.to_move == linden.CHANCE else "moves"
    moves = start.moves[:8]
    rest = len(start.moves) - len(moves)
    example = [
        ">>> import linden",
        f'>>> start = linden.load("{game.name}").start()',
        ">>> start.text",
        repr(start.text),
        f">>> start.moves[:{len(moves)}]",
        repr(moves),
    ]
    note = f"There are {len(start.moves)} {shown} there in all." if rest else ""
    fenced = "\n".join(example)
    return f"## Notation\n\n{told}\n\n```pycon\n{fenced}\n```\n\n{note}".rstrip()
