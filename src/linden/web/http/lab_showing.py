"""The lab's runs in words, for whoever looks; told to all who have the page open."""

import re
from collections.abc import Sequence
from typing import Any

from linden.core.game import Game, load
from linden.core.language import figure, language
from linden.core.options import Option
from linden.lab.experiment import Experiment, Variant
from linden.lab.runs import Run
from linden.players.registry import opponents, parse
from linden.web.compute.lab import Lab
from linden.web.http.forms import option_form
from linden.web.messages import LabDifference, LabForm, LabPlayer, LabRun, LabRuns, LabVariant
from linden.web.store.store import Store
from linden.web.tables.listening import Listener, Listeners
from linden.web.texts import say

MOST_SHOWN = 40
"""Variants of a run that a page lists."""


class Onlooker(Listener):
    """Somebody who has the lab's page open."""

    signs: int | None = None


class LabListeners(Listeners[Onlooker]):
    """All who look at the lab at this node."""

    soonest = 0.25

    def __init__(self, store: Store, lab: Lab) -> None:
        super().__init__(store)
        self._lab = lab
        self._changes = 0
        self._told: dict[str, tuple[int, LabRuns]] = {}
        """What was told last in each language, and of which change."""
        lab.changed.append(self._changed)

    def _changed(self) -> None:
        self._changes += 1
        self._wake_later()

    def _new(self, visitor: str, session: str | None) -> Onlooker:
        return Onlooker(visitor, session)

    async def _look(self, listeners: Sequence[Onlooker]) -> None:
        for listener in listeners:
            if listener.signs != self._changes:
                listener.signs = self._changes
                listener.changed.set()

    def message(self, listener: Onlooker) -> LabRuns:
        """The same for all who read a language: there may be many of them, and of runs."""
        change, told = self._told.get(language.get(), (-1, None))
        if told is None or change != self._changes:
            told = LabRuns(runs=all_runs(self._lab))
            self._told[language.get()] = (self._changes, told)
        return told


def all_runs(lab: Lab) -> list[LabRun]:
    return [shown(lab, run) for run in lab.runs]


def shown(lab: Lab, run: Run) -> LabRun:
    """One run, as the page lists it."""
    state, experiment = lab.state(run), run.experiment
    if experiment is None:
        return _unreadable(run)
    variants = experiment.variants
    playing = run.progress if state == "running" else {}
    total = run.done if state == "done" else experiment.games * len(variants)
    total = int(playing.get("total", total))
    fixed = {name: values[0] for name, values in experiment.options.items() if len(values) == 1}
    return LabRun(
        id=run.id,
        game=experiment.game,
        title=variants[0].game.title,
        varied=_varied(experiment),
        fixed=load(experiment.game, **fixed).chosen_rules,
        players=[lineup_named(lineup) for lineup in experiment.players],
        wanted=_wanted(experiment),
        state=state,
        says=_sentence(lab, run),
        done=min(run.done, total),
        total=total,
        left=playing.get("left"),
        begun=run.begun,
        command=experiment.command,
        variants=[
            LabVariant(number=it.number, label=label(experiment, it), games=run.games[it.number])
            for it in variants[:MOST_SHOWN]
        ],
    )


def _unreadable(run: Run) -> LabRun:
    return LabRun(
        id=run.id,
        game="",
        title=run.path.name,
        varied=[],
        fixed=[],
        players=[],
        wanted="",
        state="failed",
        says=say("This file is not from the lab, or its game is not there any more."),
        done=0,
        total=0,
        left=None,
        begun=run.begun,
        command="",
        variants=[],
    )


def _sentence(lab: Lab, run: Run) -> str:
    match lab.state(run):
        case "failed":
            return lab.fault(run) or say(
                "It was ended from outside. What was played is kept, and it can go on."
            )
        case "done":
            return say("Done.")
        case "running" if not run.done:
            return say("Getting ready; what was never played here is compiled first.")
        case "running":
            return say("Playing.")
        case "waiting":
            return say("Waits until the run before it is done.")
        case _:
            return say("Stopped. What was played is kept.")


# -- words ---------------------------------------------------------------------------------------


def told_options(game: Game) -> dict[str, Option]:
    return {option.name: option for option in game.told.options}


def _varied(experiment: Experiment) -> list[str]:
    options = told_options(load(experiment.game))
    return [
        say(
            "{option}: {values}",
            option=options[name].label,
            values=", ".join(map(options[name].word, values)),
        )
        for name, values in experiment.options.items()
        if len(values) > 1
    ]


def _wanted(experiment: Experiment) -> str:
    games = _count(experiment.games)
    if experiment.precision is None and len(experiment.variants) == 1:
        return say.counting("{n} game", "{n} games", experiment.games, n=games)
    if experiment.precision is None:
        return say.counting("{n} game each", "{n} games each", experiment.games, n=games)
    share = figure(f"{100 * experiment.precision:g}%")
    return say(
        "until the wins are known to ±{share}, {games} games at most", share=share, games=games
    )


def _count(number: int) -> str:
    return f"{number:,}".replace(",", "\u202f")


def label(experiment: Experiment, variant: Variant) -> str:
    """What is different about a variant, in words."""
    options = told_options(variant.game)
    words = [
        options[name].rule(variant.game.options[name])
        for name, values in experiment.options.items()
        if len(values) > 1
    ]
    if len(experiment.players) > 1:
        words.append(lineup_named(list(variant.lineup)))
    return ", ".join(words) or say("as it is")


def lineup_named(lineup: Sequence[str]) -> str:
    names = [named(text) for text in lineup]
    if len(set(names)) == 1:
        return say("{player} at every seat", player=names[0])
    return " · ".join(names)


def named(text: str) -> str:
    """A player, as people call it."""
    if text == "random":
        return say("any move at random")
    if text == "greedy":
        return say("what looks best at once")
    written = parse(text)
    if written.level is not None and written.text == written.level.text:
        return say("{name} (level {n})", n=written.level.number, name=say(written.name))
    return say("perfect play") if text == "perfect" else text


def form(name: str) -> LabForm:
    """What can be chosen for a run of a game."""
    game = load(name)
    texts = ["random", "greedy", *(one.text for one in opponents(game))]
    return LabForm(
        options=[option_form(option, {}) for option in game.told.options],
        roles=list(game.roles),
        players=[LabPlayer(player=text, name=named(text)) for text in texts],
    )


INTERVAL = re.compile(r"(?P<middle>.*) \((?P<low>.*) to (?P<high>.*)\)")


def difference(told: dict[str, Any]) -> LabDifference:
    """As the reader's language writes numbers."""
    text = str(told["text"])
    if found := INTERVAL.fullmatch(text):
        parts = {name: figure(number) for name, number in found.groupdict().items()}
        text = say("{middle} ({low} to {high})", **parts)
    elif text.endswith(", always"):
        text = say("{value}, always", value=figure(text.removesuffix(", always")))
    return LabDifference.model_validate({**told, "text": text})
