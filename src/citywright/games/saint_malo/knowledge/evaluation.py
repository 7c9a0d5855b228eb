"""What Saint Malo's bots know: how good actions and positions are, put together from plan, dice and city."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from citywright.engine.bits import popcount
from citywright.engine.knowledge import Foresight, Knowledge
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, OVER, State
from citywright.games.saint_malo.knowledge import features
from citywright.games.saint_malo.knowledge.action_values import TurnAdviser
from citywright.games.saint_malo.knowledge.apprentice import dice_to_keep, first_value
from citywright.games.saint_malo.knowledge.city_value import SPACE_COUNT, SPACES_TO_FILL, CityEvaluator
from citywright.games.saint_malo.knowledge.lead import LeadEvaluator, points_at_the_end
from citywright.games.saint_malo.knowledge.turn_plan import NEVER, TurnPlan
from citywright.games.saint_malo.rules import phases
from citywright.games.saint_malo.rules.dice import after_roll, symbol_counts
from citywright.games.saint_malo.rules.ending import has_turn_left
from citywright.games.saint_malo.rules.state import SaintMaloState

LAST_ROUND: Final = 0.1  # the stage at which the last round begins
LAST_TURN: Final = 0.2  # how much of a turn is left while it is played, on average
TEMPO: Final = 2.2  # points that it is worth to be the next to move, late in the game

Weights = dict[str, list[float]]


class SaintMaloKnowledge(Knowledge):
    """The journeyman plans for its own city, the master with an eye on the others."""

    def __init__(self, city: Weights, duel: Weights) -> None:
        early = early_weights(city)
        late = late_weights(city)
        self.evaluator = CityEvaluator(early, late)
        self.journeyman = TurnAdviser(self.evaluator, 4)
        lead = LeadEvaluator(early_weights(duel), late_weights(duel), self.evaluator, duel["envy"])
        self.master = TurnAdviser(lead, 4)
        self.quick_master = TurnAdviser(lead, 1)  # the same, less thorough
        # For the outlook: in points, without envy.
        own_points = LeadEvaluator(early, late, self.evaluator, [0.0, 0.0])
        self.outlook_plan = TurnPlan(own_points, 1)
        self.foreseen_turn = TurnAdviser(own_points, 2)

    def glance(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMaloState)
        if state.phase == phases.KEEP_DICE:
            return dice_to_keep(state)
        actions = state.legal_actions()
        first: i64 = rng.below(len(actions))
        best: float = NEVER
        chosen: i64 = actions[first]
        for number in range(len(actions)):
            code: i64 = actions[(first + number) % len(actions)]
            value: float = first_value(state, code)
            if value > best:
                best = value
                chosen = code
        return chosen

    def advise(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMaloState)
        return self.journeyman.best(state)

    def hasten(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, SaintMaloState)
        return self.quick_master.best(state)

    def weigh(self, state: State, actions: list[int]) -> list[float]:
        assert isinstance(state, SaintMaloState)
        return self.master.weigh(state, actions)

    def settled(self, state: State) -> bool:
        """Keeping is exact, and what is used matters more than where it stands."""
        assert isinstance(state, SaintMaloState)
        return state.phase != phases.USE_DICE

    def outlook(self, state: State) -> list[float]:
        """What each seat can expect after one more turn of its own, exactly over all dice of that turn."""
        assert isinstance(state, SaintMaloState)
        plan = self.outlook_plan
        expected: list[float] = []
        for seat in range(state.seat_count):
            city = state.cities[seat]
            if city.empty == 0 or not has_turn_left(state, seat):
                expected.append(points_at_the_end(state, city))
                continue
            plan.begin(state, seat)
            plan.value_uses()
            plan.value_rolls()
            value: float = plan.keeps.turn_value()
            if seat == state.seat and plan.evaluator.fewest_elsewhere > 0:
                value += TEMPO * (1.2 - plan.evaluator.pace)
            expected.append(value)
        return expected

    def beyond(self, state: State) -> float:
        """Less than the outlook: masters also mind the others, which costs them points of their own."""
        assert isinstance(state, SaintMaloState)
        return -min(8.0, 0.5 * float(fewest_free(state)))

    def spread(self, state: State) -> float:
        assert isinstance(state, SaintMaloState)
        free: i64 = fewest_free(state)
        return 2.5 + 0.12 * float(free) if free > 0 else 1.2

    def horizon(self, state: State) -> i64:
        return state.seats()

    def patience(self, state: State) -> i64:
        """Others hardly get in each other's way."""
        return 8

    def trust(self, state: State) -> float:
        """The master's weights come from whole games; the outlook is vague until shortly before the end."""
        assert isinstance(state, SaintMaloState)
        return 20.0 + 2.0 * float(fewest_free(state))

    def effort(self, state: State) -> i64:
        return 100

    def mover(self, state: State) -> i64:
        assert isinstance(state, SaintMaloState)
        return state.seat

    def foresee(self, state: State, turn: i64, rng: Rng) -> Foresight:
        """The seat whose turn it is after that turn, over all dice to come; the others as they are."""
        assert isinstance(state, SaintMaloState)
        if state.actor() == OVER or state.phase == phases.DRAW_START:
            return self.expect(state)
        expected: list[float] = []
        for seat in range(state.seat_count):
            city = state.cities[seat]
            if not has_turn_left(state, seat):
                expected.append(points_at_the_end(state, city))
            elif seat == state.seat:
                expected.append(self._value_of_turn(state))
            else:
                evaluator = self.foreseen_turn.evaluator
                evaluator.prepare(state, seat)
                expected.append(evaluator.value(state, city, state.crossed_boxes))
        return Foresight(expected, stage_of(state), state.seat, [])

    def tries(self) -> i64:
        return 1

    def _value_of_turn(self, state: SaintMaloState) -> float:
        """What the seat whose turn it is will have, from the dice as they are."""
        adviser = self.foreseen_turn
        if state.actor() != CHANCE:
            return max(adviser.weigh(state, state.legal_actions()))
        return adviser.value_of_roll(state)

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """Dice that show the same, in whatever order, are one outcome."""
        assert isinstance(state, SaintMaloState)
        if state.phase != phases.ROLL_DICE:
            return state.chance_outcomes()
        return distinct_rolls(state)

    def features(self, state: State, seat: i64) -> list[float]:
        """What training learns from: the measurements of a seat's city."""
        assert isinstance(state, SaintMaloState)
        self.evaluator.prepare(state, seat)
        return self.evaluator.measure(state, state.cities[seat], state.crossed_boxes)

    def pace(self, state: State, seat: i64) -> float:
        """How early in the game it is, from 1 to 0: the weights change with it."""
        assert isinstance(state, SaintMaloState)
        self.evaluator.prepare(state, seat)
        return self.evaluator.pace


