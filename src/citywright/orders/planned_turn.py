"""The order to play a turn as it was planned: its actions up to the first dice or draw, with their points.

It is played only as a whole: when the turn begins, every step must be legal after those before it and bring
at least as many points as on the copy it was planned on. If not, the order is void and nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from citywright.engine.game import NotationError
from citywright.engine.sentence import Sentence, Translate
from citywright.engine.state import State
from citywright.orders.contract import Decision, Field, Kind, Option, Play, Seen, Values, Void, WrongField
from citywright.text import translate
from citywright.text.phrases import points_phrase

MOST_STEPS = 30
BETWEEN = "; "

NextTurn = Callable[[State, int], State | None]
Title = Callable[[Seen, str, str], str]  # position, action, language -> what the action does, in words


class StepName(Sentence):
    """A step as people call it, in the language in which a sentence about it is shown."""

    __slots__ = ("_seen", "_title")

    def __init__(self, seen: Seen, words: str, title: Title) -> None:
        super().__init__(words)
        self._seen = seen
        self._title = title

    def __str__(self) -> str:
        return self._title(self._seen, self.words, "en")

    def translated(self, t: Translate) -> str:
        return self._title(self._seen, self.words, getattr(t, "lang", "en"))


def in_notation(_: Seen, words: str, __: str) -> str:
    """A step as records have it, for whoever knows no other name."""
    return words


class Step(NamedTuple):
    """An action of a plan, and the points it brought."""

    words: str
    points: int


class Plan(NamedTuple):
    """The steps of a plan that can be played, and the position after them."""

    steps: tuple[Step, ...]
    state: State

    @property
    def points(self) -> int:
        """What all steps bring together."""
        return sum(step.points for step in self.steps)


class BrokenPlan(Exception):
    """A step that is not possible, or brings less than foreseen."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(str(message))
        self.message = message


def is_at_end(state: State, seat: int, turn: int) -> bool:
    """Is there nothing more to plan: does another act now, or chance, or has the next turn begun?"""
    return bool(state.actor() != seat or state.turns() != turn)


def play_out(
    seen: Seen, words: Sequence[str], foreseen: Sequence[int] = (), title: Title = in_notation
) -> Plan:
    """Play a plan on a copy of the position; BrokenPlan if that is not possible or brings too little."""
    state, seat = seen.state.clone(), seen.seat
    turn = state.turns()
    steps: list[Step] = []
    for number, action in enumerate(words):
        try:
            code = seen.game.parse_action(action)
        except NotationError:
            raise BrokenPlan(Sentence("“{step}” is no action", step=action[:60])) from None
        if is_at_end(state, seat, turn):
            raise BrokenPlan(Sentence("the turn is over before “{step}”", step=action))
        if code not in state.legal_actions():
            name = StepName(seen._replace(state=state), action, title)
            raise BrokenPlan(Sentence("“{step}” is not possible any more", step=name))
        before = state.scores()[seat]
        earlier = state.clone() if number < len(foreseen) and foreseen[number] else state
        state.apply(code)
        points = state.scores()[seat] - before
        if number < len(foreseen) and points < foreseen[number]:
            raise BrokenPlan(
                Sentence(
                    "“{step}” brings {points} points now, not {foreseen}",
                    step=StepName(seen._replace(state=earlier), action, title),
                    points=points,
                    foreseen=foreseen[number],
                )
            )
        steps.append(Step(action, points))
    return Plan(tuple(steps), state)


def titles_of(seen: Seen, words: Sequence[str], title: Title, lang: str) -> list[str]:
    """The steps of a plan in words, as far as they are possible."""
    titles: list[str] = []
    here = seen._replace(state=seen.state.clone())
    for step in words:
        try:
            after = play_out(here, [step]).state
        except BrokenPlan:
            break
        titles.append(title(here, step, lang))
        here = here._replace(state=after)
    return titles


def steps_of(values: Values) -> list[str]:
    """The actions of a plan."""
    return values["steps"].split(BETWEEN)


def foreseen_in(values: Values) -> list[int]:
    """The points each of them brought on the copy."""
    return [int(points) for points in values["points"].split()]


class PlannedTurn(Kind):
    """Plays the steps of a plan in the owner's next turn."""

    id = "turn"

    def __init__(
        self,
        next_turn: NextTurn,
        turn_begins: Callable[[State, int], bool],
        title: Title = in_notation,
    ) -> None:
        self._next_turn = next_turn
        self._turn_begins = turn_begins
        self._step_title = title

    def title(self, lang: str) -> str:
        t = translate(lang)
        return t("Plan my turn")

    def about(self, lang: str) -> str:
        t = translate(lang)
        return t(
            "Play your next turn now, on a copy of the board. It is played if all of it is still possible."
        )

    def is_offered(self, seen: Seen) -> bool:
        return seen.state.actor() != seen.seat and self.position(seen) is not None

    def is_once(self, values: Values) -> bool:
        return True

    def position(self, seen: Seen) -> Seen | None:
        """The owner's next turn if it began now; None if there is none to come."""
        state = seen.state.clone() if self._turn_begins(seen.state, seen.seat) else None
        state = state or self._next_turn(seen.state, seen.seat)
        return None if state is None else seen._replace(state=state)

    def fields(self, seen: Seen, values: Values, lang: str) -> Sequence[Field]:
        """The plan that was made: its points are counted here, whatever was given."""
        steps = values.get("steps", "")
        start = self.position(seen)
        if not steps or start is None:
            return (Field("steps", "steps", ()),)
        words = steps.split(BETWEEN)
        if len(words) > MOST_STEPS:
            raise WrongField(Sentence("a plan has at most {most} steps", most=MOST_STEPS))
        try:
            plan = play_out(start, words, title=self._step_title)
        except BrokenPlan as error:
            raise WrongField(error.message) from None
        points = " ".join(str(step.points) for step in plan.steps)
        return (
            Field("steps", "steps", (Option(steps, steps),)),
            Field("points", "points", (Option(points, points),)),
        )

    def sentence(self, values: Values, lang: str) -> str:
        t = translate(lang)
        steps, points = steps_of(values), sum(foreseen_in(values))
        shown = t.plural("Play the planned turn ({n} step)", "Play the planned turn ({n} steps)", len(steps))
        return f"{shown}: {points_phrase(t, points)}." if points else f"{shown}."

    def decide(self, seen: Seen, values: Values) -> Decision:
        steps, foreseen, done = steps_of(values), foreseen_in(values), seen.progress
        if not done and not self._turn_begins(seen.state, seen.seat):
            return None
        if done >= len(steps):
            return None
        try:
            plan = play_out(seen, steps[done:], foreseen[done:], self._step_title)
        except BrokenPlan as error:
            return Void(error.message)
        return Play(seen.game.parse_action(plan.steps[0].words))

    def problem(self, seen: Seen, values: Values) -> Sentence | None:
        if seen.progress:
            return None
        start = self.position(seen)
        if start is None:
            return Sentence("you have no more turn in this game")
        try:
            play_out(start, steps_of(values), foreseen_in(values), self._step_title)
        except BrokenPlan as error:
            return error.message
        return None

    def outlook(self, seen: Seen, values: Values, lang: str) -> str:
        t = translate(lang)
        problem = self.problem(seen, values)
        if problem is None:
            return t("All of it is still possible.")
        return t("As things stand it could not be played: {reason}.", reason=problem.translated(t))
