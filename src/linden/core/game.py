"""``Game``: a declared game with its options settled, and the parts of its folder."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from linden.core import cache, contract, registry
from linden.core.catalogues import Sentences, sentences
from linden.core.contract import Coach, Drawing, Guidance, Notation, Setup
from linden.core.declaration import Declaration, Options
from linden.core.errors import GameError, NotationError, OptionError
from linden.core.language import ENGLISH, after_colon, language, speaking
from linden.core.options import resolve, write
from linden.core.registry import declaration, games
from linden.core.wording import Named, named

if TYPE_CHECKING:
    from linden.core.figures import Figure
    from linden.core.lessons import Step
    from linden.core.observation import Actions, Observation
    from linden.core.position import Position

__all__ = ["Declaration", "Drawing", "Game", "Notation", "Options", "declaration", "games", "load"]

Answer = TypeVar("Answer")

shared = sentences(__file__)
"""What is said alike of all games."""


class Game:
    """A game with its options settled: ``linden.load("linja", meddle=True)``."""

    def __init__(self, declaration: Declaration, given: Mapping[str, object]) -> None:
        self.facts = declaration
        self._options = resolve(declaration.title, declaration.options, dict(given))
        self._ask(declaration.check)
        self._identity = (declaration.name, tuple(self._options.items()))
        try:
            self._hash = hash(self._identity)
        except TypeError as error:
            said = f"{self.title} cannot be set up: its options have values that are no keys"
            raise GameError(f"{said}: {error}.") from None

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def title(self) -> str:
        return self.facts.title

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, in turn order."""
        return self._ask(self.facts.seats)

    def _ask(self, declared: Callable[[Options], Answer]) -> Answer:
        """What a declared function says of these options."""
        try:
            return declared(dict(self._options))
        except (GameError, OptionError):
            raise
        except BaseException as error:
            if registry.called_off(error):
                raise
            said = f"{self.title} cannot be set up: {registry.cause(error)}."
            raise GameError(said) from error

    @property
    def told(self) -> Declaration:
        """The declared facts as people read them: in the reader's language."""
        return told(self.name)

    @property
    def spoken(self) -> str:
        """The language the game speaks to its reader: theirs, or English where it lacks that."""
        chosen = language.get()
        say = Sentences(registry.folder(self.name))
        return chosen if say.catalogue(chosen).sentences else ENGLISH

    @property
    def roles(self) -> tuple[str, ...]:
        """The seats' names in the reader's language.

        >>> with speaking("fr"):
        ...     load("linja").roles
        ('Rouge', 'Noir')
        """
        return self.told.seats(self._options)

    def role(self, seat: int) -> Named:
        """A seat in a sentence of the reader's language (``core.wording``).

        >>> load("linja").role(0)
        '[0:Red]'
        """
        return named(seat, self.roles[seat], language.get())

    def retold(self, kept: str) -> str:
        """How a game ended, as it was kept in English, in the reader's language."""
        return Sentences(registry.folder(self.name)).retold(kept)

    @cached_property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def options(self) -> Options:
        """Every option with its value."""
        return dict(self._options)

    @property
    def changed_options(self) -> Options:
        """The options whose values are not the defaults."""
        defaults = {option.name: option.default for option in self.facts.options}
        return {name: value for name, value in self._options.items() if value != defaults[name]}

    @property
    def chosen_rules(self) -> list[str]:
        """The options that are not as usual, in words; how many play is told by the seats.

        >>> load("linja", own_side=0).chosen_rules
        ['A pawn left on its own half: costs nothing']
        """
        changed = self.changed_options
        return [
            option.rule(changed[option.name])
            for option in self.told.options
            if option.name in changed and option.name != "players"
        ]

    # -- the game's own modules, loaded when first needed (rules bring the compiler along)

    def _module(self, name: str) -> ModuleType | None:
        if not registry.has(self.name, name):
            return None
        try:
            return registry.load_module(f"{registry.find(self.name).module}.{name}")
        except GameError as error:
            raise GameError(f"{self.title} cannot be played: {error}.") from error

    @cached_property
    def rules(self) -> Any:
        rules = self._module("rules")
        if rules is None:
            raise GameError(f"{self.title} cannot be played: it has no rules.py.")
        try:
            contract.check_rules(self.facts, rules)
        except GameError as error:
            raise GameError(f"{self.title} cannot be played: {error}.") from None
        return rules

    @cached_property
    def observation(self) -> "Observation":
        """What a seat sees as numbers: shape, planes and numbers with their meanings, the
        actions, and the symmetries of both."""
        from linden.core.defaults import plain_observation
        from linden.core.observation import Observation

        seen = self._declared("observation", Observation)
        seen = plain_observation(self.state_type) if seen is None else seen
        seen = replace(seen, actions=self.actions)
        symmetries = contract.function_of(self.rules, "symmetries")
        found = symmetries(self.options, seen) if symmetries else ()
        if not isinstance(found, Iterable):
            raise self._answered("symmetries(options, seen)", found, "list of Symmetry")
        return replace(seen, symmetries=tuple(found))

    @cached_property
    def actions(self) -> "Actions":
        """How moves are numbered for agents, within the game's own board."""
        from linden.core.observation import Actions

        found = self._declared("actions", Actions)
        if found is None:
            return Actions(others=tuple(f"move {code}" for code in range(self.rules.MOVES)))
        return found

    def _declared(self, name: str, kind: type[Answer]) -> Answer | None:
        """What a function of the options tells agents, if the game has it."""
        function = contract.function_of(self.rules, name)
        found = function(self.options) if function else None
        if function is not None and not isinstance(found, kind):
            raise self._answered(f"{name}(options)", found, kind.__name__)
        return cast("Answer | None", found)

    def _answered(self, call: str, found: object, wanted: str) -> GameError:
        return GameError(f"{self.title}'s {call} answered {found!r}, which is no {wanted}.")

    @cached_property
    def notation(self) -> Notation:
        """The game's ``notation.py``; what it leaves out is written in numbers."""
        from linden.core import plain_notation

        return cast(Notation, _filled(self._module("notation"), plain_notation))

    @cached_property
    def drawing(self) -> Drawing:
        """The game's ``drawing.py``; what it leaves out is drawn plainly."""
        from linden.core import plain_drawing

        return cast(Drawing, _filled(self._module("drawing"), plain_drawing))

    @cached_property
    def guidance(self) -> Guidance:
        """The game's ``guidance.py``; what it leaves out goes without saying."""
        from linden.core import plain_guidance

        return cast(Guidance, _filled(self._module("guidance"), plain_guidance))

    @cached_property
    def setup(self) -> Setup | None:
        """The game's ``setup.py``, which knows how a position is changed by hand; games need
        none."""
        return cast("Setup | None", self._module("setup"))

    @cached_property
    def lesson(self) -> "tuple[Step, ...]":
        """The steps of the game's ``lessons.py``; games need none."""
        from linden.core.lessons import lesson_of

        module = self._module("lessons")
        return () if module is None else lesson_of(self, getattr(module, "LESSON", None))

    @cached_property
    def figures(self) -> "tuple[Figure, ...]":
        """The pictures of the game's rules, of its ``figures.py``; games need none."""
        from linden.core.figures import figures_of

        module = self._module("figures")
        return () if module is None else figures_of(self, getattr(module, "FIGURES", None))

    @cached_property
    def coach(self) -> Coach:
        """The game's ``coach.py``, which tells what was missed; games need none."""
        from linden.core import plain_coach
        from linden.core.coaching import coach_of

        module = self._module("coach")
        return cast(Coach, plain_coach) if module is None else coach_of(self, module)

    @cached_property
    def points_win(self) -> bool:
        """Whether it is points that win: then no seat's standing is told in another way."""
        return not self.guidance.standing(self.start())

    @property
    def style(self) -> str:
        """CSS for the classes of the game's drawing."""
        return self.drawing.STYLE

    # -- texts beside them

    @property
    def rules_text(self) -> str:
        """The rules for people, in English, in Markdown."""
        text = self._file("texts", "rules.md")
        if text is None:
            return (
                f"# {self.title}\n\n{self.facts.summary}\n\nIts rules are not written down yet.\n"
            )
        return text

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Those that the rules can be read in; English always.

        >>> load("linja").languages
        ('de', 'en', 'fr', 'it')
        """
        texts = registry.folder(self.name) / "texts"
        found = (path.name.split(".")[1] for path in texts.glob("rules.*.md"))
        return tuple(sorted({ENGLISH, *found}))

    def rules_in(self, chosen: str) -> str:
        """The rules in a language, or in English where they are not written in that one.

        >>> load("linja").rules_in("de").splitlines()[6]
        '## Das Spielfeld'
        """
        if chosen == ENGLISH or chosen not in self.languages:
            return self.rules_text
        return self._file("texts", f"rules.{chosen}.md") or self.rules_text

    @property
    def showcase(self) -> str | None:
        """A good game to look at, as ``Record.parse`` reads it, if the game brings one."""
        return self._file("showcase.linden")

    @property
    def source_digest(self) -> str:
        """A short hash of the sources of a game from outside, for what must not outlive an edit;
        empty for Linden's own, whose sources are part of every cache's name."""
        whole = cache.outside(str(registry.folder(self.name) / "__init__.py"))
        return "" if whole is None else cache.source_digest(whole)

    def _file(self, *path: str) -> str | None:
        from importlib.resources import files

        file = files(registry.find(self.name).module).joinpath(*path)
        try:
            return file.read_text(encoding="utf-8") if file.is_file() else None
        except (OSError, UnicodeDecodeError) as error:
            written = "/".join(path)
            raise GameError(f"{self.title}'s {written} cannot be read: {error}.") from None

    # -- positions

    def start(self) -> "Position":
        """The starting position."""
        from linden.core.position import Position

        return Position(self, self._start_state.copy())

    @cached_property
    def _start_state(self) -> Any:
        import numpy as np

        from linden.core.kernel import interpreted

        with np.errstate(over="ignore"):  # integers wrap around, as they do compiled
            state = self._ask(interpreted(self.rules.start))
        try:
            contract.check_start(self.rules, state)
        except GameError as error:
            raise GameError(f"{self.title} cannot be played: {error}.") from None
        return state

    @property
    def state_type(self) -> Any:
        """The record dtype of this game's states."""
        return self._start_state.dtype

    def parse(self, text: str) -> "Position":
        """The position that ``Position.text`` printed, or a ``NotationError``."""
        from linden.core.position import Position

        state = self._start_state.copy()
        try:
            if not isinstance(text, str):
                raise ValueError(shared("a position is a line of text"))
            self.notation.read_position(state, text)
        except ValueError as error:
            told = shared(
                "This is no {game} position: {why}.", game=self.title, why=after_colon(str(error))
            )
            raise NotationError(told) from None
        return Position(self, state)

    # -- identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load, self._identity)

    def __repr__(self) -> str:
        flags = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"linden.load({self.name!r}{flags})"

    def describe_options(self) -> str:
        """The options that differ from the defaults, as flags are written: ``bonus=any``."""
        return " ".join(f"{name}={write(value)}" for name, value in self.changed_options.items())


