"""A report: one HTML file that needs nothing else, for a screen, a phone or paper."""

from collections.abc import Sequence
from html import escape

import numpy as np

from linden.core.svg import LIGHT, SANS, stylesheet, variables
from linden.lab.experiment import Experiment, Variant
from linden.lab.plots import around, curve, histogram, whisker
from linden.lab.store import LabFile
from linden.lab.summary import GROUPS, Estimate, distinct, summaries

STYLE = f"""
body{{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:54rem;background:var(--ground);
color:var(--ink);font:16px/1.5 {SANS};font-variant-numeric:tabular-nums}}
h1,h2,h3{{font-family:ui-serif,Georgia,serif;font-weight:600;line-height:1.2}}
h1{{font-size:1.9rem;margin:.5rem 0}}h2{{font-size:1.35rem;margin:2.4rem 0 .6rem;
border-bottom:1px solid var(--line);padding-bottom:.3rem}}h3{{font-size:1rem;margin:1.3rem 0 .2rem}}
p{{margin:.4rem 0}}.quiet,th,dt{{color:var(--quiet);font-weight:400}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0}}dd{{margin:0}}
code,pre{{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}}
pre{{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--paper);
border:1px solid var(--line);border-radius:.4rem;padding:.6rem .8rem}}
table{{border-collapse:collapse;width:100%}}td,th{{text-align:left;padding:.2rem .6rem .2rem 0;
vertical-align:middle}}td.told{{white-space:nowrap}}td.seen{{width:40%}}
svg.whisker{{width:100%;max-width:24rem;height:auto;display:block}}
svg.plot{{width:100%;max-width:34rem;height:auto;display:block;margin:.5rem 0}}
figure{{margin:1rem 0;break-inside:avoid}}figcaption{{color:var(--quiet);font-size:.9rem}}
.plots{{display:grid;gap:0 1.5rem;
grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr))}}
section{{break-inside:avoid}}.note{{border-left:3px solid var(--leaf);padding-left:.8rem}}
tr{{break-inside:avoid}}h2,h3{{break-after:avoid}}
@media(max-width:34rem){{table,tbody{{display:block}}tr{{display:flex;flex-wrap:wrap;gap:0 1rem;
justify-content:space-between}}td{{padding-right:0}}td.seen{{width:100%;padding-bottom:.5rem}}
svg.whisker{{max-width:none}}}}
@media print{{:root:root:root{{color-scheme:light;{variables(LIGHT | {"ground": "#fff"})}}}
body{{max-width:none;padding:0;font-size:10.5pt}}svg.plot{{max-width:26rem}}}}
"""
METHODS = """
<p>Shares of games have Wilson's interval (1927), or one that is made as his is where a game or a
deal may have a part of a share; other means have Student's. Games of one deal share their luck and
count as one witness. A run until a precision is reached is the fixed-width procedure of Chow and
Robbins (1965), whose intervals these are too. Luck is the intraclass correlation (Fisher 1925) of
games with the same rolls and draws, with a jackknife interval (Tukey 1958). Lead changes, drama and
when a game is settled follow Browne (2008), by chances from search.
All intervals are for 95%.</p>
"""


def report(file: LabFile) -> str:
    """The whole page."""
    experiment, found = file.experiment, summaries(file)
    title = f"{experiment.variants[0].game.title}: {_question(experiment)}"
    games = sum(games for _, games, _ in found)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class=quiet>{games:,} games, {_ending(experiment)}. "
        f"Begun {escape(file.about['begun'][:10])} with Linden {escape(file.about['linden'])}.</p>",
        _facts(experiment, found),
        *_warnings(file, found),
        *(_group(experiment, group, found) for group in GROUPS),
        _distributions(file, found),
        "<h2>To repeat it</h2>",
        f"<pre>{escape(experiment.command)}</pre>",
        "<p>The same command gives the same games, on any number of processors.</p>",
        "<h2>How it was measured</h2>",
        METHODS,
    ]
    head = (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width,initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{stylesheet({})}{STYLE}</style>"
    )
    return head + "\n".join(part for part in parts if part) + "\n"


def _question(experiment: Experiment) -> str:
    varied = [name for name, values in experiment.options.items() if len(values) > 1]
    words = [name.replace("_", " ") for name in varied]
    if len(experiment.players) > 1:
        words.append("players")
    return f"what depends on {' and '.join(words)}" if words else "how it plays"


def _ending(experiment: Experiment) -> str:
    if experiment.precision is None:
        return f"{experiment.games:,} asked for of each variant"
    return f"until each share of wins is known to ±{experiment.precision:.1%}"