def fewest_free(state: SaintMaloState) -> i64:
    """The free spaces of the fullest city: how much of the game is left."""
    free: i64 = SPACE_COUNT
    for city in state.cities:
        free = min(free, popcount(city.empty))
    return free


def stage_of(state: SaintMaloState) -> float:
    """How much of the game is left, from 1 down to 0; below LAST_ROUND once a city is full."""
    free: i64 = fewest_free(state)
    if free > 0:
        return LAST_ROUND + (1.0 - LAST_ROUND) * min(float(free) / SPACES_TO_FILL, 1.0)
    seats: i64 = state.seat_count
    to_come: i64 = seats - 1 - (state.seat - state.start + seats) % seats
    return LAST_ROUND * (float(to_come) + LAST_TURN) / float(seats)


def distinct_rolls(state: SaintMaloState) -> list[tuple[int, int]]:
    """One roll for every way in which the dice can lie, order aside, with the number of its tickets."""
    first: dict[int, int] = {}  # what all five dice show -> the first roll that shows it
    tickets: dict[int, int] = {}
    for ticket in range(state.chance_total()):
        code: i64 = state.chance_at(ticket)
        shown: i64 = symbol_counts(after_roll(state.dice, state.keep, code))
        if shown not in first:
            first[shown] = code
            tickets[shown] = 0
        tickets[shown] += 1
    return [(code, tickets[shown]) for shown, code in first.items()]


def early_weights(weights: Weights) -> list[float]:
    """The weights of all features at the beginning of a game."""
    return [weights[feature][0] for feature in features.NAMES]


def late_weights(weights: Weights) -> list[float]:
    return [weights[feature][1] for feature in features.NAMES]


def new_knowledge(weights: dict[str, Weights]) -> SaintMaloKnowledge:
    """Knowledge with the weights of weights.toml: for each feature its worth early and late."""
    return SaintMaloKnowledge(weights["city"], weights["duel"])