def _filled(own: ModuleType | None, plain: ModuleType) -> object:
    """A game's module, with what it lacks taken from the plain one."""
    if own is None:
        return plain
    if all(hasattr(own, name) for name in plain.__all__):
        return own
    return SimpleNamespace(
        **{**{name: getattr(plain, name) for name in plain.__all__}, **vars(own)}
    )


def told(name: str) -> Declaration:
    """The declared facts of a game in the reader's language."""
    chosen = language.get()
    return declaration(name) if chosen == ENGLISH else _told(name, chosen)


@lru_cache(maxsize=256)
def _told(name: str, chosen: str) -> Declaration:
    """A game's facts in a language; what its catalogue lacks stays English."""
    facts = declaration(name)
    say = Sentences(registry.folder(name))
    if not say.catalogue(chosen).sentences:
        return facts
    with speaking(chosen):
        options = tuple(option.told(say) for option in facts.options)
        summary, points, roll = say(facts.summary), say(facts.points), say(facts.roll)
        designer = facts.designer.replace(" and ", shared(" and "))
        source = say(facts.source)
    return replace(
        facts,
        summary=summary,
        points=points,
        roll=roll,
        designer=designer,
        source=source,
        options=options,
        seats=partial(_told_seats, facts, say, chosen),
    )


def _told_seats(
    facts: Declaration, say: Sentences, chosen: str, options: Options
) -> tuple[str, ...]:
    with speaking(chosen):
        return tuple(say(name) for name in facts.seats(options))


@lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """The same game again, for unpickling; games never change, so one serves all."""
    return load(name, **dict(options))


def load(name: str, /, **options: object) -> Game:
    """The game called ``name``, with these options and the defaults for the others."""
    return Game(declaration(name), options)
