"""OpenSpiel: the games as Python games of its registry.

>>> import pyspiel, linden.envs.openspiel
>>> linden.envs.openspiel.register()
>>> pyspiel.load_game("linden_linx(players=3)").num_players()
3

A seat's actions are numbered as ``game.actions`` tells, outcomes of chance by the kernels' codes. A
player's information state is all that its seat has seen of the moves so far.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import linden
from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.envs.course import Course
from linden.envs.naming import needed

pyspiel: Any = needed("pyspiel", "openspiel")

LONGEST_GAME = 10_000
"""OpenSpiel wants a bound; some games have none of their own."""
BASES: Any = (pyspiel.Game, pyspiel.State)


def game_type(name: str) -> Any:
    """What OpenSpiel asks about a game before it is loaded."""
    facts = linden.load(name).facts
    kinds = pyspiel.GameType
    seats = {linden.load(name).players}
    for option in facts.options:
        for value in option.kind.choices:
            try:
                seats.add(linden.load(name, **{option.name: value}).players)
            except linden.OptionError:
                continue  # this value wants another option changed too
    return kinds(
        short_name=f"linden_{name}",
        long_name=f"{facts.title} (Linden, rules v{facts.version})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if facts.hidden
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={option.name: option.default for option in facts.options},
    )


class SpielGame(BASES[0]):  # type: ignore[misc]
    """A game of Linden for OpenSpiel."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.game = linden.load(self.name, **(params or {}))
        chance = self.game.facts.chance
        super().__init__(
            game_type(self.name),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.actions.count,
                max_chance_outcomes=self.game.rules.MOVES if chance else 0,
                num_players=self.game.players,
                min_utility=-1.0,
                max_utility=float(self.game.players - 1),
                utility_sum=0.0,
                max_game_length=LONGEST_GAME,
            ),
            self.game.options,
        )

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise ValueError(f"Observers take no parameters, not {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.game, kind)


class SpielState(BASES[1]):  # type: ignore[misc]
    """A position of Linden for OpenSpiel, with the course of play that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.game.start())
        self._known: Course | None = None

    @property
    def position(self) -> Position:
        return self.course.position

    def current_player(self) -> Any:
        seat = self.position.to_move
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.position.to_move:
            return []
        found: list[int] = np.flatnonzero(self.position.mask).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        codes = self.position.codes
        return sorted((codes[move], share) for move, share in self.position.outcomes.items())

    def _code(self, action: int) -> int:
        if self.position.to_move == CHANCE:
            return action
        return self.position.action_code(action)

    def _apply_action(self, action: int) -> None:
        self.course = self._known or self.course.play_code(self._code(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move(self._code(action))

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return [float(gain) for gain in self.position.returns]

    def __str__(self) -> str:
        return self.position.text

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """A state that ``player_id`` cannot tell from this one: what it has not seen is drawn anew,
        from the start of the game on. ``probability_sampler`` gives numbers from 0 to 1."""
        state: SpielState = self.get_game().new_initial_state()
        for step in self.course.retold(player_id, probability_sampler).steps()[1:]:
            state._follow(step)
        return state

    def _follow(self, step: Course) -> None:
        """Make the next move of a course whose positions are known already."""
        assert step.code is not None
        chance = self.position.to_move == CHANCE
        self._known = step
        self.apply_action(step.code if chance else self.position.action_number(step.code))
        self._known = None


class SpielObserver:
    """What a player sees, or all that it has seen (``perfect_recall``)."""

    def __init__(self, game: Game, kind: Any) -> None:
        self._recall = bool(kind.perfect_recall)
        self.tensor = None if self._recall else np.zeros(game.observation.size, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            planes, numbers = game.observation.split(self.tensor)
            self.dict = {"planes": planes} if planes.size else {}
            self.dict["numbers"] = numbers

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.position.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recall:
            return f"seat {player}: {' '.join(state.course.told(player))}"
        return state.position.view(player).text


def register() -> None:
    """Make all games known to OpenSpiel: ``linden_`` and the game's name."""
    known = set(pyspiel.registered_names())
    for name in linden.games():
        if f"linden_{name}" not in known:
            pyspiel.register_game(game_type(name), game_class(name))


def load(name: str, /, **options: Any) -> SpielGame:
    """A game with any options; OpenSpiel's own text takes only values of the default's type."""
    register()
    made: SpielGame = game_class(name)(options)
    return made


@cache
def game_class(name: str) -> Any:
    """The class of a game; OpenSpiel makes games of classes that take parameters alone."""
    return type(f"{PREFIX}{name}", (SpielGame,), {"name": name, "__module__": __name__})


PREFIX = "SpielGame_"


def __getattr__(attribute: str) -> Any:
    """The classes are found by their names, so that games can be pickled."""
    if attribute.startswith(PREFIX) and attribute.removeprefix(PREFIX) in linden.games():
        return game_class(attribute.removeprefix(PREFIX))
    raise AttributeError(f"linden.envs.openspiel has no {attribute!r}")