def _facts(experiment: Experiment, found: Sequence[tuple[Variant, int, list[Estimate]]]) -> str:
    lineups = " · ".join(", ".join(lineup) for lineup in experiment.players)
    facts = {"Players": lineups, "Seed": str(experiment.seed)}
    fixed = {name: values[0] for name, values in experiment.options.items() if len(values) == 1}
    if fixed:
        facts["Options"] = ", ".join(f"{name} {value}" for name, value in fixed.items())
    if experiment.replays > 1:
        facts["Replays"] = f"each deal {experiment.replays} times, with the same luck"
    if experiment.opening:
        facts["Opening"] = f"{experiment.opening} random moves"
    if experiment.handicap:
        facts["Handicap"] = (
            f"{experiment.handicap:.0%} of the moves of player {experiment.handicapped}"
        )
    facts["Variants"] = ", ".join(f"{variant.label} ({games:,})" for variant, games, _ in found)
    rows = "".join(f"<dt>{escape(name)}<dd>{escape(text)}" for name, text in facts.items())
    return f"<dl>{rows}</dl>"


def _warnings(file: LabFile, found: Sequence[tuple[Variant, int, list[Estimate]]]) -> list[str]:
    """What a reader must know before believing the intervals."""
    told = []
    for variant, games, _ in found:
        different = distinct(file.rows(variant)[:100_000])
        if different < 0.9 * min(games, 100_000):
            told.append(
                f"<p class=note>{escape(variant.label)}: only {different:,} of its games are "
                "different. Players that always choose alike repeat themselves, and the intervals "
                "are narrower than they should be; random opening moves help.</p>"
            )
    return told


# -- measures ------------------------------------------------------------------------------------


def _group(
    experiment: Experiment, group: str, found: Sequence[tuple[Variant, int, list[Estimate]]]
) -> str:
    """A heading, and each measure of the group with a row for every variant."""
    names = list(dict.fromkeys(it.name for _, _, all_ in found for it in all_ if it.group == group))
    if not names:
        return ""
    sections = []
    for name in names:
        rows = [(variant, it) for variant, _, all_ in found for it in all_ if it.name == name]
        sections.append(_measure(experiment, rows))
    return f"<h2>{escape(group)}</h2>" + "".join(sections)


def even_value(name: str, variant: Variant) -> float | None:
    """What a fair game would show."""
    if name.startswith(("wins_", "player_")):
        return 1 / variant.game.players
    return 0.0 if name == "edge" else None


def _measure(experiment: Experiment, rows: Sequence[tuple[Variant, Estimate]]) -> str:
    first = rows[0][1]
    evens = [even_value(first.name, variant) for variant, _ in rows]
    ends = around([it.interval for _, it in rows], [it for it in evens if it is not None])
    body = "".join(
        f"<tr><td class=label>{escape(variant.label)}<td class=told>{escape(it.text)}"
        f"<td class=seen>{whisker(it.interval, ends, even)}"
        for (variant, it), even in zip(rows, evens, strict=True)
    )
    plot = ""
    if (places := _numbers(experiment)) is not None and len(rows) == len(places) > 2:
        points = [(x, it.interval) for x, (_, it) in zip(places, rows, strict=True)]
        even = evens[0] if len(set(evens)) == 1 else None
        by = _varied(experiment)
        drawn = curve(points, first.share, f"{first.title}, by {by}", even)
        plot = f"<figure>{drawn}<figcaption>by {escape(by.replace('_', ' '))}</figcaption></figure>"
    title = first.title[0].upper() + first.title[1:]
    return f"<section><h3>{escape(title)}</h3><table>{body}</table>{plot}</section>"


def _varied(experiment: Experiment) -> str:
    return next(name for name, values in experiment.options.items() if len(values) > 1)


def _numbers(experiment: Experiment) -> list[float] | None:
    """The values of the one option that is varied, if they are numbers."""
    varied = [values for values in experiment.options.values() if len(values) > 1]
    if len(varied) != 1 or len(experiment.players) > 1:
        return None
    values = varied[0]
    if not all(isinstance(it, int | float) and not isinstance(it, bool) for it in values):
        return None
    return [float(it) for it in values]


def _distributions(file: LabFile, found: Sequence[tuple[Variant, int, list[Estimate]]]) -> str:
    """How long games are, and by how much they are won."""
    figures = []
    for variant, _, _ in found[:12]:
        rows = file.rows(variant)
        ordered = np.sort(rows["scores"].astype(np.float64), axis=1)
        lead = ordered[:, -1] - ordered[:, -2]
        for values, title in (
            (rows["turns"].astype(np.float64), "turns in a game"),
            (lead, f"lead of the best score, in {variant.game.facts.points}"),
        ):
            if values.min() < values.max():
                caption = f"{variant.label}: {title}"
                figures.append(
                    f"<figure>{histogram(values, caption)}"
                    f"<figcaption>{escape(caption)}</figcaption></figure>"
                )
    return f"<h2>Distributions</h2><div class=plots>{''.join(figures)}</div>" if figures else ""
