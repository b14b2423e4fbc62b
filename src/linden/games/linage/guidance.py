"""Linage at the table: what is to be touched."""

from collections.abc import Mapping

from linden.core.language import figure
from linden.core.position import Position
from linden.games.linage.notation import halves, say
from linden.games.linage.rules import CHOOSING, NAMING


def prompts(position: Position) -> Mapping[str, str]:
    state = position.state
    if state.part == NAMING:
        return {"": say("Name extra points for Horizontal; the other player then picks a side.")}
    if state.part == CHOOSING:
        komi = figure(halves(int(state.komi)))
        told = say(
            "Vertical gets tall land and begins; Horizontal gets wide land and {komi}.", komi=komi
        )
        return {"": told}
    return {"": say("Touch a point of free land to put a stone there.")}
