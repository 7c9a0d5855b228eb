"""The catalogue entry of a game: everything the other packages may ask of it. Not compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol

from citywright.engine.policy import Policy, RandomPolicy
from citywright.engine.sentence import Sentence
from citywright.engine.state import State
from citywright.engine.view import View

MOST_PROBLEMS = 20


class Problem(Sentence):
    """One thing that is wrong with a layout, in words.

    `place` says where, as the page and other programs name it: `points.a1`, `cards.size1`; empty if it is
    about the whole file. Words may use it as {place}. `rule` is the id of the rule that is broken, if any.
    """

    __slots__ = ("place", "rule")

    def __init__(self, place: str, words: str, /, *, rule: str = "", **parts: object) -> None:
        super().__init__(words, **({"place": place, **parts} if "{place}" in words else parts))
        self.place = place
        self.rule = rule


class LayoutError(ValueError):
    """A layout that cannot be played on; `problems` lists all that is wrong with it, or the first twenty.

    `found` has all of them with their places. A text stands for a problem of the whole file.
    """

    def __init__(self, problems: Sequence[str | Problem]) -> None:
        self.found = [one if isinstance(one, Problem) else Problem("", one) for one in problems]
        self.problems = [str(problem) for problem in self.found[:MOST_PROBLEMS]]
        if len(problems) > MOST_PROBLEMS:
            self.problems.append(f"and {len(problems) - MOST_PROBLEMS} more")
        super().__init__("; ".join(self.problems))

    def __reduce__(self) -> tuple[type[LayoutError], tuple[list[Problem]]]:
        """How it comes back from another process."""
        return LayoutError, (self.found,)


class UnknownRules(LookupError):
    """A version of a game's rules that is not known here; the message names those that are."""


class NotationError(ValueError):
    """A text that is no action of the game."""


class Layout(Protocol):
    """A loaded and checked board. `source` is the text it was read from."""

    @property
    def source(self) -> str:
        """The text it was read from."""
        ...


@lru_cache(32)
def _kept_layout(parse_layout: Callable[[str], Any], source: str) -> Any:
    return parse_layout(source)


@dataclass(frozen=True)
class Game:
    """One title under one version of its rules. All functions are pure."""

    id: str
    titles: Mapping[str, str]  # language -> title
    min_seats: int
    max_seats: int
    rules_version: int
    ply_limit: int  # decisions after which `simulate` aborts a game
    package: str  # its parts are sub-packages; data/ holds rules, layout and weights
    parse_layout: Callable[[str], Any]  # text of a layout file -> Layout; raises LayoutError
    new_state: Callable[[int, int, Any], State]  # seats, start seat or LOT, layout
    format_action: Callable[[int], str]  # code -> notation; needs neither state nor layout
    parse_action: Callable[[str], int]  # notation -> code; raises NotationError
    view: Callable[[State, int], View]  # of a state, for a seat, or CHANCE for a spectator
    audit: Callable[
        [State], list[str]
    ]  # everything that is wrong with a state, recounted slowly from scratch
    end_reasons: tuple[str, ...]
    score_sources: tuple[str, ...] = ()  # the names of all events with points: the rows of the score sheet
    has_secrets: bool = False
    minutes: tuple[int, int] = (45, 60)  # how long a game takes
    difficulty: int = 2  # 1 easy, 2 medium, 3 demanding
    summaries: Mapping[str, str] = field(default_factory=dict)  # language -> what one does in it, a sentence
    policies: Mapping[str, Callable[[], Policy]] = field(default_factory=dict)
    earlier_rules: Mapping[int, Callable[[int, int, Any], State]] = field(
        default_factory=dict
    )  # rules version -> its new_state: what was begun or written under it can be played on

    @property
    def folder(self) -> Path:
        """The game's package folder."""
        return Path(str(import_module(self.package).__file__)).parent

    @property
    def data(self) -> Path:
        """The folder with the game's layout, rules texts and weights."""
        return self.folder / "data"

    @cached_property
    def default_layout(self) -> Any:
        """The board the game is played on by default."""
        return self.parse_layout((self.data / "layout.toml").read_text(encoding="utf-8"))

    def layout(self, source: str | None) -> Any:
        """The board that a text describes; None is the default one. Those used last are kept."""
        return self.default_layout if source is None else _kept_layout(self.parse_layout, source)

    def rules_versions(self) -> list[int]:
        """Every version of the rules that can be played, the newest last."""
        return [*sorted(self.earlier_rules), self.rules_version]

    def under_rules(self, version: int) -> Game:
        """The game under a version of its rules: this one, or always the same other; else UnknownRules."""
        if version == self.rules_version:
            return self
        if version not in self._earlier_games:
            known = ", ".join(map(str, self.rules_versions()))
            raise UnknownRules(f"{self.id} has the rules versions {known}, not {version}")
        return self._earlier_games[version]

    @cached_property
    def _earlier_games(self) -> dict[int, Game]:
        return {
            version: replace(self, rules_version=version, new_state=new_state, earlier_rules={})
            for version, new_state in self.earlier_rules.items()
        }

    def policy(self, name: str) -> Policy:
        """A simple player by name; KeyError if there is none."""
        return RandomPolicy() if name == "random" else self.policies[name]()

    def policy_names(self) -> list[str]:
        """Every simple player of this game."""
        return ["random", *self.policies]

    def rules_languages(self) -> list[str]:
        """The languages in which there are rules."""
        return sorted(path.name.split(".")[1] for path in self.data.glob("rules.*.md"))

    def rules(self, language: str) -> str:
        """The rules as Markdown; each rule begins a line `- **ID** …`."""
        return (self.data / f"rules.{language}.md").read_text(encoding="utf-8")

    def short_rules(self, language: str) -> str:
        """The rules on one page as Markdown; empty if there are none."""
        path = self.data / f"rules_short.{language}.md"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def teaching_page(self, language: str) -> str:
        """The page that teaches the game, as Markdown; empty if there is none.

        A picture `![what it shows](name "words below it")` is one of the drawing's `teaching_figures`.
        """
        path = self.data / f"rules_learn.{language}.md"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def rule(self, language: str, rule_id: str) -> str:
        """The text of one rule; KeyError if there is none."""
        lines = self.rules(language).splitlines()
        for number, line in enumerate(lines):
            if line.startswith(f"- **{rule_id.upper()}**"):
                rest = takewhile(lambda text: text.startswith("  "), lines[number + 1 :])
                return "\n".join([line[2:].replace("**", ""), *rest])
        raise KeyError(rule_id)
